"""The arithmetic of the server benchmarks: percentiles, slopes, and latency from the due time of an action."""

import asyncio
import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks import one_version, versions
from benchmarks.attacks import ATTACKS
from benchmarks.cluster import Cost, break_even, measured, ratio, spin
from benchmarks.figures import Sample, due_times, in_turn, percentile, side_by_side, slope, summary
from benchmarks.hostile import Point, memory_of, verdict
from benchmarks.server import by_window
from benchmarks.wires import CLOSE, TEXT, Frames, frame
from drakkar.cluster.local import Local
from tests.server.postgres import needed_programs

ROOT = Path(__file__).resolve().parents[1]


def test_a_percentile_is_a_time_that_was_measured() -> None:
    """The share below it is at least the given one; with few samples the maximum counts."""
    times = [float(number) for number in range(1000, 0, -1)]
    assert percentile(times, 0.5) == 501
    assert percentile(times, 0.99) == 991
    assert percentile(times, 0.999) == 1000
    assert percentile([3.0, 7.0], 0.99) == 7


def test_a_summary_has_the_longest_time() -> None:
    """One slow action among a thousand is beyond p99.9, and still visible."""
    assert summary([1.0] * 1999 + [500.04]) == {
        "number": 2000,
        "p50_ms": 1.0,
        "p99_ms": 1.0,
        "p99_9_ms": 1.0,
        "max_ms": 500.0,
    }
    assert summary([]) == {"number": 0}


def test_a_slope_is_the_least_squares_one() -> None:
    """Noise of equal size on both sides of a line does not tilt it."""
    assert slope([(0, 5), (1, 7), (2, 9)]) == pytest.approx(2)
    assert slope([(0, 1), (1, -1), (2, -1), (3, 1)]) == pytest.approx(0)
    assert slope([(0, 0), (1, 0), (2, 3)]) == pytest.approx(1.5)
    assert slope([(4, 2)]) == 0
    assert slope([]) == 0


def test_due_times_fill_the_window() -> None:
    """No gap is longer than the longest, and none shorter than the shortest."""
    due = due_times(30, 0.25, 0.5, Random(1))
    gaps = [after - before for before, after in pairwise(due)]
    assert due[0] < 0.5
    assert due[-1] >= 29.5
    assert due[-1] < 30
    assert min(gaps) >= 0.25
    assert max(gaps) <= 0.5


def test_a_stall_counts_for_every_act_that_was_due_in_it() -> None:
    """The first action stalls; those after it are late by the rest of the stall, and none is left out."""
    stalls = iter([0.3, 0.0, 0.0, 0.0])

    async def measure() -> list[Sample]:
        start = asyncio.get_running_loop().time()
        return await in_turn([0.0, 0.1, 0.2, 0.29], lambda: asyncio.sleep(next(stalls)), start, start + 60)

    samples = asyncio.run(measure())
    assert [sample.due for sample in samples] == [0.0, 0.1, 0.2, 0.29]
    for sample, left in zip(samples, [300, 200, 100, 10], strict=True):
        assert sample.is_done
        assert sample.ms >= left - 1


def test_what_is_never_answered_counts_with_all_its_waiting() -> None:
    """So does an action that could not even be sent."""

    async def measure() -> list[Sample]:
        start = asyncio.get_running_loop().time()
        return await in_turn([0.0, 0.05], lambda: asyncio.sleep(600), start, start + 0.2)

    first, second = asyncio.run(measure())
    assert not first.is_done
    assert not second.is_done
    assert first.ms >= 200
    assert second.ms >= 150


def test_requests_do_not_wait_for_each_other() -> None:
    """Each one waits for the last to begin: in sequence they would wait for ever."""

    async def measure() -> list[Sample]:
        start, begun, last = asyncio.get_running_loop().time(), [], asyncio.Event()

        async def act() -> None:
            begun.append(1)
            if len(begun) == 3:
                last.set()
            await last.wait()

        return await side_by_side([0.0, 0.01, 0.02], act, start, start + 60)

    assert all(sample.is_done for sample in asyncio.run(measure()))


def test_every_window_counts() -> None:
    """A choice belongs to the window in which it was due, however late its answer came."""
    samples = [Sample(0.0, 9000.0), Sample(1.9, 1.0), Sample(2.0, 2.0), Sample(5.9, 3.0)]
    assert by_window(samples, 2.0, 3) == [[9000.0, 1.0], [2.0], [3.0]]


# --- Attacks


