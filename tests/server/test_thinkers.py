"""Bots think in processes of their own, and whatever becomes of those, every decision is answered."""

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
from drakkar.server.thinkers import Closed, Task, Thinkers
from drakkar.server.thinking import KEPT, Memory, stand_in

STRANGE = "tests.server.strange_thinking"
FOR_LONG = "mcts:seconds=600"


def task_of(match: drakkar.Match, bot: str, seat: int | None = None, bot_seed: int = 5) -> Task:
    """The decision that a match waits for, to be made by a bot."""
    spell = match.game.book.notation.spell
    choices = [(played.seat, spell(played.code, in_full=True)) for played in match.history]
    seat = match.pending[0].seat if seat is None else seat
    begun = (match.game.title, list(match.clans), dict(match.settings), match.seed, match.origin)
    return Task(*begun, choices, seat, bot, bot_seed)


def chosen_here(match: drakkar.Match, bot: str, bot_seed: int = 5) -> str:
    """What the same bot chooses in this process."""
    decision = match.pending[0]
    choice = make(bot, bot_seed).choose(match.view(decision.seat), decision)
    return match.game.book.notation.spell(choice.code, in_full=True)


def a_match(choices: int = 0, seed: int = 3, seats: int = 3) -> drakkar.Match:
    """A match after so many choices of instinct."""
    match = drakkar.new("blood_rage", seats, seed)
    for _ in range(choices):
        match.play(match.pending[0].seat, chosen_here(match, "instinct"))
    return match


