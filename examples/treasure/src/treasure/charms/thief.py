"""The Thief: it hooks onto a window of the rules and asks a question."""

from drakkar.core.flow import emit
from drakkar.core.timing import Source
from treasure.choices import charm, notation
from treasure.rules import ROUND_WON, book
from treasure.state import State

THIEF = charm("Thief", "Thief", "Whenever another player wins a round, you may steal 1 gold from them.")

YES, NO = notation.verb("yes"), notation.verb("no")
STOLE = book.event("stole", "T-4", "{side} steals 1 gold from {from:side}.")
STEAL = book.question("steal", "T-4", "steal 1 gold from {about:side}?")


def do_steal(s: State, seat: int, _a: int, _b: int) -> None:
    """Take 1 gold from the victim, whom the question is about."""
    victim = s.flow.about[seat]
    s.gold[victim] -= 1
    s.gold[seat] += 1
    emit(s, STOLE, seat, victim)


def do_nothing(_s: State, _seat: int, _a: int, _b: int) -> None:
    """Steal nothing."""


STEAL.offer(YES, do_steal)
STEAL.offer(NO, do_nothing)


@ROUND_WON.when(THIEF)
def steal(s: State, me: Source, winner: int) -> None:
    """Ask whether to steal from the winner, if that is another player with gold."""
    if me.owner != winner and s.gold[winner]:
        STEAL.ask(s, me.owner, winner)
