"""The Combat cards: in a Hunt what they deal together, in a battle what their text does (LR-18.17, LR-19.6)."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.battle import add_bonus
from drakkar.games.lords_of_ragnarok.cards.kinds import SHIELD, WEAPON, card
from drakkar.games.lords_of_ragnarok.choices import DISCARD
from drakkar.games.lords_of_ragnarok.events import CARD_TAKEN_BACK, TEXT_ACTS
from drakkar.games.lords_of_ragnarok.figures import armies_in, is_in_the_land, total
from drakkar.games.lords_of_ragnarok.hero_round import any_wound_beside
from drakkar.games.lords_of_ragnarok.pools import (
    discard_menu,
    do_discard,
    gain_runes_of_choice,
    limits_are_applied,
    why_not_discard,
)
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.windows import BATTLE_IS_OVER, BATTLE_TEXT, CASUALTIES_IGNORED, SYMBOLS_IGNORED

huskarls = card("combat", "axe_huskarls")
raiders = card("combat", "axe_raiders")
berserkers = card("combat", "seax_berserkers")
scouts = card("combat", "seax_scouts")
spearmen = card("combat", "spear_spearmen")
levy = card("combat", "spear_levy")
jarls_guard = card("combat", "sword_guard")
champions = card("combat", "sword_champions")
shieldmaidens = card("combat", "shield_maidens")
shield_wall = card("combat", "shield_wall")

# Hunts: Axes and Seaxes beside a Shield, Spears and Swords beside their like.
for one in (huskarls, raiders, berserkers, scouts):
    any_wound_beside(one, SHIELD)
for one in (spearmen, levy, jarls_guard, champions):
    any_wound_beside(one, WEAPON[one.number])


# When they are played in a battle


@huskarls.says(BATTLE_TEXT)
def near_the_hero(s: State, seat: int, region: int) -> None:
    """LR-27.4: 2 in the Hero's Region, 1 elsewhere in its Land."""
    if s.hero_places[seat] == region:
        add_bonus(s, seat, huskarls.number, 2)
    elif is_in_the_land(s, seat, region):
        add_bonus(s, seat, huskarls.number, 1)


@berserkers.says(BATTLE_TEXT)
def attacking(s: State, seat: int, _: int) -> None:
    """LR-19.2."""
    if s.battle.attacker == seat:
        add_bonus(s, seat, berserkers.number, 2)


@spearmen.says(BATTLE_TEXT)
def outnumbered(s: State, seat: int, region: int) -> None:
    """LR-19.6: read at this moment."""
    if total(s, seat, region) < total(s, s.battle.opponent(seat), region):
        add_bonus(s, seat, spearmen.number, 1)


@levy.says(BATTLE_TEXT)
def for_each_army(s: State, seat: int, region: int) -> None:
    """LR-27.5."""
    add_bonus(s, seat, levy.number, len(armies_in(s, seat, region)))


@shield_wall.says(BATTLE_TEXT)
def defending(s: State, seat: int, _: int) -> None:
    """LR-19.2."""
    if s.battle.defender == seat:
        add_bonus(s, seat, shield_wall.number, 2)


# When casualties are assigned in a battle


@champions.modifies(SYMBOLS_IGNORED)
def one_beside_the_hero(s: State, me: Source, ignored: int, _: int) -> int:
    """T41, T43."""
    return ignored + (1 if s.hero_places[me.owner] == s.battle.region else 0)


@shieldmaidens.modifies(CASUALTIES_IGNORED)
def two_casualties(_s: State, _me: Source, ignored: int, _: int) -> int:
    """LR-19.15: each such card counts."""
    return ignored + 2


# When a battle is over


def has_won_a_settlement(s: State, seat: int) -> bool:
    """T45."""
    return s.battle.winner == seat and bool(s.board.settlements >> s.battle.region & 1)


@raiders.when(BATTLE_IS_OVER, has_won_a_settlement)
def plunder(s: State, me: Source, _: int) -> None:
    """T45."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    gain_runes_of_choice(s, me.owner, 1)


SCOUTED: Final = rules.question("scouted", "LR-19.6", "you have lost against Scouts: discard a Combat card")


def has_won_against_a_hand(s: State, seat: int) -> bool:
    """T45: and the loser holds a card."""
    return s.battle.winner == seat and s.hand.sizes[s.battle.loser] > 0


@scouts.when(BATTLE_IS_OVER, has_won_against_a_hand)
def the_loser_discards(s: State, me: Source, _: int) -> None:
    """T45: of its own choice."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    SCOUTED.ask(s, s.battle.loser)


SCOUTED.offer(DISCARD, do_discard, why_not_discard, discard_menu)


def has_lost(s: State, seat: int) -> bool:
    """T45."""
    return s.battle.loser == seat


@jarls_guard.when(BATTLE_IS_OVER, has_lost)
def back_into_the_hand(s: State, me: Source, _: int) -> None:
    """LR-19.14, LR-5.10: everybody knows that it is there."""
    s.played.remove(me.owner, me.card)
    s.acting.remove(me.owner, me.card)
    s.hand.add(me.owner, me.card)
    s.known.add(me.owner, me.card)
    emit(s, CARD_TAKEN_BACK, me.owner, me.card)
    then(s, limits_are_applied, me.owner)
