"""The facts of a card, from `data/cards.json`. A card's number is its place in this list.

Card texts are in `cards/`, next to the code that carries them out.
"""

from typing import Any, Final

from drakkar.core.vectors import Vec, row, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.choices import CARD_WORDS, COMBAT_WORDS, MONSTER_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA

KIND_NAMES: Final = (
    "combat",
    "monster attack",
    "gift",
    "artifact",
    "hero",
    "story",
    "god",
    "realm",
    "monster",
    "event",
    "condition",
)
COMBAT: Final = 0
ATTACK: Final = 1
GIFT: Final = 2
ARTIFACT: Final = 3
HERO: Final = 4
STORY: Final = 5
GOD: Final = 6
REALM: Final = 7
MONSTER: Final = 8
EVENT: Final = 9
CONDITION: Final = 10

WEAPON_NAMES: Final = tuple(str(weapon) for weapon in CARD_DATA["combat_cards"]["weapons"])
SHIELD: Final[int] = WEAPON_NAMES.index("shield")
REWARD_NAMES: Final = tuple(str(reward) for reward in CARD_DATA["wound_rewards"])
NO_REWARD: Final = -1
NO_WEAPON: Final = -1


class Card:
    """One card, or several equal ones; `facts` is its entry in the data. Its file in `cards/` adds the text."""

    def __init__(self, kind: int, name: str, full_name: str, facts: dict[str, Any]) -> None:
        self.number = CARD_WORDS.add(full_name, name)
        self.kind = kind
        self.id = str(facts["id"])
        self.name = name
        self.text = ""
        self.short = ""
        self.copies = int(facts.get("count", 1))
        self.facts = facts
        CARDS.append(self)
        BY_ID[KIND_NAMES[kind], self.id] = self


CARDS: Final[list[Card]] = []
BY_ID: Final[dict[tuple[str, str], Card]] = {}


def of_kind(kind: int) -> list[Card]:
    """All cards of a kind, in printed order."""
    return [one for one in CARDS if one.kind == kind]


def _combat_cards() -> None:
    for facts in CARD_DATA["combat_cards"]["deck"]:
        name = str(facts["unit"])
        Card(COMBAT, name, name, facts)
        COMBAT_WORDS.add(name, name)


def _attack_cards() -> None:
    for facts in CARD_DATA["monster_attack_cards"]["deck"]:
        name = str(facts["name"])
        Card(ATTACK, name, f"{name} (Rage {facts['rage']}, Weak Point {facts['weak_point']})", facts)


def _named_cards(kind: int, printed: list[dict[str, Any]]) -> None:
    for facts in printed:
        name = str(facts.get("name", str(facts["id"]).capitalize()))
        Card(kind, name, name, facts)


def _monster_cards() -> None:
    for facts in (*CARD_DATA["monsters"], CARD_DATA["boss"]):
        Card(MONSTER, facts["name"], facts["name"], facts)


def _event_cards() -> None:
    for facts in CARD_DATA["event_cards"]["cards"]:
        Card(EVENT, f"Event {facts['region']}", f"Event {facts['region']}", facts)


def _conditions() -> None:
    for facts in CARD_DATA["ragnarok_conditions"]["cards"]:
        Card(CONDITION, facts["condition"], f"{facts['condition']} ({facts['players']} players)", facts)


# Combat cards come first, so their numbers are also those of COMBAT_WORDS.
_combat_cards()
_attack_cards()
_named_cards(GIFT, CARD_DATA["gift_cards"]["cards"])
_named_cards(ARTIFACT, CARD_DATA["artifacts"])
_named_cards(HERO, CARD_DATA["heroes"])
_named_cards(STORY, CARD_DATA["story_cards"])
_named_cards(GOD, CARD_DATA["gods"])
_named_cards(REALM, CARD_DATA["realms"])
_monster_cards()
_event_cards()
_conditions()

# The number of the first card of each kind; the others of the kind follow.
FIRST_OF: Final = row(next(one.number for one in CARDS if one.kind == kind) for kind in range(len(KIND_NAMES)))


def _by_number(fact: str) -> Vec:
    """A printed number of Combat and Monster Attack cards, by card number; 0 for other kinds."""
    return row(int(one.facts.get(fact, 0)) if one.kind in (COMBAT, ATTACK) else 0 for one in CARDS)


# By card number: facts that the rules read often.
VALUE: Final = _by_number("value")
CASUALTIES: Final = _by_number("casualties")
RAGE: Final = _by_number("rage")
WEAK_POINT: Final = _by_number("weak_point")
DRAWS: Final = _by_number("draw")
IS_SPECIAL: Final = row(int(one.kind == ATTACK and one.name == "Special Attack") for one in CARDS)
WEAPON: Final = row(WEAPON_NAMES.index(one.facts["weapon"]) if one.kind == COMBAT else NO_WEAPON for one in CARDS)


class MonsterFacts:
    """The facts of a Monster, by Monster number with the Boss last: its Rune, its Wound spaces, its Artifact.

    A space of the Boss has two weapons; `second` is NO_WEAPON on all other spaces.
    """

    def __init__(self, number: int, facts: dict[str, Any]) -> None:
        self.card: int = FIRST_OF[MONSTER] + number
        self.rune = RUNE_NAMES.index(facts["rune"])
        self.spaces = len(facts["wounds"])
        self.first = vec(MOST_WOUNDS, NO_WEAPON)
        self.second = vec(MOST_WOUNDS, NO_WEAPON)
        self.reward = vec(MOST_WOUNDS, NO_REWARD)
        for at, space in enumerate(facts["wounds"]):
            if isinstance(space, dict):
                self.first[at] = WEAPON_NAMES.index(space["weapon"])
                if space["reward"] is not None:
                    self.reward[at] = REWARD_NAMES.index(space["reward"])
            else:
                self.first[at], self.second[at] = (WEAPON_NAMES.index(weapon) for weapon in space)
        self.artifact = next(
            (one.number - FIRST_OF[ARTIFACT] for one in of_kind(ARTIFACT) if one.facts["owner"] == facts["id"]), -1
        )


MONSTER_FACTS: Final = [MonsterFacts(at, one.facts) for at, one in enumerate(of_kind(MONSTER))]
MONSTERS: Final[int] = len(MONSTER_NAMES) - 1
BOSS: Final[int] = MONSTERS
ARTIFACTS: Final[int] = len(of_kind(ARTIFACT))
# LR-3.4: the Divine Artifact of each god, as an Artifact number.
DIVINE: Final = row(
    next(at for at, one in enumerate(of_kind(ARTIFACT)) if one.facts["owner"] == god.id) for god in of_kind(GOD)
)


class EventFacts:
    """An Event card: its Region, the Rune of `place`, the two Runes of activation, and the Boss symbol."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.region = int(facts["region"])
        self.place = RUNE_NAMES.index(facts["place"])
        self.activates = row(RUNE_NAMES.index(rune) for rune in facts["activate"])
        self.boss = bool(facts["boss"])


EVENT_FACTS: Final = [EventFacts(one.facts) for one in of_kind(EVENT)]


def event_facts(number: int) -> EventFacts:
    """The facts of an Event card."""
    return EVENT_FACTS[number - FIRST_OF[EVENT]]


def artifact_card(artifact: int) -> int:
    """The card number of an Artifact."""
    return FIRST_OF[ARTIFACT] + artifact
