"""A live table: bots and their pace, clocks, a store that fails, and the messages to each connection."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import prompts, questions
from drakkar.server.live.bot_seats import FIRST_WAIT, LONGEST_WAIT
from drakkar.server.live.presence import AWAY_AFTER, GONE_AFTER
from drakkar.server.live.registry import FORGET_AFTER, SWEEP_INTERVAL
from drakkar.server.live.room import Room
from drakkar.server.live.subscriber import LONGEST_QUEUE, MOST_QUEUED_BYTES
from drakkar.server.log import commands, messages, quotas
from drakkar.server.log.entries import TimeControl, encode
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import (
    Claim,
    Leave,
    Mute,
    Rematch,
    Replace,
    Retry,
    Return,
    Say,
    SkipUndoWindow,
    Start,
    Sync,
    Undo,
    Vote,
)
from drakkar.server.log.table import replay
from tests.blood_rage import scene as blood_rage
from tests.server.stage import Ear, FrailStore, Stage, choose, do, fresh, some_choice, staged

DAY = 24 * 3600


async def refused(act: Awaitable[object], code: str) -> None:
    """Check that a command is refused with this code."""
    with pytest.raises(Refused) as error:
        await act
    assert error.value.code == code


# --- Bots: pace and grace


async def person_before_bot(stage: Stage) -> Room:
    """A person has made a choice that they can undo, and a bot is next."""
    room = await stage.found("person", "random", pace=1, grace=4)
    for _ in range(200):
        asked = questions(room.table.match)
        if list(asked) == [1] and not asked[1].secret and room.table.undo_of(0):
            return room
        if room.table.seats[0].decision:
            await choose(room, 0)
        else:
            await stage.pass_time(10)
    raise AssertionError("no such moment")


def test_a_bot_seals_at_once() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "random", "random", pace=2, grace=4)
        await stage.pass_time(0.1)
        assert list(questions(room.table.match)) == [0], "the person is the last, and nobody waits for an undo"

    staged(test)


def test_a_bot_takes_its_time() -> None:
    async def test(stage: Stage) -> None:
        turn = drakkar.set_up('game = "blood_rage"\nsides = ["wolf", "raven"]\nturn = "wolf"').record()
        room = await stage.found("random", "random", pace=2, origin=turn)
        await stage.pass_time(1.9)
        assert room.table.version == 1
        await stage.pass_time(0.2)
        assert room.table.version > 1

    staged(test)


def test_a_bot_waits_while_the_person_before_it_can_undo() -> None:
    async def test(stage: Stage) -> None:
        room = await person_before_bot(stage)
        version = room.table.version
        await stage.pass_time(1)
        await stage.pass_time(3.9)
        assert room.table.version == version
        await stage.pass_time(0.2)
        assert room.table.version == version + 1

    staged(test)


def test_a_bot_goes_on_at_once_when_it_is_told_so() -> None:
    async def test(stage: Stage) -> None:
        room = await person_before_bot(stage)
        version = room.table.version
        await stage.pass_time(1)
        await do(room, 0, SkipUndoWindow())
        await stage.turns()
        assert room.table.version == version + 1

    staged(test)


def test_going_on_outlives_what_is_said_meanwhile() -> None:
    async def test(stage: Stage) -> None:
        room = await person_before_bot(stage)
        await do(room, 0, SkipUndoWindow())
        await do(room, 0, Say(text="your turn"))
        version = room.table.version
        await stage.pass_time(1)
        assert room.table.version == version + 1

    staged(test)


def test_an_undo_in_the_grace_takes_the_decision_away_from_the_bot() -> None:
    async def test(stage: Stage) -> None:
        room = await person_before_bot(stage)
        await stage.pass_time(2)
        await do(room, 0, Undo(choice=room.table.undo_of(0)))
        version, asked = room.table.version, stage.bot_pool.asked
        assert (room.table.seats[1].decision, bool(room.table.seats[0].decision)) == (0, True)
        await stage.pass_time(1000)
        assert (room.table.version, stage.bot_pool.asked) == (version, asked)
        await choose(room, 0)
        await stage.pass_time(1)
        await stage.pass_time(4)
        assert room.table.version > version + 1

    staged(test)


def test_nobody_waits_for_a_person_who_left() -> None:
    async def test(stage: Stage) -> None:
        room = await person_before_bot(stage)
        await do(room, 0, Leave())
        version = room.table.version
        await stage.pass_time(1)
        assert room.table.version == version + 1

    staged(test)


def test_of_bots_that_seal_together_only_the_last_one_waits() -> None:
    """Both are ready at the same moment; the bot that writes second would end the person's undo."""

    async def test(stage: Stage) -> None:
        stage.bot_pool.seconds = 5
        room = await stage.found("person", "random", "random", grace=4)
        await choose(room, 0)
        await stage.pass_time(5)
        assert len(questions(room.table.match)) == 1
        assert room.table.undo_of(0)
        await stage.pass_time(3.9)
        assert room.table.undo_of(0)
        await stage.pass_time(0.2)
        assert not room.table.undo_of(0)

    staged(test)


