"""Coordinates for SVG charts, all in percent, so that a chart scales and its text keeps its size."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from drakkar.page.game_page import Deed

# Margins above and below the lines, for labels.
TOP, BOTTOM = 4.0, 11.0
LEAST: Final = 10
NICE: Final = (5, 10, 20, 25, 50, 100, 200)
MOST_LINES: Final = 6
# The minimum distance of the names at the ends of lines.
APART: Final = 10.0
# The width of a drawing in a lane.
DRAWING: Final = 2.6
# The width of a digit in a bar on a small screen.
DIGIT: Final = 4.0


def grid(most: int) -> list[int]:
    """Round numbers from 0 to at least the largest value."""
    step = next((size for size in NICE if most / size <= MOST_LINES), NICE[-1])
    return list(range(0, most + step, step))


def bars(by_source: list[dict[str, int]], sources: list[str], ranking: list[int]) -> dict[str, Any]:
    """A bar for each seat with its parts; losses appear only in the table."""
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


def part_bars(
    breakdown: list[dict[str, list[int]]], sources: list[str], ranking: list[int], parts: int
) -> list[dict[str, Any]]:
    """For each seat a bar for every part of the match, all on one scale; losses appear only in the totals."""
    by_part = [
        [{source: amounts[source][part] for source in sources} for part in range(parts)] for amounts in breakdown
    ]
    scale = max(LEAST, *(sum(max(0, one) for one in by.values()) for seat in by_part for by in seat)) if parts else 0
    return [
        {
            "seat": seat,
            "cells": [{"total": sum(by.values()), "parts": _stacked(by, scale)} for by in by_part[seat]],
            "total": sum(sum(by.values()) for by in by_part[seat]),
        }
        for seat in ranking
    ]


def _stacked(by_source: dict[str, int], scale: int) -> list[dict[str, Any]]:
    """The gains of one seat in one part, side by side."""
    at, found = 0.0, []
    for source, amount in by_source.items():
        if amount > 0:
            wide = 100 * amount / scale
            found.append({"source": source, "amount": amount, "x": round(at, 2), "width": round(wide, 2)})
            at += wide
    return found


def lines(points: list[dict[str, Any]], sides: list[str], words: Callable[..., str]) -> dict[str, Any] | None:
    """A line for each side over the match; every part of the match is equally wide, so that its name has room."""
    if len(points) < 2:
        return None
    most = max(LEAST, *(max(point["scores"]) for point in points))
    ticks = grid(most)
    top = ticks[-1]
    least = min(0, *(min(point["scores"]) for point in points))
    across = _across(points)

    def y_of(score: int) -> float:
        share: float = (score - least) / (top - least)
        return round(100 - BOTTOM - (100 - TOP - BOTTOM) * share, 1)

    series = [
        {
            "side": side,
            "points": " ".join(f"{x},{y_of(point['scores'][seat])}" for x, point in zip(across, points, strict=True)),
            "end": y_of(points[-1]["scores"][seat]),
            "score": points[-1]["scores"][seat],
            "name_at": y_of(points[-1]["scores"][seat]),
        }
        for seat, side in enumerate(sides)
    ]
    _spread(series)
    ticked = [{"value": tick, "y": y_of(tick)} for tick in ticks]
    return {
        "bottom": 100 - BOTTOM,
        "top": TOP,
        "ticks": ticked,
        "series": series,
        "parts": [
            {"x": x, "middle": round((x + end) / 2, 1), "word": words(point["mark"], word=point["word"])}
            for x, end, point in _parts(points, across)
        ],
        # Numbered marks: a legend has their words, so that no word stands beside another line.
        "marks": [
            {"x": x, "word": words(point["mark"], word=point["word"])}
            for x, point in zip(across, points, strict=True)
            if point["mark"] and not point["part"]
        ],
    }


def lanes(deeds: list[Deed], points: list[dict[str, Any]], ranking: list[int]) -> list[dict[str, Any]]:
    """What each seat did, on the time axis of `lines`, with the count of each kind."""
    across, numbers = _across(points), [point["number"] for point in points]
    found = []
    for seat in ranking:
        own = [deed for deed in deeds if deed.seat == seat]
        items: list[dict[str, Any]] = [
            {"deed": deed, "x": across[bisect_right(numbers, deed.number) - 1]} for deed in own
        ]
        _apart([item for item in items if item["deed"].icon])
        found.append({"seat": seat, "items": items, "numbers": Counter(deed.kind for deed in own)})
    return found


def _apart(items: list[dict[str, Any]]) -> None:
    """Move the drawings of a lane apart, so that none covers another."""
    wide = min(DRAWING, 100 / max(1, len(items)))
    last = -wide
    for item in items:
        item["x"] = last = max(item["x"], last + wide)
    last = 100 + wide
    for item in reversed(items):
        item["x"] = last = round(min(item["x"], last - wide), 1)


def _across(points: list[dict[str, Any]]) -> list[float]:
    """Where the points stand from left to right: evenly within a part, and all parts equally wide."""
    # The first part begins with the match, unless scores change before it.
    begins = [number for number, point in enumerate(points) if point["part"] and number > 1]
    bounds = [0, *begins, len(points) - 1]
    if bounds[-1] == bounds[-2]:  # the last point begins a part of its own, which has no width
        bounds.pop()
    wide = 100 / (len(bounds) - 1)
    found = [
        round((part + (number - first) / (last - first)) * wide, 1)
        for part, (first, last) in enumerate(pairwise(bounds))
        for number in range(first, last)
    ]
    return [*found, *[100.0] * (len(points) - len(found))]


def _parts(points: list[dict[str, Any]], across: list[float]) -> list[tuple[float, float, dict[str, Any]]]:
    """The points that begin a part, with the beginning and the end of the part."""
    begun = [(across[number] if number > 1 else 0.0, point) for number, point in enumerate(points) if point["part"]]
    ends = [*(x for x, _ in begun[1:]), 100.0]
    return [(x, end, point) for (x, point), end in zip(begun, ends, strict=False)]


def _spread(series: list[dict[str, Any]]) -> None:
    """Move the names at the ends of lines apart, so that none covers another."""
    ordered = sorted(series, key=lambda one: float(one["end"]))
    for above, below in pairwise(ordered):
        below["name_at"] = max(float(below["name_at"]), float(above["name_at"]) + APART)
    lowest = 100 - BOTTOM
    for one in reversed(ordered):
        one["name_at"] = round(min(float(one["name_at"]), lowest), 1)
        lowest = one["name_at"] - APART
