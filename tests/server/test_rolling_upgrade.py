"""Two neighbouring versions serve one database, while servers are replaced one after the other."""

import contextlib
import shutil
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

import drakkar
from drakkar.core.version import VERSION
from tests.server.postgres import Cluster
from tests.server.running import Client, Server

NEXT = "0.99.0"
# The next version: its entries have a field more, and it writes it.
CHANGES = {
    "core/version.py": {f'VERSION: Final = "{VERSION}"': f'VERSION: Final = "{NEXT}"'},
    "server/log/entries.py": {
        "    more: tuple[str, ...] = ()\n": '    more: tuple[str, ...] = ()\n    written_by: str = ""\n',
        "    return _encoder.encode(entry)\n": "    if isinstance(entry, Chose):\n"
        f'        entry = msgspec.structs.replace(entry, written_by="{NEXT}")\n'
        "    return _encoder.encode(entry)\n",
    },
}


def next_version(folder: Path) -> Path:
    """A folder with the package as the next version would have it."""
    source = Path(drakkar.__file__).parent
    shutil.copytree(source, folder / "drakkar", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name, changes in CHANGES.items():
        path = folder / "drakkar" / name
        text = path.read_text()
        for old, new in changes.items():
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
        path.write_text(text)
    return folder


def play(clients: list[Client], choices: int) -> None:
    """Let clients make this many choices in all, each at its own server."""
    done = 0
    while done < choices:
        for client in clients:
            with contextlib.suppress(TimeoutError):
                client.hear(0.05)
            if client.state["decision"]:
                answer = client.choose(client.state["choices"][0])
                assert answer["is"] == "done", answer
                done += 1


def bodies(server: Server, table: str) -> list[dict[str, object]]:
    with psycopg.connect(server.address) as db:
        found = db.execute("SELECT body FROM entries WHERE table_id = %s ORDER BY version", (table,)).fetchall()
    return [msgspec.json.decode(body) for (body,) in found]


def seats_of(server: Server, table: str) -> list[dict[str, Any]]:
    """The seats as one server shows them; each has its own memory of since when they are here."""
    seats = server.get(f"/api/tables/{table}").json["state"]["seats"]
    return [{name: value for name, value in seat.items() if name != "since"} for seat in seats]


def version_of(server: Server) -> str:
    version: str = server.get("/health").json["version"]
    return version


@pytest.mark.slow
def test_two_versions_serve_one_database(postgres: Cluster, tmp_path: Path) -> None:
    source = next_version(tmp_path / "next")
    address = postgres.address(postgres.new_schema())
    for name in ("old", "new", "again"):
        (tmp_path / name).mkdir()
    with contextlib.ExitStack() as stack:
        old = Server(tmp_path / "old" / "log", address=address)
        stack.callback(old.discard)
        table, secrets = old.found("person", "person", "random")
        with old.client(table, secrets[0]) as one, old.client(table, secrets[1]) as two:
            play([one, two], 6)
        new = Server(tmp_path / "new" / "log", address=address, source=source)
        stack.callback(new.discard)
        assert version_of(old).startswith(VERSION)
        assert version_of(new).startswith(NEXT)
        with old.client(table, secrets[0]) as one, new.client(table, secrets[1]) as two:
            play([one, two], 6)
            # What either writes, the other reads.
            assert seats_of(old, table) == seats_of(new, table)
        # The old server goes; the new one drives the bot.
        assert old.stop() == 0
        with new.client(table, secrets[0]) as one, new.client(table, secrets[1]) as two:
            play([one, two], 6)
        # A rollback: the old version reads what the new one wrote.
        again = Server(tmp_path / "again" / "log", address=address)
        stack.callback(again.discard)
        assert new.stop() == 0
        with again.client(table, secrets[0]) as one, again.client(table, secrets[1]) as two:
            play([one, two], 6)
        written = [entry.get("written_by", "") for entry in bodies(again, table) if entry["type"] == "chose"]
        assert {"", NEXT} == set(written)
