"""axe finds nothing: on pages outside of tables, at every question of both games, and at every step of an answer."""

import tomllib
from itertools import cycle
from typing import Literal

import pytest

from tests.browser.conftest import People, sit_at
from tests.browser.people import Person
from tests.browser.test_table import FULL, SIZES, axe_faults
from tests.questions import Moment, moments
from tests.server.running import Server

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOKS = [(size, theme) for size in SIZES for theme in THEMES]
# The tests of a game: Lords of Ragnarok has four times as many questions.
PARTS_OF = {"blood_rage": 1, "lords_of_ragnarok": 4}
PARTS = [(game, part) for game, number in PARTS_OF.items() for part in range(number)]
# What a question changes on a page; the rest is the same wherever the same panels are visible.
OF_THE_QUESTION = ("#p-prompt", "#p-turn", "#p-hand", "#p-targets", ".middle > .mode:not([hidden])")
VISIBLE_PANELS = """() => [...document.querySelectorAll(".panel")]
  .filter((one) => one.getClientRects().length).map(({ id }) => id).join(" ")"""
# The steps of an answer that lie behind a button: the path of each, and what kind it is, by its action and heading.
STEPS = """() => [...document.querySelectorAll("#choose fieldset[data-of]:not([data-of=''])")].map((group) => {
  const made = group.dataset.of.split("/");
  const isAction = document.querySelector("#choose fieldset[data-of=''] > .opts.actions") !== null;
  return [group.dataset.of, `${isAction ? made[0] : ""} ${group.querySelector("legend").textContent}`];
})"""
OPEN = """(of) => {
  const made = of.split("/");
  for (const length of made.keys()) {
    const at = made.slice(0, length + 1).join("/");
    document.querySelector(`#choose a[data-at="${CSS.escape(at)}"]:not(.on)`)?.click();
  }
  return document.querySelector("#choose fieldset.live").dataset.of;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_outside_of_tables(person: People, theme: Literal["light", "dark"]) -> None:
    someone = person()
    someone.page.emulate_media(color_scheme=theme)
    for path in ("/", "/help", "/t/nowhere"):
        someone.open(path)
        assert axe_faults(someone.page) == [], path
    someone.complaints.clear()  # a missing table is logged to the console


@pytest.mark.slow
@pytest.mark.parametrize(("game", "part"), PARTS)
def test_axe_finds_nothing_at_any_question_and_any_step(person: People, server: Server, game: str, part: int) -> None:
    people = {size: person(width=size[0], height=size[1]) for size in SIZES}
    whole: set[tuple[tuple[int, int], str, str]] = set()
    steps: set[str] = set()
    faults: dict[str, list[str]] = {}
    looks = cycle([LOOKS] if FULL else [[look] for look in LOOKS])
    for moment in moments(game)[part :: PARTS_OF[game]]:
        for size, theme in next(looks):
            page = people[size].page
            page.emulate_media(color_scheme=theme)
            sit_down(people[size], server, moment)
            panels = size, theme, page.evaluate(VISIBLE_PANELS)
            parts = OF_THE_QUESTION if panels in whole else ()
            whole.add(panels)
            faults[f"{moment.code} {size} {theme}"] = axe_faults(page, *parts)
            for of, kind in page.evaluate(STEPS):
                if (step := f"{moment.code}: {kind}") not in steps:
                    steps.add(step)
                    opened = page.evaluate(OPEN, of)  # and on while there is only one way
                    assert f"{opened}/".startswith(f"{of}/"), step
                    faults[f"{step} {size} {theme}"] = axe_faults(page, *OF_THE_QUESTION)
    assert {at: found for at, found in faults.items() if found} == {}


def sit_down(someone: Person, server: Server, moment: Moment) -> None:
    """Open a table at this moment, as the player who is asked."""
    sides = tomllib.loads(moment.position)["sides"]
    table, secrets = server.found(*["person"] * len(sides), origin=moment.position)
    someone.context.clear_cookies()
    sit_at(someone.context, server, table, secrets[moment.seat])
    someone.open(f"/t/{table}")
    assert someone.page.get_attribute("#p-prompt .mine", "data-prompt") == moment.code
