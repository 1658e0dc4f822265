"""Who can hold what: the same as counting all possible deals, and by nothing but what the seat knows."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

import drakkar
from drakkar import analysis
from drakkar.analysis.holdings import hidden_block, weigh
from drakkar.core.errors import BadArgument
from drakkar.core.hosting import game_of, state_of
from drakkar.core.match import Match
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.state import DEAL
from drakkar.games.lords_of_ragnarok.card import COMBAT, of_kind
from tests.analysis.moments import moment
from tests.hidden_worlds import in_another_world

TITLES = ("blood_rage", "lords_of_ragnarok")
# With 2,000 deals a share is within this of the true one, beyond any doubt.
CLOSE = 0.05
DEALS = 2000


def drafting(seats: int, rounds: int) -> Match:
    """A draft of Blood Rage after so many rounds of first choices."""
    match = drakkar.new("blood_rage", seats=seats, seed=7)
    for _ in range(rounds):
        for seat in range(seats):
            match.play(seat, match.choices(seat)[0])
    return match


def told_and_counted(match: Match, seat: int, pool: list[int], taken: int) -> tuple[dict[str, float], dict[str, float]]:
    """What seat 0 is told of a seat; and what counting tells, if it holds any `taken` cards of the pool."""
    ways: Counter[int] = Counter()
    every = 0
    for held in combinations(pool, taken):
        every += 1
        ways.update(set(held))
    say = game_of(match).say
    counted = {say(state_of(match), "card", card): ways[card] / every for card in ways}
    return dict(analysis.holdings(match.view(0), deals=DEALS).cards(seat)), counted


def agree(told: dict[str, float], counted: dict[str, float]) -> None:
    assert counted
    assert set(told) <= set(counted)
    for card, chance in counted.items():
        assert told.get(card, 0.0) == pytest.approx(chance, abs=CLOSE)


def test_after_the_first_pass_a_draft_tells_what_counting_tells() -> None:
    match = drafting(3, 1)
    draft = state_of(match).draft
    first = draft.pack_at(0)
    # Seat 2 opened the pack that is in front of seat 0 now: what it took of it is one of the cards seat 0 never saw.
    seen = Counter(draft.cards[0:DEAL]) + Counter(draft.cards[first * DEAL + draft.taken[first] : (first + 1) * DEAL])
    pool = (Counter(draft.deck) - seen).elements()
    young = [card for card in pool if CARDS[card].age == 1]
    told, counted = told_and_counted(match, 2, young, draft.at_once)
    agree({card: chance for card, chance in told.items() if card in counted}, counted)
    assert sum(told.values()) == pytest.approx(draft.at_once, abs=0.1)


def test_of_a_pack_that_was_passed_on_each_card_may_have_been_taken() -> None:
    match = drafting(3, 2)
    draft = state_of(match).draft
    # Seat 1 took its second cards from the pack that seat 0 opened and passed on.
    passed = list(draft.cards[draft.at_once : DEAL])
    say = game_of(match).say
    found = analysis.holdings(match.view(0), deals=DEALS)
    names = [say(state_of(match), "card", card) for card in passed]
    for name in set(names):
        share = names.count(name) * draft.at_once / len(passed)
        if names.count(name) == 1:
            assert share - CLOSE < found.chance(1, name) < share + 0.25, "or it is one of the unseen cards"
    assert found.chance(1, *names) == pytest.approx(1), "one of them it must be"


def test_a_hidden_hand_of_combat_cards_is_what_counting_tells() -> None:
    match, _ = moment("lords_of_ragnarok", 3, 5, 30)
    s = state_of(match)
    seen = Counter(s.decks.combat.discarded())
    for owner in range(3):
        seen.update(s.played.of(owner))
        seen.update(s.hand.of(owner) if owner == 0 else s.known.of(owner))
    known = Counter(s.known.of(1))
    pool = list((Counter({card.number: card.copies for card in of_kind(COMBAT)}) - seen).elements())
    unknown = s.hand.sizes[1] - sum(known.values())
    assert 0 < unknown <= 4, "few enough to count"
    told, counted = told_and_counted(match, 1, pool, unknown)
    sure = {game_of(match).say(s, "card", card) for card in known}
    agree(
        {card: chance for card, chance in told.items() if card not in sure},
        {card: chance for card, chance in counted.items() if card not in sure},
    )
    for name in sure:
        assert told[name] == pytest.approx(1)


@pytest.mark.parametrize("title", TITLES)
def test_worlds_that_differ_in_what_is_hidden_tell_the_same(title: str) -> None:
    for choices in (3, 30):
        match, decision = moment(title, 3, 5, choices)
        for reader in (decision.seat, None):
            other = in_another_world(match, reader, Random(choices))
            here, there = (analysis.holdings(world.view(reader), deals=20) for world in (match, other))
            assert here.to_json() == there.to_json()


@pytest.mark.parametrize("title", TITLES)
def test_what_a_seat_holds_is_possible(title: str) -> None:
    match, decision = moment(title, 3, 6, 25)
    reader, game = decision.seat, game_of(match)
    found = analysis.holdings(match.view(reader), deals=400)
    assert reader not in found.seats
    for seat in found.seats:
        block = hidden_block(game, state_of(match), seat)
        held = [card for card, there in zip(game.encoding().hidden_cards, block, strict=True) if there]
        for card in held:
            assert found.chance(seat, game.say(state_of(match), "card", card)) > 0
        assert all(0 < chance <= 1 + 1e-9 for _, chance in found.cards(seat))
    with pytest.raises(BadArgument, match="nothing of seat"):
        found.chance(reader, "Troll")


def test_a_network_that_knows_better_is_believed_except_about_what_is_certain() -> None:
    rng = Random(1)
    block = [[1, 0, int(rng.random() < 0.5), int(rng.random() < 0.5)] for _ in range(500)]
    weights = weigh([block], [[0.1, 0.9, 0.8, 0.3]], 500)
    shares = [sum(weight for weight, one in zip(weights, block, strict=True) if one[at]) for at in range(4)]
    assert shares == pytest.approx([1, 0, 0.8, 0.3], abs=1e-6)
    assert weigh([block], None, 500) == [1 / 500] * 500
