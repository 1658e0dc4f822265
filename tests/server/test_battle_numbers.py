"""Every number of a staged battle, and of the current one, is what the rules count at that moment."""

from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.match import Match
from drakkar.games.blood_rage.page import battle
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.server.web.web_translator import web_translator
from tests.blood_rage.battles import declared_battle
from tests.server.sample_documents import document, events

BATTLES = 12
# Choices after the battle, some of them upgrades.
AFTERWARDS = 4
WORDS = web_translator("en", "blood_rage")

# By clan: the total, the figures' strength, and what each card counts.
Numbers = dict[str, tuple[int, int, list[int]]]


def public(match: Match) -> dict[str, Any]:
    return document(match, None, [""] * match.seats, previews=False)


def numbers(values: dict[str, Any]) -> Numbers:
    """The numbers of a battle panel; the bars add up to the total."""
    for row in values["rows"]:
        assert sum(bar["value"] for bar in row["bars"]) == row["total"]
        assert all(bar["value"] >= 0 for bar in row["bars"])
    return {
        row["clan"]: (row["total"], row["strength"], [card["value"] for card in row["cards"]]) for row in values["rows"]
    }


def counted_now(match: Match) -> Numbers:
    """What the rules count now, from the spectator's view."""
    table = match.view(None).table
    fight = table["battle"]
    place = next(one for one in table["places"] if one["name"] == fight["province"])
    found = {}
    for seat, clan in enumerate(table["clans"]):
        figures = place["strength"].get(clan["name"], 0)
        cards = [card["counts"] for card in fight["played"][seat]] if fight["revealed"] else []
        found[clan["name"]] = figures + sum(cards), figures, cards
    return found


def compared_now(match: Match) -> dict[str, int]:
    """The totals of the comparison if nobody adds a card."""
    fork, since = match.copy(), len(match.events(None))
    while [decision.prompt.code for decision in fork.pending] == ["late"]:
        fork.play(fork.pending[0].seat, "decline")
    told = [event.data for event in fork.events(None, since=since) if event.kind == "total"]
    return {str(data["clan"]).lower(): int(str(data["total"])) for data in told}


def a_choice(match: Match, rng: Random, wanted: tuple[str, ...]) -> None:
    decision = rng.choice(match.pending)
    choices = list(decision.choices)
    better = [choice for choice in choices if str(choice).startswith(wanted)] or choices
    match.play(decision.seat, rng.choice(better if rng.random() < 0.7 else choices))


@pytest.mark.parametrize("with_pairs", [False, True])
def test_every_beat_of_a_battle_has_the_numbers_of_the_rules(with_pairs: bool) -> None:
    rng, by_pairs, late = Random(5), 0, 0
    for _ in range(BATTLES):
        match = declared_battle(rng, with_pairs=with_pairs)
        shown: dict[int, Numbers] = {}
        while match.view(None).table["battle"] is not None:
            told, now = events(match, None), public(match)
            staged, true = PAGE.beats(now, told, 0, WORDS), counted_now(match)
            shown |= {beat.numbers[-1]: numbers(beat.panel.values) for beat in staged if beat.panel is not None}
            if staged[-1].panel is not None:  # the spoils are shown on the map
                by_pairs += any(row["more"] for row in staged[-1].panel.values["rows"])
                for values in (staged[-1].panel.values, battle.battle(now, told)):
                    seen = numbers(values)
                    assert seen == {clan: true[clan] for clan in seen}
                    assert all(not true[clan][0] for clan in true.keys() - seen.keys())
            if [decision.prompt.code for decision in match.pending] == ["late"]:
                late += 1
                totals = {clan: row[0] for clan, row in true.items()}
                assert totals == compared_now(match) or match.rulings["late_cards_first"]
            a_choice(match, rng, ("card", "late", "yes", "use"))
        for _ in range(AFTERWARDS):
            if not match.over:
                a_choice(match, rng, ("upgrade",))
        # Seen again later, each beat has the numbers that it had.
        for beat in PAGE.beats(public(match), events(match, None), 0, WORDS):
            if beat.panel is not None and beat.numbers[-1] in shown:
                assert numbers(beat.panel.values) == shown[beat.numbers[-1]]
    assert late
    assert by_pairs >= (BATTLES if with_pairs else 0)


def test_the_totals_so_far_are_told_as_they_change_and_agree_with_the_comparison() -> None:
    rng = Random(6)
    for _ in range(BATTLES):
        match = declared_battle(rng, with_pairs=True)
        while match.view(None).table["battle"] is not None:
            a_choice(match, rng, ("card", "late", "yes", "use"))
        latest: dict[object, object] = {}
        for event in match.events(None):
            if event.kind == "counted":
                facts = {name: event.data[name] for name in ("total", "figures", "cards")}
                assert latest.get(event.data["clan"]) != facts
                latest[event.data["clan"]] = facts
            elif event.kind == "total":
                assert latest.get(event.data["clan"]) == {
                    name: event.data[name] for name in ("total", "figures", "cards")
                }
            elif event.kind in ("battle_won", "battle_tied"):
                break


def counted_events(match: Match) -> list[dict[str, object]]:
    return [event.to_json() for event in match.events(None) if event.kind == "counted"]


def test_an_undo_in_a_battle_changes_no_count() -> None:
    rng = Random(7)
    for _ in range(3):
        match = declared_battle(rng, with_pairs=True)
        before, seat = counted_events(match), match.pending[0].seat
        match.play(seat, match.choices(seat)[0])
        match.undo(seat)
        assert before
        assert counted_events(match) == before


def test_a_table_that_begins_in_a_battle_has_the_numbers_of_the_rules() -> None:
    rng, on = Random(8), 0
    for _ in range(4):
        match = drakkar.set_up(declared_battle(rng, with_pairs=True).position())
        assert not match.events(None)
        while match.view(None).table["battle"] is not None:
            now, true = public(match), counted_now(match)
            seen = numbers(battle.battle(now, events(match, None)))
            assert seen == {clan: true[clan] for clan in seen}
            assert not PAGE.beats(now, events(match, None), 0, WORDS)
            on += 1
            a_choice(match, rng, ("card", "late", "yes", "use"))
        assert not PAGE.beats(public(match), events(match, None), 0, WORDS)
    assert on
