"""Results of Hunts in Lords of Ragnarok: constructed positions, played to the end of the Hunt by a bot.

    .venv/bin/python -m tools.ragnarok_hunts --hunts 100 --write docs/lords_of_ragnarok_statistics.md

A Hero with three equal Attributes, and as many Combat cards as these allow, meets an unwounded Monster. The same seed
gives the same Hunt.
"""

import argparse
import sys
from pathlib import Path

import drakkar
from benchmarks.peers import markdown, renewed
from drakkar.arena.numbers import Mean, Rate
from drakkar.arena.text import average, interval, percent
from drakkar.bots import make
from drakkar.core.position import write
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS
from drakkar.games.lords_of_ragnarok.choices import ATTRIBUTE_NAMES, MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.state import HIGHEST, LOWEST

BEGIN = "<!-- made by tools/ragnarok_hunts.py --write -->"
END = "<!-- end of what tools/ragnarok_hunts.py made -->"
CLANS = ["green", "red", "blue", "yellow"]
FELL, FAILED = "monster_defeated", "hunt_failed"


class Hunts:
    """Hunts of one kind: how many succeeded, and the Wounds and Injuries dealt in each."""

    def __init__(self) -> None:
        self.success = Rate()
        self.wounds = Mean()
        self.injuries = Mean()

    def add(self, match: drakkar.Match) -> None:
        """Add a finished Hunt; the Injury for failing is not counted."""
        kinds = [event.kind for event in match.events(None)]
        self.success.add(FELL in kinds)
        kinds = kinds[: kinds.index(FAILED)] if FAILED in kinds else kinds
        self.wounds.add(kinds.count("wound_dealt"))
        self.injuries.add(kinds.count("injured"))


def position(monster: int, level: int, seed: int) -> str:
    """Green's Special action, with the Monster in its Hero's place; the Boss comes after two slain Monsters."""
    slain = {"slain": [MONSTER_NAMES[0], MONSTER_NAMES[1]]} if monster == BOSS else {}
    hunter = {"attributes": dict.fromkeys(ATTRIBUTE_NAMES, level), "hand": level, **slain}
    board = {"monsters": {MONSTER_NAMES[monster]: 1}}
    head = {"game": "lords_of_ragnarok", "sides": CLANS, "seed": seed, "stage": "special action", "turn": "green"}
    return write({**head, "green": hunter, "board": board})


def hunt(monster: int, level: int, seed: int, bot: str) -> drakkar.Match:
    """Play a Hunt from its declaration to its end."""
    match = drakkar.set_up(position(monster, level, seed))
    match.play(0, "action monsters")
    if monster != BOSS:  # with the Boss, hunting is the only choice
        match.play(0, f"hunt {MONSTER_NAMES[monster]}")
    bots = [make(bot, seed * len(CLANS) + seat) for seat in range(len(CLANS))]
    while not match.over and not {FELL, FAILED} & {event.kind for event in match.events(None)}:
        decision = match.pending[0]
        match.play(decision.seat, bots[decision.seat].choose(match.view(decision.seat), decision))
    return match


def table(hunts: int, bot: str) -> list[str]:
    """A row for each Attribute value: the Monsters together, and the Boss."""
    rows = []
    for level in range(LOWEST, HIGHEST + 1):
        monsters, boss = Hunts(), Hunts()
        for seed in range(hunts):
            for monster in range(len(MONSTER_FACTS)):
                (boss if monster == BOSS else monsters).add(hunt(monster, level, seed, bot))
        rows.append([str(level), *told(monsters), *told(boss)[:1]])
    return markdown(["Attributes", "Monster slain", "Wounds", "Injuries on the way", "Boss slain"], rows, words=0)


def told(some: Hunts) -> list[str]:
    """A rate and two means, with their intervals."""
    rate = some.success.to_json()
    means = [average(mean.to_json()) for mean in (some.wounds, some.injuries)]
    return [f"{percent(rate['rate'])} ({interval(rate)})", *means]


def main() -> int:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--hunts", type=int, default=100, help="of each Monster at each value (default: 100)")
    parser.add_argument("--bot", default="greedy", help="who plays all sides (default: greedy)")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table between the two marks of that page")
    asked = parser.parse_args()
    lines = table(asked.hunts, asked.bot)
    if asked.write:
        asked.write.write_text(renewed(asked.write.read_text("utf-8"), lines, BEGIN, END), "utf-8")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
