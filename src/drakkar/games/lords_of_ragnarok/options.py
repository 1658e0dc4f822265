"""The switches of a match: each with its default, what else it can be, and the rule it belongs to."""

from typing import Final

from drakkar.core.game import Option, Value

# The colours of the pieces, by which players are known.
CLAN_NAMES: Final = ("green", "red", "blue", "yellow")
CLAN_LETTERS: Final = ("G", "R", "B", "Y")

OPTIONS: Final = (
    Option(
        "ragnarok_start",
        "third_card",
        ("next_statue",),
        "LR-29.1",
        "When Ragnarok starts: with the Build Statue that turns the third card, or with the next one after it.",
        ("with the third card", "with the next Statue"),
    ),
    Option(
        "slayer_for_killer",
        False,
        (True,),
        "LR-29.2",
        "Whether the killer of a Monster with 4 or more markers on it gets a Slayer token as well.",
    ),
    Option(
        "shield_against_special",
        False,
        (True,),
        "LR-29.3",
        "Whether a Shield played for its text cancels a Special Attack too.",
    ),
    Option(
        "battle_retreat_target",
        "controlled",
        ("any_free",),
        "LR-29.4",
        "Where Armies retreat to after a battle: a Region that their owner controls, or any without another's Army.",
        ("a controlled Region", "any free Region"),
    ),
    Option(
        "uncovered_population",
        "printed",
        ("zero",),
        "LR-29.5",
        "Population Strength of a Region whose marker was discarded: the printed number again, or 0.",
        ("the printed number", "0"),
    ),
    Option(
        "all_statues_built",
        "ragnarok",
        ("skip_step",),
        "LR-29.6",
        "What the ninth Statue level brings: Ragnarok; or Build Statue goes on without its first step.",
        ("Ragnarok", "Build Statue goes on"),
    ),
    Option(
        "temple_track_side",
        "two_gifts",
        ("three_gifts",),
        "LR-29.7",
        "The side of the Temple Track.",
        ("two Gifts spaces", "three Gifts spaces"),
    ),
)


class Settings:
    """The options of one match, as the rules ask for them."""

    def __init__(self, values: dict[str, Value]) -> None:
        self.ragnarok_waits_for_a_statue = values["ragnarok_start"] == "next_statue"
        self.slayer_for_killer = values["slayer_for_killer"] is True
        self.shield_against_special = values["shield_against_special"] is True
        self.retreat_to_any_free = values["battle_retreat_target"] == "any_free"
        self.uncovered_counts_zero = values["uncovered_population"] == "zero"
        self.ninth_level_skips = values["all_statues_built"] == "skip_step"
        self.gift_spaces = 3 if values["temple_track_side"] == "three_gifts" else 2
