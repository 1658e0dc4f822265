"""Frigga: care for the clan."""

from typing import Final

from drakkar.core.flow import Menu, emit, then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import TURN, do_decline, do_nothing
from drakkar.games.blood_rage.board import BOARD_PLACES, FIRST_FJORD, RESERVE, SUPPORTED_BY, VALHALLA, is_fjord
from drakkar.games.blood_rage.card import CLAN, battle_card, upgrade
from drakkar.games.blood_rage.cards.monsters import she_may_escape, volur_witch
from drakkar.games.blood_rage.choices import (
    DECLINE,
    DONE,
    FIGURE_WORDS,
    INVADE,
    INVADE_FROM_VALHALLA,
    PLACE_WORDS,
    notation,
)
from drakkar.games.blood_rage.clans import ANY_STAT, acts, choose_raise, invade_price, landed, spend_rage
from drakkar.games.blood_rage.events import (
    ABOUT_TO_BE_DESTROYED,
    FIGURE_RESCUED,
    FIGURE_SAVED,
    INVADE_FOLLOW_UP,
    PILLAGE_BONUSES,
    UPGRADE_COST,
)
from drakkar.games.blood_rage.figures import (
    WARRIOR,
    count,
    count_at,
    destroy_as_price,
    doom,
    doomed_of,
    kinds_at,
    move,
    spare,
)
from drakkar.games.blood_rage.invade import (
    free_warrior_menu,
    invade,
    land,
    offer_warrior,
    warrior_beside_menu,
    why_not_free_warrior,
    why_not_land,
    why_not_more,
    why_not_pay,
    why_not_send,
    why_not_warrior_beside,
)
from drakkar.games.blood_rage.state import RAGNAROK, STATS, State, rules

friggas_charm = upgrade(
    CLAN,
    "Frigga's Charm",
    age=1,
    strength=0,
    copies=(1, 0, 0, 0),
    text="Every upgrade card you play costs 1 Rage less, but never less than 0. Invade costs are not changed.",
    short="Every upgrade you play costs 1 Rage less.",
    god="Frigga",
)


@friggas_charm.modifies(UPGRADE_COST)
def one_rage_less(_s: State, _me: Source, cost: int, _card: int) -> int:
    """BR-9.3: not below 0."""
    return max(0, cost - 1)


friggas_succor = upgrade(
    CLAN,
    "Frigga's Succor",
    age=1,
    strength=2,
    copies=(0, 1, 0, 0),
    text=(
        "Each time you invade a province, one Warrior from your reserve may invade that province too, for "
        "0 Rage. It needs an empty village of its own and room under your Horns limit."
    ),
    short="When you invade a province, a Warrior may invade it too for 0 Rage.",
    god="Frigga",
)


A_WARRIOR_FOLLOWS: Final = rules.question(
    "a_warrior_follows", "BR-7.13", "Frigga's Succor: invade {about:place} with a Warrior too for 0 Rage, or decline"
)
A_WARRIOR_FOLLOWS_BESIDE: Final = rules.question(
    "a_warrior_follows_beside",
    "BR-21.2",
    "Frigga's Succor: invade a province beside {about:place} with a Warrior too for 0 Rage, or decline",
)


@friggas_succor.when(INVADE_FOLLOW_UP)
def a_warrior_may_follow(s: State, me: Source, where: int) -> None:
    """BR-7.13, BR-7.14: a Warrior cannot invade a fjord or Yggdrasil, so none follows there, except by ruling."""
    _, place = landed(where)
    if not is_fjord(place):
        offer_warrior(s, me.owner, A_WARRIOR_FOLLOWS, place, s.rulings.succor_into_yggdrasil)
    elif s.rulings.succor_beside_fjords and can_follow_beside(s, me.owner, place):
        A_WARRIOR_FOLLOWS_BESIDE.ask(s, me.owner, place)


def can_follow_beside(s: State, seat: int, fjord: int) -> bool:
    """BR-21.2: whether a Warrior can invade a province beside the fjord."""
    beside = SUPPORTED_BY[fjord - FIRST_FJORD]
    return not why_not_send(s, seat, WARRIOR) and any(not why_not_land(s, seat, WARRIOR, place) for place in beside)


def do_follow(s: State, seat: int, warrior: int, place: int) -> None:
    """BR-7.19, BR-19.22: part of the same invade, so this Warrior triggers nothing of its own."""
    acts(s, Source(seat, friggas_succor.number))
    land(s, seat, warrior, RESERVE, place)


A_WARRIOR_FOLLOWS.offer(INVADE, do_follow, why_not_free_warrior, free_warrior_menu)
A_WARRIOR_FOLLOWS.offer(DECLINE, do_decline)
A_WARRIOR_FOLLOWS_BESIDE.offer(INVADE, do_follow, why_not_warrior_beside, warrior_beside_menu)
A_WARRIOR_FOLLOWS_BESIDE.offer(DECLINE, do_decline)

