"""The rulings of a match: each with its default, its other values, and the rule it belongs to."""

from typing import Final

from drakkar.core.game import Ruling, Value
from drakkar.core.vectors import row

CLAN_NAMES: Final = ("wolf", "raven", "serpent", "bear", "ram")
# Letters on figures and badges; unique, so not always the initial.
CLAN_LETTERS: Final = ("W", "R", "S", "B", "M")
CLAN_COLOURS: Final = ("red", "blue", "yellow", "brown", "green")
AT_RANDOM: Final = "random"
# BR-19.24: the end of the Rage track, and a number that no clan reaches without it.
MOST_RAGE: Final = 12
NO_LIMIT: Final = 200

RULINGS: Final = (
    Ruling(
        "first_player",
        AT_RANDOM,
        CLAN_NAMES,
        "BR-4.11",
        "The clan that gets the First Player token and starts Age 1.",
        ("drawn at random",),
    ),
    Ruling(
        "dark_elf_invade_cost",
        "one",
        ("str_at_target",),
        "BR-21.1",
        "Cost of invading with the Dark Elf: 1 Rage anywhere, or 3 in Yggdrasil.",
        ("1 Rage anywhere", "3 Rage in Yggdrasil"),
    ),
    Ruling(
        "succor_after_fjord_invade",
        "none",
        ("supported_province",),
        "BR-21.2",
        "Frigga's Succor after a Ship invades a fjord: no Warrior, or one into a province beside the fjord.",
        ("no Warrior", "one beside the fjord"),
    ),
    Ruling(
        "succor_into_yggdrasil",
        False,
        (True,),
        "BR-21.3",
        "Whether Frigga's Succor lets a Warrior follow the Dark Elf into Yggdrasil.",
    ),
    Ruling(
        "thors_domain_after_fjord_invade",
        False,
        (True,),
        "BR-21.4",
        "Whether Thor's Domain allows a pillage beside a fjord that a Ship has just invaded.",
    ),
    Ruling(
        "thors_domain_off_turn",
        False,
        (True,),
        "BR-21.5",
        "Whether Thor's Domain can be used after an invade in another clan's turn.",
    ),
    Ruling(
        "blessing_in_yggdrasil",
        False,
        (True,),
        "BR-21.6",
        "Whether Loki's Blessing lets a Warrior invade Yggdrasil after a battle lost there.",
    ),
    Ruling(
        "tyr_quest_bonus",
        "sum",
        ("best",),
        "BR-21.7",
        "With both Tyr's Domain and Tyr's Wrath: a quest is worth +8, or +5.",
        ("+8, both together", "+5, the better one"),
    ),
    Ruling(
        "watch_counts_sight",
        "copied",
        ("zero",),
        "BR-21.8",
        "What Heimdall's Sight is worth to Heimdall's Watch: what it would copy, or 0.",
        ("what it would copy", "0"),
    ),
    Ruling(
        "watch_counts_treated_quests",
        False,
        (True,),
        "BR-21.9",
        "Whether a quest used as a battle card counts its bonus for Heimdall's Watch.",
    ),
    Ruling(
        "sight_read_at",
        "compare",
        ("reveal",),
        "BR-21.10",
        "When Heimdall's Sight takes its bonus: at the comparison with late cards, or at the reveal without them.",
        ("at the comparison", "at the reveal"),
    ),
    Ruling(
        "sight_copies_treated_quests",
        True,
        (False,),
        "BR-21.11",
        "Whether Heimdall's Sight can copy the bonus of a quest used as a battle card.",
    ),
    Ruling(
        "dead_valkyrie_scores",
        True,
        (False,),
        "BR-21.12",
        "Whether a Valkyrie destroyed in the battle still scores for it.",
    ),
    Ruling(
        "protection_in_ragnarok",
        False,
        (True,),
        "BR-21.13",
        "Whether Frigga's Protection can bring figures back to the reserve in the Ragnarök phase.",
    ),
    Ruling(
        "witch_pays_sacrifice",
        False,
        (True,),
        "BR-21.14",
        "Whether the Volur Witch can be sacrificed for Frigga's Sacrifice and still escape to Yggdrasil.",
    ),
    Ruling(
        "two_watches",
        "first_only",
        ("each_scores",),
        "BR-21.16",
        "Two Heimdall's Watches revealed together: only the first takes effect, or both owners score.",
        ("only the first takes effect", "both owners score"),
    ),
    Ruling(
        "several_poisons_order",
        "from_pillager",
        ("from_winner",),
        "BR-21.17",
        "Which of several losers with Loki's Poison takes the cards: first from the pillager, or from the winner.",
        ("first from the pillager", "first from the winner"),
    ),
    Ruling(
        "after_compare_order",
        "losers_then_winner",
        ("seat_order",),
        "BR-21.18",
        "Card texts after the comparison: the losers' first and then the winner's, or all in seat order.",
        ("losers, then the winner", "all in seat order"),
    ),
    Ruling(
        "late_window_after_reveal_effects",
        True,
        (False,),
        "BR-21.20",
        "Whether late cards are added after Odin's Smite and Odin's Tide, not before.",
    ),
    Ruling(
        "passed_clan_regains_turns",
        False,
        (True,),
        "BR-21.21",
        "Whether a clan that has passed gets turns again when it gains Rage.",
    ),
    Ruling(
        "friggas_domain_free_figures",
        False,
        (True,),
        "BR-21.22",
        "Whether Frigga's Domain costs 0 Rage for a figure that invades for 0 Rage.",
    ),
    Ruling(
        "dead_fjord_closed",
        True,
        (False,),
        "BR-21.24",
        "Whether a fjord is closed to invades once both its provinces are destroyed.",
    ),
    Ruling(
        "slot_choice",
        "any",
        ("free_first",),
        "BR-21.25",
        "Slot of an upgrade while another slot is free: any, or a free one first.",
        ("any slot", "a free slot first"),
    ),
    Ruling(
        "thors_glory_counts_own",
        False,
        (True,),
        "BR-21.26",
        "Whether the owner's own losses count for Thor's Glory.",
    ),
    Ruling(
        "throne_doubles_stat_raise",
        False,
        (True,),
        "BR-21.27",
        "Whether Odin's Throne doubles the stat step of a quest as well as its Glory.",
    ),
    Ruling(
        "keep_card_count",
        "at_most_one",
        ("exactly_one",),
        "BR-21.28",
        "How many cards a player keeps in the Discard phase: at most one, or exactly one.",
        ("at most one", "exactly one"),
    ),
    Ruling(
        "rage_cap",
        12,
        ("none",),
        "BR-21.29",
        "The most Rage a clan can have.",
        ("12", "no limit"),
    ),
    Ruling(
        "first_game_no_draft",
        False,
        (True,),
        "BR-21.30",
        "In Age 1 there is no draft: each player keeps all eight cards dealt.",
    ),
)

