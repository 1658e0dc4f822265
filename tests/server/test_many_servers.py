"""Several servers on one PostgreSQL database: real processes, without sticky sessions."""

import asyncio
import contextlib
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import psycopg
import pytest

from drakkar.server.log import entries
from drakkar.server.log.peers import APPENDED, News
from drakkar.server.log.postgres_store import PostgresStore
from drakkar.server.log.store import RUNNING, Conflict, Fenced
from drakkar.server.log.table import replay
from tests.server.postgres import Cluster
from tests.server.running import PATIENCE, Server

# Seconds in which another server takes over a table; a busy machine may be late once, but not each time.
TAKEN_OVER = 10.0
TRIES = 3


@pytest.fixture(scope="module")
def fleet(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Three servers on one database."""
    address, folder = postgres.address(postgres.new_schema()), tmp_path_factory.mktemp("fleet")
    started = []
    try:
        for at in range(3):
            (folder / str(at)).mkdir()
            started.append(Server(folder / str(at) / "log", address=address))
        yield started
    finally:
        for server in started:
            server.discard()


@pytest.fixture
def servers(fleet: list[Server]) -> list[Server]:
    """Those servers, all of them running: another test may have killed one."""
    for server in fleet:
        if server.process.poll() is not None:
            server.start()
    return fleet


def log_of(server: Server, table: str) -> list[bytes]:
    with psycopg.connect(server.address) as db:
        found = db.execute("SELECT body FROM entries WHERE table_id = %s ORDER BY version", (table,)).fetchall()
    return [body for (body,) in found]


def driver_of(started: list[Server], table: str) -> Server | None:
    """The one of these servers that drives a table, if one does."""
    with psycopg.connect(started[0].address) as db:
        row = db.execute("SELECT driver FROM tables WHERE id = %s", (table,)).fetchone()
    assert row is not None
    return next((server for server in started if f".{server.process.pid}." in row[0]), None)


def wait_for_driver(started: list[Server], table: str) -> Server:
    """Wait until one of these servers drives a table."""
    until = time.monotonic() + PATIENCE
    while (driver := driver_of(started, table)) is None:
        assert time.monotonic() < until, "nobody takes over the table"
        time.sleep(0.1)
    return driver


def wait_for_more(server: Server, table: str, entries: int) -> int:
    """Watch a table until its log has this many entries more; return its length.

    At a table that nobody watches the bots would have the lowest priority for CPU time.
    """
    with server.client(table) as watching:
        watching.catch_up(watching.state["version"] + entries, 2 * PATIENCE)
        return int(watching.state["version"])


# --- The database's part


def on_two_stores(cluster: Cluster, test: Callable[[PostgresStore, PostgresStore], Awaitable[None]]) -> None:
    """Run a test with two stores on one database."""
    address = cluster.address(cluster.new_schema())

    async def run() -> None:
        one, other = PostgresStore(address), PostgresStore(address)
        try:
            await test(one, other)
        finally:
            await asyncio.gather(one.close(), other.close())

    asyncio.run(run())


def end_lease(store: PostgresStore) -> None:
    """End the lease of a server as time would, while it is paused."""
    with psycopg.connect(store.peers._address) as db:
        db.execute("UPDATE servers SET until = now() WHERE id = %s", (store.peers.name,))


def test_a_late_write_of_the_old_driver_is_refused(postgres: Cluster) -> None:
    async def test(one: PostgresStore, other: PostgresStore) -> None:
        await one.peers.renew("")
        await other.peers.renew("")
        await one.create("a", b"1", RUNNING)
        await one.append("a", 1, b"2", fence=1)
        assert not (await other.peers.renew("")).taken
        end_lease(one)
        assert (await other.peers.renew("")).taken == {"a": (2, RUNNING)}
        with pytest.raises(Fenced):
            await one.append("a", 2, b"late", fence=1)
        await other.append("a", 2, b"3", fence=2)
        await one.append("a", 3, b"4")  # what a person chooses needs no fence
        assert await one.read("a") == [b"1", b"2", b"3", b"4"]
        renewal = await one.peers.renew("")
        assert renewal.is_new
        assert not renewal.taken

    on_two_stores(postgres, test)


def test_a_server_that_stops_hands_its_tables_over_at_once(postgres: Cluster) -> None:
    async def test(one: PostgresStore, other: PostgresStore) -> None:
        await one.peers.renew("")
        await one.create("a", b"1", RUNNING)
        await one.peers.close()
        assert set((await other.peers.renew("")).taken) == {"a"}

    on_two_stores(postgres, test)


def test_an_entry_is_told_to_the_others_and_not_to_its_writer(postgres: Cluster) -> None:
    async def test(one: PostgresStore, other: PostgresStore) -> None:
        own: list[News] = []
        heard: asyncio.Queue[News] = asyncio.Queue()
        listening = asyncio.Event()
        for store, hear in ((one, own.append), (other, heard.put_nowait)):
            listening.clear()
            await store.peers.open(hear, listening.set)
            await listening.wait()
        await one.create("a", b"1", RUNNING)
        await one.append("a", 1, b"2")
        with pytest.raises(Conflict):
            await one.append("a", 1, b"3")
        await one.append("a", 2, b"3")
        found = [await heard.get() for _ in range(2)]
        assert [(news.kind, news.table, news.number) for news in found] == [
            (APPENDED, "a", 2),
            (APPENDED, "a", 3),
        ]
        assert not own

    on_two_stores(postgres, test)


# --- Real servers


@pytest.mark.slow
def test_people_at_two_servers_play_one_match(servers: list[Server]) -> None:
    one, other, _ = servers
    table, secrets = one.found("person", "person", "random")
    with one.client(table, secrets[0]) as first, other.client(table, secrets[1]) as second:
        done = 0
        while done < 20:
            for client in (first, second):
                with contextlib.suppress(TimeoutError):
                    client.hear(0.05)
                if client.state["decision"]:
                    answer = client.choose(client.state["choices"][0])
                    assert answer["is"] == "done", answer
                    done += 1
        version = max(first.state["version"], second.state["version"])
        for client in (first, second):
            client.catch_up(version)
        assert first.state["seats"][0]["name"] == second.state["seats"][0]["name"]
    # Every request, to any server, gets the newest state.
    for _ in range(10):
        for server in servers:
            state = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
            assert state["version"] >= version
            version = state["version"]
    log = map(entries.decode, log_of(one, table))
    assert {entry.seat for entry in log if isinstance(entry, entries.Chose)} == {0, 1, 2}


@pytest.mark.slow
def test_a_browser_session_is_the_same_at_every_server(servers: list[Server]) -> None:
    one, other, _ = servers
    table, secrets = one.found("person", "person")
    cookies = other.session(table, secrets[0])
    shown = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    for server in (one, other, one):
        assert server.ask("GET", f"/api/tables/{table}", headers=shown).json["state"]["seat"] == 0
    cookies = one.session(table, secrets[1], held=cookies)
    shown = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    assert other.ask("GET", f"/api/tables/{table}?seat=1", headers=shown).json["state"]["seat"] == 1


@pytest.mark.slow
def test_when_the_driver_is_killed_another_server_moves_the_bots(servers: list[Server]) -> None:
    table, _ = servers[0].found("random", "random", "random", pace=0.3)
    driver = wait_for_driver(servers, table)
    seconds: list[float] = []
    while len(seconds) < TRIES and min(seconds, default=TAKEN_OVER) >= TAKEN_OVER:
        wait_for_more(driver, table, 1)
        killed, began = driver, time.monotonic()
        killed.kill()
        driver = wait_for_driver([server for server in servers if server is not killed], table)
        seconds.append(time.monotonic() - began)
        wait_for_more(driver, table, 3)
        killed.start()
    assert min(seconds) < TAKEN_OVER, seconds


@pytest.mark.slow
def test_a_driver_that_was_paused_moves_no_bot_twice(servers: list[Server]) -> None:
    table, _ = servers[0].found("random", "random", pace=0.3)
    paused = wait_for_driver(servers, table)
    wait_for_more(paused, table, 1)
    paused.process.send_signal(signal.SIGSTOP)
    try:
        other = wait_for_driver([server for server in servers if server is not paused], table)
    finally:
        paused.process.send_signal(signal.SIGCONT)
    length = wait_for_more(other, table, 6)
    log = log_of(other, table)
    owed = [(entry.seat, entry.at) for entry in map(entries.decode, log) if isinstance(entry, entries.Chose)]
    assert len(owed) == len(set(owed)), "a bot has moved twice at one moment"
    assert replay(table, log).version == len(log)
    # The one that was paused shows what the other has done.
    assert paused.get(f"/api/tables/{table}").json["state"]["version"] >= length


@pytest.mark.slow
def test_after_a_restart_of_postgres_all_servers_go_on(postgres: Cluster, servers: list[Server]) -> None:
    one, other, _ = servers
    table, secrets = one.found("person", "random")
    with one.client(table, secrets[0]) as mine, other.client(table) as watching:
        mine.wait()
        assert mine.choose(mine.state["choices"][0])["is"] == "done"
        postgres.kill()
        postgres.start()
        until = time.monotonic() + PATIENCE
        answer: dict[str, Any] = {"is": "refused"}
        while answer["is"] == "refused" and time.monotonic() < until:
            mine.wait()
            answer = mine.choose(mine.state["choices"][0])
            time.sleep(0.2)
        assert answer["is"] == "done"
        watching.catch_up(answer["version"])
