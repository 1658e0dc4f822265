"""Events as lines of the log: repeated events once, equal news of several sides together, a card beside its effect."""

from collections.abc import Iterable, Sequence
from typing import Any

from drakkar.page.game_page import Page

# An event and its number.
Numbered = tuple[int, dict[str, Any]]


def log_lines(page: Page, told: Iterable[Numbered], sides: Sequence[str]) -> list[dict[str, Any]]:
    """The lines for some events, in order."""
    found: list[dict[str, Any]] = []
    cause: Numbered | None = None
    paid: list[dict[str, Any]] = []
    for number, event in told:
        if event["kind"] in page.costs:
            paid.append(event)
            continue
        if is_omitted(page, event):
            continue
        if event["kind"] in page.causes:
            cause = number, event
            continue
        by = "" if cause is None or event["kind"] not in page.effects else cause[1]["data"]["card"]
        cause = None
        side = side_of(page, event, sides)
        own_costs = [cost for cost in paid if side_of(page, cost, sides) == side]
        line = None if own_costs else _mate(page, found, event, by)
        if line is None:
            line = _line(number, event, by, side)
            found.append(line)
        else:
            line |= {"last": number, "times": line["times"] + (line["event"] == event)}
            line["sides"].append(side)
            line["numbers"].append(number)
        line["costs"] += own_costs
        paid = [cost for cost in paid if cost not in own_costs]
    if cause is not None:  # the effect of the card is still to be chosen
        found.append(_line(*cause, "", side_of(page, cause[1], sides)))
    for line in found:
        line["together"] = page.together.get(line["event"]["kind"], "") if len(set(line["sides"])) > 1 else ""
        line["side"] = "" if line["together"] else line["sides"][0]
    return found


def is_omitted(page: Page, event: dict[str, Any]) -> bool:
    """Whether the log has no line for an event: it is visible elsewhere, implied, or says nothing to this reader."""
    kind = event["kind"]
    is_vague = kind in page.vague and any(_is_hidden(value) for value in event["data"].values())
    return kind in page.silent or kind in page.implied or is_vague


def _is_hidden(value: Any) -> bool:
    return isinstance(value, dict) and "hidden" in value


def _line(number: int, event: dict[str, Any], by: str, side: str) -> dict[str, Any]:
    return {
        "number": number,
        "last": number,
        "numbers": [number],
        "event": event,
        "by": by,
        "times": 1,
        "sides": [side],
        "costs": [],
    }


def _mate(page: Page, lines: list[dict[str, Any]], event: dict[str, Any], by: str) -> dict[str, Any] | None:
    """The line that an event joins: the last one if it is the same event again, or equal news of another side."""
    line: dict[str, Any]
    for line in reversed(lines):
        if line is lines[-1] and line["event"] == event and by in ("", line["by"]):
            return line
        if event["kind"] not in page.together or line["event"]["kind"] != event["kind"]:
            return None
        if news_of(page, line["event"]) == news_of(page, event):
            return line
    return None


def news_of(page: Page, event: dict[str, Any]) -> dict[str, Any]:
    """What an event says besides its side."""
    return {name: value for name, value in event["data"].items() if name != page.side_field}


def side_of(page: Page, event: dict[str, Any], sides: Sequence[str]) -> str:
    """The side that an event concerns; empty if it concerns all."""
    seat = event["ids"].get(page.side_field)
    return sides[seat] if isinstance(seat, int) else ""
