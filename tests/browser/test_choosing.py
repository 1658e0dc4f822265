"""Choices are made by pointing: at a figure on the map, at a province with a finger, at an action by number."""

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.running import Server

TURN = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 3
wolf.hand = []
raven.rage = 3
[figures]
Gimle = { wolf = "leader, 2 warriors" }
"""


SAVING = """
game = "blood_rage"
sides = ["wolf", "raven"]
age = 3
turn = "wolf"
wolf.rage = 6
wolf.hand = []
raven.rage = 6
raven.hand = []
raven.upgrades = ["Frigga's Protection"]
[figures]
Utgard = { wolf = "leader, warrior", raven = "warrior" }
F3 = { raven = "ship" }
"""
HORDE = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 10
wolf.hand = []
wolf.steps = { rage = 5, axes = 3, horns = 6 }
wolf.upgrades = ["Troll", "Dwarf Chieftain"]
raven.rage = 3
[figures]
Yggdrasil = { wolf = "leader, 7 warriors, Troll, Dwarf Chieftain", raven = "warrior" }
"""
# The buttons and figures of the last step that cannot be hit, even after scrolling to them.
BURIED = """() => [
  ...document.querySelectorAll('#p-prompt fieldset.live :is([data-at], [data-more])')
].filter(button => {
  button.scrollIntoView({block: 'nearest', behavior: 'instant'});
  const {x, y, width, height} = button.getBoundingClientRect();
  return button.checkVisibility() && !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map(button => button.textContent)"""


def point_at(someone: Person, what: str, *, finger: bool = False) -> None:
    """Click where something is drawn, whatever covers it."""
    boxes = [one.bounding_box() for one in someone.page.query_selector_all(what)]
    box = next(box for box in boxes if box and box["width"])
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if finger:
        someone.page.touchscreen.tap(x, y)
    else:
        someone.page.mouse.click(x, y)


def standing_in(server: Server, table: str, secret: str, place: str) -> dict[str, int]:
    """The Wolf's figures there."""
    places = server.get(f"/api/tables/{table}", secret).json["state"]["view"]["places"]
    found: dict[str, int] = next(one for one in places if one["name"] == place)["figures"].get("wolf", {})
    return found


