"""The sections of the report about bots and seats; None for an empty section."""

from collections.abc import Callable
from typing import Any, Final

from drakkar.arena.charts import Scale, Span, Stack, scale_for, spans, stacks
from drakkar.arena.markup import Html, tag
from drakkar.arena.summary import Summary
from drakkar.arena.tables import Cell, rate_cells, table
from drakkar.arena.text import (
    ADJUSTED,
    LESS_LUCK,
    adjusted_rows,
    against,
    average,
    interval,
    length,
    number,
    ordinal,
    percent,
    ranked,
)


def section(title: str, text: str, *inside: Html, whole: bool = False, wrong: bool = False) -> Html:
    """A panel with a heading."""
    kinds = [name for name, on in (("whole", whole), ("wrong", wrong)) if on]
    return tag("section", tag("h2", title), tag("p", text), *inside, class_=" ".join(kinds) or None)


def more(words: str, *inside: Html) -> Html:
    """Details that most readers can skip."""
    return tag("details", tag("summary", words), *inside)


def whole_percent(share: float) -> str:
    """A share for the axis of a chart."""
    return f"{100 * share:.0f} %"


def plain(value: float) -> str:
    """A number in short form."""
    return f"{value:.1f}" if abs(value) < 10 and value % 1 else f"{value:.0f}"


def failures(found: Summary) -> Html | None:
    """Unfinished games, shown first."""
    if not found["errors"]:
        return None
    rows = [
        [Cell(str(error["game"]), error["game"]), Cell(str(error["seed"])), Cell(_culprit(error)), Cell(error["error"])]
        for error in found["errors"][:20]
    ]
    text = f"{len(found['errors'])} of {len(found['errors']) + found['games']} games; they do not count."
    heads = ["game", "seed", "bot", "error"]
    return section("Unfinished games", text, table("The first ones", heads, rows), whole=True, wrong=True)


def _culprit(error: dict[str, Any]) -> str:
    return "the rules" if error["seat"] is None else f"{error['bots'][error['seat']]} (seat {error['seat'] + 1})"


def standings(found: Summary) -> Html | None:
    """All numbers of each bot in a row."""
    rows = []
    for bot in ranked(found["bots"]):
        wins, score, rating = bot["wins"], bot["score"], bot["rating"]
        rows.append(
            [
                Cell(bot["name"]),
                Cell(f"{wins['of']:,}", wins["of"]),
                *rate_cells(wins),
                Cell(against(wins, found["chance"])),
                *([Cell(average(score), score["mean"] or 0)] if found["scored"] else []),
                Cell(f"{rating['mu']:.1f} ± {2 * rating['sigma']:.1f}", rating["mu"]),
                *(Cell(number(bot[name], digits), bot[name] or 0) for name, digits in TIMES),
            ]
        )
    times = ["rating", "decisions/s", "ms each", "95 % within", "slowest"]
    heads = ["bot", "seats", "wins", "95 %", "", *([found["terms"]["score"]] if found["scored"] else []), *times]
    caption = "Every seat counts as one game; ± is the 95 % interval; times are CPU milliseconds per decision"
    return section(
        "Standings", f"Chance gives {percent(found['chance'])}.", table(caption, heads, rows, "sortable"), whole=True
    )


TIMES: Final = (("per_second", 0), ("mean_ms", 2), ("p95_ms", 2), ("slowest_ms", 1))


def win_rates(found: Summary) -> Html | None:
    """The win rate of each bot, compared with chance."""
    rows = [_span(bot["name"], bot["wins"]) for bot in ranked(found["bots"]) if bot["wins"]["of"]]
    if not rows or len(found["bots"]) == 1:
        return None
    scale = scale_for([row.high for row in rows] + [found["chance"]])
    chart = spans("wins", "Win rate of each bot", rows, scale, whole_percent, found["chance"])
    return section(
        "Win rate", f"With its 95 % interval (Wilson). The dashed line is chance, {percent(found['chance'])}.", chart
    )


def less_luck(found: Summary) -> Html | None:
    """The win rates less luck, if it was measured."""
    rows = [[Cell(cell) for cell in row] for row in adjusted_rows(found)]
    if not rows:
        return None
    return section("Less luck", LESS_LUCK, table("Win rates adjusted for luck", ["bot", *ADJUSTED], rows))


def ratings(found: Summary) -> Html | None:
    """The rating of each bot with its uncertainty."""
    if len(found["bots"]) == 1 or not found["games"]:
        return None
    rows = []
    for bot in sorted(found["bots"], key=lambda bot: -bot["rating"]["mu"]):
        mu, reach = bot["rating"]["mu"], 2 * bot["rating"]["sigma"]
        rows.append(Span(bot["name"], f"{mu:.1f} ± {reach:.1f}", mu - reach, mu, mu + reach))
    scale = scale_for([end for row in rows for end in (row.low, row.high)], rows[0].middle)
    chart = spans("ratings", "Rating of each bot", rows, scale, plain)
    return section(
        "Rating", "openskill (Plackett–Luce), all start at 25; the bars are ± two standard deviations.", chart
    )


def victories(found: Summary) -> Html | None:
    """How many games each victory ends, for a game with several."""
    if not found["victories"]:
        return None
    rows = [_span(name, won) for name, won in found["victories"].items()]
    scale = scale_for([row.high for row in rows])
    chart = spans("ends", "How games end", rows, scale, whole_percent)
    return section("How games end", f"A game takes {length(found)}.", chart)


