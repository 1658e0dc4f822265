"""The log by turns: every event once, oldest first in a turn; what others did to the reader comes first."""

import random
import re
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import prompts
from drakkar.core.match import Match
from drakkar.server.web.lines import is_omitted, log_lines
from drakkar.server.web.panels import PageContext, renderer
from drakkar.server.web.turns import Reader, course_of, turns_of
from drakkar.server.web.web_translator import web_translator
from tests.blood_rage.scene import Scene, scene
from tests.server.sample_documents import document, events

WORDS = web_translator("en", "blood_rage")


def played(title: str, seats: int, seed: int, choices: int = 0) -> Match:
    """A random match, to its end or to a number of choices."""
    rng = random.Random(seed)
    match = drakkar.new(title, seats, seed=seed)
    while not match.over and not (choices and len(match.history) >= choices):
        seat = rng.choice(list(prompts(match)))
        match.play(seat, rng.choice(match.choices(seat)))
    return match


def log_of(match: Match, seat: int | None, title: str = "blood_rage", lang: str = "en") -> str:
    """The log of a seat or a spectator in HTML."""
    told = document(match, seat, ["Ingrid"] + [""] * (match.seats - 1), previews=False)
    return renderer(title).private(told, events(match, seat), web_translator(lang, title), PageContext())["log"]


def news_of(s: Scene, clan: str) -> tuple[str, str]:
    """The log of a clan: "since your last turn", and what was before."""
    news, _, before = log_of(s.match, s.seat(clan)).partition('<h3 id="earlier">')
    return (news, before) if before else ("", news)


def ids(html: str) -> list[int]:
    """The numbers of the lines, from top to bottom."""
    return [int(number) for number in re.findall(r'<(?:li|p)(?: class="head")? id="l(\d+)"', html)]


@pytest.mark.parametrize(("title", "seats", "choices"), [("blood_rage", 4, 0), ("lords_of_ragnarok", 3, 400)])
def test_every_event_that_is_not_omitted_stands_in_exactly_one_line(title: str, seats: int, choices: int) -> None:
    match, make = played(title, seats, 3 + seats, choices), renderer(title)
    page, course = make.plain, course_of(title)
    for seat in (None, 1):
        told = events(match, seat)
        reader = Reader(title, match.sides, web_translator("en", title), make._line)
        found = []
        for turn in turns_of(page, course, told, 0, reader):
            assert [number for number, _ in turn.events] == sorted(number for number, _ in turn.events)
            assert not any(course.divides(event["kind"]) for _, event in turn.events)
            found += [turn.number] if turn.head else []
            lines = log_lines(page, turn.events, match.sides)
            assert [line["number"] for line in lines] == sorted(line["number"] for line in lines)
            found += [number for line in lines for number in line["numbers"]]
        headings = course.turns | course.parts | page.causes | page.costs
        wanted = [
            number for number, event in enumerate(told) if not is_omitted(page, event) and event["kind"] not in headings
        ]
        causes = [number for number in found if told[number]["kind"] in page.causes]
        assert sorted(set(found) - set(causes)) == wanted
        assert len(found) == len(set(found))


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
@pytest.mark.parametrize("choices", [45, 160])
def test_the_newest_turn_is_first_and_in_a_turn_the_oldest_line(title: str, choices: int) -> None:
    match = played(title, 3, 11, choices)
    for seat in (None, 0, 1, 2):
        html = log_of(match, seat, title)
        assert len(ids(html)) == len(set(ids(html)))
        for part in html.split('<h3 id="earlier">'):
            turns = re.split(r'<li class="turn[^"]*" id="t(\d+)"', part)
            numbers = [int(number) for number in turns[1::2]]
            assert numbers == sorted(numbers, reverse=True)
            assert all(ids(turn) == sorted(ids(turn)) for turn in turns[2::2])


@pytest.mark.parametrize("title", ["blood_rage", "lords_of_ragnarok"])
def test_lines_name_places_and_pieces_of_the_map(title: str) -> None:
    match = played(title, 4, 5, 160)
    spectator = document(match, None, [""] * 4, previews=False)
    made = renderer(title).render(spectator, events(match, None), spectator, events(match, None), WORDS_OF[title])
    spots = set(re.findall(r'data-place="([^"]+)"', made["targets"]))
    told = events(match, None)
    page = renderer(title).plain
    named = {place for event in told for place in page.places(event)}
    assert named
    assert named <= spots
    standing = set(re.findall(r'data-stands="([^"]+)"', made.get("figures", "")))
    pieces = {piece for event in told for piece in page.pieces(event, list(match.sides))}
    assert bool(pieces & standing) == bool(standing)


WORDS_OF = {title: web_translator("en", title) for title in ("blood_rage", "lords_of_ragnarok")}


