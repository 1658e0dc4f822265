"""Every address has a budget of CPU time, and its work runs one piece at a time."""

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import thread_time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from drakkar.server.api.metering import Metered, in_thread, metered
from drakkar.server.api.rate_limiter import RESERVE, Limits, RateLimiter, network_of
from drakkar.server.log.errors import Refused
from tests.server.fake_clock import FakeClock
from tests.server.running import running


def burn(seconds: float) -> None:
    """Use CPU time of this thread."""
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def guarded(**limits: Any) -> RateLimiter:
    """A rate limiter whose clock stands still."""
    return RateLimiter(Limits(**limits), FakeClock())


# --- Budgets


def test_an_address_that_has_used_its_cpu_time_is_refused_until_it_has_some_again() -> None:
    guard = guarded(cpu=0.25, cpu_at_once=2)
    guard.charge("here")(2.5)
    with pytest.raises(Refused) as refusal:
        guard.check("here")
    assert refusal.value.code == "too_fast"
    assert refusal.value.retry == pytest.approx(3.0)
    guard.check("there")
    guard.clock.seconds += refusal.value.retry  # type: ignore[attr-defined]
    guard.check("here")


def test_acts_may_overdraw_the_budget_by_the_reserve_and_no_more() -> None:
    guard = guarded(cpu=0.25, cpu_at_once=2)
    guard.charge("here")(2.0 + RESERVE / 2)
    guard.check("here", RESERVE)
    guard.charge("here")(RESERVE)
    with pytest.raises(Refused):
        guard.check("here", RESERVE)


def test_without_a_budget_nothing_is_refused_and_the_time_is_still_known() -> None:
    guard = guarded(cpu=0)
    guard.charge("here")(1000)
    guard.check("here")
    assert guard.used == {"here": 1000}


def test_a_client_that_ignores_refusals_is_kept_out_for_a_moment() -> None:
    guard = guarded()
    ignored = [guard.refused("here") for _ in range(300)]
    assert ignored.index(True) == 200
    assert guard.is_kept_out("here")
    assert not guard.is_kept_out("there")
    guard.clock.seconds += 3  # type: ignore[attr-defined]
    assert not guard.is_kept_out("here")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


# --- Metering


def test_only_the_steps_of_a_coroutine_are_charged_and_its_errors_pass_through() -> None:
    charged: list[float] = []

    async def work() -> str:
        burn(0.01)
        await asyncio.sleep(0.05)
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.01)
        except TimeoutError:
            burn(0.01)
        return "done"

    async def test() -> None:
        assert await Metered(work(), charged.append) == "done"
        used = sum(charged)
        assert used >= 0.02, "what was burnt"
        task = asyncio.create_task(metered(asyncio.sleep(60), charged.append))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(ZeroDivisionError):
            await Metered(failing(), charged.append)

    async def failing() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    asyncio.run(test())


def test_work_in_a_thread_is_charged_whether_it_fails_or_not() -> None:
    charged: list[float] = []

    def fail() -> None:
        burn(0.005)
        raise ZeroDivisionError

    async def test() -> None:
        with ThreadPoolExecutor(1) as threads:
            assert await in_thread(threads, lambda: 7, charged.append) == 7
            with pytest.raises(ZeroDivisionError):
                await in_thread(threads, fail, charged.append)
        assert len(charged) == 2
        assert charged[1] >= 0.005

    asyncio.run(test())


# --- Turns


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test with a timeout, in case it hangs."""
    asyncio.run(asyncio.wait_for(work, 30))


def test_of_many_messages_of_one_address_others_wait_for_one_at_most() -> None:
    async def test() -> None:
        guard, order = guarded(), list[str]()

        async def message(address: str, name: str) -> None:
            async with guard.turn(address):
                order.append(name)

        flood = [asyncio.create_task(message("flood", f"flood {number}")) for number in range(50)]
        await asyncio.sleep(0)
        neighbour = asyncio.create_task(message("here", "neighbour"))
        await asyncio.gather(neighbour, *flood)
        assert order.index("neighbour") <= 2
        assert [name for name in order if name != "neighbour"] == [f"flood {number}" for number in range(50)]
        await asyncio.sleep(0.01)
        assert not guard._turns, "nothing is kept of addresses that are done"

    run(test())


def test_more_than_may_wait_are_refused_and_those_who_leave_free_their_place() -> None:
    async def test() -> None:
        guard, gate, done = guarded(waiting=2), asyncio.Event(), list[int]()

        async def work(number: int) -> None:
            async with guard.turn("here"):
                await gate.wait()
                done.append(number)

        first, second, third = (asyncio.create_task(work(number)) for number in range(3))
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refusal:
            await work(3)
        assert refusal.value.code == "too_many"
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        gate.set()
        await asyncio.gather(first, third)
        assert done == [0, 2]

    run(test())


# --- Over a real socket


def test_sockets_that_go_on_asking_without_cpu_time_are_closed(tmp_path: Path) -> None:
    with running(tmp_path, "--cpu-budget", "0.001", "--cpu-burst", "0.5") as server:
        table, _ = server.found("person", "person")
        with server.client(table) as client:
            codes = list[str]()
            with contextlib.suppress(ConnectionClosed):
                for number in range(5_000):
                    client.socket.send(json.dumps({"do": "sync", "id": number}))
                    answer = json.loads(client.socket.recv(30))
                    if answer["is"] == "refused":
                        assert answer["retry"] > 0
                        codes.append(answer["code"])
            assert client.socket.close_code == 1008
        assert set(codes) <= {"too_fast", "too_many"}
        assert codes
