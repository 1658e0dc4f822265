"""How an audience is told of a table: as JSON for programs, or as the panels of a page for people.

Either way it is told in parts, and after the first time only those that are other than before.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from drakkar.server.document import Parts, difference, parts, told
from drakkar.server.messages import Push, encoded
from drakkar.server.refusals import Refused

if TYPE_CHECKING:
    from drakkar.server.room import Room

# What has been made of a table at one moment, to be used for more than one audience.
Made = dict[object, Any]


class Urgent(NamedTuple):
    """What somebody decides with: the pieces of it that are different, and the message that tells them."""

    parts: Parts
    message: bytes


class Telling(Protocol):
    """One way of telling."""

    def draw(self, room: "Room", seat: int | None, made: Made) -> Iterator[None]:
        """Make what there is to tell, with a pause after each part of the work, so that nobody waits for all of it."""

    def parts(self, room: "Room", seat: int | None, made: Made) -> Parts:
        """All that there is to tell, in pieces."""

    def whole(self, room: "Room", seat: int | None, now: Parts) -> bytes:
        """The message to begin with, of those pieces."""

    def push(self, room: "Room", seat: int | None, before: Parts, now: Parts, since: int, made: Made) -> bytes:
        """The message of what is new since a version, and of what is different in the pieces."""

    def urgent(self, room: "Room", seat: int | None, before: Parts, since: int, made: Made) -> Urgent | None:
        """What is told before the rest is made, at the version that was told last; None if all is told at once."""

    def refusal(self, room: "Room", refusal: Refused) -> str:
        """Why something was not done, in words."""


class Json:
    """As the protocol has it."""

    def draw(self, room: "Room", seat: int | None, made: Made) -> Iterator[None]:  # noqa: ARG002 - there is no more to do
        """It is little, and made at once."""
        return iter(())

    def parts(self, room: "Room", seat: int | None, made: Made) -> Parts:  # noqa: ARG002 - each seat has its own
        """The document in pieces."""
        return parts(room.document(seat))

    def whole(self, room: "Room", seat: int | None, now: Parts) -> bytes:  # noqa: ARG002 - it is not told in pieces
        """The whole state."""
        return room.state(seat)

    def push(
        self,
        room: "Room",
        seat: int | None,
        before: Parts,
        now: Parts,
        since: int,
        made: Made,  # noqa: ARG002 - each seat has its own
    ) -> bytes:
        """What has changed, and what happened."""
        changed, gone = difference(before, now)
        news = told(room.table, seat, since)
        return encoded(Push(version=room.table.version, changed=changed, gone=gone, told=news))

    def urgent(self, room: "Room", seat: int | None, before: Parts, since: int, made: Made) -> None:
        """A program is told all at once."""

    def refusal(self, room: "Room", refusal: Refused) -> str:  # noqa: ARG002 - English says more than the code alone
        """As the server says it."""
        return str(refusal)


JSON: Final = Json()
