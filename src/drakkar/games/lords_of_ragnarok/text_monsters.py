"""The Monsters as text, from a view's data: their Runes and Wound spaces, and the current Hunt."""

import textwrap
from typing import Any, Final

from drakkar.core.translator import Translator
from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.card import CARDS, MONSTER_FACTS, artifact_card
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES

Table = dict[str, Any]

SPECIAL_ATTACK: Final = "Special Attack"


def clan(table: Table, seat: int, words: Translator) -> str:
    """The name of a player."""
    return words.name("clan", table["players"][seat]["clan"], "short")


def monsters(table: Table, width: int, words: Translator) -> list[str]:
    """LR-6.6: the Monsters on the board with the facts on their cards; in a Hunt only the hunted one."""
    hunt = table["hunt"]
    there = [
        one for one in table["monsters"] if one["region"] is not None and (not hunt or one["name"] == hunt["monster"])
    ]
    lines = [line for one in there for line in _in_full(table, one, width, words)]
    return [words.label("monsters"), *lines] if lines else []


def _in_full(table: Table, one: Table, width: int, words: Translator) -> list[str]:
    """Its Rune (LR-12.2), the Artifact beside it (LR-18.30), and its numbered Wound spaces."""
    facts = MONSTER_FACTS[MONSTER_NAMES.index(one["name"])]
    found = [words.name("monster", one["name"]), words.name("rune", RUNE_NAMES[facts.rune].capitalize())]
    if facts.artifact >= 0:
        artifact = CARDS[artifact_card(facts.artifact)].name
        taken = any(artifact in player["artifacts"] for player in table["players"])
        found += [] if taken else [words.name("card", artifact)]
    spaces = " · ".join(_space(table, one, at, words) for at in range(len(one["wounds"])))
    # A null character as a non-breaking space keeps the words of one Wound space on one line.
    text = f"  {', '.join(found)}: {spaces.replace(' ', chr(0)).replace(f'{chr(0)}·{chr(0)}', ' · ')}"
    broken = textwrap.wrap(text, width, subsequent_indent="      ", break_on_hyphens=False)
    return [line.replace(chr(0), " ") for line in broken]


def _space(table: Table, one: Table, at: int, words: Translator) -> str:
    """LR-18.16, LR-18.19: `5 axe (Army +1)`; a covered space with its owner."""
    if one["wounds"][at] is not None:
        return words.label("space.covered", {"space": at + 1, "clan": clan(table, one["wounds"][at], words)})
    weapons = " + ".join(words.name("weapon", weapon) for weapon in one["weapons"][at])
    values = {"space": at + 1, "weapons": weapons}
    if one["rewards"][at] is None:
        return words.label("space", values)
    return words.label("space.reward", {**values, "reward": words.name("reward", one["rewards"][at])})


def _text_of(table: Table, card: str) -> str:
    """The text of a visible card."""
    return next(str(face["text"]) for face in table["cards"] if face["name"] == card)


def hunt(table: Table, width: int, words: Translator) -> list[str]:
    """The current Hunt: the players, the full attack card to answer (LR-18.6, LR-18.12), and the cards left."""
    now, say = table["hunt"], words.label
    if now is None:
        return []
    named = {"clan": clan(table, now["hunter"], words), "monster": words.name("monster", now["monster"])}
    lines = [say("hunt", {**named, "side": clan(table, now["side"], words)})]
    face = now["attack_card"]
    if face is not None:
        values = {
            "card": words.name("card", face["name"]),
            "facts": say("fact.attack", face),
            "text": words.card_text(face["name"], face["text"]),
            "defence": now["defence"],
        }
        lines.append("  " + say("hunt.attack", values))
        if face["name"] == SPECIAL_ATTACK:
            lines.append(f"  {named['monster']}: {words.card_text(now['monster'], _text_of(table, now['monster']))}")
    held = now["attack_hand"]
    cards = len(held) if isinstance(held, list) else held["hidden"]
    lines.append("  " + say("hunt.holds", {"cards": cards, "left": table["decks"]["attack"]["left"]}))
    return [line for one in lines for line in textwrap.wrap(one, width, subsequent_indent="      ")]
