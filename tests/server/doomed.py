"""A server that thinks for a long time: it is there to be killed. It prints its bots' processes."""

import asyncio
import sys

import drakkar
from drakkar.server.thinkers import Task, Thinkers


async def think_for_long(bots: list[str]) -> None:
    """One process for each bot."""
    clans = list(drakkar.new("blood_rage", 2, 1).clans)
    thinkers = Thinkers(len(bots), patience=600.0)
    thoughts = [
        asyncio.ensure_future(thinkers.choose(Task("blood_rage", clans, {}, 1, "", [], 0, bot, 0))) for bot in bots
    ]
    await asyncio.wait(thoughts, timeout=600.0, return_when=asyncio.FIRST_COMPLETED)
    # One has answered, and is idle now.
    await asyncio.sleep(0.2)
    print(*thinkers.pids, flush=True)
    await asyncio.wait(thoughts)


if __name__ == "__main__":
    asyncio.run(think_for_long(sys.argv[1:]))
