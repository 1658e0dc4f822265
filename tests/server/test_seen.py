"""What I have seen: cards that rivals are known to hold or took from my packs, from the view of the seat alone."""

from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import prompts
from drakkar.core.match import Match
from drakkar.games.blood_rage.page.seen import seen, taken_from_packs
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.server.sample_documents import document, events

SHOWN_BEFORE = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 3
wolf.hand = ["Odin's Smite"]
raven.rage = 3
raven.hand = ["Tyr's Smash", "Tyr's Bash"]
[figures]
Yggdrasil = { wolf = "leader", raven = "warrior" }
"""


def names(some: list[dict[str, Any]]) -> list[str]:
    return sorted(card["name"] for card in some)


def panels(match: Match, seat: int | None) -> dict[str, str]:
    people = ["Ingrid", "Olaf", "Ulf", "Vida"][: match.seats]
    return renderer("blood_rage").private(
        document(match, seat, people), events(match, seat), web_translator("en", "blood_rage")
    )


def sheet(match: Match, seat: int) -> str:
    public = document(match, None, ["Ingrid", "Olaf"]), events(match, None)
    return renderer("blood_rage").public(*public, web_translator("en", "blood_rage"))[f"sheet-{seat}"]


def test_a_card_shown_and_taken_back_stands_on_its_owners_sheet() -> None:
    match = drakkar.set_up(SHOWN_BEFORE)
    assert "Tyr" not in sheet(match, 1)
    match.play(0, "pillage Yggdrasil")
    while match.view(None).table["battle"] is not None:
        seat = next(iter(prompts(match)))
        wanted = [choice for choice in match.choices(seat) if str(choice) in ("decline", "card Tyr's Smash")]
        match.play(seat, (wanted or match.choices(seat))[0])
    told = sheet(match, 1)
    assert "Tyr&#39;s Smash" in told
    assert "Tyr&#39;s Bash" not in told
    assert "Tyr&#39;s" not in sheet(match, 0)
    assert "seen" not in panels(match, None)
    assert "seen" not in renderer("blood_rage").public(
        document(match, None, ["Ingrid", "Olaf"]), events(match, None), web_translator("en", "blood_rage")
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_the_cards_missing_when_a_pack_comes_back_are_those_that_others_took(seats: int) -> None:
    rng, match = Random(seats), drakkar.new("blood_rage", seats, seed=seats)
    told = 0
    while match.view(None).table["phase"] == "Gods' Gifts":
        for seat in list(prompts(match)):
            match.play(seat, rng.choice(match.choices(seat)))
        taken = [
            [event.data["card"] for event in match.events(seat) if event.kind == "picked" and "card" in event.ids]
            for seat in range(seats)
        ]
        for seat in range(seats):
            view = match.view(seat).table
            gone = taken_from_packs(view["draft"], seats)
            rivals = sorted(str(card) for other in range(seats) if other != seat for card in taken[other])
            for card in names(gone):
                rivals.remove(card)
            passed = [card["name"] for held in view["draft"] for card in held["passed_on"]]
            assert all(card in passed for card in names(gone)), "only what the seat itself has seen"
            told += len(gone)
            told_of = seen(document(match, seat, ["Ingrid", "Olaf", "Ulf"][:seats]))
            whole = [one for rival in told_of["rivals"] for one in rival["took"]] if seats == 2 else told_of["others"]
            assert names(whole) == names(gone)
    assert told