def is_running(pid: int) -> bool:
    """Whether a process, of whatever parent, is there and not a corpse."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


def is_left(pid: int) -> bool:
    """Whether anything is left of a process."""
    return Path(f"/proc/{pid}").exists()


def threads(pid: int) -> int:
    """How many a process has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def wait_until(holds: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait in a test that has no loop."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it does not come to pass"
        time.sleep(0.02)


@asynccontextmanager
async def thinking(workers: int, strange: bool = False) -> AsyncIterator[Thinkers]:
    """Thinkers that leave nothing behind."""
    thinkers = Thinkers(workers, program=STRANGE) if strange else Thinkers(workers)
    pids = set[int]()
    try:
        yield thinkers
        pids.update(thinkers.pids)
    finally:
        await thinkers.close()
    assert thinkers.pids == []
    assert not any(map(is_left, pids)), "each has ended, and was waited for"


async def in_thought(thinkers: Thinkers, *tasks: Task) -> list[asyncio.Task[str]]:
    """Thoughts of which the first has been begun, by a process that was ready."""
    await thinkers.choose(task_of(a_match(), "random"))
    thoughts = [asyncio.create_task(thinkers.choose(task)) for task in tasks]
    await asyncio.sleep(0.1)
    return thoughts


def test_a_process_chooses_what_the_same_bot_would_choose_here() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match()
            for decision in reversed(match.pending):
                choice = await thinkers.choose(task_of(match, "instinct", decision.seat))
                assert match.why_not(decision.seat, choice) is None
            for turn in range(40):
                bot = ("instinct", "karl", "random", "jarl:iterations=3,style=loki")[turn % 4]
                choice = await thinkers.choose(task_of(match, bot))
                assert choice == chosen_here(match, bot)
                match.play(match.pending[0].seat, choice)
            assert (thinkers.restarts, thinkers.fallbacks) == (0, 0)

    asyncio.run(scene())


def test_a_match_that_begins_with_a_position_is_thought_about_too() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = drakkar.set_up(a_match(60).position())
            for _ in range(3):
                choice = await thinkers.choose(task_of(match, "karl"))
                assert choice == chosen_here(match, "karl")
                match.play(match.pending[0].seat, choice)

    asyncio.run(scene())


def test_a_choice_that_was_taken_back_is_forgotten() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match()
            seat = match.pending[0].seat
            for option in match.pending[0].options[:3]:
                match.play(seat, option)
                for bot in ("karl", "instinct"):
                    assert await thinkers.choose(task_of(match, bot)) == chosen_here(match, bot)
                match.undo(seat)
                assert await thinkers.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert thinkers.fallbacks == 0

    asyncio.run(scene())


def test_what_was_rebuilt_is_kept_and_only_what_is_new_is_played() -> None:
    memory, match = Memory(), a_match(12)
    kept = memory.recall(task_of(match, "karl"))
    match.play(match.pending[0].seat, match.pending[0].options[0])
    assert memory.recall(task_of(match, "karl")) is kept
    assert kept.record() == match.record()
    shorter = a_match(5)
    anew = memory.recall(task_of(shorter, "karl"))
    assert anew is not kept
    assert anew.record() == shorter.record()


def test_a_process_remembers_the_latest_tables_only() -> None:
    memory = Memory()
    for seed in range(KEPT + 3):
        memory.recall(task_of(a_match(1, seed), "karl"))
    assert len(memory.kept) == KEPT
    first = memory.recall(task_of(a_match(1, 3), "karl"))
    memory.recall(task_of(a_match(1, 0), "karl"))
    assert memory.recall(task_of(a_match(1, 3), "karl")) is first


def test_a_task_that_cannot_be_played_leaves_nothing_in_memory() -> None:
    memory, task = Memory(), task_of(a_match(4), "karl")
    memory.recall(task)
    with pytest.raises(drakkar.ChoiceError):
        memory.recall(msgspec.structs.replace(task, choices=[*task.choices, (0, "fly")]))
    assert not memory.kept


@pytest.mark.thorough
def test_fifty_decisions_at_once_are_shared_by_two_processes() -> None:
    async def scene() -> None:
        async with thinking(2) as thinkers:
            matches = [a_match(seed % 7, seed) for seed in range(50)]
            choices = await asyncio.gather(*(thinkers.choose(task_of(match, "karl")) for match in matches))
            assert choices == [chosen_here(match, "karl") for match in matches]
            assert len(thinkers.pids) == 2
            assert (thinkers.restarts, thinkers.fallbacks) == (0, 0)

    asyncio.run(scene())


def test_a_process_that_is_killed_in_the_midst_of_a_thought_costs_nobody_a_move() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match(9)
            (thought,) = await in_thought(thinkers, task_of(match, "mcts:seconds=0.5"))
            (first,) = thinkers.pids
            assert not thought.done()
            os.kill(first, signal.SIGKILL)
            assert match.why_not(match.pending[0].seat, await thought) is None
            assert (thinkers.restarts, thinkers.fallbacks) == (1, 0)
            assert first not in thinkers.pids

    asyncio.run(scene())


@pytest.mark.thorough
def test_the_thoughts_of_others_go_on_when_a_process_dies() -> None:
    async def scene() -> None:
        async with thinking(2, strange=True) as thinkers:
            match = a_match(9)
            others = [thinkers.choose(task_of(match, "karl", bot_seed=seed)) for seed in range(12)]
            bad, *good = await asyncio.gather(thinkers.choose(task_of(match, "suicide")), *others)
            assert bad == stand_in(task_of(match, "suicide"))
            assert good == [chosen_here(match, "karl", seed) for seed in range(12)]
            assert (thinkers.restarts, thinkers.fallbacks) == (3, 1)

    asyncio.run(scene())


def test_a_process_that_dies_while_nobody_needs_it_is_replaced() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match()
            await thinkers.choose(task_of(match, "karl"))
            (pid,) = thinkers.pids
            os.kill(pid, signal.SIGKILL)
            assert await thinkers.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert (thinkers.restarts, thinkers.fallbacks) == (1, 0)

    asyncio.run(scene())


@pytest.mark.parametrize(("bot", "restarts"), [("glutton", 3), ("cheat", 0), ("nobody", 0)])
def test_chance_stands_in_for_a_bot_that_cannot_choose(bot: str, restarts: int) -> None:
    async def scene() -> None:
        async with thinking(1, strange=True) as thinkers:
            match = a_match(20)
            choice = await thinkers.choose(task_of(match, bot))
            assert choice == chosen_here(match, "random")
            assert (thinkers.restarts, thinkers.fallbacks) == (restarts, 1)

    asyncio.run(scene())


def test_a_bot_that_hangs_is_ended_when_patience_is() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match(20)
            assert await thinkers.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            thinkers.patience = 0.5
            begun = time.monotonic()
            assert await thinkers.choose(task_of(match, FOR_LONG)) == chosen_here(match, "random")
            assert time.monotonic() - begun >= 0.5
            assert (thinkers.restarts, thinkers.fallbacks) == (1, 1)
            assert thinkers.pids == []

    asyncio.run(scene())


@pytest.mark.thorough
def test_a_process_that_is_stopped_counts_as_one_that_hangs() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match(20)
            await thinkers.choose(task_of(match, "karl"))
            thinkers.patience = 0.5
            os.kill(thinkers.pids[0], signal.SIGSTOP)
            assert await thinkers.choose(task_of(match, "karl")) == chosen_here(match, "random")

    asyncio.run(scene())


def test_what_goes_wrong_is_told_without_what_is_hidden(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    match = a_match(20)

    async def scene() -> None:
        async with thinking(1, strange=True) as thinkers:
            for bot in ("tattler", "printer", "suicide"):
                await thinkers.choose(task_of(match, bot, bot_seed=987654))

    asyncio.run(scene())
    ours = [record.getMessage() for record in caplog.records if record.name == "drakkar.server"]
    assert ours[0].startswith("a bot has failed: ValueError at strange_thinking.py:")
    assert ours[1:] == [
        "chance has chosen for a bot that could not",
        *["a bot's process is lost (signal 11)"] * 3,
        "chance has chosen for a bot that could not",
    ]
    assert "987654" not in caplog.text
    assert all(str(option) not in caplog.text for option in match.pending[0].options)
    assert capfd.readouterr() == ("", "")


def test_a_task_that_the_rules_refuse_is_refused() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match(40)
            (seat,) = match.asked()
            with pytest.raises(drakkar.NotYourDecision):
                await thinkers.choose(task_of(match, "karl", (seat + 1) % 3))
            assert thinkers.fallbacks == 0

    asyncio.run(scene())


@pytest.mark.thorough
def test_a_program_that_cannot_be_run_costs_nobody_a_move(capfd: pytest.CaptureFixture[str]) -> None:
    async def scene() -> None:
        thinkers = Thinkers(1, program="tests.server.no_such_program")
        match = a_match(4)
        assert await thinkers.choose(task_of(match, "karl")) == chosen_here(match, "random")
        assert (thinkers.restarts, thinkers.fallbacks) == (3, 1)
        await thinkers.close()

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
        async with thinking(2, strange=True) as thinkers:
            await asyncio.gather(*map(thinkers.choose, tasks))
        ticker.cancel()
        assert ticks > 20

    asyncio.run(scene())


@pytest.mark.thorough
def test_whoever_does_not_wait_any_more_leaves_nothing_behind() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match(9)
            thoughts = await in_thought(thinkers, *[task_of(match, "mcts:seconds=0.5")] * 200)
            begun = time.monotonic()
            for thought in thoughts:
                thought.cancel()
            assert all(
                isinstance(end, asyncio.CancelledError)
                for end in await asyncio.gather(*thoughts, return_exceptions=True)
            )
            assert await thinkers.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert time.monotonic() - begun < 50.0, "what had not been begun is not thought about"
            assert (thinkers.restarts, thinkers.fallbacks) == (0, 0)

    asyncio.run(scene())


def test_closing_ends_what_still_thinks_and_what_is_only_starting() -> None:
    async def scene() -> None:
        for pause in (0.0, 0.02, 0.1, 1.0):
            thinkers, match = Thinkers(2), a_match(9)
            thoughts = [asyncio.ensure_future(thinkers.choose(task_of(match, FOR_LONG))) for _ in range(6)]
            await asyncio.sleep(pause)
            pids = thinkers.pids
            await asyncio.wait_for(thinkers.close(), 60)
            assert all(isinstance(end, Closed) for end in await asyncio.gather(*thoughts, return_exceptions=True))
            assert not any(map(is_left, pids))
            assert (thinkers.restarts, thinkers.fallbacks) == (0, 0)
            await thinkers.close()
            with pytest.raises(Closed):
                await thinkers.choose(task_of(match, "karl"))

    asyncio.run(scene())


def test_a_server_that_is_killed_takes_its_bots_with_it() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "tests.server.doomed", FOR_LONG, "random"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:  # noqa: S603
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2, "one thinks, one is idle"
        assert all(map(is_running, pids))
        server.kill()
    wait_until(lambda: not any(map(is_running, pids)), 5.0)


def test_ctrl_c_is_left_to_the_server_and_people_come_first() -> None:
    async def scene() -> None:
        async with thinking(1) as thinkers:
            match = a_match()
            await thinkers.choose(task_of(match, "random"))
            (pid,) = thinkers.pids
            os.kill(pid, signal.SIGINT)
            assert os.getpgid(pid) != os.getpgid(0)
            assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
            assert threads(pid) == 1
            assert await thinkers.choose(task_of(match, "karl")) == chosen_here(match, "karl")
            assert thinkers.restarts == 0

    asyncio.run(scene())
