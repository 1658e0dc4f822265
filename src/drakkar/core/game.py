"""What a game brings, and where games are found by their titles."""

import importlib
import json
from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar, Final, Generic

from drakkar.core.build import mypyc_attr
from drakkar.core.chance import Chance
from drakkar.core.encoding import Encoding
from drakkar.core.errors import BadOptions, UnknownGame
from drakkar.core.events import Log
from drakkar.core.flow import Book, S
from drakkar.core.judge import Judge
from drakkar.core.page import Page
from drakkar.core.position import Document
from drakkar.core.reasons import Reason
from drakkar.core.speech import Speech

# In place of a seat: whoever runs the match and sees everything.
HOST: Final = -1

# What an option of a match can be set to.
Value = bool | int | str


class Option:
    """A switch of a match: its default, what else it can be, and what it decides.

    `words` are those for its values, in their order, where a value does not speak for itself.
    """

    def __init__(
        self,
        name: str,
        default: Value,
        others: tuple[Value, ...],
        rule: str,
        text: str,
        words: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.values = (default, *others)
        self.default = default
        self.rule = rule
        self.text = text
        self.words = words

    def check(self, value: object) -> Value:
        """The value, if it is one of ours; bool and int are told apart."""
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        allowed = ", ".join(_said(known) for known in self.values)
        raise BadOptions(f"option {self.name}: {_said(value)} is not one of {allowed}")


def _said(value: object) -> str:
    """A value as people type it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


class Outcome:
    """How a match ended: who won, and where each seat's glory came from.

    A game without a score has no glory and an empty sheet; where there are several ways to win, `victory` is which.
    """

    def __init__(
        self,
        winners: tuple[int, ...],
        glory: tuple[int, ...],
        sheet: list[dict[str, list[int]]],
        victory: str = "",
    ) -> None:
        self.winners = winners
        self.glory = glory
        self.victory = victory
        self.by_source = [{source: sum(ages) for source, ages in seat.items()} for seat in sheet]
        self.by_source_and_age = sheet

    def __repr__(self) -> str:
        how = f"victory={self.victory!r}" if self.victory else f"glory={self.glory}"
        return f"Outcome(winners={self.winners}, {how})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.winners, self.glory, self.victory))

    def to_json(self) -> dict[str, object]:
        """As plain data."""
        return {
            "winners": list(self.winners),
            "glory": list(self.glory),
            "by_source": self.by_source,
            "by_source_and_age": self.by_source_and_age,
            **({"victory": self.victory} if self.victory else {}),
        }


def signed(number: int) -> str:
    """A change as people write it, with a true minus."""
    return f"{number:+d}".replace("-", "−")


class Preview:
    """What a choice would do: its cost, and what would be different if nobody added anything; `str()` tells it.

    `strengths` are those of the places where they change, by clan; `battle` has the `totals` of the battle that it
    would come to and its `winner`; `changes` tells by clan what it would have more or less of.
    """

    def __init__(
        self,
        cost: int,
        strengths: dict[str, dict[str, int]],
        battle: dict[str, Any] | None,
        changes: dict[str, dict[str, int]],
        remark: Reason | None,
    ) -> None:
        self.cost = cost
        self.strengths = strengths
        self.battle = battle
        self.changes = changes
        self.remark = remark

    def __str__(self) -> str:
        parts = [self.remark.text] if self.remark is not None else []
        if self.battle is not None:
            totals = ", ".join(f"{clan.capitalize()} {total}" for clan, total in self.battle["totals"].items())
            winner = self.battle["winner"]
            parts.append(f"if nobody adds anything {winner.capitalize() if winner else 'nobody'} wins ({totals})")
        parts += [
            f"{place}: "
            + (", ".join(f"{clan.capitalize()} {strength}" for clan, strength in clans.items()) or "nobody")
            for place, clans in self.strengths.items()
        ]
        parts += [
            f"{clan.capitalize()}: "
            + ", ".join(f"{name[:1].upper()}{name[1:]} {signed(number)}" for name, number in changes.items())
            for clan, changes in self.changes.items()
        ]
        return "; ".join(parts) or "nothing that can be foreseen"

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "cost": self.cost,
            "strengths": self.strengths,
            "battle": self.battle,
            "changes": self.changes,
            "remark": "" if self.remark is None else self.remark.text,
            "text": str(self),
            **({} if self.remark is None else {"code": self.remark.code, "params": self.remark.params}),
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC, Generic[S]):
    """One title: its book of rules, and what only this game can say about a state."""

    title: ClassVar[str] = ""
    name: ClassVar[str] = ""
    rules_version: ClassVar[str] = ""
    fewest_seats: ClassVar[int] = 1
    most_seats: ClassVar[int] = 1
    clans: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    book: ClassVar[Book[Any]]
    # Whether it is won by points; otherwise `glory` only says who has won.
    scored: ClassVar[bool] = True
    # What its boards and sheets say beside names and numbers: sentences by their codes.
    labels: ClassVar[dict[str, str]] = {}
    # The styles that bots can play it in.
    styles: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def set_up(self, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None) -> S:
        """A state at its very beginning; the first steps wait on its stack."""

    @abstractmethod
    def copy(self, s: S) -> S:
        """A state that shares nothing and has no log."""

    @abstractmethod
    def say(self, s: S, sort: str, value: int) -> str:
        """The word for a value of one sort: a clan, a card, a place, or a plain number."""

    @abstractmethod
    def likeliest(self, s: S, seat: int, codes: list[int]) -> int:
        """What a seat means by words that fit several choices, none of them legal now."""

    def why_not_asked(self, s: S, seat: int) -> int:  # noqa: ARG002 - most games have no more to say than whose turn it is
        """A reason of the rules for which a seat is not asked now, beyond the turn of another; 0 if there is none."""
        return 0

    @abstractmethod
    def write_position(self, s: S, seat: int | None) -> dict[str, Any]:
        """The readable part of a position, values and sections: of all there is (HOST), or of what a seat knows."""

    @abstractmethod
    def read_position(
        self, document: Document, clans: list[int], options: dict[str, Value], chance: Chance, log: Log | None
    ) -> S:
        """The state that the readable part of a position sets up, not settled; what is not said comes from chance."""

    def random_position(self, rng: Random, clans: list[str], settings: dict[str, Value]) -> str:  # noqa: ARG002
        """A position such as somebody might write by hand; it need not be possible. Empty if the game has none."""
        return ""

    @abstractmethod
    def veil(self, s: S, seat: int | None) -> S:
        """A copy in which everything is hidden that a seat (None: a spectator) may not know."""

    @abstractmethod
    def view(self, known: S, seat: int | None) -> dict[str, Any]:
        """All that lies on the table, told from the state behind a seat's veil."""

    @abstractmethod
    def redeal(self, known: S, seat: int | None, rng: Random) -> S:
        """A full state that the seat could be in, made of what it knows and of chance."""

    def preview(self, known: S, seat: int, code: int) -> Preview:  # noqa: ARG002 - a game may have nothing to foretell
        """What a choice would do if nobody added anything, as far as the seat can know."""
        return Preview(0, {}, None, {}, None)

    def judge(self, style: str) -> Judge[S]:
        """What the game knows about playing it well, with a leaning for one of its styles; here, only the score."""
        if style:
            raise BadOptions(f"{self.name or self.title} is played in no styles, so not in the style {style!r}")
        return ByScore(self)

    def encoding(self) -> Encoding[S]:
        """How a view of it is told in bytes, for those who learn it."""
        name = self.name or self.title
        raise BadOptions(f"{name} has no encoding, so there are no environments and no data of it to learn from")

    @abstractmethod
    def glory(self, s: S) -> tuple[int, ...]:
        """The score of each seat now."""

    @abstractmethod
    def outcome(self, s: S, log: Log) -> Outcome:
        """Who won, once the match is over."""

    def check(self, s: S) -> None:
        """Hold a state against everything that is true at every moment; an AssertionError says what is not."""

    def names(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Every word that a value can be, by its sort, and in further forms: {"figure": {"": …, "a_figure": …}}.

        The form "name" is what people read, where the word itself is spelled for programs.
        """
        return {}

    def card_texts(self) -> dict[str, tuple[str, str]]:
        """What is printed on each card, by its name: in short, and in full."""
        return {}

    def text_board(
        self,
        table: dict[str, Any],
        colours: bool,  # noqa: ARG002 - for a game that draws
        width: int,  # noqa: ARG002
        speech: Speech | None = None,  # noqa: ARG002
    ) -> dict[str, str]:
        """The `table` of a view, as plain data, drawn for a terminal: its parts by the names they are asked for."""
        return {"board": json.dumps(table, indent=1, ensure_ascii=False)}

    def page(self) -> Page | None:
        """What it brings to be played in a browser; without it the page shows the board as text."""
        return None

    def settings(self, wanted: dict[str, Any]) -> dict[str, Value]:
        """Every option with its value: the wanted ones, checked, and the defaults of the others."""
        known = {option.name: option for option in self.options}
        for name in wanted:
            if name not in known:
                raise BadOptions(f"{self.title} has no option {name!r}; it has: {', '.join(known) or 'none'}")
        return {name: option.check(wanted.get(name, option.default)) for name, option in known.items()}

    def random_settings(self, dice: Chance, clans: list[int]) -> dict[str, Value]:
        """Every option at random; a clan that nobody plays is no value."""
        absent = [name for number, name in enumerate(self.clans) if number not in clans]
        values = {option.name: [value for value in option.values if value not in absent] for option in self.options}
        return {name: some[dice.below(len(some))] for name, some in values.items()}

    def clan_numbers(self, seats: int, wanted: list[str] | None) -> list[int]:
        """The clans at the table, by seat."""
        if not self.fewest_seats <= seats <= self.most_seats:
            raise BadOptions(f"{self.title} is for {self.fewest_seats} to {self.most_seats} seats, not {seats}")
        names = list(self.clans[:seats]) if wanted is None else [str(name).casefold() for name in wanted]
        for name in names:
            if name not in self.clans:
                raise BadOptions(f"{self.title} has no clan {name!r}; it has: {', '.join(self.clans)}")
        if len(set(names)) != len(names) or len(names) != seats:
            raise BadOptions(f"{seats} seats want {seats} different clans, not: {', '.join(names)}")
        return [self.clans.index(name) for name in names]


class ByScore(Judge[S]):
    """Knows nothing but the score as it stands."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def expected_glory(self, s: S) -> list[float]:
        """What each has now."""
        return [float(glory) for glory in self.game.glory(s)]


_modules: dict[str, str] = {}


def install(title: str, module: str) -> None:
    """Make a game known: its module has a `GAME`."""
    _modules[title] = module


def titles() -> tuple[str, ...]:
    """The games that can be played."""
    return tuple(sorted(_modules))


def find(title: str) -> Game[Any]:
    """The game of that title."""
    if title not in _modules:
        raise UnknownGame(f"there is no game {title!r}; there are: {', '.join(titles())}")
    game: Game[Any] = importlib.import_module(_modules[title]).GAME
    return game
