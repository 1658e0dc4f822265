"""The space that one table may use. Chat stops first and choices last, so every match can be finished.

A match of either game has a few hundred choices, and each brings it closer to its end. The last quarter is reserved for
them: chat, undo, leaving and returning stop before.
"""

from typing import Final

from drakkar.server.log import entries
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import Table

MOST_ENTRIES: Final = 20_000
MOST_BYTES: Final = 8 * 2**20
MOST_LINES: Final = 2_000
# Lines of chat per second from one seat, and in one burst.
LINES: Final = 0.5
LINES_AT_ONCE: Final = 100.0
# The share of the quota up to which chat, other entries and choices are accepted.
OF_WORDS: Final = 0.5
OF_OTHERS: Final = 0.75
OF_CHOICES: Final = 1.0


def check(table: Table, entry: entries.Entry) -> None:
    """Refused if a table has no room for an entry of this kind."""
    match entry:
        case entries.Closed() | entries.Rematched():
            return
        case entries.Said():
            if table.lines >= MOST_LINES or _is_full(table, OF_WORDS):
                raise Refused("chat_full")
        case entries.Chose() | entries.Started():
            _check(table, OF_CHOICES)
        case _:
            _check(table, OF_OTHERS)


def _check(table: Table, share: float) -> None:
    if _is_full(table, share):
        raise Refused("table_full")


def _is_full(table: Table, share: float) -> bool:
    return table.version >= share * MOST_ENTRIES or table.size >= share * MOST_BYTES
