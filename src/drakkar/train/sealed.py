"""The choices that a frozen network draws instead of making its best one."""

from random import Random
from typing import Final

import numpy as np

from drakkar.core import match as matches
from drakkar.core.game import find
from drakkar.train.learner import Array
from drakkar.train.shape import Shape

# Random matches in which sealed questions are looked for, for each number of players.
MATCHES: Final = 12


def drawn_choices(draw: str, shape: Shape) -> Array:
    """By code, whether a question with this choice is answered by a draw: `never`, `sealed` or `always`."""
    if draw == "sealed":
        return sealed_choices(shape)
    return np.full(shape.menu, draw == "always")


def sealed_choices(shape: Shape) -> Array:
    """By code, whether a choice belongs to sealed questions alone: others do not see it at once.

    The arrays of a decision do not say which question it is, but every sealed question has such a choice.
    """
    sealed, plain = np.zeros(shape.menu, np.bool_), np.zeros(shape.menu, np.bool_)
    game = find(shape.title)
    for players in range(game.fewest_seats, game.most_seats + 1):
        for seed in range(MATCHES):
            match, rng = matches.new(shape.title, players, seed=seed), Random(seed)
            while not match.over:
                for decision in match.pending:
                    codes = [choice.code for choice in decision.choices]
                    (sealed if decision.secret else plain)[codes] = True
                decision = rng.choice(match.pending)
                match.play(decision.seat, rng.choice(decision.choices))
    return np.asarray(sealed & ~plain)
