"""The style sheets, as far as a browser's work with them depends on how they are written."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import drakkar

SHEETS = sorted(Path(drakkar.__file__).parent.rglob("static/*.css"))
# Of these a table's page has hundreds.
FREQUENT = {"a", "b", "g", "i", "li", "path", "span", "svg", "text", "use"}


def cut(text: str, at: str) -> list[str]:
    """The parts of a selector, of which brackets are no border."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign in at and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def told_by_has(sheet: str) -> Iterator[str]:
    """The last part of a selector that goes on after a :has(): looked at anew whenever any :has() changes."""
    for rule in re.finditer(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        for selector in cut(rule[1], ","):
            *before, last = cut(selector, " >+~")
            if any(":has(" in part for part in before):
                either = re.fullmatch(r":is\((.*)\)", last)
                yield from (cut(one, " >+~")[-1] for one in cut(either[1], ",")) if either else (last,)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_has_makes_a_browser_look_anew_at_what_there_is_much_of(sheet: Path) -> None:
    for last in told_by_has(sheet.read_text("utf-8")):
        tag = re.match(r"[a-z]\w*|\*|", last)
        assert tag is not None
        assert tag[0] not in FREQUENT | {"*"} or re.search(r"[.#]", last), last


def test_the_last_part_is_found() -> None:
    assert list(told_by_has(".a:has(> b) .c span { } .d span, .e:has(f, g) > :is(h, i u) { }")) == ["span", "h", "u"]
