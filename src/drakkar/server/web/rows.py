"""The difference between two versions of a panel: rows that the page already has are sent as placeholders.

A row is a line of HTML that is one element with an id. Its placeholder is empty, `<li id="l12" data-same></li>`:
the page keeps its own row.
"""

import re
from functools import lru_cache
from typing import Final

ROW: Final = re.compile(rb'<(\w+)(?: [^<>]*)? id="([^"<>]+)"[^<>]*>.*</\1>')


def diff_rows(before: bytes, now: bytes) -> str:
    """The new panel with placeholders for unchanged rows; `before` is empty at first."""
    known = frozenset(before.split(b"\n"))
    lines = (placeholder(line) if line in known else line for line in now.split(b"\n"))
    return b"\n".join(lines).decode()


@lru_cache(maxsize=4096)  # the same rows appear in many pushes
def placeholder(line: bytes) -> bytes:
    """The placeholder for a row; the line itself if it is not a row, or is shorter."""
    row = ROW.fullmatch(line)
    if row is None or _end_of_first(line, row[1]) != len(line):
        return line
    return min(line, b'<%b id="%b" data-same></%b>' % (row[1], row[2], row[1]), key=len)


def _end_of_first(line: bytes, tag: bytes) -> int:
    """The end of the element that a line begins with."""
    depth = 0
    for found in re.finditer(rb"<(/?)%b[ >]" % tag, line):
        depth += -1 if found[1] else 1
        if depth == 0:
            return found.end()
    return -1
