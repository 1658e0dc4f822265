"""Grades: a bad choice is found, nothing hidden has a part, and where there is no choice there is no grade."""

import tomllib
from pathlib import Path
from random import Random

import pytest

import drakkar
from drakkar import analysis
from drakkar.analysis.grade import BEST, GOOD, SURE, TRUST, WORDS, Grade, estimate
from drakkar.core.errors import BadArgument
from drakkar.core.match import Match
from drakkar.core.moment import Decision
from tests.analysis.moments import moment, played
from tests.hidden_worlds import in_another_world

BLUNDERS = Path(__file__).parent.parent / "bots"
ANSWERS = tomllib.loads((BLUNDERS / "blunders.toml").read_text("utf-8"))
# Near the end of the match, where a wrong choice loses for sure: no network decides what is right there.
PLANTED = ("battle_plus_six", "action_join_the_giant", "quest_raise_to_six")


def position(name: str) -> tuple[Match, Decision]:
    match = drakkar.set_up((BLUNDERS / "blunders" / f"{name}.toml").read_text("utf-8"))
    seat = match.sides.index(ANSWERS[name]["clan"])
    return match, next(decision for decision in match.pending if decision.seat == seat)


def graded(match: Match, decision: Decision, **settings: int) -> Grade:
    found = analysis.grade(match.view(decision.seat), decision, **settings)
    assert found is not None
    return found


def numbers(found: Grade) -> list[object]:
    last = found.rated[-1].choice
    return [[(one.choice.text, one.chance, one.error) for one in found.rated], found.loss(last), found.word(last)]


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_blunder_is_found(name: str) -> None:
    match, decision = position(name)
    found = graded(match, decision, decisions=0)
    assert found.best.text in ANSWERS[name]["right"]
    assert found.word(found.best) == BEST
    wrong = [choice for choice in decision.choices if choice.text not in ANSWERS[name]["right"]]
    assert wrong
    for choice in wrong:
        assert found.loss(choice).value > WORDS["blunder"]
        assert found.word(choice) == "blunder"


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_worlds_that_differ_in_what_is_hidden_get_the_same_grade(title: str) -> None:
    match, decision = moment(title, 3, 5, 30)
    other = in_another_world(match, decision.seat, Random(1))
    assert analysis.full_chances(match) != analysis.full_chances(other)
    again = next(another for another in other.pending if another.seat == decision.seat)
    assert numbers(graded(match, decision, worlds=4)) == numbers(graded(other, again, worlds=4))


def test_the_same_seed_gives_the_same_grade() -> None:
    match, decision = moment("blood_rage", 2, 5, 40)
    first = numbers(graded(match, decision, worlds=4, seed=3))
    assert first == numbers(graded(match, decision, worlds=4, seed=3))
    assert first != numbers(graded(match, decision, worlds=4, seed=4))


def test_a_forced_choice_is_never_graded() -> None:
    forced = 0
    for match, decision in played("blood_rage", 2, 4):
        if len(decision.choices) == 1:
            assert analysis.grade(match.view(decision.seat), decision) is None
            forced += 1
    assert forced


def test_a_word_needs_a_loss_that_is_sure() -> None:
    match, decision = moment("blood_rage", 2, 5, 40)
    found = graded(match, decision, worlds=4)
    for one in found.rated[1:]:
        value, error = found.loss(one.choice)
        word = found.word(one.choice)
        surely = value - SURE * (error**2 + TRUST**2) ** 0.5
        assert word == GOOD or surely > WORDS[word]
        assert surely <= max(WORDS.values()) or word == "blunder"


def test_the_error_is_that_of_the_mean() -> None:
    assert estimate([0.0, 1.0, 0.0, 1.0]) == pytest.approx((0.5, 0.2887), abs=1e-4)
    assert estimate([0.25] * 4) == (0.25, 0.0)


def test_a_grade_needs_the_view_of_its_seat_and_enough_worlds() -> None:
    match, decision = moment("blood_rage", 2, 5, 40)
    with pytest.raises(BadArgument, match="view of that seat"):
        analysis.grade(match.view(1 - decision.seat), decision)
    with pytest.raises(BadArgument, match="at least 4 worlds"):
        analysis.grade(match.view(decision.seat), decision, worlds=3)
