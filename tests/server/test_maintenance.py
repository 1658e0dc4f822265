"""The administrator's work on tables, without a network; quotas of a table; expiry."""

import json
from collections.abc import Awaitable
from pathlib import Path

import pytest

from drakkar.server.live.maintenance import DAY_MS, Maintenance
from drakkar.server.live.registry import TableRegistry
from drakkar.server.log import messages, quotas
from drakkar.server.log.errors import Refused
from drakkar.server.log.expiry import BATCH
from drakkar.server.log.messages import Rematch, Say, Start, Undo
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import CLOSED, OVER, NoSuchTable, SeatKey
from tests.server.fake_clock import DirectReader, FakeClock, PromptBots
from tests.server.memory_store import Kept, MemoryStore
from tests.server.sessions import finish
from tests.server.stage import Ear, Stage, choose, do, staged


async def code_of(attempt: Awaitable[object]) -> str:
    """The code of a refusal; empty if there is none."""
    try:
        await attempt
    except Refused as error:
        return error.code
    return ""


async def refusal(attempt: Awaitable[object]) -> str:
    """The code of a refusal."""
    code = await code_of(attempt)
    assert code
    return code


# --- Closing


def test_at_a_closed_table_nothing_can_be_done_and_everyone_sees_why() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "random")
        player, watcher, keeper = Ear(room, 0), Ear(room, None), Maintenance(stage.registry)
        await choose(room, 0)
        assert await keeper.close(room.table.id, "  abuse \x07 in the chat ")
        assert not await keeper.close(room.table.id, "again")
        await stage.turns()
        for ear in (player.hear(), watcher.hear()):
            assert (ear.state["status"], ear.state["closed"]) == (CLOSED, "abuse in the chat")
            assert ear.state["choices"] == ear.state["owed"] == []
            assert ear.state["decision"] == ear.state["undo"] == 0
            assert ear.state == ear.fresh
        before = room.table.version
        for act in (Say(text="hail"), Undo(choice=2), Start(), messages.Leave(), messages.WhyNot(choice="pass")):
            assert await refusal(do(room, 0, act)) == "closed"
        assert await refusal(do(room, 1, messages.Choose(decision=1, choice="pass"))) == "closed"
        await stage.pass_time(100)
        assert room.table.version == before
        assert stage.store.status[room.table.id] == CLOSED
        assert await stage.registry.listed() == []
        # The table stays closed when it is loaded again.
        stage.registry.rooms.clear()
        again = await stage.registry.room(room.table.id)
        assert again.table.closed == "abuse in the chat"
        assert again.bots.are_idle

    staged(test)


def test_an_open_table_that_is_closed_cannot_be_joined() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "open")
        await Maintenance(stage.registry).close(room.table.id, "")
        assert await refusal(room.sit(None, "Astrid", "k" * 64)) == "closed"
        assert Ear(room, None).hear().state["closed"] == ""

    staged(test)


def test_a_match_that_is_over_stays_over_when_it_is_closed() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "random")
        while not room.table.match.over:
            if room.table.seats[0].decision:
                await choose(room, 0)
            await stage.turns()
        await Maintenance(stage.registry).close(room.table.id, "enough")
        state = Ear(room, 0).hear().state
        assert (state["status"], state["closed"]) == (OVER, "enough")
        assert state["seed"]
        assert await refusal(do(room, 0, Rematch())) == "closed"

    staged(test)


# --- Chat