def test_a_last_sealer_does_not_wait_for_somebody_who_chooses_again() -> None:
    async def test(stage: Stage) -> None:
        stage.bot_pool.seconds = 5
        room = await stage.found("person", "random", "random", grace=4)
        await choose(room, 0)
        await stage.pass_time(5)
        await do(room, 0, Undo(choice=room.table.undo_of(0)))
        await stage.turns()
        assert list(questions(room.table.match)) == [0]

    staged(test)


def test_a_bot_that_cannot_choose_tries_again() -> None:
    async def test(stage: Stage) -> None:
        stage.bot_pool.failures = 2
        room = await stage.found("random", "random")
        assert room.table.version < 5
        await stage.pass_time(LONGEST_WAIT)
        await stage.pass_time(LONGEST_WAIT)
        assert room.table.version > 10

    staged(test)


def test_a_bot_that_fails_is_shown_and_nobody_plays_in_its_place() -> None:
    async def test(stage: Stage) -> None:
        stage.bot_pool.broken = {"jarl": "ValueError"}
        room = await stage.found("person", "person", "jarl")
        ears = [Ear(room, seat) for seat in (0, None)]
        for seat in (0, 1):
            await choose(room, seat)
        version = room.table.version
        await stage.pass_time(60)
        assert room.table.version == version
        for ear in ears:
            assert [seat["failed"] for seat in ear.hear().state["seats"]] == [None, None, "ValueError"]
            assert ear.state == ear.fresh
        with pytest.raises(Refused, match="no bot has failed there"):
            await do(room, 0, Retry(seat=1))
        with pytest.raises(Refused, match="the bots here are"):
            await do(room, 0, Replace(seat=2, bot="mcts:seconds=50"))
        with pytest.raises(Refused):
            await do(room, None, Replace(seat=2, bot="thrall"))
        await do(room, 0, Replace(seat=2, bot="thrall"))
        await stage.turns()
        assert room.table.version > version + 1
        for ear in ears:
            assert [(seat["bot"], seat["failed"]) for seat in ear.hear().state["seats"]][2] == ("thrall", None)
        assert (await do(room, 1, Replace(seat=2, bot="thrall")))["already"]
        assert replay(room.table.id, stage.store.logs[room.table.id]).seats[2].bot == "thrall"

    staged(test)


def test_a_bot_that_has_failed_can_try_again() -> None:
    async def test(stage: Stage) -> None:
        stage.bot_pool.broken = {"karl": "ProcessDied"}
        room = await stage.found("person", "karl")
        await choose(room, 0)
        version = room.table.version
        await do(room, 0, Retry(seat=1))
        await stage.turns()
        assert (room.bots.failed, room.table.version) == ({1: "ProcessDied"}, version)
        await do(room, 0, Replace(seat=1, bot="karl"))
        await stage.turns()
        assert (room.bots.failed, room.table.version) == ({1: "ProcessDied"}, version + 1)
        stage.bot_pool.broken = {}
        await do(room, 0, Retry(seat=1))
        await stage.turns()
        assert not room.bots.failed
        assert room.table.version > version + 1

    staged(test)


