"""What every game of the project must provide for its players, readers and researchers."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import drakkar
from drakkar.core.encoding import Encoding
from drakkar.core.errors import BadArgument
from drakkar.core.game import Game, find
from drakkar.games import TITLES
from drakkar.page.game_page import Page
from drakkar.text import LANGUAGES
from tests.rulebook.coverage import BOOKS, marks

ROOT = Path(__file__).parent.parent


def has_a_rules_page(title: str) -> bool:
    """Numbered statements and rulings in docs/rules."""
    books = [book for book in BOOKS if book.title == title]
    return any(book.page.exists() and book.statements(book.everywhere) and book.rulings() for book in books)


def has_a_test_for_every_rule(title: str) -> bool:
    """No statement of the rules page is without a test, and the coverage page lists them."""
    shown = {rule for mark in marks() for rule in mark.rules}
    page = (ROOT / "docs" / "rules_coverage.md").read_text("utf-8")
    books = [book for book in BOOKS if book.title == title]
    return bool(books) and all(
        book.statements(book.tested).keys() <= shown and f"\n## {book.name}\n" in page for book in books
    )


def has_golden_games(title: str) -> bool:
    """A playthrough for every number of seats, and records of matches that people played."""
    seats = range(find(title).fewest_seats, find(title).most_seats + 1)
    golden = ROOT / "tests" / "golden"
    return all((golden / f"{title}_{number}.txt").exists() for number in seats) and any(
        golden.glob(f"{title}_played_*.record")
    )


def has_perft_counts(title: str) -> bool:
    """Counts of choices from given positions, worked out by hand."""
    return (ROOT / "tests" / title / "test_perft.py").exists()


def has_positions(title: str) -> bool:
    """A new match as a position that reads back to the same match, and a page with the format."""
    position = drakkar.new(title, find(title).fewest_seats, seed=1).position()
    pages = [path.read_text("utf-8") for path in (ROOT / "docs").glob("positions*.md")]
    return drakkar.set_up(position).position() == position and any(f'game = "{title}"' in page for page in pages)


def has_four_languages(title: str) -> bool:
    """English in the code, and a catalogue for each other language."""
    folder = ROOT / "src" / "drakkar" / "text" / "catalogues" / title
    files = [folder / f"{language}.toml" for language in LANGUAGES if language != "en"]
    return len(files) == 3 and all(path.exists() and tomllib.loads(path.read_text("utf-8")) for path in files)


def has_an_evaluator(title: str) -> bool:
    """More than the score: bots have an evaluator for the game."""
    return type(find(title)).evaluator is not Game.evaluator


def has_a_page(title: str) -> bool:
    """A board drawn for the browser."""
    return isinstance(find(title).page(), Page)


def has_an_encoding(title: str) -> bool:
    """Views as bytes, for learning."""
    try:
        return isinstance(find(title).encoding(), Encoding)
    except BadArgument:
        return False


OWED: list[Callable[[str], bool]] = [
    has_a_rules_page,
    has_a_test_for_every_rule,
    has_golden_games,
    has_perft_counts,
    has_positions,
    has_four_languages,
    has_an_evaluator,
    has_a_page,
    has_an_encoding,
]
# What a game still lacks. An outdated entry fails, too.
STILL_OWED: dict[str, list[Callable[[str], bool]]] = {}


@pytest.mark.parametrize("title", TITLES)
def test_a_game_has_all_that_it_owes(title: str) -> None:
    assert [owed for owed in OWED if not owed(title)] == STILL_OWED.get(title, [])


def test_a_game_that_lacks_them_fails() -> None:
    """The template game has no rules page, tests, golden games or catalogues in this project."""
    assert [owed for owed in OWED if not owed("treasure")][:6] == OWED[:6]
