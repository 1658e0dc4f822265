"""The Realms: the bonus for allies when the first marker is placed in front of a Realm (LR-14.7)."""

from typing import Final

from drakkar.core.flow import Menu, Question, emit
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NOWHERE, RUNES, numbers_of
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import (
    DECLINE,
    DONE,
    HEAL,
    LIFT_ARMY,
    PLACE_ARMY,
    PLACE_HERO,
    RECRUIT,
    SAIL,
    STRENGTHEN,
    TAKE,
    YES,
)
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.events import BONUS_OFFERED
from drakkar.games.lords_of_ragnarok.monsters.monsters import do_decline
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    BARRED,
    army_like,
    controlled,
    has_army_to_strengthen,
    is_barred,
    place_army,
    recruit,
    sail,
    strengthen,
    strengthen_menu,
    why_not_strengthen,
)
from drakkar.games.lords_of_ragnarok.pieces.heroes import do_heal, why_not_heal
from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards, gain_runes, supply, why_not_take
from drakkar.games.lords_of_ragnarok.state import NO_ARMY, State, rules
from drakkar.games.lords_of_ragnarok.turn.hero_stage import why_not_sail
from drakkar.games.lords_of_ragnarok.turn.manoeuvres import why_not_levy
from drakkar.games.lords_of_ragnarok.turn.prayer import do_go_on
from drakkar.games.lords_of_ragnarok.turn.rune_action import do_place_hero, place_hero_menu, why_not_place_hero
from drakkar.games.lords_of_ragnarok.windows import REALM_BONUS

MOST_SEAS: Final = 3


def offer_bonus(s: State, question: Question[State], seat: int, realm: int) -> None:
    """LR-14.4: the player may use the bonus; only a bonus that can do something is offered (LR-28.3)."""
    emit(s, BONUS_OFFERED, seat, realm)
    question.ask(s, seat)


VANAHEIM: Final = rules.question("vanaheim", "LR-14.7", "take a Rune of your choice, or decline")


vanaheim = card("realm", "vanaheim", "Take any 1 Rune.")


@vanaheim.says(REALM_BONUS)
def a_rune_of_choice(s: State, seat: int, realm: int) -> None:
    """LR-14.7, LR-28.3."""
    if any(supply(s, rune) for rune in range(RUNES)):
        offer_bonus(s, VANAHEIM, seat, realm)


def do_take_one(s: State, seat: int, rune: int, _: int) -> None:
    """LR-14.7."""
    gain_runes(s, seat, rune, 1)


VANAHEIM.offer(TAKE, do_take_one, why_not_take)
VANAHEIM.offer(DECLINE, do_decline)

ALFHEIM: Final = rules.question("alfheim", "LR-14.7", "place your Hero in any Region, or heal, or decline")


alfheim = card("realm", "alfheim", "Place your Hero in any Region, or heal 1 Injury.")


@alfheim.says(REALM_BONUS)
def place_hero_or_heal(s: State, seat: int, realm: int) -> None:
    """LR-14.7."""
    offer_bonus(s, ALFHEIM, seat, realm)


ALFHEIM.offer(PLACE_HERO, do_place_hero, why_not_place_hero, place_hero_menu)
ALFHEIM.offer(HEAL, do_heal, why_not_heal)
ALFHEIM.offer(DECLINE, do_decline)


JOTUNHEIM: Final = rules.question("jotunheim", "LR-14.7", "+1 value to one of your Armies, or decline")


jotunheim = card("realm", "jotunheim", "+1 value to one of your Armies.")


@jotunheim.says(REALM_BONUS)
def an_army_gains_one(s: State, seat: int, realm: int) -> None:
    """LR-14.7, LR-28.3."""
    if has_army_to_strengthen(s, seat):
        offer_bonus(s, JOTUNHEIM, seat, realm)


def do_strengthen_one(s: State, seat: int, value: int, region: int) -> None:
    """LR-14.7."""
    strengthen(s, army_like(s, seat, value, region), 1)


JOTUNHEIM.offer(STRENGTHEN, do_strengthen_one, why_not_strengthen, strengthen_menu)
JOTUNHEIM.offer(DECLINE, do_decline)

MUSPELHEIM: Final = rules.question(
    "muspelheim", "LR-14.7", "recruit an Army of value 1 in a Region you control, or decline"
)


muspelheim = card("realm", "muspelheim", "Recruit an Army of value 1 in a Region you control.")


@muspelheim.says(REALM_BONUS)
def an_army_of_one(s: State, seat: int, realm: int) -> None:
    """LR-13.6, LR-14.7, LR-28.3."""
    if any(not why_not_levy(s, seat, region) for region in numbers_of(controlled(s, seat))):
        offer_bonus(s, MUSPELHEIM, seat, realm)


def why_not_recruit_here(s: State, seat: int, region: int, _: int) -> int:
    """LR-13.6."""
    return why_not_levy(s, seat, region)


