"""The switches of a match: each with its default, what else it can be, and the rule it belongs to."""

from typing import Final

from drakkar.core.game import Option, Value

CLAN_NAMES: Final = ("wolf", "raven", "serpent", "bear", "ram")
CLAN_COLOURS: Final = ("red", "blue", "yellow", "brown", "green")
AT_RANDOM: Final = "random"

OPTIONS: Final = (
    Option(
        "first_game_no_draft",
        False,
        (True,),
        "BR-5.7",
        "In Age 1 there is no draft: each player keeps all eight cards dealt.",
    ),
    Option(
        "first_player",
        AT_RANDOM,
        CLAN_NAMES,
        "BR-4.11",
        "The clan that gets the First Player token and opens Age 1.",
    ),
)


class Settings:
    """The options of one match, as the rules ask for them."""

    def __init__(self, values: dict[str, Value]) -> None:
        self.first_game_no_draft = values["first_game_no_draft"] is True
        self.first_player = str(values["first_player"])
