"""Section 19: battles."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.fighting import strengths
from tests.lords_of_ragnarok.scene import Scene, scene

WISE = "green: wisdom 6; red: wisdom 6"


def attack(green: str, red: str, **said: Any) -> Scene:
    """Green moves an Army of 4 from Region 18 to Region 19, where a Red one of 4 stands."""
    hands = "; ".join(f"{clan}: {cards}" for clan, cards in (("green", green), ("red", red)) if cards)
    told = {"armies": "green: 4 in 18; red: 4 in 19", "control": "red: 19 20; green: 18", **said}
    s = scene(stage="manoeuvres", hands=hands, **told)
    value = told["armies"].split()[1]
    s.play(f"green: activate army {value} 18", "green: move 19")
    return s


@pytest.mark.rule("LR-19.8", "LR-19.9", "LR-19.12")
def test_the_higher_battle_strength_wins_and_the_loser_loses_value_and_retreats() -> None:
    s = attack("Jarl's Guard", "Raiders", armies="green: 4 in 18; red: 3 in 19")
    s.play("red: pass", "green: play Jarl's Guard", "green: pass")
    assert (s.armies("red", 20), s.armies("green", 19)) == ([2], [3])
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-30.15", "LR-19.8", "LR-19.9")
def test_the_battle_of_seven_against_six() -> None:
    s = attack("Jarl's Guard", "Spearmen", hero="green: 9; red: 9")
    s.play("red: play Spearmen", "green: play Jarl's Guard", "red: pass", "green: pass")
    assert [str(event) for event in s.told("battle_strength")] == [
        "Green has Battle Strength 7: Armies 4, cards 3, effects 0.",
        "Red has Battle Strength 6: Armies 4, cards 2, effects 0.",
    ]
    assert (s.armies("red", 20), s.armies("green", 19)) == ([3], [3])
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-30.16", "LR-19.8", "LR-11.7")
@pytest.mark.parametrize(("control", "left"), [("red: 19 20; green: 18", [3]), ("red: 19 20", [])])
def test_a_tie_goes_to_the_defender(control: str, left: list[int]) -> None:
    s = attack("Spearmen", "Spearmen", hero="green: 9; red: 9", control=control)
    s.play("red: play Spearmen", "green: play Spearmen", "red: pass", "green: pass")
    assert strengths(s) == [6, 6]
    assert (s.armies("red", 19), s.armies("green", 18)) == ([4], left)
    assert s.pool("green") == 6 - len(left)
    assert s.controller(19) == "red"


@pytest.mark.rule("LR-19.5", "LR-24.8")
def test_the_defender_plays_first_and_both_are_asked_whatever_they_hold() -> None:
    s = attack("", "")
    assert s.asked() == {"red": "battle"}
    s.play("red: pass")
    assert s.asked() == {"green": "battle"}
    assert s.choices("green") == ["pass"]


@pytest.mark.rule("LR-19.5", "LR-19.7")
def test_whoever_plays_is_offered_each_card_held_once_but_for_those_with_too_many_symbols() -> None:
    s = attack("", "Spearmen, Spearmen, Raiders, Champions", armies="green: 4 in 18; red: 1 in 19", attributes=WISE)
    assert s.rule_against("red: play Champions") == "LR-19.7"
    assert sorted(s.choices("red")) == ["pass", "play Raiders", "play Spearmen"]


@pytest.mark.rule("LR-19.7", "LR-30.17")
def test_symbols_may_not_exceed_the_total_of_ones_armies() -> None:
    s = attack("Jarl's Guard, Raiders, Berserkers", "", armies="green: 2 in 18; red: 4 in 19", attributes=WISE)
    s.play("red: pass", "green: play Jarl's Guard")
    assert s.rule_against("green: play Raiders") == ""
    assert s.rule_against("green: play Berserkers") == "LR-19.7"


@pytest.mark.rule("LR-11.7", "LR-19.10")
def test_who_cannot_retreat_is_destroyed() -> None:
    s = attack("Champions", "", control="red: 19", armies="green: 4 in 18; red: 2 in 19")
    s.play("red: pass", "green: pass")
    assert s.armies("red", 0) == [0] * 6, "an Army in the pool has no value"


@pytest.mark.rule("LR-11.6", "LR-11.8")
def test_the_loser_says_where_all_its_armies_retreat_to() -> None:
    s = attack("", "", armies="green: 5 in 18; red: 2 2 in 19", control="red: 19 20 21")
    s.play("red: pass", "green: pass")
    assert s.choices("red") == ["retreat 20", "retreat 21"]
    s.play("red: retreat 21")
    assert s.armies("red", 21) == [1, 1]


@pytest.mark.rule("LR-11.10", "LR-29.4")
@pytest.mark.parametrize(
    ("target", "open_to"), [("controlled", []), ("any_free", ["retreat 18", "retreat 20", "retreat 21"])]
)
def test_where_a_retreat_after_a_battle_may_lead(target: str, open_to: list[str]) -> None:
    s = scene(
        stage="manoeuvres",
        armies="green: 5 in 18; red: 2 in 19",
        control="red: 19",
        rulings={"battle_retreat_target": target},
    )
    s.play("green: activate army 5 18", "green: move 19", "red: pass", "green: pass")
    assert s.choices("red") == open_to
    assert s.pool("red") == (5 if open_to else 6)


@pytest.mark.rule("LR-19.1", "LR-19.2")
def test_the_attacker_is_who_came_in_this_stage_though_the_other_does_not_control_the_region() -> None:
    s = attack("", "", control="green: 18 19")
    assert str(s.told("battle_begins")[0]) == "Battle in Region 19: Green attacks Red."
    s.play("red: pass", "green: pass")
    assert s.armies("red", 19) == [4]


@pytest.mark.rule("LR-19.2", "LR-13.4")
def test_who_recruits_into_a_region_with_armies_attacks() -> None:
    s = scene(stage="special", drakkars="green: South-West Sea", armies="red: 1 in 18", control="red: 18")
    s.play("green: action reinforce", "green: recruit 18")
    assert str(s.told("battle_begins")[0]) == "Battle in Region 18: Green attacks Red."


@pytest.mark.rule("LR-19.3", "LR-27.5")
def test_all_armies_of_both_players_in_the_region_take_part() -> None:
    s = attack("", "", armies="green: 4 in 18, 1 in 20; red: 2 1 in 19, 5 in 21", control="red: 19 21")
    s.play("red: pass", "green: pass")
    assert strengths(s) == [4, 3]
    assert s.armies("red", 21) == [5, 1]


@pytest.mark.rule("LR-19.5")
def test_who_has_passed_plays_no_more_and_the_other_may_go_on_alone() -> None:
    s = attack("Levy, Scouts", "Levy, Scouts")
    s.play("red: play Levy", "green: play Levy", "red: pass", "green: play Scouts")
    assert s.asked() == {"green": "battle"}
    s.play("green: pass")
    assert len(s.told("battle_won")) == 1


@pytest.mark.rule("LR-19.9", "LR-19.10")
def test_each_army_of_the_loser_loses_one_and_then_symbols_are_assigned_one_by_one() -> None:
    s = attack(
        "Champions, Champions",
        "Berserkers",
        armies="green: 6 in 18; red: 3 2 1 in 19",
        hero="green: 9; red: 9",
        attributes=WISE,
    )
    s.play("red: play Berserkers", "green: play Champions", "red: pass", "green: play Champions", "green: pass")
    assert s.choices("red") == ["lose army 1", "lose army 2"]
    s.play("red: lose army 2")
    assert s.armies("red", 20) == [1]


@pytest.mark.rule("LR-19.9")
def test_symbols_that_no_army_is_left_for_are_ignored() -> None:
    s = attack("Champions, Champions", "Berserkers", armies="green: 6 in 18; red: 1 1 in 19", attributes=WISE)
    s.play("red: play Berserkers", "green: play Champions", "red: pass", "green: pass")
    assert s.pool("red") == 6
    assert s.asked() == {"green": "action"}


@pytest.mark.rule("LR-19.11", "LR-19.13")
def test_a_winner_without_an_army_left_takes_nothing() -> None:
    s = attack(
        "Raiders, Jarl's Guard", "", armies="green: 2 in 18; red: 3 in 19", hero="green: 9; red: 9", attributes=WISE
    )
    s.play("red: pass", "green: play Jarl's Guard", "green: play Raiders", "green: pass", "green: take Uruz")
    assert (s.pool("green"), s.controller(19), s.armies("red", 20)) == (6, "red", [2])


@pytest.mark.rule("LR-19.12")
@pytest.mark.parametrize(("value", "controller"), [(4, "green"), (3, None)])
def test_in_a_neutral_region_the_winner_needs_the_population_strength(value: int, controller: str | None) -> None:
    s = attack("", "", armies=f"green: {value} in 18; red: 1 in 19", control="green: 18", hero="green: 9; red: 9")
    s.play("red: pass", "green: pass")
    assert s.controller(19) == controller


@pytest.mark.rule("LR-19.14", "LR-24.6")
def test_all_cards_played_are_discarded_after_the_battle() -> None:
    s = attack("Levy", "Spearmen")
    s.play("red: play Spearmen", "green: play Levy", "red: pass", "green: pass")
    assert sorted(s.match.view(None).table["decks"]["combat"]["discards"]) == ["Levy", "Spearmen"]
    assert s.state.acting.sizes[0] == s.state.acting.sizes[1] == 1


@pytest.mark.rule("LR-19.17", "LR-17.10")
def test_heroes_and_monsters_in_the_region_add_nothing() -> None:
    s = attack(
        "", "", hero="green: 19; red: 19", monsters="Troll 19, Draugr 19", rings="red: Troll", heroes="green: Snorri"
    )
    s.play("red: pass", "green: pass")
    assert strengths(s) == [4, 4]


@pytest.mark.rule("LR-19.18", "LR-5.10")
def test_the_hand_limit_holds_in_a_battle() -> None:
    s = attack("Levy, Scouts", "", heroes="green: Beowulf", hero="green: 20; red: 9")
    s.play("green: yes", "green: injure authority")
    assert s.asked() == {"green": "discard_card"}


def two_battles() -> Scene:
    """LR-30.24: Green has gone from 18 to 19 and from 14 to 21, both Red's."""
    s = scene(
        stage="special",
        armies="green: 3 in 18, 2 in 14; red: 2 in 19, 1 in 21",
        control="green: 18 14; red: 19 21",
        hands="red: Spearmen",
        hero="green: 9; red: 9",
    )
    s.play("green: action mobilize", "green: activate army 3 18", "green: move 19")
    s.play("green: activate army 2 14", "green: move 21")
    assert s.choices("green") == ["fight 19", "fight 21"]
    return s


