"""What players must not overlook: how near everybody is to each victory, and what is left of the turn."""

from typing import Any

from drakkar.core.flow import NOBODY
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import numbers_of
from drakkar.games.lords_of_ragnarok.cards.kinds import BOSS, MONSTER_FACTS
from drakkar.games.lords_of_ragnarok.choices import MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.control import (
    LANDS_OF_A_JARL,
    lands_controlled,
    temples_controlled,
    temples_of_a_gothi,
)
from drakkar.games.lords_of_ragnarok.figures import controlled, in_order
from drakkar.games.lords_of_ragnarok.ragnarok import ENOUGH_CARDS, at_yggdrasil
from drakkar.games.lords_of_ragnarok.state import CHOOSING, PRAYER, SPECIAL, STAGE_NAMES, State

DONE = "done"
NOW = "now"
TO_COME = "to come"


def nearness(s: State, seat: int) -> dict[str, Any]:
    """How near a player is to each victory (LR-1.2 to LR-1.4, LR-1.8)."""
    return {
        "jarl": {"have": lands_controlled(s, seat), "need": LANDS_OF_A_JARL, "missing": missing_regions(s, seat)},
        "gothi": {"have": temples_controlled(s, seat), "need": temples_of_a_gothi(s), "left": s.track_left},
        "slayer": {"have": kills(s, seat), "need": kills_of_a_slayer(s), "boss": boss_wounds(s)},
        "yggdrasil": {
            "have": at_yggdrasil(s, seat),
            "leads": s.stage != CHOOSING and leader_at_yggdrasil(s) == seat,
            "turned": sum(s.ragnarok.turned),
            "need": ENOUGH_CARDS,
        },
    }


def missing_regions(s: State, seat: int) -> list[int]:
    """LR-1.2: the fewest Regions that the player lacks for three Lands."""
    mine = controlled(s, seat)
    lacking = sorted((numbers_of(land & ~mine) for land in s.board.lands), key=len)
    return sorted(region for land in lacking[:LANDS_OF_A_JARL] for region in land)


def kills(s: State, seat: int) -> int:
    """LR-18.28: Monsters slain, and Slayer tokens."""
    return s.slayers[seat] + sum(slayer == seat for slayer in s.monsters.slain_by)


def kills_of_a_slayer(s: State) -> int:
    """LR-26.5: so many kills before the Boss may be hunted."""
    return 1 if s.seats == 2 else 2


def boss_wounds(s: State) -> dict[str, int]:
    """LR-1.4: how far the Boss is from being defeated in the Hunt in hand."""
    spaces = MONSTER_FACTS[BOSS].spaces
    first = BOSS * MOST_WOUNDS
    covered = sum(marker != NOBODY for marker in s.monsters.wounds[first : first + spaces])
    return {"wounds": covered, "spaces": spaces}


def leader_at_yggdrasil(s: State) -> int:
    """LR-23.3, LR-23.4: who would win if the last turn were over; before Ragnarok, if the active player brought it."""
    builder = s.turn if s.ragnarok.builder == NOBODY else s.ragnarok.builder
    order = in_order(s, (builder + 1) % s.seats)
    return max(order, key=lambda seat: at_yggdrasil(s, seat))


def checklist(s: State) -> list[dict[str, Any]]:
    """LR-8.1, LR-8.2: the five stages of the turn, which are still to come, and the one that must be used."""
    if s.stage == CHOOSING:
        return []
    return [
        {
            "stage": STAGE_NAMES[stage],
            "state": DONE if stage < s.stage else NOW if stage == s.stage else TO_COME,
            "compulsory": stage == SPECIAL,
        }
        for stage in range(PRAYER, SPECIAL + 1)
    ]


def prayers_left(s: State) -> dict[str, bool]:
    """LR-9.1: what stage 1 still allows."""
    now = s.stage == PRAYER
    return {"priest": now and not s.prayed, "forge": now and not s.forged}
