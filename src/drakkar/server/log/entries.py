"""The log of a table: each entry is one small fact. A table is the result of its entries, applied in order.

Entries are stored as JSON and stay readable for ever: a field may be added with a default, but none may change.
"""

from typing import Final

import msgspec
from msgspec import Struct

PERSON: Final = "person"
BOT: Final = "bot"
FREE: Final = "open"


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's time in seconds: `bank` at the start, `increment` per choice."""

    bank: int
    increment: int = 0


class Place(Struct, frozen=True, omit_defaults=True):
    """A seat of a new table: a person with a known key, a bot, or open."""

    kind: str
    name: str = ""
    bot: str = ""
    # The sha256 of the person's secret; the secret itself is not stored.
    key: str = ""


class Founded(Struct, frozen=True, tag="founded", omit_defaults=True):
    """The first entry: the start of the match, and the players by seat."""

    at: int
    game: str
    rules: str
    sides: list[str]
    rulings: dict[str, bool | int | str]
    # As a string, because the number is too long for most JSON parsers.
    seed: str
    seats: list[Place]
    name: str = ""
    # A record or position to continue; it then defines sides, rulings and seed.
    origin: str = ""
    spectators: bool = True
    clock: TimeControl | None = None
    # The minimum seconds of a bot for an open choice, and how long it waits while the previous player could undo.
    pace: float = 0.0
    grace: float = 0.0
    # What the host has settled: whether players may undo, and whether others see only their sides until the end.
    undo_allowed: bool = True
    hide_names: bool = False
    # Whether players may ask for hints; None: a person may who plays against bots alone.
    hints: bool | None = None
    previous: str = ""
    # The name of the lesson that the table teaches; its position is the origin.
    lesson: str = ""
    # The name of the puzzle of the table; its position is the origin.
    puzzle: str = ""
    # The Drakkar that created the table, for refusals by another version.
    drakkar: str = ""


class Seated(Struct, frozen=True, tag="seated"):
    """A player takes an open seat."""

    at: int
    seat: int
    name: str
    key: str


class Started(Struct, frozen=True, tag="started"):
    """Bots take the open seats, and the match begins."""

    at: int
    bot: str


class Chose(Struct, frozen=True, tag="chose", omit_defaults=True):
    """A seat made a choice; `spent` is the time it took on the seat's clock, in milliseconds.

    An `automatic` choice was the only one, as everyone could see: the table made it for the player. `more` are choices
    that followed it in the same message. The group is one entry: it is stored and undone as a whole.
    """

    at: int
    seat: int
    choice: str
    spent: int = 0
    automatic: bool = False
    more: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """All choices, in order."""
        return self.choice, *self.more


class Undid(Struct, frozen=True, tag="undid"):
    """A seat undid a choice; `choice` is the number of the entry that made it."""

    at: int
    seat: int
    choice: int


class Said(Struct, frozen=True, tag="said", omit_defaults=True):
    """A line of chat; an administrator can erase it later."""

    at: int
    seat: int
    text: str
    removed: bool = False


class Muted(Struct, frozen=True, tag="muted"):
    """A seat muted another one, or unmuted it."""

    at: int
    seat: int
    whom: int
    muted: bool


class Left(Struct, frozen=True, tag="left", omit_defaults=True):
    """A person left: for good before the match; during it until they return, with a bot if `stand_in`."""

    at: int
    seat: int
    stand_in: bool = False


class Returned(Struct, frozen=True, tag="returned"):
    """A person has returned and plays again."""

    at: int
    seat: int


class Voted(Struct, frozen=True, tag="voted"):
    """A seat votes for a bot to play for a player who left."""

    at: int
    seat: int
    whom: int


class Claimed(Struct, frozen=True, tag="claimed"):
    """A seat claimed that a player's time is up: a bot plays for them until they return."""

    at: int
    seat: int
    whom: int


class Hinted(Struct, frozen=True, tag="hinted"):
    """A seat asked for a hint for its decision; the others are told."""

    at: int
    seat: int
    decision: int


class Replaced(Struct, frozen=True, tag="replaced"):
    """A seat replaced a failed bot by another bot."""

    at: int
    seat: int
    whom: int
    bot: str


class Rematched(Struct, frozen=True, tag="rematched"):
    """The same people have a rematch at another table."""

    at: int
    seat: int
    table: str


class Closed(Struct, frozen=True, tag="closed"):
    """The administrator has closed the table for good."""

    at: int
    reason: str


class Agreed(Struct, frozen=True, tag="agreed"):
    """A seat agrees that a stopped table goes on under these rules."""

    at: int
    seat: int
    rules: str


class Continued(Struct, frozen=True, tag="continued"):
    """All have agreed, the last of them this seat (-1: there was nobody to ask).

    The table goes on under these rules from entry `kept`; the choices between that entry and this one are cut off.
    """

    at: int
    seat: int
    rules: str
    kept: int


Entry = (
    Founded
    | Seated
    | Started
    | Chose
    | Undid
    | Said
    | Muted
    | Left
    | Returned
    | Voted
    | Claimed
    | Hinted
    | Replaced
    | Rematched
    | Closed
    | Agreed
    | Continued
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """Encode an entry for the store."""
    return _encoder.encode(entry)


def is_of_01(body: bytes) -> bool:
    """Whether a first entry that cannot be decoded was written by Drakkar 0.1, which had `options` for `rulings`."""
    try:
        fields = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    except msgspec.MsgspecError:
        return False
    return "options" in fields and "rulings" not in fields


def decode(body: bytes) -> Entry:
    """Decode a stored entry; msgspec.DecodeError if it is invalid."""
    return _decoder.decode(body)
