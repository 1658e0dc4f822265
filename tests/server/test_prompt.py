"""The buttons of the prompt: actions in fixed places, prices and strengths, next values of stats."""

import re
from typing import Any

import pytest

import drakkar
from drakkar.core.game import find
from drakkar.core.hosting import prompts
from drakkar.games.blood_rage.board import BOARD_PLACES, PLACE_NAMES, PROVINCES
from drakkar.games.blood_rage.choices import YES
from drakkar.games.blood_rage.page.battle import battle
from drakkar.games.blood_rage.page.notes import free_villages
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.page.game_page import Page
from drakkar.page.steps import Step
from drakkar.server.web.frames import page_renderer, title
from drakkar.server.web.panel_feed import refusals, series_of
from drakkar.server.web.panels import PageContext, renderer
from drakkar.server.web.prompt import Steps
from drakkar.server.web.web_translator import web_translator
from tests.blood_rage.scene import Scene, scene
from tests.server.sample_documents import data, document, events

WORDS = web_translator("en", "blood_rage")


def told(s: Scene, clan: str) -> dict[str, Any]:
    """The document of a clan's page."""
    own = document(s.match, s.seat(clan), [""] * s.match.seats)
    own["refused"] = refusals(s.match, own)
    own["series"] = series_of(s.match, s.match.view(s.seat(clan)))
    return own


def group(s: Scene, clan: str, of: str = "") -> dict[str, Any]:
    """The legal and illegal options after some steps."""
    depths = Steps(PAGE, told(s, clan), WORDS, of).depths()
    found: dict[str, Any]
    (found,) = [group for depth in depths for group in depth["groups"] if group["of"] == of]
    return found


def items(s: Scene, clan: str, of: str = "") -> dict[str, dict[str, Any]]:
    """The buttons of one group, by option."""
    return {item["path"].split("/")[-1]: item for item in group(s, clan, of)["items"]}


def panel(s: Scene, clan: str, name: str, at: str = "") -> str:
    return renderer("blood_rage").private(told(s, clan), events(s.match, s.seat(clan)), WORDS, PageContext(at))[name]


def why(item: dict[str, Any]) -> str:
    return f"{WORDS.reason(item['reason'])} · {item['reason']['rule']}"


@pytest.mark.parametrize(
    ("set_up", "action", "said"),
    [
        ({"hands": {"wolf": "Alfheim!"}}, "upgrade", "no upgrade in your hand · BR-9.1"),
        ({"hands": {"wolf": "Troll"}}, "quest", "no quest in your hand · BR-10.1"),
        ({"hands": {"wolf": "Troll"}, "rage": {"wolf": 1}}, "upgrade", "needs 2 Rage; you have 1 · BR-9.1"),
        ({"figures": "wolf: ship in F1"}, "march", "you have no figures in any province · BR-8.1"),
        ({}, "pillage", "you have no figure on the board · BR-11.1"),
        (
            {"figures": "wolf: warrior in Gimle", "pillaged": "Gimle"},
            "pillage",
            "every province where you have a figure is already pillaged · BR-11.1",
        ),
        (
            {"figures": "wolf: 4 warrior in Gimle"},
            "invade",
            "you have 4 figures on the board and Horns allows 4 · BR-7.5",
        ),
    ],
)
def test_an_action_that_cannot_be_taken_keeps_its_place_and_says_why(
    set_up: dict[str, Any], action: str, said: str
) -> None:
    shown = items(scene("wolf raven", turn="wolf", **set_up), "wolf")
    assert list(shown)[:5] == ["invade", "march", "upgrade", "quest", "pillage"]
    assert why(shown[action]) == said


def test_an_action_that_can_be_taken_has_its_number_whatever_else_can() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Alfheim!"}, figures="wolf: warrior in Gimle")
    html = panel(s, "wolf", "prompt")
    assert re.findall(r"<kbd>(\d·\w)</kbd>", html)[:5] == ["1·I", "2·M", "3·G", "4·Q", "5·P"]
    assert items(s, "wolf")["quest"]["reason"] is None


def test_a_figure_that_invades_shows_its_price_and_its_strength_before_a_place_is_chosen() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle")
    figures = items(s, "wolf", "invade")
    assert {name: (item["cost"], item["note"]["text"]) for name, item in figures.items()} == {
        "warrior": (1, "STR 1"),
        "leader": (0, "STR 3"),
        "ship": (2, "STR 2"),
    }
    html = panel(s, "wolf", "prompt", "invade")
    assert re.search(r'>Leader <small class="said">STR 3</small></span><span class="cost">0', html)
    assert all(item["cost"] is None for item in items(s, "wolf", "invade/ship").values()), "said once"


