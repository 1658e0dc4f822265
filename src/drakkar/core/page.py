"""What a game brings to be played in a browser: its board, sheets and cards as templates, and the values for them.

All of it is made of documents: what a seat or a spectator is told, as plain data. A game that brings no page is shown
as text.
"""

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from drakkar.core.build import mypyc_attr

# What a seat is told of a table, and what happened, as plain data.
Document = dict[str, Any]
Events = list[dict[str, Any]]


class Words(Protocol):
    """One language."""

    def page(self, key: str, **values: object) -> str:
        """A sentence of the page."""

    def name(self, sort: str, word: str) -> str:
        """The name of a thing of a sort."""

    def letter(self, clan: str) -> str:
        """The letter of a clan, its own in every language."""

    def prompt(self, prompt: dict[str, Any]) -> str:
        """What somebody is asked."""

    def choice(self, spelling: str) -> str:
        """What can be chosen."""

    def event(self, event: dict[str, Any]) -> str:
        """What happened."""

    def reason(self, reason: dict[str, Any]) -> str:
        """Why something may not be chosen."""

    def preview(self, preview: dict[str, Any]) -> str:
        """What a choice would do."""

    def option(self, name: str, text: str) -> str:
        """What an option of a match decides."""

    def value(self, name: str, value: bool | int | str) -> str:
        """What an option is set to."""

    def card_text(self, face: dict[str, Any]) -> str:
        """The whole text of a card."""

    def short_text(self, face: dict[str, Any]) -> str:
        """The text of a card in few words."""


class Panel(NamedTuple):
    """A part of the page: its template, the values for it, what it is called, and its classes for the style sheet."""

    template: str
    values: dict[str, Any]
    label: str
    classes: str = ""


class Beat(NamedTuple):
    """A moment of something that is shown step by step: the panel of that moment, and the numbers of its events."""

    panel: Panel
    numbers: list[int]


class Key(NamedTuple):
    """A key of a game, and the sentence that says what it does.

    It goes to a step of a choice, asks for a choice that is guarded, or goes to the first of some panels (`#p-hand`)
    that is in view.
    """

    key: str
    to: str
    says: str


