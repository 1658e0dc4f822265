"""The Artifacts: each may be exhausted in its window, for its effect (LR-21.2)."""

from typing import Final

from drakkar.core.flow import then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.battle import add_bonus
from drakkar.games.lords_of_ragnarok.board import RUNES
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import ACTIVATE_MONSTER
from drakkar.games.lords_of_ragnarok.hunt.wounds import a_wound_of_any_kind
from drakkar.games.lords_of_ragnarok.monsters.monsters import (
    a_monster_is_activated,
    an_army_loses_two,
    can_activate_a_monster,
    why_not_activate_monster,
)
from drakkar.games.lords_of_ragnarok.pieces.artifacts import exhaust
from drakkar.games.lords_of_ragnarok.pieces.figures import armies_gain_value, has_army_to_strengthen, players_in
from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards, gain_runes_of_choice, supply
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.windows import (
    BATTLE_CARD_PLAYED,
    CASUALTIES_COME,
    HERO_ROUND,
    HERO_STAGE_ENDS,
    HERO_STAGE_STARTS,
    RUNE_HAS_BEEN_CHANGED,
    RUNES_CHANGED,
    TURN_STARTS,
)

mjolnir = card("artifact", "mjolnir", "At the start of your turn: draw 1 Combat card.")


@mjolnir.when(TURN_STARTS)
def draw_a_card(s: State, me: Source, _: int) -> None:
    """T02."""
    exhaust(s, me)
    draw_cards(s, me.owner, 1)


gungnir = card("artifact", "gungnir", "At the start of your turn: +1 value to one of your Armies.")


@gungnir.when(TURN_STARTS, has_army_to_strengthen)
def strengthen_an_army(s: State, me: Source, _: int) -> None:
    """T02, LR-28.3: not offered when it would do nothing."""
    exhaust(s, me)
    then(s, armies_gain_value, me.owner, 1)


def has_supply(s: State, _seat: int) -> bool:
    """LR-28.3."""
    return any(supply(s, rune) for rune in range(RUNES))


brisingamen = card("artifact", "brisingamen", "At the start of your turn: take any 1 Rune.")


@brisingamen.when(TURN_STARTS, has_supply)
def take_a_rune(s: State, me: Source, _: int) -> None:
    """T02."""
    exhaust(s, me)
    gain_runes_of_choice(s, me.owner, 1)


andvaris_ring = card(
    "artifact",
    "andvaris_ring",
    text="One Rune you spend on this Rune action counts as a kind of your choice.",
)


@andvaris_ring.modifies(RUNES_CHANGED)
def one_counts_as_another(_s: State, _me: Source, runes: int, _: int) -> int:
    """T08."""
    return runes + 1


@andvaris_ring.when(RUNE_HAS_BEEN_CHANGED)
def the_ring_is_exhausted(s: State, me: Source, _: int) -> None:
    """LR-21.2."""
    exhaust(s, me)


LURE: Final = rules.question("lure", "LR-21.2", "activate a neutral Monster or one of yours")


huldras_tail = card(
    "artifact", "huldras_tail", "At the start of your turn: activate one neutral Monster or one you control."
)


@huldras_tail.when(TURN_STARTS, can_activate_a_monster)
def activate_a_monster(s: State, me: Source, _: int) -> None:
    """T02."""
    exhaust(s, me)
    LURE.ask(s, me.owner)


def do_lure(s: State, seat: int, monster: int, _: int) -> None:
    """LR-17.1."""
    then(s, a_monster_is_activated, seat, monster)


LURE.offer(ACTIVATE_MONSTER, do_lure, why_not_activate_monster)


sleeping_potion = card(
    "artifact",
    "sleeping_potion",
    text="At the start or end of your Hero stage: -2 value to one Army, of any player, in your Hero's Region.",
    short="Start or end of your Hero stage: -2 value to one Army, of any player, at your Hero.",
)


def armies_at_the_hero(s: State, seat: int) -> bool:
    """LR-28.3."""
    return players_in(s, s.hero_places[seat]) != 0


@sleeping_potion.when(HERO_STAGE_STARTS, armies_at_the_hero)
@sleeping_potion.when(HERO_STAGE_ENDS, armies_at_the_hero)
def an_army_falls_asleep(s: State, me: Source, _: int) -> None:
    """T05, T07: of any player."""
    exhaust(s, me)
    then(s, an_army_loses_two, me.owner, s.hero_places[me.owner])


grendels_arm = card("artifact", "grendels_arm", "In your Hero round: deal 1 Wound of any kind without playing a card.")


@grendels_arm.when(HERO_ROUND)
def a_wound_without_a_card(s: State, me: Source, _: int) -> None:
    """T34."""
    exhaust(s, me)
    then(s, a_wound_of_any_kind, me.owner)


ulfhednar_cloak = card("artifact", "ulfhednar_cloak", "When you play a Combat card in a battle: +2 Battle Strength.")


@ulfhednar_cloak.when(BATTLE_CARD_PLAYED)
def wolf_strength(s: State, me: Source, _: int) -> None:
    """T39."""
    exhaust(s, me)
    add_bonus(s, me.owner, me.card, 2)


def has_casualties(s: State, _seat: int) -> bool:
    """LR-28.3."""
    return s.battle.owed + s.battle.defeat > 0


blood_of_the_undead = card(
    "artifact",
    "blood_of_the_undead",
    text="When you assign casualties in a battle: ignore all of them, both from your cards and from the defeat.",
    short="When you assign casualties in a battle: ignore all of them, even those from the defeat.",
)


@blood_of_the_undead.when(CASUALTIES_COME, has_casualties)
def no_casualties(s: State, me: Source, _: int) -> None:
    """T41, T43: neither from cards nor from the defeat."""
    exhaust(s, me)
    s.battle.owed = s.battle.defeat = 0
