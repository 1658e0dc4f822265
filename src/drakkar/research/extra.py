"""What others wrote and drakkar does not need to be played: whoever misses it is told which extra brings it."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ModuleNotFoundError):
    """A package is not installed; the message says what brings it."""


@contextmanager
def from_extra(name: str) -> Iterator[None]:
    """Import packages of an extra inside."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "drakkar").startswith("drakkar"):
            raise
        message = f"this needs {error.name}, which is in the extra {name}: pip install 'drakkar[{name}]'"
        raise MissingExtra(message, name=error.name) from error
