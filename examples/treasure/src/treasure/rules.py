"""The rules: steps, questions, reasons and events.

A step is a plain function. It changes the state, emits events, asks questions, and pushes the steps that follow once
all questions are answered. `T-1` and so on are the rules of the game, which reasons and events cite.
"""

from drakkar.core.events import only
from drakkar.core.flow import Book, emit, emit_to, end_match, follow
from drakkar.core.timing import Number, Window
from treasure.choices import BID, TAKE, notation
from treasure.state import State

SHOUT, ENOUGH, ROUNDS = 3, 12, 5

book: Book[State] = Book(notation)

# Where charms act: when a round is won, and on the value of a treasure.
ROUND_WON: Window[State] = Window(book, "round_won")
TREASURE: Number[State] = Number("treasure")

TOOK = book.event("took", "T-1", "{side} takes the {charm}.", hidden="{side} takes a charm.")
LAID = book.event("laid", "T-2", "A treasure of {gold} lies there.", by_chance=True)
WON = book.event("won", "T-3", "{side} wins {gold} gold.")

CHOOSE = book.question("choose", "T-1", "take a charm", hides=True, secret=True)
OFFER = book.question("offer", "T-2", "bid for {about} gold", secret=True)

TOO_POOR = book.why("too_poor", "T-2", "bids {bid}, has {gold}")


def do_take(s: State, seat: int, charm: int, _: int) -> None:
    """Others see that a charm is taken, but not which one."""
    s.charms[seat] = charm
    emit_to(s, only(seat), TOOK, seat, charm)


def why_not_bid(s: State, seat: int, bid: int, _: int) -> int:
    """Players cannot bid more than they have."""
    return TOO_POOR.given(bid, s.gold[seat]) if bid > s.gold[seat] else 0


def do_bid(s: State, seat: int, bid: int, _: int) -> None:
    """Only the winner pays the bid."""
    s.bids[seat] = bid


CHOOSE.offer(TAKE, do_take)
OFFER.offer(BID, do_bid, why_not_bid)


@book.step
def charms_are_taken(s: State) -> None:
    """All players take a charm at once."""
    for seat in range(len(s.gold)):
        CHOOSE.ask(s, seat)
    follow(s, (next_round,))


@book.step
def next_round(s: State) -> None:
    """Reveal a treasure and ask all players for a bid."""
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
    """The highest bid wins, unless it is tied."""
    best = max(s.bids)
    winners = [seat for seat in range(len(s.gold)) if s.bids[seat] == best]
    if len(winners) > 1:
        return
    winner = winners[0]
    gained = TREASURE.of(s, winner, s.treasure)
    s.gold[winner] += gained - (0 if best == SHOUT else best)
    emit(s, WON, winner, gained)
    if s.gold[winner] >= ENOUGH:
        end_match(s)
    else:
        seats = len(s.gold)
        ROUND_WON.announce(s, [(winner + turn) % seats for turn in range(seats)], winner)
