"""The options of a decision, numbered and grouped by what they begin with; what takes no object stands apart, last."""

import re
import textwrap
from typing import Final

from drakkar.core.notation import HOLE, Choice, Notation

LONGEST_HEAD: Final = 30
APART: Final = "\0"


class Entry:
    """One option: the words it shares with its group, the words of its own, and its number."""

    def __init__(self, choice: Choice, head: str, tail: str) -> None:
        self.choice = choice
        self.head = head
        self.tail = tail
        self.number = 0


class Menu:
    """What can be chosen now; a number means the same until the next prompt."""

    def __init__(self, options: tuple[Choice, ...], notation: Notation) -> None:
        entries = [Entry(choice, *_split(choice, notation)) for choice in options]
        self.groups: dict[str, list[Entry]] = {}
        for entry in entries:
            self.groups.setdefault(entry.head, []).append(entry)
        self.apart = self.groups.pop(APART, [])
        self.entries = [entry for group in self.groups.values() for entry in group] + self.apart
        for number, entry in enumerate(self.entries, 1):
            entry.number = number

    def choice(self, number: int) -> Choice | None:
        """The option of that number."""
        return self.entries[number - 1].choice if 1 <= number <= len(self.entries) else None

    def lines(self, width: int) -> list[str]:
        """The whole menu."""
        digits = len(str(len(self.entries)))
        column = min(max((len(head) for head in self.groups), default=0), LONGEST_HEAD)
        lines = []
        for head, group in self.groups.items():
            # A hard space holds number and words together while the line is broken.
            items = "   ".join(f"{entry.number:>{digits}} {entry.tail}".replace(" ", "\0") for entry in group)
            first = f"  {head:<{column}}  "
            broken = textwrap.wrap(
                items, width, initial_indent=first, subsequent_indent=" " * len(first), break_long_words=False
            )
            lines += [line.replace("\0", " ") for line in broken]
        space = [""] if lines and self.apart else []
        return lines + space + [f"  {entry.number:>{digits}} {entry.tail}" for entry in self.apart]


def _split(choice: Choice, notation: Notation) -> tuple[str, str]:
    """`invade warrior` and `Gimle`; `upgrade Troll` and `slot 2`; nothing and `warrior`; `pass` stands apart."""
    verb = notation.verbs[notation.verb_of[choice.code]]
    pieces = re.split(HOLE, verb.pattern)
    if not verb.words:
        return APART, choice.text
    if len(verb.words) == 1:
        return pieces[0].strip(), choice.text[len(pieces[0]) :]
    last = pieces[1].lstrip() + verb.words[1].short[(choice.code - verb.base) % verb.width] + pieces[2]
    return choice.text.removesuffix(last).strip(), last
