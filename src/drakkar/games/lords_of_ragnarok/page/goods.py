"""What players have in front of them: Hero, Story, Realms, Artifacts, Gifts and Monsters, with their texts."""

from typing import Any

from drakkar.games.lords_of_ragnarok.page.notes import rune_of, rune_of_realm


def goods(view: dict[str, Any], player: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """Everything that a player owns: its kind and card, its Rune, and the state of an Artifact."""
    owned = [(kind, player[kind], "", "") for kind in ("hero", "story") if player[kind]]
    owned += [
        ("realm", realm, rune_of_realm(realm), "") for realm, allies in view["alliances"].items() if seat in allies
    ]
    owned += [("artifact", name, "", state) for name, state in player["artifacts"].items()]
    owned += [("gift", name, "", "") for name in player["gifts"]]
    owned += [("monster", one["name"], rune_of(one["name"]), "") for one in view["monsters"] if one["ring"] == seat]
    faces = {(face["kind"], face["name"]): face for face in view["cards"]}
    return [
        {"kind": kind, "name": name, "rune": rune, "state": state, "face": faces.get((kind, name))}
        for kind, name, rune, state in owned
    ]
