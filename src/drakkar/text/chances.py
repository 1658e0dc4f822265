"""Hints and win chances in the reader's language, from the plain data of an analysis."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from drakkar.core.game import find
from drakkar.text.translator import CatalogueTranslator

Data = Mapping[str, Any]
# The words of a grade for choices that could be as good as the best one.
AS_GOOD: Final = ("best", "good")


class Advice(NamedTuple):
    """A choice of a hint: its label, the chance to win after it, and the reason."""

    choice: str
    chance: str
    reason: str


def percent(chance: float, words: CatalogueTranslator) -> str:
    """A chance in percent; neither 0 nor 100 where it is neither impossible nor certain."""
    n = round(100 * chance)
    if n == 0 and chance > 0:
        return words.page("chance.under", n=1)
    if n == 100 and chance < 1:
        return words.page("chance.over", n=99)
    return words.page("chance.percent", n=n)


def choice_of(data: Data, words: CatalogueTranslator) -> str:
    """The label of a choice, from its plain data."""
    return words.choice(find(words.title).book.notation.choice(data["code"], data["text"]))


def advice(hint: Sequence[Data], words: CatalogueTranslator) -> list[Advice]:
    """A hint in words, the best choice first: what can be foreseen, and how it compares."""
    return [
        Advice(choice_of(one["choice"], words), percent(one["chance"], words), _reason(at, hint, words))
        for at, one in enumerate(hint)
    ]


def _reason(at: int, hint: Sequence[Data], words: CatalogueTranslator) -> str:
    """The reason for a choice: its preview, and whether the difference to the best one is certain."""
    one = hint[at]
    if at:
        if one["word"] in AS_GOOD:
            compared = words.page("hint.as_good")
        else:
            compared = words.page("hint.loses", points=max(1, round(100 * one["loss"])))
    elif len(hint) > 1:
        compared = words.page("hint.close" if hint[1]["word"] in AS_GOOD else "hint.clear")
    else:
        compared = ""
    foreseen = words.preview(one["preview"])
    said = "" if foreseen == words.page("preview.nothing") else words.page("hint.foreseen", text=foreseen)
    return " ".join(part for part in (compared, said) if part)
