"""Style sheets: rules that keep a browser's work small."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import drakkar
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.panels import PageContext
from drakkar.server.web.web_translator import web_translator
from tools import shots

SHEETS = sorted(Path(drakkar.__file__).parent.rglob("static/*.css"))
# A page has about two thousand elements.
MANY = 100


class Elements(HTMLParser):
    """The tag, classes and id of every element of a page, as selectors."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.named: list[set[str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = [f".{one}" for one in (given.get("class") or "").split()]
        self.named.append({tag, f"#{given.get('id')}", *classes})

    def called(self, last: str) -> int:
        """The number of elements that match the names of a selector's last part; its other conditions are ignored."""
        names = set(re.findall(r"^[a-z]\w*|[.#][\w-]+", re.sub(r":[\w-]+(\(.*\))?", "", last)))
        return sum(names <= named for named in self.named)


@pytest.fixture(scope="module")
def pages() -> list[Elements]:
    """A turn in both games, with the most clans."""
    asked = [shots.moments(11, 5)["turn"], shots.moments(11, 4, shots.RAGNAROK)["action"]]
    titles = [match.title for match, _ in asked]
    drawn = [
        shots.table(page_renderer(t), web_translator("en", t), *one, PageContext(), "en")
        for t, one in zip(titles, asked, strict=True)
    ]
    return [Elements(html) for html in drawn]


def cut(text: str, at: str) -> list[str]:
    """The parts of a selector, split outside brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign in at and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def told_by_has(sheet: str) -> Iterator[str]:
    """The last parts of selectors with a :has() before them: re-checked whenever any :has() changes."""
    for rule in re.finditer(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        for selector in cut(rule[1], ","):
            *before, last = cut(selector, " >+~")
            if any(":has(" in part for part in before):
                either = re.fullmatch(r":is\((.*)\)", last)
                yield from (cut(one, " >+~")[-1] for one in cut(either[1], ",")) if either else (last,)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_rule_has_a_line_of_its_own(sheet: Path) -> None:
    lines = sheet.read_text("utf-8").splitlines()
    assert [line for line in lines if line.count("{") > 1] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_has_makes_a_browser_look_anew_at_what_there_is_much_of(sheet: Path, pages: list[Elements]) -> None:
    for last in told_by_has(sheet.read_text("utf-8")):
        assert max(page.called(last) for page in pages) < MANY, last


def test_what_there_is_much_of_is_counted(pages: list[Elements]) -> None:
    assert all(page.called("span") > MANY < page.called("*") for page in pages)
    assert [page.called("#p-prompt:not(.mine) ") for page in pages] == [1, 1]
    # The slots of each clan stand on its sheet and in the table of all clans.
    assert pages[0].called("span.slot.full:hover") < pages[0].called("span.slot") == 2 * 5 * 8


def test_the_last_part_is_found() -> None:
    assert list(told_by_has(".a:has(> b) .c span { } .d span, .e:has(f, g) > :is(h, i u) { }")) == ["span", "h", "u"]
