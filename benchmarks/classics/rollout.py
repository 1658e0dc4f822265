"""The frozen evaluators, and playing on a possible world by their priors."""

from math import exp
from random import Random
from typing import Any, Final

from benchmarks.classics.base import Evaluator
from benchmarks.classics.blood_rage.evaluator import BloodRageEvaluator
from benchmarks.classics.blood_rage.styles import STYLES
from benchmarks.classics.lords_of_ragnarok.evaluator import LordsOfRagnarokEvaluator
from drakkar.core.flow import next_seat
from drakkar.core.game import Game
from drakkar.core.view import View

EVALUATORS: Final[dict[str, Evaluator[Any]]] = {
    "blood_rage": BloodRageEvaluator(STYLES[""]),
    "lords_of_ragnarok": LordsOfRagnarokEvaluator(),
}
# Where choices are sampled from the priors, this many more points make a choice about three times as likely.
TEMPERATURE: Final = 1.0
# So low that the best choice is always taken.
GREEDY_TEMPERATURE: Final = 0.02
# More choices than any action takes, so that a bot cannot hang.
LONGEST: Final = 2000


def seeded_rng(seed: int, view: View, seat: int) -> Random:
    """The same generator for the same bot in the same seat at the same point, whatever happened before."""
    return Random(f"{seed} {seat} {view.version}")


def evaluator_for(view: View) -> Evaluator[Any]:
    """The evaluator for the game of a view, as it was."""
    return EVALUATORS[view.title]


def likelihoods(values: list[float], temperature: float) -> list[float]:
    """Values as sampling weights; the best one weighs 1."""
    best = max(values)
    return [exp((value - best) / temperature) for value in values]


def sample_choice(
    evaluator: Evaluator[Any], s: Any, seat: int, menu: list[int], rng: Random, temperature: float
) -> int:
    """A choice sampled from the priors."""
    if len(menu) == 1:
        return menu[0]
    weights = likelihoods(evaluator.priors(s, seat, menu), temperature)
    left = rng.random() * sum(weights)
    for at in range(len(menu)):
        left -= weights[at]
        if left < 0.0:
            return menu[at]
    return menu[-1]


def play_until_quiet(game: Game[Any], evaluator: Evaluator[Any], s: Any, me: int, rng: Random) -> int:
    """Play until the position is quiet. All seats choose by the priors; the searching seat takes its best choice.

    Return the number of choices.
    """
    for choices in range(LONGEST):
        if evaluator.is_quiescent(s):
            return choices
        seat = next_seat(s.flow)
        temperature = GREEDY_TEMPERATURE if seat == me else TEMPERATURE
        game.book.answer(s, seat, sample_choice(evaluator, s, seat, game.book.legal(s, seat), rng, temperature))
    raise AssertionError("what is under way comes to an end")


def rollout(game: Game[Any], evaluator: Evaluator[Any], s: Any, horizon: int, rng: Random) -> None:
    """Play to the end of this part of the game; all seats choose by the priors."""
    while not s.flow.over and evaluator.horizon(s) == horizon:
        seat = next_seat(s.flow)
        game.book.answer(s, seat, sample_choice(evaluator, s, seat, game.book.legal(s, seat), rng, TEMPERATURE))
