"""Bots run in their own processes, and every decision is answered, whatever happens to a process."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

import drakkar
from drakkar.bots import make
from drakkar.core.hosting import game_of, origin_of, questions
from drakkar.server.live.bot_pool import BotFailed, BotPool, PoolClosed, Task
from drakkar.server.live.bot_worker import CACHE_SIZE, MatchCache
from tests.server.running import is_running

FAULTY = "tests.server.faulty_bots"
FOR_LONG = "mcts:seconds=600"


def task_of(match: drakkar.Match, bot: str, seat: int | None = None, bot_seed: int = 5) -> Task:
    """The decision that a match waits for, as a task for a bot."""
    spell = game_of(match).book.notation.spell
    choices = [(played.seat, spell(played.code, in_full=True)) for played in match.history]
    seat = match.pending[0].seat if seat is None else seat
    begun = (match.title, list(match.sides), dict(match.rulings), match.seed, origin_of(match))
    return Task(*begun, choices, seat, bot, bot_seed)


def chosen_here(match: drakkar.Match, bot: str, bot_seed: int = 5) -> str:
    """The choice of the same bot in this process."""
    decision = match.pending[0]
    choice = make(bot, bot_seed).choose(match.view(decision.seat), decision)
    return game_of(match).book.notation.spell(choice.code, in_full=True)


def a_match(choices: int = 0, seed: int = 3, seats: int = 3) -> drakkar.Match:
    """A match after this many choices of the policy bot."""
    match = drakkar.new("blood_rage", seats, seed)
    for _ in range(choices):
        match.play(match.pending[0].seat, chosen_here(match, "policy"))
    return match


def is_left(pid: int) -> bool:
    """Whether a process still exists."""
    return Path(f"/proc/{pid}").exists()


def threads(pid: int) -> int:
    """The number of threads of a process."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def wait_until(holds: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait in a test without an event loop."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it does not come to pass"
        time.sleep(0.02)


@asynccontextmanager
async def thinking(workers: int, faulty: bool = False) -> AsyncIterator[BotPool]:
    """A pool that leaves no process behind."""
    bot_pool = BotPool(workers, program=FAULTY) if faulty else BotPool(workers)
    pids = set[int]()
    try:
        yield bot_pool
        pids.update(bot_pool.pids)
    finally:
        await bot_pool.close()
    assert bot_pool.pids == []
    assert not any(map(is_left, pids)), "each has ended, and was waited for"


async def in_thought(bot_pool: BotPool, *tasks: Task) -> list[asyncio.Task[str]]:
    """Start these decisions; the first one is already running in a process that was ready."""
    await bot_pool.choose(task_of(a_match(), "random"))
    thoughts = [asyncio.create_task(bot_pool.choose(task)) for task in tasks]
    await asyncio.sleep(0.1)
    return thoughts


def test_a_process_chooses_what_the_same_bot_would_choose_here() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match()
            for decision in reversed(match.pending):
                choice = await bot_pool.choose(task_of(match, "policy", decision.seat))
                assert match.why_not(decision.seat, choice) is None
            for turn in range(40):
                bot = ("policy", "karl", "random", "mcts:iterations=3,style=loki")[turn % 4]
                choice = await bot_pool.choose(task_of(match, bot))
                assert choice == chosen_here(match, bot)
                match.play(match.pending[0].seat, choice)
            assert (bot_pool.restarts, bot_pool.failures) == (0, 0)

    asyncio.run(scene())


def test_a_match_that_begins_with_a_position_is_thought_about_too() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = drakkar.set_up(a_match(60).position())
            for _ in range(3):
                choice = await bot_pool.choose(task_of(match, "karl"))
                assert choice == chosen_here(match, "karl")
                match.play(match.pending[0].seat, choice)

    asyncio.run(scene())


def test_a_choice_that_was_taken_back_is_forgotten() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match()
            seat = match.pending[0].seat
            for choice in match.pending[0].choices[:3]:
                match.play(seat, choice)
                for bot in ("karl", "policy"):
                    assert await bot_pool.choose(task_of(match, bot)) == chosen_here(match, bot)
                match.undo(seat)
                assert await bot_pool.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert bot_pool.failures == 0

    asyncio.run(scene())


