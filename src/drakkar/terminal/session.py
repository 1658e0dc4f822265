"""One match at one terminal: people play here, bots play the other seats.

Everything shown to a person comes from the view and the events of that person's seat.
"""

import os
import shlex
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from drakkar.bots import Bot
from drakkar.core.errors import IllegalChoice
from drakkar.core.events import Event
from drakkar.core.game import Game
from drakkar.core.hosting import game_of, log_of, only_answer, undoable
from drakkar.core.match import Match
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.terminal import files, first_times
from drakkar.terminal.console import Console
from drakkar.terminal.looking_back import offer
from drakkar.terminal.menu import Menu
from drakkar.terminal.score import ranking, sheet
from drakkar.terminal.seating import USUAL_BOT
from drakkar.terminal.story import HEADINGS, told
from drakkar.text import ENGLISH, translator

BOARD: Final = "board"
QUITTING: Final = ("quit", "exit")
# Parts of the table that are shown only on request.
ASKED_FOR: Final = ("discards",)

# The command as the person started it: `./play` sets it, since `drakkar` may not be on the path.
COMMAND: Final = os.environ.get("DRAKKAR_COMMAND", "drakkar")


class BotFailure(Exception):
    """A bot failed. It keeps the class and place of the error; its message could reveal hidden information."""

    def __init__(self, bot: str, side: str, error: Exception) -> None:
        trace = traceback.extract_tb(error.__traceback__)
        place = f" at {Path(trace[-1].filename).name}:{trace[-1].lineno}" if trace else ""
        super().__init__(f"the bot {bot}, which plays {side}, has failed: {type(error).__name__}{place}")


def has_numbered_places(game: Game[Any]) -> bool:
    """Whether a person would type a number for a place of this game."""
    places = game.names().get("place", {}).get("", ())
    return bool(places) and all(word[-1:].isdecimal() for word in places)


