"""What players and other implementations get wrong: each point has a test whose docstring names the wrong reading."""

import ast
import re
from collections import defaultdict
from functools import cache

import pytest

from tests.blood_rage.cards.fighting import acted, laid
from tests.blood_rage.playing import PLAYERS, through_draft, two_games
from tests.blood_rage.scene import scene
from tests.rulebook.coverage import TESTS
from tests.source import syntax_tree

# What is right → the tests that would fail under the wrong reading which their docstrings name.
WRONG_READINGS: dict[str, tuple[str, ...]] = {
    # Actions
    "a march leads anywhere on the map": ("test_a_march_leads_to_any_province_near_or_far",),
    "Yggdrasil cannot be invaded": ("test_yggdrasil_cannot_be_invaded",),
    "Yggdrasil can be marched into": ("test_figures_march_into_yggdrasil_from_every_outer_province",),
    "figures are called into Yggdrasil": ("test_a_call_to_battle_leads_into_yggdrasil_too",),
    # Fjords
    "figures in the supporting fjord fight": (
        "test_a_single_enemy_ship_in_the_fjord_makes_it_a_battle",
        "test_the_total_is_the_strength_in_province_and_fjord_plus_all_cards",
    ),
    "figures in the supporting fjord die with the losers": (
        "test_the_losers_figures_in_province_and_fjord_are_destroyed",
    ),
    "figures in the supporting fjord die in Ragnarök": (
        "test_all_figures_in_the_province_and_its_fjord_are_destroyed",
        "test_a_ship_falls_although_its_fjord_supports_a_surviving_province_too",
    ),
    # Quests
    "quests are scored in every Age": (
        "test_a_fulfilled_quest_gives_its_glory_and_one_step_on_any_stat",
        "test_a_quest_is_paid_in_its_own_age_before_ragnarok",
    ),
    "quests are scored before Ragnarök": (
        "test_a_quest_is_paid_in_its_own_age_before_ragnarok",
        "test_those_whom_ragnarok_is_about_to_take_come_too_late_for_glorious_death",
        "test_a_province_about_to_fall_still_fulfils_a_quest",
    ),
    "a tie fails a quest": ("test_most_strength_means_more_than_each_other_clan",),
    "the fjord counts for a quest": (
        "test_most_strength_means_more_than_each_other_clan",
        "test_a_ship_supports_both_provinces_of_its_fjord_at_once",
    ),
    "any one province of the region fulfils a quest": (
        "test_any_one_province_of_the_region_fulfils_a_region_quest_and_no_other_does",
        "test_the_rest_of_the_region_does_not_matter",
    ),
    # Cards in a battle
    "a card must be laid down": ("test_every_participant_must_lay_down_a_card",),
    "only an empty hand lays down none": ("test_a_clan_with_an_empty_hand_plays_none",),
    "losers take their cards back": ("test_the_winner_discards_its_card_and_the_losers_take_theirs_back",),
    "the winner discards its cards": (
        "test_the_winner_discards_its_card_and_the_losers_take_theirs_back",
        "test_the_winner_discards_every_card_it_played_late_cards_too",
    ),
    # Who wins what
    "on a tie at the top everybody loses": ("test_a_shared_highest_total_loses_for_everyone",),
    "those below a tie at the top lose too": ("test_those_below_a_shared_highest_total_lose_too",),
    "only a winning pillager takes the token": ("test_a_winning_defender_takes_no_reward_but_scores_its_axes",),
    "any winner scores its Axes": (
        "test_a_winning_defender_takes_no_reward_but_scores_its_axes",
        "test_a_winner_who_joined_as_a_third_clan_scores_its_axes",
    ),
    "where a pillage failed it may be tried again": (
        "test_another_clan_may_pillage_where_a_pillage_failed",
        "test_the_same_clan_may_pillage_where_it_failed_before",
    ),
    "an unopposed pillage scores no Axes": (
        "test_an_unopposed_pillage_takes_the_reward_and_turns_the_token_but_scores_no_axes",
    ),
    # The call to battle
    "the call goes round and round, one figure at a time": (
        "test_a_clan_brings_one_figure_and_then_it_is_the_next_clans_turn",
    ),
    "the call begins at the pillager's left": (
        "test_the_call_begins_at_the_pillagers_left_and_ends_with_the_pillager",
    ),
    "the pillager is called too": ("test_the_call_begins_at_the_pillagers_left_and_ends_with_the_pillager",),
    "to join is free, even at 0 Rage": ("test_a_clan_at_zero_rage_joins_for_free",),
    "to decline a call is not final": ("test_a_clan_that_declined_may_join_on_a_later_turn",),
    # Rage and the end of the phase
    "at 0 Rage there is no action, not even a free one": (
        "test_a_clan_at_0_rage_is_skipped_even_for_what_costs_nothing",
        "test_a_clan_at_zero_rage_cannot_pillage_although_it_is_free",
    ),
    "with regained Rage a clan plays on": ("test_a_clan_at_zero_rage_that_gains_some_has_turns_again",),
    "passing loses all Rage": ("test_a_clan_that_passes_loses_all_its_rage",),
    "the phase ends at once when every surviving province is pillaged": (
        "test_the_phase_ends_when_every_surviving_province_has_been_pillaged_whatever_rage_is_left",
        "test_destroyed_provinces_need_no_pillaging_for_the_phase_to_end",
    ),
    # What happens between reveal and comparison
    "a clan whose figures all died stays in the battle": (
        "test_a_defender_without_figures_left_is_still_in_the_battle_and_adds_late_cards",
    ),
    "a clan whose figures all died may win by its card": (
        "test_a_pillager_without_figures_left_wins_through_its_card_and_takes_the_reward",
    ),
    "Thor's Primacy acts before every other text": (
        "test_a_cancelled_watch_does_nothing",
        "test_primacy_cancels_smite_and_leaves_its_bonus",
    ),
    "Heimdall's Watch acts before the texts that are left": (
        "test_a_card_of_the_third_rank_that_heimdalls_watch_discards_never_acts",
    ),
    "all other texts act from the pillager clockwise": ("test_texts_of_one_rank_act_from_the_pillager_clockwise",),
    "late cards come after the reveal": ("test_a_late_card_cannot_be_added_before_the_reveal",),
    "late cards are asked for from the pillager clockwise": (
        "test_late_cards_are_asked_for_in_seat_order_with_the_pillager_first",
    ),
    "late cards are asked for until nobody adds one": (
        "test_who_declined_may_answer_a_late_card_of_another_with_its_own",
        "test_the_window_closes_only_when_all_participants_have_declined_in_succession",
    ),
    "everybody is asked for a late card": ("test_every_participant_is_asked_for_a_late_card_with_or_without_one",),
    "to be asked for a late card betrays nobody": (
        "test_a_question_and_a_refusal_look_the_same_whatever_the_hand_holds",
    ),
    # Single cards
    "Loki's Poison takes the cards before Tyr's Prowess": ("test_poison_comes_before_tyrs_prowess",),
    "Loki's Trickery takes the Rage before Tyr's Prowess": (
        "test_rage_that_trickery_took_cannot_pay_for_tyrs_prowess",
    ),
    "Frigga's Grace raises another stat than the reward": (
        "test_friggas_grace_raises_a_stat_other_than_the_tokens",
        "test_the_tokens_stat_is_barred_even_if_it_stood_on_step_six_and_did_not_rise",
    ),
    "Frigga's Domain costs 1 Rage and nothing more": (
        "test_with_friggas_domain_any_figure_invades_from_valhalla_for_one_rage",
    ),
    "a troop upgrade lets its figure invade at once for nothing": (
        "test_a_troop_upgrade_lets_one_figure_of_its_kind_invade_at_once_for_nothing",
    ),
    "a Monster upgrade lets its figure invade at once for nothing": (
        "test_a_monster_upgrade_brings_its_figure_which_may_invade_at_once_for_no_further_rage",
    ),
    # Setup, Ages and the end
    "two players draft two cards, three times": ("test_with_two_players_each_pick_is_of_two_cards",),
    "the cards in use depend on the number of players": ("test_how_many_cards_are_in_the_deck_dealt_and_left_over",),
    "the destroyed provinces depend on the number of players": ("test_how_many_provinces_are_destroyed_at_the_start",),
    "the tokens lie face up": (
        "test_yggdrasil_has_the_token_of_all_stats_and_the_others_are_dealt_reward_side_up",
        "test_the_tokens_lie_open_in_their_places_through_the_whole_game",
    ),
    "the tokens stay all game": ("test_the_tokens_lie_open_in_their_places_through_the_whole_game",),
    "the tokens are turned back each Age": (
        "test_all_tokens_are_turned_back_and_stay_on_their_provinces",
        "test_a_province_pillaged_in_one_age_is_pillaged_again_in_the_next",
    ),
    "one card is kept between Ages": (
        "test_one_card_is_kept_and_the_rest_is_discarded",
        "test_the_kept_card_is_in_the_hand_of_the_next_age_beside_six_new_ones",
    ),
    "no card is kept after the third Age": ("test_in_age_three_all_cards_are_discarded_unasked",),
    "a stat on step 4 or 5 gives 10 Glory": (
        "test_a_stat_gives_ten_glory_on_steps_four_and_five_and_twenty_on_step_six",
    ),
    "a stat on step 6 gives 20 Glory": ("test_a_stat_gives_ten_glory_on_steps_four_and_five_and_twenty_on_step_six",),
    "two equal quests both pay": ("test_two_equal_quests_are_both_paid",),
    # No deck holds two Clan or Monster upgrades of one name: equal are those of one sort, as BR-9.7 has it.
    "two upgrades of one sort both pay": ("test_what_several_of_them_pay_adds_up",),
    "the leftover cards of the draft are seen by nobody": (
        "test_the_last_two_cards_are_discarded_unseen_by_the_others",
    ),
    "the rest of the deck is seen by nobody": ("test_the_undealt_cards_are_out_of_the_game_unseen",),
}


