"""A seat's cards as text, from the plain data of its view: its hand, what is laid out, what it plays for a Monster."""

import textwrap
from collections import Counter
from typing import Any, Final

from drakkar.core.speech import Speech

Table = dict[str, Any]
NAMES: Final = 16
FACTS: Final = 22


def hand(table: Table, width: int, speech: Speech) -> list[str]:
    """The Combat cards of the seat whose view this is, in short: they are seen often; a spectator has none."""
    mine = [player["hand"] for player in table["players"] if isinstance(player["hand"], list)]
    return _titled("your_hand", [name for cards in mine for name in sorted(cards)], table, width, speech, in_short=True)


def laid_out(table: Table, width: int, speech: Speech) -> list[str]:
    """Heroes and Stories to choose from, or the Gifts of a draft."""
    offered = table["offered"] if isinstance(table["offered"], list) else []
    return _titled("offered", offered, table, width, speech)


def monster_hand(table: Table, width: int, speech: Speech) -> list[str]:
    """The Monster Attack cards of the Monster side: two of one name may differ in their numbers."""
    held = table["hunt"]["attack_cards"] if table["hunt"] else []
    different = {str(face): face for face in held}
    copies = Counter(str(face) for face in held)
    lines = [line for key, face in different.items() for line in _card(face, copies[key], width, speech, False)]
    return [speech.label("monster_holds"), *lines] if lines else []


def discards(table: Table, width: int, speech: Speech) -> list[str]:
    """LR-24.3: every pile, for all to look through."""
    lines = []
    for name, deck in table["decks"].items():
        counted = Counter(speech.name("card", card) for card in deck["discards"])
        cards = ", ".join(f"{copies}× " * (copies > 1) + card for card, copies in sorted(counted.items()))
        if cards:
            text = f"  {speech.label(f'deck.{name}')}: {cards}"
            lines += textwrap.wrap(text, width, subsequent_indent="      ", break_on_hyphens=False)
    return [speech.label("discards"), *lines] if lines else []


def _titled(
    title: str, names: list[str], table: Table, width: int, speech: Speech, in_short: bool = False
) -> list[str]:
    faces = {face["name"]: face for face in table["cards"]}
    counted = Counter(names)
    lines = [line for name, copies in counted.items() for line in _card(faces[name], copies, width, speech, in_short)]
    return [speech.label(title), *lines] if lines else []


def facts(face: Table, speech: Speech) -> str:
    """What is printed in the corners of a card."""
    if "weapon" in face:
        values = {**face, "weapon": speech.name("weapon", face["weapon"])}
        return speech.label("fact.combat", values)
    return speech.label("fact.attack", face) if "rage" in face else ""


def _card(face: Table, copies: int, width: int, speech: Speech, in_short: bool) -> list[str]:
    name = f"{copies}× " * (copies > 1) + speech.name("card", face["name"])
    told = facts(face, speech)
    head = f"  {name:<{NAMES}} {told:<{FACTS}} " if told else f"  {name:<{NAMES}} "
    card = face["name"]
    text = speech.card_short(card, face["short"]) if in_short else speech.card_text(card, face["text"])
    return textwrap.wrap(head + text, width, subsequent_indent=" " * (NAMES + 3), drop_whitespace=True)
