"""The bot that looks one step ahead: it tries each option in a few worlds that could be, and takes the best."""

from random import Random
from typing import Any

from drakkar.bots.bot import TOP, Advice, Budget
from drakkar.bots.thought import calm_down
from drakkar.core.game import Game, find
from drakkar.core.judge import Judge
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class GreedyBot:
    """One step, and what the game's judge makes of it."""

    def __init__(self, seed: int, deals: int = 3, style: str = "") -> None:
        self.seed = seed
        self.deals = deals
        self.style = style

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """The best at sight."""
        return self.explain(view, decision, budget)[0].choice if len(decision.options) > 1 else decision.options[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The best three."""
        game = find(view.title)
        judge = game.judge(self.style)
        rng = Random(f"{self.seed} {decision.seat} {view.version}")
        deals = budget.iterations if budget is not None and budget.iterations else self.deals
        codes = [choice.code for choice in decision.options]
        totals = weigh(game, judge, view.known, decision.seat, codes, deals, rng)
        found = [
            (win, Advice(choice, glory / deals, win / deals, deals))
            for choice, (glory, win) in zip(decision.options, totals, strict=True)
        ]
        found.sort(key=lambda pair: -pair[0])
        return [advice for _, advice in found[:TOP]]


def weigh(
    game: Game[Any], judge: Judge[Any], known: Any, seat: int, codes: list[int], deals: int, rng: Random
) -> list[tuple[float, float]]:
    """The expected Glory and the chance to win of each option, added up over so many worlds."""
    glory = [0.0] * len(codes)
    wins = [0.0] * len(codes)
    for _ in range(deals):
        world = game.redeal(known, seat, rng)
        for at in range(len(codes)):
            s = game.copy(world)
            game.book.answer(s, seat, codes[at])
            calm_down(game, judge, s, rng)
            glory[at] += judge.expected_glory(s)[seat]
            wins[at] += judge.win_chances(s)[seat]
    return list(zip(glory, wins, strict=True))
