"""Limits repeated log lines: the first few of a minute are written, the rest are counted."""

import logging
from typing import Final

# Lines of one kind that are written within this many seconds.
FIRST: Final = 5
SECONDS: Final = 60.0
# Kinds that are kept before old ones are dropped.
MOST_KINDS: Final = 1_000


class Folding(logging.Filter):
    """Passes the first lines of a kind; the first line of the next minute has the number of omitted ones."""

    def __init__(self, first: int = FIRST, seconds: float = SECONDS) -> None:
        super().__init__()
        self.first = first
        self.seconds = seconds
        # By kind: the start of its minute, the lines in it, and the lines omitted since the last one written.
        self._kinds: dict[tuple[str, int, str, str], tuple[float, int, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.WARNING:
            return True
        # The same error at another table is another kind.
        kind = (record.name, record.levelno, record.getMessage(), str(getattr(record, "table", "")))
        if len(self._kinds) >= MOST_KINDS:
            oldest = record.created - self.seconds
            self._kinds = {known: counted for known, counted in self._kinds.items() if counted[0] > oldest}
        began, count, omitted = self._kinds.get(kind, (record.created, 0, 0))
        if record.created - began >= self.seconds:
            began, count = record.created, 0
        is_written = count < self.first
        if is_written and omitted:
            record.omitted = omitted
        self._kinds[kind] = (began, count + 1, 0 if is_written else omitted + 1)
        return is_written
