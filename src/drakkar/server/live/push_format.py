"""Push formats: JSON for programs, HTML panels for people.

Both consist of parts. The first message has all of them, later ones only those that have changed.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol

from drakkar.server.live.document import Parts, difference, events_since, split
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import Push, encode_answer
from drakkar.server.log.table import Table

# Rendered parts of one version of a table, shared by its audiences.
RenderCache = dict[object, Any]


class TableView(Protocol):
    """The part of a live table that a push format uses."""

    table: Table
    # Rendered by push formats; cleared when the last client disconnects.
    rendered: dict[object, Any]

    def document(self, seat: int | None) -> dict[str, Any]:
        """Everything that a seat may know now."""

    def state(self, seat: int | None) -> bytes:
        """The whole table as a seat may see it, in JSON."""


class PriorityPush(NamedTuple):
    """The changed parts that a player needs to decide, and the message that contains them."""

    parts: Parts
    message: bytes


class PushFormat(Protocol):
    """A format for the messages to a subscriber."""

    def render_steps(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Iterator[None]:
        """Render into the cache; yields after each piece of work, so that requests are answered in between."""

    def parts(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Parts:
        """All parts."""

    def full(self, table_view: TableView, seat: int | None, now: Parts) -> bytes:
        """The first message, which has all parts."""

    def push(
        self, table_view: TableView, seat: int | None, before: Parts, now: Parts, since: int, cache: RenderCache
    ) -> bytes:
        """The message with the events since a version and the changed parts."""

    def priority_push(
        self, table_view: TableView, seat: int | None, before: Parts, since: int, cache: RenderCache
    ) -> PriorityPush | None:
        """A message to send before the rest is rendered, for the version sent last; None to send all together."""

    def refusal(self, table_view: TableView, refusal: Refused) -> str:
        """A refusal in the client's language."""

    def unseated(self) -> bytes:
        """The last message to a connection that has lost its seat; empty if it stays as a spectator."""


class Json:
    """The JSON of the protocol."""

    def render_steps(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Iterator[None]:  # noqa: ARG002 - nothing to prepare
        """Nothing: there is nothing to prepare."""
        return iter(())

    def parts(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Parts:  # noqa: ARG002 - each seat has its own document
        """The parts of the document."""
        return split(table_view.document(seat))

    def full(self, table_view: TableView, seat: int | None, now: Parts) -> bytes:  # noqa: ARG002 - the state is sent whole
        """The whole state."""
        return table_view.state(seat)

    def push(
        self,
        table_view: TableView,
        seat: int | None,
        before: Parts,
        now: Parts,
        since: int,
        cache: RenderCache,  # noqa: ARG002 - each seat has its own document
    ) -> bytes:
        """The changed parts and the new events."""
        changed, gone = difference(before, now)
        events = events_since(table_view.table, seat, since)
        return encode_answer(Push(version=table_view.table.version, changed=changed, gone=gone, told=events))

    def priority_push(
        self, table_view: TableView, seat: int | None, before: Parts, since: int, cache: RenderCache
    ) -> None:
        """None: a program gets everything together."""

    def refusal(self, table_view: TableView, refusal: Refused) -> str:  # noqa: ARG002 - always English, with the detail
        """The server's English text."""
        return str(refusal)

    def unseated(self) -> bytes:
        """Empty: the whole state for spectators follows."""
        return b""


JSON: Final = Json()
