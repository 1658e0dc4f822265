"""A file beside the database with the number of entries of each table, so that lost entries are noticed.

SQLite silently drops the unreadable part of its write-ahead log. The store therefore notes the length of each log here
after every commit. The note is not synced: the kernel keeps it when the server is killed, and after a power failure it
may lag behind the database. It never runs ahead, so entries that it counts and the database lacks were lost.

A line is a checksum and a JSON object of totals by table; later lines override earlier ones. Truncated lines are
skipped.
"""

import json
import logging
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

log = logging.getLogger("drakkar.server")

# Growth in bytes after which the file is rewritten.
GROWTH: Final = 4 * 2**20
TABLES_PER_LINE: Final = 500


class Counts:
    """The file of counts. If it cannot be written, tables continue, and losses go unnoticed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1
        self._grown = 0
        self._is_cut = False

    def read(self) -> dict[str, int]:
        """The latest total of each table; empty without a file."""
        try:
            text = self._path.read_bytes()
        except OSError:
            return {}
        totals: dict[str, int] = {}
        for line in text.split(b"\n"):
            totals |= _totals(line)
        return totals

    def note(self, totals: Mapping[str, int]) -> None:
        """Append the totals of tables that have just grown; 0 for a deleted table."""
        # The newline ends a line that was written only in part.
        line = b"\n" * self._is_cut + _line(totals)
        try:
            self._is_cut = os.write(self._file, line) < len(line)
        except OSError:
            self._is_cut = True
        self._grown += len(line)

    @property
    def is_long(self) -> bool:
        """Whether the file should be rewritten."""
        return self._grown > GROWTH or self._file < 0

    def rewrite(self, totals: Iterable[tuple[str, int]]) -> None:
        """Replace the file by these totals."""
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            with suppress(FileNotFoundError):
                new.unlink()
            file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
            try:
                left = iter(totals)
                while some := dict(islice(left, TABLES_PER_LINE)):
                    _write_whole(file, _line(some))
                new.replace(self._path)
            except BaseException:
                os.close(file)
                raise
        except OSError as error:
            log.warning("lost entries may go unnoticed: %s: %s", self._path.name, error.strerror)
            return
        self.close()
        self._file, self._grown, self._is_cut = file, 0, False

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _line(totals: Mapping[str, int]) -> bytes:
    text = json.dumps(totals).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _totals(line: bytes) -> dict[str, int]:
    """The totals of a line; empty if it is damaged."""
    known, _, text = line.partition(b" ")
    if known != b"%08x" % zlib.crc32(text) or not text:
        return {}
    found: dict[str, int] = json.loads(text)
    return found


def _write_whole(file: int, text: bytes) -> None:
    while text:
        text = text[os.write(file, text) :]


# --- Totals in the database


def totals(db: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    """Each table and the number of its entries, including lost ones."""
    yield from db.execute("SELECT id, version + lost FROM tables")


def lost(db: sqlite3.Connection) -> dict[str, int]:
    """The tables that have lost entries, and how many."""
    return dict(db.execute("SELECT id, lost FROM tables WHERE lost > 0"))


def note_losses(db: sqlite3.Connection, counts: Counts) -> None:
    """Compare the database with the totals; log which tables have lost entries, and mark them for ever."""
    known = counts.read()
    there = dict(totals(db))
    missing = {table: total - there.get(table, 0) for table, total in known.items() if total > there.get(table, 0)}
    db.execute("BEGIN IMMEDIATE")
    for table, number in missing.items():
        about = {"table": table, "lost": number}
        if table in there:
            log.error("table lost %d entries: the write-ahead log was lost or damaged", number, extra=about)
            db.execute("UPDATE tables SET lost = lost + ? WHERE id = ?", (number, table))
        else:
            log.error("table is gone, with %d entries", number, extra=about)
    db.execute("COMMIT")
