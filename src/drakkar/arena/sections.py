"""The sections of the report about bots and seats; one that has nothing to say is None."""

from collections.abc import Callable
from typing import Any, Final

from drakkar.arena.charts import Scale, Span, Stack, scale_for, spans, stacks
from drakkar.arena.markup import Html, tag
from drakkar.arena.summary import Summary
from drakkar.arena.tables import Cell, rate_cells, table
from drakkar.arena.text import against, average, interval, length, number, ordinal, percent, ranked


def section(title: str, text: str, *inside: Html, whole: bool = False, wrong: bool = False) -> Html:
    """A panel with its heading."""
    kinds = [name for name, on in (("whole", whole), ("wrong", wrong)) if on]
    return tag("section", tag("h2", title), tag("p", text), *inside, class_=" ".join(kinds) or None)


def more(words: str, *inside: Html) -> Html:
    """What most readers can do without."""
    return tag("details", tag("summary", words), *inside)


def whole_percent(share: float) -> str:
    """For the foot of a chart."""
    return f"{100 * share:.0f} %"


def plain(value: float) -> str:
    """A number as short as it can be."""
    return f"{value:.1f}" if abs(value) < 10 and value % 1 else f"{value:.0f}"


def failures(found: Summary) -> Html | None:
    """Games that came to no end, before all else."""
    if not found["errors"]:
        return None
    rows = [
        [Cell(str(error["game"]), error["game"]), Cell(str(error["seed"])), Cell(_culprit(error)), Cell(error["error"])]
        for error in found["errors"][:20]
    ]
    text = f"{len(found['errors'])} of {len(found['errors']) + found['games']} games; they count for nobody."
    heads = ["game", "seed", "bot", "error"]
    return section("Games that came to no end", text, table("The first of them", heads, rows), whole=True, wrong=True)


def _culprit(error: dict[str, Any]) -> str:
    return "the rules" if error["seat"] is None else f"{error['bots'][error['seat']]} (seat {error['seat'] + 1})"


def standings(found: Summary) -> Html | None:
    """Everything about each bot in a line."""
    rows = []
    for bot in ranked(found["bots"]):
        wins, glory, rating = bot["wins"], bot["glory"], bot["rating"]
        rows.append(
            [
                Cell(bot["name"]),
                Cell(f"{wins['of']:,}", wins["of"]),
                *rate_cells(wins),
                Cell(against(wins, found["chance"])),
                *([Cell(average(glory), glory["mean"] or 0)] if found["scored"] else []),
                Cell(f"{rating['mu']:.1f} ± {2 * rating['sigma']:.1f}", rating["mu"]),
                *(Cell(number(bot[name], digits), bot[name] or 0) for name, digits in TIMES),
            ]
        )
    times = ["rating", "decisions/s", "ms each", "95 % within", "slowest"]
    heads = ["bot", "seats", "wins", "95 %", "", *(["Glory"] if found["scored"] else []), *times]
    caption = "Every seat counts as a game of its own; ± is the reach of 95 %; times are CPU milliseconds of a decision"
    return section(
        "Standings", f"Chance gives {percent(found['chance'])}.", table(caption, heads, rows, "sortable"), whole=True
    )


TIMES: Final = (("per_second", 0), ("mean_ms", 2), ("p95_ms", 2), ("slowest_ms", 1))


def win_rates(found: Summary) -> Html | None:
    """Each bot against chance."""
    rows = [_span(bot["name"], bot["wins"]) for bot in ranked(found["bots"]) if bot["wins"]["of"]]
    if not rows or len(found["bots"]) == 1:
        return None
    scale = scale_for([row.high for row in rows] + [found["chance"]])
    chart = spans("wins", "Win rate of each bot", rows, scale, whole_percent, found["chance"])
    return section(
        "Win rate", f"With its 95 % interval (Wilson). The dashed line is chance, {percent(found['chance'])}.", chart
    )


def ratings(found: Summary) -> Html | None:
    """How sure we are who is stronger."""
    if len(found["bots"]) == 1 or not found["games"]:
        return None
    rows = []
    for bot in sorted(found["bots"], key=lambda bot: -bot["rating"]["mu"]):
        mu, reach = bot["rating"]["mu"], 2 * bot["rating"]["sigma"]
        rows.append(Span(bot["name"], f"{mu:.1f} ± {reach:.1f}", mu - reach, mu, mu + reach))
    scale = scale_for([end for row in rows for end in (row.low, row.high)], rows[0].middle)
    chart = spans("ratings", "Rating of each bot", rows, scale, plain)
    return section(
        "Rating", "openskill (Plackett–Luce), all begin at 25; the bars are ± two standard deviations.", chart
    )


def victories(found: Summary) -> Html | None:
    """Where there are several ways to win: which of them ends how many games."""
    if not found["victories"]:
        return None
    rows = [_span(name, won) for name, won in found["victories"].items()]
    scale = scale_for([row.high for row in rows])
    chart = spans("ends", "How games end", rows, scale, whole_percent)
    return section("How games end", f"A game takes {length(found)}.", chart)


