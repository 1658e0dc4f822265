"""The array of a seat: what its view shows, at the same places for everyone, and nothing else."""

from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.encoding import ROW_UNIT, RULING_ROOM, Layout, Sheet
from drakkar.core.game import find
from drakkar.core.hosting import questions, state_of
from drakkar.core.kit import fingerprint
from drakkar.core.vectors import bytes_row
from drakkar.games.blood_rage.board import PLACE_NAMES
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.encoding import MOST_SEATS, QUESTIONS, TOOK
from drakkar.games.blood_rage.positions.lay_board import MOST_GLORY
from drakkar.games.blood_rage.rulings import RULING_FLAGS
from drakkar.games.blood_rage.state import PICKS
from tests.blood_rage.worlds import in_another_world, random_moments

GAME = find("blood_rage")
ENCODING = GAME.encoding()
LARGE_TABLES = [pytest.param(seats, marks=pytest.mark.thorough) for seats in (4, 5)]


def encoded(state: Any, seat: int) -> bytes:
    row = bytes_row(ENCODING.size)
    ENCODING.write(state, seat, Sheet(row, 0))
    return bytes(memoryview(row))


def field(told: bytes, name: str, turn: int | None = None) -> list[int]:
    """A field of the table, or of the seat so many to the left of the reader."""
    layout, start = (
        (ENCODING.table, 0) if turn is None else (ENCODING.seat, ENCODING.table.size + turn * ENCODING.seat.size)
    )
    found = next(field for field in layout.fields if field.name == name)
    return list(told[start + found.at : start + found.at + found.size])


def names_of(counts: list[int]) -> list[tuple[str, int]]:
    return sorted((CARDS[card].name, CARDS[card].age) for card, count in enumerate(counts) for _ in range(count))


def faces(shown: Any) -> list[tuple[str, int]]:
    return sorted((face["name"], face["age"]) for face in shown)


