"""A ladder of bots from weak to strong: each alone among copies of the one below it, and all at mixed tables.

Strength is told as odds: a bot with odds of 2.5 against another wins 2.5 times as often as each of its copies. With
odds `o` it wins o / (o + n - 1) of the matches alone among n - 1 copies. Ratings are the logarithms of such odds.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from random import Random
from typing import Any, Final, NamedTuple

from drakkar.arena.numbers import Rate
from drakkar.arena.plan import Plan
from drakkar.arena.schedule import Fixture
from drakkar.core.game import find

# What a step of the ladder has to show: these odds, the lower end of the interval above the second, at most the third.
ODDS: Final = 2.5
LEAST: Final = 2.0
MOST: Final = 20.0
# The fit ends with its last step below this, or after so many; its intervals are from so many samples of deals.
CLOSE: Final = 1e-3
ROUNDS: Final = 200
SAMPLES: Final = 200


class Table(NamedTuple):
    """A match that was played: which deal of which plan, the bots by seat, and the share that each seat won."""

    deal: tuple[int, int]
    bots: tuple[str, ...]
    shares: tuple[float, ...]


def plans(title: str, bots: Sequence[str], players: Sequence[int], games: int, modules: tuple[str, ...]) -> list[Plan]:
    """For each number of players, the steps from the lowest up, then mixed tables if there are three bots or more."""
    usual = find(title).resolve_rulings({})
    found = []
    for seats in players:
        sides = list(range(seats))
        for lower, upper in pairwise(bots):
            found.append(Plan(title, sides, usual, [upper, lower], True, 0, games, modules))
        if len(bots) > 2:
            found.append(Plan(title, sides, usual, list(bots), False, 0, games, modules))
    return found


def in_turn(plans: Sequence[Plan], done: set[tuple[int, int]]) -> Iterator[tuple[int, Fixture]]:
    """The games that are left, deal by deal over all plans, so that an early end has all of them equally far."""
    rows = [[(at, fixture) for fixture in plan.fixtures()] for at, plan in enumerate(plans)]
    for column in zip_longest(*rows):
        for found in column:
            if found is not None and (found[0], found[1].number) not in done:
                yield found


def table_of(line: dict[str, Any]) -> Table:
    """A stored line of a game as a table."""
    winners = line["winners"]
    shares = tuple((seat in winners) / len(winners) for seat in range(len(line["bots"])))
    return Table((line["plan"], line["deal"]), tuple(line["bots"]), shares)


def odds_of(share: float, seats: int) -> float:
    """The odds against each of the copies."""
    return share * (seats - 1) / (1 - share) if share < 1 else math.inf


class Step(NamedTuple):
    """A bot alone among copies of another."""

    upper: str
    lower: str
    seats: int
    rate: Rate

    def verdict(self) -> str:
        """Whether the step is as high as it should be; open while the interval is too wide to say."""
        if not self.rate.tries:
            return "not played"
        low, high = (odds_of(end, self.seats) for end in self.rate.interval)
        odds = odds_of(min(1.0, self.rate.hits / self.rate.tries), self.seats)
        if odds >= ODDS and low > LEAST and odds <= MOST:
            return "passes"
        return "too high" if low > MOST else "too low" if high < ODDS else "open"


def steps(plans: Sequence[Plan], tables: Sequence[Table]) -> list[Step]:
    """The result of each step."""
    found = []
    for at, plan in enumerate(plans):
        if plan.alone:
            upper, lower = plan.names
            rate = Rate()
            for table in tables:
                if table.deal[0] == at:
                    rate.add(table.shares[table.bots.index(upper)])
            found.append(Step(upper, lower, plan.seats, rate))
    return found


def ratings(bots: Sequence[str], tables: Sequence[Table]) -> dict[str, float]:
    """The logarithm of each bot's odds against the first; one imagined draw between all keeps them finite."""
    wins = dict.fromkeys(bots, 1.0 / len(bots))
    seatings: Counter[tuple[str, ...]] = Counter({tuple(bots): 1})
    for table in tables:
        seatings[tuple(sorted(table.bots))] += 1
        for bot, share in zip(table.bots, table.shares, strict=True):
            wins[bot] += share
    strengths = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        weights = dict.fromkeys(bots, 0.0)
        for seating, times in seatings.items():
            each = times / sum(strengths[bot] for bot in seating)
            for bot in seating:
                weights[bot] += each
        before, strengths = strengths, {bot: wins[bot] / weights[bot] for bot in bots}
        if all(abs(strengths[bot] - before[bot]) < CLOSE * before[bot] for bot in bots):
            break
    return {bot: math.log(strengths[bot] / strengths[bots[0]]) for bot in bots}


def rating_intervals(bots: Sequence[str], tables: Sequence[Table]) -> dict[str, tuple[float, float]]:
    """95 % intervals of the ratings: the fit over deals drawn anew, because matches of one deal are alike."""
    deals: dict[tuple[int, int], list[Table]] = {}
    for table in tables:
        deals.setdefault(table.deal, []).append(table)
    rng, groups = Random(0), list(deals.values())
    samples = []
    for _ in range(SAMPLES if groups else 0):
        drawn = rng.choices(groups, k=len(groups))
        samples.append(ratings(bots, [table for group in drawn for table in group]))
    ends = {}
    for bot in bots:
        values = sorted(sample[bot] for sample in samples) or [0.0]
        ends[bot] = values[len(values) // 40], values[-1 - len(values) // 40]
    return ends


def page(plans: Sequence[Plan], bots: Sequence[str], tables: Sequence[Table]) -> str:
    """The ladder as Markdown."""
    lines = [
        f"A step passes with odds of at least {ODDS}, the lower end above {LEAST:g}, and at most {MOST:g}.",
        "",
        "| bot | alone among copies of | players | games | wins | 95 % interval | odds | |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    for step in steps(plans, tables):
        low, high = step.rate.interval
        share = step.rate.hits / max(1, step.rate.tries)
        odds = [f"{odds_of(end, step.seats):.1f}" for end in (min(1.0, share), low, high)]
        lines.append(
            f"| `{step.upper}` | `{step.lower}` | {step.seats} | {step.rate.tries} | {share:.0%} | {low:.0%}–{high:.0%}"
            f" | {odds[0]} ({odds[1]}–{odds[2]}) | {step.verdict()} |"
        )
    lines += ["", "| bot | rating | 95 % interval |", "|---|---:|---:|"]
    found, ends = ratings(bots, tables), rating_intervals(bots, tables)
    for bot in sorted(bots, key=lambda bot: -found[bot]):
        lines.append(f"| `{bot}` | {found[bot]:.2f} | {ends[bot][0]:.2f} to {ends[bot][1]:.2f} |")
    return "\n".join(lines) + "\n"
