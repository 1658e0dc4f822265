"""Every panel is a function of a document: well-formed, translated, and without hidden information."""

import json
import random
import re
from collections import Counter
from typing import Any

import pytest

import drakkar
from drakkar.core.game import find, install
from drakkar.core.hosting import prompts
from drakkar.core.match import Match
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.page.figure_tracking import on_the_map, standing
from drakkar.games.blood_rage.page.land import geometry
from drakkar.games.blood_rage.page.notes import free_villages
from drakkar.games.blood_rage.page.page import PAGE as BLOOD_RAGE
from drakkar.games.blood_rage.page.steps import steps
from drakkar.page.steps import path_of
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import Claim, Vote, as_plain
from drakkar.server.web.forms import command_of
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.markup import STATIC, game_query
from drakkar.server.web.panels import PageContext, renderer
from drakkar.server.web.sentences import SENTENCES
from drakkar.server.web.web_translator import web_translator
from tests.server.page_reader import Reader
from tests.server.page_words import Marked, unmarked
from tests.server.sample_documents import data, document, events

NAMELESS = '<span class="they">Player</span><span class="me">you</span>'
# Panels that may contain information of one seat.
PRIVATE = {"prompt", "turn", "log", "targets", "hand", "draft", "seen", "foresee", "own", "chat"}


class Moment:
    """A moment of a match with the documents of all audiences."""

    def __init__(self, match: Match) -> None:
        people = ["Ingrid", *[""] * (match.seats - 1)]
        self.sides = match.sides
        self.asked = list(prompts(match))
        self.seats: list[int | None] = [None, *range(match.seats)]
        self.codes = {prompt.code for prompt in prompts(match).values()}
        self.documents = {seat: document(match, seat, people, previews=False) for seat in self.seats}
        self.events = {seat: events(match, seat) for seat in self.seats}

    def panels(self, seat: int | None, words: Any, at: str = "") -> dict[str, str]:
        return renderer("blood_rage").render(
            self.documents[None], self.events[None], self.documents[seat], self.events[seat], words, PageContext(at)
        )


def played(seed: int, seats: int, each: int = 2) -> list[Moment]:
    """A random match at some moments of every kind, and at its end."""
    rng = random.Random(seed)
    match = drakkar.new("blood_rage", seats, seed=seed)
    kept: dict[str, int] = {}
    moments = []
    while not match.over:
        seat, prompt = rng.choice(list(prompts(match).items()))
        choices = match.choices(seat)
        if kept.get(prompt.code, 0) < each and rng.random() < 0.3:
            kept[prompt.code] = kept.get(prompt.code, 0) + 1
            moments.append(Moment(match))
        willing = [choice for choice in choices if str(choice) not in ("pass", "decline")] or list(choices)
        match.play(seat, rng.choice(willing if rng.random() < 0.8 else list(choices)))
    return [*moments, Moment(match)]


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    return [moment for seats in (2, 3, 4, 5) for moment in played(seats, seats)]


def test_every_panel_is_whole_and_gives_each_id_once(moments: list[Moment]) -> None:
    words = web_translator("en", "blood_rage")
    for moment in moments:
        for seat in (None, *moment.asked[:1]):
            panels = moment.panels(seat, words)
            whole = Reader("".join(panels.values()))
            assert len(whole.ids) == len(set(whole.ids)), sorted(one for one in whole.ids if whole.ids.count(one) > 1)
            for name, html in panels.items():
                assert html.startswith(f'<section id="p-{name}" class="panel')
                assert re.search(r' data-h="[0-9a-f]{12}"', html)


@pytest.mark.slow
def test_each_choice_can_be_made_at_exactly_one_button(moments: list[Moment]) -> None:
    words = web_translator("en", "blood_rage")
    for moment in moments:
        for seat in moment.asked[:2]:
            choices = moment.documents[seat]["choices"]
            for at in ("", "pass", *(steps(choice)[0].word for choice in random.Random(1).sample(choices, 1))):
                shown = Reader("".join(moment.panels(seat, words, at).values())).choices
                assert sorted(shown) == sorted(choice["text"] for choice in choices), at


def test_choices_in_their_steps_are_told_apart(moments: list[Moment]) -> None:
    for moment in moments:
        for seat in moment.asked[:2]:
            choices = moment.documents[seat]["choices"]
            assert len({steps(choice) for choice in choices}) == len(choices)


