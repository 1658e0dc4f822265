"""Pushes go from audience to audience, and requests do not wait until all of them are done."""

import asyncio
import logging
from collections.abc import Iterator
from random import Random

import pytest

from drakkar.core.hosting import questions
from drakkar.server.live.broadcaster import BUSY_TABLES, YIELD_AFTER, Broadcaster
from drakkar.server.live.room import Room
from drakkar.server.log.messages import Choose
from drakkar.server.web.panel_feed import PanelFeed
from drakkar.server.web.panels import renderer
from tests.server.fake_clock import FakeClock
from tests.server.stage import Stage, staged
from tests.server.test_rows import Reader


async def choose(room: Room, seat: int) -> None:
    choice = str(room.table.match.choices(seat)[0])
    await room.act(seat, Choose(decision=room.table.seats[seat].decision, choice=choice))


def test_who_chooses_is_answered_while_others_have_still_to_hear_of_the_choice_before() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        readers = [Reader(room, seat, PanelFeed("en")) for seat in (0, 1, 2)]
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
            seat = rng.choice(sorted(questions(room.table.match)))
            reader = Reader(room, seat, PanelFeed("en"))
            await stage.turns()
            before, known = dict(reader.hear().panels), len(reader.versions)
            choice = str(rng.choice(room.table.match.choices(seat)))
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
            room.unsubscribe(reader.subscriber)
        assert told >= {"prompt", "turn", "hand", "targets", "draft", "title"}

    staged(test)


class Told:
    """A table with some audiences, each with some work; one of them can raise an error."""

    def __init__(self, audiences: int, fault: int = -1) -> None:
        self.audiences, self.fault, self.work = audiences, fault, 0

    @property
    def has_pending(self) -> bool:
        """Whether an audience is left."""
        return self.audiences > 0

    def push_next(self) -> Iterator[None]:
        """Push to one audience."""
        self.audiences -= 1
        for _ in range(3):
            self.work += 1
            yield
        if self.audiences == self.fault:
            raise ZeroDivisionError("Odin's secret card")


async def wait() -> None:
    for _ in range(400):
        await asyncio.sleep(0)


def test_tables_take_turns_and_a_fault_in_one_keeps_nobody_from_the_news(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        broadcaster, sources = Broadcaster(FakeClock()), [Told(3), Told(3, fault=1), Told(2)]
        for source in sources:
            broadcaster.schedule(source)
        await wait()
        assert [source.audiences for source in sources] == [0, 0, 0]
        sources[1].audiences = 1
        broadcaster.schedule(sources[1])
        await wait()
        assert sources[1].audiences == 0, "it is visited again when there is news again"
        await broadcaster.close()

    with caplog.at_level(logging.ERROR, "drakkar.server"):
        asyncio.run(test())
    assert [record.getMessage() for record in caplog.records] == ["news cannot be told: ZeroDivisionError"]


def test_nobody_is_told_anything_once_the_house_is_closed() -> None:
    async def test() -> None:
        broadcaster, source = Broadcaster(FakeClock()), Told(5)
        broadcaster.schedule(source)
        await broadcaster.close()
        await wait()
        assert source.audiences == 5

    asyncio.run(test())


class Slow(Told):
    """A table where each part of the work takes time."""

    def __init__(self, audiences: int, clock: FakeClock, seconds: float = 1.0) -> None:
        super().__init__(audiences)
        self.clock, self.seconds = clock, seconds

    def push_next(self) -> Iterator[None]:
        """Push to one audience, part by part."""
        for _ in super().push_next():
            self.clock.seconds += self.seconds
            yield


@pytest.mark.parametrize(
    ("seconds", "between"), [(YIELD_AFTER * 1.01, {0, 1, 2, 3, 4, 5, 6}), (YIELD_AFTER / 10, {0, 3, 6})]
)
def test_between_parts_of_the_work_others_have_their_turn_unless_it_is_next_to_nothing(
    seconds: float, between: set[int]
) -> None:
    async def test() -> None:
        clock = FakeClock()
        clock.rest = 0.0
        broadcaster, source, seen = Broadcaster(clock), Slow(2, clock, seconds), set()
        broadcaster.schedule(source)
        for _ in range(100):
            await asyncio.sleep(0)
            seen.add(source.work)
            clock.seconds += 1
        assert seen == between
        await broadcaster.close()

    asyncio.run(test())


@pytest.mark.parametrize(("sources", "done"), [(3, 1), (BUSY_TABLES + 1, 4)])
def test_the_broadcaster_sleeps_as_long_as_it_worked_unless_many_tables_wait(sources: int, done: int) -> None:
    async def test() -> None:
        clock = FakeClock()
        clock.rest = 0.0
        broadcaster, waiting = Broadcaster(clock), [Slow(1, clock) for _ in range(sources)]
        for source in waiting:
            broadcaster.schedule(source)

        async def work() -> int:
            await wait()
            return sum(source.work for source in waiting)

        assert await work() == done
        clock.seconds += 1
        assert await work() == done + 1, "for the last part of the work alone, not for all that he did before"
        await broadcaster.close()

    asyncio.run(test())


def test_whoever_is_overtaken_while_he_is_about_to_be_told_is_told_the_next_time() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        reader, known = [Reader(room, seat, PanelFeed("en")) for seat in range(3)][2], 0
        await stage.turns()
        known = len(reader.hear().versions)
        await choose(room, 0)
        next(room.push_next())
        await choose(room, 1)
        while room.has_pending:
            for _ in room.push_next():
                pass
        assert reader.hear().panels == reader.fresh()
        assert reader.versions[known:] == [room.table.version]

    staged(test)


def test_where_everybody_has_gone_nobody_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        reader = Reader(room, None, PanelFeed("en"))
        await stage.turns()
        await choose(room, 0)
        room.unsubscribe(reader.subscriber)
        while room.has_pending:  # the last push to audiences that left is dropped
            list(room.push_next())
        await choose(room, 1)
        await stage.turns()

    with caplog.at_level(logging.ERROR, "drakkar.server"):
        staged(test)
    assert not caplog.records


def test_whoever_watches_a_match_that_never_rests_hears_of_it_all_the_same() -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person"), Random(8)
        reader = Reader(room, None, PanelFeed("en"))
        await stage.turns()
        known = len(reader.hear().versions)
        for _ in range(40):
            seat = rng.choice(sorted(questions(room.table.match)))
            choice = str(rng.choice(room.table.match.choices(seat)))
            await room.act(seat, Choose(decision=room.table.seats[seat].decision, choice=choice))
            await asyncio.sleep(0)
            reader.hear()
        assert len(reader.versions) > known + 2

    staged(test)