@cache
def docstrings() -> dict[str, tuple[str, ...]]:
    """The name of every test in the tree → the docstrings of the tests so named, empty where there is none."""
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(syntax_tree(path)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[node.name].append(ast.get_docstring(node) or "")
    return {name: tuple(texts) for name, texts in found.items()}


@pytest.mark.parametrize("point", WRONG_READINGS)
def test_every_point_has_tests_that_name_the_wrong_reading(point: str) -> None:
    names = WRONG_READINGS[point]
    assert names, point
    assert len(set(names)) == len(names)
    for name in names:
        assert len(docstrings().get(name, ())) == 1, f"{name}: not one test of this name"
        assert re.search(r"Wrong reading: \S.{9,}", docstrings()[name][0]), f"{name}: no wrong reading in its docstring"


def test_every_test_of_this_file_is_named_in_the_table() -> None:
    tree = syntax_tree(TESTS / "rulebook" / "test_wrong_readings.py")
    named = {name for names in WRONG_READINGS.values() for name in names}
    refuting = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and (ast.get_docstring(node) or "").startswith("Wrong reading: ")
    }
    assert refuting
    assert refuting <= named


@pytest.mark.rule("BR-1.2", "BR-15.2")
def test_a_quest_is_paid_in_its_own_age_before_ragnarok() -> None:
    """Wrong reading: quests are scored when the game ends, or when Ragnarök has taken the province.

    The scene ends Age 1; from there on the phases follow each other as in a game.
    """
    s = scene(
        "wolf raven",
        phase="end of age",
        figures="wolf: warrior in Elvagar",
        aside={"wolf": "Manheim! (age 1)"},
        ragnarok=("Myrkulor", "Elvagar", "Angerboda"),
    )
    through_draft(s)
    s.play("raven: pass", "wolf: quest Manheim! (age 1)", "wolf: pass", "wolf: keep none", "raven: keep none")
    assert s.asked() == {"wolf": "raise"}
    assert s.glory("wolf") == 5
    assert not s.is_destroyed("Elvagar")
    s.play("wolf: raise rage")
    assert s.is_destroyed("Elvagar")
    assert s.glory("wolf") == 5 + 3
    assert s.match.view(None).table["age"] == 3


