"""What a seat, or a spectator, is told of a table: one document, and what of it is different from the one before.

All that is hidden is hidden by the engine: the document is made of its view, its events and what is public.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Raw

from drakkar.core.events import may_know
from drakkar.server.messages import PROTOCOL, Told, as_json
from drakkar.server.store import OPEN, OVER
from drakkar.server.table import Seat, Table

# Parts of what is told, in UTF-8: of a document by path (`view/clans/2`) in JSON, of a page by panel in HTML.
Parts = dict[str, bytes]


def document(table: Table, seat: int | None, here: set[int], clocks: list[int]) -> dict[str, Any]:
    """Everything that this seat may know now; `clocks` are milliseconds left, empty at a table without a clock."""
    founded, match = table.founded, table.match
    view = match.view(seat) if table.started else None
    return {
        "protocol": PROTOCOL,
        "table": table.ident,
        "name": founded.name,
        "game": founded.game,
        "rules": founded.rules,
        "options": dict(match.settings),
        "version": table.version,
        "status": table.status,
        "seat": seat,
        "seats": [_seat(table, number, number in here) for number in range(len(table.seats))],
        "spectators": founded.spectators,
        "clock": None if founded.clock is None else {"bank": founded.clock.bank, "increment": founded.clock.increment},
        "clocks": clocks,
        "pace": founded.pace,
        "grace": founded.grace,
        "commitment": table.commitment,
        "seed": str(match.seed) if table.status == OVER else None,
        "previous": founded.previous or None,
        "next": table.next_table or None,
        "chat": _chat(table, seat),
        "muted": [] if seat is None else sorted(table.seats[seat].muted),
        "decision": 0 if seat is None else table.seats[seat].decision,
        "undo": 0 if seat is None else table.undo_of(seat),
        "owed": [] if view is None else [{"seat": who, "prompt": what.to_json()} for who, what in view.owed.items()],
        "choices": [] if view is None else [str(choice) for choice in view.options],
        "view": {} if view is None else view.table,
        "outcome": None if match.outcome is None or table.status == OPEN else match.outcome.to_json(),
    }


def _seat(table: Table, number: int, here: bool) -> dict[str, Any]:
    seat: Seat = table.seats[number]
    return {
        "clan": table.match.clans[number],
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot or None,
        "here": here,
        "left": seat.left,
        "votes": sorted(seat.votes),
    }


def _chat(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """The latest words, but those of whom the seat does not want to hear."""
    muted: set[int] = set() if seat is None else table.seats[seat].muted
    heard = [said for said in table.chat if said.seat not in muted]
    return [{"seat": said.seat, "at": said.at, "text": said.text} for said in heard]


def told(table: Table, seat: int | None, since: int) -> Told:
    """What happened after a version, as the seat may know it."""
    if not table.started:
        return Told(0, [])
    start = table.told_since(since)
    return Told(start, [event.to_json() for event in table.match.events(seat, start)])


def story(table: Table, seat: int | None) -> list[dict[str, object]]:
    """All that happened, as the seat may know it. What was put into words once is not put into words again."""
    if not table.started:
        return []
    version, known = table.stories.get(seat, (0, []))
    start = table.told_since(version)
    found = known[:start]
    for number, entry in enumerate(table.match.log.entries[start:], start):
        happened = entry, may_know(entry[1], seat)
        if happened not in table.worded:
            (event,) = table.match.events(seat, number, number + 1)
            table.worded[happened] = event.to_json()
        found.append(table.worded[happened])
    table.stories[seat] = table.version, found
    return found


# --- What is different


def parts(whole: dict[str, Any]) -> Parts:
    """A document in pieces, small enough that most of them stay the same from one choice to the next."""
    found: Parts = {}
    for name, value in whole.items():
        if name == "view":
            for inner, part in value.items():
                _take(found, f"view/{inner}", part)
        else:
            _take(found, name, value)
    return found


def _take(found: Parts, path: str, value: Any) -> None:
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        for number, item in enumerate(value):
            found[f"{path}/{number}"] = as_json(item)
    else:
        found[path] = as_json(value)


def share(now: Parts, known: Iterable[Parts]) -> None:
    """Let equal parts be the same bytes: most of what one seat is told is told to all, and stays as it was."""
    for others in known:
        for path, part in now.items():
            if others.get(path) == part:
                now[path] = others[path]


def difference(before: Parts, after: Parts) -> tuple[dict[str, Raw], list[str]]:
    """The parts that are new or other than before, and the ends of lists that are gone."""
    changed = {path: Raw(part) for path, part in after.items() if before.get(path) != part}
    return changed, [path for path in before if path not in after]


def patched(whole: dict[str, Any], changed: dict[str, Any], gone: list[str]) -> dict[str, Any]:
    """The document that a client has after a push, by its rule; here for the tests and as an example."""
    for path in sorted(gone, key=_order, reverse=True):
        holder, last = _holder(whole, path)
        holder.pop(*([] if isinstance(holder, list) else [last]))
    for path, value in sorted(changed.items(), key=lambda item: _order(item[0])):
        holder, last = _holder(whole, path)
        if not isinstance(holder, list):
            holder[last] = value
        elif int(last) < len(holder):
            holder[int(last)] = value
        else:
            holder.append(value)
    return whole


def _order(path: str) -> list[tuple[int, str]]:
    return [(int(step), "") if step.isdecimal() else (-1, step) for step in path.split("/")]


def _holder(whole: dict[str, Any], path: str) -> tuple[Any, str]:
    *steps, last = path.split("/")
    holder: Any = whole
    for step in steps:
        holder = holder[int(step)] if isinstance(holder, list) else holder.setdefault(step, [])
    return holder, last
