"""Tables that teach a lesson: who sits there, what the guide says and refuses, and that a restart changes nothing."""

import asyncio
import json
from html import unescape
from random import Random

import pytest

from drakkar.lessons.lesson import Lesson
from drakkar.lessons.library import find_lesson, lessons_of
from drakkar.server.live.bot_pool import Task, always
from drakkar.server.live.bot_worker import MatchCache, think
from drakkar.server.live.room import Room
from drakkar.server.log import messages
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import CreateTable, SeatSpec, TableCreated
from drakkar.server.web.pages import WebRoutes
from drakkar.server.web.web_translator import web_translator
from tests.server.asgi_client import Called
from tests.server.browsing import Browser
from tests.server.stage import Clock, Fools, Stage, choose, do, fresh, staged

LESSONS = [(title, lesson.name) for title in ("blood_rage", "lords_of_ragnarok") for lesson in lessons_of(title)]
# More choices than a learner needs for any lesson.
LONGEST = 200


class Thinkers(Fools):
    """The real bots, in this process."""

    def __init__(self) -> None:
        super().__init__(Clock())
        self.cache = MatchCache()

    async def choose(self, task: Task, table: str = "", is_attended: object = always) -> str:
        """The choice of the task's bot."""
        self.asked += 1
        await asyncio.sleep(0)
        return think(task, self.cache)


async def taught(stage: Stage, lesson: str = "board", game: str = "blood_rage") -> Room:
    """The table of a lesson, with the real bots."""
    stage.registry.bot_pool = Thinkers()
    return await stage.found("person", lesson=lesson, game=game)


async def refused(room: Room, choice: str) -> Refused:
    """The refusal of the learner's choice."""
    with pytest.raises(Refused) as caught:
        await choose(room, 0, choice)
    return caught.value


def test_the_learner_plays_gentle_bots_with_nobody_watching_and_no_hints() -> None:
    async def test(stage: Stage) -> None:
        room = await taught(stage)
        state = fresh(room, 0)
        assert [seat["bot"] for seat in state["seats"]] == [None, "thrall", "thrall"]
        assert (state["status"], state["spectators"], state["hints_allowed"]) == ("running", False, False)
        assert await stage.registry.listed() == []

    staged(test)


def test_the_guide_says_where_the_learner_is_and_points_at_the_board() -> None:
    async def test(stage: Stage) -> None:
        room = await taught(stage)
        told, lesson = fresh(room, 0)["guide"], find_lesson("blood_rage", "board")
        assert fresh(room, 0)["lesson"] == "board"
        assert (told["title"], told["number"], told["lessons"], told["next"]) == (
            "The board and your clan",
            1,
            10,
            "draft",
        )
        assert (told["step"], told["steps"]) == (0, len(lesson.steps))
        assert told["say"][0] == {"text": lesson.steps[0].say[0].text("en"), "at": ["board"]}
        await choose(room, 0, "invade leader Gimle")
        assert fresh(room, 0)["guide"]["step"] == 1

    staged(test)


def test_a_wrong_choice_is_not_played_and_gets_its_answer_in_the_language_of_the_page() -> None:
    async def test(stage: Stage) -> None:
        room = await taught(stage)
        version = room.table.version
        refusal = await refused(room, "pass")
        assert (refusal.code, room.table.version) == ("lesson", version)
        said = {
            language: web_translator(language, "blood_rage").refusal(refusal) for language in ("en", "pl", "es", "cs")
        }
        assert str(refusal) == said["en"]
        assert said["en"].startswith("A clan that passes loses all its Rage")
        assert said["cs"].startswith("Klan, který pasuje, přijde")
        assert len(set(said.values())) == 4

    staged(test)


def test_what_the_rules_forbid_is_refused_by_the_rules() -> None:
    async def test(stage: Stage) -> None:
        room = await taught(stage)
        assert (await refused(room, "invade leader Yggdrasil")).rule.startswith("BR-")

    staged(test)


def test_the_others_reply_as_the_lesson_says_without_a_bot_process() -> None:
    async def test(stage: Stage) -> None:
        room = await taught(stage)
        await choose(room, 0, "invade leader Gimle")
        await stage.turns()
        assert [played.text for played in room.table.match.history[1:]] == [
            "invade leader Horgr",
            "invade leader Angerboda",
        ]
        assert isinstance(stage.registry.bot_pool, Thinkers)
        assert stage.registry.bot_pool.asked == 0

    staged(test)


def test_an_undo_goes_back_in_the_lesson() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", lesson="board", game="blood_rage", grace=60)
        await choose(room, 0, "invade leader Gimle")
        await do(room, 0, messages.Undo(choice=fresh(room, 0)["undo"]))
        assert fresh(room, 0)["guide"]["step"] == 0

    staged(test)


async def refusal_of(room: Room, seat: int, choice: str) -> Refused | None:
    """The refusal of a choice; None if it was played."""
    try:
        await choose(room, seat, choice)
    except Refused as refusal:
        return refusal
    return None


