"""What a Ray cluster costs beside local processes. Nodes are simulated: daemons of this machine, with a core each.

    python -m benchmarks.cluster [--nodes 1,2,4,8] [--tasks 1000]

CPU time is that of every process that takes part: the driver, the workers and the daemons of all nodes. A game of a
certain length is a task that uses this much CPU time, so all beyond it is overhead. The machine has fewer cores than a
cluster: these are figures of overhead, not of speed.
"""

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from benchmarks.figures import cpu_of
from drakkar.cluster.engine import Arguments, Engine
from drakkar.cluster.local import Local
from drakkar.cluster.on_ray import OnRay
from drakkar.core.build import build
from tests.cluster.nodes import Cluster, processes_of

TITLE: Final = "blood_rage"
# At least this much of the speed of local processes; the break-even length of a game is where Ray has just that.
FLOOR: Final = 0.85
# Seconds of CPU time of a game, and how many games of that length.
LENGTHS: Final = {0.01: 200, 0.1: 60, 1.0: 10}
# The line by which the break-even length is told: overhead grows with length, because daemons never sleep for long.
TYPICAL: Final = 0.1
# The nodes on which games of several lengths are played, and as many local processes.
USUAL: Final = 2
# Tasks before the clock starts: every worker has imported everything then.
WARM_UP: Final = 8


class Cost(NamedTuple):
    """The CPU time of some tasks, in seconds: of the process that hands them out, and of all others."""

    tasks: int
    driver: float
    others: float
    seconds: float

    @property
    def each(self) -> float:
        """The CPU time of one task."""
        return (self.driver + self.others) / self.tasks


def ratio(local: float, ray: float, game: float) -> float:
    """Games per second of CPU time on Ray, with local processes as 1; all costs are overheads beside the game."""
    return (game + local) / (game + ray)


def break_even(local: float, ray: float, floor: float) -> float:
    """The length of a game from which on the ratio is at least this."""
    return max(0.0, (floor * ray - local) / (1 - floor))


# --- Tasks


def nothing(_: int) -> None:
    """A task without work."""


def spin(seconds: float) -> None:
    """A task that uses this much CPU time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


# --- CPU time


def measured(engine: Engine, others: Callable[[], float], work: Callable[..., Any], tasks: list[Arguments]) -> Cost:
    """The cost of these tasks, `others` being the CPU time of all other processes so far."""
    started, driver, rest = time.perf_counter(), time.process_time(), others()
    for outcome in engine.run(work, tasks):
        outcome.result()
    return Cost(len(tasks), time.process_time() - driver, others() - rest, time.perf_counter() - started)


def of_children() -> float:
    """The CPU time of processes that this one has started and that have ended."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def of_nodes(cluster: Cluster) -> float:
    """The CPU time of all daemons and workers."""
    return sum(cpu_of(pid) for node in cluster.nodes for pid in processes_of(node))


def on_ray(cluster: Cluster, work: Callable[..., Any], tasks: list[Arguments]) -> Cost:
    """The cost of these tasks on a cluster, by workers that are warm."""
    with OnRay(cluster.address, None, TITLE) as engine:
        measured(engine, lambda: 0.0, work, tasks[:1] * WARM_UP)
        return measured(engine, lambda: of_nodes(cluster), work, tasks)


def lengths(cluster: Cluster, tasks: int) -> Iterator[str]:
    """Games of several lengths, locally and on two nodes."""
    yield "| CPU time of a game | local: overhead | Ray: overhead | games per CPU second, local = 1 |"
    yield "|---|---|---|---|"
    even = 0.0
    for length, number in {0.0: tasks, **LENGTHS}.items():
        work, arguments = (spin, [(length,)] * number) if length else (nothing, [(0,)] * number)
        local = measured(Local(USUAL), of_children, work, arguments).each - length
        ray = on_ray(cluster, work, arguments).each - length
        rate = f"{ratio(local, ray, length):.3f}" if length else "–"
        yield f"| {length:g} s | {1000 * local:.2f} ms | {1000 * ray:.2f} ms | {rate} |"
        if length == TYPICAL:
            even = break_even(local, ray, FLOOR)
    yield f"\nby the line of {TYPICAL:g} s, Ray has {FLOOR:.0%} of local processes from {1000 * even:.0f} ms a game on"


def nodes(cluster: Cluster, numbers: list[int], tasks: int) -> Iterator[str]:
    """Tasks without work on more and more nodes."""
    yield "| nodes | CPU time per task | of it the driver's | tasks per second |"
    yield "|---|---|---|---|"
    for number in numbers:
        while len(cluster.nodes) < number:
            cluster.add_node()
        found = on_ray(cluster, nothing, [(0,)] * tasks)
        driver = found.driver / found.tasks
        yield f"| {number} | {1000 * found.each:.2f} ms | {1000 * driver:.2f} ms | {found.tasks / found.seconds:.0f} |"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", default="1,2,4,8", help="numbers of nodes (default: 1,2,4,8)")
    parser.add_argument("--tasks", type=int, default=1000, help="tasks without work for each figure (default: 1000)")
    asked = parser.parse_args(words)
    numbers = [int(number) for number in asked.nodes.split(",")]
    print(f"{build()} build, {os.cpu_count()} cores\n", flush=True)
    with Cluster() as cluster:
        show(nodes(cluster, numbers, asked.tasks))
    with Cluster() as cluster:
        while len(cluster.nodes) < USUAL:
            cluster.add_node()
        show(lengths(cluster, asked.tasks))
    return 0


def show(lines: Iterable[str]) -> None:
    """Print lines as they come."""
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