@pytest.mark.rule("BR-12.7", "BR-19.23")
@pytest.mark.parametrize(
    ("pillager", "order"),
    [
        ("wolf", ["Wolf", "Raven", "Serpent"]),
        ("raven", ["Raven", "Serpent", "Wolf"]),
        ("serpent", ["Serpent", "Wolf", "Raven"]),
    ],
)
def test_texts_of_one_rank_act_from_the_pillager_clockwise(pillager: str, order: list[str]) -> None:
    """Wrong reading: texts act in table order, or all at the same time, or those of the defenders first."""
    cards = {"wolf": "Odin's Smite", "raven": "Odin's Tide", "serpent": "Odin's Smite"}
    s = laid(
        "wolf: leader in Gimle; raven: leader in Gimle; serpent: leader in Gimle",
        cards,
        turn=pillager,
        first_player="wolf",
    )
    assert acted(s) == [(clan, cards[clan.lower()]) for clan in order]


@pytest.mark.rule("BR-17.4", "BR-4.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_tokens_lie_open_in_their_places_through_the_whole_game(seats: int) -> None:
    """Wrong reading: a token lies face down until it is taken, leaves the board then, or is dealt anew each Age."""
    tokens: dict[str, str] = {}
    turned = turned_back = 0
    for seen in two_games(seats):
        provinces = seen["places"][:9]
        if seen["age"] == 1 and seen["phase"] == "Gods' Gifts":
            tokens = {province["name"]: province["token"] for province in provinces}
        assert all(province["token"] == tokens[province["name"]] for province in provinces)
        pillaged = sum(province["pillaged"] for province in provinces)
        turned += pillaged
        if seen["age"] > 1 and seen["phase"] == "Gods' Gifts":
            assert pillaged == 0
            turned_back += 1
    assert turned
    assert turned_back
