"""Rows that a page has are not sent again, and the page ends up with the full panels."""

import asyncio
import json
import re
from random import Random

import pytest

from drakkar.server.live.room import Room
from drakkar.server.log.entries import TimeControl
from drakkar.server.log.messages import Choose, Say
from drakkar.server.web.panel_feed import PanelFeed
from drakkar.server.web.rows import diff_rows, placeholder
from tests.server.stage import Stage, staged
from tests.server.test_drawn import go_on

STUB = re.compile(r'<(\w+) id="([^"]+)" data-same></\1>')


class Reader:
    """A page without a browser: panels as pushes make them."""

    def __init__(self, room: Room, seat: int | None, pages: PanelFeed) -> None:
        self.room, self.seat, self.pages = room, seat, pages
        self.subscriber = room.subscribe_seat(seat, pages)
        self.panels: dict[str, str] = {}
        self.versions: list[int] = []
        self.kept = 0

    def hear(self) -> "Reader":
        """Receive all queued messages."""
        while self.subscriber._queue:
            message = json.loads(self.subscriber._queue.popleft())
            self.versions.append(message["v"])
            for name, html in {**message["panels"], **message.get("after", {})}.items():
                self.panels[name] = self.filled(self.panels.get(name, ""), html)
        self.subscriber._bytes = 0
        return self

    def filled(self, old: str, html: str) -> str:
        """A panel with the page's own rows in place of placeholders."""
        own = {row[1]: line for line in old.split("\n") if (row := re.match(r'<\w+(?: [^<>]*)? id="([^"]+)"', line))}
        found, number = STUB.subn(lambda placeholder: own[placeholder[2]], html)
        self.kept += number
        return found

    def fresh(self) -> dict[str, str]:
        """The panels that a new page would get now."""
        return {name: html.decode() for name, html in self.pages.parts(self.room, self.seat, {}).items()}


@pytest.mark.parametrize(
    ("game", "choices"),
    [("treasure", 40), ("blood_rage", 60), pytest.param("blood_rage", 999, marks=pytest.mark.slow)],
)
def test_pushes_add_up_to_the_page_that_would_be_made(game: str, choices: int) -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person", "person", game=game, clock=TimeControl(600, 5)), Random(5)
        readers = [
            Reader(room, seat, PanelFeed(words)) for seat, words in ((None, "en"), (0, "en"), (1, "cs"), (2, "en"))
        ]
        for _ in range(choices):
            if room.table.match.over:
                break
            if rng.random() < 0.1:
                gone = readers.pop(rng.randrange(len(readers)))
                room.unsubscribe(gone.subscriber)
                readers.append(Reader(room, gone.seat, gone.pages))
            await stage.pass_time(rng.choice([0, 0.4, 30]))
            await go_on(room, rng)
            await stage.turns()
            for reader in readers:
                reader.hear()
                assert reader.panels == reader.fresh()
                assert reader.versions == sorted(reader.versions)
        assert sum(reader.kept for reader in readers) > choices

    staged(test)


def test_only_a_line_that_is_one_row_has_a_stub() -> None:
    row = b'<li id="l12" class="fresh"><span>Wolf invades Gimle with a long ship and all its men</span></li>'
    two = row + row.replace(b"12", b"13")
    nested = b'<li id="l12"><ul><li>Wolf invades Gimle with a long ship</li><li>and all its men</li></ul></li>'
    unnamed = row.replace(b' id="l12"', b"")
    short = b'<b id="x"></b>'
    assert placeholder(row) == placeholder(nested) == b'<li id="l12" data-same></li>'
    assert [placeholder(line) for line in (two, unnamed, short)] == [two, unnamed, short]
    assert diff_rows(row, two) == two.decode()
    assert diff_rows(b"<ul>\n" + row, b"<ul>\n" + row) == '<ul>\n<li id="l12" data-same></li>'
    assert diff_rows(b"", row) == row.decode()


def test_who_chooses_is_told_before_anything_is_made_for_the_others() -> None:
    async def test(stage: Stage) -> None:
        room, sent = await stage.found("person", "person", "person"), []
        senders = []
        for seat in (0, 1, 2):

            async def send(_: bytes, seat: int = seat) -> None:
                sent.append((seat, [len(reader.subscriber._queue) for reader in readers]))

            senders.append((seat, send))
        readers = [Reader(room, seat, PanelFeed("en")) for seat in (0, 1, 2)]
        await stage.turns()
        for reader in readers:
            reader.hear()
        tasks = [asyncio.create_task(readers[seat].subscriber.send_all(send)) for seat, send in senders]
        await stage.turns()
        choice = str(room.table.match.choices(2)[0])
        await room.act(2, Choose(decision=room.table.seats[2].decision, choice=choice))
        await stage.turns()
        assert [seat for seat, _ in sent] == [2, 2, 0, 1], "what he decides with, and the rest in its turn"
        assert sent[0][1] == [0, 0, 0], "nothing waits for anybody else yet"
        for task in tasks:
            task.cancel()

    staged(test)


def test_who_leaves_while_others_are_still_told_is_gone_for_all_of_them() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person", "person", game="treasure")
        readers = [Reader(room, seat, PanelFeed("en")) for seat in (None, 0, 1, 2)]
        for turns in range(6):
            saying = asyncio.create_task(room.act(0, Say(text=f"hail {turns}")))
            for _ in range(turns):
                await asyncio.sleep(0)
            gone = readers.pop(1 + turns % 3)
            room.unsubscribe(gone.subscriber)
            await saying
            await stage.turns()
            for reader in readers:
                reader.hear()
                assert reader.panels == reader.fresh()
            readers.insert(1 + turns % 3, Reader(room, gone.seat, gone.pages))

    staged(test)
