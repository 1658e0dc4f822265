"""What docs/statistics.md prints is compared with games that are played now."""

import os
from pathlib import Path

import pytest

from tools import living

PAGE = Path(__file__).parents[1] / "docs" / "statistics.md"


def test_the_page_names_its_command_and_has_a_figure_for_each_seat_and_turn() -> None:
    page = PAGE.read_text("utf-8")
    assert living.command_of(page)[:2] == ["arena", "greedy"]
    found = living.figures(page)
    assert len(found) == 12
    assert all(figure.error > 0 for figure in found.values())


def test_a_page_agrees_with_itself_and_not_with_other_bots() -> None:
    page = PAGE.read_text("utf-8")
    assert living.differences(page, page) == []
    (row,) = [line for line in page.splitlines() if line.startswith("| 1st |")]
    score = row.split("|")[4].strip()
    other = page.replace(row, row.replace(score, "70.0 ± 0.7"))
    (said,) = living.differences(page, other)
    assert said.startswith("1st: score: ")
    assert living.differences(page, page.replace("## Turn order", "## Turns"))


def test_random_players_are_not_the_bots_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    page = PAGE.read_text("utf-8").replace("drakkar arena greedy", "drakkar arena random")
    assert living.replayed(page, 9, ["--jobs", "1"])


@pytest.mark.slow
def test_games_of_today_are_like_those_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    games = 600 if os.environ.get("DRAKKAR_FULL") else 24
    assert living.replayed(PAGE.read_text("utf-8"), games, []) == []
