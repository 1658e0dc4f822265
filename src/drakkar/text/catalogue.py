"""Catalogues: English from the code, the other languages from their files, by the same codes.

A file is TOML. `[printed.side]` has names as in the printed edition, `[ours.side]` has our own, where no rulebook that
we know has a name. A name is a text or a table of its forms, `name` being the first; `Region #` stands for every Region
with a number. A card has a `short` text only if its full `text` is long.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from drakkar.core.flow import Book
from drakkar.core.game import Game, find
from drakkar.core.reasons import REFUSALS, Sentence, bare
from drakkar.text.plurals import CATEGORY
from drakkar.text.pseudo import pseudo
from drakkar.text.template import Forms, Grammar, Template, Wrong

ENGLISH: Final = "en"
# The languages by their own names.
LANGUAGES: Final = {"en": "English", "pl": "Polski", "es": "Español", "cs": "Čeština"}
# A pseudo-language: English with every letter changed, so that untranslated text shows.
PSEUDO: Final = "xx"

SHARED: Final = "shared"
NUMBER: Final = re.compile(r"\d+")
# Suffix of an event code: the sentence for readers who may not know all of the event.
HIDDEN: Final = ".hidden"

# The sentences of one section by their codes.
Section = dict[str, Template]
Sorts = Mapping[str, str]


class CatalogueError(Exception):
    """A catalogue that does not fit the code, or a missing language."""


class Source:
    """The English sentences in the code of a game, by section and code, with the sorts of their holes."""

    def __init__(self, game: Game[Any] | None) -> None:
        self.sentences: dict[str, dict[str, str]] = {}
        self.sorts: dict[tuple[str, str], Sorts] = {}
        self.names: dict[str, dict[str, tuple[str, ...]]] = {"side": {"": ()}}
        self.side_sort = "side"
        for code, sentence in REFUSALS.items():
            self._add_sentence("reason", code, sentence)
        for section, entries in read(SHARED, ENGLISH).items():
            for code, text in entries.items():
                self._add_sentence(section, code, _bare_sentence(text))
                self.sentences[section][code] = text
        if game is not None:
            self._add_game(game)

    def _add_game(self, game: Game[Any]) -> None:
        self.names = game.names() or self.names
        self.side_sort = game.side_sort if game.side_sort in self.names else self.side_sort
        self._add_rules(game.book)
        for code, text in game.labels.items():
            self._add_sentence("label", code, Sentence(text))
        for name, (short, text) in game.card_texts().items():
            self._add("short", name, short, {})
            self._add("text", name, text, {})
        for ruling in game.rulings:
            self._add("ruling", ruling.name, ruling.text, {})
            for value, words in zip(ruling.values, ruling.words, strict=False):
                self._add("ruling", f"{ruling.name}.{value}", words, {})

    def _add_rules(self, book: Book[Any]) -> None:
        codes = [kind.code for kind in book.kinds]
        for kind in book.kinds:
            code = event_code(kind.code, kind.rule, codes)
            self._add_sentence("event", code, kind.sentence)
            if kind.hidden.text != kind.sentence.text:
                self._add_sentence("event", code + HIDDEN, kind.hidden)
        for why in book.whys:
            if why is not None and why.code not in REFUSALS:
                self._add_sentence("reason", why.code, why.sentence)
        for question in book.questions:
            if question is not None:
                self._add_sentence("prompt", question.code, question.sentence)
        for verb in book.notation.verbs:
            self._add("choice", verb.pattern, verb.pattern, dict(zip(verb.names, verb.sorts, strict=True)))

    def _add_sentence(self, section: str, code: str, sentence: Sentence) -> None:
        self._add(section, code, sentence.text, dict(zip(sentence.names, sentence.sorts, strict=True)))

    def _add(self, section: str, code: str, text: str, sorts: Sorts) -> None:
        self.sentences.setdefault(section, {})[code] = text
        self.sorts[section, code] = sorts


def _bare_sentence(text: str) -> Sentence:
    """A sentence with only the holes of a text, which may contain plural forms."""
    return Sentence("".join("{" + name + "}" for name in hole_names(text)))


def hole_names(text: str) -> list[str]:
    """The values that a text names, each once."""
    inside = [piece.split("}", 1)[0] for piece in text.split("{")[1:]]
    names = [hole.partition("|")[0].partition(".")[0].partition(":")[0] for hole in inside]
    return list(dict.fromkeys(names))


def unnumbered(word: str) -> str:
    """A name with its number replaced: `Region 5` is a `Region #`."""
    return NUMBER.sub("#", word, count=1)


def event_code(code: str, rule: str, all_codes: list[str]) -> str:
    """The catalogue code of an event; events of the same code are distinguished by their rules."""
    return f"{code}:{rule}" if all_codes.count(code) > 1 else code


class Catalogue:
    """All sentences of one language for one game, compiled to templates."""

    def __init__(self, language: str, game: Game[Any] | None) -> None:
        self.language = language
        self.title = game.title if game is not None else ""
        self.source = Source(game)
        file = {} if language in (ENGLISH, PSEUDO) else merged(language, self.title)
        self.names = self._names(file)
        shared = file.get("list", {})
        self.grammar = Grammar(
            self.names,
            {code: dict(forms) for code, forms in file.get("count", {}).items()},
            CATEGORY.get(language, CATEGORY[ENGLISH]),
            shared.get("nothing", self._text(self.source.sentences["list"]["nothing"])),
        )
        self.sections: dict[str, Section] = {}
        for section, sentences in self.source.sentences.items():
            told = file.get(section, {})
            if section == "short":
                told = {**file.get("text", {}), **told}
            self.sections[section] = {
                code: self._template(section, code, told.get(code, self._text(english)))
                for code, english in sentences.items()
            }

    def _text(self, english: str) -> str:
        return pseudo(english) if self.language == PSEUDO else english

    def _template(self, section: str, code: str, text: str) -> Template:
        sorts = {
            name: bare(sort) if self.language not in (ENGLISH, PSEUDO) else sort
            for name, sort in self.source.sorts[section, code].items()
        }
        # In English, a choice is its exact spelling.
        as_spelled = section == "choice" and self.language == ENGLISH
        grammar = Grammar({}, {}, self.grammar.category) if as_spelled else self.grammar
        try:
            return Template(text, sorts, grammar)
        except Wrong as wrong:
            raise CatalogueError(f"{self.language}, {section} {code}: {wrong}") from wrong

    def _names(self, file: Mapping[str, Any]) -> dict[str, dict[str, Forms]]:
        """The names by sort, form and English word; also by the word in lower case, as some views have it."""
        names: dict[str, dict[str, Forms]] = {}
        for sort, forms in self.source.names.items():
            names[sort] = {
                "" if form == "name" else form: dict(zip(forms[""], map(self._text, words), strict=True))
                for form, words in forms.items()
            }
            told = {**file.get("printed", {}).get(sort, {}), **file.get("ours", {}).get(sort, {})}
            for word in forms[""]:
                name, number = told.get(word) or told.get(unnumbered(word), {}), NUMBER.search(word)
                for form, text in ({"name": name} if isinstance(name, str) else name).items():
                    said = text.replace("#", number[0]) if number else text
                    names[sort].setdefault("" if form == "name" else form, {})[word] = said
            names[sort]["quoted"] = {
                word: file.get("list", {}).get("quoted", "#").replace("#", text)
                for word, text in names[sort][""].items()
            }
            for table in names[sort].values():
                table |= {word.casefold(): text for word, text in table.items() if word.casefold() not in table}
        # Shared sentences speak of sides; a game has its own sort for them.
        names["side"] = names[self.source.side_sort]
        return names


@cache
def read(title: str, language: str) -> dict[str, Any]:
    """The file of a language, from the folder of the game or from ours; empty if there is none."""
    own = find(title).catalogues if title != SHARED else ""
    folder = Path(own) if own else files("drakkar.text").joinpath("catalogues", title)
    file = folder.joinpath(f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def merged(language: str, title: str) -> dict[str, Any]:
    """The shared catalogue merged with that of a game."""
    both: dict[str, Any] = {section: dict(entries) for section, entries in read(SHARED, language).items()}
    for section, entries in (read(title, language) if title else {}).items():
        both[section] = {**both.get(section, {}), **entries}
    return both


@cache
def catalogue(language: str, title: str) -> Catalogue:
    """The catalogue of a language for a game; without a title, only what all games share."""
    if language not in LANGUAGES and language != PSEUDO:
        raise CatalogueError(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    return Catalogue(language, find(title) if title else None)
