"""The bot that looks one step ahead: it tries each option in a few worlds that could be, and takes the best."""

from random import Random
from typing import Any, Final

from drakkar.bots.bot import TOP, Advice, Budget
from drakkar.bots.thought import calm_down, dice, judge_for
from drakkar.core.game import Game, find
from drakkar.core.judge import Judge
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

MOST_WORLDS: Final = 4
# How much is thought about a decision, so that none takes long: in choices by instinct, which take about as long each
# as one another. What else takes time counts as so many of them.
EFFORT_A_TRY: Final = 12
TO_JUDGE: Final = 4
TO_REDEAL: Final = 8


class GreedyBot:
    """One step, and what the game's judge makes of it; `tries` are spread over the options."""

    def __init__(self, seed: int, tries: int, style: str) -> None:
        self.seed = seed
        self.tries = tries
        self.style = style

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """The best at sight."""
        return self.explain(view, decision, budget)[0].choice if len(decision.options) > 1 else decision.options[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The best three."""
        tries = budget.iterations if budget is not None and budget.iterations else self.tries
        game = find(view.title)
        thought = Thought(game, judge_for(view, self.style), decision)
        thought.think(view.known, tries, dice(self.seed, view, decision.seat))
        worlds = thought.worlds
        best = sorted(thought.tried, key=lambda at: (-thought.wins[at], -thought.glory[at], at))
        return [
            Advice(
                decision.options[at],
                thought.glory[at] / worlds if game.scored else None,
                thought.wins[at] / worlds,
                worlds,
            )
            for at in best[:TOP]
        ]


class Thought:
    """The expected Glory and the chance to win of each option, added up over so many worlds."""

    def __init__(self, game: Game[Any], judge: Judge[Any], decision: Decision) -> None:
        self.game = game
        self.judge = judge
        self.seat = decision.seat
        self.codes = [choice.code for choice in decision.options]
        self.tried = list(range(len(self.codes)))
        self.glory = [0.0] * len(self.codes)
        self.wins = [0.0] * len(self.codes)
        self.worlds = 0
        self.effort = 0

    def think(self, known: Any, tries: int, rng: Random) -> None:
        """World after world, as long as another one is not too much: by tries, and by effort."""
        enough = tries * EFFORT_A_TRY
        most = min(MOST_WORLDS, max(1, tries // len(self.codes)))
        while self.worlds < most and self.effort * (self.worlds + 1) <= enough * self.worlds:
            self.try_world(self.game.redeal(known, self.seat, rng), rng.getrandbits(32), enough)

    def try_world(self, world: Any, luck: int, enough: int) -> None:
        """Each option in one world; in the first, those that instinct likes least are left out once it is enough."""
        if self.worlds == 0:
            first_sight = self.judge.instinct(world, self.seat, self.codes)
            self.tried.sort(key=lambda at: -first_sight[at])
        self.effort += TO_REDEAL
        for rank, at in enumerate(self.tried):
            if self.worlds == 0 and self.effort >= enough:
                del self.tried[rank:]
                break
            s = self.game.copy(world)
            self.game.book.answer(s, self.seat, self.codes[at])
            # The others have the same luck whatever we choose, so that it tells the options less apart.
            self.effort += TO_JUDGE + calm_down(self.game, self.judge, s, self.seat, Random(luck))
            expected = self.judge.expected_glory(s)
            self.glory[at] += expected[self.seat]
            self.wins[at] += self.judge.win_chances(s, expected)[self.seat]
        self.worlds += 1
