"""The Horns: they change a number of the rules and add a verb to a question."""

from drakkar.core.timing import Source
from treasure.choices import charm, notation
from treasure.rules import OFFER, SHOUT, TREASURE, book
from treasure.state import State

TEXT = "Your treasures are larger by the age of your Horn. Once, shout instead of bidding: it counts as 3 and is free."
HORN = charm("Horn (age 1)", "Horn", TEXT)
GREAT_HORN = charm("Horn (age 2)", "Horn", TEXT)

SHOUT_VERB = notation.verb("shout")
NO_HORN = book.why("no_horn", "T-5", "only a Horn can shout")
HOARSE = book.why("hoarse", "T-5", "has shouted already")


def why_not_shout(s: State, seat: int, _a: int, _b: int) -> int:
    """Only with a Horn, and only once."""
    if s.charms[seat] not in (HORN, GREAT_HORN):
        return NO_HORN.given()
    return HOARSE.given() if s.shouted[seat] else 0


def do_shout(s: State, seat: int, _a: int, _b: int) -> None:
    """A shout beats every bid."""
    s.bids[seat], s.shouted[seat] = SHOUT, 1


OFFER.offer(SHOUT_VERB, do_shout, why_not_shout)


@TREASURE.modified_by(HORN)
def one_more(_s: State, _me: Source, value: int, _about: int) -> int:
    """The small Horn."""
    return value + 1


@TREASURE.modified_by(GREAT_HORN)
def two_more(_s: State, _me: Source, value: int, _about: int) -> int:
    """The great Horn."""
    return value + 2
