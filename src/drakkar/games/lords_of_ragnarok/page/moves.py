"""Moves of Heroes, Drakkars and Armies as one form: who moves, then where, as one group of choices."""

from typing import Any, Final

from drakkar.core.notation import Choice
from drakkar.games.lords_of_ragnarok.choices import ACTIVATE, DONE, MOVE, SAIL, WALK
from drakkar.page.steps import ChoiceData, Step, parts_of, steps_of

Group = tuple[Choice, ...]
# Questions that only continue a choice: a second step of Hero or Drakkar, and what an activated Army does.
ON_THE_WAY: Final = ("walk_on", "sail_on")
CONTINUING: Final = frozenset((*ON_THE_WAY, "activated"))


def steps(choice: ChoiceData) -> tuple[Step, ...]:
    """Who moves, then where: the last place of the group."""
    group: list[ChoiceData] = choice["group"]
    if not ACTIVATE.has(choice["code"]):
        last = [one for one in group if one["parts"]][-1]
        return steps_of({**last, "implied": choice.get("implied", False)})
    return (mover(group), _does(group[-1]))


def mover(group: list[ChoiceData]) -> Step:
    """The Army that is activated, or all Armies of its Region."""
    parts = parts_of(group[0])
    if sum(ACTIVATE.has(one["code"]) for one in group) == 1:
        return army(group[0])
    region = tuple(part for part in parts if part[0] == "region")
    return Step("armies", region[0][2], region)


def army(choice: ChoiceData) -> Step:
    """The Army that a choice names by its value and Region."""
    parts = parts_of(choice)
    return Step("army", " ".join(word for _, _, word in parts), parts)


def _does(choice: ChoiceData) -> Step:
    """What an activated Army does: it moves to a Region, or is trained."""
    parts = parts_of(choice)
    return Step(parts[0][0], parts[0][2], parts) if parts else Step("action", str(choice["verb"]))


def arranged(groups: list[Group], table: dict[str, Any], seat: int) -> list[Group]:
    """Every target once, by the shortest way; and for a Region with several Armies, all of them to one target."""
    player = table["players"][seat]
    stays = {("region", str(player["hero_region"])), ("sea", str(player["drakkar"]))}
    kept: dict[tuple[Step, ...], Group] = {}
    for group in sorted(groups, key=lambda one: sum(not DONE.has(choice.code) for choice in one)):
        made = steps({**group[0].to_json(), "group": [choice.to_json() for choice in group]})
        walks = WALK.has(group[0].code) or SAIL.has(group[0].code)
        if not walks or (made[-1].sort, made[-1].word) not in stays:
            kept.setdefault(made, group)
    alone = list(kept.values())
    return [*alone, *_together(alone, table, seat)]


def _together(groups: list[Group], table: dict[str, Any], seat: int) -> list[Group]:
    """All Armies of a Region, one after the other, to one target."""
    armies: dict[int, list[int]] = {
        int(region["number"]): [
            value for owner, there in region["armies"].items() if int(owner) == seat for value in there
        ]
        for region in table["regions"]
    }
    moves: dict[tuple[int, int], dict[int, Group]] = {}
    for group in groups:
        if ACTIVATE.has(group[0].code) and MOVE.has(group[-1].code):
            value, origin = (part.id for part in group[0].parts)
            moves.setdefault((origin, group[-1].parts[0].id), {})[value] = group
    return [
        tuple(choice for value in armies[origin] for choice in by_value[value])
        for (origin, _), by_value in moves.items()
        if len(armies[origin]) > 1 and all(value in by_value for value in armies[origin])
    ]
