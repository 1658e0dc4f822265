"""The choices of a decision, labelled and grouped by their first words; choices without an object come last.

Labels are numbers; in a game with numbered places they are letters, so that 13 can only mean Region 13.
"""

import string
import textwrap
from typing import Final

from drakkar.core.notation import Choice, plain
from drakkar.text import CatalogueTranslator

LONGEST_HEAD: Final = 30
APART: Final = "\0"


class Entry:
    """One choice: its text, the part that it shares with its group, its own part, and its label."""

    def __init__(self, choice: Choice, text: str, head: str, tail: str) -> None:
        self.choice = choice
        self.text = text
        self.head = head
        self.tail = tail
        self.label = ""


class Menu:
    """The current choices; labels keep their meaning until the next prompt."""

    def __init__(self, choices: tuple[Choice, ...], words: CatalogueTranslator, lettered: bool = False) -> None:
        entries = [Entry(choice, words.choice(choice), *_split(choice, words)) for choice in choices]
        self.groups: dict[str, list[Entry]] = {}
        for entry in entries:
            self.groups.setdefault(entry.head, []).append(entry)
        self.apart = self.groups.pop(APART, [])
        self.entries = [entry for group in self.groups.values() for entry in group] + self.apart
        for number, entry in enumerate(self.entries, 1):
            entry.label = letters(number) if lettered else str(number)
        self.lettered = lettered
        self.by_label = {entry.label: entry.choice for entry in self.entries}

    def choice(self, label: str) -> Choice | None:
        """The choice with this label."""
        return self.by_label.get(label)

    def meant(self, text: str) -> Choice | str:
        """The choice with this spelling in the menu's language, or the only one that ends with it or is headed by it.

        Otherwise the text itself, which may be English.
        """
        wanted = plain(text)
        spelled = [entry.choice for entry in self.entries if plain(entry.text) == wanted]
        ending = [entry.choice for entry in self.entries if plain(entry.tail) == wanted]
        headed = [entry.choice for entry in self.entries if plain(entry.head) == wanted]
        for found in (spelled[:1], ending, headed):
            if len(found) == 1:
                return found[0]
        return text

    def lines(self, width: int) -> list[str]:
        """The whole menu."""
        digits = max((len(entry.label) for entry in self.entries), default=0)
        column = min(max((len(head) for head in self.groups), default=0), LONGEST_HEAD)
        lines = []
        for head, group in self.groups.items():
            # A placeholder for spaces keeps number and text together when lines are wrapped.
            items = "   ".join(f"{entry.label:>{digits}} {entry.tail}".replace(" ", "\0") for entry in group)
            first = f"  {head:<{column}}  "
            wrap = textwrap.TextWrapper(width, first, " " * len(first), break_long_words=False, break_on_hyphens=False)
            lines += [line.replace("\0", " ") for line in wrap.wrap(items)]
        space = [""] if lines and self.apart else []
        return lines + space + [f"  {entry.label:>{digits}} {entry.tail}" for entry in self.apart]


def letters(number: int) -> str:
    """`a` to `z`, then `aa`, `ab` …"""
    before, at = divmod(number - 1, len(string.ascii_lowercase))
    return (letters(before) if before else "") + string.ascii_lowercase[at]


def _split(choice: Choice, words: CatalogueTranslator) -> tuple[str, str]:
    """`invade warrior` and `Gimle`; `upgrade Troll` and `slot 2`; nothing and `warrior`; `pass` is apart."""
    head, tail = words.choice_parts(choice)
    return (head, tail) if words.has_object(choice) else (APART, tail)