@pytest.mark.slow
def test_nobody_sees_a_card_that_his_document_does_not_name(moments: list[Moment]) -> None:
    words, names = web_translator("en", "blood_rage"), {card.name for card in CARDS}
    for moment in moments:
        for seat in (None, *moment.asked[:1], 0):
            panels = moment.panels(seat, words)
            for private in (False, True):
                knows = seat if private else None
                told = json.dumps([moment.documents[knows], moment.events[knows]], default=repr, ensure_ascii=False)
                html = "".join(html for name, html in panels.items() if (name in PRIVATE) == private)
                text = " ".join([*Reader(html).texts, html]).replace("’", "'").replace("&#39;", "'")
                for name in names:
                    assert name in told or name not in text, f"{name} is shown to {knows}"


def test_public_panels_do_not_depend_on_who_looks(moments: list[Moment]) -> None:
    words = web_translator("en", "blood_rage")
    for moment in moments[::3]:
        seen = [moment.panels(seat, words) for seat in moment.seats]
        for name in set(seen[0]) - PRIVATE:
            assert len({panels[name] for panels in seen}) == 1, name


def test_no_word_on_the_page_is_missing_from_the_catalogues(moments: list[Moment]) -> None:
    words = Marked("blood_rage")
    for moment in moments:
        for seat in (None, *moment.asked[:1]):
            panels = moment.panels(seat, words)
            panels.pop("first", None)  # its sentences are in a file of the game, in all languages
            reader = Reader("".join(panels.values()))
            for text in [*reader.texts, *(value for _, value in reader.attributes)]:
                left = re.sub(r"BR-[\d.]+|\b[IUVF]{1,3}\d?\b|⇧U|Ingrid|karl", "", unmarked(text))
                assert not re.search(r"[^\W\d_]{2,}", left), f"not from a catalogue: {left.strip()!r}"


def test_the_map_is_read_once() -> None:
    """In both builds: in the compiled one, `cached_property` caches nothing."""
    assert geometry() is geometry()


def test_a_figure_that_stays_keeps_its_name_and_its_spot() -> None:
    rng = random.Random(4)
    match = drakkar.new("blood_rage", 4, seed=4)
    before: dict[str, Any] = {}
    while not match.over:
        public = document(match, None, [""] * 4, previews=False)
        now = {one.id: one for one in standing(public, events(match, None)) if not one.fallen}
        assert Counter(one.where for one in now.values()) == on_the_map(public["view"])
        spots = [(one.place, one.spot) for one in now.values()]
        assert len(spots) == len(set(spots)), "no two on one spot"
        for ident, one in now.items():
            if ident in before and before[ident].place == one.place:
                assert before[ident].spot == one.spot
        moved = sum(ident not in before or before[ident].place != one.place for ident, one in now.items())
        assert not before or moved <= 10
        before = now
        seat = rng.choice(list(prompts(match)))
        match.play(seat, rng.choice(match.choices(seat)))


def test_what_cannot_be_chosen_says_why(moments: list[Moment]) -> None:
    moment = next(one for one in moments if "turn" in one.codes)
    own = as_plain(moment.documents[moment.asked[0]])
    own["refused"] = [
        {"choice": data("blood_rage", "upgrade Troll"), "text": "you do not hold Troll", "rule": "BR-9.1"}
    ]
    html = renderer("blood_rage").private(own, [], web_translator("en", "blood_rage"), PageContext("upgrade"))["prompt"]
    assert 'aria-disabled="true"' in html
    assert "you do not hold Troll · BR-9.1" in html


def test_the_prompt_says_who_is_next(moments: list[Moment]) -> None:
    words, make = web_translator("en", "blood_rage"), renderer("blood_rage")
    moment = next(one for one in moments if "turn" in one.codes and len(one.sides) == 4)
    told = as_plain(moment.documents[None])
    asked, clans = told["owed"][0]["seat"], told["view"]["clans"]
    for more, clan in enumerate(clans[(asked + 1 + number) % 4] for number in range(3)):
        clan |= {"rage": 3 - more, "passed": more == 1}
    first, _, last = [(asked + 1 + number) % 4 for number in range(3)]
    said = words.page("then", sides=", ".join(words.name("side", moment.sides[seat]) for seat in (first, last)))
    assert said in make.private(told, [], words)["prompt"]


