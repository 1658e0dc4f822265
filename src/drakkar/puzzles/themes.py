"""What a puzzle is about: `puzzles/themes.toml` in a game's package has its themes; the first that fits counts.

A theme has its heading in every language, and patterns of right choices, in which `*` is any text. With `named` one of
the things that the table lists under this key must be in the choice; with `rival` another side must have at least this
chance to win after the tempting choice.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from drakkar.puzzles.library import folder_of
from drakkar.text.catalogue import ENGLISH, LANGUAGES

FILE: Final = "themes.toml"


class Theme(NamedTuple):
    """A theme, and when it fits."""

    name: str
    texts: dict[str, str]
    choices: tuple[str, ...]
    named: str
    rival: float

    def fits(self, choice: str, table: dict[str, Any], rival: float) -> bool:
        """Whether this is what a puzzle is about."""
        if not any(re.fullmatch(re.escape(one).replace(r"\*", ".*"), choice) for one in self.choices):
            return False
        words = table.get(self.named, []) if self.named else [""]
        return rival >= self.rival and any(str(word) in choice for word in words)


@cache
def themes_of(title: str) -> tuple[Theme, ...]:
    """The themes of a game, in order; none if it has no puzzles."""
    folder = folder_of(title)
    return _read(folder / FILE) if folder is not None and (folder / FILE).exists() else ()


def _read(path: Path) -> tuple[Theme, ...]:
    listed = tomllib.loads(path.read_text("utf-8"))["theme"]
    return tuple(
        Theme(
            one["name"],
            {language: one[language] for language in LANGUAGES},
            tuple(one["choices"]),
            one.get("named", ""),
            float(one.get("rival", 0.0)),
        )
        for one in listed
    )


def heading(title: str, name: str, language: str) -> str:
    """The heading of a theme; English if the language is missing, as for a pseudo-language."""
    texts = next((one.texts for one in themes_of(title) if one.name == name), {})
    return texts.get(language, texts.get(ENGLISH, name))


def theme_of(title: str, choice: str, table: dict[str, Any], rival: float) -> str:
    """The theme of a puzzle; empty if none fits.

    Args:
        title: the game.
        choice: the right choice.
        table: what the side to choose sees on the table, as plain data.
        rival: the best chance to win of another side after the tempting choice.
    """
    return next((one.name for one in themes_of(title) if one.fits(choice, table, rival)), "")
