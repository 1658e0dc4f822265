"""The Gifts of Odin: Armies, the Drakkar, control."""

from typing import Final

from drakkar.core.flow import Menu, emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NOWHERE
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import STRENGTHEN
from drakkar.games.lords_of_ragnarok.events import TEXT_ACTS
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    armies_in,
    army_like,
    can_gain,
    owner_of,
    strengthen,
    weaken,
    why_not_strengthen,
)
from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.victory.control import region_taken, was_neutral
from drakkar.games.lords_of_ragnarok.windows import (
    ARMY_HAS_ENTERED,
    ARMY_HAS_FALLEN,
    BATTLE_STRENGTH,
    CONTROL_HAS_CHANGED,
    DEFEAT_LOSS,
    DRAKKAR_STEPS,
    LEVY_VALUE,
    LONG_MARCHES,
    REINFORCE_VALUE,
    SYMBOLS_IGNORED,
    USURP_STRENGTH,
)

ravens_counsel = card(
    "gift",
    "ravens_counsel",
    text="Mobilize: one of the Armies you activate may move two Regions instead of one.",
)


@ravens_counsel.modifies(LONG_MARCHES)
def one_goes_two_regions(_s: State, _me: Source, armies: int, _: int) -> int:
    """T13."""
    return armies + 1


local_levies = card(
    "gift",
    "local_levies",
    text="Manoeuvres: instead of activating an Army you may recruit an Army of value 1 in a Region you control.",
    short="Manoeuvres: recruit an Army of 1 in your Region instead of activating one.",
)


@local_levies.modifies(LEVY_VALUE)
def an_army_of_one(_s: State, _me: Source, _value: int, _: int) -> int:
    """T10, LR-13.6."""
    return 1


stalwart_defence = card(
    "gift",
    "stalwart_defence",
    text="While you defend: +1 Battle Strength, or +2 if the Region holds a Temple.",
)


@stalwart_defence.modifies(BATTLE_STRENGTH)
def while_you_defend(s: State, me: Source, strength: int, region: int) -> int:
    """T40."""
    bonus = 2 if s.regions.temples[region] else 1
    return strength + (bonus if s.battle.defender == me.owner else 0)


war_spear = card("gift", "war_spear", "While you attack: +1 Battle Strength, or +2 if the Region borders Yggdrasil.")


@war_spear.modifies(BATTLE_STRENGTH)
def while_you_attack(s: State, me: Source, strength: int, region: int) -> int:
    """T40."""
    bonus = 2 if s.board.yggdrasil >> region & 1 else 1
    return strength + (bonus if s.battle.attacker == me.owner else 0)


high_muster = card("gift", "high_muster", "Reinforce: the recruited Army enters with 1 more value (at most 6).")


@high_muster.modifies(REINFORCE_VALUE)
def one_value_more(_s: State, _me: Source, value: int, _: int) -> int:
    """T13."""
    return value + 1


swift_sails = card("gift", "swift_sails", "Hero stage: your Drakkar may move up to 3 Seas.")


@swift_sails.modifies(DRAKKAR_STEPS)
def a_third_sea(_s: State, _me: Source, _steps: int, _: int) -> int:
    """T06."""
    return 3


usurpers_banner = card("gift", "usurpers_banner", "Usurp: your Strength counts as 1 higher.")


@usurpers_banner.modifies(USURP_STRENGTH)
def stronger_for_usurp(_s: State, _me: Source, strength: int, _: int) -> int:
    """T13."""
    return strength + 1


einherjar = card(
    "gift",
    "einherjar",
    text="For each of your Armies destroyed in a battle or in the retreat after it: draw 1 Combat card.",
    short="Draw 1 Combat card for each Army you lose in a battle or its retreat.",
)


@einherjar.when(ARMY_HAS_FALLEN)
def a_card_for_the_fallen(s: State, me: Source, _: int) -> None:
    """T26: in a battle or in the retreat after it."""
    if s.battle.region != NOWHERE:
        emit(s, TEXT_ACTS, me.owner, me.card)
        draw_cards(s, me.owner, 1)


iron_discipline = card("gift", "iron_discipline", "In each battle: ignore 1 of your casualty symbols.")


@iron_discipline.modifies(SYMBOLS_IGNORED)
def one_symbol_less(_s: State, _me: Source, ignored: int, _: int) -> int:
    """T41, T43."""
    return ignored + 1


orderly_retreat = card(
    "gift",
    "orderly_retreat",
    text="When you lose a battle: your Armies lose no value for the defeat (casualty symbols still count).",
    short="When you lose a battle: no value is lost for the defeat, only for symbols.",
)


@orderly_retreat.modifies(DEFEAT_LOSS)
def no_loss_for_the_defeat(_s: State, _me: Source, _loss: int, _: int) -> int:
    """T41."""
    return 0


watchtowers = card(
    "gift",
    "watchtowers",
    text="When another player's Army enters a Region with a Temple that you control: that Army loses 1 value at once.",
    short="Another player's Army that enters your Region with a Temple loses 1 value at once.",
)


@watchtowers.when(ARMY_HAS_ENTERED)
def an_intruder_is_weakened(s: State, me: Source, army: int) -> None:
    """T22: where a Temple stands in one of the owner's Regions."""
    region = s.armies[army]
    mine = s.regions.temples[region] and s.regions.control[region] == me.owner
    if mine and owner_of(army) != me.owner:
        emit(s, TEXT_ACTS, me.owner, me.card)
        weaken(s, army, 1)


STRENGTHEN_THERE: Final = rules.question("land_taker", "LR-27.7", "+1 value to one of your Armies in {about:region}")
NOT_TAKEN: Final = rules.why("not_taken", "LR-27.7", "only in {region}, which you have just taken")


land_taker = card(
    "gift",
    "land_taker",
    text="When you take control of a neutral Region in which you have an Army: +1 value to one of your Armies there.",
    short="When you take a neutral Region with your Army in it: +1 value to one Army there.",
)


@land_taker.when(CONTROL_HAS_CHANGED)
def an_army_grows_there(s: State, me: Source, taking: int) -> None:
    """T24."""
    region = region_taken(taking)
    if was_neutral(taking) and any(can_gain(s, army) for army in armies_in(s, me.owner, region)):
        emit(s, TEXT_ACTS, me.owner, me.card)
        STRENGTHEN_THERE.ask(s, me.owner, region)


def why_not_strengthen_there(s: State, seat: int, value: int, region: int) -> int:
    """LR-27.7: in the Region just taken."""
    taken = s.flow.about[seat]
    return why_not_strengthen(s, seat, value, region) if region == taken else NOT_TAKEN.given(taken)


def strengthen_there_menu(s: State, seat: int, menu: Menu) -> None:
    """Equal Armies are one choice."""
    region = s.flow.about[seat]
    for army in armies_in(s, seat, region):
        if can_gain(s, army) and army_like(s, seat, s.values[army], region) == army:
            menu.add(STRENGTHEN, s.values[army], region)


def do_strengthen_there(s: State, seat: int, value: int, region: int) -> None:
    """T24."""
    strengthen(s, army_like(s, seat, value, region), 1)


STRENGTHEN_THERE.offer(STRENGTHEN, do_strengthen_there, why_not_strengthen_there, strengthen_there_menu)
