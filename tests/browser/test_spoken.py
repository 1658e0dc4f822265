"""What a screen reader hears: the announcements of a page as transcripts, so that a lost one fails a test.

After an intended change, `DRAKKAR_WRITE=1 pytest tests/browser/test_spoken.py` writes the transcripts anew.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import People
from tests.browser.people import SHOWN, Person
from tests.browser.test_hunt import HUNT
from tests.browser.test_stage import BATTLE, LAST_TURN, pace
from tests.lords_of_ragnarok.scene import scene as scene_of
from tests.server.running import Client, Server

TRANSCRIPTS = Path(__file__).parent.parent / "golden" / "spoken"
WRITE = os.environ.get("DRAKKAR_WRITE", "") not in ("", "0")
TURN = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 3
raven.rage = 3
[figures]
Gimle = { wolf = "leader, 2 warriors", raven = "leader, warrior" }
"""
FIGHT = scene_of(
    "green red",
    stage="manoeuvres",
    armies="green: 4 in 8; red: 3 in 9",
    control="green: 8; red: 9",
    hero="green: 1; red: 2",
    hands="green: Berserkers, Scouts; red: Raiders, Levy",
).match.record()
STAGES = scene_of(
    "green red",
    stage="prayer",
    armies="green: 2 in 8; red: 3 in 9",
    control="green: 8; red: 9",
    hero="green: 8; red: 2",
    hands="green: Berserkers; red: Raiders",
    runes="green: Algiz, Uruz",
    priests="green: 1",
    wheel="red: reinforce",
).match.record()
# Records every text that the page announces; those that interrupt the reader begin with an exclamation mark.
LISTEN = """() => {
  window.heard = [];
  for (const [id, mark] of [["live", ""], ["alert", "! "]])
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) window.heard.push(mark + node.data);
    }).observe(document.getElementById(id), { childList: true });
}"""


class Scene:
    """Two seats that programs play, and a person at the second one who listens."""

    def __init__(self, server: Server, person: People, position: str, language: str) -> None:
        self.server = server
        self.table, secrets = server.found("person", "person", origin=position)
        self.open = ExitStack()
        self.clients: list[Client] = [self.open.enter_context(server.client(self.table, one)) for one in secrets]
        self.listener: Person = person(self.table, secrets[1], language=language)
        pace(self.listener, "fast")
        self.listener.page.evaluate(LISTEN)

    def play(self, seat: int, choice: str) -> None:
        """Make a choice, or undo one, and wait until the page has announced and shown all of it."""
        client = self.clients[seat]
        client.catch_up(self.server.get(f"/api/tables/{self.table}").json["state"]["version"])
        answer = client.say("undo", choice=client.state["undo"]) if choice == "undo" else client.choose(choice)
        assert answer["is"] == "done", answer
        self.listener.catch_up()
        self.listener.page.wait_for_selector(SHOWN)

    def heard(self) -> str:
        """The transcript: an announcement per line."""
        lines: list[str] = self.listener.page.evaluate("() => window.heard")
        return "".join(f"{line}\n" for line in lines)


@contextmanager
def scene(server: Server, person: People, position: str, language: str) -> Iterator[Scene]:
    """A scene from a position, until its programs have left."""
    made = Scene(server, person, position, language)
    with made.open:
        yield made


SCENES = {
    "turn": (TURN, [(0, "invade warrior Horgr"), (1, "march Gimle Horgr"), (1, "warrior"), (1, "done")]),
    "battle": (
        BATTLE,
        [
            (0, "pillage Gimle"),
            (0, "card Tyr's Smash"),
            (1, "card Thor's Hammer"),
            (0, "decline"),
            (1, "decline"),
        ],
    ),
    "stages": (
        STAGES,
        [
            (0, "pray Thor"),
            (0, "walk 7"),
            (0, "done"),
            (0, "rune action strengthen"),
            (0, "activate army 3 8"),
            (0, "move 6"),
            (0, "action reinforce"),
            (1, "take Uruz"),
            (0, "recruit 5"),
        ],
    ),
    "hunt": (
        HUNT,
        [
            (0, "action monsters"),
            (0, "hunt Draugr"),
            (1, "attack with Furious Attack"),
            (0, "defend Champions"),
            (0, "done"),
            (0, "strike Huskarls space 1"),
            (0, "stop"),
        ],
    ),
    "army_battle": (
        FIGHT,
        [
            (0, "activate army 4 8"),
            (0, "move 9"),
            (1, "play Raiders"),
            (0, "play Berserkers"),
            (1, "pass"),
            (0, "pass"),
        ],
    ),
    "end_of_age": (LAST_TURN, [(0, "pass")]),
    "undo": (TURN, [(0, "invade warrior Horgr"), (0, "undo")]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("language", ["en", pytest.param("pl", marks=pytest.mark.slow)])
def test_everything_that_happens_is_announced(person: People, server: Server, name: str, language: str) -> None:
    position, choices = SCENES[name]
    transcript = TRANSCRIPTS / f"{name}_{language}.txt"
    with scene(server, person, position, language) as made:
        for seat, choice in choices:
            made.play(seat, choice)
        if WRITE:
            TRANSCRIPTS.mkdir(exist_ok=True)
            transcript.write_text(made.heard())
        assert made.heard() == transcript.read_text()
