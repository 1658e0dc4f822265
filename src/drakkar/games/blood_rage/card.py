"""A card: its facts, and its text in our words, long and short (at most 90 characters).

Cards are numbered as their files are loaded.
"""

from collections.abc import Callable
from typing import Final

from drakkar.core.flow import MOST_CARDS
from drakkar.core.timing import Number, Source, Window
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import row, vec
from drakkar.games.blood_rage.choices import CARD_WORDS, FIGURE_WORDS
from drakkar.games.blood_rage.state import State

# Kinds of card (BR-3.18); the kind of an upgrade decides which slots of the clan sheet it fits.
BATTLE: Final = 0
QUEST: Final = 1
LEADER: Final = 2
WARRIOR: Final = 3
SHIP: Final = 4
MONSTER: Final = 5
CLAN: Final = 6
KIND_NAMES: Final = ("battle", "quest", "leader", "warrior", "ship", "monster", "clan")

# The slots of each kind of upgrade (BR-3.17): the first slot and the number of slots.
FIRST_SLOT: Final = row((0, 0, 0, 1, 2, 3, 5))
SLOT_COUNT: Final = row((0, 0, 1, 1, 1, 2, 3))

NO_FIGURE: Final = -1

# How many copies are in the deck: the base number, then extra copies from three, four and five players on (BR-4.7).
Copies = tuple[int, int, int, int]

# What a card does in a window, and how it changes a number; the third argument of a Change is the value so far.
Effect = Callable[[State, Source, int], None]
Change = Callable[[State, Source, int, int], int]

# A condition on a seat: its quest is fulfilled, its Leader is there.
Test = Callable[[State, int], bool]


class Card:
    """One card of one Age. `cost` is Rage to play it; for a Monster also to invade with it."""

    def __init__(
        self,
        kind: int,
        name: str,
        age: int,
        copies: Copies,
        god: str,
        text: str,
        short: str,
        strength: int,
        cost: int,
        bonus: int,
        glory: int,
        late: bool,
        not_yet: bool,
        figure: int,
        counts_as_ship: bool,
        fulfilled: Test | None,
    ) -> None:
        self.number = CARD_WORDS.add(f"{name} (age {age})", name)
        self.kind = kind
        self.name = name
        self.age = age
        self.copies = copies
        self.god = god
        self.text = text
        self.short = short or text
        self.strength = strength
        self.cost = cost
        self.bonus = bonus
        self.glory = glory
        self.late = late
        self.not_yet = not_yet
        self.figure = figure
        self.counts_as_ship = counts_as_ship
        self.fulfilled = fulfilled
        CARDS.append(self)
        QUESTS[self.number] = kind == QUEST
        LATE_CARDS[self.number] = late
        UPGRADES[self.number] = SLOT_COUNT[kind] > 0

    def when(self, window: Window[State], only_if: Test | None = None) -> Callable[[Effect], Effect]:
        """Register an effect of this card in a window."""
        return window.when(self.number, only_if)

    def modifies(self, number: Number[State]) -> Callable[[Change], Change]:
        """Register a change that this card makes to a number."""
        return number.modified_by(self.number)

    def copies_for(self, seats: int) -> int:
        """BR-4.7: how many copies a match with this many players has."""
        return sum(self.copies[: seats - 1])


CARDS: Final[list[Card]] = []
# Card sets as vectors, with a 1 at the number of each member.
ALL_CARDS: Final = vec(MOST_CARDS, 1)
QUESTS: Final = vec(MOST_CARDS)
LATE_CARDS: Final = vec(MOST_CARDS)
UPGRADES: Final = vec(MOST_CARDS)
# The card of each Monster figure, in the order of the figures' numbers.
MONSTER_CARDS: Final[list[Card]] = []


def battle_card(
    name: str,
    age: int,
    bonus: int,
    copies: Copies,
    god: str,
    text: str = "",
    late: bool = False,
    not_yet: bool = False,
    short: str = "",
) -> Card:
    """A battle card; without a text it has only its bonus."""
    return Card(BATTLE, name, age, copies, god, text, short, 0, 0, bonus, 0, late, not_yet, NO_FIGURE, False, None)


def quest(name: str, age: int, glory: int, copies: Copies, text: str, fulfilled: Test, short: str = "") -> Card:
    """A quest: its condition, and the Glory it gives besides one step on a stat."""
    return Card(QUEST, name, age, copies, "", text, short, 0, 0, 0, glory, False, False, NO_FIGURE, False, fulfilled)


def upgrade(
    kind: int,
    name: str,
    age: int,
    strength: int,
    copies: Copies,
    text: str,
    god: str = "",
    not_yet: bool = False,
    short: str = "",
) -> Card:
    """A Leader, Warrior, Ship or Clan upgrade; it costs its STR."""
    return Card(
        kind, name, age, copies, god, text, short, strength, strength, 0, 0, False, not_yet, NO_FIGURE, False, None
    )


def monster(
    name: str,
    age: int,
    strength: int,
    copies: Copies,
    text: str,
    cost: int | None = None,
    counts_as_ship: bool = False,
    not_yet: bool = False,
    short: str = "",
) -> Card:
    """A Monster upgrade and its figure; it costs its STR unless its card says otherwise."""
    figure = FIGURE_WORDS.add(name, name)
    price = strength if cost is None else cost
    card = Card(
        MONSTER,
        name,
        age,
        copies,
        "",
        text,
        short,
        strength,
        price,
        0,
        0,
        False,
        not_yet,
        figure,
        counts_as_ship,
        None,
    )
    MONSTER_CARDS.append(card)
    return card
