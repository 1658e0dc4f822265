"""Every choice of the game and its spelling. Cards add their names as `card.py` reads them.

A choice names an Army by its value and Region, another player's by colour and value in a Region already named.
"""

from typing import Final

from drakkar.core.notation import Notation, Vocabulary
from drakkar.games.lords_of_ragnarok.board import GOD_NAMES, REALM_NAMES, REGIONS, RUNE_NAMES, SEA_NAMES
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA, ids
from drakkar.games.lords_of_ragnarok.rulings import CLAN_NAMES

ATTRIBUTE_NAMES: Final = tuple(ids("attributes"))
MONSTER_NAMES: Final = (*(str(card["name"]) for card in CARD_DATA["monsters"]), str(CARD_DATA["boss"]["name"]))
# The wheel clockwise, each action in front of the Realm of the same number (LR-6.2); then the action without a marker.
ACTION_NAMES: Final = (*(str(realm["action"]).replace("_", " ") for realm in CARD_DATA["realms"]), "build statue")
# LR-12.2 to LR-12.6, in order.
RUNE_ACTION_NAMES: Final = (
    "take monster",
    "boss",
    "ally",
    "strengthen",
    "activate monster",
    "travel",
    "draw",
    "raise",
    "draw two",
)
# LR-15.4.
PREPARATION_NAMES: Final = ("heal", "draw", "rune", "strengthen")
MOST_WOUNDS: Final = max(len(card["wounds"]) for card in (*CARD_DATA["monsters"], CARD_DATA["boss"]))

# The Runes that pay one Rune, or several different ones; two of a kind need a card's permission.
PAYMENT_NAMES: Final = (
    *RUNE_NAMES,
    *(f"{one} and {other}" for at, one in enumerate(RUNE_NAMES) for other in RUNE_NAMES[at + 1 :]),
    *(f"two {rune}" for rune in RUNE_NAMES),
    "one of each",
    *(f"two {one} and {other}" for one in RUNE_NAMES for other in RUNE_NAMES if one != other),
)

CLAN_WORDS: Final = Vocabulary([name.capitalize() for name in CLAN_NAMES])
REGION_WORDS: Final = Vocabulary([str(region) for region in range(REGIONS)])
SEA_WORDS: Final = Vocabulary(list(SEA_NAMES))
RUNE_WORDS: Final = Vocabulary([name.capitalize() for name in RUNE_NAMES])
REALM_WORDS: Final = Vocabulary([name.capitalize() for name in REALM_NAMES])
GOD_WORDS: Final = Vocabulary([name.capitalize() for name in GOD_NAMES])
ATTRIBUTE_WORDS: Final = Vocabulary(list(ATTRIBUTE_NAMES))
MONSTER_WORDS: Final = Vocabulary(list(MONSTER_NAMES))
ACTION_WORDS: Final = Vocabulary(list(ACTION_NAMES))
RUNE_ACTION_WORDS: Final = Vocabulary(list(RUNE_ACTION_NAMES))
PAYMENT_WORDS: Final = Vocabulary(list(PAYMENT_NAMES))
PREPARATION_WORDS: Final = Vocabulary(list(PREPARATION_NAMES))
# By value; no Army has value 0.
VALUE_WORDS: Final = Vocabulary([str(value) for value in range(7)])
SPACE_WORDS: Final = Vocabulary([str(space + 1) for space in range(MOST_WOUNDS)])
CARD_WORDS: Final = Vocabulary([])
# Same numbers as in CARD_WORDS, where Combat cards come first.
COMBAT_WORDS: Final = Vocabulary([])

notation: Final = Notation()

# Choosing heroes
HERO: Final = notation.verb("hero {card}", CARD_WORDS)
STORY: Final = notation.verb("story {card}", CARD_WORDS)
LAUNCH: Final = notation.verb("launch {sea}", SEA_WORDS)
SETTLE: Final = notation.verb("settle {region}", REGION_WORDS)

# Stages 1 to 3
PRAY: Final = notation.verb("pray {god}", GOD_WORDS)
FORGE: Final = notation.verb("forge {region}", REGION_WORDS)
WALK: Final = notation.verb("walk {region}", REGION_WORDS)
SAIL: Final = notation.verb("sail {sea}", SEA_WORDS)
HEAL: Final = notation.verb("heal {attribute}", ATTRIBUTE_WORDS)
RUNE_ACTION: Final = notation.verb("rune action {rune_action}", RUNE_ACTION_WORDS)
PAY: Final = notation.verb("pay {payment}", PAYMENT_WORDS)
PAY_CHANGED: Final = notation.verb("pay {payment} changing one", PAYMENT_WORDS)
TAKE_MONSTER: Final = notation.verb("take {monster}", MONSTER_WORDS)
RELEASE: Final = notation.verb("release {monster}", MONSTER_WORDS)
ALLY: Final = notation.verb("ally {realm}", REALM_WORDS)

