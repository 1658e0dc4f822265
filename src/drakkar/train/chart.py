"""Charts of a curve as SVG, without a library."""

import math
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 720
HEIGHT: Final = 150
LEFT: Final = 64
RIGHT: Final = 16
TOP: Final = 34
FOOT: Final = 40
COLOURS: Final = ("#1f6f8b", "#b5532a", "#4c7a34", "#7b4fa0", "#8a6d1d")


class Line(NamedTuple):
    """One panel: numbers over the same kind of places; `spread` has an interval for each number."""

    name: str
    unit: str
    places: Sequence[float]
    numbers: Sequence[float]
    spread: Sequence[tuple[float, float]] = ()


def chart(title: str, places: str, lines: Sequence[Line]) -> str:
    """All panels, one below the other."""
    height = TOP + len(lines) * (HEIGHT + FOOT)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        f'<g font-size="12"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="15">{escape(title)}</text>',
    ]
    for at, line in enumerate(lines):
        top = TOP + at * (HEIGHT + FOOT)
        parts += panel(line, places, top, COLOURS[at % len(COLOURS)])
    return "\n".join([*parts, "</g></svg>", ""])


def panel(line: Line, places: str, top: float, colour: str) -> list[str]:
    """One panel with its axes."""
    numbers = [*line.numbers, *(end for ends in line.spread for end in ends)] or [0.0]
    low, high, step = axis(min(0.0, *numbers), max(numbers))
    end = max(line.places, default=1.0) or 1.0
    _, right, stride = axis(0.0, end)

    def x(place: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / right

    def y(number: float) -> float:
        return top + 20 + (HEIGHT - 20) * (high - number) / (high - low)

    parts = [f'<text x="{LEFT}" y="{top + 12:.1f}" fill="{colour}">{escape(line.name)}</text>']
    for mark in marks(low, high, step):
        parts.append(f'<path d="M{LEFT} {y(mark):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        said = f"{mark:,.10g}{line.unit}"
        parts.append(f'<text x="{LEFT - 6}" y="{y(mark) + 4:.1f}" text-anchor="end" fill="#555">{said}</text>')
    for mark in marks(0.0, right, stride):
        said = f"{mark:.10g}{' ' + places if mark == 0 else ''}"
        parts.append(f'<text x="{x(mark):.1f}" y="{top + HEIGHT + 16:.1f}" fill="#555">{escape(said)}</text>')
    if line.spread:
        above = [f"{x(place):.1f},{y(ends[1]):.1f}" for place, ends in zip(line.places, line.spread, strict=True)]
        below = [f"{x(place):.1f},{y(ends[0]):.1f}" for place, ends in zip(line.places, line.spread, strict=True)]
        parts.append(f'<polygon points="{" ".join([*above, *reversed(below)])}" fill="{colour}" opacity="0.2"/>')
    points = " ".join(
        f"{x(place):.1f},{y(number):.1f}" for place, number in zip(line.places, line.numbers, strict=True)
    )
    parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return parts


def axis(low: float, high: float) -> tuple[float, float, float]:
    """Round ends around two numbers, and the step between the marks."""
    width = high - low or 1.0
    ten = 10.0 ** math.floor(math.log10(width / 4))
    step = next(ten * factor for factor in (1, 2, 5, 10) if ten * factor * 5 >= width)
    return step * math.floor(low / step), step * math.ceil((low + width) / step - 1e-9), step


def marks(low: float, high: float, step: float) -> list[float]:
    """The marks of an axis."""
    return [low + step * at for at in range(round((high - low) / step) + 1)]
