"""A real Ray cluster on this machine: each node is a daemon of its own, which can be killed."""

import contextlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

# Seconds to wait for anything; a busy machine may need many.
PATIENCE: Final = 300.0
# Ray gives the agents of a new node 15 seconds and the node 30, too little on a busy machine: then it is started again.
STARTS: Final = 20
# Bytes for Ray's shared memory: our results are small, and the default is a third of all memory.
SHARED_MEMORY: Final = 100_000_000
# Where the system takes no ports by itself, and Ray neither.
PORTS: Final[tuple[int, ...]] = (*range(20_000, 23_000), *range(24_000, 32_000))
SETTINGS: Final = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    # A dead node is noticed soon, but one that answers slowly is not taken for dead.
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "60000",
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_worker_register_timeout_seconds": "300",
}

Node = subprocess.Popen[bytes]


class Cluster:
    """A head with one core, and further nodes with one core each."""

    def __init__(self) -> None:
        # The paths of sockets are limited to about a hundred characters.
        self.folder = Path(tempfile.mkdtemp(prefix="ray", dir="/tmp"))
        self.nodes: list[Node] = []
        self.started = 0
        # What RAY_ADDRESS names.
        self.address = ""

    def __enter__(self) -> "Cluster":
        """Start the head."""
        try:
            client = f"--ray-client-server-port={free_port()}"
            said = self._start(["--head", "--port=0", client, "--include-dashboard=false"])
            found = re.search(r"--address='(\S+:\d+)'", said)
            assert found, said
            self.address = found[1]
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stop all nodes."""
        self.close()

    def close(self) -> None:
        """Stop all nodes, and leave nothing behind."""
        for node in reversed(self.nodes.copy()):
            self.kill(node)
        shutil.rmtree(self.folder, ignore_errors=True)

    def add_node(self, python: str = sys.executable, path: str = "") -> Node:
        """Start another node; `path` is where its Python looks for modules first."""
        self._start([f"--address={self.address}"], python, path)
        return self.nodes[-1]

    def _start(self, words: list[str], python: str = sys.executable, path: str = "") -> str:
        """Start a node; return what it printed."""
        said = ""
        for _ in range(STARTS):
            node, log = self._begin(words, python, path)
            while node.poll() is None and "Ray runtime started" not in log.read_text("utf-8"):
                time.sleep(0.05)
            said = log.read_text("utf-8")
            if node.poll() is None:
                return said
            self.kill(node)
            assert "timed out during startup" in said, said
        raise AssertionError(said)

    def _begin(self, words: list[str], python: str, path: str) -> tuple[Node, Path]:
        log = self.folder / f"node-{self.started}.log"
        self.started += 1
        paths = [*filter(None, [path]), *filter(None, [os.environ.get("PYTHONPATH", "")])]
        with log.open("wb") as told:
            node = subprocess.Popen(  # noqa: S603 - our own words
                [
                    *(python, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats", *words),
                    *("--min-worker-port=0", "--max-worker-port=0"),
                    *(f"--temp-dir={self.folder}", "--include-log-monitor=false"),
                    *("--num-cpus=1", f"--object-store-memory={SHARED_MEMORY}"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=told,
                env={**os.environ, **SETTINGS, "PYTHONPATH": os.pathsep.join(paths)},
                start_new_session=True,
            )
        self.nodes.append(node)
        return node, log

    def kill(self, node: Node) -> None:
        """Kill a node with everything that it has started, as a power failure would."""
        self.nodes.remove(node)
        while living := processes_of(node):
            for pid in living:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            node.poll()
            time.sleep(0.01)
        node.wait()


def free_port() -> int:
    """A port that nobody uses now."""
    for port in random.sample(PORTS, 100):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("", port))
            return port
    raise AssertionError("no port is free")


def processes_of(node: Node) -> list[int]:
    """The living processes of a node: they are a session, in the sense of the system."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdecimal():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                state, _, _, session = (place / "stat").read_text("utf-8").rpartition(")")[2].split()[:4]
                if int(session) == node.pid and state != "Z":
                    found.append(int(place.name))
    return found
