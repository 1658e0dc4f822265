"""Many matches side by side, stepped in one call, with all that their players may know as bytes: for learners.

The rows that it fills are its own, and stay in place: whoever looks at their memory sees every step.
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
    """One match of a crowd; when it is over, the next one begins in its place."""

    def __init__(self, state: BaseState, seen: Sheet, open_: Sheet) -> None:
        self.state = state
        self.seen = seen
        self.open = open_
        self.begun: int = 0


class Crowd:
    """So many matches of a game; in each of them one seat decides.

    For each match there is a row of `observations`, what the seat that decides may know; one of `masks`, a 1 for each
    choice that is open to it; its number in `seats`; and in `ended`, whether a match was over with the last step.
    """

    def __init__(self, game: Game[Any], clans: list[Any], settings: dict[str, Value], matches: int, seed: str) -> None:
        self.game = game
        self.book: Book[Any] = game.book
        self.encoding: Encoding[Any] = game.encoding()
        self.clans = clans
        self.settings = settings
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
        """The match that is played there after so many others."""
        chance = chance_from(seed_from(f"{self.seed} {at} {number}"))
        state: BaseState = self.game.set_up(self.clans, self.settings, chance, None)
        self.book.settle(state)
        return state

    def step(self, choices: list[Any]) -> list[tuple[int, tuple[Any, ...]]]:
        """In each match the seat that decides makes a choice; if one of them is illegal, nothing is done.

        Tells which matches are over, with the Glory of each seat in the end; others have begun in their place.
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
                over.append((at, self.game.glory(lane.state)))
                lane.begun += 1
                lane.state = self.begin(at, lane.begun)
            self.show(at, lane)
        return over

    def check(self, at: int, choice: int) -> None:
        """Refuse what is not open."""
        if not 0 <= choice < self.choices or not self.masks[at * self.choices + choice]:
            seat = int(self.seats[at])
            raise IllegalChoice(f"match {at}: {choice} is none of the choices of seat {seat}", seat)

    def show(self, at: int, lane: Lane) -> None:
        """What the seat that decides now may know and choose."""
        flow = lane.state.flow
        seat = next_seat(flow)
        self.seats[at] = u8(seat)
        lane.seen.wipe()
        self.encoding.write(lane.state, seat, lane.seen)
        menu = flow.menu if flow.menu.seat == seat else self.book.menu(lane.state, seat)
        lane.open.wipe()
        for place in range(menu.size):
            lane.open.put(menu.codes[place], 1)
