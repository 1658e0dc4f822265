"""Battles, in their seven steps (section 19)."""

from typing import Final

from drakkar.core.flow import Menu, emit, follow, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.card import CASUALTIES, VALUE
from drakkar.games.lords_of_ragnarok.choices import DONE, IGNORE, LOSE, PASS, PLAY
from drakkar.games.lords_of_ragnarok.components import no_battle
from drakkar.games.lords_of_ragnarok.events import (
    BATTLE_BEGINS,
    BATTLE_CARD,
    BATTLE_PASS,
    BATTLE_WON,
    BONUS_ADDED,
    CARD_DISCARDED,
    CASUALTIES_SPARED,
    STRENGTH_COUNTED,
)
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    armies_in,
    armies_retreat,
    army_like,
    players_in,
    total,
    weaken,
)
from drakkar.games.lords_of_ragnarok.pieces.player_pools import NOT_HELD, leave_hand
from drakkar.games.lords_of_ragnarok.state import NO_ARMY, State, rules
from drakkar.games.lords_of_ragnarok.victory.control import population, take_control
from drakkar.games.lords_of_ragnarok.windows import (
    BATTLE_CARD_PLAYED,
    BATTLE_IS_OVER,
    BATTLE_NEARS,
    BATTLE_STRENGTH,
    BATTLE_TEXT,
    CASUALTIES_COME,
    CASUALTIES_IGNORED,
    CONTROL_AFTER_BATTLE,
    DEFEAT_LOSS,
    RETREAT_NEARS,
    SYMBOLS_IGNORED,
)


@rules.step_about
def battle_is_fought(s: State, _seat: int, region: int) -> None:
    """LR-19.1, LR-19.2: the attacker is the player whose Armies arrived in this stage."""
    players = players_in(s, region)
    attacker = s.regions.arrived[region]
    s.battle.region, s.battle.attacker = region, attacker
    s.battle.defender = next(seat for seat in range(s.seats) if players >> seat & 1 and seat != attacker)
    s.battle.next_seat = s.battle.defender
    emit(s, BATTLE_BEGINS, region, attacker, s.battle.defender)
    follow(
        s,
        (
            before_the_battle,
            cards_are_played,
            strength_is_counted,
            losers_casualties,
            the_loser_retreats,
            winners_casualties,
            control_after_the_battle,
            after_the_battle,
            the_battle_is_over,
        ),
    )


def fighters(s: State) -> list[int]:
    """Attacker, then defender."""
    return [s.battle.attacker, s.battle.defender]


@rules.step
def before_the_battle(s: State) -> None:
    """LR-19.4, T38."""
    BATTLE_NEARS.announce(s, fighters(s), s.battle.region)


# Step 1: cards

BATTLE_PLAY: Final = rules.question("battle", "LR-19.5", "play a Combat card in {about:region}, or pass", hides=True)
TOO_MANY_SYMBOLS: Final = rules.why(
    "too_many_symbols", "LR-19.7", "{symbols} casualty symbols would exceed your total of {total}"
)


@rules.step
def cards_are_played(s: State) -> None:
    """LR-19.5, LR-24.8: alternately, the defender first, until both pass; both are asked even with an empty hand."""
    battle = s.battle
    if all(battle.passed >> seat & 1 for seat in fighters(s)):
        return
    seat = battle.next_seat
    other = battle.opponent(seat)
    if battle.passed >> seat & 1:
        seat, other = other, seat
    battle.next_seat = other
    then(s, cards_are_played)
    BATTLE_PLAY.ask(s, seat, battle.region)


def add_bonus(s: State, seat: int, card: int, amount: int) -> None:
    """LR-19.6, LR-27.9: add the bonus of a card's text to Battle Strength."""
    s.battle.bonus[seat] += amount
    emit(s, BONUS_ADDED, seat, amount, card)


def symbols(s: State, seat: int) -> int:
    """LR-19.7: the casualty symbols on a player's cards in this battle."""
    return sum(CASUALTIES[card] for card in s.played.of(seat))


def why_not_play(s: State, seat: int, card: int, _: int) -> int:
    """LR-19.5, LR-19.7."""
    if not s.hand.has(seat, card):
        return NOT_HELD.given(card)
    wanted, most = symbols(s, seat) + CASUALTIES[card], total(s, seat, s.battle.region)
    return TOO_MANY_SYMBOLS.given(wanted, most) if CASUALTIES[card] and wanted > most else 0


def play_menu(s: State, seat: int, menu: Menu) -> None:
    """The hand; equal cards are one choice."""
    for card in s.hand.each(seat):
        if not why_not_play(s, seat, card, 0):
            menu.add(PLAY, card)