friggas_protection = upgrade(
    CLAN,
    "Frigga's Protection",
    age=2,
    strength=0,
    copies=(1, 0, 0, 0),
    text=(
        "Whenever a figure of yours would be destroyed, you may pay 1 Rage: that figure survives and "
        "stays where it is. Decide and pay for each figure separately. Not in the Ragnarök phase, and not "
        "for a figure sacrificed as a cost."
    ),
    short="1 Rage saves a figure of yours from destruction, but not in Ragnarök.",
    god="Frigga",
)


SAVE: Final = notation.verb("save {figure} {place}", FIGURE_WORDS, PLACE_WORDS, implied=True, order=("place", "figure"))
SAVE_PRICE: Final = 1
SAVE_FIGURES: Final = rules.question(
    "save_figures", "BR-19.17", "Frigga's Protection: save figures from destruction for 1 Rage each, then done"
)
NOT_IN_DANGER: Final = rules.why(
    "not_in_danger", "BR-19.17", "no {figure} of yours in {place} is about to be destroyed"
)
SAVE_NEEDS_RAGE: Final = rules.why("save_needs_rage", "BR-19.17", "needs {need} Rage; you have {have}")


@friggas_protection.when(ABOUT_TO_BE_DESTROYED)
def figures_may_be_saved(s: State, me: Source, _: int) -> None:
    """BR-19.17; BR-16.6: not in the Ragnarök phase, except by ruling."""
    if s.phase == RAGNAROK and not s.rulings.protection_in_ragnarok:
        return
    if doomed_of(s, me.owner) and s.rage[me.owner] >= SAVE_PRICE:
        SAVE_FIGURES.ask(s, me.owner)


def why_not_save(s: State, seat: int, figure: int, place: int) -> int:
    """BR-19.17."""
    if (figure, place) not in doomed_of(s, seat):
        return NOT_IN_DANGER.given(figure, place)
    return SAVE_NEEDS_RAGE.given(SAVE_PRICE, 0) if s.rage[seat] < SAVE_PRICE else 0


def save_menu(s: State, seat: int, menu: Menu) -> None:
    """Every kind of figure in danger, once per place."""
    for figure, place in dict.fromkeys(doomed_of(s, seat)):
        if not why_not_save(s, seat, figure, place):
            menu.add(SAVE, figure, place)


def do_save(s: State, seat: int, figure: int, place: int) -> None:
    """BR-19.17: the figure stays where it is; BR-21.13: in Ragnarök it returns to the reserve."""
    spend_rage(s, seat, SAVE_PRICE)
    acts(s, Source(seat, friggas_protection.number))
    spare(s, seat, figure, place)
    if s.phase == RAGNAROK:
        move(s, seat, figure, place, RESERVE)
        emit(s, FIGURE_RESCUED, seat, figure)
    else:
        emit(s, FIGURE_SAVED, seat, figure, place)
    SAVE_FIGURES.ask(s, seat)


SAVE_FIGURES.offer(SAVE, do_save, why_not_save, save_menu)
SAVE_FIGURES.offer(DONE, do_nothing)

friggas_domain = upgrade(
    CLAN,
    "Frigga's Domain",
    age=3,
    strength=0,
    copies=(1, 0, 0, 0),
    text=(
        "You may take an Invade action with one of your figures in Valhalla. It costs 1 Rage in all, "
        "whatever the figure; all other rules for invading apply."
    ),
    short="For 1 Rage any figure of yours may invade from Valhalla.",
    god="Frigga",
)


VALHALLA_PRICE: Final = 1
NO_WAY_BACK: Final = rules.why("no_way_back", "BR-7.10", "you do not have Frigga's Domain on your clan sheet")
NOT_IN_VALHALLA: Final = rules.why("not_in_valhalla", "BR-7.10", "you have no {figure} in Valhalla")


def return_price(s: State, seat: int, figure: int) -> int:
    """BR-7.10: 1 Rage; by ruling (BR-21.22) 0 for a figure that always invades for 0 Rage."""
    return 0 if s.rulings.free_figures_return_free and not invade_price(s, seat, figure, 0) else VALHALLA_PRICE


def why_not_return(s: State, seat: int, figure: int, place: int) -> int:
    """BR-7.10: any figure costs 1 Rage; all other invade rules apply."""
    if not s.has_in_force(seat, friggas_domain.number):
        return NO_WAY_BACK.given()
    if not count(s, seat, figure, VALHALLA):
        return NOT_IN_VALHALLA.given(figure)
    return (
        why_not_land(s, seat, figure, place)
        or why_not_more(s, seat)
        or why_not_pay(s, seat, return_price(s, seat, figure))
    )


def return_menu(s: State, seat: int, menu: Menu) -> None:
    """Every figure in Valhalla with every place it may enter."""
    for figure in kinds_at(s, seat, VALHALLA):
        for place in range(BOARD_PLACES):
            if not why_not_return(s, seat, figure, place):
                menu.add(INVADE_FROM_VALHALLA, figure, place)