def _span(label: str, wins: dict[str, Any]) -> Span:
    return Span(label, f"{percent(wins['rate'])}  ({interval(wins)})", wins["low"], wins["rate"], wins["high"])


def scores(found: Summary) -> Html | None:
    """The score by source and part."""
    bots = [bot for bot in ranked(found["bots"]) if bot["sources"]]
    if not bots:
        return None
    score, part = found["terms"]["score"], found["terms"]["part"]
    names = list(bots[0]["sources"])
    rows = [row for bot in bots for row in _stacks(bot, score, part)]
    scale = scale_for([sum(max(0.0, size) for _, size in row.parts) for row in rows])
    legend = tag("ul", *(tag("li", _swatch(at), name) for at, name in enumerate(names)), class_="legend")
    chart = stacks("scores", f"{score} of each bot by source and {part}", rows, scale, plain, names)
    parts = len(bots[0]["sources"][names[0]])
    heads = ["bot", "source", *(f"{part} {number + 1}" for number in range(parts)), "all"]
    cells = [
        [Cell(bot["name"]), Cell(name), *(Cell(f"{size:.2f}", size) for size in [*sizes, sum(sizes)])]
        for bot in bots
        for name, sizes in bot["sources"].items()
    ]
    text = f"Means per game: total by source, then {part} by {part}. Losses are in the table only."
    as_table = more("Show as a table", table(f"Mean {score} per game", heads, cells, "sortable"))
    return section(f"{score} by source and {part}", text, legend, chart, as_table, whole=True)


def _stacks(bot: dict[str, Any], score: str, part: str) -> list[Stack]:
    whole = [(name, sum(sizes)) for name, sizes in bot["sources"].items()]
    parts = range(len(next(iter(bot["sources"].values()))))
    by_part = [[(name, sizes[number]) for name, sizes in bot["sources"].items()] for number in parts]
    return [
        Stack(bot["name"], f"{bot['score']['mean']:.1f} {score}", whole),
        *(
            Stack(
                f"{bot['name']}, {part} {number}", f"{part} {number}: {sum(size for _, size in sizes):.1f}", sizes, True
            )
            for number, sizes in enumerate(by_part, 1)
        ),
    ]


def _swatch(at: int) -> Html:
    return tag("svg", tag("rect", class_=f"s{at}", width=12, height=12, rx=2), aria_hidden="true")


def seats(found: Summary) -> Html | None:
    """The win rate of each seat."""
    if not found["games"]:
        return None
    rows = [_span(_seat(seat), seat["wins"]) for seat in found["seats"]]
    chart = spans(
        "seats", "Win rate of each seat", rows, _around(rows, found["chance"]), whole_percent, found["chance"]
    )
    heads = ["bot", *(_seat(seat) for seat in found["seats"])]
    cells = [
        [Cell(bot["name"]), *(Cell(percent(seat["wins"]["rate"]), seat["wins"]["rate"] or 0) for seat in bot["seats"])]
        for bot in ranked(found["bots"])
    ]
    by_bot = [more("By bot", table("Win rate of each bot in each seat", heads, cells))] if len(cells) > 1 else []
    text = "Each seat always plays the same side; every bot has had every seat."
    return section("Win rate by seat", text, chart, *by_bot)


def _seat(seat: dict[str, Any]) -> str:
    return f"{seat['seat'] + 1} {seat['side'].capitalize()}"


def turn_order(found: Summary) -> Html | None:
    """The win rate by turn order."""
    rows = [_span(ordinal(place), turn["wins"]) for place, turn in enumerate(found["turn_order"], 1)]
    if not rows:
        return None
    chart = spans(
        "turns", "Win rate by turn order", rows, _around(rows, found["chance"]), whole_percent, found["chance"]
    )
    return section("Win rate by turn order", "Counted from the first player at the start.", chart)


def _around(rows: list[Span], chance: float) -> Scale:
    return scale_for([end for row in rows for end in (row.low, row.high)], chance)


def ahead(found: Summary) -> Html | None:
    """A comparison of each pair of bots."""
    names = [bot["name"] for bot in ranked(found["bots"])]
    if len(names) < 2 or not found["games"]:
        return None
    rows = [[Cell(name), *(_pair(found["ahead"].get(name, {}).get(rival)) for rival in names)] for name in names]
    caption = "How often the bot of the row finished ahead of the bot of the column; ties are halves"
    return section(
        "Who finishes ahead of whom",
        "Of all pairs at one table.",
        table(caption, ["bot", *names], rows),
        whole=True,
    )


def _pair(rate: dict[str, Any] | None) -> Cell:
    return Cell("–", -1.0) if rate is None else Cell(f"{percent(rate['rate'])} ({interval(rate)})", rate["rate"])


def method(found: Summary) -> Html | None:
    """How the numbers were measured, and the command that reproduces them."""
    plan = found["plan"]
    how = "the first bot alone among copies of another" if plan["alone"] else "every fair mixture of the bots"
    return tag(
        "section",
        tag("h2", "How this was measured"),
        tag(
            "p",
            f"{how.capitalize()} played each deal in all rotations of the seats; no game of a deal was played twice.",
        ),
        tag(
            "p",
            "A shared win is split. Intervals are 95 %: Wilson's for shares, normal for means. They assume independent"
            " games; games of one deal are not quite independent.",
        ),
        tag("p", "To play the same games again: ", tag("code", found["command"])),
        class_="whole method",
    )


BOTS: Final[tuple[Callable[[Summary], Html | None], ...]] = (
    failures,
    standings,
    win_rates,
    less_luck,
    ratings,
    victories,
    scores,
    seats,
    turn_order,
    ahead,
)
