"""The end page: points by part, turning point, closest battle, and the moments in the replay that they link to."""

import re
from functools import cache
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import at_choice, game_of, questions
from drakkar.core.match import Match
from drakkar.page.game_page import Events
from drakkar.server.log.entries import BOT, Founded, Place
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import Table
from drakkar.server.web.ending import ending, turning_point
from drakkar.server.web.panels import renderer
from drakkar.server.web.replay import moment_of, scene
from drakkar.server.web.web_translator import web_translator
from tests.lords_of_ragnarok.hunting import hero_round
from tests.server.sample_documents import document, events

SEEDS = range(6)


@cache
def played(title: str, seats: int, seed: int) -> Match:
    """A random match to its end."""
    match, rng = drakkar.new(title, seats, seed=seed), Random(seed)
    while not match.over:
        seat = min(questions(match))
        match.play(seat, rng.choice(match.choices(seat)))
    return match


def values_of(match: Match) -> dict[str, Any]:
    told = document(match, None, [""] * match.seats)
    return ending(told, events(match, None), renderer(match.title).plain, web_translator("en", match.title))


def highlight(values: dict[str, Any], start: str) -> dict[str, Any] | None:
    return next((one for one in values["highlights"] if one["title"].startswith(start)), None)


def decisive_event(told: Events, seats: int, winner: int) -> int | None:
    """The event that gave the winner the lead for the last time, recounted from the events."""
    scores, decisive, is_ahead = [0] * seats, None, False
    for number, event in enumerate(told):
        if event["kind"] not in ("glory", "glory_lost"):
            continue
        scores[event["ids"]["clan"]] += event["data"]["amount"] * (1 if event["kind"] == "glory" else -1)
        was_ahead, is_ahead = is_ahead, max(scores) == scores[winner] > sorted(scores)[-2]
        if is_ahead and not was_ahead:
            decisive = number
    return decisive if is_ahead else None


@pytest.mark.parametrize("seats", [2, 4])
def test_the_turning_point_is_the_last_time_the_winner_takes_the_lead(seats: int) -> None:
    found = 0
    for seed in SEEDS:
        match = played("blood_rage", seats, seed)
        assert match.outcome is not None
        winners, told = match.outcome.winners, events(match, None)
        turning = highlight(values_of(match), "Turning point")
        number = decisive_event(told, seats, winners[0]) if len(winners) == 1 else None
        assert (turning and turning["number"]) == number
        if turning is not None:
            assert turning["text"].startswith(told[turning["number"]]["text"])
            found += 1
    assert found > len(SEEDS) / 2


def test_a_lead_from_the_beginning_or_a_shared_victory_has_no_turning_point() -> None:
    def points(*scores: tuple[int, int]) -> list[dict[str, Any]]:
        return [{"scores": list(one), "number": number - 1} for number, one in enumerate(scores)]

    assert turning_point(points((0, 0), (3, 0), (3, 5), (6, 5), (9, 5)), 0) == {"scores": [6, 5], "number": 2}
    assert turning_point(points((0, 0), (3, 3), (3, 0), (3, 3)), 0) is None
    assert turning_point(points((4, 0), (4, 3)), 0) is None
    assert turning_point([], 0) is None


def least_difference(told: Events) -> int | None:
    """The smallest difference between the winner of a battle and the best other clan with Strength of its own."""
    differences, totals = [], dict[str, int]()
    for event in told:
        data = event["data"]
        if event["kind"] == "battle_begins":
            totals = {}
        elif event["kind"] == "total" and data["figures"]:
            totals[data["clan"]] = data["total"]
        elif event["kind"] == "battle_won" and data["clan"] in totals and len(totals) > 1:
            best, second = sorted(totals.values(), reverse=True)[:2]
            differences.append(best - second)
    return min(differences, default=None)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_closest_battle_has_the_smallest_difference_among_those_with_figures_on_two_sides(seats: int) -> None:
    for seed in SEEDS:
        match = played("blood_rage", seats, seed)
        told, closest = events(match, None), highlight(values_of(match), "Closest battle: ")
        if closest is None:
            assert least_difference(told) is None
            continue
        won = told[closest["number"]]
        assert won["kind"] == "battle_won"
        assert closest["title"] == f"Closest battle: {won['data']['place']}"
        totals = [int(total) for total in re.findall(r" (\d+)", closest["text"])]
        assert closest["text"].startswith(f"{won['data']['clan']} {totals[0]}, ")
        assert totals[0] - totals[1] == least_difference(told)
        assert closest["part"] in ("Age I", "Age II", "Age III")


