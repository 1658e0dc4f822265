"""Whole matches over real sockets."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import drakkar
from tests.server.running import Client, Server, running

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "client.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all matches here."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


def play(clients: list[Client], rng: Random) -> None:
    """All players choose at random until the match is over."""
    while clients[0].state["status"] != "over":
        asked = [client for client in clients if client.state["decision"]]
        if asked:
            client = rng.choice(asked)
            version = client.choose(rng.choice(client.state["choices"]))["version"]
        else:  # the table makes an only choice by itself
            clients[0].hear()
            version = clients[0].state["version"]
        for each in clients:
            each.catch_up(version)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_match_of_people_is_played_to_its_end_and_its_record_is_that_match(server: Server, seats: int) -> None:
    table, secrets = server.found(*["person"] * seats)
    clients = [server.client(table, secret) for secret in secrets]
    play(clients, Random(seats))
    record = server.get(f"/api/tables/{table}/record").body.decode()
    match = drakkar.load(record)
    assert match.outcome is not None
    for client in clients:
        assert client.state["outcome"]["scores"] == list(match.outcome.scores)
        assert [event["text"] for event in client.events] == [
            event.text for event in match.events(client.state["seat"])
        ]
        client.close()


@pytest.mark.slow
def test_the_example_client_plays_a_match_against_a_bot(server: Server) -> None:
    table, _ = server.found("open", "random")
    played = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, str(EXAMPLE), f"http://127.0.0.1:{server.port}", table, "Astrid"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert played.stdout.startswith("Glory ")
    assert server.get(f"/api/tables/{table}").json["state"]["status"] == "over"
