"""The command that measures how right reviews are: from results whose figure is known, and on one match."""

from pathlib import Path
from random import Random

import pytest

from benchmarks import reviews
from benchmarks.reviews import Line, mean_of, measure, planted, slope_of, told_of_blame, told_of_blunders
from drakkar.analysis.reviewing import Glance
from drakkar.core.hosting import at_choice
from tests.analysis.test_review import short
from tools.calibration.play import Table

TABLE = Table("blood_rage", 3)


def test_computed_luck_that_is_true_has_slope_one_whatever_the_seats_are_worth() -> None:
    rng, lines = Random(1), []
    for _ in range(50):
        luck = [rng.gauss(0, 0.1) for _ in range(2)]
        luck.append(-sum(luck))
        seats = (0.5, 0.3, 0.2)
        lines.append({"computed": luck, "true": [seat + part for seat, part in zip(seats, luck, strict=True)]})
    assert slope_of(lines) == pytest.approx(1)
    twice = [{**line, "computed": [2 * part for part in line["computed"]]} for line in lines]
    assert slope_of(twice) == pytest.approx(0.5)


def test_means_and_shares_have_intervals() -> None:
    assert mean_of([0.01, 0.03]) == "+2.00 ± 1.96 points"
    words = ["good"] * 49 + ["mistake"]
    assert next(told_of_blame([{"word": word} for word in words])) == "blamed: 1 of 50, 2.0% (0.4% to 10.5%)"
    found = list(told_of_blunders([{"word": word} for word in ("blunder", "mistake", "good", "blunder")]))
    assert found[0].startswith("found: 3 of 4, 75.0%")
    assert found[1].startswith("called blunder: 2 of 4")


def test_a_measure_that_was_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def one(_: Table, number: int) -> Line | None:
        asked.append(number)
        return {"word": "good"} if number % 2 else None

    monkeypatch.setitem(reviews.FIGURES, "blame", (4, one, told_of_blame))
    assert measure("blame", TABLE, 2, tmp_path)[1].startswith("blamed: 0 of 2")
    path = reviews.path_of(tmp_path, "blame", TABLE)
    path.write_text(path.read_text("utf-8") + '{"number": 4, "wo', "utf-8")
    assert measure("blame", TABLE, 4, tmp_path)[0] == "blame, blood_rage, 3 seats: 4"
    assert asked == [*range(8)], "what was found before is not measured again"


def test_a_planted_choice_is_reviewed_as_if_it_had_been_made() -> None:
    """The choice that was made has the word of the review; another choice is the one that is judged."""
    match = short("blood_rage")
    number = next(at for at, made in enumerate(match.history) if len(at_choice(match, at).choices(made.seat)) > 1)
    made = match.history[number]
    codes = [choice.code for choice in at_choice(match, number).choices(made.seat)]
    for code in codes[:3]:
        reviewer, s, seat = planted(match, number, code)
        assert seat == made.seat
        glance = Glance(reviewer, s, number)
        assert (glance.code, glance.codes) == (code, codes)
        assert glance.judged().options[0].worlds == 4
