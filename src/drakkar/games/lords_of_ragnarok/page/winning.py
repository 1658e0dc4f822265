"""Every player's progress to each victory (section 1), and players who are one step away."""

from typing import Any, Final

# LR-1.8: the Regions at Yggdrasil.
AT_YGGDRASIL: Final = 6


def near(players: list[dict[str, Any]]) -> dict[str, Any]:
    """Each player's four ways to win, and the threats of an immediate win."""
    ways = [ways_of(player["victory"]) for player in players]
    threats = [{"clan": player["clan"], **threat} for player in players for threat in threats_of(player["victory"])]
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
