"""`drakkar bench --research` measures every environment; the figures themselves are not tested."""

import json

import pytest

from drakkar import cli
from drakkar.core.build import build
from drakkar.research import bench

QUICK = ["bench", "--research", "--seconds", "0.01"]


@pytest.mark.slow
def test_every_interface_has_a_number_or_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing() -> None:
        raise ModuleNotFoundError("No module named 'chess'", name="chess")

    monkeypatch.setattr(bench, "REPLAYS", 1)
    monkeypatch.setattr(bench, "_chess", nothing)
    assert cli.main([*QUICK, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["build"] == build()
    assert all(cost > 0 for cost in result["step_us"].values())
    found = result["decisions_per_second"]
    chess = [rate for name, rate in found.items() if name.startswith("chess")]
    assert chess == ["chess is not installed"] * 2
    assert sum(isinstance(rate, int) and rate > 0 for rate in found.values()) >= 4


@pytest.mark.slow
def test_the_table_tells_them_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "REPLAYS", 1)
    few = dict(list(bench.interfaces("blood_rage").items())[:2])
    monkeypatch.setattr(bench, "interfaces", lambda _: few)
    assert cli.main(QUICK) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"blood_rage, 4 players, {build()} build, Python ")
    assert [line.split("  ")[1] for line in lines[-2:]] == list(few)
    assert any(line.startswith("  Match.play") and line.endswith("1.0 ×") for line in lines)
