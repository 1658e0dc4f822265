"""The rulings of a match: each with its default, its other values, and the rule it belongs to."""

from typing import Final

from drakkar.core.game import Ruling, Value
from drakkar.core.vectors import row

# The colours of the pieces, used as the players' names.
CLAN_NAMES: Final = ("green", "red", "blue", "yellow")
CLAN_LETTERS: Final = ("G", "R", "B", "Y")

RULINGS: Final = (
    Ruling(
        "ragnarok_start",
        "third_card",
        ("next_statue",),
        "LR-29.1",
        "When Ragnarok starts: with the Build Statue that turns the third card, or with the next one.",
        ("with the third card", "with the next Statue"),
    ),
    Ruling(
        "slayer_for_killer",
        False,
        (True,),
        "LR-29.2",
        "Whether a player who kills a Monster with 4 or more of their markers also gets a Slayer token.",
    ),
    Ruling(
        "shield_against_special",
        False,
        (True,),
        "LR-29.3",
        "Whether a Shield played for its text cancels a Special Attack too.",
    ),
    Ruling(
        "battle_retreat_target",
        "controlled",
        ("any_free",),
        "LR-29.4",
        "Where Armies retreat to after a battle: a Region their owner controls, or any without a rival Army.",
        ("a controlled Region", "any free Region"),
    ),
    Ruling(
        "uncovered_population",
        "printed",
        ("zero",),
        "LR-29.5",
        "Population Strength of a Region whose marker was discarded: the printed number again, or 0.",
        ("the printed number", "0"),
    ),
    Ruling(
        "all_statues_built",
        "ragnarok",
        ("skip_step",),
        "LR-29.6",
        "What the ninth Statue level does: start Ragnarok, or let Build Statue go on without its first step.",
        ("Ragnarok", "Build Statue goes on"),
    ),
    Ruling(
        "temple_track_side",
        "two_gifts",
        ("three_gifts",),
        "LR-29.7",
        "The side of the Temple Track.",
        ("two Gift spaces", "three Gift spaces"),
    ),
    Ruling(
        "mobilize_scope",
        "any",
        ("all",),
        "LR-29.8",
        "How many Armies a Mobilize activates: one or more, or all that can be.",
        ("one or more", "all"),
    ),
    Ruling(
        "monsters_count",
        "one_or_two",
        ("two",),
        "LR-29.9",
        "How many Monsters the Monsters action activates: one or two, or two if possible.",
        ("one or two", "two if possible"),
    ),
    Ruling(
        "limit_on_wisdom_loss",
        "at_once",
        ("next_gain",),
        "LR-29.11",
        "When a player above the limit discards after losing Wisdom: at once, or at the next gain of cards or Runes.",
        ("at once", "at the next gain"),
    ),
    Ruling(
        "retreat_into_battle",
        False,
        (True,),
        "LR-29.13",
        "Whether Armies can retreat from a battle into another battle in a Region they control.",
    ),
    Ruling(
        "lowest_by_value",
        "value",
        ("position",),
        "LR-29.14",
        "Which Attribute is lowest for three Runes: by value, where an Injury counts as 2, or by its token's space.",
        ("by value", "by space"),
    ),
    Ruling(
        "ignore_defeat_loss",
        True,
        (False,),
        "LR-29.16",
        "Whether cards that ignore casualties can ignore the loss for the defeat.",
    ),
    Ruling(
        "artifact_after_loss",
        "stays",
        ("returns",),
        "LR-29.17",
        "A Divine Artifact when its Region becomes neutral: stays with its holder, or returns to the board.",
        ("stays", "returns to the board"),
    ),
    Ruling(
        "ragnar_counts",
        "own",
        ("all",),
        "LR-29.18",
        "Which Armies in the battle count for Ragnar: those of Ragnar's player, or of both sides.",
        ("own Armies", "both sides"),
    ),
    Ruling(
        "ragnarok_monsters",
        "total",
        ("one_player",),
        "LR-29.19",
        "Who must have defeated the Monsters of a Ragnarok condition: all players together, or one player.",
        ("all players together", "one player"),
    ),
    Ruling(
        "army_plus_two",
        "one_army",
        ("split",),
        "LR-29.20",
        "The reward of +2 value: for one Army, or split over two.",
        ("one Army", "split"),
    ),
    Ruling(
        "usurp_recruit",
        "may",
        ("must",),
        "LR-29.21",
        "Recruiting after Usurp: optional, or compulsory if possible.",
        ("optional", "compulsory"),
    ),
    Ruling(
        "hunt_draw",
        "strength",
        ("wisdom",),
        "LR-29.22",
        "How many Combat cards a hunter draws at the start of a Hunt: Strength, or Wisdom.",
        ("Strength", "Wisdom"),
    ),
    Ruling(
        "priest_slots",
        2,
        (1, 3, 4),
        "LR-29.23",
        "The number of Priest slots of each Statue.",
    ),
    Ruling(
        "grendel_same_region",
        True,
        (False,),
        "LR-29.24",
        "Whether Grendel can be placed in the Region where it is.",
    ),
    Ruling(
        "grendel_attribute",
        "above_two",
        ("any",),
        "LR-29.26",
        "Which Attribute a hunter lowers for Grendel: one above 2, or any.",
        ("one above 2", "any"),
    ),
)

