"""The contract of a store, for every implementation."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drakkar.server.log.postgres_store import PostgresStore
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import (
    DONE,
    OPEN,
    OVER,
    RUNNING,
    UNFINISHED,
    About,
    Conflict,
    NoSuchTable,
    SeatKey,
    Store,
    StoredReview,
    StoreError,
    StoreUnavailable,
)
from tests.server.memory_store import Kept, MemoryStore
from tests.server.postgres import Cluster
from tests.server.sessions import finish

# Opens the same store each time it is called.
Place = Callable[[], Store]
Session = Callable[[Store], Awaitable[None]]


class TimeControl:
    """The clock of the stores; a test sets it."""

    def __init__(self) -> None:
        self.ms = 1_000

    def __call__(self) -> int:
        return self.ms


CLOCK = TimeControl()


def in_memory(_: Path, __: pytest.FixtureRequest) -> Place:
    kept = Kept()
    return lambda: MemoryStore(kept, CLOCK)


def in_a_file(folder: Path, _: pytest.FixtureRequest) -> Place:
    return lambda: SqliteStore(folder / "tables.db", now=CLOCK)


def in_postgres(_: Path, request: pytest.FixtureRequest) -> Place:
    cluster: Cluster = request.getfixturevalue("postgres")
    address = cluster.address(cluster.new_schema())
    return lambda: PostgresStore(address, now=CLOCK)


Kind = Callable[[Path, pytest.FixtureRequest], Place]
KINDS = [
    pytest.param(in_memory, id="memory"),
    pytest.param(in_a_file, id="sqlite"),
    pytest.param(in_postgres, id="postgres"),
]


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    kind: Kind = request.param
    return kind(tmp_path, request)


def run(place: Place, *sessions: Session) -> None:
    """Run each session on a newly opened store."""

    async def session_after_session() -> None:
        for session in sessions:
            store = place()
            try:
                await session(store)
            finally:
                await store.close()

    finish(session_after_session())


async def fault(attempt: Awaitable[object]) -> type[StoreError] | None:
    """The class of a store's error; None if there is none."""
    try:
        await attempt
    except StoreError as error:
        return type(error)
    return None


def test_entries_are_read_in_the_order_in_which_they_were_appended(place: Place) -> None:
    async def session(store: Store) -> None:
        await store.create("a", b"first", OPEN)
        await store.create("b", b"another", OPEN)
        for version in range(1, 20):
            await store.append("a", version, b"%d" % version)
        log = [b"first", *(b"%d" % version for version in range(1, 20))]
        assert await store.read("a") == log
        for after in range(22):
            assert await store.read("a", after) == log[after:]
        assert await store.read("a", -1) == log
        assert await store.read("a", 2**70) == []
        assert await store.read("b") == [b"another"]

    run(place, session)


def test_an_append_behind_another_end_is_a_conflict_and_changes_nothing(place: Place) -> None:
    async def session(store: Store) -> None:
        await store.create("a", b"1", OPEN)
        await store.append("a", 1, b"2")
        for version in (-1, 0, 1, 3, 2**63 - 1, 2**63, 2**70):
            assert await fault(store.append("a", version, b"no")) is Conflict
        assert await store.read("a") == [b"1", b"2"]
        assert await store.tables(OPEN, 10) == ["a"]
        await store.append("a", 2, b"3")

    run(place, session)


def test_a_name_is_taken_once(place: Place) -> None:
    async def session(store: Store) -> None:
        await store.create("a", b"1", OPEN)
        assert await fault(store.create("a", b"2", OVER)) is Conflict
        assert await store.read("a") == [b"1"]
        assert await store.tables(OVER, 10) == []

    run(place, session)


def test_an_unknown_table_is_said_to_be_unknown(place: Place) -> None:
    async def session(store: Store) -> None:
        await store.create("a", b"1", OPEN)
        for unknown in ("b", "A", "a ", ""):
            assert await fault(store.read(unknown)) is NoSuchTable
            for version in (-1, 0, 1, 2**70):
                assert await fault(store.append(unknown, version, b"2")) is NoSuchTable
        assert await fault(store.tables(OPEN, 10, "b")) is NoSuchTable

    run(place, session)


