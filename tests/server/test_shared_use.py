"""Limits that hold on all servers of a database together: what servers tell each other."""

import asyncio

import pytest

from drakkar.server.api.rate_limiter import Limits, RateLimiter
from drakkar.server.api.shared_use import TELL_AFTER, SharedUse
from drakkar.server.log.errors import Refused
from drakkar.server.log.peers import News, decode_news, encode_news
from tests.server.fake_clock import FakeClock

LIMITS = Limits(requests=1, requests_at_once=8, connections=4)


class Fleet:
    """Some servers; what one tells, the others hear, in the form in which it travels."""

    def __init__(self, number: int) -> None:
        self.clock = FakeClock()
        self.limiters = [RateLimiter(LIMITS, self.clock) for _ in range(number)]
        self.told: list[News] = []
        self.shared = [
            SharedUse(limiter, self.clock, lambda news, at=at: self.tell(at, news))  # type: ignore[misc]
            for at, limiter in enumerate(self.limiters)
        ]

    def tell(self, sender: int, news: News) -> None:
        heard = decode_news(encode_news(news))
        assert heard is not None
        self.told.append(heard)
        for at, shared in enumerate(self.shared):
            if at != sender:
                shared.hear(f"server {sender}", heard.more)

    async def pause(self, seconds: float = 0.0) -> None:
        await asyncio.sleep(self.clock.rest)  # what has just begun waits by the clock of now
        self.clock.seconds += seconds
        for _ in range(20):  # each turn is longer than the rest of the clock's waiters
            await asyncio.sleep(2 * self.clock.rest)


def used_up(limiter: RateLimiter) -> int:
    """The requests that an address may still make at once."""
    done = 0
    while True:
        try:
            limiter.request("here")
        except Refused:
            return done
        done += 1


def test_what_is_used_at_one_server_is_missing_at_the_others() -> None:
    async def run() -> None:
        fleet = Fleet(3)
        assert used_up(fleet.limiters[0]) == 8
        await fleet.pause()
        assert [used_up(limiter) for limiter in fleet.limiters] == [0, 0, 0]
        fleet.limiters[1].request("there")
        await fleet.pause(2.0)
        # Two seconds have refilled two tokens; whoever takes them takes them from all.
        assert used_up(fleet.limiters[2]) == 2
        await fleet.pause(TELL_AFTER)
        assert used_up(fleet.limiters[1]) <= 1

    asyncio.run(run())


def test_small_use_is_told_after_a_second_in_one_message() -> None:
    async def run() -> None:
        fleet = Fleet(2)
        for address in ("a", "b", "c"):
            fleet.limiters[0].charge(address)(0.01)
        await fleet.pause()
        assert not fleet.told
        await fleet.pause(TELL_AFTER)
        (news,) = fleet.told
        assert set(news.more) == {"a", "b", "c"}

    asyncio.run(run())


def test_sockets_are_counted_together_and_those_of_a_dead_server_are_forgotten() -> None:
    async def run() -> None:
        fleet = Fleet(2)
        for _ in range(3):
            fleet.limiters[0].connect("here")
        await fleet.pause(TELL_AFTER)
        fleet.limiters[1].connect("here")
        with pytest.raises(Refused):
            fleet.limiters[1].connect("here")
        fleet.limiters[0].disconnect("here")
        await fleet.pause(TELL_AFTER)
        fleet.limiters[1].connect("here")
        fleet.shared[1].keep({"server 7"})
        fleet.limiters[1].connect("here")
        fleet.limiters[1].connect("here")

    asyncio.run(run())


@pytest.mark.parametrize("told", [None, 7, ["here"], {"here": "much"}, {"here": ["x"]}, {"here": [-5, -1.0]}, {}])
def test_news_that_cannot_be_read_takes_nothing(told: object) -> None:
    async def run() -> None:
        fleet = Fleet(1)
        fleet.shared[0].hear("another", told)
        assert used_up(fleet.limiters[0]) == 8
        await fleet.pause()

    asyncio.run(run())


def test_news_of_a_later_version_may_have_more_fields() -> None:
    async def run() -> None:
        fleet = Fleet(1)
        fleet.shared[0].hear("another", {"here": [0, 5.0, 0.0, 0.0, 0.0, "more"]})
        assert used_up(fleet.limiters[0]) == 3
        await fleet.pause()

    asyncio.run(run())