def test_a_stand_in_plays_whenever_it_is_called_and_not_after_its_person_is_back() -> None:
    async def test(stage: Stage) -> None:
        stage.bot_pool.seconds = 2
        room = await stage.found("person", "person", clock=TimeControl(60))
        await stage.pass_time(61)
        decision = room.table.seats[0].decision
        for _ in range(2):
            await do(room, 1, Claim(seat=0))
            await stage.pass_time(1)
            await do(room, 0, Return())
            await stage.pass_time(10)
            assert room.table.seats[0].decision == decision
        await do(room, 1, Claim(seat=0))
        await stage.pass_time(2)
        assert room.table.seats[0].decision != decision

    staged(test)


# --- Clocks


def test_a_clock_runs_for_whoever_is_asked() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person", clock=TimeControl(60, 5))
        await stage.pass_time(10)
        assert room.clocks() == [50_000] * 3
        await choose(room, 0)
        await stage.pass_time(10)
        assert room.clocks() == [55_000, 40_000, 40_000]

    staged(test)


def test_when_time_runs_out_nothing_happens_until_somebody_claims() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person", clock=TimeControl(60))
        await stage.pass_time(59)
        await refused(do(room, 0, Claim(seat=1)), "not_now")
        await stage.pass_time(3600)
        assert room.clocks()[1] < 0
        assert room.table.version == 1
        await choose(room, 1)
        assert room.table.seats[1].bank < 0
        await refused(do(room, 0, Claim(seat=1)), "not_now")
        await do(room, 0, Claim(seat=2))
        await stage.turns()
        assert room.table.seats[2].decision == 0

    staged(test)


def test_no_time_runs_for_a_stand_in_and_none_is_owed_for_it() -> None:
    async def test(stage: Stage) -> None:
        stage.bot_pool.seconds = 30
        room = await stage.found("person", "person", clock=TimeControl(60))
        await stage.pass_time(100)
        await do(room, 1, Claim(seat=0))
        assert room.clocks()[0] == 0
        await stage.pass_time(20)
        assert room.clocks()[0] == 0
        await do(room, 0, Return())
        await stage.pass_time(3)
        assert room.clocks()[0] == -3000

    staged(test)


def test_nobody_pays_for_the_time_that_the_server_was_down() -> None:
    async def before(stage: Stage) -> str:
        room = await stage.found("person", "person", "person", clock=TimeControl(60))
        await stage.pass_time(10)
        await choose(room, 0)
        return room.table.id

    async def after(stage: Stage) -> None:
        stage.clock.seconds += 5 * DAY
        stage.clock.wall += 5 * DAY * 1000
        room = await stage.registry.room(ident)
        assert room.clocks() == [50_000, 60_000, 60_000]
        await stage.pass_time(7)
        assert room.clocks() == [50_000, 53_000, 53_000]

    store = FrailStore()
    ident = staged(before, store)
    staged(after, store)


@pytest.mark.parametrize("jump", [-400 * DAY, 400 * DAY])
def test_a_wall_clock_that_jumps_changes_nothing(jump: int) -> None:
    async def test(stage: Stage) -> tuple[list[int], int, list[str]]:
        room = await stage.found("person", "random", pace=1, grace=2, clock=TimeControl(60, 5))
        for _ in range(30):
            stage.clock.wall += 1000 * jump_by
            if room.table.seats[0].decision:
                await choose(room, 0)
            await stage.pass_time(0.7)
        return room.clocks(), room.table.version, [played.text for played in room.table.match.history]

    jump_by = 0
    usual = staged(test)
    jump_by = jump
    assert staged(test) == usual


# --- A store that fails


