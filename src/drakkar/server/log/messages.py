"""The wire format: every client message and every server answer. docs/protocol.md is generated from this file.

A WebSocket and the body of a POST take the same messages. A message has its name in `do`, an answer in `is`. A client
may give a message an `id`, which comes back with its answer.
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Raw, Struct

from drakkar.core.events import Hidden
from drakkar.server.log.entries import TimeControl

# Increases when clients of an older protocol would misunderstand the new one.
PROTOCOL: Final = 2

Id = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None
ChoiceText = Annotated[str, Meta(min_length=1, max_length=200)]
# More choices than a person makes in one go, and few enough for one moment of the server.
MOST_IN_GROUP: Final = 32
ChoiceGroup = Annotated[list[ChoiceText], Meta(min_length=1, max_length=MOST_IN_GROUP)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(max_length=200)]
BotName = Annotated[str, Meta(min_length=1, max_length=100)]
Text = Annotated[str, Meta(max_length=2000)]
Secret = Annotated[str, Meta(min_length=16, max_length=128)]
Origin = Annotated[str, Meta(max_length=200_000)]
Seconds = Annotated[float, Meta(ge=0, le=60)]


class Message(Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """A request to a table."""

    id: Id = None


class Choose(Message, tag="choose"):
    """Answer the decision numbered in the state. Sent twice, it counts once.

    A list is a group: the answer to this decision, then those to the decisions that follow. It counts as a whole or not
    at all, and one undo takes all of it back. With `forced` it also has the choices that the rules make by themselves,
    because no other is possible.
    """

    decision: Number
    choice: ChoiceText | ChoiceGroup
    forced: bool = False


class Undo(Message, tag="undo"):
    """Undo the choice named by the state's `undo`. Sent twice, it counts once."""

    choice: Number


class Reset(Message, tag="reset"):
    """Undo all choices that can be undone, one after the other; `choice` is the first of them."""

    choice: Number


class WhyNot(Message, tag="why_not"):
    """Ask for the rule that forbids a choice now."""

    choice: ChoiceText


class Preview(Message, tag="preview"):
    """Ask what a choice would do, as far as the seat knows."""

    choice: ChoiceText


class Hint(Message, tag="hint"):
    """Ask for the best choices of the decision numbered in the state, if the table allows it; the others are told.

    They come in the state's `hint`, once they are computed from what the seat can see; its `holdings` say what each
    other seat can hold, with chances.
    """

    decision: Number


class SkipUndoWindow(Message, tag="go_on"):
    """Continue without waiting for undo."""


class Say(Message, tag="say"):
    """Send a line of chat."""

    text: Text


class Mute(Message, tag="mute"):
    """Mute the chat of a seat, or unmute it."""

    seat: SeatNumber
    muted: bool = True


class Start(Message, tag="start"):
    """Begin now, with bots in the open seats."""

    bot: BotName = "karl"


class Leave(Message, tag="leave"):
    """Leave the seat. Before the match the seat becomes open; during it the others can vote for a bot.

    With `stand_in` a bot plays at once until the player returns; the player keeps the view of the seat. A player who
    has left, or for whom a bot plays, has no decision and no choices until `return`.
    """

    stand_in: bool = False


class Return(Message, tag="return"):
    """Take the seat back and play on."""


class Vote(Message, tag="vote"):
    """Vote for a bot to play for a player who left."""

    seat: SeatNumber


class Claim(Message, tag="claim"):
    """Let a bot play for a player whose time is up."""

    seat: SeatNumber


class Agree(Message, tag="agree"):
    """Agree to go on with a table that has `stopped`."""


class Replace(Message, tag="replace"):
    """Let another bot play for one that has `failed`."""

    seat: SeatNumber
    bot: BotName = "karl"


class Retry(Message, tag="retry"):
    """Let a bot that has `failed` try again."""

    seat: SeatNumber


class Rematch(Message, tag="rematch"):
    """Create a table with the same people and settings, once the match is over."""


class Sync(Message, tag="sync"):
    """Ask for the whole state, with the events since a version."""

    since: Number = 0


Command = (
    Choose
    | Undo
    | Reset
    | WhyNot
    | Preview
    | Hint
    | SkipUndoWindow
    | Say
    | Mute
    | Start
    | Leave
    | Return
    | Vote
    | Claim
    | Agree
    | Replace
    | Retry
    | Rematch
    | Sync
)


class SeatSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat: `person` (the answer has their secret), `bot` with its level, or `open`."""

    kind: str
    name: Name = ""
    bot: BotName = "karl"


class CreateTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table. `origin` is the text of a record or position to continue; a finished match is only shown.

    `pace` is the number of seconds before a visible choice of a bot, `grace` those that it waits for an undo. With
    `hide_names` the others see only the sides of people until the end. `hints` says whether players may ask for hints;
    without it, only a person who plays against bots alone may.

    With the name of a `lesson` the table teaches it: `seats` is the learner alone, bots take the other seats, and there
    are no spectators. With that of a `puzzle` it is the same, but the others do not choose and nothing can be undone:
    the first choice is the answer.
    """

    seats: Annotated[list[SeatSpec], Meta(min_length=1, max_length=16)]
    game: Name = ""
    sides: Annotated[list[Name], Meta(max_length=16)] | None = None
    rulings: dict[Annotated[str, Meta(max_length=100)], bool | int | Name] = {}
    name: Name = ""
    origin: Origin = ""
    spectators: bool = True
    clock: TimeControl | None = None
    pace: Seconds = 0.8
    grace: Seconds = 4.0
    undo_allowed: bool = True
    hide_names: bool = False
    hints: bool | None = None
    lesson: Name = ""
    puzzle: Name = ""


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat: `seat`, or the first."""

    name: Name = ""
    seat: SeatNumber | None = None


class Authenticate(Struct, frozen=True, forbid_unknown_fields=True):
    """Present the secret of a seat: the browser holds the seat from then on."""

    secret: Secret


class Answer(Struct, tag_field="is", omit_defaults=True, kw_only=True):
    """An answer of the server."""

    id: Id = None


class TableCreated(Answer, tag="founded"):
    """The new table, and the secrets of its people by seat. They are not sent again."""

    table: str
    secrets: dict[str, str]


class SeatTaken(Answer, tag="seated"):
    """The seat is yours; this is its secret."""

    table: str
    seat: int
    secret: str


class Done(Answer, tag="done"):
    """The request is done and on disk; `already` if it was done before."""

    version: int
    already: bool = False


class WhyNotAnswer(Answer, tag="because"):
    """Why a choice is not legal; without a reason it is."""

    choice: str
    code: str = ""
    rule: str = ""
    text: str = ""
    params: dict[str, Any] = {}


class PreviewAnswer(Answer, tag="preview"):
    """What a choice would do if no other player added anything."""

    choice: str
    preview: dict[str, Any]


class Links(Answer, tag="links"):
    """The number of links to your seat. A new link comes with its secret, once; `revoked` counts revoked links."""

    links: int
    link: str = ""
    secret: str = ""
    revoked: int | None = None


class RematchCreated(Answer, tag="rematch"):
    """The new table for the same players; their secrets open it."""

    table: str


class RefusedAnswer(Answer, tag="refused"):
    """The request was refused. docs/protocol.md lists the codes; `retry` is the number of seconds to wait."""

    code: str
    text: str
    rule: str = ""
    retry: float = 0.0


class EventSlice(Struct, frozen=True):
    """Events from number `start` on. They replace the client's events from there on, which were undone."""

    start: int
    events: list[dict[str, Any]]


class State(Answer, tag="state"):
    """The whole table as a seat or a spectator may see it."""

    state: dict[str, Any]
    told: EventSlice


class Push(Answer, tag="push"):
    """The changes since the previous message: parts of the state by path, and new events.

    `gone` has paths at the end of a list that is shorter now: remove them first, from last to first.
    """

    version: int
    changed: dict[str, Raw]
    told: EventSlice
    gone: list[str] = []


class Resync(Answer, tag="resync"):
    """The client was too slow and missed messages. The whole state follows."""


decode_command: Final[msgspec.json.Decoder[Command]] = msgspec.json.Decoder(Command)
decode_create_table: Final[msgspec.json.Decoder[CreateTable]] = msgspec.json.Decoder(CreateTable)
decode_sit: Final[msgspec.json.Decoder[Sit]] = msgspec.json.Decoder(Sit)
decode_authenticate: Final[msgspec.json.Decoder[Authenticate]] = msgspec.json.Decoder(Authenticate)


class _MessageId(Struct):
    id: Id = None


_decode_message_id: Final = msgspec.json.Decoder(_MessageId)


def id_of(said: bytes | str) -> Id:
    """The `id` of a message that may be invalid otherwise; None if it cannot be read."""
    try:
        return _decode_message_id.decode(said).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _plain(thing: object) -> object:
    """Encode a value that a seat may not know."""
    if isinstance(thing, Hidden):
        return thing.to_json()
    raise NotImplementedError(f"{type(thing).__name__} is nothing that goes over the wire")


as_json: Final = msgspec.json.Encoder(enc_hook=_plain).encode


def as_plain(thing: object) -> Any:
    """A value as plain data, the same as after decoding its JSON."""
    return msgspec.to_builtins(thing, str_keys=True, enc_hook=_plain)


def encode_answer(answer: Answer) -> bytes:
    """Encode an answer."""
    return as_json(answer)
