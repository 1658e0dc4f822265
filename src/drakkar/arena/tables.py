"""Tables of the report: each has a caption, heads with their scope, and numbers that can be sorted by."""

from collections.abc import Sequence
from typing import NamedTuple

from drakkar.arena.markup import Html, tag
from drakkar.arena.text import interval, percent


class Cell(NamedTuple):
    """What stands in a cell, and what it is sorted by."""

    shown: str
    worth: float | None = None


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]], class_: str = "") -> Html:
    """The first column names the row; a column is flush right if its cells have a worth."""
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
    """A share, and how far it can be trusted; what never happened is worth less than all else."""
    worth = -1.0 if rate["rate"] is None else rate["rate"]
    return [Cell(percent(rate["rate"]), worth), Cell(interval(rate), rate["low"])]
