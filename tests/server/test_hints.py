"""Hints at a table: who may ask, what the others are told, and what is shown."""

import pytest

from drakkar import analysis
from drakkar.server.live.bot_pool import BotFailed, BotPool
from drakkar.server.live.room import Room
from drakkar.server.live.tasks import AnalysisTask, HintTask, task_of
from drakkar.server.log import messages
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import CreateTable, as_plain
from drakkar.server.log.table import replay
from drakkar.server.web.forms import create_table_of
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.server.stage import Ear, Stage, choose, do, fresh, staged


def asked(room: Room, seat: int = 0) -> messages.Hint:
    """The request for a hint for the seat's decision."""
    return messages.Hint(decision=room.table.seats[seat].decision)


def test_a_person_alone_against_bots_gets_a_hint_and_everyone_else_is_told() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "karl", "karl")
        watching = Ear(room, None).hear()
        assert fresh(room, 0)["hints_allowed"]
        assert fresh(room, 0)["hint"] is None
        assert not (await do(room, 0, asked(room))).get("already")
        await stage.turns()
        hint = fresh(room, 0)["hint"]
        assert (hint["state"], len(hint["choices"])) == ("ready", 3)
        assert [one["seat"] for one in hint["holdings"]] == [1, 2]
        expected = analysis.holdings(room.table.match.view(0)).to_json()["seats"]
        assert hint["holdings"] == as_plain(expected)
        own = {choice["code"] for choice in fresh(room, 0)["choices"]}
        assert {one["choice"]["code"] for one in hint["choices"]} <= own
        told = watching.hear().state
        assert told["hint"] is None
        assert [one["seat"] for one in told["hints"]] == [0]
        assert told["seats"][0]["hints"] == 1
        assert (await do(room, 0, asked(room)))["already"]
        assert fresh(room, 0)["seats"][0]["hints"] == 1
        await choose(room, 0)
        assert fresh(room, 0)["hint"] is None

    staged(test)


def test_the_page_shows_the_hint_to_its_seat_and_a_line_in_the_log_to_the_others() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "karl")
        await do(room, 0, asked(room))
        await stage.turns()
        words = web_translator("en", "blood_rage")
        for seat, sees in ((0, True), (None, False)):
            panels = renderer("blood_rage").private(room.document(seat), [], words)
            assert ("hint-d" in panels["hint"]) is sees
            assert ("What the others can hold" in panels["hint"]) is sees
            assert ("Wolf asked for a hint." in panels["log"]) is not sees

    staged(test)


@pytest.mark.parametrize(("hints", "allowed"), [(None, False), (True, True), (False, False)])
def test_between_people_there_are_hints_only_if_the_host_allows_them(hints: bool | None, allowed: bool) -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", hints=hints)
        assert fresh(room, 1)["hints_allowed"] is allowed
        if allowed:
            await do(room, 1, asked(room, 1))
        else:
            with pytest.raises(Refused) as refused:
                await do(room, 1, asked(room, 1))
            assert refused.value.code == "not_now"

    staged(test)


def test_a_hint_needs_the_present_decision_of_a_person() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "karl")
        with pytest.raises(Refused) as refused:
            await do(room, 0, messages.Hint(decision=99))
        assert refused.value.code == "stale"
        with pytest.raises(Refused) as refused:
            await do(room, None, asked(room))
        assert refused.value.code == "not_seated"

    staged(test)


def test_a_hint_that_fails_can_be_asked_for_again_and_a_stored_one_is_told_again() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "karl")
        usual = stage.bot_pool.analyse
        stage.bot_pool.analyse = failing  # type: ignore[method-assign]
        await do(room, 0, asked(room))
        await stage.turns()
        assert fresh(room, 0)["hint"]["state"] == "failed"
        stage.bot_pool.analyse = usual  # type: ignore[method-assign]
        assert (await do(room, 0, asked(room)))["already"]
        await stage.turns()
        assert fresh(room, 0)["hint"]["state"] == "ready"
        again = replay(room.table.id, stage.store.logs[room.table.id])
        assert (again.seats[0].hints, again.hints) == (1, room.table.hints)

    staged(test)


async def failing(task: AnalysisTask, table: str = "") -> object:
    """An analysis that fails."""
    raise BotFailed("ValueError")


def test_a_worker_process_computes_hints_too() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "karl")
        task, pool = task_of(HintTask, room.table.match, seat=0), BotPool(1)
        try:
            assert await pool.analyse(task) == await stage.bot_pool.analyse(task)
            with pytest.raises(BotFailed):
                await pool.analyse(task_of(HintTask, room.table.match, seat=9))
        finally:
            await pool.close()

    staged(test)


@pytest.mark.parametrize(("named", "hints"), [("auto", None), ("on", True), ("off", False)])
def test_the_form_for_a_new_table_has_the_three_settings(named: str, hints: bool | None) -> None:
    wish = create_table_of({"seat-wolf": "you", "seat-raven": "bot", "hints": named})
    assert isinstance(wish, CreateTable)
    assert wish.hints is hints


def test_the_form_knows_no_other_setting() -> None:
    with pytest.raises(Refused, match="auto, on, off"):
        create_table_of({"seat-wolf": "you", "seat-raven": "bot", "hints": "maybe"})
