"""Proofs by agreement: the network and four independent searches find the same choice clearly better than any other."""

from math import sqrt
from typing import Final, NamedTuple

from drakkar.analysis.grade import Estimate, Grade, Trial, at_least, estimate, grade, of_seat
from drakkar.analysis.player import assumed
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

SEARCHES: Final = 4
# The lower end of the margin, in chances to win.
LEAST: Final = 0.05
# At a glance, in few worlds: what a candidate must promise, and how many choices a closer look keeps.
GLANCED: Final = 4
PROMISING: Final = 0.06
KEPT: Final = 4
# The others that the margin is measured against: the best ones of the first samples.
RUNNERS: Final = 2


class Margin(NamedTuple):
    """What a choice is better by: certainly, and by the best estimate."""

    least: float
    value: float


def glance(view: View, decision: Decision, right: int, tempting: int) -> tuple[Choice, ...]:
    """The choices worth a closer look; none if `right` does not look clearly best."""
    trial, seat = Trial(assumed(view.title), view, decision.seat, 0), decision.seat

    def means(codes: list[int]) -> list[float]:
        return [estimate(of_seat(tried, seat)).value for tried in trial.glance("glance", codes, GLANCED)]

    # Most moments are told by these two alone.
    first, second = means([right, tempting])
    if first - second < PROMISING:
        return ()
    codes = [choice.code for choice in decision.choices if choice.code != right]
    found = dict(zip(codes, means(codes), strict=True))
    others = sorted(codes, key=lambda code: -found[code])
    if first - found[others[0]] < PROMISING:
        return ()
    kept = {right, tempting, *others[:KEPT]}
    return tuple(choice for choice in decision.choices if choice.code in kept)


def margin(view: View, decision: Decision, right: int, kept: tuple[Choice, ...]) -> Margin | None:
    """What `right` is better by than any other choice; None if a search disagrees or it is too little."""
    narrowed = Decision(decision.seat, decision.prompt, kept, decision.secret, decision.side)
    graded: list[Grade] = []
    for seed in range(1, SEARCHES + 1):
        found = grade(view, narrowed, seed=seed)
        if found is None or found.best.code != right:
            return None
        if found.rated[0].chance - found.rated[1].chance < LEAST:
            return None
        graded.append(found)
    chances = {choice.code: 0.0 for choice in kept}
    for found in graded:
        for one in found.rated:
            chances[one.choice.code] += one.chance
    runners = sorted((choice for choice in kept if choice.code != right), key=lambda one: -chances[one.code])[:RUNNERS]
    margins = []
    for runner in runners:
        pooled = _pooled([found.loss(runner) for found in graded])
        margins.append(Margin(at_least(pooled), pooled.value))
        if margins[-1].least < LEAST:
            return None
    return min(margins)


def _pooled(found: list[Estimate]) -> Estimate:
    """The mean of independent estimates."""
    many = len(found)
    return Estimate(sum(one.value for one in found) / many, sqrt(sum(one.error**2 for one in found)) / many)
