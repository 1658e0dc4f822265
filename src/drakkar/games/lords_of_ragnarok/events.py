"""Every event, in rulebook order. The windows in which cards act are in windows.py."""

from typing import Final

from drakkar.core import events as roles
from drakkar.games.lords_of_ragnarok.state import rules

# Setup (section 6)
FORGE_LAID: Final = rules.event("forge_laid", "LR-6.4", "A Forge of {rune} is in {region}.", by_chance=True)
STACK_LAID: Final = rules.event(
    "stack_laid", "LR-6.6", "{rune} Monsters: first {first:monster}, then {second:monster}.", by_chance=True
)
EVENT_DRAWN: Final = rules.event("event_drawn", "LR-24.7", "{card} is drawn.", by_chance=True)
MONSTER_PLACED: Final = rules.event("monster_placed", "LR-2.10", "{monster:the_monster} is placed in {region}.")
EVENT_TOLD: Final = rules.event(
    "event_told", "LR-22.1", "The Event: {region}; place {place:rune}; activate {first:rune}, then {second:rune}."
)
EVENT_TOLD_WITH_BOSS: Final = rules.event(
    "event_told_boss",
    "LR-22.3",
    "The Event: {region}; place {place:rune}; activate {first:rune}, then {second:rune}; then the Boss.",
)
NO_MONSTER_LEFT: Final = rules.event("no_monster_left", "LR-22.1", "No Monster of {rune} is left to place.")

# Choosing heroes (section 7)
FIRST_CHOOSER: Final = rules.event("first_chooser", "LR-7.1", "{clan} chooses first.", by_chance=True)
HEROES_OFFERED: Final = rules.event(
    "heroes_offered",
    "LR-7.2",
    "{clan} looks at {cards:card*}.",
    hidden="{clan} looks at Heroes and Stories.",
    by_chance=True,
)
HERO_KEPT: Final = rules.event("hero_kept", "LR-7.3", "{clan} plays {card}.", reveals=True)
STORY_KEPT: Final = rules.event("story_kept", "LR-7.3", "{clan} keeps the Story {card}.", reveals=True)
DRAKKAR_LAUNCHED: Final = rules.event("drakkar_launched", "LR-7.6", "{clan}'s Drakkar starts in the {sea}.")
SETTLED: Final = rules.event("settled", "LR-7.6", "{clan}'s Hero and two Armies of value 1 start in {region}.")
FIRST_PLAYER: Final = rules.event("first_player", "LR-7.10", "{clan} takes the first turn.", role=roles.FIRST_PLAYER)

# The turn (section 8) and stages 1 and 2
TURN_BEGINS: Final = rules.event("turn_begins", "LR-8.1", "{clan}'s turn.", role=roles.TURN)
STAGE_BEGINS: Final = rules.event("stage_begins", "LR-8.1", "{clan}: {stage}.")
PRIEST_SENT: Final = rules.event("priest_sent", "LR-9.2", "{clan} sends a Priest to the Statue of {god}.")
RUNE_FORGED: Final = rules.event("rune_forged", "LR-9.10", "{clan} takes {rune} from the Forge in {region}.")
HERO_MOVED: Final = rules.event("hero_moved", "LR-10.1", "{clan}'s Hero moves from {origin:region} to {region}.")
HERO_PLACED: Final = rules.event("hero_placed", "LR-2.10", "{clan}'s Hero is placed in {region}.")
DRAKKAR_MOVED: Final = rules.event("drakkar_moved", "LR-10.1", "{clan}'s Drakkar sails to the {sea}.")

# Attributes and Injuries (section 5)
ATTRIBUTE_RAISED: Final = rules.event("attribute_raised", "LR-5.1", "{clan}: {attribute} rises to space {field}.")
ATTRIBUTE_AT_TOP: Final = rules.event("attribute_at_top", "LR-9.4", "{clan}: {attribute} is already on 6.")
ATTRIBUTE_LOWERED: Final = rules.event("attribute_lowered", "LR-5.2", "{clan}: {attribute} falls to space {field}.")
INJURED: Final = rules.event("injured", "LR-5.6", "{clan} is injured: {attribute}.")
INJURY_IGNORED: Final = rules.event("injury_ignored", "LR-5.8", "{clan}'s Injury is ignored.")
HEALED: Final = rules.event("healed", "LR-5.9", "{clan} heals {attribute}.")

# Pools (sections 2 and 5)
RUNE_GAINED: Final = rules.event("rune_gained", "LR-5.10", "{clan} takes {amount} {rune}.")
NO_RUNE_GAINED: Final = rules.event("no_rune_gained", "LR-2.5", "The supply has no Rune left for {clan}.")
RUNE_SPENT: Final = rules.event("rune_spent", "LR-12.1", "{clan} pays {rune}.")
RUNE_DISCARDED: Final = rules.event("rune_discarded", "LR-5.14", "{clan} discards {rune}.")
CARDS_DRAWN: Final = rules.event(
    "cards_drawn",
    "LR-5.10",
    "{clan} draws Combat cards ({amount}): {cards:card*}.",
    hidden="{clan} draws Combat cards ({amount}).",
    by_chance=True,
)
CARD_DISCARDED: Final = rules.event("card_discarded", "LR-5.14", "{clan} discards {card}.", reveals=True)
CARD_TAKEN_BACK: Final = rules.event("card_taken_back", "LR-19.14", "{clan} takes {card} back into hand.")
PRIEST_GAINED: Final = rules.event("priest_gained", "LR-2.5", "{clan}'s Priests: +{amount}.")
NO_PRIEST_GAINED: Final = rules.event("no_priest_gained", "LR-2.9", "{clan} has no Priest left in the supply.")

