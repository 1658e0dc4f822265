"""One renderer for all languages: it takes what programs get, and answers with a sentence."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from drakkar.core.events import Event, Hidden
from drakkar.core.game import Option, Preview, Value, find, signed
from drakkar.core.moment import Prompt
from drakkar.core.notation import Choice, Notation
from drakkar.core.reasons import Reason
from drakkar.core.speech import Speech
from drakkar.text.catalogue import HIDDEN, NUMBER, Catalogue, CatalogueError, Section, catalogue, hole_names
from drakkar.text.template import Template

Data = Mapping[str, Any]


class CardWords:
    """A card in words: its name, its short text and its whole one."""

    def __init__(self, name: str, short: str, text: str) -> None:
        self.name = name
        self.short = short
        self.text = text


class Words(Speech):
    """Everything that can be said about a game in one language."""

    def __init__(self, said: Catalogue) -> None:
        super().__init__({})
        self.language = said.language
        self.title = said.title
        self.catalogue = said
        self._names = said.names
        self._events = said.sections.get("event", {})
        self._choices = said.sections.get("choice", {})
        self._notation: Notation | None = find(said.title).book.notation if said.title else None

    def event(self, event: Event | Data) -> str:
        """What happened, as whoever has this event may know it."""
        kind, rule, data = (
            (event.kind, event.rule, event.data)
            if isinstance(event, Event)
            else (event["kind"], event["rule"], event["data"])
        )
        code = kind if kind in self._events else f"{kind}:{rule}"
        for value in data.values():
            if isinstance(value, (Hidden, dict)) and code + HIDDEN in self._events:
                code += HIDDEN
                break
        text = self._events[code].fill(data)
        if "!." in text:
            text = text.replace("!.", "!")  # a name may bring its own full stop
        return text[:1].upper() + text[1:]

    def prompt(self, prompt: Prompt | Data) -> str:
        """What is asked."""
        code, params = (
            (prompt.code, prompt.params) if isinstance(prompt, Prompt) else (prompt["code"], prompt["params"])
        )
        return self._section("prompt")[code].fill(params)

    def reason(self, reason: Reason | Data) -> str:
        """Why not, without the rule."""
        known: Data = reason.to_json() if isinstance(reason, Reason) else reason
        values: dict[str, Any] = dict(known["params"])
        if asked := known.get("asked"):
            values["question"] = self.prompt(asked)
        return self._section("reason")[known["code"]].fill(values)

    def choice(self, choice: Choice, others: Mapping[str, Template] | None = None) -> str:
        """A choice as it stands on a button; where `others` has a sentence for its pattern, in that."""
        template, values = self._taken_apart(choice, others)
        return template.fill(values)

    def choice_parts(self, choice: Choice) -> tuple[str, str]:
        """A choice as a menu has it: what it shares with others, and what is its own."""
        template, values = self._taken_apart(choice)
        return template.split(values)

    def has_object(self, choice: Choice) -> bool:
        """Whether a choice names something, and is not a bare `pass`."""
        return bool(self._taken_apart(choice)[1])

    def _taken_apart(
        self, choice: Choice, others: Mapping[str, Template] | None = None
    ) -> tuple[Template, dict[str, str]]:
        notation = self._notation
        if notation is None:
            raise CatalogueError("choices belong to a game: words(language, title)")
        verb, short, full = notation.taken_apart(choice.code)
        in_full = notation.has_namesake(choice.code) and choice.text == notation.spell(choice.code, in_full=True)
        values = {
            name: self._namesake(sort, one, whole) if in_full and one != whole else one
            for name, sort, one, whole in zip(verb.names, verb.sorts, short, full, strict=True)
        }
        return (others or {}).get(verb.pattern) or self._choices[verb.pattern], values

    def _namesake(self, sort: str, short: str, full: str) -> str:
        """A name with the numbers that tell it from others of that name: an Age."""
        label = self._section("label").get("namesake")
        if label is None:
            return full
        numbers = NUMBER.findall(full.removeprefix(short))
        holes = hole_names(self.catalogue.source.sentences["label"]["namesake"])
        return label.fill(dict(zip(holes, [self.name(sort, short), *numbers], strict=True)))

    def name(self, sort: str, word: str, form: str = "") -> str:
        """The name of a thing of a sort, by its English word, in the form that a sentence wants."""
        forms = self._names.get(sort, {})
        table = forms.get(form) or forms.get("", {})
        if (said := table.get(word)) is None:
            said = forms.get("", {}).get(word)
        return super().name(sort, word) if said is None else said

    def names(self, sort: str, form: str = "") -> dict[str, str]:
        """Every name of a sort by its English word."""
        return dict(self._names.get(sort, {}).get(form, {}))

    def card(self, card: str | Data) -> CardWords:
        """A card by its English name, or by its face in a view."""
        name = card if isinstance(card, str) else str(card["name"])
        shorts, texts = self._section("short"), self._section("text")
        if name not in texts:
            face = {} if isinstance(card, str) else card
            return CardWords(self.name("card", name), str(face.get("short", "")), str(face.get("text", "")))
        return CardWords(self.name("card", name), shorts[name].text, texts[name].text)

    def card_text(self, name: str, text: str) -> str:
        """The text of a card."""
        return self.card({"name": name, "text": text}).text

    def card_short(self, name: str, short: str) -> str:
        """The short text of a card."""
        return self.card({"name": name, "short": short}).short

    def option(self, option: Option) -> str:
        """What an option decides."""
        return self._section("option")[option.name].text

    def option_value(self, option: Option, value: Value) -> str:
        """A value of an option."""
        if isinstance(value, bool):
            return self.page("yes" if value else "no")
        options = self._section("option")
        return (
            options[f"{option.name}.{value}"].text
            if f"{option.name}.{value}" in options
            else self.name("clan", str(value))
        )

    def label(self, code: str, values: dict[str, object] | None = None) -> str:
        """What a game says on its boards and sheets."""
        return self._section("label")[code].fill(values or {})

    def fact(self, key: str, value: object) -> str:
        """One thing that is printed on a card: its Age, its cost."""
        labels = self._section("label")
        said = labels[f"{key}.{value}"].text if f"{key}.{value}" in labels else value
        return labels[f"face.{key}"].fill({"value": said}) if f"face.{key}" in labels else f"{key} {said}"

    def page(self, code: str, /, **values: object) -> str:
        """What page and terminal say themselves: "home.play_now"."""
        return self._section("page")[code].fill(values)

    def terminal(self, code: str, /, **values: object) -> str:
        """What only the terminal says."""
        return self._section("terminal")[code].fill(values)

    def preview(self, preview: Preview | Data) -> str:
        """What a choice would do."""
        known: Data = preview.to_json() if isinstance(preview, Preview) else preview
        parts = [self.reason(known)] if known.get("code") else []
        if (battle := known["battle"]) is not None:
            totals = self._strengths(battle["totals"])
            winner = battle["winner"]
            if winner:
                parts.append(self.page("preview.wins", clan=self.name("clan", winner), totals=totals))
            else:
                parts.append(self.page("preview.nobody_wins", totals=totals))
        parts += [
            f"{self.name('place', place)}: {self._strengths(clans) or self.page('preview.nobody')}"
            for place, clans in known["strengths"].items()
        ]
        for clan, changes in known["changes"].items():
            told = ", ".join(
                self.label(f"change.{name}", {"number": signed(number)}) for name, number in changes.items()
            )
            parts.append(f"{self.name('clan', clan, 'short')}: {told}")
        return "; ".join(parts) or self.page("preview.nothing")

    def _strengths(self, clans: Mapping[str, int]) -> str:
        return ", ".join(f"{self.name('clan', clan, 'short')} {strength}" for clan, strength in clans.items())

    def _section(self, section: str) -> Section:
        return self.catalogue.sections.get(section, {})


@cache
def words(language: str, title: str = "") -> Words:
    """The words of a language for a game; without a title, for what all games share."""
    return Words(catalogue(language, title))
