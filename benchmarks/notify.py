"""What it costs PostgreSQL to tell all servers of each choice: appends a second with and without NOTIFY.

python -m benchmarks.notify [--clients 1 4 16] [--seconds 5] [--rounds 3]

`pgbench` appends entries of a usual size to 1,000 logs, each in a transaction of its own, on a database of this
program's own with PostgreSQL's default settings: a transaction is done when it is on disk. A transaction that notifies
holds one lock of the whole server until it is on disk, so such transactions come one after the other; all others can
share a write to the disk. A transaction that only notifies does not wait for the disk. The ways take turns in a round.
"""

import argparse
import re
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import psycopg

from benchmarks.peers import machine_in_words, markdown
from drakkar.server.log.postgres_schema import prepare
from tests.server.postgres import Cluster, as_nobody, programs

TABLES: Final = 1_000
BODY: Final = 120
SCRIPT: Final = f"""\\set number random(1, {TABLES})
WITH longer AS (
    UPDATE tables SET version = version + 1, changed = 1, size = size + {BODY} WHERE id = 'table' || :number
    RETURNING id, version
), kept AS (
    INSERT INTO entries (table_id, version, body, sum) SELECT id, version, repeat('x', {BODY})::bytea, 7 FROM longer
)
"""  # noqa: S608 - constants
NEWS: Final = "pg_notify('drakkar', json_build_array('table' || :number, 7)::text)"
WAYS: Final = {
    "without NOTIFY": "SELECT version FROM longer;",
    "NOTIFY in the same transaction": f"SELECT {NEWS} FROM longer;",  # noqa: S608 - constants
    "NOTIFY in a transaction afterwards": f"SELECT version FROM longer;\nSELECT {NEWS};",  # noqa: S608 - constants
}


def appends(cluster: Cluster, address: str, way: str, clients: int, seconds: int) -> float:
    """Appends a second of some clients at once."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(SCRIPT + WAYS[way])
        script.flush()
        Path(script.name).chmod(0o644)
        words = ["-n", "-f", script.name, "-c", str(clients), "-T", str(seconds), "-M", "prepared", address]
        done = subprocess.run(  # noqa: S603 - an installed program
            [*as_nobody(), str(cluster.programs / "pgbench"), *words],
            capture_output=True,
            text=True,
            check=True,
            cwd="/",
        )
    found = re.search(r"tps = ([\d.]+)", done.stdout)  # none if nothing was done
    return float(found[1]) if found else 0.0


def fill(address: str) -> None:
    """The tables to whose logs clients append."""
    prepare(address)
    with psycopg.connect(address) as db:
        db.execute(
            "INSERT INTO tables (id, version, status) SELECT 'table' || n, 0, 'running' FROM generate_series(1, %s) n",
            (TABLES,),
        )


def rows(found: dict[tuple[str, int], list[float]], clients: Sequence[int]) -> list[list[str]]:
    """The table: medians over the rounds."""
    return [[way, *(f"{statistics.median(found[way, number]):,.0f}" for number in clients)] for way in WAYS]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 4, 16], help="connections that write at once")
    parser.add_argument("--seconds", type=int, default=5, help="length of a turn")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    folder = programs()
    if folder is None:
        parser.error("PostgreSQL is not installed (Debian: postgresql)")
    found: dict[tuple[str, int], list[float]] = {(way, number): [] for way in WAYS for number in asked.clients}
    cluster = Cluster(folder, settings=("listen_addresses=",))
    try:
        address = cluster.address(cluster.new_schema())
        fill(address)
        for _ in range(asked.rounds):
            for (way, number), turns in found.items():
                turns.append(appends(cluster, address, way, number, asked.seconds))
    finally:
        cluster.remove()
    head = ["appends a second, clients", *map(str, asked.clients)]
    print("\n".join(markdown(head, rows(found, asked.clients), words=1)))
    print(f"\n{machine_in_words()}; {asked.rounds} rounds of {asked.seconds} s each, medians.")


if __name__ == "__main__":
    main()
