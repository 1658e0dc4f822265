"""A review: what is worth knowing about a finished match, as plain numbers that can be stored.

It is immutable. `drakkar.analysis.review` makes it in parts: each is a Review that is more complete than the one
before, and the work can go on from any of them.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from drakkar.analysis.grade import Estimate, at_least
from drakkar.analysis.player import PLAYER, digest
from drakkar.core.errors import BadArgument

# Goes up with each change of what a review says; a stored review of another number is made anew.
ANALYSER: Final = 1


def analyser_of(title: str) -> str:
    """What makes reviews of a game now: the number of the analysis, and the digest of the network behind it.

    >>> from drakkar import analysis
    >>> number, network = analysis.analyser_of("blood_rage").split()
    >>> int(number) >= 1, len(network)
    (True, 16)
    """
    return f"{ANALYSER} {digest(title)}"


# A number for each seat.
Shares = tuple[float, ...]


class Moment(NamedTuple):
    """The chances of all seats at one moment: before the choice of the same number, or after the last one.

    Attributes:
        seen: `seen[reader][seat]` is the chance of a seat by what the reader's seat knew then.
        full: the chance of each seat by all hands. Show it only on request, after the end.
    """

    seen: tuple[Shares, ...]
    full: Shares

    @property
    def own(self) -> Shares:
        """Each seat's chance by what it knew itself; the sum need not be 1."""
        return tuple([row[seat] for seat, row in enumerate(self.seen)])


class Option(NamedTuple):
    """A choice of a decision, and the deciding seat's chance to win after it.

    Attributes:
        choice: its spelling, as `Choice.text`.
        chance: by what the seat knew then.
        error: the standard error of that.
        worlds: in how many possible worlds it was tried. Options of different numbers compare badly.
    """

    choice: str
    chance: float
    error: float
    worlds: int


class Kings(NamedTuple):
    """A choice decided between two other seats and mattered little for the chooser.

    Attributes:
        gained: the seat that gained.
        lost: the seat that lost.
        moved: by how much, after another choice that was as good for the chooser.
        instead: that other choice.
    """

    gained: int
    lost: int
    moved: float
    instead: str


class Judged(NamedTuple):
    """A real decision of the match: one with several choices.

    Attributes:
        number: the index of the choice in `Match.history`.
        seat: the seat that decided.
        chosen: the spelling of what it chose.
        options: all choices. Those that were tried in most worlds come first; among these, the best is first.
        loss: how much less likely the seat was to win than after the best choice; 0 if that was chosen.
        error: the standard error of the loss.
        word: `best`, `good`, `inaccuracy`, `mistake` or `blunder`; empty while it is not known yet.
        kings: set if the choice decided between two other seats and not for the chooser.
    """

    number: int
    seat: int
    chosen: str
    options: tuple[Option, ...]
    loss: float
    error: float
    word: str
    kings: Kings | None

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    @property
    def tried(self) -> tuple[Option, ...]:
        """The options that were tried in most worlds: these compare well."""
        return tuple([option for option in self.options if option.worlds == self.best.worlds])

    @property
    def certain_loss(self) -> float:
        """What the choice certainly cost: the lower end of the interval that gave it its word; at least 0."""
        return max(0.0, at_least(Estimate(self.loss, self.error)))


class Swing(NamedTuple):
    """What one choice of the match changed for each seat.

    Attributes:
        decision: what the choice was worth by what its seat knew, against what the assumed player does on average.
        hidden: what it was worth besides because of what that seat could not see.
        chance: how much luckier the chance that followed was than on average.
    """

    decision: Shares
    hidden: Shares
    chance: Shares


class Balance(NamedTuple):
    """Luck and skill of a seat: `start` and all parts sum to `result` exactly.

    Attributes:
        start: the chance before anything was dealt.
        own: what its own decisions brought.
        others: what the decisions of the others brought.
        chance: what cards and chance brought; `hidden`: what hidden cards made of decisions. Together they are luck.
        unexplained: the rest: where the chance changed, though nothing happened that was not expected.
        result: the share of the win.
    """

    start: float
    own: float
    others: float
    chance: float
    hidden: float
    unexplained: float
    result: float

    @property
    def luck(self) -> float:
        """What chance and hidden cards brought."""
        return self.chance + self.hidden


