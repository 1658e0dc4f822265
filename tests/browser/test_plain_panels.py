"""A game without a page of its own can still be played in the browser."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_table import SIZES, axe_faults, choose_without_scripts
from tests.server.running import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that also has the tiny game."""
    with running(tmp_path_factory.mktemp("plain"), module="tests.server.with_treasure") as started:
        yield started


def is_at_home(someone: Person) -> bool:
    """Whether everything that a game without a page has is there, and fits."""
    panels = {panel.get_attribute("data-panel") for panel in someone.page.query_selector_all("[data-panel]")}
    return {"board", "own", "prompt", "log", "seats"} <= panels and someone.scrolls()[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_game_without_a_page_is_played_to_its_end(person: People, server: Server, size: tuple[int, int]) -> None:
    table, secrets = server.found("person", "person", game="treasure")
    ours = person(table, secrets[0], width=size[0], height=size[1])
    theirs = person(table, secrets[1], scripts=False)
    rng = Random(size[0])
    assert is_at_home(ours)
    assert axe_faults(ours.page) == []
    while not ours.is_over:
        if ours.decision:
            ours.choose(rng)
        theirs.open(f"/t/{table}")
        if theirs.decision:
            choose_without_scripts(theirs, rng)
        ours.page.wait_for_timeout(20)
    state = server.get(f"/api/tables/{table}").json["state"]
    assert state["status"] == "over"
    ours.skip()
    told = ours.page.inner_text("#p-outcome")
    assert all(str(gold) in told for gold in state["outcome"]["scores"])
    ours.open(f"/t/{table}/replay?at=1&seat=all")
    assert ours.page.is_visible("#p-replay")
