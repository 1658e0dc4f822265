"""Sections 10 and 11: stage 2, and how figures move."""

import pytest

from tests.lords_of_ragnarok.scene import scene


def targets(choices: list[str], verb: str) -> set[int]:
    return {int(text.split()[-1]) for text in choices if text.startswith(f"{verb} ")}


@pytest.mark.rule("LR-10.1")
def test_the_hero_moves_one_or_two_regions() -> None:
    s = scene(stage="hero", hero="green: 8", drakkars="green: South Sea")
    s.play("green: walk 7")
    assert s.asked() == {"green": "walk_on"}
    s.play("green: walk 3")
    assert s.hero("green") == 3
    assert "walk_on" not in s.asked().values()


@pytest.mark.rule("LR-10.1")
def test_the_drakkar_moves_one_or_two_seas() -> None:
    s = scene(stage="hero", drakkars="green: North Sea")
    assert s.rule_against("green: sail East Sea") == "LR-11.3"
    s.play("green: sail North-East Sea", "green: sail East Sea")
    assert s.sea("green") == "East Sea"


@pytest.mark.rule("LR-10.1")
def test_only_one_of_the_three_things_is_done() -> None:
    s = scene(stage="hero", hero="green: 8", injured="green: wisdom")
    s.play("green: walk 7", "green: done")
    assert s.injured("green") == ["wisdom"]
    assert "hero_action" not in s.asked().values()


@pytest.mark.rule("LR-10.2", "LR-11.5")
def test_the_bridge_may_serve_for_either_step() -> None:
    s = scene(stage="hero", hero="green: 2", drakkars="green: South-West Sea")
    s.play("green: walk 20")
    assert 17 not in targets(s.choices("green"), "walk")
    s.play("green: walk 19")
    assert s.hero("green") == 19
    s = scene(stage="hero", hero="green: 19", drakkars="green: South-West Sea")
    s.play("green: walk 17", "green: walk 15")
    assert s.hero("green") == 15


@pytest.mark.rule("LR-11.1")
def test_a_hero_may_enter_any_adjacent_region_whatever_is_in_it() -> None:
    s = scene(stage="hero", hero="green: 8", monsters="Loki 7, Fafnir 7", armies="red: 5 in 7")
    s.play("green: walk 7")
    assert s.hero("green") == 7


@pytest.mark.rule("LR-11.2", "LR-17.12")
def test_an_army_may_enter_any_adjacent_region_but_lokis() -> None:
    s = scene(stage="manoeuvres", armies="green: 2 in 18; red: 1 in 19", monsters="Loki 21, Troll 17")
    s.play("green: activate army 2 18")
    assert targets(s.choices("green"), "move") == {15, 17, 19}
    assert s.rule_against("green: move 21") == "LR-17.12"


@pytest.mark.rule("LR-11.5", "LR-30.3")
def test_the_drakkar_joins_the_regions_of_its_sea_for_its_owner_alone() -> None:
    s = scene(stage="manoeuvres", armies="green: 2 in 17; red: 2 in 17", drakkars="green: South-West Sea")
    s.play("green: activate army 2 17")
    assert targets(s.choices("green"), "move") == {15, 18, 19}
    s = scene(turn="red", stage="manoeuvres", armies="red: 2 in 17", drakkars="green: South-West Sea")
    s.play("red: activate army 2 17")
    assert targets(s.choices("red"), "move") == {15, 18}


@pytest.mark.rule("LR-11.3")
def test_a_drakkar_enters_any_adjacent_sea_whoever_is_there() -> None:
    s = scene(stage="hero", drakkars="green: North Sea; red: North-East Sea")
    assert [choice for choice in s.choices("green") if "sail" in choice] == [
        "sail North-East Sea",
        "sail North-West Sea",
    ]
    assert s.rule_against("green: sail South Sea") == "LR-11.3"
    s.play("green: sail North-East Sea")
    assert s.sea("green") == s.sea("red")
