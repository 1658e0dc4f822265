"""Every event, and every window in which cards act, in rulebook order."""

from typing import Final

from drakkar.core import events as roles
from drakkar.core.timing import Number, OrderedWindow, Window
from drakkar.games.blood_rage.choices import FIRST
from drakkar.games.blood_rage.state import State, rules

# Setup
TOKEN_LAID: Final = rules.event("token_laid", "BR-4.3", "The token on {place} is {token}.", by_chance=True)
RAGNAROK_DRAWN: Final = rules.event(
    "ragnarok_drawn", "BR-4.4", "{place} is doomed to fall in Age {age}.", by_chance=True
)
DESTROYED_BEFORE: Final = rules.event(
    "destroyed_before", "BR-4.6", "{place} is destroyed before the game begins.", by_chance=True
)
FIRST_PLAYER: Final = rules.event(
    "first_player", "BR-4.11", "{clan} gets the First Player token.", by_chance=True, role=roles.FIRST_PLAYER
)

# Ages and Gods' Gifts
AGE_BEGINS: Final = rules.event("age_begins", "BR-1.2", "Age {age} begins.", role=roles.PART)
PHASE_BEGINS: Final = rules.event("phase_begins", "BR-1.3", "{phase} phase.", role=roles.PHASE)
DEALT: Final = rules.event(
    "dealt", "BR-5.2", "{clan} is dealt {cards:card*}.", hidden="{clan} is dealt eight cards.", by_chance=True
)
KEPT_ALL: Final = rules.event("kept_all", "BR-5.7", "{clan} keeps all eight cards.")
PICKED: Final = rules.event("picked", "BR-5.3", "{clan} takes {card}.", hidden="{clan} takes a card.", role=roles.PICK)
PACKS_PASSED: Final = rules.event("packs_passed", "BR-5.3", "Packs of {left} cards are passed left.", reveals=True)
LAST_CARDS_DISCARDED: Final = rules.event(
    "last_cards_discarded",
    "BR-5.4",
    "{clan} discards the last cards: {cards:card*}.",
    hidden="{clan} discards the last cards unseen.",
)
HAND_TAKEN: Final = rules.event("hand_taken", "BR-5.5", "{clan} picks up a hand of {cards} cards.")

# Action phase
RAGE_SET: Final = rules.event("rage_set", "BR-6.1", "{clan} starts the phase with {rage} Rage.")
TURN_BEGINS: Final = rules.event("turn_begins", "BR-6.2", "{clan}'s turn.", role=roles.TURN)
PASSED: Final = rules.event("passed", "BR-6.8", "{clan} passes and gives up {rage} Rage.")
PHASE_CLOSED: Final = rules.event(
    "phase_closed", "BR-6.10", "Every surviving province has been pillaged: the Action phase ends at once."
)
RAGE_SPENT: Final = rules.event("rage_spent", "BR-6.5", "{clan} pays {amount} Rage and has {rage} left.")
INVADED: Final = rules.event("invaded", "BR-7.1", "{clan} invades {place} with {figure:a_figure}.")
MARCHES: Final = rules.event("marches", "BR-8.1", "{clan} marches from {origin:place} to {target:place}.")
MARCHED: Final = rules.event("marched", "BR-8.1", "{clan}'s {figure} marches from {origin:place} to {target:place}.")
UPGRADED: Final = rules.event("upgraded", "BR-9.1", "{clan} puts {card} on its clan sheet.")
UPGRADE_REPLACED: Final = rules.event("upgrade_replaced", "BR-9.5", "{clan} discards {card} to make room.")
MONSTER_JOINED: Final = rules.event("monster_joined", "BR-9.9", "{figure:the_figure} joins {clan}'s reserve.")
MONSTER_LEFT: Final = rules.event("monster_left", "BR-9.11", "{figure:the_figure} leaves {clan} and the game.")
INVADE_DECLINED: Final = rules.event("invade_declined", "BR-9.8", "{clan} does not invade with their {figure} now.")
QUEST_COMMITTED: Final = rules.event(
    "quest_committed",
    "BR-10.1",
    "{clan} commits the quest {card}.",
    hidden="{clan} commits a quest face down.",
    role=roles.GOAL_SET,
)

