"""Proofs by exhaustive search: one choice wins whatever the others do, and after any other they can prevent it.

Hidden cards are dealt in many ways that fit what the seat knows. The right choice must win in all deals at once: the
seat may do different things only where it sees a difference. A wrong one is refuted in a single deal in which even a
seat that sees everything cannot force the win. Draws are tried with every outcome.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from drakkar.analysis.player import result
from drakkar.core.chance import Undecided, open_chance
from drakkar.core.encoding import Sheet
from drakkar.core.flow import next_seat
from drakkar.core.game import Game, find
from drakkar.core.moment import Decision
from drakkar.core.vectors import bytes_row
from drakkar.core.view import View, redeal

DEALS: Final = 40
# Choices that one proof may try: what a small machine checks again in a few seconds.
MOST: Final = 4_000
# The same for the one deal that is looked at first.
GLANCED: Final = 500
# The deals that a refutation is looked for in.
REFUTED_IN: Final = 4
# Shares of the win above this are a win alone.
WHOLE: Final = 0.999

# A state, and how many more choices may be made from it.
Node = tuple[Any, int]


class TooLarge(Exception):
    """More follows than can be searched."""


class Proof:
    """An exhaustive search for a seat. With a `horizon` the win must come within so many choices of all seats."""

    def __init__(self, game: Game[Any], seat: int, horizon: int, most: int = MOST) -> None:
        self.game = game
        self.seat = seat
        self.horizon = horizon or most
        self.left = most
        self._encoding = game.encoding()
        self._row = bytes_row(self._encoding.size)
        self._sheet = Sheet(self._row, 0)

    def after(self, node: Node, code: int) -> Iterator[Node]:
        """What a choice leads to: one state for each outcome of the draws."""
        s, left = node
        chooser, waiting = next_seat(s.flow), [list[int]()]
        while waiting:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            fed, later = waiting.pop(), self.game.copy(s)
            later.flow.chance = open_chance()
            later.flow.chance.feed(fed)
            try:
                self.game.book.answer(later, chooser, code)
            except Undecided as draw:
                waiting += [[*fed, outcome] for outcome in range(draw.outcomes)]
            else:
                yield later, left - 1

    def can_win(self, node: Node) -> bool:
        """Whether a seat that sees everything can force the win."""
        s, left = node
        if s.flow.over:
            return self.is_won(s)
        if left <= 0:
            return False
        chooser = next_seat(s.flow)
        codes = self.game.book.legal(s, chooser)
        if chooser == self.seat:
            return any(all(self.can_win(later) for later in self.after(node, code)) for code in codes)
        return all(self.can_win(later) for code in codes for later in self.after(node, code))

    def is_won(self, s: Any) -> bool:
        """Whether the seat has won alone."""
        return result(self.game, s)[self.seat] > WHOLE

    def forces(self, nodes: list[Node]) -> bool:
        """Whether the seat wins from all of these states, acting alike wherever it sees no difference."""
        same: dict[bytes, list[Node]] = {}
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            s, left = node
            if s.flow.over:
                if not self.is_won(s):
                    return False
                continue
            if left <= 0:
                return False
            chooser = next_seat(s.flow)
            if chooser == self.seat:
                same.setdefault(self.seen(s), []).append(node)
            else:
                waiting += [later for code in self.game.book.legal(s, chooser) for later in self.after(node, code)]
        return all(self._has_way(group) for group in same.values())

    def _has_way(self, group: list[Node]) -> bool:
        """Whether one choice of the seat wins from all states that look the same to it."""
        codes = self.game.book.legal(group[0][0], self.seat)
        shared = [code for code in codes if all(code in self.game.book.legal(s, self.seat) for s, _ in group[1:])]
        return any(self.forces([later for node in group for later in self.after(node, code)]) for code in shared)

    def seen(self, s: Any) -> bytes:
        """What the seat sees now."""
        return self.told_to(s, self.seat)

    def told_to(self, s: Any, seat: int) -> bytes:
        """What a seat sees now, as bytes."""
        self._sheet.wipe()
        self._encoding.write(s, seat, self._sheet)
        return bytes(self._row)

    def wins(self, roots: list[Any], code: int) -> bool:
        """Whether a choice wins in all deals."""
        return self.forces([later for s in roots for later in self.after((s, self.horizon), code)])

    def is_refuted(self, roots: list[Any], code: int) -> bool:
        """Whether the others can prevent the win after a choice, in one of the deals."""
        return any(
            not all(self.can_win(later) for later in self.after((s, self.horizon), code)) for s in roots[:REFUTED_IN]
        )

    def refutation(self, roots: list[Any], code: int) -> tuple[int, int] | None:
        """The seat and the choice that prevent the win right after a choice, if everyone sees them."""
        for s in roots[:REFUTED_IN]:
            for node in self.after((s, self.horizon), code):
                later, _ = node
                chooser = -1 if later.flow.over else next_seat(later.flow)
                question = None if chooser in (-1, self.seat) else self.game.book.asked(later, chooser)
                if question is None or question.secret:
                    continue
                for answer in self.game.book.legal(later, chooser):
                    if not all(self.can_win(after) for after in self.after(node, answer)):
                        return chooser, answer
        return None


def deals(view: View, seat: int, many: int = DEALS, seed: int = 0) -> list[Any]:
    """Deals of the hidden cards that fit what the seat knows, without those that differ for nobody but in the decks."""
    proof = Proof(find(view.title), seat, 0)
    found: dict[tuple[bytes, ...], Any] = {}
    for number in range(many):
        s = redeal(view, Random(f"{seed} proof {number}"))
        found.setdefault(tuple(proof.told_to(s, other) for other in range(len(s.flow.asked))), s)
    return list(found.values())


def refuted(view: View, decision: Decision, code: int, horizon: int) -> tuple[int, int] | None:
    """The seat and the choice that prevent the win after a wrong one; None if no single one does, or it is secret."""
    proof = Proof(find(view.title), decision.seat, horizon)
    try:
        return proof.refutation(deals(view, decision.seat), code)
    except TooLarge:
        return None


def proved(view: View, decision: Decision, horizon: int = 0) -> int | None:
    """The code of the only choice that wins by force; None if there is none, several, or too much to search."""
    proof, roots = Proof(find(view.title), decision.seat, horizon), deals(view, decision.seat)
    winning: list[int] = []
    try:
        for choice in decision.choices:
            if proof.is_refuted(roots, choice.code):
                continue
            if winning or not proof.wins(roots, choice.code):
                return None
            winning.append(choice.code)
    except TooLarge:
        return None
    return winning[0] if winning else None


def is_promising(view: View, decision: Decision, tempting: int, horizon: int = 0) -> bool:
    """Whether in a single deal one choice wins, and not the tempting one: a small part of a proof, to begin with."""
    proof = Proof(find(view.title), decision.seat, horizon, GLANCED)
    roots, winning = deals(view, decision.seat, 1), 0
    try:
        for code in sorted((choice.code for choice in decision.choices), key=lambda code: code != tempting):
            if not proof.is_refuted(roots, code):
                winning += 1
                if code == tempting or winning > 1:
                    return False
    except TooLarge:
        return False
    return winning == 1
