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
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn

from drakkar.core.errors import BadArgument
from drakkar.server.api import guard
from drakkar.server.api.admin import Admin, AdminSocket
from drakkar.server.api.app import application
from drakkar.server.api.connection_limits import ConnectionLimiter, Proxies
from drakkar.server.api.guard import Hosts
from drakkar.server.api.load import Load
from drakkar.server.api.logging import write_lines
from drakkar.server.api.rate_limiter import Limits, RateLimiter
from drakkar.server.api.shared_use import SharedUse
from drakkar.server.api.uvicorn_protocols import protocols
from drakkar.server.live.bot_pool import BotPool
from drakkar.server.live.clock import SystemClock
from drakkar.server.live.maintenance import Maintenance
from drakkar.server.live.registry import TableRegistry
from drakkar.server.live.uploads import Uploads
from drakkar.server.log.address import is_postgres, shown_name
from drakkar.server.log.opening import open_store
from drakkar.server.log.peers import USED
from drakkar.server.log.store import Store
from drakkar.server.web.pages import WebRoutes
from drakkar.server.workers import Workers

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
MOST_PORTS: Final = 1 << 16
# Seconds between two looks whether the parent of a worker is alive.
LOOK_FOR_PARENT: Final = 1.0
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
            raise OSError(errno.EINVAL, f"the highest port is {MOST_PORTS - 1}", f"{host}:{wished}") from None
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
    # The file of the tables; None if they are not in a file.
    database: Path | None
    # Days after which finished tables are deleted; 0 keeps them for ever.
    keep_days: float = 0


async def serve(listeners: list[socket.socket], store: Store, settings: Settings) -> None:
    """Serve until stopped."""
    clock = SystemClock()
    rate_limiter = RateLimiter(settings.limits, clock)
    bot_pool, uploads = BotPool(settings.bots), Uploads(rate_limiter)

    async def close() -> None:
        if keeper is not None:
            keeper.cancel()
        if admin is not None:
            await admin.close()
        if shared_use is not None:
            await shared_use.close()
        await asyncio.gather(bot_pool.close(), uploads.close())
        await store.close()

    registry = TableRegistry(store, bot_pool, clock, uploads)
    load = Load(registry, lambda: rate_limiter.used)
    shared_use: SharedUse | None = None
    if registry.sharing is not None:
        shared_use = SharedUse(rate_limiter, clock, registry.sharing.peers.tell)
        registry.sharing.listen(USED, shared_use)
        registry.sharing.about = load.as_text
    maintenance = Maintenance(registry)
    admin = AdminSocket(Admin(maintenance, load.answer), settings.database) if settings.database else None
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
    if admin is not None:
        await admin.open()
    try:
        await uvicorn.Server(config).serve(listeners)
    finally:
        if admin is not None:
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
    check_workers(asked)
    write_lines(asked.log_level)
    # uvicorn stops cleanly and then raises the signal again, which must not end the process with an error. A signal
    # that arrives before uvicorn is ready must stop the server too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # A terminal that closes stops the server as SIGTERM does: uvicorn has no handler for SIGHUP, and an exception in
    # the middle of a callback may be lost.
    signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    settings = settings_of(asked, raise_file_limit())
    with contextlib.suppress(KeyboardInterrupt):
        listener = listening(asked.host, asked.port)
        own: list[socket.socket] = []  # of each worker, opened here: a busy port is refused before anything is served
        try:
            for number in range(asked.workers if asked.worker_ports else 0):
                own.append(listening("127.0.0.1", asked.worker_ports + number))
            store = open_store(asked.db)
        except BaseException:
            for opened in (listener, *own):
                opened.close()
            raise
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{port}/"
        print(f"Drakkar is served at {address} (tables in {shown_name(asked.db)}; Ctrl-C stops it)", flush=True)
        if asked.workers == 1:
            if asked.open:
                open_browser(address)
            asyncio.run(serve([listener], store, settings))
        else:
            asyncio.run(store.close())  # it was opened to see that it can be
            workers = Workers(
                asked.workers, lambda number: run_worker(number, [listener, *own[number : number + 1]], asked, settings)
            )
            workers.run(lambda: open_browser(address) if asked.open else None)
    log.info("stopped; every table goes on when it is started again")


def run_worker(number: int, sockets: list[socket.socket], asked: argparse.Namespace, settings: Settings) -> None:
    """Serve in one of several processes, on the sockets that are given."""
    write_lines(asked.log_level, worker=number)
    if number:  # one of them deletes expired tables
        settings = msgspec.structs.replace(settings, keep_days=0)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve_while_alive(os.getppid(), serve(sockets, open_store(asked.db), settings)))


async def _serve_while_alive(parent: int, serving: Coroutine[Any, Any, None]) -> None:
    """Stop serving when the parent process was killed."""

    async def watch() -> None:
        while os.getppid() == parent:  # noqa: ASYNC110 - the system does not tell
            await asyncio.sleep(LOOK_FOR_PARENT)
        signal.raise_signal(signal.SIGTERM)

    watching = asyncio.create_task(watch())
    try:
        await serving
    finally:
        watching.cancel()


def check_workers(asked: argparse.Namespace) -> None:
    """BadArgument if these options cannot have several processes."""
    if asked.workers > 1 and not is_postgres(asked.db):
        raise BadArgument(
            "--workers needs a database that several processes can share: --db postgresql://…; a file serves one"
        )
    if asked.worker_ports and asked.workers == 1:
        raise BadArgument("--worker-ports is for several processes: use it with --workers")
    if asked.worker_ports + asked.workers > MOST_PORTS:
        raise BadArgument(f"--worker-ports: the highest port is {MOST_PORTS - 1}")


def settings_of(asked: argparse.Namespace, most_files: int) -> Settings:
    """The settings of one process."""
    return Settings(
        bots=max(1, (asked.bots or max(2, os.cpu_count() or 1)) // asked.workers),
        limits=Limits(
            requests=asked.requests,
            requests_at_once=4 * asked.requests,
            connections=asked.connections,
            all_connections=2 * asked.connections,
            tables=asked.tables / 60,
            tables_at_once=asked.tables,
            cpu=asked.cpu_budget,
            cpu_at_once=asked.cpu_burst,
        ),
        hosts=Hosts(asked.allowed_hosts or (LOOPBACK if asked.open else ["*"])),
        proxies=proxies_of(asked.trusted_proxies),
        connections=most_files - FILES_OF_OUR_OWN,
        database=None if is_postgres(asked.db) else Path(asked.db),
        keep_days=asked.keep_days,
    )
