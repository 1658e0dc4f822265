"""The Monsters' cards: the Special Attacks of a Hunt (LR-18.34 to LR-18.38)."""

from typing import Final

from drakkar.core.flow import then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.monsters import draugr, fafnir, grendel, hati_skoll, huldra, loki, troll
from drakkar.games.lords_of_ragnarok.choices import (
    DISCARD,
    DISCARD_RUNE,
    LOWER,
    MOST_WOUNDS,
    PLACE_HERO,
    UNCOVER,
)
from drakkar.games.lords_of_ragnarok.hunt.wounds import markers_on, uncover
from drakkar.games.lords_of_ragnarok.pieces.figures import place_hero
from drakkar.games.lords_of_ragnarok.pieces.heroes import deal_injury, field, lower_attribute
from drakkar.games.lords_of_ragnarok.pieces.player_pools import (
    attribute,
    discard_card,
    discard_menu,
    do_discard_rune,
    runes_held,
    why_not_discard,
    why_not_discard_rune,
)
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, LOWEST, WISDOM, State, rules
from drakkar.games.lords_of_ragnarok.turn.rune_action import place_hero_menu, why_not_place_hero
from drakkar.games.lords_of_ragnarok.windows import AFTERMATH, SPECIAL_ATTACK

WISE: Final = 4

# Fafnir

LOSE_A_RUNE: Final = rules.question("lose_rune", "LR-18.10", "discard a Rune of your choice")


fafnir.goes_on("Special Attack: 2 Injuries; the hunter discards 1 Rune of their choice.")


@fafnir.says(SPECIAL_ATTACK)
def injuries_and_a_rune(s: State, seat: int, _: int) -> None:
    """Two Injuries, then a Rune of the hunter's choice."""
    then(s, a_rune_is_lost, seat)
    deal_injury(s, seat)
    deal_injury(s, seat)


@rules.step_for
def a_rune_is_lost(s: State, seat: int) -> None:
    """LR-27.2: if there is one."""
    if runes_held(s, seat):
        LOSE_A_RUNE.ask(s, seat)


LOSE_A_RUNE.offer(DISCARD_RUNE, do_discard_rune, why_not_discard_rune)

# Troll

BANISH: Final = rules.question("banish", "LR-18.35", "place {about:clan}'s Hero in any Region")

troll.goes_on(
    "Special Attack: 1 Injury; the Hunt fails; the Monster side places the hunting Hero in a Region of its choice."
)


@troll.says(SPECIAL_ATTACK)
def injury_and_exile(s: State, seat: int, _: int) -> None:
    """LR-18.34, LR-18.35: the Hero is placed after everything else is resolved."""
    s.hunt.over = s.hunt.aftermath = True
    deal_injury(s, seat)


@troll.says(AFTERMATH)
def exile(s: State, side: int, hunter: int) -> None:
    """LR-18.35: by the Monster side."""
    BANISH.ask(s, side, hunter)


def do_banish(s: State, side: int, region: int, _: int) -> None:
    """LR-2.10."""
    place_hero(s, s.flow.about[side], region)


BANISH.offer(PLACE_HERO, do_banish, why_not_place_hero, place_hero_menu)

# Hati and Skoll

HALF_THE_HAND: Final = rules.question("half_the_hand", "LR-18.37", "discard Combat cards ({about} left)")


hati_skoll.goes_on(
    "Special Attack: 2 Injuries; the hunter chooses and discards half of the Combat cards they hold, rounded up."
)


@hati_skoll.says(SPECIAL_ATTACK)
def injuries_and_half_the_hand(s: State, seat: int, _: int) -> None:
    """The two Injuries come first."""
    then(s, half_the_hand_is_counted, seat)
    deal_injury(s, seat)
    deal_injury(s, seat)


