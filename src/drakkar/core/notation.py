"""Choices as integers with a spelling: `invade warrior Gimle` is one integer, in every match of a game."""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final

from drakkar.core.vectors import i64

HOLE: Final = r"\{\w+\}"
SORTED_HOLE: Final = r"\{(\w+)(?::(\w+))?\}"


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Text as it is compared: without case, accents, apostrophes and other marks."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter) and letter not in "'’`´")
    return " ".join(re.sub(r"[^\w]+", " ", kept).split())


class Vocabulary:
    """The words for one sort of thing, by number. Two things may share a short name; the full one is theirs alone."""

    def __init__(self, names: list[str]) -> None:
        self.full: list[str] = []
        self.short: list[str] = []
        for name in names:
            self.add(name, name)

    def add(self, full: str, short: str) -> int:
        """One more thing, and its number."""
        self.full.append(full)
        self.short.append(short)
        return len(self.full) - 1

    def meanings(self) -> dict[str, list[int]]:
        """What each name, as it is compared, can mean."""
        found: dict[str, list[int]] = {}
        for number, names in enumerate(zip(self.full, self.short, strict=True)):
            for name in dict.fromkeys(plain(name) for name in names):
                found.setdefault(name, []).append(number)
        return found


class Verb:
    """One kind of choice: its pattern, and the block of integers that its arguments a and b number.

    A hole of the pattern may name the sort of its words, `{target:place}`, where its own name does not.

    One that is `closing` declines or ends something: it stands behind all others. Of one that is `covered` others see
    that it is chosen, not which.
    """

    def __init__(self, number: i64, pattern: str, words: list[Vocabulary], closing: bool, covered: bool) -> None:
        self.number = number
        self.closing = closing
        self.covered = covered
        holes = re.findall(SORTED_HOLE, pattern)
        self.names: list[str] = [name for name, _ in holes]
        self.sorts: list[str] = [sort or name for name, sort in holes]
        self.pattern = re.sub(SORTED_HOLE, r"{\1}", pattern)
        self.words = words
        self.base: i64 = 0
        self.width: i64 = 1
        self.size: i64 = 1
        self._meanings: list[dict[str, list[int]]] = []
        self._reader = re.compile("")

    def seal(self, base: int) -> None:
        """All words are known now: number the choices from `base` on."""
        self.base = base
        self.width = len(self.words[1].full) if len(self.words) == 2 else 1
        self.size = self.width * (len(self.words[0].full) if self.words else 1)
        self._meanings = [vocabulary.meanings() for vocabulary in self.words]
        names = [sorted(meanings, key=len, reverse=True) for meanings in self._meanings]
        holes = ["(" + "|".join(re.escape(name) for name in some) + ")" for some in names]
        pieces = [plain(piece) for piece in re.split(HOLE, self.pattern)]
        parts = [part for pair in zip(pieces, [*holes, ""], strict=True) for part in pair if part]
        self._reader = re.compile(" ".join(parts))

    def code(self, a: i64 = 0, b: i64 = 0) -> i64:
        """The integer of this choice."""
        return self.base + a * self.width + b

    def spellings(self, in_full: bool) -> list[str]:
        """The words of every choice of this kind, in the order of their integers."""
        texts = [self.pattern]
        for vocabulary in self.words:
            names = vocabulary.full if in_full else vocabulary.short
            texts = [re.sub(HOLE, name, text, count=1) for text in texts for name in names]
        return texts

    def read(self, text: str) -> list[int]:
        """Every choice of this kind that a plain text can mean."""
        found = self._reader.fullmatch(text)
        if found is None:
            return []
        numbers = [meanings[name] for meanings, name in zip(self._meanings, found.groups(), strict=True)]
        firsts = numbers[0] if numbers else [0]
        seconds = numbers[1] if len(numbers) == 2 else [0]
        return [self.code(a, b) for a in firsts for b in seconds]


class Notation:
    """All choices of one game. Verbs and words are added while the game's modules load; then it is sealed."""

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self.verb_of: list[int] = []
        self._short: list[str] = []
        self._full: list[str] = []
        self._shared: set[str] = set()

    def verb(self, pattern: str, *words: Vocabulary, closing: bool = False, covered: bool = False) -> Verb:
        """Add a kind of choice; the `{hole}`s of the pattern, two at most, take these words in that order."""
        verb = Verb(len(self.verbs), pattern, list(words), closing, covered)
        self.verbs.append(verb)
        return verb

    def seal(self) -> None:
        """Number all choices; from now on nothing is added."""
        for verb in self.verbs:
            verb.seal(len(self.verb_of))
            self.verb_of.extend([verb.number] * verb.size)
            self._short.extend(verb.spellings(in_full=False))
            self._full.extend(verb.spellings(in_full=True))
        counts = Counter(self._short)
        self._shared = {text for text in self._short if counts[text] > 1}

    @property
    def size(self) -> int:
        """How many choices there are."""
        return len(self.verb_of)

    def spell(self, code: int, in_full: bool = False) -> str:
        """The words of a choice; in full they are its own alone."""
        return self._full[code] if in_full else self._short[code]

    def taken_apart(self, code: int) -> tuple[Verb, list[str], list[str]]:
        """A choice as its verb and the words in the holes of its pattern, short and in full."""
        verb = self.verbs[self.verb_of[code]]
        at, width = code - verb.base, verb.width
        numbers = [at // width, at % width][: len(verb.words)]
        chosen = list(zip(verb.words, numbers, strict=True))
        return verb, [words.short[number] for words, number in chosen], [words.full[number] for words, number in chosen]

    def has_namesake(self, code: int) -> bool:
        """Whether another choice has the same words, unless they are told in full."""
        return self._short[code] in self._shared

    def spell_all(self, codes: list[int]) -> list[str]:
        """The words of choices that stand side by side: in full only where short ones would be the same."""
        texts = [self._short[code] for code in codes]
        return [
            self._full[code] if text in self._shared and texts.count(text) > 1 else text
            for code, text in zip(codes, texts, strict=True)
        ]

    def read(self, text: str) -> list[int]:
        """Every choice that a text can mean; none if it means nothing in this game."""
        wanted = plain(text)
        return [code for verb in self.verbs for code in verb.read(wanted)]


class Choice:
    """One option, ready to be played: `str()` is its spelling."""

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Choice {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and other.code == self.code

    def __hash__(self) -> int:
        return hash(self.code)
