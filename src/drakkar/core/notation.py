"""Choices as integers with a spelling: `invade warrior Gimle` is the same integer in every match of a game."""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final

from drakkar.core.vectors import i64

HOLE: Final = r"\{\w+\}"
# Longer than any choice or name in any spelling.
LONGEST_SPELLING: Final = 200
SORTED_HOLE: Final = r"\{(\w+)(?::(\w+))?\}"


def plain(text: str) -> str:
    """Text normalised for comparison: no case, accents or other marks. Text longer than any name is kept."""
    return _plain(text) if len(text) <= LONGEST_SPELLING else text


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter) and letter not in "'’`´")
    return " ".join(re.sub(r"[^\w]+", " ", kept).split())


class Vocabulary:
    """The words for one sort of thing, by number. Two things may share a short name; full names are unique.

    A list that starts empty is open: later versions may add words at its end, and positions of this version still load.
    The other lists must stay as they are, because a state may pack several numbers into one by their lengths.
    """

    def __init__(self, names: list[str]) -> None:
        self.is_open = not names
        self.full: list[str] = []
        self.short: list[str] = []
        for name in names:
            self.add(name, name)

    def add(self, full: str, short: str) -> int:
        """Add a thing and return its number."""
        self.full.append(full)
        self.short.append(short)
        return len(self.full) - 1

    def meanings(self) -> dict[str, list[int]]:
        """The numbers that each normalised name can mean."""
        found: dict[str, list[int]] = {}
        for number, names in enumerate(zip(self.full, self.short, strict=True)):
            for name in dict.fromkeys(plain(name) for name in names):
                found.setdefault(name, []).append(number)
        return found


class Verb:
    """One kind of choice: its pattern, and the block of integers for its arguments a and b.

    A hole of the pattern can name the sort of its words, as in `{target:place}`, if that is not the name of the hole.

    A `closing` verb declines or ends something and is listed last. Of a `covered` verb, others see that it was chosen
    but not its arguments. An `implied` verb needs no name beside its question: a page shows only its parts. `order`
    names the holes in the order in which a person fills them, if that is not the order of the pattern.
    """

    def __init__(
        self,
        number: i64,
        pattern: str,
        words: list[Vocabulary],
        closing: bool,
        covered: bool,
        implied: bool,
        order: tuple[str, ...],
    ) -> None:
        self.number = number
        self.closing = closing
        self.covered = covered
        self.implied = implied
        holes = re.findall(SORTED_HOLE, pattern)
        self.names: list[str] = [name for name, _ in holes]
        self.sorts: list[str] = [sort or name for name, sort in holes]
        self.pattern = re.sub(SORTED_HOLE, r"{\1}", pattern)
        # The words before the first hole: `invade`, `take back`.
        self.name = pattern.partition("{")[0].strip()
        self.order = [self.names.index(name) for name in order or self.names]
        self.words = words
        self.base: i64 = 0
        self.width: i64 = 1
        self.size: i64 = 1
        self._meanings: list[dict[str, list[int]]] = []
        self._reader = re.compile("")
        # The first word of every choice of this kind; empty if the pattern starts with a hole.
        self.first = ""

    def seal(self, base: int) -> None:
        """Number the choices from `base` on, once all words are known."""
        self.base = base
        self.width = len(self.words[1].full) if len(self.words) == 2 else 1
        self.size = self.width * (len(self.words[0].full) if self.words else 1)
        self._meanings = [vocabulary.meanings() for vocabulary in self.words]
        names = [sorted(meanings, key=len, reverse=True) for meanings in self._meanings]
        holes = ["(" + "|".join(re.escape(name) for name in some) + ")" for some in names]
        pieces = [plain(piece) for piece in re.split(HOLE, self.pattern)]
        parts = [part for pair in zip(pieces, [*holes, ""], strict=True) for part in pair if part]
        self._reader = re.compile(" ".join(parts))
        self.first = pieces[0].partition(" ")[0]

    def code(self, a: i64 = 0, b: i64 = 0) -> i64:
        """The integer of this choice."""
        return self.base + a * self.width + b

    def has(self, code: i64) -> bool:
        """Whether a choice is of this kind."""
        return self.base <= code < self.base + self.size

    def spellings(self, in_full: bool) -> list[str]:
        """The spellings of all choices of this kind, in the order of their integers."""
        texts = [self.pattern]
        for vocabulary in self.words:
            names = vocabulary.full if in_full else vocabulary.short
            texts = [re.sub(HOLE, name, text, count=1) for text in texts for name in names]
        return texts

    def read(self, text: str) -> list[int]:
        """All choices of this kind that a normalised text can mean."""
        found = self._reader.fullmatch(text)
        if found is None:
            return []
        numbers = [meanings[name] for meanings, name in zip(self._meanings, found.groups(), strict=True)]
        firsts = numbers[0] if numbers else [0]
        seconds = numbers[1] if len(numbers) == 2 else [0]
        return [self.code(a, b) for a in firsts for b in seconds]


