"""A PostgreSQL server of the tests' own: made by `initdb` in a temporary folder, run by an unprivileged user.

It listens on a Unix socket in its folder, so it needs no free port.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

PATIENCE = 60.0
# Debian's programs are not on the path.
FOLDERS = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"), Path("/usr/bin")]
# Fast and not safe against a power failure, which no test causes. Killed processes lose nothing.
FAST = ("fsync=off", "full_page_writes=off", "max_connections=300", "listen_addresses=", "log_checkpoints=off")


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None if it is not installed."""
    return next((folder for folder in FOLDERS if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def needed_programs() -> Path:
    """That folder. Without PostgreSQL the test is skipped, but in CI it fails."""
    found = programs()
    if found is None:
        missing = "PostgreSQL is not installed (Debian: postgresql)"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found


def as_nobody() -> list[str]:
    """The beginning of a command line that runs a program without privileges: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return []
    nobody = pwd.getpwnam("nobody")
    return ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]


class Cluster:
    """A running PostgreSQL server. It can be killed and started again."""

    def __init__(self, programs: Path, settings: Sequence[str] = FAST) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="drakkar-postgres-"))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.data.mkdir(mode=0o700)
        if os.getuid() == 0:
            for folder in (self.folder, self.data):
                shutil.chown(folder, "nobody")
        self.settings = settings
        self.schemas = 0
        self._run("initdb", "-D", str(self.data), "-U", "drakkar", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.start()

    def _run(self, name: str, *words: str) -> None:
        command = [*as_nobody(), str(self.programs / name), *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)  # noqa: S603
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = [word for setting in self.settings for word in ("-c", setting)]
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 - an installed program
                [*as_nobody(), *command], stdout=log, stderr=log, cwd=self.folder
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with psycopg.connect(self.address()):
                    return
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until, "PostgreSQL does not answer"
                time.sleep(0.05)

    def address(self, schema: str = "", host: str = "", port: int = 5432, database: str = "postgres") -> str:
        """The address of a database, or of one schema in it; through a proxy if host and port are given."""
        found = f"postgresql://drakkar@/{database}?host={quote(host or str(self.folder), safe='')}&port={port}"
        return found + (f"&options=-csearch_path%3D{schema}" if schema else "")

    def new_schema(self) -> str:
        """The name of a new, empty schema: a database of its own for a test."""
        self.schemas += 1
        name = f"test_{self.schemas}"
        with psycopg.connect(self.address(), autocommit=True) as db:
            db.execute(f"CREATE SCHEMA {name}")
        return name

    def new_database(self, name: str) -> None:
        """Create a database."""
        with psycopg.connect(self.address(), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}")

    def kill(self) -> None:
        """Kill every process of the server with SIGKILL."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("utf-8").split()
        for pid in [self.process.pid, *map(int, children)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait()
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def remove(self) -> None:
        """Stop the server, and remove its folder."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # fast shutdown
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
