"""A Hunt of Lords of Ragnarok is played by roles and the keyboard alone, and Monsters are read at any time."""

import re

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_table import axe_faults
from tests.lords_of_ragnarok.scene import scene
from tests.server.running import Client, Server

# Green may hunt Draugr with a hand for three of its spaces.
HUNT = scene(
    "green red",
    stage="special",
    hero="green: 9; red: 1",
    monsters="Draugr 9",
    attributes="green: strength 3, wisdom 6",
    hands="green: Champions, Huskarls, Scouts, Jarl's Guard",
    armies="green: 2 in 8",
    control="green: 8",
).match.record()


# The Monster with the most spaces, and a hand as large as Hunts have.
LARGE = scene(
    "green red",
    stage="special",
    hero="green: 9; red: 1",
    monsters="Grendel 9",
    attributes="green: strength 3, wisdom 6",
    hands="green: Champions, Huskarls, Scouts, Jarl's Guard, Shieldmaidens, Raiders, Spearmen",
).match.record()
# How far the panel of the Hunt would scroll, the rows of its Wound spaces, and the words of the hand that are broken.
FIT = """() => {
  const panel = document.getElementById('p-battle'), words = document.createRange();
  const names = [...document.querySelectorAll('.hand .name')].filter((name) => !name.textContent.includes(' '));
  return [
    panel.scrollHeight - panel.clientHeight,
    new Set([...panel.querySelectorAll('.ws')].map((space) => space.getBoundingClientRect().y)).size,
    names.filter((name) => (words.selectNodeContents(name), words.getClientRects().length > 1)).length,
  ];
}"""


class Hunter:
    """A person who hunts with the keyboard; a program plays the Monster."""

    def __init__(self, server: Server, someone: Person, monster: Client, table: str) -> None:
        self.server, self.someone, self.monster, self.table = server, someone, monster, table
        self.page = someone.page

    def press(self, role: str, name: str, within: str = "") -> None:
        """Press something, by its role and name, with the keyboard."""
        inside = self.page.get_by_role("region", name=within, exact=True) if within else self.page
        one = inside.get_by_role(role, name=re.compile(name)).first  # type: ignore[arg-type]
        one.focus()
        self.page.keyboard.press("Enter")

    def decide(self, role: str, name: str, within: str = "Your decision") -> None:
        """Press something that makes a choice."""
        before = self.version
        self.press(role, name, within)
        while self.version == before:
            self.page.wait_for_timeout(20)
        self.someone.catch_up()
        self.someone.skip()

    @property
    def version(self) -> int:
        return int(self.server.get(f"/api/tables/{self.table}").json["state"]["version"])

    def attack(self) -> None:
        """The Monster side plays its first card."""
        self.monster.catch_up(self.version)
        self.monster.choose(self.monster.state["choices"][0]["text"])
        self.someone.catch_up()
        self.someone.skip()

    @property
    def wounds(self) -> int:
        monsters = self.server.get(f"/api/tables/{self.table}").json["state"]["view"]["monsters"]
        draugr = next(one for one in monsters if one["name"] == "Draugr")
        return sum(seat is not None for seat in draugr["wounds"])


@pytest.mark.slow
def test_a_hunt_is_played_by_roles_and_the_keyboard_alone(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=HUNT)
    someone = person(table, secrets[0])
    page = someone.page
    with server.client(table, secrets[1]) as monster:
        hunter = Hunter(server, someone, monster, table)
        hunter.decide("button", "^(?:\\d )?Monsters")
        stakes = page.get_by_role("region", name="Expected result", exact=True)
        assert "Failure: 1 Injury" in stakes.inner_text()
        hunter.decide("button", "Hunt Draugr")
        hunter.attack()
        fight = page.get_by_role("region", name="Hunt", exact=True)
        assert "Rage" in fight.inner_text()
        hunter.decide("button", "Defend with Champions")
        assert "held" in fight.inner_text()
        hunter.decide("button", "No more cards: defend with 4")
        assert page.get_by_role("button", name=re.compile("Stop: the Hunt fails")).count()
        assert axe_faults(page) == []
        before = hunter.version
        hunter.press("link", "^Space 6: Seax, Rune", "Hunt")
        if page.get_by_role("dialog").count():  # several cards could cover it
            page.get_by_role("dialog").get_by_role("button").first.focus()
            page.keyboard.press("Enter")
        while hunter.version == before:
            page.wait_for_timeout(20)
        assert hunter.wounds == 1
        someone.catch_up()
        hunter.decide("button", "Algiz")
        hunter.decide("button", "End my round")


@pytest.mark.slow
def test_monsters_are_read_at_any_time(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=HUNT)
    for width, height in ((1366, 768), (390, 844)):
        someone = person(table, secrets[1], width=width, height=height)
        page = someone.page
        opener = page.get_by_role("button", name="Monsters", exact=True)
        opener.focus()
        page.keyboard.press("Enter")
        card = page.get_by_role("article", name=re.compile("^Draugr"))
        card.scroll_into_view_if_needed()
        assert "Special Attack" in card.inner_text()
        assert card.get_by_role("listitem").count() == 7
        assert axe_faults(page) == []
        page.keyboard.press("Escape")
        assert not card.is_visible()
        if width > 500:
            box = page.locator("#p-land svg.wide .mon").first.bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            assert card.is_visible()
            assert page.evaluate("() => document.activeElement.id").startswith("mon-")


@pytest.mark.slow
def test_bars_spaces_and_cards_of_a_large_hunt_are_seen_at_once(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=LARGE)
    someone = person(table, secrets[0])
    with server.client(table, secrets[1]) as monster:
        hunter = Hunter(server, someone, monster, table)
        hunter.decide("button", "^(?:\\d )?Monsters")
        hunter.decide("button", "Hunt Grendel")
        hunter.attack()
        assert someone.page.locator("#p-battle .hbars > li").count() == 2
        scrolled, rows, broken = someone.page.evaluate(FIT)
        assert scrolled <= 1
        assert rows == 1
        assert broken == 0
