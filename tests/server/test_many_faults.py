"""Three servers on one PostgreSQL under load, while servers, database and network fail: nothing acknowledged is lost.

People play at all servers, repeat messages without an answer, and record the answers (load.py). The log must have every
acknowledged choice once and in order, no client may see an older version than before, every state that a client
received must be that of the log at its version, and every match must end.

DRAKKAR_FULL=1 makes 300 faults instead of 12, DRAKKAR_FAULTS=N another number; DRAKKAR_SEED chooses others, and repeats
those of a failed run.
"""

import contextlib
import json
import math
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import psycopg
import pytest

from drakkar.server.log.store import OVER
from tests.server.load import BOTS_ALONE, Load
from tests.server.postgres import Cluster, needed_programs
from tests.server.proxy import Proxy
from tests.server.running import PATIENCE, Answer, Client, Server
from tests.server.test_kills import FULL, NewEntries, Witness

FAULTS = int(os.environ.get("DRAKKAR_FAULTS", "300" if FULL else "12"))
SEED = int(os.environ.get("DRAKKAR_SEED", "1"))
SERVERS = 3
# Kinds of faults, with their weights and the seconds that they last.
KINDS = {
    "kill server": (4, 0.0, 2.0),
    "pause server": (1, 15.0, 15.0),
    "kill database": (2, 0.0, 2.0),
    "drop": (2, 1.0, 8.0),
    "delay": (2, 1.0, 6.0),
    "cut": (3, 0.0, 3.0),
}
# Before each fault people make up to so many choices; if nobody can, it comes after so many seconds all the same.
MOST_CHOICES = 10
LONGEST_WAIT = 10.0
# Seconds in which all matches that have begun end after the last fault.
END_WITHIN = 300.0


class Fault(NamedTuple):
    """A fault: it begins after so many choices, and a moment later."""

    kind: str
    server: int
    choices: int
    moment: float
    seconds: float

    @property
    def place(self) -> int | str:
        """A server with its line to the database, or the database."""
        return "database" if self.kind == "kill database" else self.server


def plan(seed: int, number: int) -> list[Fault]:
    """Random faults; each kind occurs early, so that a short run has them all."""
    rng = Random(seed)
    kinds = rng.sample(list(KINDS), len(KINDS))
    weights = [weight for weight, _, _ in KINDS.values()]
    kinds += rng.choices(list(KINDS), weights, k=max(0, number - len(kinds)))
    return [
        Fault(
            kind,
            rng.randrange(SERVERS),
            rng.randint(1, MOST_CHOICES),
            rng.uniform(0.0, 0.5),
            rng.uniform(*KINDS[kind][1:]),
        )
        for kind in kinds[:number]
    ]


