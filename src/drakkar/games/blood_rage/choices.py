"""Every choice of the game and its spelling. Card and Monster files add their names when they are loaded."""

from typing import Final

from drakkar.core.notation import Notation, Vocabulary
from drakkar.games.blood_rage.board import PLACE_NAMES, PROVINCE_NAMES

STAT_NAMES: Final = ("rage", "axes", "horns")

PLACE_WORDS: Final = Vocabulary(list(PLACE_NAMES))
PROVINCE_WORDS: Final = Vocabulary(list(PROVINCE_NAMES))
STAT_WORDS: Final = Vocabulary(list(STAT_NAMES))
SLOT_WORDS: Final = Vocabulary(["1", "2", "3"])
FIGURE_WORDS: Final = Vocabulary(["warrior", "leader", "ship"])
CARD_WORDS: Final = Vocabulary([])

notation: Final = Notation()

# Gods' Gifts and Discard
PICK: Final = notation.verb("pick {card}", CARD_WORDS, implied=True)
KEEP: Final = notation.verb("keep {card}", CARD_WORDS, implied=True)
KEEP_NONE: Final = notation.verb("keep none", closing=True)

# Actions
INVADE: Final = notation.verb("invade {figure} {place}", FIGURE_WORDS, PLACE_WORDS)
INVADE_FROM_VALHALLA: Final = notation.verb("invade {figure} {place} from Valhalla", FIGURE_WORDS, PLACE_WORDS)
MARCH: Final = notation.verb("march {origin:place} {target:place}", PLACE_WORDS, PLACE_WORDS)
FIGURE: Final = notation.verb("{figure}", FIGURE_WORDS, implied=True)
UPGRADE: Final = notation.verb("upgrade {card}", CARD_WORDS)
UPGRADE_SLOT: Final = notation.verb("upgrade {card} slot {slot}", CARD_WORDS, SLOT_WORDS)
QUEST: Final = notation.verb("quest {card}", CARD_WORDS, covered=True)
PILLAGE: Final = notation.verb("pillage {province:place}", PROVINCE_WORDS)
PASS: Final = notation.verb("pass", closing=True)

# Battle
JOIN: Final = notation.verb("join {figure} from {province:place}", FIGURE_WORDS, PROVINCE_WORDS, implied=True)
CARD: Final = notation.verb("card {card}", CARD_WORDS, implied=True)
LATE: Final = notation.verb("late {card}", CARD_WORDS, implied=True)

# Answers to offers
RAISE: Final = notation.verb("raise {stat}", STAT_WORDS, implied=True)
FIRST: Final = notation.verb("first {card}", CARD_WORDS, implied=True)
DECLINE: Final = notation.verb("decline", closing=True)
DONE: Final = notation.verb("done", closing=True)
YES: Final = notation.verb("yes")
NO: Final = notation.verb("no", closing=True)
