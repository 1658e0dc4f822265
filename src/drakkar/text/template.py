"""A sentence with holes, parsed once and filled many times.

    {card}                            the value: a name in its first form, or a number
    {figure.acc}                      the name in a grammatical form
    {amount.coin}                     the number with a counted noun: `2 monety`
    {n|one # card|other # cards}      by the plural category of a number; # is the number
    {stat|m raised|f raised}          by the gender of a name

English sentences are in the code. Their holes can also name a sort, `{origin:place}`, with an article,
`{figure:the_figure}`. `{cards:card*}` takes several values.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

HOLE: Final = re.compile(r"\{([^{}]*)\}")
GENDER: Final = "gender"
# Characters that join the last value of a choice to the text before it.
BETWEEN: Final = " ,→"

# The names of one sort in one form, by the English word as it is and in lower case.
Forms = dict[str, str]
# How a value is rendered.
Say = Callable[[Any], str]


class Grammar:
    """The grammar of a language: names in their forms, counted nouns, and the plural rule."""

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
    """A text asks for a form that does not exist."""


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
        """The sentence with these values."""
        if not self.parts:
            return self.last
        said = [piece + say(values[name]) for piece, (name, say) in self.parts]
        said.append(self.last)
        return "".join(said)

    def split(self, values: Mapping[str, Any]) -> tuple[str, str]:
        """The text before the last value, and the rest; without holes everything is the rest."""
        said = [piece + say(values[name]) for piece, (name, say) in self.parts]
        if not said:
            return "", self.last
        if len(said) == 1:
            return self.pieces[0].rstrip(), said[0][len(self.pieces[0]) :] + self.last
        return "".join(said[:-1]), said[-1].lstrip(BETWEEN) + self.last


def _hole(inside: str, sorts: Mapping[str, str], grammar: Grammar) -> tuple[str, Say]:
    """The name of the value that a hole takes, and the function that renders it."""
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
