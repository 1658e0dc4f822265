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
        worlds = min(MOST_WORLDS, max(1, tries // len(decision.options)))
        codes = [choice.code for choice in decision.options]
        chances = dice(self.seed, view, decision.seat)
        judge = judge_for(view, self.style)
        weighed = weigh(find(view.title), judge, view.known, decision.seat, codes, worlds, chances)
        advice = [
            Advice(choice, glory / worlds, wins / worlds, worlds)
            for choice, (glory, wins) in zip(decision.options, weighed, strict=True)
        ]
        advice.sort(key=lambda one: (-one.win, -one.glory))
        return advice[:TOP]


def weigh(
    game: Game[Any], judge: Judge[Any], known: Any, seat: int, codes: list[int], worlds: int, rng: Random
) -> list[tuple[float, float]]:
    """The expected Glory and the chance to win of each option, added up over so many worlds."""
    glory = [0.0] * len(codes)
    wins = [0.0] * len(codes)
    for _ in range(worlds):
        world = game.redeal(known, seat, rng)
        luck = rng.getrandbits(32)
        for at in range(len(codes)):
            s = game.copy(world)
            game.book.answer(s, seat, codes[at])
            # The others have the same luck whatever we choose, so that it tells the options less apart.
            calm_down(game, judge, s, seat, Random(luck))
            expected = judge.expected_glory(s)
            glory[at] += expected[seat]
            wins[at] += judge.win_chances(s, expected)[seat]
    return list(zip(glory, wins, strict=True))