async def play_on(room: Room, seat: int, rng: Random) -> None:
    """Try the choices in some order until one is not wrong; each wrong one must have an answer."""
    choices = [choice.text for choice in room.table.match.choices(seat)]
    for choice in rng.sample(choices, len(choices)):
        refusal = await refusal_of(room, seat, choice)
        if refusal is None:
            return
        assert refusal.code == "lesson"
        assert refusal.texts
    pytest.fail(f"nothing is right among {choices}")


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_lesson_can_be_solved_at_its_table(game: str, name: str) -> None:
    async def test(stage: Stage) -> None:
        room, rng = await taught(stage, name, game), Random(name)
        seat = next(number for number, one in enumerate(room.table.seats) if one.is_person)
        lesson, made = find_lesson(game, name), 0
        while fresh(room, seat)["guide"]["step"] < len(lesson.steps):
            if room.table.seats[seat].decision and not room.table.seats[seat].only_answer:
                await play_on(room, seat, rng)
            await stage.turns()
            made += 1
            assert made < LONGEST
        assert [one["text"] for one in fresh(room, seat)["guide"]["say"]] == [one.text("en") for one in lesson.end]

    staged(test)


def test_a_restart_keeps_the_lesson() -> None:
    async def begin(stage: Stage) -> tuple[str, dict[str, object]]:
        room = await taught(stage)
        await choose(room, 0, "invade leader Gimle")
        await stage.turns()
        return room.table.id, fresh(room, 0)["guide"]

    async def test(stage: Stage) -> None:
        table, told = await begin(stage)
        again = Stage(stage.store)
        try:
            room = await again.registry.room(table)
            assert fresh(room, 0)["guide"] == told
            assert (await refused(room, "pass")).code == "lesson"
        finally:
            await again.registry.close()

    staged(test)


def test_a_table_goes_on_without_a_guide_once_its_lesson_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(stage: Stage) -> None:
        room = await taught(stage)
        changed: Lesson = find_lesson("blood_rage", "board")._replace(position="game = 'blood_rage'")
        monkeypatch.setattr("drakkar.server.log.table.lesson_of", lambda *_: changed)
        again = Stage(stage.store)
        try:
            later = await again.registry.room(room.table.id)
            assert fresh(later, 0)["guide"] is None
            await choose(later, 0, "pass")
        finally:
            await again.registry.close()

    staged(test)


def test_only_the_learner_is_taught_and_no_hidden_card_is_told() -> None:
    async def test(stage: Stage) -> None:
        room = await taught(stage, "draft")
        assert [fresh(room, seat)["guide"] for seat in (1, 2, None)] == [None, None, None]
        told = json.dumps(fresh(room, 0), ensure_ascii=False)
        assert "Thor's Hammer" in told
        assert "Lord of Hammers" not in told, "it is in the pack of Raven"
        assert "raven.pack" not in told, "the position has all packs"

    staged(test)


@pytest.mark.parametrize(
    "wish",
    [
        {"lesson": "flying"},
        {"lesson": "board", "origin": "game = 'blood_rage'"},
        {"lesson": "board", "seats": [SeatSpec("person"), SeatSpec("person")]},
        {"lesson": "board", "seats": [SeatSpec("bot")]},
    ],
)
def test_a_lesson_has_one_learner_and_its_own_position(wish: dict[str, object]) -> None:
    async def test(stage: Stage) -> TableCreated:
        wished: CreateTable = CreateTable(**{"game": "blood_rage", "seats": [SeatSpec("person")], **wish})  # type: ignore[arg-type]
        return await stage.registry.create(wished)

    with pytest.raises(Refused) as caught:
        staged(test)
    assert caught.value.code == "bad_argument"


def test_without_scripts_a_lesson_is_begun_played_and_left_by_forms() -> None:
    async def test(stage: Stage) -> None:
        stage.registry.bot_pool = Thinkers()
        app = Called(stage, pages=WebRoutes)
        learner, stranger = Browser(app), Browser(app)
        listed = await learner.page("/learn?lang=cs")
        assert all(find_lesson(game, name).title.text("cs") in unescape(listed) for game, name in LESSONS)
        begun = await learner.form("/learn", game="blood_rage", lesson="board")
        table = begun.headers["location"]
        shown = unescape(await learner.page(f"{table}?lang=en"))
        assert "You lead the Wolf clan." in shown
        assert 'data-points="#p-sheet-0, #row-0"' in shown
        wrong = await learner.form(f"{table}/do", do="choose", decision="1", choice="pass", lang="en")
        assert wrong.status == 409
        assert "A clan that passes loses all its Rage" in wrong.body.decode()
        right = await learner.form(f"{table}/do", do="choose", decision="1", choice="invade leader Gimle")
        assert right.status == 303
        assert "Put your Ship into a fjord" in await learner.page(table)
        assert (await stranger.ask("GET", table)).status == 403
        assert 'id="mine"' not in await learner.page("/"), "a lesson is no match of one's own"

    staged(test)