def test_the_closest_battle_of_the_other_game_has_the_smallest_difference_and_ties_count() -> None:
    for seed in range(4):
        match = played("lords_of_ragnarok", 3, seed)
        told, closest = events(match, None), highlight(values_of(match), "Closest battle: ")
        strengths = [event["data"]["total"] for event in told if event["kind"] == "battle_strength"]
        differences = [abs(one - other) for one, other in zip(strengths[::2], strengths[1::2], strict=True)]
        if closest is None:
            assert not differences
            continue
        one, other = (int(total) for total in re.findall(r" (\d+)", closest["text"]))
        assert abs(one - other) == min(differences)
        winner = told[closest["number"]]["data"]["clan"]
        assert closest["text"].startswith(f"{winner} {one}, ")


def from_the_middle(seats: int, seed: int) -> Match:
    """A match that goes on at random from the position in the middle of another one."""
    whole, rng = played("lords_of_ragnarok", seats, seed), Random(seed)
    match = drakkar.set_up(at_choice(whole, len(whole.history) // 2).position())
    while not match.over:
        seat = min(questions(match))
        match.play(seat, rng.choice(match.choices(seat)))
    return match


# What decides each kind of victory, as the view counts it.
DECIDES = {"Great Jarl": "jarl", "Great Gothi": "gothi", "Slayer": "slayer", "Ragnarok": "yggdrasil"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_regions_over_time_and_what_decided_end_with_what_the_view_counts(seats: int) -> None:
    page, victories = renderer("lords_of_ragnarok").plain, set()
    for match in (*(played("lords_of_ragnarok", seats, seed) for seed in range(3)), from_the_middle(seats, 0)):
        told, all_events = document(match, None, [""] * seats), events(match, None)
        assert match.outcome is not None
        view, way = told["view"], DECIDES[match.outcome.victory]
        last = page.scores(told, all_events)[-1]["scores"]
        assert last == [sum(region["control"] == seat for region in view["regions"]) for seat in range(seats)]
        decided = page.standing(told, all_events)
        assert all(min(point["scores"]) >= 0 for point in decided)
        if way != "yggdrasil":  # texts of cards count there too
            assert decided[-1]["scores"] == [player["victory"][way]["have"] for player in view["players"]]
        victories.add(match.outcome.victory)
    assert victories


def test_the_end_page_says_how_a_match_was_won() -> None:
    for seats, seed in [(2, 0), (3, 0), (3, 1), (4, 0)]:
        match = played("lords_of_ragnarok", seats, seed)
        values, told = values_of(match), events(match, None)
        assert match.outcome is not None
        won = highlight(values, f"Victory: {match.outcome.victory}")
        assert won is not None
        assert told[won["number"]]["kind"] == "victory"
        assert won["text"]


def test_the_boss_is_not_one_of_the_kills_before_it() -> None:
    boss_hunt = hero_round("Loki", "Huskarls", "Scouts", wounds="green: Loki 1 2 3 4")
    before = document(boss_hunt.match, None, [""] * 3)["view"]["players"][0]["victory"]["slayer"]["have"]
    boss_hunt.play("green: combine Huskarls with Scouts")
    won = highlight(values_of(boss_hunt.match), "Victory: Slayer")
    assert won is not None
    assert won["text"] == f"The Boss, after kills: {before}"


def test_deeds_are_counted_for_those_who_did_them_and_drawn_in_the_order_of_time() -> None:
    match = played("lords_of_ragnarok", 3, 0)
    values, told = values_of(match), events(match, None)
    for lane in values["lanes"]:
        by_event = dict.fromkeys(values["deeds"], 0)
        for event in told:
            if event["kind"] in by_event and event["ids"]["clan"] == lane["seat"]:
                by_event[event["kind"]] += 1
        del by_event["battle_lost"]
        assert {kind: lane["numbers"][kind] for kind in by_event} == by_event
        drawn = [item["x"] for item in lane["items"] if item["deed"].icon]
        assert drawn == sorted(drawn)
        assert all(0 <= x <= 100 for x in drawn)
    fought = sum(event["kind"] == "battle_won" for event in told)
    for kind in ("battle_won", "battle_lost"):
        assert sum(lane["numbers"][kind] for lane in values["lanes"]) == fought > 0


def test_the_marks_of_the_last_chart_are_in_the_readers_language() -> None:
    match = played("blood_rage", 4, 0)
    told = document(match, None, [""] * match.seats)
    words = web_translator("cs", "blood_rage")
    values = ending(told, events(match, None), renderer("blood_rage").plain, words)
    falls = [event["data"]["place"] for event in events(match, None) if event["kind"] == "province_falls"]
    marks = [mark["word"] for mark in values["lines"]["marks"]]
    assert marks == [words.page("province_falls", word=words.name("place", place)) for place in falls]
    assert len(marks) == 3


def test_the_points_of_all_parts_and_sources_add_up_to_the_score() -> None:
    for seed in SEEDS:
        match = played("blood_rage", 4, seed)
        values, outcome = values_of(match), match.outcome
        assert outcome is not None
        assert values["parts"] == ["Age I", "Age II", "Age III"]
        for row in values["part_bars"]:
            assert row["total"] == outcome.scores[row["seat"]] == sum(cell["total"] for cell in row["cells"])
            for at, cell in enumerate(row["cells"]):
                by_source = {source: amounts[at] for source, amounts in outcome.breakdown[row["seat"]].items()}
                assert cell["total"] == sum(by_source.values())
                gains = {source: amount for source, amount in by_source.items() if amount > 0}
                assert {part["source"]: part["amount"] for part in cell["parts"]} == gains
                assert sum(part["width"] for part in cell["parts"]) <= 100.1


def test_the_course_of_a_match_from_a_position_begins_with_the_scores_of_the_position() -> None:
    match, rng = drakkar.set_up("game = 'blood_rage'\nsides = ['wolf', 'raven']\nage = 3\nwolf.glory = 20\n"), Random(3)
    while not match.over:
        seat = min(questions(match))
        match.play(seat, rng.choice(match.choices(seat)))
    assert match.outcome is not None
    points = renderer("blood_rage").plain.scores(document(match, None, ["", ""]), events(match, None))
    assert points[0]["scores"] == [20, 0]
    assert points[-1]["scores"] == list(match.outcome.scores)


def table_of(match: Match) -> Table:
    places = [Place(BOT, bot="karl")] * match.seats
    rules = game_of(match).rules_version
    return Table("one", Founded(0, match.title, rules, list(match.sides), {}, "", places, origin=match.record()))


def test_a_link_to_an_event_leads_to_the_moment_when_it_has_just_happened() -> None:
    match = played("blood_rage", 2, 1)
    table, told = table_of(match), events(match, None)
    for number in range(0, len(told), 23):
        at = moment_of(match, number)
        assert scene(table, "", "none", [], str(number)).at == at
        assert len(scene(table, str(at), "none", []).events) > number
        assert at == 0 or len(scene(table, str(at - 1), "none", []).events) <= number
    for wrong in (str(len(told)), "-1", "x", "9" * 30):
        with pytest.raises(Refused):
            scene(table, "", "none", [], wrong)