def test_of_two_writers_of_one_version_exactly_one_wins(place: Place) -> None:
    async def writer(store: Store, name: int, dice: Random, won: list[bytes]) -> None:
        for turn in range(15):
            version = len(await store.read("a"))
            if dice.random() < 0.5:
                await asyncio.sleep(0)
            mine = b"%d by %d" % (turn, name)
            if await fault(store.append("a", version, mine)) is None:
                won.append(mine)

    async def session(store: Store) -> None:
        await store.create("a", b"begin", OPEN)
        for seed in range(10):
            won: list[bytes] = []
            before = len(await store.read("a"))
            await asyncio.gather(*(writer(store, name, Random(f"{seed} {name}"), won) for name in range(5)))
            written = await store.read("a", before)
            assert sorted(written) == sorted(won)
            assert len(set(won)) == len(won) >= 15

    run(place, session)


def test_many_at_once_on_one_version_leave_one_entry(place: Place) -> None:
    async def session(store: Store) -> None:
        await store.create("a", b"0", OPEN)
        for version in range(1, 20):
            faults = await asyncio.gather(*(fault(store.append("a", version, b"%d" % by)) for by in range(30)))
            assert sorted(map(str, faults)) == sorted([str(None), *[str(Conflict)] * 29])
            assert await store.read("a", version) == [b"%d" % faults.index(None)]

    run(place, session)


def test_who_comes_too_late_fails_alone(place: Place) -> None:
    async def session(store: Store) -> None:
        names = [f"table {number}" for number in range(50)]
        await asyncio.gather(*(store.create(name, b"1", OPEN) for name in names))
        faults = await asyncio.gather(
            *(
                fault(attempt)
                for name in names
                for attempt in (
                    store.append(name, 1, b"2"),
                    store.append(name, 1, b"late"),
                    store.create(name, b"late", OVER),
                    store.append(f"no {name}", 1, b"late"),
                    store.append(name, 2, b"3"),
                )
            )
        )
        assert faults == [None, Conflict, Conflict, NoSuchTable, None] * 50
        for name in names:
            assert await store.read(name) == [b"1", b"2", b"3"]
        assert await store.tables(OPEN, 100) == names[::-1]

    run(place, session)


def test_tables_are_listed_by_status_page_by_page_the_latest_first(place: Place) -> None:
    async def session(store: Store) -> None:
        for number in range(25):
            await store.create(f"{number * 7 % 25}", b"", OPEN)
        for number in range(0, 25, 5):
            await store.mark(f"{number}", RUNNING)
        made = [f"{number * 7 % 25}" for number in range(25)][::-1]
        still_open = [name for name in made if int(name) % 5]
        listed: list[str] = []
        while page := await store.tables(OPEN, 6, listed[-1] if listed else ""):
            assert len(page) <= 6
            listed += page
            assert len(listed) <= 25
        assert listed == still_open
        assert await store.tables(RUNNING, 10) == [name for name in made if int(name) % 5 == 0]
        assert await store.tables(OVER, 10) == []
        assert await store.tables(OPEN, 0) == await store.tables(OPEN, -1) == []
        assert await store.tables(OPEN, 2**70) == still_open

    run(place, session)


def test_a_page_goes_on_behind_a_table_that_has_another_status_by_now(place: Place) -> None:
    async def session(store: Store) -> None:
        for name in "abcd":
            await store.create(name, b"", OPEN)
        assert await store.tables(OPEN, 2) == ["d", "c"]
        await store.mark("c", RUNNING)
        await store.create("e", b"", OPEN)
        assert await store.tables(OPEN, 2, "c") == ["b", "a"]
        assert await store.tables(RUNNING, 2, "d") == ["c"]

    run(place, session)


