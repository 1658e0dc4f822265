"""March: figures go from one province to another, anywhere on the board (section 8)."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene

OUTER = ("Elvagar", "Angerboda", "Muspelheim", "Horgr", "Utgard", "Andlang", "Gimle", "Myrkulor")


def refused(s: Scene, line: str) -> drakkar.Reason:
    reason = s.why_not(line)
    assert reason is not None, f"{line} is legal"
    return reason


def marches(s: Scene, clan: str) -> set[str]:
    return {choice for choice in s.choices(clan) if choice.startswith("march ")}


# One province, one or more figures, one Rage


@pytest.mark.rule("BR-8.1")
def test_a_march_costs_one_rage_whatever_the_number_of_figures() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, figures="wolf: 3 warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: warrior", "wolf: leader", "wolf: warrior", "wolf: warrior")
    assert s.at("wolf", "Gimle") == {}
    assert s.at("wolf", "Horgr") == {"warrior": 3, "leader": 1}
    assert s.rage("wolf") == 5
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-8.1")
def test_figures_of_the_clan_may_stay_behind() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 3 warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: leader", "wolf: done")
    assert s.at("wolf", "Gimle") == {"warrior": 3}
    assert s.at("wolf", "Horgr") == {"leader": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-8.1")
def test_a_lone_figure_marches_without_further_questions() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, figures="wolf: leader in Gimle")
    s.play("wolf: march Gimle Horgr")
    assert s.at("wolf", "Horgr") == {"leader": 1}
    assert s.rage("wolf") == 5
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-8.1")
def test_at_least_one_figure_must_march() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Horgr")
    assert s.rule_against("wolf: done") == "BR-8.1"
    assert set(s.choices("wolf")) == {"warrior", "leader"}
    s.play("wolf: warrior")
    assert set(s.choices("wolf")) == {"leader", "done"}


@pytest.mark.rule("BR-8.1")
def test_a_march_is_told_step_by_step() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: leader", "wolf: done")
    told = [str(event) for event in s.events("raven") if event.kind in ("rage_spent", "marches", "marched")]
    assert told == [
        "Wolf pays 1 Rage and has 5 left.",
        "Wolf marches from Gimle to Horgr.",
        "Wolf's Leader marches from Gimle to Horgr.",
    ]


@pytest.mark.rule("BR-8.1")
def test_the_last_rage_is_enough_and_the_march_goes_on_without_any() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1}, figures="wolf: 2 warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: leader")
    assert s.rage("wolf") == 0
    assert s.asked() == {"wolf": "marching"}
    s.play("wolf: warrior", "wolf: warrior")
    assert s.at("wolf", "Horgr") == {"warrior": 2, "leader": 1}


@pytest.mark.rule("BR-8.1")
def test_a_clan_at_no_rage_cannot_march() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 0}, figures="wolf: warrior in Gimle")
    assert s.asked() == {"raven": "turn"}
    assert s.choices("wolf") == []
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: march Gimle Horgr")


@pytest.mark.rule("BR-8.1")
def test_a_march_needs_figures_of_the_clan_in_its_origin() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Utgard, ship in F4; raven: 2 warrior in Gimle")
    reason = refused(s, "wolf: march Gimle Horgr")
    assert (reason.rule, reason.params) == ("BR-8.1", {"place": "Gimle"})
    assert s.rule_against("wolf: march Yggdrasil Horgr") == "BR-8.1"
    assert s.rule_against("wolf: march Utgard Horgr") == ""


@pytest.mark.rule("BR-8.1")
def test_only_figures_of_the_clan_march() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle, leader in Gimle; raven: 2 warrior in Gimle")
    s.play("wolf: march Gimle Horgr", "wolf: warrior")
    reason = refused(s, "wolf: warrior")
    assert (reason.rule, reason.params) == ("BR-8.4", {"figure": "Warrior", "place": "Gimle"})
    s.play("wolf: done")
    assert s.at("raven", "Gimle") == {"warrior": 2}


@pytest.mark.rule("BR-8.1")
def test_a_march_leads_to_another_province() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle, 2 warrior in Yggdrasil")
    assert s.rule_against("wolf: march Gimle Gimle") == "BR-8.1"
    assert s.rule_against("wolf: march Yggdrasil Yggdrasil") == "BR-8.1"
    assert "march Gimle Gimle" not in s.choices("wolf")


@pytest.mark.rule("BR-8.1", "BR-2.12")
def test_a_destroyed_province_is_no_target() -> None:
    s = scene("wolf raven", turn="wolf", destroyed="Horgr", figures="wolf: warrior in Gimle")
    reason = refused(s, "wolf: march Gimle Horgr")
    assert (reason.rule, reason.params) == ("BR-2.12", {"place": "Horgr"})
    assert marches(s, "wolf") == {
        "march Gimle Elvagar",
        "march Gimle Angerboda",
        "march Gimle Muspelheim",
        "march Gimle Utgard",
        "march Gimle Andlang",
        "march Gimle Myrkulor",
        "march Gimle Yggdrasil",
    }


@pytest.mark.rule("BR-8.1")
def test_without_figures_in_a_province_there_is_no_march() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: ship in F1, 2 warrior in Valhalla")
    assert marches(s, "wolf") == set()


@pytest.mark.rule("BR-8.1")
def test_a_march_once_begun_cannot_be_left_for_another_action() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle, leader in Gimle")
    s.play("wolf: march Gimle Horgr")
    for other in ("pass", "invade warrior Gimle", "pillage Gimle", "decline"):
        with pytest.raises(drakkar.IllegalChoice):
            s.play(f"wolf: {other}")
    assert s.asked() == {"wolf": "marching"}


@pytest.mark.rule("BR-8.1")
def test_monsters_march_like_any_other_figure() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: Dwarf Chieftain in Gimle, warrior in Gimle")
    s.play("wolf: march Gimle Yggdrasil", "wolf: Dwarf Chieftain", "wolf: done")
    assert s.at("wolf", "Yggdrasil") == {"Dwarf Chieftain": 1}
    assert s.at("wolf", "Gimle") == {"warrior": 1}


# Distance


@pytest.mark.rule("BR-8.2")
@pytest.mark.parametrize("target", ["Elvagar", "Angerboda", "Muspelheim", "Horgr", "Utgard", "Andlang", "Myrkulor"])
def test_a_march_leads_to_any_province_near_or_far(target: str) -> None:
    """Wrong reading: a march leads only to a province next door."""
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, figures="wolf: warrior in Gimle")
    s.play(f"wolf: march Gimle {target}")
    assert s.at("wolf", target) == {"warrior": 1}
    assert s.rage("wolf") == 5


@pytest.mark.rule("BR-8.2")
@pytest.mark.parametrize("target", OUTER)
def test_a_march_out_of_yggdrasil_leads_to_any_province(target: str) -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Yggdrasil")
    s.play(f"wolf: march Yggdrasil {target}")
    assert s.at("wolf", target) == {"warrior": 1}


# Villages


@pytest.mark.rule("BR-8.3")
def test_a_march_ends_when_the_last_village_is_taken() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 3 warrior in Gimle, leader in Gimle; raven: warrior in Andlang")
    s.play("wolf: march Gimle Andlang", "wolf: leader", "wolf: warrior")
    assert s.at("wolf", "Andlang") == {"warrior": 1, "leader": 1}
    assert s.at("wolf", "Gimle") == {"warrior": 2}
    assert s.asked() == {"raven": "turn"}
    with pytest.raises(drakkar.IllegalChoice):
        s.play("wolf: warrior")


@pytest.mark.rule("BR-8.3")
def test_a_full_province_is_no_target() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle, warrior in Horgr; raven: 3 warrior in Horgr")
    reason = refused(s, "wolf: march Gimle Horgr")
    assert (reason.rule, reason.params) == ("BR-8.3", {"place": "Horgr", "have": 4, "most": 4})
    assert "march Gimle Horgr" not in s.choices("wolf")


@pytest.mark.rule("BR-8.3")
def test_a_full_province_can_be_left() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Utgard; raven: 2 warrior in Utgard")
    s.play("wolf: march Utgard Gimle", "raven: invade warrior Utgard")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Utgard") == {"warrior": 3}


@pytest.mark.rule("BR-8.3")
def test_ships_in_the_fjord_take_no_village_of_the_target() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle; raven: 2 warrior in Utgard, ship in F3")
    s.play("wolf: march Gimle Utgard")
    assert s.at("wolf", "Utgard") == {"warrior": 1}


@pytest.mark.rule("BR-8.3")
def test_any_number_of_figures_marches_into_yggdrasil() -> None:
    s = scene(
        "wolf raven serpent",
        turn="wolf",
        figures="wolf: 4 warrior in Gimle, leader in Gimle; raven: 8 warrior in Yggdrasil, leader in Yggdrasil;"
        " serpent: 8 warrior in Yggdrasil",
    )
    s.play("wolf: march Gimle Yggdrasil", "wolf: leader", *["wolf: warrior"] * 4)
    assert s.at("wolf", "Yggdrasil") == {"warrior": 4, "leader": 1}
    assert s.at("wolf", "Gimle") == {}


# One origin, one target


@pytest.mark.rule("BR-8.4")
def test_a_march_has_one_origin() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle, leader in Utgard")
    s.play("wolf: march Gimle Horgr")
    reason = refused(s, "wolf: leader")
    assert (reason.rule, reason.params) == ("BR-8.4", {"figure": "Leader", "place": "Gimle"})
    with pytest.raises(drakkar.IllegalChoice):
        s.play("wolf: march Utgard Horgr")
    assert s.at("wolf", "Utgard") == {"leader": 1}


@pytest.mark.rule("BR-8.4")
def test_a_march_has_one_target() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 3 warrior in Gimle")
    s.play("wolf: march Gimle Horgr")
    with pytest.raises(drakkar.IllegalChoice):
        s.play("wolf: march Gimle Andlang")
    assert set(s.choices("wolf")) == {"warrior", "done"}
    s.play("wolf: warrior", "wolf: warrior")
    assert s.at("wolf", "Horgr") == {"warrior": 3}


# Fjords and Ships


@pytest.mark.rule("BR-8.5")
def test_a_fjord_is_neither_origin_nor_target() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: ship in F4, warrior in Gimle")
    reason = refused(s, "wolf: march F4 Gimle")
    assert (reason.rule, reason.params) == ("BR-8.5", {"place": "F4"})
    reason = refused(s, "wolf: march Gimle F1")
    assert (reason.rule, reason.params) == ("BR-8.5", {"place": "F1"})
    assert s.rule_against("wolf: march F4 F1") == "BR-8.5"
    assert not [choice for choice in marches(s, "wolf") if "F" in choice]


@pytest.mark.rule("BR-8.5")
@pytest.mark.parametrize(("name", "said"), [("ship", "Ship"), ("Sea Serpent", "Sea Serpent")])
def test_ships_and_the_sea_serpent_do_not_march(name: str, said: str) -> None:
    s = scene("wolf raven", turn="wolf", figures=f"wolf: {name} in F4, 2 warrior in Gimle")
    s.play("wolf: march Gimle Horgr")
    reason = refused(s, f"wolf: {name}")
    assert (reason.rule, reason.params) == ("BR-8.5", {"figure": said})
    assert set(s.choices("wolf")) == {"warrior", "done"}
    s.play("wolf: done")
    assert s.at("wolf", "F4") == {name: 1}


@pytest.mark.rule("BR-8.5")
def test_the_sea_serpent_cannot_leave_its_fjord() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: Sea Serpent in F2")
    for target in ("Muspelheim", "Horgr", "Yggdrasil", "F1"):
        assert s.rule_against(f"wolf: march F2 {target}") == "BR-8.5"
    assert marches(s, "wolf") == set()


# Yggdrasil


@pytest.mark.rule("BR-8.6")
@pytest.mark.parametrize("origin", OUTER)
def test_figures_march_into_yggdrasil_from_every_outer_province(origin: str) -> None:
    """Wrong reading: Yggdrasil is closed to marches as it is to invades."""
    s = scene("wolf raven", turn="wolf", figures=f"wolf: warrior in {origin}")
    s.play(f"wolf: march {origin} Yggdrasil")
    assert s.at("wolf", "Yggdrasil") == {"warrior": 1}


@pytest.mark.rule("BR-8.6")
def test_a_call_to_battle_leads_into_yggdrasil_too() -> None:
    """Wrong reading: a march is the only way into Yggdrasil."""
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Yggdrasil; raven: warrior in Gimle")
    s.play("wolf: pillage Yggdrasil", "raven: join warrior from Gimle")
    assert s.at("raven", "Yggdrasil") == {"warrior": 1}


# Horns


@pytest.mark.rule("BR-8.7")
def test_a_clan_with_horns_full_may_march() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 3 warrior in Gimle, ship in F1")
    assert s.rule_against("wolf: invade leader Horgr") == "BR-7.5"
    s.play("wolf: march Gimle Horgr", "wolf: warrior", "wolf: warrior")
    assert s.at("wolf", "Horgr") == {"warrior": 3}


@pytest.mark.rule("BR-8.7")
def test_a_march_makes_no_room_under_horns() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 4 warrior in Gimle")
    s.play("wolf: march Gimle Yggdrasil", "wolf: warrior", "wolf: warrior", "wolf: warrior", "raven: pass")
    reason = refused(s, "wolf: invade leader Gimle")
    assert (reason.rule, reason.params) == ("BR-7.5", {"have": 4, "most": 4})
    s.play("wolf: march Yggdrasil Gimle", "wolf: done")
    assert s.at("wolf", "Yggdrasil") == {"warrior": 3}
    assert s.at("wolf", "Gimle") == {"warrior": 1}
