"""The trees of a search with a network.

Each seat has its own tree, which branches on what that seat sees, as in mcts.py. A try takes a possible world and a
first choice, descends the trees to a decision that the network has not yet read in this world, and counts the shares of
the win that the network reads there. The leaves of several tries are read together.
"""

from math import sqrt
from random import Random
from typing import Any, Final

from drakkar.bots.net_bot import Net
from drakkar.bots.rollout import likelihoods
from drakkar.core.evaluator import Evaluator
from drakkar.core.flow import next_seat

# The weight of the network's policy against past results.
EXPLORATION: Final = 1.0


class Policy:
    """The choices at a node in one world, and how likely the network makes each of them."""

    def __init__(self, menu: list[int], weights: list[float]) -> None:
        self.menu = menu
        raised = likelihoods(weights, 1.0)
        total = sum(raised)
        self.chances = [weight / total for weight in raised]


class Node:
    """What one seat has seen since the root, its results from there, and the policy in each world it was read in."""

    def __init__(self) -> None:
        self.visits = 0
        self.share = 0.0
        self.children: dict[int, Node] = {}
        self.policies: dict[int, Policy] = {}

    def child(self, seen: int) -> "Node":
        """The node after one more choice."""
        found = self.children.get(seen)
        if found is None:
            found = Node()
            self.children[seen] = found
        return found


class Leaf:
    """Where a try ended: the state, the path in each seat's tree, and who decides there; -1 if the match is over."""

    def __init__(self, s: Any, paths: list[list[Node]], world: int, seat: int, menu: list[int]) -> None:
        self.s = s
        self.paths = paths
        self.world = world
        self.seat = seat
        self.menu = menu


class Trees:
    """The trees of all seats, and the possible worlds that tries begin in."""

    def __init__(self, net: Net, evaluator: Evaluator[Any], known: Any, seat: int, rng: Random) -> None:
        self.net = net
        self.game = net.game
        self.evaluator = evaluator
        self.known = known
        self.seat = seat
        self.rng = rng
        self.seats = len(known.flow.asked)
        self.roots = [Node() for _ in range(self.seats)]
        self.worlds: list[Any] = []
        self.tries = 0

    def world(self, which: int) -> Any:
        """A possible world, by number; each is dealt once."""
        while which >= len(self.worlds):
            self.worlds.append(self.game.redeal(self.known, self.seat, self.rng))
        return self.worlds[which]

    def result(self, code: int) -> Node:
        """The node after a first choice."""
        return self.roots[self.seat].child(self.branch(code, self.seat))

    def run(self, tries: list[tuple[int, int]]) -> None:
        """Try each of these first choices in the world beside it; the leaves are read together."""
        leaves = [self.descend(code, which) for code, which in tries]
        self.tries += len(tries)
        asked = [leaf for leaf in leaves if leaf.seat >= 0]
        signals = self.net.looks([(leaf.s, seat) for leaf in asked for seat in range(self.seats)])
        for at, leaf in enumerate(asked):
            readings = signals[at * self.seats : (at + 1) * self.seats]
            weights = self.net.computer.weights(readings[leaf.seat], leaf.menu)
            leaf.paths[leaf.seat][-1].policies[leaf.world] = Policy(leaf.menu, weights)
            self.count(leaf, self.shares(readings))
        for leaf in leaves:
            if leaf.seat < 0:
                self.count(leaf, self.evaluator.win_chances(leaf.s, self.evaluator.expected_scores(leaf.s)))

    def shares(self, readings: list[Any]) -> list[float]:
        """Each seat's share of the win as it reads it itself: it knows its hand, and all err alike for themselves."""
        own = [self.net.shares_of(reading, seat, self.seats)[seat] for seat, reading in enumerate(readings)]
        total = sum(own)
        return [share / total for share in own]

    def descend(self, code: int, which: int) -> Leaf:
        """Make the first choice, then the most promising ones, up to a decision that was not read in this world."""
        s = self.game.copy(self.world(which))
        paths = [[root] for root in self.roots]
        seat, menu = self.seat, [code]
        while True:
            if len(menu) > 1:
                node = paths[seat][-1]
                policy = node.policies.get(which)
                if policy is None or policy.menu != menu:
                    return Leaf(s, paths, which, seat, menu)
                code = self.select(node, seat, policy)
            else:
                code = menu[0]
            self.step(s, paths, seat, code)
            if s.flow.over:
                return Leaf(s, paths, which, -1, [])
            seat = next_seat(s.flow)
            menu = self.game.book.legal(s, seat)

    def step(self, s: Any, paths: list[list[Node]], seat: int, code: int) -> None:
        """Make a choice; each seat's path goes on with what it sees of it."""
        book = self.game.book
        mine, theirs = self.branch(code, seat), self.branch(book.seen_by_others(s, seat, code), seat)
        for other in range(self.seats):
            paths[other].append(paths[other][-1].child(mine if other == seat else theirs))
        book.answer(s, seat, code)

    def branch(self, seen: int, seat: int) -> int:
        """The key of a branch: what is seen of a choice, and the seat that made it."""
        return seen * self.seats + seat

    def select(self, node: Node, seat: int, policy: Policy) -> int:
        """The choice with the best sum of past results and the policy's bonus."""
        default = node.share / node.visits if node.visits else 1.0 / self.seats
        root = EXPLORATION * sqrt(node.visits + 1)
        best, best_score = policy.menu[0], -1.0
        for code, chance in zip(policy.menu, policy.chances, strict=True):
            tried = node.children.get(self.branch(code, seat))
            mean, tries = default, 0
            if tried is not None and tried.visits:
                mean, tries = tried.share / tried.visits, tried.visits
            score = mean + chance * root / (1 + tries)
            if score > best_score:
                best, best_score = code, score
        return best

    def count(self, leaf: Leaf, shares: list[float]) -> None:
        """Add the shares of the win to all nodes on the paths."""
        for seat in range(self.seats):
            for node in leaf.paths[seat]:
                node.visits += 1
                node.share += shares[seat]
