"""Makes the corrections of `drakkar.analysis` and the tables of docs/analysis.md anew.

python -m tools.calibration [--game TITLE] [--players N ...] [--matches N] [--out DIR]

It plays matches between networks of mixed levels, fits on half of them and measures on the others. Matches are
kept in the folder, so it can be interrupted and gone on with. With DRAKKAR_FULL=1 it plays 4,000 matches a table.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any, Final

import numpy as np

from drakkar.analysis.calibration import FILES, KINDS, SEAT
from drakkar.analysis.player import PLAYER, digest
from tools.calibration.fit import Sample, corrections, forecast, samples, usual_length
from tools.calibration.measure import drifts, tenths, thirds
from tools.calibration.page import Measured, bins_of, diagram, write_page
from tools.calibration.play import EQUAL, Table, matches_of, path_of, play_all, tables

MATCHES: Final = 1000
FULL_COUNT: Final = 4000
# With fewer matches of a table, a correction is mostly noise: none is written.
ENOUGH: Final = 200
DOCS: Final = Path(__file__).resolve().parent.parent.parent / "docs"


def fit_and_measure(table: Table, matches: list[dict[str, Any]]) -> tuple[dict[str, Any], Measured]:
    """The corrections for a table from one half of the matches, and what they are worth on the other half."""
    fit_on = [told for told in matches if told["match"] // EQUAL % 2 == 0]
    rest = [told for told in matches if told["match"] // EQUAL % 2]
    length = usual_length(fit_on)
    fitted = corrections(fit_on, length)
    measured = Measured(table, digest(table.title), len(fit_on), len(rest))
    test_sets: dict[str, list[Sample]] = {kind: samples(rest, kind, length) for kind in KINDS}
    for kind in KINDS:
        measured.thirds[kind] = thirds(samples(fit_on, kind, length), test_sets[kind], fitted[kind])
    measured.drifts = drifts(rest, fitted, length)
    measured.tenths = tenths(matches)
    told = test_sets[SEAT]
    forecasts = np.concatenate([forecast(one, fitted[SEAT]) for one in told])
    measured.bins = bins_of(forecasts, np.concatenate([one.result for one in told]))
    return {"length": round(length, 1), "matches": len(fit_on), **fitted}, measured


def write_all(folder: Path, files: Path, docs: Path) -> list[str]:
    """Write the corrections and the page; the lines say what was done."""
    measured: list[Measured] = []
    said: list[str] = []
    by_game: dict[str, dict[str, Any]] = {}
    for table in tables():
        matches = matches_of(path_of(folder, table))
        if len(matches) < ENOUGH:
            said.append(f"{table.title}, {table.seats} seats: {len(matches)} matches are not enough, {ENOUGH} are")
            continue
        fitted, found = fit_and_measure(table, matches)
        by_game.setdefault(table.title, {})[str(table.seats)] = fitted
        measured.append(found)
        said.append(f"{found.name} seats: fitted on {found.fit_on} matches, measured on {found.measured_on}")
    files.mkdir(exist_ok=True)
    for title, seats in by_game.items():
        data = {"network": digest(title), "player": PLAYER, "seats": seats}
        (files / f"{title}.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    if measured:
        write_page(docs / "analysis.md", measured)
        (docs / "calibration.svg").write_text(diagram(measured), "utf-8")
    return said


def main() -> None:
    """Play, fit, measure, write."""
    usual = FULL_COUNT if os.environ.get("DRAKKAR_FULL") else MATCHES
    about = (__doc__ or "").partition("\n")[0]
    command = argparse.ArgumentParser(prog="python -m tools.calibration", description=about)
    command.add_argument("--game", metavar="TITLE", default="", help="play only this game (default: all)")
    command.add_argument("--players", type=int, nargs="+", metavar="N", help="play only these numbers (default: all)")
    command.add_argument("--matches", type=int, default=usual, help="per game and number of seats (%(default)s)")
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    command.add_argument("--out", type=Path, default=Path(".calibration"), help="folder for matches (%(default)s)")
    asked = command.parse_args()
    wanted = [table for table in tables(asked.game) if table.seats in (asked.players or [table.seats])]
    for line in play_all(asked.out, wanted, asked.matches, asked.jobs):
        print(line, flush=True)
    print("\n".join(write_all(asked.out, FILES, DOCS)))


if __name__ == "__main__":
    main()
