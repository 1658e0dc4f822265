"""Events: what happened, who may know it, and its sentence.

While the rules run, an event is a few integers in a log; a search copy of a state has no log. A reader who may not know
the secret fields gets them as `Hidden`, with another sentence.
"""

from typing import Final

from drakkar.core.reasons import Filling, Say, Sentence, Spoken, bare, spoken

EVERYONE: Final = -1

# The role of an event in any game, for headings and statistics. A part of a match begins with its number; a phase and
# a turn are headings inside it. A pick takes a card from a draft. A goal is a card that a seat commits to, and that it
# meets or misses later.
PART: Final = "part"
PHASE: Final = "phase"
TURN: Final = "turn"
FIRST_PLAYER: Final = "first_player"
PICK: Final = "picked"
GOAL_SET: Final = "goal_set"
GOAL_MET: Final = "goal_met"
GOAL_MISSED: Final = "goal_missed"
# A running count of something that the events before it have changed: programs read it, logs for people leave it out.
COUNT: Final = "count"

# The values of an event, in the order in which its sentence first names them; unused values may follow.
Values = tuple[int, ...]
Entry = tuple[int, int, Values]

# The watchers of a log have seen nothing yet.
UNSEEN: Final = -1


class Hidden:
    """A value that the reader may not know. `len()` is the number of things that it stands for.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> [event.data["cards"] for event in match.events(None) if event.kind == "dealt"]
    [Hidden(8), Hidden(8)]
    """

    def __init__(self, count: int) -> None:
        self.count = count

    def __repr__(self) -> str:
        return f"Hidden({self.count})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hidden) and other.count == self.count

    def __hash__(self) -> int:
        return hash(("Hidden", self.count))

    def __len__(self) -> int:
        return self.count

    def to_json(self) -> dict[str, int]:
        """The number of hidden things as plain data for JSON.

        >>> drakkar.Hidden(3).to_json()
        {'hidden': 3}
        """
        return {"hidden": self.count}


class EventKind:
    """A kind of event: its code, rule, role, sentence, and sentence for readers who may not know its secrets."""

    def __init__(
        self,
        number: int,
        code: str,
        rule: str,
        sentence: str,
        hidden: str,
        also: str,
        by_chance: bool,
        reveals: bool,
        role: str,
    ) -> None:
        self.number = number
        self.code = code
        self.rule = rule
        self.sentence = Sentence(sentence)
        self.hidden = Sentence(hidden or sentence)
        self.by_chance = by_chance
        self.reveals = reveals
        self.role = role
        self.sorts = dict(zip(self.sentence.names, self.sentence.sorts, strict=True))
        if also:
            self.sorts[also] = also
        self.names = list(self.sorts)
        self.also = also
        self.open_names = [name for name in self.names if name in self.hidden.names or name == also]

    def describe(self, values: Values, knows_all: bool, say: Say) -> "Event":
        """The event for a reader who knows all of it, or only its open fields."""
        named: dict[str, Filling] = dict(zip(self.names, values, strict=False))
        if self.sentence.takes_many:
            named[self.names[-1]] = values[len(self.names) - 1 :]
        data: dict[str, Spoken | Hidden] = {
            name: spoken(bare(self.sorts[name]), named[name], say)
            if knows_all or name in self.open_names
            else Hidden(len(values) - len(self.names) + 1 if self.sentence.takes_many else 1)
            for name in self.names
        }
        sentence = self.sentence if knows_all else self.hidden
        text = sentence.fill(named, say)
        return Event(self.code, self.rule, data, _ids(data, named), text[:1].upper() + text[1:])


def _listed(value: "Spoken | Hidden") -> str:
    """A value of an event as text."""
    return ", ".join(str(one) for one in value) if isinstance(value, (list, tuple)) else str(value)


def _ids(data: "dict[str, Spoken | Hidden]", named: dict[str, Filling]) -> dict[str, Filling]:
    """The numbers of the things that an event names; plain numbers and hidden values have none."""
    return {name: named[name] for name, word in data.items() if not isinstance(word, (int, Hidden))}


class Event:
    """Something that happened in a match, as one seat may know it. `str()` is an English sentence.

    Attributes:
        kind: what happened, as a code.
        rule: the number of the rule.
        data: the values that the sentence names; hidden ones are `Hidden`.
        ids: where `data` has a name, the number of that thing. The number of a side is its seat; the number of a
            place or card is the same in every match, as in `Part.id`.
        text: the sentence.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> event = match.events(None)[-1]
    >>> event
    <Event turn_begins: Wolf's turn.>
    >>> event.rule
    'BR-6.2'
    """

    def __init__(
        self, kind: str, rule: str, data: dict[str, Spoken | Hidden], ids: dict[str, Filling], text: str
    ) -> None:
        self.kind = kind
        self.rule = rule
        self.data = data
        self.ids = ids
        self.text = text

    def code_line(self) -> str:
        """The event in one line of codes and names, for records: another wording of its sentence changes nothing.

        >>> drakkar.new("blood_rage", seats=2, seed=7).events(None)[0].code_line()
        'token_laid: place Elvagar; token Horns'
        """
        values = [f"{name} {_listed(self.data[name])}" for name in sorted(self.data)]
        return f"{self.kind}: {'; '.join(values)}" if values else self.kind

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Event {self.kind}: {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.kind, self.text))

    def to_json(self) -> dict[str, object]:
        """The event as plain data for JSON.

        >>> event = drakkar.new("blood_rage", seats=2, seed=7).events(None)[-1]
        >>> event.to_json()["text"]
        'Raven is dealt eight cards.'
        """
        data = {name: value.to_json() if isinstance(value, Hidden) else value for name, value in self.data.items()}
        ids = {name: list(value) if isinstance(value, tuple) else value for name, value in self.ids.items()}
        return {"kind": self.kind, "rule": self.rule, "data": data, "ids": ids, "text": self.text}


class Log:
    """The events of a match in order. An entry has a kind, an audience (who may know all of it) and values."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        # The number of entries when the watchers of the rules last ran, and what each of them saw then.
        self.watched = UNSEEN
        self.seen: list[Values] = []

    def copy(self) -> "Log":
        """An independent copy."""
        copied = Log(self.entries[:])
        copied.watched = self.watched
        copied.seen = self.seen[:]
        return copied

    def rewind(self, length: int) -> None:
        """Drop the entries after the first `length`; the watchers have to look again."""
        self.entries[length:] = []
        self.watched = UNSEEN

    def add(self, kind: EventKind, audience: int, values: Values) -> None:
        """Append an event; `audience` has a bit for each seat that may know all of it."""
        self.entries.append((kind.number, audience, values))


def only(seat: int) -> int:
    """The audience of one seat."""
    return 1 << seat


def may_know(audience: int, seat: int | None) -> bool:
    """Whether a seat (None: a spectator) belongs to an audience."""
    return audience == EVERYONE or (seat is not None and bool(audience >> seat & 1))
