"""Heimdall: he sees what comes."""

from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.battle import bonus_of, discard_revealed, opponents, participants, shown_bonus
from drakkar.games.blood_rage.cards.kinds import BATTLE, CARDS, battle_card
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
        "strengths are compared, late cards included; 0 if there is none. Another Heimdall's Sight is "
        "ignored when X is looked for."
    ),
    short="Bonus X: the highest bonus on a single card of your opponents.",
)


@heimdalls_sight.modifies(CARD_BONUS)
def highest_bonus_of_an_opponent(s: State, me: Source, bonus: int, card: int) -> int:
    """BR-12.17: read at the comparison, late cards included; another Sight is worth its printed 0 here."""
    if card != me.card:
        return bonus
    shown = [shown_bonus(s, foe, other) for foe in opponents(s, me.owner) for other in s.played.of(foe)]
    return max(shown, default=0)


heimdalls_eye = battle_card(
    "Heimdall's Eye",
    age=2,
    bonus=2,
    copies=(2, 1, 0, 1),
    god="Heimdall",
    text=(
        "May be laid face down as your normal card, or added face up in the late window on top of the card you chose."
    ),
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
    text=(
        "May be laid face down as your normal card, or added face up in the late window on top of the card you chose."
    ),
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
    """BR-12.9 to BR-12.11: the owner scores the sum of all bonuses; a second Watch is only one of the cards."""
    acts(s, me)
    total = sum(worth_to_the_watch(s, seat, card) for seat in participants(s) for card in s.played.of(seat))
    watches = (heimdalls_watch_2.number, heimdalls_watch_3.number)
    for seat in participants(s):
        owns_another = any(card in watches for card in s.acting.of(seat)) and s.settings.each_watch_scores
        if seat == me.owner or owns_another:
            gain_glory(s, seat, total, FROM_CARDS)
    discard_revealed(s)


def worth_to_the_watch(s: State, seat: int, card: int) -> int:
    """BR-12.10: a Sight counts as the value it would copy (or 0, by option), a quest or upgrade as 0."""
    if CARDS[card].kind != BATTLE:
        return 0
    return bonus_of(s, seat, card) if s.settings.watch_counts_sight else CARDS[card].bonus
