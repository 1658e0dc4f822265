"""What a server would tell of a match, without a server."""

from typing import Any

from drakkar.core.match import Match

BOT = "karl"


def document(match: Match, seat: int | None, names: list[str], previews: bool = True) -> dict[str, Any]:
    """The document of a seat, or of a spectator; where nobody is named a bot sits."""
    seen = match.view(seat)
    view = seen.to_json()
    seats: list[dict[str, Any]] = [
        {
            "clan": clan,
            "kind": "person" if name else "bot",
            "name": name,
            "bot": None if name else BOT,
            "here": bool(name),
            "left": False,
            "votes": [],
        }
        for clan, name in zip(match.clans, names, strict=True)
    ]
    asked = seat is not None and any(one["seat"] == seat for one in view["owed"])
    told: dict[str, Any] = {
        "protocol": 1,
        "table": "sketch",
        "name": "",
        "game": match.game.title,
        "rules": match.game.rules_version,
        "options": dict(match.settings),
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
        "previous": None,
        "next": None,
        "chat": [],
        "muted": [],
        "decision": int(asked),
        "undo": 0,
        "owed": view["owed"],
        "choices": view["options"],
        "view": view["table"],
        "outcome": None if match.outcome is None else match.outcome.to_json(),
    }
    if previews and seat is not None:
        told["previews"] = {str(choice): seen.preview(choice).to_json() for choice in seen.options}
    return told


def events(match: Match, seat: int | None) -> list[dict[str, Any]]:
    """What happened, as a seat may know it."""
    return [event.to_json() for event in match.events(seat)]
