"""One translator for every language, for the data that programs get."""

from itertools import zip_longest
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core import game
from drakkar.core.game import find
from drakkar.core.hosting import all_events
from drakkar.text import LANGUAGES, CatalogueTranslator, translator
from drakkar.text.catalogue import Source
from tests.blood_rage.scene import scene
from treasure.game import Treasure

TITLE = "blood_rage"
MANY = 3


def played(seed: int, seats: int) -> drakkar.Match:
    """A match played to its end with random choices."""
    match, rng = drakkar.new(TITLE, seats=seats, seed=seed), Random(seed)
    while not match.over:
        decision = rng.choice(match.pending)
        match.play(decision.seat, rng.choice(decision.choices))
    return match


MATCH = played(7, 3)


def every_value(title: str, sort: str) -> list[Any]:
    """All values that a hole of a sort can have."""
    bare = sort.removeprefix("a_").removeprefix("the_")
    names = find(title).names()
    return list(names[bare][""]) if bare in names else [0, 1, 2, 5, 12, 22]


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said_about_every_value(language: str, title: str) -> None:
    english, told = Source(find(title)), translator(language, title).catalogue
    for section, sentences in english.sentences.items():
        for code in sentences:
            sorts = english.sorts[section, code]
            many = {name for name in sorts if f"{{{name}:" in sentences[code] and "*}" in sentences[code]}
            for values in zip_longest(*(every_value(title, sort) for sort in sorts.values()), fillvalue=None):
                filled = {
                    name: every_value(title, sort)[0] if value is None else [value] * MANY if name in many else value
                    for (name, sort), value in zip(sorts.items(), values, strict=True)
                }
                text = told.sections[section][code].fill(filled)
                assert not set("{}#|") & set(text), f"{section} {code}: {text}"


def test_english_is_what_the_engine_says() -> None:
    english = translator("en", TITLE)
    for seat in (None, 0, 1):
        for event in MATCH.events(seat):
            assert english.event(event) == english.event(event.to_json()) == event.text
    match = drakkar.new(TITLE, seats=4, seed=3)
    rng = Random(3)
    for _ in range(150):
        decision = rng.choice(match.pending)
        assert english.prompt(decision.prompt) == english.prompt(decision.prompt.to_json()) == decision.prompt.text
        assert [english.choice(choice) for choice in decision.choices] == [str(choice) for choice in decision.choices]
        choice = rng.choice(decision.choices)
        preview = match.view(decision.seat).preview(choice)
        assert english.preview(preview) == english.preview(preview.to_json()) == str(preview)
        match.play(decision.seat, choice)


def test_english_reasons_are_what_the_engine_says() -> None:
    english, notation = translator("en", TITLE), find(TITLE).book.notation
    s = scene("wolf raven", turn="wolf", figures="wolf: leader in Gimle, warrior in Utgard", hands={"wolf": "Troll"})
    for code in range(0, notation.size, 7):
        for seat in (0, 1):
            reason = s.match.why_not(seat, notation.choice(code))
            if reason is not None:
                said = english.reason(reason)
                assert said == english.reason(reason.to_json())
                assert said.casefold() == reason.text.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_objects_and_their_json_say_the_same(language: str) -> None:
    told = translator(language, TITLE)
    for event in MATCH.events(0)[:200]:
        assert told.event(event) == told.event(event.to_json())


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_may_not_know_a_card_does_not_read_it(language: str) -> None:
    told = translator(language, TITLE)
    for mine, theirs in zip(MATCH.events(0), MATCH.events(None), strict=True):
        if mine != theirs:
            assert told.event(mine) != told.event(theirs)
            cards = [
                str(card) for value in mine.data.values() for card in (value if isinstance(value, list) else [value])
            ]
            assert not any(told.name("card", card) in told.event(theirs) for card in cards if card != "Wolf")


