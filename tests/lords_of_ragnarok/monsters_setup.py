"""Monsters for tests: Green activates one with the Monsters action."""

from typing import Any

from tests.lords_of_ragnarok.scene import Scene, scene

MOVE, ATTACK, CHOOSE = 0, 2, 4


def activated(monster: str, region: int, die: int | None, **said: Any) -> Scene:
    """Green activates a Monster with the Monsters action; for a neutral Monster the die shows that face."""
    told = {"hero": "green: 1", "monsters": f"{monster} {region}", "stage": "special", **said}
    s = scene(**told)
    s.play("green: action monsters")
    if die is not None:
        s.feed(die)
    if s.asked() == {"green": "monsters"}:
        s.play(f"green: activate {monster}")
    return s


def attacks(monster: str, region: int, **said: Any) -> Scene:
    """A neutral Monster makes its Region attack when Green activates it."""
    said.setdefault("monsters", f"{monster} {region}, Draugr 13" if monster != "Draugr" else "Draugr 20, Troll 13")
    return activated(monster, region, ATTACK, **said)
