"""Many matches stepped in one call, with observations as bytes, for learning.

The buffers are allocated once and updated in place, so a memory view of them always shows the current step. A caller
can also give memory of its own, for instance shared with other processes.
"""

from typing import Any

from drakkar.core.chance import chance_from, seed_from
from drakkar.core.encoding import Encoding, Sheet
from drakkar.core.errors import BadArgument, IllegalChoice
from drakkar.core.flow import BaseState, Book, next_seat
from drakkar.core.game import Game, Value
from drakkar.core.vectors import Bytes, bytes_row, u8
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer


class Memory:
    """Writable memory of a caller that a Crowd copies into at every step: objects with the buffer protocol, or None.

    `observations` and `masks` are divided into equal rows, one for each match; rows may be longer than what is written
    into them, and the rest is zero. `seats` and `ended` have a byte for each match.
    """

    def __init__(self, observations: Any = None, masks: Any = None, seats: Any = None, ended: Any = None) -> None:
        self.observations = writable(observations, "observations")
        self.masks = writable(masks, "masks")
        self.seats = writable(seats, "seats")
        self.ended = writable(ended, "ended")


def writable(given: Any, name: str) -> Any:
    """The bytes of a buffer; None if none was given."""
    if given is None:
        return None
    try:
        view = memoryview(given).cast("B")
    except (TypeError, ValueError) as error:
        raise BadArgument(f"the memory for {name} is not one contiguous buffer: {error}") from error
    if view.readonly:
        raise BadArgument(f"the memory for {name} cannot be written to")
    return view


def row_length(memory: Any, name: str, matches: int, needed: int) -> int:
    """The length of each row of a memory, which must hold the bytes needed."""
    if memory is None:
        return needed
    size: int = len(memory)
    if size % matches or size < matches * needed:
        raise BadArgument(f"the memory for {name} has {size} bytes; {matches} equal rows need at least {needed} each")
    return size // matches


class Lane:
    """One match of a crowd; when it ends, the next one starts in its place."""

    def __init__(self, state: BaseState, seen: Sheet, open_: Sheet, hidden: Sheet) -> None:
        self.state = state
        self.seen = seen
        self.open = open_
        self.hidden = hidden
        self.begun: int = 0


class Crowd:
    """A number of matches of one game. In each of them, one seat decides.

    Each match has a row of `observations` (what the deciding seat may know), a row of `masks` (a 1 for each legal
    choice), the deciding seat in `seats`, and in `ended` whether the last step ended a match. Rows begin
    `observation_row` and `mask_row` bytes apart.

    With `tell_hidden`, rows of `hidden` have what the others hide from the deciding seat: targets for learning, which
    no player may see. Without it, `hidden` is empty.
    """

    def __init__(
        self,
        game: Game[Any],
        sides: list[Any],
        rulings: dict[str, Value],
        matches: int,
        seed: str,
        memory: Memory | None = None,
        tell_hidden: bool = False,
    ) -> None:
        self.game = game
        self.book: Book[Any] = game.book
        self.encoding: Encoding[Any] = game.encoding()
        self.sides = sides
        self.rulings = rulings
        self.seed = seed
        self.choices: int = self.book.notation.size
        self.memory = Memory() if memory is None else memory
        self.observation_row = row_length(self.memory.observations, "observations", matches, self.encoding.size)
        self.mask_row = row_length(self.memory.masks, "masks", matches, self.choices)
        row_length(self.memory.seats, "seats", matches, 1)
        row_length(self.memory.ended, "ended", matches, 1)
        self.observations = bytes_row(matches * self.observation_row)
        self.masks = bytes_row(matches * self.mask_row)
        self.ended = bytes_row(matches)
        self.seats = bytes_row(matches)
        self.hidden_row: int = self.encoding.hidden_size if tell_hidden else 0
        self.hidden = bytes_row(matches * self.hidden_row)
        self.lanes: list[Lane] = []
        for at in range(matches):
            seen = Sheet(self.observations, at * self.observation_row, self.encoding.size)
            hidden = Sheet(self.hidden, at * self.hidden_row, self.hidden_row)
            lane = Lane(self.begin(at, 0), seen, Sheet(self.masks, at * self.mask_row, self.choices), hidden)
            self.lanes.append(lane)
            self.show(at, lane)
        self.copy_out()

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
        self.copy_out()
        return over

    def check(self, at: int, choice: int) -> None:
        """Raise IllegalChoice unless the mask allows the choice."""
        if not 0 <= choice < self.choices or not self.masks[at * self.mask_row + choice]:
            seat = int(self.seats[at])
            raise IllegalChoice(f"match {at}: {choice} is not one of the choices of seat {seat}", seat)

    def show(self, at: int, lane: Lane) -> None:
        """Write the observation and the mask for the seat that decides now, and what is hidden from it if asked for."""
        flow = lane.state.flow
        seat = next_seat(flow)
        self.seats[at] = u8(seat)
        lane.seen.wipe()
        self.encoding.write(lane.state, seat, lane.seen)
        if self.hidden_row:
            lane.hidden.wipe()
            self.encoding.write_hidden(lane.state, seat, lane.hidden)
        menu = flow.menu if flow.menu.seat == seat else self.book.menu(lane.state, seat)
        lane.open.wipe()
        lane.open.mark_all(menu.codes, menu.size)

    def copy_out(self) -> None:
        """Copy everything into the caller's memory, each kind at once."""
        memory = self.memory
        copy_rows(self.observations, memory.observations)
        copy_rows(self.masks, memory.masks)
        copy_rows(self.seats, memory.seats)
        copy_rows(self.ended, memory.ended)


def copy_rows(rows: Bytes, memory: Any) -> None:
    """Copy rows into a memory of the same size, if there is one."""
    if memory is not None:
        memory[:] = memoryview(rows)
