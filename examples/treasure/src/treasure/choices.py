"""The choices of a player. A choice is a verb with at most two things; people type its spelling."""

from drakkar.core.notation import Notation, Vocabulary

SIDES = ("red", "blue", "green")

# Each charm registers itself; two of them share a short name.
CHARMS = Vocabulary([])
# The text on each charm, by its short name.
TEXTS: dict[str, str] = {}

notation = Notation()
TAKE = notation.verb("take {charm}", CHARMS)
BID = notation.verb("bid {gold}", Vocabulary(["0", "1", "2"]))


def charm(full: str, short: str, text: str) -> int:
    """Add a charm to the game and return its number."""
    TEXTS[short] = text
    return CHARMS.add(full, short)
