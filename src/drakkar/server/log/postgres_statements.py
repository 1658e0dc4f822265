"""The writes of a PostgresStore: each is one statement with one row as its answer.

A statement that cannot be done changes nothing and raises no error in the database, so it fails alone in its group. A
change that other servers must learn of tells them with `pg_notify`, which PostgreSQL sends when the change is on disk.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from drakkar.server.log.sqlite_statements import NO_SUCH_TABLE, checksum
from drakkar.server.log.store import DONE, Conflict, Fenced, NoSuchTable, SeatKey, StoredReview, StoreError

# A row of the database.
Row = tuple[Any, ...]
# The longest text that can be notified, in bytes. A longer one belongs to no table that a server made.
LONGEST_NEWS: Final = 7_900


class Write(NamedTuple):
    """A statement, its values, and what its row means: a result, or the StoreError of this write alone."""

    statement: str
    values: tuple[object, ...] | Mapping[str, object]
    means: Callable[[Row | None], Any]
    # Whether groups may write it in the order of tables, so that two servers never wait for each other.
    is_append: bool = False


def stored(name: str) -> str:
    """A name as it is stored: PostgreSQL's text cannot have a zero."""
    return name.replace("\\", "\\\\").replace("\0", "\\0") if "\\" in name or "\0" in name else name


def shown(name: str) -> str:
    """The name that was stored."""
    return name.replace("\\\\", "\\\r").replace("\\0", "\0").replace("\\\r", "\\") if "\\" in name else name


def news_or_none(news: str) -> str | None:
    """The news, if it is short enough."""
    return news if len(news.encode()) <= LONGEST_NEWS else None


CREATE: Final = """WITH new AS (
    INSERT INTO tables (id, version, status, since, changed, size, driver, fence, served)
    VALUES (%s, 1, %s, %s, %s, %s, %s, 1, %s) ON CONFLICT (id) DO NOTHING RETURNING id
), kept AS (
    INSERT INTO entries (table_id, version, body, sum) SELECT id, 1, %s, %s FROM new
) SELECT count(*) FROM new"""


def create(table: str, entry: bytes, status: str, now: int, driver: str) -> Write:
    """Insert a table and its first entry; `driver` moves its bots."""
    values = (stored(table), stored(status), now, now, len(entry), driver, now, entry, checksum(1, entry))
    return Write(CREATE, values, _created)


def _created(row: Row | None) -> StoreError | None:
    return None if row and row[0] else Conflict("a table of that name is there already")


# The last column tells the others; it is null, and tells nobody, if nothing was appended.
APPEND: Final = """WITH longer AS (
    UPDATE tables SET version = version + 1, changed = %s, size = size + %s
    WHERE id = %s AND version = %s AND (%s::bigint = 0 OR fence = %s) RETURNING id, version
), kept AS (
    INSERT INTO entries (table_id, version, body, sum) SELECT id, version, %s, %s FROM longer
) SELECT (SELECT count(*) FROM longer), (SELECT fence FROM tables WHERE id = %s),
    (SELECT pg_notify(%s, %s) FROM longer)"""


def append(table: str, version: int, entry: bytes, now: int, fence: int, channel: str, news: str) -> Write:
    """Append an entry, if the log has `version` entries and the fence is the table's, or 0."""
    name = stored(table)
    values = (now, len(entry), name, version, fence, fence, entry, checksum(version + 1, entry), name, channel)

    def means(row: Row | None) -> StoreError | None:
        done, found = row[:2] if row else (0, None)
        if done:
            return None
        if found is None:
            return NoSuchTable(NO_SUCH_TABLE)
        return Fenced("another server drives this table") if fence not in (0, found) else Conflict(TOO_LATE)

    return Write(APPEND, (*values, news_or_none(news)), means, is_append=True)


TOO_LATE: Final = "the log is not as long as the writer thought"

MARK: Final = """UPDATE tables SET since = CASE status WHEN %s THEN since ELSE %s END, status = %s
WHERE id = %s RETURNING 1"""


def mark(table: str, status: str, now: int) -> Write:
    """Set the status of a table, and the time of the change."""
    return Write(MARK, (stored(status), now, stored(status), stored(table)), _found)


