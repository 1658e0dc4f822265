"""A game's page in a browser: board, sheets and cards as templates, and the values for them.

All values come from documents: what a seat or spectator may know, as plain data. A game without a page is shown as
text.
"""

from pathlib import Path
from typing import Any, NamedTuple

from drakkar.core.build import mypyc_attr
from drakkar.core.notation import Choice
from drakkar.page.steps import ChoiceData, Step, whole
from drakkar.page.translator import PageTranslator

# A table as a seat may know it, and its events, as plain data.
Document = dict[str, Any]
Events = list[dict[str, Any]]


class Panel(NamedTuple):
    """A part of the page: its template, the values for it, its label, and its CSS classes."""

    template: str
    values: dict[str, Any]
    label: str
    classes: str = ""


class Moment(NamedTuple):
    """Something great that happens on the board, as the page shows it.

    A `banner` has a `text` and its `rule`. `at` is, for what `fades`, the `data-stands` of a piece; for what `falls`,
    the `data-falls` of what is new in a place; for what `glows`, a place. What `flies` is a `text` with an `icon` (the
    id of a drawing) between two spots: a place, or a number on a sheet (`0/score` is the `data-stat` score of seat 0).
    """

    does: str
    at: str = ""
    to: str = ""
    text: str = ""
    icon: str = ""
    rule: str = ""


class Beat(NamedTuple):
    """One step of an animated sequence: its panel, or its moments on the board, and the numbers of its events.

    `says` is announced before the sentences of the events. The moments of one `scene` belong together.
    """

    panel: Panel | None
    numbers: list[int]
    moments: tuple[Moment, ...] = ()
    says: str = ""
    scene: str = ""


class Highlight(NamedTuple):
    """A moment of a finished match worth another look: its icon, title, sentence and rule, and its event's number."""

    icon: str
    title: str
    text: str
    rule: str
    number: int


class Deed(NamedTuple):
    """Something that a seat did, for the end page: its kind, the id of its drawing, the seat, the number of its event.

    The label of a kind is `deed_KIND`. Without a drawing it is a dot.
    """

    kind: str
    icon: str
    seat: int
    number: int


class Series(NamedTuple):
    """Choices that may follow an option in the same message, as a list to tick.

    Each of the `items` has a `choice`, the `number` of times it can be made, a `label`, and the `figure` of a `side` to
    draw; it may have the place on the map where it `stands`, and words for making this choice `alone`. `every` is the
    label for all of them, and `end` the choice that ends the series.
    """

    label: str
    items: list[dict[str, Any]]
    every: str
    end: str


