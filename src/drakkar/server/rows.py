"""A panel as it is pushed to a page that has the one before: rows that it has are named, and not told again.

A row is a line of HTML that is one element with an id. An empty one stands for it, `<li id="l12" data-same></li>`, and
the page keeps its own.
"""

import re
from functools import lru_cache
from typing import Final

ROW: Final = re.compile(rb'<(\w+)(?: [^<>]*)? id="([^"<>]+)"[^<>]*>.*</\1>')


def pushed(before: bytes, now: bytes) -> str:
    """The panel as it is now, for whoever was shown it before (empty if he was not)."""
    known = frozenset(before.split(b"\n"))
    lines = (stub(line) if line in known else line for line in now.split(b"\n"))
    return b"\n".join(lines).decode()


@lru_cache(maxsize=4096)  # the rows of a panel stand there push after push
def stub(line: bytes) -> bytes:
    """What stands for a row; the line itself if it is none, or shorter."""
    row = ROW.fullmatch(line)
    if row is None or _end_of_first(line, row[1]) != len(line):
        return line
    return min(line, b'<%b id="%b" data-same></%b>' % (row[1], row[2], row[1]), key=len)


def _end_of_first(line: bytes, tag: bytes) -> int:
    """Where the element ends that a line begins with."""
    depth = 0
    for found in re.finditer(rb"<(/?)%b[ >]" % tag, line):
        depth += -1 if found[1] else 1
        if depth == 0:
            return found.end()
    return -1
