"""Pages over a real socket: the size of the first load, and that nothing is sent twice."""

import gzip
import random
import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any
from urllib.parse import urlencode

import pytest

import drakkar
from drakkar.bots import LEVELS
from drakkar.core.hosting import prompts
from drakkar.page.game_page import Page
from drakkar.server.web.qr import qr_code
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES, translator
from tests.blood_rage import scene as blood_rage
from tests.lords_of_ragnarok import scene as ragnarok
from tests.lords_of_ragnarok.test_ragnarok import third_card
from tests.server.page_reader import Reader
from tests.server.running import Answer, Server, running

GZIP = {"Accept-Encoding": "gzip"}
LARGEST_FIRST_LOAD = 150_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("pages")) as started:
        yield started


def test_a_table_has_its_address_as_a_qr_code_under_the_name_by_which_the_server_was_reached(server: Server) -> None:
    table, _ = server.found("person", "open")
    answer = server.ask("GET", f"/t/{table}/invite.svg", headers={"Host": "games.example:8624"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.body == qr_code(f"http://games.example:8624/t/{table}")
    assert (
        answer.body != server.get(f"/t/{table}/invite.svg").body == qr_code(f"http://127.0.0.1:{server.port}/t/{table}")
    )
    assert b"<script" not in answer.body
    assert server.ask("GET", f"/t/{table}/invite.svg", headers={"Host": "x" * 400}).status == 421
    assert server.get("/t/nowhere/invite.svg").status == 404


def test_the_check_of_the_shuffle_is_for_all_who_may_watch(server: Server) -> None:
    table, secrets = server.found("person", "random", spectators=False)
    assert server.get(f"/t/{table}/fair").status == 403
    own = server.get(f"/t/{table}", secrets[0]).body.decode()
    (commitment,) = re.findall(r'data-commitment="([0-9a-f]{64})"', own)
    assert f'<code id="commitment">{commitment}</code>' in server.get(f"/t/{table}/fair", secrets[0]).body.decode()


def files_of(server: Server, page: str) -> dict[str, Answer]:
    """The style sheets, scripts, modules and drawings of a page, including imports."""
    wanted = re.findall(r'(?:src|href)="(/static/[^"#]+)', page)
    found: dict[str, Answer] = {}
    while wanted:
        path = wanted.pop()
        if path not in found:
            found[path] = server.ask("GET", path, headers=GZIP)
            text = gzip.decompress(found[path].body) if "content-encoding" in found[path].headers else found[path].body
            wanted += ["/static/" + name for name in re.findall(r'from "\./([^"]+)"', text.decode())]
    return found


def test_the_first_look_at_a_table_is_small_and_a_second_one_smaller(server: Server) -> None:
    table, secrets = server.found("person", "random", "random", "random", "random")
    compressed = server.ask("GET", f"/t/{table}", secret=secrets[0], headers=GZIP)
    page = gzip.decompress(compressed.body).decode()
    files = files_of(server, page)
    assert {path.rsplit("/", 1)[1] for path in files} >= {"wire.js", "cards.svg"}
    assert all(answer.status == 200 for answer in files.values())
    assert len(compressed.body) + sum(len(answer.body) for answer in files.values()) < LARGEST_FIRST_LOAD
    for path, answer in files.items():
        again = server.ask("GET", path, headers={**GZIP, "If-None-Match": answer.headers["etag"]})
        assert (again.status, again.body) == (304, b""), path


def test_whoever_cannot_unpack_gets_it_plain(server: Server) -> None:
    table, secrets = server.found("person", "random")
    assert server.ask("GET", f"/t/{table}", secret=secrets[0]).body.startswith(b"<!DOCTYPE html>")


def form(server: Server, path: str, language: str, secret: str = "", **fields: object) -> Answer:
    """Submit a form."""
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept-Language": language}
    return server.ask("POST", path, urlencode(fields).encode(), secret, headers)


def alert(answer: Answer) -> str:
    """The alert of a page."""
    found = re.search(r'<p role="alert">(.*?)</p>', answer.body.decode())
    assert found
    return unescape(re.sub(r"<[^>]*>", "", found[1]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused_is_refused_in_the_language_of_the_reader(server: Server, language: str) -> None:
    said = translator(language, "blood_rage")
    missing = server.ask("GET", "/t/nowhere", headers={"Accept-Language": language})
    assert (missing.status, alert(missing)) == (404, said.page("refused.no_table"))
    table, secrets = server.found("person", "person")
    state = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
    choice = {"do": "choose", "decision": state["decision"], "choice": "invade leader Gimle"}
    refused = form(server, f"/t/{table}/do", language, secrets[0], **choice)
    match = drakkar.new("blood_rage", 2, seed=1)
    reason = match.why_not(0, "invade leader Gimle")
    assert reason is not None
    sentence = said.reason(reason)
    assert alert(refused) == f"{sentence[:1].upper()}{sentence[1:]} {reason.rule}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_refuses_in_the_words_of_its_own_game(server: Server, language: str) -> None:
    table, secrets = server.found("person", "person", game="lords_of_ragnarok")
    seat = server.get(f"/api/tables/{table}", secrets[0]).json["state"]["owed"][0]["seat"]
    decision = server.get(f"/api/tables/{table}", secrets[seat]).json["state"]["decision"]
    choice = {"do": "choose", "decision": decision, "choice": "walk 5"}
    refused = form(server, f"/t/{table}/do", language, secrets[seat], **choice)
    match = drakkar.new("lords_of_ragnarok", 2, seed=1)
    reason = match.why_not(match.pending[0].seat, "walk 5")
    assert reason is not None
    sentence = translator(language, "lords_of_ragnarok").reason(reason)
    assert alert(refused) == f"{sentence[:1].upper()}{sentence[1:]} {reason.rule}"
    assert 'href="/help?game=lords_of_ragnarok' in refused.body.decode()


def test_a_page_about_no_game_is_refused(server: Server) -> None:
    assert server.ask("GET", "/?game=chess").status == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_that_nobody_answers_shows_a_person_a_page_and_tells_a_program_the_code(
    server: Server, language: str
) -> None:
    headers = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": language}
    page = server.ask("GET", "/nonsense", headers=headers)
    assert (page.status, alert(page)) == (404, translator(language).page("refused.no_page"))
    assert "content-security-policy" in page.headers
    told = server.ask("GET", "/nonsense", headers={"Accept-Language": language})
    assert (told.status, told.json["code"]) == (404, "no_page")
    assert server.ask("GET", "/api/nonsense", headers=headers).json["code"] == "no_page"


def test_looking_at_where_a_form_was_sent_leads_back_to_its_page(server: Server) -> None:
    table, _ = server.found("person", "random")
    person = {"Accept": "text/html"}
    for path, language, shown in (
        ("/tables?lang=pl", "pl", 'id="play-now"'),
        ("/play", "en", 'id="play-now"'),
        ("/join", "en", 'id="play-now"'),
        (f"/t/{table}/do?lang=cs", "cs", 'data-panel="log"'),
    ):
        page = server.ask("GET", path, headers=person)
        assert page.status == 200
        assert f'<html lang="{language}">' in page.body.decode()
        assert shown in page.body.decode()
        assert server.ask("GET", path).json["code"] == "wrong_method"


def test_where_the_code_says_too_little_the_page_has_the_detail_in_english(server: Server) -> None:
    refused = form(server, "/tables", "cs", origin='game = "blood_rage"\nsides = 3')
    assert alert(refused) == translator("cs").page("refused.bad_origin")
    assert re.search(r'<p class="mut" lang="en">[^<]+', refused.body.decode())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_cannot_be_loaded_is_given_back_with_a_word_of_what_is_wanted(
    server: Server, language: str
) -> None:
    pasted = "\nfirst <b>line\nsecond = & last"
    refused = form(server, "/tables", language, origin=pasted)
    page = refused.body.decode()
    assert (refused.status, alert(refused)) == (400, translator(language).page("refused.bad_origin"))
    assert f">\n{escape(pasted, quote=False)}</textarea>" in page
    assert escape(web_translator(language, "blood_rage").page("load_hint")) in page
    assert "TOML" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_the_name_of_each_level_stands_how_strong_it_is(server: Server, language: str) -> None:
    page = server.ask("GET", "/", headers={"Accept-Language": language}).body.decode()
    said = web_translator(language, "blood_rage").page
    strengths = [said(f"strength_{level}") for level in LEVELS]
    assert len(set(strengths)) == len(LEVELS)
    for level, strength in zip(LEVELS, strengths, strict=True):
        assert f"{said(f'level_{level}')} · {strength}</option>" in page


def rows(server: Server, language: str, **cookies: str) -> tuple[list[str], list[str]]:
    """The rows of a start page: the player's matches, and those to watch."""
    kept = "; ".join(f"{name}={value}" for name, value in cookies.items())
    page = server.ask("GET", "/", headers={"Accept-Language": language, "Cookie": kept}).body.decode()
    Reader(page)
    own, _, others = page.partition('<form id="load"')
    listed = re.compile(r'<li class="(?:yours)?" data-table.*?</li>')
    return listed.findall(own), listed.findall(others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_tells_of_ones_own_matches_how_they_stand(server: Server, language: str) -> None:
    said = web_translator(language, "blood_rage")
    table, secrets = server.found("person", "person", "random")
    own, others = rows(server, language)
    assert not own
    assert any(table in one for one in others)
    own, others = rows(server, language, **server.session(table, secrets[0]), drakkar_gone_1="x", drakkar_="")
    assert len(own) == 1
    assert not any(table in one for one in others)
    assert 'class="yours"' in own[0]
    assert escape(said.page("title_yours", side=said.name("side", "wolf"))) in own[0]
    assert escape(f"{said.page('you')} · {said.page('person')} · ") in own[0]
    assert "&lt;" not in own[0]
    assert not rows(server, language, drakkar_session="w" * 32)[0]


def test_ones_own_matches_and_those_to_watch_say_how_far_they_are(server: Server) -> None:
    second_age = blood_rage.scene("wolf raven", age=2).match.position()
    begun = ragnarok.scene("green red").match.position()
    for seats, game, origin, so_far in (
        (2, "blood_rage", second_age, ("Age II", "Epoka II", "Edad II", "Věk II")),
        (2, "lords_of_ragnarok", "", ("Choosing Heroes", "Wybór Bohaterów", "Elección de Héroes", "Výběr hrdinů")),
        (2, "lords_of_ragnarok", begun, ("Ragnarok 0/3",) * 4),
        (
            3,
            "lords_of_ragnarok",
            third_card().match.position(),
            ("Last turns left: 3", "Pozostałe tury: 3", "Turnos restantes: 3", "Zbývající tahy: 3"),
        ),
    ):
        table, secrets = server.found(*["person"] * seats, game=game, origin=origin)
        for language, said in zip(("en", "pl", "es", "cs"), so_far, strict=True):
            own, _ = rows(server, language, **server.session(table, secrets[0]))
            _, others = rows(server, language)
            assert f'<span class="st">{said} · ' in own[0]
            assert any(table in one and f'<span class="st">{said} · ' in one for one in others)


def test_a_game_that_has_no_word_for_how_far_it_is_says_who_is_asked(server: Server) -> None:
    table, secrets = server.found("person", "open")
    own, _ = rows(server, "en", **server.session(table, secrets[0]))
    assert f'<span class="st">{web_translator("en", "blood_rage").page("status_open")}</span>' in own[0], (
        "it has not begun"
    )
    assert Page().so_far({}, web_translator("en", "blood_rage")) == ""


def test_whoever_lets_a_bot_play_for_him_watches_his_own_seat_until_he_takes_it_back(server: Server) -> None:
    turn = blood_rage.scene("wolf raven", rage={"wolf": 3, "raven": 3}).match.position()
    table, secrets = server.found("person", "person", origin=turn, pace=60)
    assert 'data-prompt="turn"' in server.ask("GET", f"/t/{table}", secret=secrets[0]).body.decode()
    cookie = server.session(table, secrets[0])
    asks = server.ask("GET", f"/t/{table}/leave", secret=secrets[0]).body.decode()
    assert 'id="hand-over"' in asks
    watches = form(server, f"/t/{table}/leave", "en", secrets[0], stand_in="1").body.decode()
    Reader(watches)
    assert 'id="back-b"' in watches
    assert "data-decision" not in watches, "nothing of it is to be chosen by him"
    assert "data-choice" not in watches
    assert 'data-panel="hand"' in watches
    own, _ = rows(server, "en", **cookie)
    assert 'class="yours"' not in own[0]
    assert 'id="hand-over"' not in server.ask("GET", f"/t/{table}/leave", secret=secrets[0]).body.decode()
    plays = form(server, f"/t/{table}/do", "en", secrets[0], do="return").body.decode()
    assert 'id="back-b"' not in plays
    assert 'data-prompt="turn"' in plays


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_was_left_is_shown_with_one_button_that_takes_the_seat_back(server: Server, language: str) -> None:
    turn = blood_rage.scene("wolf raven", rage={"wolf": 3, "raven": 3}).match.position()
    table, secrets = server.found("person", "person", origin=turn)
    state = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
    act = {"do": "choose", "decision": state["decision"], "choice": state["choices"][0]["text"]}
    form(server, f"/t/{table}/leave", language, secrets[0])
    for _ in range(2):  # looking takes nothing back
        page = server.ask("GET", f"/t/{table}?lang={language}", secret=secrets[0]).body.decode()
        Reader(page)
        prompt = page.partition('data-panel="prompt"')[2].partition("</section>")[0]
        assert prompt.count("<button") == 1
        assert web_translator(language, "blood_rage").page("come_back") in prompt
        assert "data-choice" not in page
        assert 'data-panel="hand"' in page
    state = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
    assert (state["decision"], state["undo"], state["choices"], state["seats"][0]["left"]) == (0, 0, [], True)
    assert server.post(f"/api/tables/{table}/do", act, secrets[0]).json["code"] == "not_now"
    assert 'data-prompt="turn"' in form(server, f"/t/{table}/do", language, secrets[0], do="return").body.decode()
    assert server.post(f"/api/tables/{table}/do", act, secrets[0]).json["is"] == "done"


def panel(page: str, name: str) -> str:
    """A panel of a page."""
    return page.partition(f'data-panel="{name}"')[2].partition("</section>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_another_player_takes_back_is_said_in_the_prompt_and_kept_in_the_log(
    server: Server, language: str
) -> None:
    turn = blood_rage.scene("wolf raven", rage={"wolf": 3, "raven": 3}).match.position()
    table, secrets = server.found("person", "person", origin=turn)

    def page(seat: int) -> str:
        return server.ask("GET", f"/t/{table}?lang={language}", secret=secrets[seat]).body.decode()

    def state() -> dict[str, Any]:
        found: dict[str, Any] = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
        return found

    def choose() -> None:
        now = state()
        act = {"do": "choose", "decision": now["decision"], "choice": now["choices"][0]["text"]}
        assert server.post(f"/api/tables/{table}/do", act, secrets[0]).status == 200

    choose()
    assert "data-decision" in panel(page(1), "prompt"), "it is the other one's turn"
    undo = {"do": "undo", "choice": state()["undo"]}
    assert server.post(f"/api/tables/{table}/do", undo, secrets[0]).status == 200
    (told,) = server.get(f"/api/tables/{table}", secrets[1]).json["state"]["taken_back"]
    assert (told["seat"], told["latest"], told["choice"]["verb"]) == (0, True, "invade")
    words = web_translator(language, "blood_rage")
    said = words.page("taken_back_what", side=words.name("side", "wolf"), choice="").strip()
    place = words.name("place", told["choice"]["parts"][-1]["word"])
    for seat, hears in ((1, True), (0, False)):
        shown = page(seat)
        Reader(shown)
        found = re.search(r'<b class="tookback">.*?</b>', panel(shown, "prompt"))
        assert bool(found) == hears
        assert found is None or (said in unescape(found[0]) and place in unescape(found[0]))
        assert said in unescape(panel(shown, "log"))
    choose()
    shown = page(1)
    assert "tookback" not in shown, "the next choice is news enough"
    assert said in unescape(panel(shown, "log"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_guests_read_the_rules_of_a_table_and_no_page_names_a_player(server: Server, language: str) -> None:
    words = web_translator(language, "blood_rage").page
    wish = {
        "seat-wolf": "you",
        "seat-raven": "friend",
        "name": "Ingrid",
        "pace": "slow",
        "undo": "0",
        "hide_names": "1",
    }
    answer = form(server, "/tables", language, **wish)
    table = re.search(r'data-table="([^"]+)"', answer.body.decode())[1]  # type: ignore[index]
    lobby = panel(server.ask("GET", f"/t/{table}?lang={language}").body.decode(), "notes")
    for note in ("note_undo", "note_names", "note_bots_slow"):
        assert escape(words(note), quote=False) in lobby
    guest = server.post(f"/api/tables/{table}/sit", {"name": "Tomasz"}).json["secret"]
    seats = server.get(f"/api/tables/{table}", guest).json["state"]["seats"]
    assert [seat["name"] for seat in seats] == ["", "Tomasz"]
    server.post(f"/api/tables/{table}/do", {"do": "say", "text": "hail"}, guest)
    for path in (f"/t/{table}?lang={language}", f"/?lang={language}", "/api/tables", f"/api/tables/{table}"):
        shown = server.ask("GET", path, headers={"Accept": "text/html"}).body.decode()
        assert "Ingrid" not in shown
        assert "Tomasz" not in shown
    page = server.ask("GET", f"/t/{table}?lang={language}", secret=guest).body.decode()
    assert "Ingrid" not in page
    assert words("undo_off") in unescape(panel(page, "turn"))


@pytest.fixture(scope="module")
def match() -> drakkar.Match:
    """A finished match."""
    rulings = {"tyr_quest_bonus": "best", "dead_valkyrie_scores": False}
    match, rng = drakkar.new("blood_rage", 2, seed=4, rulings=rulings), random.Random(4)
    while match.outcome is None:
        seat = next(iter(prompts(match)))
        match.play(seat, rng.choice(match.choices(seat)))
    return match


def test_a_match_that_is_over_stands_on_the_first_page_with_who_won_and_after_those_that_go_on(
    server: Server, match: drakkar.Match
) -> None:
    assert match.outcome is not None
    goes_on, ours = server.found("person", "random")
    over, theirs = server.found("person", "person", origin=match.record())
    own, _ = rows(server, "en", **{f"drakkar_{goes_on}_0": ours[0], f"drakkar_{over}_1": theirs[1]})
    assert [re.findall(r'data-table="([^"]+)"', one) for one in own] == [[goes_on], [over]]
    winner = match.outcome.winners[0]
    assert f"{match.sides[winner].title()} {match.outcome.scores[winner]}" in own[1]
    assert f'href="/t/{over}/replay"' in own[1]


def test_who_has_played_bots_can_play_the_same_table_with_stronger_ones(server: Server, match: drakkar.Match) -> None:
    def offered(*seats: str) -> dict[str, str]:
        table, secrets = server.found(*seats, origin=match.record(), spectators=False)
        page = server.ask("GET", f"/t/{table}", secret=secrets[0]).body.decode()
        found = re.search(r'<form id="stronger".*?</form>', page)
        return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', found[0])) if found else {}

    fields = offered("person", "karl")
    founded = form(server, "/tables", "en", **fields)
    assert founded.status == 403, "nobody else may watch it"
    founded = form(server, "/tables", "en", **fields, spectators="1")
    found = re.search(r'data-table="([^"]+)"', founded.body.decode())
    assert found
    state = server.get(f"/api/tables/{found[1]}").json["state"]
    assert [(one["side"], one["kind"], one["bot"]) for one in state["seats"]] == [
        (match.sides[0], "person", None),
        (match.sides[1], "bot", "jarl"),
    ]
    assert state["rulings"] == dict(match.rulings)
    assert not offered("person", "konung")
    assert not offered("person", "person")


def test_help_opens_beside_a_table_and_not_in_its_place(server: Server) -> None:
    table, secrets = server.found("person", "person")
    page = server.ask("GET", f"/t/{table}", secret=secrets[0]).body.decode()
    links = re.findall(r'<a [^>]*href="/help[^>]*>', page)
    assert len(links) > 1
    assert all('target="help"' in link for link in links)
    assert 'id="help-b" href="/help" aria-label' in server.ask("GET", "/").body.decode()


def test_every_field_of_a_page_has_the_look_of_the_page(server: Server) -> None:
    table, _ = server.found("person", "open")
    for path in ("/", f"/t/{table}"):
        page = server.ask("GET", path).body.decode()
        fields = [one for one in re.findall(r"<(?:input|textarea|select)\b[^>]*>", page) if "type=" not in one]
        assert fields
        assert all(re.search(r'class="[^"]*\b(inp|sel)\b', field) for field in fields), fields


def test_the_whole_rules_are_said_to_be_english_where_the_reader_is_not(server: Server) -> None:
    for language in LANGUAGES:
        page = server.ask("GET", "/help", headers={"Accept-Language": language}).body.decode()
        note = (
            escape(web_translator(language, "blood_rage").page("help_english")) if language != "en" else "English only"
        )
        assert (note in page) is (language != "en")
