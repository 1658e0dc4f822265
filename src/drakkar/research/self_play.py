"""Self-play: one learner plays every seat of every table.

When a match is over, each choice is weighted by the result of its seat: choices that ended better become likelier.
`examples/learn.py` is a learner with PyTorch; any class with the three methods of a Learner works.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from drakkar.research.encode import Array
from drakkar.research.extra import from_extra
from drakkar.research.net_bot import Net
from drakkar.research.vector import Matches

with from_extra("research"):
    import numpy as np

# A lead of this many points over the mean of the others is a reward of 1.
POINTS: Final = 20.0
# There is a test after this many lessons; TEST_MATCHES is its number of matches against random players.
LESSONS: Final = 10
TEST_MATCHES: Final = 200


class Lesson(NamedTuple):
    """Choices of finished matches, one per row: observation, mask, choice, its log-likelihood and its reward."""

    observations: Array
    masks: Array
    choices: Array
    likelihoods: Array
    results: Array


class Learner(Protocol):
    """Anything that can weight choices and learn from their results."""

    def weigh(self, observations: Array) -> Array:
        """For each row, a weight for each choice of the game; larger is likelier."""

    def learn(self, lesson: Lesson) -> None:
        """Make choices that ended well likelier."""

    def net(self) -> Net:
        """The trained network, to be saved."""


def pick(weights: Array, masks: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """For each row, a legal choice sampled by its weight, and its log-likelihood."""
    rows, codes = np.nonzero(masks)
    starts = np.searchsorted(rows, np.arange(len(masks)))
    open_weights = weights[rows, codes].astype(np.float64)
    best = np.maximum.reduceat(open_weights, starts)
    totals = np.log(np.add.reduceat(np.exp(open_weights - best[rows]), starts)) + best
    lucky = open_weights + rng.gumbel(size=len(rows))
    taken = np.flatnonzero(lucky == np.maximum.reduceat(lucky, starts)[rows])
    return codes[taken], (open_weights - totals[rows])[taken]


def play(env: Matches, learner: Learner, rng: np.random.Generator, decisions: int) -> Iterator[Lesson]:
    """Endless self-play: yield a lesson whenever the finished matches have this many decisions."""
    under_way: list[list[tuple[Any, ...]]] = [[] for _ in range(env.num_envs)]
    finished: list[tuple[Any, ...]] = []
    while True:
        seats, seen, masks = env.seats.copy(), env.observations.copy(), np.packbits(env.masks, axis=1)
        choices, likelihoods = pick(learner.weigh(env.observations), env.masks, rng)
        env.step(choices)
        for table, notes in enumerate(under_way):
            notes.append((seats[table], seen[table], masks[table], choices[table], likelihoods[table]))
            if env.ended[table]:
                finished += [(*note[1:], env.rewards[table][note[0]] / POINTS) for note in notes]
                under_way[table] = []
        if len(finished) >= decisions:
            observations, packed, *others = map(np.array, zip(*finished, strict=True))
            open_choices = np.unpackbits(packed, axis=1, count=env.masks.shape[1])
            yield Lesson(observations, open_choices, *others)
            finished = []


def measure(learner: Learner, game: str, seats: int, matches: int, seed: int) -> dict[str, float]:
    """The learner plays one seat at each table against random players: its win rate and its mean lead."""
    env, rng = Matches(game, seats, min(matches, 64), seed, rewards="score"), np.random.default_rng(seed)
    mine = np.arange(env.num_envs) % seats
    gained: list[float] = []
    wins = 0.0
    while len(gained) < matches:
        weights = learner.weigh(env.observations)
        weights[env.seats != mine] = 0.0
        env.step(pick(weights, env.masks, rng)[0])
        for table in np.flatnonzero(env.ended):
            rewards = env.rewards[table]
            best = rewards == rewards.max()
            gained.append(float(rewards[mine[table]]))
            wins += float(best[mine[table]] / best.sum())
    return {"wins": round(wins / len(gained), 3), "points_ahead": round(float(np.mean(gained)), 2)}


def train(learner: Learner, env: Matches, minutes: float, decisions: int, out: Path) -> list[dict[str, float]]:
    """Play and learn for some minutes; return the curve of all tests, which is saved beside the network."""
    started, curve, played = time.monotonic(), [], 0
    for number, lesson in enumerate(play(env, learner, np.random.default_rng(1), decisions)):
        passed = (time.monotonic() - started) / 60
        if number % LESSONS == 0 or passed >= minutes:
            result = measure(learner, env.game.title, len(env.sides), TEST_MATCHES, seed=number)
            curve.append({"minutes": round(passed, 1), "decisions": played, **result})
            print(json.dumps(curve[-1]), flush=True)
            learner.net().save(out)
            out.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n", "utf-8")
        if passed >= minutes:
            break
        learner.learn(lesson)
        played += len(lesson.choices)
    return curve