def test_what_was_rebuilt_is_kept_and_only_what_is_new_is_played() -> None:
    cache, match = MatchCache(), a_match(12)
    kept = cache.rebuild(task_of(match, "karl"))
    match.play(match.pending[0].seat, match.pending[0].choices[0])
    assert cache.rebuild(task_of(match, "karl")) is kept
    assert kept.record() == match.record()
    shorter = a_match(5)
    anew = cache.rebuild(task_of(shorter, "karl"))
    assert anew is not kept
    assert anew.record() == shorter.record()


def test_a_process_remembers_the_latest_tables_only() -> None:
    cache = MatchCache()
    for seed in range(CACHE_SIZE + 3):
        cache.rebuild(task_of(a_match(1, seed), "karl"))
    assert len(cache.kept) == CACHE_SIZE
    first = cache.rebuild(task_of(a_match(1, 3), "karl"))
    cache.rebuild(task_of(a_match(1, 0), "karl"))
    assert cache.rebuild(task_of(a_match(1, 3), "karl")) is first


def test_a_task_that_cannot_be_played_leaves_nothing_in_memory() -> None:
    cache, task = MatchCache(), task_of(a_match(4), "karl")
    cache.rebuild(task)
    with pytest.raises(drakkar.ChoiceError):
        cache.rebuild(msgspec.structs.replace(task, choices=[*task.choices, (0, "fly")]))
    assert not cache.kept


@pytest.mark.thorough
def test_fifty_decisions_at_once_are_shared_by_two_processes() -> None:
    async def scene() -> None:
        async with thinking(2) as bot_pool:
            matches = [a_match(seed % 7, seed) for seed in range(50)]
            choices = await asyncio.gather(*(bot_pool.choose(task_of(match, "karl")) for match in matches))
            assert choices == [chosen_here(match, "karl") for match in matches]
            assert len(bot_pool.pids) == 2
            assert (bot_pool.restarts, bot_pool.failures) == (0, 0)

    asyncio.run(scene())


def test_a_process_that_is_killed_in_the_midst_of_a_thought_costs_nobody_a_move() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match(9)
            (thought,) = await in_thought(bot_pool, task_of(match, "mcts:seconds=0.5"))
            (first,) = bot_pool.pids
            assert not thought.done()
            os.kill(first, signal.SIGKILL)
            assert match.why_not(match.pending[0].seat, await thought) is None
            assert (bot_pool.restarts, bot_pool.failures) == (1, 0)
            assert first not in bot_pool.pids

    asyncio.run(scene())


@pytest.mark.thorough
def test_the_thoughts_of_others_go_on_when_a_process_dies() -> None:
    async def scene() -> None:
        async with thinking(2, faulty=True) as bot_pool:
            match = a_match(9)
            others = [bot_pool.choose(task_of(match, "karl", bot_seed=seed)) for seed in range(12)]
            bad, *good = await asyncio.gather(
                bot_pool.choose(task_of(match, "suicide")), *others, return_exceptions=True
            )
            assert isinstance(bad, BotFailed)
            assert good == [chosen_here(match, "karl", seed) for seed in range(12)]
            assert (bot_pool.restarts, bot_pool.failures) == (3, 1)

    asyncio.run(scene())


def test_a_process_that_dies_while_nobody_needs_it_is_replaced() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match()
            await bot_pool.choose(task_of(match, "karl"))
            (pid,) = bot_pool.pids
            os.kill(pid, signal.SIGKILL)
            assert await bot_pool.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert (bot_pool.restarts, bot_pool.failures) == (1, 0)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("bot", "restarts", "kind"),
    [
        ("glutton", 3, "ProcessDied"),
        ("tattler", 0, "ValueError"),
        ("cheat", 0, "IllegalChoice"),
        ("nobody", 0, "BadArgument"),
    ],
)
def test_a_bot_that_cannot_choose_has_failed_and_no_other_chooses_for_it(bot: str, restarts: int, kind: str) -> None:
    async def scene() -> None:
        async with thinking(1, faulty=True) as bot_pool:
            match = a_match(20)
            with pytest.raises(BotFailed) as failure:
                await bot_pool.choose(task_of(match, bot))
            assert failure.value.kind == kind
            assert (bot_pool.restarts, bot_pool.failures) == (restarts, 1)

    asyncio.run(scene())


