"""The log in a real browser: its filter, its lines on the map, and its sheet on a phone."""

from random import Random

import pytest

import drakkar
from drakkar.core.hosting import prompts
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.running import Server

LINES = "#p-log .line"
# The lines that are visible, as the words of the filters that keep them.
VISIBLE = f"""() => [...document.querySelectorAll("{LINES}")]
  .filter((line) => line.checkVisibility()).map((line) => line.dataset.of.split(" "))"""
SEEN = """() => [...document.querySelectorAll("#map svg.wide a.seen")].map((spot) => spot.dataset.place)"""
# Wolf waits; it lost its Leader to others since its last turn.
CHOICES = 62


@pytest.fixture(scope="module")
def record() -> str:
    """A match in its first Age, after some battles."""
    rng, match = Random(3), drakkar.new("blood_rage", 4, seed=3)
    while len(match.history) < CHOICES:
        seat = rng.choice(list(prompts(match)))
        willing = [one for one in match.choices(seat) if str(one) not in ("pass", "decline")] or match.choices(seat)
        match.play(seat, rng.choice(list(willing)))
    return match.record()


@pytest.fixture
def seated(server: Server, record: str) -> tuple[str, str]:
    """A table with this match, and the secret of its first seat."""
    table, secrets = server.found("person", "person", "person", "person", origin=record)
    return table, secrets[0]


def visible(someone: Person) -> list[list[str]]:
    """The visible lines, as the words of the filters that keep them."""
    found: list[list[str]] = someone.page.evaluate(VISIBLE)
    return found


@pytest.mark.slow
def test_a_filter_works_by_keyboard_and_is_remembered(person: People, seated: tuple[str, str]) -> None:
    someone = person(*seated)
    page, everything = someone.page, visible(someone)
    page.focus('#p-log [value="all"]')
    page.keyboard.press("ArrowRight")
    mine = visible(someone)
    assert 0 < len(mine) < len(everything)
    assert all("0" in words for words in mine)
    page.check('#p-log [value="fights"]', force=True)
    fights = visible(someone)
    assert 0 < len(fights) < len(everything)
    assert all("fights" in words for words in fights)
    page.reload()
    someone.line_is_on()
    assert visible(someone) == fights
    page.check('#p-log [value="2"]', force=True)
    assert all("2" in words for words in visible(someone))
    plain = person(*seated, scripts=False)
    assert plain.page.locator(LINES).filter(visible=True).count() == len(everything)
    assert not plain.page.is_visible("#p-log .ways")


@pytest.mark.slow
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_line_shows_its_places_on_the_map(person: People, seated: tuple[str, str], by: str) -> None:
    page = person(*seated).page
    against = page.locator("#p-log .news > .against a[data-show]").first
    assert "Wolf's Leader in Andlang is destroyed" in against.inner_text()
    if by == "mouse":
        against.click()
    else:
        against.press("Enter")
    assert page.evaluate(SEEN) == ["Andlang"]
    assert page.is_visible("#pop-Andlang.seen")
    assert page.inner_text("#live").startswith("Andlang")
    march = page.locator("#p-log a[data-pieces]").first
    places, piece = march.get_attribute("data-show"), march.get_attribute("data-pieces")
    march.click()
    assert sorted(page.evaluate(SEEN)) == sorted((places or "").split("|"))
    standing = page.locator(f'#p-figures [data-stands="{piece}"]')
    assert standing.count() == standing.and_(page.locator(".seen")).count()
    page.wait_for_selector("#map .seen", state="detached")


@pytest.mark.slow
def test_on_a_phone_nothing_lies_over_the_open_log(person: People, seated: tuple[str, str]) -> None:
    page = person(*seated, width=390, height=844).page
    page.tap(".looklog")
    assert page.is_visible("#earlier")
    assert not page.is_visible("#p-prompt")
    page.keyboard.press("Escape")
    page.wait_for_selector("#earlier", state="hidden")
    assert page.is_visible("#p-prompt")
    page.tap(".looklog")
    page.locator("#p-log .news > .against a[data-show]").first.tap()
    page.wait_for_selector("#earlier", state="hidden")
    assert page.locator("#map svg.narrow a.seen").count() == 1
    page.tap(".looklog")
    page.tap("#log-close")
    page.wait_for_selector("#earlier", state="hidden")


# The boxes of the news and of what the prompt shows above them.
ROOM = """() => {
  const edges = (node) => node.getBoundingClientRect();
  const prompt = document.getElementById("p-prompt");
  const parts = [...prompt.children].map(edges).filter(({ height }) => height);
  const { top, bottom } = edges(document.getElementById("p-log"));
  return [Math.max(...parts.map((part) => part.bottom)), top, bottom, edges(prompt).bottom];
}"""


@pytest.mark.slow
def test_on_a_phone_the_news_stand_in_the_room_below_the_question(person: People, seated: tuple[str, str]) -> None:
    page = person(*seated, width=390, height=844).page
    against = page.locator("#p-log .news > .against").first
    against.wait_for()
    assert "Wolf's Leader in Andlang is destroyed" in against.inner_text()
    page.focus("#ask")  # a prompt with the focus lies over its neighbours, but not over the news
    assert against.evaluate(
        "(line) => { const { x, y } = line.getBoundingClientRect();"
        " return line.contains(document.elementFromPoint(x + 9, y + 9)); }"
    )
    asked, top, bottom, end = page.evaluate(ROOM)
    assert asked <= top < bottom <= end + 1
    assert not page.locator("#p-log .ways").is_visible(), "the news alone"
    against.locator("a[data-show]").tap()
    assert page.locator("#map svg.narrow a.seen").count() == 1
