"""Try bombs in a separate process, so that a crash is detected and its bomb is named.

python -m tests.bombs.run --seed 1 --count 100000     with any build of Drakkar
python -m tests.bombs.run --seed 1 --show 4711        print the bomb with this number
"""

import argparse
import faulthandler
import json
import os
import select
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.bombs.bombs import bomb
from tests.bombs.corpus import fields, records
from tests.bombs.trial import tried

ROOT = Path(__file__).parent.parent.parent
# A child that needs longer for one bomb is stuck.
STUCK_SECONDS = 180
MOST_DEATHS = 20


class Report:
    """The bombs tried, and the faults."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        # By entry point: the share of the time limit, the number of the bomb, its CPU seconds and its length.
        self.worst: dict[str, tuple[float, int, float, int]] = {}

    def take(self, line: bytes) -> int:
        """Read a child's line with the result of one bomb; return the number of the bomb."""
        number, door, accepted, share, seconds, size, faults = json.loads(line)
        self.counts[f"{door} {'accepted' if accepted else 'refused'}"] += 1
        self.faults += [f"bomb {number} ({door}): {fault}" for fault in faults]
        if not accepted and share > self.worst.get(door, (0.0, 0, 0.0, 0))[0]:
            self.worst[door] = (share, number, seconds, size)
        return int(number)

    def told(self) -> str:
        """The report as text."""
        lines = [f"{sum(self.counts.values())} bombs: {dict(sorted(self.counts.items()))}"]
        for door, (share, number, seconds, size) in sorted(self.worst.items()):
            lines.append(
                f"{door}: the dearest refusal took {share:.0%} of what it may: "
                f"{seconds * 1000:.1f} ms for {size} characters, bomb {number}"
            )
        return "\n".join([*lines, *self.faults, f"{len(self.faults)} faults"])


def throw(seed: int, count: int, slack: float, first: int = 0) -> Report:
    """Try a number of bombs. A child that dies or hangs is a fault of its bomb, and a new one continues after it."""
    report, at, deaths = Report(), first, 0
    while at < first + count and deaths < MOST_DEATHS:
        at, death = _with_a_child(report, seed, at, first + count, slack)
        if death:
            deaths += 1
            report.faults.append(f"bomb {at} ({bomb(seed, at).door}): {death}")
            at += 1
    return report


def _with_a_child(report: Report, seed: int, start: int, end: int, slack: float) -> tuple[int, str]:
    """The number of bombs that a child got through, and how it died; empty if it finished."""
    command = [sys.executable, "-m", "tests.bombs.run", "--seed", str(seed), "--slack", str(slack)]
    command += ["--child", str(start), str(end)]
    at = start
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, bufsize=0) as child:  # noqa: S603 - ourselves
        assert child.stdout is not None
        rest = b""
        while True:
            if not select.select([child.stdout], [], [], STUCK_SECONDS)[0]:
                child.kill()
                return at, f"stuck for {STUCK_SECONDS} s"
            read = child.stdout.read(1 << 16)
            if not read:
                break
            *lines, rest = (rest + read).split(b"\n")
            for line in lines:
                at = report.take(line) + 1
    return at, "" if child.returncode == 0 and at == end else f"the process died, {child.returncode}"


def _child(seed: int, start: int, end: int, slack: float) -> None:
    faulthandler.enable()
    fields()
    records()
    for number in range(start, end):
        if os.environ.get("DRAKKAR_DIE_AT") == str(number):
            os.kill(os.getpid(), signal.SIGKILL)
        result = tried(bomb(seed, number))
        for _ in range(2):  # repeat: the first of a kind fills caches, and other work on the machine counts too
            result = tried(bomb(seed, number)) if result.share > slack else result
        if result.share > slack:
            result.faults.append(f"refused after {result.seconds * 1000:.0f} ms, {len(result.bomb.text)} characters")
        line = [number, result.bomb.door, result.accepted, result.share, result.seconds, len(result.bomb.text)]
        # One line at a time: the last line that arrives names the bomb before the fatal one.
        os.write(1, (json.dumps([*line, result.faults]) + "\n").encode())


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--slack", type=float, default=1.0, help="of 50 ms of CPU time for 10,000 characters")
    parser.add_argument("--show", type=int, metavar="NUMBER")
    parser.add_argument("--child", type=int, nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.show is not None:
        print(repr(bomb(asked.seed, asked.show).text))
    elif asked.child is not None:
        _child(asked.seed, asked.child[0], asked.child[1], asked.slack)
    else:
        report = throw(asked.seed, asked.count, asked.slack, asked.first)
        print(report.told())
        return 1 if report.faults else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
