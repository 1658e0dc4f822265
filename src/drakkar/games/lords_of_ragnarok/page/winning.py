"""Every player's progress to each victory (section 1), and players who are one step away."""

from typing import Any, Final

from drakkar.games.lords_of_ragnarok.card import CARDS
from drakkar.games.lords_of_ragnarok.victory.ragnarok import ENOUGH_CARDS

# LR-1.8: the Regions at Yggdrasil.
AT_YGGDRASIL: Final = 6
# The Ragnarok conditions (LR-16.3) by the ids of their cards: what is counted, and how much of it is needed.
CONDITIONS: Final = {
    "r1": ("statue", 3),
    "r6": ("statue", 3),
    "r2": ("land", 1),
    "r7": ("land", 1),
    "r3": ("monsters", 2),
    "r8": ("monsters", 1),
    "r4": ("temples", 3),
    "r9": ("temples", 3),
    "r5": ("realms", 6),
    "r10": ("realms", 4),
}
COUNTED: Final = {card.name: CONDITIONS[card.id] for card in CARDS if card.id in CONDITIONS}


def near(players: list[dict[str, Any]]) -> dict[str, Any]:
    """Each player's four ways to win, and, until someone has won, the threats of an immediate win."""
    ways = [ways_of(player["victory"]) for player in players]
    threats = [
        {"seat": seat, "clan": player["clan"], **threat}
        for seat, player in enumerate(players)
        if not any(one["won"] for one in players)
        for threat in threats_of(player["victory"])
    ]
    return {"ways": ways, "threats": threats}


def ways_of(victory: dict[str, Any]) -> list[dict[str, Any]]:
    """Name, progress and goal of each victory; at Yggdrasil the most Regions win, so there is no goal."""
    jarl, gothi, slayer, tree = (victory[way] for way in ("jarl", "gothi", "slayer", "yggdrasil"))
    return [
        {"leads": False, "way": "jarl", "have": jarl["have"], "need": jarl["need"], "near": len(jarl["missing"]) == 1},
        {
            "leads": False,
            "way": "gothi",
            "have": gothi["have"],
            "need": gothi["need"],
            "near": gothi["have"] + 1 == gothi["need"],
        },
        {
            "leads": False,
            "way": "slayer",
            "have": slayer["have"],
            "need": slayer["need"],
            "near": slayer["have"] >= slayer["need"],
        },
        {"way": "ragnarok", "have": tree["have"], "need": 0, "near": False, "leads": tree["leads"]},
    ]


def threats_of(victory: dict[str, Any]) -> list[dict[str, Any]]:
    """LR-1.2 to LR-1.4: only one Region, one Temple or the Boss is missing."""
    found = []
    if len(victory["jarl"]["missing"]) == 1:
        found.append({"says": "threat_jarl", "region": victory["jarl"]["missing"][0], "rule": "LR-1.2"})
    if victory["gothi"]["have"] + 1 == victory["gothi"]["need"]:
        found.append({"says": "threat_gothi", "region": 0, "rule": "LR-1.3"})
    if victory["slayer"]["have"] >= victory["slayer"]["need"]:
        found.append({"says": "threat_slayer", "region": 0, "rule": "LR-1.4"})
    return found


def conditions(view: dict[str, Any]) -> dict[str, Any]:
    """Every condition with its live count, and whether the next Statue starts Ragnarok (LR-16.3, LR-23.1)."""
    told = []
    for one in view["conditions"]:
        what, need = COUNTED[one["text"]]
        have = _count(view, what)
        told.append({**one, "what": what, "have": have, "need": need, "due": have >= need and not one["turned"]})
    fulfilled = sum(one["turned"] or one["due"] for one in told)
    return {"conditions": told, "next": fulfilled >= ENOUGH_CARDS and view["last_turns"] is None}


def _count(view: dict[str, Any], what: str) -> int:
    """How near the table is to a condition."""
    players = view["players"]
    if what == "statue":
        return max(int(statue["level"]) for statue in view["statues"].values())
    if what == "land":
        return max(int(player["victory"]["jarl"]["have"]) for player in players)
    if what == "temples":
        return max(int(player["victory"]["gothi"]["have"]) for player in players)
    if what == "monsters":
        return sum(one["slain_by"] is not None for one in view["monsters"])
    return sum(bool(allies) for allies in view["alliances"].values())
