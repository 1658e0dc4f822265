"""Treasure: a game of a minute that uses everything the core has, and proves that the core knows no other game.

Everyone takes a charm in secret. In each of five rounds chance lays out a treasure of 1 to 6 gold; everyone bids
0 to 2 gold in secret; a bid higher than all others takes the treasure and is paid. Whoever has 12 gold wins at once.
Charms: a Horn makes the treasures of its owner larger (by 1, or by 2 for the Horn of age 2) and lets him shout
instead of bidding, once, which counts as 3 and costs nothing; the Thief may take 1 gold from whoever wins a round.
"""

from random import Random
from typing import Any

from drakkar.core.chance import Chance, chance_from, no_chance
from drakkar.core.encoding import Encoding, Layout, Sheet
from drakkar.core.events import Log, only
from drakkar.core.flow import BaseState, Book, Flow, emit, emit_to, end_match, follow, new_flow
from drakkar.core.game import Game, Option, Outcome, Value
from drakkar.core.notation import Notation, Vocabulary
from drakkar.core.position import Document
from drakkar.core.timing import Number, Source, Window
from drakkar.core.vectors import Vec, row, twin, vec

HORN, GREAT_HORN, THIEF = range(3)
UNKNOWN = -2
SHOUT_VALUE, ENOUGH, ROUNDS = 3, 12, 5

CHARMS = Vocabulary([])
CHARMS.add("Horn (age 1)", "Horn")
CHARMS.add("Horn (age 2)", "Horn")
CHARMS.add("Thief", "Thief")

notation = Notation()
TAKE = notation.verb("take {charm}", CHARMS)
BID = notation.verb("bid {gold}", Vocabulary(["0", "1", "2"]))
SHOUT = notation.verb("shout")
YES, NO = notation.verb("yes"), notation.verb("no")
notation.seal()


class State(BaseState):
    def __init__(
        self, flow: Flow, rounds: int, treasure: int, gold: Vec, bids: Vec, charms: Vec, shouted: Vec, clans: Vec
    ) -> None:
        super().__init__(flow)
        self.rounds = rounds
        self.treasure = treasure
        self.gold = gold
        self.bids = bids
        self.charms = charms
        self.shouted = shouted
        self.clans = clans

    def in_force(self, seat: int, among: Vec) -> Vec:
        charm = self.charms[seat]
        return row([charm] if charm >= 0 and among[charm] else [])


book: Book[State] = Book(notation)


ROUND_WON: Window[State] = Window(book, "round_won")
TREASURE: Number[State] = Number("treasure")

TOOK = book.event("took", "T-1", "{seat} takes the {charm}.", hidden="{seat} takes a charm.")
LAID = book.event("laid", "T-2", "A treasure of {gold} lies there.", by_chance=True)
WON = book.event("won", "T-3", "{seat} wins {gold} gold.")
STOLE = book.event("stole", "T-4", "{seat} steals 1 gold from {from:seat}.")

CHOOSE = book.question("choose", "T-1", "take a charm", hides=True, secret=True)
OFFER = book.question("offer", "T-2", "bid for {about} gold", secret=True)
STEAL = book.question("steal", "T-4", "steal 1 gold from {about:seat}?")

TOO_POOR = book.why("too_poor", "T-2", "bids {bid}, has {gold}")
NO_HORN = book.why("no_horn", "T-5", "only a Horn can shout")
HOARSE = book.why("hoarse", "T-5", "has shouted already")


def never(_s: State, _seat: int, _a: int, _b: int) -> int:
    return 0


def do_take(s: State, seat: int, charm: int, _: int) -> None:
    s.charms[seat] = charm
    emit_to(s, only(seat), TOOK, seat, charm)


def why_not_bid(s: State, seat: int, bid: int, _: int) -> int:
    return TOO_POOR.given(bid, s.gold[seat]) if bid > s.gold[seat] else 0


def do_bid(s: State, seat: int, bid: int, _: int) -> None:
    s.bids[seat] = bid


def why_not_shout(s: State, seat: int, _a: int, _b: int) -> int:
    if s.charms[seat] == THIEF:
        return NO_HORN.given()
    return HOARSE.given() if s.shouted[seat] else 0


def do_shout(s: State, seat: int, _a: int, _b: int) -> None:
    s.bids[seat], s.shouted[seat] = SHOUT_VALUE, 1


def do_steal(s: State, seat: int, _a: int, _b: int) -> None:
    victim = s.flow.about[seat]
    s.gold[victim] -= 1
    s.gold[seat] += 1
    emit(s, STOLE, seat, victim)


def do_nothing(_s: State, _seat: int, _a: int, _b: int) -> None:
    pass


CHOOSE.offer(TAKE, do_take, never)
OFFER.offer(BID, do_bid, why_not_bid)
OFFER.offer(SHOUT, do_shout, why_not_shout)
STEAL.offer(YES, do_steal, never)
STEAL.offer(NO, do_nothing, never)


@book.step
def charms_are_taken(s: State) -> None:
    for seat in range(len(s.gold)):
        CHOOSE.ask(s, seat)
    follow(s, (next_round,))