REPLACE: Final = """WITH old AS (
    SELECT length(body) AS size FROM entries WHERE table_id = %s AND version = %s FOR UPDATE
), new AS (
    UPDATE entries SET body = %s, sum = %s WHERE table_id = %s AND version = %s AND EXISTS (SELECT FROM old)
), resized AS (
    UPDATE tables SET size = tables.size + %s - (SELECT size FROM old) WHERE id = %s AND EXISTS (SELECT FROM old)
) SELECT 1, pg_notify(%s, %s) FROM old"""


def replace(table: str, version: int, entry: bytes, channel: str, news: str) -> Write:
    """Replace an entry."""
    name = stored(table)
    values = (name, version, entry, checksum(version, entry), name, version, len(entry), name, channel)
    return Write(REPLACE, (*values, news_or_none(news)), _found)


DELETE: Final = """WITH gone AS (
    DELETE FROM tables WHERE id = %(table)s RETURNING id
), log AS (
    DELETE FROM entries USING gone WHERE table_id = gone.id
), inherited AS (
    INSERT INTO sessions SELECT session, key, %(heir)s, link, at FROM sessions, gone
    WHERE table_id = gone.id AND %(heir)s <> '' ON CONFLICT DO NOTHING
), seats AS (
    DELETE FROM sessions USING gone WHERE table_id = gone.id
), moved AS (
    UPDATE links SET table_id = %(heir)s FROM gone WHERE table_id = gone.id AND %(heir)s <> ''
), opened AS (
    DELETE FROM links USING gone WHERE table_id = gone.id AND %(heir)s = ''
) SELECT 1, pg_notify(%(channel)s, %(news)s) FROM gone"""


def delete(table: str, heir: str, channel: str, news: str) -> Write:
    """Delete a table; its sessions and links move to the heir, if there is one."""
    values = {"table": stored(table), "heir": stored(heir), "channel": channel, "news": news_or_none(news)}
    return Write(DELETE, values, _found)


def remember(session: str, seat: SeatKey) -> Write:
    """Add a seat to a session."""
    new = "INSERT INTO sessions (session, key, table_id, link, at) VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
    values = (stored(session), stored(seat.key), stored(seat.table), stored(seat.link), seat.at)
    return Write(f"{new} RETURNING 1", values, _done)


def forget(session: str, key: str) -> Write:
    """Remove a seat from a session."""
    gone = "WITH gone AS (DELETE FROM sessions WHERE session = %s AND key = %s) SELECT 1"
    return Write(gone, (stored(session), stored(key)), _done)


def add_link(link: str, key: str, table: str, at: int) -> Write:
    """Add a link to a seat."""
    new = "INSERT INTO links (link, key, table_id, at) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING 1"
    return Write(new, (stored(link), stored(key), stored(table), at), _done)


REVOKE: Final = """WITH seats AS (
    DELETE FROM sessions WHERE key = %s AND link <> '' AND session <> %s
), gone AS (
    DELETE FROM links WHERE key = %s RETURNING 1
) SELECT (SELECT count(*) FROM gone), pg_notify(%s, %s)"""


def revoke_links(key: str, but_session: str, channel: str, news: str) -> Write:
    """Delete the links to a seat, and the seat from other sessions that came by a link."""
    values = (stored(key), stored(but_session), stored(key), channel, news_or_none(news))
    return Write(REVOKE, values, lambda row: int(row[0]) if row else 0)


KEEP_REVIEW: Final = """WITH there AS (
    SELECT id FROM tables WHERE id = %(table)s FOR KEY SHARE
), others AS (
    DELETE FROM reviews USING there WHERE table_id = there.id AND analyser <> %(analyser)s AND %(done)s
), kept AS (
    INSERT INTO reviews (table_id, analyser, state, changed, body)
    SELECT id, %(analyser)s, %(state)s, %(changed)s, %(body)s FROM there
    ON CONFLICT (table_id, analyser)
    DO UPDATE SET state = excluded.state, changed = excluded.changed, body = excluded.body
) SELECT 1 FROM there"""


def keep_review(review: StoredReview) -> Write:
    """Insert or replace a review; one that is done replaces those of other analysers."""
    values = {
        "table": stored(review.table),
        "analyser": stored(review.analyser),
        "state": stored(review.state),
        "changed": review.changed,
        "body": review.body,
        "done": review.state == DONE,
    }
    return Write(KEEP_REVIEW, values, _found)


def _found(row: Row | None) -> StoreError | None:
    return None if row else NoSuchTable(NO_SUCH_TABLE)


def _done(_: Row | None) -> None:
    return None