def do_return(s: State, seat: int, figure: int, place: int) -> None:
    """BR-7.10."""
    spend_rage(s, seat, return_price(s, seat, figure))
    acts(s, Source(seat, friggas_domain.number))
    invade(s, seat, figure, VALHALLA, place)


TURN.offer(INVADE_FROM_VALHALLA, do_return, why_not_return, return_menu, friggas_domain.number)

friggas_sacrifice = upgrade(
    CLAN,
    "Frigga's Sacrifice",
    age=3,
    strength=1,
    copies=(0, 1, 0, 0),
    text=(
        "New action for 0 Rage: two of your figures on the board are destroyed; then raise one clan stat "
        "of your choice by one step."
    ),
    short="Action for 0 Rage: two of your figures are destroyed; raise one stat.",
    god="Frigga",
)


SACRIFICE: Final = notation.verb("sacrifice {figure} {place}", FIGURE_WORDS, PLACE_WORDS, order=("place", "figure"))
SECOND_SACRIFICE: Final = rules.question(
    "second_sacrifice", "BR-19.20", "Frigga's Sacrifice: choose the second figure to sacrifice"
)
NO_SACRIFICE: Final = rules.why("no_sacrifice", "BR-19.20", "you do not have Frigga's Sacrifice on your clan sheet")
TWO_FIGURES_NEEDED: Final = rules.why(
    "two_figures_needed", "BR-19.20", "you must sacrifice two figures, and only {have} on the board can be sacrificed"
)
NOT_THERE_TO_GIVE: Final = rules.why("not_there_to_give", "BR-19.20", "you have no {figure} to sacrifice in {place}")
NOT_AS_A_PRICE: Final = rules.why("not_as_a_price", "BR-19.20", "{figure:the_figure} cannot be sacrificed as a cost")


def why_not_give(s: State, seat: int, figure: int, place: int) -> int:
    """BR-19.20: a figure on the board that will really be destroyed, so not one that can escape (except by ruling)."""
    if figure == volur_witch.figure and not s.rulings.witch_pays_sacrifice:
        return NOT_AS_A_PRICE.given(figure)
    given = doomed_of(s, seat).count((figure, place))
    return 0 if count(s, seat, figure, place) > given else NOT_THERE_TO_GIVE.given(figure, place)


def why_not_sacrifice(s: State, seat: int, figure: int, place: int) -> int:
    """A new action for 0 Rage; it needs two figures on the board."""
    if not s.has_in_force(seat, friggas_sacrifice.number):
        return NO_SACRIFICE.given()
    witches = sum(count(s, seat, volur_witch.figure, where) for where in range(BOARD_PLACES))
    eligible = sum(count_at(s, seat, where) for where in range(BOARD_PLACES))
    if not s.rulings.witch_pays_sacrifice:
        eligible -= witches
    return why_not_give(s, seat, figure, place) or (TWO_FIGURES_NEEDED.given(eligible) if eligible < 2 else 0)


def sacrifice_menu(s: State, seat: int, menu: Menu) -> None:
    """Every figure that may be sacrificed first."""
    for place in range(BOARD_PLACES):
        for figure in kinds_at(s, seat, place):
            if not why_not_sacrifice(s, seat, figure, place):
                menu.add(SACRIFICE, figure, place)


def do_sacrifice(s: State, seat: int, figure: int, place: int) -> None:
    """The first of two figures."""
    doom(s, seat, figure, place)
    SECOND_SACRIFICE.ask(s, seat)


def do_second_sacrifice(s: State, seat: int, figure: int, place: int) -> None:
    """Destroy both figures, then raise a stat."""
    acts(s, Source(seat, friggas_sacrifice.number))
    doom(s, seat, figure, place)
    then(s, choose_raise, seat, ANY_STAT)
    destroy_as_price(s)
    if s.rulings.witch_pays_sacrifice:
        then(s, the_witch_may_escape, seat)


@rules.step_for
def the_witch_may_escape(s: State, seat: int) -> None:
    """BR-21.14: she goes to Yggdrasil and the cost is paid all the same."""
    she_may_escape(s, Source(seat, volur_witch.number), 0)


TURN.offer(SACRIFICE, do_sacrifice, why_not_sacrifice, sacrifice_menu, friggas_sacrifice.number)
SECOND_SACRIFICE.offer(SACRIFICE, do_second_sacrifice, why_not_give)

friggas_grace = battle_card(
    "Frigga's Grace",
    age=1,
    bonus=2,
    copies=(1, 0, 1, 0),
    god="Frigga",
    text=(
        "If you pillage successfully with this card, raise one clan stat by one step, but not the stat of "
        "the token you have just taken; after a 5 Glory token or the Yggdrasil token any stat may be "
        "chosen."
    ),
    short="If you pillage with this card, raise one stat other than the token's.",
)


@friggas_grace.when(PILLAGE_BONUSES)
def raise_another_stat(s: State, me: Source, token: int) -> None:
    """BR-13.17: any stat but the token's; any stat at all after five Glory or the Yggdrasil token."""
    acts(s, me)
    then(s, choose_raise, me.owner, token if token < STATS else ANY_STAT)
