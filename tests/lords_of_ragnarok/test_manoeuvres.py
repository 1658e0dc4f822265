"""Section 13: stage 4, activating and recruiting."""

import pytest

from tests.lords_of_ragnarok.scene import scene


@pytest.mark.rule("LR-13.1")
def test_one_army_is_activated() -> None:
    s = scene(stage="manoeuvres", armies="green: 1 in 18, 1 in 8")
    s.play("green: activate army 1 18", "green: move 17")
    assert s.asked() == {"green": "action"}


@pytest.mark.rule("LR-13.1")
def test_with_no_army_on_the_board_one_is_recruited_instead() -> None:
    s = scene(stage="manoeuvres", control="green: 11")
    assert s.choices("green") == ["recruit 1", "recruit 5", "recruit 6", "recruit 11", "done"]
    s = scene(stage="manoeuvres", armies="green: 1 in 18")
    assert s.rule_against("green: recruit 5") == "LR-13.1"


@pytest.mark.rule("LR-13.2")
def test_an_army_in_an_own_settlement_may_gain_a_value_instead() -> None:
    s = scene(stage="manoeuvres", armies="green: 1 in 18", control="green: 18")
    s.play("green: activate army 1 18", "green: train")
    assert s.armies("green", 18) == [2]


@pytest.mark.rule("LR-13.2")
@pytest.mark.parametrize(("region", "control"), [(18, "red: 18"), (17, "green: 17")])
def test_no_value_is_gained_outside_an_own_settlement(region: int, control: str) -> None:
    s = scene(stage="manoeuvres", armies=f"green: 1 in {region}", control=control)
    s.play(f"green: activate army 1 {region}")
    assert s.rule_against("green: train") == "LR-13.2"


@pytest.mark.rule("LR-13.3", "LR-13.5")
def test_where_armies_are_recruited() -> None:
    s = scene(stage="special", control="green: 11 13 17; red: 16", monsters="Loki 13")
    s.play("green: action reinforce")
    assert s.choices("green") == ["recruit 1", "recruit 5", "recruit 6", "recruit 11"]
    assert s.rule_against("green: recruit 17") == "LR-13.3"
    assert s.rule_against("green: recruit 13") == "LR-17.12"


@pytest.mark.rule("LR-13.4", "LR-19.2")
def test_an_army_recruited_where_others_stand_attacks() -> None:
    s = scene(stage="special", armies="red: 2 in 5", control="red: 5")
    s.play("green: action reinforce", "green: recruit 5")
    assert str(s.told("battle_begins")[0]) == "Battle in Region 5: Green attacks Red."
