"""`drakkar db copy`: a whole database into a new one, of the same kind or the other, compared entry by entry."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

from drakkar.server.log.opening import open_snapshot, open_target
from drakkar.server.log.snapshot import Snapshot
from drakkar.server.log.store import StoreError

# A report of progress: the verb, the tables that are done, and all tables.
Tell = Callable[[str, int, int], None]


class Copied(NamedTuple):
    """The contents of a copy."""

    tables: int
    entries: int


def copy_database(source: str, destination: str, tell: Tell) -> Copied:
    """Copy a database as it is at this moment; StoreError or OSError if that fails, and then nothing is left of it."""
    with ExitStack() as opened:
        original = opened.enter_context(open_snapshot(source))
        new = opened.enter_context(open_target(destination))
        size, entries = original.count(), 0
        for number, table in enumerate(original.tables()):
            tell("copied", number, size)
            log = original.entries(table.table)
            new.add(table, log, original.reviews(table.table))
            entries += len(log)
        new.add_seats(original.sessions(), original.links())
        for number, difference in enumerate(differences(original, new.written())):
            tell("compared", number, size)
            if difference:
                raise StoreError(f"{destination} would differ from {source}: {difference}; nothing was copied")
        return Copied(size, entries)


def differences(one: Snapshot, other: Snapshot) -> Iterator[str]:
    """For each table, and at last for sessions and links: how two databases differ; empty if they do not."""
    for mine, its in zip(one.tables(), other.tables(), strict=True):
        if mine != its:
            yield f"table {mine.table} has other facts"
        elif one.entries(mine.table) != other.entries(mine.table):
            yield f"the log of table {mine.table} differs"
        elif one.reviews(mine.table) != other.reviews(mine.table):
            yield f"the reviews of table {mine.table} differ"
        else:
            yield ""
    if Counter(one.sessions()) != Counter(other.sessions()):
        yield "the sessions differ"
    if Counter(one.links()) != Counter(other.links()):
        yield "the links differ"
