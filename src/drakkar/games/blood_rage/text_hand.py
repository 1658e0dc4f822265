"""A seat's cards as text, from the plain data of its view: those to pick from in full, those in hand a line each."""

import textwrap
from typing import Any, Final

from drakkar.core.speech import Speech
from drakkar.games.blood_rage.view import printed_bonus

Table = dict[str, Any]
KIND_ORDER: Final = ("battle", "quest", "leader", "warrior", "ship", "monster", "clan")
NAMES: Final = 20
FACTS: Final = 18


def pack(table: Table, width: int, speech: Speech) -> list[str]:
    """The cards of the draft that may be picked from, with their whole texts, in the order in which they are asked."""
    names = _name_width(table["pack"], speech)
    lines = [line for card in table["pack"] for line in _in_full(card, width, names, speech)]
    return [speech.label("to_pick_from"), *lines] if lines else []


def hand(table: Table, width: int, speech: Speech) -> list[str]:
    """The cards of the seat whose view this is; a spectator has none."""
    lines: list[str] = []
    mine = [clan for clan in table["clans"] if isinstance(clan["hand"], list)]
    for clan in mine:
        zones = [zone for zone in ("hand", "aside", "quests") if isinstance(clan[zone], list)]
        names = _name_width([card for zone in zones for card in clan[zone]], speech)
        for zone, title in (("hand", "your_hand"), ("aside", "laid_aside"), ("quests", "your_quests")):
            if isinstance(clan[zone], list) and clan[zone]:
                shown = (_in_short(card, width, names, speech) for card in _ordered(clan[zone]))
                lines += [speech.label(title), *shown]
    return lines


def facts(card: Table, speech: Speech) -> str:
    """What is printed in the corners of a card."""
    if "bonus" in card:
        return speech.label("fact.late" if card["late"] else "fact.battle", {"bonus": printed_bonus(card)})
    if "glory" in card:
        return speech.label("fact.quest", {"glory": card["glory"]})
    values = {"kind": speech.label(f"kind.{card['kind']}"), "strength": card["strength"]}
    if card["cost"] == card["strength"]:
        return speech.label("fact.upgrade", values)
    return speech.label("fact.costs", {**values, "cost": card["cost"]})


def _ordered(cards: list[Table]) -> list[Table]:
    return sorted(cards, key=lambda card: (KIND_ORDER.index(card["kind"]), card["age"], card["name"]))


def _name_width(cards: list[Table], speech: Speech) -> int:
    return max([NAMES, *(len(speech.name("card", card["name"])) for card in cards)])


def _head(card: Table, names: int, speech: Speech) -> str:
    return f"  {speech.name('card', card['name']):<{names}} {facts(card, speech):<{FACTS}} "


def _text(card: Table, speech: Speech) -> str:
    text = speech.card_text(card["name"], card["text"])
    return text if card.get("in_force", True) else speech.label("not_in_force", {"text": text})


def _in_short(card: Table, width: int, names: int, speech: Speech) -> str:
    line = _head(card, names, speech) + _text(card, speech)
    return (line if len(line) <= width else line[: width - 1] + "…").rstrip()


def _in_full(card: Table, width: int, names: int, speech: Speech) -> list[str]:
    head = _head(card, names, speech)
    return textwrap.wrap(head + _text(card, speech), width, subsequent_indent=" " * len(head), drop_whitespace=True)
