"""The schema of a PostgreSQL database: opened, checked and brought up to date.

Servers of two neighbouring versions share one database during an upgrade. So a step only adds, and names the oldest
schema whose servers can still write beside it (`OLDEST`). A server refuses only a database that it is too old for.
"""

import time
from typing import Any, Final

import psycopg

from drakkar.core.version import VERSION, other_version
from drakkar.server.log.address import shown_name
from drakkar.server.log.store import StoreError, WrongSchema

# Columns as in the file of a SqliteStore. `driver` is the server that moves a table's bots, and `fence` counts how
# often that has changed (postgres_peers.py). `served` is when that last began anew after a failure.
FIRST: Final = (
    """CREATE TABLE tables (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        version bigint NOT NULL,
        status text COLLATE "C" NOT NULL,
        since bigint NOT NULL DEFAULT 0,
        changed bigint NOT NULL DEFAULT 0,
        size bigint NOT NULL DEFAULT 0,
        lost bigint NOT NULL DEFAULT 0,
        driver text COLLATE "C" NOT NULL DEFAULT '',
        fence bigint NOT NULL DEFAULT 0,
        served bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 70)""",
    "CREATE INDEX tables_by_status ON tables (status, number)",
    "CREATE INDEX tables_by_since ON tables (status, since)",
    "CREATE INDEX tables_by_driver ON tables (driver) WHERE status IN ('open', 'running')",
    """CREATE TABLE entries (
        table_id text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        body bytea NOT NULL,
        sum bigint,
        PRIMARY KEY (table_id, version)
    )""",
    """CREATE TABLE sessions (
        session text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        table_id text COLLATE "C" NOT NULL,
        link text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        PRIMARY KEY (session, key, table_id)
    )""",
    "CREATE INDEX sessions_by_key ON sessions (key)",
    "CREATE INDEX sessions_by_table ON sessions (table_id)",
    """CREATE TABLE links (
        link text COLLATE "C" PRIMARY KEY,
        key text COLLATE "C" NOT NULL,
        table_id text COLLATE "C" NOT NULL,
        at bigint NOT NULL
    )""",
    "CREATE INDEX links_by_key ON links (key)",
    "CREATE INDEX links_by_table ON links (table_id)",
    # The servers: each is alive until its lease ends. `about` is what `drakkar admin load` shows.
    """CREATE TABLE servers (
        id text COLLATE "C" PRIMARY KEY,
        until timestamptz NOT NULL,
        about text NOT NULL DEFAULT ''
    ) WITH (fillfactor = 50)""",
)

# Reviews of finished matches. A server that knows none of them deletes them with their table.
SECOND: Final = (
    """CREATE TABLE reviews (
        table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        analyser text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL,
        changed bigint NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (table_id, analyser)
    )""",
    "CREATE INDEX reviews_by_state ON reviews (state, changed)",
)

STEPS: Final = {1: FIRST, 2: SECOND}
SCHEMA: Final = max(STEPS)
# The oldest schema whose servers can write to a database of this schema.
OLDEST: Final = 1
# Any number: servers that start at the same time migrate one after the other.
LOCK: Final = 0x44724B72
CONNECT_WITHIN: Final = 5


def connect(address: str) -> "psycopg.Connection[Any]":
    """A connection for a command; StoreError if that fails."""
    try:
        return psycopg.connect(
            address, autocommit=True, connect_timeout=CONNECT_WITHIN, application_name=f"drakkar {VERSION}"
        )
    except psycopg.Error as error:
        raise StoreError(f"{shown_name(address)} cannot be opened: {first_line(error)}") from None


def prepare(address: str) -> str:
    """Check the schema, and create or migrate it; return its name. StoreError if that fails."""
    with connect(address) as db:
        try:
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                _migrate(db, address)
                return _schema_name(db, address)
        except psycopg.Error as error:
            raise StoreError(f"{shown_name(address)} cannot be used: {first_line(error)}") from None


def _migrate(db: "psycopg.Connection[Any]", address: str) -> None:
    db.execute(
        "CREATE TABLE IF NOT EXISTS drakkar_schema (schema int NOT NULL, oldest int NOT NULL, drakkar text NOT NULL)"
    )
    row = db.execute("SELECT schema, oldest, drakkar FROM drakkar_schema").fetchone()
    found, oldest, writer = row or (0, 0, "")
    if oldest > SCHEMA:
        raise WrongSchema(
            other_version(
                f"{shown_name(address)} is a database of schema", str(found), writer, f"schemas up to {SCHEMA}"
            )
        )
    if found >= SCHEMA:
        return
    for number in range(found + 1, SCHEMA + 1):
        for statement in STEPS[number]:
            db.execute(statement)
    db.execute("DELETE FROM drakkar_schema")
    db.execute("INSERT INTO drakkar_schema VALUES (%s, %s, %s)", (SCHEMA, OLDEST, VERSION))


def _schema_name(db: "psycopg.Connection[Any]", address: str) -> str:
    row = db.execute("SELECT current_schema(), current_setting('server_encoding')").fetchone()
    name, encoding = row or ("", "")
    if encoding != "UTF8":
        raise StoreError(f"{shown_name(address)} has the encoding {encoding}; tables need UTF8")
    return str(name)


def first_line(error: Exception) -> str:
    """What an error says, without the details below."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


def now_ms() -> int:
    """The current unix time in milliseconds."""
    return time.time_ns() // 1_000_000