# The rulings in the encoding, by their places in it: new ones are appended, none is moved or removed.
RULING_FLAGS: Final = (
    "ragnarok_start",
    "slayer_for_killer",
    "shield_against_special",
    "battle_retreat_target",
    "uncovered_population",
    "all_statues_built",
    "temple_track_side",
    "mobilize_scope",
    "monsters_count",
    "limit_on_wisdom_loss",
    "retreat_into_battle",
    "lowest_by_value",
    "ignore_defeat_loss",
    "artifact_after_loss",
    "ragnar_counts",
    "ragnarok_monsters",
    "army_plus_two",
    "usurp_recruit",
    "hunt_draw",
    "priest_slots",
    "grendel_same_region",
    "grendel_attribute",
)
VALUES: Final = {ruling.name: ruling.values for ruling in RULINGS}


class Rulings:
    """The rulings of one match, in the form the rules use."""

    def __init__(self, values: dict[str, Value]) -> None:
        self.ragnarok_waits_for_a_statue = values["ragnarok_start"] == "next_statue"
        self.slayer_for_killer = values["slayer_for_killer"] is True
        self.shield_against_special = values["shield_against_special"] is True
        self.retreat_to_any_free = values["battle_retreat_target"] == "any_free"
        self.uncovered_counts_zero = values["uncovered_population"] == "zero"
        self.ninth_level_skips = values["all_statues_built"] == "skip_step"
        self.gift_spaces = 3 if values["temple_track_side"] == "three_gifts" else 2
        self.mobilize_all = values["mobilize_scope"] == "all"
        self.two_monsters = values["monsters_count"] == "two"
        self.limits_wait_for_a_gain = values["limit_on_wisdom_loss"] == "next_gain"
        self.retreat_into_battle = values["retreat_into_battle"] is True
        self.lowest_by_field = values["lowest_by_value"] == "position"
        self.defeat_loss_can_be_ignored = values["ignore_defeat_loss"] is True
        self.artifact_returns = values["artifact_after_loss"] == "returns"
        self.ragnar_counts_all = values["ragnar_counts"] == "all"
        self.one_slayer_counts = values["ragnarok_monsters"] == "one_player"
        self.reward_is_split = values["army_plus_two"] == "split"
        self.usurper_must_recruit = values["usurp_recruit"] == "must"
        self.hunters_draw_wisdom = values["hunt_draw"] == "wisdom"
        self.priest_slots = int(values["priest_slots"])
        self.grendel_may_stay = values["grendel_same_region"] is True
        self.grendel_lowers_any = values["grendel_attribute"] == "any"
        self.unusual = row([VALUES[name].index(values[name]) for name in RULING_FLAGS])
