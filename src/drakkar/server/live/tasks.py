"""What the worker processes are asked, and what they answer: a line of JSON each."""

from typing import Any, TypeVar

import msgspec

from drakkar.core.hosting import origin_of
from drakkar.core.match import Match

T = TypeVar("T", bound="MatchTask")


class MatchTask(msgspec.Struct, frozen=True):
    """A moment of a match: its start, and all choices so far."""

    title: str
    sides: list[str]
    rulings: dict[str, bool | int | str]
    seed: int
    # The position that the match began with; if set, it defines sides, rulings and seed.
    origin: str
    # The seat and the full spelling of each choice.
    choices: list[tuple[int, str]]

    def beginning(self) -> tuple[object, ...]:
        """The start of the match; equal for all tasks of a table, so it is the cache key."""
        return self.title, tuple(self.sides), tuple(sorted(self.rulings.items())), self.seed, self.origin


class Task(MatchTask, frozen=True, tag="choose"):
    """One decision of a bot: the seat to decide, and the bot."""

    seat: int
    # A bot in the roster's notation: `karl`, `jarl:style=loki`.
    bot: str
    bot_seed: int


class HintTask(MatchTask, frozen=True, tag="hint"):
    """A hint for a seat that has a decision."""

    seat: int


class ReviewTask(MatchTask, frozen=True, tag="review"):
    """A slice of the review of a finished match, from the part that is there."""

    begun: dict[str, Any] | None


AnalysisTask = HintTask | ReviewTask
AnyTask = Task | AnalysisTask


class Answer(msgspec.Struct, frozen=True):
    """The full spelling of a choice, or the result of an analysis; or an error, in words that reveal nothing."""

    choice: str = ""
    result: Any = None
    trouble: str = ""
    # CPU seconds of the work.
    seconds: float = 0.0


def task_of(kind: type[T], match: Match, **more: Any) -> T:
    """A task about the present moment of a match."""
    return kind(
        title=match.title,
        sides=list(match.sides),
        rulings=dict(match.rulings),
        seed=match.seed,
        origin=origin_of(match),
        choices=[(played.seat, played.text) for played in match.history],
        **more,
    )
