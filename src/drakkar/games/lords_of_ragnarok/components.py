"""Groups of components: Regions, Monsters, Ragnarok, decks, the battle and the Hunt."""

from typing import Final

from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.core.piles import Deck, new_deck
from drakkar.core.vectors import Vec, holds, index_of, row, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NOWHERE, REGIONS, board_for
from drakkar.games.lords_of_ragnarok.card import (
    ATTACK,
    CARDS,
    COMBAT,
    EVENT,
    GIFT,
    MONSTERS,
    event_facts,
    of_kind,
)
from drakkar.games.lords_of_ragnarok.choices import MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.game_data import PIECES

ARMIES: Final[int] = int(PIECES["figures"]["armies"]["per_player"])
NO_MONSTER: Final = -1
NO_RUNE: Final = -1
# More than the number of cards that act once in a Hunt.
ONCE_CAPACITY: Final = 8


class Regions:
    """The state of all Regions; each vector is indexed by Region.

    `control` is a seat or NOBODY; `uncovered` marks Regions whose marker was discarded (LR-4.7); `arrived` is the seat
    whose Armies arrived in this stage (LR-19.2). A Forge has a kind of Rune, and holds one or none.
    """

    def __init__(
        self, control: Vec, uncovered: Vec, arrived: Vec, temples: Vec, forge_kinds: Vec, forge_runes: Vec
    ) -> None:
        self.control = control
        self.uncovered = uncovered
        self.arrived = arrived
        self.temples = temples
        self.forge_kinds = forge_kinds
        self.forge_runes = forge_runes

    def copy(self) -> "Regions":
        """An independent copy."""
        return Regions(
            twin(self.control),
            twin(self.uncovered),
            twin(self.arrived),
            twin(self.temples),
            self.forge_kinds,
            twin(self.forge_runes),
        )


def empty_regions() -> Regions:
    """Neutral and empty."""
    return Regions(
        vec(REGIONS, NOBODY), vec(REGIONS), vec(REGIONS, NOBODY), vec(REGIONS), vec(REGIONS, NO_RUNE), vec(REGIONS)
    )


class Monsters:
    """The Monsters by number, the Boss last: Region, ring, and the seat that slew each.

    `wounds` has MOST_WOUNDS entries for each Monster: the seat whose marker covers the space. `stacks` has the two
    Monsters of each Rune in order (LR-6.6).
    """

    def __init__(self, places: Vec, rings: Vec, slain_by: Vec, wounds: Vec, stacks: Vec) -> None:
        self.places = places
        self.rings = rings
        self.slain_by = slain_by
        self.wounds = wounds
        self.stacks = stacks

    def copy(self) -> "Monsters":
        """An independent copy."""
        return Monsters(twin(self.places), twin(self.rings), twin(self.slain_by), twin(self.wounds), self.stacks)


def monsters_aside() -> Monsters:
    """All Monsters off the board."""
    return Monsters(
        vec(MONSTERS + 1, NOWHERE),
        vec(MONSTERS + 1, NOBODY),
        vec(MONSTERS + 1, NOBODY),
        vec((MONSTERS + 1) * MOST_WOUNDS, NOBODY),
        vec(MONSTERS),
    )


class Ragnarok:
    """The five conditions, which of them are turned, and the last turns after it begins.

    `builder` is the seat that brought it, `last_turns` how many are left (NOBODY: it has not begun); `due` means that
    the next Build Statue brings it (LR-29.1).
    """

    def __init__(self, conditions: Vec, turned: Vec, builder: int, last_turns: int, due: bool) -> None:
        self.conditions = conditions
        self.turned = turned
        self.builder = builder
        self.last_turns = last_turns
        self.due = due

    def copy(self) -> "Ragnarok":
        """An independent copy."""
        return Ragnarok(self.conditions, twin(self.turned), self.builder, self.last_turns, self.due)


def ragnarok_far_away(conditions: Vec) -> Ragnarok:
    """No condition is turned."""
    return Ragnarok(conditions, vec(len(conditions)), NOBODY, NOBODY, False)


class Decks:
    """The four decks; `foreseen` is, by card, the bits of the seats that have looked at it and put it back."""

    def __init__(self, combat: Deck, attack: Deck, gift: Deck, event: Deck, foreseen: Vec) -> None:
        self.combat = combat
        self.attack = attack
        self.gift = gift
        self.event = event
        self.foreseen = foreseen

    def copy(self) -> "Decks":
        """An independent copy."""
        return Decks(self.combat.copy(), self.attack.copy(), self.gift.copy(), self.event.copy(), twin(self.foreseen))