class Review(NamedTuple):
    """A review, complete or in part.

    Attributes:
        analyser: the version of the analysis; `network` is the digest of the network behind it.
        title: the game.
        seats: how many seats.
        choices: how many choices were made in the match.
        seed: the seed of the possible worlds; the same seed gives the same review.
        result: each seat's share of the win.
        start: each seat's chance before anything was dealt.
        moments: before each choice and at the end; `choices + 1` of them once all are known.
        swings: for each choice what it changed; `choices` of them once all are known.
        decisions: the real decisions, by number; as far as `swings` goes.
        done: whether nothing is missing.
    """

    analyser: int
    network: str
    title: str
    seats: int
    choices: int
    seed: int
    result: Shares
    start: Shares
    moments: tuple[Moment, ...]
    swings: tuple[Swing, ...]
    decisions: tuple[Judged, ...]
    done: bool

    @property
    def player(self) -> str:
        """The bot that all seats are assumed to play like."""
        return PLAYER

    @property
    def progress(self) -> float:
        """How much of the work is done, from 0 to 1; only an estimate."""
        if self.done:
            return 1.0
        read = len(self.moments) / (self.choices + 1)
        looked_at = len(self.swings) / max(1, self.choices)
        judged = sum(bool(one.word) for one in self.decisions) / max(1, len(self.decisions))
        return 0.05 * read + 0.35 * looked_at + (0.59 * judged if looked_at == 1 else 0.0)

    @property
    def is_current(self) -> bool:
        """Whether it was made by the present analysis and network; if not, it should be made anew."""
        return self.analyser == ANALYSER and self.network == digest(self.title)

    @property
    def knows_chances(self) -> bool:
        """Whether the chances of all moments are known: `moments` are complete."""
        return len(self.moments) > self.choices

    @property
    def knows_luck(self) -> bool:
        """Whether luck and skill are known: `swings` are complete."""
        return len(self.swings) == self.choices

    def balance(self, seat: int) -> Balance:
        """Luck and skill of a seat, once they are known.

        Raises:
            BadArgument: they are not, or there is no such seat.
        """
        if not self.knows_luck:
            raise BadArgument("luck and skill are not known yet")
        if not 0 <= seat < self.seats:
            raise BadArgument(f"there is no seat {seat}")
        deciding = {one.number: one.seat for one in self.decisions}
        mine = sum(one.decision[seat] for number, one in enumerate(self.swings) if deciding.get(number) == seat)
        others = sum(one.decision[seat] for number, one in enumerate(self.swings) if deciding.get(number) != seat)
        hidden = sum(one.hidden[seat] for one in self.swings)
        chance = sum(one.chance[seat] for one in self.swings) + self.moments[0].full[seat] - self.start[seat]
        known = self.start[seat] + mine + others + chance + hidden
        result = self.result[seat]
        return Balance(self.start[seat], mine, others, chance, hidden, result - known, result)

    def costliest(self, seat: int, most: int = 5) -> list[Judged]:
        """The decisions of a seat that certainly cost something, the costliest first."""
        mine = [one for one in self.decisions if one.seat == seat and one.word not in ("", "best", "good")]
        return sorted(mine, key=lambda one: -one.loss)[:most]

    def turns(self, most: int = 3) -> list[int]:
        """The choices after which the chances by all hands changed most, in order: where the match turned."""
        changes = [
            (max(abs(new - old) for new, old in zip(after.full, before.full, strict=True)), number)
            for number, (before, after) in enumerate(zip(self.moments, self.moments[1:], strict=False))
        ]
        return sorted(number for _, number in sorted(changes, reverse=True)[:most])

    def to_json(self) -> dict[str, Any]:
        """The review as plain data for JSON."""
        return {
            **self._asdict(),
            "decisions": [{**one._asdict(), "kings": one.kings and one.kings._asdict()} for one in self.decisions],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Review":
        """The review that was stored.

        Raises:
            BadArgument: it is none, or one of a later Drakkar.
        """
        try:
            if data["analyser"] > ANALYSER:
                raise BadArgument(f"a review by analyser {data['analyser']}; this Drakkar has {ANALYSER}")
            stored = {name: data[name] for name in cls._fields}
            stored["result"], stored["start"] = tuple(data["result"]), tuple(data["start"])
            stored["moments"] = tuple([Moment(tuple(map(tuple, seen)), tuple(full)) for seen, full in data["moments"]])
            stored["swings"] = tuple([Swing(*map(tuple, parts)) for parts in data["swings"]])
            stored["decisions"] = tuple(_decisions(data["decisions"]))
            return cls(**stored)
        except (KeyError, TypeError, ValueError) as error:
            raise BadArgument(f"this is no review: {type(error).__name__}: {error}") from error


def _decisions(stored: list[dict[str, Any]]) -> Iterator[Judged]:
    for one in stored:
        options = tuple([Option(*parts) for parts in one["options"]])
        kings = one["kings"] and Kings(**one["kings"])
        yield Judged(**{**one, "options": options, "kings": kings})