@pytest.mark.parametrize(("is_attended", "timeout", "takes"), [(True, 0.5, 1.0), (False, 0.05, 2.0)])
def test_a_bot_that_hangs_is_ended_later_where_no_person_waits(is_attended: bool, timeout: float, takes: float) -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match(20)
            assert await bot_pool.choose(task_of(match, "karl"), "", lambda: is_attended) == chosen_here(match, "karl")
            bot_pool.timeout = timeout
            begun = time.monotonic()
            with pytest.raises(BotFailed, match="TimeoutError"):
                await bot_pool.choose(task_of(match, FOR_LONG), "", lambda: is_attended)
            assert time.monotonic() - begun >= takes
            assert (bot_pool.restarts, bot_pool.failures) == (2, 1)
            assert bot_pool.pids == []

    asyncio.run(scene())


@pytest.mark.thorough
def test_a_process_that_is_stopped_costs_nobody_a_move() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match(20)
            await bot_pool.choose(task_of(match, "karl"))
            bot_pool.timeout = 5.0
            os.kill(bot_pool.pids[0], signal.SIGSTOP)
            assert await bot_pool.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert (bot_pool.restarts, bot_pool.failures) == (1, 0)

    asyncio.run(scene())


def test_what_goes_wrong_is_told_without_what_is_hidden(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    match = a_match(20)

    async def scene() -> None:
        async with thinking(1, faulty=True) as bot_pool:
            for bot in ("tattler", "suicide"):
                with pytest.raises(BotFailed):
                    await bot_pool.choose(task_of(match, bot, bot_seed=987654))
            await bot_pool.choose(task_of(match, "printer", bot_seed=987654))

    asyncio.run(scene())
    ours = [record.getMessage() for record in caplog.records if record.name == "drakkar.server"]
    assert ours[0].startswith("a bot has failed: ValueError at faulty_bots.py:")
    assert ours[1:] == ["a worker process is lost (signal 11)"] * 3
    assert "987654" not in caplog.text
    assert all(str(choice) not in caplog.text for choice in match.pending[0].choices)
    assert capfd.readouterr() == ("", "")


def test_a_task_that_the_rules_refuse_is_refused() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match(40)
            (seat,) = questions(match)
            with pytest.raises(drakkar.NotYourDecision):
                await bot_pool.choose(task_of(match, "karl", (seat + 1) % 3))
            assert bot_pool.failures == 0

    asyncio.run(scene())


@pytest.mark.thorough
def test_a_program_that_cannot_be_run_is_a_failure(capfd: pytest.CaptureFixture[str]) -> None:
    async def scene() -> None:
        bot_pool = BotPool(1, program="tests.server.no_such_program")
        match = a_match(4)
        with pytest.raises(BotFailed, match="ProcessDied"):
            await bot_pool.choose(task_of(match, "karl"))
        assert (bot_pool.restarts, bot_pool.failures) == (3, 1)
        await bot_pool.close()

    asyncio.run(scene())
    assert "no_such_program" in capfd.readouterr().err


@pytest.mark.thorough
def test_the_loop_goes_on_while_bots_think_die_and_are_replaced() -> None:
    async def scene() -> None:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.005)
                ticks += 1

        match = a_match(30)
        tasks = [task_of(match, bot) for bot in ("suicide", "mcts:seconds=0.5", "tattler", "karl")]
        ticker = asyncio.ensure_future(tick())
        async with thinking(2, faulty=True) as bot_pool:
            await asyncio.gather(*map(bot_pool.choose, tasks), return_exceptions=True)
        ticker.cancel()
        assert ticks > 20

    asyncio.run(scene())


@pytest.mark.thorough
def test_whoever_does_not_wait_any_more_leaves_nothing_behind() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match(9)
            thoughts = await in_thought(bot_pool, *[task_of(match, "mcts:seconds=0.5")] * 200)
            begun = time.monotonic()
            for thought in thoughts:
                thought.cancel()
            assert all(
                isinstance(end, asyncio.CancelledError)
                for end in await asyncio.gather(*thoughts, return_exceptions=True)
            )
            assert await bot_pool.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert time.monotonic() - begun < 50.0, "what had not been begun is not thought about"
            assert (bot_pool.restarts, bot_pool.failures) == (0, 0)

    asyncio.run(scene())


def test_closing_ends_what_still_thinks_and_what_is_only_starting() -> None:
    async def scene() -> None:
        for pause in (0.0, 0.02, 0.1, 1.0):
            bot_pool, match = BotPool(2), a_match(9)
            thoughts = [asyncio.ensure_future(bot_pool.choose(task_of(match, FOR_LONG))) for _ in range(6)]
            await asyncio.sleep(pause)
            pids = bot_pool.pids
            await asyncio.wait_for(bot_pool.close(), 60)
            assert all(isinstance(end, PoolClosed) for end in await asyncio.gather(*thoughts, return_exceptions=True))
            assert not any(map(is_left, pids))
            assert (bot_pool.restarts, bot_pool.failures) == (0, 0)
            await bot_pool.close()
            with pytest.raises(PoolClosed):
                await bot_pool.choose(task_of(match, "karl"))

    asyncio.run(scene())


