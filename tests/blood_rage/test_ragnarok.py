"""Section 16: a province falls, and those who fall with it earn Glory."""

import pytest

from tests.blood_rage.scene import Scene, scene


def fallen(s: Scene) -> list[tuple[object, object, object]]:
    """Whom Ragnarök destroyed: clan, figure, place."""
    return [(event.data["clan"], event.data["figure"], event.data["place"]) for event in s.told("figure_destroyed")]


def draft(s: Scene) -> None:
    """Everybody takes some card or other until the Action phase begins."""
    while "draft" in s.asked().values():
        for clan in s.asked():
            s.play(f"{clan}: {s.choices(clan)[0]}")


@pytest.mark.rule("BR-16.1")
@pytest.mark.parametrize(("age", "province"), [(1, "Gimle"), (2, "Horgr"), (3, "Elvagar")])
def test_the_province_of_the_current_age_falls_and_no_other(age: int, province: str) -> None:
    s = scene("wolf raven", age=age, phase="ragnarok", ragnarok=("Gimle", "Horgr", "Elvagar"))
    assert [event.data["place"] for event in s.told("province_falls")] == [province]
    falls = {"Gimle": 1, "Horgr": 2, "Elvagar": 3}
    assert {name: s.is_destroyed(name) for name in falls} == {name: falls[name] <= age for name in falls}
    assert not s.is_destroyed("Yggdrasil")


@pytest.mark.rule("BR-16.1", "BR-2.12")
def test_a_fallen_province_is_closed_for_the_rest_of_the_game() -> None:
    s = scene("wolf raven", phase="ragnarok", figures="wolf: warrior in Horgr, ship in F3", first_player="raven")
    draft(s)
    assert s.asked() == {"wolf": "turn"}
    assert s.is_destroyed("Myrkulor")
    assert s.rule_against("wolf: invade warrior Myrkulor") == "BR-2.12"
    assert s.rule_against("wolf: march Horgr Myrkulor") == "BR-2.12"
    assert s.rule_against("wolf: pillage Myrkulor") == "BR-2.12"
    assert s.rule_against("wolf: invade warrior Gimle") == ""


@pytest.mark.rule("BR-16.2", "BR-16.3")
def test_all_figures_in_the_province_and_its_fjord_are_destroyed() -> None:
    """Wrong reading: Ships in the fjord survive Ragnarök."""
    s = scene(
        "wolf raven serpent",
        phase="ragnarok",
        figures="wolf: leader in Myrkulor, ship in F4; raven: 2 warrior in Myrkulor; serpent: ship in F4",
    )
    assert sorted(map(str, fallen(s))) == sorted(
        map(
            str,
            [
                ("Wolf", "Leader", "Myrkulor"),
                ("Wolf", "Ship", "F4"),
                ("Raven", "Warrior", "Myrkulor"),
                ("Raven", "Warrior", "Myrkulor"),
                ("Serpent", "Ship", "F4"),
            ],
        )
    )
    for clan in ("wolf", "raven", "serpent"):
        assert s.at(clan, "Myrkulor") == {}
        assert s.at(clan, "F4") == {}
    assert [s.glory(clan) for clan in ("wolf", "raven", "serpent")] == [4, 4, 2]


@pytest.mark.rule("BR-16.2")
def test_a_ship_falls_although_its_fjord_supports_a_surviving_province_too() -> None:
    """Wrong reading: a Ship is safe while its fjord supports a surviving province."""
    s = scene("wolf raven", phase="ragnarok", figures="wolf: ship in F4, warrior in Gimle; raven: warrior in Gimle")
    assert fallen(s) == [("Wolf", "Ship", "F4")]
    assert not s.is_destroyed("Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert (s.glory("wolf"), s.glory("raven")) == (2, 0)


@pytest.mark.rule("BR-16.2")
def test_figures_in_neighbouring_provinces_other_fjords_and_yggdrasil_are_spared() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        figures="wolf: warrior in Gimle, warrior in Elvagar, leader in Yggdrasil, ship in F1; raven: ship in F3",
    )
    assert fallen(s) == []
    assert s.at("wolf", "Yggdrasil") == {"leader": 1}
    assert s.at("wolf", "F1") == {"ship": 1}
    assert s.at("raven", "F3") == {"ship": 1}
    assert (s.glory("wolf"), s.glory("raven")) == (0, 0)


@pytest.mark.rule("BR-16.2", "BR-2.13")
def test_the_second_province_of_a_fjord_takes_the_ships_that_came_since() -> None:
    s = scene(
        "wolf raven", age=2, phase="ragnarok", ragnarok=("Myrkulor", "Gimle", "Horgr"), figures="wolf: ship in F4"
    )
    assert fallen(s) == [("Wolf", "Ship", "F4")]
    assert s.glory("wolf") == 3


@pytest.mark.rule("BR-16.3")
@pytest.mark.parametrize(("age", "glory"), [(1, 2), (2, 3), (3, 4)])
def test_each_fallen_figure_scores_two_three_or_four_glory_by_age(age: int, glory: int) -> None:
    s = scene(
        "wolf raven",
        age=age,
        phase="ragnarok",
        ragnarok=("Myrkulor", "Elvagar", "Angerboda"),
        figures=f"wolf: 3 warrior in {('Myrkulor', 'Elvagar', 'Angerboda')[age - 1]}",
    )
    assert s.glory("wolf") == 3 * glory
    assert [(event.data["amount"], event.data["source"]) for event in s.told("glory")] == [(3 * glory, "ragnarok")]


@pytest.mark.rule("BR-16.3")
def test_leaders_monsters_and_ships_score_like_warriors() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        figures="wolf: leader in Myrkulor, Dwarf Chieftain in Myrkulor, warrior in Myrkulor, ship in F4,"
        " Sea Serpent in F4",
    )
    assert len(fallen(s)) == 5
    assert s.glory("wolf") == 10


@pytest.mark.rule("BR-16.3")
def test_nobody_scores_when_nobody_falls() -> None:
    s = scene("wolf raven", phase="ragnarok", figures="wolf: warrior in Horgr")
    assert s.told("glory") == []
    assert s.is_destroyed("Myrkulor")


@pytest.mark.rule("BR-16.4")
def test_figures_already_in_valhalla_score_nothing() -> None:
    """Wrong reading: every figure on the Valhalla sheet scores."""
    s = scene(
        "wolf raven",
        phase="ragnarok",
        figures="wolf: 4 warrior in Valhalla, warrior in Myrkulor; raven: leader in Valhalla",
    )
    assert (s.glory("wolf"), s.glory("raven")) == (2, 0)


@pytest.mark.rule("BR-16.7")
@pytest.mark.parametrize(("age", "target"), [(1, ["Horgr"]), (2, ["Elvagar"]), (3, [])])
def test_the_doom_token_moves_to_the_province_of_the_next_age_and_after_age_three_it_stays(
    age: int, target: list[str]
) -> None:
    s = scene("wolf raven", age=age, phase="ragnarok", ragnarok=("Gimle", "Horgr", "Elvagar"))
    assert [event.data["place"] for event in s.told("doom_moves")] == target


@pytest.mark.rule("BR-16.7")
def test_the_doom_token_moves_after_the_glory_of_the_fallen_is_scored() -> None:
    s = scene("wolf raven", phase="ragnarok", figures="wolf: warrior in Myrkulor")
    steps = ("figure_destroyed", "province_falls", "glory", "doom_moves")
    assert [event.kind for event in s.events() if event.kind in steps] == list(steps)
