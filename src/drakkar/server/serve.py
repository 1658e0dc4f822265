"""Runs a server: finds a port, opens the database, stops without losing anything."""

import argparse
import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Final

import uvicorn

from drakkar.server import guard
from drakkar.server.app import application
from drakkar.server.guard import Guard, Limits
from drakkar.server.house import House
from drakkar.server.logs import write_lines
from drakkar.server.sqlite_store import SqliteStore
from drakkar.server.thinkers import Thinkers
from drakkar.server.times import RealTimes

DEFAULT_PORT: Final = 8624
# So many seconds may requests take to end once the server is told to stop.
STOP_WITHIN: Final = 5


def listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens: on the port that is wished, else on ours, else on any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wished in [port] if port is not None else [DEFAULT_PORT, 0]:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wished))
        except OverflowError:
            listener.close()
            raise OSError(errno.EINVAL, "the highest port is 65535", f"{host}:{wished}") from None
        except OSError as error:
            listener.close()
            if wished == DEFAULT_PORT and port is None:
                continue
            raise OSError(error.errno, error.strerror, f"{host}:{wished}") from None
        listener.listen(2048)
        return listener
    raise AssertionError("port 0 is always free")


async def serve(listener: socket.socket, store: SqliteStore, bots: int, limits: Limits) -> None:
    """Serve until told to stop."""
    times = RealTimes()
    thinkers = Thinkers(bots)

    async def close() -> None:
        await thinkers.close()
        await store.close()

    app = application(House(store, thinkers, times), Guard(limits, times), close)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=2 * guard.LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_WITHIN,
        lifespan="on",
    )
    await uvicorn.Server(config).serve([listener])


def run(asked: argparse.Namespace) -> None:
    """What `drakkar serve` does."""
    write_lines(asked.log_level)
    # uvicorn stops in good order, and then sends itself the signal again: that is no reason to die of it.
    # Nor may one be overlooked that comes before uvicorn is ready.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        listener = listening(asked.host, asked.port)
        store = SqliteStore(Path(asked.db))
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        print(f"Drakkar is served at http://{shown}:{port}/api (tables in {asked.db}; Ctrl-C stops it)", flush=True)
        limits = Limits(
            requests=asked.requests,
            requests_at_once=4 * asked.requests,
            connections=asked.connections,
            tables=asked.tables / 60,
            tables_at_once=asked.tables,
        )
        asyncio.run(serve(listener, store, asked.bots or os.cpu_count() or 1, limits))
    print("stopped; every table goes on when it is started again", file=sys.stderr)
