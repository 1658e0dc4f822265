"""The switches of a match: each with its default, what else it can be, and the rule it belongs to."""

from typing import Final

from drakkar.core.game import Option, Value
from drakkar.core.vectors import row

CLAN_NAMES: Final = ("wolf", "raven", "serpent", "bear", "ram")
# On figures and badges: each clan's own, so not always the first one.
CLAN_LETTERS: Final = ("W", "R", "S", "B", "M")
CLAN_COLOURS: Final = ("red", "blue", "yellow", "brown", "green")
AT_RANDOM: Final = "random"

OPTIONS: Final = (
    Option(
        "first_player",
        AT_RANDOM,
        CLAN_NAMES,
        "BR-4.11",
        "The clan that gets the First Player token and opens Age 1.",
        ("drawn at random",),
    ),
    Option(
        "dark_elf_invade_cost",
        "one",
        ("str_at_target",),
        "BR-21.1",
        "Price of the Dark Elf's invade: 1 Rage anywhere, or 3 when it lands in Yggdrasil.",
        ("1 Rage anywhere", "3 Rage in Yggdrasil"),
    ),
    Option(
        "tyr_quest_bonus",
        "sum",
        ("best",),
        "BR-21.7",
        "Tyr's Domain and Tyr's Wrath owned together: a quest is worth +8, or +5.",
        ("+8, both together", "+5, the better one"),
    ),
    Option(
        "watch_counts_sight",
        "copied",
        ("zero",),
        "BR-21.8",
        "What Heimdall's Sight is worth to Heimdall's Watch: what it would copy, or 0.",
        ("what it would copy", "0"),
    ),
    Option(
        "dead_valkyrie_scores",
        True,
        (False,),
        "BR-21.12",
        "Whether a Valkyrie that was destroyed in the battle scores for it.",
    ),
    Option(
        "protection_in_ragnarok",
        False,
        (True,),
        "BR-21.13",
        "Whether Frigga's Protection can bring figures back to the reserve in the Ragnarök phase.",
    ),
    Option(
        "two_watches",
        "first_only",
        ("each_scores",),
        "BR-21.16",
        "Two of Heimdall's Watches revealed together: only the first acts, or both owners score.",
        ("only the first acts", "both owners score"),
    ),
    Option(
        "passed_clan_regains_turns",
        False,
        (True,),
        "BR-21.21",
        "Whether a clan that passed and gains Rage has turns again.",
    ),
    Option(
        "throne_doubles_stat_raise",
        False,
        (True,),
        "BR-21.27",
        "Whether Odin's Throne doubles the stat step of a quest as well as its Glory.",
    ),
    Option(
        "first_game_no_draft",
        False,
        (True,),
        "BR-21.30",
        "In Age 1 there is no draft: each player keeps all eight cards dealt.",
    ),
)


class Settings:
    """The options of one match, as the rules ask for them."""

    def __init__(self, values: dict[str, Value]) -> None:
        self.first_player = str(values["first_player"])
        self.dark_elf_pays_strength = values["dark_elf_invade_cost"] == "str_at_target"
        self.best_quest_value_only = values["tyr_quest_bonus"] == "best"
        self.watch_counts_sight = values["watch_counts_sight"] == "copied"
        self.dead_valkyrie_scores = values["dead_valkyrie_scores"] is True
        self.protection_in_ragnarok = values["protection_in_ragnarok"] is True
        self.each_watch_scores = values["two_watches"] == "each_scores"
        self.passed_clan_regains_turns = values["passed_clan_regains_turns"] is True
        self.throne_doubles_stat_raise = values["throne_doubles_stat_raise"] is True
        self.first_game_no_draft = values["first_game_no_draft"] is True
        # Which options after the first are not as usual: it only says who begins.
        self.unusual = row([int(values[option.name] != option.default) for option in OPTIONS[1:]])
