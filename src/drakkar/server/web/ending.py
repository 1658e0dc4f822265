"""The end of a match: ranking, sources of points by part, course of the scores, and moments worth another look."""

from typing import Any

from drakkar.analysis import has_network
from drakkar.page.game_page import Document, Events, Highlight, Page
from drakkar.page.translator import PageTranslator
from drakkar.server.web import charts
from drakkar.server.web.forms import stronger

# The scores over time, as Page.scores makes them.
Points = list[dict[str, Any]]


def ending(document: Document, events: Events, page: Page, words: PageTranslator) -> dict[str, Any]:
    """The values of the panel; only `on` while the match is running."""
    outcome = document["outcome"]
    if outcome is None:
        return {"on": False}
    sides = [seat["side"] for seat in document["seats"]]
    scores = outcome["scores"] or [0] * len(sides)
    ranking = sorted(range(len(sides)), key=lambda seat: (seat not in outcome["winners"], -scores[seat]))
    points = [_named(point, words) for point in page.scores(document, events)]
    deeds = page.deeds(document, events)
    sources = [source for source in outcome["by_source"][0] if any(by[source] for by in outcome["by_source"])]
    parts = [page.part(number, words) for number in range(1, 1 + parts_of(outcome))] if parts_of(outcome) > 1 else []
    return {
        "on": True,
        "winners": outcome["winners"],
        "sides": sides,
        "seats": document["seats"],
        "scores": outcome["scores"],
        "victory": outcome.get("victory", ""),
        "ranking": ranking,
        "sources": sources,
        "by_source": outcome["by_source"],
        "breakdown": outcome["breakdown"],
        "parts": parts,
        "bars": charts.bars(outcome["by_source"], sources, ranking),
        "part_bars": charts.part_bars(outcome["breakdown"], sources, ranking, len(parts)),
        "lines": charts.lines(points, sides, words.page),
        "lanes": charts.lanes(deeds, points, ranking) if deeds else [],
        "deeds": [kind for kind in page.deed_kinds if any(one.kind == kind for one in deeds)],
        "drawings": {one.kind: one.icon for one in deeds},
        "told": {one.number: words.event(events[one.number]) for one in deeds},
        "highlights": highlights(document, events, points, page, words),
        "seed": document["seed"],
        "next": document["next"],
        "stronger": stronger(document),
        "table": document["table"],
        "reviewable": has_network(document["game"]),
        # A rematch and the record are offered at the table only, not in a replay.
        "at_table": "is_replay" not in document,
        # A link to the replay works for all who may watch the table.
        "spectators": document["spectators"],
        "committed": document["commitment"] is not None,
    }


def _named(point: dict[str, Any], words: PageTranslator) -> dict[str, Any]:
    """A point whose word is in the reader's language."""
    return {**point, "word": words.name(point["sort"], point["word"])} if point["sort"] else point


def parts_of(outcome: dict[str, Any]) -> int:
    """The number of parts of the match in which points were counted."""
    return max((len(amounts) for by_source in outcome["breakdown"] for amounts in by_source.values()), default=0)


def highlights(
    document: Document, events: Events, points: Points, page: Page, words: PageTranslator
) -> list[dict[str, Any]]:
    """The turning point and the game's own highlights, each with the part of the match that it belongs to."""
    turning = turning_highlight(document, events, page.standing(document, events), words)
    found = [*([turning] if turning is not None else []), *page.highlights(document, events, words)]
    return [{**one._asdict(), "part": _part_at(points, one.number, words)} for one in found]


def turning_highlight(document: Document, events: Events, points: Points, words: PageTranslator) -> Highlight | None:
    """The turning point, told by its event."""
    winners = document["outcome"]["winners"]
    point = turning_point(points, winners[0]) if len(winners) == 1 else None
    if point is None:
        return None
    event = events[point["number"]]
    side = words.name("side", document["seats"][winners[0]]["side"])
    text = words.page(point.get("lead", "turning_text"), event=words.event(event), side=side)
    return Highlight("flag", words.page("turning_point"), text, event["rule"], point["number"])


def turning_point(points: Points, winner: int) -> dict[str, Any] | None:
    """The change of scores after which the winner stays ahead of everyone else to the end.

    There is none if the winner is ahead from the beginning, or not even at the end.
    """
    leads = [
        point["scores"][winner] - max(score for seat, score in enumerate(point["scores"]) if seat != winner)
        for point in points
    ]
    behind = [number for number, lead in enumerate(leads) if lead <= 0]
    return points[behind[-1] + 1] if behind and behind[-1] + 1 < len(points) else None


def _part_at(points: Points, number: int, words: PageTranslator) -> str:
    """The title of the part of a match to which an event belongs; empty if the match has none."""
    begun = [point for point in points if point["part"] and point["number"] <= number]
    return words.page(begun[-1]["mark"], word=begun[-1]["word"]) if begun else ""
