"""Section 3, and the pieces of section 2: what is printed."""

from collections import Counter
from typing import Any

import pytest

from drakkar.games.lords_of_ragnarok.board import LARGE, SEAS, SMALL, Board, board_for, numbers_of
from drakkar.games.lords_of_ragnarok.card import (
    ATTACK,
    CARDS,
    COMBAT,
    CONDITION,
    EVENT,
    EVENT_FACTS,
    GIFT,
    MONSTER_FACTS,
    MONSTERS,
    of_kind,
)
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.game_data import MAP_OF_FOUR, MAP_OF_TWO
from drakkar.games.lords_of_ragnarok.state import PRIESTS, RINGS, RUNES_OF_A_KIND, SLAYERS

each_side = pytest.mark.parametrize("board", [SMALL, LARGE], ids=["small", "large"])


@pytest.mark.rule("LR-3.1", "LR-26.1")
def test_two_players_have_16_regions_and_more_have_21() -> None:
    assert [board_for(seats).count for seats in (2, 3, 4)] == [16, 21, 21]


@pytest.mark.rule("LR-3.2")
@pytest.mark.parametrize(("board", "sizes"), [(SMALL, {3: 4, 4: 1}), (LARGE, {3: 3, 4: 3})])
def test_every_region_belongs_to_one_land_of_3_or_4(board: Board, sizes: dict[int, int]) -> None:
    lands = [numbers_of(land) for land in board.lands]
    assert Counter(len(land) for land in lands) == sizes
    assert sorted(region for land in lands for region in land) == numbers_of(board.all)
    assert all(board.land[region] == at for at, land in enumerate(lands) for region in land)


@pytest.mark.rule("LR-3.3")
def test_the_population_strength_of_region_19_is_4() -> None:
    assert LARGE.population[19] == 4
    assert all(2 <= LARGE.population[region] <= 5 for region in numbers_of(LARGE.all))


@pytest.mark.rule("LR-3.4")
@each_side
def test_one_statue_for_each_god(board: Board) -> None:
    assert sorted(god for god in board.god if god >= 0) == [0, 1, 2]
    assert [board.god[board.statue_region(god)] for god in range(3)] == [0, 1, 2]


@pytest.mark.rule("LR-3.5", "LR-3.7")
@each_side
def test_yggdrasil_and_the_realms_are_no_regions(board: Board) -> None:
    assert board.yggdrasil
    assert board.yggdrasil & ~board.all == 0
    assert {realm for region in numbers_of(board.all) for realm in numbers_of(board.realms[region])} == set(range(6))


@pytest.mark.rule("LR-3.9")
@each_side
def test_adjacency_is_mutual(board: Board) -> None:
    for region in numbers_of(board.all):
        assert board.near[region] & ~board.all == 0
        for other in numbers_of(board.near[region]):
            assert board.near[other] >> region & 1
            assert other != region
    for sea in numbers_of(board.seas):
        for other in numbers_of(board.sea_near[sea]):
            assert board.sea_near[other] >> sea & 1


@pytest.mark.rule("LR-3.9", "LR-3.8")
@pytest.mark.parametrize("printed", [MAP_OF_TWO, MAP_OF_FOUR], ids=["small", "large"])
def test_seas_and_realms_know_the_regions_that_know_them(printed: dict[str, Any]) -> None:
    for kind in ("seas", "realms"):
        listed = {thing["id"]: thing["regions"] for thing in printed[kind]}
        known = {name: [region["id"] for region in printed["regions"] if name in region[kind]] for name in listed}
        assert listed == known


@pytest.mark.rule("LR-3.6")
def test_each_side_has_its_seas() -> None:
    assert SEAS == 7
    assert (len(numbers_of(SMALL.seas)), len(numbers_of(LARGE.seas))) == (5, 6)


@pytest.mark.rule("LR-2.1")
def test_how_many_pieces_there_are() -> None:
    assert (ARMIES, PRIESTS, RINGS, SLAYERS, RUNES_OF_A_KIND) == (6, 4, 2, 6, 12)
    copies = {kind: sum(card.copies for card in of_kind(kind)) for kind in (COMBAT, ATTACK, GIFT, EVENT, CONDITION)}
    assert copies == {COMBAT: 35, ATTACK: 14, GIFT: 36, EVENT: 21, CONDITION: 10}


@pytest.mark.rule("LR-6.6", "LR-22.1")
def test_two_monsters_and_seven_events_for_each_rune() -> None:
    assert Counter(MONSTER_FACTS[monster].rune for monster in range(MONSTERS)) == {0: 2, 1: 2, 2: 2}
    assert Counter(event.place for event in EVENT_FACTS) == {0: 7, 1: 7, 2: 7}
    assert [event.region for event in EVENT_FACTS] == list(range(1, 22))


def test_combat_cards_come_first_so_that_their_words_have_their_numbers() -> None:
    assert [card.kind for card in CARDS[: len(of_kind(COMBAT))]] == [COMBAT] * 10
