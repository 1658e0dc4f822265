"""A sentence with holes, taken apart once and filled many times.

    {card}                            the value: a name in its first form, or a number
    {figure.acc}                      the name in the form that the sentence wants
    {amount.rage}                     the number with what is counted: `2 punkty Szału`
    {n|one # card|other # cards}      by the plural category of a number; # is the number
    {stat|m raised|f raised}          by the gender of a name

English sentences stand in the code; theirs also tell the sort of a hole, `{origin:place}`, and take an article from it,
`{figure:the_figure}`. `{cards:card*}` takes several values.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

HOLE: Final = re.compile(r"\{([^{}]*)\}")
GENDER: Final = "gender"
# What joins the last value of a choice to what comes before it.
BETWEEN: Final = " ,→"

# The names of one sort in one form: by the English word, as it is or in small letters.
Forms = dict[str, str]
# How a value is said.
Say = Callable[[Any], str]


class Grammar:
    """What a language brings to its sentences: names in their forms, what is counted, and how a plural is chosen."""

    def __init__(
        self,
        names: dict[str, dict[str, Forms]],
        counts: dict[str, dict[str, str]],
        category: Callable[[int], str],
        nothing: str = "nothing",
    ) -> None:
        self.names = names
        self.counts = counts
        self.category = category
        self.nothing = nothing


class Wrong(Exception):
    """A text that asks for what is not there."""


class Template:
    """One sentence of one language."""

    def __init__(self, text: str, sorts: Mapping[str, str], grammar: Grammar) -> None:
        self.text = text
        self.holes: list[tuple[str, Say]] = []
        self.pieces: list[str] = []
        end = 0
        for found in HOLE.finditer(text):
            self.pieces.append(text[end : found.start()])
            self.holes.append(_hole(found[1], sorts, grammar))
            end = found.end()
        self.last = text[end:]
        self.parts = list(zip(self.pieces, self.holes, strict=True))

    def fill(self, values: Mapping[str, Any]) -> str:
        """The sentence about these values."""
        if not self.parts:
            return self.last
        said = [piece + say(values[name]) for piece, (name, say) in self.parts]
        said.append(self.last)
        return "".join(said)

    def split(self, values: Mapping[str, Any]) -> tuple[str, str]:
        """What comes before the last value, and the rest; without a hole all is the rest."""
        said = [piece + say(values[name]) for piece, (name, say) in self.parts]
        if not said:
            return "", self.last
        if len(said) == 1:
            return self.pieces[0].rstrip(), said[0][len(self.pieces[0]) :] + self.last
        return "".join(said[:-1]), said[-1].lstrip(BETWEEN) + self.last


def _hole(inside: str, sorts: Mapping[str, str], grammar: Grammar) -> tuple[str, Say]:
    """The name of the value that a hole takes, and how it is said."""
    if "|" in inside:
        name, *alternatives = inside.split("|")
        told = [alternative.partition(" ") for alternative in alternatives]
        texts = {key: text for key, _, text in told}
        sort = sorts.get(name, name)
        if GENDER in grammar.names.get(sort, {}):
            return name, _by_gender(grammar.names[sort][GENDER], texts)
        return name, _by_number(grammar.category, texts)
    name, _, form = inside.partition(".")
    name, _, said_sort = name.partition(":")
    sort = sorts.get(name, said_sort.rstrip("*") or name)
    if sort.startswith(("a_", "the_")):
        sort, form = sort.partition("_")[2], form or ("" if sort in grammar.names else sort)
    if not form:
        return name, _said(grammar.names.get(sort, {}).get("", {}), grammar.nothing)
    if form in grammar.names.get(sort, {}):
        return name, _said(grammar.names[sort][form], grammar.nothing)
    if form in grammar.counts and sort not in grammar.names:
        return name, _by_number(grammar.category, grammar.counts[form])
    raise Wrong(f"{{{inside}}}: {sort} has no form {form!r}, and nothing is counted by that name")


def _said(forms: Forms, nothing: str) -> Say:
    def say(value: Any) -> str:
        if isinstance(value, str):
            return forms.get(value, value)
        if isinstance(value, (list, tuple)):
            return ", ".join([forms.get(one, str(one)) for one in value]) or nothing
        return str(value)

    return say


def _by_number(category: Callable[[int], str], texts: Mapping[str, str]) -> Say:
    def say(value: Any) -> str:
        number = len(value) if isinstance(value, (list, tuple)) else int(value)
        return texts[category(number)].replace("#", str(number))

    return say


def _by_gender(genders: Forms, texts: Mapping[str, str]) -> Say:
    return lambda value: texts[genders[value]]
