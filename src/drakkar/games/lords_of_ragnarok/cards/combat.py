"""The Combat cards: combined Wounds in a Hunt, and their texts in a battle (LR-18.17, LR-19.6)."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.battle import add_bonus
from drakkar.games.lords_of_ragnarok.card import SHIELD, WEAPON
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import DISCARD
from drakkar.games.lords_of_ragnarok.events import CARD_TAKEN_BACK, TEXT_ACTS
from drakkar.games.lords_of_ragnarok.hunt.hero_round import any_wound_beside
from drakkar.games.lords_of_ragnarok.pieces.figures import armies_in, is_in_the_land, total
from drakkar.games.lords_of_ragnarok.pieces.player_pools import (
    discard_menu,
    do_discard,
    gain_runes_of_choice,
    limits_are_applied,
    why_not_discard,
)
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.windows import BATTLE_IS_OVER, BATTLE_TEXT, CASUALTIES_IGNORED, SYMBOLS_IGNORED

huskarls = card(
    "combat",
    "axe_huskarls",
    text=(
        "Hunt: Instead of its own symbol: play it together with a Shield to deal one Wound of any kind. Battle: +1 "
        "Battle Strength if the battle is in the Land with your Hero, or +2 if it is in the Region with your Hero."
    ),
    short="Hunt: with a Shield, any Wound. Battle: +1 in your Hero's Land, +2 in your Hero's Region.",
)
any_wound_beside(huskarls.number, SHIELD)


@huskarls.says(BATTLE_TEXT)
def near_the_hero(s: State, seat: int, region: int) -> None:
    """LR-27.4: 2 in the Hero's Region, 1 elsewhere in its Land."""
    if s.hero_places[seat] == region:
        add_bonus(s, seat, huskarls.number, 2)
    elif is_in_the_land(s, seat, region):
        add_bonus(s, seat, huskarls.number, 1)


raiders = card(
    "combat",
    "axe_raiders",
    text=(
        "Hunt: Instead of its own symbol: play it together with a Shield to deal one Wound of any kind. Battle: If "
        "you win and the battle was in a Region with a Settlement: take any 1 Rune."
    ),
    short="Hunt: with a Shield, any Wound. Battle: if you win where a Settlement is, take 1 Rune.",
)
any_wound_beside(raiders.number, SHIELD)


def has_won_a_settlement(s: State, seat: int) -> bool:
    """T45."""
    return s.battle.winner == seat and bool(s.board.settlements >> s.battle.region & 1)


@raiders.when(BATTLE_IS_OVER, has_won_a_settlement)
def plunder(s: State, me: Source, _: int) -> None:
    """T45."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    gain_runes_of_choice(s, me.owner, 1)


berserkers = card(
    "combat",
    "seax_berserkers",
    text=(
        "Hunt: Instead of its own symbol: play it together with a Shield to deal one Wound of any kind. Battle: If "
        "you are the attacker: +2 Battle Strength."
    ),
    short="Hunt: with a Shield, any Wound. Battle: if you attack, +2 Battle Strength.",
)
any_wound_beside(berserkers.number, SHIELD)


@berserkers.says(BATTLE_TEXT)
def attacking(s: State, seat: int, _: int) -> None:
    """LR-19.2."""
    if s.battle.attacker == seat:
        add_bonus(s, seat, berserkers.number, 2)


scouts = card(
    "combat",
    "seax_scouts",
    text=(
        "Hunt: Instead of its own symbol: play it together with a Shield to deal one Wound of any kind. Battle: If "
        "you win: the loser discards 1 Combat card of their choice."
    ),
    short="Hunt: with a Shield, any Wound. Battle: if you win, the loser discards 1 Combat card.",
)
any_wound_beside(scouts.number, SHIELD)


SCOUTED: Final = rules.question("scouted", "LR-19.6", "lost against Scouts: discard a Combat card")


def has_won_against_a_hand(s: State, seat: int) -> bool:
    """T45: the loser must hold a card."""
    return s.battle.winner == seat and s.hand.sizes[s.battle.loser] > 0


@scouts.when(BATTLE_IS_OVER, has_won_against_a_hand)
def the_loser_discards(s: State, me: Source, _: int) -> None:
    """T45: the loser chooses the card."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    SCOUTED.ask(s, s.battle.loser)


SCOUTED.offer(DISCARD, do_discard, why_not_discard, discard_menu)


