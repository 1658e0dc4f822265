"""Every bot plays by the rules, the same way each time, and knows no more than its seat."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.bots import LEVELS, Bot, Budget, make
from drakkar.bots.greedy import EFFORT_A_TRY, ChoiceSearch
from drakkar.bots.mcts import Search
from drakkar.core.chance import chance_from
from drakkar.core.game import ByScore
from drakkar.core.hosting import game_of, state_of
from drakkar.core.kit import fingerprint, play_randomly
from drakkar.core.match import begin
from tests.blood_rage.worlds import in_another_world, random_moments
from treasure import GAME as TREASURE

THINKING = ("greedy:tries=8", "mcts:iterations=4", "policy:temperature=2,style=fighter")
ALL = ("random", *THINKING)


def play_out(match: drakkar.Match, bots: list[Bot]) -> drakkar.Match:
    while not match.over:
        decision = match.pending[-1]
        match.play(decision.seat, bots[decision.seat].choose(match.view(decision.seat), decision))
    return match


@pytest.mark.parametrize("words", ALL)
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_bot_plays_a_whole_match_and_would_play_it_again(words: str, seats: int) -> None:
    """Only one of them searches, to keep the test fast."""
    records = []
    for _ in range(2):
        match = drakkar.new("blood_rage", seats=seats, seed=5)
        bots = [make(words if seat == 1 else "random", 9) for seat in range(seats)]
        records.append(play_out(match, bots).record())
    assert records[0] == records[1]
    assert "result" in records[0]


@pytest.mark.parametrize("words", THINKING)
def test_another_seed_plays_another_match(words: str) -> None:
    def record(seed: int) -> str:
        bots = [make(words if seat == 0 else "random", seed if seat == 0 else 1) for seat in range(2)]
        return play_out(drakkar.new("blood_rage", seats=2, seed=5), bots).record()

    assert record(1) != record(2)


def moments_with_a_choice(seats: int, seed: int, share: float) -> Iterator[tuple[drakkar.Match, int, Random]]:
    for moment, _, rng in random_moments(seats, seed, share):
        for decision in moment.pending:
            if len(decision.choices) > 1:
                yield moment, decision.seat, rng


@pytest.mark.parametrize("words", [*ALL, *LEVELS])
@pytest.mark.parametrize(
    "seats",
    [
        2,
        *(pytest.param(seats, marks=pytest.mark.slow) for seats in (3, 4, 5)),
    ],
)
def test_a_bot_chooses_the_same_whatever_is_hidden_from_it(words: str, seats: int) -> None:
    """It cannot peek: if everything that a seat may know is the same, so are its choice and its reasons."""
    compared = different = 0
    for moment, seat, rng in moments_with_a_choice(seats, 300 + seats, 0.15):
        other = in_another_world(moment, seat, rng)
        here, there = moment.view(seat), other.view(seat)
        decisions = [next(owed for owed in match.pending if owed.seat == seat) for match in (moment, other)]
        assert make(words, 4).choose(here, decisions[0]) == make(words, 4).choose(there, decisions[1])
        reasons = [make(words, 4).explain(view, owed) for view, owed in zip((here, there), decisions, strict=True)]
        assert [str(advice) for advice in reasons[0]] == [str(advice) for advice in reasons[1]]
        compared += 1
        different += fingerprint(state_of(other)) != fingerprint(state_of(moment))
    assert compared > 10
    assert different > 10


@pytest.mark.parametrize("words", THINKING[:2])
def test_reasons_are_the_three_best_with_what_they_bring(words: str) -> None:
    told = 0
    for moment, seat, _ in moments_with_a_choice(3, 7, 0.1):
        view = moment.view(seat)
        decision = next(owed for owed in moment.pending if owed.seat == seat)
        advice = make(words, 1).explain(view, decision)
        assert 1 <= len(advice) <= 3
        assert advice[0].choice == make(words, 1).choose(view, decision)
        assert len({one.choice for one in advice}) == len(advice)
        for one in advice:
            assert one.choice in decision.choices
            assert 0.0 <= one.win <= 1.0
            assert f"{one.choice}: about {one.score:.0f} points at the end, {one.win:.0%} to win" in str(one)
        told += 1
    assert told > 5


@pytest.mark.parametrize("seats", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_greedy_thinks_about_no_decision_much_longer_than_it_may(seats: int) -> None:
    """Counted, not timed: the count includes everything slow."""
    most, fewer = 0.0, 0
    for moment, seat, rng in moments_with_a_choice(seats, 40, 0.6):
        decision = next(owed for owed in moment.pending if owed.seat == seat)
        search = ChoiceSearch(game_of(moment), game_of(moment).evaluator(""), decision)
        search.think(moment.view(seat).known, 20, rng)
        most = max(most, search.effort / (20 * EFFORT_A_TRY))
        fewer += search.worlds < min(4, max(1, 20 // len(decision.choices)))
    assert 0.5 < most < 1.4
    assert fewer


def test_greedy_leaves_out_what_it_likes_least_at_first_sight_where_there_is_too_much_to_try() -> None:
    left_out = 0
    for moment, seat, _ in moments_with_a_choice(4, 41, 0.3):
        decision = next(owed for owed in moment.pending if owed.seat == seat)
        evaluator, known = game_of(moment).evaluator(""), moment.view(seat).known
        search = ChoiceSearch(game_of(moment), evaluator, decision)
        search.think(known, 2, Random(1))
        codes = [choice.code for choice in decision.choices]
        likes = evaluator.priors(game_of(moment).redeal(known, seat, Random(1)), seat, codes)
        others = [at for at in range(len(codes)) if at not in search.tried]
        assert search.tried
        assert min(likes[at] for at in search.tried) >= max((likes[at] for at in others), default=min(likes))
        left_out += len(others)
    assert left_out


def test_a_search_tries_as_often_as_its_budget_says() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=2)
    decision, view = match.pending[0], match.view(0)
    for iterations in (1, 2, 3):
        advice = make("mcts:iterations=50", 1).explain(view, decision, Budget(iterations=iterations))
        assert sum(one.tries for one in advice) == iterations
    one_moment = make("mcts", 1).explain(view, decision, Budget(seconds=0.000001))
    assert sum(one.tries for one in one_moment) == 1


def test_a_budget_without_limits_is_none() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=2)
    advice = make("mcts:iterations=2", 1).explain(match.view(0), match.pending[0], Budget())
    assert sum(one.tries for one in advice) == 2


def test_a_try_ends_with_the_age_in_hand() -> None:
    """Even if one more choice ends the Age too, the next Age is not played."""
    match = drakkar.new("blood_rage", seats=2, seed=6)
    for moment in play_randomly(match, chance_from(6)):
        if moment.pending[0].prompt.code == "keep":
            break
    decision = match.pending[-1]
    ages = []

    class Watching(ByScore[Any]):
        def horizon(self, s: Any) -> int:
            return int(s.age)

        def expected_scores(self, s: Any) -> list[float]:
            ages.append(s.age)
            return super().expected_scores(s)

    view = match.view(decision.seat)
    search = Search(game_of(match), Watching(game_of(match)), view.known, decision.seat, Random(1))
    for _ in range(10):
        search.iterate()
    assert ages == [state_of(match).age + 1] * 10


def test_a_search_within_seconds_ends() -> None:
    match = drakkar.new("blood_rage", seats=3, seed=2)
    decision = match.pending[0]
    assert make("mcts:seconds=0.05", 1).choose(match.view(0), decision) in decision.choices


@pytest.mark.parametrize("words", ALL)
def test_bots_play_any_game_of_the_platform(words: str) -> None:
    """Including one without an evaluator."""
    for seed in range(5):
        match = begin(TREASURE, [0, 1, 2], TREASURE.resolve_rulings({}), seed)
        play_out(match, [make(words.partition(",style")[0], seed) for _ in range(3)])
        assert match.outcome is not None


def test_whoever_searches_beats_whoever_does_not() -> None:
    """In a game of which only the score is known."""
    wins = 0.0
    for seed in range(40):
        match = begin(TREASURE, [0, 1], TREASURE.resolve_rulings({}), seed)
        play_out(match, [make("mcts:iterations=60", seed), make("random", seed)])
        assert match.outcome is not None
        wins += (0 in match.outcome.winners) / len(match.outcome.winners)
    assert wins > 28


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_plays_in_each_style(level: str) -> None:
    match = drakkar.new("blood_rage", seats=2, seed=1)
    decision = match.pending[0]
    for style in ("", *game_of(match).styles):
        bot = make(f"{level}:style={style}" if style else level, 1)
        assert bot.choose(match.view(0), decision, Budget(iterations=1)) in decision.choices


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("ghost", "no bot 'ghost'; there are: thrall, karl"),
        ("mcts:400", "NAME=VALUE, not '400'"),
        ("mcts:iterations=many", "iterations needs a number above 0, not 'many'"),
        ("mcts:iterations=0", "iterations needs a number above 0"),
        ("mcts:iterations=-5", "iterations needs a number above 0"),
        ("mcts:iterations=1.5", "whole number"),
        ("mcts:seconds=nan", "seconds needs a number above 0"),
        ("mcts:speed=2", "no setting 'speed'"),
        ("random:style=loki", "no setting 'style'"),
        ("", "no bot ''"),
        ("mcts:iterations=", "NAME=VALUE, not 'iterations='"),
        ("jarl:speed=3", "the bot jarl has no setting 'speed'"),
    ],
)
def test_what_is_no_bot_is_refused(words: str, complaint: str) -> None:
    with pytest.raises(drakkar.BadArgument, match=complaint):
        make(words, 1)


def test_a_style_that_the_game_does_not_know_is_refused_when_it_is_played() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=1)
    decision = match.pending[0]
    with pytest.raises(drakkar.BadArgument, match="style 'gardener'; there are: fighter, quester, loki"):
        make("greedy:style=gardener", 1).choose(match.view(0), decision)


def test_a_style_is_refused_at_once_where_the_game_is_named() -> None:
    with pytest.raises(drakkar.BadArgument, match="style 'gardener'"):
        make("karl:style=gardener", 1, game_of(drakkar.new("blood_rage", seats=2, seed=1)))
    with pytest.raises(drakkar.BadArgument, match="has no styles"):
        make("karl:style=loki", 1, TREASURE)


def test_what_others_choose_in_secret_is_one_branch_to_a_seat() -> None:
    """Picks are hidden from others; a committed quest is only seen as some quest."""
    match = drakkar.new("blood_rage", seats=3, seed=4)
    book = game_of(match).book
    picks = {book.seen_by_others(state_of(match), 0, choice.code) for choice in match.pending[0].choices}
    assert len(picks) == 1
    seen: dict[str, set[int]] = {}
    for moment in play_randomly(match, chance_from(1)):
        for decision in moment.pending:
            for choice in decision.choices:
                kind = str(choice).split(" ", 1)[0]
                seen.setdefault(kind, set()).add(book.seen_by_others(state_of(moment), decision.seat, choice.code))
    assert len(seen["quest"]) == len(seen["card"]) == len(seen["keep"]) == 1
    assert len(seen["invade"]) > 5
