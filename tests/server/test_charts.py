"""The charts at the end of a match."""

from itertools import pairwise
from random import Random

import drakkar
from drakkar.core.hosting import questions
from drakkar.server.web.charts import APART, BOTTOM, TOP, bars, lines
from drakkar.server.web.panels import renderer
from tests.server.sample_documents import document, events

CLANS = ["wolf", "raven", "serpent", "bear", "ram"]


def test_lines_stay_within_the_chart_and_the_names_at_their_ends_apart() -> None:
    rng = Random(7)
    for _ in range(300):
        scores = [[0] * 5]
        for _ in range(rng.randrange(1, 40)):
            scores.append([max(-9, score + rng.choice((0, 0, 0, 1, 5, -2, 30))) for score in scores[-1]])
        points = [{"scores": one, "mark": "", "word": "", "part": rng.random() < 0.2} for one in scores]
        chart = lines(points, CLANS, lambda key, **values: f"{key} {values}")
        assert chart is not None
        for one in chart["series"]:
            at = [tuple(map(float, point.split(","))) for point in one["points"].split()]
            assert at[0][0] == 0
            assert at[-1][0] == 100
            assert all(TOP <= y <= 100 - BOTTOM for _, y in at)
            assert all(before <= after for (before, _), (after, _) in pairwise(at))
        names = sorted(one["name_at"] for one in chart["series"])
        assert names[0] >= TOP
        assert names[-1] <= 100 - BOTTOM
        assert all(below - above >= APART - 0.11 for above, below in pairwise(names))


def tight(*by_source: dict[str, int]) -> list[tuple[int, str]]:
    """The parts of bars whose numbers do not fit on a small screen."""
    drawn = bars(list(by_source), ["battles", "quests"], [0, 1])
    return [(row["seat"], part["source"]) for row in drawn["rows"] for part in row["parts"] if part["tight"]]


def test_a_part_of_a_bar_says_where_its_number_needs_more_room_than_a_small_screen_has() -> None:
    assert tight({"battles": 90, "quests": 10}, {"battles": 3, "quests": 4}) == [(1, "battles")]
    assert tight({"battles": 90, "quests": 11}, {"battles": 30, "quests": 7}) == []
    assert tight({"battles": 90, "quests": 200}, {"battles": 20, "quests": 0}) == [(1, "battles")]


def test_the_ages_of_a_chart_are_numbered_as_everywhere_on_the_page() -> None:
    match, rng = drakkar.new("blood_rage", 2, seed=1), Random(1)
    while not match.over:
        seat = min(questions(match))
        match.play(seat, rng.choice(match.choices(seat)))
    points = renderer("blood_rage").plain.scores(document(match, None, ["", ""]), events(match, None))
    assert [point["word"] for point in points if point["mark"] == "age_begins"] == ["I", "II", "III"]


def test_every_part_of_a_match_is_equally_wide_and_its_name_stands_in_its_middle() -> None:
    begins, mark = (1, 4, 20), 22
    points = [
        {"scores": [number, 0], "mark": "m" if number in (*begins, mark) else "", "word": str(number), "part": False}
        for number in range(25)
    ]
    for number in begins:
        points[number]["part"] = True
    chart = lines(points, CLANS[:2], lambda key, **values: f"{key} {values['word']}")
    assert chart is not None
    assert [(part["word"], part["x"]) for part in chart["parts"]] == [("m 1", 0), ("m 4", 33.3), ("m 20", 66.7)]
    assert [part["middle"] for part in chart["parts"]] == [16.6, 50, 83.3]
    assert [(one["word"], one["x"]) for one in chart["marks"]] == [("m 22", 83.3)]
