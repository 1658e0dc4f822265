"""Several processes of one server on one port, and what they agree about."""

import contextlib
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drakkar.cli import main
from tests.server.postgres import Cluster
from tests.server.running import PATIENCE, Client, Server, free_ports, is_running

# Seconds in which the processes agree about who is at a table.
AGREED = 2.0


@contextlib.contextmanager
def workers(cluster: Cluster, folder: Path, number: int, *words: str) -> Iterator[tuple[Server, list[Server]]]:
    """A server with several workers: the port that they share, and each of them alone."""
    first = free_ports(number)
    words = ("--workers", str(number), "--worker-ports", str(first), *words)
    server = Server(folder / "log", *words, address=cluster.address(cluster.new_schema()))
    try:
        yield server, [alone(server, first + at) for at in range(number)]
    finally:
        server.discard()
        until = time.monotonic() + PATIENCE
        while any(map(is_running, server.workers())) and time.monotonic() < until:
            time.sleep(0.05)


def alone(server: Server, port: int) -> Server:
    """One worker at its own port, as soon as it answers."""
    worker = Server.__new__(Server)
    worker.__dict__.update(server.__dict__ | {"port": port})
    until = time.monotonic() + PATIENCE
    while True:
        try:
            assert worker.get("/health").status == 200
        except OSError:
            assert time.monotonic() < until, server.log()
            time.sleep(0.1)
        else:
            return worker


@pytest.fixture(scope="module")
def shared(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[Server]]]:
    """Two workers for all tests that leave them running."""
    with workers(postgres, tmp_path_factory.mktemp("shared"), 2, "--log-level", "debug") as both:
        yield both


def lines(server: Server) -> list[dict[str, object]]:
    return [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]


def test_workers_need_a_database_that_they_can_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = ["--db", str(tmp_path / "tables.db")]
    assert main(["serve", "--workers", "2", *db]) == 2
    assert "postgresql://" in capsys.readouterr().err
    assert main(["serve", "--worker-ports", "8625", *db]) == 2
    assert "--workers" in capsys.readouterr().err
    assert not (tmp_path / "tables.db").exists()


def test_a_busy_port_of_a_worker_is_refused_before_anything_is_served() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        words = ["--workers", "2", "--worker-ports", str(port), "--port", "0", "--db", "postgresql:///nothing"]
        ended = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "drakkar", "serve", *words], capture_output=True, text=True, check=False
        )
    assert (ended.returncode, ended.stderr) == (1, f"drakkar: 127.0.0.1:{port}: Address already in use\n")


@pytest.mark.slow
def test_the_administrator_works_on_the_database_of_all_workers(
    shared: tuple[Server, list[Server]], capsys: pytest.CaptureFixture[str]
) -> None:
    server, (one, other) = shared
    db = ["admin", "--db", server.address]
    table, secrets = one.found("person", "person")
    with one.client(table, secrets[0]) as first, other.client(table, secrets[1]) as second:
        second.catch_up(first.say("say", text="words of hate")["version"])
        assert main([*db, "chat", table]) == 0
        number = capsys.readouterr().out.split()[0]
        assert main([*db, "remove-chat", table, number]) == 0
        agree([first, second], lambda state: state["chat"][0]["removed"] is True)  # type: ignore[index]
        assert main([*db, "close", table, "--reason", "a quarrel"]) == 0
        agree([first, second], lambda state: state["closed"] == "a quarrel")
        assert main([*db, "delete", table, "--yes"]) == 0
        for client in (first, second):
            while client.hear().get("code") != "deleted":
                pass
    assert one.get(f"/api/tables/{table}").status == other.get(f"/api/tables/{table}").status == 404
    capsys.readouterr()
    assert main([*db, "load", "--json"]) == 0
    load = json.loads(capsys.readouterr().out)["servers"]
    assert len(load) == 2
    assert all(server["cpu_s"] > 0 for server in load)
    assert main([*db, "load"]) == 0
    assert capsys.readouterr().out.count("live tables: ") == 2
    assert main([*db, "close", table]) == 1
    assert capsys.readouterr().err == "drakkar: there is no such table\n"


@pytest.mark.slow
def test_workers_share_a_port_replace_one_that_dies_and_stop_together(postgres: Cluster, tmp_path: Path) -> None:
    with workers(postgres, tmp_path, 2) as (server, each):
        table, secrets = each[0].found("person", "person")
        version = 1
        with server.client(table, secrets[0]) as first, server.client(table, secrets[1]) as second:
            while version < 7:
                for client in (first, second):
                    client.catch_up(version)
                    if client.state["decision"]:
                        version = client.choose(client.state["choices"][0])["version"]
        before = set(server.workers())
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while len(set(server.workers()) - before) < 1:
            assert time.monotonic() < until, "the worker was not replaced"
            time.sleep(0.05)
        for one in each:
            again = alone(server, one.port)
            assert again.get(f"/api/tables/{table}", secrets[0]).json["state"]["version"] >= version
        assert any(line["say"] == "a worker has ended and is replaced" for line in lines(server))
        running = server.workers()
        assert server.stop() == 0
        assert not any(map(is_running, running))


