"""The bounds of what every store takes: names, numbers and sizes."""

from typing import Final

from drakkar.server.log.store import NoSuchTable, StoreError

LARGEST_NUMBER: Final = 2**63 - 1  # the largest integer of both databases
LARGEST_ENTRY: Final = 64 * 2**20  # bytes; a larger one could fail a whole group of writes


def check_names(*names: str) -> None:
    """NoSuchTable if a name has a lone surrogate, which cannot be stored."""
    try:
        "".join(names).encode()
    except UnicodeEncodeError:
        raise NoSuchTable("no table can have such a name") from None


def in_range(number: int) -> int:
    """The nearest number that can be stored and is not negative."""
    return min(max(number, 0), LARGEST_NUMBER)


def check_size(entry: bytes) -> None:
    """StoreError if an entry is too large."""
    if len(entry) > LARGEST_ENTRY:
        raise StoreError(f"an entry may have {LARGEST_ENTRY} bytes, and this one has {len(entry)}")


def length_of(version: int) -> int:
    """An expected length of a log, as a number that can be stored; one out of range matches no log."""
    return version if 0 < version < LARGEST_NUMBER else LARGEST_NUMBER