def test_a_figure_that_can_go_nowhere_says_what_holds_wherever_it_goes() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1})
    assert why(items(s, "wolf", "invade")["ship"]) == "needs 2 Rage; you have 1 · BR-7.1"


@pytest.mark.parametrize(
    ("of", "place", "said"),
    [
        ("invade/warrior", "Yggdrasil", "Yggdrasil cannot be invaded · BR-7.4"),
        ("invade/warrior", "F4", "only Ships can enter a fjord, not a Warrior · BR-2.8"),
        ("invade/warrior", "Utgard", "Utgard has no empty village: 3 of 3 are taken · BR-7.6"),
        ("invade/ship", "Utgard", "the Ship can only invade fjords · BR-7.3"),
        ("march", "Horgr", "you have no figure in Horgr · BR-8.1"),
        ("march/Gimle", "Gimle", "a march must leave Gimle · BR-8.1"),
        ("march/Gimle", "Utgard", "Utgard has no empty village: 3 of 3 are taken · BR-8.3"),
        ("march/Gimle", "F2", "F2 is a fjord: no march starts or ends there · BR-8.5"),
        ("pillage", "Horgr", "you have no figure in Horgr or its fjord · BR-11.1"),
    ],
)
def test_every_place_that_is_closed_to_a_choice_says_why(of: str, place: str, said: str) -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle; raven: 3 warrior in Utgard")
    asked = group(s, "wolf", of)
    assert f"{WORDS.reason(asked['closed'][place])} · {asked['closed'][place]['rule']}" == said
    wanted = PLACE_NAMES[: PROVINCES if of == "pillage" else BOARD_PLACES]
    lit = [item["place"] for item in asked["items"] if item["reason"] is None]
    assert sorted([*lit, *asked["closed"]]) == sorted(wanted)
    assert said in panel(s, "wolf", "prompt", of)


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        (2, ["Choose two gifts", "Choose a second gift", "Choose two gifts"]),
        (3, ["Choose a gift", "Choose a gift", "Choose a gift"]),
    ],
)
def test_a_draft_by_twos_asks_for_two_gifts_and_then_for_the_second(seats: int, asked: list[str]) -> None:
    match, said = drakkar.new("blood_rage", seats, seed=1), []
    for _ in asked:
        own = document(match, 0, [""] * seats)
        html = renderer("blood_rage").private(own, events(match, 0), WORDS, PageContext())["draft"]
        said += re.findall(r"<h2>(.*?)</h2>", html)
        match.play(0, match.choices(0)[0])
        while 0 not in prompts(match):
            seat = next(iter(prompts(match)))
            match.play(seat, match.choices(seat)[0])
    assert said == asked


def test_a_fjord_says_which_provinces_it_supports() -> None:
    s = scene("wolf raven", turn="wolf")
    assert items(s, "wolf", "invade/ship")["F3"]["note"]["text"] == "Fjord of Utgard, Andlang"


def test_a_stat_says_from_what_to_what_it_is_raised_and_what_it_scores_at_the_end() -> None:
    s = scene("wolf raven", turn="wolf", steps={"wolf": {"rage": 2, "axes": 3, "horns": 3}})
    raised = told(s, "wolf")
    raised["choices"] = [data("blood_rage", f"raise {stat}") for stat in ("rage", "axes", "horns")]
    raised["previews"] = {}
    shown = Steps(PAGE, raised, WORDS, "").depths()[0]["groups"][0]["items"]
    by_stat = {item["choice"]: item["note"]["text"] for item in shown if item["choice"]}
    assert by_stat["raise rage"] == "7 → 8 · step 3 of 6"
    assert by_stat["raise horns"] == "6 → 7 · step 4 of 6 · +10 Glory at the end"


def called() -> Scene:
    """The Raven pillages Yggdrasil; the Wolf has figures next to it."""
    s = scene(
        "wolf raven",
        turn="raven",
        figures="raven: leader in Yggdrasil; wolf: leader in Andlang, warrior in Gimle",
    )
    s.play("raven: pillage Yggdrasil")
    return s


def test_in_a_call_to_battle_the_figures_are_chosen_by_where_they_come_from() -> None:
    shown = items(called(), "wolf")
    assert [item["label"] for item in shown.values()] == ["Leader from Andlang", "Warrior from Gimle", "Decline"]
    assert shown["leader from Andlang"]["note"]["stands"] == "wolf/leader/Andlang"
    assert shown["leader from Andlang"]["totals"] == [("wolf", 3), ("raven", 3)], "one's own first"


