"""What happens for the first time is explained above the board, spoken, and gone once it has been read."""

import pytest
from playwright.sync_api import expect

from drakkar.lessons.first_times import notes_of
from tests.browser.conftest import People
from tests.browser.test_table import axe_faults
from tests.server.running import Server

# What can be chosen and is seen, and lies under the panel.
COVERED = """() => {
  const over = document.querySelector("#p-first").getBoundingClientRect();
  const all = [...document.querySelectorAll(
    "#p-prompt :is(button, a), #p-hand .card, #p-draft .card, #p-targets a.legal, .bottom button")];
  return all.filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) =>
    box.width && box.left < over.right && over.left < box.right && box.top < over.bottom && over.top < box.bottom
  ).map(([one]) => one.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize(
    ("width", "height", "game", "language"),
    [(1366, 768, "blood_rage", "en"), (390, 844, "lords_of_ragnarok", "pl")],
)
def test_a_newcomer_reads_and_hears_it_and_dismisses_it_for_good(
    person: People, server: Server, width: int, height: int, game: str, language: str
) -> None:
    first = notes_of(game)[0].sentence.text(language)
    table, secrets = server.found("person", "thrall", "thrall", game=game)
    someone = person(table, secrets[0], width=width, height=height, language=language, is_new=True)
    page, told = someone.page, someone.page.locator(".unread > #first-now").filter(has_text=first)
    expect(told).to_be_visible()
    expect(page.locator("#first-live")).to_have_text(first)
    assert page.evaluate(COVERED) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
    assert axe_faults(page) == []
    page.locator("#first-read").focus()
    page.keyboard.press("Enter")
    expect(told).to_have_count(0)
    page.reload()
    someone.line_is_on()
    expect(told).to_have_count(0)


def test_a_setting_turns_it_off_and_on_again(person: People, server: Server) -> None:
    table, secrets = server.found("person", "thrall")
    someone = person(table, secrets[0], is_new=True)
    panel = someone.page.locator("#p-first")
    expect(panel).to_be_visible()
    someone.page.click("#settings-b")
    someone.page.uncheck('[data-set="first"]')
    expect(panel).to_be_hidden()
    someone.page.check('[data-set="first"]')
    expect(panel).to_be_visible()
