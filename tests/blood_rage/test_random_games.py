"""Properties that hold in every random match, at all player counts."""

from collections import Counter

import pytest

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.game import find
from drakkar.core.hosting import all_events, state_of
from drakkar.core.kit import check_game, fingerprint, play_randomly
from drakkar.games.blood_rage.state import State

SEATS = (2, 3, 4, 5)
GAME = find("blood_rage")


def new_match(seats: int, seed: int) -> drakkar.Match:
    return drakkar.new(
        "blood_rage", seats=seats, seed=seed, rulings=GAME.random_rulings(chance_from(seed), list(range(seats)))
    )


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(6))
def test_options_copies_refusals_and_records_hold_together(seats: int, seed: int) -> None:
    check_game(new_match(seats, seed), chance_from(seed), every=5)


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(100, 125))
def test_options_copies_refusals_and_records_hold_together_at_every_moment(seats: int, seed: int) -> None:
    check_game(new_match(seats, seed), chance_from(seed))


def play_bare(seats: int, seed: int) -> State:
    """A random game on the rules alone, without words; the invariants hold before every choice."""
    book, dice = GAME.book, chance_from(seed)
    rulings = GAME.random_rulings(dice, list(range(seats)))
    s: State = GAME.set_up(list(range(seats)), rulings, chance_from(seed), None)
    book.settle(s)
    choices = 0
    while not s.flow.over:
        GAME.check(s)
        asked = [seat for seat in range(seats) if s.flow.asked[seat]]
        assert asked, "somebody owes a choice until the match is over"
        seat = asked[dice.below(len(asked))]
        legal = book.legal(s, seat)
        assert legal
        assert len(set(legal)) == len(legal)
        book.answer(s, seat, legal[dice.below(len(legal))])
        choices += 1
        assert choices < 2000, "the game ends"
    GAME.check(s)
    return s


@pytest.mark.parametrize("seats", SEATS)
def test_every_figure_and_card_is_in_one_place_and_limits_are_kept(seats: int) -> None:
    for seed in range(6):
        assert play_bare(seats, seed).age == 3


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("block", range(4))
def test_a_hundred_more_games_keep_them_too(seats: int, block: int) -> None:
    for seed in range(1000 + block * 25, 1025 + block * 25):
        assert play_bare(seats, seed).age == 3


@pytest.mark.parametrize("seats", SEATS)
def test_every_choice_of_the_title_is_offered_or_has_a_reason(seats: int) -> None:
    """All choice codes at random moments; the menus that save time list just what has no reason."""
    seen = Counter[str]()
    for seed in range(5):
        match, dice = new_match(seats, 50 + seed), chance_from(seed)
        for moment in play_randomly(match, dice):
            if dice.below(3) == 0:
                seen.update(check_all_codes(moment))
    assert {"draft", "turn", "marching", "call", "card", "late", "keep"} <= set(seen)


def check_all_codes(match: drakkar.Match) -> list[str]:
    book, before = GAME.book, fingerprint(state_of(match))
    for decision in match.pending:
        legal = set(book.legal(state_of(match), decision.seat))
        codes = range(book.notation.size)
        assert {code for code in codes if not book.why_not(state_of(match), decision.seat, code)} == legal
    assert fingerprint(state_of(match)) == before
    return [decision.prompt.code for decision in match.pending]


@pytest.mark.parametrize("seats", SEATS)
def test_glory_is_the_sum_of_its_events(seats: int) -> None:
    match = new_match(seats, 70 + seats)
    for _ in play_randomly(match, chance_from(7)):
        pass
    scored = Counter[object]()
    for event in match.events(None):
        if event.kind in ("glory", "glory_lost"):
            sign = 1 if event.kind == "glory" else -1
            scored[str(event.data["clan"]).lower()] += sign * int(str(event.data["amount"]))
    outcome = match.outcome
    assert outcome is not None
    assert [scored[clan] for clan in match.sides] == list(outcome.scores)
    assert [sum(sources.values()) for sources in outcome.by_source] == list(outcome.scores)
    assert [sum(map(sum, sheet.values())) for sheet in outcome.breakdown] == list(outcome.scores)
    assert set(outcome.by_source[0]) == {"battles", "pillage", "quests", "ragnarok", "cards", "stats"}
    best = max(outcome.scores)
    assert outcome.winners == tuple(seat for seat in range(seats) if outcome.scores[seat] == best)


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_seed_is_the_same_match_and_another_is_another(seats: int) -> None:
    def told(seed: int) -> list[str]:
        match = new_match(seats, seed)
        for _ in play_randomly(match, chance_from(1)):
            pass
        return [event.text for event in all_events(match)]

    assert told(3) == told(3) != told(4)


@pytest.mark.parametrize("seats", SEATS)
def test_simultaneous_choices_lead_to_the_same_state_in_any_order(seats: int) -> None:
    """Draft, battle cards, kept cards: forwards and backwards."""
    compared = Counter[str]()
    for moment in [copy.copy() for seed in range(3) for copy in play_randomly(new_match(seats, seed), chance_from(11))]:
        decisions = moment.pending
        if len(decisions) < 2 or len(decisions[0].choices) < 2:
            continue
        one, other = moment.copy(), moment.copy()
        for decision in decisions:
            one.play(decision.seat, decision.choices[0])
        for decision in reversed(decisions):
            other.play(decision.seat, decision.choices[0])
        assert fingerprint(state_of(one)) == fingerprint(state_of(other))
        compared[decisions[0].prompt.code] += 1
    assert {"draft", "card", "keep"} <= set(compared)


@pytest.mark.parametrize("seats", SEATS)
def test_every_event_names_its_rule_and_has_a_sentence_for_everyone(seats: int) -> None:
    match = new_match(seats, 30 + seats)
    for _ in play_randomly(match, chance_from(2)):
        pass
    for stranger in (None, 0, seats - 1):
        for event in match.events(stranger):
            assert event.rule.startswith("BR-")
            assert event.text.endswith((".", "!"))
            assert "{" not in event.text
