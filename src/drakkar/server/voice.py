"""One language as the templates speak it: the catalogues' words, and English for what they do not have yet.

Sentences of the shell stand in the section `page` under `shell.KEY`, those of a game's page in `label` under
`page.KEY`.
"""

from functools import cache
from typing import Any

from drakkar.core.game import Game, find
from drakkar.core.notation import Choice
from drakkar.server.refusals import Refused
from drakkar.server.sentences import SENTENCES
from drakkar.text.catalogue import ENGLISH, merged
from drakkar.text.template import Grammar, Template
from drakkar.text.words import Words, words

# Names that stand by themselves on the page, and so begin with a capital.
STANDING_ALONE = ("source", "kind", "stat", "token")


class Voice:
    """What a page says in one language about one game."""

    def __init__(self, said: Words, game: Game[Any]) -> None:
        self.words = said
        self.notation = game.book.notation
        page = game.page()
        labels = {} if page is None else page.labels
        grammar = Grammar({}, {}, said.catalogue.grammar.category)
        file = merged(said.catalogue.language, game.title)
        self.sentences: dict[str, Template] = {}
        for section, prefix, sentences in (("page", "shell.", SENTENCES), ("label", "page.", labels)):
            told = file.get(section, {})
            self.sentences |= {
                key: Template(told.get(prefix + key, text), {}, grammar) for key, text in sentences.items()
            }

        self.buttons = self._buttons({} if page is None or said.catalogue.language != ENGLISH else page.buttons)

    def _buttons(self, sentences: dict[str, str]) -> dict[str, Template]:
        """A game's own sentences for choices, by their patterns."""
        catalogue = self.words.catalogue
        sorts = catalogue.source.sorts
        return {
            pattern: Template(text, sorts["choice", pattern], catalogue.grammar) for pattern, text in sentences.items()
        }

    def page(self, key: str, **values: object) -> str:
        """A sentence of the page."""
        return self.sentences[key].fill(values)

    def name(self, sort: str, word: str) -> str:
        """The name of a thing of a sort."""
        said = self.words.name(sort, word, "short" if sort == "clan" else "")
        return said[:1].upper() + said[1:] if sort in STANDING_ALONE else said

    def letter(self, clan: str) -> str:
        """The letter of a clan, its own in every language."""
        return self.words.name("clan", clan, "letter")

    def prompt(self, prompt: dict[str, Any]) -> str:
        """What somebody is asked."""
        return self.words.prompt(prompt)

    def choice(self, spelling: str) -> str:
        """What can be chosen, as it stands on a button."""
        codes = self.notation.read(spelling)
        said = self.words.choice(Choice(codes[0], spelling), self.buttons) if codes else spelling
        return said[:1].upper() + said[1:]

    def event(self, event: dict[str, Any]) -> str:
        """What happened."""
        return self.words.event(event)

    def reason(self, reason: dict[str, Any]) -> str:
        """Why something may not be chosen."""
        return self.words.reason(reason) if "code" in reason else str(reason["text"])

    def refusal(self, refusal: Refused) -> str:
        """Why something was not done: by the rule that forbids it, else by its code."""
        if refusal.reason is None:
            return self.words.page(f"refused.{refusal.code}")
        said = self.words.reason(refusal.reason)
        return said[:1].upper() + said[1:]

    def preview(self, preview: dict[str, Any]) -> str:
        """What a choice would do."""
        return self.words.preview(preview)

    def card_text(self, face: dict[str, Any]) -> str:
        """The whole text of a card."""
        return self.words.card(face).text

    def short_text(self, face: dict[str, Any]) -> str:
        """The text of a card in few words."""
        said = self.words.card(face)
        return said.short or said.text

    def option(self, name: str, text: str) -> str:
        """What an option of a match decides."""
        options = self.words.catalogue.sections.get("option", {})
        return options[name].text if name in options else text

    def value(self, name: str, value: bool | int | str) -> str:
        """What an option is set to."""
        if isinstance(value, bool):
            return self.words.page("yes" if value else "no")
        options = self.words.catalogue.sections.get("option", {})
        key = f"{name}.{value}"
        return options[key].text if key in options else self.words.name("clan", str(value))


@cache
def voice(language: str, title: str) -> Voice:
    """The page's words of a language for a game."""
    return Voice(words(language, title), find(title))
