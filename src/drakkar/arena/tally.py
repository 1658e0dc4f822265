"""Totals over games, added one by one: independent of their order, with little memory per game."""

import sys
from collections import Counter
from typing import Any, Final

from drakkar.arena.adjusted import Deal, Deals
from drakkar.arena.card_stats import PICK_NUMBER, SEEN
from drakkar.arena.numbers import Mean, Rate
from drakkar.arena.ratings import Finish, ranks
from drakkar.core.events import PICK

Line = dict[str, Any]

UNITS: Final = 2**30


class Standing:
    """The results of a bot or of a seat."""

    def __init__(self) -> None:
        self.wins = Rate()
        self.score = Mean()

    def add(self, win: float, scores: list[int], seat: int) -> None:
        """Add a game, which may have no score."""
        self.wins.add(win)
        if scores:
            self.score.add(scores[seat])


class Clocks:
    """The time that a bot used, over all its games."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.steps: Counter[int] = Counter()

    def add(self, clock: dict[str, Any]) -> None:
        """Add the clock of one seat in one game."""
        self.decisions += clock["decisions"]
        self.seconds += clock["seconds"]
        self.slowest = max(self.slowest, clock["slowest"])
        self.steps.update({int(step): times for step, times in clock["steps"].items()})


class Card:
    """The uses of a card: how often, in how many games, and the wins in these."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.wins: dict[str, Rate] = {}

    def add(self, use: str, times: int, win: float) -> None:
        """Add the uses by one seat in one game."""
        self.times[use] += times
        if use not in (SEEN, PICK_NUMBER):
            self.wins.setdefault(use, Rate()).add(win)

    @property
    def picks(self) -> Rate:
        """How often it was picked when it was offered."""
        return Rate(self.times[PICK], self.times[SEEN])


class Player:
    """The results of one bot: overall, by seat, by source and by card."""

    def __init__(self, seats: int) -> None:
        self.all = Standing()
        self.seats = [Standing() for _ in range(seats)]
        self.sources: dict[str, list[int]] = {}
        self.clocks = Clocks()
        self.cards: dict[tuple[int, str], Card] = {}
        # Filled only if luck was measured.
        self.deals: Deals = {}

    def add_sources(self, breakdown: dict[str, list[int]]) -> None:
        """Add the points of one game by source and part."""
        for source, parts in breakdown.items():
            before = self.sources.get(source, [0] * len(parts))
            self.sources[source] = [old + new for old, new in zip(before, parts, strict=True)]


class Tally:
    """The totals of a run so far."""

    def __init__(self, bots: list[str], seats: int) -> None:
        self.players = {bot: Player(seats) for bot in bots}
        self.seats = [Standing() for _ in range(seats)]
        # By distance from the first player.
        self.turn_order = [Standing() for _ in range(seats)]
        self.cards: dict[tuple[int, str], Card] = {}
        self.ahead: dict[tuple[str, str], Rate] = {}
        self.games = 0
        self.choices = Mean()
        # The mean number of events of each kind, over the games that had any.
        self.events: dict[str, Mean] = {}
        self.victories: Counter[str] = Counter()
        self.shared_wins = 0
        self.deals: set[int] = set()
        self.finishes: dict[int, Finish] = {}
        self.errors: list[Line] = []

    def add(self, line: Line) -> None:
        """Add a game, given as a line of games.jsonl."""
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
        places = ranks(line["scores"] or [0] * len(line["bots"]), line["winners"])
        # Ratings depend on the order of the games, so the ranks of each game are kept.
        self.finishes[line["game"]] = tuple(map(sys.intern, line["bots"])), tuple(places)
        for seat in range(len(line["bots"])):
            self._add_seat(line, seat)
        self._compare(line["bots"], places)

    def _add_seat(self, line: Line, seat: int) -> None:
        player, win, scores = self.players[line["bots"][seat]], _share(line, seat), line["scores"]
        player.all.add(win, scores, seat)
        player.seats[seat].add(win, scores, seat)
        player.add_sources(line["breakdown"][seat])
        player.clocks.add(line["clocks"][seat])
        if "luck" in line:
            player.deals.setdefault(line["deal"], Deal()).add(win, _exact(line["luck"][seat]))
        self.seats[seat].add(win, scores, seat)
        if line["first"] is not None:
            self.turn_order[(seat - line["first"]) % len(self.seats)].add(win, scores, seat)
        for part, cards in line["cards"].items():
            for name, uses in cards.items():
                for use, times in uses.items():
                    if times[seat]:
                        for book in (self.cards, player.cards):
                            book.setdefault((int(part), name), Card()).add(use, times[seat], win)

    def _compare(self, bots: list[str], places: list[int]) -> None:
        """Count for each pair of bots which finished ahead; a tie is half."""
        for seat, bot in enumerate(bots):
            for other, rival in enumerate(bots):
                if bot != rival:
                    ahead = (places[seat] < places[other]) + (places[seat] == places[other]) / 2
                    self.ahead.setdefault((bot, rival), Rate()).add(ahead)

    def in_order(self) -> list[Finish]:
        """The ranks in each game, by game number."""
        return [self.finishes[number] for number in sorted(self.finishes)]


def _share(line: Line, seat: int) -> float:
    """A seat's share of the win, in units so coarse that sums of shares are exact in any order."""
    return _exact(1 / len(line["winners"])) if seat in line["winners"] else 0.0


def _exact(number: float) -> float:
    """A number in these units."""
    return round(UNITS * number) / UNITS
