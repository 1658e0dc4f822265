"""The comparison with other engines works without them; the figures themselves are not tested."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks import peers
from drakkar.core.build import build
from drakkar.core.game import find
from drakkar.games import TITLES
from drakkar.terminal import bench

ROOT = Path(__file__).parent.parent
DRAKKAR = f"| drakkar ({build()} build) | Blood Rage, 4 players | "


class Toy:
    """A peer with games of eight decisions, every second one with a real choice."""

    engine = "toy"
    game = "counting, 1 player"

    def play(self, seed: int, most: int = peers.TO_THE_END) -> peers.Played:
        return [seed], min(8, most), min(8, most) // 2

    def copier(self, position: Any) -> Callable[[], object]:
        copy: Callable[[], object] = position.copy
        return copy

    def playouts(self) -> peers.Game | None:
        return None


def absent() -> peers.Peer:
    raise ImportError


@pytest.fixture(autouse=True)
def _few_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "WINDOWS", 1)
    monkeypatch.setattr(bench, "CLONES", 10)
    monkeypatch.setattr(bench, "INSIDE_SEEDS", 2)


def test_without_any_peer_drakkar_has_its_rows_and_the_missing_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("catanatron.game", "pyspiel", "chess"):
        monkeypatch.setitem(sys.modules, module, None)  # the import system treats it as missing
    assert peers.main(["--seconds", "0.001"]) == 0
    lines = capsys.readouterr().out.splitlines()
    tables = [str(seats) for title in TITLES for seats in range(find(title).fewest_seats, find(title).most_seats + 1)]
    assert [line[2] for line in lines if line[2:3].isdigit() and line.startswith("| ")] == tables
    for title in TITLES:
        assert sum(f"{find(title).name}, 4 players |" in line for line in lines) == 2, "driven from Python, and inside"
    own = [line for line in lines if line.startswith(DRAKKAR)]
    assert all(" | 1.0 | 1.0 |" in line for line in own)
    assert lines[-1] == "not installed: catanatron, open_spiel, chess"


def test_a_peer_has_its_row_and_its_ratios(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(peers, "PEERS", {"toy": [Toy], "absent": [absent]})
    assert peers.main(["--seconds", "0.001", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    own, *_, toy = result["driven"]
    assert (own["game"], toy["game"]) == ("Blood Rage, 4 players", "counting, 1 player")
    assert toy["two_or_more"] == pytest.approx(toy["all"] / 2, abs=1)
    for which in ("all", "two_or_more"):
        assert toy[f"ratio_{which}"] == pytest.approx(own[which] / toy[which])
    assert [row["engine"] for row in result["inside"]] == [own["engine"]] * len(TITLES)
    assert result["not_installed"] == ["absent"]


def test_every_peer_that_is_here_plays_to_the_end_and_stops_where_it_is_told() -> None:
    for peer in [*map(peers.Drakkar, TITLES), *peers.installed()[0]]:
        _, decisions, real = peer.play(1)
        assert 0 < real <= decisions
        position, *counts = peer.play(1, 10)
        assert counts[0] == 10
        assert peer.copier(position)() is not position


def test_a_page_gets_the_tables_between_its_marks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(peers, "PEERS", {"absent": [absent]})
    page = tmp_path / "page.md"
    page.write_text(f"before\n{peers.BEGIN}\nold\n{peers.END}\nafter\n", "utf-8")
    assert peers.main(["--seconds", "0.001", "--write", str(page)]) == 0
    text = page.read_text("utf-8")
    assert text.startswith(f"before\n{peers.BEGIN}\n\n2")
    assert text.endswith(f"\n\nnot installed: absent\n\n{peers.END}\nafter\n")
    assert "old" not in text
    assert DRAKKAR in text


def test_a_page_without_marks_is_refused_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing here\n", "utf-8")
    with pytest.raises(SystemExit):
        peers.main(["--write", str(page)])
    assert "--write: the page has no" in capsys.readouterr().err


def test_it_is_a_script() -> None:
    script = [sys.executable, str(ROOT / "benchmarks" / "peers.py"), "--help"]
    done = subprocess.run(script, capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603 - our own words
    assert "--seconds" in done.stdout


def test_the_page_about_speed_has_the_tables_of_a_whole_run() -> None:
    page = (ROOT / "docs" / "speed.md").read_text("utf-8")
    made = page.partition(peers.BEGIN)[2].partition(peers.END)[0]
    for row in ("| 2 |", "| 5 |", "| drakkar (", "| catanatron ", "| OpenSpiel ", "| python-chess "):
        assert f"\n{row}" in made, "run: python benchmarks/peers.py --write docs/speed.md"
    assert "not installed" not in made
