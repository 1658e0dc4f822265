"""One match at one terminal: people are asked here, bots sit in the other seats.

Whatever is shown to a person comes from the view and the events of that person's seat.
"""

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from drakkar.bots import Bot
from drakkar.core.match import Match
from drakkar.core.moment import Decision
from drakkar.terminal import files
from drakkar.terminal.console import Console
from drakkar.terminal.menu import Menu
from drakkar.terminal.score import ranking, sheet
from drakkar.terminal.story import HEADINGS, told
from drakkar.text import ENGLISH, words

BOARD: Final = "board"
QUITTING: Final = ("quit", "exit")
# Parts that are shown when somebody asks for them, and not by themselves.
ASKED_FOR: Final = ("discards",)

# As the person started it: `./play` says so, where `drakkar` itself is on no path.
COMMAND: Final = os.environ.get("DRAKKAR_COMMAND", "drakkar")


class Session:
    """The match, who sits where, and what each person has been told and shown."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        console: Console,
        path: Path | None,
        bot_words: Sequence[str] = (),
        language: str = ENGLISH,
    ) -> None:
        self.match = match
        self.words = words(language, match.game.title)
        console.at_the_end = self.words.terminal("end_of_input")
        self.bot_words = bot_words
        self.bots = bots
        self.people = [seat for seat in range(match.seats) if seat not in bots]
        self.console = console
        self.path = path
        self.told = {seat: self._last_heard(seat) for seat in self.people}
        self.shown: dict[str, str] = {}
        self.seat = self.people[0]
        self.seated = False

    def _last_heard(self, seat: int) -> int:
        """A match that goes on is told from the last choice of the seat onwards."""
        ends = [0, *(played.log_end for played in self.match.history)]
        mine = [number for number, played in enumerate(self.match.history) if played.seat == seat]
        return ends[mine[-1]] if mine else 0

    def welcome(self) -> None:
        """Who plays, and how to go about it."""
        names = [self.name(seat) for seat in range(self.match.seats)]
        names = [
            self.words.terminal("a_bot", clan=name) if seat in self.bots else name for seat, name in enumerate(names)
        ]
        self.console.say(self.console.paint(f"{self.match.game.name}: {', '.join(names)}", "bold"))
        self.console.say(self.words.terminal("welcome"))

    def speak(self, language: str) -> None:
        """Go on in another language; what lies on the table will be shown in it once more."""
        self.words = words(language, self.match.game.title)
        self.console.at_the_end = self.words.terminal("end_of_input")
        self.console.say(f"  {self.words.terminal('language_now')}")
        self.shown = {}

    def name(self, seat: int) -> str:
        """A seat as people call it."""
        return self.words.name("clan", self.match.clans[seat])

    def next_person(self) -> int | None:
        """The bots choose until a person is asked, or nobody."""
        while pending := self.match.pending:
            decision = next((decision for decision in pending if decision.seat in self.bots), None)
            if decision is None:
                # Whoever sits at the terminal goes first, so that it changes hands as seldom as can be.
                asked = [owing.seat for owing in pending]
                return self.seat if self.seat in asked else asked[0]
            self.let_choose(decision)
        return None

    def let_choose(self, decision: Decision) -> None:
        """A bot makes its choice; where one is at the screen it says whom we wait for."""
        self.console.wait_for(self.words.terminal("thinks", clan=self.name(decision.seat)))
        choice = self.bots[decision.seat].choose(self.match.view(decision.seat), decision)
        self.console.wait_for("")
        self.match.play(decision.seat, choice)

    def seat_person(self, seat: int) -> bool:
        """Give the terminal to a person; False if nobody takes it."""
        if len(self.people) > 1 and (seat != self.seat or not self.seated):
            self.console.cover()
            self.shown = {}
            self.console.say(self.words.terminal("hand_over", clan=self.name(seat)))
            line = self.console.ask([])
            if line is None or line.casefold() in QUITTING:
                return False
        self.seat, self.seated = seat, True
        return True

    def undo(self) -> None:
        """Take this person's last choice back; what has not happened any more is told anew when it happens."""
        self.match.undo(self.seat)
        self.told = {seat: min(told, len(self.match.log.entries)) for seat, told in self.told.items()}
        self.console.say(f"  {self.words.terminal('taken_back')}")

    def recap(self) -> bool:
        """Tell what happened since this person last heard of it; whether that ended what the person was at."""
        events = self.match.events(self.seat, self.told[self.seat])
        self.told[self.seat] += len(events)
        for line in told(events, self.console, self.words):
            self.console.say(line)
        goes_on = bool(self.match.history) and self.match.history[-1].seat == self.seat
        return not goes_on or any(event.kind in HEADINGS for event in events)

    def parts(self) -> dict[str, str]:
        """The table as this person sees it, drawn by the game."""
        table = self.match.view(self.seat).to_json()["table"]
        return self.match.game.text_board(table, self.console.colours, self.console.width, self.words)

    def show_table(self, with_board: bool) -> None:
        """The parts of the table that have changed since they were last shown; the board only where it is wanted."""
        for name, text in self.parts().items():
            if name in ASKED_FOR:
                continue
            if self.shown.get(name) != text and (with_board or name != BOARD or not self.shown):
                self.console.say(f"\n{text}")
                self.shown[name] = text

    def menu(self) -> Menu:
        """The options of this person, numbered."""
        return Menu(self.match.view(self.seat).options, self.words)

    def show_menu(self, menu: Menu) -> None:
        """What is asked, by which rule, and what can be answered."""
        self.show_prompt()
        self.show_options(menu)

    def show_options(self, menu: Menu) -> None:
        """What can be answered."""
        for line in menu.lines(self.console.width):
            self.console.say(line)
        if len(menu.entries) == 1:
            self.console.say(self.console.paint(f"  {self.words.terminal('only_choice')}", "dim"))

    def show_prompt(self) -> None:
        """What is asked, and by which rule."""
        prompt = self.match.view(self.seat).owed[self.seat]
        asked = self.console.paint(f"{self.name(self.seat)}: {self.words.prompt(prompt)}", "bold")
        self.console.say(f"\n{asked}{self.console.paint(f' · {prompt.rule}', 'dim')}")

    def refuse(self, reason: object) -> None:
        """Say why not."""
        self.console.say(self.console.paint(f"  {reason}", "refusal"))

    def save(self, path: Path | None) -> bool:
        """Write the record: to a file that is named and then left alone, or to the match's own."""
        if path is None:
            path = self.path = self.path or files.fresh_name(self.match)
        try:
            files.write(self.match, path)
        except OSError as error:
            self.refuse(self.words.terminal("cannot_save", path=path, error=error.strerror))
            return False
        self.console.say(self.words.terminal("saved", path=path))
        return True

    def leave(self) -> None:
        """Break off, with the match saved and a word on how to go on."""
        if not self.match.history:
            self.console.say(self.words.terminal("nothing_saved"))
        elif self.save(None) and not self.match.over:
            who = ",".join(self.match.clans[seat] for seat in self.people)
            how = f"--hot-seat {who}" if len(self.people) > 1 else f"--clan {who}"
            how += "".join(f" --bot {shlex.quote(words)}" for words in self.bot_words)
            how += "" if self.words.language == ENGLISH else f" --language {self.words.language}"
            command = f"{COMMAND} play --load {shlex.quote(str(self.path))} {how}"
            self.console.say(self.words.terminal("go_on", command=command))

    def end(self) -> None:
        """The result, and where the record is."""
        self.recap()
        outcome = self.match.outcome
        assert outcome is not None, "the end has come"
        self.console.say()
        for lines in (ranking, sheet):
            for line in [*lines(outcome, self.match.clans, self.words), ""]:
                self.console.say(line)
        self.save(None)
