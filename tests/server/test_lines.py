"""The lines of the log: every action once, with its card, and nothing that other lines imply."""

import re
from typing import Any

import pytest

from drakkar.games.blood_rage.page.page import PAGE
from drakkar.server.web.lines import log_lines
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.blood_rage.scene import Scene, scene
from tests.server.sample_documents import document, events

WORDS = web_translator("en", "blood_rage")


def told(s: Scene) -> list[str]:
    """The lines of the log, from the first to the last."""
    spectator = document(s.match, None, [""] * s.match.seats)
    html = renderer("blood_rage").private(spectator, events(s.match, None), WORDS)["log"]
    lines = sorted(re.findall(r'<li id="l(\d+)" class="line(.*?)</li>', html), key=lambda found: int(found[0]))
    shown = [re.sub(r'^[^>]*>|<span class="paid">.*?</span>|<[^>]+>|BR-[\d.]+', "", line).strip() for _, line in lines]
    return [line.replace("&#39;", "'") for line in shown]


def test_a_march_is_one_line_and_equal_figures_are_counted() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: warrior", "wolf: warrior", "wolf: leader")
    assert told(s)[-2:] == [
        "Wolf's Warrior marches from Gimle to Horgr. ×2",
        "Wolf's Leader marches from Gimle to Horgr.",
    ]


def test_a_card_stands_beside_what_it_brought_about() -> None:
    s = scene("wolf raven serpent", upgrades={"wolf": "Troll"}, figures="raven: warrior in Gimle")
    s.play("wolf: invade Troll Gimle")
    assert told(s)[-1] == "Troll: Raven's Warrior in Gimle is destroyed and goes to Valhalla."


def test_a_card_that_did_nothing_is_not_told() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Troll"}, figures="raven: leader in Gimle")
    s.play("wolf: invade Troll Gimle")
    assert s.told("text_acts") == []
    assert told(s)[-1] == "Wolf invades Gimle with the Troll."


def test_glory_through_a_card_names_it() -> None:
    s = scene("wolf raven", figures="wolf: leader in Gimle; raven: warrior in Gimle", hands={"wolf": "Thor's Hammer"})
    s.play("wolf: pillage Gimle", "wolf: card Thor's Hammer", "wolf: decline", "raven: decline")
    assert "Thor's Hammer: Wolf scores 3 Glory from a card." in told(s)


@pytest.mark.parametrize(
    ("said", "played", "line"),
    [
        (
            {"upgrades": {"wolf": "Frigga's Succor"}},
            ("wolf: invade warrior Gimle", "wolf: invade warrior Gimle"),
            "Frigga's Succor: Wolf invades Gimle with a Warrior.",
        ),
        (
            {"upgrades": {"wolf": "Frigga's Domain"}, "figures": "wolf: leader in Valhalla"},
            ("wolf: invade leader Gimle from Valhalla",),
            "Frigga's Domain: Wolf invades Gimle with the Leader.",
        ),
        (
            {"upgrades": {"wolf": "Thor's Domain"}, "figures": "raven: leader in Gimle"},
            ("wolf: invade warrior Gimle", "wolf: yes"),
            "Thor's Domain: Wolf pillages Gimle for ",
        ),
        (
            {"upgrades": {"wolf": "Tyr's Challenge"}, "figures": "wolf: leader in Gimle", "pillaged": "Gimle"},
            ("wolf: challenge Gimle",),
            "Tyr's Challenge: Wolf pillages Gimle for ",
        ),
        (
            {"upgrades": {"wolf": "Lord of Hammers"}, "figures": "wolf: leader in Gimle"},
            ("wolf: pillage Gimle", "wolf: move leader Andlang"),
            "Lord of Hammers: Wolf's Leader moves from Gimle to Andlang.",
        ),
    ],
)
def test_what_a_card_lets_its_clan_do_names_the_card(said: dict[str, Any], played: tuple[str, ...], line: str) -> None:
    s = scene("wolf raven", turn="wolf", **said)
    s.play(*played)
    assert any(one.startswith(line) for one in told(s))