# Rune actions and alliances (section 12)
RUNE_ACTION_CHOSEN: Final = rules.event("rune_action_chosen", "LR-12.1", "{clan} takes the Rune action {rune_action}.")
MONSTER_TAKEN: Final = rules.event("monster_taken", "LR-12.11", "{clan} takes control of {monster}.")
RING_TAKEN_OFF: Final = rules.event("ring_taken_off", "LR-17.20", "{clan} gives up control of {monster}.")
ALLIED: Final = rules.event("allied", "LR-12.8", "{clan} allies with {realm}.")

# Armies (sections 11 and 13)
ARMY_ACTIVATED: Final = rules.event("army_activated", "LR-13.2", "{clan} activates the Army of {value} in {region}.")
ARMY_MOVED: Final = rules.event(
    "army_moved", "LR-13.2", "{clan}'s Army of {value} moves from {origin:region} to {region}."
)
ARMY_PLACED: Final = rules.event("army_placed", "LR-2.10", "{clan}'s Army of {value} is placed in {region}.")
ARMY_RECRUITED: Final = rules.event("army_recruited", "LR-13.3", "{clan} recruits an Army of {value} in {region}.")
ARMY_STRENGTHENED: Final = rules.event(
    "army_strengthened", "LR-2.7", "{clan}'s Army in {region} now has value {value}."
)
ARMY_WEAKENED: Final = rules.event("army_weakened", "LR-2.8", "{clan}'s Army in {region} drops to {value}.")
ARMY_DESTROYED: Final = rules.event("army_destroyed", "LR-2.8", "{clan}'s Army in {region} is destroyed.")
ARMIES_RETREAT: Final = rules.event(
    "armies_retreat", "LR-11.6", "{clan}'s Armies retreat from {origin:region} to {region}."
)
NO_RETREAT: Final = rules.event("no_retreat", "LR-11.7", "{clan}'s Armies in {region} cannot retreat.")

# Control (sections 1 and 4)
CONTROL_TAKEN: Final = rules.event("control_taken", "LR-4.1", "{clan} takes control of {region}.")
CONTROL_LOST: Final = rules.event("control_lost", "LR-4.6", "{clan} loses {region}.")
ARTIFACT_GAINED: Final = rules.event("artifact_gained", "LR-21.1", "{clan} gains {card}, charged.")
ARTIFACT_RETURNS: Final = rules.event("artifact_returns", "LR-29.17", "{card} returns to the board.")
ARTIFACT_USED: Final = rules.event("artifact_used", "LR-21.2", "{clan} uses and exhausts {card}.")
ARTIFACTS_CHARGED: Final = rules.event("artifacts_charged", "LR-21.3", "All Artifacts are charged.")
VICTORY: Final = rules.event("victory", "LR-1.1", "{clan} wins: {victory}.")

# Special actions (sections 14 to 16)
ACTION_CHOSEN: Final = rules.event("action_chosen", "LR-14.3", "{clan} chooses the action {action}.")
MARKER_COVERED: Final = rules.event("marker_covered", "LR-14.5", "{clan}'s marker on {action} is covered.")
BONUS_OFFERED: Final = rules.event("realm_bonus", "LR-14.4", "{clan} may use the bonus of {realm}.")
ACTION_SKIPPED: Final = rules.event("action_skipped", "LR-14.6", "{action} can no longer be carried out.")
TEMPLE_BUILT: Final = rules.event("temple_built", "LR-15.6", "{clan} builds a Temple in {region}.")
USURPED: Final = rules.event("usurped", "LR-15.15", "{clan} usurps {region}.")
STATUE_BUILT: Final = rules.event("statue_built", "LR-16.2", "{clan} raises the Statue of {god} to level {level}.")
CONDITION_TURNED: Final = rules.event("condition_turned", "LR-16.3", "Fulfilled: {card}")
PRIESTS_RETURN: Final = rules.event("priests_return", "LR-16.6", "All Priests leave the Statues.")
WHEEL_CLEARED: Final = rules.event("wheel_cleared", "LR-16.6", "All markers leave the wheel.")
FORGE_FILLED: Final = rules.event("forge_filled", "LR-16.7", "The Forge in {region} has {rune} again.")

