"""The wire: every message that a client sends and that the server answers. docs/protocol.md is made of this file.

Over a WebSocket and in the body of a POST the same messages are understood. A message has its name in `do`, an answer
in `is`. A client may give a message an `id`, which comes back with its answer.
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Raw, Struct

from drakkar.core.events import Hidden
from drakkar.server.entries import Clock

# Grows when a program written for an older one would misunderstand.
PROTOCOL: Final = 1

Id = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None
Words = Annotated[str, Meta(min_length=1, max_length=200)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(max_length=200)]
BotName = Annotated[str, Meta(min_length=1, max_length=100)]
Text = Annotated[str, Meta(max_length=2000)]
Secret = Annotated[str, Meta(min_length=16, max_length=128)]
Origin = Annotated[str, Meta(max_length=200_000)]
Seconds = Annotated[float, Meta(ge=0, le=60)]


class Message(Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Anything that is asked of a table."""

    id: Id = None


class Choose(Message, tag="choose"):
    """Answer the decision that the state numbers. Sent twice it counts once."""

    decision: Number
    choice: Words


class Undo(Message, tag="undo"):
    """Take back the choice that the state's `undo` names. Sent twice it counts once."""

    choice: Number


class Reset(Message, tag="reset"):
    """Take back every choice that can be taken back, one after the other; `choice` is the first of them."""

    choice: Number


class WhyNot(Message, tag="why_not"):
    """Ask for the rule that forbids a choice now."""

    choice: Words


class Foresee(Message, tag="preview"):
    """Ask what a choice would do, as far as the seat can know."""

    choice: Words


class GoOn(Message, tag="go_on"):
    """Nothing will be undone: the bots need not wait."""


class Say(Message, tag="say"):
    """Speak to the table."""

    text: Text


class Mute(Message, tag="mute"):
    """Hear a seat no more, or again."""

    seat: SeatNumber
    muted: bool = True


class Start(Message, tag="start"):
    """Begin now, with bots on the open seats."""

    bot: BotName = "karl"


class Leave(Message, tag="leave"):
    """Get up. Before the match the seat is open again, during it the others can vote for a bot.

    With `stand_in` a bot plays at once, until its person returns; he sees what he saw before.
    """

    stand_in: bool = False


class Return(Message, tag="return"):
    """Sit down again and play on oneself."""


class Vote(Message, tag="vote"):
    """Let a bot play for somebody who left."""

    seat: SeatNumber


class Claim(Message, tag="claim"):
    """Let a bot play for somebody whose clock has run out."""

    seat: SeatNumber


class Rematch(Message, tag="rematch"):
    """Found a table with the same people and settings, once the match is over."""


class Sync(Message, tag="sync"):
    """Ask for the whole state, with the events that are new since a version."""

    since: Number = 0


Act = (
    Choose
    | Undo
    | Reset
    | WhyNot
    | Foresee
    | GoOn
    | Say
    | Mute
    | Start
    | Leave
    | Return
    | Vote
    | Claim
    | Rematch
    | Sync
)


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there: `person` (a secret for him comes back), `bot` with its level, or `open`."""

    kind: str
    name: Name = ""
    bot: BotName = "karl"


class Found(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table. `origin` is the text of a record or of a position to go on from; a finished match is just shown."""

    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=16)]
    game: Name = ""
    clans: Annotated[list[Name], Meta(max_length=16)] | None = None
    options: dict[Annotated[str, Meta(max_length=100)], bool | int | Name] = {}
    name: Name = ""
    origin: Origin = ""
    spectators: bool = True
    clock: Clock | None = None
    pace: Seconds = 0.8
    grace: Seconds = 4.0


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat: this one, or the first."""

    name: Name = ""
    seat: SeatNumber | None = None


class Enter(Struct, frozen=True, forbid_unknown_fields=True):
    """Show the secret of a seat, to have it remembered in a cookie."""

    secret: Secret


class Answer(Struct, tag_field="is", omit_defaults=True, kw_only=True):
    """Anything that the server says."""

    id: Id = None


class Founding(Answer, tag="founded"):
    """A table is there; the secrets of its people by seat. Nobody is told them again."""

    table: str
    secrets: dict[str, str]


class Seating(Answer, tag="seated"):
    """A seat is yours, and this is its secret."""

    table: str
    seat: int
    secret: str


class Done(Answer, tag="done"):
    """It is done, and on disk; `already` if it was done before."""

    version: int
    already: bool = False


class Because(Answer, tag="because"):
    """Why a choice may not be made; without a reason it may."""

    choice: str
    code: str = ""
    rule: str = ""
    text: str = ""
    params: dict[str, Any] = {}


class Foreseen(Answer, tag="preview"):
    """What a choice would do if nobody added anything."""

    choice: str
    preview: dict[str, Any]


class RematchAt(Answer, tag="rematch"):
    """The table where the same people meet again; their secrets open it."""

    table: str


class No(Answer, tag="refused"):
    """It is not done. The codes are listed in docs/protocol.md."""

    code: str
    text: str
    rule: str = ""


class Told(Struct, frozen=True):
    """Events from the number `start` on; whoever has others from there on drops them: they were undone."""

    start: int
    events: list[dict[str, Any]]


class State(Answer, tag="state"):
    """The whole table as one seat, or a spectator, may see it."""

    state: dict[str, Any]
    told: Told


class Push(Answer, tag="push"):
    """What is different since the message before: parts of the state by their path, and what happened.

    `gone` are paths at the end of a list that is shorter now: drop them first, the last one first.
    """

    version: int
    changed: dict[str, Raw]
    told: Told
    gone: list[str] = []


class Resync(Answer, tag="resync"):
    """The client is too slow, and was not told everything. The whole state follows."""


decode_act: Final[msgspec.json.Decoder[Act]] = msgspec.json.Decoder(Act)
decode_found: Final[msgspec.json.Decoder[Found]] = msgspec.json.Decoder(Found)
decode_sit: Final[msgspec.json.Decoder[Sit]] = msgspec.json.Decoder(Sit)
decode_enter: Final[msgspec.json.Decoder[Enter]] = msgspec.json.Decoder(Enter)


def _plain(thing: object) -> object:
    """What stands in a view for things that a seat may not know."""
    if isinstance(thing, Hidden):
        return thing.to_json()
    raise NotImplementedError(f"{type(thing).__name__} is nothing that goes over the wire")


as_json: Final = msgspec.json.Encoder(enc_hook=_plain).encode


def as_plain(thing: object) -> Any:
    """As whoever reads its JSON has it."""
    return msgspec.to_builtins(thing, str_keys=True, enc_hook=_plain)


def encoded(answer: Answer) -> bytes:
    """As it goes out."""
    return as_json(answer)
