"""A seat's cards as text, from the plain data of its view: those to pick from in full, those in hand a line each."""

import textwrap
from typing import Any, Final

Table = dict[str, Any]
KIND_ORDER: Final = ("battle", "quest", "leader", "warrior", "ship", "monster", "clan")
FACTS: Final = 18


def pack(table: Table, width: int) -> list[str]:
    """The cards of the draft that may be picked from, with their whole texts, in the order in which they are asked."""
    lines = [line for card in table["pack"] for line in _in_full(card, width)]
    return ["To pick from:", *lines] if lines else []


def hand(table: Table, width: int) -> list[str]:
    """The cards of the seat whose view this is; a spectator has none."""
    lines: list[str] = []
    mine = [clan for clan in table["clans"] if isinstance(clan["hand"], list)]
    for clan in mine:
        for zone, title in (("hand", "Your hand:"), ("aside", "Laid aside:"), ("quests", "Your quests:")):
            if isinstance(clan[zone], list) and clan[zone]:
                lines += [title, *(_in_short(card, width) for card in _ordered(clan[zone]))]
    return lines


def facts(card: Table) -> str:
    """What is printed in the corners of a card."""
    if "bonus" in card:
        return f"battle +{card['bonus']}{' late' * card['late']}"
    if "glory" in card:
        return f"quest {card['glory']} Glory"
    price = "" if card["cost"] == card["strength"] else f", costs {card['cost']}"
    return f"{card['kind']} {card['strength']}{price}"


def _ordered(cards: list[Table]) -> list[Table]:
    return sorted(cards, key=lambda card: (KIND_ORDER.index(card["kind"]), card["age"], card["name"]))


def _head(card: Table) -> str:
    return f"  {card['name']:<20} {facts(card):<{FACTS}} "


def _text(card: Table) -> str:
    return card["text"] if card.get("in_force", True) else f"[not in force yet] {card['text']}"


def _in_short(card: Table, width: int) -> str:
    line = _head(card) + _text(card)
    return (line if len(line) <= width else line[: width - 1] + "…").rstrip()


def _in_full(card: Table, width: int) -> list[str]:
    head = _head(card)
    return textwrap.wrap(head + _text(card), width, subsequent_indent=" " * len(head), drop_whitespace=True)
