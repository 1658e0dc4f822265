"""Unchanged panels are not rendered again, and are the same as if they were."""

from random import Random

import pytest

from drakkar.core.hosting import questions
from drakkar.server.live.document import events_since, history
from drakkar.server.live.room import Room
from drakkar.server.log.messages import Choose, Undo
from drakkar.server.web.panel_feed import PanelFeed
from tests.server.stage import Stage, staged

SEATS = (None, 0, 1, 2)
ENGLISH, CZECH = PanelFeed("en"), PanelFeed("cs", (("seat", "1"),))


async def go_on(room: Room, rng: Random) -> None:
    """A player chooses, or undoes a choice."""
    undoable = [seat for seat in range(3) if room.table.undo_of(seat)]
    if undoable and rng.random() < 0.2:
        seat = rng.choice(undoable)
        await room.act(seat, Undo(choice=room.table.undo_of(seat)))
        return
    seat = rng.choice(sorted(questions(room.table.match)))
    choice = str(rng.choice(room.table.match.choices(seat)))
    await room.act(seat, Choose(decision=room.table.seats[seat].decision, choice=choice))


@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param("blood_rage", marks=pytest.mark.thorough), "treasure"])
def test_panels_that_are_kept_are_those_that_would_be_made(game: str) -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person", "person", game=game), Random(1)
        while not room.table.match.over:
            for pages in (ENGLISH, CZECH):
                kept = [pages.parts(room, seat, {}) for seat in SEATS]
                if rng.random() < 0.1 or game == "treasure":
                    held = room.rendered, room.table.event_cache, room.table.histories
                    room.rendered, room.table.event_cache, room.table.histories = {}, {}, {}
                    assert kept == [pages.parts(room, seat, {}) for seat in SEATS]
                    room.rendered, room.table.event_cache, room.table.histories = held
            await go_on(room, rng)

    staged(test)


def test_what_is_kept_in_words_is_what_each_seat_is_told() -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person", "person"), Random(3)
        while not room.table.match.over:
            for seat in SEATS:
                assert history(room.table, seat) == events_since(room.table, seat, 0).events
            for _ in range(20):
                if not room.table.match.over:
                    await go_on(room, rng)

    staged(test)


def test_nothing_is_kept_for_nobody() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        subscriber = room.subscribe_seat(0, ENGLISH)
        assert room.rendered
        room.unsubscribe(subscriber)
        assert not room.rendered

    staged(test)