def do_play(s: State, seat: int, card: int, _: int) -> None:
    """LR-19.6: carry out its text now; it stays in force until the battle is over. T39."""
    leave_hand(s, seat, card)
    s.played.add(seat, card)
    s.acting.add(seat, card)
    emit(s, BATTLE_CARD, seat, card)
    BATTLE_CARD_PLAYED.announce(s, [seat], card)
    BATTLE_TEXT.carry_out(s, card, seat, s.battle.region)


def do_pass(s: State, seat: int, _a: int, _b: int) -> None:
    """LR-19.5: no more cards."""
    s.battle.passed |= 1 << seat
    emit(s, BATTLE_PASS, seat)


BATTLE_PLAY.offer(PLAY, do_play, why_not_play, play_menu)
BATTLE_PLAY.offer(PASS, do_pass)

# Step 2: Battle Strength


def card_values(s: State, seat: int) -> int:
    """LR-19.8: the values of a player's cards in this battle."""
    return sum(VALUE[card] for card in s.played.of(seat))


def battle_strength(s: State, seat: int) -> int:
    """LR-19.8, LR-27.9: Armies, cards and effects. T40."""
    strength = total(s, seat, s.battle.region) + card_values(s, seat) + s.battle.bonus[seat]
    return BATTLE_STRENGTH.of(s, seat, strength, s.battle.region)


def effects_on_strength(s: State, seat: int) -> int:
    """LR-27.9: what effects add to Armies and cards."""
    return battle_strength(s, seat) - total(s, seat, s.battle.region) - card_values(s, seat)


@rules.step
def strength_is_counted(s: State) -> None:
    """LR-19.8: a tie goes to the defender."""
    attacker, defender = fighters(s)
    for seat in fighters(s):
        strength, armies, cards = battle_strength(s, seat), total(s, seat, s.battle.region), card_values(s, seat)
        emit(s, STRENGTH_COUNTED, seat, strength, armies, cards, strength - armies - cards)
    s.battle.winner = attacker if battle_strength(s, attacker) > battle_strength(s, defender) else defender
    emit(s, BATTLE_WON, s.battle.winner, s.battle.region)


# Steps 3 to 5: casualties and retreat

SPARE: Final = rules.question(
    "spare", "LR-19.15", "casualties to ignore: {about}; spare an Army its loss, or use the rest on symbols"
)
NOTHING_TO_SPARE: Final = rules.why(
    "nothing_to_spare", "LR-19.15", "no Army of value {value} in {region} still loses value for the defeat"
)
NO_ARMY_TO_LOSE: Final = rules.why("no_army_to_lose", "LR-19.9", "you have no Army of value {value} in {region}")
ASSIGN: Final = rules.question("casualties", "LR-19.9", "casualties: choose the Army that loses 1 value ({about} left)")
MUST_IGNORE: Final = rules.why(
    "must_ignore", "LR-19.15", "casualties still to be ignored: {left}; symbols left: {owed}"
)


@rules.step
def losers_casualties(s: State) -> None:
    """LR-19.9: 1 value for each Army, then one per symbol. T41."""
    casualties_come(s, s.battle.loser, DEFEAT_LOSS.of(s, s.battle.loser, 1))


@rules.step
def winners_casualties(s: State) -> None:
    """LR-19.11: symbols only. T43."""
    casualties_come(s, s.battle.winner, 0)


def casualties_come(s: State, seat: int, defeat: int) -> None:
    """LR-19.9, LR-19.15: count the casualties, ignore some, pay the rest."""
    s.battle.defeat = defeat
    s.battle.owed = max(0, symbols(s, seat) - SYMBOLS_IGNORED.of(s, seat, 0))
    then(s, casualties_are_paid, seat)
    then(s, casualties_are_ignored, seat)
    CASUALTIES_COME.announce(s, [seat])


@rules.step_for
def casualties_are_ignored(s: State, seat: int) -> None:
    """LR-19.15: as many as cards allow."""
    then(s, a_casualty_is_ignored, seat, CASUALTIES_IGNORED.of(s, seat, 0))


def defeated_armies(s: State, seat: int) -> list[int]:
    """The Armies that must still lose value for the defeat."""
    if not s.battle.defeat:
        return []
    return [army for army in armies_in(s, seat, s.battle.region) if not s.battle.spared[army]]


@rules.step_about
def a_casualty_is_ignored(s: State, seat: int, left: int) -> None:
    """LR-19.15: from the defeat or from symbols, at the player's choice; if all can be ignored, all are.

    LR-29.16: by ruling from symbols only.
    """
    armies = defeated_armies(s, seat) if s.rulings.defeat_loss_can_be_ignored else []
    if left >= len(armies) + s.battle.owed:
        spare(s, seat, armies, s.battle.owed)
    elif left and armies:
        SPARE.ask(s, seat, left)
    else:
        spare(s, seat, [], left)


