"""Opens a database: a file, or PostgreSQL, which needs the extra postgres."""

import importlib
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from drakkar.server.log.address import is_postgres
from drakkar.server.log.copy_target import Target, sqlite_target
from drakkar.server.log.snapshot import Snapshot, sqlite_snapshot
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import Store, StoreError

MISSING: Final = "a PostgreSQL database needs psycopg, which is in the extra postgres: pip install 'drakkar[postgres]'"


def open_store(database: str) -> Store:
    """The store of a database; StoreError if it cannot be opened."""
    if not is_postgres(database):
        return SqliteStore(Path(database))
    store: Store = from_postgres("postgres_store", "PostgresStore")(database)
    return store


def open_snapshot(database: str) -> AbstractContextManager[Snapshot]:
    """A database at this moment; StoreError if it cannot be read."""
    if not is_postgres(database):
        return sqlite_snapshot(Path(database))
    found: AbstractContextManager[Snapshot] = from_postgres("postgres_snapshot", "postgres_snapshot")(database)
    return found


def open_target(database: str) -> AbstractContextManager[Target]:
    """A new database to copy into; StoreError if it has tables."""
    if not is_postgres(database):
        return sqlite_target(Path(database))
    found: AbstractContextManager[Target] = from_postgres("postgres_target", "postgres_target")(database)
    return found


def from_postgres(module: str, name: str) -> Any:
    """A function of a module that needs psycopg."""
    try:
        return getattr(importlib.import_module(f"drakkar.server.log.{module}"), name)
    except ModuleNotFoundError as error:
        raise StoreError(MISSING) from error
