"""The summary for a terminal."""

from collections.abc import Iterable
from typing import Any, Final

from drakkar.arena.summary import Summary
from drakkar.core.events import TURN
from drakkar.core.game import find

MOST_ERRORS: Final = 5
ADJUSTED: Final = ("wins", "95 %", "as exact as")
LESS_LUCK: Final = "Deals are counted here, not games; luck is what chance brought, and the draws of bots that draw."


def report(found: Summary) -> list[str]:
    """The lines of the report."""
    return [
        *heading(found),
        "",
        *_table(found),
        "",
        *adjusted(found),
        *_ends(found),
        *_places(found),
        f"An average bot wins {percent(found['chance'])} of its games; a shared win is split.",
        "Intervals are 95 %: Wilson's for win rates, assuming independent games; normal for means.",
        "Ratings are openskill's, ± two standard deviations. Times are CPU time per decision.",
        *_errors(found["errors"]),
    ]


def heading(found: Summary) -> list[str]:
    """The settings and the number of games."""
    plan = found["plan"]
    how = ", one bot alone among others" if plan["alone"] else ""
    played = f"{counted(found['games'], 'game')} of {counted(found['deals'], 'deal')}"
    lines = [f"{find(plan['game']).name}, {len(plan['sides'])} players{how}, seed {plan['seed']}: {played}"]
    if found["interrupted"]:
        lines.append(f"interrupted: {found['planned']} games were planned")
    elif found["planned"] > found["asked"]:
        lines.append(f"{found['asked']} were asked for; the last deal was played to its end, from every seat")
    if found["shared_wins"]:
        lines.append(f"shared wins: {found['shared_wins']}")
    return lines


def _table(found: Summary) -> list[str]:
    times = ["rating", "decisions/s", "ms each", "95 % within", "slowest"]
    head = ["bot", "wins", "95 %", "", *([found["terms"]["score"]] if found["scored"] else []), *times]
    return aligned([head, *(_row(bot, found) for bot in ranked(found["bots"]))], left=1)


def _row(bot: dict[str, Any], found: Summary) -> list[str]:
    wins, rating = bot["wins"], bot["rating"]
    return [
        bot["name"],
        percent(wins["rate"]),
        interval(wins),
        against(wins, found["chance"]),
        *([average(bot["score"])] if found["scored"] else []),
        f"{rating['mu']:.1f} ± {2 * rating['sigma']:.1f}",
        number(bot["per_second"], 0),
        number(bot["mean_ms"]),
        number(bot["p95_ms"]),
        number(bot["slowest_ms"]),
    ]


def adjusted(found: Summary) -> list[str]:
    """The win rates less luck, if it was measured."""
    rows = adjusted_rows(found)
    return [*aligned([["adjusted for luck", *ADJUSTED], *rows], left=1), LESS_LUCK, ""] if rows else []


def adjusted_rows(found: Summary) -> list[list[str]]:
    """A row for each bot whose luck was measured."""
    bots = [bot for bot in ranked(found["bots"]) if "adjusted" in bot]
    return [[bot["name"], *adjusted_cells(bot["adjusted"])] for bot in bots]


def adjusted_cells(told: dict[str, Any]) -> list[str]:
    """The adjusted wins, their interval, and what that is worth."""
    if told["low"] is None:
        return [percent(told["rate"]), "–", "–"]
    between = f"{100 * told['low']:.1f}–{100 * told['high']:.1f}"
    fewer = "–" if told["fewer"] is None else f"{number(told['fewer'])} times the games"
    return [percent(told["rate"]), between, fewer]


def _ends(found: Summary) -> list[str]:
    """The length of games and, if there are several victories, how often each happened."""
    if not found["games"]:
        return []
    ends = [[name, percent(won["rate"]), interval(won)] for name, won in found["victories"].items()]
    lines = [f"length of a game: {length(found)}", ""]
    return lines + (["how games ended", *(f"  {line}" for line in aligned(ends, left=1)), ""] if ends else [])


def length(found: Summary) -> str:
    """The mean number of decisions and, if the game has turn events, of turns."""
    kinds = find(found["plan"]["game"]).book.kinds
    turns = next((found["events"].get(kind.code) for kind in kinds if kind.role == TURN), None)
    return f"{average(found['length'])} decisions" + (f", {average(turns)} turns" if turns else "")


def _places(found: Summary) -> list[str]:
    seats = [[seat["side"], percent(seat["wins"]["rate"]), interval(seat["wins"])] for seat in found["seats"]]
    turns = [
        [ordinal(place), percent(turn["wins"]["rate"]), interval(turn["wins"])]
        for place, turn in enumerate(found["turn_order"], 1)
    ]
    lines = ["wins by seat", *(f"  {line}" for line in aligned(seats, left=1)), ""]
    if turns:
        lines += ["wins by turn order, from the first player on", *(f"  {line}" for line in aligned(turns, left=1)), ""]
    return lines


def _errors(errors: list[dict[str, Any]]) -> list[str]:
    if not errors:
        return []
    lines = ["", f"{counted(len(errors), 'game')} did not finish:"]
    for error in errors[:MOST_ERRORS]:
        who = "" if error["seat"] is None else f" {error['bots'][error['seat']]} in seat {error['seat']}:"
        lines.append(
            f"  game {error['game']}, seed {error['seed']} ({', '.join(error['bots'])}):{who} {error['error']}"
        )
    more = len(errors) - MOST_ERRORS
    return [*lines, f"  … and {more} more"] if more > 0 else lines


def ranked(bots: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Strongest first."""
    return sorted(bots, key=lambda bot: (-(bot["wins"]["rate"] or 0), -bot["rating"]["mu"]))


def against(wins: dict[str, Any], chance: float) -> str:
    """Compare a win rate with chance."""
    return "above" if wins["low"] > chance else "below" if wins["high"] < chance else "as chance"


def percent(rate: float | None) -> str:
    """A share as text."""
    return "–" if rate is None else f"{100 * rate:.1f} %"


def interval(rate: dict[str, Any]) -> str:
    """The interval of a share as text."""
    return "–" if rate["rate"] is None else f"{100 * rate['low']:.1f}–{100 * rate['high']:.1f}"


def average(mean: dict[str, Any]) -> str:
    """A mean and the half-width of its interval."""
    return number(mean["mean"], 1) + ("" if mean["high"] is None else f" ± {mean['high'] - mean['mean']:.1f}")


def number(value: float | None, digits: int = 2) -> str:
    """A number, or a dash for None."""
    return "–" if value is None else f"{value:,.{digits}f}"


def counted(many: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{many:,} {what}{'' if many == 1 else 's'}"


def ordinal(place: int) -> str:
    """`1st`, `2nd` …"""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def aligned(rows: list[list[str]], left: int) -> list[str]:
    """Columns of equal width: the first `left` ones left-aligned, the others right-aligned."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
