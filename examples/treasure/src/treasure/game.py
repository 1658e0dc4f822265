"""The game: everything that Drakkar needs, with the details in other modules."""

from pathlib import Path
from random import Random
from typing import Any

from drakkar.core.chance import Chance
from drakkar.core.encoding import Encoding
from drakkar.core.evaluator import Evaluator
from drakkar.core.events import Log
from drakkar.core.flow import follow, new_flow
from drakkar.core.game import Game, Outcome, Ruling, Value
from drakkar.core.position import Document
from drakkar.core.translator import EnglishTranslator, Translator
from drakkar.core.vectors import row, vec
from treasure import charms, knowledge, positions
from treasure.choices import CHARMS, SIDES, TEXTS, notation
from treasure.encoding import TreasureEncoding
from treasure.evaluator import TreasureEvaluator
from treasure.rules import book, charms_are_taken
from treasure.state import NONE, State

# All verbs and charms are registered now: number the choices.
assert charms.__all__
notation.seal()


class Treasure(Game[State]):
    """Treasure, for two or three players."""

    title = "treasure"
    name = "Treasure"
    rules_version = "1"
    fewest_seats = 2
    most_seats = 3
    sides = SIDES
    rulings = (Ruling("rich", False, (True,), "T-6", "Each player begins with 2 gold."),)
    book = book
    labels = knowledge.LABELS
    catalogues = str(Path(__file__).parent / "catalogues")

    def set_up(self, sides: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> State:
        """The start, with the first step pending."""
        seats, gold = len(sides), 2 if rulings["rich"] is True else 0
        flow, none = new_flow(seats, chance, log), vec(seats, NONE)
        s = State(flow, 0, 0, vec(seats, gold), vec(seats), none, vec(seats), row(sides))
        follow(s, (charms_are_taken,))
        return s

    def copy(self, s: State) -> State:
        """An independent copy."""
        return s.copy()

    def say(self, s: State, sort: str, value: int) -> str:
        """The word for a number of the rules: a side by its seat, a charm, or the number itself."""
        if sort == "side":
            return SIDES[s.sides[value]]
        return CHARMS.short[value] if sort == "charm" else str(value)

    def names(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The words that the catalogues translate."""
        sides = {"": SIDES, "name": tuple(side.capitalize() for side in SIDES)}
        return {"side": sides, "charm": {"": tuple(dict.fromkeys(CHARMS.short))}}

    def card_texts(self) -> dict[str, tuple[str, str]]:
        """The texts on the charms."""
        return {name: (text, text) for name, text in TEXTS.items()}

    def write_position(self, s: State, seat: int | None) -> dict[str, Any]:  # noqa: ARG002 - gold is public
        """The readable part of a position."""
        return positions.write(s)

    def read_position(
        self, document: Document, sides: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None
    ) -> State:
        """The state for the readable part of a position."""
        s = self.set_up(sides, rulings, chance, log)
        positions.lay(document, s)
        return s

    def veil(self, s: State, seat: int | None) -> State:
        """What a seat may know."""
        return knowledge.veil(s, seat)

    def view(self, known: State, seat: int | None) -> dict[str, Any]:
        """The same as plain data."""
        return knowledge.view(known, seat)

    def redeal(self, known: State, seat: int | None, rng: Random) -> State:  # noqa: ARG002 - `known` is that seat's
        """A random guess at everything hidden."""
        return knowledge.redeal(known, rng)

    def text_board(
        self,
        table: dict[str, Any],
        colours: bool,  # noqa: ARG002 - it uses no colours
        width: int,  # noqa: ARG002
        translator: Translator | None = None,
    ) -> dict[str, str]:
        """The table for a terminal."""
        return knowledge.text_board(table, translator or EnglishTranslator(self.labels))

    def evaluator(self, style: str) -> Evaluator[State]:
        """The evaluator for bots; there are no styles."""
        super().evaluator(style)
        return TreasureEvaluator()

    def encoding(self) -> Encoding[State]:
        """The encoding for learning."""
        return TreasureEncoding()

    def scores(self, s: State) -> tuple[int, ...]:
        """The gold of each seat."""
        return tuple(s.gold)

    def outcome(self, s: State, log: Log) -> Outcome:  # noqa: ARG002 - the state is enough
        """The richest players win."""
        best = max(s.gold)
        winners = tuple(seat for seat, gold in enumerate(s.gold) if gold == best)
        return Outcome(winners, tuple(s.gold), [{"gold": [gold]} for gold in s.gold])


GAME = Treasure()
