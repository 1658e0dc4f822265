"""The interface of a game, and the registry of games by title."""

import importlib
import json
from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar, Final, Generic

from drakkar.core import plugins
from drakkar.core.build import mypyc_attr
from drakkar.core.chance import Chance, chance_from, no_chance
from drakkar.core.encoding import Encoding
from drakkar.core.errors import BadArgument, UnknownGame
from drakkar.core.evaluator import Evaluator
from drakkar.core.events import Log
from drakkar.core.excerpt import excerpt, quoted
from drakkar.core.flow import Book, S
from drakkar.core.position import Document
from drakkar.core.reasons import Reason
from drakkar.core.translator import Translator

# In place of a seat: the host of the match, who sees everything.
HOST: Final = -1

# Default English terms, for games whose labels do not define their own.
TERMS: Final = {"score": "Score", "part": "Part", "goal": "goal", "goals": "Goals"}

# The key, among the rulings of a match, of the rules revision where it is not the newest.
REVISION: Final = "revision"

# The values that a ruling can have.
Value = bool | int | str


class Ruling:
    """A rule variant of a match, which `new(rulings={name: value})` sets.

    Attributes:
        name: the key in `rulings`.
        values: the values that it can have; the first is the default.
        default: the value of a match that does not set it.
        rule: the number of the rule that it decides.
        text: what it decides, as a sentence.
        words: what the values mean, in their order, where they do not explain themselves.

    >>> drakkar.rulings("blood_rage")[25]
    <Ruling keep_card_count: 'at_most_one' or 'exactly_one'>
    >>> print(drakkar.rulings("blood_rage")[25].text)
    How many cards a player keeps in the Discard phase: at most one, or exactly one.
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

    def __repr__(self) -> str:
        return f"<Ruling {self.name}: {' or '.join(repr(value) for value in self.values)}>"

    def check(self, value: object) -> Value:
        """The value, if it is allowed; otherwise BadArgument. True is not 1.

        >>> drakkar.rulings("blood_rage")[25].check("exactly_one")
        'exactly_one'
        """
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        allowed = ", ".join(_said(known) for known in self.values)
        raise BadArgument(f"ruling {self.name}: {_said(value)} is not one of {allowed}")


def _said(value: object) -> str:
    """A value as people type it."""
    return str(value).lower() if isinstance(value, bool) else quoted(value)


class Outcome:
    r"""The end of a match: who won, and where the points came from.

    Attributes:
        winners: the seats that won.
        scores: the score of each seat; empty in a game without points.
        by_source: for each seat, its points by source: `[{"battles": 9, "pillage": 5}, …]`.
        breakdown: for each seat, its points by source in each part of the match: `[{"battles": [4, 0, 5]}, …]`.
        victory: which victory ended the match, in a game that has several; otherwise empty.

    >>> match = drakkar.set_up("game = 'blood_rage'\nsides = ['wolf', 'raven']\nphase = 'over'")
    >>> match.outcome
    Outcome(winners=(0, 1), scores=(0, 0))
    """

    def __init__(
        self,
        winners: tuple[int, ...],
        scores: tuple[int, ...],
        breakdown: list[dict[str, list[int]]],
        victory: str = "",
    ) -> None:
        self.winners = winners
        self.scores = scores
        self.victory = victory
        self.by_source = [{source: sum(parts) for source, parts in seat.items()} for seat in breakdown]
        self.breakdown = breakdown

    def __repr__(self) -> str:
        how = f"victory={self.victory!r}" if self.victory else f"scores={self.scores}"
        return f"Outcome(winners={self.winners}, {how})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.winners, self.scores, self.victory))

    def to_json(self) -> dict[str, object]:
        """The outcome as plain data for JSON.

        >>> drakkar.Outcome((1,), (3, 5), [{"gold": [3]}, {"gold": [4, 1]}]).to_json()["by_source"]
        [{'gold': 3}, {'gold': 5}]
        """
        return {
            "winners": list(self.winners),
            "scores": list(self.scores),
            "by_source": self.by_source,
            "breakdown": self.breakdown,
            **({"victory": self.victory} if self.victory else {}),
        }


def signed(number: int) -> str:
    """A signed number with a typographic minus."""
    return f"{number:+d}".replace("-", "−")


class Preview:
    """The result of a choice if no other player responds. `View.preview` makes it. `str()` is an English text.

    Attributes:
        cost: what the choice costs, in the currency of the game.
        strengths: by place, the strength of each side there, where it would change.
        contest: the battle that the choice would lead to: its place, the `totals` by side and the `winner`; or None.
        changes: for each side, the gains and losses, by an English name; a cost is among the losses.
        remark: a `Reason` with a warning about the choice, or None.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> preview = match.view(0).preview("invade warrior Gimle")
    >>> preview.cost, preview.strengths
    (1, {'Gimle': {'wolf': 1}})
    """

    def __init__(
        self,
        cost: int,
        strengths: dict[str, dict[str, int]],
        contest: dict[str, Any] | None,
        changes: dict[str, dict[str, int]],
        remark: Reason | None,
    ) -> None:
        self.cost = cost
        self.strengths = strengths
        self.contest = contest
        self.changes = changes
        self.remark = remark

    def __str__(self) -> str:
        parts = [self.remark.text] if self.remark is not None else []
        if self.contest is not None:
            totals = ", ".join(f"{side.capitalize()} {total}" for side, total in self.contest["totals"].items())
            winner = self.contest["winner"]
            parts.append(f"{winner.capitalize() + ' wins' if winner else 'no winner'} if nobody responds ({totals})")
        parts += [
            f"{place}: "
            + (", ".join(f"{side.capitalize()} {strength}" for side, strength in sides.items()) or "no forces")
            for place, sides in self.strengths.items()
        ]
        parts += [
            f"{side.capitalize()}: "
            + ", ".join(f"{name[:1].upper()}{name[1:]} {signed(number)}" for name, number in changes.items())
            for side, changes in self.changes.items()
        ]
        return "; ".join(parts) or "no foreseeable effect"

    def __repr__(self) -> str:
        return f"<Preview: {self}>"

    def to_json(self) -> dict[str, Any]:
        """The preview as plain data for JSON.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> match.view(0).preview("invade warrior Gimle").to_json()["cost"]
        1
        """
        return {
            "cost": self.cost,
            "strengths": self.strengths,
            "contest": self.contest,
            "changes": self.changes,
            "remark": "" if self.remark is None else self.remark.text,
            "text": str(self),
            **({} if self.remark is None else {"code": self.remark.code, "params": self.remark.params}),
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC, Generic[S]):
    """The interface of one game: its book of rules, and everything else that only the game can say about a state."""

    # Without a dictionary of its own: under Python 3.12 a compiled game could not have this class as its base.
    __slots__ = ()

    title: ClassVar[str] = ""
    name: ClassVar[str] = ""
    # The rules revision: it goes up with each mend that changes play. `older_rules` can still be played: the code asks
    # for the revision among the rulings. `retired_rules` cannot: running tables stop, and their players may go on.
    rules_version: ClassVar[str] = ""
    older_rules: ClassVar[tuple[str, ...]] = ()
    retired_rules: ClassVar[tuple[str, ...]] = ()
    # Corrected printed facts of this process, as lines (core/facts.py), and the cards whose texts follow from them.
    facts: ClassVar[tuple[str, ...]] = ()
    restated: ClassVar[tuple[str, ...]] = ()
    fewest_seats: ClassVar[int] = 1
    most_seats: ClassVar[int] = 1
    # The names of the sides: colours, houses, armies. `side_sort` is the sort that sentences name them by.
    sides: ClassVar[tuple[str, ...]] = ()
    side_sort: ClassVar[str] = "side"
    # Sorts whose English names are capitalised.
    capitals: ClassVar[tuple[str, ...]] = ("side",)
    rulings: ClassVar[tuple[Ruling, ...]] = ()
    book: ClassVar[Book[Any]]
    # Whether points decide the game; otherwise `scores` only marks the winners.
    scored: ClassVar[bool] = True
    # Sentences on boards and sheets, by their codes.
    labels: ClassVar[dict[str, str]] = {}
    # The folder with the catalogues, one TOML file per language (docs/translations.md); empty for games of Drakkar.
    catalogues: ClassVar[str] = ""
    # The styles that bots can play this game in.
    styles: ClassVar[tuple[str, ...]] = ()
    # The bots behind the levels, where they are not the usual ones (`drakkar.bots.LEVELS`).
    levels: ClassVar[dict[str, str]] = {}
    # What weaker bots with a network do not see: the fields of the encoding, by the name of such a sight.
    sights: ClassVar[dict[str, tuple[str, ...]]] = {}

    def term(self, code: str) -> str:
        """The game's own word for its score, a part of a match or a goal."""
        return self.labels.get(code, TERMS[code])

    @abstractmethod
    def set_up(self, sides: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> S:
        """A state before its first step, which is already on the stack."""

    @abstractmethod
    def copy(self, s: S) -> S:
        """An independent copy without a log."""

    @abstractmethod
    def say(self, s: S, sort: str, value: int) -> str:
        """The word for a value of one sort: a side, a card, a place, or a plain number."""

    def likeliest(self, s: S, seat: int, codes: list[int]) -> int:  # noqa: ARG002 - hook for games
        """The choice that a seat most likely means by words that fit several choices, none of them legal now."""
        return codes[0]

    def why_not_asked(self, s: S, seat: int) -> int:  # noqa: ARG002 - hook for games
        """A rule for which a seat owes no decision, other than that another seat has the turn; 0 if there is none."""
        return 0

    def write_position(self, s: S, seat: int | None) -> dict[str, Any]:  # noqa: ARG002 - hook for games
        """The readable part of a position, as values and sections: everything (HOST), or what a seat knows.

        If it has only the sides, the position is still exact, but only programs can read it.
        """
        return {"sides": [self.say(s, self.side_sort, number).casefold() for number in range(len(s.flow.asked))]}

    def read_position(
        self,
        document: Document,  # noqa: ARG002 - hook for games
        sides: list[int],
        rulings: dict[str, Value],
        chance: Chance,
        log: Log | None,
    ) -> S:
        """The unsettled state for the readable part of a position; chance fills in what it leaves out."""
        return self.set_up(sides, rulings, chance, log)

    def hidden_parts(self, known: S) -> tuple[str, ...] | None:  # noqa: ARG002
        """The fields that may hold hidden information or memory; a seat's position has them only in its readable part.

        All other fields are public, so the section `[machine]` of such a position may have them. None: the position of
        a seat has no such section.
        """
        return None

    def complete_position(self, s: S, document: Document, seat: int | None) -> S:  # noqa: ARG002
        """The full state, after the section `[machine]` of a seat's position has been restored.

        A game needs this only if that section has cards that the seat cannot identify.
        """
        return s

    def random_position(self, rng: Random, sides: list[str], rulings: dict[str, Value]) -> str:  # noqa: ARG002
        """A position as a person might write it; it need not be possible. Empty if the game has none."""
        return ""

    def veil(self, s: S, seat: int | None) -> S:  # noqa: ARG002 - hook for games
        """A copy without anything that a seat (None: a spectator) may not know."""
        known = self.copy(s)
        known.flow.chance = no_chance()
        return known

    def shows_choices(self, known: S, seat: int) -> bool:  # noqa: ARG002 - hook for games
        """Whether all choices of a seat are public now: no card that a spectator (who knows `known`) misses matters.

        Hosts then give a seat's only answer for it. Where in doubt, False: a seat that is not asked tells something.
        """
        return False

    @abstractmethod
    def view(self, known: S, seat: int | None) -> dict[str, Any]:
        """Everything on the table, from the veiled state of a seat."""

    def redeal(self, known: S, seat: int | None, rng: Random) -> S:  # noqa: ARG002 - hook for games
        """A full state that is possible for the seat; chance fills in what it does not know."""
        s = self.copy(known)
        s.flow.chance = chance_from(rng.getrandbits(64))
        return s

    def preview(self, known: S, seat: int, code: int) -> Preview:  # noqa: ARG002 - hook for games
        """The result of a choice if no other player responds, as far as the seat can know."""
        return Preview(0, {}, None, {}, None)

    def evaluator(self, style: str) -> Evaluator[S]:
        """The evaluator of the game for one of its styles; by default it only uses the score."""
        if style:
            raise BadArgument(f"{self.name or self.title} has no styles, so no style {quoted(style)}")
        return ByScore(self)

    def encoding(self) -> Encoding[S]:
        """The encoding of views as bytes, for learning."""
        name = self.name or self.title
        raise BadArgument(f"{name} has no encoding, so there are no environments and no data of it to learn from")

    @abstractmethod
    def scores(self, s: S) -> tuple[int, ...]:
        """The score of each seat now."""

    @abstractmethod
    def outcome(self, s: S, log: Log) -> Outcome:
        """The winners, once the match is over."""

    def check(self, s: S) -> None:
        """Check all invariants of a state; an AssertionError names the one that is broken."""

    def corrected_facts(self) -> list[tuple[str, Any, Any]]:
        """The corrected facts of this process: path, printed value, value here."""
        return []

    def names(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Every word of each sort, with further forms: {"figure": {"": …, "a_figure": …}}.

        The form "name" is for people, where the word itself is spelled for programs.
        """
        return {}

    def card_texts(self) -> dict[str, tuple[str, str]]:
        """The text of each card by its name: short, and in full."""
        return {}

    def text_board(
        self,
        table: dict[str, Any],
        colours: bool,  # noqa: ARG002 - hook for games
        width: int,  # noqa: ARG002
        translator: Translator | None = None,  # noqa: ARG002
    ) -> dict[str, str]:
        """The `table` of a view, given as plain data, drawn for a terminal: its parts by name."""
        return {"board": json.dumps(table, indent=1, ensure_ascii=False)}

    def page(self) -> Any:
        """The `drakkar.page.game_page.Page` for browsers; None if the page shows the board as text."""
        return None

    def resolve_rulings(self, wanted: dict[str, Any]) -> dict[str, Value]:
        """All rulings: the given values, checked, and defaults for the others; an older revision is among them."""
        known = {ruling.name: ruling for ruling in self.rulings}
        for name in wanted:
            if name not in known and name != REVISION:
                raise BadArgument(f"{self.title} has no ruling {quoted(name)}; it has: {', '.join(known) or 'none'}")
        # Every match begins here, so defaults are not checked again.
        values = {
            name: ruling.check(wanted[name]) if name in wanted else ruling.default for name, ruling in known.items()
        }
        revision = self.revision_of(wanted)
        if revision not in (self.rules_version, *self.older_rules):
            raise BadArgument(f"{self.title} cannot be played by rules {quoted(revision)}")
        return values if revision == self.rules_version else {**values, REVISION: revision}

    def unusual_rulings(self, rulings: dict[str, Value]) -> dict[str, Value]:
        """The rulings that differ from the default, and an older revision: what texts of a match have to say."""
        usual = self.resolve_rulings({})
        return {name: value for name, value in rulings.items() if value != usual.get(name)}

    def revision_of(self, rulings: dict[str, Value]) -> str:
        """The rules revision of a match with these rulings."""
        return str(rulings.get(REVISION, self.rules_version))

    def random_rulings(self, dice: Chance, sides: list[int]) -> dict[str, Value]:
        """A random value for each ruling; sides that are not in the match are not used as values."""
        absent = [name for number, name in enumerate(self.sides) if number not in sides]
        values = {ruling.name: [value for value in ruling.values if value not in absent] for ruling in self.rulings}
        drawn = {name: some[dice.below(len(some))] for name, some in values.items()}
        if self.older_rules:
            revisions = (self.rules_version, *self.older_rules)
            drawn[REVISION] = revisions[dice.below(len(revisions))]
        return self.resolve_rulings(drawn)

    def side_numbers(self, seats: int, wanted: list[str] | None) -> list[int]:
        """The numbers of the sides, by seat."""
        if not self.fewest_seats <= seats <= self.most_seats:
            raise BadArgument(f"{self.title} is for {self.fewest_seats} to {self.most_seats} seats, not {seats}")
        names = list(self.sides[:seats]) if wanted is None else [str(name).casefold() for name in wanted]
        for name in names:
            if name not in self.sides:
                raise BadArgument(f"{self.title} has no side {quoted(name)}; it has: {', '.join(self.sides)}")
        if len(set(names)) != len(names) or len(names) != seats:
            raise BadArgument(f"{seats} seats want {seats} different sides, not: {excerpt(', '.join(names))}")
        return [self.sides.index(name) for name in names]


class ByScore(Evaluator[S]):
    """An evaluator that uses only the current score."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def expected_scores(self, s: S) -> list[float]:
        """The current score of each seat."""
        return [float(scores) for scores in self.game.scores(s)]


_modules: dict[str, str] = {}
# The plug-in games that were loaded.
_games: dict[str, Game[Any]] = {}


def install(title: str, module: str) -> None:
    """Register a game whose module has a `GAME`."""
    _modules[title] = module


def default_title() -> str:
    """The game to use if no title is given; never a plug-in."""
    return min(_modules)


def titles() -> tuple[str, ...]:
    """The titles of all playable games. Plug-ins come last; a broken one gives a warning.

    >>> drakkar.titles()
    ('blood_rage', 'lords_of_ragnarok')
    """
    return (*sorted(_modules), *(title for title in plugins.entries(plugins.GAMES) if _is_playable(title)))


def rulings(title: str) -> tuple[Ruling, ...]:
    """The rulings that a match of this game can be played with; docs/rulings.md says where the books are silent.

    Raises:
        UnknownGame: there is no game with this title.

    >>> [ruling.name for ruling in drakkar.rulings("blood_rage") if ruling.rule == "BR-4.11"]
    ['first_player']
    """
    return find(title).rulings


def find(title: str) -> Game[Any]:
    """The game with this title; UnknownGame if there is none, or if it is a plug-in that cannot be loaded."""
    if title in _modules:
        game: Game[Any] = importlib.import_module(_modules[title]).GAME
        return game
    if title in plugins.entries(plugins.GAMES):
        try:
            return _plugin(title)
        except plugins.BrokenPlugin as error:
            package = plugins.package_of(plugins.GAMES, title)
            raise UnknownGame(f"the game {quoted(title)} of {package} cannot be played: {error}") from error
    raise UnknownGame(f"there is no game {quoted(title)}; there are: {', '.join(titles())}")


def package_of(title: str) -> str:
    """The package of a plug-in, with its version; empty for a game of Drakkar."""
    return "" if title in _modules else plugins.package_of(plugins.GAMES, title)


def _plugin(title: str) -> Game[Any]:
    """A game of another package; its entry point is a Game, or a class of one."""
    if title not in _games:
        found = plugins.load(plugins.GAMES, title)
        try:
            game = found() if isinstance(found, type) else found
        except Exception as error:
            raise plugins.BrokenPlugin(f"{type(error).__name__}: {error}") from error
        if not isinstance(game, Game):
            raise plugins.BrokenPlugin("its entry point is no drakkar.core.game.Game")
        if game.title != title:
            raise plugins.BrokenPlugin(f"its title is {quoted(game.title)}")
        _games[title] = game
    return _games[title]


def _is_playable(title: str) -> bool:
    """Whether a plug-in can be listed; if not, a warning says why."""
    fault = ""
    if title in _modules:
        fault = "its title is that of another game"
    else:
        try:
            _plugin(title)
        except plugins.BrokenPlugin as error:
            fault = str(error)
    if fault:
        plugins.warn(plugins.GAMES, title, fault)
    return not fault
