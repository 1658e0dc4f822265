"""Everything on the table: clan sheets, figures, tokens, cards, the current battle."""

from typing import Final

from drakkar.core.flow import BaseState, Book, Flow, Menu
from drakkar.core.notation import Verb
from drakkar.core.piles import Zone, new_zone
from drakkar.core.vectors import Vec, append, empty, holds, marked, row, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.board import (
    BOARD_PLACES,
    NOWHERE,
    PLACES,
    PROVINCES,
    RESERVE,
)
from drakkar.games.blood_rage.choices import notation
from drakkar.games.blood_rage.rulings import Rulings

NO_CARD: Final = -1
# A card that the seat may not identify, in a view.
UNKNOWN: Final = -2
NOBODY: Final = -1

# The phases of an Age (BR-1.2), as the Saga token marks them.
GODS_GIFTS: Final = 0
ACTION: Final = 1
DISCARD: Final = 2
QUESTS: Final = 3
RAGNAROK: Final = 4
RELEASE_VALHALLA: Final = 5
PHASE_NAMES: Final = ("Gods' Gifts", "Action", "Discard", "Quest", "Ragnarök", "Release Valhalla")

# The stats (BR-3.2 to BR-3.4) and the slots of a clan sheet (BR-3.17).
RAGE: Final = 0
AXES: Final = 1
HORNS: Final = 2
STATS: Final[int] = 3
SLOTS: Final[int] = 8

# The pillage tokens (BR-2.14); the first three raise the stat of the same number.
FIVE_GLORY: Final = 3
ALL_STATS: Final = 4

WARRIORS: Final = 8
# How many cards can be marked as used in one turn, each with its owner (BR-19.22).
MOST_SET_OFF: Final = 8
MOST_FIGURES: Final = 64

# Cards dealt to each player (BR-5.2) and picked by each (BR-5.4).
DEAL: Final = 8
PICKS: Final = 6
# More than all players together can hold in secret, since a card can take what others play, repeatedly.
HAND_CAPACITY: Final = 40
# More quests than can be in hands, and more cards than can be on the table in a battle.
QUEST_CAPACITY: Final = 24
TABLE_CAPACITY: Final = 16


