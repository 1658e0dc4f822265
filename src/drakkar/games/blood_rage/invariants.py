"""What holds at every moment of every match: each check ends in an AssertionError or in peace."""

from collections import Counter

from drakkar.games.blood_rage.board import BOARD_PLACES, NOWHERE, PLACES, PROVINCES, RESERVE, VALHALLA, VILLAGES
from drakkar.games.blood_rage.cards.decks import deck
from drakkar.games.blood_rage.cards.kinds import CARDS, FIRST_SLOT, NO_FIGURE, SLOT_COUNT
from drakkar.games.blood_rage.clans import stat
from drakkar.games.blood_rage.figures import FIRST_MONSTER, count, doomed_of
from drakkar.games.blood_rage.memory import Trail, trails
from drakkar.games.blood_rage.redeal import hidden_cards
from drakkar.games.blood_rage.state import DISCARD, HORNS, NO_CARD, NOBODY, SLOTS, UNKNOWN, State


def check(s: State) -> None:
    """All of it."""
    check_figures(s)
    check_cards(s)
    check_memory(s)
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
    """Villages, Horns, tracks, and what may stand where."""
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
    """BR-4.7: no card lies in two places, and none that no deck so far has held."""
    found = Counter[int]()
    for zone in (s.hand, s.aside, s.quests, s.played):
        for seat in range(s.seats):
            found.update(zone.of(seat))
    found.update(card for card in s.upgrades if card != NO_CARD)
    found.update({card: s.discards[card] for card in range(len(CARDS))})
    assert found <= Counter(card for age in range(1, s.age + 1) for card in deck(age, s.seats)), "a card too many"
    for seat in range(s.seats):
        for slot in range(SLOTS):
            card = s.upgrades[seat * SLOTS + slot]
            assert card == NO_CARD or slot in slots_of(CARDS[card].kind), "an upgrade in a slot of another kind"
            figure = NO_FIGURE if card == NO_CARD else CARDS[card].figure
            assert figure == NO_FIGURE or s.monster_owners[figure - FIRST_MONSTER] == seat, "a Monster without its card"


def slots_of(kind: int) -> range:
    """BR-3.17: the slots for a kind of upgrade."""
    return range(FIRST_SLOT[kind], FIRST_SLOT[kind] + SLOT_COUNT[kind])


def check_shown(s: State, told: list[Trail]) -> None:
    """Whatever lies open came out of somebody's hidden cards, unless the match began with it."""
    lies_open = Counter(card for card in s.upgrades if card != NO_CARD)
    lies_open.update({card: s.discards[card] for card in range(len(CARDS))})
    if s.battle.revealed:
        lies_open.update(card for seat in range(s.seats) for card in s.played.of(seat))
    dealt = Counter(card for draft in (*s.drafts, s.draft) for card in draft.deck)
    from_the_start = Counter(card for age in range(1, s.age + 1) for card in deck(age, s.seats)) - dealt
    proven = Counter(card for trail in told for cards in trail.proven for card in cards)
    assert lies_open - from_the_start <= proven, "a card lies open that nobody has shown"


def check_memory(s: State) -> None:
    """What is remembered accounts for every hidden card: taken in the draft, taken up again, or kept from before."""
    assert len(s.drafts) == s.age - 1
    for draft in (*s.drafts, s.draft):
        assert Counter(card for card in draft.cards if card != NO_CARD) <= Counter(draft.deck), "dealt from elsewhere"
    told = trails(s)
    check_shown(s, told)
    if s.phase > DISCARD:
        return
    for seat in range(s.seats):
        held = Counter([*s.hand.of(seat), *s.quests.of(seat), *s.aside.of(seat)])
        if not s.battle.revealed:
            held.update(s.played.of(seat))
        accounted = Counter(hidden_cards(s.draft, told[seat], s.age - 1, seat, NO_CARD))
        has_kept = s.age > 1 and told[seat].kept[s.age - 2] == UNKNOWN
        assert accounted <= held, "a card is remembered that is not there"
        assert (held - accounted).total() == int(has_kept), "a card is there that nobody remembers"
