"""News goes from audience to audience, and nobody who does something waits until all have heard of it."""

import asyncio
import logging
from collections.abc import Iterator
from random import Random

import pytest

from drakkar.server.herald import AT_ONCE, MANY, Herald
from drakkar.server.live import Pages
from drakkar.server.messages import Choose
from drakkar.server.panels import renderer
from drakkar.server.room import Room
from tests.server.held import HeldTimes
from tests.server.stage import Stage, staged
from tests.server.test_rows import Reader


async def choose(room: Room, seat: int) -> None:
    choice = str(room.table.match.options(seat)[0])
    await room.act(seat, Choose(decision=room.table.seats[seat].decision, choice=choice))


def test_who_chooses_is_answered_while_others_have_still_to_hear_of_the_choice_before() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        readers = [Reader(room, seat, Pages("en")) for seat in (0, 1, 2)]
        await stage.turns()
        for reader in readers:
            reader.hear()
        known = len(readers[2].versions)
        await choose(room, 0)
        await choose(room, 1)
        assert readers[1].hear().panels["prompt"] == readers[1].fresh()["prompt"], "who chose was told of both"
        assert len(readers[2].hear().versions) == known, "who chose nothing was not told yet"
        await stage.turns()
        assert readers[2].hear().panels == readers[2].fresh()
        assert readers[2].versions[known:] == [room.table.version], "and then of both at once"
        assert readers[0].hear().panels == readers[0].fresh()

    staged(test)


def test_who_chooses_is_told_what_he_decides_with_before_the_rest_is_made() -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person"), Random(4)
        at_once, told = renderer("blood_rage").at_once, set()
        while not room.table.match.over:
            seat = rng.choice(sorted(room.table.match.asked()))
            reader = Reader(room, seat, Pages("en"))
            await stage.turns()
            before, known = dict(reader.hear().panels), len(reader.versions)
            choice = str(rng.choice(room.table.match.options(seat)))
            await room.act(seat, Choose(decision=room.table.seats[seat].decision, choice=choice))
            fresh = reader.hear().fresh()
            changed = {name for name in fresh if reader.panels[name] != before[name]}
            assert changed <= at_once
            assert reader.panels["prompt"] == fresh["prompt"]
            assert set(reader.versions[known:]) <= {reader.versions[known - 1]}, "the rest is still owed"
            await stage.turns()
            assert reader.hear().panels == reader.fresh()
            assert reader.versions[-1] == room.table.version
            told |= changed
            room.leave(reader.listener)
        assert told >= {"prompt", "turn", "hand", "targets", "draft", "title"}

    staged(test)


class Told:
    """A hall with so many audiences, for each of which there is some work to do; one may be too much for it."""

    def __init__(self, audiences: int, fault: int = -1) -> None:
        self.audiences, self.fault, self.work = audiences, fault, 0

    @property
    def has_news(self) -> bool:
        """Whether one is left."""
        return self.audiences > 0

    def tell_one(self) -> Iterator[None]:
        """One less."""
        self.audiences -= 1
        for _ in range(3):
            self.work += 1
            yield
        if self.audiences == self.fault:
            raise ZeroDivisionError("Odin's secret card")


async def wait() -> None:
    for _ in range(400):
        await asyncio.sleep(0)


def test_halls_take_turns_and_a_fault_in_one_keeps_nobody_from_the_news(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        herald, halls = Herald(HeldTimes()), [Told(3), Told(3, fault=1), Told(2)]
        for hall in halls:
            herald.send(hall)
        await wait()
        assert [hall.audiences for hall in halls] == [0, 0, 0]
        halls[1].audiences = 1
        herald.send(halls[1])
        await wait()
        assert halls[1].audiences == 0, "it is visited again when there is news again"
        await herald.close()

    with caplog.at_level(logging.ERROR, "drakkar.server"):
        asyncio.run(test())
    assert [record.getMessage() for record in caplog.records] == ["news cannot be told: ZeroDivisionError"]


def test_nobody_is_told_anything_once_the_house_is_closed() -> None:
    async def test() -> None:
        herald, hall = Herald(HeldTimes()), Told(5)
        herald.send(hall)
        await herald.close()
        await wait()
        assert hall.audiences == 5

    asyncio.run(test())


class Slow(Told):
    """A hall where each part of the work takes some time."""

    def __init__(self, audiences: int, times: HeldTimes, seconds: float = 1.0) -> None:
        super().__init__(audiences)
        self.times, self.seconds = times, seconds

    def tell_one(self) -> Iterator[None]:
        """One less, part by part."""
        for _ in super().tell_one():
            self.times.seconds += self.seconds
            yield


@pytest.mark.parametrize(("seconds", "between"), [(AT_ONCE * 1.01, {0, 1, 2, 3, 4, 5, 6}), (AT_ONCE / 10, {0, 3, 6})])
def test_between_parts_of_the_work_others_have_their_turn_unless_it_is_next_to_nothing(
    seconds: float, between: set[int]
) -> None:
    async def test() -> None:
        times = HeldTimes()
        times.rest = 0.0
        herald, hall, seen = Herald(times), Slow(2, times, seconds), set()
        herald.send(hall)
        for _ in range(100):
            await asyncio.sleep(0)
            seen.add(hall.work)
            times.seconds += 1
        assert seen == between
        await herald.close()

    asyncio.run(test())


@pytest.mark.parametrize(("halls", "done"), [(3, 1), (MANY + 1, 4)])
def test_the_herald_rests_as_long_as_he_worked_unless_many_wait(halls: int, done: int) -> None:
    async def test() -> None:
        times = HeldTimes()
        times.rest = 0.0
        herald, waiting = Herald(times), [Slow(1, times) for _ in range(halls)]
        for hall in waiting:
            herald.send(hall)

        async def work() -> int:
            await wait()
            return sum(hall.work for hall in waiting)

        assert await work() == done
        times.seconds += 1
        assert await work() == done + 1, "for the last part of the work alone, not for all that he did before"
        await herald.close()

    asyncio.run(test())


def test_whoever_is_overtaken_while_he_is_about_to_be_told_is_told_the_next_time() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        reader, known = Reader(room, 2, Pages("en")), 0
        await stage.turns()
        known = len(reader.hear().versions)
        await choose(room, 0)
        next(room.tell_one())
        await choose(room, 1)
        while room.has_news:
            for _ in room.tell_one():
                pass
        assert reader.hear().panels == reader.fresh()
        assert reader.versions[known:] == [room.table.version]

    staged(test)


def test_where_everybody_has_gone_nobody_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        reader = Reader(room, None, Pages("en"))
        await stage.turns()
        await choose(room, 0)
        room.leave(reader.listener)
        while room.has_news:  # what was shown to those who left is forgotten
            list(room.tell_one())
        await choose(room, 1)
        await stage.turns()

    with caplog.at_level(logging.ERROR, "drakkar.server"):
        staged(test)
    assert not caplog.records


def test_whoever_watches_a_match_that_never_rests_hears_of_it_all_the_same() -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person"), Random(8)
        reader = Reader(room, None, Pages("en"))
        await stage.turns()
        known = len(reader.hear().versions)
        for _ in range(40):
            seat = rng.choice(sorted(room.table.match.asked()))
            choice = str(rng.choice(room.table.match.options(seat)))
            await room.act(seat, Choose(decision=room.table.seats[seat].decision, choice=choice))
            await asyncio.sleep(0)
            reader.hear()
        assert len(reader.versions) > known + 2

    staged(test)
