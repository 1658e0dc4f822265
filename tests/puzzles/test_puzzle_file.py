"""The puzzle file: it gives back what was packed, and a broken one is refused with the reason."""

import json
import zlib
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from drakkar.core.errors import WrongVersion
from drakkar.games import TITLES
from drakkar.puzzles import library, puzzle_file
from drakkar.puzzles.library import FILE, daily, folder_of, puzzles_of
from drakkar.puzzles.puzzle import BadPuzzles, Puzzle
from drakkar.puzzles.puzzle_file import HEAD, LARGEST, pack, unpack
from drakkar.puzzles.themes import themes_of
from drakkar.text import LANGUAGES
from tests.puzzles.sample import AGREED, SAMPLE

GAME = "blood_rage"
PACKED = pack(GAME, [SAMPLE, AGREED])
Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> bytes:
    """The file after a change of its data."""
    data = json.loads(zlib.decompress(PACKED.partition(b"\n")[2]))
    change(data)
    return HEAD + b"1\n" + zlib.compress(json.dumps(data).encode())


def first(**keys: object) -> Change:
    """A change of keys of the first puzzle."""
    return lambda data: data["puzzles"][0].update(keys)


def test_a_file_gives_back_what_was_packed() -> None:
    assert unpack(GAME, PACKED) == (SAMPLE, AGREED)


@pytest.mark.parametrize(
    ("packed", "reason"),
    [
        (b"", "its first line does not name the format"),
        (b"PK\x03\x04", "its first line does not name the format"),
        (PACKED[:-9], "cut off"),
        (PACKED + b"x", "something follows"),
        (PACKED[:40] + b"\xff\xff" + PACKED[42:], "damaged"),
        (HEAD + b"1\n" + zlib.compress(b"[" * 50_000), "damaged"),
        (HEAD + b"1\n" + zlib.compress(b" " * 17_000_000), "unpacked it has more than"),
        (PACKED + b"x" * LARGEST, "more than the 300000 of a puzzle file"),
        (changed(lambda data: data.update(game="treasure")), "of 'treasure', not of blood_rage"),
        (changed(lambda data: data.update(more=1)), "the keys of a puzzle file are: game, puzzles"),
        (changed(lambda data: data["puzzles"].append(data["puzzles"][0])), "two puzzles have the same name"),
        (changed(lambda data: data["puzzles"].append(7)), "a puzzle: an object is needed"),
        (changed(lambda data: data["puzzles"][0].pop("theme")), "puzzle 1-2: theme is missing"),
        (changed(first(extra=1)), "puzzle 1-2: unknown: 'extra'"),
        (changed(first(name="../etc")), "is no name of a puzzle"),
        (changed(first(right=[])), "puzzle 1-2: right needs a list of texts"),
        (changed(first(tempting="invade warrior Horgr")), "puzzle 1-2: the tempting choice is right"),
        (changed(first(position=5)), "puzzle 1-2: position needs a text"),
        (changed(first(solved={})), "puzzle 1-2: solved: a level is needed"),
        (changed(first(solved={"karl": [3, 2]})), r"puzzle 1-2: solved: karl needs \[solved, tried\]"),
        (changed(lambda data: data["puzzles"][0]["proof"].update(kind="faith")), "there is no kind 'faith'"),
        (changed(lambda data: data["puzzles"][0]["proof"].update(margin=7)), "margin needs a number from 0 to 1"),
        (changed(lambda data: data["puzzles"][0]["reply"].pop("side")), "puzzle 1-2: reply: side is missing"),
    ],
)
def test_a_broken_file_is_refused_with_the_reason(packed: bytes, reason: str) -> None:
    with pytest.raises(BadPuzzles, match=reason):
        unpack(GAME, packed)


def test_another_format_is_refused_by_name() -> None:
    with pytest.raises(WrongVersion, match="format 2; this Drakkar reads format 1"):
        unpack(GAME, PACKED.replace(HEAD + b"1", HEAD + b"2", 1))


def test_a_file_that_would_be_too_large_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_file, "LARGEST", 100)
    with pytest.raises(BadPuzzles, match="more than the 100"):
        pack(GAME, [SAMPLE])


def test_each_puzzle_is_that_of_a_day_before_one_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    many = tuple(SAMPLE._replace(name=f"1-{number}") for number in range(7))
    monkeypatch.setattr(library, "puzzles_of", lambda _: many)
    start = date(2026, 1, 1) - timedelta(days=date(2026, 1, 1).toordinal() % 7)
    for week in range(3):
        days = [daily(GAME, start + timedelta(days=7 * week + day)) for day in range(7)]
        assert sorted(puzzle.name for puzzle in days if puzzle is not None) == [puzzle.name for puzzle in many]


def test_a_game_without_puzzles_has_none_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "puzzles_of", lambda _: ())
    assert daily(GAME, date(2026, 1, 1)) is None


@pytest.mark.parametrize("title", TITLES)
def test_every_shipped_puzzle_has_a_theme_and_says_who_is_to_choose(title: str) -> None:
    folder, themes = folder_of(title), {theme.name for theme in themes_of(title)}
    assert folder is not None
    assert not (folder / FILE).exists() or (folder / FILE).stat().st_size <= LARGEST
    for puzzle in puzzles_of(title):
        assert puzzle.theme in themes, puzzle.name
        assert f'"{puzzle.side}"' in puzzle.position, puzzle.name


@pytest.mark.parametrize("title", TITLES)
def test_every_theme_has_a_heading_in_every_language(title: str) -> None:
    for theme in themes_of(title):
        assert sorted(theme.texts) == sorted(LANGUAGES)
        assert all(theme.texts.values())


def test_difficulty_is_the_share_of_bots_that_solve_it() -> None:
    def hard(*solved: tuple[int, int]) -> str:
        puzzle: Puzzle = SAMPLE._replace(solved={str(at): pair for at, pair in enumerate(solved)})
        return puzzle.difficulty

    assert (hard((0, 2), (2, 2)), hard((0, 2), (1, 2)), hard((0, 2), (0, 2))) == ("easy", "medium", "hard")
