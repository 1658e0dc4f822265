"""Every game with an encoding has all environments, including the tiny test game in plain Python."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pyarrow import parquet

import drakkar
from drakkar import cli
from drakkar.core.game import Game, find
from drakkar.research import aec
from drakkar.research.encode import Encoder
from drakkar.research.gym import OneSeat
from drakkar.research.vector import Matches
from tests.research.playing import any_open, api_test, masks_are_fine, seed_test

pytestmark = masks_are_fine


@pytest.mark.parametrize("seats", [2, 3])
def test_pettingzoo_and_gymnasium_find_nothing_wrong(seats: int) -> None:
    api_test(aec.env(game="treasure", seats=seats), num_cycles=50)
    seed_test(lambda: aec.env(game="treasure", seats=seats), num_cycles=20)
    env = OneSeat("treasure", seats, ["random"])
    with pytest.warns(UserWarning, match="not having a spec"):
        check_env(env)


def test_many_matches_are_played_in_one_call() -> None:
    env, rng, rewards = Matches("treasure", 3, 4, seed=5), Random(5), []
    for _ in range(60):
        env.step(np.array([any_open(mask, rng) for mask in env.masks]))
        rewards += [row.tolist() for row in env.rewards[env.ended]]
    assert len(rewards) > 8
    assert all(sum(row) == pytest.approx(0.0, abs=1e-5) for row in rewards)


def test_openspiel_plays_it() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="there is no wheel of OpenSpiel for this machine")
    spiel = pytest.importorskip("drakkar.research.spiel")
    for players in (2, 3):
        pyspiel.random_sim_test(pyspiel.load_game(spiel.name_of("treasure"), {"players": players}), 3, True, False)


def test_its_matches_are_data(tmp_path: Path) -> None:
    words = ["--game", "treasure", "--players", "2", "--games", "3", "--jobs", "1", "--out", str(tmp_path)]
    assert cli.main(["dataset", "random", *words]) == 0
    rows = parquet.read_table(tmp_path / "part-00000.parquet").to_pylist()
    assert {len(row["observation"]) for row in rows} == {Encoder("treasure").size}
    assert {row["game"] for row in rows} == {0, 1, 2}


def test_whoever_writes_a_game_without_an_encoding_is_told_so() -> None:
    with pytest.raises(drakkar.BadArgument, match="Treasure has no encoding"):
        Game.encoding(find("treasure"))
