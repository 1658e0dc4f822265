"""The queries of a SqliteStore, as functions of the connection."""

import sqlite3
from collections.abc import Sequence
from typing import Final

from drakkar.server.log.bounds import LARGEST_NUMBER
from drakkar.server.log.sqlite_statements import NO_SUCH_TABLE, checksum
from drakkar.server.log.store import UNFINISHED, About, BrokenLog, NoSuchTable, SeatKey, StoredReview

# The columns of `About`.
ABOUT: Final = "SELECT id, status, since, changed, version, size, lost FROM tables "


def entries(db: sqlite3.Connection, table: str, after: int) -> list[bytes]:
    """The entries of a table after the first `after`; BrokenLog if some are missing or damaged."""
    # One statement, so that the count and the entries are consistent. A damaged row may have type text or null; the
    # cast reads it anyway, and its checksum is wrong.
    found = db.execute(
        "SELECT tables.version, entries.version, coalesce(CAST(body AS BLOB), X''), sum"
        " FROM tables LEFT JOIN entries ON table_id = id AND entries.version > ? WHERE id = ?"
        " ORDER BY entries.version",
        (after, table),
    ).fetchall()
    if not found:
        raise NoSuchTable(NO_SUCH_TABLE)
    return whole_log(found[0][0], after, [row[1:] for row in found if row[1] is not None])


def whole_log(length: int, after: int, kept: Sequence[tuple[int, bytes, int | None]]) -> list[bytes]:
    """The bodies of entries with these versions and checksums; BrokenLog if some are missing or damaged."""
    if [version for version, _, _ in kept] != list(range(after + 1, length + 1)):
        raise BrokenLog("entries of this table are missing")
    for version, body, known in kept:
        if known is not None and known != checksum(version, body):
            raise BrokenLog(f"entry {version} of this table is damaged")
    return [body for _, body, _ in kept]


def names(db: sqlite3.Connection, status: str, limit: int, before: str) -> list[str]:
    """Tables with a status, newest first."""
    question = "SELECT id FROM tables WHERE status = ? AND number < ? ORDER BY number DESC LIMIT ?"
    return [name for (name,) in db.execute(question, (status, _number(db, before), limit))]


def listed(db: sqlite3.Connection, limit: int, before: str) -> list[About]:
    """Tables of any status, newest first."""
    question = ABOUT + "WHERE number < ? ORDER BY number DESC LIMIT ?"
    return [About(*row) for row in db.execute(question, (_number(db, before), limit))]


def unchanged(db: sqlite3.Connection, status: str, since: int, limit: int) -> list[str]:
    """Tables that have had a status since before `since`, oldest first."""
    question = "SELECT id FROM tables WHERE status = ? AND since < ? ORDER BY since LIMIT ?"
    return [name for (name,) in db.execute(question, (status, since, limit))]


def about(db: sqlite3.Connection, table: str) -> About:
    """One table."""
    found = db.execute(ABOUT + "WHERE id = ?", (table,)).fetchone()
    if found is None:
        raise NoSuchTable(NO_SUCH_TABLE)
    return About(*found)


def session(db: sqlite3.Connection, session: str) -> list[SeatKey]:
    """The seats of a session, newest first."""
    question = "SELECT key, table_id, link, at FROM sessions WHERE session = ? ORDER BY at DESC, table_id, key"
    return [SeatKey(*row) for row in db.execute(question, (session,))]


def linked(db: sqlite3.Connection, link: str) -> SeatKey | None:
    """The seat that a link opens."""
    found = db.execute("SELECT key, table_id, link, at FROM links WHERE link = ?", (link,)).fetchone()
    return None if found is None else SeatKey(*found)


def links(db: sqlite3.Connection, key: str) -> int:
    """The number of links to a seat."""
    number: int = db.execute("SELECT count(*) FROM links WHERE key = ?", (key,)).fetchone()[0]
    return number


def review(db: sqlite3.Connection, table: str, analyser: str) -> StoredReview | None:
    """The review of a table by an analyser."""
    question = "SELECT table_id, analyser, state, changed, body FROM reviews WHERE table_id = ? AND analyser = ?"
    found = db.execute(question, (table, analyser)).fetchone()
    return None if found is None else StoredReview(*found)


def unfinished_reviews(db: sqlite3.Connection, before: int, limit: int) -> list[StoredReview]:
    """Unfinished reviews, oldest first; without bodies."""
    question = (
        "SELECT table_id, analyser, state, changed, X'' FROM reviews WHERE state = ? AND changed < ?"
        " ORDER BY changed, table_id LIMIT ?"
    )
    return [StoredReview(*row) for row in db.execute(question, (UNFINISHED, before, limit))]


def _number(db: sqlite3.Connection, table: str) -> int:
    """A table's position in the order of creation; without a table, the position after the last one."""
    if not table:
        return LARGEST_NUMBER
    found = db.execute("SELECT number FROM tables WHERE id = ?", (table,)).fetchone()
    if found is None:
        raise NoSuchTable(NO_SUCH_TABLE)
    number: int = found[0]
    return number