def rounds_of(told: bytes) -> list[tuple[list[tuple[str, int]], list[tuple[str, int]]]]:
    """Of each round of the draft so far, the cards that the reader took and those that they passed on."""
    counts, size = field(told, "packs"), len(CARDS)
    packs = [counts[turn * size : (turn + 1) * size] for turn in range(PICKS)]
    split = [([count // TOOK for count in pack], [count % TOOK for count in pack]) for pack in packs if any(pack)]
    return [(names_of(took), names_of(passed_on)) for took, passed_on in split]


@pytest.mark.rule("BR-3.20", "BR-3.22")
@pytest.mark.parametrize("seats", [2, 3, *LARGE_TABLES])
def test_it_is_the_same_in_every_world_that_the_seat_could_be_in(seats: int) -> None:
    different = 0
    for moment, seat, rng in random_moments(seats, 70 + seats, 0.5):
        if seat is None:
            continue
        told = encoded(state_of(moment), seat)
        assert told == encoded(moment.view(seat).known, seat)
        other = state_of(in_another_world(moment, seat, rng))
        assert told == encoded(other, seat)
        different += fingerprint(other) != fingerprint(state_of(moment))
    assert different > 25


@pytest.mark.parametrize("seats", [2, 3, *LARGE_TABLES])
def test_it_says_what_the_view_says(seats: int) -> None:
    for moment, seat, _ in random_moments(seats, 80 + seats, 0.4):
        if seat is None:
            continue
        told, table = encoded(state_of(moment), seat), moment.view(seat).table
        assert field(told, "seats") == [seats]
        assert field(told, "age")[table["age"] - 1] == 1
        assert names_of(field(told, "hand")) == faces(table["clans"][seat]["hand"])
        assert names_of(field(told, "aside")) == faces(table["clans"][seat]["aside"])
        assert names_of(field(told, "pack")) == faces(table["pack"])
        assert names_of(field(told, "discards")) == faces(table["discards"])
        assert rounds_of(told) == [(faces(held["took"]), faces(held["passed_on"])) for held in table["draft"]]
        assert [place["name"] for place in table["places"] if place.get("destroyed")] == [
            PLACE_NAMES[at] for at, gone in enumerate(field(told, "destroyed")) if gone
        ]
        for turn in range(seats):
            other = (seat + turn) % seats
            clan = table["clans"][other]
            assert names_of(field(told, "known", turn)) == faces(clan["known"])
            assert sum(field(told, "glory", turn)) == clan["glory"]
            assert field(told, "rage", turn) == [clan["rage"]]
            assert bool(sum(field(told, "question", turn))) == (other in questions(moment))
            places = field(told, "warriors", turn)
            assert places[len(PLACE_NAMES) :] == [clan[off].get("warrior", 0) for off in ("reserve", "valhalla")]
        for turn in range(seats, MOST_SEATS):
            start = ENCODING.table.size + turn * ENCODING.seat.size
            assert not any(told[start : start + ENCODING.seat.size])


def test_cards_that_were_passed_on_are_told_but_not_who_took_them() -> None:
    """With two players each pack comes back: what is gone from it, the other has."""
    match = drakkar.new("blood_rage", seats=2, seed=3)
    mine = faces(match.view(0).table["pack"])
    for _ in range(2):
        match.play(0, match.view(0).choices[0])
        match.play(1, match.view(1).choices[0])
    told = encoded(state_of(match), 0)
    assert sorted(names_of(field(told, "passed_on")) + names_of(field(told, "aside"))) == mine
    assert names_of(field(told, "pack")) == faces(match.view(0).table["pack"])


def test_every_question_has_a_place_and_a_sheet_is_wiped_without_a_trace() -> None:
    assert len(GAME.book.questions) - 1 == QUESTIONS
    row = bytes_row(2 * ENCODING.size)
    sheet = Sheet(row, ENCODING.size)
    s, rng = drakkar.fast_state("blood_rage", 5, seed=9), Random(9)
    while not s.over:
        ENCODING.write(s.state, s.seat, sheet)
        assert any(memoryview(row)[ENCODING.size :])
        assert not any(memoryview(row)[: ENCODING.size])
        sheet.wipe()
        assert not any(memoryview(row))
        s.apply(rng.choice(s.legal()))


def test_glory_is_a_sum_of_bytes_that_are_filled_in_order() -> None:
    s: Any = drakkar.fast_state("blood_rage", 2, seed=1).state
    for glory, told in ((0, [0, 0, 0, 0]), (255, [255, 0, 0, 0]), (300, [255, 45, 0, 0]), (999, [255, 255, 255, 234])):
        s.glory[1] = glory
        assert field(encoded(s, 0), "glory", 1) == told
    assert MOST_GLORY == 999


def test_a_round_of_the_draft_keeps_its_place_when_its_pack_comes_back() -> None:
    """With two players the pack of round 1 returns in round 3, four cards smaller."""
    match = drakkar.new("blood_rage", seats=2, seed=3)
    for _ in range(6):
        match.play(0, match.view(0).choices[0])
        match.play(1, match.view(1).choices[0])
    rounds = rounds_of(encoded(state_of(match), 0))
    assert [(len(took), len(passed_on)) for took, passed_on in rounds] == [(2, 6), (2, 4), (2, 2)]
    assert set(rounds[2][0] + rounds[2][1]) <= set(rounds[0][1])


def test_no_pack_has_more_copies_of_a_card_than_its_byte_can_tell() -> None:
    assert max(card.copies_for(seats) for card in CARDS for seats in range(2, MOST_SEATS + 1)) < TOOK


def test_its_length_is_a_multiple_of_sixteen_and_the_padding_is_zero() -> None:
    assert ENCODING.size % ROW_UNIT == 0
    used = ENCODING.table.size + MOST_SEATS * ENCODING.seat.size
    assert 0 <= ENCODING.padding == ENCODING.size - used < ROW_UNIT
    s: Any = drakkar.fast_state("blood_rage", MOST_SEATS, seed=1).state
    assert not any(encoded(s, 0)[used:])


# The places of the first version with room for rulings: they never change.
FIRST_FLAGS = (
    "dark_elf_invade_cost",
    "tyr_quest_bonus",
    "watch_counts_sight",
    "dead_valkyrie_scores",
    "protection_in_ragnarok",
    "two_watches",
    "passed_clan_regains_turns",
    "throne_doubles_stat_raise",
    "first_game_no_draft",
)


def test_every_ruling_has_a_byte_of_its_own_and_the_rest_of_the_room_is_zero() -> None:
    assert RULING_FLAGS[: len(FIRST_FLAGS)] == FIRST_FLAGS
    switches = [ruling for ruling in GAME.rulings if ruling.name != "first_player"]
    assert sorted(RULING_FLAGS) == sorted(ruling.name for ruling in switches)
    usual = encoded(drakkar.fast_state("blood_rage", 2, seed=1).state, 0)
    assert field(usual, "rulings") == [0] * RULING_ROOM
    for ruling in switches:
        s = drakkar.fast_state("blood_rage", 2, seed=1, rulings={ruling.name: ruling.values[1]})
        flags = field(encoded(s.state, 0), "rulings")
        assert [at for at, flag in enumerate(flags) if flag] == [RULING_FLAGS.index(ruling.name)]


def test_a_later_ruling_moves_no_field() -> None:
    few, many = Layout(), Layout()
    for layout, flags in ((few, ("one",)), (many, tuple(f"ruling_{at}" for at in range(RULING_ROOM)))):
        layout.add_rulings(flags)
        layout.add("next", 1, "")
    assert [(field.name, field.at) for field in few.fields] == [(field.name, field.at) for field in many.fields]
    with pytest.raises(AssertionError, match="more rulings than room"):
        Layout().add_rulings(("",) * (RULING_ROOM + 1))
