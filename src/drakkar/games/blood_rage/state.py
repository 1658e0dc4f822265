"""All that lies on the table: clan sheets, figures, tokens, cards, the battle in hand."""

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
from drakkar.games.blood_rage.options import Settings

NO_CARD: Final = -1
# In a view: a card lies there, and the seat may not know which.
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
# Cards that remember that they have acted in this turn, each for its owner (BR-19.22).
MOST_SET_OFF: Final = 8
MOST_FIGURES: Final = 64

# Cards dealt to each player (BR-5.2) and picked by each (BR-5.4).
DEAL: Final = 8
PICKS: Final = 6
# More than all players together ever hold in secret: a card can take what others play, time and again.
HAND_ROOM: Final = 40
# More than all quests that can be in hands, and more than can lie on the table in a battle.
QUEST_ROOM: Final = 24
TABLE_ROOM: Final = 16


class Draft:
    """The packs of one Age, each in the order in which its cards are taken: what is gone stays written down.

    Pack number n begins at seat n and goes to the left. `at_once` is how many cards a player takes before it does,
    `taken` how many have left each pack, `passes` how often the packs have gone on. All were dealt from `deck`. Where
    no draft is remembered, because the match began after it, there are no packs.
    """

    def __init__(self, deck: tuple[int, ...], packs: int, at_once: int, cards: Vec, taken: Vec, passes: int) -> None:
        self.deck = deck
        self.packs = packs
        self.at_once = at_once
        self.cards = cards
        self.taken = taken
        self.passes = passes

    def copy(self) -> "Draft":
        """The same draft apart."""
        return Draft(self.deck, self.packs, self.at_once, twin(self.cards), twin(self.taken), self.passes)

    def pack_at(self, seat: int) -> int:
        """The number of the pack that lies before a seat now."""
        return (seat - self.passes) % self.packs

    def of(self, seat: int) -> Vec:
        """The cards that a seat may pick from."""
        if not self.packs:
            return vec(0)
        pack = self.pack_at(seat)
        return self.cards[pack * DEAL + self.taken[pack] : (pack + 1) * DEAL]

    def offer(self, seat: int, menu: Menu, verb: Verb, among: Vec) -> None:
        """One choice for each card that a seat may pick, equal ones once."""
        pack = self.pack_at(seat)
        menu.add_each(verb, self.cards, pack * DEAL + self.taken[pack], (pack + 1) * DEAL, among)

    def take(self, seat: int, card: int) -> None:
        """Take a card out of the pack before a seat; the others keep their order."""
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
        """Who takes the card in a place of a pack, if it comes to that."""
        return (pack + at // self.at_once) % self.packs


def no_draft() -> Draft:
    """Nothing is remembered."""
    return Draft((), 0, 1, vec(0), vec(0), 0)


def new_draft(deck: tuple[int, ...], seats: int, at_once: int) -> Draft:
    """Empty packs."""
    return Draft(deck, seats, at_once, vec(seats * DEAL, NO_CARD), vec(seats), 0)


class Battle:
    """The pillage in hand and the battle it may become; `province` is NOWHERE when there is none.

    `participants` and `monsters` are bits: the seats, and the Monsters, that were there when the call ended. `kept`
    is the figure a seat has named, `quest_values` what its shown quest is worth, `losses` its figures destroyed.
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
        """The same battle apart."""
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
    """Peace."""
    return Battle(NOWHERE, NOBODY, NOBODY, 0, 0, False, NOBODY, 0, False, vec(seats), vec(seats, NOBODY), vec(seats))


class State(BaseState):
    """Everything a player could point at, and the stack of frames.

    Vectors with one entry per seat stand as they are; `warriors` has PLACES entries per seat, `steps` STATS,
    `upgrades` SLOTS. `standing` and `on_board` count figures that the other vectors place; `doomed` are those that an
    effect destroys now, `fallen` how many of each clan it has destroyed; `acting` are the texts in force in this
    battle, `keeping` the cards that seats have chosen to keep, `set_off` the cards that have acted in this turn;
    `drafts` are those of earlier Ages, `shown` is what memory.py has written down. Drafts are only ever replaced.
    """

    def __init__(
        self,
        flow: Flow,
        settings: Settings,
        seats: int,
        age: int,
        phase: int,
        first_player: int,
        turn: int,
        march_origin: int,
        march_target: int,
        marched: int,
        clans: Vec,
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
        self.settings = settings
        self.seats = seats
        self.age = age
        self.phase = phase
        self.first_player = first_player
        self.turn = turn
        self.march_origin = march_origin
        self.march_target = march_target
        self.marched = marched
        self.clans = clans
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
        """Whether a card acts for the clan now."""
        return holds(self.upgrades, seat * SLOTS, (seat + 1) * SLOTS, card) or self.acting.has(seat, card)

    def growing_parts(self) -> tuple[str, ...]:
        """What has been seen of packs and hands."""
        return ("shown", "draft", "drafts")

    def copy(self) -> "State":
        """The same table, sharing nothing that changes."""
        return State(
            self.flow.copy(),
            self.settings,
            self.seats,
            self.age,
            self.phase,
            self.first_player,
            self.turn,
            self.march_origin,
            self.march_target,
            self.marched,
            self.clans,
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


def empty_table(flow: Flow, settings: Settings, clans: list[int], monsters: int, cards: int) -> State:
    """The table before anything has been laid on it but clan sheets and figures (BR-4.1, BR-4.10)."""
    seats = len(clans)
    warriors = vec(seats * PLACES)
    for seat in range(seats):
        warriors[seat * PLACES + RESERVE] = WARRIORS
    return State(
        flow=flow,
        settings=settings,
        seats=seats,
        age=0,
        phase=GODS_GIFTS,
        first_player=NOBODY,
        turn=NOBODY,
        march_origin=NOWHERE,
        march_target=NOWHERE,
        marched=0,
        clans=row(clans),
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
        hand=new_zone(seats, HAND_ROOM),
        aside=new_zone(seats, DEAL),
        quests=new_zone(seats, QUEST_ROOM),
        played=new_zone(seats, TABLE_ROOM),
        acting=new_zone(seats, TABLE_ROOM),
        discards=vec(cards),
        draft=no_draft(),
        drafts=(),
        shown=empty(),
        battle=no_battle(seats),
    )


rules: Final[Book[State]] = Book(notation)