def test_a_warrior_that_comes_after_a_defeat_names_the_card() -> None:
    s = scene(
        "wolf raven",
        upgrades={"raven": "Loki's Blessing"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline", "raven: invade warrior Gimle")
    assert "Loki's Blessing: Raven invades Gimle with a Warrior." in told(s)


def test_a_saved_figure_names_the_card_and_what_was_not_saved_is_still_an_act_against_its_clan() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        rage={"wolf": 1, "raven": 5},
        upgrades={"wolf": "Frigga's Protection", "raven": "Troll"},
        figures="wolf: 2 warrior in Gimle",
    )
    s.play("raven: invade Troll Gimle", "wolf: save warrior Gimle")
    assert "Frigga's Protection: Wolf's Warrior in Gimle is saved." in told(s)
    seen = events(s.match, s.seat("wolf"))
    (lost,) = PAGE.hostile(seen, 0, s.seat("wolf"))
    assert seen[lost]["kind"] == "figure_destroyed"


def test_a_bonus_that_is_not_known_yet_is_told_as_it_is_printed() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Heimdall's Sight", "raven": "Tyr's Rage"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Heimdall's Sight", "raven: card Tyr's Rage")
    assert "Wolf reveals Heimdall's Sight (+X)." in told(s)


def test_a_battle_has_lines_for_what_clans_bring_and_add_and_none_for_what_they_do_not() -> None:
    s = scene(
        "wolf raven serpent",
        turn="wolf",
        figures="wolf: warrior in Gimle; raven: leader in Andlang; serpent: leader in Andlang",
        hands={"wolf": "Tyr's Rage", "raven": "Tyr's Bash"},
    )
    s.play("wolf: pillage Gimle", "raven: join leader from Andlang", "serpent: decline")
    s.play("wolf: card Tyr's Rage", "raven: card Tyr's Bash", "wolf: decline", "raven: decline")
    lines = told(s)
    begins, revealed = lines.index("Wolf pillages Gimle for Rage."), lines.index("Wolf reveals Tyr's Rage (+6).")
    assert lines[begins : revealed + 3] == [
        "Wolf pillages Gimle for Rage.",
        "Raven brings the Leader from Andlang to Gimle.",
        "Battle in Gimle: Wolf, Raven.",
        "Wolf reveals Tyr's Rage (+6).",
        "Raven reveals Tyr's Bash (+2).",
        "Wolf has 7: figures 1, cards 6.",
    ]


def test_the_card_that_asks_is_named_until_it_is_answered() -> None:
    acts = {"kind": "text_acts", "rule": "BR-20.1", "data": {"clan": "Wolf", "card": "Thor's Oath"}, "ids": {"clan": 0}}
    assert [line["event"] for line in log_lines(PAGE, [(7, acts)], ["wolf"])] == [acts]
    raised = {"kind": "stat_raised", "rule": "BR-3.6", "data": {"clan": "Wolf", "stat": "Rage"}, "ids": {"clan": 0}}
    (line,) = log_lines(PAGE, [(7, acts), (8, raised)], ["wolf"])
    assert (line["event"], line["by"]) == (raised, "Thor's Oath")


def test_neither_ragnarok_nor_ones_own_card_is_an_act_against_oneself() -> None:
    wolf, raven = 0, 1
    lost: dict[str, Any] = {"kind": "figure_destroyed", "data": {}, "ids": {"clan": wolf}}
    watched: dict[str, Any] = {"kind": "revealed_card_lost", "data": {}, "ids": {"clan": wolf}}

    def acts(clan: int) -> dict[str, Any]:
        return {"kind": "text_acts", "data": {}, "ids": {"clan": clan}}

    def phase(name: str) -> dict[str, Any]:
        return {"kind": "phase_begins", "data": {"phase": name}, "ids": {}}

    assert PAGE.hostile([phase("Ragnarök"), lost, phase("Action"), lost], 0, wolf) == {3}
    assert PAGE.hostile([acts(wolf), watched, acts(raven), watched], 0, wolf) == {3}
    assert PAGE.hostile([acts(raven), watched, lost], 2, wolf) == {2}
