"""Section 21: Artifacts."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.fighting import battle, over, strengths
from tests.lords_of_ragnarok.hunting import hunt
from tests.lords_of_ragnarok.scene import Scene, scene


@pytest.mark.rule("LR-21.2", "LR-21.4")
def test_mjolnir_draws_a_card_at_the_start_of_the_turn_and_is_exhausted() -> None:
    s = scene(artifacts="green: Mjolnir, Gungnir", armies="green: 2 in 1")
    assert s.choices("green") == ["use Mjolnir", "use Gungnir", "decline"]
    s.deal_next("Levy")
    s.play("green: use Mjolnir")
    assert s.hand("green") == ["Levy"]
    assert s.artifacts("green") == {"Mjolnir": "exhausted", "Gungnir": "charged"}
    assert s.choices("green") == ["use Gungnir", "decline"]
    s.play("green: use Gungnir")
    assert s.armies("green", 1) == [3]


@pytest.mark.rule("LR-21.4", "LR-28.3")
def test_using_an_artifact_is_never_compulsory_and_an_exhausted_one_is_not_offered() -> None:
    s = scene(artifacts="green: Mjolnir, Brisingamen", exhausted="Mjolnir")
    assert s.choices("green") == ["use Brisingamen", "decline"]
    s.play("green: decline")
    assert s.artifacts("green") == {"Mjolnir": "exhausted", "Brisingamen": "charged"}


@pytest.mark.rule("LR-28.3")
def test_gungnir_is_not_offered_without_an_army_that_can_gain() -> None:
    s = scene(artifacts="green: Gungnir", armies="green: 6 in 1")
    assert s.asked() == {"green": "hero_action"}


@pytest.mark.rule("LR-27.7")
def test_gungnir_strengthens_own_armies_on_the_board_alone() -> None:
    s = scene(artifacts="green: Gungnir", armies="green: 2 in 1, 3 in 5; red: 2 in 6")
    s.play("green: use Gungnir")
    assert s.choices("green") == ["strengthen army 2 1", "strengthen army 3 5"]
    assert s.rule_against("green: strengthen army 2 6") == "LR-27.7"


@pytest.mark.rule("LR-27.8")
def test_a_rune_of_choice_is_one_that_the_supply_has() -> None:
    five = "uruz uruz uruz uruz uruz"
    s = scene(
        artifacts="green: Brisingamen", runes=f"red: {five}; blue: {five}", attributes="red: wisdom 6; blue: wisdom 6"
    )
    s.play("green: use Brisingamen")
    assert sorted(s.choices("green")) == ["take Algiz", "take Othala"]
    assert s.rule_against("green: take Uruz") == "LR-27.8"


def test_brisingamen_takes_a_rune_of_choice() -> None:
    s = scene(artifacts="green: Brisingamen")
    s.play("green: use Brisingamen", "green: take Othala")
    assert s.runes("green") == {"othala": 1}
    assert s.artifacts("green") == {"Brisingamen": "exhausted"}


@pytest.mark.rule("LR-21.3")
def test_artifacts_are_charged_by_build_statue_alone_whoever_builds() -> None:
    s = scene(turn="red", stage="special", wheel="red: prepare", artifacts="green: Mjolnir", exhausted="Mjolnir")
    assert s.artifacts("green") == {"Mjolnir": "exhausted"}
    s.play("red: action build statue", "red: statue Thor")
    assert s.artifacts("green") == {"Mjolnir": "charged"}


@pytest.mark.rule("LR-21.6", "LR-4.8")
def test_a_divine_artifact_goes_to_whoever_takes_its_region_and_is_charged_then() -> None:
    s = scene(
        stage="manoeuvres",
        armies="green: 1 in 18",
        control="red: 21",
        artifacts="red: Brisingamen",
        exhausted="Brisingamen",
    )
    s.play("green: activate army 1 18", "green: move 21")
    assert (s.artifacts("red"), s.artifacts("green")) == ({}, {"Brisingamen": "charged"})


def test_huldras_tail_activates_a_monster_at_the_start_of_the_turn() -> None:
    s = scene(artifacts="green: Huldra's Tail", monsters="Troll 9, Draugr 13, Grendel 4", rings="red: Grendel")
    s.play("green: use Huldra's Tail")
    assert s.choices("green") == ["activate Troll", "activate Draugr"]
    s.feed(0)
    s.play("green: activate Troll", "green: move 6")
    assert (s.monster("Troll"), s.artifacts("green")) == (6, {"Huldra's Tail": "exhausted"})


@pytest.mark.rule("LR-28.3")
def test_huldras_tail_is_not_offered_without_a_monster_for_it() -> None:
    s = scene(artifacts="green: Huldra's Tail", monsters="Grendel 4, Loki 5", rings="red: Grendel")
    assert s.asked() == {"green": "hero_action"}


@pytest.mark.parametrize("late", [False, True])
def test_the_sleeping_potion_weakens_an_army_beside_the_hero_before_or_after_the_hero_stage(late: bool) -> None:
    s = scene(stage="hero", artifacts="green: Sleeping Potion", hero="green: 4", armies="red: 3 in 4; blue: 5 2 in 7")
    assert s.asked() == {"green": "t05_offer"}
    if late:
        s.play("green: decline", "green: walk 7", "green: done", "green: use Sleeping Potion")
        assert s.choices("green") == ["weaken Blue army 2", "weaken Blue army 5"]
        s.play("green: weaken Blue army 2")
    else:
        s.play("green: use Sleeping Potion")
    assert (s.armies("red", 4), s.armies("blue", 7)) == (([3], [5]) if late else ([1], [5, 2]))
    assert s.artifacts("green") == {"Sleeping Potion": "exhausted"}


@pytest.mark.rule("LR-28.3")
def test_the_sleeping_potion_is_not_offered_where_no_army_is() -> None:
    s = scene(stage="hero", artifacts="green: Sleeping Potion", hero="green: 4")
    assert s.asked() == {"green": "hero_action"}


@pytest.mark.rule("LR-18.16", "LR-18.22")
def test_grendels_arm_deals_a_wound_without_a_card() -> None:
    s = hunt(artifacts="green: Grendel's Arm", draws=("Levy", "Shield Wall"))
    s.attack("attack_a")
    s.play("green: done", "green: injure strength")
    assert "use Grendel's Arm" in s.choices("green")
    s.play("green: use Grendel's Arm", "green: space 4")
    assert s.wounds("Troll") == {4: "green"}
    assert s.rule_against("green: use Grendel's Arm") == "LR-28.3"
    s.play("green: stop")
    assert s.asked() == {"blue": "attack"}


def test_the_cloak_of_the_ulfhednar_adds_two_when_a_card_is_played() -> None:
    s = battle(artifacts="red: Cloak of the Ulfhednar", hands="red: Levy, Scouts")
    s.play("red: play Levy")
    assert s.choices("red") == ["use Cloak of the Ulfhednar", "decline"]
    s.play("red: use Cloak of the Ulfhednar", "green: pass", "red: play Scouts")
    assert s.asked() == {"red": "battle"}
    s.play("red: pass")
    assert strengths(s) == [4, 4 + 1 + 1 + 2 + 2]


def bloody(**said: Any) -> Scene:
    """Red, with Armies of 3 and 1 and Jarl's Guard, loses."""
    s = battle(
        hands="red: Jarl's Guard; green: Champions",
        armies="green: 6 in 18; red: 3 1 in 19",
        **said,
    )
    s.play("red: play Jarl's Guard", "green: play Champions", "red: pass", "green: pass")
    assert strengths(s) == [10, 7]
    return s


