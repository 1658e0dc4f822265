"""What the administrator asks of a server, and its socket: a Unix socket beside the database, for its owner only.

A request is a JSON object on one line, with the command in `do`. So is the answer: it has `ok`, and `error` if that is
false. `drakkar admin` (terminal/admin.py) is its client. A database that several servers share needs no socket: the
administrator works on it directly (direct_admin.py).
"""

import asyncio
import logging
import os
import socket
import stat
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from drakkar.server.live.maintenance import Maintenance
from drakkar.server.log.errors import Refused
from drakkar.server.log.store import NoSuchTable, StoreError

log = logging.getLogger("drakkar.server")

MOST_LISTED: Final = 100
LONGEST_LINE: Final = 64 * 1024

Request = dict[str, Any]


class Wrong(Exception):
    """A request that cannot be read."""


class Admin:
    """Answers the administrator. `load` tells how busy the server is."""

    def __init__(self, maintenance: Maintenance, load: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        self.maintenance = maintenance
        self._load_of_server = load
        self._does: dict[str, Callable[[Request], Awaitable[dict[str, Any]]]] = {
            "tables": self._tables,
            "table": self._table,
            "close": self._close,
            "delete": self._delete,
            "chat": self._chat,
            "remove-chat": self._remove_chat,
            "load": self._load,
        }

    async def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to one request."""
        try:
            asked = msgspec.json.decode(line, type=dict[str, Any])
            do = self._does.get(str(asked.get("do")), self._unknown)
            return {"ok": True, **await do(asked)}
        except NoSuchTable:
            return {"ok": False, "error": "there is no such table"}
        except (Refused, StoreError, Wrong, msgspec.MsgspecError) as error:
            return {"ok": False, "error": str(error)}
        except Exception as error:  # noqa: BLE001 - no error may end the server
            log.error("a fault: %s", type(error).__name__, extra={"where": "admin"})  # noqa: TRY400 - its text may name a card
            return {"ok": False, "error": "a fault of the server; its log may say more"}

    async def _unknown(self, _: Request) -> dict[str, Any]:
        raise Wrong(f"what can be done is: {', '.join(self._does)}")

    async def _tables(self, asked: Request) -> dict[str, Any]:
        limit = min(_number(asked, "limit", MOST_LISTED), MOST_LISTED)
        return {"tables": await self.maintenance.listed(limit, str(asked.get("before", "")))}

    async def _table(self, asked: Request) -> dict[str, Any]:
        return {"table": await self.maintenance.row(_table(asked))}

    async def _close(self, asked: Request) -> dict[str, Any]:
        return {"done": await self.maintenance.close(_table(asked), str(asked.get("reason", "")))}

    async def _delete(self, asked: Request) -> dict[str, Any]:
        await self.maintenance.delete(_table(asked))
        return {"done": True}

    async def _chat(self, asked: Request) -> dict[str, Any]:
        return {"chat": await self.maintenance.chat(_table(asked))}

    async def _remove_chat(self, asked: Request) -> dict[str, Any]:
        return {"done": await self.maintenance.remove_line(_table(asked), _number(asked, "number", 0))}

    async def _load(self, _: Request) -> dict[str, Any]:
        return await self._load_of_server()


def _table(asked: Request) -> str:
    table = asked.get("table")
    if not isinstance(table, str) or not table:
        raise Wrong("`table` is the id of a table")
    return table


def _number(asked: Request, name: str, usual: int) -> int:
    number = asked.get(name, usual)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 2**53:
        raise Wrong(f"`{name}` is a number")
    return number


class AdminSocket:
    """Takes requests of the administrator on the machine of the server."""

    def __init__(self, admin: Admin, database: Path) -> None:
        self.place = database.resolve().with_name(f"{database.resolve().name}.admin")
        self._admin = admin
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen. If that fails, the server runs without the socket, and the log says why."""
        try:
            self._server = await asyncio.start_unix_server(self._serve, sock=self._bound(), limit=LONGEST_LINE)
        except (AttributeError, OSError) as error:
            why = "this system has no Unix sockets" if isinstance(error, AttributeError) else str(error)
            log.warning("no socket for the administrator: %s", why, extra={"place": str(self.place)})

    def _bound(self) -> socket.socket:
        # This server holds the lock of the store, so an existing socket was left by a killed server.
        if self.place.exists() and stat.S_ISSOCK(self.place.stat().st_mode):
            self.place.unlink()
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o177)
        try:
            listener.bind(str(self.place))
        except OSError:
            listener.close()
            raise
        finally:
            os.umask(before)
        return listener

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            self._server = None
            with suppress(FileNotFoundError):
                self.place.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, ValueError):  # the client is gone, or the line is too long
            while line := await reader.readline():
                writer.write(msgspec.json.encode(await self._admin.answer(line)) + b"\n")
                await writer.drain()
        writer.close()
