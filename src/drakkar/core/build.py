"""Which build of the engine runs: the compiled one or plain Python."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr

__all__ = ["build", "mypyc_attr"]


def build() -> str:
    """Which build of the engine runs: `compiled` or `plain` Python. Both play the same.

    >>> drakkar.build() in ("compiled", "plain")
    True
    """
    return "plain" if hasattr(build, "__code__") else "compiled"


def _no_attr(**_: bool) -> Callable[[type], type]:
    return _as_it_is


def _as_it_is(made: type) -> type:
    return made


# `@mypyc_attr(allow_interpreted_subclasses=True)` lets plain classes subclass compiled ones.
globals().update(mypyc_attr=_no_attr)
