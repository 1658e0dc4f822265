"""The report as a page: well-formed, self-contained, and safe for any bot name."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drakkar.arena import markdown
from drakkar.arena.charts import scale_for, step_for
from drakkar.arena.markup import tag
from drakkar.arena.page import headline, page
from drakkar.arena.plan import Plan
from drakkar.arena.play import play
from drakkar.arena.summary import Summary, summary
from drakkar.arena.tally import Tally
from drakkar.arena.text import report
from tests.arena.fake_results import blood_rage, enrol, first_option, lords_of_ragnarok, treasure

NASTY = '<script>alert("1")</script> & \'|'


def summed(plan: Plan, interrupted: bool = False) -> Summary:
    tally = Tally(plan.names, plan.seats)
    for fixture in plan.fixtures():
        tally.add(play(plan, fixture).line)
    return summary(plan, tally, interrupted, 1.0)


def read(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - our own page


@pytest.fixture(scope="module")
def full() -> Summary:
    return summed(blood_rage("random", "random", games=4))


def test_the_page_is_well_formed_and_fetches_nothing(full: Summary) -> None:
    text = page(full)
    root = read(text)
    assert root.tag == "html"
    for element in root.iter():
        for name in ("src", "href", "srcset", "data", "action"):
            assert element.get(name, "#").startswith(("#", "data:,")), element.attrib
    assert not re.search(r"https?:|//[a-z]|@import|url\(", text)
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on") or name == "style"]


def test_every_part_of_the_report_is_there(full: Summary) -> None:
    heads = [head.text for head in read(page(full)).iter("h2")]
    assert heads == [
        "Standings",
        "Win rate",
        "Rating",
        "Glory by source and Age",
        "Win rate by seat",
        "Win rate by turn order",
        "Who finishes ahead of whom",
        "Cards in the draft",
        *(["Quests"] if full["goals"] else []),
        "What happened to the cards",
        "How this was measured",
    ]
    assert "unofficial fan project" in page(full)
    assert full["command"] in page(full)


def test_charts_and_tables_speak_to_those_who_do_not_see_them(full: Summary) -> None:
    root = read(page(full))
    named = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(named)) == len(named)
    charts = [chart for chart in root.iter("svg") if chart.get("class") == "chart"]
    assert len(charts) == 5
    for chart in charts:
        assert chart.get("role") == "img"
        assert [chart[0].tag, chart[1].tag] == ["title", "desc"]
        assert {chart.get("aria-labelledby"), chart.get("aria-describedby")} <= set(named)
    for table in root.iter("table"):
        assert table[0].tag == "caption"
        assert all(head.get("scope") in ("col", "row") for head in table.iter("th"))
    for drawing in root.iter("svg"):
        assert drawing in charts or drawing.get("aria-hidden") == "true"


def test_whatever_a_bot_is_called_it_stays_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*_: object) -> Any:
        raise ZeroDivisionError(NASTY)

    enrol(monkeypatch, "first", first_option)
    enrol(monkeypatch, "broken", fall)
    found = summed(treasure("first", "broken", "random", games=6))
    found["bots"][0]["name"] = NASTY
    text = page(found)
    assert "<script>alert" not in text
    assert read(text).tag == "html"
    assert NASTY.replace(" ", "") in "".join(read(text).itertext()).replace(" ", "")
    assert "\\|" in markdown.page(found)


def test_a_run_without_games_cards_or_rivals_has_a_page_too() -> None:
    plan = treasure("random", games=2)
    nothing = summary(plan, Tally(plan.names, plan.seats), True, 0.0)
    assert headline(nothing) == "no game has been played"
    assert read(page(nothing)).tag == "html"
    assert read(page(summed(plan))).tag == "html"
    assert "## Seats" in markdown.page(nothing)
    assert "## Cards" not in markdown.page(summed(plan))


def test_an_interrupted_run_says_so(full: Summary) -> None:
    assert "interrupted" in page({**full, "interrupted": True})
    assert "interrupted" not in page(full)


def test_the_markdown_page_has_a_table_of_each(full: Summary) -> None:
    text = markdown.page(full)
    for head in (
        "# Blood Rage in numbers",
        "## Bots",
        "## Seats",
        "## Turn order",
        "## Glory",
        "## Cards in the draft",
    ):
        assert head in text
    assert f"{full['command']} --markdown FILE" in text
    for block in text.split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) <= 1, block


def test_a_game_without_a_score_has_no_column_for_it_but_tells_how_games_end() -> None:
    found = summed(lords_of_ragnarok("random", "random"))
    assert "how games ended" in "\n".join(report(found))
    assert "How games end" in [head.text for head in read(page(found)).iter("h2")]
    assert "## How games end" in markdown.page(found)
    for text in (*report(found), page(found), markdown.page(found)):
        assert "glory" not in text.lower()
    assert ">Age<" not in page(found)


@given(st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=9), st.floats(-100, 100))
def test_a_scale_holds_all_its_numbers_in_a_few_whole_steps(numbers: list[float], least: float) -> None:
    scale = scale_for(numbers, least)
    width = scale.high - scale.low
    assert all(scale.low - width * 1e-6 <= number <= scale.high + width * 1e-6 for number in [*numbers, least])
    steps = width / step_for(width)
    assert 0.9 < steps < 5.1
    assert abs(steps - round(steps)) < 1e-6


def test_markup_escapes_words_and_attributes() -> None:
    assert (
        tag("p", "a < b", tag("b", "&"), None, class_='"', aria_label=None)
        == '<p class="&quot;">a &lt; b<b>&amp;</b></p>'
    )