def test_a_removed_line_vanishes_from_the_log_and_from_open_pages() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        ident, keeper, ear = room.table.id, Maintenance(stage.registry), Ear(room, 1)
        for text in ("hail", "a vile word", "well met"):
            await do(room, 0, Say(text=text))
        assert [(line["number"], line["text"]) for line in await keeper.chat(ident)] == [
            (2, "hail"),
            (3, "a vile word"),
            (4, "well met"),
        ]
        assert await keeper.remove_line(ident, 3)
        assert not await keeper.remove_line(ident, 3)
        await stage.turns()
        ear.hear()
        assert [(line["text"], line["removed"]) for line in ear.state["chat"]] == [
            ("hail", False),
            ("", True),
            ("well met", False),
        ]
        assert ear.state == ear.fresh
        assert b"vile" not in b"".join(stage.store.logs[ident])
        assert "vile" not in json.dumps([entry.text for _, entry in room.table.asides if hasattr(entry, "text")])
        for number in (0, 1, 5, 99):
            assert await refusal(keeper.remove_line(ident, number)) == "not_now"
        stage.registry.rooms.clear()
        assert [said.text for said in (await stage.registry.room(ident)).table.chat] == ["hail", "", "well met"]
        await do(await stage.registry.room(ident), 0, Say(text="and on"))

    staged(test)


# --- Deleting


def test_a_deleted_table_is_gone_and_its_people_are_disconnected_with_a_word() -> None:
    async def test(stage: Stage) -> None:
        room, other = await stage.found("person", "random"), await stage.found("person", "person")
        ident, keeper = room.table.id, Maintenance(stage.registry)
        await stage.store.remember("s", SeatKey(room.table.seats[0].key, ident, "", 1))
        ear = Ear(room, 0).hear()
        await keeper.delete(ident)
        (message,) = [json.loads(body) for body in ear.subscriber._queue]
        assert (message["is"], message["code"]) == ("refused", "deleted")
        assert ear.subscriber.close_reason == "deleted"
        assert await refusal(stage.registry.room(ident)) == "no_table"
        assert await refusal(do(room, 0, Say(text="still here?"))) in ("deleted", "no_table")
        assert await stage.store.session("s") == []
        await stage.pass_time(100)
        assert list(stage.store.logs) == [other.table.id]
        with pytest.raises(NoSuchTable):
            await keeper.delete(ident)
        await choose(other, 0)

    staged(test)


def test_a_table_whose_log_is_broken_can_be_listed_and_deleted() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        ident, keeper = room.table.id, Maintenance(stage.registry)
        stage.registry.rooms.clear()
        stage.store.logs[ident].append(b"no entry at all")
        (row,) = await keeper.listed(9)
        assert row["broken"]
        await keeper.delete(ident)
        assert await keeper.listed(9) == []

    staged(test)


def test_the_list_says_who_sits_where_whether_a_table_is_live_or_not() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "open", "karl", name="Friday")
        await room.sit(1, "Astrid", "k" * 64)
        keeper = Maintenance(stage.registry)
        (live,) = await keeper.listed(9)
        stage.registry.rooms.clear()
        (stored,) = await keeper.listed(9)
        assert live["live"]
        assert not stored["live"]
        for row in (live, stored):
            assert (row["name"], row["game"], row["status"]) == ("Friday", "blood_rage", "running")
            assert row["seats"] == ["person", "Astrid", "bot karl"]
            assert row["size"] == sum(map(len, stage.store.logs[row["table"]]))

    staged(test)


# --- Quotas


def test_chat_stops_long_before_a_table_is_full_and_the_match_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "LINES_AT_ONCE", 1e9)
    monkeypatch.setattr(quotas, "MOST_LINES", 50)

    async def test(stage: Stage) -> None:
        room = await stage.found("person", "random")
        for number in range(50):
            await do(room, 0, Say(text=f"{number}"))
        assert await refusal(do(room, 0, Say(text="one more"))) == "chat_full"
        stage.registry.rooms.clear()
        room = await stage.registry.room(room.table.id)
        assert await refusal(do(room, 0, Say(text="one more"))) == "chat_full"
        while not room.table.match.over:
            if room.table.seats[0].decision:
                await choose(room, 0)
            await stage.turns()

    staged(test)


