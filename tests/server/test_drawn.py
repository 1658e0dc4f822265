"""What a page was shown before is not made again, and is still what would be made."""

from random import Random

import pytest

from drakkar.server.document import story, told
from drakkar.server.live import Pages
from drakkar.server.messages import Choose, Undo
from drakkar.server.room import Room
from tests.server.stage import Stage, staged

SEATS = (None, 0, 1, 2)
ENGLISH, CZECH = Pages("en"), Pages("cs", (("seat", "1"),))


async def go_on(room: Room, rng: Random) -> None:
    """Somebody chooses, or takes back what he chose."""
    undoable = [seat for seat in range(3) if room.table.undo_of(seat)]
    if undoable and rng.random() < 0.2:
        seat = rng.choice(undoable)
        await room.act(seat, Undo(choice=room.table.undo_of(seat)))
        return
    seat = rng.choice(sorted(room.table.match.asked()))
    choice = str(rng.choice(room.table.match.options(seat)))
    await room.act(seat, Choose(decision=room.table.seats[seat].decision, choice=choice))


@pytest.mark.parametrize("game", [pytest.param("blood_rage", marks=pytest.mark.thorough), "treasure"])
def test_panels_that_are_kept_are_those_that_would_be_made(game: str) -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person", "person", game=game), Random(1)
        while not room.table.match.over:
            for pages in (ENGLISH, CZECH):
                kept = [pages.parts(room, seat, {}) for seat in SEATS]
                if rng.random() < 0.1 or game == "treasure":
                    held = room.drawn, room.table.worded, room.table.stories
                    room.drawn, room.table.worded, room.table.stories = {}, {}, {}
                    assert kept == [pages.parts(room, seat, {}) for seat in SEATS]
                    room.drawn, room.table.worded, room.table.stories = held
            await go_on(room, rng)

    staged(test)


def test_what_is_kept_in_words_is_what_each_seat_is_told() -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person", "person"), Random(3)
        while not room.table.match.over:
            for seat in SEATS:
                assert story(room.table, seat) == told(room.table, seat, 0).events
            for _ in range(20):
                if not room.table.match.over:
                    await go_on(room, rng)

    staged(test)


def test_nothing_is_kept_for_nobody() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        listener = room.listen(0, ENGLISH)
        assert room.drawn
        room.leave(listener)
        assert not room.drawn

    staged(test)
