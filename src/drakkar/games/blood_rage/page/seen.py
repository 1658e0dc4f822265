"""What a seat has seen of its rivals' hidden cards: those gone from its packs. Cards shown to all are on the sheets."""

from typing import Any, Final

from drakkar.games.blood_rage.page.cards import shown
from drakkar.page.game_page import Document

# With two players, the only rival took what is missing.
FEWEST: Final = 2

Faces = list[dict[str, Any]]


def seen(document: Document) -> dict[str, Any]:
    """BR-3.20: what was taken from the packs that the seat passed on; of two players, by the only rival."""
    view, seat = document["view"], document["seat"]
    gone = taken_from_packs(view["draft"], len(view["clans"]))
    alone = len(view["clans"]) == FEWEST
    rivals = [
        {"clan": clan["name"], "took": gone}
        for number, clan in enumerate(view["clans"])
        if gone and alone and number != seat
    ]
    return {"rivals": rivals, "others": [] if alone else gone}


def taken_from_packs(rounds: list[dict[str, Any]], seats: int) -> Faces:
    """BR-5.3: a pack comes back after as many rounds as there are seats; others took what is missing then."""
    held = {one["round"]: one for one in rounds}
    found: Faces = []
    for number, one in held.items():
        again = held.get(number + seats)
        if again is None:
            continue
        left = [face["id"] for face in (*again["took"], *again["passed_on"])]
        for face in one["passed_on"]:
            if face["id"] in left:
                left.remove(face["id"])
            else:
                found.append(shown(face))
    return found
