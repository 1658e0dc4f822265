"""The Gifts of Odin, each at its moment."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.scene import Scene, scene


def gift(name: str, *, owner: str = "green", **said: Any) -> Scene:
    """A scene in which one player has a Gift."""
    return scene(gifts=f"{owner}: {name}", **said)


def strengths(s: Scene) -> list[int]:
    """What was counted in the last battle, the attacker's first."""
    return [int(str(event.data["total"])) for event in s.told("battle_strength")][-2:]


def fight(name: str, *, owner: str = "green", target: int = 19, **said: Any) -> Scene:
    """Green's 4 moves from Region 18 into Region 19 (or another), where Red has 4; both pass."""
    told = {"armies": f"green: 4 in 18; red: 4 in {target}", "control": f"red: {target} 20; green: 18", **said}
    s = gift(name, owner=owner, stage="manoeuvres", **told)
    s.play("green: activate army 4 18", f"green: move {target}", "red: pass", "green: pass")
    return s


# Ravens' Counsel


def test_ravens_counsel_lets_one_army_of_a_mobilize_go_two_regions() -> None:
    s = gift("Ravens' Counsel", stage="special", armies="green: 3 in 18, 2 in 9, 1 in 13")
    s.play("green: action mobilize", "green: activate army 3 18", "green: move 19")
    assert s.asked() == {"green": "march_on"}
    assert s.controller(19) is None
    s.play("green: move 20")
    assert s.armies("green", 20) == [3]
    s.play("green: activate army 2 9", "green: move 8")
    assert s.asked() == {"green": "mobilize"}, "only one of them"


def test_ravens_counsel_may_wait_for_a_later_army() -> None:
    s = gift("Ravens' Counsel", stage="special", armies="green: 3 in 18, 2 in 9")
    s.play("green: action mobilize", "green: activate army 3 18", "green: move 19", "green: done")
    s.play("green: activate army 2 9", "green: move 8", "green: move 7")
    assert (s.armies("green", 19), s.armies("green", 7)) == ([3], [2])


def test_ravens_counsel_says_nothing_to_an_army_that_trains_or_to_manoeuvres() -> None:
    s = gift("Ravens' Counsel", stage="special", armies="green: 3 in 18", control="green: 18")
    s.play("green: action mobilize", "green: train")
    assert "march_on" not in s.asked().values()
    s = gift("Ravens' Counsel", stage="manoeuvres", armies="green: 3 in 18")
    s.play("green: activate army 3 18", "green: move 19")
    assert s.asked() == {"green": "action"}


@pytest.mark.rule("LR-17.12")
def test_ravens_counsel_leads_nobody_to_loki() -> None:
    s = gift("Ravens' Counsel", stage="special", armies="green: 3 in 18, 1 in 9", monsters="Loki 20")
    s.play("green: action mobilize", "green: activate army 3 18", "green: move 19")
    assert s.choices("green") == ["move 18", "move 21", "done"]


# Local Levies


@pytest.mark.rule("LR-13.6")
def test_local_levies_recruit_an_army_of_one_in_a_controlled_region_instead_of_activating() -> None:
    s = gift("Local Levies", stage="manoeuvres", armies="green: 3 in 18", control="green: 13 8; red: 9")
    assert s.choices("green") == ["activate army 3 18", "recruit 8", "recruit 13", "done"]
    assert s.rule_against("green: recruit 9") == "LR-13.6"
    s.play("green: recruit 13")
    assert s.armies("green", 13) == [1]
    assert s.asked() == {"green": "action"}


@pytest.mark.rule("LR-13.1", "LR-13.6")
def test_without_an_army_on_the_board_both_ways_of_recruiting_are_open() -> None:
    s = gift("Local Levies", stage="manoeuvres", control="green: 8 5")
    assert s.choices("green") == ["recruit 1", "recruit 5", "recruit 6", "recruit 8", "done"]
    s.play("green: recruit 8")
    assert s.armies("green", 8) == [1]
    s = gift("Local Levies", stage="manoeuvres", control="green: 8 5")
    s.play("green: recruit 5")
    assert s.armies("green", 5) == [2]


