"""What holds at every moment of every match of Blood Rage."""

from collections import Counter

from drakkar.core.vectors import Vec
from drakkar.games.blood_rage.board import BOARD_PLACES, NOWHERE, PLACES, PROVINCES, RESERVE, VALHALLA, VILLAGES
from drakkar.games.blood_rage.cards.decks import deck
from drakkar.games.blood_rage.cards.kinds import CARDS
from drakkar.games.blood_rage.clans import stat
from drakkar.games.blood_rage.figures import count, doomed_of
from drakkar.games.blood_rage.state import HORNS, NO_CARD, NOBODY, SLOTS, State


def check_invariants(s: State) -> None:
    check_figures(s)
    check_cards(s)
    check_limits(s)


def check_figures(s: State) -> None:
    """BR-3.14: each figure is in exactly one place, and what is counted is what stands there."""
    standing, on_board = Counter[int](), Counter[int]()
    for seat in range(s.seats):
        warriors = s.warriors[seat * PLACES : (seat + 1) * PLACES]
        assert sum(warriors) == 8
        assert min(warriors) >= 0
        places = [place for place in range(PLACES) for _ in range(warriors[place])]
        places += [s.leaders[seat], s.ships[seat]]
        places += [s.monster_places[at] for at, owner in enumerate(s.monster_owners) if owner == seat]
        assert all(0 <= place <= VALHALLA for place in places)
        standing.update(place for place in places if place < BOARD_PLACES)
        on_board[seat] = sum(place < BOARD_PLACES for place in places)
    assert [standing[place] for place in range(BOARD_PLACES)] == s.standing
    assert [on_board[seat] for seat in range(s.seats)] == s.on_board
    for owner, place in zip(s.monster_owners, s.monster_places, strict=True):
        assert (owner == NOBODY) == (place == NOWHERE)
    for seat in range(s.seats):
        for (figure, place), marked in Counter(doomed_of(s, seat)).items():
            assert marked <= count(s, seat, figure, place)


def check_limits(s: State) -> None:
    for province, villages in enumerate(VILLAGES):
        assert s.standing[province] <= villages
    for province in range(PROVINCES):
        assert not (s.destroyed[province] and s.standing[province])
    for seat in range(s.seats):
        assert s.on_board[seat] <= stat(s, seat, HORNS)
        assert 0 <= s.rage[seat] <= 12
        assert s.ships[seat] >= PROVINCES
        assert s.leaders[seat] < PROVINCES or s.leaders[seat] in (RESERVE, VALHALLA)
        assert all(place < PROVINCES or place >= RESERVE for place in _warrior_places(s, seat))
        monsters = [owner for owner in s.monster_owners if owner == seat]
        assert len(monsters) <= 2
    assert all(1 <= step <= 6 for step in s.steps)


def _warrior_places(s: State, seat: int) -> list[int]:
    return [place for place in range(PLACES) if s.warriors[seat * PLACES + place]]


def check_cards(s: State) -> None:
    """BR-4.7: the cards of the decks dealt so far, each in exactly one place."""
    found = Counter[int]()
    for zone in (s.hand, s.pack, s.aside, s.quests, s.played):
        for seat in range(s.seats):
            found.update(zone.of(seat))
    found.update(card for card in s.upgrades if card != NO_CARD)
    for pile in (s.discards, s.unseen):
        found.update(_spread(pile))
    dealt = Counter(card for age in range(1, s.age + 1) for card in deck(age, s.seats))
    assert found == dealt
    for seat in range(s.seats):
        for slot in range(SLOTS):
            card = s.upgrades[seat * SLOTS + slot]
            kind = ("leader", "warrior", "ship", "monster", "monster", "clan", "clan", "clan")[slot]
            assert (
                card == NO_CARD
                or ("battle", "quest", "leader", "warrior", "ship", "monster", "clan")[CARDS[card].kind] == kind
            )


def _spread(pile: Vec) -> list[int]:
    return [card for card in range(len(pile)) for _ in range(pile[card])]
