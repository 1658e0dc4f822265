"""The array of a seat: what its view shows, at the same places for everyone, and nothing else."""

from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.encoding import ROW_UNIT, RULING_ROOM, Sheet
from drakkar.core.game import find
from drakkar.core.hosting import questions, state_of
from drakkar.core.kit import fingerprint
from drakkar.core.vectors import bytes_row
from drakkar.games.lords_of_ragnarok.board import GOD_NAMES, REALM_NAMES, RUNE_NAMES
from drakkar.games.lords_of_ragnarok.card import CARDS, COMBAT, of_kind
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES, MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.encoding import LANDS, QUESTIONS
from drakkar.games.lords_of_ragnarok.rulings import RULING_FLAGS
from drakkar.games.lords_of_ragnarok.state import HIGHEST, MOST_SEATS
from tests.lords_of_ragnarok.worlds import in_another_world, random_moments

GAME = find("lords_of_ragnarok")
ENCODING = GAME.encoding()
COMBAT_NAMES = [card.name for card in of_kind(COMBAT)]
SEATS = [2, pytest.param(3, marks=pytest.mark.thorough), pytest.param(4, marks=pytest.mark.thorough)]


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


def one_hot(numbers: list[int]) -> int | None:
    """The place of the only 1, if there is one."""
    assert sorted(numbers)[-2:] in ([0, 0], [0, 1])
    return numbers.index(1) if 1 in numbers else None


def combats(counts: list[int]) -> list[str]:
    return sorted(name for name, count in zip(COMBAT_NAMES, counts, strict=True) for _ in range(count))


def regions(flags: list[int]) -> list[int]:
    return [at + 1 for at, flag in enumerate(flags) if flag]


@pytest.mark.rule("LR-24.4", "LR-24.5")
@pytest.mark.parametrize("seats", SEATS)
def test_it_is_the_same_in_every_world_that_the_seat_could_be_in(seats: int) -> None:
    different = 0
    for moment, seat, rng in random_moments(seats, 70 + seats, 0.3):
        if seat is None:
            continue
        told = encoded(state_of(moment), seat)
        assert told == encoded(moment.view(seat).known, seat)
        other = state_of(in_another_world(moment, seat, rng))
        assert told == encoded(other, seat)
        different += fingerprint(other) != fingerprint(state_of(moment))
    assert different > 25


@pytest.mark.parametrize("seats", SEATS)
def test_it_says_what_the_view_says_of_the_board(seats: int) -> None:
    for moment, seat, _ in random_moments(seats, 80 + seats, 0.2):
        if seat is None:
            continue
        told, table = encoded(state_of(moment), seat), moment.view(seat).table
        assert one_hot(field(told, "seats")) == seats - 2
        assert regions(field(told, "temples")) == [at["number"] for at in table["regions"] if at["temple"]]
        assert regions(field(told, "forge_runes")) == [at["number"] for at in table["regions"] if at["forge_full"]]
        assert field(told, "levels") == [table["statues"][name.capitalize()]["level"] for name in GOD_NAMES]
        assert field(told, "track") == [table["temples_left"]]
        assert field(told, "turned") == [int(condition["turned"]) for condition in table["conditions"]]
        for at, monster in enumerate(table["monsters"]):
            assert regions(field(told, "monster_place")[at * LANDS : (at + 1) * LANDS]) == (
                [] if monster["region"] is None else [monster["region"]]
            )
            wounds = field(told, "wounds")[at * MOST_WOUNDS * MOST_SEATS : (at + 1) * MOST_WOUNDS * MOST_SEATS]
            covers = [
                one_hot(wounds[space * MOST_SEATS : (space + 1) * MOST_SEATS])
                for space in range(len(monster["wounds"]))
            ]
            assert [cover if cover is None else (seat + cover) % seats for cover in covers] == monster["wounds"]


