"""Which test shows which rule: read from the rules page and from the marks in the tests."""

import ast
import re
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
RULES = ROOT / "docs" / "rules" / "blood_rage.md"
TESTS = ROOT / "tests"
# Section 21 is rulings: those that are options have tests too, the others stand behind the rules they decide.
SECTIONS = (*range(1, 21), 22)

# Statements that only a card's text can bring about; the list may only shrink.
NOT_YET: dict[str, str] = {}

# Statements that no test can show, with the reason.
UNTESTABLE: dict[str, str] = {}


class Mark(NamedTuple):
    """A test and the rules it shows."""

    test: str
    file: str
    rules: tuple[str, ...]


def statements(sections: Collection[int] = SECTIONS) -> dict[str, str]:
    """Rule id → its first sentence."""
    found = re.findall(r"^\*\*(BR-(\d+)\.\d+)\*\* (.*)$", RULES.read_text("utf-8"), re.MULTILINE)
    return {rule: _first_sentence(text) for rule, section, text in found if int(section) in sections}


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.:;]) |\*\[", text, maxsplit=1)[0].rstrip(" :;.") + "."


class Ruling(NamedTuple):
    """A point of section 21."""

    rule: str
    is_option: bool
    name: str
    question: str
    default: str
    alternative: str
    source: str


def rulings() -> list[Ruling]:
    """Section 21."""
    pattern = r"^\*\*(BR-21\.\d+)\*\* (◆ )?\*\*`(\w+)`\*\* (.*?)\.? Default (.*?) Alternative (.*?) \*\[(.*?)\]\*$"
    found = re.findall(pattern, RULES.read_text("utf-8"), re.MULTILINE)
    return [Ruling(rule, bool(mark), *rest) for rule, mark, *rest in found]


def marks() -> list[Mark]:
    """Every test with a rule mark."""
    return [mark for path in sorted(TESTS.rglob("test_*.py")) for mark in _marks_in(path)]


def _marks_in(path: Path) -> list[Mark]:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
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
    ids = statements(range(1, 23))
    lines = [
        "# Which test shows which rule",
        "",
        "Made from the rules page and from the marks in the tests (`python -m tools.renew`).",
        "",
        "| rule | says | shown by |",
        "|---|---|---|",
    ]
    for rule, sentence in ids.items():
        if rule in shown or int(rule[3:].split(".")[0]) in SECTIONS:
            tests = " ".join(shown[rule]) or _why_missing(rule)
            lines.append(f"| {rule} | {sentence} | {tests} |")
    return "\n".join([*lines, ""])


def _why_missing(rule: str) -> str:
    if rule in NOT_YET:
        return f"not yet: {NOT_YET[rule]}"
    return f"no test: {UNTESTABLE.get(rule, 'MISSING')}"