# The rulings in the encoding, by their places in it: new ones are appended, none is moved or removed.
# `first_player` only decides who begins, so it has no place.
RULING_FLAGS: Final = (
    "dark_elf_invade_cost",
    "tyr_quest_bonus",
    "watch_counts_sight",
    "dead_valkyrie_scores",
    "protection_in_ragnarok",
    "two_watches",
    "passed_clan_regains_turns",
    "throne_doubles_stat_raise",
    "first_game_no_draft",
    "succor_after_fjord_invade",
    "succor_into_yggdrasil",
    "thors_domain_after_fjord_invade",
    "thors_domain_off_turn",
    "blessing_in_yggdrasil",
    "watch_counts_treated_quests",
    "sight_read_at",
    "sight_copies_treated_quests",
    "witch_pays_sacrifice",
    "several_poisons_order",
    "after_compare_order",
    "late_window_after_reveal_effects",
    "friggas_domain_free_figures",
    "dead_fjord_closed",
    "slot_choice",
    "thors_glory_counts_own",
    "keep_card_count",
    "rage_cap",
)
DEFAULTS: Final = {ruling.name: ruling.default for ruling in RULINGS}


class Rulings:
    """The rulings of one match, in the form the rules use."""

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
        self.succor_beside_fjords = values["succor_after_fjord_invade"] == "supported_province"
        self.succor_into_yggdrasil = values["succor_into_yggdrasil"] is True
        self.pillage_beside_fjords = values["thors_domain_after_fjord_invade"] is True
        self.thors_domain_off_turn = values["thors_domain_off_turn"] is True
        self.blessing_in_yggdrasil = values["blessing_in_yggdrasil"] is True
        self.watch_counts_quests = values["watch_counts_treated_quests"] is True
        self.sight_ignores_late_cards = values["sight_read_at"] == "reveal"
        self.sight_copies_quests = values["sight_copies_treated_quests"] is True
        self.witch_pays_sacrifice = values["witch_pays_sacrifice"] is True
        self.poison_from_winner = values["several_poisons_order"] == "from_winner"
        self.texts_in_seat_order = values["after_compare_order"] == "seat_order"
        self.late_cards_first = values["late_window_after_reveal_effects"] is False
        self.free_figures_return_free = values["friggas_domain_free_figures"] is True
        self.dead_fjords_are_open = values["dead_fjord_closed"] is False
        self.free_slots_first = values["slot_choice"] == "free_first"
        self.thors_glory_counts_own = values["thors_glory_counts_own"] is True
        self.must_keep_a_card = values["keep_card_count"] == "exactly_one"
        self.most_rage = NO_LIMIT if values["rage_cap"] == "none" else MOST_RAGE
        self.unusual = row([int(values[name] != DEFAULTS[name]) for name in RULING_FLAGS])
