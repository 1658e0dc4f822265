"""`drakkar admin` against a real server, over its socket."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from drakkar.cli import main
from drakkar.server.log.secrets import new_table_id
from drakkar.terminal.admin import AdminError, ask
from tests.server.running import PATIENCE, Server, running


def admin(server: Server, *words: str) -> int:
    return main(["admin", "--db", str(server.database), *words])


def test_tables_are_listed_closed_and_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path) as server:
        table, secrets = server.found("person", "person", name="Friday \x1b[31m")
        other, _ = server.found("person", "karl")
        place = server.database.with_name("tables.db.admin")
        assert place.stat().st_mode & 0o777 == 0o600
        assert admin(server, "tables", "--json") == 0
        rows = {row["table"]: row for row in json.loads(capsys.readouterr().out)}
        assert set(rows) == {table, other}
        assert rows[table]["seats"] == ["person", "person"]
        assert admin(server, "tables") == 0
        printed = capsys.readouterr().out
        assert table in printed
        assert "\x1b" not in printed
        assert printed.endswith("2 tables\n")
        with server.client(table, secrets[0]) as player:
            assert admin(server, "close", table, "--reason", "a <b>quarrel</b>") == 0
            while player.state["status"] != "closed":
                player.hear()
            assert player.say("say", text="why?")["code"] == "closed"
            page = server.get(f"/t/{table}").body.decode()
            assert "a &lt;b&gt;quarrel&lt;/b&gt;" in page
            assert re.search(r'id="note-closed"', page)
            assert 'data-prompt="closed"' in page
            assert server.get("/t/" + table + "/leave", secrets[0]).status == 200
            assert server.post(f"/api/tables/{table}/do", {"do": "say", "text": "!"}, secrets[0]).status == 409
            assert admin(server, "delete", table) == 1
            assert "--yes" in capsys.readouterr().err
            assert admin(server, "delete", table, "--yes") == 0
            message = player.hear()
            while message["is"] != "refused" or message["code"] != "deleted":
                message = player.hear()
        assert server.get(f"/api/tables/{table}", secrets[0]).status == 404
        capsys.readouterr()
        assert admin(server, "delete", table, "--yes") == 1
        assert capsys.readouterr().err == "drakkar: there is no such table\n"
        assert server.get(f"/api/tables/{other}").status == 200
        assert server.stop() == 0
        assert not place.exists()


def test_a_line_of_chat_is_removed_from_the_disk_and_from_an_open_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as server:
        table, secrets = server.found("person", "person")
        with server.client(table, secrets[0]) as one, server.client(table, secrets[1]) as two:
            two.catch_up(one.say("say", text="words of hate")["version"])
            assert admin(server, "chat", table) == 0
            line = capsys.readouterr().out
            assert line.endswith("seat 0: words of hate\n")
            assert admin(server, "remove-chat", table, line.split()[0]) == 0
            while not two.state["chat"][0]["removed"]:
                two.hear()
            assert two.state["chat"][0]["text"] == ""
            assert "removed by the administrator" in server.get(f"/t/{table}").body.decode()
            everything = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
            assert b"words of hate" not in everything
            assert admin(server, "remove-chat", table, "1") == 1
            assert "no line of chat" in capsys.readouterr().err
        server.kill()
        server.start()
        assert server.get(f"/api/tables/{table}").json["state"]["chat"][0]["removed"]


def test_load_is_shown_and_a_stale_socket_is_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path) as server:
        table, secrets = server.found("person", "karl")
        server.kill()
        assert admin(server, "load") == 1
        assert "no server is running on" in capsys.readouterr().err
        server.start()
        with server.client(table, secrets[0]):
            assert admin(server, "load", "--json") == 0
            load = json.loads(capsys.readouterr().out)
            assert (load["live_tables"], load["connections"]) == (1, 1)
            assert [one["address"] for one in load["addresses"]] == ["127.0.0.1"]
            assert load["cpu_s"] > 0
            assert admin(server, "load") == 0
            assert "live tables: 1; connections: 1" in capsys.readouterr().out


def _hangs_up(line: socket.socket, sent: bytes) -> bool:
    """Whether the server closes a connection without an answer; with unread data, that is a reset."""
    try:
        line.sendall(sent)
        return line.recv(1) == b""
    except (BrokenPipeError, ConnectionResetError):
        return True


def test_nonsense_on_the_socket_is_answered_and_hurts_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        place = server.database.with_name("tables.db.admin")
        assert server.get("/health").status == 200
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(str(place))
            answers = line.makefile("rb")
            for sent in (
                b"{",
                b"[]",
                b"{}",
                b'{"do": "close"}',
                b'{"do": "chat", "table": 7}',
                b"\xff\x00",
                b'{"do": "tables", "limit": -1}',
                b'{"do": "tables", "limit": true}',
                b'{"do": "remove-chat", "table": "x", "number": 1e99}',
                b'{"do": "delete", "table": "\\ud800"}',
                b'{"do": "tables", "before": "x"}',
            ):
                line.sendall(sent + b"\n")
                assert json.loads(answers.readline())["ok"] is False
            assert _hangs_up(line, b"x" * 200_000)
        assert ask(server.database, {"do": "tables"}) == {"tables": []}
        assert '"a fault' not in server.log()


def test_without_a_server_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "--db", str(tmp_path / "tables.db"), "tables"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"drakkar: no server is running on {tmp_path / 'tables.db'}")
    assert said.count("\n") == 1


def test_without_unix_sockets_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "AF_UNIX")
    with pytest.raises(AdminError, match="this system has no Unix sockets"):
        ask(tmp_path / "tables.db", {"do": "load"})


@pytest.mark.parametrize("words", [["admin", "--help"], ["admin", "close", "--help"], ["serve", "--help"]])
def test_help_helps(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert ("--keep-days" if words[0] == "serve" else "TABLE" if len(words) == 3 else "remove-chat") in told


def test_a_finished_table_expires_while_the_server_runs(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, secrets = server.found("random", "random")
        with server.client(table) as watcher:
            watcher.wait(asked=False)
        young, _ = server.found("person", "person")
        assert server.stop() == 0
        # A tenth of a second, in days.
        server.words = ("--keep-days", "0.000001")
        server.start()
        with server.client(young) as watcher:
            while any(row["table"] == table for row in ask(server.database, {"do": "tables"})["tables"]):
                pass
            assert watcher.state["status"] == "running"
        assert server.get(f"/api/tables/{table}", secrets[0]).status == 404


def test_days_are_a_number_above_zero(tmp_path: Path) -> None:
    for days in ("0", "-1", "nan", "soon"):
        words = [sys.executable, "-m", "drakkar", "serve", "--db", str(tmp_path / "tables.db"), f"--keep-days={days}"]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
        assert ended.returncode == 2
        assert "not a number of days above 0" in ended.stderr


def test_no_table_id_looks_like_an_option() -> None:
    ids = {new_table_id() for _ in range(2000)}
    assert len(ids) == 2000
    assert not [table for table in ids if table.startswith("-")]
    assert all(len(table) == 12 for table in ids)
