"""The platform serves any game: its code, templates, styles and shared sentences contain no word of one game."""

import re
from pathlib import Path

import pytest

from drakkar.core.game import find, titles

SOURCE = Path(__file__).parent.parent / "src" / "drakkar"
PLATFORM = (
    *("core", "page", "bots", "lessons", "analysis", "report", "puzzles", "arena", "research", "train"),
    *("terminal", "server"),
    "cli.py",
)
# The English catalogue of the shared sentences; those of a game are beside it.
SHARED = SOURCE / "text" / "catalogues" / "shared" / "en.toml"
ENDINGS = (".py", ".html", ".css", ".js", ".svg", ".toml")
FORBIDDEN = re.compile(
    "(clan|glory|rage|age|saga|quest|ragnar[oö]k|province|valhalla|hero|heroe|monster|rune|temple)s?", re.IGNORECASE
)
# A title is data; the age of a cookie is an HTTP term; a key of 0.1 identifies its positions.
ALLOWED = re.compile(
    "|".join((*titles(), *(find(title).name for title in titles()), "max.age", "OLD_SIDES: Final = .*")), re.IGNORECASE
)
# `clan_sheet`, `clan-sheet` and `clanSheet` all contain the word clan.
WORD = re.compile(r"[A-Z]?[a-zö]+|[A-Z]+(?![a-z])")


def files() -> list[Path]:
    """All files of the platform."""
    roots = [SOURCE / name for name in PLATFORM]
    found = [path for root in roots for path in ([root] if root.is_file() else root.rglob("*"))]
    return sorted([SHARED, *(path for path in found if path.suffix in ENDINGS)])


def words_of_a_game(text: str) -> list[str]:
    """The forbidden words in a text, each with its line."""
    return [
        f"{number}: {word}"
        for number, line in enumerate(text.splitlines(), 1)
        for word in WORD.findall(ALLOWED.sub("", line))
        if FORBIDDEN.fullmatch(word)
    ]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_platform_has_no_word_of_one_game(path: Path) -> None:
    assert not words_of_a_game(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    ["clan = 1", "CLANS", "mean_glory", "#p-saga", "isHero", "by Age", "Ragnarök", "Lords of Ragnarok: a Temple"],
)
def test_a_word_of_a_game_is_found_in_every_spelling(text: str) -> None:
    assert words_of_a_game(text)


@pytest.mark.parametrize("text", ["page", "message", "storage", "request", "blood_rage", "Blood Rage", "Max-Age=0"])
def test_other_words_are_not_mistaken_for_one(text: str) -> None:
    assert not words_of_a_game(text)
