"""A seat's cards as text, from a view's data: the pack in full, the hand one line per card."""

import textwrap
from typing import Any, Final

from drakkar.core.translator import Translator
from drakkar.games.blood_rage.view import printed_bonus

Table = dict[str, Any]
KIND_ORDER: Final = ("battle", "quest", "leader", "warrior", "ship", "monster", "clan")
NAMES: Final = 20
FACTS: Final = 18


def pack(table: Table, width: int, words: Translator) -> list[str]:
    """The cards to pick from with their full texts, in the order of the choices."""
    names = _name_width(table["pack"], words)
    lines = [line for card in table["pack"] for line in _in_full(card, width, names, words)]
    return [words.label("to_pick_from"), *lines] if lines else []


def hand(table: Table, width: int, words: Translator) -> list[str]:
    """The hand of the view's seat; a spectator has none."""
    lines: list[str] = []
    mine = [clan for clan in table["clans"] if isinstance(clan["hand"], list)]
    for clan in mine:
        zones = [zone for zone in ("hand", "aside", "quests") if isinstance(clan[zone], list)]
        names = _name_width([card for zone in zones for card in clan[zone]], words)
        for zone, title in (("hand", "your_hand"), ("aside", "laid_aside"), ("quests", "your_quests")):
            if isinstance(clan[zone], list) and clan[zone]:
                shown = (_in_short(card, width, names, words) for card in _ordered(clan[zone]))
                lines += [words.label(title), *shown]
    return lines


def facts(card: Table, words: Translator) -> str:
    """The numbers printed on a card."""
    if "bonus" in card:
        return words.label("fact.late" if card["late"] else "fact.battle", {"bonus": printed_bonus(card)})
    if "glory" in card:
        return words.label("fact.quest", {"glory": card["glory"]})
    values = {"kind": words.label(f"kind.{card['kind']}"), "strength": card["strength"]}
    cost = card.get("price", card["cost"])
    return (
        words.label("fact.upgrade", values)
        if cost == card["strength"]
        else words.label("fact.costs", {**values, "cost": cost})
    )


def _ordered(cards: list[Table]) -> list[Table]:
    return sorted(cards, key=lambda card: (KIND_ORDER.index(card["kind"]), card["age"], card["name"]))


def _name_width(cards: list[Table], words: Translator) -> int:
    return max([NAMES, *(len(words.name("card", card["name"])) for card in cards)])


def _head(card: Table, names: int, words: Translator) -> str:
    return f"  {words.name('card', card['name']):<{names}} {facts(card, words):<{FACTS}} "


def _text(card: Table, words: Translator) -> str:
    text = words.card_text(card["name"], card["text"])
    return text if card.get("in_force", True) else words.label("not_in_force", {"text": text})


def _in_short(card: Table, width: int, names: int, words: Translator) -> str:
    line = _head(card, names, words) + _text(card, words)
    return (line if len(line) <= width else line[: width - 1] + "…").rstrip()


def _in_full(card: Table, width: int, names: int, words: Translator) -> list[str]:
    head = _head(card, names, words)
    return textwrap.wrap(head + _text(card, words), width, subsequent_indent=" " * len(head), drop_whitespace=True)
