"""Invariants of every state of every match; a broken one raises an AssertionError."""

from collections import Counter

from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.board import (
    BOARD_PLACES,
    NOWHERE,
    OUTER_PROVINCES,
    PLACES,
    PROVINCES,
    RESERVE,
    VALHALLA,
    VILLAGES,
)
from drakkar.games.blood_rage.card import CARDS, FIRST_SLOT, NO_FIGURE, SLOT_COUNT
from drakkar.games.blood_rage.cards.decks import deck
from drakkar.games.blood_rage.clans import stat
from drakkar.games.blood_rage.figures import FIRST_MONSTER, count, doomed_of
from drakkar.games.blood_rage.memory import Trail, hidden_cards, trails
from drakkar.games.blood_rage.state import (
    ALL_STATS,
    DEAL,
    DISCARD,
    HORNS,
    NO_CARD,
    NOBODY,
    PHASE_NAMES,
    SLOTS,
    UNKNOWN,
    State,
)


def check(s: State) -> None:
    """Check all invariants."""
    check_ranges(s)
    check_figures(s)
    check_cards(s)
    check_memory(s)
    check_limits(s)


def check_ranges(s: State) -> None:
    """Every number is in its range."""
    seats, places = range(NOBODY, s.seats), range(NOWHERE, PLACES)
    assert 1 <= s.age <= 3, "no such Age"
    assert 0 <= s.phase < len(PHASE_NAMES), "no such phase"
    assert 0 <= s.first_player < s.seats, "no such first player"
    battle = s.battle
    assert all(seat in seats for seat in (s.turn, battle.pillager, battle.winner, battle.next_seat)), "no such seat"
    assert all(place in places for place in (s.march_origin, s.march_target, battle.province)), "no such place"
    assert all(0 <= token <= ALL_STATS for token in s.tokens), "no such token"
    assert len(set(s.ragnarok)) == len(s.ragnarok) == 3, "three provinces are doomed"
    assert all(0 <= province < OUTER_PROVINCES for province in s.ragnarok), "only outer provinces are doomed"
    assert all(flag in (0, 1) for flag in (*s.passed, *s.pillaged, *s.destroyed)), "neither yes nor no"
    assert 0 <= s.doomed_count <= len(s.doomed), "so many are not marked"
    assert min(s.glory) >= 0, "Glory below 0"
    check_battle(s)
    for zone in (s.hand, s.aside, s.quests, s.played, s.acting):
        assert all(0 <= size <= zone.room for size in zone.sizes), "no room for so many cards"
        for seat in range(s.seats):
            assert all(0 <= card < len(CARDS) for card in zone.of(seat)), "no such card"
    for card in (*s.upgrades, *s.keeping):
        assert NO_CARD <= card < len(CARDS), "no such card"
    check_drafts(s)


def check_battle(s: State) -> None:
    """The numbers of a battle are in their ranges."""
    battle = s.battle
    assert 0 <= battle.declined <= s.seats, "so many have not declined"
    assert 0 <= battle.participants < 1 << s.seats, "no such participant"
    assert 0 <= battle.monsters < 1 << len(s.monster_owners), "no such Monster"
    assert min(*battle.losses, *battle.quest_values, *s.fallen, *s.discards, s.marched) >= 0, "less than nothing"


def check_drafts(s: State) -> None:
    """Every remembered draft has one pack per seat, made of existing cards."""
    for draft in (*s.drafts, s.draft):
        assert draft.packs in (0, s.seats), "a pack for each seat"
        assert len(draft.cards) == draft.packs * DEAL, "eight places in a pack"
        assert len(draft.taken) == draft.packs, "each pack has been taken from"
        assert draft.at_once in (1, 2, DEAL), "so many are never taken at once"
        assert 0 <= draft.passes < DEAL, "packs go on a few times"
        assert all(0 <= taken <= DEAL for taken in draft.taken), "so many were not taken"
        assert all(NO_CARD <= card < len(CARDS) for card in draft.cards), "no such card"
        assert all(0 <= card < len(CARDS) for card in draft.deck), "no such card"


def check_figures(s: State) -> None:
    """BR-3.14: each figure is in exactly one place, and the counts agree."""
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
    assert [standing[place] for place in range(BOARD_PLACES)] == list(s.standing)
    assert [on_board[seat] for seat in range(s.seats)] == list(s.on_board)
    for owner, place in zip(s.monster_owners, s.monster_places, strict=True):
        assert (owner == NOBODY) == (place == NOWHERE)
    for seat in range(s.seats):
        for (figure, place), marked in Counter(doomed_of(s, seat)).items():
            assert marked <= count(s, seat, figure, place)


def check_limits(s: State) -> None:
    """Villages, Horns, tracks, and where figures may stand."""
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
    """BR-4.7: no card is in two places, and every card comes from a deck used so far."""
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
    """Every public card was shown by a seat, unless the match began with it."""
    lies_open = Counter(card for card in s.upgrades if card != NO_CARD)
    lies_open.update({card: s.discards[card] for card in range(len(CARDS))})
    if s.battle.revealed:
        lies_open.update(card for seat in range(s.seats) for card in s.played.of(seat))
    dealt = Counter(card for draft in (*s.drafts, s.draft) for card in draft.deck)
    from_the_start = Counter(card for age in range(1, s.age + 1) for card in deck(age, s.seats)) - dealt
    proven = Counter(card for trail in told for cards in trail.proven for card in cards)
    assert lies_open - from_the_start <= proven, "a card lies open that nobody has shown"


def check_memory(s: State) -> None:
    """Memory accounts for every hidden card: drafted, taken up again, or kept from the Age before."""
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
