"""Positions as text for people: the gold of each player, before the charms are taken."""

from typing import Any

from drakkar.core.flow import end_match
from drakkar.core.position import Document
from treasure.choices import SIDES
from treasure.state import State


def write(s: State) -> dict[str, Any]:
    """The sections of a position. Drakkar adds what they leave out in a section of its own."""
    names = [SIDES[side] for side in s.sides]
    gold = {name: {"gold": s.gold[seat]} for seat, name in enumerate(names)}
    return {"sides": names, **({"over": True} if s.flow.over else {}), **gold}


def lay(document: Document, s: State) -> None:
    """Apply a position to a new state."""
    for seat, side in enumerate(s.sides):
        s.gold[seat] = document.number(0, 0, 99, SIDES[side], "gold")
    if document.get("over"):
        end_match(s)
