"""A review in words says what its numbers carry, and no more."""

import re
from random import Random

import pytest

from drakkar.analysis import Judged, Moment, Review, Swing
from drakkar.analysis.grade import WORDS, Estimate, word_for
from drakkar.core.errors import BadArgument
from drakkar.core.hosting import at_choice
from drakkar.report.text import ReviewText
from drakkar.report.words import ReviewWords
from drakkar.text import LANGUAGES, translator
from tests.report.stored import GOLDEN, ending, stored, told

SEED = 5


def lines(review: Review, language: str = "en") -> list[str]:
    text = ReviewText(told(review, language), [0, 1], 100)
    return [*text.chances(), "", *text.whole()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_reads_as_it_was_read_by_people_who_speak_the_language(language: str) -> None:
    wanted = (GOLDEN / f"review_{language}.txt").read_text("utf-8")
    assert "\n".join(lines(stored(), language)) + "\n" == wanted


def other(rng: Random) -> Review:
    """The stored review with other numbers, and words that follow from them."""
    decisions, swings = [], []
    for one in stored().decisions:
        loss, error = rng.uniform(0, 0.4), rng.uniform(0, 0.1)
        chosen_best = one.chosen == one.best.choice
        word = "best" if chosen_best else word_for(Estimate(loss, error))
        decisions.append(one._replace(loss=0.0 if chosen_best else loss, error=error, word=word))
    for _ in stored().swings:
        parts = [tuple(rng.uniform(-0.3, 0.3) for _ in range(2)) for _ in range(3)]
        swings.append(Swing(*parts))
    return stored()._replace(decisions=tuple(decisions), swings=tuple(swings))


def test_printed_luck_and_skill_add_up_exactly() -> None:
    rng = Random(SEED)
    for _ in range(20):
        review = other(rng)
        for seat in range(2):
            parts = list(told(review).balance(seat).values())
            tenths = [int(part.replace("−", "-").replace(".", "")) for part in parts]
            assert sum(tenths[:-1]) == tenths[-1] == round(1000 * review.result[seat])


def test_each_number_of_a_costly_decision_is_that_of_the_review() -> None:
    rng, seen = Random(SEED), 0
    for _ in range(4):
        review = other(rng)
        by_number = {one.number + 1: one for one in review.decisions}
        for seat in range(2):
            passages = told(review).costly(seat)
            assert len(passages) <= 5
            losses = [by_number[one.number].loss for one in passages]
            assert losses == sorted(losses, reverse=True)
            for passage in passages:
                one = by_number[passage.number]
                assert passage.word in WORDS
                points, certain = map(int, re.findall(r"(?:about|more than) (\d+)", passage.sentences[0]))
                assert points == round(100 * one.loss)
                assert certain <= 100 * one.certain_loss < 100 * one.loss
                assert 2 <= certain < points
                seen += 1
    assert seen == 40


def with_swing(at: Judged, swing: Swing) -> ReviewWords:
    """The words of the stored review, with another swing at one decision."""
    swings = list(stored().swings)
    swings[at.number] = swing
    return told(stored()._replace(swings=tuple(swings)))


def nothing_but(kind: str, change: float, seat: int) -> Swing:
    """A swing in which only one thing changed, and only for one seat against the other."""
    changed = tuple(change if mine == seat else -change for mine in range(2))
    return Swing((0.0, 0.0), (0.0, 0.0), (0.0, 0.0))._replace(**{kind: changed})


@pytest.mark.parametrize(
    ("kind", "cause"), [("hidden", "What could not be known"), ("chance", "The draw that followed")]
)
def test_a_good_choice_with_bad_luck_stays_good_and_the_text_says_so(kind: str, cause: str) -> None:
    one = next(one for one in stored().decisions if one.word == "best")
    said = with_swing(one, nothing_but(kind, -0.2, one.seat))
    passage = next(found for found in said.unlucky(one.seat) if found.number == one.number + 1)
    assert passage.word == "best"
    assert passage.sentences[0].startswith("It is still a good choice")
    assert passage.sentences[1].startswith(cause)
    assert "about 20 percentage points: that is bad luck" in passage.sentences[1]
    assert passage.number not in {found.number for found in said.costly(one.seat)}
    kinder = with_swing(one, nothing_but(kind, 0.2, one.seat))
    assert one.number + 1 not in {found.number for found in kinder.unlucky(one.seat)}


def test_luck_is_told_apart_from_a_costly_decision_and_only_if_it_is_more_than_noise() -> None:
    worst = stored().costliest(0)[0]
    for change, word in (
        (0.15, "gained about 15 percentage points"),
        (-0.15, "cost about 15 percentage points"),
        (0.05, ""),
    ):
        passage = with_swing(worst, nothing_but("hidden", change, 0)).costly(0)[0]
        assert passage.number == worst.number + 1
        assert len(passage.sentences) == (3 if word else 2)
        assert word in passage.sentences[-1]


def test_a_choice_that_may_have_cost_much_is_not_called_good() -> None:
    one = next(one for one in stored().decisions if one.word == "good")
    doubtful = stored()._replace(decisions=(one._replace(loss=0.08),))
    swings = list(doubtful.swings)
    swings[one.number] = nothing_but("hidden", -0.3, one.seat)
    assert told(doubtful._replace(swings=tuple(swings))).unlucky(one.seat) == []


@pytest.mark.parametrize("name", ["blood_rage_played_4", "lords_of_ragnarok_played_3"])
def test_every_choice_of_a_match_has_a_label_in_every_language(name: str) -> None:
    match = ending(name)
    review = stored()._replace(title=match.title, choices=len(match.history))
    said = [ReviewWords(review, match, translator(language, match.title)) for language in LANGUAGES]
    for number, made in enumerate(match.history):
        for choice in at_choice(match, number).choices(made.seat):
            assert [one.label(choice.text) for one in said] == [one.words.choice(choice) for one in said]


def test_a_match_turned_only_where_a_chance_changed_much() -> None:
    assert [one.number for one in told(stored()).turns()] == [4, 20, 21]
    level = Moment(((0.5, 0.5), (0.5, 0.5)), (0.5, 0.5))
    for change, turns in ((0.09, []), (0.11, [3])):
        moments = [level] * 3 + [level._replace(full=(0.5 + change, 0.5 - change))] * (stored().choices - 2)
        said = told(stored()._replace(moments=tuple(moments)))
        assert [one.number for one in said.turns()] == turns


def test_what_is_not_known_yet_is_not_said() -> None:
    whole = stored()
    part = whole._replace(moments=whole.moments[:40], swings=(), decisions=(), done=False)
    text = "\n".join(lines(part))
    assert "Luck and skill are not known yet." in text
    assert "No decision was found" not in text
    assert "Where the match turned" not in text
    assert "The review is not complete: 2 % is done." in text


def test_the_review_of_another_match_is_refused() -> None:
    with pytest.raises(BadArgument, match="another match"):
        ReviewWords(stored(), ending("blood_rage_played_2"), translator("en", "blood_rage"))