class Session:
    """The match, the players, and what each person has already been shown."""

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
        self.words = translator(language, match.title)
        console.at_the_end = self.words.terminal("end_of_input")
        self.bot_words = bot_words
        self.bots = bots
        self.people = [seat for seat in range(match.seats) if seat not in bots]
        self.console = console
        self.path = path
        self.told = {seat: self._last_heard(seat) for seat in self.people}
        self.shown: dict[str, str] = {}
        # Where in the history an answer stands that was given for a person.
        self.given: set[int] = set()
        self.seat = self.people[0]
        self.seated = False

    def _last_heard(self, seat: int) -> int:
        """The first event to show: a loaded match continues after the seat's last choice."""
        ends = [0, *(played.log_end for played in self.match.history)]
        mine = [number for number, played in enumerate(self.match.history) if played.seat == seat]
        return ends[mine[-1]] if mine else 0

    def welcome(self) -> None:
        """Print the players and a short introduction."""
        names = [self.name(seat) for seat in range(self.match.seats)]
        names = [
            self.words.terminal("a_bot", side=name) if seat in self.bots else name for seat, name in enumerate(names)
        ]
        self.console.say(self.console.paint(f"{game_of(self.match).name}: {', '.join(names)}", "bold"))
        self.console.say(self.words.terminal("welcome"))

    def speak(self, language: str) -> None:
        """Switch the language; the table will be shown again in it."""
        self.words = translator(language, self.match.title)
        self.console.at_the_end = self.words.terminal("end_of_input")
        self.console.say(f"  {self.words.terminal('language_now')}")
        self.shown = {}

    def name(self, seat: int) -> str:
        """The name of a seat's side."""
        return self.words.name("side", self.match.sides[seat])

    def next_person(self) -> int | None:
        """Let the bots choose, and give answers that all know, until a person owes a decision; None if it is over."""
        while pending := self.match.pending:
            decision = next((decision for decision in pending if decision.seat in self.bots), None)
            if decision is not None:
                self.let_choose(decision)
                continue
            asked = [owing.seat for owing in pending]
            if not self._answered(asked):
                # Prefer the person at the terminal, so that it changes hands as rarely as possible.
                return self.seat if self.seat in asked else asked[0]
        return None

    def _answered(self, asked: list[int]) -> bool:
        """Give an only answer for a person, if everyone can see that there is no other."""
        answers = {seat: answer for seat in asked if (answer := only_answer(self.match, seat))}
        for seat, answer in list(answers.items())[:1]:
            self.given.add(len(self.match.history))
            self.match.play(seat, answer)
        return bool(answers)

    def let_choose(self, decision: Decision) -> None:
        """Let a bot choose; a status line says whose decision it is."""
        self.console.wait_for(self.words.terminal("thinks", side=self.name(decision.seat)))
        try:
            choice = self.bots[decision.seat].choose(self.match.view(decision.seat), decision)
        except Exception as error:
            raise BotFailure(self._bot_at(decision.seat), self.match.sides[decision.seat], error) from error
        finally:
            self.console.wait_for("")
        if choice not in decision.choices:
            illegal = IllegalChoice("the bot chose something that is not one of its choices", decision.seat)
            raise BotFailure(self._bot_at(decision.seat), self.match.sides[decision.seat], illegal)
        self.match.play(decision.seat, choice)

    def _bot_at(self, seat: int) -> str:
        """The bot of a seat as it was given on the command line."""
        words = self.bot_words or [USUAL_BOT]
        return words[min(list(self.bots).index(seat), len(words) - 1)]

    def seat_person(self, seat: int) -> bool:
        """Hand the terminal to a person; False if they leave."""
        if len(self.people) > 1 and (seat != self.seat or not self.seated):
            self.console.cover()
            self.shown = {}
            self.console.say(self.words.terminal("hand_over", side=self.name(seat)))
            line = self.console.ask([])
            if line is None or line.casefold() in QUITTING:
                return False
        self.seat, self.seated = seat, True
        return True

    def undo(self) -> None:
        """Take back this person's last choice; events that are undone will be shown again when they happen.

        An answer that was given for them is no choice of theirs: it would only be given again.
        """
        trial, choices, was_given = self.match.copy(), 0, True
        while was_given:
            was_given = undoable(trial, self.seat) in self.given
            trial.undo(self.seat)
            choices += 1
        for _ in range(choices):
            self.match.undo(self.seat)
        self.given = {at for at in self.given if at < len(self.match.history)}
        self.told = {seat: min(told, len(log_of(self.match).entries)) for seat, told in self.told.items()}
        self.console.say(f"  {self.words.terminal('taken_back')}")

    def recap(self) -> bool:
        """Print the events since this person's last recap; True if the board should be shown again."""
        events = self.match.events(self.seat, self.told[self.seat])
        self.told[self.seat] += len(events)
        for line in told(events, self.console, self.words):
            self.console.say(line)
        self.explain(events)
        goes_on = bool(self.match.history) and self.match.history[-1].seat == self.seat
        return not goes_on or any(event.kind in HEADINGS for event in events)

    def explain(self, events: Sequence[Event]) -> None:
        """Explain what has happened for the first time, to a person at a terminal."""
        if not self.console.is_live:
            return
        for note in first_times.new(self.match.title, (event.kind for event in events)):
            said = self.words.terminal("first_time", sentence=note.sentence.text(self.words.language))
            self.console.say(self.console.paint(f"  » {said}", "dim"))

    def parts(self) -> dict[str, str]:
        """The table as this person sees it, drawn by the game."""
        table = self.match.view(self.seat).to_json()["table"]
        return game_of(self.match).text_board(table, self.console.colours, self.console.width, self.words)

    def show_table(self, with_board: bool) -> None:
        """Print the parts of the table that have changed since they were last shown; the board only if requested."""
        for name, text in self.parts().items():
            if name in ASKED_FOR:
                continue
            if self.shown.get(name) != text and (with_board or name != BOARD or not self.shown):
                self.console.say(f"\n{text}")
                self.shown[name] = text

    def menu(self) -> Menu:
        """This person's choices, labelled."""
        return Menu(self.match.view(self.seat).choices, self.words, has_numbered_places(game_of(self.match)))

    def show_menu(self, menu: Menu) -> None:
        """Print the prompt, its rule and the choices."""
        self.show_prompt()
        self.show_choices(menu)

    def show_choices(self, menu: Menu) -> None:
        """Print the choices."""
        for line in menu.lines(self.console.width):
            self.console.say(line)
        if len(menu.entries) == 1:
            self.console.say(self.console.paint(f"  {self.words.terminal('only_choice')}", "dim"))

    def show_prompt(self) -> None:
        """Print the prompt and its rule."""
        prompt = self.match.view(self.seat).owed[self.seat]
        asked = self.console.paint(f"{self.name(self.seat)}: {self.words.prompt(prompt)}", "bold")
        self.console.say(f"\n{asked}{self.console.paint(f' · {prompt.rule}', 'dim')}")

    def choose(self, choice: Choice | str) -> bool:
        """Make this person's choice; ChoiceError if the rules refuse it. False if something else has refused it."""
        self.match.play(self.seat, choice)
        return True

    def refuse(self, reason: object) -> None:
        """Print a refusal."""
        self.console.say(self.console.paint(f"  {reason}", "refusal"))

    def save(self, path: Path | None) -> bool:
        """Write the record to the given file, or to the match's own file."""
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
        """Save the match and print how to continue it."""
        if not self.match.history:
            self.console.say(self.words.terminal("nothing_saved"))
        elif self.save(None) and not self.match.over:
            who = ",".join(self.match.sides[seat] for seat in self.people)
            how = f"--hot-seat {who}" if len(self.people) > 1 else f"--side {who}"
            how += "".join(f" --bot {shlex.quote(words)}" for words in self.bot_words)
            how += "" if self.words.language == ENGLISH else f" --language {self.words.language}"
            command = f"{COMMAND} play --load {shlex.quote(str(self.path))} {how}"
            self.console.say(self.words.terminal("go_on", command=command))

    def end(self) -> None:
        """Print the result, save the record, and offer the review."""
        self.recap()
        outcome = self.match.outcome
        assert outcome is not None, "the end has come"
        self.console.say()
        for lines in (ranking, sheet):
            for line in [*lines(outcome, self.match.sides, self.words), ""]:
                self.console.say(line)
        self.save(None)
        offer(self.match, self.people, self.console, self.words)
