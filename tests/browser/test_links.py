"""A link moves a seat to another device, and the seat can be taken back from there."""

import pytest
from playwright.sync_api import Request

from drakkar.server.web.web_translator import web_translator
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.running import Server

HAND = "#p-hand .card, #p-draft .card"


class Sent:
    """Everything that a browser sends except bodies: addresses and headers."""

    def __init__(self, someone: Person) -> None:
        self.heads: list[str] = []
        someone.context.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.heads.append(f"{request.url} {request.headers}")


def new_link(owner: Person) -> str:
    """Create a link on its page, and return to the table."""
    owner.follow("#devices")
    owner.follow("#new-link-b")
    link = owner.page.input_value("#seat-link")
    owner.follow("#to-table")
    owner.line_is_on()
    return link


def seat(someone: Person) -> str:
    """The seat of the page; empty for a spectator."""
    return someone.page.get_attribute("body", "data-seat") or ""


def test_a_link_opens_the_seat_in_a_second_browser_until_it_is_revoked(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    owner = person(table, secrets[0])
    link = new_link(owner)
    home, _, secret = link.partition("#")
    assert home == f"{owner.home}/t/{table}"

    second = person()
    sent = Sent(second)
    for _ in range(2):
        second.page.goto(link)
        second.page.wait_for_selector("body[data-seat='0']")
        second.line_is_on()
        assert second.page.url == home
        assert second.page.locator(HAND).all_text_contents() == owner.page.locator(HAND).all_text_contents() != []
        second.page.goto("about:blank")
    assert len(sent.heads) > 4
    assert not [head for head in sent.heads if secret in head]
    second.open(f"/t/{table}")
    assert secret not in second.page.content()

    owner.follow("#devices")
    owner.follow("#to-revoke")
    owner.follow("#revoke-b")
    second.page.wait_for_selector("body[data-seat='']")
    second.line_is_on()
    assert second.page.locator(HAND).count() == 0
    assert second.page.is_visible("#p-prompt .watching")

    third = person()
    third.page.goto(link)
    third.page.wait_for_selector("#link-refused[open]")
    assert third.page.url == home
    assert third.page.inner_text("#link-refused p") == web_translator("en", "blood_rage").page("link_refused")
    third.page.keyboard.press("Enter")
    third.page.wait_for_selector("#link-refused", state="detached")
    assert seat(third) == ""
    # Chromium logs every unsuccessful response.
    assert [secret in complaint for complaint in third.complaints] == [False]
    third.complaints.clear()
    owner.open(f"/t/{table}")
    assert seat(owner) == "0"


def test_a_link_is_taken_at_a_table_without_spectators_and_on_a_page_that_is_open(
    person: People, server: Server
) -> None:
    table, secrets = server.found("person", "person", spectators=False)
    link = new_link(person(table, secrets[0]))
    second = person()
    second.page.goto(link)
    second.page.wait_for_selector("body[data-seat='0']")
    assert "#" not in second.page.url
    watched, others = server.found("person", "person")
    link = new_link(person(watched, others[1]))
    second.open(f"/t/{watched}")
    assert seat(second) == ""
    second.page.evaluate("(link) => { location.href = link; }", link)
    second.page.wait_for_selector("body[data-seat='1']")
    assert "#" not in second.page.url
    # The table without spectators refused the first request.
    assert len(second.complaints) == 1
    second.complaints.clear()


@pytest.mark.parametrize("language", ["en", "pl", "es", "cs"])
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_the_page_of_links_fits_and_what_is_pressed_is_large_enough(
    person: People, server: Server, language: str, width: int, height: int
) -> None:
    table, secrets = server.found("person", "random")
    owner = person(table, secrets[0], width=width, height=height, language=language)
    page, least = owner.page, 44 if width < 500 else 24
    if width < 500:
        page.tap("#settings-b")
        owner.follow("#devices-s")
    else:
        owner.follow("#devices")
    for way in ("", "#new-link-b", "#to-revoke", "#revoke-b"):
        if way:
            owner.follow(way)
        assert owner.scrolls()[0] == 0
        for button in page.locator("main :is(a, button, input)").filter(visible=True).all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= least
            assert box["x"] + box["width"] <= width


def test_a_new_link_is_copied_by_keyboard(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random")
    owner = person(table, secrets[0])
    owner.context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner.follow("#devices")
    owner.follow("#new-link-b")
    owner.page.focus("#seat-link")
    owner.page.keyboard.press("Tab")
    owner.page.keyboard.press("Enter")
    owner.page.wait_for_selector("#copy-b:has-text('Copied')")
    copied = owner.page.evaluate("() => navigator.clipboard.readText()")
    assert copied == owner.page.input_value("#seat-link")
