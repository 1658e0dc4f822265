"""A battle for tests: Green attacks Red in Region 19."""

from typing import Any

from tests.lords_of_ragnarok.scene import Scene, scene


def battle(**said: Any) -> Scene:
    """Green's Army of 4 has moved from Region 18 to 19, where a Red Army of 4 stands; the Heroes are far away."""
    told = {
        "armies": "green: 4 in 18; red: 4 in 19",
        "control": "red: 19 20; green: 18",
        "hero": "green: 9; red: 9",
        "attributes": "green: wisdom 6; red: wisdom 6",
        **said,
    }
    s = scene(stage="manoeuvres", **told)
    s.play(f"green: activate army {told['armies'].split()[1]} 18", "green: move 19")
    return s


def strengths(s: Scene) -> list[int]:
    """Battle Strength of attacker and defender, from the events."""
    return [int(str(event.data["total"])) for event in s.told("battle_strength")]


def over(s: Scene) -> None:
    """Pass for each player who has not passed yet."""
    while set(s.asked().values()) == {"battle"}:
        s.play(f"{next(iter(s.asked()))}: pass")
