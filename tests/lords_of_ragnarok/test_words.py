"""Lords of Ragnarok in words; that its catalogues are whole is tested for all games together."""

import pytest

from drakkar.core.game import find
from drakkar.text import LANGUAGES, translator
from tests.lords_of_ragnarok.hunting import hunt
from tests.lords_of_ragnarok.worlds import random_moments

TITLE = "lords_of_ragnarok"


def test_printed_names_are_the_rulebooks_polish_terms() -> None:
    polish = translator("pl", TITLE)
    assert polish.name("attribute", "Authority") == "Posłuch"
    assert polish.name("action", "usurp") == "Uzurpacja"
    assert polish.name("card", "Shieldmaidens") == "Tarczowniczki"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_matches_can_be_told_in_every_language(language: str) -> None:
    said, game = translator(language, TITLE), find(TITLE)
    told = set[str]()
    for moment, seat, _ in random_moments(3, 8, 0.1):
        view = moment.view(seat)
        told |= {said.prompt(prompt) for prompt in view.owed.values()}
        told |= {said.choice(choice) for choice in view.choices}
        told |= {said.preview(view.preview(choice)) for choice in view.choices[:3]}
        told |= set(game.text_board(view.to_json()["table"], False, 100, said).values())
        told |= {said.event(event) for event in moment.events(seat)[-20:]}
    assert len(told) > 100
    assert not [text for text in told if "{" in text or "}" in text]


MOVED = {"clan": "Green", "value": 3, "origin": "Region 4", "region": "Region 12"}
DRAWN = {"clan": "Red", "amount": 2, "cards": {"hidden": 2}}
SPOKEN = {
    "en": ("Green's Army of 3 moves from Region 4 to Region 12.", "Red draws Combat cards (2)."),
    "pl": ("Zielony: Armia o Sile 3 rusza z Regionu 4 do Regionu 12.", "Czerwony dobiera 2 karty Walki."),
    "es": ("Verde: el Ejército de 3 va de la Región 4 a la Región 12.", "Rojo roba 2 cartas de Combate."),
    "cs": ("Zelený: armáda o síle 3 jde z oblasti 4 do oblasti 12.", "Červený si dobírá 2 bojové karty."),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_numbers_stand_in_the_form_that_a_sentence_wants(language: str) -> None:
    said = translator(language, TITLE)
    moved = said.event({"kind": "army_moved", "rule": "LR-11.4", "data": MOVED})
    drawn = said.event({"kind": "cards_drawn", "rule": "LR-5.10", "data": DRAWN})
    assert (moved, drawn) == SPOKEN[language]


def test_a_monster_of_two_is_one_monster() -> None:
    moved = {"monster": "Hati and Skoll", "origin": "Region 4", "region": "Region 12"}
    assert translator("en", TITLE).event({"kind": "monster_moved", "rule": "LR-17.1", "data": moved}) == (
        "The Monster Hati and Skoll moves from Region 4 to Region 12."
    )


def test_attack_cards_of_one_name_are_told_apart_by_their_numbers() -> None:
    s = hunt(attacks=("attack_a", "attack_b"))
    held = s.match.view(s.seat("blue")).table["hunt"]["attack_cards"]
    assert [(face["name"], face["rage"]) for face in held] == [("Attack", 2), ("Attack", 3)]
    shown = find(TITLE).text_board(s.match.view(s.seat("blue")).to_json()["table"], False, 100)["monster"]
    assert "Rage 2, Weak Point 5, draw 3" in shown
    assert "Rage 3, Weak Point 6, draw 2" in shown
    (choice, *_) = s.match.view(s.seat("blue")).choices
    assert str(choice) == "attack with Attack (Rage 2, Weak Point 5)"
    assert translator("pl", TITLE).choice(choice) == "atakuj: Atak (Szał 2, Słaby Punkt 5)"
