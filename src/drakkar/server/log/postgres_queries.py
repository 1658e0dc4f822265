"""The queries of a PostgresStore, as functions of the connection."""

from typing import Any, Final

import psycopg

from drakkar.server.log.bounds import LARGEST_NUMBER
from drakkar.server.log.postgres_statements import Row, shown, stored
from drakkar.server.log.sqlite_queries import whole_log
from drakkar.server.log.sqlite_statements import NO_SUCH_TABLE
from drakkar.server.log.store import UNFINISHED, About, NoSuchTable, SeatKey, StoredReview

Db = psycopg.AsyncConnection[Any]
# The columns of `About`.
ABOUT: Final = "SELECT id, status, since, changed, version, size, lost FROM tables "


async def _rows(db: Db, question: str, *values: object) -> list[Row]:
    return await (await db.execute(question, values)).fetchall()


async def entries(db: Db, table: str, after: int) -> list[bytes]:
    """The entries of a table after the first `after`; BrokenLog if some are missing or damaged."""
    # One statement, so that the count and the entries are consistent.
    found = await _rows(
        db,
        "SELECT tables.version, entries.version, body, sum"
        " FROM tables LEFT JOIN entries ON table_id = id AND entries.version > %s WHERE id = %s"
        " ORDER BY entries.version",
        after,
        stored(table),
    )
    if not found:
        raise NoSuchTable(NO_SUCH_TABLE)
    kept = [(version, body, known) for _, version, body, known in found if version is not None]
    return whole_log(found[0][0], after, kept)


async def names(db: Db, status: str, limit: int, before: str) -> list[str]:
    """Tables with a status, newest first."""
    question = "SELECT id FROM tables WHERE status = %s AND number < %s ORDER BY number DESC LIMIT %s"
    found = await _rows(db, question, stored(status), await _number(db, before), limit)
    return [shown(name) for (name,) in found]


async def listed(db: Db, limit: int, before: str) -> list[About]:
    """Tables of any status, newest first."""
    question = ABOUT + "WHERE number < %s ORDER BY number DESC LIMIT %s"
    return [_about(row) for row in await _rows(db, question, await _number(db, before), limit)]


async def unchanged(db: Db, status: str, since: int, limit: int) -> list[str]:
    """Tables that have had a status since before `since`, oldest first."""
    question = "SELECT id FROM tables WHERE status = %s AND since < %s ORDER BY since LIMIT %s"
    return [shown(name) for (name,) in await _rows(db, question, stored(status), since, limit)]


async def about(db: Db, table: str) -> About:
    """One table."""
    found = await _rows(db, ABOUT + "WHERE id = %s", stored(table))
    if not found:
        raise NoSuchTable(NO_SUCH_TABLE)
    return _about(found[0])


async def lost(db: Db, table: str) -> int:
    """The entries that a table has lost; 0 for an unknown one."""
    found = await _rows(db, "SELECT lost FROM tables WHERE id = %s", stored(table))
    return int(found[0][0]) if found else 0


async def session(db: Db, session: str) -> list[SeatKey]:
    """The seats of a session, newest first."""
    question = "SELECT key, table_id, link, at FROM sessions WHERE session = %s ORDER BY at DESC, table_id, key"
    return [_seat(row) for row in await _rows(db, question, stored(session))]


async def linked(db: Db, link: str) -> SeatKey | None:
    """The seat that a link opens."""
    found = await _rows(db, "SELECT key, table_id, link, at FROM links WHERE link = %s", stored(link))
    return _seat(found[0]) if found else None


async def links(db: Db, key: str) -> int:
    """The number of links to a seat."""
    found = await _rows(db, "SELECT count(*) FROM links WHERE key = %s", stored(key))
    return int(found[0][0])


async def review(db: Db, table: str, analyser: str) -> StoredReview | None:
    """The review of a table by an analyser."""
    question = "SELECT table_id, analyser, state, changed, body FROM reviews WHERE table_id = %s AND analyser = %s"
    found = await _rows(db, question, stored(table), stored(analyser))
    return _review(found[0]) if found else None


async def unfinished_reviews(db: Db, before: int, limit: int) -> list[StoredReview]:
    """Unfinished reviews, oldest first; without bodies."""
    question = (
        "SELECT table_id, analyser, state, changed, ''::bytea FROM reviews WHERE state = %s AND changed < %s"
        " ORDER BY changed, table_id LIMIT %s"
    )
    return [_review(row) for row in await _rows(db, question, UNFINISHED, before, limit)]


async def _number(db: Db, table: str) -> int:
    """A table's position in the order of creation; without a table, the position after the last one."""
    if not table:
        return LARGEST_NUMBER
    found = await _rows(db, "SELECT number FROM tables WHERE id = %s", stored(table))
    if not found:
        raise NoSuchTable(NO_SUCH_TABLE)
    return int(found[0][0])


def _about(row: Row) -> About:
    table, *others = row
    return About(shown(table), *others)


def _review(row: Row) -> StoredReview:
    table, analyser, state, changed, body = row
    return StoredReview(shown(table), shown(analyser), shown(state), changed, bytes(body))


def _seat(row: Row) -> SeatKey:
    key, table, link, at = row
    return SeatKey(shown(key), shown(table), shown(link), at)
