"""Reasons why something is not allowed: one integer while the rules run, a sentence for people.

A rule returns one integer; 0 means "allowed". Its lowest byte is the number of the Why, and up to three parameters
follow, one byte each. `unfold` makes a `Reason` of it.
"""

from collections.abc import Callable
from typing import Final

from drakkar.core.vectors import i64

BYTE: Final = 256

# The function that gives the word for a value of one sort: ("place", 4) gives "Utgard".
Say = Callable[[str, int], str]


# A value in a sentence: one thing, or several of the same sort.
Filling = int | tuple[int, ...]


# The same value for programs: a number stays a number, a place becomes its name.
Spoken = int | str | list[int | str]


class Sentence:
    """An English sentence with named holes: `{card}`, or `{target:place}` if name and sort differ.

    The last hole can take any number of values: `{cards:card*}`.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.takes_many = False
        self.names: list[str] = []
        self.sorts: list[str] = []
        self._pieces: list[str] = []
        rest = text
        while "{" in rest:
            piece, rest = rest.split("{", 1)
            hole, rest = rest.split("}", 1)
            name, _, sort = hole.partition(":")
            self._pieces.append(piece)
            self.names.append(name)
            self.sorts.append((sort or name).rstrip("*"))
            self.takes_many = hole.endswith("*")
        self._pieces.append(rest)
        # Most prompts have no holes, and a match asks for prompts at every decision.
        self.fixed = "" if self.names else tidy(text)

    def fill(self, values: dict[str, Filling], say: Say) -> str:
        """The sentence with these values."""
        if self.fixed:
            return self.fixed
        words = {
            name: listed(spoken(sort, values[name], say)) for name, sort in zip(self.names, self.sorts, strict=True)
        }
        return self.put(words)

    def put(self, words: dict[str, str]) -> str:
        """The sentence with these words in its holes."""
        filled = [*(words[name] for name in self.names), ""]
        return tidy("".join([piece + word for piece, word in zip(self._pieces, filled, strict=True)]))


def tidy(text: str) -> str:
    """A sentence ends with one mark, even if the name before it ends with an exclamation mark."""
    return text.replace("!.", "!")


class Why:
    """A kind of refusal: its code, its rule and its sentence."""

    def __init__(self, number: i64, code: str, rule: str, sentence: str) -> None:
        self.number = number
        self.code = code
        self.rule = rule
        self.sentence = Sentence(sentence)
        fields = dict(zip(self.sentence.names, self.sentence.sorts, strict=True))
        self.names = list(fields)
        self.sorts = fields

    def given(self, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> i64:
        """This reason with its parameters as one integer, in the order in which the sentence first names them."""
        return self.number + BYTE * (a + BYTE * (b + BYTE * c))


class Reason:
    """Why something is not allowed. `str()` is an English sentence with its rule.

    Attributes:
        code: which reason it is.
        rule: the number of the rule; empty if no rule of the game is meant.
        params: the values that the sentence names.
        text: the sentence.
        asked: the prompt that must be answered first, as plain data; None if there is none.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> reason = match.why_not(0, "invade warrior Yggdrasil")
    >>> reason.rule
    'BR-7.4'
    >>> str(reason)
    'Yggdrasil cannot be invaded · BR-7.4'
    """

    def __init__(
        self, code: str, rule: str, params: dict[str, Spoken], text: str, asked: dict[str, object] | None = None
    ) -> None:
        self.code = code
        self.rule = rule
        self.params = params
        self.text = text
        self.asked = asked

    def __str__(self) -> str:
        return f"{self.text} · {self.rule}" if self.rule else self.text

    def __repr__(self) -> str:
        return f"<Reason {self.code}: {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and str(self) == str(other) and self.code == other.code

    def __hash__(self) -> int:
        return hash((self.code, str(self)))

    def to_json(self) -> dict[str, object]:
        """The reason as plain data for JSON.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> match.why_not_undo(0).to_json()["code"]
        'nothing_chosen'
        """
        asked = {} if self.asked is None else {"asked": self.asked}
        return {"code": self.code, "rule": self.rule, "params": self.params, "text": self.text, **asked}


# Refusals of every match, in any game; `question` is the sentence of a prompt.
REFUSALS: Final = {
    code: Sentence(text)
    for code, text in {
        "match_over": "the match is over",
        "not_asked": "you cannot do that now; the decision is: {question}",
        "not_your_turn": "it is not your decision now; waiting for {asked:side*}: {question}",
        "nothing_chosen": "you have not chosen anything yet",
        "others_chose": "{side} has chosen since",
        "known_since": "something hidden has been revealed since, or chance was involved",
        "unreadable": "'{words}' is not a choice in {game}",
        "ambiguous": "'{words}' can mean {choices}",
    }.items()
}


def refusal(
    code: str, params: dict[str, Spoken], rule: str = "", asked: dict[str, object] | None = None, more: str = ""
) -> Reason:
    """One of the refusals of every match; `more` is appended to its sentence."""
    words = {
        name: " or ".join(str(one) for one in value) if name == "choices" and isinstance(value, list) else listed(value)
        for name, value in params.items()
    }
    if asked is not None:
        words["question"] = str(asked["text"])
    return Reason(code, rule, params, REFUSALS[code].put(words) + more, asked)


def spoken(sort: str, value: Filling, say: Say) -> Spoken:
    """A value as its word, or as the number it is."""
    if isinstance(value, tuple):
        return [one if say(sort, one) == str(one) else say(sort, one) for one in value]
    word = say(sort, value)
    return value if word == str(value) else word


def bare(sort: str) -> str:
    """A sort without its article prefix: `the_figure` is a `figure`."""
    return sort.removeprefix("a_").removeprefix("the_")


def listed(words: Spoken) -> str:
    """Words as a sentence lists them."""
    return (", ".join(str(word) for word in words) or "nothing") if isinstance(words, list) else str(words)


def unfold(why: Why, packed: int, say: Say) -> Reason:
    """The reason for an integer that a rule returned."""
    values: dict[str, Filling] = {}
    rest = packed // BYTE
    for name in why.names:
        values[name] = rest % BYTE
        rest //= BYTE
    params = {name: spoken(bare(why.sorts[name]), values[name], say) for name in why.names}
    return Reason(why.code, why.rule, params, why.sentence.fill(values, say))
