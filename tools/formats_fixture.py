"""Write what this release stores into tests/formats/VERSION: a database, records, positions and a manifest.

    python -m tools.formats_fixture          # --force replaces the set

Tests of every later commit load, replay and continue them (docs/formats.md).
"""

import argparse
import json
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import drakkar
from drakkar.core.game import HOST, find
from drakkar.core.hosting import at_choice
from drakkar.core.version import VERSION
from tests.formats.moments import moment_of, play_on
from tests.server.running import Server, running

ROOT = Path(__file__).resolve().parent.parent
FORMATS = ROOT / "tests" / "formats"
MANIFEST = "manifest.json"
# Parts of a match at which positions are taken.
SHARES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
MOST = 5000


def records(folder: Path, title: str) -> dict[str, Any]:
    """A finished and a running match, and one that began with a position; unusual rulings where there are any."""
    game = find(title)
    unusual = {ruling.name: ruling.values[-1] for ruling in game.rulings if isinstance(ruling.default, bool)}
    finished = drakkar.new(title, game.fewest_seats, seed=11)
    play_on(finished, 1, MOST)
    running_match = drakkar.new(title, game.most_seats, seed=12, rulings=unusual)
    play_on(running_match, 2, 90)
    placed = drakkar.set_up(at_choice(finished, len(finished.history) // 2).position())
    play_on(placed, 3, 20)
    made = {"finished": finished, "running": running_match, "from_a_position": placed}
    for name, match in made.items():
        (folder / f"{title}_{name}.record").write_text(match.record(), "utf-8")
    return {f"{title}_{name}.record": moment_of(match) for name, match in made.items()}


def positions(folder: Path, title: str) -> dict[str, Any]:
    """Positions of the host, of a seat that decides and of a spectator, throughout a match."""
    match = drakkar.new(title, 3, seed=13)
    play_on(match, 4, MOST)
    made: dict[str, Any] = {}
    for number, share in enumerate(SHARES):
        moment = at_choice(match, int(len(match.history) * share))
        seat = moment.pending[0].seat if moment.pending else 0
        for name, who in (("host", HOST), ("seat", seat), ("spectator", None)):
            path = folder / f"{title}_{number}_{name}.toml"
            path.write_text(text := moment.position(who), "utf-8")
            made[path.name] = moment_of(drakkar.set_up(text))
    return made


def tables(server: Server) -> dict[str, Any]:
    """Finished and running tables of bots and people, with chat, an undo, clocks and links; one open, one uploaded."""
    made: dict[str, Any] = {}
    for title in ("blood_rage", "lords_of_ragnarok"):
        table, _ = server.found("random", "random", game=title, name=f"{title} of bots")
        with server.client(table) as watching:
            watching.wait(asked=False)
        made[table] = {"secrets": []}
        people = [{"kind": "person", "name": "Astrid"}, {"kind": "person", "name": "Björn"}, {"kind": "bot"}]
        wish = {"game": title, "name": "people and a bot", "seats": people, "pace": 0, "grace": 0}
        answer = server.post("/api/tables", {**wish, "clock": {"bank": 600, "increment": 5}}).json
        made[answer["table"]] = {"secrets": list(answer["secrets"].values())}
        _play(server, answer["table"], list(answer["secrets"].values()))
        link = server.post(f"/api/tables/{answer['table']}/links", {}, answer["secrets"]["0"]).json
        made[answer["table"]]["link"] = link["secret"]
    table, secrets = server.found("person", "open", name="an open seat")
    made[table] = {"secrets": secrets[:1]}
    placed = drakkar.new("blood_rage", seats=2, seed=14)
    play_on(placed, 5, 40)
    table, secrets = server.found("person", "person", origin=placed.position())
    made[table] = {"secrets": secrets}
    return made


def _play(server: Server, table: str, secrets: list[str]) -> None:
    """Chat, an undo where the first choice allows one, and some choices of both people."""
    clients = [server.client(table, secret) for secret in secrets]
    clients[0].say("say", text="Skål!")
    undone = False
    for _ in range(12):
        for client in clients:
            client.catch_up(server.get(f"/api/tables/{table}").json["state"]["version"])
            while any(owed["seat"] >= len(clients) for owed in client.state["owed"]):
                client.hear()
            if not client.state["decision"]:
                continue
            client.choose(client.state["choices"][0])
            client.say("sync")
            if not undone and client.state["undo"]:
                undone = client.say("undo", choice=client.state["undo"])["is"] == "done"
    # Only people owe decisions in the end, so that the table stands still.
    while any(owed["seat"] >= len(clients) for owed in clients[0].state["owed"]):
        clients[0].hear()
    for client in clients:
        client.close()


def describe(server: Server, made: dict[str, Any]) -> dict[str, Any]:
    """What each table must still say after a restart."""
    for table, kept in made.items():
        state = server.get(f"/api/tables/{table}", (*kept["secrets"], "")[0]).json["state"]
        for key in ("game", "status", "version", "commitment", "decision", "undo"):
            kept[key] = state[key]
        kept["chat"] = [line["text"] for line in state["chat"]]
        kept["choices"] = sorted(choice["text"] for choice in state["choices"])
        kept["outcome"] = state["outcome"]
    return made


def database(folder: Path) -> dict[str, Any]:
    """Play on a real server, stop it, and keep its database as one small file."""
    with tempfile.TemporaryDirectory() as place:
        with running(Path(place)) as server:
            made = tables(server)
            server.stop()
            server.start()
            described = describe(server, made)
            server.stop()
        with closing(sqlite3.connect(Path(place) / "tables.db", isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE").fetchall()
            db.execute("VACUUM")
        shutil.copy(Path(place) / "tables.db", folder / "tables.db")
    return described


def main() -> int:
    """Write the whole set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--force", action="store_true", help="replace the set of this version")
    folder = FORMATS / VERSION
    if folder.exists() and not parser.parse_args().force:
        print(f"{folder} exists; --force replaces it", file=sys.stderr)
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    titles = ("blood_rage", "lords_of_ragnarok")
    manifest = {
        "drakkar": VERSION,
        "records": {name: moment for title in titles for name, moment in records(folder, title).items()},
        "positions": {name: moment for title in titles for name, moment in positions(folder, title).items()},
        "tables": database(folder),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
