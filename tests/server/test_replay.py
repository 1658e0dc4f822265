"""The replay of a finished match, moment by moment: from a seat with what it knew, or with all hands."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from markupsafe import escape

import drakkar
from drakkar.core.game import install
from drakkar.core.hosting import at_choice, prompts, questions, setup_end, state_of
from drakkar.core.kit import fingerprint
from drakkar.games.blood_rage.card import CARDS
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import as_plain
from drakkar.server.log.table import Table, match_of
from drakkar.server.web import replay
from drakkar.server.web.markup import STATIC
from drakkar.server.web.web_translator import web_translator
from tests.server.page_reader import Reader
from tests.server.page_words import Marked, unmarked
from tests.server.running import Answer, Server, running
from tests.server.table_log import Folded, table_of

WORDS = web_translator("en", "blood_rage")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Seen:
    """A finished match, with the documents of all seats at each moment."""

    def __init__(self, seats: int, seed: int) -> None:
        folded: Folded = table_of(*["person"] * seats, seed=seed)
        self.table, rng = folded.table, Random(seed)
        self.eyes: list[int | None] = [None, *range(seats)]
        self.views: list[dict[int | None, Any]] = []
        while True:
            match = self.table.match
            self.views.append({seat: (match.view(seat).to_json(), told(match.events(seat))) for seat in self.eyes})
            if match.over:
                return
            seat = rng.choice(list(questions(match)))
            folded.choose(seat, str(rng.choice(match.choices(seat))))


def told(events: list[Any]) -> list[dict[str, Any]]:
    return [event.to_json() for event in events]


def eye_of(seat: int | None) -> str:
    return replay.NOBODY if seat is None else str(seat)


@pytest.fixture(scope="module")
def seen() -> Seen:
    return Seen(3, 4)


@pytest.mark.slow
def test_each_moment_is_as_it_was(seen: Seen) -> None:
    for at, views in enumerate(seen.views):
        for seat in seen.eyes:
            now = replay.scene(seen.table, str(at), eye_of(seat), [])
            view, events = views[seat]
            assert now.document(seat)["view"] == as_plain(view["table"])
            assert now.document(seat)["owed"] == view["owed"]
            assert now.events == events
            assert now.document(seat)["choices"] == [], "nothing is chosen in a replay"


def test_forth_and_back_shows_the_same(seen: Seen) -> None:
    last, rng = len(seen.views) - 1, Random(1)
    way = [0, 1, 2, 1, 0, last, last - 1, last, *(rng.randrange(last) for _ in range(12))]
    for eye in ("all", "1"):
        shown: dict[int, dict[str, str]] = {}
        for at in way + way[::-1]:
            made = replay.panels(replay.scene(seen.table, str(at), eye, []), WORDS)
            assert shown.setdefault(at, made) == made


def test_a_seat_sees_no_card_again_that_it_had_not_seen_by_then(seen: Seen) -> None:
    names = {card.name for card in CARDS}
    for at in range(0, len(seen.views), 9):
        for seat in seen.eyes:
            now = replay.scene(seen.table, str(at), eye_of(seat), [])
            html = "".join([*replay.panels(now, WORDS).values(), *replay.told(now, WORDS)])
            text = html.replace("’", "'").replace("&#39;", "'")
            known = json.dumps([now.document(seat), now.events], ensure_ascii=False)
            assert [name for name in names if name in text and name not in known] == []


def test_what_others_chose_in_secret_is_not_told_to_a_seat(seen: Seen) -> None:
    assert seen.table.match.history[0].text.startswith("pick ")
    chooser = seen.table.match.history[0].seat
    for seat in range(3):
        said = " ".join(replay.told(replay.scene(seen.table, "1", str(seat), []), WORDS))
        card = seen.table.match.history[0].text.removeprefix("pick ").split(" (")[0]
        assert (card.replace("'", "’") in said.replace("'", "’")) == (seat == chooser)


def test_with_all_hands_open_every_hand_is_there(seen: Seen) -> None:
    at = next(number for number, views in enumerate(seen.views) if views[None][0]["table"]["phase"] == "Action")
    html = replay.panels(replay.scene(seen.table, str(at), "all", []), WORDS)["hands"].replace("&#39;", "'")
    for seat in range(3):
        hand = seen.views[at][seat][0]["table"]["clans"][seat]["hand"]
        assert hand
        assert all(WORDS.name("card", card["name"]) in html for card in hand)
    assert "hands" not in replay.panels(replay.scene(seen.table, str(at), "1", []), WORDS)


def test_in_a_draft_cards_are_passed_on_once_one_of_them_is_taken(seen: Seen) -> None:
    match = seen.table.match
    assert [played.seat for played in match.history[:3]] == [0, 1, 2]
    choose, passed = WORDS.page("choose_one"), WORDS.page("passed_on", clan=WORDS.name("clan", match.sides[1]))
    for at, heading in enumerate((choose, passed, passed, choose)):
        html = replay.panels(replay.scene(seen.table, str(at), "0", []), WORDS)["draft"]
        assert re.findall("<h2>(.*?)</h2>", html) == [heading]


def test_what_the_latest_choice_led_to_is_marked_in_the_log(seen: Seen) -> None:
    for at in range(1, len(seen.views), 7):
        now = replay.scene(seen.table, str(at), "all", [])
        marked = re.findall(r'<li id="l(\d+)" class="line[^"]* fresh"', replay.panels(now, WORDS)["log"])
        ends = [played.log_end for played in seen.table.match.history]
        before = ends[at - 2] if at > 1 else setup_end(seen.table.match)
        assert all(before <= int(number) < ends[at - 1] for number in marked)
        assert marked or not [event for event in now.events[before:] if event["kind"] == "invaded"]


def test_pages_of_a_replay_are_whole_and_in_words_of_a_catalogue(seen: Seen) -> None:
    words = Marked("blood_rage")
    for at in (0, 1, 30, len(seen.views) - 2, len(seen.views) - 1):
        for eye in ("all", "0", "none"):
            reader = Reader("".join(replay.panels(replay.scene(seen.table, str(at), eye, []), words).values()))
            assert len(reader.ids) == len(set(reader.ids)), sorted(i for i in reader.ids if reader.ids.count(i) > 1)
            assert not reader.choices
            for text in [*reader.texts, *(value for _, value in reader.attributes)]:
                left = re.sub(r"BR-[\d.]+|\b[IUVF]{1,3}\d?\b|Person", "", unmarked(text))
                assert not re.search(r"[^\W\d_]{2,}", left), f"not from a catalogue: {left.strip()!r}"


def refusal(table: Table, at: str, eye: str) -> str:
    with pytest.raises(Refused) as error:
        replay.scene(table, at, eye, [])
    return error.value.code


@pytest.mark.parametrize("at", ["-1", "9999", "1.5", "x", "٣", "1e1", " ", "99999999999999999999"])
def test_a_moment_that_is_not_there_is_refused(seen: Seen, at: str) -> None:
    assert refusal(seen.table, at, "all") == "no_page"


@pytest.mark.parametrize("eye", ["3", "-1", "every", "0 ", "٠"])
def test_eyes_that_nobody_has_are_refused(seen: Seen, eye: str) -> None:
    assert refusal(seen.table, "0", eye) == "no_page"


def test_a_match_that_goes_on_is_not_seen_again() -> None:
    folded = table_of("person", "person")
    for seat in (0, 1, 0):
        folded.choose(seat)
    for eye in ("all", "0", "none"):
        assert refusal(folded.table, "0", eye) == "not_now"


def test_the_first_moment_is_seen_through_ones_own_eyes(seen: Seen) -> None:
    first = replay.scene(seen.table, "", "", [2])
    assert (first.at, first.last, first.eye) == (0, len(seen.views) - 1, "2")
    assert replay.scene(seen.table, "", "", []).eye == replay.ALL


def test_the_button_that_copies_a_link_has_a_short_word_for_it(seen: Seen) -> None:
    panel = replay.panels(replay.scene(seen.table, "0", "all", []), WORDS)["replay"]
    assert 'data-done="Copied" data-copied="Link to this moment copied."' in panel
    script = (STATIC / "replay.js").read_text("utf-8")
    assert '$("link-said").textContent = $("r-link").dataset.done;' in script
    assert 'say($("r-link").dataset.copied);' in script


def test_ages_are_the_chapters(seen: Seen) -> None:
    panel = replay.panels(replay.scene(seen.table, "0", "all", []), WORDS)["replay"]
    begins = [int(at) for at in re.findall(r'id="ch-\d" href="\?at=(\d+)', panel)]
    ages = [views[None][0]["table"]["age"] for views in seen.views]
    assert [ages[at] for at in begins] == [1, 2, 3]
    assert [ages[at - 1] for at in begins[1:]] == [1, 2]


def test_a_game_that_brings_no_page_is_seen_again_as_text() -> None:
    install("treasure", "treasure")
    folded = table_of("person", "person", game="treasure")
    folded.to_the_end()
    for at in range(len(folded.table.match.history) + 1):
        for eye in ("all", "0", "none"):
            made = replay.panels(replay.scene(folded.table, str(at), eye, []), web_translator("en", "treasure"))
            Reader("".join(made.values()))
            assert ("own" in made) == (eye != "none")


# --- Play on from here


def test_playing_on_begins_exactly_where_the_match_was(seen: Seen) -> None:
    for at in range(0, len(seen.views) - 1, 11):
        now = replay.scene(seen.table, str(at), "all", [])
        wish = replay.played_on(now, "1", "thrall")
        assert [(seat.kind, seat.bot) for seat in wish.seats if seat.kind == "bot"] == [("bot", "thrall")] * 2
        assert wish.seats[1].kind == "person"
        again = drakkar.load(wish.origin)
        assert fingerprint(state_of(again)) == fingerprint(state_of(now.match))
        assert [played.text for played in again.history] == [played.text for played in now.match.history]


def test_after_the_end_nobody_plays_on(seen: Seen) -> None:
    for at, seat, code in ((len(seen.views) - 1, "0", "match_over"), (0, "3", "no_page"), (0, "x", "no_page")):
        with pytest.raises(Refused) as error:
            replay.played_on(replay.scene(seen.table, str(at), "all", []), seat, "karl")
        assert error.value.code == code


def test_the_end_tells_who_won_and_offers_only_other_moments_of_the_replay(seen: Seen) -> None:
    html = replay.panels(replay.scene(seen.table, str(len(seen.views) - 1), "all", []), WORDS)["outcome"]
    outcome = seen.table.match.outcome
    assert outcome is not None
    assert f'data-outcome="{" ".join(map(str, outcome.winners))}"' in html
    assert "<form" not in html
    links = re.findall(r'<a[^>]* href="([^"]*)"', html)
    assert all(link.startswith((f"/t/{seen.table.id}/replay?event=", "/help#")) for link in links)


# --- Over HTTP


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("replay")) as started:
        yield started


def sent(server: Server, path: str, cookie: str = "", **fields: str) -> Answer:
    return server.ask("POST", path, urlencode(fields).encode(), headers={**FORM, "Cookie": cookie})


@pytest.fixture(scope="module")
def record() -> str:
    folded = table_of("person", "person", "person", seed=8)
    folded.to_the_end()
    return folded.table.match.record()


@pytest.fixture(scope="module")
def table(server: Server, record: str) -> str:
    page = sent(server, "/tables", origin=record)
    assert page.status == 200, "the form leads to the replay"
    found = re.search(rb'class="is-table is-replay[^>]* data-table="([^"]+)"', page.body)
    assert found
    return found[1].decode()


def test_a_finished_record_that_is_loaded_is_seen_again(server: Server, table: str, record: str) -> None:
    last = len(drakkar.load(record).history)
    page = server.get(f"/t/{table}/replay?at=7&seat=1").body.decode()
    Reader(page.removeprefix("<!doctype html>"))
    assert f'data-at="7" data-last="{last}" data-eye="1"' in page
    assert "/static/replay.js" in page
    assert server.get(f"/t/{table}").status == 200
    assert server.get(f"/api/tables/{table}").json["state"]["status"] == "over"


def test_without_scripts_links_lead_to_every_moment(server: Server, table: str, record: str) -> None:
    at, last, page = 0, len(drakkar.load(record).history), ""
    while at < last:
        page = server.get(f"/t/{table}/replay?at={at}&seat=all").body.decode()
        found = re.search(r'id="r-next" href="\?at=(\d+)&amp;seat=all"', page)
        assert found
        assert int(found[1]) == at + 1
        at += max(1, last // 9) if at + 1 < last else 1
    assert 'id="reel" class="slide" method="get"' in page


def test_a_script_is_sent_what_differs(server: Server, table: str) -> None:
    pages = [server.get(f"/t/{table}/replay?at={at}&seat=0").body.decode() for at in (40, 41)]
    hashes = [dict(re.findall(r'data-panel="([^"]+)" data-h="(\w+)"', page)) for page in pages]
    have = " ".join(f"{name}:{hashed}" for name, hashed in hashes[0].items())
    told = server.get(f"/t/{table}/replay/panels?{urlencode({'at': 41, 'seat': 0, 'have': have})}").json
    for name, html in told["panels"].items():
        assert name == "title" or (html in pages[1] and html not in pages[0])
    assert set(told["panels"]) - {"title"} == {name for name in hashes[1] if hashes[0][name] != hashes[1][name]}
    assert told["say"]


def test_forged_addresses_get_a_page_that_says_so(server: Server, table: str) -> None:
    for query in ("at=9999", "at=-1", "at=x", "seat=9", "seat=you", "at=1&seat=%00"):
        page = server.get(f"/t/{table}/replay?{query}")
        assert (page.status, b'data-refused="no_page"' in page.body) == (404, True)
    assert server.get(f"/t/{table}/replay/panels?at=x&seat=0").status == 404
    assert sent(server, f"/t/{table}/replay/on", at="1", seat="7", level="karl").status == 404
    assert sent(server, f"/t/{table}/replay/on", at="x", seat="0", level="karl").status == 404
    assert sent(server, f"/t/{table}/replay/on", at="1", seat="0", level="mcts:seconds=99").status == 400


def test_a_match_that_goes_on_is_no_replay(server: Server) -> None:
    running_table, secrets = server.found("person", "person")
    for secret in ("", *secrets):
        page = server.get(f"/t/{running_table}/replay?at=0&seat=all", secret)
        assert (page.status, b'data-refused="not_now"' in page.body) == (409, True)


def test_who_may_not_watch_a_table_sees_no_replay_of_it(server: Server, record: str) -> None:
    wish = {"seats": [{"kind": "person"}] * 3, "origin": record, "spectators": False}
    founded = server.post("/api/tables", wish).json
    path = f"/t/{founded['table']}/replay?at=3&seat=all"
    assert server.get(path).status == 403
    assert server.get(path, founded["secrets"]["2"]).status == 200
    assert sent(server, f"/t/{founded['table']}/replay/on", at="3", seat="0", level="karl").status == 403


def test_playing_on_is_a_table_of_ones_own(server: Server, table: str, record: str) -> None:
    match = at_choice(drakkar.load(record), 30)
    seat = next(iter(questions(match)))
    page = sent(server, f"/t/{table}/replay/on", at="30", seat=str(seat), level="thrall")
    found = re.search(rb'data-table="([^"]+)" data-seat=""', page.body)
    assert found, "who does not keep the cookie watches the new table"
    state = server.get(f"/api/tables/{found[1].decode()}").json["state"]
    assert [one["bot"] for number, one in enumerate(state["seats"]) if number != seat] == ["thrall"] * 2
    assert state["seats"][seat]["kind"] == "person"
    assert state["commitment"] is None
    assert state["view"]["age"] == match.view(None).table["age"]


def test_the_match_of_a_table_that_plays_on_is_the_old_one_so_far(record: str) -> None:
    before = at_choice(drakkar.load(record), 50)
    folded = table_of("person", "thrall", "thrall", origin=before.record())
    assert fingerprint(state_of(match_of(folded.table.founded))) == fingerprint(state_of(before))
    assert not any(folded.table.undo_of(seat) for seat in range(3)), "what the old match brought stays"


def test_with_all_hands_open_the_cards_of_a_battle_are_open_too(seen: Seen) -> None:
    found = 0
    for at, views in enumerate(seen.views):
        table = views[None][0]["table"]
        fight = table["battle"]
        if fight is None or fight["revealed"]:
            continue
        shown = replay.panels(replay.scene(seen.table, str(at), replay.ALL, []), WORDS)["battle"]
        for seat in range(3):
            for face in views[seat][0]["table"]["battle"]["played"][seat]:
                assert escape(face["name"]) in shown
                public = replay.panels(replay.scene(seen.table, str(at), replay.NOBODY, []), WORDS)["battle"]
                assert escape(face["name"]) not in public
                found += 1
    assert found


def test_a_bare_word_is_shown_with_the_question_that_it_answered(seen: Seen) -> None:
    bare = [
        at for at, played in enumerate(seen.table.match.history, 1) if played.text in ("decline", "pass", "yes", "no")
    ]
    assert bare
    for at in bare:
        played = seen.table.match.history[at - 1]
        asked = prompts(at_choice(seen.table.match, at - 1))[played.seat].to_json()
        for eye in (replay.ALL, str(played.seat), replay.NOBODY):
            shown = replay.panels(replay.scene(seen.table, str(at), eye, []), WORDS)["replay"]
            assert str(escape(WORDS.prompt(asked)))[1:] in shown
    at = next(at for at, played in enumerate(seen.table.match.history, 1) if " " in played.text)
    step = replay._step(replay.scene(seen.table, str(at), replay.ALL, []), WORDS)
    assert step is not None
    assert step["asked"] is None