def test_when_nothing_can_be_written_nothing_has_happened() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        ear, before = Ear(room, 0).hear(), [fresh(room, seat) for seat in (0, 1, None)]
        stage.store.failures = 2
        act = some_choice(room, 0, Random(1))
        for _ in range(2):
            await refused(do(room, 0, act), "store_unavailable")
            assert [{**fresh(room, seat), "seats": 0} for seat in (0, 1, None)] == [{**b, "seats": 0} for b in before]
            assert ear.hear().state == ear.fresh
        assert ear.heard == ["state"]
        assert (await do(room, 0, act))["version"] == 2
        assert ear.hear().heard == ["state", "push"]

    staged(test)


def test_a_table_that_cannot_be_written_is_not_there() -> None:
    async def test(stage: Stage) -> None:
        stage.store.failures = 1
        await refused(stage.found("person", "person"), "store_unavailable")
        assert not stage.registry.rooms

    staged(test)


def test_a_bot_tries_until_its_choice_is_written() -> None:
    async def test(stage: Stage) -> None:
        stage.bot_pool.seconds = 1
        room = await stage.found("random", "random")
        stage.store.failures = 5
        asked = stage.bot_pool.asked
        await stage.pass_time(1)
        assert room.table.version == 1
        assert not room.is_idle, "the registry must not drop a table whose bot is about to go on"
        for _ in range(6):
            await stage.pass_time(LONGEST_WAIT)
        assert room.table.version > 3
        assert stage.bot_pool.asked - asked <= room.table.version, "it need not think twice"
        assert [played.seat for played in room.table.match.history].count(0) > 0

    staged(test)


def test_a_bot_that_waits_for_the_store_is_not_doubled_by_what_is_said() -> None:
    async def test(stage: Stage) -> None:
        stage.bot_pool.seconds = 1
        room = await stage.found("person", "person", "random")
        asked = stage.bot_pool.asked
        stage.store.failures = 1
        await stage.pass_time(1)
        await do(room, 0, Say(text="hm"))
        await stage.turns()
        assert stage.bot_pool.asked == asked
        await stage.pass_time(FIRST_WAIT)
        assert not room.table.seats[2].decision

    staged(test)


def test_what_another_server_wrote_is_read_again() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        ear, words = Ear(room, 1).hear(), str(room.table.match.choices(0)[0])
        theirs = commands.choose(room.table, 0, 0, room.table.seats[0].decision, words, 0)
        assert theirs is not None
        stage.store.logs[room.table.id].append(encode(theirs))
        await choose(room, 1)
        assert room.table.version == 3
        assert [played.seat for played in room.table.match.history] == [0, 1]
        assert room.table.match.history[0].text == words
        await stage.turns()
        assert ear.hear().state == ear.fresh

    staged(test)


def test_a_choice_that_another_server_wrote_first_counts_once() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        words, others = map(str, room.table.match.choices(0)[:2])
        theirs = commands.choose(room.table, 0, 0, room.table.seats[0].decision, words, 0)
        assert theirs is not None
        decision = room.table.seats[0].decision
        stage.store.logs[room.table.id].append(encode(theirs))
        assert (await do(room, 0, messages.Choose(decision=decision, choice=words)))["already"]
        await refused(do(room, 0, messages.Choose(decision=decision, choice=others)), "stale")
        assert room.table.version == 2

    staged(test)


def test_a_bot_goes_on_after_another_server_wrote() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "random", "random", pace=1)
        theirs = commands.say(room.table, 0, 0, "from elsewhere")
        stage.store.logs[room.table.id].append(encode(theirs))
        for _ in range(4):
            await stage.pass_time(1)
        assert list(questions(room.table.match)) == [0]

    staged(test)


def test_a_log_that_cannot_be_read_again_now_is_read_later() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        stage.store.logs[room.table.id].append(encode(commands.say(room.table, 0, 0, "from elsewhere")))
        stage.store.unreadable = 1
        await refused(choose(room, 1), "store_unavailable")
        await choose(room, 1)
        assert room.table.version == 3

    staged(test)


