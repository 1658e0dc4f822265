"""What players should keep in view: every player's progress to each victory, and the rest of the turn."""

from typing import Any

from drakkar.core.flow import NOBODY
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import numbers_of
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS
from drakkar.games.lords_of_ragnarok.choices import MOST_WOUNDS
from drakkar.games.lords_of_ragnarok.pieces.figures import controlled, in_order
from drakkar.games.lords_of_ragnarok.state import CHOOSING, PRAYER, SPECIAL, STAGE_NAMES, State
from drakkar.games.lords_of_ragnarok.victory.control import (
    LANDS_OF_A_JARL,
    lands_controlled,
    temples_controlled,
    temples_of_a_gothi,
)
from drakkar.games.lords_of_ragnarok.victory.ragnarok import ENOUGH_CARDS, at_yggdrasil

DONE = "done"
NOW = "now"
TO_COME = "to come"


def nearness(s: State, seat: int) -> dict[str, Any]:
    """A player's progress to each victory (LR-1.2 to LR-1.4, LR-1.8)."""
    return {
        "jarl": {"have": lands_controlled(s, seat), "need": LANDS_OF_A_JARL, "missing": missing_regions(s, seat)},
        "gothi": {"have": temples_controlled(s, seat), "need": temples_of_a_gothi(s), "left": s.track_left},
        "slayer": {"have": kills(s, seat), "need": kills_of_a_slayer(s), "boss": boss_wounds(s)},
        "yggdrasil": {
            "have": at_yggdrasil(s, seat),
            "leads": at_yggdrasil(s, seat) > 0 and leader_at_yggdrasil(s) == seat,
            "turned": sum(s.ragnarok.turned),
            "need": ENOUGH_CARDS,
        },
    }


def missing_regions(s: State, seat: int) -> list[int]:
    """LR-1.2: the Regions missing for the nearest three Lands."""
    mine = controlled(s, seat)
    lacking = sorted((numbers_of(land & ~mine) for land in s.board.lands), key=len)
    return sorted(region for land in lacking[:LANDS_OF_A_JARL] for region in land)


def kills(s: State, seat: int) -> int:
    """LR-18.28: Monsters slain, and Slayer tokens."""
    return s.slayers[seat] + sum(slayer == seat for slayer in s.monsters.slain_by)


def kills_of_a_slayer(s: State) -> int:
    """LR-26.5: the number of kills needed to hunt the Boss."""
    return 1 if s.seats == 2 else 2


def boss_wounds(s: State) -> dict[str, int]:
    """LR-1.4: the Wounds dealt to the Boss in the current Hunt."""
    spaces = MONSTER_FACTS[BOSS].spaces
    first = BOSS * MOST_WOUNDS
    covered = sum(marker != NOBODY for marker in s.monsters.wounds[first : first + spaces])
    return {"wounds": covered, "spaces": spaces}


def leader_at_yggdrasil(s: State) -> int:
    """LR-23.3, LR-23.4: the winner if the last turn were over; before Ragnarok, as if the active player brought it."""
    builder = s.turn if s.ragnarok.builder == NOBODY else s.ragnarok.builder
    order = in_order(s, (builder + 1) % s.seats)
    return max(order, key=lambda seat: at_yggdrasil(s, seat))


def checklist(s: State) -> list[dict[str, Any]]:
    """LR-8.1, LR-8.2: the five stages of the turn, each done, current or to come, with the mandatory one marked."""
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
    """LR-9.1: the options left in stage 1."""
    now = s.stage == PRAYER
    return {"priest": now and not s.prayed, "forge": now and not s.forged}
