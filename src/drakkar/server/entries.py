"""What a table's log is made of: one small fact an entry. A table is what its entries, one after another, make of it.

Entries are kept as JSON. What is once written is read for ever: a field may be added with a default, none may change.
"""

from typing import Final

import msgspec
from msgspec import Struct

PERSON: Final = "person"
BOT: Final = "bot"
FREE: Final = "open"


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """So many seconds to begin with, and so many more for each choice."""

    bank: int
    increment: int = 0


class Place(Struct, frozen=True, omit_defaults=True):
    """A seat as a table is founded: a person whose key is known, a bot, or open to whoever comes."""

    kind: str
    name: str = ""
    bot: str = ""
    # The sha256 of the secret that its person shows; the secret itself is kept nowhere.
    key: str = ""


class Founded(Struct, frozen=True, tag="founded", omit_defaults=True):
    """The first entry: everything that a match begins with, and who sits where."""

    at: int
    game: str
    rules: str
    clans: list[str]
    options: dict[str, bool | int | str]
    # As digits, because it is longer than most readers of JSON can take.
    seed: str
    seats: list[Place]
    name: str = ""
    # A record or a position to go on from; then clans, options and seed are its own.
    origin: str = ""
    spectators: bool = True
    clock: Clock | None = None
    # How many seconds a bot takes at least for an open choice, and how long it waits while the one before could undo.
    pace: float = 0.0
    grace: float = 0.0
    previous: str = ""


class Seated(Struct, frozen=True, tag="seated"):
    """Somebody sits down on an open seat."""

    at: int
    seat: int
    name: str
    key: str


class Started(Struct, frozen=True, tag="started"):
    """Bots take the open seats, and the match begins."""

    at: int
    bot: str


class Chose(Struct, frozen=True, tag="chose", omit_defaults=True):
    """A choice was made; `spent` is the time it took on the seat's clock, in milliseconds."""

    at: int
    seat: int
    choice: str
    spent: int = 0


class Undid(Struct, frozen=True, tag="undid"):
    """The seat took a choice back: the one that entry number `choice` tells of."""

    at: int
    seat: int
    choice: int


class Said(Struct, frozen=True, tag="said"):
    """Words to the table."""

    at: int
    seat: int
    text: str


class Muted(Struct, frozen=True, tag="muted"):
    """A seat wants to hear another no more, or again."""

    at: int
    seat: int
    whom: int
    muted: bool


class Left(Struct, frozen=True, tag="left", omit_defaults=True):
    """A person left: for good before the match, until he comes back during it, perhaps with a bot in his place."""

    at: int
    seat: int
    stand_in: bool = False


class Returned(Struct, frozen=True, tag="returned"):
    """A person is back and plays on himself."""

    at: int
    seat: int


class Voted(Struct, frozen=True, tag="voted"):
    """A seat wants a bot to play for one who left."""

    at: int
    seat: int
    whom: int


class Claimed(Struct, frozen=True, tag="claimed"):
    """A seat asked for what is due to it: another's time is used up, a bot plays for him until he is back."""

    at: int
    seat: int
    whom: int


class Rematched(Struct, frozen=True, tag="rematched"):
    """The same people meet again at another table."""

    at: int
    seat: int
    table: str


Entry = Founded | Seated | Started | Chose | Undid | Said | Muted | Left | Returned | Voted | Claimed | Rematched

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def written(entry: Entry) -> bytes:
    """As a store keeps it."""
    return _encoder.encode(entry)


def read(body: bytes) -> Entry:
    """What a store has kept. A msgspec.DecodeError if that was no entry."""
    return _decoder.decode(body)
