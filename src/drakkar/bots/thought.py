"""What all thinking bots share: a world that could be, and how it goes on by instinct."""

from math import exp
from random import Random
from typing import Any, Final

from drakkar.core.flow import next_seat
from drakkar.core.game import Game, find
from drakkar.core.judge import Judge
from drakkar.core.view import View

# How many Glory more make an option about three times as likely, when a choice is made by instinct.
CALM: Final = 1.0
# So few that it is always the best.
KEEN: Final = 0.02
# More choices than any action takes, so that a bot cannot hang.
LONGEST: Final = 2000


def dice(seed: int, view: View, seat: int) -> Random:
    """The same chances for the same bot in the same seat at the same point, whatever was before."""
    return Random(f"{seed} {seat} {view.version}")


def judge_for(view: View, style: str) -> Judge[Any]:
    """Who judges the game of a view."""
    return find(view.title).judge(style)


def likelihoods(values: list[float], calm: float) -> list[float]:
    """The same options as weights: the best one weighs 1."""
    best = max(values)
    return [exp((value - best) / calm) for value in values]


def by_instinct(judge: Judge[Any], s: Any, seat: int, menu: list[int], rng: Random, calm: float) -> int:
    """One of the options: the better it looks, the likelier."""
    if len(menu) == 1:
        return menu[0]
    weights = likelihoods(judge.instinct(s, seat, menu), calm)
    left = rng.random() * sum(weights)
    for at in range(len(menu)):
        left -= weights[at]
        if left < 0.0:
            return menu[at]
    return menu[-1]


def calm_down(game: Game[Any], judge: Judge[Any], s: Any, me: int, rng: Random) -> int:
    """Whatever is under way is finished, everybody choosing by instinct; who thinks knows what it would choose.

    Tells how many choices that took.
    """
    for choices in range(LONGEST):
        if judge.is_quiet(s):
            return choices
        seat = next_seat(s.flow)
        calm = KEEN if seat == me else CALM
        game.book.answer(s, seat, by_instinct(judge, s, seat, game.book.legal(s, seat), rng, calm))
    raise AssertionError("what is under way comes to an end")


def play_chapter(game: Game[Any], judge: Judge[Any], s: Any, chapter: int, rng: Random) -> None:
    """A chapter of the game is played to its end, everybody choosing by instinct."""
    while not s.flow.over and judge.chapter(s) == chapter:
        seat = next_seat(s.flow)
        game.book.answer(s, seat, by_instinct(judge, s, seat, game.book.legal(s, seat), rng, CALM))