@pytest.mark.parametrize("piece", [1, 2, 7, 50, 100_000])
def test_frames_are_read_however_they_are_cut(piece: int) -> None:
    """Short, long and very long ones in sequence, each seen once and by its start."""
    texts = [b"{}", b"a" * 200, b"b" * 70_000, b"", b"c" * 126]
    sent = b"".join(_from_server(TEXT, text) for text in texts) + _from_server(CLOSE, b"\x03\xf0too_many")
    reader = Frames()
    found = [one for at in range(0, len(sent), piece) for one in reader.feed(sent[at : at + piece])]
    assert found == [*((TEXT, text[:48]) for text in texts), (CLOSE, b"\x03\xf0too_many")]


def _from_server(kind: int, text: bytes) -> bytes:
    size = len(text)
    if size < 126:
        return bytes([0x80 | kind, size]) + text
    if size < 65_536:
        return bytes([0x80 | kind, 126]) + size.to_bytes(2, "big") + text
    return bytes([0x80 | kind, 127]) + size.to_bytes(8, "big") + text


def test_a_frame_of_a_client_is_masked() -> None:
    """As the protocol demands; a mask of zeros leaves the text unchanged."""
    assert frame(b"{}") == b"\x81\x82\0\0\0\0{}"
    assert frame(b"a" * 300) == b"\x81\xfe\x01\x2c\0\0\0\0" + b"a" * 300


def _row(quiet: float, p99: float, **more: object) -> dict[str, Any]:
    return {"crash": None, "faults": {}, "quiet": {"p99_ms": quiet}, "under": {"p99_ms": p99, "unanswered": 0}, **more}


def test_a_server_holds_at_the_larger_of_a_hundred_ms_and_twice_the_quiet_p99() -> None:
    """Any refusal to the neighbour counts against it, and so does a crash."""
    assert verdict(_row(5.0, 100.0)) == "held"
    assert verdict(_row(5.0, 100.1)) == "hurt"
    assert verdict(_row(80.0, 160.0)) == "held"
    assert verdict(_row(80.0, 160.1)) == "hurt"
    assert verdict(_row(5.0, 20.0, faults={"429": 1})) == "refused"
    assert verdict(_row(5.0, 20.0, crash=-11)) == "crash (-11)"


@pytest.mark.parametrize(("karl", "expected"), [(60.0, "held"), (60.1, "bots hurt"), (None, "bots hurt")])
def test_a_bot_answers_within_twice_its_quiet_median(karl: float | None, expected: str) -> None:
    """One that never answers does not."""
    row = _row(5.0, 20.0)
    row["quiet"]["karl_ms"] = 30.0
    row["under"] |= {} if karl is None else {"karl_ms": karl}
    assert verdict(row) == expected


def test_memory_that_has_stopped_growing_has_no_slope_in_the_second_half() -> None:
    """The first half shows that it grew at first: 10 MB in 100 seconds."""
    points = [Point(float(at), min(at, 100) * 100_000 + 50e6, 90e6, 0) for at in range(0, 201, 5)]
    found = memory_of(points)
    assert found["server"]["first_mb"] == 50
    assert found["server"]["last_mb"] == found["server"]["most_mb"] == 60
    assert found["server"]["mb_an_hour"] > 100
    assert found["server"]["mb_an_hour_second_half"] == 0
    assert found["all"]["mb_an_hour"] == 0


