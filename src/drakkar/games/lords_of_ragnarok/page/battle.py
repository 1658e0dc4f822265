"""A battle on the page: both sides with the parts of their Battle Strength as bars (section 19)."""

from typing import Any, Final

from drakkar.games.lords_of_ragnarok.card import CARDS, COMBAT, of_kind
from drakkar.games.lords_of_ragnarok.page.drawings import card_drawing
from drakkar.games.lords_of_ragnarok.page.pieces import listed
from drakkar.games.lords_of_ragnarok.view import face

CARDS_ARE_PLAYED, STRENGTH, CASUALTIES, RETREAT, OUTCOME = STAGES = (
    "cards",
    "strength",
    "casualties",
    "retreat",
    "outcome",
)
COMBAT_CARDS: Final = {card.name: card.number for card in of_kind(COMBAT)}


def shown(view: dict[str, Any], clans: list[str]) -> dict[str, Any]:
    """The current battle, from the view; only `on` while there is none."""
    fight = view["battle"]
    if fight is None:
        return {"on": False}
    rows = []
    for seat in (fight["attacker"], fight["defender"]):
        parts = fight["parts"][seat] if seat in fight["parts"] else fight["parts"][str(seat)]
        cards = fight["cards"][seat] if seat in fight["cards"] else fight["cards"][str(seat)]
        played = [COMBAT_CARDS[name] for name in listed(cards)]
        one = row(clans, seat, parts["armies"], played, parts["effects"])
        rows.append({**one, "attacks": seat == fight["attacker"], "passed": seat in fight["passed"]})
    stage = CARDS_ARE_PLAYED if fight["winner"] is None else CASUALTIES
    return laid_out(fight["region"], stage, rows, fight["winner"])


def row(clans: list[str], seat: int, armies: int, cards: list[int], effects: int) -> dict[str, Any]:
    """One side: its Armies, each of its cards, and effects."""
    parts: list[dict[str, Any]] = [
        {"sort": "armies", "name": "", "value": armies},
        *({"sort": "card", "name": CARDS[card].name, "value": int(CARDS[card].facts["value"])} for card in cards),
        *([{"sort": "effects", "name": "", "value": effects}] if effects else []),
    ]
    total = sum(part["value"] for part in parts)
    faces = [with_drawing(card) for card in cards]
    sums = {
        "armies": armies,
        "cards": sum(part["value"] for part in parts if part["sort"] == "card"),
        "effects": effects,
    }
    return {"seat": seat, "clan": clans[seat], "parts": parts, "sums": sums, "total": total, "cards": faces}


def with_drawing(card: int) -> dict[str, Any]:
    """A Combat card as printed, with its drawing."""
    printed = face(card)
    return {**printed, "art": card_drawing(printed)}


def laid_out(region: int, stage: str, rows: list[dict[str, Any]], winner: int | None) -> dict[str, Any]:
    """The values of the panel: the bars on one scale, and the stages."""
    scale = max(1, *(one["total"] for one in rows))
    for one in rows:
        at = 0.0
        for part in one["parts"]:
            wide = 100 * max(0, part["value"]) / scale
            part |= {"x": round(at, 2), "width": round(wide, 2)}
            at += wide
    now = STAGES.index(stage)
    stages = [{"name": name, "done": at < now, "now": at == now} for at, name in enumerate(STAGES)]
    return {"on": True, "region": region, "stage": stage, "stages": stages, "rows": rows, "winner": winner}
