"""Puzzles in a terminal: one try, then the explanation; the list; and the command that makes them."""

import argparse
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from drakkar.cluster import choice
from drakkar.core.errors import BadArgument
from drakkar.core.game import default_title, find
from drakkar.core.hosting import game_of, notation_of, resolve
from drakkar.core.match import set_up
from drakkar.core.notation import Choice
from drakkar.puzzles import library
from drakkar.puzzles.explain import Explainer, seat_of
from drakkar.puzzles.puzzle import EXHAUSTIVE, KINDS, Puzzle
from drakkar.terminal.console import Console
from drakkar.terminal.play import play
from drakkar.terminal.session import COMMAND, Session
from drakkar.text import translator


class PuzzleSession(Session):
    """A session in which the first choice is the answer."""

    def __init__(self, puzzle: Puzzle, console: Console, language: str) -> None:
        super().__init__(set_up(puzzle.position), {}, console, None, (), language)
        self.puzzle = puzzle
        self.seat, self.seated = seat_of(puzzle, self.match), True
        self.people = [self.seat]
        self.answer = ""

    @property
    def explainer(self) -> Explainer:
        """What is said about the puzzle."""
        return Explainer(self.puzzle, self.words)

    def welcome(self) -> None:
        """Print the puzzle and its task."""
        explainer, game = self.explainer, game_of(self.match)
        title = explainer.say("title", game=game.name, name=self.puzzle.name)
        self.console.say(self.console.paint(title, "bold"))
        self.console.say(f"{explainer.theme()} · {explainer.band()}")
        self.console.say(explainer.task())

    def next_person(self) -> int | None:
        """The seat that has to choose; None once it has."""
        return None if self.answer else self.seat

    def choose(self, choice: Choice | str) -> bool:
        """Take the answer, if the rules allow the choice."""
        meant = resolve(self.match, self.seat, choice)
        self.answer = notation_of(self.match.view(self.seat)).spell(meant.code, in_full=True)
        return True

    def leave(self) -> None:
        """Say how to come back to the puzzle."""
        command = f"{COMMAND} puzzle {self.match.title} {self.puzzle.name}"
        self.console.say(self.words.terminal("puzzle_again", command=command))

    def end(self) -> None:
        """Explain the puzzle."""
        self.console.say()
        for told in self.explainer.after(self.answer):
            self.console.say(f"  {told.text}")
        others = [one for one in library.puzzles_of(self.match.title) if one.name != self.puzzle.name]
        if others:
            command = f"{COMMAND} puzzle {self.match.title} {following(self.match.title, self.puzzle).name}"
            self.console.say()
            self.console.say(self.words.terminal("puzzle_again", command=command))


def following(title: str, puzzle: Puzzle) -> Puzzle:
    """The next puzzle of the same theme; the first one after the last."""
    same = library.chosen(title, puzzle.theme)
    return same[(same.index(puzzle) + 1) % len(same)]


def solve(asked: argparse.Namespace, language: str) -> None:
    """Let a person solve a puzzle, or list them."""
    title = find(asked.title).title
    words = translator(language, title)
    found = library.chosen(title, asked.theme, asked.difficulty)
    if asked.list or not found:
        print("\n".join(listing(title, found, language)))
        return
    if asked.puzzle:
        puzzle = library.find_puzzle(title, asked.puzzle)
    elif asked.theme or asked.difficulty:
        puzzle = found[_day(asked.day).toordinal() % len(found)]
    else:
        today = library.daily(title, _day(asked.day))
        assert today is not None, "there are puzzles"
        puzzle = today
    session = PuzzleSession(puzzle, Console(asked.plain), words.language)
    try:
        play(session)
    except KeyboardInterrupt:
        session.console.say()
        session.leave()
        raise


def listing(title: str, puzzles: tuple[Puzzle, ...], language: str) -> list[str]:
    """The puzzles, each with its theme, difficulty and proof; or that there are none."""
    words = translator(language, title)
    if not puzzles:
        return [words.terminal("puzzles_no_such" if library.puzzles_of(title) else "puzzles_none")]
    lines = []
    for puzzle in puzzles:
        explainer = Explainer(puzzle, words)
        lines.append(f"{puzzle.name:<10} {explainer.theme():<20} {explainer.band():<10} {explainer.kind()}")
    return [*lines, "", words.terminal("puzzles_how", command=f"{COMMAND} puzzle {title}")]


def _day(text: str) -> date:
    if not text:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadArgument(f"--day needs a day such as 2026-01-31, not {text!r}") from None


def make(asked: argparse.Namespace) -> None:
    """Mine matches, and say what there is."""
    from drakkar.puzzles.making import make as mine  # noqa: PLC0415 - only this needs the analysis and the bots

    title = find(asked.puzzle or default_title()).title
    with choice.engine(asked.on, asked.jobs, title) as engine:
        try:
            puzzles = mine(engine, title, Path(asked.out), asked.first, asked.matches, _report)
        finally:
            choice.report_repeats(engine)
    print(f"{Path(asked.out) / library.FILE}: {len(puzzles)} puzzles")
    for theme in dict.fromkeys(puzzle.theme for puzzle in puzzles):
        counts = [sum(puzzle.theme == theme and puzzle.proof.kind == kind for puzzle in puzzles) for kind in KINDS]
        print(f"  {theme}: {', '.join(f'{many} {kind}' for many, kind in zip(counts, KINDS, strict=True))}")
    print(f"  proved by searching everything: {sum(puzzle.proof.kind == EXHAUSTIVE for puzzle in puzzles)}")


def _report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
