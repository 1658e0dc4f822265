"""The puzzle of a table: its answer is the solver's first choice, and only then it is explained.

The log has only the name of the puzzle. Everything else follows from the choice, also after a restart.
"""

from typing import Any

from drakkar.core.hosting import game_of
from drakkar.puzzles.explain import Explainer, Told, seat_of
from drakkar.puzzles.puzzle import Puzzle
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import Table
from drakkar.text import CatalogueTranslator, translator
from drakkar.text.catalogue import ENGLISH


def puzzle_for(table: Table, seat: int | None) -> Puzzle | None:
    """The puzzle of a table, if it is this seat that solves it."""
    puzzle = table.puzzle
    return puzzle if puzzle is not None and table.started and seat == seat_of(puzzle, table.match) else None


def check_one_try(table: Table, seat: int) -> None:
    """Refused if the solver has had the one try."""
    if puzzle_for(table, seat) is not None and answer(table):
        raise Refused("puzzle")


def answer(table: Table) -> str:
    """The solver's choice, in full; empty before it."""
    if not table.match.history:
        return ""
    return game_of(table.match).book.notation.spell(table.match.history[0].code, in_full=True)


def told(puzzle: Puzzle, chosen: str, words: CatalogueTranslator) -> list[Told]:
    """What is said: the task, or after the choice the explanation."""
    explainer = Explainer(puzzle, words)
    return explainer.after(chosen) if chosen else [Told(explainer.task())]


def document(table: Table, seat: int | None) -> dict[str, Any] | None:
    """The puzzle in the document of the solver's seat."""
    puzzle = puzzle_for(table, seat)
    if puzzle is None:
        return None
    chosen = answer(table)
    said = told(puzzle, chosen, translator(ENGLISH, table.match.title))
    return {
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "chosen": chosen or None,
        "right": chosen in puzzle.right if chosen else None,
        "say": [{"text": one.text, "at": list(one.about)} for one in said],
    }
