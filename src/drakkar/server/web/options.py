"""What the host of a table may settle: in the form for a new table, and as notes for everyone at the table."""

from typing import Final

from drakkar.page.game_page import Document
from drakkar.server.log.errors import Refused

# Seconds that a bot waits before a visible choice, by the names in the form.
PACES: Final = {"off": 0.0, "quick": 0.3, "normal": 0.8, "slow": 2.0}
USUAL_PACE: Final = "normal"
# Whether players may ask for hints, by the names in the form; by default, a person alone against bots may.
HINTS: Final[dict[str, bool | None]] = {"auto": None, "on": True, "off": False}


def pace_of(form: dict[str, str]) -> float:
    """The pace of bots in a form."""
    name = form.get("pace", USUAL_PACE)
    if name not in PACES:
        raise Refused("bad_message", f"the pace of bots is one of {', '.join(PACES)}")
    return PACES[name]


def undo_of(form: dict[str, str]) -> bool:
    """Whether a form allows undo; a form without the question does."""
    return form.get("undo", "1") == "1"


def hints_of(form: dict[str, str]) -> bool | None:
    """Whether a form allows hints; None for a form that leaves it to who plays."""
    name = form.get("hints", "auto")
    if name not in HINTS:
        raise Refused("bad_message", f"hints are one of {', '.join(HINTS)}")
    return HINTS[name]


def fields_of(document: Document) -> dict[str, str]:
    """The same options in a form for the next table."""
    pace = next((name for name, seconds in PACES.items() if seconds == document["pace"]), USUAL_PACE)
    hidden = {"hide_names": "1"} if document.get("hide_names") else {}
    return {"pace": pace, "undo": str(int(document.get("undo_allowed", True))), **hidden}


def notes_of(document: Document) -> list[str]:
    """The label keys of the notes: only of what is not as usual. Once the match runs, everyone sees the pace."""
    if document["status"] in ("over", "closed"):
        return []
    if document.get("puzzle"):
        return []
    found = [] if document.get("undo_allowed", True) else ["note_undo"]
    people = sum(seat["kind"] != "bot" for seat in document["seats"])
    if document.get("hide_names"):
        found.append("note_names")
    if document.get("hints_allowed") and people > 1:
        found.append("note_hints_on")
    elif not document.get("hints_allowed", True) and people == 1 and not document.get("lesson"):
        found.append("note_hints_off")
    pace = next((name for name, seconds in PACES.items() if seconds == document["pace"]), USUAL_PACE)
    if pace != USUAL_PACE and document["status"] == "open":
        found.append(f"note_bots_{pace}")
    return found