# Monsters (section 17) and Events (section 22)
MONSTER_ACTIVATED: Final = rules.event("monster_activated", "LR-17.1", "{clan} activates {monster}.")
DIE_ROLLED: Final = rules.event("die_rolled", "LR-17.3", "The Monster die shows: {face}.", by_chance=True)
MONSTER_MOVED: Final = rules.event(
    "monster_moved", "LR-17.1", "{monster:the_monster} moves from {origin:region} to {region}."
)
MONSTER_ATTACKS: Final = rules.event("monster_attacks", "LR-17.1", "{monster:the_monster} attacks {region}.")
TRAMPLED: Final = rules.event("trampled", "LR-17.6", "{monster:the_monster} tramples one of {clan}'s Armies.")
MARKER_DISCARDED: Final = rules.event("marker_discarded", "LR-17.17", "{clan}'s marker in {region} is discarded.")

# Hunts (section 18)
HUNT_DECLARED: Final = rules.event("hunt_declared", "LR-18.1", "{clan} hunts {monster}; {side:clan} plays the Monster.")
ATTACK_CARDS_DRAWN: Final = rules.event(
    "attack_cards_drawn",
    "LR-18.2",
    "{clan} draws Monster Attack cards ({amount}): {cards:card*}.",
    hidden="{clan} draws Monster Attack cards ({amount}).",
    by_chance=True,
)
ATTACK_PLAYED: Final = rules.event("attack_played", "LR-18.5", "{clan} plays {card} for the Monster.", reveals=True)
DEFENDED: Final = rules.event("defended", "LR-18.6", "{clan} defends with {card}.", reveals=True)
ATTACK_CANCELLED: Final = rules.event(
    "attack_cancelled", "LR-18.7", "{clan} cancels the attack with {card}.", reveals=True
)
DEFENCE_HOLDS: Final = rules.event("defence_holds", "LR-18.6", "The defence holds: {value} against Rage {rage}.")
ATTACK_TAKES_EFFECT: Final = rules.event("attack_takes_effect", "LR-18.10", "The attack takes effect.")
WEAK_POINT_FOUND: Final = rules.event("weak_point_found", "LR-18.12", "{clan} finds the Weak Point.")
WOUND_DEALT: Final = rules.event("wound_dealt", "LR-18.16", "{clan} covers space {space} of {monster}.")
WOUND_UNCOVERED: Final = rules.event("wound_uncovered", "LR-18.16", "Space {space} of {monster} is open again.")
REWARD_GAINED: Final = rules.event("reward_gained", "LR-18.19", "{clan} is rewarded with {reward:a_reward}.")
HUNT_FAILED: Final = rules.event("hunt_failed", "LR-18.24", "{clan}'s Hunt on {monster} fails.")
MONSTER_DEFEATED: Final = rules.event("monster_defeated", "LR-18.28", "{clan} has defeated {monster}.")
SLAYER_TOKEN: Final = rules.event("slayer_token", "LR-18.28", "{clan} takes a Slayer token.")

# Battles (section 19)
BATTLE_BEGINS: Final = rules.event(
    "battle_begins", "LR-19.1", "Battle in {region}: {attacker:clan} attacks {defender:clan}."
)
BATTLE_CARD: Final = rules.event("battle_card", "LR-19.5", "{clan} plays {card}.", reveals=True)
BATTLE_PASS: Final = rules.event("battle_pass", "LR-19.5", "{clan} plays no more cards.")
BONUS_ADDED: Final = rules.event("battle_bonus", "LR-19.6", "{clan}: +{amount} Battle Strength from {card}.")
STRENGTH_COUNTED: Final = rules.event(
    "battle_strength",
    "LR-19.8",
    "{clan} has Battle Strength {total}: Armies {armies}, cards {cards}, effects {effects}.",
)
BATTLE_WON: Final = rules.event("battle_won", "LR-19.8", "{clan} wins the battle in {region}.")
CASUALTIES_SPARED: Final = rules.event("casualties_ignored", "LR-19.15", "{clan} ignores casualties: {amount}.")

# Gifts, Ragnarok, cards in general
GIFTS_LAID_OUT: Final = rules.event("gifts_laid_out", "LR-20.4", "Gifts on offer: {cards:card*}.", by_chance=True)
GIFT_TAKEN: Final = rules.event("gift_taken", "LR-20.4", "{clan} takes {card}.")
GIFT_DISCARDED: Final = rules.event("gift_discarded", "LR-20.4", "Discarded: {card}.")
RAGNAROK_BEGINS: Final = rules.event("ragnarok_begins", "LR-23.1", "Ragnarok: everyone has one last turn.")
YGGDRASIL_COUNTED: Final = rules.event(
    "yggdrasil_counted", "LR-23.3", "{clan} controls Regions at Yggdrasil: {amount}."
)
TEXT_ACTS: Final = rules.event("text_acts", "LR-28.1", "{clan}: {card} takes effect.")
DECLINED: Final = rules.event("declined", "LR-27.3", "{clan} declines.")
CARD_FORESEEN: Final = rules.event(
    "card_foreseen",
    "LR-24.4",
    "{clan} looks at the top Event card: {card}.",
    hidden="{clan} looks at the top Event card.",
    by_chance=True,
)
CARD_BURIED: Final = rules.event("card_buried", "LR-24.4", "{clan} puts it under the deck.")
