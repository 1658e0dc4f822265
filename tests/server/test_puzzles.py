"""Tables of a puzzle: one try, no other player chooses, and the solution stays secret until the try."""

import json
from html import unescape

import pytest

from drakkar.games import TITLES
from drakkar.puzzles import library
from drakkar.server.log import messages, table
from drakkar.server.log.errors import Refused
from drakkar.server.web import puzzles as web_puzzles
from drakkar.server.web.pages import WebRoutes
from tests.puzzles.sample import AGREED, RIGHT, SAMPLE
from tests.server.asgi_client import Called
from tests.server.browsing import Browser
from tests.server.stage import Stage, choose, do, fresh, staged


@pytest.fixture(autouse=True)
def _two_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blood Rage has two puzzles made by hand, and the other game none."""

    def of(title: str) -> tuple[object, ...]:
        return (SAMPLE, AGREED) if title == TITLES[0] else ()

    monkeypatch.setattr(library, "puzzles_of", of)
    monkeypatch.setattr(web_puzzles, "puzzles_of", of)


def test_the_solver_is_alone_and_sees_the_task_and_no_solution() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", puzzle="1-2", game="blood_rage")
        state = fresh(room, 0)
        assert [seat["bot"] for seat in state["seats"]] == [None, "thrall"]
        assert (state["status"], state["spectators"], state["hints_allowed"]) == ("running", False, False)
        assert (state["undo_allowed"], state["origin"]) == (False, None)
        about = state["riddle"]
        assert (state["puzzle"], about["theme"], about["difficulty"]) == ("1-2", "timing", "medium")
        assert (about["chosen"], about["right"]) == (None, None)
        assert [one["text"] for one in about["say"]] == [
            "Wolf is to choose. One choice is clearly best. You have one try."
        ]
        assert "whatever the others do" not in json.dumps(state)
        assert fresh(room, 1)["riddle"] is None
        assert await stage.registry.listed() == []

    staged(test)


@pytest.mark.parametrize(("choice", "right"), [(RIGHT, True), ("pass", False)])
def test_the_first_choice_is_the_answer_and_is_explained(choice: str, right: bool) -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", puzzle="1-2", game="blood_rage")
        await choose(room, 0, choice)
        await stage.turns()
        about = fresh(room, 0)["riddle"]
        assert (about["chosen"], about["right"]) == (choice, right)
        assert about["say"][0]["at"] == ["warrior", "Horgr"]
        assert "whatever the others do" in about["say"][1]["text"]
        assert len(room.table.match.history) == 1, "nobody else chooses"
        with pytest.raises(Refused) as caught:
            await do(room, 0, messages.Undo(choice=room.table.version))
        assert caught.value.code == "cannot_undo"

    staged(test)


def test_a_restart_keeps_the_answer() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", puzzle="1-2", game="blood_rage")
        await choose(room, 0, "pass")
        told = fresh(room, 0)["riddle"]
        again = Stage(stage.store)
        try:
            assert fresh(await again.registry.room(room.table.id), 0)["riddle"] == told
            await again.turns()
            assert len((await again.registry.room(room.table.id)).table.match.history) == 1
        finally:
            await again.registry.close()

    staged(test)


def test_a_table_goes_on_without_a_puzzle_that_was_changed_since(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", puzzle="1-2", game="blood_rage")
        changed = SAMPLE._replace(position="game = 'blood_rage'")
        monkeypatch.setattr(table, "puzzle_of", lambda *_: changed)
        again = Stage(stage.store)
        try:
            later = await again.registry.room(room.table.id)
            assert fresh(later, 0)["riddle"] is None
        finally:
            await again.registry.close()

    staged(test)


@pytest.mark.parametrize(
    "wish", [{"puzzle": "9-9"}, {"puzzle": "1-2", "lesson": "board"}, {"puzzle": "1-2", "origin": "x"}]
)
def test_a_table_that_cannot_be_is_refused(wish: dict[str, str]) -> None:
    async def test(stage: Stage) -> None:
        with pytest.raises(Refused) as caught:
            await stage.found("person", game="blood_rage", **wish)
        assert caught.value.code == "bad_argument"

    staged(test)


@pytest.mark.parametrize(
    ("language", "heading"),
    [("en", "Puzzle of the day"), ("pl", "Zadanie dnia"), ("es", "Problema del día"), ("cs", "Úloha dne")],
)
def test_the_page_has_the_puzzle_of_the_day_and_rows_by_theme_and_difficulty(language: str, heading: str) -> None:
    async def test(stage: Stage) -> None:
        page = await Browser(Called(stage, pages=WebRoutes)).page(f"/puzzles?lang={language}")
        assert heading in page
        assert page.count("<section") == 1, "a game without puzzles has no section"
        assert 'data-names="1-2 1-3"' in page
        assert "Horgr" not in page
        assert 'id="puzzles"' in await Browser(Called(stage, pages=WebRoutes)).page("/")

    staged(test)


def test_without_any_puzzle_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (library, web_puzzles):
        monkeypatch.setattr(module, "puzzles_of", lambda _: ())

    async def test(stage: Stage) -> None:
        browser = Browser(Called(stage, pages=WebRoutes))
        assert "There are no puzzles yet." in await browser.page("/puzzles")
        assert 'id="puzzles"' not in await browser.page("/"), "no link leads there"

    staged(test)


def test_without_scripts_a_puzzle_is_begun_and_answered_by_forms() -> None:
    async def test(stage: Stage) -> None:
        solver = Browser(Called(stage, pages=WebRoutes))
        begun = await solver.form("/puzzles", game="blood_rage", puzzle="1-2")
        place = begun.headers["location"]
        before = unescape(await solver.page(place))
        assert "You have one try." in before
        assert "is not the solution" not in before
        answered = await solver.form(f"{place}/do", do="choose", decision="1", choice="pass")
        assert answered.status == 303
        after = unescape(await solver.page(place))
        assert "“pass” is not the solution. It is “invade warrior Horgr”." in after
        assert 'data-points="#p-targets [data-place=' in after
        assert 'id="puzzle-next"' in after
        assert 'id="mine"' not in await solver.page("/"), "a puzzle is no match of one's own"

    staged(test)