def test_a_server_that_is_killed_takes_its_bots_with_it() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "tests.server.slow_server", FOR_LONG, "random"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:  # noqa: S603
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2, "one thinks, one is idle"
        assert all(map(is_running, pids))
        server.kill()
    wait_until(lambda: not any(map(is_running, pids)), 5.0)


def test_ctrl_c_is_left_to_the_server_and_people_come_first() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match = a_match()
            await bot_pool.choose(task_of(match, "random"))
            (pid,) = bot_pool.pids
            os.kill(pid, signal.SIGINT)
            assert os.getpgid(pid) != os.getpgid(0)
            assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
            assert threads(pid) == 1
            assert await bot_pool.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert bot_pool.restarts == 0

    asyncio.run(scene())


# --- Tables share the processes


def test_a_quick_bot_does_not_wait_for_bots_that_think_long() -> None:
    async def scene() -> None:
        async with thinking(2) as bot_pool:
            match = a_match(20)
            bot_pool._takes["blood_rage", FOR_LONG] = 600.0  # as its earlier decisions would have shown
            thoughts = [
                asyncio.create_task(bot_pool.choose(task_of(match, FOR_LONG), f"slow {number}")) for number in range(3)
            ]
            await asyncio.sleep(0.1)
            assert await bot_pool.choose(task_of(match, "karl"), "quick") == chosen_here(match, "karl")
            assert bot_pool.waiting == 2, "one process was left for quick bots"
            for thought in thoughts:
                thought.cancel()

    asyncio.run(scene())


def test_of_two_tables_the_one_goes_first_that_has_had_less() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match, finished = a_match(20), list[str]()

            async def decide(table: str) -> None:
                await bot_pool.choose(task_of(match, "karl"), table)
                finished.append(table)

            await decide("greedy")
            queued = [asyncio.create_task(decide("greedy")) for _ in range(4)]
            await asyncio.sleep(0)
            queued.append(asyncio.create_task(decide("modest")))
            await asyncio.gather(*queued)
            assert finished.index("modest") <= 2, "behind the one that was begun before"

    asyncio.run(scene())


def test_bots_of_a_table_without_people_think_with_the_lowest_priority() -> None:
    async def scene() -> None:
        async with thinking(2) as bot_pool:
            match = a_match()
            await bot_pool.choose(task_of(match, "random"), "watched")
            (watched,) = bot_pool.pids
            await bot_pool.choose(task_of(match, "random"), "empty", lambda: False)
            (empty,) = set(bot_pool.pids) - {watched}
            assert os.getpriority(os.PRIO_PROCESS, empty) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 19)
            assert os.getpriority(os.PRIO_PROCESS, watched) < os.getpriority(os.PRIO_PROCESS, empty)

    asyncio.run(scene())


def test_a_table_that_people_come_to_is_thought_about_at_once() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match, people = a_match(9), list[str]()
            blocking = asyncio.create_task(bot_pool.choose(task_of(match, FOR_LONG), "a", lambda: False))
            waiting = asyncio.create_task(bot_pool.choose(task_of(match, "karl"), "b", lambda: bool(people)))
            await asyncio.sleep(0.1)
            assert bot_pool.waiting == 1
            people.append("Astrid")
            bot_pool.schedule()
            assert await asyncio.wait_for(waiting, 60) == chosen_here(match, "karl")
            blocking.cancel()

    asyncio.run(scene())


def test_a_process_without_cpu_time_does_not_hold_up_a_table_that_people_come_to() -> None:
    async def scene() -> None:
        async with thinking(1) as bot_pool:
            match, people = a_match(9), list[str]()
            await bot_pool.choose(task_of(match, "random"), "a", lambda: False)
            (starved,) = bot_pool.pids
            os.kill(starved, signal.SIGSTOP)
            waiting = asyncio.create_task(bot_pool.choose(task_of(match, "karl"), "a", lambda: bool(people)))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            people.append("Astrid")
            bot_pool.schedule()
            assert await asyncio.wait_for(waiting, 25) == chosen_here(match, "karl")
            assert is_running(starved)

    asyncio.run(scene())
