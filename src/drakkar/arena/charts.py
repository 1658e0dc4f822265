"""Charts as SVG without scripts.

Positions are in per cent of the width, so a chart fits any screen and its text keeps its size. Colours come from the
style sheet of the page.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from drakkar.arena.markup import Html, Value, joined, tag

ROW: Final = 44
TALL: Final = 54
THIN: Final = 24
FOOT: Final = 22
# A longer name would overlap its number on a phone.
LONGEST: Final = 26
# A segment with a smaller share of the width has no room for its number.
ROOM: Final = 0.06

Say = Callable[[float], str]


class Scale(NamedTuple):
    """Maps numbers to per cents."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """The position of a number, limited to the ends of the scale."""
        share = (value - self.low) / (self.high - self.low)
        return 100 * min(1.0, max(0.0, share))

    def percent(self, value: float) -> str:
        """The same as an attribute."""
        return f"{self.at(value):.2f}%"


class Span(NamedTuple):
    """A number and its interval."""

    label: str
    told: str
    low: float
    middle: float
    high: float


class Stack(NamedTuple):
    """A bar of several parts; a `minor` one belongs to the bar above it."""

    label: str
    told: str
    parts: Sequence[tuple[str, float]]
    minor: bool = False


def scale_for(numbers: Sequence[float], least: float = 0.0) -> Scale:
    """A scale with round ends around all numbers and `least`, a whole number of steps wide."""
    low, high = min([*numbers, least]), max([*numbers, least])
    step = 0.0
    while step != step_for(high - low or 1.0):
        step = step_for(high - low or 1.0)
        low, high = step * math.floor(low / step + 1e-9), step * math.ceil(high / step - 1e-9)
    return Scale(low, high if high > low else low + step)


def step_for(width: float) -> float:
    """The distance between the grid lines of a chart."""
    ten = 1e-3
    while ten * 50 < width:
        ten *= 10
    return next(ten * step for step in (1, 2, 5, 10) if ten * step * 5 >= width)


def spans(name: str, title: str, rows: Sequence[Span], scale: Scale, say: Say, mark: float | None = None) -> Html:
    """Numbers with their intervals, one per line; `mark` is the reference value."""
    height = ROW * len(rows) + FOOT
    said = "; ".join(f"{row.label}: {row.told}" for row in rows)
    lines = [_grid(scale, say, height)]
    if mark is not None:
        lines.append(_line(scale.percent(mark), 0, height - FOOT, "mark"))
    for at, row in enumerate(rows):
        lines.append(_words(row.label, row.told, ROW * at + 15))
        lines.append(_whisker(scale, row, ROW * at + 29, 6))
    return _chart(name, title, said, height, lines)


def stacks(name: str, title: str, rows: Sequence[Stack], scale: Scale, say: Say, names: Sequence[str]) -> Html:
    """Bars of several parts, always in the same order."""
    tops = [0]
    for row in rows:
        tops.append(tops[-1] + (THIN if row.minor else TALL))
    height = tops[-1] + FOOT
    said = "; ".join(f"{row.label}: {', '.join(f'{part} {say(size)}' for part, size in row.parts)}" for row in rows)
    lines = [_grid(scale, say, height)]
    for row, top in zip(rows, tops, strict=False):
        if not row.minor:
            lines.append(_words(row.label, row.told, top + 23))
        lines.append(_bar(row, top + (2 if row.minor else 30), scale, say, names))
    return _chart(name, title, said, height, lines)


def small(rate: float, low: float, high: float, mark: float | None, scale: Scale) -> Html:
    """An interval for a table cell, whose text has the numbers."""
    line = _line(scale.percent(mark), 1, 15, "mark") if mark is not None else None
    row = Span("", "", low, rate, high)
    return tag("svg", line, _whisker(scale, row, 8, 4), class_="small", height=16, aria_hidden="true")


def _bar(row: Stack, top: int, scale: Scale, say: Say, names: Sequence[str]) -> Html:
    height, begin, found = (20 if not row.minor else 18), 0.0, []
    for part, size in row.parts:
        if size <= 0:
            continue
        width = scale.at(begin + size) - scale.at(begin)
        where: dict[str, Value] = {"x": scale.percent(begin), "y": top, "width": f"{width:.2f}%", "height": height}
        told = f"{row.label}, {part}: {say(size)}"
        found.append(tag("rect", tag("title", told), class_=f"part s{names.index(part)}", **where))
        if width > 100 * ROOM:
            middle = scale.percent(begin + size / 2)
            found.append(tag("text", say(size), class_=f"on s{names.index(part)}", x=middle, y=top + height - 5))
        begin += size
    if row.minor:
        near_end = scale.at(begin) > 80
        place: dict[str, Value] = {"x": scale.percent(begin), "dx": -6 if near_end else 6, "y": top + 13}
        found.append(tag("text", row.told, class_="minor end" if near_end else "minor", **place))
    return tag("g", *found)


def _whisker(scale: Scale, row: Span, y: int, size: int) -> Html:
    low, high = scale.percent(row.low), scale.percent(row.high)
    return tag(
        "g",
        tag("line", x1=low, x2=high, y1=y, y2=y, class_="reach"),
        tag("circle", cx=scale.percent(row.middle), cy=y, r=size, class_="dot"),
    )


def _words(label: str, told: str, y: int) -> Html:
    return joined(
        tag("text", label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…", class_="label", x=0, y=y),
        tag("text", told, class_="told", x="100%", y=y),
    )


def _grid(scale: Scale, say: Say, height: int) -> Html:
    step = step_for(scale.high - scale.low)
    ticks = [scale.low + step * at for at in range(round((scale.high - scale.low) / step) + 1)]
    where = {ticks[0]: "start", ticks[-1]: "end"}
    return joined(
        *(_line(scale.percent(tick), 0, height - FOOT, "grid") for tick in ticks),
        *(
            tag("text", say(tick), class_="tick", x=scale.percent(tick), y=height - 6, text_anchor=where.get(tick))
            for tick in ticks
        ),
    )


def _line(x: str, top: int, bottom: int, what: str) -> Html:
    return tag("line", x1=x, x2=x, y1=top, y2=bottom, class_=what)


def _chart(name: str, title: str, said: str, height: int, lines: list[Html]) -> Html:
    heads = tag("title", title, id=f"{name}-t"), tag("desc", said, id=f"{name}-d")
    about: dict[str, Value] = {"role": "img", "aria_labelledby": f"{name}-t", "aria_describedby": f"{name}-d"}
    return tag("svg", *heads, *lines, class_="chart", width="100%", height=height, **about)
