"""A match as a fast state, for search and research: choices are integers, and there is no history and no text.

A choice is one integer with the same meaning in every state of a title. Choices that players make at the same time are
made one seat at a time. A fast state hides nothing: give a player who must not see everything `drakkar.redeal`.
"""

from random import Random
from typing import Any

from drakkar.core.chance import chance_from, fresh_seed
from drakkar.core.errors import IllegalChoice, MatchOver
from drakkar.core.flow import BaseState, next_seat
from drakkar.core.game import Game, find
from drakkar.core.playout import play_out


class FastState:
    """A match for search and research: choices are integers, and there is no history and no text. It hides nothing.

    Attributes:
        game: the rules.
        state: the state of the game.

    >>> state = drakkar.fast_state("blood_rage", seats=2, seed=7)
    >>> while not state.over:
    ...     state.apply(state.legal()[0])
    >>> state
    <FastState blood_rage: over, scores (7, 6)>
    """

    def __init__(self, game: Game[Any], state: BaseState) -> None:
        self.game = game
        self.state = state

    def __repr__(self) -> str:
        decides = "over" if self.over else f"seat {self.seat} decides"
        return f"<FastState {self.game.title}: {decides}, scores {self.scores()}>"

    @property
    def seat(self) -> int:
        """The seat that decides next; -1 once the match is over.

        Seats that choose at the same time decide one by one.

        >>> drakkar.fast_state("blood_rage", seats=2, seed=7).seat
        0
        """
        return next_seat(self.state.flow)

    @property
    def over(self) -> bool:
        """True once the match has ended.

        >>> drakkar.fast_state("blood_rage", seats=2, seed=7).over
        False
        """
        return self.state.flow.over

    def legal(self) -> list[int]:
        """All legal choices of the seat that decides next.

        >>> state = drakkar.fast_state("blood_rage", seats=2, seed=7)
        >>> len(state.legal())
        8
        """
        flow = self.state.flow
        return [] if flow.over else self.game.book.last_menu(self.state, next_seat(flow)).listed()

    def apply(self, choice: int) -> None:
        """Make a choice for the seat that decides next. The rules then run until the next decision.

        Raises:
            IllegalChoice: the choice is not in `legal()`.
            MatchOver: the match has ended.

        >>> state = drakkar.fast_state("blood_rage", seats=2, seed=7)
        >>> state.apply(state.legal()[0])
        >>> len(state.legal())
        7
        """
        if self.state.flow.over:
            raise MatchOver("the match is over")
        seat, book = next_seat(self.state.flow), self.game.book
        if not book.allows(self.state, seat, choice):
            raise IllegalChoice(f"{choice} is not one of the choices of seat {seat}", seat)
        book.answer(self.state, seat, choice)

    def spell(self, choice: int) -> str:
        """The full spelling of a choice, which no other choice has.

        >>> state = drakkar.fast_state("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> state.spell(state.legal()[0])
        'invade warrior Muspelheim'
        """
        return self.game.book.notation.spell(choice, in_full=True)

    def scores(self) -> tuple[int, ...]:
        """The score of each seat now.

        >>> drakkar.fast_state("blood_rage", seats=3, seed=7).scores()
        (0, 0, 0)
        """
        return self.game.scores(self.state)

    def copy(self) -> "FastState":
        """An independent copy. Choices made in it do not change the original.

        >>> state = drakkar.fast_state("blood_rage", seats=2, seed=7)
        >>> other = state.copy()
        >>> other.apply(other.legal()[0])
        >>> len(state.legal()), len(other.legal())
        (8, 7)
        """
        return FastState(self.game, self.game.copy(self.state))

    def playout(self, rng: Random) -> int:
        """Play to the end with random choices, all inside the engine. Returns how many choices were made.

        >>> import random
        >>> state = drakkar.fast_state("blood_rage", seats=2, seed=7)
        >>> state.playout(random.Random(1))
        104
        >>> state.scores()
        (0, 23)
        """
        return play_out(self.game.book, self.state, rng)


def fast_state(
    title: str,
    seats: int,
    seed: int | None = None,
    rulings: dict[str, Any] | None = None,
    sides: list[str] | None = None,
) -> FastState:
    """A new match as a `FastState`.

    `drakkar.new` takes the same arguments and gives the same match with history and text.

    >>> drakkar.fast_state("blood_rage", seats=2, seed=7)
    <FastState blood_rage: seat 0 decides, scores (0, 0)>
    """
    game = find(title)
    numbers, values = game.side_numbers(seats, sides), game.resolve_rulings(rulings or {})
    s = game.set_up(numbers, values, chance_from(fresh_seed() if seed is None else seed), None)
    game.book.settle(s)
    return FastState(game, s)