# Battle Strength


def test_stalwart_defence_adds_1_to_a_defender_and_2_where_a_temple_stands() -> None:
    assert strengths(fight("Stalwart Defence", owner="red")) == [4, 5]
    assert strengths(fight("Stalwart Defence", owner="red", temples="19")) == [4, 6]
    assert strengths(fight("Stalwart Defence", temples="19")) == [4, 4]


def test_war_spear_adds_1_to_an_attacker_and_2_at_yggdrasil() -> None:
    assert strengths(fight("War Spear")) == [5, 4]
    assert strengths(fight("War Spear", target=21)) == [6, 4]
    assert strengths(fight("War Spear", owner="red", target=21)) == [4, 4]


@pytest.mark.rule("LR-27.9")
def test_bonuses_of_several_gifts_add_up() -> None:
    s = fight("War Spear, Shoulder to Shoulder", target=21, hero="green: 21")
    assert strengths(s) == [8, 4]


# Special actions


def test_high_muster_adds_1_to_what_reinforce_recruits_and_never_beyond_6() -> None:
    for authority, value in ((2, 3), (6, 6)):
        s = gift("High Muster", stage="special", attributes=f"green: authority {authority}")
        s.play("green: action reinforce", "green: recruit 5")
        assert s.armies("green", 5) == [value]


def test_high_muster_says_nothing_to_other_recruiting() -> None:
    s = gift("High Muster", stage="manoeuvres")
    s.play("green: recruit 5")
    assert s.armies("green", 5) == [2]


def test_usurpers_banner_makes_strength_1_higher_for_usurp() -> None:
    said = {"stage": "special", "hero": "green: 12; red: 2; blue: 2"}
    s = gift("Usurper's Banner", **said)
    s.play("green: action usurp", "green: decline")
    assert s.controller(12) == "green"
    s = gift("Usurper's Banner", stage="special", hero="green: 13; red: 2; blue: 2")
    reason = s.why_not("green: action usurp")
    assert reason is not None
    assert reason.params == {"need": 4, "have": 3}


# The Drakkar


def test_swift_sails_reach_a_third_sea() -> None:
    s = gift("Swift Sails", stage="hero")
    s.play("green: sail North-East Sea", "green: sail East Sea", "green: sail South Sea")
    assert s.sea("green") == "South Sea"
    assert "sail_on" not in s.asked().values()


# Losses


def test_einherjar_draw_a_card_for_each_army_lost_in_a_battle() -> None:
    s = fight("Einherjar", owner="red", armies="green: 4 in 18; red: 1 1 in 19")
    assert len(s.hand("red")) == 2


def test_einherjar_draw_a_card_for_each_army_lost_in_the_retreat() -> None:
    s = fight("Einherjar", owner="red", armies="green: 4 in 18; red: 3 in 19", control="red: 19")
    assert s.pool("red") == 6
    assert len(s.hand("red")) == 1


def test_einherjar_say_nothing_to_losses_elsewhere() -> None:
    s = gift("Einherjar", stage="rune", owner="red", armies="red: 1 in 20", **TROLL)
    s.play("green: rune action activate monster", "green: move 20", "green: trample Red army 1")
    assert s.pool("red") == 6
    assert s.hand("red") == []


TROLL = {"monsters": "Troll 19", "rings": "green: Troll", "runes": "green: uruz algiz"}


def test_iron_discipline_ignores_one_casualty_symbol() -> None:
    said = {"stage": "manoeuvres", "armies": "green: 4 in 18; red: 2 in 19", "control": "red: 19 20; green: 18"}
    for name, left in (("Iron Discipline", 3), ("Swift Sails", 2)):
        s = gift(name, hands="green: Berserkers", **said)
        s.play("green: activate army 4 18", "green: move 19", "red: pass", "green: play Berserkers", "green: pass")
        assert s.armies("green", 19) == [left]


