"""Section 9: stage 1, Prayer."""

import pytest

from tests.lords_of_ragnarok.scene import scene


@pytest.mark.rule("LR-9.1")
@pytest.mark.parametrize("order", [("pray Odin", "forge 2"), ("forge 2", "pray Odin")])
def test_a_priest_and_a_rune_in_either_order_each_once(order: tuple[str, str]) -> None:
    s = scene(hero="green: 2", priests="green: 2", forges="2 uruz")
    for choice in order:
        assert choice in s.choices("green")
        s.play(f"green: {choice}")
    assert s.runes("green") == {"uruz": 1}
    assert s.priests("green") == 1
    assert "Prayer" not in s.asked()


@pytest.mark.rule("LR-9.1")
def test_no_second_priest_in_one_stage() -> None:
    s = scene(hero="green: 2", priests="green: 2")
    s.play("green: pray Odin")
    assert s.rule_against("green: pray Thor") == "LR-9.1"


@pytest.mark.rule("LR-9.2")
def test_a_priest_goes_to_any_statue_whoever_controls_it() -> None:
    s = scene(priests="green: 1", control="red: 4 15 21")
    assert s.choices("green") == ["pray Odin", "pray Thor", "pray Freya", "done"]


@pytest.mark.rule("LR-9.2")
def test_without_a_priest_in_the_pool_nobody_is_sent() -> None:
    s = scene(hero="green: 2")
    assert s.rule_against("green: pray Odin") == "LR-9.2"


@pytest.mark.rule("LR-9.3")
def test_each_statue_has_two_slots() -> None:
    s = scene(priests="green: 1", sent="red: thor; blue: thor")
    reason = s.why_not("green: pray Thor")
    assert reason is not None
    assert (reason.rule, reason.params["slots"]) == ("LR-9.3", 2)
    assert s.rule_against("green: pray Odin") == ""


@pytest.mark.rule("LR-9.4")
@pytest.mark.parametrize(("god", "attribute"), [("Odin", "authority"), ("Thor", "strength"), ("Freya", "wisdom")])
def test_the_attribute_of_the_god_rises_by_1_on_level_0(god: str, attribute: str) -> None:
    s = scene(priests="green: 1")
    s.play(f"green: pray {god}")
    assert s.attribute("green", attribute) == 3
    assert (s.hand("green"), s.runes("green")) == ([], {})


@pytest.mark.rule("LR-9.5", "LR-9.9")
def test_freyas_runes_are_of_one_kind_and_her_wisdom_counts_for_the_limit() -> None:
    s = scene(priests="green: 1", levels="freya 3")
    s.play("green: pray Freya", "green: take Othala")
    assert s.runes("green") == {"othala": 3}
    assert s.attribute("green", "wisdom") == 3


@pytest.mark.rule("LR-9.5", "LR-9.6")
def test_odins_value_may_be_split_over_own_armies() -> None:
    s = scene(priests="green: 1", levels="odin 3", armies="green: 1 in 5, 6 in 7; red: 1 in 9")
    s.play("green: pray Odin")
    assert s.armies("green", 5) == [4]
    assert s.armies("green", 7) == [6]
    s = scene(priests="green: 1", levels="odin 2", armies="green: 1 in 5, 1 in 7")
    s.play("green: pray Odin", "green: strengthen army 1 5", "green: strengthen army 1 7")
    assert (s.armies("green", 5), s.armies("green", 7)) == ([2], [2])


@pytest.mark.rule("LR-9.7")
def test_a_priest_may_be_sent_although_the_bonus_is_lost() -> None:
    s = scene(priests="green: 1", levels="odin 3")
    s.play("green: pray Odin")
    assert s.attribute("green", "authority") == 3


@pytest.mark.rule("LR-9.10")
def test_the_rune_of_a_forge_is_taken_where_the_hero_is_whoever_controls_it() -> None:
    s = scene(hero="green: 2", control="red: 2", forges="2 algiz")
    s.play("green: forge 2")
    assert s.runes("green") == {"algiz": 1}


@pytest.mark.rule("LR-9.10")
def test_an_empty_forge_and_one_elsewhere_give_nothing() -> None:
    s = scene(hero="green: 2", priests="green: 1", empty_forges="2", control="green: 6")
    assert s.rule_against("green: forge 2") == "LR-9.10"
    assert s.rule_against("green: forge 6") == "LR-9.10"