@book.step
def next_round(s: State) -> None:
    if s.rounds == ROUNDS:
        end_match(s)
        return
    s.rounds += 1
    s.treasure = 1 + s.flow.chance.below(6)
    emit(s, LAID, s.treasure)
    for seat in range(len(s.gold)):
        OFFER.ask(s, seat, s.treasure)
    follow(s, (bids_are_compared, next_round))


@book.step
def bids_are_compared(s: State) -> None:
    best = max(s.bids)
    winners = [seat for seat in range(len(s.gold)) if s.bids[seat] == best]
    if len(winners) > 1:
        return
    winner = winners[0]
    gained = TREASURE.of(s, winner, s.treasure)
    s.gold[winner] += gained - (0 if best == SHOUT_VALUE else best)
    emit(s, WON, winner, gained)
    if s.gold[winner] >= ENOUGH:
        end_match(s)
    else:
        seats = len(s.gold)
        ROUND_WON.announce(s, [(winner + turn) % seats for turn in range(seats)], winner)


@TREASURE.modified_by(HORN)
def one_more(_s: State, _me: Source, value: int, _about: int) -> int:
    return value + 1


@TREASURE.modified_by(GREAT_HORN)
def two_more(_s: State, _me: Source, value: int, _about: int) -> int:
    return value + 2


@ROUND_WON.when(THIEF)
def steal(s: State, me: Source, winner: int) -> None:
    if me.owner != winner and s.gold[winner]:
        STEAL.ask(s, me.owner, winner)


class TreasureEncoding(Encoding[State]):
    def __init__(self) -> None:
        table, seat = Layout(), Layout()
        self.round = table.add("round", 1, "from 1 to 5")
        self.treasure = table.add("treasure", 1, "what is bid for")
        self.charm = table.add("charm", 3, "a 1 at the reader's charm")
        self.gold = seat.add("gold", 1, "what the seat has")
        self.question = seat.add("question", 3, "a 1 at what it is asked")
        super().__init__(1, table, seat, 3)

    def write(self, s: State, seat: int, sheet: Sheet) -> None:
        sheet.put(self.round, s.rounds)
        sheet.put(self.treasure, s.treasure)
        sheet.mark(self.charm, s.charms[seat])
        for turn in range(len(s.gold)):
            other = (seat + turn) % len(s.gold)
            at = self.table.size + turn * self.seat.size
            sheet.put(at + self.gold, s.gold[other])
            sheet.mark(at + self.question, s.flow.asked[other] - 1)


class Treasure(Game[State]):
    title = "treasure"
    name = "Treasure"
    rules_version = "1"
    fewest_seats = 2
    most_seats = 3
    clans = ("red", "blue", "green")
    options = (Option("rich", False, (True,), "T-6", "Everyone begins with 2 gold."),)
    book = book

    def set_up(self, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None) -> State:
        seats = len(clans)
        gold = vec(seats, 2 if options["rich"] is True else 0)
        s = State(new_flow(seats, chance, log), 0, 0, gold, vec(seats), vec(seats, -1), vec(seats), row(clans))
        follow(s, (charms_are_taken,))
        return s

    def copy(self, s: State) -> State:
        return State(
            s.flow.copy(), s.rounds, s.treasure, twin(s.gold), twin(s.bids), twin(s.charms), twin(s.shouted), s.clans
        )

    def say(self, s: State, sort: str, value: int) -> str:
        if sort == "seat":
            return f"seat {value}"
        return CHARMS.short[value] if sort == "charm" else str(value)

    def likeliest(self, s: State, seat: int, codes: list[int]) -> int:
        return codes[0]

    def write_position(self, s: State, seat: int | None) -> dict[str, Any]:
        names = [self.clans[clan] for clan in s.clans]
        gold = {name: {"gold": s.gold[seat]} for seat, name in enumerate(names)}
        return {"clans": names, **({"over": True} if s.flow.over else {}), **gold}

    def read_position(
        self, document: Document, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None
    ) -> State:
        s = self.set_up(clans, options, chance, log)
        for seat, clan in enumerate(clans):
            s.gold[seat] = document.number(0, 0, 99, self.clans[clan], "gold")
        if document.get("over"):
            end_match(s)
        return s

    def veil(self, s: State, seat: int | None) -> State:
        known = self.copy(s)
        known.flow.chance = no_chance()
        for other in range(len(s.gold)):
            if other != seat:
                known.charms[other], known.bids[other] = UNKNOWN, 0
        return known

    def view(self, known: State, seat: int | None) -> dict[str, Any]:
        charm = None if seat is None else CHARMS.full[known.charms[seat]]
        return {"gold": list(known.gold), "treasure": known.treasure, "charm": charm}

    def redeal(self, known: State, seat: int | None, rng: Random) -> State:
        s = self.copy(known)
        s.flow.chance = chance_from(rng.getrandbits(64))
        s.charms = row(rng.randrange(3) if charm == UNKNOWN else charm for charm in known.charms)
        return s

    def encoding(self) -> Encoding[State]:
        return TreasureEncoding()

    def glory(self, s: State) -> tuple[int, ...]:
        return tuple(s.gold)

    def outcome(self, s: State, log: Log) -> Outcome:
        best = max(s.gold)
        winners = tuple(seat for seat, gold in enumerate(s.gold) if gold == best)
        return Outcome(winners, tuple(s.gold), [{"gold": [gold]} for gold in s.gold])


GAME = Treasure()