class Draft:
    """The packs of one Age, each in the order in which its cards are taken; taken cards stay recorded.

    Pack n begins at seat n and is passed to the left. `at_once` is the number of cards a player takes before passing,
    `taken` how many cards have left each pack, `passes` how often the packs were passed. All cards come from `deck`.
    There are no packs if no draft is recorded because the match began after it.
    """

    def __init__(self, deck: tuple[int, ...], packs: int, at_once: int, cards: Vec, taken: Vec, passes: int) -> None:
        self.deck = deck
        self.packs = packs
        self.at_once = at_once
        self.cards = cards
        self.taken = taken
        self.passes = passes

    def copy(self) -> "Draft":
        """An independent copy."""
        return Draft(self.deck, self.packs, self.at_once, twin(self.cards), twin(self.taken), self.passes)

    def pack_at(self, seat: int) -> int:
        """The number of the pack in front of a seat."""
        return (seat - self.passes) % self.packs

    def of(self, seat: int) -> Vec:
        """The cards that a seat may pick from."""
        if not self.packs:
            return vec(0)
        pack = self.pack_at(seat)
        return self.cards[pack * DEAL + self.taken[pack] : (pack + 1) * DEAL]

    def offer(self, seat: int, menu: Menu, verb: Verb, among: Vec) -> None:
        """Offer each card that a seat may pick; equal cards once."""
        pack = self.pack_at(seat)
        menu.add_each(verb, self.cards, pack * DEAL + self.taken[pack], (pack + 1) * DEAL, among)

    def take(self, seat: int, card: int) -> None:
        """Take a card from the pack in front of a seat; the others keep their order."""
        pack = self.pack_at(seat)
        first = pack * DEAL + self.taken[pack]
        at = first
        while self.cards[at] != card:
            at += 1
        while at > first:
            self.cards[at] = self.cards[at - 1]
            at -= 1
        self.cards[first] = card
        self.taken[pack] += 1

    def taker(self, pack: int, at: int) -> int:
        """The seat that takes the card at a place of a pack, if it is taken at all."""
        return (pack + at // self.at_once) % self.packs


def no_draft() -> Draft:
    """An empty record."""
    return Draft((), 0, 1, vec(0), vec(0), 0)


def new_draft(deck: tuple[int, ...], seats: int, at_once: int) -> Draft:
    """A draft with empty packs."""
    return Draft(deck, seats, at_once, vec(seats * DEAL, NO_CARD), vec(seats), 0)


class Battle:
    """The current pillage and the battle it may become; `province` is NOWHERE when there is none.

    `participants` and `monsters` are bits: the seats and Monsters present when the call ended. `kept` is the figure
    that a seat has named as its survivor, `quest_values` the value of its revealed quest, `losses` the number of its
    destroyed figures.
    """

    def __init__(
        self,
        province: int,
        pillager: int,
        next_seat: int,
        declined: int,
        participants: int,
        revealed: bool,
        winner: int,
        monsters: int,
        again: bool,
        quest_values: Vec,
        kept: Vec,
        losses: Vec,
    ) -> None:
        self.province = province
        self.pillager = pillager
        self.next_seat = next_seat
        self.declined = declined
        self.participants = participants
        self.revealed = revealed
        self.winner = winner
        self.monsters = monsters
        self.again = again
        self.quest_values = quest_values
        self.kept = kept
        self.losses = losses

    def copy(self) -> "Battle":
        """An independent copy."""
        return Battle(
            self.province,
            self.pillager,
            self.next_seat,
            self.declined,
            self.participants,
            self.revealed,
            self.winner,
            self.monsters,
            self.again,
            twin(self.quest_values),
            twin(self.kept),
            twin(self.losses),
        )

    def has(self, seat: int) -> bool:
        """Whether the seat takes part (BR-12.1)."""
        return bool(self.participants >> seat & 1)


def no_battle(seats: int) -> Battle:
    """The value of `battle` when there is none."""
    return Battle(NOWHERE, NOBODY, NOBODY, 0, 0, False, NOBODY, 0, False, vec(seats), vec(seats, NOBODY), vec(seats))


class State(BaseState):
    """The whole table, and the stack of frames.

    Most vectors have one entry per seat; `warriors` has PLACES entries per seat, `steps` STATS, `upgrades` SLOTS.
    `standing` and `on_board` are counts derived from the vectors with the figures' places. `doomed` are figures that an
    effect is destroying, `fallen` how many figures of each clan it has destroyed. `acting` are the texts in force in
    this battle, `keeping` the cards that seats have chosen to keep, `set_off` the cards already used this turn,
    `drafts` the drafts of earlier Ages, `shown` the facts recorded by memory.py. Drafts are never changed in place.
    """

    def __init__(
        self,
        flow: Flow,
        rulings: Rulings,
        seats: int,
        age: int,
        phase: int,
        first_player: int,
        turn: int,
        march_origin: int,
        march_target: int,
        marched: int,
        sides: Vec,
        rage: Vec,
        steps: Vec,
        glory: Vec,
        passed: Vec,
        tokens: Vec,
        pillaged: Vec,
        destroyed: Vec,
        ragnarok: Vec,
        warriors: Vec,
        leaders: Vec,
        ships: Vec,
        monster_owners: Vec,
        monster_places: Vec,
        standing: Vec,
        on_board: Vec,
        doomed: Vec,
        doomed_count: int,
        fallen: Vec,
        keeping: Vec,
        set_off: Vec,
        upgrades: Vec,
        hand: Zone,
        aside: Zone,
        quests: Zone,
        played: Zone,
        acting: Zone,
        discards: Vec,
        draft: Draft,
        drafts: tuple[Draft, ...],
        shown: Vec,
        battle: Battle,
    ) -> None:
        super().__init__(flow)
        self.rulings = rulings
        self.seats = seats
        self.age = age
        self.phase = phase
        self.first_player = first_player
        self.turn = turn
        self.march_origin = march_origin
        self.march_target = march_target
        self.marched = marched
        self.sides = sides
        self.rage = rage
        self.steps = steps
        self.glory = glory
        self.passed = passed
        self.tokens = tokens
        self.pillaged = pillaged
        self.destroyed = destroyed
        self.ragnarok = ragnarok
        self.warriors = warriors
        self.leaders = leaders
        self.ships = ships
        self.monster_owners = monster_owners
        self.monster_places = monster_places
        self.standing = standing
        self.on_board = on_board
        self.doomed = doomed
        self.doomed_count = doomed_count
        self.fallen = fallen
        self.keeping = keeping
        self.set_off = set_off
        self.upgrades = upgrades
        self.hand = hand
        self.aside = aside
        self.quests = quests
        self.played = played
        self.acting = acting
        self.discards = discards
        self.draft = draft
        self.drafts = drafts
        self.shown = shown
        self.battle = battle

    def in_force(self, seat: int, among: Vec) -> Vec:
        """BR-19.15: the upgrades on a clan's sheet, and the battle cards that act for it in this battle."""
        found = marked(self.upgrades, seat * SLOTS, (seat + 1) * SLOTS, among)
        if self.acting.sizes[seat]:
            for card in self.acting.of(seat):
                if among[card]:
                    found = append(found, card)
        return found

    def has_in_force(self, seat: int, card: int) -> bool:
        """Whether a card is in force for the clan."""
        return holds(self.upgrades, seat * SLOTS, (seat + 1) * SLOTS, card) or self.acting.has(seat, card)

    def growing_parts(self) -> tuple[str, ...]:
        """Records of drafts and shown cards."""
        return ("shown", "draft", "drafts")

    def copy(self) -> "State":
        """A copy that shares nothing mutable."""
        return State(
            self.flow.copy(),
            self.rulings,
            self.seats,
            self.age,
            self.phase,
            self.first_player,
            self.turn,
            self.march_origin,
            self.march_target,
            self.marched,
            self.sides,
            twin(self.rage),
            twin(self.steps),
            twin(self.glory),
            twin(self.passed),
            self.tokens,
            twin(self.pillaged),
            twin(self.destroyed),
            self.ragnarok,
            twin(self.warriors),
            twin(self.leaders),
            twin(self.ships),
            twin(self.monster_owners),
            twin(self.monster_places),
            twin(self.standing),
            twin(self.on_board),
            twin(self.doomed),
            self.doomed_count,
            twin(self.fallen),
            twin(self.keeping),
            twin(self.set_off),
            twin(self.upgrades),
            self.hand.copy(),
            self.aside.copy(),
            self.quests.copy(),
            self.played.copy(),
            self.acting.copy(),
            twin(self.discards),
            self.draft.copy(),
            self.drafts,
            twin(self.shown),
            self.battle.copy(),
        )


def empty_table(flow: Flow, rulings: Rulings, sides: list[int], monsters: int, cards: int) -> State:
    """The table with only clan sheets and figures on it (BR-4.1, BR-4.10)."""
    seats = len(sides)
    warriors = vec(seats * PLACES)
    for seat in range(seats):
        warriors[seat * PLACES + RESERVE] = WARRIORS
    return State(
        flow=flow,
        rulings=rulings,
        seats=seats,
        age=0,
        phase=GODS_GIFTS,
        first_player=NOBODY,
        turn=NOBODY,
        march_origin=NOWHERE,
        march_target=NOWHERE,
        marched=0,
        sides=row(sides),
        rage=vec(seats),
        steps=vec(seats * STATS, 1),
        glory=vec(seats),
        passed=vec(seats),
        tokens=vec(PROVINCES, ALL_STATS),
        pillaged=vec(PROVINCES),
        destroyed=vec(PROVINCES),
        ragnarok=vec(3, NOWHERE),
        warriors=warriors,
        leaders=vec(seats, RESERVE),
        ships=vec(seats, RESERVE),
        monster_owners=vec(monsters, NOBODY),
        monster_places=vec(monsters, NOWHERE),
        standing=vec(BOARD_PLACES),
        on_board=vec(seats),
        doomed=vec(MOST_FIGURES),
        doomed_count=0,
        fallen=vec(seats),
        keeping=vec(seats, NO_CARD),
        set_off=vec(MOST_SET_OFF, NO_CARD),
        upgrades=vec(seats * SLOTS, NO_CARD),
        hand=new_zone(seats, HAND_CAPACITY),
        aside=new_zone(seats, DEAL),
        quests=new_zone(seats, QUEST_CAPACITY),
        played=new_zone(seats, TABLE_CAPACITY),
        acting=new_zone(seats, TABLE_CAPACITY),
        discards=vec(cards),
        draft=no_draft(),
        drafts=(),
        shown=empty(),
        battle=no_battle(seats),
    )


rules: Final[Book[State]] = Book(notation)