@pytest.mark.slow
def test_no_worker_outlives_its_parent(postgres: Cluster, tmp_path: Path) -> None:
    with workers(postgres, tmp_path, 2) as (server, _):
        running = server.workers()
        server.kill()
        until = time.monotonic() + PATIENCE
        while any(map(is_running, running)):
            assert time.monotonic() < until, "a worker goes on alone"
            time.sleep(0.1)


def agree(clients: list[Client], condition: Callable[[dict[str, object]], bool]) -> float:
    """Seconds until a condition holds in the state of all clients."""
    began = time.monotonic()
    for client in clients:
        while not condition(client.state):
            left = began + PATIENCE - time.monotonic()
            assert left > 0, client.state
            with contextlib.suppress(TimeoutError):
                client.hear(min(left, 1.0))
    return time.monotonic() - began


@pytest.mark.slow
def test_workers_agree_who_is_here_and_how_many_watch(shared: tuple[Server, list[Server]]) -> None:
    _, (one, other) = shared
    table, secrets = one.found("person", "person")
    took = []
    with one.client(table, secrets[0]) as first, other.client(table) as watching:
        both = [first, watching]
        took.append(agree(both, lambda state: state["watching"] == 1))
        took.append(agree(both, lambda state: state["seats"][0]["here"] is True))  # type: ignore[index]
        assert not first.state["seats"][1]["here"]
        with other.client(table, secrets[1]), one.client(table):
            took.append(agree(both, lambda state: state["watching"] == 2))
            took.append(agree(both, lambda state: state["seats"][1]["here"] is True))  # type: ignore[index]
        took.append(agree(both, lambda state: state["watching"] == 1))
        # A short reconnect is no absence; after that the player is away at both.
        agree(both, lambda state: not state["seats"][1]["here"])  # type: ignore[index]
    # A worker that has just loaded the table asks the others.
    with other.client(table, secrets[1]) as last:
        took.append(agree([last], lambda state: state["watching"] == 0))
    # A busy machine may delay one of them.
    assert statistics.median(took) < AGREED


def within_twice_the_limits(each: list[Server], address: str) -> bool:
    """Whether an address gets at most twice as much from some servers as from one; they get its requests in turn."""
    shown, wish = {"X-Forwarded-For": address}, {"seats": [{"kind": "person"}] * 2}
    began = time.monotonic()
    answers = [each[number % len(each)].ask("POST", "/api/tables", wish, headers=shown) for number in range(24)]
    created = sum(answer.status == 201 for answer in answers)
    assert created + sum(answer.status == 429 for answer in answers) == 24
    assert created >= 6
    if created > 2 * (6 + (time.monotonic() - began) / 10):
        return False
    began = time.monotonic()
    answers = [each[number % len(each)].ask("GET", "/api", headers=shown) for number in range(400)]
    return sum(answer.status == 200 for answer in answers) <= 2 * (80 + 20 * (time.monotonic() - began))


@pytest.mark.slow
def test_limits_hold_for_an_address_across_workers(postgres: Cluster, tmp_path: Path) -> None:
    limits = ("--requests", "20", "--connections", "10", "--tables", "6")
    with workers(postgres, tmp_path, 3, *limits) as (_, each):
        # On a busy machine the news of what was used may be late once.
        assert any(within_twice_the_limits(each, f"203.0.113.{number}") for number in range(3))


@pytest.mark.slow
def test_a_request_has_one_id_in_the_logs_of_all_workers(shared: tuple[Server, list[Server]]) -> None:
    server, (one, other) = shared
    table, secrets = one.found("person", "person")
    with other.client(table) as watching:
        state = one.get(f"/api/tables/{table}", secrets[0]).json["state"]
        seat = 0 if state["decision"] else 1
        state = one.get(f"/api/tables/{table}", secrets[seat]).json["state"]
        said = {"do": "choose", "decision": state["decision"], "choice": state["choices"][0]["text"]}
        answer = one.post(f"/api/tables/{table}/do", said, secrets[seat])
        assert answer.json["is"] == "done"
        watching.catch_up(answer.json["version"])
    mine = [line for line in lines(server) if line.get("request") == answer.headers["x-request-id"]]
    assert re.fullmatch("[0-9a-f]{12}", str(answer.headers["x-request-id"]))
    assert {(line["say"], line["worker"]) for line in mine} >= {("entry written", 0), ("entry read", 1)}