def test_what_live_tables_take_is_told_apart_from_what_grows_with_time() -> None:
    """A quarter of a megabyte for each of 400 tables, and 3 MB an hour."""
    live = [min(at // 2, 400) + at % 7 for at in range(1200)]
    points = [Point(float(at), 60e6 + number * 250e3 + at / 3600 * 3e6, 0.0, number) for at, number in enumerate(live)]
    found = memory_of(points)
    assert found["tables"] == [0, 402]
    assert found["whole"] == found["second_half"] == {"mb_a_table": 0.25, "mb_an_hour_without_tables": 3}


@pytest.mark.parametrize("name", ["server", "hostile"])
def test_a_benchmark_runs_as_a_script_too(name: str) -> None:
    """From any folder, and its help says what it does."""
    script = [sys.executable, str(ROOT / "benchmarks" / f"{name}.py"), "--help"]
    shown = subprocess.run(script, capture_output=True, text=True, check=True, cwd=ROOT / "docs").stdout  # noqa: S603
    assert "--pythonpath" in shown
    if name == "hostile":
        assert all(f"\n{attack} " in shown for attack in ATTACKS)


@pytest.mark.slow
def test_every_attack_meets_a_server(tmp_path: Path) -> None:
    """Each one for a moment: the server survives, and the table of results has them all."""
    script = [
        sys.executable,
        "-m",
        "benchmarks.hostile",
        "--safe-bombs",
        "--markdown",
        "--json",
        str(tmp_path / "json"),
    ]
    times = ["--seconds", "3", "--quiet", "1", "--patience", "2"]
    ended = subprocess.run([*script, *times], capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S603
    shown = ended.stdout
    assert ended.returncode == 0, shown + ended.stderr
    rows = json.loads((tmp_path / "json").read_text())["rows"]
    assert [row["attack"] for row in rows] == list(ATTACKS)
    for row in rows:
        assert f"\n| {row['attack']} " in shown
        assert row["crash"] is None
        assert row["quiet"]["number"] > 0
        assert sum(row["attacker"]["attacks"][row["attack"]].values()) > 0, row


def run(name: str, *words: str) -> str:
    """The output of a benchmark."""
    script = [sys.executable, "-m", f"benchmarks.{name}", *words]
    ended = subprocess.run(script, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S603
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.slow
def test_a_crowd_plays_on_a_server() -> None:
    """Choices at fixed times are answered, and so are those flat out."""
    result = json.loads(run("server", "--matches", "2", "--seconds", "2", "--windows", "1", "--every", "0.5", "--json"))
    (row,) = result["rows"]
    assert row["number"] == 8
    assert row["unanswered"] == 0
    assert result["flat_out"]["choices_a_second"] > 0


@pytest.mark.slow
def test_a_crowd_plays_on_several_processes(tmp_path: Path) -> None:
    """Every setting is measured, and compared with SQLite in its own round."""
    needed_programs()
    shown = run(
        *("scale", "--workers", "1", "2", "--matches", "2", "--seconds", "1", "--rounds", "1"),
        *("--json", str(tmp_path / "json")),
    )
    (turns,) = json.loads((tmp_path / "json").read_text())
    spread = "PostgreSQL, 2 processes"
    assert list(turns) == ["SQLite", "PostgreSQL, 1 process", spread, f"{spread}, each match at one"]
    for name, turn in turns.items():
        assert f"\n| {name} | " in shown
        assert turn["choices"] > 0
        assert turn["server_cpu"] > 0
        assert (turn["database_cpu"] > 0) == (name != "SQLite")


@pytest.mark.slow
def test_appends_are_counted_with_news_and_without() -> None:
    """A single connection appends in each of three ways."""
    needed_programs()
    shown = run("notify", "--clients", "1", "--seconds", "1", "--rounds", "1")
    counted = re.findall(r"^\| (?:without NOTIFY|NOTIFY in .+) \| ([\d,]+) \|$", shown, re.MULTILINE)
    assert len(counted) == 3
    assert "0" not in counted


def test_two_versions_are_compared_in_turns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A version against itself, on a few games: every kind has a ratio, and ratios are old time by new time."""
    few = [({"match": 2.0}, {"match": 1.0}), ({"match": 3.0}, {"match": 3.0})]
    assert versions.ratios(few) == {"match": [1.0, 2.0]}
    monkeypatch.setattr(one_version, "KINDS", {kind: (play, 1) for kind, (play, _) in one_version.KINDS.items()})
    one_version.main()
    figures = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(versions, "window", lambda _: figures)
    assert versions.main(["old", "new", "--windows", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[0][2:] for row in rows] == list(figures)
    assert all(row.endswith("| 1.000 | 1.000 | 1.000 |") for row in rows)


# --- A cluster


def test_a_game_breaks_even_where_ray_has_just_the_floor() -> None:
    """Shorter games are below it, longer ones above; an engine that costs less breaks even at once."""
    even = break_even(0.001, 0.004, 0.85)
    assert even == pytest.approx(0.016)
    assert ratio(0.001, 0.004, even) == pytest.approx(0.85)
    assert ratio(0.001, 0.004, even / 2) < 0.85 < ratio(0.001, 0.004, 2 * even)
    assert break_even(0.004, 0.001, 0.85) == 0


def test_the_cost_of_a_task_counts_the_driver_and_all_others() -> None:
    """On one core the driver does everything, and a game of some length takes at least that much."""
    assert Cost(4, 1.0, 3.0, 60.0).each == 1
    found = measured(Local(1), lambda: 0.0, spin, [(0.05,)] * 3)
    assert found.tasks == 3
    assert found.driver >= 0.15
