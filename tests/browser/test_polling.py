"""A page whose socket cannot be opened, as behind some proxies, polls now and then, and says so."""

from random import Random

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.running import Server


def behind_a_proxy(someone: Person) -> None:
    """Block all sockets from now on."""
    someone.page.route_web_socket("**/live*", lambda line: line.close())
    someone.page.reload()
    someone.page.wait_for_selector("#net[data-line=slow]")


@pytest.mark.slow
def test_a_page_without_a_socket_follows_and_plays(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    ours, theirs = person(table, secrets[0]), person(table, secrets[1])
    behind_a_proxy(ours)
    assert "every few seconds" in ours.page.inner_text("#net")
    before = ours.page.get_attribute("#p-prompt [data-decision]", "data-decision")
    ours.choose(Random(1))
    assert ours.decision != before
    theirs.choose(Random(2))
    ours.wait_for_news("")
    assert ours.page.query_selector("[aria-busy]") is None
    assert ours.page.url.endswith(table), "it is still the same page"


@pytest.mark.slow
def test_a_refusal_is_said_without_a_socket_too(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    someone = person(table, secrets[0])
    behind_a_proxy(someone)
    someone.page.eval_on_selector("#choose button", "button => { button.value = 'pick nothing'; }")
    someone.page.click("#choose button")
    someone.page.wait_for_selector("#refusal")
    assert someone.page.inner_text("#refusal")
    someone.complaints.clear()  # refusals are logged to the console


@pytest.mark.slow
def test_a_battle_is_staged_without_a_socket_too(person: People, server: Server) -> None:
    table, _ = server.found("random", "random", "random", "random")
    someone = person(table)
    behind_a_proxy(someone)
    someone.page.wait_for_selector('[data-prompt="over"]')
    someone.skip()
    assert someone.page.is_visible("#p-outcome")


@pytest.mark.slow
def test_a_socket_that_comes_back_is_taken_again(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    someone = person(table, secrets[0])
    closed = True

    def line(route: WebSocketRoute) -> None:
        if closed:
            route.close()
        else:
            route.connect_to_server()

    someone.page.route_web_socket("**/live*", line)
    someone.page.reload()
    someone.page.wait_for_selector("#net[data-line=slow]")
    closed = False
    someone.page.wait_for_selector("#net[data-line=on]")
    before = server.get(f"/api/tables/{table}").json["state"]["version"]
    someone.choose(Random(1))
    assert server.get(f"/api/tables/{table}").json["state"]["version"] > before
