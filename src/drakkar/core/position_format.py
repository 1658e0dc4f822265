"""The format of positions: the keys that name it and the Drakkar that wrote it, and the refusal of other formats."""

from typing import Any, Final

from drakkar.core.errors import WrongVersion
from drakkar.core.excerpt import quoted
from drakkar.core.position import Document
from drakkar.core.version import VERSION, other_version

FORMAT: Final = 2
# In place of `sides`; a position of format 1 has no `format`.
OLD_SIDES: Final = "clans"


def signature() -> dict[str, Any]:
    """The keys of a written position that name its format and its Drakkar."""
    return {"format": FORMAT, "written_by": f"Drakkar {VERSION}"}


def writer_of(document: Document) -> str:
    """The Drakkar that wrote a position; empty if it does not say."""
    writer = document.get("written_by")
    return writer.removeprefix("Drakkar ") if isinstance(writer, str) else ""


def check_format(document: Document) -> None:
    """WrongVersion if a position is of another format. A position without a `format` is of format 2."""
    writer, found = writer_of(document), document.get("format")
    if found is None and document.has(OLD_SIDES) and not document.has("sides"):
        raise _other(document, "1", writer or "0.1", OLD_SIDES)
    if found is None or found == FORMAT:
        return
    if not isinstance(found, int) or found < 1:
        raise document.wrong(f"format is {quoted(found)}, and must be a number from 1", "format")
    raise _other(document, str(found), writer, "format")


def _other(document: Document, number: str, writer: str, key: str) -> WrongVersion:
    refusal = other_version("this position is format", number, writer, f"format {FORMAT}")
    return WrongVersion(refusal, document.line_of((key,)))
