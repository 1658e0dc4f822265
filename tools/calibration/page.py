"""The measured part of docs/analysis.md, and its diagram."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drakkar.analysis.calibration import FULL, KINDS, PUBLIC, SEAT
from tools.calibration.measure import BINS, Drift, Tenth, Third
from tools.calibration.play import Table

BEGIN: Final = "<!-- made by python -m tools.calibration -->"
KNOWLEDGE: Final = {SEAT: "a seat", PUBLIC: "everyone", FULL: "all hands"}
NAMES: Final = ("first", "second", "last")
# A panel of the diagram, in pixels.
PANEL: Final = 150
GAP: Final = 30


class Measured:
    """What was measured for one game and number of seats."""

    def __init__(self, table: Table, network: str, fit_on: int, measured_on: int) -> None:
        self.table = table
        self.network = network
        self.fit_on = fit_on
        self.measured_on = measured_on
        self.thirds: dict[str, list[Third]] = {kind: [] for kind in KINDS}
        self.drifts: list[Drift] = []
        self.tenths: list[Tenth] = []
        # By bin: the mean forecast and the frequency, of what a seat knows.
        self.bins: list[tuple[float, float]] = []

    @property
    def name(self) -> str:
        """The game and the number of seats."""
        return f"{self.table.title.replace('_', ' ').capitalize()}, {self.table.seats}"


def bins_of(p: NDArray[np.float64], y: NDArray[np.float64]) -> list[tuple[float, float]]:
    """Mean forecast and frequency in bins of as many forecasts each."""
    parts = [part for part in np.array_split(np.argsort(p, kind="stable"), BINS) if len(part)]
    return [(float(p[part].mean()), float(y[part].mean())) for part in parts]


def section(measured: list[Measured]) -> str:
    """The tables, as Markdown."""
    lines = [BEGIN, "", "![Forecast and frequency, by game and number of seats](calibration.svg)", ""]
    for one in measured:
        lines += [
            f"### {one.name} seats",
            "",
            f"Network {one.network}; fitted on {one.fit_on} matches, measured on {one.measured_on} others.",
            "",
            "| knowledge | third | error in points | noise | log-loss | better than base rate | than score and stage |",
            "|---|---|---:|---:|---:|---:|---:|",
        ]
        lines += [_row(kind, third) for kind in KINDS for third in one.thirds[kind]]
        lines += ["", "| third | change of the own chance, in points | change of the favourite's chance |"]
        lines += ["|---|---:|---:|"]
        lines += [
            f"| {NAMES[drift.stage]} | {drift.own.points()} | {drift.favourite.points()} |" for drift in one.drifts
        ]
        if one.tenths:
            lines += ["", "| told that a seat holds a card | how often | true |", "|---:|---:|---:|"]
            lines += [
                f"| {100 * tenth.mean:.1f} % | {tenth.chances:,} | {tenth.held.points()} % |" for tenth in one.tenths
            ]
        lines.append("")
    return "\n".join(lines)


def _row(kind: str, third: Third) -> str:
    cells = [
        KNOWLEDGE[kind],
        NAMES[third.stage],
        third.error.points(),
        f"{100 * third.noise:.1f}",
        f"{third.log_loss:.3f}",
        *(
            f"{log.plain()}; Brier {brier.plain()}"
            for log, brier in zip(third.log_gains, third.brier_gains, strict=True)
        ),
    ]
    return f"| {' | '.join(cells)} |"


def write_page(page: Path, measured: list[Measured]) -> None:
    """Replace what follows the mark."""
    kept = page.read_text("utf-8").partition(BEGIN)[0].rstrip("\n")
    page.write_text(f"{kept}\n\n{section(measured)}", "utf-8")


def diagram(measured: list[Measured]) -> str:
    """Forecast against frequency, a panel for each table: on the diagonal they are equal."""
    width, height = len(measured) * (PANEL + GAP) + GAP, PANEL + 2 * GAP
    look = 'font-family="sans-serif" font-size="11" fill="none" stroke="gray"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {look}>']
    for number, one in enumerate(measured):
        left = GAP + number * (PANEL + GAP)
        corner = f"{left} {GAP + PANEL}"
        parts.append(f'<path d="M{left} {GAP} V{GAP + PANEL} H{left + PANEL} M{corner} L{left + PANEL} {GAP}" />')
        parts.append(f'<text x="{left}" y="{GAP - 8}" fill="gray" stroke="none">{one.name}</text>')
        for p, y in one.bins:
            place = f'cx="{left + PANEL * p:.1f}" cy="{GAP + PANEL * (1 - y):.1f}"'
            parts.append(f'<circle {place} r="3" fill="steelblue" stroke="none" />')
    return "\n".join([*parts, "</svg>", ""])
