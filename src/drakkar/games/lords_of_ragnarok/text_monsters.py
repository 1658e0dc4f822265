"""The Monsters as text, from the plain data of a view: their Runes and Wound spaces, and the Hunt in hand."""

import textwrap
from typing import Any, Final

from drakkar.core.speech import Speech
from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.cards.kinds import CARDS, MONSTER_FACTS, artifact_card
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES

Table = dict[str, Any]

SPECIAL_ATTACK: Final = "Special Attack"


def clan(table: Table, seat: int, speech: Speech) -> str:
    """A player by its colour."""
    return speech.name("clan", table["players"][seat]["clan"], "short")


def monsters(table: Table, width: int, speech: Speech) -> list[str]:
    """LR-6.6: the Monsters on the board with what is printed on their cards; in a Hunt the hunted one alone."""
    hunt = table["hunt"]
    there = [
        one for one in table["monsters"] if one["region"] is not None and (not hunt or one["name"] == hunt["monster"])
    ]
    lines = [line for one in there for line in _in_full(table, one, width, speech)]
    return [speech.label("monsters"), *lines] if lines else []


def _in_full(table: Table, one: Table, width: int, speech: Speech) -> list[str]:
    """Its Rune (LR-12.2), the Artifact that lies beside it (LR-18.30), its Wound spaces by their numbers."""
    facts = MONSTER_FACTS[MONSTER_NAMES.index(one["name"])]
    found = [speech.name("monster", one["name"]), speech.name("rune", RUNE_NAMES[facts.rune].capitalize())]
    if facts.artifact >= 0:
        artifact = CARDS[artifact_card(facts.artifact)].name
        taken = any(artifact in player["artifacts"] for player in table["players"])
        found += [] if taken else [speech.name("card", artifact)]
    spaces = " · ".join(_space(table, one, at, speech) for at in range(len(one["wounds"])))
    # A hard space holds a space and its number together.
    text = f"  {', '.join(found)}: {spaces.replace(' ', chr(0)).replace(f'{chr(0)}·{chr(0)}', ' · ')}"
    broken = textwrap.wrap(text, width, subsequent_indent="      ", break_on_hyphens=False)
    return [line.replace(chr(0), " ") for line in broken]


def _space(table: Table, one: Table, at: int, speech: Speech) -> str:
    """LR-18.16, LR-18.19: `5 axe (Army +1)`; one that is covered by whose marker it is."""
    if one["wounds"][at] is not None:
        return speech.label("space.covered", {"space": at + 1, "clan": clan(table, one["wounds"][at], speech)})
    weapons = " + ".join(speech.name("weapon", weapon) for weapon in one["weapons"][at])
    values = {"space": at + 1, "weapons": weapons}
    if one["rewards"][at] is None:
        return speech.label("space", values)
    return speech.label("space.reward", {**values, "reward": speech.name("reward", one["rewards"][at])})


def _text_of(table: Table, card: str) -> str:
    """What is printed on a card that lies open."""
    return next(str(face["text"]) for face in table["cards"] if face["name"] == card)


def hunt(table: Table, width: int, speech: Speech) -> list[str]:
    """The Hunt in hand: who hunts, the whole card that is to be answered (LR-18.6, LR-18.12), what is behind it."""
    now, say = table["hunt"], speech.label
    if now is None:
        return []
    named = {"clan": clan(table, now["hunter"], speech), "monster": speech.name("monster", now["monster"])}
    lines = [say("hunt", {**named, "side": clan(table, now["side"], speech)})]
    face = now["attack_card"]
    if face is not None:
        values = {
            "card": speech.name("card", face["name"]),
            "facts": say("fact.attack", face),
            "text": speech.card_text(face["name"], face["text"]),
            "defence": now["defence"],
        }
        lines.append("  " + say("hunt.attack", values))
        if face["name"] == SPECIAL_ATTACK:
            lines.append(f"  {named['monster']}: {speech.card_text(now['monster'], _text_of(table, now['monster']))}")
    held = now["attack_hand"]
    cards = len(held) if isinstance(held, list) else held["hidden"]
    lines.append("  " + say("hunt.holds", {"cards": cards, "left": table["decks"]["attack"]["left"]}))
    return [line for one in lines for line in textwrap.wrap(one, width, subsequent_indent="      ")]