def do_recruit_one(s: State, seat: int, region: int, _: int) -> None:
    """LR-14.7."""
    recruit(s, seat, region, 1)


MUSPELHEIM.offer(RECRUIT, do_recruit_one, why_not_recruit_here)
MUSPELHEIM.offer(DECLINE, do_decline)


SVARTALFHEIM: Final = rules.question("svartalfheim", "LR-14.7", "draw a Combat card, or decline")


svartalfheim = card("realm", "svartalfheim", "Draw 1 Combat card.")


@svartalfheim.says(REALM_BONUS)
def a_combat_card(s: State, seat: int, realm: int) -> None:
    """LR-14.7."""
    offer_bonus(s, SVARTALFHEIM, seat, realm)


def do_draw_one(s: State, seat: int, _a: int, _b: int) -> None:
    """LR-14.7."""
    draw_cards(s, seat, 1)


SVARTALFHEIM.offer(YES, do_draw_one)
SVARTALFHEIM.offer(DECLINE, do_decline)

NIFLHEIM: Final = rules.question("niflheim", "LR-14.7", "move your Drakkar up to 3 Seas, or place an Army, or decline")
SAIL_FAR: Final = rules.question("sail_far", "LR-14.7", "your Drakkar may sail on")
SET_DOWN: Final = rules.question("set_down", "LR-14.7", "place the Army from {about:region} in a Region you control")
NO_ARMY_TO_PLACE: Final = rules.why("no_army_to_place", "LR-14.8", "you have no Army of value {value} in {region}")
NOT_YOUR_REGION: Final = rules.why("not_your_region", "LR-14.7", "you do not control {region}")
SAME_REGION: Final = rules.why("same_region", "LR-14.8", "the Army is already in {region}")
NOWHERE_TO_PLACE: Final = rules.why("nowhere_to_place", "LR-14.7", "you control no other Region that an Army may enter")


niflheim = card(
    "realm",
    "niflheim",
    text="Move your Drakkar 1 to 3 Seas, or place one of your Armies already on the board into any Region you control.",
    short="Move your Drakkar 1 to 3 Seas, or place one of your Armies in any Region you control.",
)


@niflheim.says(REALM_BONUS)
def drakkar_or_army(s: State, seat: int, realm: int) -> None:
    """LR-14.7."""
    s.steps = 0
    offer_bonus(s, NIFLHEIM, seat, realm)


def do_sail_far(s: State, seat: int, sea: int, _: int) -> None:
    """LR-14.7: one to three Seas."""
    sail(s, seat, sea)
    s.steps += 1
    if s.steps < MOST_SEAS:
        SAIL_FAR.ask(s, seat)


def why_not_set_down_from(s: State, seat: int, origin: int, region: int) -> int:
    """LR-14.7, LR-17.12: needs another controlled Region."""
    if region == origin:
        return SAME_REGION.given(region)
    if not controlled(s, seat) >> region & 1:
        return NOT_YOUR_REGION.given(region)
    return BARRED.given(region) if is_barred(s, region) else 0


def why_not_lift(s: State, seat: int, value: int, region: int) -> int:
    """LR-14.8: an Army on the board that can be placed elsewhere."""
    if region == NOWHERE or army_like(s, seat, value, region) == NO_ARMY:
        return NO_ARMY_TO_PLACE.given(value, region)
    free = any(not why_not_set_down_from(s, seat, region, other) for other in range(1, s.board.count + 1))
    return 0 if free else NOWHERE_TO_PLACE.given()


def lift_menu(s: State, seat: int, menu: Menu) -> None:
    """Equal Armies are one choice."""
    for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
        value, region = s.values[army], s.armies[army]
        if army_like(s, seat, value, region) == army and not why_not_lift(s, seat, value, region):
            menu.add(LIFT_ARMY, value, region)


def do_lift(s: State, seat: int, value: int, region: int) -> None:
    """LR-14.8."""
    s.lifted = army_like(s, seat, value, region)
    SET_DOWN.ask(s, seat, region)


def why_not_set_down(s: State, seat: int, region: int, _: int) -> int:
    """LR-14.7."""
    return why_not_set_down_from(s, seat, s.flow.about[seat], region)


def do_set_down(s: State, _seat: int, region: int, _: int) -> None:
    """LR-14.8: it keeps its value."""
    army, s.lifted = s.lifted, NO_ARMY
    place_army(s, army, region)


NIFLHEIM.offer(SAIL, do_sail_far, why_not_sail)
NIFLHEIM.offer(LIFT_ARMY, do_lift, why_not_lift, lift_menu)
NIFLHEIM.offer(DECLINE, do_decline)
SAIL_FAR.offer(SAIL, do_sail_far, why_not_sail)
SAIL_FAR.offer(DONE, do_go_on)
SET_DOWN.offer(PLACE_ARMY, do_set_down, why_not_set_down)
