"""Runs a server: finds a port, opens the database, stops without losing anything."""

import argparse
import asyncio
import contextlib
import errno
import gc
import logging
import os
import resource
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
import uvicorn

from drakkar.core.errors import BadArgument
from drakkar.server.api import guard
from drakkar.server.api.admin import Admin
from drakkar.server.api.app import application
from drakkar.server.api.connection_limits import ConnectionLimiter, Proxies
from drakkar.server.api.guard import Hosts
from drakkar.server.api.logging import write_lines
from drakkar.server.api.rate_limiter import Limits, RateLimiter
from drakkar.server.api.uvicorn_protocols import protocols
from drakkar.server.live.bot_pool import BotPool
from drakkar.server.live.clock import SystemClock
from drakkar.server.live.maintenance import Maintenance
from drakkar.server.live.registry import TableRegistry
from drakkar.server.live.uploads import Uploads
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.web.pages import WebRoutes

DEFAULT_PORT: Final = 8624
# Seconds that requests have to finish once the server stops.
STOP_WITHIN: Final = 5
# Thresholds of the garbage collector. The last one is high, because every table waits during a full collection.
COLLECT_AFTER: Final = (1_000, 5, 1_000)
# Thread switch interval in seconds. It is short because a choice waits for the thread that writes to the store, and
# that thread must get the interpreter back after every statement.
TAKE_TURNS_AFTER: Final = 0.0005
# Open files that are enough for any server, and those that are not connections: database, processes, logs.
MOST_FILES: Final = 1 << 20
FILES_OF_OUR_OWN: Final = 100
# The host names of a server that opens its own browser.
LOOPBACK: Final = ("localhost",)

log = logging.getLogger("drakkar.server")


def listening(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the given port; else on the default port, or on a free one."""
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


class Settings(msgspec.Struct, frozen=True):
    """The settings of a server."""

    bots: int
    limits: Limits
    hosts: Hosts
    proxies: Proxies
    # The most open connections.
    connections: int
    database: Path
    # Days after which finished tables are deleted; 0 keeps them for ever.
    keep_days: float = 0


async def serve(listener: socket.socket, store: SqliteStore, settings: Settings) -> None:
    """Serve until stopped."""
    clock = SystemClock()
    rate_limiter = RateLimiter(settings.limits, clock)
    bot_pool, uploads = BotPool(settings.bots), Uploads(rate_limiter)

    async def close() -> None:
        if keeper is not None:
            keeper.cancel()
        await admin.close()
        await asyncio.gather(bot_pool.close(), uploads.close())
        await store.close()

    registry = TableRegistry(store, bot_pool, clock, uploads)
    maintenance = Maintenance(registry)
    admin = Admin(maintenance, settings.database, lambda: rate_limiter.used)
    keeper = asyncio.create_task(maintenance.run_expiry(settings.keep_days)) if settings.keep_days else None
    app = application(registry, rate_limiter, close, WebRoutes, settings.hosts)
    http, sockets = protocols(ConnectionLimiter(rate_limiter, settings.connections, settings.proxies))
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=http,
        forwarded_allow_ips=settings.proxies.names,
        ws=sockets,
        ws_max_size=2 * guard.LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_WITHIN,
        lifespan="on",
    )
    gc.freeze()  # objects that exist now live until the end
    gc.set_threshold(*COLLECT_AFTER)
    sys.setswitchinterval(TAKE_TURNS_AFTER)
    await admin.open()
    try:
        await uvicorn.Server(config).serve([listener])
    finally:
        await admin.close()


def proxies_of(words: str) -> Proxies:
    """The trusted proxies; BadArgument if one is not an address or network."""
    try:
        return Proxies(name.strip() for name in words.split(",") if name.strip())
    except ValueError as error:
        raise BadArgument(f"--trusted-proxies: {error}") from None


def raise_file_limit() -> int:
    """Raise the limit of open files to the maximum; return the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def can_open(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether a graphical browser is available; a text browser would take over the terminal."""
    return platform in ("darwin", "win32") or any(
        environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )


def open_browser(address: str) -> None:
    """Open the start page; its request waits until the server is ready."""
    if can_open(sys.platform, os.environ):
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def run(asked: argparse.Namespace) -> None:
    """Run `drakkar serve`."""
    write_lines(asked.log_level)
    # uvicorn stops cleanly and then raises the signal again, which must not end the process with an error. A signal
    # that arrives before uvicorn is ready must stop the server too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # A terminal that closes stops the server as SIGTERM does: uvicorn has no handler for SIGHUP, and an exception in
    # the middle of a callback may be lost.
    signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    most_files = raise_file_limit()
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
            all_connections=2 * asked.connections,
            tables=asked.tables / 60,
            tables_at_once=asked.tables,
            cpu=asked.cpu_budget,
            cpu_at_once=asked.cpu_burst,
        )
        settings = Settings(
            bots=asked.bots or max(2, os.cpu_count() or 1),
            limits=limits,
            hosts=Hosts(asked.allowed_hosts or (LOOPBACK if asked.open else ["*"])),
            proxies=proxies_of(asked.trusted_proxies),
            connections=most_files - FILES_OF_OUR_OWN,
            database=Path(asked.db),
            keep_days=asked.keep_days,
        )
        asyncio.run(serve(listener, store, settings))
    log.info("stopped; every table goes on when it is started again")
