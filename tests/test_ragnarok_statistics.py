"""The tools for the tables about Lords of Ragnarok; the figures themselves are not tested."""

from pathlib import Path

import pytest

from drakkar.arena.play import play
from drakkar.arena.summary import Summary, summary
from drakkar.arena.tally import Tally
from drakkar.games.lords_of_ragnarok.card import BOSS
from drakkar.games.lords_of_ragnarok.state import VICTORY_NAMES
from tests.arena.fake_results import lords_of_ragnarok
from tools import ragnarok_hunts as hunts
from tools import ragnarok_statistics as statistics

PAGE = Path(__file__).parent.parent / "docs" / "lords_of_ragnarok_statistics.md"


def run(seats: int) -> Summary:
    plan = lords_of_ragnarok("random", games=2, seats=seats)
    tally = Tally(plan.names, plan.seats)
    for fixture in plan.fixtures():
        tally.add(play(plan, fixture).line)
    return summary(plan, tally, False, 1.0)


def test_runs_stand_side_by_side_and_every_victory_has_its_row() -> None:
    runs = [run(2), run(3)]
    lines = statistics.tables(runs)
    for command in (found["command"] for found in runs):
        assert command in lines
    for name in VICTORY_NAMES:
        (row,) = [line for line in lines if line.startswith(f"| {name} |")]
        won = [found["victories"].get(name, {"rate": 0.0})["rate"] for found in runs]
        assert [cell.split(" %")[0].strip() for cell in row.split("|")[2:4]] == [f"{100 * rate:.1f}" for rate in won]
    assert sum(line.startswith(("| 1st |", "| 2nd |", "| 3rd |")) for line in lines) == 3
    tables = "\n".join(lines).split("\n\n")
    for rows in ([line for line in part.splitlines() if line.startswith("|")] for part in tables):
        assert len({row.count("|") for row in rows}) <= 1


@pytest.mark.parametrize("monster", [1, BOSS])
def test_a_hunt_is_played_to_its_end(monster: int) -> None:
    match = hunts.hunt(monster, 6, seed=1, bot="random")
    kinds = [event.kind for event in match.events(None)]
    assert (hunts.FELL in kinds) != (hunts.FAILED in kinds)
    some = hunts.Hunts()
    some.add(match)
    assert some.success.tries == 1
    assert some.wounds.total == kinds.count("wound_dealt")


def test_the_page_has_the_tables_of_both_tools() -> None:
    page = PAGE.read_text("utf-8")
    for tool, head in ((statistics, "| Slayer |"), (hunts, "| Attributes |")):
        made = page.partition(tool.BEGIN)[2].partition(tool.END)[0]
        assert f"\n{head}" in made
