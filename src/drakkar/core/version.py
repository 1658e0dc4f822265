"""The version of Drakkar, and the sentence that refuses what another version wrote."""

from typing import Final

from drakkar.core.excerpt import QUOTED, excerpt

# pyproject.toml has the same number.
VERSION: Final = "0.2.0"


def other_version(what: str, number: str, writer: str, known: str) -> str:
    """The refusal: "this record is format 3, written by Drakkar 0.4.0; this Drakkar 0.2.0 reads format 2".

    Args:
        what: the thing and the kind of its number: "this record is format".
        number: its number.
        writer: the Drakkar that wrote it; empty if it does not say.
        known: what this Drakkar reads: "format 2".
    """
    by = f", written by Drakkar {excerpt(writer, QUOTED)}" if writer else ""
    return f"{what} {excerpt(number, QUOTED)}{by}; this Drakkar {VERSION} reads {known}"
