"""Undo: a seat takes back its own latest choice, as long as nobody else could have built on it."""

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.kit import fingerprint, play_randomly
from tests.blood_rage.scene import scene


def moment(match: drakkar.Match) -> tuple[object, ...]:
    """All that a match is."""
    return fingerprint(match.state), tuple(match.log.entries), tuple((p.seat, p.code) for p in match.history)


@pytest.mark.parametrize(
    ("title", "seats"), [("treasure", 2), ("treasure", 3), *(("blood_rage", n) for n in (2, 3, 4, 5))]
)
def test_after_an_undo_the_match_is_what_it_was(title: str, seats: int) -> None:
    """At every moment of a random match, for whoever chooses there."""
    match, dice, undone = drakkar.new(title, seats=seats, seed=5), chance_from(5), 0
    for now in play_randomly(match, dice):
        before = moment(now)
        for decision in now.pending:
            trial = now.copy()
            trial.play(decision.seat, decision.options[dice.below(len(decision.options))])
            if trial.can_undo(decision.seat):
                trial.undo(decision.seat)
                assert moment(trial) == before
                undone += 1
        assert moment(now) == before
    assert undone > 10


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_undo_never_crosses_another_seat_chance_or_a_reveal(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=6)
    for now in play_randomly(match, chance_from(6)):
        if not now.history:
            continue
        last = now.history[-1]
        start = now.history[-2].log_end if len(now.history) > 1 else now.setup_end
        kinds = {now.game.book.kinds[kind].code for kind, _, _ in now.log.entries[start : last.log_end]}
        if kinds & {"dealt", "packs_passed", "card_revealed", "quest_revealed"}:
            assert not any(now.can_undo(seat) for seat in range(seats))
        for seat in range(seats):
            if now.can_undo(seat) and last.seat != seat:
                assert all(played.code for played in now.history[now.open_round :])
                assert {decision.secret for decision in now.pending} == {True}


def test_a_sealed_choice_may_be_taken_back_until_the_last_is_sealed_and_the_others_stay() -> None:
    match = drakkar.new("treasure", seats=3, seed=1)
    match.play(0, "take Thief")
    match.play(1, "take Horn (age 1)")
    assert match.can_undo(0)
    match.undo(0)
    assert [(played.seat, played.text) for played in match.history] == [(1, "take Horn (age 1)")]
    assert [decision.seat for decision in match.pending] == [0, 2]
    match.play(0, "take Horn (age 2)")
    match.play(2, "take Thief")
    assert not any(match.can_undo(seat) for seat in range(3))


def test_in_a_draft_of_two_both_picks_may_be_taken_back_while_the_other_still_picks() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=1)
    for seat in (0, 0, 1):
        match.play(seat, match.view(seat).options[0])
    match.undo(0)
    match.undo(0)
    assert [played.seat for played in match.history] == [1]
    match.undo(1)
    assert match.record() == drakkar.new("blood_rage", seats=2, seed=1).record()


def test_an_action_may_be_taken_back_until_the_next_seat_has_chosen() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: warrior")
    assert s.asked() == {"raven": "turn"}
    s.match.undo(0)
    assert s.asked() == {"wolf": "marching"}
    s.match.undo(0)
    assert (s.rage("wolf"), s.at("wolf", "Gimle"), s.asked()) == (6, {"warrior": 2}, {"wolf": "turn"})
    s.play("wolf: invade leader Horgr", "raven: pass")
    with pytest.raises(drakkar.CannotUndo, match="raven has chosen since"):
        s.match.undo(0)


def test_what_cannot_be_taken_back_says_why() -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    with pytest.raises(drakkar.CannotUndo, match="you have not chosen anything yet"):
        match.undo(0)
    match.play(0, "take Thief")
    match.play(1, "take Thief")
    with pytest.raises(drakkar.CannotUndo, match="chance was used"):
        match.undo(1)
    with pytest.raises(drakkar.ChoiceError, match="there is no seat 7"):
        match.undo(7)


def test_the_record_holds_the_choices_that_stand() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=2)
    first = match.view(0).options[0]
    match.play(0, first)
    record = match.record()
    match.undo(0)
    match.play(0, first)
    assert match.record() == record
