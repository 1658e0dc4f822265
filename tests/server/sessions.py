"""Asynchronous tests without a plugin."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def finish(session: Coroutine[Any, Any, T], seconds: float = 60) -> T:
    """Run a coroutine and return its result; fails if it hangs."""
    return asyncio.run(asyncio.wait_for(session, seconds))