class Notation:
    """All choices of one game. Verbs and words are added while the modules of the game load; then it is sealed."""

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self.verb_of: list[int] = []
        self._short: list[str] = []
        self._full: list[str] = []
        self._shared: set[str] = set()
        # Verbs by their first word; and those whose first word is free.
        self._beginning: dict[str, list[Verb]] = {}
        self._open: list[Verb] = []

    def verb(
        self,
        pattern: str,
        *words: Vocabulary,
        closing: bool = False,
        covered: bool = False,
        implied: bool = False,
        order: tuple[str, ...] = (),
    ) -> Verb:
        """Add a kind of choice; the `{hole}`s of the pattern, two at most, take these words in order."""
        verb = Verb(len(self.verbs), pattern, list(words), closing, covered, implied, order)
        self.verbs.append(verb)
        return verb

    def seal(self) -> None:
        """Number all choices. Nothing can be added afterwards."""
        for verb in self.verbs:
            verb.seal(len(self.verb_of))
            self.verb_of.extend([verb.number] * verb.size)
            self._short.extend(verb.spellings(in_full=False))
            self._full.extend(verb.spellings(in_full=True))
        self._open = [verb for verb in self.verbs if not verb.first]
        for first in {verb.first for verb in self.verbs if verb.first}:
            self._beginning[first] = [verb for verb in self.verbs if verb.first in (first, "")]
        counts = Counter(self._short)
        self._shared = {text for text in self._short if counts[text] > 1}

    @property
    def size(self) -> int:
        """The number of choices."""
        return len(self.verb_of)

    def spell(self, code: int, in_full: bool = False) -> str:
        """The spelling of a choice; the full one is unique."""
        return self._full[code] if in_full else self._short[code]

    def taken_apart(self, code: int) -> tuple[Verb, list[str], list[str]]:
        """A choice as its verb and the words in the holes of its pattern, short and in full."""
        verb = self.verbs[self.verb_of[code]]
        chosen = list(zip(verb.words, self.numbers(code), strict=True))
        return verb, [words.short[number] for words, number in chosen], [words.full[number] for words, number in chosen]

    def numbers(self, code: int) -> list[int]:
        """The numbers of the things that a choice names, in the order of its pattern."""
        verb = self.verbs[self.verb_of[code]]
        at, width = code - verb.base, verb.width
        return [at // width, at % width][: len(verb.words)]

    def parts(self, code: int, in_full: bool = False) -> "tuple[Part, ...]":
        """The things that a choice names, in the order in which a person chooses them."""
        verb, short, full = self.taken_apart(code)
        numbers, words = self.numbers(code), full if in_full else short
        return tuple(Part(verb.sorts[hole], numbers[hole], words[hole]) for hole in verb.order)

    def has_namesake(self, code: int) -> bool:
        """Whether another choice has the same short spelling."""
        return self._short[code] in self._shared

    def choice(self, code: int, text: str = "") -> "Choice":
        """A choice by its integer; `text` is its spelling, if it must be distinguished from a namesake."""
        return Choice(code, text or self._short[code], self)

    def spell_all(self, codes: list[int]) -> list[str]:
        """The spellings of choices in one list: in full only where the short ones are not unique."""
        texts = [self._short[code] for code in codes]
        return [
            self._full[code] if text in self._shared and texts.count(text) > 1 else text
            for code, text in zip(codes, texts, strict=True)
        ]

    def read(self, text: str) -> list[int]:
        """All choices that a text can mean; none if it is not a choice of this game."""
        if len(text) > LONGEST_SPELLING:
            return []
        wanted = plain(text)
        verbs = self._beginning.get(wanted.partition(" ")[0], self._open)
        return [code for verb in verbs for code in verb.read(wanted)]


class Part:
    """One thing that a choice names.

    Attributes:
        kind: the kind of thing, such as `"place"`; docs/choices.md shows all choices of a game with their parts.
        id: its number among the things of that kind; the same in every match.
        word: its name in English.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> match.choices(0)[0].parts
    (<Part figure 0: warrior>, <Part place 2: Muspelheim>)
    """

    def __init__(self, kind: str, number: int, word: str) -> None:
        self.kind = kind
        self.id = number
        self.word = word

    def __repr__(self) -> str:
        return f"<Part {self.kind} {self.id}: {self.word}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and (other.kind, other.id, other.word) == (self.kind, self.id, self.word)

    def __hash__(self) -> int:
        return hash((self.kind, self.id, self.word))

    def to_json(self) -> dict[str, object]:
        """The part as plain data for JSON.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> match.choices(0)[0].parts[1].to_json()
        {'kind': 'place', 'id': 2, 'word': 'Muspelheim'}
        """
        return {"kind": self.kind, "id": self.id, "word": self.word}


class Choice:
    """One choice of a game. `str()` is its spelling, which `Match.play` takes too. Choices of equal code are equal.

    Attributes:
        text: the spelling.
        code: an integer that means the same choice in every match of the game.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> choice = match.choices(0)[0]
    >>> choice
    <Choice 'invade warrior Muspelheim'>
    >>> str(choice)
    'invade warrior Muspelheim'
    """

    def __init__(self, code: int, text: str, notation: Notation) -> None:
        self.code = code
        self.text = text
        self._notation = notation

    @property
    def verb(self) -> str:
        """The action of the choice: its words before the first part.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> match.choices(0)[0].verb
        'invade'
        """
        return self._notation.verbs[self._notation.verb_of[self.code]].name

    @property
    def parts(self) -> tuple[Part, ...]:
        """The things that the choice names, in the order in which a person picks them.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> [(part.kind, part.word) for part in match.choices(0)[0].parts]
        [('figure', 'warrior'), ('place', 'Muspelheim')]
        """
        notation = self._notation
        in_full = notation.has_namesake(self.code) and self.text == notation.spell(self.code, in_full=True)
        return notation.parts(self.code, in_full)

    def to_json(self) -> dict[str, object]:
        """The choice as plain data for JSON. `implied` is true where the question already names the verb.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> data = match.choices(0)[0].to_json()
        >>> data["text"], data["verb"], len(data["parts"])
        ('invade warrior Muspelheim', 'invade', 2)
        """
        verb = self._notation.verbs[self._notation.verb_of[self.code]]
        return {
            "code": self.code,
            "text": self.text,
            "verb": verb.name,
            "parts": [part.to_json() for part in self.parts],
            **({"implied": True} if verb.implied else {}),
        }

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Choice {self.text!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and other.code == self.code

    def __hash__(self) -> int:
        return hash(self.code)