def test_the_figures_on_the_map_are_the_ones_that_the_buttons_name() -> None:
    s = called()
    spectator = document(s.match, None, [""] * 2)
    figures = renderer("blood_rage").public(spectator, events(s.match, None), WORDS)["figures"]
    for item in items(s, "wolf").values():
        if item["note"]:
            assert f'data-stands="{item["note"]["stands"]}"' in figures
    targets = panel(s, "wolf", "targets")
    assert re.search(r'class="prov chosen" data-place="Yggdrasil"', targets), "what is fought for"
    assert "prov legal" not in targets, "no place is chosen here"


def test_what_would_come_of_it_is_named_as_it_is_chosen() -> None:
    html = panel(called(), "wolf", "foresee")
    assert re.findall(r"<b>([^<]+)</b>", html) == ["Leader from Andlang", "Warrior from Gimle"]


def test_undo_names_the_steps_of_what_it_takes_back() -> None:
    s = scene("wolf raven", turn="wolf")
    own = told(s, "wolf") | {"undo": 1, "undone": data("blood_rage", "invade leader Andlang")}
    assert "Undo: Invade · Leader · Andlang" in renderer("blood_rage").private(own, [], WORDS)["turn"]


def test_a_pillage_says_what_its_reward_depends_on_and_who_may_join() -> None:
    s = scene("wolf raven serpent", turn="wolf", figures="wolf: warrior in Gimle; raven: leader in Andlang, ship in F1")
    gimle = items(s, "wolf", "pillage")["Gimle"]
    assert gimle["would"].startswith("if nobody joins the battle; Wolf: ")
    assert gimle["note"]["text"] == "may join: Raven"
    full = scene("wolf raven", turn="wolf", figures="wolf: 3 warrior in Myrkulor; raven: leader in Gimle")
    assert items(full, "wolf", "pillage")["Myrkulor"]["note"]["text"] == "nobody else can join"


def test_where_nothing_can_be_foreseen_a_card_is_read_instead() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Troll"})
    troll = items(s, "wolf")["Troll"]
    assert (troll["would"], troll["note"]["tip"]) == ("", WORDS.short_text({"name": "Troll"}))
    html = panel(s, "wolf", "prompt")
    assert "foreseen" not in html
    assert f'<span class="pre">{troll["note"]["tip"]}</span>' in html


def test_the_switch_to_the_map_says_the_way_back() -> None:
    s = scene("wolf raven", turn="wolf")
    page = page_renderer("blood_rage").table(document(s.match, None, [""] * 2), [], told(s, "wolf"), [], WORDS)
    assert '<span class="there">Show the map</span><span class="back">Hide the map</span>' in page


def test_a_march_says_from_where_with_whom_and_to_where() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle, leader in Gimle, warrior in Utgard")
    assert items(s, "wolf")["march"]["cost"] == 1
    assert items(s, "wolf", "march")["Gimle"]["note"]["text"] == "Warrior ×2, Leader"
    assert items(s, "wolf", "march/Gimle")["Horgr"]["note"]["number"] == 4
    headings = re.findall(r'data-of="march(?:/Gimle)?".*?</legend>', panel(s, "wolf", "prompt", "march/Gimle"))
    assert [re.sub("<[^>]+>", "", heading.partition(">")[2]) for heading in headings] == ["2 From", "3 To"]


def test_a_slot_says_which_card_would_leave_it() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Frost Giant"}, upgrades={"wolf": "Troll, Valkyrie"})
    slots = items(s, "wolf", "upgrade/Frost Giant")
    assert [item["note"]["text"] for item in slots.values()] == [
        "replaces Troll: its figure leaves the game",
        "replaces Valkyrie: its figure leaves the game",
    ]
    assert items(s, "wolf")["upgrade"]["cost"] == 4, "the only one"


def test_a_page_is_painted_in_its_own_light() -> None:
    s = scene("wolf raven", turn="wolf")
    page = page_renderer("blood_rage").table(document(s.match, None, [""] * 2), [], told(s, "wolf"), [], WORDS)
    assert page.index('<script src="/static/theme.js"></script>') < page.index('rel="stylesheet"')


