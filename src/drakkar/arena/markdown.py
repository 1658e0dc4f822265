"""The statistics as a documentation page."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any, Final

from drakkar.arena.summary import Summary
from drakkar.arena.text import (
    ADJUSTED,
    LESS_LUCK,
    adjusted_rows,
    average,
    counted,
    interval,
    length,
    number,
    ordinal,
    percent,
    ranked,
)
from drakkar.core.events import PICK
from drakkar.core.game import find

WIDTH: Final = 120
CAUTION: Final = "They show how these bots play, and only with caution how people should."
INTERVALS: Final = (
    "Intervals are 95 %: Wilson's for shares, assuming independent games; normal for means. A shared win is split."
    " Correlation with winning need not mean cause."
)
DRAFTED: Final = (
    "Picked: share of the times a seat could have taken it; pick: mean number of the pick that took it; wins: share of"
    " the games in which a seat had picked it."
)
PROMISED: Final = (
    "Committed: share of those picked; fulfilled: share of those revealed; wins: share of the games in which a seat"
    " had fulfilled it."
)


def page(found: Summary) -> str:
    """The whole page, with the command that reproduces it."""
    bots = ", ".join(f"`{bot['name']}`" for bot in found["bots"])
    played = f"{counted(found['games'], 'game')} of {counted(found['deals'], 'deal')}"
    parts = [
        f"# {find(found['plan']['game']).name} in numbers",
        fill(f"{played}, {len(found['plan']['sides'])} players, all of them bots: {bots}. {CAUTION} Command:", WIDTH),
        f"```\n{found['command']} --markdown FILE\n```",
        fill(f"{INTERVALS} Chance gives {percent(found['chance'])}.", WIDTH),
        *_ends(found),
        *_bots(found),
        *_adjusted(found),
        *_places(found),
        *_scores(found),
        *_cards(found),
        *_goals(found),
    ]
    return "\n\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with the first column left-aligned and the others right-aligned."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _rate(rate: dict[str, Any]) -> list[str]:
    return [percent(rate["rate"]), interval(rate)]


def _score_head(found: Summary) -> list[str]:
    return [found["terms"]["score"]] if found["scored"] else []


def _score_of(found: Summary, standing: dict[str, Any]) -> list[str]:
    """The score column, only for a game with a score."""
    return [average(standing["score"])] if found["scored"] else []


def _ends(found: Summary) -> list[str]:
    """The section on victories, for a game with several."""
    if not found["victories"]:
        return []
    rows = [[name, *_rate(won)] for name, won in found["victories"].items()]
    return ["## How games end", f"A game takes {length(found)}.", _table(["victory", "games", "95 %"], rows)]


def _bots(found: Summary) -> list[str]:
    if len(found["bots"]) == 1:
        return []
    rows = [
        [
            bot["name"],
            *_rate(bot["wins"]),
            *_score_of(found, bot),
            f"{bot['rating']['mu']:.1f} ± {2 * bot['rating']['sigma']:.1f}",
        ]
        for bot in ranked(found["bots"])
    ]
    return ["## Bots", _table(["bot", "wins", "95 %", *_score_head(found), "rating"], rows)]


def _adjusted(found: Summary) -> list[str]:
    rows = adjusted_rows(found)
    return ["## Less luck", LESS_LUCK, _table(["bot", *ADJUSTED], rows)] if rows else []


def _places(found: Summary) -> list[str]:
    seats = [
        [f"{seat['seat'] + 1} {seat['side'].capitalize()}", *_rate(seat["wins"]), *_score_of(found, seat)]
        for seat in found["seats"]
    ]
    turns = [
        [ordinal(place), *_rate(turn["wins"]), *_score_of(found, turn)]
        for place, turn in enumerate(found["turn_order"], 1)
    ]
    parts = [
        "## Seats",
        "Each seat always plays the same side.",
        _table(["seat", "wins", "95 %", *_score_head(found)], seats),
    ]
    if turns:
        told = "Counted from the first player at the start."
        parts += ["## Turn order", told, _table(["turn", "wins", "95 %", *_score_head(found)], turns)]
    return parts


def _scores(found: Summary) -> list[str]:
    bots = [bot for bot in ranked(found["bots"]) if bot["sources"]]
    if not bots:
        return []
    parts = len(next(iter(bots[0]["sources"].values())))
    rows = [
        [bot["name"], source, *(f"{size:.1f}" for size in [*sizes, sum(sizes)])]
        for bot in bots
        for source, sizes in bot["sources"].items()
    ]
    score, part = found["terms"]["score"], found["terms"]["part"]
    heads = ["bot", "source", *(f"{part} {number + 1}" for number in range(parts)), "all"]
    return [f"## {score} by source and {part}", "Means per game.", _table(heads, rows)]


def _cards(found: Summary) -> list[str]:
    drafted = [card for card in found["cards"] if card["picks"]["of"] and PICK in card["uses"]]
    if not drafted:
        return []
    drafted.sort(key=lambda card: (card["part"], -(card["uses"][PICK]["wins"]["rate"] or 0)))
    rows = [
        [
            card["card"],
            str(card["part"]),
            *_rate(card["picks"]),
            number(card["pick_number"], 1),
            *_rate(card["uses"][PICK]["wins"]),
        ]
        for card in drafted
    ]
    return [
        "## Cards in the draft",
        fill(DRAFTED, WIDTH),
        _table(["card", found["terms"]["part"], "picked", "95 %", "pick", "wins", "95 %"], rows),
    ]


def _goals(found: Summary) -> list[str]:
    if not found["goals"]:
        return []
    rows = [
        [
            goal["card"],
            str(goal["part"]),
            *_rate(goal["set"]),
            *_rate(goal["met"]),
            *_rate(goal["wins"]),
        ]
        for goal in found["goals"]
    ]
    terms = found["terms"]
    heads = [terms["goal"], terms["part"], "committed", "95 %", "fulfilled", "95 %", "wins", "95 %"]
    return [f"## {terms['goals']}", fill(PROMISED, WIDTH), _table(heads, rows)]
