"""What a run reports: a line of a live table, the curve as CSV, and a chart."""

import csv
from pathlib import Path
from typing import Final, NamedTuple

from drakkar.train.chart import Line, chart
from drakkar.train.learner import Lesson

HEAD: Final = (
    "minutes    asked   learned  per second  entropy  diverged  clipped  explained  hidden/base "
    "  matches  actors busy  measured"
)
HEAD_EVERY: Final = 20


class Point(NamedTuple):
    """The state of a run after a lesson. `busy` is the part of the time that the actors were stepping matches."""

    minutes: float
    asked: int
    learned: int
    per_second: float
    entropy: float
    divergence: float
    clipped: float
    value_error: float
    explained: float
    # The log-loss of all that one seat hides, and that of a forecast by base rates alone.
    hidden: float
    hidden_base: float
    matches: int
    busy: float
    rate: float
    pool: int
    # Against the rival with this network and the last few before it: games, the part won, and its Wilson interval.
    games: int
    won: float
    low: float
    high: float
    # On a cluster: how many lessons the weights of the actors were behind, and rollouts dropped for being too old.
    lag: float
    dropped: int


def point(lesson: Lesson, **numbers: float) -> Point:
    """The point after a lesson; the others are numbers of the run."""
    told = lesson._asdict()
    whole = {name: told.get(name, 0) for name in Point._fields} | numbers
    return Point(**{name: round(whole[name], 5) for name in Point._fields})


class Progress:
    """The table, and the files of the curve; a resumed run goes on with them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "curve.csv"
        self.points = read(self.path)
        self.lines = 0

    def add(self, new: Point) -> None:
        """Print a line, and add it to the curve."""
        if self.lines % HEAD_EVERY == 0:
            print(HEAD, flush=True)
        self.lines += 1
        measured = f"{new.won:.0%} ({new.low:.0%} to {new.high:.0%}) of {new.games}" if new.games else "–"
        print(
            f"{new.minutes:7.2f} {short(new.asked):>8} {short(new.learned):>9} {short(new.per_second):>11}"
            f" {new.entropy:8.3f} {new.divergence:9.4f} {new.clipped:8.1%} {new.explained:10.1%}"
            f" {new.hidden:8.3f}/{new.hidden_base:.3f}"
            f" {short(new.matches):>8} {new.busy:12.0%}  {measured}",
            flush=True,
        )
        if new.lag or new.dropped:
            print(f"        weights {new.lag:.2f} lessons old; {new.dropped:.0f} rollouts dropped", flush=True)
        self.points.append(new)
        # The first line writes all anew: an earlier run may have had fewer columns.
        is_first = self.lines == 1
        with self.path.open("w" if is_first else "a", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            if is_first:
                rows.writerow(Point._fields)
            rows.writerows(self.points if is_first else [new])

    def draw(self, title: str) -> None:
        """Write the chart."""
        at = [point.minutes for point in self.points]
        lines = [
            Line("decisions asked per second", "", at, [point.per_second for point in self.points]),
            Line("entropy of the policy", "", at, [point.entropy for point in self.points]),
            Line("explained part of the value", "%", at, [100 * point.explained for point in self.points]),
        ]
        told = [point for point in self.points if point.hidden_base]
        if told:
            gained = [100 * (1 - point.hidden / point.hidden_base) for point in told]
            lines.append(Line("hidden: log-loss below its base rate", "%", [point.minutes for point in told], gained))
        measured = [point for point in self.points if point.games]
        if measured:
            won = [100 * point.won for point in measured]
            spread = [(100 * point.low, 100 * point.high) for point in measured]
            lines.insert(0, Line("won against the rival", "%", [point.minutes for point in measured], won, spread))
        (self.folder / "curve.svg").write_text(chart(title, "minutes", lines), "utf-8")


def short(number: float) -> str:
    """A number as people read it: 954k, 1.43G."""
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{letter}" if number < 1000 * unit else f"{number / unit:.0f}{letter}"
    return f"{number:.0f}"


def read(path: Path) -> list[Point]:
    """The curve of an earlier run in the same folder; empty if there is none."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if rows and not set(rows[0]) <= set(Point._fields):
        return []
    return [Point(**{name: float(row.get(name, 0)) for name in Point._fields}) for row in rows]  # type: ignore[arg-type]
