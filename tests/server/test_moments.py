"""Great moments on the map say what the events say: every death, fall, gain and end of a phase, once."""

import random
from collections import Counter
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import prompts
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.games.lords_of_ragnarok.page import moments as lor_moments
from drakkar.page.game_page import Beat, Moment
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES
from tests.server.sample_documents import document, events
from tests.server.test_beats import a_choice, public

WORDS = web_translator("en", "blood_rage")


def played(seats: int, seed: int) -> tuple[list[dict[str, Any]], list[Beat]]:
    """A random match: its events, and its beats with moments."""
    rng, match = random.Random(seed), drakkar.new("blood_rage", seats, seed=seed)
    while not match.over:
        a_choice(match, rng)
    told = events(match, None)
    return told, [beat for beat in PAGE.beats(public(match), told, 0, WORDS) if beat.moments]


def numbered(told: list[dict[str, Any]], beats: list[Beat], kind: str) -> list[dict[str, Any]]:
    """The events of a kind in beats with moments."""
    return [told[number] for beat in beats for number in beat.numbers if told[number]["kind"] == kind]


def doing(beats: list[Beat], does: str) -> list[Moment]:
    """The moments of one kind."""
    return [one for beat in beats for one in beat.moments if one.does == does]


@pytest.mark.parametrize("seats", [2, 4])
def test_moments_show_what_the_events_say(seats: int) -> None:
    told, beats = played(seats, seats)
    deaths = [
        f"{event['data']['clan'].lower()}/{event['data']['figure'].lower()}/{event['data']['place']}"
        for event in numbered(told, beats, "figure_destroyed")
    ]
    assert Counter(one.at.lower() for one in doing(beats, "fades")) == Counter(one.lower() for one in deaths)
    falls = [event["data"]["place"] for event in told if event["kind"] == "province_falls"]
    assert [one.at for one in doing(beats, "falls")] == falls
    flown = Counter[int]()
    for one in doing(beats, "flies"):
        seat, stat = one.to.split("/")
        if stat == "glory":
            flown[int(seat)] += int(one.text.replace("−", "-"))
    gained = Counter[int]()
    for event in numbered(told, beats, "glory"):
        gained[event["ids"]["clan"]] += event["data"]["amount"]
    for event in numbered(told, beats, "glory_lost"):
        gained[event["ids"]["clan"]] -= event["data"]["amount"]
    assert flown == gained
    assert sum(flown.values())
    raised = [one for one in doing(beats, "flies") if one.to.split("/")[1] in ("rage", "axes", "horns")]
    assert len(raised) == len(numbered(told, beats, "stat_raised"))


def test_every_action_phase_ends_with_its_reason_and_every_age_begins_with_a_banner() -> None:
    reasons = set()
    for seed in range(4):
        told, beats = played(2, seed)
        ends = [beat for beat in beats if beat.moments[0].rule == "BR-6.10"]
        assert len(ends) == 3
        for beat in ends:
            is_closed = told[beat.numbers[0]]["kind"] == "phase_closed"
            reasons.add(is_closed)
            assert bool(beat.says) != is_closed, "what no event says is announced too"
            assert beat.moments[0].text == (beat.says or WORDS.event(told[beat.numbers[0]]))
        ages = [one.text for one in doing(beats, "banner") if one.rule == "BR-1.2"]
        assert ages == ["Age 1 begins.", "Age 2 begins.", "Age 3 begins."]
    assert False in reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_banners_are_in_the_language_of_the_page(language: str) -> None:
    rng, match, words = (
        random.Random(1),
        drakkar.new("blood_rage", 2, seed=1),
        web_translator(language, "blood_rage"),
    )
    while match.view(None).table["age"] == 1:
        a_choice(match, rng)
    told = events(match, None)
    banners = [
        one
        for beat in PAGE.beats(document(match, None, ["", ""], previews=False), told, 0, words)
        for one in beat.moments
        if one.does == "banner"
    ]
    assert banners
    said = {words.event(event) for event in told} | {words.page("no_turn_left")}
    assert {one.text for one in banners} <= said
    assert all(one.rule.startswith("BR-") for one in banners)


@pytest.mark.parametrize("seats", [2, 3])
def test_moments_of_lords_of_ragnarok_show_what_the_events_say(seats: int) -> None:
    rng, match = random.Random(seats), drakkar.new("lords_of_ragnarok", seats, seed=seats)
    words, page = web_translator("en", "lords_of_ragnarok"), renderer("lords_of_ragnarok").plain
    while not match.over:
        seat = rng.choice(list(prompts(match)))
        match.play(seat, rng.choice(match.choices(seat)))
    told = events(match, None)
    beats = page.beats(document(match, None, [""] * seats, previews=False), told, 0, words)
    numbers = [number for beat in beats for number in beat.numbers if beat.panel is None]
    staged = {number for beat in beats for number in beat.numbers if beat.panel is not None}
    assert numbers == sorted(set(numbers))
    wanted = lor_moments.HEADLINES | lor_moments.GAINS
    unstaged = [number for number in range(len(told)) if number not in staged]
    assert numbers == [number for number in unstaged if told[number]["kind"] in wanted]
    banners = [one.text for one in doing(beats, "banner")]
    assert banners == [
        words.event(told[number]) for number in unstaged if told[number]["kind"] in lor_moments.HEADLINES
    ]
    assert {told[number]["kind"] for number in staged} & wanted <= {"battle_won", "army_destroyed"}
    regions = Counter[int]()
    for one in doing(beats, "flies"):
        owner, stat = one.to.split("/")
        if stat == "regions":
            regions[int(owner)] += {"+1": 1, "−1": -1}[one.text]
    changed = Counter[int]()
    for event in told:
        changed[event["ids"].get("clan", 0)] += {"control_taken": 1, "control_lost": -1}.get(event["kind"], 0)
    assert +regions == +changed
    assert any(regions.values())
