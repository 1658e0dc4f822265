"""Optional packages: an import error names the extra that has them."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ModuleNotFoundError):
    """A package is not installed; the message names the extra that has it."""


@contextmanager
def from_extra(name: str) -> Iterator[None]:
    """Import packages of an extra in this context."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "drakkar").startswith("drakkar"):
            raise
        message = f"this needs {error.name}, which is in the extra {name}: pip install 'drakkar[{name}]'"
        raise MissingExtra(message, name=error.name) from error