class Key(NamedTuple):
    """A letter key of a game, with the label key of its description.

    It opens a step of a choice, selects a guarded choice, or goes to the first visible panel of a list (`#p-hand`).
    """

    key: str
    to: str
    says: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Page:
    """The page of one game. The shell adds the prompt, the log, the seats and the end of the match."""

    # The folder with its `templates` (which have a prefix of their own) and `static` files.
    folder: Path
    # English text of its templates, by key.
    labels: dict[str, str] = {}  # noqa: RUF012 - games override it
    # English button text, by pattern, for choices whose spelling is too short; other languages translate all choices.
    buttons: dict[str, str] = {}  # noqa: RUF012 - games override it
    # The names of its panels in each slot of the page, in order: header, sheets, board, overlay (above the names on the
    # board), stage, side and bottom. `sheet` stands for the panels `sheet-0`, `sheet-1` …, one per seat.
    slots: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - games override it
    # The icon of the currency that choices cost.
    cost_icon: str = ""
    # The field of an event's data with the side that it concerns.
    side_field: str = "side"
    # The style sheet in `static`, and the SVG sprites that every page includes.
    style: str = ""
    sprite: str = ""
    # Panels in which choices are made: they never wait for beats.
    deciding: frozenset[str] = frozenset()
    # Letter keys, in addition to those of the shell.
    keys: tuple[Key, ...] = ()
    # Events that the log omits, because they are visible elsewhere; and events of a side's own actions in its turn.
    silent: frozenset[str] = frozenset()
    own_acts: frozenset[str] = frozenset()
    # Events that are spoken and shown step by step, but need no line in the log: its other lines imply them.
    implied: frozenset[str] = frozenset()
    # Events that say nothing to readers who may not know their secrets: the log omits them for these readers.
    vague: frozenset[str] = frozenset()
    # Events that say the price of the same side's next action, and stand on its line.
    costs: frozenset[str] = frozenset()
    # Events of fights, which the log can show alone; and events that end or decide much, which it emphasises.
    fights: frozenset[str] = frozenset()
    milestones: frozenset[str] = frozenset()
    # Events that name the acting card (in `card`), and events that a card can cause: both share one line. Events that
    # share a line when they say the same of several sides, each with the key of the sentence about all of them (`sides`
    # and the other values of the event).
    causes: frozenset[str] = frozenset()
    effects: frozenset[str] = frozenset()
    together: dict[str, str] = {}  # noqa: RUF012 - games override it
    # The codes of questions that only complete the previous choice: the page offers both as one choice.
    continuing: frozenset[str] = frozenset()
    # Events that begin a part of a match.
    chapters: frozenset[str] = frozenset()
    # The kinds of `deeds`, in order; the label of each is `deed_KIND`.
    deed_kinds: tuple[str, ...] = ()

    def board(self, document: Document, words: PageTranslator) -> dict[str, Any]:  # noqa: ARG002 - a game may have no board
        """The values for the `board` template, which do not change during a match."""
        return {}

    def public(self, document: Document, events: Events, words: PageTranslator) -> dict[str, Panel]:  # noqa: ARG002
        """The public panels, from the document of a spectator."""
        return {}

    def private(self, document: Document, events: Events, words: PageTranslator, at: str) -> dict[str, Panel]:  # noqa: ARG002
        """The panels of one seat, or of a spectator; `at` is the path of the steps already chosen."""
        return {}

    def beats(self, document: Document, events: Events, since: int, words: PageTranslator) -> list[Beat]:  # noqa: ARG002
        """Public events since number `since` that are shown one by one, as beats."""
        return []

    def hands(self, documents: list[Document], words: PageTranslator) -> dict[str, Panel]:  # noqa: ARG002 - a game may have no hidden hands
        """The panels that show all hands after the match, from the documents of all seats."""
        return {}

    def chapter(self, event: dict[str, Any], words: PageTranslator) -> str:  # noqa: ARG002
        """The title of the part of a match that begins with one of the `chapters` events."""
        return str(event["text"])

    def so_far(self, view: dict[str, Any], words: PageTranslator) -> str:  # noqa: ARG002 - a game may have no such word
        """The progress of a match in a word or two, from the public view."""
        return ""

    def steps(self, choice: ChoiceData) -> tuple[Step, ...]:
        """The steps of a choice: a single one, or its parts with `steps_of`."""
        return (whole(choice),)

    def said(self, step: Step, words: PageTranslator) -> str:
        """The label of a step, except for a choice of a single step."""
        if step.sort == "action":
            key = f"action_{step.word}"
            return words.page(key) if key in self.labels else step.word[:1].upper() + step.word[1:]
        return words.name(step.sort, step.word)

    def because(self, document: Document, events: Events, words: PageTranslator) -> str:  # noqa: ARG002
        """The cause of a seat's decision, if it is not obvious; usually a card."""
        return ""

    def answer(self, document: Document, choice: ChoiceData, words: PageTranslator) -> str:  # noqa: ARG002 - most choices need none
        """The effect of a choice that is just a word, such as yes; empty if the word is enough."""
        return ""

    def heading(self, made: tuple[Step, ...], sort: str) -> str:  # noqa: ARG002 - most sorts need no more
        """The label key of the heading above the options of a step, by their sort."""
        return f"step_{sort}"

    def question(self, made: tuple[Step, ...], sort: str, words: PageTranslator) -> str:
        """The question of a step, by its sort, for the heading of the prompt; empty for the question of the rules."""
        return (
            "" if not made or sort == "choice" else words.page("choose_step", step=words.page(self.heading(made, sort)))
        )

    def arranged(
        self,
        groups: list[tuple[Choice, ...]],
        table: dict[str, Any],  # noqa: ARG002
        seat: int | None,  # noqa: ARG002
    ) -> list[tuple[Choice, ...]]:
        """The groups of choices to offer, from those that continue one choice each; the shell drops impossible ones."""
        return groups

    def begins_series(self, choice: ChoiceData) -> bool:  # noqa: ARG002 - a game may have no series
        """Whether the choices that may follow this one are asked together with it, by `series`."""
        return False

    def series(self, document: Document, made: tuple[Step, ...], words: PageTranslator) -> Series | None:  # noqa: ARG002
        """The choices that may follow every option after these steps."""
        return None

    def things(self, document: Document, steps: tuple[Step, ...]) -> list[str]:  # noqa: ARG002 - a sheet may offer none
        """The parts of the seat's own sheet that the last of these steps is about; a click there offers the choice.

        The sheet names them in `data-thing`.
        """
        return []

    def offer(self, steps: tuple[Step, ...], words: PageTranslator) -> str:  # noqa: ARG002 - most games need no more
        """The words of a choice in the list of its place or thing; empty if the labels of its steps are enough."""
        return ""

    def candidates(self, view: dict[str, Any]) -> list[int]:  # noqa: ARG002 - most games show only legal choices
        """The codes of choices that a player may look for though they are illegal; the page shows why.

        A view may have the codes of choices `made` before in the same group; its table does not show them yet.
        """
        return []

    def note(self, document: Document, steps: tuple[Step, ...], words: PageTranslator) -> dict[str, Any]:  # noqa: ARG002
        """A note beside the last of these steps.

        An `icon`, a `number` and its meaning (`of`); a `text`; a `tip` if there is no preview; a `figure` of a `side`
        to draw, other drawings (`signs`), the place on the map where it `stands`, whether it is `priced` even if it is
        free, and the new numbers in the seat's row of progress (`ways`, by the `data-way` of their cells).
        """
        return {}

    def fixed(self, document: Document, words: PageTranslator) -> dict[Step, dict[str, Any]]:  # noqa: ARG002
        """First steps that keep their place and number, each with a reason if none of its choices is legal."""
        return {}

    def has_button(self, refused: dict[str, Any]) -> bool:  # noqa: ARG002 - most reasons stand on buttons
        """Whether an illegal step has a button with this reason; the map shows the reason of a place in any case."""
        return True

    def nearest(self, refused: list[dict[str, Any]]) -> dict[str, Any]:
        """The most helpful of the reasons why no choice along a path is legal."""
        return refused[0]

    def place(self, document: Document, step: Step) -> str:  # noqa: ARG002 - games may store places elsewhere in their steps
        """The place on the map of a step; empty if it has none."""
        return step.word if step.sort == "place" else ""

    def then(self, document: Document) -> list[str]:  # noqa: ARG002 - a game may have no such order
        """The sides that will face the same decision after the current one, as far as is public."""
        return []

    def is_guarded(self, choice: ChoiceData) -> bool:  # noqa: ARG002 - a game may guard no choice
        """Whether a choice is set apart from the others."""
        return False

    def asks(self, document: Document, choice: ChoiceData) -> str:  # noqa: ARG002 - most choices can be undone
        """The label key of the question that confirms a choice that can't be undone; empty if none is needed."""
        return ""

    def against(self, event: dict[str, Any], seat: int) -> bool:  # noqa: ARG002
        """Whether an event was an action of others against a seat."""
        return False

    def hostile(self, events: Events, since: int, seat: int) -> set[int]:
        """The numbers of the events since number `since` that were actions of others against a seat."""
        return {number for number, event in enumerate(events[since:], since) if self.against(event, seat)}

    def held(self, document: Document) -> frozenset[str]:  # noqa: ARG002 - a game may have no places
        """The places on the map where the seat of a document has pieces."""
        return frozenset()

    def places(self, event: dict[str, Any]) -> list[str]:  # noqa: ARG002
        """The places on the map that an event names; the one where it happens comes first."""
        return []

    def pieces(self, event: dict[str, Any], sides: list[str]) -> list[str]:  # noqa: ARG002
        """The pieces on the map that an event names, as in their `data-stands`."""
        return []

    def cost(self, event: dict[str, Any], words: PageTranslator) -> str:
        """The price in one of the `costs` events, in words."""
        return words.event(event)

    def help(self) -> dict[str, Any]:
        """The help page: `short` rules (ids and keys), all `chapters`, `cards` for its `cardlist` template."""
        return {"short": [], "chapters": [], "cards": []}

    def scores(self, document: Document, events: Events) -> list[dict[str, Any]]:  # noqa: ARG002
        """The scores of all seats over time.

        A point has the `scores` and the `number` of its event, -1 before the first; a `mark`, which is a label key,
        with its `word`, and the `sort` of the word if it is a name; and whether a `part` begins.
        """
        return []

    def standing(self, document: Document, events: Events) -> list[dict[str, Any]]:
        """What decided a finished match, over time, as in `scores`.

        At the turning point the winner takes the lead for the last time. A point may have `lead`, the label key of the
        sentence for the turning point.
        """
        return self.scores(document, events)

    def deeds(self, document: Document, events: Events) -> list[Deed]:  # noqa: ARG002
        """What each seat did in a finished match, by kind in the order of `deed_kinds`."""
        return []

    def part(self, number: int, words: PageTranslator) -> str:
        """The name of a part of a match, from 1, as an outcome's breakdown counts them."""
        return words.page("part_n", number=number)

    def highlights(self, document: Document, events: Events, words: PageTranslator) -> list[Highlight]:  # noqa: ARG002
        """Moments of a finished match worth another look, such as its closest battle, from public events."""
        return []
