"""A stored table is played with its own printed facts only: a server with others refuses it and loses nothing."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Server

GAME = "lords_of_ragnarok"
FACTS = {"of the package": "", "corrected": "population = 4", "corrected otherwise": "population = 5"}


def started(home: Path, which: str) -> Server:
    """A server of this folder's database, with these facts."""
    if not FACTS[which]:
        return Server(home / "tables.db")
    file = home / f"{which}.toml"
    file.write_text(f"[map_4p.regions.20]\n{FACTS[which]}\n", "utf-8")
    return Server(home / "tables.db", "--data", str(file))


def seen(server: Server, table: str, secret: str) -> dict[str, Any]:
    """What a seat sees of its match."""
    state = server.get(f"/api/tables/{table}", secret).json["state"]
    return {key: state[key] for key in ("rules", "view", "decision", "choices")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "others", "start"),
    [
        ("of the package", "corrected", "start the server without --data"),
        ("corrected", "of the package", "drakkar serve --data FILE"),
        ("corrected", "corrected otherwise", "drakkar serve --data FILE"),
    ],
)
def test_a_server_with_other_facts_refuses_a_table_and_loses_nothing(
    tmp_path: Path, own: str, others: str, start: str
) -> None:
    server = started(tmp_path, own)
    table, secrets = server.found("person", "random", "random", game=GAME)
    neighbour, keys = server.found("person", "random", game="blood_rage")
    with server.client(table, secrets[0]) as client:
        client.wait()
        client.choose(client.state["choices"][0])
        client.wait()
    before = seen(server, table, secrets[0])
    server.stop()

    server = started(tmp_path, others)
    for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", f"/t/{table}"):
        assert server.get(path, secrets[0]).status == 409
    refused = server.get(f"/api/tables/{table}", secrets[0]).json
    assert refused["code"] == "wrong_version"
    assert "this server plays with" in refused["text"]
    assert start in refused["text"]
    assert server.get(f"/api/tables/{neighbour}", keys[0]).json["state"]["choices"]
    server.stop()

    server = started(tmp_path, own)
    assert seen(server, table, secrets[0]) == before
    with server.client(table, secrets[0]) as client:
        client.wait()
        assert client.choose(client.state["choices"][0])["is"] == "done"
    server.stop()