@pytest.mark.rule("LR-19.9")
def test_the_blood_of_the_undead_ignores_all_casualties_of_cards_and_defeat() -> None:
    s = bloody(artifacts="red: Blood of the Undead")
    assert s.choices("red") == ["use Blood of the Undead", "decline"]
    s.play("red: use Blood of the Undead")
    assert s.armies("red", 20) == [3, 1]
    assert s.artifacts("red") == {"Blood of the Undead": "exhausted"}
    kept = bloody(artifacts="red: Blood of the Undead")
    kept.play("red: decline")
    assert kept.armies("red", 20) == [1]


@pytest.mark.rule("LR-19.11", "LR-28.3")
def test_the_blood_of_the_undead_serves_a_winner_too_and_only_with_casualties() -> None:
    s = bloody(artifacts="green: Blood of the Undead")
    s.play("green: use Blood of the Undead")
    assert s.armies("green", 19) == [6]
    one = battle(artifacts="green: Blood of the Undead", hands="green: Raiders", armies="green: 6 in 18; red: 3 in 19")
    one.play("red: pass", "green: play Raiders", "green: pass", "green: use Blood of the Undead")
    assert one.armies("green", 19) == [6]
    none = battle(artifacts="green: Blood of the Undead", armies="green: 6 in 18; red: 3 in 19")
    over(none)
    assert none.artifacts("green") == {"Blood of the Undead": "charged"}
    assert none.asked() == {"green": "action"}
