"""What a player of experience thinks of a table, and the bots that think with it."""

from typing import Any

import pytest

import drakkar
from drakkar.bots import make
from drakkar.core.game import find
from drakkar.core.hosting import state_of
from tests.lords_of_ragnarok.playing import PLAYERS, finished
from tests.lords_of_ragnarok.scene import Scene, scene
from tests.lords_of_ragnarok.worlds import random_moments

GAME = find("lords_of_ragnarok")
EVALUATOR = GAME.evaluator("")


def standing(s: Scene, clan: str = "green") -> float:
    return EVALUATOR.expected_scores(s.state)[s.seat(clan)]


@pytest.mark.parametrize(
    "more",
    [
        {"control": "green: 1 2 3"},
        {"control": "green: 1 2", "temples": "2"},
        {"armies": "green: 3 in 1"},
        {"runes": "green: uruz"},
        {"priests": "green: 1"},
        {"hands": "green: Levy"},
        {"attributes": "green: strength 4"},
        {"alliances": "green: vanaheim"},
        {"slain": "green: Troll"},
        {"gifts": "green: Pilgrims"},
        {"rings": "green: Troll", "monsters": "Troll 9"},
    ],
)
def test_whoever_has_more_stands_better(more: dict[str, Any]) -> None:
    less: dict[str, Any] = {"control": "green: 1 2", "armies": "green: 2 in 1"}
    assert standing(scene("green red", **{**less, **more})) > standing(scene("green red", **less))


def test_an_injury_is_a_loss() -> None:
    assert standing(scene("green red", injured="green: wisdom")) < standing(scene("green red"))


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_winner_is_certain_once_it_is_over(seats: int) -> None:
    match = finished(seats, 5)
    assert match.outcome is not None
    chances = EVALUATOR.win_chances(state_of(match), EVALUATOR.expected_scores(state_of(match)))
    assert [seat for seat, chance in enumerate(chances) if chance == 1.0] == list(match.outcome.winners)


@pytest.mark.parametrize("seats", PLAYERS)
def test_there_is_an_opinion_of_every_moment_and_of_every_option(seats: int) -> None:
    for moment, _, _ in random_moments(seats, 5 + seats, 0.2):
        decision = moment.pending[0]
        codes = [choice.code for choice in decision.choices]
        assert len(EVALUATOR.priors(state_of(moment), decision.seat, codes)) == len(codes)
        chances = EVALUATOR.win_chances(state_of(moment), EVALUATOR.expected_scores(state_of(moment)))
        assert sum(chances) == pytest.approx(1.0)


@pytest.mark.parametrize("bot", ["greedy", "mcts:iterations=40"])
def test_a_bot_takes_the_move_that_wins(bot: str) -> None:
    s = scene("green red", stage="manoeuvres", armies="green: 4 in 12", control="green: 1 2 3 8 9 10 11 12")
    s.play("green: activate army 4 12")
    decision = s.match.pending[0]
    advice = make(bot, 1).explain(s.match.view(0), decision)
    assert str(advice[0].choice) == "move 13"
    assert advice[0].score is None
    assert "100% to win" in str(advice[0])


def test_nobody_plays_it_in_a_style() -> None:
    with pytest.raises(drakkar.BadArgument):
        GAME.evaluator("loki")


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_greedy_beats_random(seed: int) -> None:
    match = drakkar.new("lords_of_ragnarok", seats=4, seed=seed)
    bots = [make("greedy" if seat == seed else "random", seed) for seat in range(4)]
    while not match.over:
        decision = match.pending[0]
        match.play(decision.seat, bots[decision.seat].choose(match.view(decision.seat), decision))
    assert match.outcome is not None
    assert match.outcome.winners == (seed,)