def test_running_tables_are_taken_up_and_wrong_marks_put_right() -> None:
    async def before(stage: Stage) -> list[str]:
        rooms = [await stage.found(*seats, pace=1) for seats in (["random"] * 2, ["person", "open"], ["person"] * 2)]
        stage.store.status[rooms[0].table.id] = "open"
        stage.store.status[rooms[1].table.id] = "running"
        return [room.table.id for room in rooms]

    async def after(stage: Stage) -> None:
        for name, log in (("no entry", [b"{}"]), ("nothing", [])):
            stage.store.logs[name], stage.store.status[name] = log, "running"
        stage.store.unreadable = 2
        await stage.registry.open()
        for _ in range(3):
            await stage.pass_time(SWEEP_INTERVAL)
        assert set(stage.registry.rooms) == set(idents)
        assert [stage.store.status[ident] for ident in idents] == ["running", "open", "running"]
        assert {table.id for table in await stage.registry.listed()} == set(idents)
        await stage.pass_time(1)
        assert stage.registry.rooms[idents[0]].table.version > 1

    store = FrailStore()
    idents = staged(before, store)
    staged(after, store)


def test_only_what_nobody_needs_is_forgotten() -> None:
    async def test(stage: Stage) -> None:
        await stage.registry.open()
        idle, watched = await stage.found("person", "person"), await stage.found("person", "person")
        subscriber = watched.subscribe_seat(None)
        await stage.pass_time(FORGET_AFTER + 1)
        await stage.pass_time(SWEEP_INTERVAL)
        assert list(stage.registry.rooms) == [watched.table.id]
        again = await stage.registry.room(idle.table.id)
        assert fresh(again, 0) == fresh(idle, 0)
        watched.unsubscribe(subscriber)

    staged(test)


def test_a_clock_that_runs_is_not_forgotten() -> None:
    async def test(stage: Stage) -> None:
        await stage.registry.open()
        timed = await stage.found("person", "person", clock=TimeControl(bank=7200))
        await stage.pass_time(FORGET_AFTER + 1)
        await stage.pass_time(SWEEP_INTERVAL)
        assert await stage.registry.room(timed.table.id) is timed
        assert timed.clocks() == [1000 * (7200 - int(FORGET_AFTER + 1 + SWEEP_INTERVAL))] * 2

    staged(test)


# --- Messages to subscribers


def test_a_client_that_cannot_keep_up_is_told_everything_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "LINES_AT_ONCE", 1000.0)

    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        ear, gate = Ear(room, 1), asyncio.Event()

        async def send(message: bytes) -> None:
            await gate.wait()
            ear.take_in(message)

        sender = asyncio.create_task(ear.subscriber.send_all(send))
        for number in range(300):
            await do(room, 0, Say(text=f"{number} " + "words " * 80))
            assert len(ear.subscriber._queue) <= LONGEST_QUEUE
            assert ear.subscriber._bytes <= MOST_QUEUED_BYTES or len(ear.subscriber._queue) == 1
        gate.set()
        await stage.turns()
        assert ear.heard == ["state", "resync", "state"]
        assert ear.state == ear.fresh
        await choose(room, 2)
        await stage.turns()
        assert ear.heard[-1] == "push"
        assert ear.state == ear.fresh
        assert ear.subscriber.resyncs == 1
        sender.cancel()

    staged(test)


def test_a_whole_state_is_never_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "LINES_AT_ONCE", 1000.0)

    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        for _ in range(199):
            await do(room, 0, Say(text="\U0001f6f6" * 500))
        ear = Ear(room, 1)
        assert ear.subscriber._bytes > MOST_QUEUED_BYTES
        assert ear.hear().heard == ["state"]
        assert ear.state == ear.fresh

    staged(test)


async def some_act(stage: Stage, room: Room, rng: Random) -> None:
    """A random command of a random seat, at a later time."""
    table = room.table
    seat, other = rng.randrange(len(table.seats)), rng.randrange(len(table.seats))
    act: messages.Command
    match rng.choice(["choose"] * 14 + ["undo"] * 3 + ["say", "say", "mute", "leave", "return", "vote", "claim"]):
        case "choose":
            people = [number for number in questions(table.match) if table.seats[number].is_person]
            if not people:
                return
            seat = rng.choice(people)
            act = some_choice(room, seat, rng)
        case "undo":
            act = Undo(choice=table.undo_of(seat))
        case "say":
            act = Say(text=f"hail {rng.randrange(100)}")
        case "mute":
            act = Mute(seat=other, muted=rng.random() < 0.6)
        case "leave":
            act = Leave(stand_in=rng.random() < 0.3)
        case "return":
            act = Return()
        case "vote":
            act = Vote(seat=other)
        case _:
            act = Claim(seat=other)
    try:
        await room.act(seat, act)
    except Refused:
        return