@pytest.mark.parametrize(("cap", "most"), [("MOST_ENTRIES", 60), ("MOST_BYTES", 6000)])
def test_of_a_table_that_fills_up_words_stop_first_and_choices_last(
    cap: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, cap, most)

    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")

        def filled() -> float:
            return (room.table.version if cap == "MOST_ENTRIES" else room.table.size) / most

        codes: dict[str, float] = {}
        while "choice" not in codes:
            others = messages.Mute(seat=1, muted=1 not in room.table.seats[0].muted)
            asked = next(seat for seat in (0, 1) if room.table.seats[seat].decision)
            for name, attempt, code in (
                ("words", do(room, 0, Say(text="hail")), "chat_full"),
                ("others", do(room, 0, others), "table_full"),
                ("choice", choose(room, asked), "table_full"),
            ):
                refused = await code_of(attempt)
                if refused:
                    assert refused == code
                    codes.setdefault(name, filled())
        assert list(codes) == ["words", "others", "choice"]
        assert 0.5 <= codes["words"] < 0.75 <= codes["others"] < 1 <= codes["choice"]
        assert room.table.size == sum(map(len, stage.store.logs[room.table.id]))
        # The administrator can still close it.
        assert await Maintenance(stage.registry).close(room.table.id, "full")

    staged(test)


def test_a_seat_cannot_chat_faster_than_people_read() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        for number in range(int(quotas.LINES_AT_ONCE)):
            await do(room, 0, Say(text=f"{number}"))
        with pytest.raises(Refused) as caught:
            await do(room, 0, Say(text="too fast"))
        assert (caught.value.code, caught.value.retry) == ("too_many", 2.0)
        await do(room, 1, Say(text="another seat"))
        await stage.pass_time(2.0)
        await do(room, 0, Say(text="again"))
        assert await refusal(do(room, 0, Say(text="too soon"))) == "too_many"
        await choose(room, 0)

    staged(test)


# --- Expiry


class HastyClock(FakeClock):
    """A clock on which waiting takes no time."""

    async def sleep(self, seconds: float) -> None:
        """Return at once."""
        self.seconds += seconds


@pytest.mark.parametrize("where", ["memory", "file"])
def test_finished_tables_expire_and_no_others(where: str, tmp_path: Path) -> None:
    clock = HastyClock()

    async def test() -> None:
        store = (
            MemoryStore(Kept(), clock.wall_ms)
            if where == "memory"
            else SqliteStore(tmp_path / "tables.db", now=clock.wall_ms)
        )
        registry = TableRegistry(store, PromptBots(), clock, DirectReader())
        keeper = Maintenance(registry)
        names = [f"{number:03}" for number in range(2 * BATCH + 5)]
        for name in [*names, "running", "closed", "young", "again"]:
            await store.create(name, b"{}", "running")
        for name in names:
            await store.mark(name, OVER)
        await store.mark("closed", CLOSED)
        clock.wall += 10 * DAY_MS
        await store.mark("young", OVER)
        await store.mark("again", OVER)
        clock.wall += DAY_MS // 2
        assert await keeper.expire(11) == 0
        assert await keeper.expire(10) == len(names) + 1
        assert [about.table for about in await store.listed(999)] == ["again", "young", "running"]
        assert await keeper.expire(10) == 0
        assert await keeper.expire(0.25) == 2
        await store.close()

    finish(test())


def test_a_seat_of_a_rematch_outlives_the_table_that_expires() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "random")
        while not room.table.match.over:
            if room.table.seats[0].decision:
                await choose(room, 0)
            await stage.turns()
        key = room.table.seats[0].key
        await stage.store.remember("s", SeatKey(key, room.table.id, "", 1))
        await stage.store.add_link("l", key, room.table.id, 1)
        await do(room, 0, Rematch())
        again = room.table.next_table
        await Maintenance(stage.registry).delete(room.table.id)
        assert await stage.store.session("s") == [SeatKey(key, again, "", 1)]
        assert await stage.store.linked("l") == SeatKey(key, again, "l", 1)

    staged(test)
