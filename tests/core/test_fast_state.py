"""A fast state: the same rules, code and results as a Match, by integers alone."""

from random import Random

import pytest

import drakkar
from drakkar.core.hosting import state_of
from drakkar.core.kit import fingerprint

TABLES = [("treasure", 2), ("treasure", 3), *(("blood_rage", seats) for seats in (2, 3, 4, 5))]


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_both_faces_side_by_side(title: str, seats: int) -> None:
    s, match, rng = drakkar.fast_state(title, seats=seats, seed=4), drakkar.new(title, seats=seats, seed=4), Random(4)
    while not s.over:
        decision = match.pending[0]
        assert s.seat == decision.seat
        assert s.legal() == [choice.code for choice in decision.choices]
        code = rng.choice(s.legal())
        assert match.why_not(s.seat, s.spell(code)) is None
        match.play(decision.seat, s.spell(code))
        s.apply(code)
        assert fingerprint(s.state) == fingerprint(state_of(match))
    outcome = match.outcome
    assert outcome is not None
    assert s.scores() == outcome.scores
    assert (s.seat, s.legal()) == (-1, [])


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    s = drakkar.fast_state("blood_rage", seats=4, seed=7)
    before = fingerprint(s.state)
    legal = s.legal()
    for wrong in (-1, 10**6, next(code for code in range(10**6) if code not in legal)):
        with pytest.raises(drakkar.IllegalChoice, match="not one of the choices of seat 0"):
            s.apply(wrong)
    assert fingerprint(s.state) == before


def test_nothing_is_applied_after_the_end() -> None:
    s = drakkar.fast_state("treasure", seats=2, seed=1)
    assert s.playout(Random(1)) > 1
    assert s.over
    with pytest.raises(drakkar.MatchOver):
        s.apply(0)
    assert "over" in repr(s)


def test_a_copy_goes_its_own_way() -> None:
    s = drakkar.fast_state("blood_rage", seats=3, seed=7)
    other = s.copy()
    other.playout(Random(1))
    assert other.over
    assert not s.over
    assert "seat 0 decides" in repr(s)


def test_the_same_arguments_are_checked_as_for_a_match() -> None:
    with pytest.raises(drakkar.BadArgument):
        drakkar.fast_state("blood_rage", seats=9)
    with pytest.raises(drakkar.UnknownGame):
        drakkar.fast_state("chess", seats=2)
    assert drakkar.fast_state("treasure", seats=2, rulings={"rich": True}).scores() == (2, 2)
