"""The bot that looks one step ahead: it tries each choice in a few possible worlds and takes the best."""

from random import Random
from typing import Any, Final

from benchmarks.classics.base import Evaluator
from benchmarks.classics.rollout import evaluator_for, play_until_quiet, seeded_rng
from drakkar.bots.bot import TOP, Advice, Budget
from drakkar.core.game import Game, find
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

MOST_WORLDS: Final = 4
# The effort per try bounds the time for a decision. Its unit is one sampled choice; evaluating and re-dealing cost as
# much as these numbers of sampled choices.
EFFORT_A_TRY: Final = 12
TO_EVALUATE: Final = 4
TO_REDEAL: Final = 8


class GreedyBot:
    """One-step search with the game's evaluator; `tries` are spread over the choices."""

    def __init__(self, seed: int, tries: int) -> None:
        self.seed = seed
        self.tries = tries

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """The choice with the best estimate."""
        return self.explain(view, decision, budget)[0].choice if len(decision.choices) > 1 else decision.choices[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The three best choices."""
        tries = budget.iterations if budget is not None and budget.iterations else self.tries
        game = find(view.title)
        search = ChoiceSearch(game, evaluator_for(view), decision)
        search.think(view.known, tries, seeded_rng(self.seed, view, decision.seat))
        worlds = search.worlds
        best = sorted(search.tried, key=lambda at: (-search.wins[at], -search.scores[at], at))
        return [
            Advice(
                decision.choices[at],
                search.scores[at] / worlds if game.scored else None,
                search.wins[at] / worlds,
                worlds,
            )
            for at in best[:TOP]
        ]


class ChoiceSearch:
    """The expected score and the win chance of each choice, summed over several worlds."""

    def __init__(self, game: Game[Any], evaluator: Evaluator[Any], decision: Decision) -> None:
        self.game = game
        self.evaluator = evaluator
        self.seat = decision.seat
        self.codes = [choice.code for choice in decision.choices]
        self.tried = list(range(len(self.codes)))
        self.scores = [0.0] * len(self.codes)
        self.wins = [0.0] * len(self.codes)
        self.worlds = 0
        self.effort = 0

    def think(self, known: Any, tries: int, rng: Random) -> None:
        """Try world after world, within the limits on tries and effort."""
        enough = tries * EFFORT_A_TRY
        most = min(MOST_WORLDS, max(1, tries // len(self.codes)))
        while self.worlds < most and self.effort * (self.worlds + 1) <= enough * self.worlds:
            self.try_world(self.game.redeal(known, self.seat, rng), rng.getrandbits(32), enough)

    def try_world(self, world: Any, luck: int, enough: int) -> None:
        """Try each choice in one world; in the first, the effort limit drops those with the lowest priors."""
        if self.worlds == 0:
            first_sight = self.evaluator.priors(world, self.seat, self.codes)
            self.tried.sort(key=lambda at: -first_sight[at])
        self.effort += TO_REDEAL
        for rank, at in enumerate(self.tried):
            if self.worlds == 0 and self.effort >= enough:
                del self.tried[rank:]
                break
            s = self.game.copy(world)
            self.game.book.answer(s, self.seat, self.codes[at])
            # Common random numbers: the others' luck is the same for each choice, so it distorts the comparison less.
            self.effort += TO_EVALUATE + play_until_quiet(self.game, self.evaluator, s, self.seat, Random(luck))
            expected = self.evaluator.expected_scores(s)
            self.scores[at] += expected[self.seat]
            self.wins[at] += self.evaluator.win_chances(s, expected)[self.seat]
        self.worlds += 1
