"""What happened, who may know it, and the words for it.

While the rules run an event is a few integers in a log; a search copy of a state has no log at all.
Whoever may not know the secret fields of an event gets them as `Hidden` and reads another sentence.
"""

from typing import Final

from drakkar.core.reasons import Filling, Say, Sentence, Spoken, bare, spoken

EVERYONE: Final = -1

# What an event says, in the order in which its sentence first names it; unused places may follow.
Values = tuple[int, ...]
Entry = tuple[int, int, Values]


class Hidden:
    """So many things are there, and this seat may not know which."""

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
        """As plain data."""
        return {"hidden": self.count}


class EventKind:
    """One sort of event: its code, its rule, its sentence, and the sentence for those who may not know all."""

    def __init__(
        self, number: int, code: str, rule: str, sentence: str, hidden: str, also: str, by_chance: bool, reveals: bool
    ) -> None:
        self.number = number
        self.code = code
        self.rule = rule
        self.sentence = Sentence(sentence)
        self.hidden = Sentence(hidden or sentence)
        self.by_chance = by_chance
        self.reveals = reveals
        self.sorts = dict(zip(self.sentence.names, self.sentence.sorts, strict=True))
        if also:
            self.sorts[also] = also
        self.names = list(self.sorts)
        self.also = also
        self.open_names = [name for name in self.names if name in self.hidden.names or name == also]

    def describe(self, values: Values, knows_all: bool, say: Say) -> "Event":
        """The event as somebody may know it."""
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
        return Event(self.code, self.rule, data, text[:1].upper() + text[1:])


class Event:
    """Something that happened, as one seat may know it; `str()` is an English sentence."""

    def __init__(self, kind: str, rule: str, data: dict[str, Spoken | Hidden], text: str) -> None:
        self.kind = kind
        self.rule = rule
        self.data = data
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Event {self.kind}: {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.kind, self.text))

    def to_json(self) -> dict[str, object]:
        """As plain data."""
        data = {name: value.to_json() if isinstance(value, Hidden) else value for name, value in self.data.items()}
        return {"kind": self.kind, "rule": self.rule, "data": data, "text": self.text}


class Log:
    """Everything that happened in a match, in order: kind, who knows all of it, and the values."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries

    def copy(self) -> "Log":
        """The same past, to be continued apart."""
        return Log(self.entries[:])

    def add(self, kind: EventKind, audience: int, values: Values) -> None:
        """Write one event down; `audience` has a bit for each seat that may know all of it."""
        self.entries.append((kind.number, audience, values))


def only(seat: int) -> int:
    """The audience of one."""
    return 1 << seat


def may_know(audience: int, seat: int | None) -> bool:
    """Whether a seat (None: a spectator) belongs to an audience."""
    return audience == EVERYONE or (seat is not None and bool(audience >> seat & 1))
