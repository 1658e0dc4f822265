"""A seat's cards as text, from a view's data: its hand, the cards laid out, its cards for a Monster."""

import textwrap
from collections import Counter
from typing import Any, Final

from drakkar.core.translator import Translator

Table = dict[str, Any]
NAMES: Final = 16
FACTS: Final = 22


def hand(table: Table, width: int, words: Translator) -> list[str]:
    """The Combat cards of the view's seat, with short texts because they are shown often; a spectator has none."""
    mine = [player["hand"] for player in table["players"] if isinstance(player["hand"], list)]
    return _titled("your_hand", [name for cards in mine for name in sorted(cards)], table, width, words, in_short=True)


def laid_out(table: Table, width: int, words: Translator) -> list[str]:
    """Heroes and Stories to choose from, or the Gifts of a draft."""
    offered = table["offered"] if isinstance(table["offered"], list) else []
    return _titled("offered", offered, table, width, words)


def monster_hand(table: Table, width: int, words: Translator) -> list[str]:
    """The cards of the Monster side; two cards of one name may differ in their numbers."""
    held = table["hunt"]["attack_cards"] if table["hunt"] else []
    different = {str(face): face for face in held}
    copies = Counter(str(face) for face in held)
    lines = [line for key, face in different.items() for line in _card(face, copies[key], width, words, False)]
    return [words.label("monster_holds"), *lines] if lines else []


def discards(table: Table, width: int, words: Translator) -> list[str]:
    """LR-24.3: every discard pile; all are public."""
    lines = []
    for name, deck in table["decks"].items():
        counted = Counter(words.name("card", card) for card in deck["discards"])
        cards = ", ".join(f"{copies}× " * (copies > 1) + card for card, copies in sorted(counted.items()))
        if cards:
            text = f"  {words.label(f'deck.{name}')}: {cards}"
            lines += textwrap.wrap(text, width, subsequent_indent="      ", break_on_hyphens=False)
    return [words.label("discards"), *lines] if lines else []


def _titled(
    title: str, names: list[str], table: Table, width: int, words: Translator, in_short: bool = False
) -> list[str]:
    faces = {face["name"]: face for face in table["cards"]}
    counted = Counter(names)
    lines = [line for name, copies in counted.items() for line in _card(faces[name], copies, width, words, in_short)]
    return [words.label(title), *lines] if lines else []


def facts(face: Table, words: Translator) -> str:
    """The numbers printed on a card."""
    if "weapon" in face:
        values = {**face, "weapon": words.name("weapon", face["weapon"])}
        return words.label("fact.combat", values)
    return words.label("fact.attack", face) if "rage" in face else ""


def _card(face: Table, copies: int, width: int, words: Translator, in_short: bool) -> list[str]:
    name = f"{copies}× " * (copies > 1) + words.name("card", face["name"])
    told = facts(face, words)
    head = f"  {name:<{NAMES}} {told:<{FACTS}} " if told else f"  {name:<{NAMES}} "
    card = face["name"]
    text = words.card_short(card, face["short"]) if in_short else words.card_text(card, face["text"])
    return textwrap.wrap(head + text, width, subsequent_indent=" " * (NAMES + 3), drop_whitespace=True)
