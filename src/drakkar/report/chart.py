"""The chart of win chances as SVG: it loads nothing and fits any width; its colours come from the style sheet.

Lines differ in colour and in their dashes. The page has the same numbers as a table.
"""

from collections.abc import Sequence
from typing import Final

from drakkar.arena.markup import Html, tag
from drakkar.report.words import ReviewWords

HEIGHT: Final = 260
# Lines are drawn in these units, whatever the size of the chart.
WIDE: Final = 1000
TALL: Final = 100
MARKS: Final = (0, 25, 50, 75, 100)
# The line of each seat, whose colour is in the style sheet.
DASHES: Final = (None, "8 4", "2 3", "10 3 2 3", "5 5")

# A chance of each seat at each moment.
Rows = Sequence[Sequence[float]]


def chart(told: ReviewWords, name: str, title: str, rows: Rows) -> Html:
    """The chances of all seats over the match; `name` is its id on the page."""
    seats = range(told.review.seats)
    turns = [one.number for one in told.turns()]
    lines = tag(
        "svg",
        *(tag("path", d=f"M{_x(number, rows):.1f} 0V{TALL}", class_="turn") for number in turns),
        *(tag("path", d=f"M0 {TALL - mark}H{WIDE}", class_="rule") for mark in MARKS),
        *(
            tag("polyline", points=_points(rows, seat), class_=f"seat s{seat}", stroke_dasharray=DASHES[seat % 5])
            for seat in seats
        ),
        viewBox=f"0 0 {WIDE} {TALL}",
        preserveAspectRatio="none",
        class_="lines",
        width="100%",
        height=HEIGHT,
    )
    marks = [tag("text", told.percent(mark / 100), x=-8, y=f"{100 - mark}%", dy=4, text_anchor="end") for mark in MARKS]
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", _summary(told, rows), id=f"{name}-desc"),
        lines,
        *marks,
        class_="chart",
        role="img",
        width="100%",
        height=HEIGHT,
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
    )


def legend(told: ReviewWords) -> Html:
    """Which line is whose, and what the upright ones mark."""
    seats = [_key("M0 6H36", f"seat s{seat}", DASHES[seat % 5], told.side(seat)) for seat in range(told.review.seats)]
    turns = [_key("M18 0V12", "turn", None, told.say("turns"))] if told.turns() else []
    return tag("ul", *seats, *turns, class_="legend")


def _key(line: str, kind: str, dashes: str | None, meaning: str) -> Html:
    drawn = tag("path", d=line, class_=kind, stroke_dasharray=dashes)
    return tag("li", tag("svg", drawn, width=36, height=12, aria_hidden="true"), meaning)


def _x(number: int, rows: Rows) -> float:
    """Where the moment after so many choices is."""
    return WIDE * number / max(1, len(rows) - 1)


def _points(rows: Rows, seat: int) -> str:
    return " ".join(f"{_x(number, rows):.1f},{TALL * (1 - row[seat]):.2f}" for number, row in enumerate(rows))


def _summary(told: ReviewWords, rows: Rows) -> str:
    """The first and the last chance of each seat."""
    return "; ".join(
        f"{told.side(seat)}: {told.percent(rows[0][seat])} → {told.percent(rows[-1][seat])}"
        for seat in range(told.review.seats)
    )
