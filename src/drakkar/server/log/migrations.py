"""The schemas of the database: one numbered step to each schema from the one before.

A step that was released is never changed; a new schema is a new step at the end, with a database of the schema before
it in tests/formats/schemas (docs/formats.md).
"""

import sqlite3
import time
from contextlib import suppress
from typing import Final

APPLICATION: Final = 0x44724B72  # "DrKr": marks the file as ours in its header

# `number` is the order in which tables were created. Version and status change.
FIRST: Final = (
    """CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        status TEXT NOT NULL
    )""",
    "CREATE INDEX tables_by_status ON tables (status)",
    """CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id),
        version INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, version)
    ) WITHOUT ROWID""",
    f"PRAGMA application_id = {APPLICATION}",
)
# `sum` is the checksum of an entry; entries of schema 1 have none.
SECOND: Final = (
    "ALTER TABLE tables ADD COLUMN since INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN changed INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN lost INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE entries ADD COLUMN sum INTEGER",
    "CREATE INDEX tables_by_since ON tables (status, since)",
    """CREATE TABLE sessions (
        session TEXT NOT NULL,
        key TEXT NOT NULL,
        table_id TEXT NOT NULL,
        link TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (session, key, table_id)
    ) WITHOUT ROWID""",
    "CREATE INDEX sessions_by_key ON sessions (key)",
    "CREATE INDEX sessions_by_table ON sessions (table_id)",
    """CREATE TABLE links (
        link TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        table_id TEXT NOT NULL,
        at INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX links_by_key ON links (key)",
    "CREATE INDEX links_by_table ON links (table_id)",
    # Schema 1 does not say when tables reached their status: their time counts from now.
    "UPDATE tables SET since = :now, changed = :now",
    "UPDATE tables SET size = (SELECT coalesce(sum(length(body)), 0) FROM entries WHERE table_id = id)",
)
# The Drakkar that last opened the file for writing. Every later schema keeps this table, so that an older Drakkar can
# name the version that it lacks.
THIRD: Final = ("CREATE TABLE written_by (drakkar TEXT NOT NULL)",)

# Reviews of finished matches; they go with their table.
FOURTH: Final = (
    """CREATE TABLE reviews (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        analyser TEXT NOT NULL,
        state TEXT NOT NULL,
        changed INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, analyser)
    )""",
    "CREATE INDEX reviews_by_state ON reviews (state, changed)",
)

STEPS: Final = {1: FIRST, 2: SECOND, 3: THIRD, 4: FOURTH}
SCHEMA: Final = max(STEPS)


def migrate(db: sqlite3.Connection, schema: int, to: int = SCHEMA) -> None:
    """Migrate a file in one transaction; if the server is killed meanwhile, the old schema stays."""
    now = time.time_ns() // 1_000_000
    db.execute("BEGIN IMMEDIATE")
    try:
        for number in range(schema + 1, to + 1):
            for statement in STEPS[number]:
                db.execute(statement, {"now": now} if ":now" in statement else {})
        db.execute(f"PRAGMA user_version = {to}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def writer_of(db: sqlite3.Connection) -> str:
    """The Drakkar that last opened the file for writing; empty if the file does not say."""
    try:
        row = db.execute("SELECT drakkar FROM written_by").fetchone()
    except sqlite3.DatabaseError:
        return ""
    return str(row[0]) if row else ""


def sign(db: sqlite3.Connection, version: str) -> None:
    """Note the Drakkar that writes the file from now on. It only informs, so a full disk does not stop the server."""
    if writer_of(db) == version:
        return
    with suppress(sqlite3.DatabaseError):
        db.execute("BEGIN IMMEDIATE")
        try:
            db.execute("DELETE FROM written_by")
            db.execute("INSERT INTO written_by VALUES (?)", (version,))
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