SPOKEN = {
    "en": (
        "Wolf invades Gimle with a Warrior.",
        "Wolf pays 1 Rage and has 5 left.",
        "needs 3 Rage; you have 2",
        "march Gimle Angerboda",
    ),
    "pl": (
        "Klan Wilka wykonuje Najazd Wojownikiem na Gimle.",
        "Klan Wilka płaci 1 Punkt Szału, pozostało: 5.",
        "kosztuje 3 Punkty Szału, a masz 2",
        "Wymarsz: Gimle → Angerboda",
    ),
    "es": (
        "El Clan del Lobo invade Gimlé con un Guerrero.",
        "El Clan del Lobo gasta 1 de Furia y le quedan 5.",
        "cuesta 3 de Furia y tienes 2",
        "Marcha: Gimlé → Angerboda",
    ),
    "cs": (
        "Vlčí klan provádí Nájezd válečníkem do Gimlé.",
        "Vlčí klan platí 1 bod zuřivosti, zbývá mu 5.",
        "stojí 3 body zuřivosti, máš 2",
        "Pochod: Gimlé → Angerboda",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_speaks_as_its_players_do(language: str) -> None:
    told = translator(language, TITLE)
    s = scene("wolf raven", turn="wolf", figures="wolf: ship in F1", rage={"wolf": 6, "raven": 6})
    s.match.play(0, "invade warrior Gimle")
    said = [told.event(event) for event in all_events(s.match)]
    invaded, paid, needs, march = SPOKEN[language]
    assert invaded in said
    assert paid in said
    reason = {"code": "upgrade_needs_rage", "params": {"need": 3, "have": 2}}
    assert told.reason(reason) == needs
    code = find(TITLE).book.notation.read("march Gimle Angerboda")[0]
    assert told.choice(find(TITLE).book.notation.choice(code)) == march


def test_a_name_may_stand_in_the_form_a_sentence_wants() -> None:
    polish = translator("pl", TITLE)
    assert polish.name("figure", "Valkyrie", "acc") == "Walkirię"
    assert polish.name("clan", "wolf") == polish.name("clan", "Wolf") == "Klan Wilka"
    assert polish.name("place", "Angerboda", "in") == "w Angerbodzie"
    assert polish.name("place", "nowhere") == "nowhere"


def test_cards_of_one_name_are_told_apart_by_their_age() -> None:
    notation = find(TITLE).book.notation
    code = notation.read("keep Tyr's Smash (age 2)")[0]
    assert translator("pl", TITLE).choice(notation.choice(code)) == "zatrzymaj: Uderzenie Tyra"
    in_full = notation.choice(code, notation.spell(code, in_full=True))
    assert translator("pl", TITLE).choice(in_full) == "zatrzymaj: Uderzenie Tyra (Epoka 2)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_their_values_have_words(language: str) -> None:
    told = translator(language, TITLE)
    for ruling in find(TITLE).rulings:
        assert told.ruling(ruling)
        values = [told.ruling_value(ruling, value) for value in ruling.values]
        assert len(set(values)) == len(values)
        assert not any("_" in value for value in values)
    first_player = find(TITLE).rulings[0]
    assert told.ruling_value(first_player, "wolf") == told.name("clan", "Wolf")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_server_has_words_for_the_page(language: str) -> None:
    from drakkar.server.log.errors import CODES  # noqa: PLC0415

    for code in CODES:
        assert translator(language).page(f"refused.{code}")


class Silent(Treasure):
    """Treasure without its catalogues."""

    title = "silent"
    catalogues = ""


GAME = Silent()


def test_a_game_of_another_package_brings_its_catalogues() -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    match.play(0, "take Thief")
    polish = translator("pl", "treasure")
    assert [polish.event(event) for event in match.events(0)] == ["Czerwony bierze: Złodziej."]
    assert polish.card("Thief").text.startswith("Gdy inny gracz wygra rundę")


def test_a_game_without_a_catalogue_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game._modules, "silent", __name__)
    match = drakkar.new("silent", seats=2, seed=1)
    told: CatalogueTranslator = translator("pl", "silent")
    match.play(0, "take Thief")
    assert [told.event(event) for event in match.events(0)] == [event.text for event in match.events(0)]
    assert told.prompt(match.pending[0].prompt) == "take a charm"
    reason = match.why_not(0, "take Thief")
    assert reason is not None
    assert told.reason(reason) == "to nie twoja decyzja; wybiera Blue: take a charm"
