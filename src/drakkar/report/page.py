"""A review as one HTML page in a file of its own: it loads nothing and has no scripts."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from drakkar.analysis import Judged
from drakkar.arena.markup import Html, joined, tag
from drakkar.core.game import find
from drakkar.report.chart import Rows, chart, legend
from drakkar.report.words import Passage, ReviewWords

# Rows of the tables of chances; a match has hundreds of moments.
ROWS: Final = 41


def page(told: ReviewWords, seats: Sequence[int]) -> str:
    """The whole page, about these seats."""
    review = told.review
    title = told.say("title", game=find(review.title).name)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("style", Html(files("drakkar.report").joinpath("page.css").read_text("utf-8"))),
    )
    body = tag(
        "body",
        tag(
            "header",
            tag("h1", title),
            tag("p", ", ".join(map(told.side, range(review.seats)))),
            tag("p", told.say("assumed")),
            None if review.done else tag("p", told.say("incomplete", share=told.percent(review.progress)), role="note"),
        ),
        tag(
            "main",
            _chances(told),
            _luck(told, seats),
            _section(told.say("turns"), None, told, told.turns()),
            *(part for seat in seats for part in _of_seat(told, seat)),
            _section(told.say("kings"), None, told, [one for one in told.kings() if one.seat in seats]),
            _decisions(told, seats),
        ),
        tag("footer", tag("p", "Drakkar")),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang=told.words.language)}\n"


def _chances(told: ReviewWords) -> Html:
    moments = told.review.moments
    by_kind: list[tuple[str, Rows]] = [
        ("own", [one.own for one in moments]),
        ("full", [one.full for one in moments]),
    ]
    charts = [_of_kind(told, kind, rows) for kind, rows in by_kind if rows]
    return tag("section", tag("h2", told.say("chances")), legend(told), *charts)


def _of_kind(told: ReviewWords, kind: str, rows: Rows) -> Html:
    """The chart of one kind of knowledge, with its numbers as a table."""
    title, last = told.say(f"chances_{kind}"), len(rows) - 1
    seats, chance = range(told.review.seats), told.own_chance if kind == "own" else told.full_chance
    numbers = sorted({last * row // (ROWS - 1) for row in range(ROWS)})
    table = _table(
        title,
        [told.say("after"), *map(told.side, seats)],
        [[str(number), *(chance(number, seat) for seat in seats)] for number in numbers],
    )
    return joined(
        tag("h3", title),
        chart(told, f"chart-{kind}", f"{told.say('chances')}: {title}", rows),
        tag("details", tag("summary", told.say("as_table")), table),
    )


def _luck(told: ReviewWords, seats: Sequence[int]) -> Html:
    heading = tag("h2", told.say("luck"))
    if not told.review.knows_luck:
        return tag("section", heading, tag("p", told.say("luck_not_yet")))
    balances = [told.balance(seat) for seat in seats]
    rows = [[name, *(balance[name] for balance in balances)] for name in balances[0]]
    table = _table(told.say("luck_how"), ["", *map(told.side, seats)], rows)
    return tag("section", heading, table)


def _of_seat(told: ReviewWords, seat: int) -> list[Html | None]:
    """The costliest decisions of a seat, and its good choices with bad luck."""
    costly, side = told.costly(seat), told.side(seat)
    nothing = told.say("no_costly") if told.review.done else None
    return [
        _section(f"{side}: {told.say('costly')}", told.say("known") if costly else nothing, told, costly),
        _section(f"{side}: {told.say('unlucky')}", None, told, told.unlucky(seat)),
    ]


def _section(title: str, note: str | None, told: ReviewWords, found: list[Passage]) -> Html | None:
    """What is said about some choices; nothing if there is nothing to say."""
    if not found and note is None:
        return None
    items = [
        tag(
            "li",
            tag("h3", f"{one.number}. {one.side}: {one.choice}", _badge(told, one.word)),
            tag("p", one.asked, class_="asked"),
            tag("p", " ".join(one.sentences)),
        )
        for one in found
    ]
    listed = tag("ul", *items, class_="passages") if items else None
    return tag("section", tag("h2", title), tag("p", note, class_="note") if note else None, listed)


def _badge(told: ReviewWords, word: str) -> Html | None:
    return joined(" ", tag("span", told.grade(word), class_=f"grade {word}")) if word else None


def _decisions(told: ReviewWords, seats: Sequence[int]) -> Html:
    head = ["", told.say("choice"), told.say("grade"), told.say("loss"), told.say("options")]
    rows = [_decision(told, one) for one in told.review.decisions if one.seat in seats]
    return tag(
        "section",
        tag("h2", told.say("decisions")),
        _table(told.say("decisions_how"), head, rows, class_="decisions"),
    )


def _decision(told: ReviewWords, one: Judged) -> list[str]:
    options = tag(
        "ul", *(tag("li", f"{told.percent(option.chance)} {told.label(option.choice)}") for option in one.tried)
    )
    cost = f"−{told.tenths(round(1000 * one.loss))}" if one.loss > 0 else ""
    grade = tag("span", told.grade(one.word), class_=f"grade {one.word}".strip())
    return [str(one.number + 1), f"{told.side(one.seat)}: {told.label(one.chosen)}", grade, cost, options]


def _table(caption: str, head: list[str], rows: list[list[str]], class_: str | None = None) -> Html:
    """A table with a caption; the first column names the rows. It scrolls by keyboard where it is too wide."""
    heads = [tag("th", name, scope="col") if name else tag("td") for name in head]
    lines = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows]
    table = tag("table", tag("caption", caption), tag("thead", tag("tr", *heads)), tag("tbody", *lines), class_=class_)
    return tag("div", table, class_="scrolls", tabindex=0, role="region", aria_label=caption)