def test_a_status_stays_until_a_new_one_is_given(place: Place) -> None:
    async def session(store: Store) -> None:
        await store.create("a", b"", OPEN)
        await store.append("a", 1, b"")
        assert await store.tables(OPEN, 1) == ["a"]
        await store.mark("a", OVER)
        assert await store.tables(OPEN, 1) == []
        assert await store.tables(OVER, 1) == ["a"]
        assert await store.read("a") == [b"", b""]
        assert await fault(store.mark("b", OVER)) is NoSuchTable

    run(place, session)


def test_names_and_entries_may_hold_anything(place: Place) -> None:
    entries = [b"", b"\x00", bytes(range(256)), "Ægir żółw 🛡".encode(), Random(1).randbytes(5_000_000)]
    names = ["Ægir", "żółw", "🛡", "a\x00b", "a", "'; DROP TABLE tables; --", "%", "x" * 10_000]

    async def session(store: Store) -> None:
        for name in names:
            await store.create(name, name.encode(), OPEN)
        for version, entry in enumerate(entries, 1):
            await store.append("Ægir", version, entry)

    async def afterwards(store: Store) -> None:
        assert await store.tables(OPEN, 100) == names[::-1]
        assert await store.read("Ægir") == ["Ægir".encode(), *entries]
        for name in names[1:]:
            assert await store.read(name) == [name.encode()]

    run(place, session, afterwards)


def test_what_was_written_is_there_when_the_store_is_opened_again(place: Place) -> None:
    async def first(store: Store) -> None:
        await store.create("a", b"1", OPEN)
        await store.create("b", b"1", OPEN)
        await store.append("a", 1, b"2")
        await store.mark("a", RUNNING)

    async def second(store: Store) -> None:
        assert await store.read("a") == [b"1", b"2"]
        assert await store.tables(OPEN, 10) == ["b"]
        assert await fault(store.append("a", 1, b"no")) is Conflict
        await store.append("a", 2, b"3")
        await store.mark("a", OVER)
        await store.create("c", b"1", OPEN)

    async def third(store: Store) -> None:
        assert await store.read("a") == [b"1", b"2", b"3"]
        assert await store.tables(OPEN, 10) == ["c", "b"]
        assert await store.tables(OVER, 10) == ["a"]

    run(place, first, second, third)


def test_closing_finishes_what_was_begun(place: Place) -> None:
    async def close_early(store: Store) -> None:
        begun = [asyncio.ensure_future(store.create(f"{number}", b"", OPEN)) for number in range(500)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*begun)

    async def afterwards(store: Store) -> None:
        assert len(await store.tables(OPEN, 1000)) == 500

    run(place, close_early, afterwards)


def test_a_closed_store_says_so_and_may_be_closed_again(place: Place) -> None:
    async def session(store: Store) -> None:
        await store.create("a", b"", OPEN)
        await asyncio.gather(store.close(), store.close())
        await store.close()
        for attempt in (
            store.create("b", b"", OPEN),
            store.append("a", 1, b""),
            store.read("a"),
            store.tables(OPEN, 1),
            store.about("a"),
            store.listed(1),
            store.unchanged(OPEN, 1, 1),
            store.replace("a", 1, b""),
            store.delete("a"),
            store.keep_review("a", "1", DONE, b""),
            store.review("a", "1"),
            store.unfinished_reviews(1, 1),
            store.session("s"),
            store.remember("s", SeatKey("k", "a", "", 1)),
            store.forget("s", "k"),
            store.add_link("l", "k", "a", 1),
            store.linked("l"),
            store.links("k"),
            store.revoke_links("k"),
        ):
            assert await fault(attempt) is StoreUnavailable

    run(place, session)


