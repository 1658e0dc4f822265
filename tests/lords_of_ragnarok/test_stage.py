"""Beats: battles and Hunts by stage, and drawn Events; every event once, and as it was at that time."""

import random
from itertools import pairwise
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import prompts
from drakkar.games.lords_of_ragnarok.page import battle
from drakkar.games.lords_of_ragnarok.page.page import PAGE
from drakkar.games.lords_of_ragnarok.page.stage import HUNT_STAGES, wounds_at
from drakkar.page.game_page import Beat
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.lords_of_ragnarok.fighting import battle as battle_scene
from tests.lords_of_ragnarok.fighting import over
from tests.lords_of_ragnarok.hunting import hunt
from tests.lords_of_ragnarok.playing import PLAYERS
from tests.lords_of_ragnarok.scene import Scene, scene
from tests.server.page_reader import Reader
from tests.server.sample_documents import document, events

TITLE = "lords_of_ragnarok"
WORDS = web_translator("en", TITLE)


def public(match: drakkar.Match) -> dict[str, Any]:
    return document(match, None, [""] * match.seats, previews=False)


def beats(match: drakkar.Match, since: int = 0) -> list[Beat]:
    return [one for one in PAGE.beats(public(match), events(match, None), since, WORDS) if one.panel]


def values_of(beat: Beat) -> dict[str, Any]:
    assert beat.panel is not None
    return beat.panel.values


def stages(some: list[Beat]) -> list[str]:
    """The current stage of each beat."""
    return [next(one["name"] for one in values_of(beat)["stages"] if one["now"]) for beat in some]


def play_on(match: drakkar.Match, rng: random.Random) -> None:
    """A random player makes a random choice, with a preference for Hunts."""
    seat = rng.choice(list(prompts(match)))
    choices = match.choices(seat)
    hunts = [choice for choice in choices if str(choice).startswith(("hunt", "action monsters", "strike", "defend"))]
    match.play(seat, rng.choice(hunts if hunts and rng.random() < 0.8 else list(choices)))


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_event_is_in_one_beat_at_most_and_the_numbers_are_those_counted(seats: int) -> None:
    rng, match = random.Random(seats), drakkar.new(TITLE, seats, seed=seats)
    shown: list[int] = []
    while not match.over and len(match.history) < 220:
        since = len(events(match, None))
        play_on(match, rng)
        told = events(match, None)
        for beat in beats(match, since):
            assert [number for number in beat.numbers if number < since] == []
            values = values_of(beat)
            for number in beat.numbers:
                data, ids = told[number]["data"], told[number]["ids"]
                if told[number]["kind"] == "battle_strength":
                    row = next(row for row in values["rows"] if row["seat"] == ids["clan"])
                    assert (row["total"], row["sums"]) == (
                        data["total"],
                        {name: data[name] for name in ("armies", "cards", "effects")},
                    )
                if told[number]["kind"] == "battle_won":
                    assert values["winner"] == ids["clan"]
            shown += beat.numbers
    assert shown == sorted(set(shown))
    kinds = [event["kind"] for event in events(match, None)]
    begun = kinds.index("first_player")
    wanted = {number for number, kind in enumerate(kinds) if kind in ("event_drawn", "battle_won")}
    assert {number for number in wanted if number > begun} <= set(shown)


@pytest.mark.parametrize("seats", PLAYERS)
def test_the_wounds_of_a_staged_hunt_are_those_of_that_time(seats: int) -> None:
    rng, match = random.Random(10 + seats), drakkar.new(TITLE, seats, seed=10 + seats)
    seen: list[tuple[int, list[list[int | None]]]] = []
    while not match.over and len(match.history) < 260:
        play_on(match, rng)
        wounds = [one["wounds"] for one in match.view(None).table["monsters"]]
        if not seen or seen[-1][1] != wounds:
            seen.append((len(match.events(None)) - 1, wounds))
    view, told = match.view(None).table, events(match, None)
    for number, wounds in seen:
        assert [wounds_at(view, told, monster, number) for monster in range(len(wounds))] == wounds
    assert seen


def fought() -> Scene:
    s = battle_scene(hands="green: Champions, Berserkers; red: Raiders, Shieldmaidens")
    s.play("red: play Raiders", "green: play Berserkers", "red: pass", "green: play Champions")
    over(s)
    return s


def test_a_battle_is_shown_by_its_steps_with_strength_in_parts() -> None:
    shown = beats(fought().match)
    assert stages(shown) == ["cards", "strength", "casualties", "retreat", "outcome"]
    rows = values_of(shown[1])["rows"]
    assert [(row["clan"], row["total"]) for row in rows] == [("green", 13), ("red", 7)]
    assert [(part["sort"], part["value"]) for part in rows[0]["parts"]] == [
        ("armies", 4),
        ("card", 3),
        ("card", 4),
        ("effects", 2),
    ]
    assert {beat.scene for beat in shown} == {shown[0].scene}
    assert all(stages([one]) != stages([other]) for one, other in pairwise(shown))


def test_a_battle_in_progress_shows_the_armies_before_they_are_counted() -> None:
    s = battle_scene(hands="green: Berserkers; red: Raiders")
    s.play("red: play Raiders")
    assert not beats(s.match), "the page itself shows it"
    now = battle.shown(s.match.view(0).table, list(s.match.sides))
    assert [row["total"] for row in now["rows"]] == [4, 7]
    assert renderer(TITLE).public(public(s.match), events(s.match, None), WORDS)["battle"].count("<rect") == 3


def test_a_hunt_is_shown_by_its_steps_and_the_attack_with_its_text() -> None:
    s = hunt("Troll", hands="green: Champions", draws=("Raiders", "Huskarls"), attacks=("mighty_attack", "attack_b"))
    since = len(events(s.match, None))
    s.attack("mighty_attack", draws=("Levy", "Levy"))
    s.play("green: defend Champions", "green: defend Huskarls", "green: done", "green: strike Raiders space 1")
    s.play("green: stop")
    assert s.match.view(None).table["hunt"], "the next attack is on the page"
    shown = beats(s.match, since)
    assert stages(shown) == list(HUNT_STAGES[:3])
    html = renderer(TITLE).beats(public(s.match), events(s.match, None), since, WORDS)
    assert "2 Injuries." in html[0].html
    assert "Champions" in html[1].html
    assert "Green covers space 1 of Troll." in " ".join(Reader(html[2].html).texts)
    assert values_of(shown[1])["one"]["covered"] == 0
    assert values_of(shown[2])["one"]["covered"] == 1


def test_a_drawn_event_is_shown_in_full() -> None:
    s = scene(stage="special", wheel="green: prepare")
    s.deal_events(13)
    before = len(events(s.match, None))
    s.play("green: action build statue")
    while "event_drawn" not in {event["kind"] for event in events(s.match, None)[before:]}:
        seat = next(iter(prompts(s.match)))
        s.match.play(seat, s.match.choices(seat)[0])
    card = next(beat for beat in beats(s.match, before) if beat.panel and beat.panel.template == "event.html")
    assert values_of(card)["region"] == 13
    texts = Reader(renderer(TITLE).beats(public(s.match), events(s.match, None), before, WORDS)[0].html).texts
    for word in ("Place a Monster of", "Activate Monsters of"):
        assert word in texts
