"""The parts of the table that are spoken of together: Regions, Monsters, Ragnarok, decks, the battle and the Hunt."""

from typing import Final

from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.core.piles import Deck, new_deck
from drakkar.core.vectors import Vec, holds, index_of, row, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NOWHERE, REGIONS, board_for
from drakkar.games.lords_of_ragnarok.cards.kinds import (
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
from drakkar.games.lords_of_ragnarok.facts import PIECES

ARMIES: Final[int] = int(PIECES["figures"]["armies"]["per_player"])
NO_MONSTER: Final = -1
NO_RUNE: Final = -1
# More cards than can act once in a Hunt.
ONCE_ROOM: Final = 8


class Regions:
    """What lies in the Regions, each vector by Region.

    `control` is a seat or NOBODY; `uncovered` marks those whose marker was discarded (LR-4.7); `arrived` is whose
    Armies came in this stage (LR-19.2). A Forge has its kind of Rune, and a Rune or none.
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
        """The same apart."""
        return Regions(
            twin(self.control),
            twin(self.uncovered),
            twin(self.arrived),
            twin(self.temples),
            self.forge_kinds,
            twin(self.forge_runes),
        )


def empty_regions() -> Regions:
    """Nobody's, and nothing there."""
    return Regions(
        vec(REGIONS, NOBODY), vec(REGIONS), vec(REGIONS, NOBODY), vec(REGIONS), vec(REGIONS, NO_RUNE), vec(REGIONS)
    )


class Monsters:
    """The Monsters by number, the Boss last: where they stand, whose ring they carry, who has slain them.

    `wounds` has MOST_WOUNDS entries for each: whose marker covers the space. `stacks` has the two Monsters of each Rune
    in order (LR-6.6).
    """

    def __init__(self, places: Vec, rings: Vec, slain_by: Vec, wounds: Vec, stacks: Vec) -> None:
        self.places = places
        self.rings = rings
        self.slain_by = slain_by
        self.wounds = wounds
        self.stacks = stacks

    def copy(self) -> "Monsters":
        """The same apart."""
        return Monsters(twin(self.places), twin(self.rings), twin(self.slain_by), twin(self.wounds), self.stacks)


def monsters_aside() -> Monsters:
    """All beside the board."""
    return Monsters(
        vec(MONSTERS + 1, NOWHERE),
        vec(MONSTERS + 1, NOBODY),
        vec(MONSTERS + 1, NOBODY),
        vec((MONSTERS + 1) * MOST_WOUNDS, NOBODY),
        vec(MONSTERS),
    )


class Ragnarok:
    """The five conditions, which of them are turned, and the last turns once it has come.

    `builder` is who brought it, `last_turns` how many are left (NOBODY: it has not come); `due` says that the next
    Build Statue brings it (LR-29.1).
    """

    def __init__(self, conditions: Vec, turned: Vec, builder: int, last_turns: int, due: bool) -> None:
        self.conditions = conditions
        self.turned = turned
        self.builder = builder
        self.last_turns = last_turns
        self.due = due

    def copy(self) -> "Ragnarok":
        """The same apart."""
        return Ragnarok(self.conditions, twin(self.turned), self.builder, self.last_turns, self.due)


def ragnarok_far_away(conditions: Vec) -> Ragnarok:
    """No condition is turned."""
    return Ragnarok(conditions, vec(len(conditions)), NOBODY, NOBODY, False)


class Decks:
    """The four decks; `foreseen` has, by card, the seats that have looked at it and laid it back, as bits."""

    def __init__(self, combat: Deck, attack: Deck, gift: Deck, event: Deck, foreseen: Vec) -> None:
        self.combat = combat
        self.attack = attack
        self.gift = gift
        self.event = event
        self.foreseen = foreseen

    def copy(self) -> "Decks":
        """The same apart."""
        return Decks(self.combat.copy(), self.attack.copy(), self.gift.copy(), self.event.copy(), twin(self.foreseen))


def all_decks(seats: int) -> Decks:
    """LR-6.7: complete; without the Events of Regions that are not on the board."""
    regions = board_for(seats).count
    events = row(card.number for card in of_kind(EVENT) if event_facts(card.number).region <= regions)
    return Decks(_deck(COMBAT), _deck(ATTACK), _deck(GIFT), new_deck(events), vec(len(CARDS)))


def _deck(kind: int) -> Deck:
    return new_deck(row(card.number for card in of_kind(kind) for _ in range(card.copies)))


class Battle:
    """The battle in hand; `region` is NOWHERE when there is none.

    `passed` are seats, as bits; `bonus` is what texts add to Battle Strength by seat. Of the casualties in hand,
    `defeat` is what each Army loses for the defeat itself, but for those that are `spared`; `owed` is how much value is
    to be assigned for symbols.
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
        """The same battle apart."""
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
        """Who lost it, once there is a winner."""
        return self.opponent(self.winner)

    def opponent(self, seat: int) -> int:
        """The other one in this battle."""
        return self.attacker + self.defender - seat


def no_battle(seats: int) -> Battle:
    """Peace."""
    return Battle(NOWHERE, NOBODY, NOBODY, NOBODY, 0, NOBODY, 0, 0, vec(seats), vec(seats * ARMIES))


class Hunt:
    """The Hunt in hand; `hunter` is NOBODY when there is none.

    `monster` is hunted, `side` acts for it. In a Monster round `attack` is the card played, `defence` the values
    played against it, `cards` how many, `cancelled` whether a Shield's text did, `more` what the Monster side draws on
    top. In a Hero round `wounds` have been dealt. `over` says that the Hunt fails once the running text is done,
    `warded` that the Injury which is being dealt is ignored, `aftermath` that the Monster's card has more to do when
    the Hunt is over. `used` are the cards that act once in a Hunt and have acted.
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
        """The same Hunt apart."""
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
        """Whether a card that acts once in a Hunt has acted in this one."""
        return holds(self.used, 0, ONCE_ROOM, card)

    def use(self, card: int) -> None:
        """It acts no more in this Hunt."""
        self.used[index_of(self.used, NO_CARD)] = card


def no_hunt() -> Hunt:
    """Nobody hunts."""
    return Hunt(NOBODY, NO_MONSTER, NOBODY, NO_CARD, 0, 0, False, 0, 0, False, False, False, vec(ONCE_ROOM, NO_CARD))