class Fleet:
    """Some servers on one database; each client goes to any of them."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self._rng = Random(SEED)

    def any(self) -> Server:
        """One of the servers, whatever state it is in."""
        return self._rng.choice(self.servers)

    def found(self, *seats: str, **wish: object) -> tuple[str, list[str]]:
        """Create a table at one of them."""
        return self.any().found(*seats, **wish)

    def post(self, path: str, body: object, secret: str = "") -> Answer:
        """Send a POST request to one of them."""
        return self.any().post(path, body, secret)

    def client(self, table: str, secret: str = "", query: str = "") -> Client:
        """Connect to a table at one of them."""
        return self.any().client(table, secret, query)


class Storm:
    """Carries out faults: at different places at the same time, at one place one after the other."""

    def __init__(self, cluster: Cluster, servers: list[Server], proxies: list[Proxy]) -> None:
        self.cluster = cluster
        self.servers = servers
        self.proxies = proxies
        self.counts: Counter[str] = Counter()
        self.errors: list[str] = []
        self._last: dict[int | str, threading.Thread] = {}

    def wait_for(self, place: int | str) -> None:
        """Wait until the last fault at a place is over."""
        if place in self._last:
            self._last[place].join()

    def begin(self, fault: Fault) -> None:
        """Carry out a fault in the background."""
        thread = threading.Thread(target=self._carry_out, args=(fault,))
        self._last[fault.place] = thread
        thread.start()

    def end(self) -> None:
        """Wait until all faults are over."""
        for place in self._last:
            self.wait_for(place)
        assert not self.errors, self.errors

    def _carry_out(self, fault: Fault) -> None:
        try:
            self._do(fault, self.servers[fault.server], self.proxies[fault.server])
            self.counts[fault.kind] += 1
        except Exception as error:  # noqa: BLE001 - reported at the end
            self.errors.append(f"{fault}: {error!r}")

    def _do(self, fault: Fault, server: Server, proxy: Proxy) -> None:
        match fault.kind:
            case "kill server":
                server.kill()
                time.sleep(fault.seconds)
                self._start(server)
            case "pause server":
                server.process.send_signal(signal.SIGSTOP)
                time.sleep(fault.seconds)
                server.process.send_signal(signal.SIGCONT)
            case "kill database":
                self.cluster.kill()
                time.sleep(fault.seconds)
                self.cluster.start()
            case "drop" | "cut":
                getattr(proxy, fault.kind)()
                time.sleep(fault.seconds)
                proxy.mend()
            case "delay":
                proxy.delay = 0.2
                time.sleep(fault.seconds)
                proxy.mend()

    @staticmethod
    def _start(server: Server) -> None:
        """Start a server; without its database it ends at once, and whoever runs it starts it again."""
        until = time.monotonic() + 2 * PATIENCE
        while True:
            server.launch()
            try:
                server.listen()
            except AssertionError:
                assert time.monotonic() < until, server.log()[-2000:]
                server.ended()
                time.sleep(0.5)
            else:
                return


class PostgresWitness(Witness):
    """Reads the logs from PostgreSQL."""

    def read_address(self, address: str) -> None:
        """Read new entries, and check everything."""
        with psycopg.connect(address) as db:
            db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            self.compare(lambda: self._found(db), math.inf)

    def _found(self, db: "psycopg.Connection[Any]") -> NewEntries:
        for ident, length in db.execute("SELECT id, version FROM tables").fetchall():
            known = len(self.bodies.get(ident, []))
            found = db.execute(
                "SELECT version, body FROM entries WHERE table_id = %s AND version > %s ORDER BY version",
                (ident, known),
            ).fetchall()
            yield ident, length, found


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that this test may kill, with the settings of a real one: a crash loses nothing."""
    cluster = Cluster(needed_programs(), settings=("listen_addresses=",))
    yield cluster
    cluster.remove()


@pytest.mark.slow
def test_whatever_fails_nothing_acknowledged_is_lost_and_every_match_ends(own_cluster: Cluster, tmp_path: Path) -> None:
    schema, began = own_cluster.new_schema(), time.monotonic()
    direct = own_cluster.address(schema)
    with contextlib.ExitStack() as stack:
        proxies = [stack.enter_context(Proxy(own_cluster.folder / ".s.PGSQL.5432")) for _ in range(SERVERS)]
        servers = []
        for at, proxy in enumerate(proxies):
            (tmp_path / str(at)).mkdir()
            address = own_cluster.address(schema, "127.0.0.1", proxy.port)
            servers.append(Server(tmp_path / str(at) / "log", address=address))
            stack.callback(servers[-1].discard)
        fleet, storm = Fleet(servers), Storm(own_cluster, servers, proxies)
        alone, _ = servers[0].found(*BOTS_ALONE, pace=0.05)
        with Load(fleet, SEED, is_shared=True) as load:
            witness = PostgresWitness(tmp_path, load)
            for number, fault in enumerate(plan(SEED, FAULTS)):
                storm.wait_for(fault.place)
                load.wait_for("acknowledged choose", fault.choices, longest=LONGEST_WAIT)
                time.sleep(fault.moment)
                storm.begin(fault)
                assert not load.faults, f"seed {SEED}, fault {number}, {fault}"
            storm.end()
            load.finish(END_WITHIN)
        with fleet.client(alone) as watching:
            watching.wait(asked=False)
        witness.read_address(direct)
        ended = [witness.tables[ident].status for ident in [alone, *load.meetings]]
        assert set(ended) == {OVER}, f"seed {SEED}"
        assert [server.stop() for server in servers] == [0] * SERVERS
        assert load.counts["acknowledged choose"] > FAULTS
        assert load.counts["retried"] or not FULL
        counts = {**load.counts, **storm.counts, "matches": len(ended), "seconds": int(time.monotonic() - began)}
        print(json.dumps({"seed": SEED, **dict(sorted(counts.items()))}))
