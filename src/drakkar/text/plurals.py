"""Plural categories: the Unicode CLDR rules for whole numbers below a million."""

from collections.abc import Callable
from typing import Final

# The categories that a text about a number needs, in each language.
CATEGORIES: Final = {
    "en": ("one", "other"),
    "pl": ("one", "few", "many"),
    "es": ("one", "other"),
    "cs": ("one", "few", "other"),
}


def one_or_other(number: int) -> str:
    """English and Spanish."""
    return "one" if number == 1 else "other"


def polish(number: int) -> str:
    """1 punkt, 2 punkty, 5 punktów, 12 punktów, 22 punkty."""
    if number == 1:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"


def czech(number: int) -> str:
    """1 bod, 2 body, 5 bodů, 22 bodů."""
    return "one" if number == 1 else "few" if 2 <= number <= 4 else "other"


CATEGORY: Final[dict[str, Callable[[int], str]]] = {
    "en": one_or_other,
    "pl": polish,
    "es": one_or_other,
    "cs": czech,
}
