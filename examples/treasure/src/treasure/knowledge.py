"""Hidden information: the veil removes it, the view shows the rest, a re-deal guesses it."""

from random import Random
from typing import Any

from drakkar.core.chance import chance_from, no_chance
from drakkar.core.translator import Translator
from drakkar.core.vectors import row
from treasure.choices import CHARMS, SIDES
from treasure.rules import ROUNDS
from treasure.state import UNKNOWN, State

LABELS = {
    "score": "Gold",
    "namesake": "{name} (age {age})",
    "round": "Round {round} of {rounds}: a treasure of {gold}",
    "purse": "{side}: {gold}",
    "charm": "Your charm: {charm}",
}


def veil(s: State, seat: int | None) -> State:
    """A copy without the charms and bids of others, and without future chance."""
    known = s.copy()
    known.flow.chance = no_chance()
    for other in range(len(s.gold)):
        if other != seat:
            known.charms[other], known.bids[other] = UNKNOWN, 0
    return known


def view(known: State, seat: int | None) -> dict[str, Any]:
    """The table as plain data."""
    charm = None if seat is None or known.charms[seat] < 0 else CHARMS.short[known.charms[seat]]
    sides = [SIDES[side] for side in known.sides]
    return {
        "round": known.rounds,
        "treasure": known.treasure,
        "sides": sides,
        "gold": list(known.gold),
        "charm": charm,
    }


def redeal(known: State, rng: Random) -> State:
    """Fill in a random charm for each hidden one."""
    s = known.copy()
    s.flow.chance = chance_from(rng.getrandbits(64))
    s.charms = row(rng.randrange(len(CHARMS.full)) if charm == UNKNOWN else charm for charm in known.charms)
    return s


def text_board(table: dict[str, Any], words: Translator) -> dict[str, str]:
    """The view, drawn for a terminal; the page shows the same."""
    said = words.label
    lines = [said("round", {"round": table["round"], "rounds": ROUNDS, "gold": table["treasure"]})]
    for side, gold in zip(table["sides"], table["gold"], strict=True):
        lines.append(said("purse", {"side": words.name("side", side), "gold": gold}))
    if table["charm"]:
        lines.append(said("charm", {"charm": words.name("charm", table["charm"])}))
    return {"board": "\n".join(lines)}
