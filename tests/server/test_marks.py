"""A table from an uploaded position or record is marked in lists, on its page and on the wire."""

import random

import pytest

import drakkar
from drakkar.core.hosting import prompts
from drakkar.server.log.store import OVER
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES
from tests.blood_rage import scene as blood_rage
from tests.server.asgi_client import Called
from tests.server.browsing import Browser
from tests.server.page_reader import Reader
from tests.server.test_sessions import browsed


def position() -> str:
    """A position written by hand."""
    return blood_rage.scene("wolf raven", rage={"wolf": 3, "raven": 3}).match.position()


def record() -> str:
    """The record of a match that has just begun."""
    return drakkar.new("blood_rage", 2, seed=4).record()


ORIGINS = pytest.mark.parametrize(
    ("origin", "kind"), [("", None), (position(), "position"), (record(), "record"), ("# note\n" + record(), "record")]
)


@ORIGINS
def test_programs_are_told_what_a_match_began_from(origin: str, kind: str | None) -> None:
    async def test(app: Called) -> None:
        for seats in (("person", "person"), ("person", "open")):
            home, (secret, *_) = await app.found(*seats, origin=origin)
            for shown in ("", secret):
                assert (await app.get(home, shown)).json["state"]["origin"] == kind
            (row,) = [
                one for one in (await app.get("/api/tables")).json["tables"] if one["table"] == home.rpartition("/")[2]
            ]
            assert row["origin"] == kind

    browsed(test)


@ORIGINS
@pytest.mark.parametrize("language", LANGUAGES)
def test_people_read_what_a_match_began_from(origin: str, kind: str | None, language: str) -> None:
    async def test(app: Called) -> None:
        said, reader = web_translator(language, "blood_rage").page, Browser(app)
        reader.jar["language"] = language
        for seats in (("person", "person"), ("person", "open")):
            home, _ = await app.found(*seats, origin=origin)
            texts = Reader(await reader.page(f"/t/{home.rpartition('/')[2]}")).texts
            assert [one for one in ("position", "record") if said(f"origin_{one}") in texts] == ([kind] if kind else [])
        first = await reader.page("/")
        for one in ("position", "record"):
            assert first.count(said(f"from_{one}")) == (2 if one == kind else 0)

    browsed(test)


def finished() -> str:
    """The record of a whole match."""
    match, rng = drakkar.new("blood_rage", 2, seed=4), random.Random(4)
    while match.outcome is None:
        seat = next(iter(prompts(match)))
        match.play(seat, rng.choice(match.choices(seat)))
    return match.record()


def test_a_table_played_on_from_a_moment_is_marked_and_a_rematch_is_not() -> None:
    async def test(app: Called) -> None:
        home, (secret, _) = await app.found("person", "person", origin=finished())
        table, player = home.rpartition("/")[2], Browser(app)
        await player.enter(table, secret)
        state = (await app.get(home, secret)).json["state"]
        assert (state["status"], state["origin"]) == (OVER, "record")
        on = await player.form(f"/t/{table}/replay/on", at="3", seat="0", level="karl")
        played = f"/api/tables/{on.headers['location'].rpartition('/')[2]}"
        assert (await player.ask("GET", played)).json["state"]["origin"] == "record"
        again = (await app.do(home, secret, "rematch")).json["table"]
        state = (await app.get(f"/api/tables/{again}", secret)).json["state"]
        assert (state["origin"], state["previous"]) == (None, table)
        assert state["commitment"] is not None

    browsed(test)
