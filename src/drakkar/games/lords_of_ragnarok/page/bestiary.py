"""Monster cards: the facts of every Monster and of its Wound spaces, from the view and the printed facts."""

from typing import Any

from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS, artifact_card
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.page.pieces import card_id, drawing
from drakkar.games.lords_of_ragnarok.view import face


def monster_card(view: dict[str, Any], name: str) -> dict[str, Any]:
    """One Monster's card: Rune, attacks, Artifact and Wound spaces, with what covers them."""
    number = MONSTER_NAMES.index(name)
    facts, now = MONSTER_FACTS[number], view["monsters"][number]
    artifact = None if facts.artifact < 0 else face(artifact_card(facts.artifact))
    spaces = [
        {"number": at + 1, "weapons": now["weapons"][at], "reward": now["rewards"][at], "seat": seat}
        for at, seat in enumerate(now["wounds"])
    ]
    return {
        "name": name,
        "id": card_id(now),
        "of": drawing(name),
        "rune": RUNE_NAMES[facts.rune].capitalize(),
        "region": now["region"],
        "ring": now["ring"],
        "slain_by": now["slain_by"],
        "face": face(facts.card),
        "artifact": artifact,
        "artifact_of": next(
            (
                seat
                for seat, player in enumerate(view["players"])
                if artifact and artifact["name"] in player["artifacts"]
            ),
            None,
        ),
        "is_boss": number == BOSS,
        "spaces": spaces,
        "covered": sum(space["seat"] is not None for space in spaces),
    }


def bestiary(view: dict[str, Any]) -> list[dict[str, Any]]:
    """All Monster cards: those on the map first, then those to come, then the slain ones."""
    cards = [monster_card(view, one["name"]) for one in view["monsters"]]
    return sorted(cards, key=lambda one: (one["slain_by"] is not None, one["region"] is None))


def attack_and_special(text: str, special: str) -> tuple[str, str]:
    """A Monster's text in its two parts: the attack in a Region, and the Special Attack in a Hunt.

    The card names the second part; a translation without that name is shown whole.
    """
    first, _, second = text.partition(f"{special}: ")
    return first.strip(), second.strip()
