"""What a card is: its facts and its text in our words, in full and in short (90 characters at most), as printed in
`data/cards.json`. Its number is its place here.

A card's file finds it by its id, `card("mjolnir")`, and says what its text does.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from drakkar.core.timing import Number, Source, Text, Window
from drakkar.core.vectors import Vec, row, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.choices import CARD_WORDS, COMBAT_WORDS, MONSTER_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.facts import PRINTED

if TYPE_CHECKING:
    from drakkar.games.lords_of_ragnarok.state import State

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

WEAPON_NAMES: Final = tuple(str(weapon) for weapon in PRINTED["combat_cards"]["weapons"])
SHIELD: Final[int] = WEAPON_NAMES.index("shield")
REWARD_NAMES: Final = tuple(str(reward) for reward in PRINTED["wound_rewards"])
NO_REWARD: Final = -1
NO_WEAPON: Final = -1

# What a card does at a moment, how it changes a number, what it says when the rules turn to it.
Effect = Callable[["State", Source, int], None]
Change = Callable[["State", Source, int, int], int]
Saying = Callable[["State", int, int], None]
# Whether a condition of Ragnarok is fulfilled now.
Condition = Callable[["State"], bool]
# Something that can be asked about a seat.
Test = Callable[["State", int], bool]


class Card:
    """One card, or several that are alike; `facts` is all that is printed on it."""

    def __init__(self, kind: int, name: str, full_name: str, text: str, facts: dict[str, Any]) -> None:
        self.number = CARD_WORDS.add(full_name, name)
        self.kind = kind
        self.id = str(facts["id"])
        self.name = name
        self.text = text
        self.short = str(facts.get("short", text))
        self.copies = int(facts.get("count", 1))
        self.facts = facts
        self.fulfilled: Condition | None = None
        CARDS.append(self)
        BY_ID[KIND_NAMES[kind], self.id] = self

    def when(self, window: "Window[State]", only_if: Test | None = None) -> Callable[[Effect], Effect]:
        """After it happened, do this; in an offered window, what its owner may use it for."""
        return window.when(self.number, only_if)

    def modifies(self, number: "Number[State]") -> Callable[[Change], Change]:
        """The number is different."""
        return number.modified_by(self.number)

    def says(self, text: "Text[State]") -> Callable[[Saying], Saying]:
        """What the rules find on it when they turn to it."""
        return text.of(self.number)

    def asks(self, condition: Condition) -> Condition:
        """LR-16.3: the condition of Ragnarok on it."""
        self.fulfilled = condition
        return condition


CARDS: Final[list[Card]] = []
BY_ID: Final[dict[tuple[str, str], Card]] = {}


def card(kind: str, name: str) -> Card:
    """The card of a kind with this id."""
    return BY_ID[kind, name]


def of_kind(kind: int) -> list[Card]:
    """All cards of a kind, in printed order."""
    return [one for one in CARDS if one.kind == kind]


def _combat_cards() -> None:
    for facts in PRINTED["combat_cards"]["deck"]:
        name = str(facts["unit"])
        Card(COMBAT, name, name, f"Hunt: {facts['hunt']} Battle: {facts['battle']}", facts)
        COMBAT_WORDS.add(name, name)


def _attack_cards() -> None:
    for facts in PRINTED["monster_attack_cards"]["deck"]:
        name = str(facts["name"])
        Card(ATTACK, name, f"{name} (Rage {facts['rage']}, Weak Point {facts['weak_point']})", facts["effect"], facts)


def _named_cards(kind: int, printed: list[dict[str, Any]], text: str) -> None:
    for facts in printed:
        name = str(facts.get("name", str(facts["id"]).capitalize()))
        Card(kind, name, name, str(facts.get(text, "")), facts)


def _monster_cards() -> None:
    for facts in (*PRINTED["monsters"], PRINTED["boss"]):
        attack = facts.get("region_attack", facts.get("passive", ""))
        Card(MONSTER, facts["name"], facts["name"], f"{attack} Special Attack: {facts['special_attack']}", facts)


def _event_cards() -> None:
    for facts in PRINTED["event_cards"]["cards"]:
        runes = ", then ".join(rune.capitalize() for rune in facts["activate"])
        text = f"Place {facts['place'].capitalize()}; activate {runes}{'; then the Boss' if facts['boss'] else ''}."
        Card(EVENT, f"Event {facts['region']}", f"Event {facts['region']}", text, facts)


def _conditions() -> None:
    for facts in PRINTED["ragnarok_conditions"]["cards"]:
        Card(CONDITION, facts["condition"], f"{facts['condition']} ({facts['players']} players)", facts["text"], facts)


# Combat cards are the first: their numbers are those of COMBAT_WORDS.
_combat_cards()
_attack_cards()
_named_cards(GIFT, PRINTED["gift_cards"]["cards"], "effect")
_named_cards(ARTIFACT, PRINTED["artifacts"], "effect")
_named_cards(HERO, PRINTED["heroes"], "ability")
_named_cards(STORY, PRINTED["story_cards"], "effect")
_named_cards(GOD, PRINTED["gods"], "text")
_named_cards(REALM, PRINTED["realms"], "bonus")
_monster_cards()
_event_cards()
_conditions()

# The first card of each kind, by its number; the others follow.
FIRST_OF: Final = row(next(one.number for one in CARDS if one.kind == kind) for kind in range(len(KIND_NAMES)))


def _by_number(fact: str) -> Vec:
    """A number that some cards have printed on them, for every card."""
    return row(int(one.facts.get(fact, 0)) if one.kind in (COMBAT, ATTACK) else 0 for one in CARDS)


# By the number of a card: what the rules ask for all the time.
VALUE: Final = _by_number("value")
CASUALTIES: Final = _by_number("casualties")
RAGE: Final = _by_number("rage")
WEAK_POINT: Final = _by_number("weak_point")
DRAWS: Final = _by_number("draw")
IS_SPECIAL: Final = row(int(one.kind == ATTACK and one.name == "Special Attack") for one in CARDS)
WEAPON: Final = row(WEAPON_NAMES.index(one.facts["weapon"]) if one.kind == COMBAT else NO_WEAPON for one in CARDS)


class MonsterFacts:
    """A Monster by its own number, the Boss last: its Rune, its Wound spaces, its Artifact.

    A space of the Boss has two weapons; `second` has NO_WEAPON on all others.
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
# LR-3.4: the Divine Artifact of each god, as a number among the Artifacts.
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
    """What is printed on an Event card."""
    return EVENT_FACTS[number - FIRST_OF[EVENT]]


def artifact_card(artifact: int) -> int:
    """The card of an Artifact."""
    return FIRST_OF[ARTIFACT] + artifact
