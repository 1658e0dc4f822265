"""A server in a separate process, run by this or another interpreter: an older commit, or the compiled build."""

import functools
import json
import os
import re
import resource
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.figures import children_of, cpu_of, memory_of

SEATS: Final = 4
# The whole crowd comes from one address, which must not be limited like one client.
UNLIMITED: Final = ("--requests", "1000000", "--connections", "100000", "--tables", "1000000")
# The usual soft limit of open files.
FILES: Final = 1024


class Build:
    """How to start a server: an interpreter and its module path."""

    def __init__(self, python: str = sys.executable, path: str = "") -> None:
        # Do not resolve links: the python of a virtual environment is one.
        self.python = str(Path(python).absolute())
        known = os.environ.get("PYTHONPATH", "")
        folders = [str(Path(folder).absolute()) for folder in path.split(os.pathsep) if folder]
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*folders, *([known] if known else [])])}

    def run(self, *words: str) -> str:
        """The output of a short program on that build."""
        done = subprocess.run(  # noqa: S603 - our own program
            [self.python, *words], capture_output=True, text=True, check=True, env=self.environment, timeout=120
        )
        return done.stdout

    @functools.cached_property
    def unlimited(self) -> list[str]:
        """The options that lift every limit per address; older servers have no CPU budget."""
        has_budget = "--cpu-budget" in self.run("-m", "drakkar", "serve", "--help")
        return [*UNLIMITED, *(["--cpu-budget", "0"] if has_budget else [])]

    @functools.cached_property
    def name(self) -> str:
        """`plain` or `compiled`."""
        return self.run("-c", "from drakkar.core.build import build; print(build())").strip()


class Served:
    """A running server, on a free port of the loopback address."""

    def __init__(
        self,
        folder: str,
        build: Build | None = None,
        options: Sequence[str] | None = None,
        files: int = 0,
        address: str = "",
        more: Sequence[str] = (),
    ) -> None:
        """Start it; `options` replaces the lifted limits, `address` is a database instead of a file of its own."""
        build, db = build or Build(), address or str(Path(folder) / "bench.db")
        words = ["serve", "--port", "0", "--db", db, "--log-level", "warning", *more]
        self.log = Path(folder) / "server.log"

        def limit_files() -> None:
            most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (files or most, most))

        with self.log.open("wb") as log:
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                [build.python, "-m", "drakkar", *words, *(build.unlimited if options is None else options)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=folder,
                env=build.environment,
                preexec_fn=limit_files,  # noqa: PLW1509 - no other thread runs yet
            )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/ ", self.process.stdout.readline())
        assert found, f"the server did not start: {self.log.read_text()}"
        self.port = int(found[1])

    def found(self, seats: int = SEATS, **more: object) -> tuple[str, list[str]]:
        """Create a table for four people."""
        wish = {"seats": [{"kind": "person"}] * seats, "clock": {"bank": 600, "increment": 10}, **more}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/tables",
            json.dumps(wish).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server
            founded = json.load(answer)
        return founded["table"], [founded["secrets"][str(seat)] for seat in range(seats)]

    def tables(self) -> int:
        """The number of tables in memory."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health") as answer:
            return int(json.load(answer)["tables"])

    def cpu(self) -> float:
        """The CPU time of the server in seconds, without its bot processes."""
        return cpu_of(self.process.pid)

    def memory(self) -> int:
        """The memory of the server in bytes, without its bot processes."""
        return memory_of(self.process.pid)

    def memory_of_all(self) -> int:
        """The memory of the server and all its processes in bytes; shared pages count for each."""
        total = 0
        for pid in [self.process.pid, *children_of(self.process.pid)]:
            try:
                total += memory_of(pid)
            except (FileNotFoundError, ProcessLookupError):
                continue  # the process has ended
        return total

    def stop(self) -> int | None:
        """Stop the server; return its exit code if it had already exited."""
        ended = self.process.poll()
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return ended