def test_villages_are_free_where_nobody_stands(moments: list[Moment]) -> None:
    for moment in moments:
        told = moment.documents[None]
        values = BLOOD_RAGE.public(told, moment.events[None], web_translator("en", "blood_rage"))["figures"].values
        for place in told["view"]["places"]:
            if place.get("villages") and not place["destroyed"]:
                for size in ("wide", "narrow"):
                    assert len(values["free"][size][place["name"]]) == free_villages(place)


def test_pass_is_asked_for_twice_and_never_stands_among_the_other_choices(moments: list[Moment]) -> None:
    moment = next(one for one in moments if "turn" in one.codes)
    own = as_plain(moment.documents[moment.asked[0]])
    make, words = renderer("blood_rage"), web_translator("en", "blood_rage")
    first = make.private(own, [], words)
    assert 'data-choice="pass"' not in first["prompt"]
    assert 'method="get"' in first["turn"]
    second = make.private(own, [], words, PageContext("pass"))
    assert words.page("not_sure") in second["turn"]
    assert 'name="choice" value="pass"' in second["turn"]


def test_only_bots_are_let_go_on(moments: list[Moment]) -> None:
    moment = next(one for one in moments if "turn" in one.codes)
    (asked,) = moment.asked
    other = next(seat for seat in moment.documents if seat not in (None, asked))
    own = {**as_plain(moment.documents[other]), "undo": 7}
    make, words = renderer("blood_rage"), web_translator("en", "blood_rage")
    for bot in ("karl", None):
        own["seats"][asked]["bot"] = bot
        assert ('id="go-on"' in make.private(own, [], words)["turn"]) == (bot is not None)


@pytest.mark.parametrize("seed", range(3))
def test_a_sealed_choice_asks_when_it_is_the_last_and_could_not_be_taken_back(seed: int) -> None:
    rng, match, page = random.Random(seed), drakkar.new("blood_rage", 3, seed=seed), renderer("blood_rage").plain
    asked = set()
    while not match.over:
        seat, prompt = rng.choice(list(prompts(match).items()))
        choice, is_free = rng.choice(match.choices(seat)), len(match.choices(seat)) > 1
        asks = page.asks(document(match, seat, [""] * 3, previews=False), choice.to_json())
        match.play(seat, choice)
        if prompt.code in ("card", "keep"):
            assert bool(asks) == (match.history[-1].final and is_free)
        else:
            assert bool(asks) == (choice.verb == "pass")
        asked.add(asks)
    assert asked >= {"", "guard_card_sure", "guard_keep_sure"}


def test_what_asks_is_a_page_of_its_own_without_scripts(moments: list[Moment]) -> None:
    make, words = renderer("blood_rage"), web_translator("en", "blood_rage")
    own = next(
        as_plain(one.documents[one.asked[0]])
        for one in moments
        if one.codes == {"card"} and len(one.asked) == 1 and len(one.documents[one.asked[0]]["choices"]) > 1
    )
    choice = own["choices"][0]
    first = make.private(own, [], words)
    assert f'value="{choice["text"]}"'.replace("'", "&#39;") not in first["prompt"], "no form makes it at once"
    assert words.page("not_sure") not in first["turn"]
    second = make.private(own, [], words, PageContext(path_of(make.plain.steps(choice))))
    assert words.page("guard_card_sure") in second["turn"]
    assert f'name="choice" value="{choice["text"]}"'.replace("'", "&#39;") in second["turn"]


def test_the_keys_of_a_game_stand_beside_what_they_do_and_in_the_help(moments: list[Moment]) -> None:
    make, words = page_renderer("blood_rage"), web_translator("en", "blood_rage")
    moment = next(one for one in moments if "turn" in one.codes)
    told, own = moment.documents[None], moment.documents[moment.asked[0]]
    page = make.table(told, [], own, [], words)
    offered = {steps(choice)[0].word for choice in own["choices"]}
    for key in BLOOD_RAGE.keys:
        assert words.page(key.says) in make.help(words)
        if key.to in offered - {"pass"}:
            assert f'aria-keyshortcuts="{key.key}"' in page
    assert 'aria-keyshortcuts="Shift+P"' in page


