"""The statistics as a page of documentation."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any, Final

from drakkar.arena.deeds import PICKED
from drakkar.arena.summary import Summary
from drakkar.arena.text import average, counted, interval, length, number, ordinal, percent, ranked
from drakkar.core.game import find

WIDTH: Final = 120
CAUTION: Final = "Such numbers tell how these bots play, and only with caution how people should."
INTERVALS: Final = (
    "Intervals are of 95 %: Wilson's for shares, as if all games were independent; the normal one for means. A shared"
    " win counts in parts. What goes with winning need not be its cause."
)
DRAFTED: Final = (
    "Picked: of all times that somebody could have taken it; turn: the mean turn of the draft in which it went; wins:"
    " of the games in which a seat had picked it."
)
PROMISED: Final = (
    "Committed: of those picked; fulfilled: of those revealed; wins: of the games in which a seat had fulfilled it."
)


def page(found: Summary) -> str:
    """The whole of it, with the command that makes it again."""
    bots = ", ".join(f"`{bot['name']}`" for bot in found["bots"])
    played = f"{counted(found['games'], 'game')} of {counted(found['deals'], 'deal')}"
    parts = [
        f"# {find(found['plan']['game']).name} in numbers",
        fill(f"{played}, {len(found['plan']['clans'])} players, all of them bots: {bots}. {CAUTION} Made by", WIDTH),
        f"```\n{found['command']} --markdown FILE\n```",
        fill(f"{INTERVALS} Chance gives {percent(found['chance'])}.", WIDTH),
        *_ends(found),
        *_bots(found),
        *_places(found),
        *_glory(found),
        *_cards(found),
        *_quests(found),
    ]
    return "\n\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column flush left, the others right."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _rate(rate: dict[str, Any]) -> list[str]:
    return [percent(rate["rate"]), interval(rate)]


def _glory_head(found: Summary) -> list[str]:
    return ["Glory"] if found["scored"] else []


def _glory_of(found: Summary, standing: dict[str, Any]) -> list[str]:
    """A column that only a game with a score has."""
    return [average(standing["glory"])] if found["scored"] else []


def _ends(found: Summary) -> list[str]:
    """Where there are several ways to win."""
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
            *_glory_of(found, bot),
            f"{bot['rating']['mu']:.1f} ± {2 * bot['rating']['sigma']:.1f}",
        ]
        for bot in ranked(found["bots"])
    ]
    return ["## Bots", _table(["bot", "wins", "95 %", *_glory_head(found), "rating"], rows)]


def _places(found: Summary) -> list[str]:
    seats = [
        [f"{seat['seat'] + 1} {seat['clan'].capitalize()}", *_rate(seat["wins"]), *_glory_of(found, seat)]
        for seat in found["seats"]
    ]
    turns = [
        [ordinal(place), *_rate(turn["wins"]), *_glory_of(found, turn)]
        for place, turn in enumerate(found["turn_order"], 1)
    ]
    parts = ["## Seats", "A seat and its clan are one.", _table(["seat", "wins", "95 %", *_glory_head(found)], seats)]
    if turns:
        told = "Counted from whoever was the first player at the beginning."
        parts += ["## Turn order", told, _table(["turn", "wins", "95 %", *_glory_head(found)], turns)]
    return parts


def _glory(found: Summary) -> list[str]:
    bots = [bot for bot in ranked(found["bots"]) if bot["sources"]]
    if not bots:
        return []
    ages = len(next(iter(bots[0]["sources"].values())))
    rows = [
        [bot["name"], source, *(f"{size:.1f}" for size in [*sizes, sum(sizes)])]
        for bot in bots
        for source, sizes in bot["sources"].items()
    ]
    heads = ["bot", "source", *(f"Age {age + 1}" for age in range(ages)), "all"]
    return ["## Glory by source and Age", "The mean of a game.", _table(heads, rows)]


def _cards(found: Summary) -> list[str]:
    drafted = [card for card in found["cards"] if card["picks"]["of"] and PICKED in card["deeds"]]
    if not drafted:
        return []
    drafted.sort(key=lambda card: (card["age"], -(card["deeds"][PICKED]["wins"]["rate"] or 0)))
    rows = [
        [
            card["card"],
            str(card["age"]),
            *_rate(card["picks"]),
            number(card["turn"], 1),
            *_rate(card["deeds"][PICKED]["wins"]),
        ]
        for card in drafted
    ]
    return [
        "## Cards in the draft",
        fill(DRAFTED, WIDTH),
        _table(["card", "Age", "picked", "95 %", "turn", "wins", "95 %"], rows),
    ]


def _quests(found: Summary) -> list[str]:
    if not found["quests"]:
        return []
    rows = [
        [
            quest["card"],
            str(quest["age"]),
            *_rate(quest["committed"]),
            *_rate(quest["fulfilled"]),
            *_rate(quest["wins"]),
        ]
        for quest in found["quests"]
    ]
    heads = ["quest", "Age", "committed", "95 %", "fulfilled", "95 %", "wins", "95 %"]
    return ["## Quests", fill(PROMISED, WIDTH), _table(heads, rows)]
