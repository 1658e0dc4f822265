"""Heimdall: foresight."""

from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.battle import bonus_of, discard_revealed, opponents, participants, shown_bonus
from drakkar.games.blood_rage.card import BATTLE, CARDS, QUEST, battle_card
from drakkar.games.blood_rage.clans import FROM_CARDS, acts, gain_glory
from drakkar.games.blood_rage.events import CARD_BONUS, REVEAL_SECOND
from drakkar.games.blood_rage.state import State

heimdalls_sight = battle_card(
    "Heimdall's Sight",
    age=1,
    bonus=0,
    copies=(1, 0, 0, 0),
    god="Heimdall",
    text=(
        "Bonus X: X is the highest bonus on a single card that your opponents have on the table when "
        "strengths are compared, late cards included; 0 if there is none. Another Heimdall's Sight "
        "does not count."
    ),
    short="Bonus X: the highest bonus on any one of your opponents' cards.",
)


@heimdalls_sight.modifies(CARD_BONUS)
def highest_bonus_of_an_opponent(s: State, me: Source, bonus: int, card: int) -> int:
    """BR-12.17: read at the comparison, late cards included; another Sight is worth its printed 0 here."""
    if card != me.card:
        return bonus
    best: int = 0
    for foe in opponents(s, me.owner):
        for other in cards_in_sight(s, foe):
            best = max(best, shown_bonus(s, foe, other))
    return best


def cards_in_sight(s: State, foe: int) -> list[int]:
    """BR-21.10, BR-21.11: all cards; by ruling without late cards, which lie behind the revealed one, or quests."""
    cards = [card for card in s.played.of(foe) if s.rulings.sight_copies_quests or CARDS[card].kind != QUEST]
    late = s.rulings.sight_ignores_late_cards
    return [card for card in cards if card == s.played.of(foe)[0]] if late else cards


heimdalls_eye = battle_card(
    "Heimdall's Eye",
    age=2,
    bonus=2,
    copies=(2, 1, 0, 1),
    god="Heimdall",
    text=("May be played face down as your normal card, or added face up as a late card on top of the card you chose."),
    short="May also be added late, on top of the card you chose.",
    late=True,
)

heimdalls_watch_2 = battle_card(
    "Heimdall's Watch",
    age=2,
    bonus=0,
    copies=(1, 0, 0, 0),
    god="Heimdall",
    text=(
        "Discard every card revealed in this battle, this one too (nobody takes any back); you score "
        "Glory equal to the sum of their bonuses; then all participants choose and reveal new cards."
    ),
    short="Discard all cards revealed; Glory for the sum of their bonuses; all play new cards.",
)

heimdalls_gaze = battle_card(
    "Heimdall's Gaze",
    age=3,
    bonus=3,
    copies=(1, 1, 0, 0),
    god="Heimdall",
    text=("May be played face down as your normal card, or added face up as a late card on top of the card you chose."),
    short="May also be added late, on top of the card you chose.",
    late=True,
)

heimdalls_watch_3 = battle_card(
    "Heimdall's Watch",
    age=3,
    bonus=0,
    copies=(1, 0, 0, 0),
    god="Heimdall",
    text=(
        "Discard every card revealed in this battle, this one too (nobody takes any back); you score "
        "Glory equal to the sum of their bonuses; then all participants choose and reveal new cards."
    ),
    short="Discard all cards revealed; Glory for the sum of their bonuses; all play new cards.",
)


@heimdalls_watch_2.when(REVEAL_SECOND)
@heimdalls_watch_3.when(REVEAL_SECOND)
def discard_all_and_choose_anew(s: State, me: Source, _: int) -> None:
    """BR-12.9 to BR-12.11: the owner scores the sum of all bonuses; a second Watch counts as an ordinary card."""
    acts(s, me)
    total = sum(worth_to_the_watch(s, seat, card) for seat in participants(s) for card in s.played.of(seat))
    watches = (heimdalls_watch_2.number, heimdalls_watch_3.number)
    for seat in participants(s):
        owns_another = any(card in watches for card in s.acting.of(seat)) and s.rulings.each_watch_scores
        if seat == me.owner or owns_another:
            gain_glory(s, seat, total, FROM_CARDS)
    discard_revealed(s)


def worth_to_the_watch(s: State, seat: int, card: int) -> int:
    """BR-12.10: a Sight counts the value it would copy (0 by ruling), a quest (except by ruling) or upgrade 0."""
    if CARDS[card].kind != BATTLE:
        return shown_bonus(s, seat, card) if CARDS[card].kind == QUEST and s.rulings.watch_counts_quests else 0
    return bonus_of(s, seat, card) if s.rulings.watch_counts_sight else CARDS[card].bonus