def test_a_table_says_how_long_it_is_and_since_when_it_has_its_status(place: Place) -> None:
    async def session(store: Store) -> None:
        CLOCK.ms = 2_000
        await store.create("a", b"12", OPEN)
        assert await store.about("a") == About("a", OPEN, 2_000, 2_000, entries=1, size=2, lost=0)
        CLOCK.ms = 3_000
        await store.append("a", 1, b"345")
        assert await fault(store.append("a", 1, b"no")) is Conflict
        await store.mark("a", RUNNING)
        CLOCK.ms = 4_000
        await store.mark("a", RUNNING)  # no change
        assert await store.about("a") == About("a", RUNNING, 3_000, 3_000, entries=2, size=5, lost=0)

    async def afterwards(store: Store) -> None:
        CLOCK.ms = 5_000
        await store.mark("a", OVER)
        assert await store.about("a") == About("a", OVER, 5_000, 3_000, entries=2, size=5, lost=0)
        assert await fault(store.about("b")) is NoSuchTable

    run(place, session, afterwards)


def test_all_tables_are_listed_page_by_page_and_the_longest_unchanged_first(place: Place) -> None:
    async def session(store: Store) -> None:
        for number, name in enumerate("abcde"):
            CLOCK.ms = 1_000 + number
            await store.create(name, b"1", OPEN if number % 2 else OVER)
        first = await store.listed(2)
        assert [(about.table, about.status) for about in first] == [("e", OVER), ("d", OPEN)]
        assert [about.table for about in await store.listed(9, "d")] == ["c", "b", "a"]
        assert await store.listed(0) == await store.listed(-1) == []
        assert await fault(store.listed(1, "unknown")) is NoSuchTable
        CLOCK.ms = 1_010
        await store.mark("a", RUNNING)
        CLOCK.ms = 1_020
        await store.mark("a", OVER)
        assert await store.unchanged(OVER, 2_000, 9) == ["c", "e", "a"]
        assert await store.unchanged(OVER, 1_020, 9) == ["c", "e"]
        assert await store.unchanged(OVER, 2_000, 1) == ["c"]
        assert await store.unchanged(OPEN, 1_003, 9) == ["b"]
        assert await store.unchanged(OPEN, 2**70, 2**70) == ["b", "d"]
        assert await store.unchanged(OPEN, -1, -1) == []

    run(place, session)


def test_an_entry_is_replaced_and_the_others_stay(place: Place) -> None:
    async def session(store: Store) -> None:
        await store.create("a", b"1", OPEN)
        await store.append("a", 1, b"a word")
        await store.append("a", 2, b"3")
        await store.replace("a", 2, b"-")
        assert await fault(store.replace("a", 4, b"no")) is NoSuchTable
        assert await fault(store.replace("a", 0, b"no")) is NoSuchTable
        assert await fault(store.replace("b", 1, b"no")) is NoSuchTable

    async def afterwards(store: Store) -> None:
        assert await store.read("a") == [b"1", b"-", b"3"]
        assert (await store.about("a")).size == 3
        await store.append("a", 3, b"4")

    run(place, session, afterwards)


def test_a_deleted_table_is_gone_with_its_sessions_and_links_and_its_name_is_free(place: Place) -> None:
    async def session(store: Store) -> None:
        for name in "ab":
            await store.create(name, b"1", OPEN)
            await store.append(name, 1, b"2")
            await store.remember("s", SeatKey(f"k{name}", name, "", 1))
            await store.add_link(f"l{name}", f"k{name}", name, 1)
        await store.delete("a")
        assert await fault(store.delete("a")) is NoSuchTable
        assert await fault(store.delete("unknown")) is NoSuchTable

    async def afterwards(store: Store) -> None:
        assert await fault(store.read("a")) is NoSuchTable
        assert await fault(store.append("a", 2, b"3")) is NoSuchTable
        assert [about.table for about in await store.listed(9)] == ["b"]
        assert await store.session("s") == [SeatKey("kb", "b", "", 1)]
        assert await store.linked("la") is None
        assert await store.linked("lb") == SeatKey("kb", "b", "lb", 1)
        await store.create("a", b"new", OPEN)
        assert await store.read("a") == [b"new"]

    run(place, session, afterwards)


