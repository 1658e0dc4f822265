"""What follows from the choices of a puzzle: the reply that the tempting one overlooks, the plan after the right one.

All seats play on as the assumed player likes best, in worlds that the side to choose could be in.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from drakkar.analysis.grade import Trial
from drakkar.analysis.player import Player, assumed
from drakkar.core.flow import next_seat
from drakkar.core.view import View
from drakkar.puzzles.puzzle import Reply

WORLDS: Final = 12
# An explanation names a reply that occurs in this share of the worlds and costs this much win chance, and a plan that
# occurs in this share.
OFTEN: Final = 0.5
COSTS: Final = 0.02
# Choices after which nothing more is looked for.
FAR: Final = 12


class Follow:
    """What comes after one choice of a seat."""

    def __init__(self, view: View, seat: int, code: int) -> None:
        self.player: Player = assumed(view.title)
        self.game = self.player.net.game
        self.seat = seat
        self.best = Player(self.player.net, 0.0)
        self.states = [states[0] for states, _ in Trial(self.player, view, seat, 0).answered("plan", [code], WORLDS)]
        self.sides = [self.game.sides[side] for side in view.known.sides]

    def rival(self) -> float:
        """The best chance to win of another seat, on average."""
        rows = [self.player.reading(s, self.seat) for s in self.states]
        return max(sum(row[other] for row in rows) / len(rows) for other in range(len(rows[0])) if other != self.seat)

    def reply(self) -> Reply | None:
        """What another side mostly does next, if everyone sees it and it costs the seat something."""
        found: dict[tuple[int, int], list[float]] = {}
        for s in self.states:
            for chooser, code, before, after in self.line(s):
                if chooser != self.seat and not self.game.book.questions[before.flow.asked[chooser]].secret:
                    cost = self.player.reading(before, self.seat)[self.seat]
                    cost -= self.player.reading(after, self.seat)[self.seat]
                    found.setdefault((chooser, code), []).append(cost)
                    break
        if not found:
            return None
        (chooser, code), costs = max(found.items(), key=lambda pair: (len(pair[1]), pair[0]))
        cost = sum(costs) / len(costs)
        if len(costs) < OFTEN * WORLDS or cost < COSTS:
            return None
        return Reply(self.sides[chooser], self.spell(code), round(min(1.0, cost), 4))

    def plan(self) -> str:
        """What the seat itself mostly does next; empty if that depends."""
        found: dict[int, int] = {}
        for s in self.states:
            own = next((code for chooser, code, _, _ in self.line(s) if chooser == self.seat), None)
            if own is not None:
                found[own] = found.get(own, 0) + 1
        if not found:
            return ""
        code, many = max(found.items(), key=lambda pair: (pair[1], pair[0]))
        return self.spell(code) if many >= OFTEN * WORLDS else ""

    def spell(self, code: int) -> str:
        """The spelling of a choice, in full."""
        return self.game.book.notation.spell(code, in_full=True)

    def line(self, s: Any) -> Iterator[tuple[int, int, Any, Any]]:
        """The choices that follow where there is a choice: the seat, its choice, the states before and after."""
        dice = Random(0)
        for _ in range(FAR):
            if s.flow.over:
                return
            chooser = next_seat(s.flow)
            codes = self.game.book.legal(s, chooser)
            code = self.best.choose(s, chooser, codes, dice)
            later = self.game.copy(s)
            self.game.book.answer(later, chooser, code)
            if len(codes) > 1:
                yield chooser, code, s, later
            s = later