@pytest.mark.parametrize(
    ("game", "seats", "acts"),
    [
        ("treasure", ["person", "person", "random"], 100),
        ("blood_rage", ["person", "person"], 100),
        ("blood_rage", ["person", "random", "person", "person"], 50),
        pytest.param("blood_rage", ["person"] * 3, 200, marks=pytest.mark.thorough),
        pytest.param("blood_rage", ["person", "person", "random", "person", "random"], 1200, marks=pytest.mark.slow),
    ],
)
def test_pushes_add_up_to_exactly_what_a_new_connection_is_told(game: str, seats: list[str], acts: int) -> None:
    async def test(stage: Stage) -> None:
        rng = Random(f"{game} {seats}")
        room = await stage.found(*seats, game=game, clock=TimeControl(600, 5))
        ears = [Ear(room, seat) for seat in [None, *range(len(seats))] if seat is None or seats[seat] == "person"]
        for _ in range(acts):
            version = room.table.version
            if rng.random() < 0.1:
                gone = ears.pop(rng.randrange(len(ears)))
                room.unsubscribe(gone.subscriber)
                ears.append(Ear(room, gone.subscriber.seat))
            await stage.pass_time(rng.choice([0, 0.4, 30]))
            if rng.random() < 0.2:
                room.state(rng.choice([None, 0]))
            await some_act(stage, room, rng)
            await stage.turns()
            for ear in ears:
                ear.hear()
                if room.table.version != version:
                    assert ear.state == ear.fresh
                    assert ear.events == [event.to_json() for event in room.table.match.events(ear.subscriber.seat)]

    staged(test)


def test_who_looks_in_between_takes_no_news_from_the_others() -> None:
    """A `sync` is answered to one client; the changes must still be pushed to all."""

    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", clock=TimeControl(60))
        ear = Ear(room, 0).hear()
        await stage.pass_time(5)
        await do(room, 0, Sync())
        await choose(room, 0)
        assert ear.hear().state["clocks"] == room.clocks()
        assert ear.state == ear.fresh

    staged(test)


def test_who_gets_up_before_the_match_has_no_part_in_what_his_seat_does_next() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "open")
        ear = Ear(room, 0).hear()
        await do(room, 0, Leave())
        assert ear.hear().subscriber.seat is None
        assert ear.state["seat"] is None
        await room.sit(0, "Freya", "her key")
        hers = Ear(room, 0).hear()
        await do(room, 1, Start(bot="random"))
        await stage.turns()
        assert hers.hear().state["choices"]
        assert ear.hear().state["choices"] == []
        assert ear.state == fresh(room, None)
        await choose(room, 0)
        assert hers.hear().state == hers.fresh, "who chooses is told before he is answered"
        await stage.turns()
        assert ear.hear().state == ear.fresh

    staged(test)


def test_what_somebody_asked_for_before_he_got_up_is_not_done_by_his_successor() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "open")
        up, sit, late = await asyncio.gather(
            room.act(0, Leave()),
            room.sit(0, "Freya", "her key"),
            room.act(0, Say(text="I am Freya")),
            return_exceptions=True,
        )
        assert isinstance(up, bytes)
        assert sit == 0
        assert isinstance(late, Refused)
        assert late.code == "not_seated"

    staged(test)


