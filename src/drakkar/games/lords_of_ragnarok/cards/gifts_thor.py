"""The Gifts of Thor: Combat cards, the Hero, Hunts."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS, NO_REWARD
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import DISCARD
from drakkar.games.lords_of_ragnarok.events import TEXT_ACTS
from drakkar.games.lords_of_ragnarok.hunt.wounds import a_wound_of_any_kind
from drakkar.games.lords_of_ragnarok.pieces.heroes import an_injury_is_healed, injuries
from drakkar.games.lords_of_ragnarok.pieces.player_pools import discard_card, discard_menu, draw_cards, why_not_discard
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, State, rules
from drakkar.games.lords_of_ragnarok.windows import (
    AFTER_THE_HUNT,
    BATTLE_NEARS,
    BATTLE_STRENGTH,
    CARD_LIMIT,
    GIFT_HAS_BEEN_TAKEN,
    HERO_STEPS,
    HUNT_DRAWS,
    HUNT_STARTS,
    INJURIES_HEALED,
    INJURY_COMES,
    PREPARE_DRAWS,
    WEAK_POINT_WISDOM,
    WOUND_HAS_BEEN_DEALT,
)


def is_injured_at_all(s: State, seat: int) -> bool:
    """LR-28.3."""
    return injuries(s, seat) > 0


victory_feast = card("gift", "victory_feast", "After your Hunt ends: heal 1 Injury.")


@victory_feast.when(AFTER_THE_HUNT, is_injured_at_all)
def an_injury_heals_after_the_hunt(s: State, me: Source, _: int) -> None:
    """T37."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    then(s, an_injury_is_healed, me.owner)


first_blood = card(
    "gift",
    "first_blood",
    text="Start of your Hunt on a Monster: you may discard 1 Combat card to deal one Wound of any kind.",
    short="Start of your Hunt: you may discard 1 Combat card for one Wound of any kind.",
)
FIRST_BLOOD: Final = rules.question("first_blood", "LR-28.1", "discard a Combat card for a Wound of any kind")


def can_draw_first_blood(s: State, seat: int) -> bool:
    """LR-17.11, LR-28.3: once, on a Monster, with a card to discard."""
    return s.hunt.monster != BOSS and s.hand.sizes[seat] > 0 and not s.hunt.has_used(first_blood.number)


@first_blood.when(HUNT_STARTS, can_draw_first_blood)
def a_card_for_a_wound(s: State, me: Source, _: int) -> None:
    """T29."""
    s.hunt.use(me.card)
    FIRST_BLOOD.ask(s, me.owner)


def do_first_blood(s: State, seat: int, discarded: int, _: int) -> None:
    """T29."""
    discard_card(s, seat, discarded)
    then(s, a_wound_of_any_kind, seat)


FIRST_BLOOD.offer(DISCARD, do_first_blood, why_not_discard, discard_menu)


training_yard = card(
    "gift",
    "training_yard",
    text="Prepare: the first time you choose to draw, draw 2 Combat cards instead of 1.",
)


@training_yard.modifies(PREPARE_DRAWS)
def the_first_time_one_more(_s: State, _me: Source, cards: int, times: int) -> int:
    """T13."""
    return cards if times else cards + 1


hammer_arm = card("gift", "hammer_arm", "Start of your Hunt: draw 1 more Combat card.")


@hammer_arm.modifies(HUNT_DRAWS)
def one_card_more(_s: State, _me: Source, cards: int, _: int) -> int:
    """T29."""
    return cards + 1


thick_hide = card("gift", "thick_hide", "Once in each of your Hunts: ignore an Injury dealt to you.")


def may_ignore(s: State, seat: int) -> bool:
    """LR-28.3, LR-28.5: once in each own Hunt; not for an Injury without effect, after the Hunt has failed."""
    does_nothing = s.hunt.over and injuries(s, seat) == ATTRIBUTES
    return s.hunt.hunter == seat and not s.hunt.has_used(thick_hide.number) and not does_nothing


@thick_hide.when(INJURY_COMES, may_ignore)
def the_injury_is_ignored(s: State, me: Source, _: int) -> None:
    """T25."""
    s.hunt.use(me.card)
    s.hunt.warded = True


keen_eye = card("gift", "keen_eye", "Weak Point check: your Wisdom counts as 2 higher.")


@keen_eye.modifies(WEAK_POINT_WISDOM)
def two_wiser(_s: State, _me: Source, wisdom: int, _: int) -> int:
    """T32."""
    return wisdom + 2


trophy_taker = card(
    "gift",
    "trophy_taker",
    text="The first time in each Hunt that you gain a Wound reward: draw 1 Combat card.",
)


def has_no_trophy(s: State, seat: int) -> bool:
    """The first time in each Hunt."""
    return s.hunt.hunter == seat and not s.hunt.has_used(trophy_taker.number)


@trophy_taker.when(WOUND_HAS_BEEN_DEALT, has_no_trophy)
def a_card_for_a_reward(s: State, me: Source, space: int) -> None:
    """T35."""
    if MONSTER_FACTS[s.hunt.monster].reward[space] != NO_REWARD:
        s.hunt.use(me.card)
        emit(s, TEXT_ACTS, me.owner, me.card)
        draw_cards(s, me.owner, 1)


shoulder_to_shoulder = card(
    "gift",
    "shoulder_to_shoulder",
    text="In a battle in the Region with your Hero: +2 Battle Strength.",
)


@shoulder_to_shoulder.modifies(BATTLE_STRENGTH)
def beside_the_hero(s: State, me: Source, strength: int, region: int) -> int:
    """T40."""
    return strength + (2 if s.hero_places[me.owner] == region else 0)


def has_empty_hand(s: State, seat: int) -> bool:
    """No Combat card."""
    return not s.hand.sizes[seat]


battle_cry = card("gift", "battle_cry", "Before your battle: if you have no Combat card, draw 1.")


@battle_cry.when(BATTLE_NEARS, has_empty_hand)
def a_card_for_the_battle(s: State, me: Source, _: int) -> None:
    """T38."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    draw_cards(s, me.owner, 1)


thunder_step = card("gift", "thunder_step", "Hero stage: your Hero may move up to 3 Regions.")


@thunder_step.modifies(HERO_STEPS)
def a_third_region(_s: State, _me: Source, _steps: int, _: int) -> int:
    """T06."""
    return 3


grim_endurance = card("gift", "grim_endurance", "Hero stage: healing heals 2 Injuries instead of 1.")


@grim_endurance.modifies(INJURIES_HEALED)
def two_injuries(_s: State, _me: Source, _injuries: int, _: int) -> int:
    """T06."""
    return 2


armoury = card("gift", "armoury", "On taking this Gift, draw 2 Combat cards. Your Combat card limit is 2 higher.")


@armoury.when(GIFT_HAS_BEEN_TAKEN)
def two_cards_on_taking(s: State, me: Source, gift: int) -> None:
    """T19."""
    if gift == me.card:
        draw_cards(s, me.owner, 2)


@armoury.modifies(CARD_LIMIT)
def two_more_cards(_s: State, _me: Source, limit: int, _: int) -> int:
    """T27."""
    return limit + 2
