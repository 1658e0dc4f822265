"""Section 15: Usurp."""

import pytest

from tests.lords_of_ragnarok.scene import scene

FAR = "red: 2; blue: 2"


@pytest.mark.rule("LR-15.13", "LR-30.10")
def test_a_neutral_region_needs_strength_of_its_population() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", attributes="green: authority 3")
    s.play("green: action usurp", "green: recruit 11")
    assert s.controller(11) == "green"
    assert s.armies("green", 11) == [3]
    assert s.wheel("usurp") == ["green"]
    s = scene(stage="special", hero=f"green: 12; {FAR}")
    reason = s.why_not("green: action usurp")
    assert reason is not None
    assert (reason.rule, reason.params) == ("LR-15.13", {"need": 3, "have": 2})


@pytest.mark.rule("LR-15.14", "LR-15.15", "LR-30.11")
def test_a_region_of_another_needs_the_total_of_its_armies_which_retreat() -> None:
    said = {"stage": "special", "hero": f"green: 19; {FAR}", "armies": "red: 2 1 in 19"}
    s = scene(control="red: 18 19", attributes="green: strength 3", **said)  # type: ignore[arg-type]
    s.play("green: action usurp", "green: decline")
    assert s.armies("red", 18) == [2, 1]
    assert s.controller(19) == "green"
    s = scene(control="red: 18 19", **said)  # type: ignore[arg-type]
    assert s.rule_against("green: action usurp") == "LR-15.14"
    s = scene(control="red: 19", attributes="green: strength 3", **said)  # type: ignore[arg-type]
    s.play("green: action usurp", "green: decline")
    assert s.pool("red") == 6


@pytest.mark.rule("LR-15.14")
def test_a_region_of_another_without_armies_is_always_open() -> None:
    s = scene(stage="special", hero=f"green: 4; {FAR}", control="red: 4")
    s.play("green: action usurp", "green: decline")
    assert s.controller(4) == "green"
    assert s.artifacts("green") == {"Gungnir": "charged"}


@pytest.mark.rule("LR-15.12")
@pytest.mark.parametrize(("hero", "control"), [("green: 11; red: 11", ""), (f"green: 11; {FAR}", "green: 11")])
def test_not_beside_another_hero_and_not_on_ones_own_region(hero: str, control: str) -> None:
    s = scene(stage="special", hero=hero, control=control)
    assert s.rule_against("green: action usurp") == "LR-15.12"


@pytest.mark.rule("LR-15.15", "LR-17.12")
def test_nobody_is_recruited_into_lokis_region() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", monsters="Loki 11")
    s.play("green: action usurp")
    assert s.controller(11) == "green"
    assert s.armies("green", 11) == []


@pytest.mark.rule("LR-15.16")
def test_own_armies_stay() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", armies="green: 1 in 11")
    s.play("green: action usurp", "green: decline")
    assert s.armies("green", 11) == [1]


@pytest.mark.rule("LR-15.15", "LR-13.5")
def test_nobody_is_recruited_without_an_army_in_the_pool() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", armies="green: 1 1 1 1 1 1 in 9")
    s.play("green: action usurp")
    assert s.controller(11) == "green"
    assert "usurp_recruit" not in s.asked().values()


@pytest.mark.rule("LR-15.15")
def test_the_army_is_recruited_in_the_usurped_region_alone() -> None:
    s = scene(stage="special", hero=f"green: 11; {FAR}", control="green: 18")
    s.play("green: action usurp")
    assert s.choices("green") == ["recruit 11", "decline"]
    assert s.rule_against("green: recruit 18") == "LR-15.15"
