"""Beats: every event of a battle once, in the order of its stages, and nothing hidden."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import prompts, state_of
from drakkar.core.match import Match
from drakkar.games.blood_rage.page.battle import STAGES
from drakkar.games.blood_rage.page.end_of_age import ON_THE_MAP, PHASES, SCORING, TRIFLES
from drakkar.games.blood_rage.page.figure_tracking import Counted, on_the_map
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.games.blood_rage.page.stage import ENDS, UNTOLD
from drakkar.page.game_page import Beat
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from tests.server.page_reader import Reader
from tests.server.sample_documents import document, events

Where = tuple[int, int, int]


def a_choice(match: Match, rng: random.Random) -> None:
    """A random player makes a random choice, with a preference for battles."""
    seat = rng.choice(list(prompts(match)))
    choices = list(match.choices(seat))
    willing = [choice for choice in choices if str(choice) not in ("pass", "decline")] or choices
    fights = [choice for choice in willing if str(choice).startswith(("pillage", "join"))]
    match.play(
        seat, rng.choice(fights if fights and rng.random() < 0.4 else willing if rng.random() < 0.8 else choices)
    )


def public(match: Match) -> dict[str, Any]:
    """The document of a spectator."""
    return document(match, None, [""] * match.seats, previews=False)


def on_panels(beats: list[Beat], template: str) -> list[Beat]:
    """The beats that are shown on a panel, not on the map."""
    return [beat for beat in beats if beat.panel is not None and beat.panel.template == template]


def values_of(beat: Beat) -> dict[str, Any]:
    """What the panel of a beat shows."""
    assert beat.panel is not None
    return beat.panel.values


def in_battles(told: list[dict[str, Any]]) -> list[int]:
    """The events from the declaration of a pillage to its end, without the silent ones."""
    found, is_on = [], False
    for number, event in enumerate(told):
        is_on = event["kind"] == "pillage_declared" or (is_on and event["kind"] not in ENDS)
        if is_on and event["kind"] not in PAGE.silent:
            found.append(number)
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_event_of_a_battle_is_in_one_beat_and_stages_come_in_order(seats: int) -> None:
    rng, match, words = (
        random.Random(seats),
        drakkar.new("blood_rage", seats, seed=seats),
        web_translator("en", "blood_rage"),
    )
    shown: list[int] = []
    while not match.over:
        since = len(events(match, None))
        a_choice(match, rng)
        told = events(match, None)
        fights = [one for one in PAGE.beats(public(match), told, since, words) if one.scene.startswith("battle")]
        shown += [number for beat in fights for number in beat.numbers]
        beats = on_panels(fights, "battle.html")
        for beat in beats:
            values = values_of(beat)
            assert beat.numbers
            lines = [line["event"] for line in values["lines"] for _ in range(line["times"])]
            worth = [told[number] for number in beat.numbers if told[number]["kind"] not in UNTOLD]
            assert sorted(map(str, lines)) == sorted(map(str, worth))
            for number in beat.numbers:
                if told[number]["kind"] == "total":
                    row = next(row for row in values["rows"] if row["clan"] == told[number]["data"]["clan"].lower())
                    assert row["total"] == told[number]["data"]["total"]
        for one, other in pairwise(beats):
            is_new = told[other.numbers[0]]["kind"] == "pillage_declared"
            stages = [STAGES.index(values_of(beat)["stage"]) for beat in (one, other)]
            assert is_new or stages[0] < stages[1] or stages == [STAGES.index("late")] * 2
    assert shown == in_battles(events(match, None))


def ending(told: list[dict[str, Any]]) -> list[list[int]]:
    """The events of the phases after the Action phase, by phase, without the silent ones."""
    found: list[list[int]] = []
    is_on = False
    for number, event in enumerate(told):
        if event["kind"] == "phase_begins":
            is_on = event["data"]["phase"] in PHASES
            found.append([])
        is_on = is_on and event["kind"] != "age_begins"
        if is_on and event["kind"] not in PAGE.silent:
            found[-1].append(number)
    return [phase for phase in found if {told[number]["kind"] for number in phase} - TRIFLES]


@pytest.mark.parametrize("seats", [2, 5])
def test_the_end_of_an_age_is_shown_phase_by_phase_with_the_glory_of_that_moment(seats: int) -> None:
    rng, match, words = (
        random.Random(seats),
        drakkar.new("blood_rage", seats, seed=seats),
        web_translator("en", "blood_rage"),
    )
    shown: set[int] = set()
    phases: list[str] = []
    told, beats = events(match, None), PAGE.beats(public(match), events(match, None), 0, words)
    while not match.over:
        since, glory = len(events(match, None)), [clan["glory"] for clan in match.view(None).table["clans"]]
        a_choice(match, rng)
        if match.view(None).table["phase"] == "Action" and not match.over:
            continue
        told = events(match, None)
        every = PAGE.beats(public(match), told, since, words)
        assert [beat.numbers for beat in every] == sorted(beat.numbers for beat in every)
        for beat in every:
            assert not shown & set(beat.numbers)
            shown |= set(beat.numbers)
        beats = on_panels(every, "end_of_age.html")
        for beat in beats:
            phases.append(values_of(beat)["phase"])
            quests = [quest["judged"] for row in values_of(beat)["rows"] for quest in row["quests"]]
            judged = [told[number]["kind"] for number in beat.numbers if told[number]["kind"].startswith("quest_f")]
            assert Counter(judged) <= Counter(quests)
            assert [row["glory"] for row in values_of(beat)["rows"]] == [
                score + sum(signed(event, clan) for event in told[since : beat.numbers[-1] + 1])
                for score, clan in zip(glory, match.sides, strict=True)
            ]
    assert set(phases) == {*PHASES, SCORING} - ON_THE_MAP
    assert values_of(beats[-1])["phase"] == SCORING
    assert [row["glory"] for row in values_of(beats[-1])["rows"]] == list(state_of(match).glory)
    worth = {number for phase in ending(told) for number in phase}
    assert {number for number in worth - shown if told[number]["kind"] not in TRIFLES} == set()


def signed(event: dict[str, Any], clan: str) -> int:
    """The Glory that a clan gains or loses in an event."""
    sign = {"glory": 1, "glory_lost": -1}.get(event["kind"], 0)
    return sign * int(event["data"]["amount"]) if sign and event["data"]["clan"].lower() == clan else 0


def test_a_beat_is_a_whole_panel_of_what_everybody_knows() -> None:
    rng, match, words = random.Random(7), drakkar.new("blood_rage", 4, seed=7), web_translator("pl", "blood_rage")
    make, seen = renderer("blood_rage"), 0
    while not match.over:
        since = len(events(match, None))
        a_choice(match, rng)
        for beat in make.beats(public(match), events(match, None), since, words):
            assert not (beat.html and beat.moments)
            if not beat.html:
                continue
            reader = Reader(beat.html)
            assert len(reader.ids) == len(set(reader.ids))
            assert beat.html.startswith('<section id="p-stage"')
            seen += 1
    assert seen > 20
    assert make.beats(public(match), events(match, None), len(events(match, None)), words) == []


def standing_now(match: Match) -> Counter[Where]:
    """The number of figures by place."""
    return Counter(on_the_map(match.view(None).table))


@pytest.mark.parametrize("start", [0, 90])
def test_figures_are_counted_as_they_stood_also_from_a_position_on(start: int) -> None:
    rng, match = random.Random(5), drakkar.new("blood_rage", 3, seed=5)
    for _ in range(start):
        a_choice(match, rng)
    match = drakkar.set_up(match.position()) if start else match
    truth: dict[int, Counter[Where]] = {}
    while not match.over and len(match.history) < 200:
        a_choice(match, rng)
        truth[len(events(match, None))] = standing_now(match)
    told = events(match, None)
    counted = Counted(public(match), told)
    for number, event in enumerate(told, 1):
        counted.follow(event)
        if number in truth:
            now = Counter({where: count for where, count in counted.counts.now.items() if count > 0})
            assert now == truth[number], number