@rules.step_for
def half_the_hand_is_counted(s: State, seat: int) -> None:
    """LR-18.37: half of the current hand, rounded up."""
    then(s, half_the_hand_goes, seat, (s.hand.sizes[seat] + 1) // 2)


@rules.step_about
def half_the_hand_goes(s: State, seat: int, left: int) -> None:
    """LR-18.37: one by one, at the hunter's choice."""
    if left:
        HALF_THE_HAND.ask(s, seat, left)


def do_discard_on(s: State, seat: int, chosen: int, _: int) -> None:
    """LR-18.37: discard one, then go on to the next."""
    then(s, half_the_hand_goes, seat, s.flow.about[seat] - 1)
    discard_card(s, seat, chosen)


HALF_THE_HAND.offer(DISCARD, do_discard_on, why_not_discard, discard_menu)

# Huldra


huldra.goes_on("Special Attack: The Hunt fails; the hunter discards all Combat cards they hold.")


@huldra.says(SPECIAL_ATTACK)
def the_whole_hand(s: State, seat: int, _: int) -> None:
    """LR-18.34: the Hunt ends, and the whole hand is discarded."""
    s.hunt.over = True
    for held in s.hand.of(seat):
        discard_card(s, seat, held)


# Grendel

LOWER_ONE: Final = rules.question("lower", "LR-18.38", "lower one of your Attributes by 1")
ON_TWO: Final = rules.why("on_two", "LR-18.38", "{attribute} is already on 2")


grendel.goes_on("Special Attack: 1 Injury; the hunter lowers one Attribute of their choice by 1; the Hunt fails.")


@grendel.says(SPECIAL_ATTACK)
def injury_and_loss(s: State, seat: int, _: int) -> None:
    """LR-18.34, LR-18.38."""
    s.hunt.over = True
    then(s, an_attribute_falls, seat)
    deal_injury(s, seat)


@rules.step_for
def an_attribute_falls(s: State, seat: int) -> None:
    """LR-18.38: only if a token is above 2."""
    if any(field(s, seat, which) > LOWEST for which in range(ATTRIBUTES)):
        LOWER_ONE.ask(s, seat)


def why_not_lower(s: State, seat: int, which: int, _: int) -> int:
    """LR-18.38: it may be injured; LR-29.26: by ruling one on 2 may be chosen, without effect."""
    return 0 if s.rulings.grendel_lowers_any or field(s, seat, which) > LOWEST else ON_TWO.given(which)


def do_lower(s: State, seat: int, which: int, _: int) -> None:
    """LR-5.7, LR-5.12."""
    lower_attribute(s, seat, which)


LOWER_ONE.offer(LOWER, do_lower, why_not_lower)

# Draugr

UNCOVER_ONE: Final = rules.question("uncover", "LR-18.10", "take one of your markers off {about:monster}")
NOT_YOUR_MARKER: Final = rules.why("not_your_marker", "LR-18.10", "space {space} has none of your markers")


draugr.goes_on(
    "Special Attack: 1 Injury; the hunter takes one of their Control markers off a Wound space of this Monster "
    "(none there: nothing); the space is open again with its reward."
)


@draugr.says(SPECIAL_ATTACK)
def injury_and_mending(s: State, seat: int, monster: int) -> None:
    """The Injury first."""
    then(s, a_wound_heals, seat, monster)
    deal_injury(s, seat)


@rules.step_about
def a_wound_heals(s: State, seat: int, monster: int) -> None:
    """LR-27.2: one of the hunter's own."""
    if markers_on(s, seat, monster):
        UNCOVER_ONE.ask(s, seat, monster)


def why_not_uncover(s: State, seat: int, space: int, _: int) -> int:
    """Only the hunter's own markers."""
    mine = s.monsters.wounds[s.hunt.monster * MOST_WOUNDS + space] == seat
    return 0 if mine else NOT_YOUR_MARKER.given(space)


def do_uncover(s: State, _seat: int, space: int, _: int) -> None:
    """The space is open again, with its reward."""
    uncover(s, s.hunt.monster, space)


UNCOVER_ONE.offer(UNCOVER, do_uncover, why_not_uncover)

# Loki


loki.goes_on("Special Attack: 2 Injuries; if the hunter's Wisdom is then below 4, the Hunt fails.")


@loki.says(SPECIAL_ATTACK)
def injuries_and_doubt(s: State, seat: int, _: int) -> None:
    """LR-18.36: Wisdom is checked after both Injuries."""
    then(s, the_unwise_give_up, seat)
    deal_injury(s, seat)
    deal_injury(s, seat)


@rules.step_for
def the_unwise_give_up(s: State, seat: int) -> None:
    """LR-18.36."""
    if attribute(s, seat, WISDOM) < WISE:
        s.hunt.over = True
