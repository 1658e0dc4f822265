"""The lean face of a match, for search and research: a state, its choices as integers, and nothing that needs words.

A choice is one integer with the same meaning in every state of a title. Choices that players make at the same time are
served one seat at a time; whoever drives such a state sees everything, so a player who must not gets `drakkar.redeal`.
"""

from random import Random
from typing import Any

from drakkar.core.chance import chance_from, fresh_seed
from drakkar.core.errors import IllegalChoice, MatchOver
from drakkar.core.flow import BaseState, next_seat
from drakkar.core.game import Game, find
from drakkar.core.playout import play_out


class Lean:
    """One state of a game that goes on by integers."""

    def __init__(self, game: Game[Any], state: BaseState) -> None:
        self.game = game
        self.state = state

    def __repr__(self) -> str:
        return f"<{self.game.title}: {'over' if self.over else f'seat {self.seat} decides'}, glory {self.glory()}>"

    @property
    def seat(self) -> int:
        """Who decides next; -1 once the match is over."""
        return next_seat(self.state.flow)

    @property
    def over(self) -> bool:
        """Whether nobody decides any more."""
        return self.state.flow.over

    def legal(self) -> list[int]:
        """Every choice that is open to the seat that decides next."""
        flow = self.state.flow
        return [] if flow.over else self.game.book.last_menu(self.state, next_seat(flow)).listed()

    def apply(self, choice: int) -> None:
        """That seat makes a choice, and the rules go on until the next one is owed."""
        if self.state.flow.over:
            raise MatchOver("the match is over")
        seat, book = next_seat(self.state.flow), self.game.book
        if not book.allows(self.state, seat, choice):
            raise IllegalChoice(f"{choice} is none of the choices of seat {seat}", seat)
        book.answer(self.state, seat, choice)

    def spell(self, choice: int) -> str:
        """The words of a choice, its own alone."""
        return self.game.book.notation.spell(choice, in_full=True)

    def glory(self) -> tuple[int, ...]:
        """The score of each seat now."""
        return self.game.glory(self.state)

    def copy(self) -> "Lean":
        """The same state, to be continued apart."""
        return Lean(self.game, self.game.copy(self.state))

    def playout(self, rng: Random) -> int:
        """Play to the end by pure chance, all of it inside the engine; how many choices that took."""
        return play_out(self.game.book, self.state, rng)


def state(
    title: str,
    seats: int,
    seed: int | None = None,
    options: dict[str, Any] | None = None,
    clans: list[str] | None = None,
) -> Lean:
    """A new match, lean; the same arguments give `drakkar.new` the same one with history and words."""
    game = find(title)
    numbers, settings = game.clan_numbers(seats, clans), game.settings(options or {})
    s = game.set_up(numbers, settings, chance_from(fresh_seed() if seed is None else seed), None)
    game.book.settle(s)
    return Lean(game, s)
