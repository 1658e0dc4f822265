"""Servers on PostgreSQL, as a person meets them."""

import subprocess
import sys
from pathlib import Path

from tests.server.postgres import Cluster
from tests.server.running import Server


def test_a_server_on_postgres_plays_and_goes_on_after_a_kill(postgres: Cluster, tmp_path: Path) -> None:
    server = Server(tmp_path / "log", address=postgres.address(postgres.new_schema()))
    try:
        table, secrets = server.found("person", "random")
        with server.client(table, secrets[0]) as client:
            for _ in range(5):
                client.wait()
                assert client.choose(client.state["choices"][0])["is"] == "done"
            version = client.state["version"]
        server.kill()
        server.start()
        with server.client(table, secrets[0]) as client:
            assert client.state["version"] >= version
            client.wait()
        assert server.stop() == 0
    finally:
        server.discard()


def test_an_address_without_a_database_is_refused_without_its_password() -> None:
    words = ["serve", "--port", "0", "--db", "postgresql://someone:a-word@127.0.0.1:9/none"]
    ended = subprocess.run([sys.executable, "-m", "drakkar", *words], capture_output=True, text=True, check=False)  # noqa: S603
    assert ended.returncode == 1
    assert "postgresql://someone@127.0.0.1:9/none cannot be opened" in ended.stderr
    assert "a-word" not in ended.stdout + ended.stderr