# Cards
TEXT_ACTS: Final = rules.event("text_acts", "BR-20.1", "{clan}: {card} takes effect.")
TEXT_CANCELLED: Final = rules.event("text_cancelled", "BR-12.8", "The text of {clan}'s {card} is cancelled.")
RAGE_GAINED: Final = rules.event("rage_gained", "BR-19.24", "{clan} gains {amount} Rage and has {rage}.")
RAGE_LOST: Final = rules.event("rage_lost", "BR-19.25", "{clan} loses {amount} Rage and has {rage} left.")
CARD_TAKEN: Final = rules.event("card_taken", "BR-19.25", "{clan} takes {card} from {from:clan}.")
DECLINED: Final = rules.event("declined", "BR-19.21", "{clan} declines.")
CARD_SAVED: Final = rules.event("card_saved", "BR-13.5", "{clan} pays to take {card} back.")
REVEALED_CARD_LOST: Final = rules.event("revealed_card_lost", "BR-12.9", "{clan} loses {card} for good.")
FIGURE_RESCUED: Final = rules.event("figure_rescued", "BR-21.13", "{clan}'s {figure} escapes Ragnarök to the reserve.")
FIGURE_SAVED: Final = rules.event("figure_saved", "BR-19.17", "{clan}'s {figure} in {place} is saved.")
FIGURE_MOVED: Final = rules.event("figure_moved", "BR-19.4", "{clan}'s {figure} moves from {origin:place} to {place}.")
FIGURE_KEPT: Final = rules.event("figure_kept", "BR-12.13", "{clan} keeps {figure:the_figure}.")
QUEST_GETS_VALUE: Final = rules.event(
    "quest_gets_value", "BR-12.6", "{clan} uses the quest as a battle card worth {bonus:bonus}."
)

# Pillage and battle
PILLAGE_DECLARED: Final = rules.event("pillage_declared", "BR-11.1", "{clan} pillages {place} for {token}.")
JOINED: Final = rules.event("joined", "BR-11.4", "{clan} brings {figure:a_figure} from {origin:place} to {place}.")
JOIN_DECLINED: Final = rules.event("join_declined", "BR-11.4", "{clan} brings no figure.")
CALL_ENDED: Final = rules.event("call_ended", "BR-11.6", "The call to battle is over.")
NO_BATTLE: Final = rules.event("no_battle", "BR-11.11", "Nobody opposes {clan} in {place}.")
BATTLE_BEGINS: Final = rules.event("battle_begins", "BR-12.1", "Battle in {place}: {clans:clan*}.")
CARD_CHOSEN: Final = rules.event(
    "card_chosen",
    "BR-12.2",
    "{clan} plays {card} face down.",
    hidden="{clan} plays a card face down.",
)
# A bonus that is only known at the comparison.
BONUS_X: Final = -1
CARD_REVEALED: Final = rules.event("card_revealed", "BR-12.3", "{clan} reveals {card} ({bonus:bonus}).", reveals=True)
NO_CARD_PLAYED: Final = rules.event("no_card_played", "BR-12.2", "{clan} has no card to play.")
LATE_CARD_PLAYED: Final = rules.event("late_card_played", "BR-12.15", "{clan} adds {card} ({bonus:bonus}).")
LATE_DECLINED: Final = rules.event("late_declined", "BR-12.15", "{clan} adds no card.")
COUNTED: Final = rules.event(
    "counted", "BR-12.18", "{clan} has {total} so far: figures {figures}, cards {cards}.", role=roles.COUNT
)
TOTAL: Final = rules.event("total", "BR-12.18", "{clan} has {total}: figures {figures}, cards {cards}.")
BATTLE_WON: Final = rules.event("battle_won", "BR-13.1", "{clan} wins the battle for {place}.")
BATTLE_TIED: Final = rules.event("battle_tied", "BR-13.2", "The highest total is tied: all lose.")
CARD_DISCARDED: Final = rules.event("card_discarded", "BR-13.4", "{clan} discards {card}.")
CARD_TAKEN_BACK: Final = rules.event("card_taken_back", "BR-13.6", "{clan} takes {card} back.")
FIGURE_DESTROYED: Final = rules.event(
    "figure_destroyed", "BR-3.15", "{clan}'s {figure} in {place} is destroyed and goes to Valhalla."
)
PILLAGED: Final = rules.event("pillaged", "BR-13.12", "{clan} has pillaged {place}.")
PILLAGE_FAILED: Final = rules.event("pillage_failed", "BR-13.13", "Nobody takes the token of {place}.")
STAT_RAISED: Final = rules.event("stat_raised", "BR-3.6", "{clan} raises {stat} to {value} (step {step}).")
RAISE_LOST: Final = rules.event("raise_lost", "BR-3.6", "{clan}'s {stat} is already on step 6: the raise is lost.")
NOTHING_TO_RAISE: Final = rules.event(
    "nothing_to_raise", "BR-3.21", "{clan} has no stat left to raise: the raise is lost."
)
GLORY_LOST: Final = rules.event("glory_lost", "BR-19.25", "{clan} loses {amount} Glory.", also="source")

