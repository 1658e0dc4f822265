"""The Monsters' cards: the Special Attacks of a Hunt (LR-18.34 to LR-18.38)."""

from typing import Final

from drakkar.core.flow import then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.kinds import card
from drakkar.games.lords_of_ragnarok.choices import (
    DISCARD,
    DISCARD_RUNE,
    LOWER,
    MOST_WOUNDS,
    PLACE_HERO,
    UNCOVER,
)
from drakkar.games.lords_of_ragnarok.figures import place_hero
from drakkar.games.lords_of_ragnarok.heroes import deal_injury, field, lower_attribute
from drakkar.games.lords_of_ragnarok.pools import (
    attribute,
    discard_card,
    discard_menu,
    do_discard_rune,
    runes_held,
    why_not_discard,
    why_not_discard_rune,
)
from drakkar.games.lords_of_ragnarok.rune_action import place_hero_menu, why_not_place_hero
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, LOWEST, WISDOM, State, rules
from drakkar.games.lords_of_ragnarok.windows import AFTERMATH, SPECIAL_ATTACK
from drakkar.games.lords_of_ragnarok.wounds import markers_on, uncover

WISE: Final = 4

# Fafnir

LOSE_A_RUNE: Final = rules.question("lose_rune", "LR-18.10", "discard a Rune of your choice")


@card("monster", "fafnir").says(SPECIAL_ATTACK)
def injuries_and_a_rune(s: State, seat: int, _: int) -> None:
    """Two Injuries, then a Rune of own choice."""
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

BANISH: Final = rules.question("banish", "LR-18.35", "place the Hero of {about:clan} in any Region")

troll = card("monster", "troll")


@troll.says(SPECIAL_ATTACK)
def injury_and_exile(s: State, seat: int, _: int) -> None:
    """LR-18.34, LR-18.35: the Hero is placed when all is settled."""
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

HALF_THE_HAND: Final = rules.question("half_the_hand", "LR-18.37", "discard Combat cards ({about} to go)")


@card("monster", "hati_skoll").says(SPECIAL_ATTACK)
def injuries_and_half_the_hand(s: State, seat: int, _: int) -> None:
    """Two Injuries first."""
    then(s, half_the_hand_is_counted, seat)
    deal_injury(s, seat)
    deal_injury(s, seat)


@rules.step_for
def half_the_hand_is_counted(s: State, seat: int) -> None:
    """LR-18.37: what is held now, halved and rounded up."""
    then(s, half_the_hand_goes, seat, (s.hand.sizes[seat] + 1) // 2)


@rules.step_about
def half_the_hand_goes(s: State, seat: int, left: int) -> None:
    """LR-18.37: by own choice, one by one."""
    if left:
        HALF_THE_HAND.ask(s, seat, left)


def do_discard_on(s: State, seat: int, chosen: int, _: int) -> None:
    """LR-18.37: one, and then the next."""
    then(s, half_the_hand_goes, seat, s.flow.about[seat] - 1)
    discard_card(s, seat, chosen)


HALF_THE_HAND.offer(DISCARD, do_discard_on, why_not_discard, discard_menu)

# Huldra


@card("monster", "huldra").says(SPECIAL_ATTACK)
def the_whole_hand(s: State, seat: int, _: int) -> None:
    """LR-18.34: the Hunt ends, and all cards held are discarded."""
    s.hunt.over = True
    for held in s.hand.of(seat):
        discard_card(s, seat, held)


# Grendel

LOWER_ONE: Final = rules.question("lower", "LR-18.38", "lower one of your Attributes by 1")
ON_TWO: Final = rules.why("on_two", "LR-18.38", "{attribute} is on 2 already")


@card("monster", "grendel").says(SPECIAL_ATTACK)
def injury_and_loss(s: State, seat: int, _: int) -> None:
    """LR-18.34, LR-18.38."""
    s.hunt.over = True
    then(s, an_attribute_falls, seat)
    deal_injury(s, seat)


@rules.step_for
def an_attribute_falls(s: State, seat: int) -> None:
    """LR-18.38: if a token lies above 2."""
    if any(field(s, seat, which) > LOWEST for which in range(ATTRIBUTES)):
        LOWER_ONE.ask(s, seat)


def why_not_lower(s: State, seat: int, which: int, _: int) -> int:
    """LR-18.38: an injured one too."""
    return 0 if field(s, seat, which) > LOWEST else ON_TWO.given(which)


def do_lower(s: State, seat: int, which: int, _: int) -> None:
    """LR-5.7, LR-5.12."""
    lower_attribute(s, seat, which)


LOWER_ONE.offer(LOWER, do_lower, why_not_lower)

# Draugr

UNCOVER_ONE: Final = rules.question("uncover", "LR-18.10", "take one of your markers off {about:monster}")
NOT_YOUR_MARKER: Final = rules.why("not_your_marker", "LR-18.10", "space {space} has no marker of yours")


@card("monster", "draugr").says(SPECIAL_ATTACK)
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
    """Only one's own."""
    mine = s.monsters.wounds[s.hunt.monster * MOST_WOUNDS + space] == seat
    return 0 if mine else NOT_YOUR_MARKER.given(space)


def do_uncover(s: State, _seat: int, space: int, _: int) -> None:
    """The space is open again with its reward."""
    uncover(s, s.hunt.monster, space)


UNCOVER_ONE.offer(UNCOVER, do_uncover, why_not_uncover)

# Loki


@card("monster", "loki").says(SPECIAL_ATTACK)
def injuries_and_doubt(s: State, seat: int, _: int) -> None:
    """LR-18.36: Wisdom is read after both Injuries."""
    then(s, the_unwise_give_up, seat)
    deal_injury(s, seat)
    deal_injury(s, seat)


@rules.step_for
def the_unwise_give_up(s: State, seat: int) -> None:
    """LR-18.36."""
    if attribute(s, seat, WISDOM) < WISE:
        s.hunt.over = True