def test_where_nobody_may_watch_watchers_go_when_the_match_begins() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "open", spectators=False)
        ear, heard = Ear(room, None), list[bytes]()

        async def send(message: bytes) -> None:
            await asyncio.sleep(0)
            heard.append(message)

        sending = asyncio.create_task(ear.subscriber.send_all(send))
        await stage.turns()
        await do(room, 0, Start(bot="random"))
        await stage.turns()
        assert sending.done()
        assert b"no_spectators" in heard[-1]
        assert not any(b'"running"' in message for message in heard)
        assert not room.subscribers
        room.unsubscribe(ear.subscriber)

    staged(test)


def test_who_may_not_watch_is_told_nothing_even_if_he_was_slow() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "open", spectators=False)
        ear, heard, gate = Ear(room, None), list[bytes](), asyncio.Event()

        async def send(message: bytes) -> None:
            await gate.wait()
            heard.append(message)

        sending = asyncio.create_task(ear.subscriber.send_all(send))
        await stage.turns()
        for number in range(100):
            await do(room, 0, Say(text=f"{number}"))
        gate.set()
        await asyncio.sleep(0)
        gate.clear()
        await do(room, 0, Start(bot="random"))
        gate.set()
        await stage.turns()
        assert sending.done()
        assert not any(b'"running"' in message for message in heard)

    staged(test)


# --- Requests


def test_votes_are_for_those_whose_connection_is_gone_for_a_while() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        subscriber = room.subscribe_seat(2)
        await stage.pass_time(10 * GONE_AFTER)
        await refused(do(room, 0, Vote(seat=2)), "not_now")
        room.unsubscribe(subscriber)
        await stage.pass_time(GONE_AFTER - 1)
        await refused(do(room, 0, Vote(seat=2)), "not_now")
        await stage.pass_time(2)
        await do(room, 0, Vote(seat=2))
        await do(room, 1, Vote(seat=2))
        await stage.turns()
        assert room.table.seats[2].bot
        assert not room.table.seats[2].decision

    staged(test)


@pytest.mark.parametrize("act", [lambda: Vote(seat=9), lambda: Claim(seat=9), lambda: Mute(seat=9)])
def test_a_seat_that_is_not_there_is_no_fault(act: Callable[[], messages.Command]) -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", clock=TimeControl(60))
        await refused(do(room, 0, act()), "not_now")

    staged(test)


def test_spectators_may_look_and_nothing_else() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        assert (await do(room, None, Sync(id=5)))["id"] == 5
        await refused(do(room, None, Say(text="hail")), "not_seated")

    staged(test)


def test_before_the_match_there_is_nothing_to_ask_about() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "open")
        await refused(do(room, 0, messages.WhyNot(choice="pass")), "not_started")
        await refused(do(room, 0, messages.Preview(choice="pass")), "not_started")
        await refused(do(room, 0, Rematch()), "not_now")

    staged(test)


def test_the_same_people_meet_again_at_one_table() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "random", game="treasure", name="Hall", clock=TimeControl(600))
        await refused(do(room, 0, Rematch()), "not_now")
        await do(room, 1, Leave(stand_in=True))
        while not room.table.match.over:
            if room.table.seats[0].decision:
                await choose(room, 0)
            await stage.turns()
        ear = Ear(room, 0).hear()
        first, second = await do(room, 0, Rematch()), await do(room, 1, Rematch(id="again"))
        assert first["table"] == second["table"] == ear.hear().state["next"]
        again = stage.registry.rooms[first["table"]].table
        assert again.founded.previous == room.table.id
        assert [seat.key for seat in again.seats] == [seat.key for seat in room.table.seats]
        assert [seat.name for seat in again.seats] == [seat.name for seat in room.table.seats]
        assert (again.founded.name, again.founded.clock) == ("Hall", TimeControl(600))
        assert again.started
        assert stage.store.status[room.table.id] == "over"

    staged(test)


