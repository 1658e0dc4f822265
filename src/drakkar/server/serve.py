"""Runs a server: finds a port, opens the database, stops without losing anything."""

import argparse
import asyncio
import contextlib
import errno
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import uvicorn

from drakkar.server import guard
from drakkar.server.app import application
from drakkar.server.guard import Guard, Limits
from drakkar.server.house import House
from drakkar.server.logs import write_lines
from drakkar.server.pages import Reception
from drakkar.server.sqlite_store import SqliteStore
from drakkar.server.thinkers import Thinkers
from drakkar.server.times import RealTimes

DEFAULT_PORT: Final = 8624
# So many seconds may requests take to end once the server is told to stop.
STOP_WITHIN: Final = 5
# How many new things the garbage collector waits for, and how many times before it looks at older ones. While it looks
# at all that lives, every table waits.
COLLECT_AFTER: Final = (1_000, 5, 1_000)
# So many seconds a thread computes while another one wants to. Whoever chooses waits for the thread that writes, and
# this one asks for its turn at every statement.
TAKE_TURNS_AFTER: Final = 0.0005


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

    app = application(House(store, thinkers, times), Guard(limits, times), close, Reception)
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
    gc.freeze()  # what is there now stays to the end
    gc.set_threshold(*COLLECT_AFTER)
    sys.setswitchinterval(TAKE_TURNS_AFTER)
    await uvicorn.Server(config).serve([listener])


def can_open(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether there is a browser with a window of its own; one in the terminal would stand where we write."""
    return platform in ("darwin", "win32") or any(
        environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )


def open_browser(address: str) -> None:
    """Show the first page; whoever asks waits until the server is ready."""
    if can_open(sys.platform, os.environ):
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


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
        address = f"http://{shown}:{port}/"
        print(f"Drakkar is served at {address} (tables in {asked.db}; Ctrl-C stops it)", flush=True)
        if asked.open:
            open_browser(address)
        limits = Limits(
            requests=asked.requests,
            requests_at_once=4 * asked.requests,
            connections=asked.connections,
            tables=asked.tables / 60,
            tables_at_once=asked.tables,
        )
        asyncio.run(serve(listener, store, asked.bots or os.cpu_count() or 1, limits))
    print("stopped; every table goes on when it is started again", file=sys.stderr)