# Glory by its source, in the order of SOURCE_NAMES in clans.py.
GLORY: Final = tuple(
    rules.event("glory", rule, "{clan} scores {amount} Glory " + why, also="source")
    for rule, why in (
        ("BR-13.19", "for winning the battle."),
        ("BR-13.14", "for the pillage."),
        ("BR-15.2", "for the quest."),
        ("BR-16.3", "for its figures lost in Ragnarök."),
        ("BR-20.1", "from a card."),
        ("BR-18.1", "for a legendary stat."),
    )
)

# Discard, Quest, Ragnarök, Release Valhalla
KEEP_CHOSEN: Final = rules.event("keep_chosen", "BR-14.4", "{clan} has chosen what to keep.")
CARD_KEPT: Final = rules.event(
    "card_kept",
    "BR-14.1",
    "{clan} keeps {card} for the next Age.",
    hidden="{clan} keeps a card for the next Age.",
    reveals=True,
)
NO_CARD_KEPT: Final = rules.event("no_card_kept", "BR-14.1", "{clan} keeps no card.", reveals=True)
HAND_DISCARDED: Final = rules.event(
    "hand_discarded",
    "BR-14.1",
    "{clan} discards {cards:card*}.",
    hidden="{clan} discards the rest of the hand unseen.",
)
QUEST_REVEALED: Final = rules.event("quest_revealed", "BR-15.1", "{clan} reveals the quest {card}.", reveals=True)
QUEST_FULFILLED: Final = rules.event(
    "quest_fulfilled", "BR-15.2", "{clan} has fulfilled the quest {card}.", role=roles.GOAL_MET
)
QUEST_FAILED: Final = rules.event(
    "quest_failed", "BR-15.3", "{clan} has not fulfilled the quest {card}.", role=roles.GOAL_MISSED
)
PROVINCE_FALLS: Final = rules.event("province_falls", "BR-16.1", "Ragnarök: {place} is destroyed for good.")
DOOM_MOVES: Final = rules.event("doom_moves", "BR-16.7", "The Doom token moves to {place}.")
RELEASED: Final = rules.event("released", "BR-17.1", "{clan}'s figures return from Valhalla to the reserve: {figures}.")
TOKENS_TURNED: Final = rules.event("tokens_turned", "BR-17.4", "All pillage tokens show their rewards again.")
FIRST_PLAYER_MOVES: Final = rules.event("first_player_moves", "BR-17.5", "The First Player token goes to {clan}.")
GAME_ENDS: Final = rules.event("game_ends", "BR-18.3", "The game is over. Winner with {glory} Glory: {clans:clan*}.")


def window(code: str) -> Window[State]:
    """A window of section 20."""
    return Window(rules, code)


def number(code: str) -> Number[State]:
    """A number that cards may change."""
    return Number(code)


# The windows of section 20, each with its argument.
FIGURE_HAS_INVADED: Final = window("T05")  # a landing
INVADE_FOLLOW_UP: Final = window("T06")  # a landing
INVADE_FINISHED: Final = window("T07")  # a landing
REVEAL_FIRST: Final = window("T12")
REVEAL_SECOND: Final = window("T13")
REVEAL_THIRD: Final = window("T14")
LOSERS_AFTER_COMPARISON: Final = window("T17")  # the winner
WINNER_AFTER_COMPARISON: Final = window("T18")
WINNERS_CARDS_LEAVE: Final = window("T19")
ABOUT_TO_BE_DESTROYED: Final = window("T20")
HAS_BEEN_DESTROYED: Final = window("T21")
LOSSES_COUNTED: Final = window("T22")
PILLAGE_BONUSES: Final = OrderedWindow(  # the token
    rules,
    "T24",
    rules.question("order", "BR-13.16", "choose which card takes effect first"),
    FIRST,
)
BATTLE_LOST: Final = window("T26")  # the province
FINAL_SCORING: Final = window("T30")

# The numbers of section 20 that cards change, each with its argument.
UPGRADE_COST: Final = number("T01")  # the card
INVADE_PRICE: Final = number("T03 price")  # a landing
MAY_INVADE_YGGDRASIL: Final = number("T03 place")  # the figure
STRENGTH: Final = number("T09")  # the province
QUEST_VALUE: Final = number("T11")
CARD_BONUS: Final = number("T16")  # the card
REWARD_TIMES: Final = number("T23")  # the province
QUEST_GLORY: Final = number("T27 glory")
QUEST_RAISES: Final = number("T27 raises")
RAGNAROK_GLORY: Final = number("T28")
RELEASE_GLORY: Final = number("T29")
