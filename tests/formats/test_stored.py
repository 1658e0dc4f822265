"""What each release stored is loaded, replayed and continued: tools/formats_fixture.py wrote it."""

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import drakkar
from tests.formats.moments import moment_of, play_on
from tests.server.running import Server, running

FOLDER = Path(__file__).parent
RELEASES = sorted(path.parent.name for path in FOLDER.glob("*/manifest.json"))
MOST = 60


@cache
def manifest(release: str) -> dict[str, Any]:
    """What the release said of its files."""
    read: dict[str, Any] = json.loads((FOLDER / release / "manifest.json").read_text("utf-8"))
    return read


def named(part: str) -> list[tuple[str, str]]:
    """The release and the name of every record or position."""
    return [(release, name) for release in RELEASES for name in manifest(release)[part]]


def test_every_stored_file_is_named_in_its_manifest() -> None:
    assert "0.2.0" in RELEASES
    for release in RELEASES:
        names = {*manifest(release)["records"], *manifest(release)["positions"], "manifest.json", "tables.db"}
        assert {path.name for path in (FOLDER / release).iterdir()} == names


@pytest.mark.parametrize(("release", "name"), named("records"))
def test_a_record_is_replayed_and_goes_on(release: str, name: str) -> None:
    expected = manifest(release)["records"][name]
    match = drakkar.load((FOLDER / release / name).read_text("utf-8"))
    assert moment_of(match) == expected
    assert play_on(match, 1, MOST) == MOST or match.over
    assert moment_of(drakkar.load(match.record())) == moment_of(match)


@pytest.mark.parametrize(("release", "name"), named("positions"))
def test_a_position_is_set_up_and_goes_on(release: str, name: str) -> None:
    match = drakkar.set_up((FOLDER / release / name).read_text("utf-8"))
    assert moment_of(match) == manifest(release)["positions"][name]
    assert play_on(match, 1, MOST) == MOST or match.over
    assert moment_of(drakkar.set_up(match.position()))["pending"] == moment_of(match)["pending"]


# --- The database


@pytest.fixture(scope="module", params=RELEASES)
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server on a copy of the database of a release."""
    folder = tmp_path_factory.mktemp("stored")
    shutil.copyfile(FOLDER / request.param / "tables.db", folder / "tables.db")
    with running(folder) as server:
        yield server, request.param


def state_of(server: Server, table: str, secret: str = "") -> dict[str, Any]:
    """The state of a table, as a seat or a spectator sees it."""
    answer = server.get(f"/api/tables/{table}", secret)
    assert answer.status == 200, answer.body
    state: dict[str, Any] = answer.json["state"]
    return state


def check_kept(server: Server, table: str, kept: dict[str, Any]) -> None:
    """The table says what it said to the release."""
    state = state_of(server, table, (*kept["secrets"], "")[0])
    for key in ("game", "status", "version", "commitment", "decision", "undo", "outcome"):
        assert state[key] == kept[key], key
    assert [line["text"] for line in state["chat"]] == kept["chat"]
    assert sorted(choice["text"] for choice in state["choices"]) == kept["choices"]


def check_over(server: Server, table: str) -> None:
    """A finished table has its record, which proves its shuffles, and its pages."""
    answer = server.get(f"/api/tables/{table}/record")
    match = drakkar.load(answer.body.decode())
    assert match.over
    assert drakkar.commitment(match) == state_of(server, table)["commitment"]
    assert server.get(f"/t/{table}").status == 200


def check_goes_on(server: Server, table: str, secrets: list[str]) -> int:
    """Each person whose turn it is chooses, writes in the chat and is seen by the others; return the new version."""
    chosen = 0
    for secret in secrets:
        with server.client(table, secret) as client:
            assert client.say("say", text="still here")["is"] == "done"
            if client.state["decision"]:
                assert client.choose(client.state["choices"][-1])["is"] == "done"
                chosen += 1
    assert chosen, "nobody could choose"
    version: int = state_of(server, table)["version"]
    return version


@pytest.mark.thorough
def test_the_tables_of_a_database_go_on(served: tuple[Server, str]) -> None:
    server, release = served
    tables = manifest(release)["tables"]
    for table, kept in tables.items():
        check_kept(server, table, kept)
    reached: dict[str, int] = {}
    for table, kept in tables.items():
        if kept["status"] == "over":
            check_over(server, table)
        elif kept["status"] == "open":
            assert server.post(f"/api/tables/{table}/sit", {"name": "late"}).status == 201
            assert state_of(server, table)["status"] == "running"
        else:
            reached[table] = check_goes_on(server, table, kept["secrets"])
            assert reached[table] > kept["version"]
        if "link" in kept:
            assert server.session(table, kept["link"])
    server.stop()
    server.start()
    for table, version in reached.items():
        assert state_of(server, table)["version"] >= version
