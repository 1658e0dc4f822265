"""Every sentence of the pages, the terminal and the boards is used."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from drakkar.core.game import TERMS, find
from drakkar.games import TITLES
from drakkar.server.web.sentences import SENTENCES
from drakkar.text.catalogue import SHARED, read

SOURCE = Path(__file__).parent.parent.parent / "src" / "drakkar"
# The settings of a page: `theme` has `theme_dark`.
SETTINGS = ("pace", "sound", "theme", "motion")
# In templates and scripts: `t("key")`, `t("token_" ~ kind)`, `t(kind ~ "_bot")`, `t(name ~ "_" ~ value)`.
LITERAL = re.compile(r"""["']([\w.]+)["']""")
FIRST_OF_TWO = re.compile(r"""["']([\w.]{2,}[._])["'] ~""")
LAST_OF_TWO = re.compile(r"""~ ["']([._]\w+)["']""")


class WordsInCode(ast.NodeVisitor):
    """String literals, except the keys of dictionaries, which define sentences; and parts of computed strings."""

    def __init__(self) -> None:
        self.whole: set[str] = set()
        self.first: set[str] = set()
        self.last: set[str] = set()

    def read(self, path: Path) -> None:
        """Read one file."""
        if path.suffix == ".py":
            self.visit(ast.parse(path.read_text("utf-8")))
        elif path.suffix in (".html", ".js"):
            text = path.read_text("utf-8")
            self.whole.update(LITERAL.findall(text))
            self.first.update(FIRST_OF_TWO.findall(text))
            self.last.update(LAST_OF_TWO.findall(text))

    def visit_Constant(self, node: ast.Constant) -> None:
        """A literal."""
        if isinstance(node.value, str):
            self.whole.add(node.value)

    def visit_Dict(self, node: ast.Dict) -> None:
        """Only the values of a dictionary."""
        for value in node.values:
            self.visit(value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A computed string: `f"refused.{code}"`, `f"{way}_how"`."""
        self.generic_visit(node)
        for parts, found in ((node.values[:1], self.first), (node.values[-1:], self.last)):
            found.update(str(part.value) for part in parts if isinstance(part, ast.Constant))


@cache
def code() -> WordsInCode:
    """The whole package."""
    words = WordsInCode()
    for path in SOURCE.rglob("*"):
        words.read(path)
    words.first = {word for word in words.first | words.whole if len(word) > 2 and word[-1] in "._"}
    words.last = {word for word in words.last if len(word) > 2 and word[0] in "._"}
    return words


def is_used(key: str) -> bool:
    """Whether the code has a key, or could compute it."""
    name, _, value = key.partition("_")
    return (
        key in code().whole
        or any(key.startswith(word) for word in code().first)
        or any(key.endswith(word) for word in code().last)
        or (name in code().whole and value in code().whole and name in SETTINGS)
    )


@pytest.mark.parametrize("section", read(SHARED, "en"))
def test_every_shared_sentence_is_used(section: str) -> None:
    computed = {f"term.{code}" for code in TERMS}
    assert [key for key in read(SHARED, "en")[section] if not is_used(key) and key not in computed] == []


def test_every_sentence_of_the_pages_is_used() -> None:
    assert [key for key in SENTENCES if not is_used(key)] == []


@pytest.mark.parametrize("title", TITLES)
def test_every_label_of_a_game_is_used(title: str) -> None:
    unused = [key for key in find(title).labels if not is_used(key) and key not in TERMS]
    assert unused == []


@pytest.mark.parametrize("title", TITLES)
def test_every_sentence_of_a_games_page_is_used(title: str) -> None:
    assert [key for key in find(title).page().labels if not is_used(key)] == []


def test_a_sentence_that_nothing_says_is_found() -> None:
    assert not is_used("home.nobody_says_this")