@pytest.mark.rule("LR-19.16")
def test_iron_discipline_allows_no_more_symbols_to_be_played() -> None:
    s = gift(
        "Iron Discipline",
        stage="manoeuvres",
        armies="green: 1 in 18; red: 2 in 19",
        control="red: 19",
        hands="green: Berserkers",
    )
    s.play("green: activate army 1 18", "green: move 19", "red: pass")
    assert s.rule_against("green: play Berserkers") == "LR-19.7"


def test_orderly_retreat_loses_no_value_for_a_defeat_but_for_symbols() -> None:
    s = fight("Orderly Retreat", owner="red", armies="green: 4 in 18; red: 2 1 in 19")
    assert s.armies("red", 20) == [2, 1]
    s = gift(
        "Orderly Retreat",
        stage="manoeuvres",
        armies="green: 3 in 18; red: 6 in 19",
        control="red: 19; green: 18",
        hands="green: Raiders",
    )
    s.play("green: activate army 3 18", "green: move 19", "red: pass", "green: play Raiders", "green: pass")
    assert s.armies("green", 18) == [2]


# Watchtowers


@pytest.mark.rule("LR-2.8")
def test_watchtowers_weaken_an_army_of_another_at_once() -> None:
    said = {"stage": "manoeuvres", "control": "red: 19 20", "temples": "19", "owner": "red"}
    s = gift("Watchtowers", armies="green: 4 in 18; red: 3 in 19", **said)
    s.play("green: activate army 4 18", "green: move 19", "red: pass", "green: pass")
    assert strengths(s) == [3, 3]
    s = gift("Watchtowers", armies="green: 1 in 18; red: 3 in 19", **said)
    s.play("green: activate army 1 18", "green: move 19")
    assert s.pool("green") == 6
    assert not s.told("battle_begins")
    assert str(s.told("text_acts")[0]) == "Red: Watchtowers takes effect."


def test_watchtowers_need_the_temple_and_the_control_and_let_own_armies_pass() -> None:
    for control, temples, owner in (("red: 19", "", "red"), ("green: 19", "19", "red"), ("green: 19", "19", "green")):
        s = gift(
            "Watchtowers", stage="manoeuvres", armies="green: 4 in 18", control=control, temples=temples, owner=owner
        )
        s.play("green: activate army 4 18", "green: move 19")
        assert s.armies("green", 19) == [4]


def test_watchtowers_act_on_recruiting_too_and_on_each_region_of_a_long_march() -> None:
    s = gift(
        "Watchtowers", owner="red", stage="special", control="red: 2", temples="2", drakkars="green: North-West Sea"
    )
    s.play("green: action reinforce", "green: recruit 2")
    assert s.armies("green", 2) == [1]
    s = scene(
        stage="special",
        gifts="green: Ravens' Counsel; red: Watchtowers",
        armies="green: 1 in 18, 1 in 9",
        control="red: 19",
        temples="19",
    )
    s.play("green: action mobilize", "green: activate army 1 18", "green: move 19")
    assert s.pool("green") == 5
    assert "march_on" not in s.asked().values()


# Land-Taker


def test_land_taker_strengthens_an_army_in_a_neutral_region_that_is_taken() -> None:
    s = gift("Land-Taker", stage="manoeuvres", armies="green: 4 in 18, 2 in 19")
    s.play("green: activate army 4 18", "green: move 19")
    assert s.controller(19) == "green"
    assert s.choices("green") == ["strengthen army 4 19", "strengthen army 2 19"]
    assert s.rule_against("green: strengthen army 4 18") == "LR-27.7"
    s.play("green: strengthen army 2 19")
    assert s.armies("green", 19) == [4, 3]


def test_land_taker_wants_a_neutral_region_and_an_army_there() -> None:
    s = gift("Land-Taker", stage="manoeuvres", armies="green: 4 in 18", control="red: 19")
    s.play("green: activate army 4 18", "green: move 19")
    assert s.armies("green", 19) == [4]
    s = gift("Land-Taker", stage="special", hero="green: 11; red: 2; blue: 2")
    s.play("green: action usurp", "green: recruit 11")
    assert s.armies("green", 11) == [2]