def test_the_seats_of_a_deleted_table_go_on_at_its_rematch(place: Place) -> None:
    async def session(store: Store) -> None:
        for name in "ab":
            await store.create(name, b"1", OPEN)
        await store.remember("s", SeatKey("k", "a", "", 1))
        await store.remember("both", SeatKey("k", "a", "", 1))
        await store.remember("both", SeatKey("k", "b", "", 2))
        await store.add_link("l", "k", "a", 1)
        await store.delete("a", heir="b")
        assert await store.session("s") == [SeatKey("k", "b", "", 1)]
        assert await store.session("both") == [SeatKey("k", "b", "", 2)]
        assert await store.linked("l") == SeatKey("k", "b", "l", 1)

    run(place, session)


def test_a_session_keeps_its_seats_newest_first(place: Place) -> None:
    seats = [SeatKey("k1", "a", "", 10), SeatKey("k2", "b", "l1", 30), SeatKey("k3", "a", "", 20)]

    async def session(store: Store) -> None:
        assert await store.session("s") == []
        for seat in seats:
            await store.remember("s", seat)
        await store.remember("other", SeatKey("k1", "a", "l9", 40))
        await store.remember("s", SeatKey("k1", "a", "l2", 99))  # the session already holds this seat

    async def afterwards(store: Store) -> None:
        assert await store.session("s") == [seats[1], seats[2], seats[0]]
        # A rematch: the same people with the same keys at another table.
        await store.remember("s", SeatKey("k1", "c", "", 50))
        assert [seat.table for seat in await store.session("s")] == ["c", "b", "a", "a"]
        await store.forget("s", "k1")
        await store.forget("s", "unknown")
        await store.forget("nobody", "k2")
        assert await store.session("s") == [seats[1], seats[2]]
        assert await store.session("other") == [SeatKey("k1", "a", "l9", 40)]

    run(place, session, afterwards)


def test_links_open_a_seat_until_they_are_revoked(place: Place) -> None:
    async def session(store: Store) -> None:
        for number in range(3):
            await store.add_link(f"l{number}", "k1", "a", number)
        await store.add_link("l0", "k2", "b", 7)  # already in use
        await store.add_link("m", "k2", "a", 8)
        assert await store.linked("l0") == SeatKey("k1", "a", "l0", 0)
        assert await store.linked("unknown") is None
        assert [await store.links(key) for key in ("k1", "k2", "k3")] == [3, 1, 0]
        await store.remember("owner", SeatKey("k1", "a", "", 1))
        await store.remember("phone", SeatKey("k1", "a", "l1", 2))
        await store.remember("laptop", SeatKey("k1", "a", "l2", 3))
        await store.remember("phone", SeatKey("k2", "a", "m", 4))

    async def afterwards(store: Store) -> None:
        assert await store.revoke_links("k1", but_session="laptop") == 3
        assert await store.links("k1") == 0
        assert await store.linked("l0") is None
        assert await store.session("owner") == [SeatKey("k1", "a", "", 1)]
        assert await store.session("laptop") == [SeatKey("k1", "a", "l2", 3)]
        assert await store.session("phone") == [SeatKey("k2", "a", "m", 4)]
        assert await store.linked("m") == SeatKey("k2", "a", "m", 8)
        assert await store.revoke_links("k1") == 0
        assert await store.session("laptop") == []
        assert await store.session("owner") == [SeatKey("k1", "a", "", 1)]

    run(place, session, afterwards)


NAMES = st.sampled_from(["a", "b", "c", "d", "é"])
STATUSES = st.sampled_from([OPEN, RUNNING, OVER])
# The error in the expected length of the log: mostly none.
SHIFTS = st.sampled_from([0, 0, 0, 0, -1, 1])
WRITES = st.one_of(
    st.tuples(st.just("create"), NAMES, st.just(0), st.binary(max_size=8), STATUSES),
    st.tuples(st.just("append"), NAMES, SHIFTS, st.binary(max_size=8), STATUSES),
    st.tuples(st.just("mark"), NAMES, st.just(0), st.just(b""), STATUSES),
)
# Groups of simultaneous writes; an empty group reopens the store.
STORIES = st.lists(st.lists(WRITES, max_size=6), max_size=12)


