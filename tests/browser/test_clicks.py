"""How many clicks an action takes from the start of a turn, from the board and with any pointer."""

import math

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.running import Server

TURN = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 5
wolf.hand = ["Troll"]
raven.rage = 3
[figures]
Gimle = { wolf = "leader, 2 warriors" }
"""
# Every action with its clicks on the desktop, what is pressed, and the event that shows that it was done. A place is
# pressed on the map, a card in the hand, and anything else in the list that the place has opened.
ACTIONS = {
    "invade": (2, ["Andlang", "Invade · Warrior"], "invaded"),
    "upgrade": (2, ["card", "card"], "upgraded"),
    "pillage": (2, ["Gimle", "Pillage"], "pillage_declared"),
    "march": (3, ["Gimle", "March from here", "Horgr"], "marched"),
}
PLACES = ("Gimle", "Andlang", "Horgr")


class Clicking:
    """A person who counts their clicks."""

    def __init__(self, someone: Person) -> None:
        self.page = someone.page
        self.finger = someone.has_touch
        self.someone = someone
        self.clicks = 0

    def press(self, what: str) -> None:
        """Press a place, a card, or an entry of the open list."""
        self.someone.settle()
        if what in PLACES:
            spot = f'.hits.{"narrow" if self.finger else "wide"} [data-place="{what}"] .hot'
            box = self.page.locator(spot).bounding_box()
            assert box
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            (self.page.touchscreen.tap if self.finger else self.page.mouse.click)(x, y)
        else:
            wanted = ".hand .card" if what == "card" else f'#offers button:has-text("{what}")'
            found = self.page.locator(wanted).first
            (found.tap if self.finger else found.click)()
        self.clicks += 1


def happened(server: Server, table: str, secret: str) -> list[str]:
    """The kinds of all events."""
    told = server.get(f"/api/tables/{table}?since=0", secret).json["told"]["events"]
    return [event["kind"] for event in told]


@pytest.mark.slow
@pytest.mark.parametrize("finger", [False, True], ids=["pointer", "finger"])
def test_an_action_takes_few_clicks_and_a_finger_confirms(person: People, server: Server, finger: bool) -> None:
    for action, (clicks, pressed, event) in ACTIONS.items():
        table, secrets = server.found("person", "person", origin=TURN)
        someone = person(table, secrets[0], width=390, height=844) if finger else person(table, secrets[0])
        clicking = Clicking(someone)
        # The last press makes the choice; a finger looks first, and the second tap on the same thing confirms. A card
        # is always looked at first.
        for what in pressed + pressed[-1:] * (finger and action != "upgrade"):
            assert event not in happened(server, table, secrets[0]), action
            clicking.press(what)
        someone.page.wait_for_selector("#undo-b:not([aria-disabled])")
        assert event in happened(server, table, secrets[0]), action
        assert clicking.clicks <= clicks + finger, action
        if action == "march":
            assert happened(server, table, secrets[0]).count("marched") == 3
            someone.page.click("#undo-b")
            someone.page.wait_for_selector("#undo-b[aria-disabled]")
            assert "marches" not in happened(server, table, secrets[0]), "one undo takes all of it back"


@pytest.mark.slow
@pytest.mark.parametrize("finger", [False, True], ids=["pointer", "finger"])
def test_a_draft_pick_is_one_click(person: People, server: Server, finger: bool) -> None:
    table, secrets = server.found("person", "person", game="blood_rage")
    someone = person(table, secrets[0], width=390, height=844) if finger else person(table, secrets[0])
    card = someone.page.locator(".dgrid .card").first
    for _ in range(1 + finger):
        assert "picked" not in happened(server, table, secrets[0])
        (card.tap if finger else card.click)()
    someone.page.wait_for_selector("#undo-b:not([aria-disabled])")
    assert "picked" in happened(server, table, secrets[0])


@pytest.mark.slow
def test_a_place_offers_its_actions_while_another_choice_is_half_made(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    someone = Clicking(person(table, secrets[0]))
    for what in ("card", "Gimle", "Pillage"):
        someone.press(what)
    someone.page.wait_for_selector("#undo-b:not([aria-disabled])")
    assert "pillage_declared" in happened(server, table, secrets[0])


@pytest.mark.slow
def test_figures_that_stay_are_unticked_and_a_full_target_says_why(person: People, server: Server) -> None:
    crowded = TURN + 'Horgr = { raven = "leader, warrior" }\n'
    table, secrets = server.found("person", "person", origin=crowded)
    page = person(table, secrets[0]).page
    page.keyboard.press("m")
    page.wait_for_selector("#p-prompt .live .series")
    full = page.locator('#p-prompt button[data-at="march/Gimle/Horgr"]')
    assert "at most 2" in (full.text_content() or "")
    full.click(force=True)  # Playwright waits for what is not disabled
    page.wait_for_selector("#refusal:has-text('Horgr: at most 2')")
    page.uncheck('.live [data-more="leader"]')
    assert page.locator(".live [data-every]").evaluate("(every) => every.indeterminate")
    full.click()
    page.wait_for_selector("#undo-b:not([aria-disabled])")
    assert happened(server, table, secrets[0]).count("marched") == 2


@pytest.mark.slow
def test_the_board_is_played_by_keyboard_and_says_what_is_closed(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    page = person(table, secrets[0]).page
    offers = page.locator("#offers")
    gimle = page.locator('.hits.wide [data-place="Gimle"]')
    gimle.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.closest('#offers') !== null")
    assert offers.get_attribute("aria-label") == "Gimle"
    page.keyboard.press("Escape")
    assert offers.is_hidden()
    assert gimle.evaluate("(place) => place === document.activeElement")
    page.focus('.hits.wide [data-place="Yggdrasil"]')
    page.keyboard.press("Enter")
    assert "Yggdrasil cannot be invaded · BR-7.4" in (offers.text_content() or "")
    page.keyboard.press("Escape")
    page.focus("#p-sheet-0 [data-thing=reserve]")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ask:has-text('Where does your Ship land?')")


@pytest.mark.slow
@pytest.mark.parametrize("finger", [False, True], ids=["pointer", "finger"])
def test_a_figure_offers_its_own_march_first(person: People, server: Server, finger: bool) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    someone = person(table, secrets[0], width=390, height=844) if finger else person(table, secrets[0])
    page = someone.page
    leader = page.locator('#p-figures [data-stands="wolf/leader/Gimle"]').filter(visible=True).first
    box = leader.bounding_box()
    assert box
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    (page.touchscreen.tap if finger else page.mouse.click)(*at)
    first = page.locator("#offers button").first
    assert first.text_content() == "March: Leader only…"
    (first.tap if finger else first.click)()
    assert page.locator("#p-prompt .live .series [data-more=leader]").is_checked()
    assert page.locator("#p-prompt .live .series [data-more=warrior]").input_value() == "0"
    clicking = Clicking(someone)
    for _ in range(1 + finger):
        clicking.press("Horgr")
    page.wait_for_selector("#undo-b:not([aria-disabled])")
    assert happened(server, table, secrets[0]).count("marched") == 1


@pytest.mark.slow
def test_on_a_phone_the_sheet_offers_what_can_be_done_with_it(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    page = person(table, secrets[0], width=390, height=844).page
    page.locator("#ptab-0 summary").tap()
    page.locator("#ptab-0 [data-thing=reserve].acts").tap()
    page.locator("#offers button", has_text="Warrior").first.tap()
    page.wait_for_selector("#ask:has-text('Where does your Warrior land?')")
    assert page.locator("#ptab-0[open]").count() == 0, "the board is not covered"


# Points that lie in the areas of several parts of the sheet, clearly nearer to one of them, each with that part's name.
BETWEEN = """() => {
  const parts = [...document.querySelectorAll("#p-sheet-0 .acts[data-thing]")];
  const away = (part, x, y) => {
    const {left, right, top, bottom} = part.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  const found = [];
  for (let y = 0; y < innerHeight; y += 3)
    for (let x = 0; x < 260; x += 3) {
      const hit = document.elementsFromPoint(x, y).filter((node) => parts.includes(node));
      const [first, second] = hit.sort((one, other) => away(one, x, y) - away(other, x, y));
      if (second && away(second, x, y) - away(first, x, y) > 4) found.push([x, y, first.dataset.thing]);
    }
  return found;
}"""


@pytest.mark.slow
def test_where_the_areas_of_a_sheet_overlap_a_finger_opens_the_nearest(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    page = person(table, secrets[0], width=1024, touch=True).page
    page.wait_for_selector("#p-sheet-0 .acts[data-thing]")
    between = {thing: (x, y) for x, y, thing in page.evaluate(BETWEEN)}
    assert between
    for thing, (x, y) in between.items():
        page.touchscreen.tap(x, y)
        opened = page.locator('#p-sheet-0 [aria-expanded="true"]')
        assert opened.get_attribute("data-thing") == thing
        page.keyboard.press("Escape")


# Five figures of three clans in one province, a small one on the map.
CROWDED = TURN.replace('["wolf", "raven"]', '["wolf", "raven", "serpent"]').replace(
    'Gimle = { wolf = "leader, 2 warriors" }',
    'Gimle = { wolf = "leader, 2 warriors", raven = "warrior", serpent = "leader" }',
)
# The middle of each own figure there, with the shortest way to the middle of a figure of another kind.
MIDDLES = """() => {
  const found = [...document.querySelectorAll("#p-figures [data-stands$=Gimle]")].flatMap((figure) => {
    const { left, right, top, bottom } = figure.getBoundingClientRect();
    return right > left ? [[figure.dataset.stands, (left + right) / 2, (top + bottom) / 2]] : [];
  });
  return found.map(([stands, x, y]) => [stands, x, y, Math.min(...found
    .filter(([other]) => other !== stands).map(([, toX, toY]) => Math.hypot(x - toX, y - toY)))]);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("finger", [False, True], ids=["pointer", "finger"])
def test_where_five_figures_crowd_a_province_each_can_be_hit(person: People, server: Server, finger: bool) -> None:
    table, secrets = server.found("person", "person", "person", origin=CROWDED)
    page = (person(table, secrets[0], width=390, height=844) if finger else person(table, secrets[0])).page
    figures = page.evaluate(MIDDLES)
    assert len(figures) == 5
    for stands, x, y, apart in figures:
        assert apart >= (16 if finger else 24), stands
        (page.touchscreen.tap if finger else page.mouse.click)(x, y)
        offers = page.locator("#offers button").all_text_contents()
        if stands.startswith("wolf"):
            assert offers[0].lower().startswith(f"march: {stands.split('/')[1]} only"), "the figure itself comes first"
        if finger:
            # A finger covers its neighbours too: each own figure that close is a target of its size in the list.
            near = [name for name, to_x, to_y, _ in figures if math.hypot(x - to_x, y - to_y) < 43]
            own = [name.split("/")[1] for name in near if name.startswith("wolf")]
            assert {f"March: {kind.capitalize()} only…" for kind in own} <= set(offers)
            boxes = [button.bounding_box() for button in page.locator("#offers button").all()]
            assert all(box and min(box["width"], box["height"]) >= 43.4 for box in boxes)
        page.keyboard.press("Escape")