@pytest.mark.parametrize("grace", [0, 4])
def test_the_table_declines_for_an_empty_hand_and_the_record_is_as_if_its_player_had(grace: int) -> None:
    origin = blood_rage.scene(
        "wolf raven",
        age=2,
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Tyr's Crush, Manheim!"},
    ).match.position()

    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", origin=origin, grace=grace, clock=TimeControl(60, 10))
        by_hand = drakkar.set_up(origin)
        for words in ("pillage Gimle", "card Tyr's Crush"):
            await choose(room, 0, words)
            await stage.turns()
            by_hand.play(0, words)
        assert {seat: prompt.code for seat, prompt in prompts(room.table.match).items()} == {0: "late"}
        await stage.pass_time(60)
        assert room.table.seats[0].decision, "a hand of one card is nobody's business: its player is asked"
        await choose(room, 0, "decline")
        await stage.turns()
        by_hand.play(0, "decline")
        bank = room.table.seats[1].bank
        if grace:
            assert prompts(room.table.match).keys() == {1}, "the answer waits while the choice before it can be undone"
            await do(room, 0, Undo(choice=room.table.undo_of(0)))
            await choose(room, 0, "decline")
            await stage.pass_time(grace)
        by_hand.play(1, "decline")
        assert room.table.match.record() == by_hand.record()
        assert room.table.seats[1].bank == bank, "no time is spent or won"
        assert not room.table.undo_of(1)
        again = replay(room.table.id, stage.store.logs[room.table.id])
        assert again.match.record() == by_hand.record()
        assert again.automatic == room.table.automatic
        assert len(again.automatic) == 1
        await room.close()

    staged(test)


def presence_of(state: dict[str, Any], seat: int) -> tuple[bool, int | None, bool]:
    """Whether a seat is here, since when, and whether it is gone."""
    about = state["seats"][seat]
    return about["here"], about["since"], about["gone"]


def test_a_short_reconnect_is_no_absence_and_a_long_one_is_told_by_itself() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        ear = Ear(room, 1)
        began = stage.clock.wall
        subscriber = room.subscribe_seat(0)
        await stage.turns()
        assert presence_of(ear.hear().state, 0) == (True, began, False)
        for _ in range(3):
            stage.clock.wall += 60_000
            room.unsubscribe(subscriber)
            await stage.pass_time(AWAY_AFTER - 1)
            subscriber = room.subscribe_seat(0)
            await stage.turns()
            assert presence_of(ear.hear().state, 0) == (True, began, False)
        left = stage.clock.wall
        room.unsubscribe(subscriber)
        stage.clock.wall += 60_000
        await stage.pass_time(AWAY_AFTER + 1)
        assert presence_of(ear.hear().state, 0) == (False, left, False)
        await stage.pass_time(GONE_AFTER - AWAY_AFTER - 2)
        assert presence_of(ear.hear().state, 0) == (False, left, False)
        await refused(do(room, 1, Vote(seat=0)), "not_now")
        await stage.pass_time(2)
        assert presence_of(ear.hear().state, 0) == (False, left, True)
        assert presence_of(fresh(room, None), 0) == (False, left, True), "everyone may know it"
        room.subscribe_seat(0)
        await stage.turns()
        assert presence_of(ear.hear().state, 0) == (True, stage.clock.wall, False)
        await refused(do(room, 1, Vote(seat=0)), "not_now")

    staged(test)


def test_who_has_left_is_gone_at_once_and_here_again_once_the_seat_is_taken_back() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person")
        room.subscribe_seat(0)
        await do(room, 0, Leave())
        assert presence_of(fresh(room, 1), 0)[::2] == (True, True)
        await do(room, 1, Vote(seat=0))
        await do(room, 0, Return())
        assert presence_of(fresh(room, 1), 0)[::2] == (True, False)

    staged(test)


def test_a_page_that_looks_now_and_then_is_here_until_it_looks_no_more() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        ear = Ear(room, 1)
        assert not ear.hear().state["seats"][0]["here"]
        room.poll(0)
        await stage.turns()
        assert ear.hear().state["seats"][0]["here"], "the others are told without anything else that happens"
        await stage.pass_time(AWAY_AFTER - 1)
        room.poll(0)
        await stage.pass_time(AWAY_AFTER - 1)
        assert ear.fresh["seats"][0]["here"]
        await stage.pass_time(2)
        assert not ear.fresh["seats"][0]["here"]

    staged(test)
