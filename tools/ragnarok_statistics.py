"""Statistics of Lords of Ragnarok from several arena runs, as tables for a documentation page.

    .venv/bin/python -m tools.ragnarok_statistics runs/2 runs/3 runs/4 --write docs/lords_of_ragnarok_statistics.md

Each folder is the output of `drakkar arena … --out FOLDER`, one for each number of players. The tables go between the
two marks of the page; the text around them is written by hand.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers import markdown, renewed
from drakkar.arena.numbers import Rate
from drakkar.arena.summary import Summary
from drakkar.arena.text import average, interval, number, ordinal, percent
from drakkar.games.lords_of_ragnarok.state import VICTORY_NAMES

BEGIN = "<!-- made by tools/ragnarok_statistics.py --write -->"
END = "<!-- end of what tools/ragnarok_statistics.py made -->"

# Kinds of events with their descriptions; their means are shown.
EVENTS = {
    "battle_begins": "battles",
    "usurped": "Regions usurped",
    "temple_built": "Temples built",
    "gift_taken": "Gifts taken",
    "allied": "alliances",
    "attribute_raised": "Attributes raised",
    "statue_built": "Statue levels built",
    "condition_turned": "conditions of Ragnarok fulfilled",
    "ragnarok_begins": "Ragnarok begins",
    "monster_taken": "Monsters taken control of",
    "monster_activated": "Monsters activated",
    "hunt_declared": "Hunts",
    "wound_dealt": "Wounds dealt",
    "monster_defeated": "Monsters slain",
}
# Kinds of events that name a seat and a card: the win rate of the seats is shown for each card.
USES = {"hero_kept": ("Heroes", "Hero"), "story_kept": ("Stories", "Story"), "gift_taken": ("Gifts", "Gift")}
WINNERS = "All tables combined: wins of the players who had it, where 1.00 is chance."


def tables(runs: Sequence[Summary]) -> list[str]:
    """All tables, with the commands of the runs."""
    heads = [f"{len(run['plan']['sides'])} players" for run in runs]
    parts = [
        ["```", *(run["command"] for run in runs), "```"],
        ["## How long a game is", "", *lengths(runs)],
        ["## How games end", "", *markdown(["victory", *heads], victories(runs), words=1)],
        ["## What happens in a game", "", "Means per game.", "", *markdown(["", *heads], events(runs), words=1)],
        ["## Turn order", "", "Counted from the first player.", "", *markdown(["turn", *heads], turns(runs), words=1)],
        *([f"## {those}", "", WINNERS, "", *deed_table(runs, use, one)] for use, (those, one) in USES.items()),
    ]
    return [line for part in parts for line in [*part, ""]][:-1]


def lengths(runs: Sequence[Summary]) -> list[str]:
    """Decisions, turns and rounds."""
    rows = []
    for run in runs:
        seats, turns = len(run["plan"]["sides"]), run["events"]["turn_begins"]
        rounds = {key: None if turns[key] is None else turns[key] / seats for key in ("mean", "low", "high")}
        rows.append([str(seats), f"{run['games']:,}", average(rounds), average(turns), average(run["length"])])
    return markdown(["players", "games", "rounds", "turns", "decisions"], rows, words=0)


def victories(runs: Sequence[Summary]) -> list[list[str]]:
    """The share of each victory; 0 if a run has none of it."""
    never = [Rate(0, run["games"]).to_json() for run in runs]
    return [
        [name, *(share(run["victories"].get(name, none)) for run, none in zip(runs, never, strict=True))]
        for name in VICTORY_NAMES
    ]


def share(rate: dict[str, Any]) -> str:
    """A rate with its interval."""
    return f"{percent(rate['rate'])} ({interval(rate)})"


def events(runs: Sequence[Summary]) -> list[list[str]]:
    """Means by kind of event."""
    return [
        [words, *(number(run["events"].get(kind, {"mean": 0.0})["mean"], 2) for run in runs)]
        for kind, words in EVENTS.items()
    ]


def turns(runs: Sequence[Summary]) -> list[list[str]]:
    """The first player, the second …; smaller tables have fewer."""
    most = max(len(run["turn_order"]) for run in runs)
    return [[ordinal(at + 1), *(turn(run["turn_order"], at) for run in runs)] for at in range(most)]


def turn(order: list[dict[str, Any]], at: int) -> str:
    """The win rate of this place in the turn order."""
    return share(order[at]["wins"]) if at < len(order) else ""


def deed_table(runs: Sequence[Summary], use: str, one: str) -> list[str]:
    """The wins of seats with a card, over all runs, as multiples of chance; best first."""
    wins: dict[str, Rate] = {}
    chances: dict[str, float] = {}
    for run in runs:
        for card in (card for card in run["cards"] if use in card["uses"]):
            rate = card["uses"][use]["wins"]
            wins.setdefault(card["card"], Rate()).add(rate["rate"] * rate["of"], rate["of"])
            chances[card["card"]] = chances.get(card["card"], 0.0) + rate["of"] * run["chance"]
    best = sorted(wins, key=lambda card: -wins[card].hits / chances[card])
    rows = [[card, f"{wins[card].tries:,}", *multiple(wins[card], chances[card])] for card in best]
    return markdown([one, "times", "wins ÷ chance", "95 %"], rows, words=1)


def multiple(wins: Rate, chance: float) -> list[str]:
    """Wins divided by the expected number of wins, with the interval."""
    low, high = (end * wins.tries / chance for end in wins.interval)
    return [f"{wins.hits / chance:.2f}", f"{low:.2f}–{high:.2f}"]


def main() -> int:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("runs", nargs="+", type=Path, metavar="FOLDER", help="what `drakkar arena --out` has left")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables between the two marks of that page")
    asked = parser.parse_args()
    lines = tables([json.loads((run / "summary.json").read_text("utf-8")) for run in asked.runs])
    if asked.write:
        asked.write.write_text(renewed(asked.write.read_text("utf-8"), lines, BEGIN, END), "utf-8")
    else:
        print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
