"""The worked examples of the rulebooks about invading, marching and quests (section 22), by name."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene


def strength(s: Scene, clan: str, province: str) -> int:
    places = s.match.view(None).table["places"]
    found: int = next(place for place in places if place["name"] == province)["strength"].get(clan, 0)
    return found


@pytest.mark.rule("BR-22.3")
def test_invade_with_upgraded_warriors() -> None:
    s = scene(
        "wolf raven serpent",
        age=2,
        turn="raven",
        rage={"raven": 6},
        upgrades={"raven": "Experts in Arms"},
        figures="wolf: warrior in Utgard; serpent: warrior in Utgard",
    )
    s.play("raven: invade warrior Utgard")
    assert s.rage("raven") == 4
    assert s.at("raven", "Utgard") == {"warrior": 1}
    assert strength(s, "raven", "Utgard") == 2
    full = s.why_not("serpent: invade warrior Utgard")
    assert full is not None
    assert (full.rule, full.params) == ("BR-7.6", {"place": "Utgard", "have": 3, "most": 3})


@pytest.mark.rule("BR-22.4")
def test_march_1_two_of_three_figures_fit_into_elvagar() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        rage={"raven": 6},
        figures="raven: 3 warrior in Gimle; wolf: 2 warrior in Elvagar",
    )
    s.play("raven: march Gimle Elvagar", "raven: warrior")
    assert s.at("raven", "Elvagar") == {"warrior": 2}
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.rage("raven") == 5
    with pytest.raises(drakkar.IllegalChoice):
        s.play("raven: warrior")
    s.play("wolf: pass")
    again = s.why_not("raven: march Gimle Elvagar")
    assert again is not None
    assert (again.rule, again.params) == ("BR-8.3", {"place": "Elvagar", "have": 4, "most": 4})


@pytest.mark.rule("BR-22.5")
def test_march_2_all_figures_march_to_yggdrasil_whoever_else_is_there() -> None:
    s = scene(
        "wolf raven serpent",
        turn="serpent",
        rage={"serpent": 6},
        figures="serpent: 2 warrior in Angerboda, leader in Angerboda; wolf: 4 warrior in Yggdrasil;"
        " raven: 3 warrior in Yggdrasil",
    )
    s.play("serpent: march Angerboda Yggdrasil", "serpent: leader", "serpent: warrior", "serpent: warrior")
    assert s.at("serpent", "Yggdrasil") == {"warrior": 2, "leader": 1}
    assert s.at("serpent", "Angerboda") == {}
    assert s.at("wolf", "Yggdrasil") == {"warrior": 4}
    assert s.at("raven", "Yggdrasil") == {"warrior": 3}
    assert s.rage("serpent") == 5


@pytest.mark.rule("BR-22.6")
def test_march_3_two_figures_do_not_march_to_two_provinces() -> None:
    s = scene("bear wolf", turn="bear", figures="bear: warrior in Horgr, leader in Horgr")
    s.play("bear: march Horgr Utgard", "bear: warrior")
    with pytest.raises(drakkar.IllegalChoice):
        s.play("bear: march Horgr Muspelheim")
    assert set(s.choices("bear")) == {"leader", "done"}
    s.play("bear: leader")
    assert s.at("bear", "Utgard") == {"warrior": 1, "leader": 1}
    assert s.at("bear", "Muspelheim") == {}


@pytest.mark.rule("BR-22.7")
def test_march_4_figures_of_two_provinces_do_not_march_into_one() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Muspelheim, leader in Utgard")
    s.play("wolf: march Muspelheim Horgr", "wolf: warrior")
    assert s.at("wolf", "Horgr") == {"warrior": 2}
    with pytest.raises(drakkar.IllegalChoice):
        s.play("wolf: leader")
    assert s.at("wolf", "Utgard") == {"leader": 1}


@pytest.mark.rule("BR-22.7")
def test_march_4_while_the_march_goes_on_a_figure_elsewhere_cannot_be_named() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Muspelheim, leader in Utgard")
    s.play("wolf: march Muspelheim Horgr")
    assert s.rule_against("wolf: leader") == "BR-8.4"


@pytest.mark.rule("BR-22.8")
@pytest.mark.parametrize(
    "target",
    [
        "Elvagar",
        "Angerboda",
        "Muspelheim",
        "Horgr",
        "Utgard",
        "Andlang",
        "Gimle",
        "Myrkulor",
        "Yggdrasil",
        "F1",
        "F2",
        "F4",
    ],
)
def test_march_5_a_ship_does_not_march_to_any_target(target: str) -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: ship in F3")
    assert s.rule_against(f"wolf: march F3 {target}") == "BR-8.5"
    assert not [choice for choice in s.choices("wolf") if choice.startswith("march")]


@pytest.mark.rule("BR-22.10")
@pytest.mark.parametrize("province", ["Muspelheim", "Horgr", "Utgard"])
def test_committing_a_quest_that_is_fulfilled(province: str) -> None:
    s = scene(
        "bear wolf",
        age=2,
        turn="bear",
        rage={"bear": 6},
        hands={"bear": "Jotunheim!"},
        figures=f"bear: 2 warrior in {province}; wolf: warrior in {province}",
    )
    s.play("bear: quest Jotunheim!")
    assert s.rage("bear") == 6
    assert s.told("rage_spent") == []
    assert [event.data["card"] for event in s.told("quest_committed", "wolf")] == [drakkar.Hidden(1)]
    s.play("wolf: pass", "bear: pass")
    assert s.glory("bear") == 7
    assert s.asked() == {"bear": "raise"}
    s.play("bear: raise axes")
    assert [s.step("bear", name) for name in ("rage", "axes", "horns")] == [1, 2, 1]
    assert s.glory("bear") == 7


@pytest.mark.rule("BR-22.10")
@pytest.mark.parametrize(
    "figures",
    [
        "bear: warrior in Horgr; wolf: warrior in Horgr",
        "bear: warrior in Utgard; wolf: 2 warrior in Utgard",
        "bear: 3 warrior in Gimle, leader in Yggdrasil",
        "",
    ],
)
def test_committing_a_quest_that_is_not_fulfilled(figures: str) -> None:
    s = scene("bear wolf", age=2, turn="bear", hands={"bear": "Jotunheim!"}, figures=figures)
    s.play("bear: quest Jotunheim!", "wolf: pass", "bear: pass")
    assert [event.data["card"] for event in s.told("quest_failed", "wolf")] == ["Jotunheim!"]
    assert s.told("stat_raised") == []
    assert s.told("glory") == []
    assert s.glory("bear") == 0
