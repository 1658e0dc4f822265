"""A table across a mend of the rules: it keeps its revision, or stops and goes on once its players agree."""

import asyncio
from typing import Any

import pytest

import drakkar
import treasure
from drakkar.core.chance import Chance, chance_from
from drakkar.core.events import Log
from drakkar.core.game import Value
from drakkar.server.live.room import Room
from drakkar.server.log import messages
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import CreateTable, SeatSpec
from drakkar.server.log.table import replay
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.server.stage import FrailStore, Stage, choose, do, fresh
from treasure.game import Treasure
from treasure.state import State


class Before(Treasure):
    """Revision 1: all begin with 2 gold."""

    def set_up(self, sides: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> State:
        rich = self.revision_of(rulings) == "1"
        return super().set_up(sides, {**rulings, "rich": rich}, chance, log)


class Mended(Before):
    """Revision 2: all begin with nothing. Revision 1 can still be played."""

    rules_version = "2"
    older_rules = ("1",)


class Retired(Before):
    """Revision 2, a release later: revision 1 cannot be played any more."""

    rules_version = "2"
    retired_rules = ("1",)


@pytest.fixture(autouse=True)
def _first_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(treasure, "GAME", Before())


async def played(store: FrailStore, *seats: str) -> Room:
    """A table under revision 1 with three choices that revision 2 allows and one, by seat 0, that it does not."""
    room = await Stage(store).found(*seats, game="treasure")
    for seat in range(len(seats)):
        await choose(room, seat)
    await choose(room, 1, "bid 0")
    await choose(room, 0, "bid 2")
    await choose(room, 0, "bid 0")
    await do(room, 0, messages.Say(text="hello"))
    return room


async def reopened(store: FrailStore, table: str = "table-1") -> Room:
    return await Stage(store).registry.room(table)


def stored(state: dict[str, Any]) -> dict[str, Any]:
    """A state without who is present, which only the running server knows."""
    seats = [{name: seat[name] for name in seat if name not in ("here", "since", "gone")} for seat in state["seats"]]
    return {**state, "seats": seats}


def test_a_running_table_keeps_its_revision_and_a_new_one_takes_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = FrailStore()
        before = await played(store, "person", "person")
        monkeypatch.setattr(treasure, "GAME", Mended())
        room = await reopened(store)
        assert room.table.match.record() == before.table.match.record()
        assert (fresh(room, 0)["rules"], fresh(room, 0)["stopped"]) == ("1", None)
        await choose(room, 1, "bid 0")
        new = await Stage(store).found("person", "person", game="treasure")
        assert (fresh(new, 0)["rules"], new.table.match.scores()) == ("2", (0, 0))
        old = CreateTable(seats=[SeatSpec("person")] * 2, game="treasure", rulings={"revision": "1"})
        with pytest.raises(Refused, match="newest rules"):
            await Stage(store).registry.create(old)

    asyncio.run(run())


def test_records_and_positions_keep_the_revision_of_their_match(monkeypatch: pytest.MonkeyPatch) -> None:
    old = drakkar.new("treasure", seats=2, seed=3)
    monkeypatch.setattr(treasure, "GAME", Mended())
    again = drakkar.load(old.record())
    assert (again.record(), again.scores()) == (old.record(), (2, 2))
    assert drakkar.set_up(again.position()).scores() == (2, 2)
    assert 'revision = "1"' in again.position()
    assert "rules 2\n" in drakkar.new("treasure", seats=2, seed=3).record()
    drawn = [Mended().random_rulings(chance_from(seed), [0, 1]) for seed in range(20)]
    assert {rulings.get("revision", "2") for rulings in drawn} == {"1", "2"}
    monkeypatch.setattr(treasure, "GAME", Retired())
    with pytest.raises(drakkar.WrongVersion, match="rules 1"):
        drakkar.load(old.record())
    with pytest.raises(drakkar.BadArgument, match="cannot be played by rules '1'"):
        drakkar.new("treasure", seats=2, rulings={"revision": "1"})


def test_a_table_of_retired_rules_stops_and_goes_on_once_all_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = FrailStore()
        before = await played(store, "person", "person")
        length = len(store.logs["table-1"])
        monkeypatch.setattr(treasure, "GAME", Retired())
        room = await reopened(store)
        stopped: dict[str, Any] = {"rules": "1", "newest": "2", "cut": 2, "agreed": [], "waiting": [0, 1]}
        assert fresh(room, 0)["stopped"] == stopped
        assert (fresh(room, 0)["decision"], fresh(room, 0)["choices"], fresh(room, 0)["owed"]) == (0, [], [])
        with pytest.raises(Refused, match="agree to go on under rules 2"):
            await do(room, 0, messages.Choose(decision=1, choice="bid 0"))
        await do(room, 1, messages.Agree())
        assert (await do(room, 1, messages.Agree()))["already"] is True
        assert fresh(await reopened(store), 0)["stopped"] == {**stopped, "agreed": [1], "waiting": [0]}
        await do(room, 0, messages.Agree())
        kept = [str(one.text) for one in before.table.match.history[:3]]
        for now in (room, await reopened(store)):
            assert [str(one.text) for one in now.table.match.history] == kept
            assert fresh(now, 0)["stopped"] is None
            assert now.table.seats[0].decision != 0
            assert [line["text"] for line in fresh(now, 1)["chat"]] == ["hello"]
        await choose(room, 0, "bid 0")
        assert len(store.logs["table-1"]) == length + 3, "the log keeps what was cut off"
        again = replay("table-1", store.logs["table-1"])
        assert again.match.record() == room.table.match.record()
        assert again.version == room.table.version
        assert stored(fresh(await reopened(store), 0)) == stored(fresh(room, 0))
        with pytest.raises(Refused, match="has not stopped"):
            await do(room, 1, messages.Agree())

    asyncio.run(run())


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "last 2 choices are cut off"),
        ("pl", "2 ostatnie wybory"),
        ("es", "2 elecciones"),
        ("cs", "2 poslední volby"),
    ],
)
def test_the_page_says_why_it_stopped_and_offers_to_go_on(
    language: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = FrailStore()
        await played(store, "person", "person")
        monkeypatch.setattr(treasure, "GAME", Retired())
        room = await reopened(store)
        spoken, panels = web_translator(language, "treasure"), renderer("treasure")
        note = panels.public(fresh(room, None), [], spoken)["notes"]
        assert 'id="note-stopped"' in note
        assert words in note
        own = panels.private(fresh(room, 0), [], spoken)["chat"]
        assert 'id="agree"' in own
        assert 'name="do" value="agree"' in own
        await do(room, 0, messages.Agree())
        assert 'id="agree"' not in panels.private(fresh(room, 0), [], spoken)["chat"]

    asyncio.run(run())


def test_a_table_that_went_on_keeps_its_new_revision_at_the_next_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    class Third(Before):
        rules_version = "3"
        older_rules = ("2",)
        retired_rules = ("1",)

    async def run() -> None:
        store = FrailStore()
        await played(store, "person", "person")
        monkeypatch.setattr(treasure, "GAME", Retired())
        room = await reopened(store)
        await do(room, 0, messages.Agree())
        await do(room, 1, messages.Agree())
        monkeypatch.setattr(treasure, "GAME", Third())
        after = await reopened(store)
        assert (fresh(after, 0)["rules"], fresh(after, 0)["stopped"]) == ("2", None)
        assert after.table.match.record() == room.table.match.record()

    asyncio.run(run())


@pytest.mark.parametrize("seats", [("person", "open"), ("random", "random")])
def test_where_nobody_has_to_agree_the_table_goes_on_at_once(
    seats: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = FrailStore()
        stage = Stage(store)
        stage.bot_pool.seconds = 1e6
        await stage.found(*seats, game="treasure")
        monkeypatch.setattr(treasure, "GAME", Retired())
        for _ in range(2):
            room = await reopened(store)
            assert (fresh(room, None)["rules"], fresh(room, None)["stopped"]) == ("2", None)

    asyncio.run(run())


def test_who_has_left_need_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = FrailStore()
        room = await played(store, "person", "person")
        await do(room, 1, messages.Leave())
        monkeypatch.setattr(treasure, "GAME", Retired())
        room = await reopened(store)
        assert fresh(room, 0)["stopped"]["waiting"] == [0]
        await do(room, 0, messages.Agree())
        assert fresh(room, 0)["stopped"] is None

    asyncio.run(run())


def test_rules_that_never_were_are_still_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = FrailStore()
        await played(store, "person", "person")
        store.logs["table-1"][0] = store.logs["table-1"][0].replace(b'"rules":"1"', b'"rules":"9"')
        monkeypatch.setattr(treasure, "GAME", Retired())
        with pytest.raises(Refused) as refusal:
            await reopened(store)
        assert refusal.value.code == "wrong_version"

    asyncio.run(run())
