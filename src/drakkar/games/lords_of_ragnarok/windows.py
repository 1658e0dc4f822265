"""Section 28: every window in which cards act, by its code there, in order.

A Window queues effects of cards; an OfferedWindow asks the owner which of them to use; a Text is an effect that the
rules carry out for one card; a Number is computed and may be changed by cards. The trailing comments name the
arguments.
"""

from typing import Final

from drakkar.core.timing import Number, OfferedWindow, OrderedWindow, Text, Window
from drakkar.games.lords_of_ragnarok.choices import DECLINE, FIRST, USE
from drakkar.games.lords_of_ragnarok.state import State, rules


def named(code: str) -> str:
    """A code in the form of question and reason names."""
    return code.lower().replace(" ", "_")


def window(code: str) -> OrderedWindow[State]:
    """Mandatory effects; a player chooses the order of several own cards (LR-27.6)."""
    order = rules.question(f"{named(code)}_order", "LR-27.6", "choose which card takes effect first")
    return OrderedWindow(rules, named(code), order, FIRST)


def queued(code: str) -> Window[State]:
    """Mandatory effects whose order does not matter."""
    return Window(rules, code)


def offered(code: str, moment: str) -> OfferedWindow[State]:
    """Optional effects, used one after the other (LR-28.2)."""
    question = rules.question(f"{named(code)}_offer", "LR-28.2", f"{moment}: use a card, or decline")
    return OfferedWindow(rules, named(code), question, USE, DECLINE)


def text(code: str) -> Text[State]:
    """An effect that the rules look up on one card."""
    return Text(rules, code)


def number(code: str) -> Number[State]:
    """A number that cards may change."""
    return Number(code)


# T01 to T18: a game and a turn
STORY_BONUS: Final = text("T01")
TURN_STARTS: Final = offered("T02", "start of your turn")
LEVEL_BONUS: Final = text("T03 level")  # the level
PRIEST_HAS_BEEN_SENT: Final = window("T03")  # the god
FORGES_IN_REACH: Final = number("T04")  # Regions as bits
HERO_STAGE_STARTS: Final = offered("T05", "start of the Hero stage")
HERO_STEPS: Final = number("T06 hero")
DRAKKAR_STEPS: Final = number("T06 drakkar")
INJURIES_HEALED: Final = number("T06 heal")
HERO_STAGE_ENDS: Final = offered("T07", "end of the Hero stage")
PAYMENTS: Final = number("T08 payments")  # the Rune action; payments as bits
RUNES_CHANGED: Final = number("T08 changed")  # how many of the Runes spent may count as another kind
RUNE_HAS_BEEN_CHANGED: Final = queued("T08")  # the Rune action
MONSTERS_IN_REACH: Final = number("T08 reach")  # Regions as bits
BOSS_RUNE_ABILITY: Final = text("T09 boss")
RUNE_ACTIVATION: Final = window("T09")  # the Monster
LEVY_VALUE: Final = number("T10")  # 0: no recruiting instead of activating
REALM_BONUS: Final = text("T11")
REALMS_ALLIED: Final = number("T11 allied")  # Realms as bits
RUNES_FOR_COVERED: Final = number("T12")
LONG_MARCHES: Final = number("T13 mobilize")  # how many Armies may go two Regions
REINFORCE_VALUE: Final = number("T13 reinforce")
USURP_STRENGTH: Final = number("T13 usurp")
PREPARE_DRAWS: Final = number("T13 prepare")  # how often drawing was chosen before
TEMPLE_PRIESTS: Final = number("T13 temple")
SPECIAL_ACTION_OVER: Final = window("T14")  # the action
CONDITIONS_CHECKED: Final = queued("T15")
REFRESHED: Final = queued("T16")
BOSS_EVENT: Final = text("T17")
TURN_ENDS: Final = window("T18")

# T19 to T27: at any time
GIFT_HAS_BEEN_TAKEN: Final = queued("T19")  # the Gift
REGION_ATTACK: Final = text("T20")  # the Monster
TRAMPLE_LOSS: Final = number("T21")  # the Monster
ARMY_HAS_ENTERED: Final = window("T22")  # the Army
ALLIANCE_DRAWS: Final = number("T23")  # the Realm
CONTROL_HAS_CHANGED: Final = window("T24")  # a taking, see victory/control.py
INJURY_COMES: Final = offered("T25 before", "an Injury is about to be dealt")
INJURY_DEALT: Final = queued("T25")  # the Attribute
ARMY_HAS_FALLEN: Final = queued("T26")  # the Army
CARD_LIMIT: Final = number("T27 cards")
RUNE_LIMIT: Final = number("T27 runes")

# T28 to T37: a Hunt
HUNT_IS_DECLARED: Final = window("T28")  # the Monster
HUNT_STARTS: Final = offered("T29", "start of your Hunt")  # the Monster
HUNT_DRAWS: Final = number("T29 draws")
DEFENCE_VALUE: Final = number("T30")
ATTACK_TEXT: Final = text("T31")  # the Monster
SPECIAL_ATTACK: Final = text("T31 special")  # the Monster
WEAK_POINT_WISDOM: Final = number("T32")
MONSTER_DRAWS: Final = number("T33")
HERO_ROUND: Final = queued("T34")  # optional effects besides Combat cards: hunt/hero_round.py offers them
WOUND_HAS_BEEN_DEALT: Final = queued("T35")  # the space
HUNT_IS_OVER: Final = queued("T36")  # the Monster
AFTER_THE_HUNT: Final = window("T37")  # the Monster
AFTERMATH: Final = text("T31 aftermath")  # the hunter; when the Hunt is over

# T38 to T45: a battle
BATTLE_NEARS: Final = window("T38")  # the Region
BATTLE_TEXT: Final = text("T39")  # the Region
BATTLE_CARD_PLAYED: Final = offered("T39 offer", "card played")  # the card
BATTLE_STRENGTH: Final = number("T40")  # the Region
CASUALTIES_COME: Final = offered("T41 T43", "casualties are assigned")
DEFEAT_LOSS: Final = number("T41 defeat")  # value that each Army loses
SYMBOLS_IGNORED: Final = number("T41 T43 symbols")
CASUALTIES_IGNORED: Final = number("T41 T43 casualties")
RETREAT_NEARS: Final = queued("T42")
CONTROL_AFTER_BATTLE: Final = queued("T44")
BATTLE_IS_OVER: Final = window("T45")  # the Region

FINAL_COUNT: Final = number("T46")