@pytest.mark.slow
def test_a_figure_on_the_map_takes_a_click(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    # The form sends a whole march. A march that has begun, as without scripts, goes on figure by figure.
    decision = server.get(f"/api/tables/{table}", secrets[0]).json["state"]["decision"]
    begins = {"do": "choose", "decision": decision, "choice": "march Gimle Horgr"}
    server.post(f"/api/tables/{table}/do", begins, secrets[0])
    someone = person(table, secrets[0])
    someone.page.wait_for_selector('[data-prompt="marching"]')
    someone.catch_up()
    someone.settle()
    point_at(someone, '#p-figures .lit[data-stands="wolf/leader/Gimle"]')
    someone.page.wait_for_selector("text=marches from Gimle to Horgr")
    assert standing_in(server, table, secrets[0], "Horgr") == {"leader": 1}
    assert not someone.complaints


@pytest.mark.slow
def test_what_is_told_of_a_province_hides_nothing_of_the_map(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    page = person(table, secrets[0]).page
    right = page.locator(".mapbox svg.map.wide").first.bounding_box()
    assert right
    for place in ("Myrkulor", "Angerboda", "Horgr", "F3"):
        page.focus(f'.hits.wide [data-place="{place}"]')
        page.keyboard.press("ArrowRight")  # a key press makes the focus visible
        page.focus(f'.hits.wide [data-place="{place}"]')
        tip = page.locator(f"#pop-{place}")
        assert tip.evaluate("(tip) => getComputedStyle(tip).opacity") == "1"
        box = tip.bounding_box()
        assert box
        assert box["x"] >= right["x"] + right["width"]


@pytest.mark.slow
def test_a_finger_looks_at_a_province_first_and_chooses_with_the_second_tap(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    someone = person(table, secrets[0], width=390, height=844)
    for way in ("invade", "invade/warrior"):
        someone.page.tap(f'#p-prompt fieldset.live [data-at="{way}"]')
    horgr = '#p-targets .legal[data-place="Horgr"] .hot'
    point_at(someone, horgr, finger=True)
    someone.page.wait_for_selector('#p-prompt button.on[data-place="Horgr"]')
    assert standing_in(server, table, secrets[0], "Horgr") == {}
    someone.page.tap("#pop-Horgr button:has-text('Invade · Warrior 1 · Horgr')")
    someone.page.wait_for_selector('[data-prompt=""]')
    assert standing_in(server, table, secrets[0], "Horgr") == {"warrior": 1}


@pytest.mark.slow
@pytest.mark.parametrize("finger", [False, True], ids=["pointer", "finger"])
def test_a_place_on_the_map_that_cannot_be_chosen_says_why(person: People, server: Server, finger: bool) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    page = (person(table, secrets[0], width=390, height=844) if finger else person(table, secrets[0])).page
    said = page.locator("#pop-Yggdrasil .why")
    for way in ("invade", "invade/warrior"):
        page.click(f'#p-prompt fieldset.live [data-at="{way}"]')
    spot = page.locator(f'.hits.{"narrow" if finger else "wide"} [data-place="Yggdrasil"]')
    if finger:
        spot.tap(position={"x": 60, "y": 20})
    else:
        spot.hover()
    said.wait_for()
    assert said.inner_text() == "Yggdrasil cannot be invaded · BR-7.4"
    assert "cannot be invaded" in page.inner_text(f"#{(spot.get_attribute('aria-describedby') or '').split()[-1]}")
    page.keyboard.press("Escape")  # the choice of a place is cancelled
    assert not page.locator(".pop .why").count()


@pytest.mark.slow
def test_the_tap_that_puts_a_clans_sheet_away_chooses_nothing(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    someone = person(table, secrets[0], width=390, height=844)
    for way in ("invade", "invade/warrior"):
        someone.page.tap(f'#p-prompt fieldset.live [data-at="{way}"]')
    sheet, horgr = "#ptab-1 .uptexts", '#p-prompt button[data-place="Horgr"]'
    for finger in (True, False):
        someone.page.tap("#row-1 summary")
        someone.page.wait_for_selector(sheet)
        if finger:
            someone.page.tap(horgr)
        else:
            someone.page.keyboard.press("Escape")
        someone.page.wait_for_selector(sheet, state="hidden")
        assert standing_in(server, table, secrets[0], "Horgr") == {}
        assert someone.page.is_visible(horgr), "the choice is as far as it was"
    someone.page.tap(horgr)
    someone.page.wait_for_selector('[data-prompt=""]')
    assert standing_in(server, table, secrets[0], "Horgr") == {"warrior": 1}


@pytest.mark.slow
def test_a_clans_sheet_goes_away_when_something_is_asked(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    waiting, acting = person(table, secrets[1], width=390, height=844), person(table, secrets[0])
    waiting.page.tap("#row-0 summary")
    waiting.page.wait_for_selector("#ptab-0 .uptexts")
    for way in ("invade", "invade/warrior", "invade/warrior/Horgr"):
        acting.page.click(f'#p-prompt fieldset.live [data-at="{way}"]')
    waiting.page.wait_for_selector("#p-prompt .mine")
    waiting.page.wait_for_selector("#ptab-0 .uptexts", state="hidden")
    assert waiting.decision


@pytest.mark.slow
def test_the_number_of_a_closed_action_shows_why_and_does_nothing(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    someone = person(table, secrets[0])
    someone.page.keyboard.press("4")
    assert someone.page.evaluate("document.activeElement.textContent").startswith("4·QQuest")
    someone.page.keyboard.press("5")
    someone.page.wait_for_selector('#p-prompt fieldset.live [data-choice="pillage Gimle"]')


@pytest.mark.slow
def test_beside_the_places_that_are_open_at_once_declining_has_its_number(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN.replace("hand = []", 'hand = ["Troll"]'))
    someone = person(table, secrets[0])
    for way in ("upgrade", "upgrade/Troll"):
        someone.page.click(f'#p-prompt fieldset.live [data-at="{way}"]')
    someone.page.wait_for_selector('[data-prompt="free_invade"]')
    someone.page.wait_for_selector('#p-prompt fieldset.live [data-place="Horgr"]')
    number = someone.page.inner_text("#p-prompt [data-plain] kbd")
    someone.settle()
    someone.page.keyboard.press(number)
    someone.page.wait_for_selector("text=does not invade with their Troll now")
    assert someone.page.locator('[data-prompt="free_invade"]').count() == 0


def test_what_takes_the_place_of_the_map_lies_over_it(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    someone = person(table, secrets[0])
    lies_over = (
        "e => { const b = e.getBoundingClientRect(); return e === document.elementFromPoint(b.x + 9, b.y + 9); }"
    )
    assert someone.page.eval_on_selector("#p-draft h2", lies_over)
    assert someone.page.eval_on_selector(".mapbox", "e => getComputedStyle(e).opacity") == "0"
    assert not someone.page.locator("#p-targets a").filter(visible=True).count(), "what is not seen is not reached"
    someone.page.click(".look")
    assert not someone.page.is_visible("#p-draft")
    assert someone.page.eval_on_selector(".mapbox", "e => getComputedStyle(e).opacity") == "1"
    assert someone.page.locator("#p-targets a").filter(visible=True).count()


@pytest.mark.slow
def test_a_question_that_another_tab_has_answered_goes_away(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    one, other = person(table, secrets[0]), person(table, secrets[0])
    one.page.click("#g-pass")
    assert one.page.inner_text(".guardbox .guard") == "Pass", "what is chosen, without the dots of what asks"
    other.page.keyboard.press("Shift+P")
    other.page.click(".guardbox .guard")
    one.page.wait_for_selector(".guardbox", state="detached")
    one.page.wait_for_selector('[data-prompt=""]')


@pytest.mark.parametrize("language", ["en", "pl", "es", "cs"])
def test_on_a_phone_the_longest_question_leaves_room_for_its_last_step(
    person: People, server: Server, language: str
) -> None:
    table, secrets = server.found("person", "person", origin=SAVING)
    wolf, raven = (server.client(table, secret) for secret in secrets)
    for client, choice in ((wolf, "pillage Utgard"), (wolf, "decline"), (raven, "decline")):
        client.wait()
        client.choose(choice)
    someone = person(table, secrets[1], width=390, height=844, language=language)
    someone.page.wait_for_selector('[data-prompt="save_figures"]')
    someone.skip()
    someone.page.tap('#p-prompt fieldset.live [data-at="F3"]')
    someone.page.wait_for_selector('#p-prompt fieldset.live [data-at="F3/ship"]')
    assert someone.page.evaluate(BURIED) == []
    if language == "en":
        assert "save figures from destruction for 1 Rage each" in someone.page.inner_text("#ask")


TWO_MONSTERS = """
game = "blood_rage"
sides = ["wolf", "raven", "serpent"]
age = 2
turn = "wolf"
wolf.rage = 6
wolf.hand = ["Fire Giant", "Tyr's Domain"]
wolf.upgrades = ["Dwarf Chieftain", "Troll"]
raven.rage = 3
serpent.rage = 3
"""


def test_a_second_click_on_a_card_with_several_choices_chooses_none(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", "person", origin=TWO_MONSTERS)
    someone = person(table, secrets[0])
    giant = "#p-hand .card:has-text('Fire Giant')"
    for _ in range(3):
        someone.page.click(giant)
        slots = someone.page.locator("#p-prompt fieldset.live button[data-at]")
        assert [slots.nth(number).get_attribute("data-choice") for number in range(slots.count())] == [
            "upgrade Fire Giant slot 1",
            "upgrade Fire Giant slot 2",
        ]
        assert not someone.page.locator("#p-prompt button.on").count()
    assert server.get(f"/api/tables/{table}", secrets[0]).json["state"]["view"]["clans"][0]["rage"] == 6
    someone.page.click('#p-hand .card:has-text("Tyr\'s Domain")')
    someone.page.wait_for_selector('#p-hand .card:has-text("Tyr\'s Domain")', state="detached")


@pytest.mark.slow
def test_the_heading_asks_for_the_next_step_and_has_no_box(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=TURN)
    page = person(table, secrets[0]).page
    heading = page.locator("#ask")
    asked = heading.text_content()
    assert asked
    page.keyboard.press("i")
    page.wait_for_selector("#ask:has-text('Which figure invades?')")
    page.click('#p-prompt fieldset.live [data-at="invade/warrior"]')
    page.wait_for_selector("#ask:has-text('Where does your Warrior land?')")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector(f"#ask:has-text('{asked.strip()}')")
    heading.evaluate("(heading) => heading.focus()")
    assert heading.evaluate("(heading) => heading.matches(':focus-visible')")
    assert heading.evaluate("(heading) => getComputedStyle(heading).outlineStyle") == "none"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1366, 768), (390, 844), (360, 640)])
def test_of_ten_figures_in_one_province_each_and_every_target_can_be_pressed(
    person: People, server: Server, size: tuple[int, int]
) -> None:
    table, secrets = server.found("person", "person", origin=HORDE)
    someone = person(table, secrets[0], width=size[0], height=size[1])
    page = someone.page
    page.keyboard.press("m")
    page.wait_for_selector("#p-prompt .live > .series")
    assert page.evaluate(BURIED) == []
    assert page.locator("#p-prompt .live [data-most]:not([aria-disabled=true])").count() == 0, "ten go nowhere"
    page.uncheck(".live [data-every]")
    page.select_option(".live select[data-more]", "3")
    page.check('.live [data-more="leader"]')
    assert page.evaluate(BURIED) == []
    someone.press(someone.ways()[0])
    page.wait_for_selector("#undo-b:not([aria-disabled])")
    figures = [standing_in(server, table, secrets[0], place) for place in ("Elvagar", "Yggdrasil")]
    assert figures[0] == {"leader": 1, "warrior": 3}
    assert figures[1]["warrior"] == 4