# Armies
ACTIVATE: Final = notation.verb("activate army {value} {region}", VALUE_WORDS, REGION_WORDS)
MOVE: Final = notation.verb("move {region}", REGION_WORDS)
TRAIN: Final = notation.verb("train")
RECRUIT: Final = notation.verb("recruit {region}", REGION_WORDS)
STRENGTHEN: Final = notation.verb("strengthen army {value} {region}", VALUE_WORDS, REGION_WORDS)
LIFT_ARMY: Final = notation.verb("lift army {value} {region}", VALUE_WORDS, REGION_WORDS)
PLACE_ARMY: Final = notation.verb("place army {region}", REGION_WORDS)
RETREAT: Final = notation.verb("retreat {region}", REGION_WORDS)

# Stage 5
ACTION: Final = notation.verb("action {action}", ACTION_WORDS)
PREPARE: Final = notation.verb("prepare {preparation}", PREPARATION_WORDS)
TEMPLE: Final = notation.verb("temple {region}", REGION_WORDS)
STATUE: Final = notation.verb("statue {god}", GOD_WORDS)
PLACE_HERO: Final = notation.verb("place hero {region}", REGION_WORDS)
GIFT: Final = notation.verb("gift {card}", CARD_WORDS)

# Monsters
ACTIVATE_MONSTER: Final = notation.verb("activate {monster}", MONSTER_WORDS)
ATTACK_REGION: Final = notation.verb("attack")
PLACE_MONSTER: Final = notation.verb("place {monster} {region}", MONSTER_WORDS, REGION_WORDS)
TRAMPLE: Final = notation.verb("trample {clan} army {value}", CLAN_WORDS, VALUE_WORDS)
WEAKEN: Final = notation.verb("weaken {clan} army {value}", CLAN_WORDS, VALUE_WORDS)
FAVOUR: Final = notation.verb("favour {clan} army {value}", CLAN_WORDS, VALUE_WORDS)
REGION: Final = notation.verb("region {region}", REGION_WORDS)

# Hunts
HUNT: Final = notation.verb("hunt {monster}", MONSTER_WORDS)
ATTACK_WITH: Final = notation.verb("attack with {card}", CARD_WORDS)
DEFEND: Final = notation.verb("defend {card}", COMBAT_WORDS)
CANCEL: Final = notation.verb("cancel {card}", COMBAT_WORDS)
STRIKE: Final = notation.verb("strike {card} space {space}", COMBAT_WORDS, SPACE_WORDS)
COMBINE: Final = notation.verb("combine {card} with {other:card}", COMBAT_WORDS, COMBAT_WORDS)
SPACE: Final = notation.verb("space {space}", SPACE_WORDS)
UNCOVER: Final = notation.verb("uncover {space}", SPACE_WORDS)
STOP: Final = notation.verb("stop", closing=True)

# Battles
FIGHT: Final = notation.verb("fight {region}", REGION_WORDS)
PLAY: Final = notation.verb("play {card}", COMBAT_WORDS)
PASS: Final = notation.verb("pass", closing=True)
LOSE: Final = notation.verb("lose army {value}", VALUE_WORDS)
IGNORE: Final = notation.verb("ignore {value}", VALUE_WORDS)

# Answers to offers
TAKE: Final = notation.verb("take {rune}", RUNE_WORDS)
DISCARD_RUNE: Final = notation.verb("discard {rune}", RUNE_WORDS)
DISCARD: Final = notation.verb("discard {card}", COMBAT_WORDS)
INJURE: Final = notation.verb("injure {attribute}", ATTRIBUTE_WORDS)
RAISE: Final = notation.verb("raise {attribute}", ATTRIBUTE_WORDS)
LOWER: Final = notation.verb("lower {attribute}", ATTRIBUTE_WORDS)
USE: Final = notation.verb("use {card}", CARD_WORDS)
FIRST: Final = notation.verb("first {card}", CARD_WORDS)
BURY: Final = notation.verb("bury")
YES: Final = notation.verb("yes")
NO: Final = notation.verb("no", closing=True)
DECLINE: Final = notation.verb("decline", closing=True)
DONE: Final = notation.verb("done", closing=True)
