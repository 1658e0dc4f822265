"""A server whose bots think for a long time, for tests that kill it. It prints its worker processes."""

import asyncio
import sys

import drakkar
from drakkar.server.live.bot_pool import BotPool, Task


async def think_for_long(bots: list[str]) -> None:
    """Start one process per bot."""
    clans = list(drakkar.new("blood_rage", 2, 1).sides)
    bot_pool = BotPool(len(bots), timeout=600.0)
    thoughts = [
        asyncio.ensure_future(bot_pool.choose(Task("blood_rage", clans, {}, 1, "", [], 0, bot, 0))) for bot in bots
    ]
    await asyncio.wait(thoughts, timeout=600.0, return_when=asyncio.FIRST_COMPLETED)
    # One of them has answered and is idle now.
    await asyncio.sleep(0.2)
    print(*bot_pool.pids, flush=True)
    await asyncio.wait(thoughts)


if __name__ == "__main__":
    asyncio.run(think_for_long(sys.argv[1:]))
