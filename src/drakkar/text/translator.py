"""The translator for all languages: it takes the data that programs get and returns a sentence."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from drakkar.core.events import Event, Hidden
from drakkar.core.game import Preview, Ruling, Value, find, signed
from drakkar.core.moment import Prompt
from drakkar.core.notation import Choice, Notation
from drakkar.core.reasons import Reason
from drakkar.core.translator import EnglishTranslator
from drakkar.text.catalogue import HIDDEN, NUMBER, Catalogue, CatalogueError, Section, catalogue, hole_names
from drakkar.text.template import Template

Data = Mapping[str, Any]


class CardWords:
    """The texts of a card: its name, its short text and its full text."""

    def __init__(self, name: str, short: str, text: str) -> None:
        self.name = name
        self.short = short
        self.text = text


class CatalogueTranslator(EnglishTranslator):
    """Everything that can be said about a game in one language."""

    def __init__(self, said: Catalogue) -> None:
        super().__init__({}, find(said.title).capitals if said.title else ("side",))
        self.language = said.language
        self.title = said.title
        self.catalogue = said
        self._names = said.names
        # Cards whose text here is not that of the catalogue: it follows from corrected facts.
        self._restated = find(said.title).restated if said.title else ()
        self._events = said.sections.get("event", {})
        self._choices = said.sections.get("choice", {})
        self._notation: Notation | None = find(said.title).book.notation if said.title else None

    def event(self, event: Event | Data) -> str:
        """The sentence of an event, as the reader may know it."""
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
            text = text.replace("!.", "!")  # a name may end with an exclamation mark
        return text[:1].upper() + text[1:]

    def prompt(self, prompt: Prompt | Data) -> str:
        """The sentence of a prompt."""
        code, params = (
            (prompt.code, prompt.params) if isinstance(prompt, Prompt) else (prompt["code"], prompt["params"])
        )
        return self._section("prompt")[code].fill(params)

    def reason(self, reason: Reason | Data) -> str:
        """The sentence of a reason, without its rule."""
        known: Data = reason.to_json() if isinstance(reason, Reason) else reason
        values: dict[str, Any] = dict(known["params"])
        if asked := known.get("asked"):
            values["question"] = self.prompt(asked)
        return self._section("reason")[known["code"]].fill(values)

    def choice(self, choice: Choice, others: Mapping[str, Template] | None = None) -> str:
        """The text of a choice on a button; `others` may have another sentence for its pattern."""
        template, values = self._taken_apart(choice, others)
        return template.fill(values)

    def choice_parts(self, choice: Choice) -> tuple[str, str]:
        """A choice split for a menu: the part it shares with others, and its own part."""
        template, values = self._taken_apart(choice)
        return template.split(values)

    def has_object(self, choice: Choice) -> bool:
        """Whether a choice names something, unlike a bare `pass`."""
        return bool(self._taken_apart(choice)[1])

    def _taken_apart(
        self, choice: Choice, others: Mapping[str, Template] | None = None
    ) -> tuple[Template, dict[str, str]]:
        notation = self._notation
        if notation is None:
            raise CatalogueError("choices belong to a game: translator(language, title)")
        verb, short, full = notation.taken_apart(choice.code)
        in_full = notation.has_namesake(choice.code) and choice.text == notation.spell(choice.code, in_full=True)
        values = {
            name: self._namesake(sort, one, whole) if in_full and one != whole else one
            for name, sort, one, whole in zip(verb.names, verb.sorts, short, full, strict=True)
        }
        return (others or {}).get(verb.pattern) or self._choices[verb.pattern], values

    def _namesake(self, sort: str, short: str, full: str) -> str:
        """A name with the numbers that distinguish it from others of the same name."""
        label = self._section("label").get("namesake")
        if label is None:
            return full
        numbers = NUMBER.findall(full.removeprefix(short))
        holes = hole_names(self.catalogue.source.sentences["label"]["namesake"])
        return label.fill(dict(zip(holes, [self.name(sort, short), *numbers], strict=True)))

    def name(self, sort: str, word: str, form: str = "") -> str:
        """The name of a thing of a sort, by its English word, in the grammatical form that the sentence needs."""
        forms = self._names.get(sort, {})
        table = forms.get(form) or forms.get("", {})
        if (said := table.get(word)) is None:
            said = forms.get("", {}).get(word)
        return super().name(sort, word) if said is None else said

    def names(self, sort: str, form: str = "") -> dict[str, str]:
        """All names of a sort by their English words."""
        return dict(self._names.get(sort, {}).get(form, {}))

    def card(self, card: str | Data) -> CardWords:
        """A card by its English name, or by its face in a view."""
        name = card if isinstance(card, str) else str(card["name"])
        shorts, texts = self._section("short"), self._section("text")
        if name not in texts or name in self._restated:
            face = {} if isinstance(card, str) else card
            return CardWords(self.name("card", name), str(face.get("short", "")), str(face.get("text", "")))
        return CardWords(self.name("card", name), shorts[name].text, texts[name].text)

    def card_text(self, name: str, text: str) -> str:
        """The text of a card."""
        return self.card({"name": name, "text": text}).text

    def card_short(self, name: str, short: str) -> str:
        """The short text of a card."""
        return self.card({"name": name, "short": short}).short

    def ruling(self, ruling: Ruling) -> str:
        """The description of a ruling."""
        return self._section("ruling")[ruling.name].text

    def ruling_value(self, ruling: Ruling, value: Value) -> str:
        """A value of a ruling."""
        if isinstance(value, bool):
            return self.page("yes" if value else "no")
        rulings = self._section("ruling")
        return (
            rulings[f"{ruling.name}.{value}"].text
            if f"{ruling.name}.{value}" in rulings
            else self.name("side", str(value))
        )

    def label(self, code: str, values: dict[str, object] | None = None) -> str:
        """A label of the game, for its boards and sheets."""
        return self._section("label")[code].fill(values or {})

    def term(self, code: str, /, **values: object) -> str:
        """A sentence about the score or a part of a match: the game's own, or else the shared one."""
        labels = self._section("label")
        return labels[code].fill(values) if code in labels else self.page(f"term.{code}", **values)

    def fact(self, key: str, value: object) -> str:
        """A fact on a card, such as its kind or cost."""
        labels = self._section("label")
        said = labels[f"{key}.{value}"].text if f"{key}.{value}" in labels else value
        return labels[f"face.{key}"].fill({"value": said}) if f"face.{key}" in labels else f"{key} {said}"

    def page(self, code: str, /, **values: object) -> str:
        """A sentence shared by page and terminal: "end.won_by"."""
        return self._section("page")[code].fill(values)

    def terminal(self, code: str, /, **values: object) -> str:
        """A sentence of the terminal."""
        return self._section("terminal")[code].fill(values)

    def preview(self, preview: Preview | Data) -> str:
        """The text of a preview."""
        known: Data = preview.to_json() if isinstance(preview, Preview) else preview
        parts = [self.reason(known)] if known.get("code") else []
        if (contest := known["contest"]) is not None:
            totals = self._strengths(contest["totals"])
            winner = contest["winner"]
            if winner:
                parts.append(self.page("preview.wins", side=self.name("side", winner), totals=totals))
            else:
                parts.append(self.page("preview.nobody_wins", totals=totals))
        parts += [
            f"{self.name('place', place)}: {self._strengths(sides) or self.page('preview.nobody')}"
            for place, sides in known["strengths"].items()
        ]
        for side, changes in known["changes"].items():
            told = ", ".join(
                self.label(f"change.{name}", {"number": signed(number)}) for name, number in changes.items()
            )
            parts.append(f"{self.name('side', side, 'short')}: {told}")
        return "; ".join(parts) or self.page("preview.nothing")

    def _strengths(self, sides: Mapping[str, int]) -> str:
        return ", ".join(f"{self.name('side', side, 'short')} {strength}" for side, strength in sides.items())

    def _section(self, section: str) -> Section:
        return self.catalogue.sections.get(section, {})


@cache
def translator(language: str, title: str = "") -> CatalogueTranslator:
    """The translator into a language for a game; without a title, for what all games share."""
    return CatalogueTranslator(catalogue(language, title))
