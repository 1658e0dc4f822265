"""What another version wrote is refused by name, never as damage."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from websockets.sync.client import connect

import drakkar
from drakkar import cli
from drakkar.core.hosting import game_of
from drakkar.core.record import Headers, write_record
from drakkar.core.version import VERSION
from drakkar.server.log.messages import PROTOCOL
from tests.server.running import Server, running

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
OLD_RECORDS = sorted((FOLDER / "0.1").glob("*.record"))
OLD_POSITIONS = sorted((FOLDER / "0.1").glob("*.toml"))


def refusal(text: str) -> drakkar.WrongVersion:
    """The error for a text of another version."""
    with pytest.raises(drakkar.WrongVersion) as caught:
        _ = drakkar.load(text) if text.startswith("drakkar record") else drakkar.set_up(text)
    return caught.value


@pytest.fixture
def match() -> drakkar.Match:
    match = drakkar.new("blood_rage", seats=2, seed=7)
    match.play(0, match.choices(0)[0])
    return match


def test_the_version_is_that_of_the_package() -> None:
    assert f'\nversion = "{VERSION}"\n' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_a_record_names_its_format_and_its_drakkar(match: drakkar.Match) -> None:
    lines = match.record().splitlines()
    assert lines[0] == "drakkar record 2"
    assert lines[-1].endswith(f" # Drakkar {VERSION}")
    # The name only informs: without it, or with another one, the record is the same.
    for other in ("", "# Drakkar 0.2.9", "# by hand"):
        changed = match.record().replace(f"# Drakkar {VERSION}", other)
        assert drakkar.load(changed).record() == match.record()


@pytest.mark.parametrize("seat", [-1, 0, None])
def test_a_position_names_its_format_and_its_drakkar(match: drakkar.Match, seat: int | None) -> None:
    text = match.position(seat)
    signed = f'format = 2\nwritten_by = "Drakkar {VERSION}"\n'
    assert signed in text
    for other in ("", "format = 2\n", 'format = 2\nwritten_by = "Drakkar 0.2.9"\n'):
        again = drakkar.set_up(text.replace(signed, other))
        assert again.position(seat) == drakkar.set_up(text).position(seat)


@pytest.mark.parametrize("path", OLD_RECORDS, ids=lambda path: str(path.name))
def test_a_record_of_01_is_refused_by_name(path: Path) -> None:
    said = str(refusal(path.read_text("utf-8")))
    assert said == f"line 1: this record is format 1, written by Drakkar 0.1; this Drakkar {VERSION} reads format 2"


@pytest.mark.parametrize("path", OLD_POSITIONS, ids=lambda path: str(path.name))
def test_a_position_of_01_is_refused_by_name(path: Path) -> None:
    said = str(refusal(path.read_text("utf-8")))
    assert said == f"line 2: this position is format 1, written by Drakkar 0.1; this Drakkar {VERSION} reads format 2"


@pytest.mark.parametrize("name", ["blood_rage.record", "blood_rage.seat.toml"])
def test_the_command_line_names_the_version(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = FOLDER / "0.1" / name
    assert cli.main(["check", str(path)]) == 1
    assert f"{path}: line" in (said := capsys.readouterr().err)
    assert f"format 1, written by Drakkar 0.1; this Drakkar {VERSION} reads format 2" in said


def test_a_later_format_is_refused_by_name(match: drakkar.Match) -> None:
    later = match.record().replace("drakkar record 2", "drakkar record 3").replace(VERSION, "9.1.0")
    assert str(refusal(later)) == (
        f"line 1: this record is format 3, written by Drakkar 9.1.0; this Drakkar {VERSION} reads format 2"
    )
    later = match.position().replace(
        f'format = 2\nwritten_by = "Drakkar {VERSION}"', 'format = 3\nwritten_by = "Drakkar 9.1.0"'
    )
    error = refusal(later)
    assert later.splitlines()[error.line - 1] == "format = 3"
    assert f"this position is format 3, written by Drakkar 9.1.0; this Drakkar {VERSION} reads format 2" in str(error)


@pytest.mark.parametrize("value", ['"two"', "0", "-1", "2.5", "[2]"])
def test_a_format_that_is_no_number_is_a_mistake_in_the_position(value: str) -> None:
    with pytest.raises(drakkar.BadPosition, match="line 2: format is"):
        drakkar.set_up(f"game = 'blood_rage'\nformat = {value}\nsides = ['wolf', 'raven']")


def test_a_record_that_begins_with_a_later_position_names_the_line_of_the_record(match: drakkar.Match) -> None:
    record = drakkar.set_up(match.position()).record()
    # Written by hand, so that the checksum fits.
    origin = match.position().replace("format = 2", "format = 3")
    headers = Headers("blood_rage", game_of(match).rules_version, [], {}, 0, origin)
    later = write_record(headers, [[]], [], "")
    error = refusal(later)
    assert later.splitlines()[error.line - 1] == "| format = 3"
    assert drakkar.load(record).sides == match.sides


def test_a_record_of_other_rules_or_an_unknown_game_is_refused_by_name() -> None:
    def written(title: str, rules: str, writer: str) -> str:
        text = write_record(Headers(title, rules, ["wolf", "raven"], {}, 7, ""), [[]], [], "")
        return text.replace(f"# Drakkar {VERSION}", f"# Drakkar {writer}")

    assert "this record of blood_rage is for rules 99, written by Drakkar 9.1.0; this Drakkar" in str(
        refusal(written("blood_rage", "99", "9.1.0"))
    )
    assert "this record was written by Drakkar 9.1.0; in this Drakkar" in str(refusal(written("chess", "1", "9.1.0")))
    with pytest.raises(drakkar.CorruptRecord, match="there is no game 'chess'"):
        drakkar.load(written("chess", "1", VERSION))


# --- The server


def served_01(folder: Path) -> list[str]:
    """Write a database of 0.1, and return its running tables."""
    with closing(sqlite3.connect(folder / "tables.db")) as old:
        old.executescript((FOLDER / "schemas" / "1.sql").read_text("utf-8"))
        return [table for (table,) in old.execute("SELECT id FROM tables WHERE status = 'running'")]


def check_protocol(server: Server) -> None:
    """A client that names another protocol is refused by name, over HTTP and over a socket."""
    said = f"this client uses protocol 1; this Drakkar {VERSION} reads protocol {PROTOCOL}"
    answer = server.ask("GET", "/api", headers={"Drakkar-Protocol": "1"})
    assert (answer.status, answer.json["code"], answer.json["text"]) == (409, "wrong_version", said)
    table, secrets = server.found("person", "person")
    answer = server.ask("GET", f"/api/tables/{table}", secret=secrets[0], headers={"Drakkar-Protocol": str(PROTOCOL)})
    assert answer.json["state"]["protocol"] == PROTOCOL
    where = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    with connect(where, additional_headers={"Drakkar-Protocol": "1"}) as socket:
        refused = json.loads(socket.recv(30))
    assert (refused["is"], refused["code"], refused["text"]) == ("refused", "wrong_version", said)


def test_a_server_names_the_versions_of_tables_uploads_and_clients(tmp_path: Path) -> None:
    (table,) = served_01(tmp_path)
    with running(tmp_path) as server:
        answer = server.get(f"/api/tables/{table}")
        assert (answer.status, answer.json["code"]) == (409, "wrong_version")
        assert answer.json["text"] == (
            f"entry 1 of this table was written by Drakkar 0.1; this Drakkar {VERSION} cannot read it"
        )
        for path in (OLD_RECORDS[0], OLD_POSITIONS[0]):
            seats = [{"kind": "person"}, {"kind": "person"}]
            answer = server.post("/api/tables", {"seats": seats, "origin": path.read_text("utf-8")})
            assert (answer.status, answer.json["code"]) == (409, "wrong_version")
            assert f"format 1, written by Drakkar 0.1; this Drakkar {VERSION} reads format 2" in answer.json["text"]
        assert server.get("/api").json["drakkar"] == VERSION
        check_protocol(server)
