"""Forged records."""

from drakkar.core.record import _check, _lines
from drakkar.core.version import VERSION


def sealed(text: str) -> str:
    """An edited record with a matching checksum, so that only a replay can find the fault."""
    lines = [line.text for line in _lines(text) if not line.text.startswith(("#=", "end "))]
    body = text[: text.index("\nend ")]
    choices = sum(line.split(".")[0].isdecimal() for line in lines)
    return f"{body}\nend {choices} choices, check {_check(lines)} # Drakkar {VERSION}\n"
