"""Many matches stepped in one call, with observations as bytes, for learning.

The buffers are allocated once and updated in place, so a memory view of them always shows the current step.
"""

from typing import Any

from drakkar.core.chance import chance_from, seed_from
from drakkar.core.encoding import Encoding, Sheet
from drakkar.core.errors import IllegalChoice
from drakkar.core.flow import BaseState, Book, next_seat
from drakkar.core.game import Game, Value
from drakkar.core.vectors import bytes_row, u8
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer


class Lane:
    """One match of a crowd; when it ends, the next one starts in its place."""

    def __init__(self, state: BaseState, seen: Sheet, open_: Sheet) -> None:
        self.state = state
        self.seen = seen
        self.open = open_
        self.begun: int = 0


class Crowd:
    """A number of matches of one game. In each of them, one seat decides.

    Each match has a row of `observations` (what the deciding seat may know), a row of `masks` (a 1 for each legal
    choice), the deciding seat in `seats`, and in `ended` whether the last step ended a match.
    """

    def __init__(self, game: Game[Any], sides: list[Any], rulings: dict[str, Value], matches: int, seed: str) -> None:
        self.game = game
        self.book: Book[Any] = game.book
        self.encoding: Encoding[Any] = game.encoding()
        self.sides = sides
        self.rulings = rulings
        self.seed = seed
        self.choices: int = self.book.notation.size
        self.observations = bytes_row(matches * self.encoding.size)
        self.masks = bytes_row(matches * self.choices)
        self.ended = bytes_row(matches)
        self.seats = bytes_row(matches)
        self.lanes: list[Lane] = []
        for at in range(matches):
            seen, open_ = Sheet(self.observations, at * self.encoding.size), Sheet(self.masks, at * self.choices)
            lane = Lane(self.begin(at, 0), seen, open_)
            self.lanes.append(lane)
            self.show(at, lane)

    def begin(self, at: int, number: int) -> BaseState:
        """Set up match `number` of a lane."""
        chance = chance_from(seed_from(f"{self.seed} {at} {number}"))
        state: BaseState = self.game.set_up(self.sides, self.rulings, chance, None)
        self.book.settle(state)
        return state

    def step(self, choices: list[Any]) -> list[tuple[int, tuple[Any, ...]]]:
        """Make one choice in each match. If any of them is illegal, no match changes.

        Return the ended matches with the final score of each seat; new matches have started in their place.
        """
        for at in range(len(self.lanes)):
            self.check(at, choices[at])
        over: list[tuple[int, tuple[Any, ...]]] = []
        for at in range(len(self.lanes)):
            lane = self.lanes[at]
            self.book.answer(lane.state, int(self.seats[at]), choices[at])
            self.ended[at] = 0
            if lane.state.flow.over:
                self.ended[at] = 1
                over.append((at, self.game.scores(lane.state)))
                lane.begun += 1
                lane.state = self.begin(at, lane.begun)
            self.show(at, lane)
        return over

    def check(self, at: int, choice: int) -> None:
        """Raise IllegalChoice unless the mask allows the choice."""
        if not 0 <= choice < self.choices or not self.masks[at * self.choices + choice]:
            seat = int(self.seats[at])
            raise IllegalChoice(f"match {at}: {choice} is not one of the choices of seat {seat}", seat)

    def show(self, at: int, lane: Lane) -> None:
        """Write the observation and the mask for the seat that decides now."""
        flow = lane.state.flow
        seat = next_seat(flow)
        self.seats[at] = u8(seat)
        lane.seen.wipe()
        self.encoding.write(lane.state, seat, lane.seen)
        menu = flow.menu if flow.menu.seat == seat else self.book.menu(lane.state, seat)
        lane.open.wipe()
        for place in range(menu.size):
            lane.open.put(menu.codes[place], 1)
