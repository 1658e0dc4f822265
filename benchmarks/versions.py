"""Compare the speed of two installed versions of drakkar: the same games on each, in turns, by CPU time.

    python -m benchmarks.versions OLD_PYTHON NEW_PYTHON

Each argument is the Python of an environment with one version. A ratio above 1 means that the new version is faster.
The versions alternate within each window, and the median of the windows counts, so a busy machine has little effect.
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

WORKER = Path(__file__).with_name("one_version.py")


def window(python: str) -> dict[str, float]:
    """One window on one version: microseconds per decision."""
    done = subprocess.run([python, "-P", str(WORKER)], capture_output=True, text=True, check=False)  # noqa: S603 - named by the user
    if done.returncode:
        sys.exit(f"{python} cannot run {WORKER.name}:\n{done.stderr}")
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def ratios(pairs: list[tuple[dict[str, float], dict[str, float]]]) -> dict[str, list[float]]:
    """Old time divided by new time in each window, sorted."""
    return {kind: sorted(old[kind] / new[kind] for old, new in pairs) for kind in pairs[0][0]}


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="the Python of the environment with the old version")
    parser.add_argument("new", help="the Python of the environment with the new version")
    parser.add_argument("--windows", type=int, default=9, help="default: 9")
    asked = parser.parse_args(arguments)
    pairs = []
    for number in range(asked.windows):
        # Alternate the order, so that neither always gets the warmer machine.
        order = [asked.old, asked.new] if number % 2 == 0 else [asked.new, asked.old]
        figures = {python: window(python) for python in order}
        pairs.append((figures[asked.old], figures[asked.new]))
        print(f"window {number + 1} of {asked.windows}", file=sys.stderr, flush=True)
    print("| | old µs | new µs | ratio, median | least | most |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for kind, found in ratios(pairs).items():
        old, new = (statistics.median(pair[side][kind] for pair in pairs) for side in (0, 1))
        print(f"| {kind} | {old:.2f} | {new:.2f} | {statistics.median(found):.3f} | {found[0]:.3f} | {found[-1]:.3f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