@pytest.mark.parametrize("kind", KINDS)
def test_any_story_ends_as_a_plain_dictionary_says(kind: Kind, request: pytest.FixtureRequest) -> None:
    @given(STORIES)
    @settings(deadline=None, max_examples=15 if kind is in_postgres else 40)
    def story_ends_as_told(story: list[list[tuple[str, str, int, bytes, str]]]) -> None:
        with TemporaryDirectory() as folder:
            finish(tell(kind(Path(folder), request), story))

    story_ends_as_told()


async def tell(place: Place, story: list[list[tuple[str, str, int, bytes, str]]]) -> None:
    logs: dict[str, list[bytes]] = {}
    statuses: dict[str, str] = {}
    store = place()
    for group in story:
        if not group:
            await store.close()
            store = place()
        attempts, expected = [], list[type[StoreError] | None]()
        for verb, name, shift, entry, status in group:
            version = len(logs.get(name, [])) + shift
            if verb == "mark":
                attempts.append(store.mark(name, status))
                expected.append(None if name in logs else NoSuchTable)
                statuses |= {name: status} if name in logs else {}
                continue
            if verb == "create":
                attempts.append(store.create(name, entry, status))
                expected.append(Conflict if name in logs else None)
            else:
                attempts.append(store.append(name, version, entry))
                expected.append(NoSuchTable if name not in logs else Conflict if shift else None)
            if expected[-1] is None:
                logs.setdefault(name, []).append(entry)
                statuses.setdefault(name, status)
        assert await asyncio.gather(*map(fault, attempts)) == expected
        for name, log in logs.items():
            assert await store.read(name) == log
            assert await store.read(name, 1) == log[1:]
        for status in (OPEN, RUNNING, OVER):
            named = [name for name in reversed(logs) if statuses[name] == status]
            assert await store.tables(status, 10) == named
            assert await store.tables(status, 10, named[0] if named else "") == named[1:]
    await store.close()


def test_a_review_is_kept_until_its_table_is_deleted(place: Place) -> None:
    async def first(store: Store) -> None:
        await store.create("ż\x00", b"", OVER)
        await store.create("b", b"", OVER)
        assert await fault(store.keep_review("none", "1 net", UNFINISHED, b"")) is NoSuchTable
        assert await store.review("ż\x00", "1 net") is None
        for body in (b"\x00part", b"more"):
            await store.keep_review("ż\x00", "1 net", UNFINISHED, body)
        await store.keep_review("b", "1 net", UNFINISHED, b"b")

    async def second(store: Store) -> None:
        assert await store.review("ż\x00", "1 net") == StoredReview("ż\x00", "1 net", UNFINISHED, CLOCK.ms, b"more")
        assert await store.review("ż\x00", "2 net") is None
        await store.delete("ż\x00", "b")
        assert await store.review("ż\x00", "1 net") is None
        found = await store.review("b", "1 net")
        assert found is not None
        assert found.body == b"b"

    run(place, first, second)


def test_a_review_that_is_done_replaces_those_of_other_analysers_and_unfinished_ones_are_listed(place: Place) -> None:
    async def session(store: Store) -> None:
        for ms, name in enumerate("cab", 5_000):
            CLOCK.ms = ms
            await store.create(name, b"", OVER)
            await store.keep_review(name, "1", UNFINISHED, b"part")
        expected = [StoredReview(name, "1", UNFINISHED, ms, b"") for ms, name in enumerate("cab", 5_000)]
        assert await store.unfinished_reviews(5_002, 9) == expected[:2]
        assert await store.unfinished_reviews(2**70, 9) == expected
        assert await store.unfinished_reviews(6_000, 1) == expected[:1]
        await store.keep_review("a", "2", UNFINISHED, b"2")
        await store.keep_review("b", "2", DONE, b"2")
        assert await store.review("a", "1") is not None
        assert await store.review("b", "1") is None
        assert [one[:2] for one in await store.unfinished_reviews(6_000, 9)] == [("c", "1"), ("a", "1"), ("a", "2")]

    run(place, session)
