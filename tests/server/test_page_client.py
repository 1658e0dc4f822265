"""docs/protocol.md is enough to follow a table: a client written from it has the same state as the server."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.server.page_client import PageClient, fetch_state, found
from tests.server.running import Server, running

MOMENTS = {"blood_rage": 140, "lords_of_ragnarok": 60}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests here."""
    with running(tmp_path_factory.mktemp("page_client")) as started:
        yield started


class Table:
    """Two players and a spectator, each with a client written from the page, and a comparison of all states."""

    def __init__(self, server: Server, game: str, seed: int) -> None:
        self.address = f"http://127.0.0.1:{server.port}"
        founded = found(self.address, [{"kind": "person"}, {"kind": "person"}], game=game)
        self.name, secrets = founded["table"], founded["secrets"]
        self.secrets = [secrets["0"], secrets["1"], ""]
        self.clients = [PageClient(self.address, self.name, secret) for secret in self.secrets]
        self.rng = Random(seed)

    def reach(self, version: int) -> None:
        """Let every client reach a version."""
        for client in self.clients:
            while client.state["version"] < version or not self.knows_everyone(client):
                client.receive(30)

    @staticmethod
    def knows_everyone(client: PageClient) -> bool:
        """Whether a client has been told that both players and the spectator are here."""
        return client.state["watching"] == 1 and all(seat["here"] for seat in client.state["seats"])

    def catch_up(self, version: int) -> None:
        """Let every client reach a version, and compare its state with a new one from the server."""
        self.reach(version)
        # The table makes an only choice by itself.
        while not self.asked() and self.clients[0].state["status"] != "over":
            self.clients[0].receive(30)
            self.reach(self.clients[0].state["version"])
        for client, secret in zip(self.clients, self.secrets, strict=True):
            assert client.state == fetch_state(self.address, self.name, secret)

    def asked(self) -> list[PageClient]:
        """The players who owe a decision."""
        return [client for client in self.clients[:2] if client.state["decision"]]

    def act(self) -> None:
        """A player chooses, undoes or chats."""
        client = self.rng.choice(self.asked())
        kind = self.rng.random()
        if kind < 0.1:
            answer = client.ask({"do": "say", "text": f"word {kind}"})
        elif kind < 0.2 and client.state["undo"]:
            answer = client.ask({"do": "undo", "choice": client.state["undo"]})
        else:
            answer = client.choose(self.rng.choice(client.state["choices"])["text"])
        assert answer["is"] == "done", answer
        self.catch_up(answer["version"])


@pytest.mark.thorough
@pytest.mark.parametrize("game", MOMENTS)
def test_a_client_of_the_page_has_what_a_new_connection_gets_at_every_moment(server: Server, game: str) -> None:
    table = Table(server, game, 7)
    table.catch_up(1)
    for _ in range(MOMENTS[game]):
        if table.clients[0].state["status"] == "over":
            break
        table.act()
    for client in table.clients:
        client.close()


def test_a_message_that_is_not_understood_is_refused_with_its_id(server: Server) -> None:
    table = Table(server, "blood_rage", 1)
    for message in ({"do": "fly"}, {"do": "choose"}, {"do": "sync", "since": -1}, {"nothing": 1}):
        answer = table.clients[0].ask(message)
        assert (answer["is"], answer["code"]) == ("refused", "bad_message")
    for client in table.clients:
        client.close()
