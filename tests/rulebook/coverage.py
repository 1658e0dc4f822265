"""Which test shows which rule, from the rules pages and the marks in the tests."""

import ast
import re
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from tests.source import syntax_tree

ROOT = Path(__file__).parent.parent.parent
TESTS = ROOT / "tests"


class Mark(NamedTuple):
    """A test and the rules it shows."""

    test: str
    file: str
    rules: tuple[str, ...]


class Ruling(NamedTuple):
    """A point that the rulebooks leave open."""

    rule: str
    is_switch: bool
    name: str
    question: str
    default: str
    alternative: str
    why_no_option: str
    source: str


class Rulebook:
    """The rules page of one game.

    `rulings_in` is the section of rulings. Those that a match can switch have tests of their own; the others belong to
    the rules that they decide. While a game is not `whole`, statements may lack tests.

    `not_yet` lists statements that only a card's text can bring about; it may only shrink. `untestable` lists
    statements that no test can show, with the reason.
    """

    def __init__(
        self,
        title: str,
        name: str,
        prefix: str,
        sections: int,
        rulings_in: int,
        whole: bool,
        not_yet: dict[str, str],
        untestable: dict[str, str],
    ) -> None:
        self.title = title
        self.name = name
        self.prefix = prefix
        self.page = ROOT / "docs" / "rules" / f"{title}.md"
        self.everywhere = range(1, sections + 1)
        self.tested = [section for section in self.everywhere if section != rulings_in]
        self.rulings_in = rulings_in
        self.whole = whole
        self.not_yet = not_yet
        self.untestable = untestable

    def __repr__(self) -> str:
        return self.title

    def statements(self, sections: Collection[int]) -> dict[str, str]:
        """The first sentence of each rule, by rule id."""
        pattern = rf"^\*\*({self.prefix}-(\d+)\.\d+)\*\* (.*)$"
        found = re.findall(pattern, self.page.read_text("utf-8"), re.MULTILINE)
        return {rule: _first_sentence(text) for rule, section, text in found if int(section) in sections}

    def rulings(self) -> list[Ruling]:
        """The section of rulings."""
        pattern = (
            rf"^\*\*({self.prefix}-{self.rulings_in}\.\d+)\*\* (◆ )?\*\*`(\w+)`\*\* "
            r"(.*?)\.? Default (.*?) Alternative (.*?)(?: Not an option: (.*?))? \*\[(.*?)\]\*$"
        )
        found = re.findall(pattern, self.page.read_text("utf-8"), re.MULTILINE)
        return [Ruling(rule, bool(mark), *rest) for rule, mark, *rest in found]

    def why_missing(self, rule: str) -> str:
        """The entry of the page for a statement without a test."""
        if rule in self.not_yet or not self.whole:
            return "not yet" + (f": {self.not_yet[rule]}" if rule in self.not_yet else "")
        return f"no test: {self.untestable.get(rule, 'MISSING')}"


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.:;]) |\*\[", text, maxsplit=1)[0].rstrip(" :;.") + "."


BLOOD_RAGE = Rulebook("blood_rage", "Blood Rage", "BR", 22, 21, True, {}, {})
LORDS_OF_RAGNAROK = Rulebook("lords_of_ragnarok", "Lords of Ragnarok", "LR", 30, 29, True, {}, {})
BOOKS = (BLOOD_RAGE, LORDS_OF_RAGNAROK)


def marks() -> list[Mark]:
    """All tests with a rule mark."""
    return [mark for path in sorted(TESTS.rglob("test_*.py")) for mark in _marks_in(path)]


def _marks_in(path: Path) -> list[Mark]:
    found = []
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            rules = tuple(rule for decorator in node.decorator_list for rule in _ids(decorator))
            if rules:
                found.append(Mark(node.name, path.relative_to(TESTS).as_posix(), rules))
    return found


def _ids(decorator: ast.expr) -> list[str]:
    if not (isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule"):
        return []
    return [str(argument.value) for argument in decorator.args if isinstance(argument, ast.Constant)]


def page() -> str:
    """docs/rules_coverage.md."""
    shown = defaultdict(list)
    for mark in marks():
        for rule in mark.rules:
            shown[rule].append(f"`{mark.test}`")
    lines = [
        "# The test for each rule",
        "",
        "Generated from the rules pages and the marks in the tests (`python -m tools.renew`).",
    ]
    for book in BOOKS:
        lines += ["", f"## {book.name}", "", "| rule | statement | tests |", "|---|---|---|"]
        tested = book.statements(book.tested)
        for rule, sentence in book.statements(book.everywhere).items():
            if rule in shown or rule in tested:
                lines.append(f"| {rule} | {sentence} | {' '.join(shown[rule]) or book.why_missing(rule)} |")
    return "\n".join([*lines, ""])
