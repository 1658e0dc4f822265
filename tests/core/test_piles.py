"""Piles and decks: what lies together, and in which order it comes."""

from drakkar.core.chance import chance_from
from drakkar.core.flow import NO_CARD
from drakkar.core.piles import new_deck, new_zone
from drakkar.core.vectors import row


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


def test_the_piles_of_a_zone_keep_the_order_in_which_cards_came() -> None:
    zone = new_zone(2, 4)
    for card in (7, 3, 7):
        zone.add(1, card)
    zone.remove(1, 7)
    assert (list(zone.of(0)), list(zone.of(1)), list(zone.each(1))) == ([], [3, 7], [3, 7])
    assert list(zone.take_all(1)) == [3, 7]
    assert not zone.has(1, 3)
