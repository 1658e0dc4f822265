"""Asynchronous tests without a plugin."""

import asyncio
from collections.abc import Coroutine
from typing import Any


def finish(session: Coroutine[Any, Any, object], seconds: float = 60) -> None:
    """Run it to its end; what hangs fails."""
    asyncio.run(asyncio.wait_for(session, seconds))
