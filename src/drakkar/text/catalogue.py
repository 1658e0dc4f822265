"""What can be said in a language: English out of the code, the other languages out of their files, by the same codes.

A file is TOML. `[printed.clan]` holds names as the printed edition has them, `[ours.clan]` those that are ours because
no rulebook that we know names them. A name is a text, or a table of its forms; `name` is the first one;
`Region #` is every Region with a number. A card's `short` text is told only where its whole `text` is long.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from drakkar.core.flow import Book
from drakkar.core.game import Game, find
from drakkar.core.reasons import REFUSALS, Sentence, bare
from drakkar.text.plurals import CATEGORY
from drakkar.text.pseudo import pseudo
from drakkar.text.template import Forms, Grammar, Template, Wrong

ENGLISH: Final = "en"
# Each language by its own name.
LANGUAGES: Final = {"en": "English", "pl": "Polski", "es": "Español", "cs": "Čeština"}
# No language: English with every letter changed, so that whatever is not translated shows.
PSEUDO: Final = "xx"

SHARED: Final = "shared"
NUMBER: Final = re.compile(r"\d+")
# Behind the code of an event: as somebody reads it who may not know all of it.
HIDDEN: Final = ".hidden"

# Sentences of one section by their codes.
Section = dict[str, Template]
Sorts = Mapping[str, str]


class CatalogueError(Exception):
    """A catalogue that does not fit the code, or a language that there is none for."""


class Source:
    """English as it stands in the code of a game: sentences by section and code, with the sorts of their holes."""

    def __init__(self, game: Game[Any] | None) -> None:
        self.sentences: dict[str, dict[str, str]] = {}
        self.sorts: dict[tuple[str, str], Sorts] = {}
        self.names: dict[str, dict[str, tuple[str, ...]]] = {"clan": {"": ()}}
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
        self._add_rules(game.book)
        for code, text in game.labels.items():
            self._add_sentence("label", code, Sentence(text))
        for name, (short, text) in game.card_texts().items():
            self._add("short", name, short, {})
            self._add("text", name, text, {})
        for option in game.options:
            self._add("option", option.name, option.text, {})
            for value, words in zip(option.values, option.words, strict=False):
                self._add("option", f"{option.name}.{value}", words, {})

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
    """The holes of a text of ours, which may ask for plurals."""
    return Sentence("".join("{" + name + "}" for name in hole_names(text)))


def hole_names(text: str) -> list[str]:
    """The values that a text names, each once."""
    inside = [piece.split("}", 1)[0] for piece in text.split("{")[1:]]
    names = [hole.partition("|")[0].partition(".")[0].partition(":")[0] for hole in inside]
    return list(dict.fromkeys(names))


def unnumbered(word: str) -> str:
    """A name that tells itself from others by a number: `Region 5` is a `Region #`."""
    return NUMBER.sub("#", word, count=1)


def event_code(code: str, rule: str, all_codes: list[str]) -> str:
    """Events of one code are told apart by their rules."""
    return f"{code}:{rule}" if all_codes.count(code) > 1 else code


class Catalogue:
    """Every sentence of one language for one game, ready to be filled."""

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
        # An English choice is its spelling, word for word.
        as_spelled = section == "choice" and self.language == ENGLISH
        grammar = Grammar({}, {}, self.grammar.category) if as_spelled else self.grammar
        try:
            return Template(text, sorts, grammar)
        except Wrong as wrong:
            raise CatalogueError(f"{self.language}, {section} {code}: {wrong}") from wrong

    def _names(self, file: Mapping[str, Any]) -> dict[str, dict[str, Forms]]:
        """By sort and form, from the English word; also written small, as some views have it."""
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
        return names


@cache
def read(title: str, language: str) -> dict[str, Any]:
    """One file; nothing if there is none."""
    file = files("drakkar.text").joinpath("catalogues", title, f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def merged(language: str, title: str) -> dict[str, Any]:
    """What all games share, and what is told of one."""
    both: dict[str, Any] = {section: dict(entries) for section, entries in read(SHARED, language).items()}
    for section, entries in (read(title, language) if title else {}).items():
        both[section] = {**both.get(section, {}), **entries}
    return both


@cache
def catalogue(language: str, title: str) -> Catalogue:
    """The catalogue of a language; without a title of a game, what all games share."""
    if language not in LANGUAGES and language != PSEUDO:
        raise CatalogueError(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    return Catalogue(language, find(title) if title else None)
