"""Every game with an encoding has all environments, including the tiny test game in plain Python.

Blood Rage has tests of its own beside this file.
"""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pyarrow import parquet

import drakkar
from drakkar import cli
from drakkar.core.chance import seed_from
from drakkar.core.game import Game, find
from drakkar.research import aec, bench
from drakkar.research.encode import Encoder
from drakkar.research.gym import OneSeat
from drakkar.research.rewards import placement
from drakkar.research.vector import Matches
from tests.research.playing import any_open, api_test, masks_are_fine, seed_test

pytestmark = masks_are_fine

TITLES = ["treasure", "lords_of_ragnarok"]
TABLES = [
    pytest.param(title, seats, marks=pytest.mark.thorough if seats > 2 else ())
    for title in TITLES
    for seats in range(find(title).fewest_seats, find(title).most_seats + 1)
]


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_pettingzoo_finds_nothing_wrong(title: str, seats: int) -> None:
    api_test(aec.env(game=title, seats=seats), num_cycles=100)
    seed_test(lambda: aec.env(game=title, seats=seats), num_cycles=50)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_gymnasium_finds_nothing_wrong(title: str, seats: int) -> None:
    env = OneSeat(title, seats, ["random"])
    with pytest.warns(UserWarning, match="not having a spec"):
        check_env(env)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_many_matches_are_played_in_one_call(title: str, seats: int) -> None:
    """Row by row they are the matches that begin with the same seeds, and the rewards of those that ended add up."""
    env, encoder, rng = Matches(title, seats, 2, seed=5), Encoder(title), Random(5)
    alone = [drakkar.fast_state(title, seats, seed_from(f"drakkar matches 5 {table} 0")) for table in range(2)]
    while True:
        for table, s in enumerate(alone):
            assert env.seats[table] == s.seat
            assert np.flatnonzero(env.masks[table]).tolist() == sorted(s.legal())
            assert (env.observations[table] == encoder.observation(s.state, s.seat)).all()
        choices = np.array([any_open(mask, rng) for mask in env.masks])
        env.step(choices)
        for table, s in enumerate(alone):
            s.apply(int(choices[table]))
            assert env.ended[table] == s.over
        if env.ended.any():
            break
    table = int(np.flatnonzero(env.ended)[0])
    assert env.rewards[table].tolist() == pytest.approx(placement(alone[table].scores()))
    assert sum(env.rewards[table]) == pytest.approx(0.0, abs=1e-5)


@pytest.mark.parametrize("title", TITLES)
def test_its_matches_are_data(title: str, tmp_path: Path) -> None:
    words = ["--game", title, "--players", "2", "--games", "3", "--jobs", "1", "--out", str(tmp_path)]
    assert cli.main(["dataset", "random", *words]) == 0
    rows = parquet.read_table(tmp_path / "part-00000.parquet").to_pylist()
    assert {len(row["observation"]) for row in rows} == {Encoder(title).size}
    assert {row["game"] for row in rows} == {0, 1, 2}


@pytest.mark.thorough
@pytest.mark.parametrize("title", TITLES)
def test_its_speed_is_measured(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SEATS", 2)
    monkeypatch.setattr(bench, "WINDOWS", 1)
    own = [make for name, make in bench.interfaces(title).items() if name.startswith(f"{title}:")]
    assert len(own) == 4
    assert all(bench.rate(make, 0.01) for make in own)


def test_whoever_writes_a_game_without_an_encoding_is_told_so() -> None:
    with pytest.raises(drakkar.BadArgument, match="Treasure has no encoding"):
        Game.encoding(find("treasure"))
