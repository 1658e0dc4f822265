"""Piles and decks: their contents and their order."""

import pytest

from drakkar.core.chance import chance_from
from drakkar.core.flow import NO_CARD, Menu
from drakkar.core.notation import Notation, Vocabulary
from drakkar.core.piles import new_deck, new_zone
from drakkar.core.vectors import row

notation = Notation()
PLAY = notation.verb("play {card}", Vocabulary(["a", "b", "c", "d"]))
notation.seal()


def test_a_deck_gives_each_of_its_cards_once_and_then_its_discards_again() -> None:
    deck, chance = new_deck(row(range(5))), chance_from(1)
    drawn = [deck.draw(chance) for _ in range(5)]
    assert sorted(drawn) == [0, 1, 2, 3, 4]
    assert deck.draw(chance) == NO_CARD
    for card in drawn[:2]:
        deck.discard(card)
    assert list(deck.discarded()) == drawn[:2]
    assert sorted(deck.draw(chance) for _ in range(2)) == sorted(drawn[:2])
    assert (deck.size(), deck.thrown) == (0, 0)


def test_every_order_of_a_deck_comes_about() -> None:
    orders = set()
    for seed in range(60):
        deck, chance = new_deck(row(range(3))), chance_from(seed)
        orders.add(tuple(deck.draw(chance) for _ in range(3)))
    assert len(orders) == 6


def test_what_was_laid_back_on_top_comes_first_and_what_was_buried_last() -> None:
    deck, chance = new_deck(row(range(4))), chance_from(2)
    first, second = deck.draw(chance), deck.draw(chance)
    deck.bury(first)
    deck.top = second
    assert deck.size() == 4
    drawn = [deck.draw(chance) for _ in range(4)]
    assert drawn[0] == second
    assert drawn[3] == first


def test_a_copy_of_a_deck_shares_nothing() -> None:
    deck, chance = new_deck(row(range(4))), chance_from(3)
    other = deck.copy()
    deck.discard(deck.draw(chance))
    assert (other.size(), other.thrown) == (4, 0)


def test_a_card_can_be_taken_out_of_a_deck_by_its_name() -> None:
    deck, chance = new_deck(row([4, 5, 5, 6])), chance_from(4)
    deck.take(5)
    assert deck.size() == 3
    assert sorted(deck.draw(chance) for _ in range(3)) == [4, 5, 6]


def test_buried_cards_come_in_the_order_in_which_they_were_buried() -> None:
    deck, chance = new_deck(row(range(3))), chance_from(5)
    drawn = [deck.draw(chance) for _ in range(3)]
    for card in drawn:
        deck.bury(card)
    assert [deck.draw(chance) for _ in range(2)] == drawn[:2]
    deck.discard(drawn[0])
    assert [deck.draw(chance), deck.draw(chance), deck.draw(chance)] == [drawn[2], drawn[0], NO_CARD]


def test_discards_can_be_shuffled_in_before_the_deck_is_empty() -> None:
    deck, chance = new_deck(row(range(5))), chance_from(6)
    for _ in range(3):
        deck.discard(deck.draw(chance))
    deck.shuffle_in()
    assert (deck.size(), list(deck.discarded())) == (5, [])
    assert sorted(deck.draw(chance) for _ in range(5)) == [0, 1, 2, 3, 4]


def test_the_piles_of_a_zone_keep_the_order_in_which_cards_came() -> None:
    zone = new_zone(3, 4)
    for seat, card in ((1, 7), (0, 9), (1, 3), (2, 7), (1, 7)):
        zone.add(seat, card)
    assert [list(zone.of(seat)) for seat in range(3)] == [[9], [7, 3, 7], [7]]
    zone.remove(1, 7)
    assert [list(zone.of(seat)) for seat in range(3)] == [[9], [3, 7], [7]]
    assert list(zone.take_all(1)) == [3, 7]
    assert [list(zone.of(seat)) for seat in range(3)] == [[9], [], [7]]
    assert not zone.has(1, 7)
    assert zone.has(2, 7)


def test_equal_cards_of_a_zone_are_told_and_offered_once() -> None:
    zone, menu = new_zone(2, 5), Menu()
    for card in (2, 0, 2, 1):
        zone.add(1, card)
    zone.add(0, 3)
    assert list(zone.each(1)) == [2, 0, 1]
    zone.offer(1, menu, PLAY, row([1, 0, 1, 1]))
    assert [notation.spell(code) for code in menu.listed()] == ["play c", "play a"]


def test_a_zone_has_room_for_so_many_cards_of_each_seat() -> None:
    zone = new_zone(2, 2)
    zone.add(0, 1)
    zone.add(0, 1)
    zone.add(1, 1)
    with pytest.raises(AssertionError, match="there is room"):
        zone.add(0, 1)


def test_a_copy_of_a_zone_shares_nothing() -> None:
    zone = new_zone(1, 3)
    zone.add(0, 5)
    other = zone.copy()
    zone.add(0, 6)
    other.remove(0, 5)
    assert (list(zone.of(0)), list(other.of(0))) == ([5, 6], [])
