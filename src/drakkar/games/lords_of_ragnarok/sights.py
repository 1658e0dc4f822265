"""The bots behind the levels, and what those of limited sight do not see, as fields of the encoding."""

from typing import Final

# What the other players have beside their pieces on the board.
GOODS: Final = (
    *("runes", "priests", "sent", "gifts", "artifacts", "hand_size", "known"),
    *("realms", "fields", "injured", "story", "wheel", "slayers"),
)
MONSTERS: Final = ("monster_place", "ring", "slain", "wounds", "stack_top")
# What is on the way to Ragnarok.
RAGNAROK: Final = ("turned", "builder", "last_turns", "due", "track", "levels")

SIGHTS: Final = {
    "wide": tuple(f"others.{field}" for field in GOODS),
    "narrow": (*(f"others.{field}" for field in GOODS), *MONSTERS, *RAGNAROK),
}

LEVELS: Final = {
    "thrall": "policy:temperature=3",
    "karl": "net:sight=narrow,draw=sealed",
    "jarl": "net:sight=wide,draw=sealed",
    "konung": "net:draw=sealed",
}
