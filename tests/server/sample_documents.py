"""Documents of a match without a server."""

from typing import Any

from drakkar.core.game import find
from drakkar.core.hosting import game_of
from drakkar.core.match import Match
from drakkar.server.log.messages import PROTOCOL

BOT = "karl"


def data(title: str, text: str) -> dict[str, Any]:
    """A choice as plain data, by its spelling."""
    notation = find(title).book.notation
    return notation.choice(notation.read(text)[0], text).to_json()


def document(match: Match, seat: int | None, names: list[str], previews: bool = True) -> dict[str, Any]:
    """The document of a seat or a spectator; a seat without a name has a bot."""
    seen = match.view(seat)
    view = seen.to_json()
    seats: list[dict[str, Any]] = [
        {
            "side": side,
            "kind": "person" if name else "bot",
            "name": name,
            "bot": None if name else BOT,
            "here": bool(name),
            "since": None,
            "gone": False,
            "left": False,
            "votes": [],
        }
        for side, name in zip(match.sides, names, strict=True)
    ]
    asked = seat is not None and any(one["seat"] == seat for one in view["owed"])
    told: dict[str, Any] = {
        "protocol": PROTOCOL,
        "table": "sketch",
        "name": "",
        "game": match.title,
        "rules": game_of(match).rules_version,
        "rulings": dict(match.rulings),
        "version": len(match.history),
        "status": "over" if match.over else "running",
        "seat": seat,
        "seats": seats,
        "spectators": True,
        "clock": None,
        "clocks": [],
        "pace": 0,
        "grace": 0,
        "commitment": None,
        "seed": None,
        "origin": None,
        "previous": None,
        "next": None,
        "chat": [],
        "muted": [],
        "decision": int(asked),
        "undo": 0,
        "owed": view["owed"],
        "choices": view["choices"],
        "view": view["table"],
        "outcome": None if match.outcome is None else match.outcome.to_json(),
    }
    if previews and seat is not None:
        told["previews"] = {str(choice): seen.preview(choice).to_json() for choice in seen.choices}
    return told


def events(match: Match, seat: int | None) -> list[dict[str, Any]]:
    """The events as a seat may know them."""
    return [event.to_json() for event in match.events(seat)]
