"""`drakkar bench` measures every interface of the engine; the figures themselves are not tested."""

import json
from random import Random

import pytest

import drakkar
from drakkar import cli
from drakkar.core.build import build
from drakkar.terminal import bench


def test_the_data_has_every_number_for_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--game", "treasure", "--seconds", "0.05", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["build"] == build() == drakkar.build()
    assert set(result["players"]) == {"2", "3"}
    for row in result["players"].values():
        assert 0 < row["fast_state"]["two_or_more"] <= row["fast_state"]["all"]
        assert 0 < row["match"]["two_or_more"] <= row["match"]["all"]
        assert 0 < row["inside"]["two_or_more"] <= row["inside"]["all"]
        assert row["clone_us"] > 0
        assert row["state_bytes"] > 100


def test_the_table_has_a_line_for_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--game", "treasure", "--seconds", "0.05"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"treasure, {build()} build, Python ")
    assert [line.split(" players")[0] for line in lines[3:]] == ["2", "3"]


@pytest.mark.parametrize(("title", "seats"), [("treasure", 3), ("blood_rage", 4)])
def test_a_playout_inside_the_engine_is_counted_as_it_is_played(title: str, seats: int) -> None:
    for seed in range(3):
        decisions, real = bench.inside_counts(title, seats, seed)
        assert decisions == drakkar.fast_state(title, seats, seed).playout(Random(seed))
        assert 0 < real <= decisions


def test_a_window_goes_on_with_whole_games_and_the_next_seed() -> None:
    played: list[int] = []

    def game(seed: int) -> bench.Counts:
        played.append(seed)
        return 10, 4

    rate, real_rate, after = bench.window(game, 0.01, first=5)
    assert played == list(range(5, after))
    assert real_rate == pytest.approx(rate * 0.4)


@pytest.mark.parametrize("words", [["--seconds", "0"], ["--game", "chess"]])
def test_wrong_usage_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", *words]) == 2
    assert "drakkar: " in capsys.readouterr().err