def test_a_title_names_all_who_are_asked() -> None:
    s = scene("wolf raven", phase="discard", hands={"wolf": "Troll", "raven": "Alfheim!"})
    assert title(document(s.match, None, [""] * 2), WORDS) == "Waiting for Wolf, Raven · Drakkar"
    one = scene("wolf raven", turn="wolf")
    assert title(document(one.match, None, [""] * 2), WORDS) == "Waiting for Wolf · Drakkar"


def test_a_table_that_waits_has_its_link_to_copy() -> None:
    s = scene("wolf raven", turn="wolf")
    waits = told(s, "wolf") | {"status": "open", "view": {}, "owed": [], "choices": [], "decision": 0, "previews": {}}
    html = renderer("blood_rage").private(waits, [], WORDS)["prompt"]
    assert 'id="invite-link" readonly' in html
    assert re.search(r'class="btn primary" id="invite-b"[^>]*>.*Copy the link', html)
    assert html.count("btn primary") == 1
    assert re.search(
        r'<img class="qr"[^>]* src="/t/sketch/invite.svg"[^>]* alt="QR code with the address of this table">', html
    )
    assert "/fair" not in html, "a match without a commitment"
    html = renderer("blood_rage").private(waits | {"commitment": "ab" * 32}, [], WORDS)["prompt"]
    assert 'href="/t/sketch/fair"' in html


def test_a_raise_says_which_card_it_comes_from() -> None:
    s = scene("wolf raven", figures="wolf: leader in Gimle; raven: warrior in Gimle", hands={"wolf": "Thor's Oath"})
    s.play("wolf: pillage Gimle", "wolf: card Thor's Oath", "wolf: decline", "raven: decline")
    assert s.asked() == {"wolf": "raise"}
    assert '<b class="because">Thor&#39;s Oath</b>' in panel(s, "wolf", "prompt")
    own = document(s.match, 0, [""] * 2)
    assert battle(own, events(s.match, 0)) == {"on": False}, "the battle is over: the map is not covered"


def test_a_quest_in_a_battle_names_no_price_for_committing_it() -> None:
    figures = "wolf: leader in Gimle; raven: warrior in Gimle"
    s = scene("wolf raven", turn="wolf", figures=figures, hands={"wolf": "Alfheim!, Tyr's Smash", "raven": "Manheim!"})
    assert "Commit: 0 Rage" in panel(s, "wolf", "hand")
    s.play("wolf: pillage Gimle")
    assert s.asked()["wolf"] == "card"
    assert "Commit: 0 Rage" not in panel(s, "wolf", "hand")


def test_where_every_choice_costs_the_same_each_action_says_it() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 2}, figures="wolf: 4 warrior in Gimle", pillaged="Gimle")
    assert {word: item["cost"] for word, item in items(s, "wolf").items() if item["reason"] is None} == {"march": 1}


def test_a_step_that_opens_by_itself_keeps_the_question_of_the_rules() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Frigga's Succor"})
    s.play("wolf: invade leader Gimle")
    html = panel(s, "wolf", "prompt")
    assert "Frigga&#39;s Succor: invade Gimle with a Warrior too for 0 Rage, or decline</h2>" in html
    assert "Where does your Warrior land?" not in html


def test_whoever_must_lay_another_card_is_told_why() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Heimdall's Watch, Tyr's Smash", "raven": "Tyr's Smite, Tyr's Crush"},
    )
    s.play("wolf: pillage Gimle")
    assert "Discarded if you win, back in your hand if you lose" in panel(s, "raven", "prompt")
    s.play("wolf: card Heimdall's Watch", "raven: card Tyr's Smite")
    assert "raven" in s.asked()
    assert "Heimdall&#39;s Watch: all cards were discarded, choose again" in panel(s, "raven", "prompt")


def test_where_one_can_only_go_on_or_decline_the_places_are_open_at_once() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Troll"})
    s.play("wolf: upgrade Troll")
    assert s.asked() == {"wolf": "free_invade"}
    assert 'class="prov legal" data-place="Gimle"' in panel(s, "wolf", "targets")
    html = panel(s, "wolf", "prompt")
    assert re.search(r'data-choice="decline" data-plain', html)
    assert re.search(r'<fieldset class="grp live"[^>]*data-of="invade/Troll"', html)


def test_one_way_on_among_choices_that_end_is_not_taken_for_anybody() -> None:
    s = scene(
        "wolf raven", turn="wolf", hands={"wolf": "Frost Giant, Tyr's Domain"}, upgrades={"wolf": "Troll, Valkyrie"}
    )
    html = panel(s, "wolf", "prompt", "upgrade")
    assert re.search(r'<fieldset class="grp live"[^>]*data-of="upgrade"', html)


