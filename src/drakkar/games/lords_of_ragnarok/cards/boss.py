"""The Boss: its Rune ability, and what an Event brings about (LR-12.3, LR-22.3)."""

from typing import Final

from drakkar.core.flow import Menu
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import numbers_of
from drakkar.games.lords_of_ragnarok.cards.kinds import BOSS, card
from drakkar.games.lords_of_ragnarok.choices import PLACE_MONSTER
from drakkar.games.lords_of_ragnarok.event_cards import place_boss_by_event, place_monster
from drakkar.games.lords_of_ragnarok.figures import on_board
from drakkar.games.lords_of_ragnarok.manoeuvres import NO_SUCH_REGION
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.windows import BOSS_EVENT, BOSS_RUNE_ABILITY

PLACE_LOKI: Final = rules.question("place_boss", "LR-12.3", "place Loki in any Region")
NOT_THE_BOSS: Final = rules.why("not_the_boss", "LR-12.3", "{monster} is not the Boss")

loki = card("monster", "loki")


@loki.says(BOSS_RUNE_ABILITY)
def place_him_anywhere(s: State, seat: int, _: int) -> None:
    """LR-12.3."""
    PLACE_LOKI.ask(s, seat)


def why_not_place_loki(s: State, _seat: int, monster: int, region: int) -> int:
    """LR-12.3: any Region that is there."""
    if monster != BOSS:
        return NOT_THE_BOSS.given(monster)
    return 0 if on_board(s, region) else NO_SUCH_REGION.given(region)


def place_loki_menu(s: State, _seat: int, menu: Menu) -> None:
    """All Regions."""
    for region in numbers_of(s.board.all):
        menu.add(PLACE_MONSTER, BOSS, region)


def do_place_loki(s: State, _seat: int, _monster: int, region: int) -> None:
    """LR-2.10, LR-12.3: without Trample."""
    place_monster(s, BOSS, region)


PLACE_LOKI.offer(PLACE_MONSTER, do_place_loki, why_not_place_loki, place_loki_menu)


@loki.says(BOSS_EVENT)
def the_next_event_says_where(s: State, _seat: int, _: int) -> None:
    """LR-22.3."""
    place_boss_by_event(s)
