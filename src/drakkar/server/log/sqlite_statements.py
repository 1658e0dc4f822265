"""The writes of a SqliteStore, as functions of the connection, within the caller's transaction.

A StoreError concerns only its own write, and leaves the file as it was before that write.
"""

import sqlite3
import zlib
from typing import Final

from drakkar.server.log.store import DONE, BrokenLog, Conflict, NoSuchTable, SeatKey, StoredReview, StoreError

NO_SUCH_TABLE: Final = "no table of that name is kept here"


def checksum(version: int, body: bytes) -> int:
    """The checksum that detects a damaged entry; it includes the version, so that swapped entries are detected too."""
    return zlib.crc32(body, version & 0xFFFFFFFF)


def create(db: sqlite3.Connection, table: str, entry: bytes, status: str, now: int) -> None:
    """Insert a table and its first entry."""
    new = (
        "INSERT INTO tables (id, version, status, since, changed, size) VALUES (?, 1, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO NOTHING"
    )
    if db.execute(new, (table, status, now, now, len(entry))).rowcount == 0:
        raise Conflict("a table of that name is there already")
    if not _insert(db, table, 1, entry):
        db.execute("DELETE FROM tables WHERE id = ?", (table,))
        raise BrokenLog("an entry is there that was never written")


def append(db: sqlite3.Connection, table: str, version: int, entry: bytes, now: int) -> None:
    """Append an entry, if the log has `version` entries."""
    longer = "UPDATE tables SET version = version + 1, changed = ?, size = size + ? WHERE id = ? AND version = ?"
    if db.execute(longer, (now, len(entry), table, version)).rowcount == 0:
        raise _too_late(db, table)
    if not _insert(db, table, version + 1, entry):
        # The file was edited by hand. Only this write fails, not the whole group.
        shorter = "UPDATE tables SET version = ?, size = size - ? WHERE id = ?"
        db.execute(shorter, (version, len(entry), table))
        raise BrokenLog("an entry is there that was never written")


def mark(db: sqlite3.Connection, table: str, status: str, now: int) -> None:
    """Set the status of a table, and the time of the change."""
    change = "UPDATE tables SET since = CASE status WHEN ?1 THEN since ELSE ?2 END, status = ?1 WHERE id = ?3"
    if db.execute(change, (status, now, table)).rowcount == 0:
        raise NoSuchTable(NO_SUCH_TABLE)


def replace(db: sqlite3.Connection, table: str, version: int, entry: bytes) -> None:
    """Replace an entry."""
    found = db.execute(
        "SELECT length(body) FROM entries WHERE table_id = ? AND version = ?", (table, version)
    ).fetchone()
    if found is None:
        raise NoSuchTable(NO_SUCH_TABLE)
    change = "UPDATE entries SET body = ?, sum = ? WHERE table_id = ? AND version = ?"
    db.execute(change, (entry, checksum(version, entry), table, version))
    db.execute("UPDATE tables SET size = size + ? WHERE id = ?", (len(entry) - found[0], table))


def delete(db: sqlite3.Connection, table: str, heir: str) -> None:
    """Delete a table; its sessions and links move to the heir, if there is one."""
    if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
        raise NoSuchTable(NO_SUCH_TABLE)
    if heir:
        # A session that holds the seat at both tables keeps it at the heir.
        db.execute("UPDATE OR IGNORE sessions SET table_id = ? WHERE table_id = ?", (heir, table))
        db.execute("UPDATE links SET table_id = ? WHERE table_id = ?", (heir, table))
    for statement in (
        "DELETE FROM sessions WHERE table_id = ?",
        "DELETE FROM links WHERE table_id = ?",
        "DELETE FROM entries WHERE table_id = ?",
        "DELETE FROM tables WHERE id = ?",
    ):
        db.execute(statement, (table,))


def remember(db: sqlite3.Connection, session: str, seat: SeatKey) -> None:
    """Add a seat to a session."""
    new = "INSERT INTO sessions (session, key, table_id, link, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    db.execute(new, (session, *seat))


def forget(db: sqlite3.Connection, session: str, key: str) -> None:
    """Remove a seat from a session."""
    db.execute("DELETE FROM sessions WHERE session = ? AND key = ?", (session, key))


def add_link(db: sqlite3.Connection, link: str, key: str, table: str, at: int) -> None:
    """Add a link to a seat."""
    new = "INSERT INTO links (link, key, table_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    db.execute(new, (link, key, table, at))


def revoke_links(db: sqlite3.Connection, key: str, but_session: str) -> int:
    """Delete the links to a seat, and the seat from other sessions that came by a link."""
    db.execute("DELETE FROM sessions WHERE key = ? AND link != '' AND session != ?", (key, but_session))
    return db.execute("DELETE FROM links WHERE key = ?", (key,)).rowcount


def keep_review(db: sqlite3.Connection, review: StoredReview) -> None:
    """Insert or replace a review; one that is done replaces those of other analysers."""
    if db.execute("SELECT 1 FROM tables WHERE id = ?", (review.table,)).fetchone() is None:
        raise NoSuchTable(NO_SUCH_TABLE)
    if review.state == DONE:
        db.execute("DELETE FROM reviews WHERE table_id = ? AND analyser != ?", review[:2])
    new = "INSERT OR REPLACE INTO reviews (table_id, analyser, state, changed, body) VALUES (?, ?, ?, ?, ?)"
    db.execute(new, review)


def _insert(db: sqlite3.Connection, table: str, version: int, entry: bytes) -> bool:
    new = "INSERT INTO entries (table_id, version, body, sum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    return db.execute(new, (table, version, entry, checksum(version, entry))).rowcount == 1


def _too_late(db: sqlite3.Connection, table: str) -> StoreError:
    if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
        return Conflict("the log is not as long as the writer thought")
    return NoSuchTable(NO_SUCH_TABLE)
