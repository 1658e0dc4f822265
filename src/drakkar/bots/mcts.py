"""The bot that searches: information-set Monte Carlo tree search, for any number of players and hidden choices.

Each iteration takes a world that could be, goes down the tree by what has paid so far, plays the chapter to its end by
instinct and asks the judge who wins. Each seat has a tree of its own, which branches on what that seat sees: what
others choose in secret is one branch there, so nobody is thought to know what it cannot.
"""

import time
from math import sqrt
from random import Random
from typing import Any, Final

from drakkar.bots.bot import TOP, Advice, Budget
from drakkar.bots.thought import dice, judge_for, likelihoods, play_chapter
from drakkar.core.flow import next_seat
from drakkar.core.game import Game, find
from drakkar.core.judge import Judge
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

# How much the search makes of what invites and has been tried little, against what has paid.
CURIOSITY: Final = 0.6
# How many Glory more make an option about three times as inviting for the search.
CALM: Final = 2.0
# More choices than an Age has, so that a search cannot hang.
DEEPEST: Final = 400
# To deal a world anew takes as long as a few tries in it.
TRIES_IN_A_WORLD: Final = 4


class Node:
    """What a seat has seen so far, and how it went from there for that seat."""

    def __init__(self) -> None:
        self.visits = 0
        self.wins = 0.0
        self.glory = 0.0
        self.children: dict[int, Node] = {}

    def child(self, seen: int) -> "Node":
        """What comes after one more choice."""
        found = self.children.get(seen)
        if found is None:
            found = Node()
            self.children[seen] = found
        return found


class Search:
    """The trees of all seats, as one of them thinks of them."""

    def __init__(self, game: Game[Any], judge: Judge[Any], known: Any, seat: int, rng: Random) -> None:
        self.game = game
        self.judge = judge
        self.known = known
        self.seat = seat
        self.rng = rng
        self.seats = len(known.flow.asked)
        self.roots = [Node() for _ in range(self.seats)]
        self.world: Any = None
        self.tries = 0

    def iterate(self) -> None:
        """One more try: down the trees, to the end of the chapter, and back with what came of it."""
        if self.tries % TRIES_IN_A_WORLD == 0:
            self.world = self.game.redeal(self.known, self.seat, self.rng)
        self.tries += 1
        s = self.game.copy(self.world)
        paths = [[root] for root in self.roots]
        chapter = self.judge.chapter(s)
        self.descend(s, paths, chapter)
        play_chapter(self.game, self.judge, s, chapter, self.rng)
        glory = self.judge.expected_glory(s)
        wins = self.judge.win_chances(s, glory)
        for seat in range(self.seats):
            for node in paths[seat]:
                node.visits += 1
                node.wins += wins[seat]
                node.glory += glory[seat]

    def descend(self, s: Any, paths: list[list[Node]], chapter: int) -> None:
        """Down the trees, until something is tried that has not been tried before, or the chapter is over."""
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
            if is_new or s.flow.over or self.judge.chapter(s) != chapter:
                return
            seat = next_seat(s.flow)

    def branch(self, seen: int, seat: int) -> int:
        """What is seen of a choice, and who has made it."""
        return seen * self.seats + seat

    def select(self, s: Any, seat: int, node: Node, menu: list[int]) -> int:
        """What has paid, and what invites and has been tried little."""
        weights = likelihoods(self.judge.instinct(s, seat, menu), CALM)
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
            score = mean + CURIOSITY * (weights[at] / total) * root / (1 + tries)
            if score > best_score:
                best, best_score = menu[at], score
        return best


class MctsBot:
    """As strong as its budget allows."""

    def __init__(self, seed: int, budget: Budget, style: str) -> None:
        self.seed = seed
        self.budget = budget
        self.style = style

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """What was tried most."""
        if len(decision.options) == 1:
            return decision.options[0]
        return self.explain(view, decision, budget)[0].choice

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The three that were tried most."""
        chances = dice(self.seed, view, decision.seat)
        search = Search(find(view.title), judge_for(view, self.style), view.known, decision.seat, chances)
        run(search, budget if budget is not None and budget.is_limited() else self.budget)
        children = search.roots[decision.seat].children
        branches = [(search.branch(choice.code, decision.seat), choice) for choice in decision.options]
        tried = [(children[branch], choice) for branch, choice in branches if branch in children]
        tried.sort(key=lambda pair: -pair[0].visits)
        return [
            Advice(
                choice,
                node.glory / node.visits if search.game.scored else None,
                node.wins / node.visits,
                node.visits,
            )
            for node, choice in tried[:TOP]
        ]


def run(search: Search, budget: Budget) -> None:
    """Think until the budget is used up."""
    end = time.monotonic() + budget.seconds if budget.seconds else 0.0
    while True:
        search.iterate()
        if budget.iterations and search.tries >= budget.iterations:
            return
        if end and time.monotonic() >= end:
            return
