"""`drakkar db check`: every table of a database is played again from its log."""

from collections.abc import Iterator
from typing import NamedTuple

from drakkar.server.log.errors import Refused
from drakkar.server.log.snapshot import Snapshot
from drakkar.server.log.sqlite_queries import whole_log
from drakkar.server.log.store import About, BrokenLog
from drakkar.server.log.table import replay


class Checked(NamedTuple):
    """A table: why it is broken, and what else its players or administrator should know; both may be empty."""

    table: str
    entries: int
    fault: str
    note: str


def check(database: Snapshot) -> Iterator[Checked]:
    """Check one table after the other."""
    for about in database.tables():
        yield checked(about, database)


def checked(about: About, database: Snapshot) -> Checked:
    """Check a table."""
    log = database.entries(about.table)
    found = Checked(about.table, len(log), "", f"{about.lost} entries were lost earlier" if about.lost else "")
    try:
        table = replay(about.table, whole_log(about.entries, 0, log), about.lost)
    except (BrokenLog, Refused) as error:
        return found._replace(fault=str(error))
    if table.stopped:
        retired = f"its rules {table.stopped.rules} are retired; its players can agree to go on under newer ones"
        found = found._replace(note=f"{found.note}; {retired}" if found.note else retired)
    return found
