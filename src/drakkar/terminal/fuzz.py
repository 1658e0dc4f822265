"""The fuzzer on the command line: it runs on several processes for some minutes and writes each fault to a file."""

import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from drakkar.cluster.engine import Engine, TaskLost
from drakkar.core.fuzz import Case, Fault
from drakkar.core.game import find
from drakkar.terminal.files import SUFFIX

CASES_AT_ONCE: Final = 4
CASES_BEFORE_NEXT_SEED: Final = 10**9
# The choices made before in this process; the fuzzer prefers new ones.
_met: Counter[str] = Counter()


def fuzz_some(title: str, first: int, players: int | None) -> tuple[Counter[str], list[dict[str, Any]]]:
    """Run a few cases; return what was done and the faults."""
    done: Counter[str] = Counter()
    faults = []
    game = find(title)
    for number in range(first, first + CASES_AT_ONCE):
        seats = players or game.fewest_seats + number % (game.most_seats - game.fewest_seats + 1)
        try:
            case = Case(title, number, seats, _met)
            done += case.run()
            done[f"matches of {seats}"] += 1
        except Fault as fault:
            faults.append({"case": number, "error": fault.error, "choices": fault.choices, "record": fault.record})
        except Exception:  # noqa: BLE001 - an error before the first choice
            faults.append({"case": number, "error": traceback.format_exc(), "choices": 0, "record": ""})
    return done, faults


def fuzz(
    title: str, minutes: float, seed: int, players: int | None, engine: Engine, folder: Path
) -> tuple[dict[str, Any], bool]:
    """Fuzz until the time is up; return the summary, and whether Ctrl-C interrupted it."""
    started = time.monotonic()
    done: Counter[str] = Counter()
    faults: list[dict[str, Any]] = []
    cut_short = False
    try:
        with closing(engine.run(fuzz_some, _until(started + 60 * minutes, title, seed, players))) as outcomes:
            for outcome in outcomes:
                if isinstance(outcome.error, TaskLost):
                    cases = seed * CASES_BEFORE_NEXT_SEED + outcome.index * CASES_AT_ONCE
                    faults.append({"case": cases, "error": f"one of {CASES_AT_ONCE} cases killed its process"})
                    continue
                some_done, some_faults = outcome.result()
                done += some_done
                faults += [_kept(fault, folder) for fault in some_faults]
                _show_progress(time.monotonic() - started, minutes, done, faults)
    except KeyboardInterrupt:
        cut_short = True
    if sys.stderr.isatty():
        print(file=sys.stderr)
    seconds = round(time.monotonic() - started)
    return {"game": title, "seed": seed, "seconds": seconds, **dict(sorted(done.items())), "faults": faults}, cut_short


def _until(end: float, title: str, seed: int, players: int | None) -> Iterator[tuple[str, int, int | None]]:
    first = seed * CASES_BEFORE_NEXT_SEED
    while time.monotonic() < end:
        yield title, first, players
        first += CASES_AT_ONCE


def _kept(fault: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A fault with its record written to a file; without a record, only the error."""
    if not fault["record"]:
        return {key: fault[key] for key in ("case", "error")}
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fault-{fault['case']}{SUFFIX}"
    path.write_text(f"# {fault['error']}\n{fault['record']}", encoding="utf-8")
    return {"case": fault["case"], "error": fault["error"], "choices": fault["choices"], "file": str(path)}


def _show_progress(seconds: float, minutes: float, done: Counter[str], faults: list[dict[str, Any]]) -> None:
    if sys.stderr.isatty():
        text = f"{seconds / 60:.1f} of {minutes:g} min, {done['matches']} matches, {len(faults)} faults"
        print(f"\r{text}", end="", file=sys.stderr, flush=True)
