"""The searching bot: information-set Monte Carlo tree search, for any number of players and hidden choices.

Each iteration takes a possible world, descends the tree by past results, plays on to the horizon by the priors, and
asks the evaluator for win chances. Each seat has its own tree, which branches on what that seat sees. Secret choices of
others are a single branch, so no seat uses knowledge that it cannot have.
"""

import time
from math import sqrt
from random import Random
from typing import Any, Final

from benchmarks.classics.base import Evaluator
from benchmarks.classics.rollout import evaluator_for, likelihoods, rollout, seeded_rng
from drakkar.bots.bot import TOP, Advice, Budget
from drakkar.core.flow import next_seat
from drakkar.core.game import Game, find
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

# The weight of exploration against past results.
EXPLORATION: Final = 0.6
# A prior that is higher by this many points makes a choice about three times as attractive to the search.
TEMPERATURE: Final = 2.0
# More choices than any part of a match has, so that a search cannot hang.
DEEPEST: Final = 400
# Re-dealing a world takes as long as a few iterations, so a world is used this often.
TRIES_IN_A_WORLD: Final = 4


class Node:
    """A node of one seat's tree: what the seat has seen so far, and its results from there."""

    def __init__(self) -> None:
        self.visits = 0
        self.wins = 0.0
        self.score = 0.0
        self.children: dict[int, Node] = {}

    def child(self, seen: int) -> "Node":
        """The node after one more choice."""
        found = self.children.get(seen)
        if found is None:
            found = Node()
            self.children[seen] = found
        return found


class Search:
    """The trees of all seats, searched for one of them."""

    def __init__(self, game: Game[Any], evaluator: Evaluator[Any], known: Any, seat: int, rng: Random) -> None:
        self.game = game
        self.evaluator = evaluator
        self.known = known
        self.seat = seat
        self.rng = rng
        self.seats = len(known.flow.asked)
        self.roots = [Node() for _ in range(self.seats)]
        self.world: Any = None
        self.tries = 0

    def iterate(self) -> None:
        """Run one iteration: descend the trees, play to the horizon, and update the results."""
        if self.tries % TRIES_IN_A_WORLD == 0:
            self.world = self.game.redeal(self.known, self.seat, self.rng)
        self.tries += 1
        s = self.game.copy(self.world)
        paths = [[root] for root in self.roots]
        horizon = self.evaluator.horizon(s)
        self.descend(s, paths, horizon)
        rollout(self.game, self.evaluator, s, horizon, self.rng)
        scores = self.evaluator.expected_scores(s)
        wins = self.evaluator.win_chances(s, scores)
        for seat in range(self.seats):
            for node in paths[seat]:
                node.visits += 1
                node.wins += wins[seat]
                node.score += scores[seat]

    def descend(self, s: Any, paths: list[list[Node]], horizon: int) -> None:
        """Descend the trees to the first untried choice or the end of the horizon."""
        book = self.game.book
        seat = self.seat
        for _ in range(DEEPEST):
            menu = book.legal(s, seat)
            node = paths[seat][-1]
            code = menu[0] if len(menu) == 1 else self.select(s, seat, node, menu)
            mine, theirs = self.branch(code, seat), self.branch(book.seen_by_others(s, seat, code), seat)
            is_new = len(menu) > 1 and mine not in node.children
            for other in range(self.seats):
                paths[other].append(paths[other][-1].child(mine if other == seat else theirs))
            book.answer(s, seat, code)
            if is_new or s.flow.over or self.evaluator.horizon(s) != horizon:
                return
            seat = next_seat(s.flow)

    def branch(self, seen: int, seat: int) -> int:
        """The key of a branch: what is seen of a choice, and the seat that made it."""
        return seen * self.seats + seat

    def select(self, s: Any, seat: int, node: Node, menu: list[int]) -> int:
        """The choice with the best sum of past results and exploration bonus."""
        weights = likelihoods(self.evaluator.priors(s, seat, menu), TEMPERATURE)
        total = sum(weights)
        visits = 1
        for code in menu:
            tried = node.children.get(self.branch(code, seat))
            if tried is not None:
                visits += tried.visits
        root = sqrt(visits)
        default = node.wins / node.visits if node.visits else 0.5
        best, best_score = menu[0], -1.0
        for at in range(len(menu)):
            tried = node.children.get(self.branch(menu[at], seat))
            mean, tries = default, 0
            if tried is not None and tried.visits:
                mean, tries = tried.wins / tried.visits, tried.visits
            score = mean + EXPLORATION * (weights[at] / total) * root / (1 + tries)
            if score > best_score:
                best, best_score = menu[at], score
        return best


class MctsBot:
    """A tree search within a budget."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self.seed = seed
        self.budget = budget

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """The most visited choice."""
        if len(decision.choices) == 1:
            return decision.choices[0]
        return self.explain(view, decision, budget)[0].choice

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The three most visited choices."""
        chances = seeded_rng(self.seed, view, decision.seat)
        search = Search(find(view.title), evaluator_for(view), view.known, decision.seat, chances)
        run(search, budget if budget is not None and budget.is_limited() else self.budget)
        children = search.roots[decision.seat].children
        branches = [(search.branch(choice.code, decision.seat), choice) for choice in decision.choices]
        tried = [(children[branch], choice) for branch, choice in branches if branch in children]
        tried.sort(key=lambda pair: -pair[0].visits)
        return [
            Advice(
                choice,
                node.score / node.visits if search.game.scored else None,
                node.wins / node.visits,
                node.visits,
            )
            for node, choice in tried[:TOP]
        ]


def run(search: Search, budget: Budget) -> None:
    """Iterate until the budget is used up."""
    end = time.monotonic() + budget.seconds if budget.seconds else 0.0
    while True:
        search.iterate()
        if budget.iterations and search.tries >= budget.iterations:
            return
        if end and time.monotonic() >= end:
            return
