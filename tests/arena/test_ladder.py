"""The ladder: what is played, what passes, and ratings that find the odds again."""

from pathlib import Path
from random import Random

import pytest

from drakkar import cli
from drakkar.arena import ladder
from drakkar.arena.ladder import Step, Table
from drakkar.arena.numbers import Rate


def test_each_bot_plays_among_copies_of_the_one_before_it_and_all_play_together() -> None:
    plans = ladder.plans("treasure", ["random", "greedy", "policy"], [2, 3], 6, ())
    assert [(plan.bots, plan.seats, plan.alone) for plan in plans] == [
        (["greedy", "random"], 2, True),
        (["policy", "greedy"], 2, True),
        (["random", "greedy", "policy"], 2, False),
        (["greedy", "random"], 3, True),
        (["policy", "greedy"], 3, True),
        (["random", "greedy", "policy"], 3, False),
    ]
    left = [(at, fixture.number) for at, fixture in ladder.in_turn(plans, {(0, 0)})]
    assert left[:6] == [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (0, 1)]


@pytest.mark.parametrize(
    ("wins", "games", "verdict"),
    [(0, 0, "not played"), (400, 800, "passes"), (25, 50, "open"), (200, 800, "too low"), (799, 800, "too high")],
)
def test_a_step_passes_if_it_is_certainly_high_enough_and_not_too_high(wins: int, games: int, verdict: str) -> None:
    assert Step("upper", "lower", 4, Rate(wins, games)).verdict() == verdict


def test_odds_of_2_5_are_these_shares() -> None:
    shares = {2: 2.5 / 3.5, 3: 2.5 / 4.5, 4: 2.5 / 5.5, 5: 2.5 / 6.5}
    assert [round(share * 100) for share in shares.values()] == [71, 56, 45, 38]
    assert all(ladder.odds_of(share, seats) == pytest.approx(2.5) for seats, share in shares.items())


def test_ratings_find_the_odds_that_games_were_played_with() -> None:
    """Matches of three drawn with odds of 1, 3 and 6; the intervals hold what was put in."""
    odds, rng, tables = {"a": 1.0, "b": 3.0, "c": 6.0}, Random(2), []
    for deal in range(400):
        bots = tuple(rng.choices("abc", k=3))
        winner = rng.choices(range(3), [odds[bot] for bot in bots])[0]
        tables.append(Table((0, deal), bots, tuple(float(seat == winner) for seat in range(3))))
    found, ends = ladder.ratings("abc", tables), ladder.rating_intervals("abc", tables)
    assert found["a"] == 0
    for bot, true in (("b", 1.099), ("c", 1.792)):
        assert ends[bot][0] < true < ends[bot][1]
        assert found[bot] == pytest.approx(true, abs=0.4)


def test_the_command_plays_reports_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", str(tmp_path), "random", "greedy", "--game", "treasure", "--players", "2", "--games", "4"]
    assert cli.main([*words, "--jobs", "1"]) == 0
    first = capsys.readouterr().out
    assert "| `greedy` | `random` | 2 | 4 |" in first
    assert (tmp_path / "ladder.md").read_text() == first
    games = (tmp_path / "games.jsonl").read_text()
    (tmp_path / "games.jsonl").write_text(games[:-20])
    assert cli.main([*words, "--jobs", "1"]) == 0
    assert capsys.readouterr().out == first
    assert (tmp_path / "games.jsonl").read_text() == games
    assert cli.main([*words[:-1], "6"]) == 1
    assert "holds another ladder" in capsys.readouterr().err
    assert cli.main(["ladder", str(tmp_path / "x"), "random"]) == 2
    assert "two bots or more" in capsys.readouterr().err
