"""What happened, in lines for people: equal things once, declines together, a card beside what it brought about."""

from collections.abc import Iterable
from typing import Any

from drakkar.core.page import Page

# An event and its number.
Numbered = tuple[int, dict[str, Any]]


def lines(page: Page, told: Iterable[Numbered], clans: Iterable[str]) -> list[dict[str, Any]]:
    """The events that a page tells, in their order."""
    found: list[dict[str, Any]] = []
    known = set(clans)
    cause: Numbered | None = None
    for number, event in told:
        if event["kind"] in page.silent:
            continue
        if event["kind"] in page.causes:
            cause = number, event
            continue
        by = "" if cause is None or event["kind"] not in page.effects else cause[1]["data"]["card"]
        cause = None
        if found and _goes_with(page, found[-1], event, by):
            found[-1] |= {"last": number, "times": found[-1]["times"] + (found[-1]["event"] == event)}
            found[-1]["clans"].append(clan_of(event, known))
        else:
            found.append(_line(number, event, by, clan_of(event, known)))
    if cause is not None:  # what it brings about is still to be chosen
        found.append(_line(*cause, "", clan_of(cause[1], known)))
    for line in found:
        line["together"] = page.together.get(line["event"]["kind"], "") if len(set(line["clans"])) > 1 else ""
        line["clan"] = "" if line["together"] else line["clans"][0]
    return found


def _line(number: int, event: dict[str, Any], by: str, clan: str) -> dict[str, Any]:
    return {"number": number, "last": number, "event": event, "by": by, "times": 1, "clans": [clan]}


def _goes_with(page: Page, line: dict[str, Any], event: dict[str, Any], by: str) -> bool:
    """Whether an event is told in the line before it: once more the same, or another clan that declines too."""
    same = line["event"] == event and by in ("", line["by"])
    return same or (event["kind"] in page.together and line["event"]["kind"] == event["kind"])


def clan_of(event: dict[str, Any], clans: Iterable[str]) -> str:
    """The clan that an event is about, empty if it is about all."""
    named = str(event["data"].get("clan", "")).lower()
    return named if named in clans else ""
