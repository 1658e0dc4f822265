"""The page of a review: one file that loads nothing, for every reader and theme."""

import re
import xml.etree.ElementTree as ET

import pytest

from drakkar.analysis import Review
from drakkar.report.page import page
from drakkar.text import LANGUAGES
from tests.report.stored import stored, told


def read(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - our own page


def page_of(review: Review, language: str = "en") -> str:
    return page(told(review, language), [0, 1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_well_formed_and_fetches_nothing(language: str) -> None:
    text = page_of(stored(), language)
    root = read(text)
    assert (root.tag, root.get("lang")) == ("html", language)
    assert not re.search(r"https?:|//[a-z]|@import|url\(|<script", text)
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on") or name == "style"]
    for element in root.iter():
        assert element.get("href", "data:,") == "data:,"
        assert element.get("src") is None


def test_charts_have_names_and_tables_with_the_same_numbers() -> None:
    root = read(page_of(stored()))
    named = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(named)) == len(named)
    charts = [chart for chart in root.iter("svg") if chart.get("class") == "chart"]
    assert len(charts) == 2
    for chart in charts:
        assert chart.get("role") == "img"
        assert {chart.get("aria-labelledby"), chart.get("aria-describedby")} <= set(named)
        lines = list(chart.iter("polyline"))
        assert len(lines) == 2
        assert len({line.get("stroke-dasharray") for line in lines}) == 2, "colour alone would not do"
        assert all(len(line.attrib["points"].split()) == len(stored().moments) for line in lines)
    for table in root.iter("table"):
        assert table[0].tag == "caption"
        assert all(head.get("scope") in ("col", "row") for head in table.iter("th"))
    own, full = (list(details.iter("tr")) for details in root.iter("details"))
    assert [cell.text.replace("\N{NO-BREAK SPACE}", " ") for cell in own[1] if cell.text] == ["0", "54 %", "65 %"]
    assert full[-1][0].text == str(stored().choices)


def test_all_decisions_and_all_words_are_on_the_page() -> None:
    said = told(stored())
    shown = "".join(read(page_of(stored())).itertext()).replace("\N{NO-BREAK SPACE}", " ")
    for seat in range(2):
        for passage in said.costly(seat):
            assert " ".join(passage.sentences) in shown
        for number in said.balance(seat).values():
            assert number in shown
    for one in stored().decisions:
        assert f"{said.side(one.seat)}: {said.label(one.chosen)}" in shown


def test_a_part_of_a_review_has_a_page_that_says_so() -> None:
    whole = stored()
    text = page_of(whole._replace(moments=whole.moments[:40], swings=(), decisions=(), done=False))
    assert read(text).tag == "html"
    assert "The review is not complete" in text
    assert "Luck and skill are not known yet." in text
    nothing = page_of(whole._replace(moments=(), swings=(), decisions=(), done=False))
    assert read(nothing).tag == "html"
