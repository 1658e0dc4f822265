"""Reviews of finished matches on a server: made in slices, stored, gone on with, one at a time for a person."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from drakkar import analysis
from drakkar.analysis import Review
from drakkar.server.live import analyst
from drakkar.server.live.bot_pool import BotFailed
from drakkar.server.live.bot_worker import MatchCache, answer
from drakkar.server.live.room import Room
from drakkar.server.live.tasks import AnalysisTask, ReviewTask, task_of
from drakkar.server.log.store import DONE, UNFINISHED
from tests.report.stored import ending
from tests.server.asgi_client import Called
from tests.server.stage import Stage, staged

NAME, CHOICES = "blood_rage_played_2", 4
# A review of so few choices has fewer parts.
MOST_LOOKS = 60


@pytest.fixture(autouse=True)
def _short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part is a slice."""
    monkeypatch.setattr(analyst, "SLICE", 0.0)


async def finished(stage: Stage) -> Room:
    """A table with the end of a recorded match."""
    return await stage.found("karl", "karl", origin=ending(NAME, CHOICES).record())


def address_of(room: Room, query: str = "") -> str:
    return f"/api/tables/{room.table.id}/review{query}"


async def until_done(stage: Stage, called: Called, room: Room) -> list[dict[str, Any]]:
    """The states that a client sees, each once."""
    seen: list[dict[str, Any]] = []
    for _ in range(MOST_LOOKS):
        found = (await called.ask("GET", address_of(room))).json
        if not seen or found != seen[-1]:
            seen.append(found)
        if found["state"] != "running":
            return seen
        await stage.turns()
    raise AssertionError(f"the review does not end: {seen[-1]}")


@contextmanager
def stopping(stage: Stage, after: int) -> Iterator[list[AnalysisTask]]:
    """Let the analysis hang after some slices; yields the tasks that were carried out."""
    usual, done = stage.bot_pool.analyse, list[AnalysisTask]()

    async def analyse(task: AnalysisTask, table: str = "") -> Any:
        if len(done) >= after:
            await asyncio.Event().wait()
        done.append(task)
        return await usual(task, table)

    stage.bot_pool.analyse = analyse  # type: ignore[method-assign]
    yield done
    stage.bot_pool.analyse = usual  # type: ignore[method-assign]


def test_a_review_is_made_in_slices_and_stored_with_its_table() -> None:
    async def test(stage: Stage) -> None:
        room, called = await finished(stage), Called(stage)
        assert (await called.ask("GET", address_of(room))).json == {
            "state": "none",
            "progress": 0,
            "error": "",
            "review": None,
        }
        assert (await called.ask("POST", address_of(room), {})).json["state"] == "running"
        assert (await called.ask("POST", address_of(room), {})).json["state"] == "running"
        seen = await until_done(stage, called, room)
        progress = [one["progress"] for one in seen]
        assert progress == sorted(progress)
        assert (seen[-1]["state"], progress[-1]) == ("done", 1)
        assert stage.bot_pool.asked > 2, "slices"
        *_, expected = analysis.review(ending(NAME, CHOICES))
        whole = (await called.ask("GET", address_of(room, "?parts=all"))).json["review"]
        assert Review.from_json(whole) == expected
        (stored,) = stage.store.keys.reviews.values()
        assert (stored.table, stored.state) == (room.table.id, DONE)
        # A server that starts later has it from the store.
        later = Stage(stage.store)
        await later.registry.room(room.table.id)
        again = (await Called(later).ask("GET", address_of(room, "?parts=all"))).json
        assert (again["state"], again["review"]) == ("done", whole)

    staged(test)


def test_a_review_goes_on_after_a_restart_and_has_the_same_result() -> None:
    async def test(stage: Stage) -> None:
        room = await finished(stage)
        with stopping(stage, 2) as before:
            stage.clock.seconds = 0.0
            await Called(stage).ask("POST", address_of(room), {})
            await stage.turns()
            # The parts are stored from time to time.
            ((_, stored),) = stage.store.keys.reviews.items()
            assert stored.state == UNFINISHED
        assert len(before) == 2
        await stage.registry.close()
        later = Stage(stage.store)
        await later.registry.open()
        called = Called(later)
        assert (await until_done(later, called, room))[-1]["state"] == "done"
        *_, expected = analysis.review(ending(NAME, CHOICES))
        whole = (await called.ask("GET", address_of(room, "?parts=all"))).json["review"]
        assert Review.from_json(whole) == expected
        await later.registry.close()

    staged(test)


def test_a_running_match_is_refused_with_the_reason_and_strangers_keep_out() -> None:
    async def test(stage: Stage) -> None:
        running, called = await stage.found("person", "karl"), Called(stage)
        hidden = await stage.found("karl", "karl", origin=ending(NAME, CHOICES).record(), spectators=False)
        for method in ("GET", "POST"):
            answer = await called.ask(method, address_of(running), {})
            assert (answer.status, answer.json["code"]) == (409, "not_now")
            assert "over" in answer.json["text"]
            assert (await called.ask(method, address_of(hidden), {})).json["code"] == "no_spectators"
        assert not stage.store.keys.reviews

    staged(test)


def test_a_person_has_one_review_made_at_a_time() -> None:
    async def test(stage: Stage) -> None:
        rooms, called = [await finished(stage) for _ in range(3)], Called(stage)
        with stopping(stage, 0):
            first = await called.ask("POST", address_of(rooms[0]), {})
            second = await called.ask("POST", address_of(rooms[1]), {})
            other = await called.ask("POST", address_of(rooms[2]), {}, address="10.0.0.2")
            assert (first.json["state"], second.json["code"], other.json["state"]) == ("running", "not_now", "running")

    staged(test)


def test_a_review_that_fails_says_so_and_goes_on_from_what_it_had() -> None:
    async def test(stage: Stage) -> None:
        room, called = await finished(stage), Called(stage)
        usual, begun = stage.bot_pool.analyse, list[Any]()

        async def failing(task: AnalysisTask, table: str = "") -> Any:
            assert isinstance(task, ReviewTask)
            begun.append(task.begun)
            if len(begun) == 3:
                raise BotFailed("MemoryError")
            return await usual(task, table)

        stage.bot_pool.analyse = failing  # type: ignore[method-assign]
        await called.ask("POST", address_of(room), {})
        seen = await until_done(stage, called, room)
        assert (seen[-1]["state"], seen[-1]["error"]) == ("failed", "MemoryError")
        assert seen[-1]["progress"] > 0
        await called.ask("POST", address_of(room), {})
        assert (await until_done(stage, called, room))[-1]["state"] == "done"
        assert begun[3] is not None

    staged(test)


def test_the_first_slice_of_a_worker_has_all_chances_and_nothing_more() -> None:
    match = ending(NAME, CHOICES)
    line = msgspec.json.encode(task_of(ReviewTask, match, begun=None))
    part = Review.from_json(answer(line, MatchCache()).result)
    assert (part.knows_chances, len(part.swings), part.done) == (True, 0, False)
    assert part == next(analysis.review(match))
