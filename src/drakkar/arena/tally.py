"""Games added up one by one: the same totals in whatever order they come, and hardly more memory for more of them."""

import sys
from collections import Counter
from typing import Any

from drakkar.arena.deeds import PICKED, SEEN, TURN
from drakkar.arena.numbers import Mean, Rate
from drakkar.arena.ratings import Finish, ranks

Line = dict[str, Any]


class Standing:
    """How somebody, or whoever sat in some place, has done."""

    def __init__(self) -> None:
        self.wins = Rate()
        self.glory = Mean()

    def add(self, win: float, glory: list[int], seat: int) -> None:
        """One more game; not every game has a score."""
        self.wins.add(win)
        if glory:
            self.glory.add(glory[seat])


class Clocks:
    """How long a bot has thought, over all its games."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.steps: Counter[int] = Counter()

    def add(self, clock: dict[str, Any]) -> None:
        """The clock of one seat in one game."""
        self.decisions += clock["decisions"]
        self.seconds += clock["seconds"]
        self.slowest = max(self.slowest, clock["slowest"])
        self.steps.update({int(step): times for step, times in clock["steps"].items()})


class Card:
    """What some seats did with a card: how often, in how many games, and how many of these they won."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.wins: dict[str, Rate] = {}

    def add(self, deed: str, times: int, win: float) -> None:
        """What one seat did in one game."""
        self.times[deed] += times
        if deed not in (SEEN, TURN):
            self.wins.setdefault(deed, Rate()).add(win)

    @property
    def picks(self) -> Rate:
        """How often it was taken by those who could."""
        return Rate(self.times[PICKED], self.times[SEEN])


class Player:
    """One bot: how it has done, in all and by seat, and with what."""

    def __init__(self, seats: int) -> None:
        self.all = Standing()
        self.seats = [Standing() for _ in range(seats)]
        self.sources: dict[str, list[int]] = {}
        self.clocks = Clocks()
        self.cards: dict[tuple[int, str], Card] = {}

    def add_sources(self, sheet: dict[str, list[int]]) -> None:
        """Where the glory of one game came from, by Age."""
        for source, ages in sheet.items():
            before = self.sources.get(source, [0] * len(ages))
            self.sources[source] = [old + new for old, new in zip(before, ages, strict=True)]


class Tally:
    """Everything that is known of a run so far."""

    def __init__(self, bots: list[str], seats: int) -> None:
        self.players = {bot: Player(seats) for bot in bots}
        self.seats = [Standing() for _ in range(seats)]
        # By the distance from the first player.
        self.turn_order = [Standing() for _ in range(seats)]
        self.cards: dict[tuple[int, str], Card] = {}
        self.ahead: dict[tuple[str, str], Rate] = {}
        self.games = 0
        self.choices = Mean()
        # How often each kind of event happened in a game that had it.
        self.events: dict[str, Mean] = {}
        self.victories: Counter[str] = Counter()
        self.shared_wins = 0
        self.deals: set[int] = set()
        self.finishes: dict[int, Finish] = {}
        self.errors: list[Line] = []

    def add(self, line: Line) -> None:
        """One more game, as it stands in the book of games."""
        if "error" in line:
            self.errors.append(line)
            return
        self.games += 1
        self.choices.add(line["choices"])
        for kind, times in line.get("events", {}).items():
            self.events.setdefault(sys.intern(kind), Mean()).add(times)
        if line.get("victory"):
            self.victories[line["victory"]] += 1
        self.shared_wins += len(line["winners"]) > 1
        self.deals.add(line["deal"])
        places = ranks(line["glory"] or [0] * len(line["bots"]), line["winners"])
        # All that is kept of a single game: ratings are made in the order of the games, whenever they were played.
        self.finishes[line["game"]] = tuple(map(sys.intern, line["bots"])), tuple(places)
        for seat in range(len(line["bots"])):
            self._add_seat(line, seat)
        self._compare(line["bots"], places)

    def _add_seat(self, line: Line, seat: int) -> None:
        player, win, glory = self.players[line["bots"][seat]], _share(line, seat), line["glory"]
        player.all.add(win, glory, seat)
        player.seats[seat].add(win, glory, seat)
        player.add_sources(line["sources"][seat])
        player.clocks.add(line["clocks"][seat])
        self.seats[seat].add(win, glory, seat)
        if line["first"] is not None:
            self.turn_order[(seat - line["first"]) % len(self.seats)].add(win, glory, seat)
        for age, cards in line["deeds"].items():
            for name, deeds in cards.items():
                for deed, times in deeds.items():
                    if times[seat]:
                        for book in (self.cards, player.cards):
                            book.setdefault((int(age), name), Card()).add(deed, times[seat], win)

    def _compare(self, bots: list[str], places: list[int]) -> None:
        """Who finished ahead of whom; a tie is half."""
        for seat, bot in enumerate(bots):
            for other, rival in enumerate(bots):
                if bot != rival:
                    ahead = (places[seat] < places[other]) + (places[seat] == places[other]) / 2
                    self.ahead.setdefault((bot, rival), Rate()).add(ahead)

    def in_order(self) -> list[Finish]:
        """How the games ended, by their numbers."""
        return [self.finishes[number] for number in sorted(self.finishes)]


def _share(line: Line, seat: int) -> float:
    """A shared win counts in parts."""
    return 1 / len(line["winners"]) if seat in line["winners"] else 0.0
