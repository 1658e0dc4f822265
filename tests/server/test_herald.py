"""News goes from audience to audience, and nobody who does something waits until all have heard of it."""

import asyncio
import logging
from random import Random

import pytest

from drakkar.server.herald import MANY, Herald
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
    """A hall with so many audiences; one may be too much for it."""

    def __init__(self, audiences: int, fault: int = -1) -> None:
        self.audiences, self.fault = audiences, fault

    def tell_one(self) -> bool:
        """One less."""
        self.audiences -= 1
        if self.audiences == self.fault:
            raise ZeroDivisionError("Odin's secret card")
        return self.audiences > 0


def test_halls_take_turns_and_a_fault_in_one_keeps_no_other_from_its_news(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        herald, halls = Herald(HeldTimes()), [Told(3), Told(3, fault=1), Told(2)]
        for hall in halls:
            herald.send(hall)
        for _ in range(100):
            await asyncio.sleep(0)
        assert [hall.audiences for hall in halls] == [0, 1, 0]
        herald.send(halls[1])
        for _ in range(100):
            await asyncio.sleep(0)
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
        for _ in range(100):
            await asyncio.sleep(0)
        assert hall.audiences == 5

    asyncio.run(test())


class Slow(Told):
    """A hall that takes a second for each audience."""

    def __init__(self, audiences: int, times: HeldTimes) -> None:
        super().__init__(audiences)
        self.times = times

    def tell_one(self) -> bool:
        """One less, and one second more."""
        self.times.seconds += 1
        return super().tell_one()


@pytest.mark.parametrize(("halls", "told"), [(3, 1), (MANY + 1, 2)])
def test_between_two_audiences_the_herald_rests_as_long_as_he_spoke_unless_many_wait(halls: int, told: int) -> None:
    async def test() -> None:
        times = HeldTimes()
        times.rest = 0.0
        herald, waiting = Herald(times), [Slow(1, times) for _ in range(halls)]
        for hall in waiting:
            herald.send(hall)

        async def left() -> int:
            for _ in range(200):
                await asyncio.sleep(0)
            return sum(hall.audiences for hall in waiting)

        assert await left() == halls - told
        times.seconds += 0.5
        assert await left() == halls - told, "he still rests"
        times.seconds += 0.5
        assert await left() == halls - told - 1
        await herald.close()

    asyncio.run(test())
