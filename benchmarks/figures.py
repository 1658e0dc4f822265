"""Arithmetic for the server benchmarks: percentiles, slopes, and actions at fixed times.

A benchmark that waits for an answer before it sends the next request sends less while the server stalls, and so counts
a long stall only once. Here every action has a due time, and latency is measured from that time. An action that is late
because the previous one is unanswered, or that is never answered, counts with its whole wait.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

PAGE: Final = os.sysconf("SC_PAGE_SIZE")
TICK: Final = os.sysconf("SC_CLK_TCK")
MEGABYTE: Final = 1_000_000


class Sample(NamedTuple):
    """One action: its due time in seconds after the start, and its latency in milliseconds from then on."""

    due: float
    ms: float
    is_done: bool = True


Act = Callable[[], Awaitable[None]]


def percentile(times: Sequence[float], share: float) -> float:
    """The time that at least this share of samples stays below; the maximum if there are too few samples."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def summary(times: Sequence[float]) -> dict[str, Any]:
    """The latency columns of a table row."""
    if not times:
        return {"number": 0}
    shares = {"p50_ms": 0.5, "p99_ms": 0.99, "p99_9_ms": 0.999}
    found = {name: round(percentile(times, share), 1) for name, share in shares.items()}
    return {"number": len(times), **found, "max_ms": round(max(times), 1)}


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The least-squares slope of the second value over the first; 0 for fewer than two points."""
    middle_x = sum(x for x, _ in points) / max(1, len(points))
    middle_y = sum(y for _, y in points) / max(1, len(points))
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread if spread else 0.0


def slopes(xs: Sequence[float], ys: Sequence[float], zs: Sequence[float]) -> tuple[float, float]:
    """The least-squares slopes of z over x and over y, fitted together.

    The part of y that x does not explain determines the slope over y; if there is none, x explains everything.
    """
    along = slope(list(zip(xs, ys, strict=True)))
    own = [y - along * x for x, y in zip(xs, ys, strict=True)]
    by_y = slope(list(zip(own, zs, strict=True)))
    return slope([(x, z - by_y * y) for x, y, z in zip(xs, ys, zs, strict=True)]), by_y


# --- Actions at fixed times


def due_times(seconds: float, shortest: float, longest: float, rng: Random) -> list[float]:
    """Random times in a window of `seconds`, with gaps within the limits; the first is within the longest gap."""
    times: list[float] = []
    now = rng.uniform(0, longest)
    while now < seconds:
        times.append(now)
        now += rng.uniform(shortest, longest)
    return times


async def in_turn(due: Sequence[float], act: Act, start: float, end: float) -> list[Sample]:
    """Actions that need the answer to the previous one, such as the choices of a match; no waiting after `end`.

    Both are times of the event loop's clock.
    """
    return [await _sample(one, act, start, end) for one in due]


async def side_by_side(due: Sequence[float], act: Act, start: float, end: float) -> list[Sample]:
    """Independent actions, such as requests: each is sent at its time."""
    return list(await asyncio.gather(*(_sample(one, act, start, end) for one in due)))


async def _sample(due: float, act: Act, start: float, end: float) -> Sample:
    clock = asyncio.get_running_loop().time
    await asyncio.sleep(start + due - clock())
    try:
        async with asyncio.timeout_at(end):
            await act()
    except TimeoutError:
        return Sample(due, (max(end, clock()) - start - due) * 1000, is_done=False)
    return Sample(due, (clock() - start - due) * 1000)


# --- The machine


def machine_times() -> tuple[int, int]:
    """Steal time and total time of the machine so far."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    return fields[7], sum(fields[:8])


class Meter:
    """The share of steal time since the last call."""

    def __init__(self) -> None:
        self._before = machine_times()

    def steal(self) -> float:
        """That share."""
        (steal, whole), (before, whole_before) = machine_times(), self._before
        self._before = steal, whole
        return round((steal - before) / max(1, whole - whole_before), 3)


def cpu_of(pid: int) -> float:
    """The CPU time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def cpu_of_all(pid: int) -> float:
    """The CPU time of a process and all its descendants, in seconds; ended ones count once they are waited for."""
    total = 0.0
    for each in [pid, *children_of(pid)]:
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # the process has ended
        total += sum(map(int, fields[11:15])) / TICK
    return total


def memory_of(pid: int) -> int:
    """The memory of a process, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def children_of(pid: int) -> list[int]:
    """The child processes of a process, recursively."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # the process has ended
        parents.setdefault(parent, []).append(int(stat.parent.name))
    found = parents.get(pid, [])[:]
    for child in found:  # the list grows in the loop
        found += parents.get(child, [])
    return found
