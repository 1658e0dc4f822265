"""`drakkar bench` measures every face of the engine; the figures themselves are no test."""

import json

import pytest

import drakkar
from drakkar import cli
from drakkar.core.build import build


def test_the_data_has_every_number_for_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--game", "treasure", "--seconds", "0.05", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["build"] == build() == drakkar.build()
    assert set(result["players"]) == {"2", "3"}
    for row in result["players"].values():
        assert 0 < row["lean"]["two_or_more"] <= row["lean"]["all"]
        assert 0 < row["match"]["two_or_more"] <= row["match"]["all"]
        assert row["inside"]["all"] > 0
        assert row["clone_us"] > 0
        assert row["state_bytes"] > 100


def test_the_table_has_a_line_for_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--game", "treasure", "--seconds", "0.05"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"treasure, {build()} build, Python ")
    assert [line.split(" players")[0] for line in lines[3:]] == ["2", "3"]


@pytest.mark.parametrize("words", [["--seconds", "0"], ["--game", "chess"]])
def test_wrong_usage_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", *words]) == 2
    assert "drakkar: " in capsys.readouterr().err