spearmen = card(
    "combat",
    "spear_spearmen",
    text=(
        "Hunt: Instead of its own symbol: play it together with a second card of the same weapon to deal one Wound "
        "of any kind. Battle: +1 Battle Strength if your Armies in this battle have less value in total than the "
        "enemy Armies in it."
    ),
    short="Hunt: with a card of its weapon, any Wound. Battle: +1 if your Armies total less.",
)
any_wound_beside(spearmen.number, WEAPON[spearmen.number])


@spearmen.says(BATTLE_TEXT)
def outnumbered(s: State, seat: int, region: int) -> None:
    """LR-19.6: counted when the card is played."""
    if total(s, seat, region) < total(s, s.battle.opponent(seat), region):
        add_bonus(s, seat, spearmen.number, 1)


levy = card(
    "combat",
    "spear_levy",
    text=(
        "Hunt: Instead of its own symbol: play it together with a second card of the same weapon to deal one Wound "
        "of any kind. Battle: +1 Battle Strength for each of your Armies in this battle."
    ),
    short="Hunt: with a card of its weapon, any Wound. Battle: +1 for each of your Armies in it.",
)
any_wound_beside(levy.number, WEAPON[levy.number])


@levy.says(BATTLE_TEXT)
def for_each_army(s: State, seat: int, region: int) -> None:
    """LR-27.5."""
    add_bonus(s, seat, levy.number, len(armies_in(s, seat, region)))


jarls_guard = card(
    "combat",
    "sword_guard",
    text=(
        "Hunt: Instead of its own symbol: play it together with a second card of the same weapon to deal one Wound "
        "of any kind. Battle: If you lose: after the battle take this card back into your hand instead of discarding "
        "it."
    ),
    short="Hunt: with a card of its weapon, any Wound. Battle: if you lose, take it back.",
)
any_wound_beside(jarls_guard.number, WEAPON[jarls_guard.number])


def has_lost(s: State, seat: int) -> bool:
    """T45."""
    return s.battle.loser == seat


@jarls_guard.when(BATTLE_IS_OVER, has_lost)
def back_into_the_hand(s: State, me: Source, _: int) -> None:
    """LR-19.14, LR-5.10: it stays publicly known."""
    s.played.remove(me.owner, me.card)
    s.acting.remove(me.owner, me.card)
    s.hand.add(me.owner, me.card)
    s.known.add(me.owner, me.card)
    emit(s, CARD_TAKEN_BACK, me.owner, me.card)
    then(s, limits_are_applied, me.owner)


champions = card(
    "combat",
    "sword_champions",
    text=(
        "Hunt: Instead of its own symbol: play it together with a second card of the same weapon to deal one Wound "
        "of any kind. Battle: If your Hero is in the Region of the battle: ignore 1 of your casualty symbols."
    ),
    short="Hunt: with a card of its weapon, any Wound. Battle: beside your Hero, ignore 1 symbol.",
)
any_wound_beside(champions.number, WEAPON[champions.number])


@champions.modifies(SYMBOLS_IGNORED)
def one_beside_the_hero(s: State, me: Source, ignored: int, _: int) -> int:
    """T41, T43."""
    return ignored + (1 if s.hero_places[me.owner] == s.battle.region else 0)


shieldmaidens = card(
    "combat",
    "shield_maidens",
    text=(
        "Hunt: As a defence: cancels the Monster attack whatever its Rage, but not a Special Attack; there is then "
        "no Weak Point check. It may also be played as any other card, for its value. Battle: When you assign "
        "casualties: ignore 2 of them."
    ),
    short="Hunt: cancels an attack, but not a Special one. Battle: ignore 2 casualties.",
)


@shieldmaidens.modifies(CASUALTIES_IGNORED)
def two_casualties(_s: State, _me: Source, ignored: int, _: int) -> int:
    """LR-19.15: each such card counts separately."""
    return ignored + 2


shield_wall = card(
    "combat",
    "shield_wall",
    text=(
        "Hunt: As a defence: cancels the Monster attack whatever its Rage, but not a Special Attack; there is then "
        "no Weak Point check. It may also be played as any other card, for its value. Battle: If you are the "
        "defender: +2 Battle Strength."
    ),
    short="Hunt: cancels an attack, but not a Special one. Battle: if you defend, +2 Strength.",
)


@shield_wall.says(BATTLE_TEXT)
def defending(s: State, seat: int, _: int) -> None:
    """LR-19.2."""
    if s.battle.defender == seat:
        add_bonus(s, seat, shield_wall.number, 2)
