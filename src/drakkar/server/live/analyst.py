"""What a worker process computes for people: plain data from the views of seats."""

from time import monotonic
from typing import Any, Final

from drakkar.analysis import Review, hints, holdings, review
from drakkar.core.errors import BadArgument
from drakkar.core.match import Match
from drakkar.core.moment import Decision
from drakkar.core.view import View

# Seconds of one slice of a review: hints, and bots at tables without people, wait for it.
SLICE: Final = 1.5


def hint(match: Match, decision: Decision) -> dict[str, Any]:
    """The best choices of a decision, and what the others can hold, from the view of the seat that must make it."""
    view = match.view(decision.seat)
    return {"choices": [one.to_json() for one in hints(view, decision)], "holdings": held(view)}


def held(view: View) -> list[dict[str, Any]]:
    """Who can hold what, by what a seat knows; empty if the game does not say which cards are hidden."""
    try:
        found: list[dict[str, Any]] = holdings(view).to_json()["seats"]
    except BadArgument:
        return []
    return found


def review_slice(match: Match, begun: dict[str, Any] | None) -> dict[str, Any]:
    """The next part of a review. The first slice ends with the chances, so that people see them at once."""
    until = monotonic() + SLICE
    known = Review.from_json(begun) if begun is not None else None
    has_chances = known is not None and known.knows_chances
    for part in review(match, known):
        known = part
        if monotonic() >= until or part.knows_chances > has_chances:
            break
    assert known is not None
    return known.to_json()
