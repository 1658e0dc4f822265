"""A review: complete, the same however often it was interrupted, and fair about what a seat could know."""

import json
from functools import cache
from random import Random

import pytest

import drakkar
from drakkar import analysis
from drakkar.analysis import kings
from drakkar.analysis.grade import WORDS, WORLDS, Row
from drakkar.analysis.review import Review
from drakkar.analysis.reviewing import Glance, Reviewer
from drakkar.core.errors import BadArgument
from drakkar.core.hosting import at_choice, state_of
from drakkar.core.match import Match
from tests.analysis.moments import played
from tests.hidden_worlds import in_another_world

TITLES = ("blood_rage", "lords_of_ragnarok")
# Choices of the short matches: the last ones of whole matches.
LAST = 14


@cache
def short(title: str, seats: int = 3) -> Match:
    """The end of a match, as a match of its own."""
    whole = [match for match, _ in played(title, seats, 3)][-1]
    match = drakkar.set_up(at_choice(whole, len(whole.history) - LAST).position())
    for made in whole.history[-LAST:]:
        match.play(made.seat, made.text)
    assert match.over
    return match


@cache
def parts(title: str) -> tuple[Review, ...]:
    return tuple(analysis.review(short(title)))


@pytest.mark.parametrize("title", TITLES)
def test_chances_come_first_then_a_glance_then_words(title: str) -> None:
    every, match = parts(title), short(title)
    first, last = every[0], every[-1]
    assert len(first.moments) == LAST + 1
    assert not first.swings
    assert last.done
    assert not any(part.done for part in every[:-1])
    progress = [part.progress for part in every]
    assert progress == sorted(progress)
    assert progress[-1] == 1
    real = [number for number in range(LAST) if len(choices_at(match, number)) > 1]
    assert [one.number for one in last.decisions] == real
    for one in last.decisions:
        texts = choices_at(match, one.number)
        assert sorted(option.choice for option in one.options) == sorted(texts)
        assert one.chosen in texts
        assert one.word in ("best", "good", *WORDS)
        assert one.word != "best" or one.loss == 0
        assert one.word not in WORDS or one.best.worlds == WORLDS


def choices_at(match: Match, number: int) -> list[str]:
    return [choice.text for choice in at_choice(match, number).choices(match.history[number].seat)]


@pytest.mark.parametrize("title", TITLES)
def test_luck_and_skill_sum_to_the_result_exactly(title: str) -> None:
    review = parts(title)[-1]
    for seat in range(review.seats):
        balance = review.balance(seat)
        assert sum(balance[:-1]) == pytest.approx(balance.result, abs=1e-12)
        assert balance.luck == balance.chance + balance.hidden
    assert sum(review.result) == pytest.approx(1)
    for one in review.swings:
        for part in one:
            assert sum(part) == pytest.approx(0, abs=1e-4), "what one seat gains, others lose"


@pytest.mark.parametrize("title", TITLES)
def test_an_interrupted_review_goes_on_from_what_was_stored(title: str) -> None:
    every, match = parts(title), short(title)
    for part in every:
        stored = Review.from_json(json.loads(json.dumps(part.to_json())))
        assert stored == part
    for number in {0, 1, len(every) // 2, len(every) - 1}:
        again = list(analysis.review(match, begun=every[number]))
        assert again[-1] == every[-1]
        assert len(again) <= len(every) - number


def test_chances_are_those_that_a_seat_had_then() -> None:
    match, review = short("blood_rage"), parts("blood_rage")[-1]
    for number in (0, 5, LAST):
        then = at_choice(match, number)
        for seat in range(3):
            told = analysis.seat_chances(then.view(seat))
            assert list(review.moments[number].seen[seat]) == pytest.approx(told, abs=1e-5)
            assert review.moments[number].own[seat] == review.moments[number].seen[seat][seat]
        assert list(review.moments[number].full) == pytest.approx(analysis.full_chances(then), abs=1e-5)
    assert review.turns(2) == sorted(review.turns(2))
    assert list(review.moments[-1].full) == list(review.result)


@pytest.mark.parametrize("title", TITLES)
def test_what_a_seat_could_not_see_has_no_part_in_its_decisions(title: str) -> None:
    match, hidden = short(title), 0
    reviewer = Reviewer(match, 0)
    for number in range(LAST):
        seat = match.history[number].seat
        then = at_choice(match, number)
        if len(then.choices(seat)) > 1:
            other = in_another_world(then, seat, Random(number))
            here, there = (Glance(reviewer, state_of(world), number) for world in (then, other))
            assert here.judged() == there.judged()
            hidden += analysis.full_chances(then) != analysis.full_chances(other)
    assert hidden or title != "blood_rage", "the worlds differ for those who see all"


def test_a_running_match_and_parts_of_others_are_refused() -> None:
    with pytest.raises(BadArgument, match="after its end"):
        analysis.review(drakkar.new("blood_rage", seats=2, seed=7))
    with pytest.raises(BadArgument, match="another match"):
        analysis.review(short("blood_rage"), begun=parts("lords_of_ragnarok")[0])
    with pytest.raises(BadArgument, match="no review"):
        Review.from_json({"analyser": 1})
    with pytest.raises(BadArgument, match="analyser 99"):
        Review.from_json({**parts("blood_rage")[0].to_json(), "analyser": 99})
    with pytest.raises(BadArgument, match="not known yet"):
        parts("blood_rage")[0].balance(0)


def test_a_review_of_another_network_is_begun_anew() -> None:
    old = parts("blood_rage")[-1]._replace(network="of old")
    assert not old.is_current
    first = next(analysis.review(short("blood_rage"), begun=old))
    assert first == parts("blood_rage")[0]
    with pytest.raises(BadArgument, match="no seat"):
        old.balance(3)
    assert all(one.word in WORDS for one in old.costliest(0))


def rows(*chances: float) -> list[Row]:
    """The same chances in sixteen worlds."""
    return [list(chances)] * 16


def test_a_king_is_made_between_two_others_at_no_price() -> None:
    made, instead = rows(0.2, 0.6, 0.2), rows(0.21, 0.19, 0.6)
    assert kings.rival_of([7, 8], [made[0], instead[0]], 7, 0) == 8
    assert kings.rival_of([7, 8], [made[0], instead[0]], 7, 1) is None
    found = kings.decided_between(made, instead, 0, "decline")
    assert found is not None
    assert (found.gained, found.lost, found.instead) == (1, 2, "decline")
    assert found.moved == pytest.approx(0.4)
    assert kings.decided_between(made, rows(0.25, 0.15, 0.6), 0, "decline") is None, "it cost 5 points"
    assert kings.decided_between(made, rows(0.2, 0.55, 0.25), 0, "decline") is None, "it moved 5 points"
    shaky = [row for _ in range(8) for row in ([0.2, 0.8, 0.0], [0.2, 0.0, 0.8])]
    assert kings.decided_between(shaky, rows(0.2, 0.2, 0.6), 0, "decline") is None, "it may have moved nothing"


def test_between_two_seats_nobody_is_king() -> None:
    assert kings.rival_of([1, 2], [[0.5, 0.5], [0.51, 0.49]], 1, 0) is None