def test_before_ones_first_turn_nothing_is_news() -> None:
    s = scene("wolf raven", turn="raven", figures="raven: warrior in Gimle")
    s.play("raven: march Gimle Horgr")
    news, before = news_of(s, "wolf")
    assert not news
    assert "Warrior marches from Gimle to Horgr" in before


def test_if_nobody_else_has_had_a_turn_nothing_is_news() -> None:
    s = scene("wolf raven", turn="wolf", rage={"raven": 0})
    s.play("wolf: invade leader Gimle")
    assert s.asked() == {"wolf": "turn"}
    assert 'id="news"' not in log_of(s.match, s.seat("wolf"))


def test_what_others_did_since_ones_last_turn_is_news_and_stands_once() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Troll"}, figures="wolf: warrior in Gimle")
    s.play("wolf: upgrade Troll", "wolf: decline", "raven: invade leader Horgr")
    news, before = news_of(s, "wolf")
    assert "Raven invades Horgr" in news
    assert "Raven invades Horgr" not in before
    assert "Troll" in before, "it joined the reserve in the Wolf's own turn"
    s.play("wolf: pillage Gimle")
    assert "Wolf raises Rage" in news_of(s, "raven")[0]
    s.play("raven: invade warrior Horgr")
    assert "raises" not in news_of(s, "wolf")[0]


def test_news_stays_while_the_next_turn_is_made() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle, leader in Gimle")
    s.play("wolf: invade warrior Horgr", "raven: invade leader Andlang", "wolf: march Gimle Horgr", "wolf: warrior")
    news, _ = news_of(s, "wolf")
    assert news.index("Wolf&#39;s Warrior marches") < news.index("Raven invades Andlang")


def test_what_others_did_in_a_place_before_one_came_is_not_against_one() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle, leader in Gimle")
    s.play("wolf: invade warrior Horgr", "raven: invade leader Andlang", "wolf: march Gimle Andlang", "wolf: warrior")
    assert "against" not in news_of(s, "wolf")[0]
    s.play("wolf: done", "raven: invade warrior Andlang")
    against = re.findall(r"<li[^>]*against.*?</li>", news_of(s, "wolf")[0])
    assert len(against) == 1
    assert "Warrior" in against[0]


def test_losses_and_invaders_come_first_and_are_marked_in_words() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"raven": "Troll"}, figures="wolf: 2 warrior in Gimle")
    s.play("wolf: invade leader Gimle", "raven: invade Troll Gimle")
    news, _ = news_of(s, "wolf")
    rows = re.findall(r'<li id="l\d+" class="(line[^"]*)".*?</li>', news)
    assert rows[:2] == ["line against"] * 2
    against = re.findall(r"<li[^>]*against.*?</li>", news)
    assert len(against) == 2
    assert all("Against you: " in row for row in against)
    assert "Troll" in against[0]
    assert "destroyed" in against[1]
    assert "against" not in log_of(s.match, None)


def test_a_line_says_what_an_action_cost() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: warrior", "wolf: warrior", "wolf: leader")
    assert re.search(r'Warrior marches.*?×2.*?<span class="paid">1 Rage</span>', log_of(s.match, None))


def test_several_sides_share_a_line_if_they_share_the_news() -> None:
    match = played("blood_rage", 4, 2)
    told = events(match, None)
    starts = [
        line
        for line in log_lines(renderer("blood_rage").plain, enumerate(told), match.sides)
        if line["event"]["kind"] == "rage_set"
    ]
    assert starts[0]["sides"] == list(match.sides)
    assert len(starts) < sum(event["kind"] == "rage_set" for event in told)


def test_a_card_that_nobody_may_see_is_no_line() -> None:
    match = played("blood_rage", 3, 4, 60)
    assert "discards the last cards" not in log_of(match, None)
    assert log_of(match, 0).count("discards the last cards") <= 1


def test_an_early_end_of_a_phase_says_why() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: leader in Gimle", pillaged=ALL_BUT_GIMLE)
    s.play("wolf: pillage Gimle")
    html = log_of(s.match, None)
    rows = re.findall(r'<li id="l\d+" class="line milestone".*?</li>', html)
    (closed,) = [row for row in rows if "Every surviving province has been pillaged" in row]
    assert "BR-6.10" in closed


ALL_BUT_GIMLE = "Elvagar, Angerboda, Muspelheim, Horgr, Utgard, Andlang, Myrkulor, Yggdrasil"


@pytest.mark.parametrize("lang", ["pl", "es", "cs"])
def test_the_log_speaks_every_language(lang: str) -> None:
    html = log_of(played("blood_rage", 3, 11, 100), 0, lang=lang)
    words: Any = web_translator(lang, "blood_rage")
    assert words.page("recap") in html
    assert words.page("log_mine") in html
