"""Charts as numbers for SVG: everything in percent, so that a chart has any size and its words keep theirs."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

# Above and below the lines, for what stands there.
TOP, BOTTOM = 4.0, 11.0
LEAST: Final = 10
NICE: Final = (5, 10, 20, 25, 50, 100, 200)
MOST_LINES: Final = 6
# Names at the ends of lines stand at least so far apart.
APART: Final = 10.0
# What each digit needs in a bar on a small screen.
DIGIT: Final = 4.0


def grid(most: int) -> list[int]:
    """Round numbers up to the largest one."""
    step = next((size for size in NICE if most / size <= MOST_LINES), NICE[-1])
    return list(range(0, most + step, step))


def bars(by_source: list[dict[str, int]], sources: list[str], ranking: list[int]) -> dict[str, Any]:
    """A bar for each seat, its parts in percent; what was lost is left out of the bar and told in the table."""
    whole = max(LEAST, *(sum(max(0, by[source]) for source in sources) for by in by_source))
    ticks = grid(whole)
    scale = ticks[-1]
    rows = []
    for seat in ranking:
        at, parts = 0.0, []
        for source in sources:
            amount = by_source[seat][source]
            if amount > 0:
                wide = 100 * amount / scale
                part = {"source": source, "amount": amount, "x": round(at, 2), "width": round(wide, 2)}
                parts.append({**part, "tight": wide < DIGIT * len(str(amount))})
                at += wide
        rows.append({"seat": seat, "parts": parts, "end": round(at, 2), "total": sum(by_source[seat].values())})
    return {"rows": rows, "ticks": [{"value": tick, "x": round(100 * tick / scale, 2)} for tick in ticks]}


def lines(points: list[dict[str, Any]], clans: list[str], words: Callable[..., str]) -> dict[str, Any] | None:
    """A line for each clan over the match."""
    if len(points) < 2:
        return None
    most = max(LEAST, *(max(point["scores"]) for point in points))
    ticks = grid(most)
    top = ticks[-1]
    least = min(0, *(min(point["scores"]) for point in points))

    def x_of(number: int) -> float:
        return round(100 * number / (len(points) - 1), 1)

    def y_of(score: int) -> float:
        share: float = (score - least) / (top - least)
        return round(100 - BOTTOM - (100 - TOP - BOTTOM) * share, 1)

    series = [
        {
            "clan": clan,
            "points": " ".join(f"{x_of(number)},{y_of(point['scores'][seat])}" for number, point in enumerate(points)),
            "end": y_of(points[-1]["scores"][seat]),
            "score": points[-1]["scores"][seat],
            "name_at": y_of(points[-1]["scores"][seat]),
        }
        for seat, clan in enumerate(clans)
    ]
    _spread(series)
    marks = [
        {"x": x_of(number), "kind": point["mark"], "word": words(point["mark"], word=point["word"])}
        for number, point in enumerate(points)
        if point["mark"]
    ]
    ticked = [{"value": tick, "y": y_of(tick)} for tick in ticks]
    return {"bottom": 100 - BOTTOM, "top": TOP, "ticks": ticked, "series": series, "marks": marks}


def _spread(series: list[dict[str, Any]]) -> None:
    """Move the names at the ends apart, so that none covers another."""
    ordered = sorted(series, key=lambda one: float(one["end"]))
    for above, below in pairwise(ordered):
        below["name_at"] = max(float(below["name_at"]), float(above["name_at"]) + APART)
    lowest = 100 - BOTTOM
    for one in reversed(ordered):
        one["name_at"] = round(min(float(one["name_at"]), lowest), 1)
        lowest = one["name_at"] - APART
