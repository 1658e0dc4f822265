"""The view, the terminal and the page show that the text of a card is cancelled, in four languages."""

from typing import Any

import pytest

import drakkar
from drakkar.core.game import Game
from drakkar.core.hosting import game_of
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from drakkar.text import translator
from tests.server.sample_documents import document, events

SAID = {"en": "text cancelled", "pl": "tekst nie działa", "es": "texto anulado", "cs": "text zrušen"}

POSITION = """
game = "blood_rage"
sides = ["wolf", "raven", "serpent"]
age = 3
wolf.hand = ["{card}"]
raven.hand = ["Odin's Judgement"]
serpent.hand = ["Jotunheim!"]
figures = {{ Yggdrasil = {{ wolf = "leader", raven = "leader", serpent = "leader" }} }}
battle = {{ province = "Yggdrasil", pillager = "wolf", stage = "cards" }}
"""


def revealed(card: str) -> drakkar.Match:
    """Wolf plays this card, Raven a card with a text, Serpent a quest."""
    match = drakkar.set_up(POSITION.format(card=card))
    for seat in range(3):
        match.play(seat, match.choices(seat)[0])
    return match


def flags(match: drakkar.Match) -> list[bool]:
    table = match.view(None).to_json()["table"]
    return [card["cancelled"] for cards in table["battle"]["played"] for card in cards]


@pytest.mark.rule("BR-12.8")
def test_a_view_says_when_the_text_of_a_card_is_cancelled() -> None:
    assert flags(revealed("Thor's Primacy")) == [False, True, False]
    assert flags(revealed("Thor's Oath")) == [False, False, False]


@pytest.mark.parametrize("language", SAID)
def test_the_terminal_says_so(language: str) -> None:
    for card, is_cancelled in (("Thor's Primacy", True), ("Thor's Oath", False)):
        match = revealed(card)
        game: Game[Any] = game_of(match)
        table = match.view(0).to_json()["table"]
        board = game.text_board(table, False, 100, translator(language, "blood_rage"))["board"]
        assert (SAID[language] in board) == is_cancelled


@pytest.mark.parametrize("language", SAID)
def test_the_page_says_so(language: str) -> None:
    words = web_translator(language, "blood_rage")
    for card, number in (("Thor's Primacy", 1), ("Thor's Oath", 0)):
        match = revealed(card)
        panels = renderer("blood_rage").public(document(match, None, [""] * 3), events(match, None), words)
        page = "".join(panels.values())
        assert page.count("card battle silent") == number
        assert (SAID[language] in page) == bool(number)