def all_decks(seats: int) -> Decks:
    """LR-6.7: complete, without the Events of Regions that are not on the board."""
    regions = board_for(seats).count
    events = row(card.number for card in of_kind(EVENT) if event_facts(card.number).region <= regions)
    return Decks(_deck(COMBAT), _deck(ATTACK), _deck(GIFT), new_deck(events), vec(len(CARDS)))


def _deck(kind: int) -> Deck:
    return new_deck(row(card.number for card in of_kind(kind) for _ in range(card.copies)))


class Battle:
    """The current battle; `region` is NOWHERE when there is none.

    `passed` are seats, as bits; `bonus` is the Battle Strength added by texts, by seat. For the casualties being paid,
    `defeat` is what each Army loses for the defeat itself, unless it is `spared`; `owed` is how much value is to be
    assigned for symbols.
    """

    def __init__(
        self,
        region: int,
        attacker: int,
        defender: int,
        next_seat: int,
        passed: int,
        winner: int,
        owed: int,
        defeat: int,
        bonus: Vec,
        spared: Vec,
    ) -> None:
        self.region = region
        self.attacker = attacker
        self.defender = defender
        self.next_seat = next_seat
        self.passed = passed
        self.winner = winner
        self.owed = owed
        self.defeat = defeat
        self.bonus = bonus
        self.spared = spared

    def copy(self) -> "Battle":
        """An independent copy."""
        return Battle(
            self.region,
            self.attacker,
            self.defender,
            self.next_seat,
            self.passed,
            self.winner,
            self.owed,
            self.defeat,
            twin(self.bonus),
            twin(self.spared),
        )

    @property
    def loser(self) -> int:
        """The loser, once there is a winner."""
        return self.opponent(self.winner)

    def opponent(self, seat: int) -> int:
        """The other player in this battle."""
        return self.attacker + self.defender - seat


def no_battle(seats: int) -> Battle:
    """The value of `battle` when there is none."""
    return Battle(NOWHERE, NOBODY, NOBODY, NOBODY, 0, NOBODY, 0, 0, vec(seats), vec(seats * ARMIES))


class Hunt:
    """The current Hunt; `hunter` is NOBODY when there is none.

    `monster` is hunted, `side` acts for it. In a Monster round, `attack` is the card played, `defence` the total value
    played against it, `cards` the number of those cards, `cancelled` whether a Shield's text cancelled it, `more` how
    many extra cards the Monster side draws. In a Hero round, `wounds` is the number dealt. `over` means that the Hunt
    fails once the current text is done, `warded` that the Injury being dealt is ignored, `aftermath` that the Monster's
    card has more to do after the Hunt. `used` are the cards that act once in a Hunt and already have.
    """

    def __init__(
        self,
        hunter: int,
        monster: int,
        side: int,
        attack: int,
        defence: int,
        cards: int,
        cancelled: bool,
        more: int,
        wounds: int,
        over: bool,
        warded: bool,
        aftermath: bool,
        used: Vec,
    ) -> None:
        self.hunter = hunter
        self.monster = monster
        self.side = side
        self.attack = attack
        self.defence = defence
        self.cards = cards
        self.cancelled = cancelled
        self.more = more
        self.wounds = wounds
        self.over = over
        self.warded = warded
        self.aftermath = aftermath
        self.used = used

    def copy(self) -> "Hunt":
        """An independent copy."""
        return Hunt(
            self.hunter,
            self.monster,
            self.side,
            self.attack,
            self.defence,
            self.cards,
            self.cancelled,
            self.more,
            self.wounds,
            self.over,
            self.warded,
            self.aftermath,
            twin(self.used),
        )

    def has_used(self, card: int) -> bool:
        """Whether a once-per-Hunt card has already acted."""
        return holds(self.used, 0, ONCE_CAPACITY, card)

    def use(self, card: int) -> None:
        """Mark a once-per-Hunt card as used."""
        self.used[index_of(self.used, NO_CARD)] = card


def no_hunt() -> Hunt:
    """The value of `hunt` when there is none."""
    return Hunt(
        NOBODY, NO_MONSTER, NOBODY, NO_CARD, 0, 0, False, 0, 0, False, False, False, vec(ONCE_CAPACITY, NO_CARD)
    )