class Step(NamedTuple):
    """One step of a choice: the sort of thing that is chosen (an action, a figure, a place), and which one."""

    sort: str
    word: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Page:
    """What one game brings. The shell adds the prompt, the log, the seats and the end of the match."""

    # Its `templates` (for which it has a prefix of its own) and `static` files.
    folder: Path
    # English for what its templates say, by key.
    labels: dict[str, str]
    # English for choices on a button whose spelling is too brief, by their patterns; other languages say all of them.
    buttons: dict[str, str] = {}  # noqa: RUF012 - a game replaces it
    # The style sheet among the static files, and the drawings that every page holds.
    style: str = ""
    sprite: str = ""
    # Its panels that choices are made in: they never wait for what is shown step by step.
    deciding: frozenset[str] = frozenset()
    # Its letter keys, beside those of the shell.
    keys: tuple[Key, ...] = ()
    # Events that are seen elsewhere and would only fill the log; those that are a clan's own doing in its turn; and
    # what follows from them for the clan itself, which it has seen and is not told again.
    silent: frozenset[str] = frozenset()
    own_acts: frozenset[str] = frozenset()
    own_gains: frozenset[str] = frozenset()
    # Events that come to everybody alike with each part of a match: the log has them, "since your last turn" has not.
    routine: frozenset[str] = frozenset()
    # Events that say which card acts (its `card`), and those that it can bring about: they are told in one line. Events
    # that several clans in a row share a line for, each with the sentence about all of them (`clans`).
    causes: frozenset[str] = frozenset()
    effects: frozenset[str] = frozenset()
    together: dict[str, str] = {}  # noqa: RUF012 - a game replaces it
    # Events that begin a part of a match.
    chapters: frozenset[str] = frozenset()

    def board(self, document: Document, words: Words) -> dict[str, Any]:  # noqa: ARG002 - a game may bring no board
        """The values for the `board` template: what does not change during a match."""
        return {}

    def public(self, document: Document, events: Events, words: Words) -> dict[str, Panel]:  # noqa: ARG002
        """The panels that everybody sees, from the document of a spectator."""
        return {}

    def private(self, document: Document, events: Events, words: Words, at: str) -> dict[str, Panel]:  # noqa: ARG002
        """The panels of one seat, or of a spectator; `at` is how far its choice is made."""
        return {}

    def beats(self, document: Document, events: Events, since: int, words: Words) -> list[Beat]:  # noqa: ARG002
        """What everybody was told since an event and is worth a look of its own, moment by moment."""
        return []

    def hands(self, documents: list[Document], words: Words) -> dict[str, Panel]:  # noqa: ARG002 - none may be hidden
        """The panels that show what every seat holds, from the documents of all seats: for a match that is over."""
        return {}

    def chapter(self, event: dict[str, Any], words: Words) -> str:  # noqa: ARG002
        """The name of the part of a match that begins with one of those events."""
        return str(event["text"])

    def so_far(self, view: dict[str, Any], words: Words) -> str:  # noqa: ARG002 - a game may have no word for it
        """How far a match is, in a word or two, from what everybody sees of it."""
        return ""

    def steps(self, choice: str) -> tuple[Step, ...]:
        """A choice, step by step."""
        return (Step("choice", choice),)

    def said(self, step: Step, words: Words) -> str:
        """The name of one step."""
        return words.choice(step.word)

    def because(self, document: Document, events: Events, words: Words) -> str:  # noqa: ARG002
        """What led to the question that a seat is asked, if it could not know: a card, most often."""
        return ""

    def answer(self, document: Document, choice: str, words: Words) -> str:  # noqa: ARG002 - most choices say it
        """What a choice does that is but a word, such as yes; empty if its word says it."""
        return ""

    def heading(self, made: tuple[Step, ...], sort: str) -> str:  # noqa: ARG002 - most sorts say enough
        """The sentence over what is chosen after some steps, by the sort of it."""
        return f"step_{sort}"

    def candidates(self, view: dict[str, Any]) -> list[str]:  # noqa: ARG002 - most games show what can be chosen, and no more
        """Spellings that somebody might look for and not find among his choices; the page says why not."""
        return []

    def note(self, document: Document, steps: tuple[Step, ...], words: Words) -> dict[str, Any]:  # noqa: ARG002
        """What stands beside the last of these steps.

        An `icon`, a `number` and what it counts (`of`); a `text`; a `tip` where nothing can be foreseen; a `figure` of
        a `clan` that is drawn, where it `stands` on the map, and whether it is `priced` even where it costs nothing.
        """
        return {}

    def fixed(self, document: Document, words: Words) -> dict[Step, dict[str, Any]]:  # noqa: ARG002
        """First steps that keep their place and number, each with the reason if nothing can be chosen along it."""
        return {}

    def nearest(self, refused: list[dict[str, Any]]) -> dict[str, Any]:
        """Of the reasons why nothing can be chosen along a way, the one that comes nearest to what was wanted."""
        return refused[0]

    def place(self, document: Document, step: Step) -> str:  # noqa: ARG002 - a game may have its places in its steps
        """The place on the map that a step is about; empty if it is about none."""
        return step.word if step.sort == "place" else ""

    def then(self, document: Document) -> list[str]:  # noqa: ARG002 - a game may have nobody who comes next
        """The clans that will be asked the same after whoever is asked now, as far as everybody can know."""
        return []

    def is_guarded(self, choice: str) -> bool:  # noqa: ARG002 - a game may have nothing to guard
        """Whether it stands apart from the other choices."""
        return False

    def asks(self, document: Document, choice: str) -> str:  # noqa: ARG002 - most choices can be taken back
        """The sentence by which a choice that cannot be taken back asks once before it is made; empty if none."""
        return ""

    def against(self, event: dict[str, Any], clan: str) -> bool:  # noqa: ARG002
        """Whether something was done to a clan by others."""
        return False

    def hostile(self, events: Events, since: int, clan: str) -> set[int]:
        """The numbers of the events since one of them that were done to a clan by others."""
        return {number for number, event in enumerate(events[since:], since) if self.against(event, clan)}

    def help(self) -> dict[str, Any]:
        """For the help page: `short` rules (ids and keys), all `chapters`, `cards` for its `cardlist` template."""
        return {"short": [], "chapters": [], "cards": []}

    def scores(self, document: Document, events: Events) -> list[dict[str, Any]]:  # noqa: ARG002
        """The scores of all seats over time: points with `at` (a share of the match), `scores` and a `mark`."""
        return []


# --- Choices, step by step


def path_of(steps: tuple[Step, ...]) -> str:
    """Steps as one word, for the address of a page."""
    return "/".join(step.word for step in steps)


def opened(ways: list[tuple[Step, ...]], at: str) -> tuple[Step, ...]:
    """The steps that are made: as far as `at` says, and further where only one way leads on, but for declining."""
    made: tuple[Step, ...] = ()
    wanted = at.split("/") if at else []
    while True:
        inner = dict.fromkeys(way[len(made)] for way in ways if len(way) > len(made) + 1 and way[: len(made)] == made)
        ends = [way for way in ways if len(way) == len(made) + 1 and way[:-1] == made and way[-1].sort != "choice"]
        named = [step for step in inner if len(made) < len(wanted) and step.word == wanted[len(made)]]
        if named:
            made = (*made, named[0])
        elif len(inner) == 1 and not ends and len(made) >= len(wanted):
            made = (*made, next(iter(inner)))
        else:
            return made


def following(ways: list[tuple[Step, ...]], made: tuple[Step, ...]) -> list[Step]:
    """What can be chosen after the steps that are made, each once."""
    return list(dict.fromkeys(way[len(made)] for way in ways if len(way) > len(made) and way[: len(made)] == made))
