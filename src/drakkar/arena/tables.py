"""Tables of the report: each has a caption, scoped headings and sortable numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from drakkar.arena.markup import Html, tag
from drakkar.arena.text import interval, percent


class Cell(NamedTuple):
    """The text of a cell, and its sort key."""

    shown: str
    worth: float | None = None


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]], class_: str = "") -> Html:
    """A table whose first column names the row; columns with sort keys are right-aligned."""
    numeric = [any(row[at].worth is not None for row in rows) for at in range(len(heads))]
    return tag(
        "div",
        tag(
            "table",
            tag("caption", tag("span", caption)),
            tag("thead", tag("tr", *(_head(head, numeric[at]) for at, head in enumerate(heads)))),
            tag("tbody", *(tag("tr", *_cells(row, numeric)) for row in rows)),
            class_=class_ or None,
        ),
        class_="wide",
        tabindex=0,
        role="region",
        aria_label=caption,
    )


def _head(head: str, numeric: bool) -> Html:
    return tag("th", head, scope="col", class_="number" if numeric else None)


def _cells(row: Sequence[Cell], numeric: list[bool]) -> list[Html]:
    first, rest = row[0], row[1:]
    return [
        tag("th", first.shown, scope="row", data_worth=first.worth),
        *(
            tag("td", cell.shown, class_="number" if number else None, data_worth=cell.worth)
            for cell, number in zip(rest, numeric[1:], strict=True)
        ),
    ]


def rate_cells(rate: dict[str, float | None]) -> list[Cell]:
    """A share and its interval; a missing rate sorts below all others."""
    worth = -1.0 if rate["rate"] is None else rate["rate"]
    return [Cell(percent(rate["rate"]), worth), Cell(interval(rate), rate["low"])]