@pytest.mark.rule("LR-30.24", "LR-8.7")
def test_two_battles_in_one_mobilize_the_lost_one_first() -> None:
    s = two_battles()
    s.play("green: fight 21", "red: play Spearmen", "green: pass", "red: pass", "green: retreat 14")
    assert strengths(s) == [2, 4]
    assert (s.armies("green", 14), s.armies("red", 21)) == ([1], [1])
    s.play("red: pass", "green: pass")
    assert strengths(s)[2:] == [3, 2]
    assert (s.armies("red", 21), s.armies("green", 19)) == ([1, 1], [3])
    assert (s.controller(19), s.controller(21)) == ("green", "red")


@pytest.mark.rule("LR-30.24", "LR-11.9")
def test_two_battles_in_one_mobilize_the_won_one_first() -> None:
    s = two_battles()
    s.play("green: fight 19", "red: pass", "green: pass")
    assert (s.pool("red"), s.controller(19), s.armies("green", 19)) == (5, "green", [3])
    s.play("red: play Spearmen", "green: pass", "red: pass", "green: retreat 14")
    assert (s.armies("green", 14), s.armies("red", 21), s.controller(21)) == ([1], [1], "red")


@pytest.mark.rule("LR-29.4", "LR-4.2")
def test_by_ruling_a_loser_takes_the_empty_region_of_the_winner_that_it_retreats_to() -> None:
    s = attack("", "", armies="green: 6 in 18; red: 4 in 19", rulings={"battle_retreat_target": "any_free"})
    s.play("red: pass", "green: pass")
    assert s.controller(18) == "green"
    s.play("red: retreat 18")
    assert (s.controller(18), s.controller(19)) == ("red", "green")
    assert s.armies("red", 18) == [3]