def test_a_yes_says_what_it_does_and_the_question_does_not_say_yes_or_no() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Thor's Domain"})
    s.play("wolf: invade warrior Gimle")
    assert {word: (item["label"], item["cost"]) for word, item in items(s, "wolf").items()} == {
        "yes": ("Pillage at once", 2),
        "no": ("No", 0),
    }
    assert "Thor&#39;s Domain: pay 2 Rage to pillage Gimle at once?</h2>" in panel(s, "wolf", "prompt")


def test_every_question_that_can_be_answered_with_yes_has_words_for_it() -> None:
    questions = [question for question in find("blood_rage").book.questions if question is not None]
    asked = [one.code for one in questions if any(offer.verb is YES for offer in one.in_order)]
    yes = data("blood_rage", "yes")
    said = [PAGE.answer({"seat": 0, "owed": [{"seat": 0, "prompt": {"code": code}}]}, yes, WORDS) for code in asked]
    assert sorted(said) == ["Move to Yggdrasil", "Pillage at once", "Use it in the battle"]


@pytest.mark.parametrize(
    ("at", "question"),
    [
        ("", "Take one action or pass"),
        ("invade", "Which figure invades?"),
        ("invade/leader", "Where does your Leader land?"),
        ("march", "Where does the march begin?"),
        ("march/Gimle", "Whom do you march, and where?"),
        ("upgrade/Frost Giant", "Frost Giant: which slot?"),
    ],
)
def test_the_heading_asks_for_the_next_step(at: str, question: str) -> None:
    figures = "wolf: 2 warrior in Gimle, warrior in Horgr"
    hands, upgrades = {"wolf": "Frost Giant, Fire Giant"}, {"wolf": "Troll, Valkyrie"}
    s = scene("wolf raven", turn="wolf", figures=figures, hands=hands, upgrades=upgrades)
    heading = re.search(r'<h2 id="ask"[^>]*>\s*(.*?)\s*</h2>', panel(s, "wolf", "prompt", at), re.DOTALL)
    assert heading is not None
    assert heading[1] == question


def test_a_page_without_questions_of_its_own_names_the_step() -> None:
    made = (Step("action", "invade"),)
    assert Page.question(PAGE, made, "figure", WORDS) == "Choose: Figure"
    assert not Page.question(PAGE, (), "figure", WORDS)


def test_a_march_lists_its_figures_to_tick_and_says_how_many_a_target_takes() -> None:
    figures = "wolf: 2 warrior in Gimle, leader in Gimle; raven: 2 warrior in Utgard"
    s = scene("wolf raven", turn="wolf", figures=figures)
    one = group(s, "wolf", "march/Gimle")
    assert [(item["choice"], item["number"]) for item in one["series"].items] == [("warrior", 2), ("leader", 1)]
    most = {item["path"].split("/")[-1]: item["most"] for item in one["items"] if item["choice"]}
    free = {place["name"]: free_villages(place) for place in told(s, "wolf")["view"]["places"] if place.get("villages")}
    assert most == {place: min(3, free.get(place, 3)) for place in most}
    assert most["Utgard"] == 1, "of three villages, one is free"
    assert group(s, "wolf", "march")["series"] is None


def test_a_part_of_a_sheet_offers_what_it_is_for() -> None:
    hands, upgrades = {"wolf": "Frost Giant, Alfheim!"}, {"wolf": "Troll, Valkyrie"}
    s = scene("wolf raven", turn="wolf", hands=hands, upgrades=upgrades)
    assert {item["things"] for item in items(s, "wolf", "invade").values()} == {"reserve"}
    assert items(s, "wolf", "quest")["Alfheim!"]["things"] == "quests"
    assert items(s, "wolf", "upgrade")["Frost Giant"]["things"] == "slot-monster"
    slots = items(s, "wolf", "upgrade/Frost Giant")
    assert [item["things"] for item in slots.values()] == ["slot-monster-1", "slot-monster-2"]


def test_a_card_leads_no_further_than_its_choices_agree() -> None:
    hands, upgrades = {"wolf": "Frost Giant"}, {"wolf": "Troll, Valkyrie"}
    s = scene("wolf raven", turn="wolf", hands=hands, upgrades=upgrades)
    assert 'data-at="upgrade/Frost Giant"' in panel(s, "wolf", "hand")
    free = scene("wolf raven", turn="wolf", hands=hands)
    assert 'data-at="upgrade/Frost Giant"' in panel(free, "wolf", "hand")