def test_the_others_can_let_a_bot_play_for_whoever_is_gone_or_out_of_time(moments: list[Moment]) -> None:
    words, make = web_translator("en", "blood_rage"), renderer("blood_rage")
    own = as_plain(next(one for one in moments if "turn" in one.codes).documents[0])
    own["seats"][1] |= {"kind": "person", "name": "Frida", "bot": None, "here": True}
    assert 'id="vote-1"' not in make.private(own, [], words)["chat"]
    told = {**own, "seats": [dict(seat) for seat in own["seats"]]}
    told["seats"][1]["here"] = False
    assert 'id="vote-1"' not in make.private(told, [], words)["chat"], "away for a moment is not gone"
    for gone, act in (({"gone": True}, Vote(seat=1)), ({}, Claim(seat=1))):
        told = {**own, "seats": [dict(seat) for seat in own["seats"]], "clocks": [9] * len(own["seats"])}
        told["seats"][1] |= gone
        told["clocks"][1] = 9 if gone else 0
        html = make.private(told, [], words, PageContext("", (("seat", "0"),)))["chat"]
        form = re.search(r'<form id="vote-1" method="post" action="([^"]+)">(.*?)</form>', html)
        assert form
        assert form[1] == "/t/sketch/do?seat=0", "the seat that asks is in the address"
        assert command_of(dict(re.findall(r'name="(\w+)" value="(\w+)"', form[2]))) == act


def test_at_the_end_a_person_has_a_name_or_is_you_and_never_a_number(moments: list[Moment]) -> None:
    over = next(one for one in moments if one.documents[None]["outcome"] is not None)
    told = over.documents[None]
    seats = [
        {**seat, "kind": "person", "bot": None, "name": "" if number else "<Ingrid>"}
        for number, seat in enumerate(told["seats"])
    ]
    words = web_translator("en", "blood_rage")
    for winner, name in ((0, '&lt;Ingrid&gt;<span class="me"> · you</span>'), (1, NAMELESS)):
        outcome = {**told["outcome"], "winners": [winner]}
        html = renderer("blood_rage").public({**told, "seats": seats, "outcome": outcome}, [], words)["outcome"]
        assert f'<span class="mut" id="won-{winner}">{name}' in html
        assert re.search(rf'id="rank-{winner}">.*<small>{name}</small>', html)
        assert "</svg>Ragnarök</span>" in html
        assert "Ragnarok" not in html
    style = (STATIC / "table.css").read_text("utf-8")
    for number in range(5):
        mine = f'body[data-seat="{number}"] :is(#seat-{number}, #p-sheet-{number}, #rank-{number}, #won-{number})'
        assert all(f"{mine} .{one}" in style for one in ("me", "they"))


def test_a_sheet_of_lords_of_ragnarok_says_once_whose_it_is() -> None:
    told = document(drakkar.new("lords_of_ragnarok", 2, seed=1), None, ["Ingrid", ""])
    told["seats"][1] |= {"kind": "person", "bot": None}
    sheets = renderer("lords_of_ragnarok").public(told, [], web_translator("en", "lords_of_ragnarok"))
    assert 'Ingrid<span class="me"> · you</span><span class="pres here"' in sheets["sheet-0"]
    assert f'{NAMELESS}<span class="pres away">' in sheets["sheet-1"]


def test_every_sentence_has_its_place() -> None:
    used = set()
    for path in [*renderer("blood_rage").env.list_templates()]:
        source = renderer("blood_rage").env.loader.get_source(renderer("blood_rage").env, path)[0]  # type: ignore[union-attr]
        used |= set(re.findall(r"""\bt\(\s*["']([\w' ]+)["']""", source))
    known = web_translator("en", "blood_rage").sentences
    assert {key for key in used if not key.endswith("_")} <= set(known)
    assert not set(SENTENCES) & set(renderer("blood_rage").page.labels) - OWN_WORDS  # type: ignore[union-attr]


@pytest.fixture
def treasure() -> Match:
    install("treasure", "treasure")
    return drakkar.new("treasure", 2, seed=3)


def test_a_game_that_brings_no_page_is_played_through_the_plain_panels(treasure: Match) -> None:
    words, rng, page = web_translator("en", "treasure"), random.Random(1), ""
    while True:
        for seat in (None, 0, 1):
            public, own = document(treasure, None, ["Ingrid", ""]), document(treasure, seat, ["Ingrid", ""])
            told, seen = events(treasure, None), events(treasure, seat)
            page = page_renderer("treasure").table(public, told, own, seen, words)
            reader = Reader(page.removeprefix("<!doctype html>"))
            assert len(reader.ids) == len(set(reader.ids))
            assert sorted(reader.choices) == sorted(choice["text"] for choice in own["choices"])
            assert 'data-keys="{}"' in page
        if treasure.over:
            assert 'data-outcome="' in page
            return
        seat = rng.choice(list(prompts(treasure)))
        treasure.play(seat, rng.choice(treasure.choices(seat)))