@pytest.mark.parametrize("seats", SEATS)
def test_it_says_what_the_view_says_of_each_player(seats: int) -> None:
    for moment, seat, _ in random_moments(seats, 90 + seats, 0.2):
        if seat is None:
            continue
        told, table = encoded(state_of(moment), seat), moment.view(seat).table
        assert combats(field(told, "hand")) == sorted(table["players"][seat]["hand"])
        for turn in range(seats):
            other = (seat + turn) % seats
            player = table["players"][other]
            assert combats(field(told, "known", turn)) == sorted(player["shown"])
            assert field(told, "runes", turn) == [player["runes"][name] for name in RUNE_NAMES]
            assert regions(field(told, "hero_place", turn)) == [at for at in [player["hero_region"]] if at is not None]
            assert [name for name, ally in zip(REALM_NAMES, field(told, "realms", turn), strict=True) if ally] == [
                name for name in REALM_NAMES if other in table["alliances"][name.capitalize()]
            ]
            assert armies(field(told, "armies", turn)) == {
                at["number"]: at["armies"][other] for at in table["regions"] if other in at["armies"]
            }
            assert regions(field(told, "control", turn)) == [
                at["number"] for at in table["regions"] if at["control"] == other
            ]
            assert bool(sum(field(told, "question", turn))) == (other in questions(moment))
            if (battle := table["battle"]) is not None and other in battle["strength"]:
                assert field(told, "strength", turn) == [battle["strength"][other]]
        for turn in range(seats, MOST_SEATS):
            start = ENCODING.table.size + turn * ENCODING.seat.size
            assert not any(told[start : start + ENCODING.seat.size])


def armies(counts: list[int]) -> dict[int, list[int]]:
    """The values of a seat's Armies by Region."""
    found: dict[int, list[int]] = {}
    for at, count in enumerate(counts):
        for _ in range(count):
            found.setdefault(at // HIGHEST + 1, []).append(at % HIGHEST + 1)
    return found


def test_every_question_has_a_place_and_a_sheet_is_wiped_without_a_trace() -> None:
    assert len(GAME.book.questions) - 1 == QUESTIONS
    assert len(MONSTER_NAMES) == len(field(bytes(ENCODING.size), "hunted"))
    assert len(CARDS) == len(field(bytes(ENCODING.size), "used"))
    row = bytes_row(2 * ENCODING.size)
    sheet = Sheet(row, ENCODING.size)
    s, rng = drakkar.fast_state("lords_of_ragnarok", 3, seed=9), Random(9)
    while not s.over:
        ENCODING.write(s.state, s.seat, sheet)
        assert any(memoryview(row)[ENCODING.size :])
        assert not any(memoryview(row)[: ENCODING.size])
        sheet.wipe()
        assert not any(memoryview(row))
        s.apply(rng.choice(s.legal()))


def test_a_player_in_a_question_is_counted_from_the_reader() -> None:
    """Banishing a Hero is the only question about a player."""
    banish = next(question for question in GAME.book.questions if question and question.code == "banish")
    s: Any = drakkar.fast_state("lords_of_ragnarok", 3, seed=1).state
    s.flow.asked[0], s.flow.about[0] = banish.number, 2
    assert [field(encoded(s, reader), "about", (0 - reader) % 3) for reader in range(3)] == [[3], [2], [1]]


def test_every_ruling_has_a_byte_of_its_own_for_each_of_its_values() -> None:
    assert sorted(RULING_FLAGS) == sorted(ruling.name for ruling in GAME.rulings)
    usual = encoded(drakkar.fast_state("lords_of_ragnarok", 2, seed=1).state, 0)
    assert field(usual, "rulings") == [0] * RULING_ROOM
    for ruling in GAME.rulings:
        for at, value in enumerate(ruling.values):
            s = drakkar.fast_state("lords_of_ragnarok", 2, seed=1, rulings={ruling.name: value})
            flags = [0] * RULING_ROOM
            flags[RULING_FLAGS.index(ruling.name)] = at
            assert field(encoded(s.state, 0), "rulings") == flags


def test_its_length_is_a_multiple_of_sixteen_and_the_padding_is_zero() -> None:
    assert ENCODING.size % ROW_UNIT == 0
    used = ENCODING.table.size + MOST_SEATS * ENCODING.seat.size
    s: Any = drakkar.fast_state("lords_of_ragnarok", MOST_SEATS, seed=1).state
    assert not any(encoded(s, 0)[used:])
