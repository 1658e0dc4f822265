"""No bot gets better seats or better deals."""

from collections import Counter, defaultdict
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from drakkar.arena.schedule import Fixture, fixtures, line_ups, orders, rotations

MANY_BOTS = st.integers(1, 6)
SEATS = st.integers(2, 5)


def by_deal(games: list[Fixture]) -> dict[int, list[Fixture]]:
    found = defaultdict(list)
    for fixture in games:
        found[fixture.deal].append(fixture)
    return found


@given(bots=MANY_BOTS, seats=SEATS, games=st.integers(1, 300))
def test_with_each_deal_every_bot_sits_in_every_seat_equally_often(bots: int, seats: int, games: int) -> None:
    for played in by_deal(fixtures(bots, seats, False, games)).values():
        sat = Counter((bot, seat) for fixture in played for seat, bot in enumerate(fixture.seating))
        assert set(sat) == {(bot, seat) for bot in range(bots) for seat in range(seats)}
        assert len(set(sat.values())) == 1


@given(bots=st.integers(2, 5), seats=SEATS, games=st.integers(1, 200))
def test_alone_a_bot_has_every_seat_once_with_each_deal_and_each_rival(bots: int, seats: int, games: int) -> None:
    for played in by_deal(fixtures(bots, seats, True, games)).values():
        assert sorted(fixture.seating.index(0) for fixture in played) == sorted(list(range(seats)) * (bots - 1))
        for fixture in played:
            assert (fixture.seating.count(0), len(set(fixture.seating))) == (1, 2)


@given(bots=MANY_BOTS, seats=SEATS, alone=st.booleans(), games=st.integers(1, 300))
def test_games_are_rounded_up_to_whole_deals_and_numbered(bots: int, seats: int, alone: bool, games: int) -> None:
    alone = alone and bots > 1
    found = fixtures(bots, seats, alone, games)
    last = found[-1].deal
    assert len([fixture for fixture in found if fixture.deal < last]) < games <= len(found)
    assert [fixture.number for fixture in found] == list(range(len(found)))
    longer = fixtures(bots, seats, alone, games + 50)
    assert longer[: len(found)] == found


@given(bots=MANY_BOTS, seats=SEATS)
def test_no_game_of_a_deal_is_played_twice(bots: int, seats: int) -> None:
    for played in by_deal(fixtures(bots, seats, False, 100)).values():
        assert len({fixture.seating for fixture in played}) == len(played)


def test_a_single_bot_plays_each_deal_once() -> None:
    assert [fixture.deal for fixture in fixtures(1, 4, False, 5)] == [0, 1, 2, 3, 4]


def test_more_bots_than_seats_meet_in_every_mixture() -> None:
    assert line_ups(4, 3, False) == list(combinations(range(4), 3))


def test_fewer_bots_than_seats_are_doubled_in_turn() -> None:
    assert line_ups(3, 4, False) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]
    assert line_ups(2, 4, False) == [(0, 0, 1, 1)]


def test_from_deal_to_deal_the_neighbours_change() -> None:
    assert len(orders((0, 1, 2, 3))) == 6
    left = Counter(
        (fixture.seating[seat], fixture.seating[(seat + 1) % 4])
        for fixture in fixtures(4, 4, False, 24)
        for seat in range(4)
    )
    assert set(left.values()) == {8}


def test_what_repeats_itself_has_fewer_rotations() -> None:
    assert rotations((0, 1, 0, 1)) == [(0, 1, 0, 1), (1, 0, 1, 0)]
