"""Section 19: battles."""

import pytest

from tests.lords_of_ragnarok.scene import Scene, scene


def attack(green: str, red: str, **said: str) -> Scene:
    """Green moves an Army of 4 from Region 18 to Region 19, where a Red one of 4 stands."""
    hands = "; ".join(f"{clan}: {cards}" for clan, cards in (("green", green), ("red", red)) if cards)
    told = {"armies": "green: 4 in 18; red: 4 in 19", "control": "red: 19 20; green: 18", **said}
    s = scene(stage="manoeuvres", hands=hands, **told)  # type: ignore[arg-type]
    value = told["armies"].split()[1]
    s.play(f"green: activate army {value} 18", "green: move 19")
    return s


@pytest.mark.rule("LR-19.8", "LR-19.9", "LR-19.12")
def test_the_higher_battle_strength_wins_and_the_loser_loses_value_and_retreats() -> None:
    s = attack("Jarl's Guard", "Raiders", armies="green: 4 in 18; red: 3 in 19")
    s.play("red: pass", "green: play Jarl's Guard", "green: pass")
    assert (s.armies("red", 20), s.armies("green", 19)) == ([2], [3])
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-19.8", "LR-30.16")
def test_a_tie_goes_to_the_defender() -> None:
    s = attack("Champions", "Champions")
    s.play("red: pass", "green: pass")
    assert (s.armies("red", 19), s.armies("green", 18)) == ([4], [3])
    assert s.controller(19) == "red"


@pytest.mark.rule("LR-19.5", "LR-24.8")
def test_the_defender_plays_first_and_both_are_asked_whatever_they_hold() -> None:
    s = attack("", "")
    assert s.asked() == {"red": "battle"}
    s.play("red: pass")
    assert s.asked() == {"green": "battle"}
    assert s.options("green") == ["pass"]


@pytest.mark.rule("LR-19.7", "LR-30.17")
def test_symbols_may_not_exceed_the_total_of_ones_armies() -> None:
    s = attack("Jarl's Guard, Raiders, Berserkers", "", armies="green: 2 in 18; red: 4 in 19")
    s.play("red: pass", "green: play Jarl's Guard")
    assert s.rule_against("green: play Raiders") == ""
    assert s.rule_against("green: play Berserkers") == "LR-19.7"


@pytest.mark.rule("LR-11.7", "LR-19.10")
def test_who_cannot_retreat_is_destroyed() -> None:
    s = attack("Champions", "", control="red: 19", armies="green: 4 in 18; red: 2 in 19")
    s.play("red: pass", "green: pass")
    assert s.pool("red") == 6


@pytest.mark.rule("LR-11.6", "LR-11.8")
def test_the_loser_says_where_all_its_armies_retreat_to() -> None:
    s = attack("", "", armies="green: 5 in 18; red: 2 2 in 19", control="red: 19 20 21")
    s.play("red: pass", "green: pass")
    assert s.options("red") == ["retreat 20", "retreat 21"]
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
        options={"battle_retreat_target": target},
    )
    s.play("green: activate army 5 18", "green: move 19", "red: pass", "green: pass")
    assert s.options("red") == open_to
    assert s.pool("red") == (5 if open_to else 6)