def test_a_table_that_waits_for_players_offers_a_seat_or_to_begin(moments: list[Moment]) -> None:
    words, make = web_translator("en", "blood_rage"), page_renderer("blood_rage")
    for seat, offered in ((None, 'id="sit"'), (0, 'id="start"')):
        waits = as_plain(moments[0].documents[seat])
        waits |= {"status": "open", "view": {}, "owed": [], "choices": [], "decision": 0, "previews": {}}
        waits["seats"][1] |= {"kind": "open", "bot": None}
        page = make.table({**waits, "seat": None}, [], waits, [], words)
        Reader(page.removeprefix("<!doctype html>"))
        assert offered in page
        assert words.page("open_seat") in page


def test_whole_pages_are_whole(moments: list[Moment]) -> None:
    words, make = web_translator("en", "blood_rage"), page_renderer("blood_rage")
    for moment in moments[::5]:
        seat = next(iter(moment.asked), 0)
        told, own = moment.documents[None], moment.documents[seat]
        page = make.table(told, moment.events[None], own, moment.events[seat], words)
        reader = Reader(page.removeprefix("<!doctype html>"))
        assert len(reader.ids) == len(set(reader.ids)), sorted(one for one in reader.ids if reader.ids.count(one) > 1)
        assert len(page.encode()) < 220_000
    for page in (make.home(words, []), make.help(words), make.error(words, Refused("stale", "Look again."))):
        Reader(page.removeprefix("<!doctype html>"))


def test_no_word_is_escaped_twice() -> None:
    words, make, match = (
        web_translator("en", "blood_rage"),
        page_renderer("blood_rage"),
        drakkar.new("blood_rage", 4, seed=5),
    )
    for _ in range(3):  # until the draft has events about picked and passed cards
        for seat in list(prompts(match)):
            match.play(seat, next(one for one in match.choices(seat) if "'" in str(one)))
    for seat in (0, 1, 2, 3):
        told = document(match, None, [""] * 4), events(match, None)
        page = make.table(*told, document(match, seat, [""] * 4), events(match, seat), words)
        assert "&#39;" in page[page.index('class="tip"') :]
        assert not re.findall(r"&amp;(?:#|amp;|lt;|gt;|quot;)", page)


def test_a_page_has_the_short_name_of_a_side_under_both_its_sorts() -> None:
    game, polish = find("blood_rage"), web_translator("pl", "blood_rage")
    assert [polish.name("side", side) for side in game.sides] == [polish.name("clan", side) for side in game.sides]
    assert (polish.name("clan", "bear"), polish.words.name("clan", "bear")) == ("Niedźwiedź", "Klan Niedźwiedzia")


# Labels of the shell that a game may override.
OWN_WORDS = {
    "home_title",
    "headline",
    "title_over",
    "outcome",
    "score",
    "by_source",
    "by_part",
    "over_time",
    "players",
    "lead",
}


@pytest.mark.parametrize("title", drakkar.titles())
def test_no_game_takes_a_word_of_the_shell_for_something_else(title: str) -> None:
    page = find(title).page()
    assert page is None or set(page.labels) & set(SENTENCES) <= OWN_WORDS


@pytest.mark.parametrize("title", drakkar.titles())
@pytest.mark.parametrize("lang", ["en", "pl", "es", "cs"])
def test_every_game_has_a_home_and_a_help_page(title: str, lang: str) -> None:
    words, look = web_translator(lang, title), PageContext(keep=game_query(title))
    home, help_page = page_renderer(title).home(words, [], look, lang), page_renderer(title).help(words, look, lang)
    for page in (home, help_page):
        Reader(page)
        current = re.findall(r'<a href="\?game=(\w+)" aria-current="true">', page)
        assert current == [title]
    assert f'action="/play"><input type="hidden" name="game" value="{title}">' in home
    of_game = "" if title == drakkar.titles()[0] else f"?game={title}"
    assert home.count(f'href="/help{of_game}"') == 3
    assert f'href="/{of_game}"' in help_page
