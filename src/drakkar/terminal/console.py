"""Input and output: a terminal with line editing, or a pipe."""

import importlib
import os
import shutil
import sys
from collections.abc import Callable
from typing import Any, Final

WIDEST: Final = 100
ANSI: Final = {"bold": "1", "dim": "2", "refusal": "33"}


class Console:
    """Reads and writes lines; uses colours where they are supported."""

    def __init__(self, plain: bool) -> None:
        for stream in (sys.stdin, sys.stdout):
            # A terminal that cannot show a character shows a question mark instead of failing.
            reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")
        is_bare = plain or not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR"))
        self.colours = not is_bare and os.environ.get("TERM") != "dumb"
        self.width = min(shutil.get_terminal_size((WIDEST, 40)).columns, WIDEST)
        self.words: list[str] = []
        self.at_the_end = "(end of input)"
        self._readline: Any = None
        # Whether a person sits here, and not a program.
        self.is_live = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_live:
            self._edit_lines()

    def _edit_lines(self) -> None:
        """Line editing, history and Tab completion, where Python has readline."""
        try:
            self._readline = importlib.import_module("readline")
        except ImportError:
            return
        self._readline.set_completer(self._complete)
        self._readline.set_completer_delims("")
        self._readline.parse_and_bind("tab: complete")

    def _complete(self, begun: str, number: int) -> str | None:
        found = [word for word in self.words if word.casefold().startswith(begun.casefold())]
        return found[number] if number < len(found) else None

    def say(self, text: str = "") -> None:
        """Print one or more lines."""
        print(text, flush=True)

    def wait_for(self, what: str) -> None:
        """Show a status line while waiting; silent when output is not a terminal."""
        if self.colours:
            print(f"\r\033[K{self.paint(what, 'dim')}", end="", flush=True)

    def paint(self, text: str, how: str) -> str:
        """Text in bold, dim and so on, if colours are used."""
        return f"\033[{ANSI[how]}m{text}\033[0m" if self.colours and text else text

    def ask(self, words: list[str]) -> str | None:
        """The next line, or None at the end of input; Tab completes it to one of the words."""
        self.words = words
        if sys.stdin.isatty():
            try:
                return input("> ").strip()
            except EOFError:
                self.say()
                return None
        line = sys.stdin.readline()
        # Echo input from a pipe, so that the output reads like a session at a terminal.
        shown = "".join(letter if letter.isprintable() else "?" for letter in line.strip())
        self.say(f"> {shown if line else self.at_the_end}")
        return line.strip() if line else None

    def cover(self) -> None:
        """Clear the screen for the next person at the same terminal."""
        if self._readline is not None:
            self._readline.clear_history()
        if self.colours:
            print("\033[H\033[2J\033[3J", end="")
        else:
            self.say("\n" * shutil.get_terminal_size((WIDEST, 40)).lines)
