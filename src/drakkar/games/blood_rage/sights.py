"""The bots behind the levels, and what those of limited sight do not see, as fields of the encoding."""

from typing import Final

# What has gone by: the packs of the draft and the discard pile.
GONE_BY: Final = ("passed_on", "packs", "discards")
# What the other clans have beside their figures on the board.
SHEETS: Final = ("hand_size", "known", "quests", "rage", "steps", "upgrades")

SIGHTS: Final = {
    "wide": (*GONE_BY, *(f"others.{field}" for field in SHEETS)),
    # Nothing of the other clans, not even their figures; neither the Age, nor what Ragnarök will destroy.
    "narrow": (*GONE_BY, "others.*", "age", "phase", "falls"),
}

LEVELS: Final = {
    "thrall": "policy:temperature=13",
    "karl": "net:sight=narrow,draw=sealed",
    "jarl": "net:sight=wide,draw=sealed",
    "konung": "net:draw=sealed",
}
