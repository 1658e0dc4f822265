"""Previews: what a choice would do if nobody added anything, as far as the seat can know."""

import pytest

import drakkar
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint
from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from tests.lords_of_ragnarok.playing import PLAYERS
from tests.lords_of_ragnarok.scene import scene
from tests.lords_of_ragnarok.worlds import in_another_world, random_moments


def test_a_move_into_a_weak_region_takes_it_at_the_end_of_the_stage() -> None:
    s = scene("green red", stage="manoeuvres", armies="green: 3 in 5")
    s.play("green: activate army 3 5")
    told = s.match.view(0).preview("move 6")
    assert told.strengths == {"Region 5": {}, "Region 6": {"green": 3}}
    assert told.changes == {"green": {"regions": 1}}


def test_a_battle_is_told_with_its_strengths_and_no_card_of_anybody() -> None:
    s = scene(
        "green red",
        stage="manoeuvres",
        armies="green: 3 in 5; red: 2 in 6",
        control="red: 6",
        hands="green: Champions; red: Champions",
        drakkars="red: East Sea",
    )
    s.play("green: activate army 3 5")
    told = s.match.view(0).preview("move 6")
    assert told.contest == {"place": "Region 6", "totals": {"green": 3, "red": 2}, "winner": "green"}
    assert told.changes["green"]["regions"] == 1
    assert told.changes["red"]["regions"] == -1


def test_each_choice_carries_the_battle_of_its_own_region() -> None:
    """Two battles are pending: in 6 against Red, in 13 against Blue."""
    s = scene(
        "green red blue",
        stage="special",
        armies="green: 3 in 5, 4 in 12, 1 in 9; red: 2 in 6; blue: 3 in 13",
        control="red: 6; blue: 13",
    )
    s.play("green: action mobilize", "green: activate army 3 5", "green: move 6")
    s.play("green: activate army 4 12", "green: move 13")

    def told(choice: str) -> dict[str, object] | None:
        contest: dict[str, object] | None = s.match.view(0).preview(choice).contest
        return contest

    assert told("activate army 1 9") is None
    assert told("done") is None  # both battles follow
    s.play("green: activate army 1 9")
    assert all(told(choice) is None for choice in s.choices("green"))
    s.play("green: move 10")
    in_6 = {"place": "Region 6", "totals": {"green": 3, "red": 2}, "winner": "green"}
    assert told("fight 6") == in_6
    assert told("fight 13") == {"place": "Region 13", "totals": {"green": 4, "blue": 3}, "winner": "green"}
    s.play("green: fight 6")
    assert s.match.view(1).preview("pass").contest == in_6


@pytest.mark.rule("LR-7.6", "LR-7.8")
def test_settling_is_foretold_and_no_step_of_the_next_chooser() -> None:
    match = drakkar.new("lords_of_ragnarok", 2, seed=3)
    seat = match.pending[0].seat
    match.play(seat, match.view(seat).choices[0])
    match.play(seat, "story Odinsson / Odinsdottir")
    match.play(seat, "launch North Sea")
    me = match.sides[seat]
    told = match.view(seat).preview("settle 5")
    assert told.strengths == {"Region 5": {me: 2}}
    assert told.changes == {me: {"regions": 1}}
    assert match.view(seat).preview("settle 6").changes == {}


@pytest.mark.rule("LR-1.5")
def test_a_choice_that_wins_says_so() -> None:
    s = scene("green red", stage="manoeuvres", armies="green: 4 in 12", control="green: 1 2 3 8 9 10 11 12")
    s.play("green: activate army 4 12")
    told = s.match.view(0).preview("move 13")
    assert str(told).startswith("this wins the match: Great Jarl")
    assert told.remark is not None
    assert told.remark.rule == "LR-1.5"


def test_the_price_of_a_rune_action_is_told() -> None:
    s = scene("green red", stage="rune", runes=f"green: {' '.join(RUNE_NAMES)}", armies="green: 1 in 5")
    view = s.match.view(0)
    assert view.preview("rune action draw two").cost == 3
    assert view.preview("rune action draw two").changes == {"green": {"runes": -3}}
    assert view.preview("done").cost == 0


@pytest.mark.rule("LR-19.11", "LR-11.6")
def test_a_battle_is_foretold_to_its_end_but_not_where_the_loser_goes() -> None:
    s = scene(
        "green red",
        stage="manoeuvres",
        armies="green: 4 in 12; red: 3 in 13",
        control="red: 8 11 13",
        hands="green: Champions; red: Levy",
    )
    s.play("green: activate army 4 12", "green: move 13", "red: pass")
    told = s.match.view(0).preview("play Champions")
    assert told.strengths == {"Region 13": {"green": 2}}
    assert told.changes == {"green": {"regions": 1}, "red": {"regions": -1}}


@pytest.mark.rule("LR-16.5", "LR-23.1")
def test_a_statue_that_brings_ragnarok_says_so() -> None:
    s = scene("green red", stage="special", wheel="green: prepare", levels="odin 2, thor 0", slain="red: Troll")
    s.state.ragnarok.turned[1] = 1
    s.play("green: action build statue")
    told = {god: str(s.match.view(0).preview(f"statue {god}")) for god in ("Odin", "Thor")}
    assert told["Odin"].startswith("this starts Ragnarok")
    assert "Ragnarok" not in told["Thor"]


@pytest.mark.rule("LR-14.5", "LR-15.15")
def test_the_rune_for_a_covered_marker_does_not_end_a_preview() -> None:
    s = scene("green red", stage="special", hero="green: 11; red: 1", wheel="red: usurp", control="red: 11")
    told = s.match.view(0).preview("action usurp")
    assert told.changes == {"green": {"regions": 1}, "red": {"regions": -1, "runes": 1}}


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_preview_is_the_same_whatever_the_others_hold_and_changes_nothing(seats: int) -> None:
    compared = 0
    for moment, seat, rng in random_moments(seats, 80 + seats, 0.1):
        if seat is None or not moment.view(seat).choices:
            continue
        before = fingerprint(state_of(moment))
        here, there = moment.view(seat), in_another_world(moment, seat, rng).view(seat)
        for choice in here.choices:
            assert here.preview(choice).to_json() == there.preview(choice).to_json()
            compared += 1
        assert fingerprint(state_of(moment)) == before
    assert compared > 40


def test_an_event_card_that_another_has_laid_back_is_not_foretold() -> None:
    """Red has looked at the top card with Second Sight; Green builds a Statue."""
    s = scene("green red", stage="special", wheel="green: prepare", gifts="red: Second Sight")
    deck, foreseen = s.state.decks.event, s.state.decks.foreseen
    deck.top = deck.draw(s.state.flow.chance)
    foreseen[deck.top] = 2
    for event in (deck.top, deck.cards[0]):
        deck.cards[0], deck.top = deck.top, event
        told = s.match.view(0).preview("action build statue")
        assert told.strengths == {}
        assert str(told) == "no foreseeable effect"
