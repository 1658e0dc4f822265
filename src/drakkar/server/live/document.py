"""The document of a seat or a spectator, and the difference between two of them.

The engine hides all hidden information: a document contains only the seat's view, its events and public data.
"""

from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Raw

from drakkar.core.events import may_know
from drakkar.core.hosting import game_of, log_of
from drakkar.server.log import guide, riddle
from drakkar.server.log.messages import PROTOCOL, EventSlice, as_json
from drakkar.server.log.store import CLOSED, OPEN, OVER
from drakkar.server.log.table import Seat, Table

# Parts of a push, in UTF-8: JSON by path (`view/sides/2`) for a document, HTML by panel for a page.
Parts = dict[str, bytes]
# Lists that are sent whole, because each choice replaces them.
WHOLE: Final = ("choices",)
NOBODY: Final[Mapping[int, str]] = MappingProxyType({})
ALWAYS: Final[Mapping[int, int]] = MappingProxyType({})


def document(
    table: Table,
    seat: int | None,
    here: set[int],
    clocks: list[int],
    failed: Mapping[int, str] = NOBODY,
    *,
    since: Mapping[int, int] = ALWAYS,
    gone: Container[int] = (),
    watching: int = 0,
    hint: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything that this seat may know now.

    `clocks` are the milliseconds left, empty at a table without a clock; `failed` has the error classes of failed bots
    by seat. People are `here` or away `since` a time; for those who are `gone` the others may vote for a bot.
    `watching` is the number of spectators, and `hint` is the seat's hint for its present decision.
    """
    founded, match = table.founded, table.match
    view = match.view(seat) if table.started else None
    # A table that is closed or has stopped has no open decisions.
    asking = view if table.status != CLOSED and table.stopped is None else None
    # Only a person who holds the seat now has choices.
    mine = None if seat is None or table.seats[seat].is_given_up else table.seats[seat]
    return {
        "protocol": PROTOCOL,
        "table": table.id,
        "name": founded.name,
        "game": founded.game,
        "rules": table.rules,
        "rulings": dict(match.rulings),
        "version": table.version,
        "status": table.status,
        "seat": seat,
        "seats": [
            _seat(table, number, seat, failed.get(number))
            | {"here": number in here, "since": since.get(number), "gone": number in gone}
            for number in range(len(table.seats))
        ],
        "spectators": founded.spectators,
        "watching": watching,
        "clock": None if founded.clock is None else {"bank": founded.clock.bank, "increment": founded.clock.increment},
        "clocks": clocks,
        "pace": founded.pace,
        "grace": founded.grace,
        "undo_allowed": founded.undo_allowed,
        "hide_names": founded.hide_names,
        "hints_allowed": table.hints_allowed,
        "hints": [{"version": version, "seat": who, "at": events} for version, who, events in table.hints],
        "hint": hint,
        "commitment": table.commitment,
        "seed": str(match.seed) if table.status == OVER else None,
        "closed": table.closed,
        "lost": table.lost,
        "stopped": _stopped(table),
        "origin": table.origin,
        "lesson": founded.lesson or None,
        "guide": guide.document(table, seat),
        "puzzle": founded.puzzle or None,
        "riddle": riddle.document(table, seat),
        "previous": founded.previous or None,
        "next": table.next_table or None,
        "chat": _chat(table, seat),
        "muted": [] if seat is None else sorted(table.seats[seat].muted),
        "decision": 0 if mine is None else mine.decision,
        "undo": 0 if seat is None or mine is None else table.undo_of(seat),
        "taken_back": _taken_back(table),
        "owed": [{"seat": who, "prompt": what.to_json()} for who, what in asking.owed.items()] if asking else [],
        "choices": [choice.to_json() for choice in asking.choices] if asking and mine else [],
        "view": {} if view is None else view.table,
        "outcome": None if match.outcome is None or table.status == OPEN else match.outcome.to_json(),
    }


def _taken_back(table: Table) -> list[dict[str, Any]]:
    """The latest undone choices, as far as all had seen them; `latest` are those that no other choice has followed."""
    notation = game_of(table.match).book.notation
    return [
        {
            "version": one.version,
            "seat": one.seat,
            "choice": None if one.code < 0 else notation.choice(one.code, notation.spell(one.code)).to_json(),
            "at": one.events,
            "latest": one.version > table.last_choice,
        }
        for one in table.taken_back
    ]


def _stopped(table: Table) -> dict[str, Any] | None:
    """Why the table has stopped, and who must still agree to go on."""
    stop = table.stopped
    if stop is None:
        return None
    agreed, waiting = sorted(table.agreed()), sorted(table.voices() - table.agreed())
    return {"rules": stop.rules, "newest": stop.newest, "cut": stop.cut, "agreed": agreed, "waiting": waiting}


def _seat(table: Table, number: int, viewer: int | None, failed: str | None) -> dict[str, Any]:
    seat: Seat = table.seats[number]
    return {
        "side": table.match.sides[number],
        "kind": seat.kind,
        "name": table.name_of(number, viewer),
        "bot": seat.bot or None,
        "failed": failed,
        "left": seat.left,
        "hints": seat.hints,
        "votes": sorted(seat.votes),
    }


def _chat(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """The latest lines of chat, without the seats that this seat has muted."""
    muted: set[int] = set() if seat is None else table.seats[seat].muted
    heard = [said for said in table.chat if said.seat not in muted]
    return [{"seat": said.seat, "at": said.at, "text": said.text, "removed": said.removed} for said in heard]


def events_since(table: Table, seat: int | None, since: int) -> EventSlice:
    """The events after a version, as the seat may know them."""
    if not table.started:
        return EventSlice(0, [])
    start = table.first_new_event(since)
    return EventSlice(start, history(table, seat)[start:])


def history(table: Table, seat: int | None) -> list[dict[str, object]]:
    """All events, as the seat may know them; the text of each event is cached."""
    if not table.started:
        return []
    version, known = table.histories.get(seat, (0, []))
    start = table.first_new_event(version)
    result = known[:start]
    for number, entry in enumerate(log_of(table.match).entries[start:], start):
        happened = entry, may_know(entry[1], seat)
        if happened not in table.event_cache:
            (event,) = table.match.events(seat, number, number + 1)
            table.event_cache[happened] = event.to_json()
        result.append(table.event_cache[happened])
    table.histories[seat] = table.version, result
    return result


# --- Differences


def split(whole: dict[str, Any]) -> Parts:
    """A document in parts, small enough that most of them stay the same from one choice to the next."""
    result: Parts = {}
    for name, value in whole.items():
        if name in WHOLE:
            result[name] = as_json(value)
        elif name == "view":
            for inner, part in value.items():
                _take(result, f"view/{inner}", part)
        else:
            _take(result, name, value)
    return result


def _take(result: Parts, path: str, value: Any) -> None:
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        for number, item in enumerate(value):
            result[f"{path}/{number}"] = as_json(item)
    else:
        result[path] = as_json(value)


def intern_parts(now: Parts, known: Iterable[Parts]) -> None:
    """Share the bytes of equal parts to save memory: most parts are the same for all seats and versions."""
    for others in known:
        for path, part in now.items():
            if others.get(path) == part:
                now[path] = others[path]


def difference(before: Parts, after: Parts) -> tuple[dict[str, Raw], list[str]]:
    """The parts that are new or changed, and the paths at the ends of lists that are gone."""
    changed = {path: Raw(part) for path, part in after.items() if before.get(path) != part}
    gone = [path for path in before if path not in after]
    # An empty list is one part; a filled one has a part per item. The old path is not gone: the list starts empty.
    filled = {path.rpartition("/")[0] for path in changed}.intersection(gone)
    changed |= {path: Raw(b"[]") for path in filled if before[path] != b"[]"}
    return changed, [path for path in gone if path not in filled]


def apply_patch(whole: dict[str, Any], changed: dict[str, Any], gone: list[str]) -> dict[str, Any]:
    """The document of a client after a push; used by tests, and an example for clients."""
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