def _span(label: str, wins: dict[str, Any]) -> Span:
    return Span(label, f"{percent(wins['rate'])}  ({interval(wins)})", wins["low"], wins["rate"], wins["high"])


def glory(found: Summary) -> Html | None:
    """Where it came from, and when."""
    bots = [bot for bot in ranked(found["bots"]) if bot["sources"]]
    if not bots:
        return None
    names = list(bots[0]["sources"])
    rows = [row for bot in bots for row in _stacks(bot)]
    scale = scale_for([sum(max(0.0, size) for _, size in row.parts) for row in rows])
    legend = tag("ul", *(tag("li", _swatch(at), name) for at, name in enumerate(names)), class_="legend")
    chart = stacks("glory", "Glory of each bot by source and Age", rows, scale, plain, names)
    ages = len(bots[0]["sources"][names[0]])
    heads = ["bot", "source", *(f"Age {age + 1}" for age in range(ages)), "all"]
    cells = [
        [Cell(bot["name"]), Cell(name), *(Cell(f"{size:.2f}", size) for size in [*sizes, sum(sizes)])]
        for bot in bots
        for name, sizes in bot["sources"].items()
    ]
    text = "Mean of a game: the whole by source, then Age by Age. What was lost is in the table only."
    as_table = more("The same as a table", table("Mean Glory of a game", heads, cells, "sortable"))
    return section("Glory by source and Age", text, legend, chart, as_table, whole=True)


def _stacks(bot: dict[str, Any]) -> list[Stack]:
    whole = [(name, sum(sizes)) for name, sizes in bot["sources"].items()]
    ages = range(len(next(iter(bot["sources"].values()))))
    by_age = [[(name, sizes[age]) for name, sizes in bot["sources"].items()] for age in ages]
    return [
        Stack(bot["name"], f"{bot['glory']['mean']:.1f} Glory", whole),
        *(
            Stack(f"{bot['name']}, Age {age + 1}", f"Age {age + 1}: {sum(size for _, size in parts):.1f}", parts, True)
            for age, parts in enumerate(by_age)
        ),
    ]


def _swatch(at: int) -> Html:
    return tag("svg", tag("rect", class_=f"s{at}", width=12, height=12, rx=2), aria_hidden="true")


def seats(found: Summary) -> Html | None:
    """Whether some seats are better."""
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
    text = "A seat and its clan are one; every bot has sat in all of them."
    return section("Win rate by seat", text, chart, *by_bot)


def _seat(seat: dict[str, Any]) -> str:
    return f"{seat['seat'] + 1} {seat['clan'].capitalize()}"


def turn_order(found: Summary) -> Html | None:
    """What the first player has of it."""
    rows = [_span(ordinal(place), turn["wins"]) for place, turn in enumerate(found["turn_order"], 1)]
    if not rows:
        return None
    chart = spans(
        "turns", "Win rate by turn order", rows, _around(rows, found["chance"]), whole_percent, found["chance"]
    )
    return section("Win rate by turn order", "Counted from whoever was the first player at the beginning.", chart)


def _around(rows: list[Span], chance: float) -> Scale:
    return scale_for([end for row in rows for end in (row.low, row.high)], chance)


def ahead(found: Summary) -> Html | None:
    """Pair by pair."""
    names = [bot["name"] for bot in ranked(found["bots"])]
    if len(names) < 2 or not found["games"]:
        return None
    rows = [[Cell(name), *(_pair(found["ahead"].get(name, {}).get(rival)) for rival in names)] for name in names]
    caption = "How often the bot of the row finished ahead of the bot of the column; ties are halves"
    return section(
        "Who finishes ahead of whom",
        "Of all pairs that sat at one table.",
        table(caption, ["bot", *names], rows),
        whole=True,
    )


def _pair(rate: dict[str, Any] | None) -> Cell:
    return Cell("–", -1.0) if rate is None else Cell(f"{percent(rate['rate'])} ({interval(rate)})", rate["rate"])


def method(found: Summary) -> Html | None:
    """How to read it, and how to make it again."""
    plan = found["plan"]
    how = "the first bot alone among copies of another" if plan["alone"] else "every fair mixture of the bots"
    return tag(
        "section",
        tag("h2", "How this was measured"),
        tag(
            "p", f"Each deal was played by {how}, under all rotations of the seats; no game of a deal was played twice."
        ),
        tag(
            "p",
            "A shared win counts in parts. Intervals are of 95 %: Wilson's for shares, the normal one for means. They"
            " take all games as independent; games of one deal are not quite.",
        ),
        tag("p", "The same games again: ", tag("code", found["command"])),
        class_="whole method",
    )


BOTS: Final[tuple[Callable[[Summary], Html | None], ...]] = (
    failures,
    standings,
    win_rates,
    ratings,
    victories,
    glory,
    seats,
    turn_order,
    ahead,
)
