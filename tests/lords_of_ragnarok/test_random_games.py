"""What holds in every moment of random games."""

import pytest

from drakkar.core.hosting import game_of, state_of
from drakkar.core.kit import fingerprint
from drakkar.games.lords_of_ragnarok.board import RUNES
from drakkar.games.lords_of_ragnarok.card import COMBAT, of_kind
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.pieces.figures import players_in
from drakkar.games.lords_of_ragnarok.pieces.player_pools import (
    card_limit,
    priests_in_supply,
    rune_limit,
    runes_held,
    supply,
)
from drakkar.games.lords_of_ragnarok.state import State
from tests.lords_of_ragnarok.playing import PLAYERS, walk


def check_pieces(s: State) -> None:
    """LR-2.5, LR-2.7, LR-2.9: every piece is somewhere, and once."""
    for army in range(s.seats * ARMIES):
        assert (s.armies[army] == 0) == (s.values[army] == 0)
        assert 0 <= s.values[army] <= 6
    for rune in range(RUNES):
        assert supply(s, rune) >= 0
    for seat in range(s.seats):
        assert priests_in_supply(s, seat) >= 0
        assert s.priests[seat] >= 0
    deck = s.decks.combat
    held = sum(s.hand.sizes) + sum(s.played.sizes)
    assert deck.size() + deck.thrown + held == sum(card.copies for card in of_kind(COMBAT))


@pytest.mark.rule("LR-2.5", "LR-2.7", "LR-2.9")
@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("seed", range(4))
def test_pieces_are_limited_and_none_is_lost(seats: int, seed: int) -> None:
    for match in walk(seats, seed):
        check_pieces(state_of(match))


@pytest.mark.rule("LR-4.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_armies_of_two_players_are_together_only_until_their_battle(seats: int) -> None:
    turn = -1
    for match in walk(seats, 7):
        s: State = state_of(match)
        if s.turn != turn:
            for region in range(1, s.board.count + 1):
                players = players_in(s, region)
                assert players & (players - 1) == 0
        turn = s.turn


@pytest.mark.rule("LR-5.10")
@pytest.mark.parametrize("seats", PLAYERS)
def test_whoever_is_asked_something_else_is_within_the_limits(seats: int) -> None:
    for match in walk(seats, 9):
        s: State = state_of(match)
        if match.over or match.pending[0].prompt.code in ("discard_card", "discard_rune", "take_rune", "take_kind"):
            continue
        for seat in range(seats):
            if s.hunt.hunter != seat:
                assert s.hand.sizes[seat] <= card_limit(s, seat)
            assert runes_held(s, seat) <= rune_limit(s, seat)


@pytest.mark.rule("LR-1.10", "LR-1.9")
@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("seed", range(20, 24))
def test_a_game_always_ends_with_a_winner(seats: int, seed: int) -> None:
    moments = [(state_of(match).turn, match.outcome) for match in walk(seats, seed)]
    outcome = moments[-1][1]
    assert outcome is not None
    assert len(outcome.winners) == 1
    assert {turn for turn, _ in moments} == set(range(seats))


@pytest.mark.parametrize("seats", PLAYERS)
def test_menus_list_exactly_what_has_no_reason_against_it(seats: int) -> None:
    for at, match in enumerate(walk(seats, 11)):
        if match.over or at % 7:
            continue
        book, seat = game_of(match).book, match.pending[0].seat
        legal = book.legal(state_of(match), seat)
        assert len(set(legal)) == len(legal) > 0
        free = [code for code in range(book.notation.size) if not book.why_not(state_of(match), seat, code)]
        assert sorted(legal) == free


@pytest.mark.parametrize("seats", PLAYERS)
def test_a_copy_goes_on_as_its_original_would(seats: int) -> None:
    for at, match in enumerate(walk(seats, 12)):
        if at == 60:
            other = match.copy()
            assert fingerprint(state_of(other)) == fingerprint(state_of(match))
            decision = match.pending[0]
            for one in (match, other):
                one.play(decision.seat, decision.choices[0])
            assert fingerprint(state_of(other)) == fingerprint(state_of(match))
            return
