"""The servers that share one database: what they tell each other, and which of them drives a table.

Every server can serve every table. One of them drives it: it moves the bots and runs the clocks. A server keeps its
tables as long as it renews its lease; when the lease ends, another server takes them over. Each change of the driver
raises the table's fence, and an entry written with an old fence is refused.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, Protocol

import msgspec

# Seconds until the lease of a server ends, and between two renewals.
LEASE: Final = 6.0
RENEW: Final = 1.5

# Kinds of news. A server ignores kinds that it does not know: a later version may have sent them.
APPENDED: Final = "appended"  # a table has an entry with this number
REPLACED: Final = "replaced"  # an entry of a table was replaced
DELETED: Final = "deleted"  # a table was deleted
REVOKED: Final = "revoked"  # the links of a seat key (`text`) were revoked, but not for a session (`more`)
DRIVEN: Final = "driven"  # a table has a new driver after the end of the one before: its clocks begin anew
PRESENT: Final = "present"  # who is at a table, on the sending server
WHO: Final = "who"  # a server asks who is at its tables (`more`)
USED: Final = "used"  # what addresses have used on the sending server
ALIVE: Final = "alive"  # nothing: the line works

# The request that this task works for, for the log. It goes along with the news.
request_id: ContextVar[str] = ContextVar("request_id", default="")


class News(msgspec.Struct, array_like=True, frozen=True):
    """News from one server to all others. A field may be added at the end."""

    kind: str
    sender: str = ""
    table: str = ""
    number: int = 0
    text: str = ""
    request: str = ""
    more: Any = None


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(News)


def encode_news(news: News) -> str:
    """News as text."""
    return _encoder.encode(news).decode()


def decode_news(text: str) -> News | None:
    """The news in a text; None if it is none of ours."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError:
        return None


class Taken(NamedTuple):
    """A table that was taken over: its fence, and its status in listings."""

    fence: int
    status: str


class Renewal(NamedTuple):
    """The result of a renewed lease."""

    # Whether the lease had ended before, and with it the right to every table.
    is_new: bool
    # The tables that this server drives from now on.
    taken: dict[str, Taken]
    # The servers that are alive.
    alive: frozenset[str]


class Peers(Protocol):
    """The other servers on the same database."""

    @property
    def name(self) -> str:
        """The name of this server; it changes when a lease has ended."""

    @property
    def has_lease(self) -> bool:
        """Whether the lease of this server lasts, by its own clock."""

    async def open(self, hear: Callable[[News], None], missed: Callable[[], None]) -> None:
        """Listen. `missed` is called when news may have been lost, also at the beginning."""

    def tell(self, news: News) -> None:
        """Tell the others, soon and without a guarantee."""

    async def renew(self, about: str) -> Renewal:
        """Renew the lease; take over some tables without a driver: those of dead servers, and new ones."""

    async def about_all(self) -> dict[str, str]:
        """The servers that are alive, with what they said about themselves when they last renewed their lease."""

    async def served(self, table: str) -> int:
        """Since when, in unix milliseconds, a table has been served without a break."""

    async def close(self) -> None:
        """End the lease, so that others can take over at once."""
