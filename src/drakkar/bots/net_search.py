"""The bot that searches with a network: `net_search`, with `iterations` or `seconds`.

At the root it compares the choices that the network likes best by sequential halving (Danihelka et al., Policy
improvement by planning with Gumbel, 2022): all are tried equally often in the same worlds, the worse half is dropped,
and so on until one is left.
"""

import time
from math import ceil, log2
from typing import Final

from drakkar.bots.bot import TOP, Advice, Bot, Budget
from drakkar.bots.net_bot import Net, load, shipped
from drakkar.bots.net_tree import Trees
from drakkar.bots.rollout import evaluator_for, likelihoods, seeded_rng
from drakkar.bots.roster import Settings
from drakkar.core.errors import BadArgument
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

# Default tries of a search.
USUAL_ITERATIONS: Final = 200
# The most first choices that are compared, and the least chance that the policy gives to one of them.
FIRST_CHOICES: Final = 8
LEAST_CHANCE: Final = 0.01
# Possible worlds; tries go through them in turn.
WORLDS: Final = 16
# Leaves that are read together.
TOGETHER: Final = 8
# The weight of a share of the win beside the network's weights: this times (BEFORE_TRIES + the tries of the choice).
TRUST: Final = 0.5
BEFORE_TRIES: Final = 50


class Candidate:
    """A first choice, the weight that the network gives it, and what tries have shown."""

    def __init__(self, choice: Choice, weight: float) -> None:
        self.choice = choice
        self.weight = weight
        self.visits = 0
        self.win = 0.0
        self.score = weight


class RootSearch:
    """Sequential halving among the likeliest choices of a decision."""

    def __init__(self, trees: Trees, candidates: list[Candidate]) -> None:
        self.trees = trees
        self.candidates = candidates
        self.dropped: list[Candidate] = []

    def run(self, budget: Budget) -> list[Candidate]:
        """Candidates from best to worst."""
        left, started = self.candidates, time.monotonic()
        rounds = max(1, ceil(log2(len(left))))
        for at in range(rounds):
            until = started + budget.seconds * (at + 1) / rounds if budget.seconds else 0.0
            self.spend(left, ceil(budget.iterations * (at + 1) / rounds), until)
            self.judge(left)
            left.sort(key=lambda candidate: -candidate.score)
            if at < rounds - 1:
                keep = max(2, (len(left) + 1) // 2)
                self.dropped[:0] = left[keep:]
                del left[keep:]
        return left + self.dropped

    def spend(self, left: list[Candidate], iterations: int, until: float) -> None:
        """Try all that are left equally often, world after world, to the limit; at least once."""
        which = max(candidate.visits for candidate in left)
        while True:
            worlds = max(1, TOGETHER // len(left))
            tries = [(one.choice.code, (which + more) % WORLDS) for more in range(worlds) for one in left]
            self.trees.run(tries)
            which += worlds
            for candidate in left:
                candidate.visits = which
            if iterations and self.trees.tries >= iterations:
                return
            if until and time.monotonic() >= until:
                return

    def judge(self, left: list[Candidate]) -> None:
        """Combine the results of the tries with the network's weights."""
        for candidate in left:
            node = self.trees.result(candidate.choice.code)
            candidate.win = node.share / node.visits
            candidate.score = candidate.weight + TRUST * (BEFORE_TRIES + candidate.visits) * candidate.win


class NetSearchBot:
    """A search with a network within a budget."""

    def __init__(self, seed: int, net: Net | None, budget: Budget) -> None:
        self.seed = seed
        # None: the one of the game that is played.
        self.net = net
        self.budget = budget

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """The best choice; without tries if the network sees only one."""
        found = candidates(self.network(view), view, decision)
        return found[0].choice if len(found) == 1 else self.search(view, decision, found, budget)[0].choice

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The three best choices."""
        found = self.search(view, decision, candidates(self.network(view), view, decision), budget)
        return [Advice(one.choice, None, one.win, one.visits) for one in found[:TOP]]

    def search(
        self, view: View, decision: Decision, found: list[Candidate], budget: Budget | None = None
    ) -> list[Candidate]:
        """The candidates, from best to worst."""
        rng = seeded_rng(self.seed, view, decision.seat)
        trees = Trees(self.network(view), evaluator_for(view, ""), view.known, decision.seat, rng)
        return RootSearch(trees, found).run(budget if budget is not None and budget.is_limited() else self.budget)

    def network(self, view: View) -> Net:
        """The network for the game of a view."""
        net = shipped(view.title) if self.net is None else self.net
        if view.title != net.game.title:
            raise BadArgument(f"this network plays {net.game.title}, not {view.title}")
        return net


def candidates(net: Net, view: View, decision: Decision) -> list[Candidate]:
    """The choices that the policy makes likeliest."""
    weights = net.weights(view.known, decision.seat, [choice.code for choice in decision.choices])
    raised = likelihoods(weights, 1.0)
    least = LEAST_CHANCE * sum(raised)
    order = sorted(range(len(weights)), key=lambda at: -weights[at])[:FIRST_CHOICES]
    return [Candidate(decision.choices[at], weights[at]) for at in order if raised[at] >= least]


def make(settings: Settings, seed: int) -> Bot:
    """`net_search`, `net_search:iterations=400`, `net_search:seconds=0.5` or `net_search:file=FILE`."""
    path = settings.text("file")
    seconds = settings.number("seconds", 0.0)
    iterations = settings.count("iterations", 0 if seconds else USUAL_ITERATIONS)
    return NetSearchBot(seed, load(path) if path else None, Budget(iterations, seconds))