def spare(s: State, seat: int, armies: list[int], symbols_too: int) -> None:
    """LR-19.15: these Armies lose nothing for the defeat, and this many symbols are ignored."""
    for army in armies:
        s.battle.spared[army] = 1
    s.battle.owed -= symbols_too
    if armies or symbols_too:
        emit(s, CASUALTIES_SPARED, seat, len(armies) + symbols_too)


def unspared_army(s: State, seat: int, value: int) -> int:
    """An Army of this value that must still lose value for the defeat, or NO_ARMY."""
    for army in defeated_armies(s, seat):
        if s.values[army] == value:
            return army
    return NO_ARMY


def why_not_ignore(s: State, seat: int, value: int, _: int) -> int:
    """LR-19.15: an Army that would lose value."""
    there = unspared_army(s, seat, value) != NO_ARMY
    return 0 if there else NOTHING_TO_SPARE.given(value, s.battle.region)


def do_ignore(s: State, seat: int, value: int, _: int) -> None:
    """LR-19.15: ignore one casualty, then go on to the next."""
    then(s, a_casualty_is_ignored, seat, s.flow.about[seat] - 1)
    spare(s, seat, [unspared_army(s, seat, value)], 0)


def why_not_end_ignoring(s: State, seat: int, _a: int, _b: int) -> int:
    """LR-27.3: ignoring is mandatory; the player only chooses which casualties."""
    left = s.flow.about[seat]
    return MUST_IGNORE.given(left, s.battle.owed) if left > s.battle.owed else 0


def do_end_ignoring(s: State, seat: int, _a: int, _b: int) -> None:
    """LR-19.15: use the rest on symbols."""
    spare(s, seat, [], s.flow.about[seat])


SPARE.offer(IGNORE, do_ignore, why_not_ignore)
SPARE.offer(DONE, do_end_ignoring, why_not_end_ignoring)


@rules.step_for
def casualties_are_paid(s: State, seat: int) -> None:
    """LR-19.9: first the loss of each Army for the defeat, then the symbols."""
    then(s, a_casualty_is_assigned, seat)
    for army in defeated_armies(s, seat):
        weaken(s, army, s.battle.defeat)


@rules.step_for
def a_casualty_is_assigned(s: State, seat: int) -> None:
    """LR-19.9: one by one, at the owner's choice; casualties without an Army left are ignored."""
    if s.battle.owed and armies_in(s, seat, s.battle.region):
        ASSIGN.ask(s, seat, s.battle.owed)


def why_not_lose(s: State, seat: int, value: int, _: int) -> int:
    """LR-19.9: an Army in the battle."""
    there = army_like(s, seat, value, s.battle.region) != NO_ARMY
    return 0 if there else NO_ARMY_TO_LOSE.given(value, s.battle.region)


def do_lose(s: State, seat: int, value: int, _: int) -> None:
    """LR-19.9."""
    s.battle.owed -= 1
    then(s, a_casualty_is_assigned, seat)
    weaken(s, army_like(s, seat, value, s.battle.region), 1)


ASSIGN.offer(LOSE, do_lose, why_not_lose)


@rules.step
def the_loser_retreats(s: State) -> None:
    """LR-19.10. T42."""
    then(s, armies_retreat, s.battle.loser, s.battle.region)
    RETREAT_NEARS.announce(s, [s.battle.loser], s.battle.region)


# Steps 6 and 7


@rules.step
def control_after_the_battle(s: State) -> None:
    """LR-19.12, LR-19.13. T44."""
    region, winner = s.battle.region, s.battle.winner
    CONTROL_AFTER_BATTLE.announce(s, [winner], region)
    stays = bool(armies_in(s, winner, region))
    if stays and s.regions.control[region] != winner and total(s, winner, region) >= population(s, region):
        take_control(s, winner, region, by_battle=True)


@rules.step
def after_the_battle(s: State) -> None:
    """LR-19.14: winner, then loser. T45."""
    BATTLE_IS_OVER.announce(s, [s.battle.winner, s.battle.loser], s.battle.region)


@rules.step
def the_battle_is_over(s: State) -> None:
    """LR-19.14: discard all cards played, except those that a text has returned."""
    for seat in fighters(s):
        for card in s.played.take_all(seat):
            s.acting.remove(seat, card)
            s.decks.combat.discard(card)
            emit(s, CARD_DISCARDED, seat, card)
    s.battle = no_battle(s.seats)
