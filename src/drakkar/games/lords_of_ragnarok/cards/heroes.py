"""The Heroes' abilities."""

from typing import Final

from drakkar.core.flow import emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import NO, STRENGTHEN, YES
from drakkar.games.lords_of_ragnarok.events import TEXT_ACTS
from drakkar.games.lords_of_ragnarok.monsters.monsters import do_decline
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    armies_in,
    army_like,
    can_gain,
    is_in_the_land,
    strengthen,
    why_not_strengthen,
)
from drakkar.games.lords_of_ragnarok.pieces.heroes import deal_injury, injuries
from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards, gain_runes_of_choice
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, State, rules
from drakkar.games.lords_of_ragnarok.victory.control import region_taken, was_fought_for
from drakkar.games.lords_of_ragnarok.windows import (
    BATTLE_IS_OVER,
    BATTLE_NEARS,
    BATTLE_STRENGTH,
    CONTROL_HAS_CHANGED,
    HUNT_IS_DECLARED,
    INJURY_DEALT,
    REALMS_ALLIED,
)

ragnar = card(
    "hero",
    "ragnar",
    text=(
        "When your Armies attack in a battle in the Land where Ragnar is: +1 Battle Strength for each of your Armies "
        "in that battle."
    ),
    short="Attacking in Ragnar's Land: +1 Battle Strength for each of your Armies in the battle.",
)


@ragnar.modifies(BATTLE_STRENGTH)
def one_for_each_army(s: State, me: Source, strength: int, region: int) -> int:
    """LR-27.11: only as attacker; LR-29.18: by ruling for the Armies of both sides."""
    attacks = s.battle.attacker == me.owner and is_in_the_land(s, me.owner, region)
    counted = range(s.seats) if s.rulings.ragnar_counts_all else range(me.owner, me.owner + 1)
    armies = sum(len(armies_in(s, seat, region)) for seat in counted)
    return strength + (armies if attacks else 0)


aslaug = card(
    "hero",
    "aslaug",
    text=(
        "When Realm bonuses are handed out, the Realms bordering the Region where Aslaug is count as allied with you "
        "too (one use of the bonus, not two)."
    ),
    short="Realm bonuses: the Realms bordering Aslaug's Region count as allied with you too.",
)


@aslaug.modifies(REALMS_ALLIED)
def bordering_realms_too(s: State, me: Source, realms: int, _: int) -> int:
    """LR-27.12."""
    return realms | s.board.realms[s.hero_places[me.owner]]


snorri = card(
    "hero",
    "snorri",
    text=(
        "When you take control, without a battle, of a Region with a Settlement in the Land where Snorri is: take any "
        "1 Rune."
    ),
    short="When you take a Settlement Region in Snorri's Land without a battle: take 1 Rune.",
)


@snorri.when(CONTROL_HAS_CHANGED)
def a_rune_for_a_settlement(s: State, me: Source, taking: int) -> None:
    """LR-27.13: not for a Region taken in battle."""
    region = region_taken(taking)
    settled = s.board.settlements >> region & 1
    if settled and not was_fought_for(taking) and is_in_the_land(s, me.owner, region):
        emit(s, TEXT_ACTS, me.owner, me.card)
        gain_runes_of_choice(s, me.owner, 1)


# Lagertha

VICTORS: Final = rules.question("victors", "LR-27.14", "+1 value to one of your Armies in {about:region}")
NOT_A_VICTOR: Final = rules.why("not_a_victor", "LR-27.14", "the battle was not in {region}")


def has_victors_here(s: State, seat: int) -> bool:
    """LR-27.14: needs a battle won in the Hero's Land, and an Army of that battle that can gain value."""
    won = s.battle.winner == seat and is_in_the_land(s, seat, s.battle.region)
    return won and any(can_gain(s, army) for army in armies_in(s, seat, s.battle.region))


lagertha = card(
    "hero",
    "lagertha",
    text=(
        "After you win a battle in the Land where Lagertha is: +1 value to one of your Armies that fought in it and "
        "is still on the board."
    ),
    short="When you win a battle in Lagertha's Land: +1 value to one Army that fought in it.",
)


@lagertha.when(BATTLE_IS_OVER, has_victors_here)
def an_army_gains_one(s: State, me: Source, region: int) -> None:
    """LR-27.14: after step 6."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    VICTORS.ask(s, me.owner, region)


def why_not_victor(s: State, seat: int, value: int, region: int) -> int:
    """LR-27.14: an Army of the battle."""
    here = region == s.flow.about[seat]
    return why_not_strengthen(s, seat, value, region) if here else NOT_A_VICTOR.given(region)


def do_victor(s: State, seat: int, value: int, region: int) -> None:
    """LR-27.14."""
    strengthen(s, army_like(s, seat, value, region), 1)


VICTORS.offer(STRENGTHEN, do_victor, why_not_victor)

# Beowulf

beowulf = card(
    "hero",
    "beowulf",
    text=(
        "Whenever an Injury turns one of your Attribute tokens: draw 1 Combat card. Before your Hunt, and "
        "before your battle in the Land where Beowulf is, you may deal yourself 1 Injury."
    ),
    short="Each Injury: draw a card. Before a Hunt, or a battle in his Land, you may take 1 Injury.",
)
OWN_INJURY: Final = rules.question("own_injury", "LR-27.16", "deal yourself 1 Injury?")


@beowulf.when(INJURY_DEALT)
def a_card_for_an_injury(s: State, me: Source, _: int) -> None:
    """LR-27.15."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    draw_cards(s, me.owner, 1)


def has_healthy_token(s: State, seat: int) -> bool:
    """LR-27.15: not with all three tokens injured."""
    return injuries(s, seat) < ATTRIBUTES


def fights_in_his_land(s: State, seat: int) -> bool:
    """LR-27.4."""
    return has_healthy_token(s, seat) and is_in_the_land(s, seat, s.battle.region)


@beowulf.when(HUNT_IS_DECLARED, has_healthy_token)
def before_a_hunt(s: State, me: Source, _: int) -> None:
    """LR-27.16: once, before cards are drawn for Strength."""
    OWN_INJURY.ask(s, me.owner)


@beowulf.when(BATTLE_NEARS, fights_in_his_land)
def before_a_battle(s: State, me: Source, _: int) -> None:
    """LR-27.16: once."""
    OWN_INJURY.ask(s, me.owner)


def do_injure_oneself(s: State, seat: int, _a: int, _b: int) -> None:
    """LR-27.16."""
    deal_injury(s, seat)


OWN_INJURY.offer(YES, do_injure_oneself)
OWN_INJURY.offer(NO, do_decline)
