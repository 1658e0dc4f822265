"""Section 11: declaring a pillage, the call to battle, and the pillage that nobody opposes."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene


def round_of_answers(s: Scene) -> list[str]:
    """Everybody who is asked in a call to battle declines; the clans in the order in which they were asked."""
    order = []
    while "call" in s.asked().values():
        (clan,) = s.asked()
        order.append(clan)
        s.play(f"{clan}: decline")
    return order


def kinds_told(s: Scene) -> list[str]:
    return [event.kind for event in s.events()]


# Declaring a pillage


@pytest.mark.rule("BR-11.1")
def test_a_pillage_needs_a_figure_in_the_province_and_costs_no_rage() -> None:
    s = scene("wolf raven", rage={"wolf": 1}, figures="wolf: warrior in Gimle")
    assert "pillage Gimle" in s.choices("wolf")
    s.play("wolf: pillage Gimle")
    assert s.is_pillaged("Gimle")
    assert s.rage("wolf") == 1
    assert s.told("rage_spent") == []


@pytest.mark.rule("BR-11.1")
@pytest.mark.parametrize("figure", ["ship", "Sea Serpent"])
def test_a_figure_in_the_supporting_fjord_is_enough_for_both_its_provinces(figure: str) -> None:
    """Wrong reading: a figure has to stand in the province itself."""
    s = scene("wolf raven", figures=f"wolf: {figure} in F3")
    pillages = [choice for choice in s.choices("wolf") if choice.startswith("pillage")]
    assert sorted(pillages) == ["pillage Andlang", "pillage Utgard"]


@pytest.mark.rule("BR-11.1")
def test_a_ship_in_another_fjord_or_a_figure_next_door_is_not_enough() -> None:
    s = scene("wolf raven", figures="wolf: ship in F4, warrior in Utgard")
    assert s.rule_against("wolf: pillage Andlang") == "BR-11.1"
    with pytest.raises(drakkar.IllegalChoice):
        s.play("wolf: pillage Andlang")


@pytest.mark.rule("BR-11.1")
def test_the_figures_of_others_do_not_allow_a_pillage() -> None:
    s = scene("wolf raven", figures="raven: leader in Gimle, ship in F4")
    reason = s.why_not("wolf: pillage Gimle")
    assert reason is not None
    assert (reason.code, reason.rule) == ("no_figure_there", "BR-11.1")


@pytest.mark.rule("BR-11.1")
def test_a_province_whose_token_is_turned_cannot_be_pillaged() -> None:
    s = scene("wolf raven", figures="wolf: 2 warrior in Gimle", pillaged="Gimle")
    reason = s.why_not("wolf: pillage Gimle")
    assert reason is not None
    assert (reason.code, reason.rule) == ("already_pillaged", "BR-11.1")
    assert "pillage Gimle" not in s.choices("wolf")


@pytest.mark.rule("BR-11.1", "BR-2.12")
def test_a_destroyed_province_cannot_be_pillaged_from_its_fjord() -> None:
    s = scene("wolf raven", figures="wolf: ship in F4", destroyed="Myrkulor")
    assert s.rule_against("wolf: pillage Myrkulor") == "BR-2.12"
    assert s.rule_against("wolf: pillage Gimle") == ""


@pytest.mark.rule("BR-11.1", "BR-11.7")
def test_yggdrasil_is_pillaged_like_any_province_by_a_figure_in_it() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Yggdrasil; raven: warrior in Gimle")
    assert s.rule_against("wolf: pillage Yggdrasil") == ""
    s.play("wolf: pillage Yggdrasil", "raven: decline")
    assert s.is_pillaged("Yggdrasil")


@pytest.mark.rule("BR-11.2")
def test_a_clan_at_zero_rage_cannot_pillage_although_it_is_free() -> None:
    """Wrong reading: a pillage costs nothing, so it can be declared without Rage."""
    s = scene("wolf raven", turn="wolf", rage={"wolf": 0}, figures="wolf: leader in Gimle")
    assert s.asked() == {"raven": "turn"}
    assert s.choices("wolf") == []
    reason = s.why_not("wolf: pillage Gimle")
    assert reason is not None
    assert (reason.code, reason.rule) == ("no_rage_left", "BR-6.6")
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: pillage Gimle")
    assert not s.is_pillaged("Gimle")


@pytest.mark.rule("BR-11.3")
def test_call_to_battle_cards_and_resolution_follow_in_this_order() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: warrior in Gimle, warrior in Andlang",
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Smash"},
    )
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"raven": "call"}
    s.play("raven: decline")
    assert s.asked() == {"wolf": "card", "raven": "card"}
    s.play("wolf: card Tyr's Bash", "raven: card Tyr's Smash", "wolf: decline", "raven: decline")
    steps = ("pillage_declared", "call_ended", "battle_begins", "card_revealed", "battle_won", "pillaged", "glory")
    told = [kind for kind in kinds_told(s) if kind in steps]
    assert list(dict.fromkeys(told)) == list(steps)
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-11.3", "BR-6.3")
def test_a_pillage_is_the_whole_turn() -> None:
    s = scene("wolf raven serpent", turn="wolf", figures="wolf: warrior in Gimle, warrior in Utgard")
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"raven": "turn"}


# Who may come, and from where

NEIGHBOURS = {
    "Elvagar": ("Myrkulor", "Angerboda"),
    "Angerboda": ("Elvagar", "Muspelheim"),
    "Muspelheim": ("Angerboda", "Horgr"),
    "Horgr": ("Muspelheim", "Utgard"),
    "Utgard": ("Horgr", "Andlang"),
    "Andlang": ("Utgard", "Gimle"),
    "Gimle": ("Andlang", "Myrkulor"),
    "Myrkulor": ("Gimle", "Elvagar"),
}


@pytest.mark.rule("BR-11.4", "BR-11.7")
@pytest.mark.parametrize("province", NEIGHBOURS)
def test_figures_come_from_the_two_neighbours_and_from_yggdrasil_only(province: str) -> None:
    others = [other for other in (*NEIGHBOURS, "Yggdrasil") if other != province]
    figures = ", ".join(f"warrior in {other}" for other in others)
    s = scene("wolf raven", figures=f"wolf: warrior in {province}; raven: {figures}")
    s.play(f"wolf: pillage {province}")
    near = (*NEIGHBOURS[province], "Yggdrasil")
    assert sorted(s.choices("raven")) == sorted(["decline", *(f"join warrior from {origin}" for origin in near)])
    for origin in others:
        expected = "" if origin in near else "BR-11.4"
        assert s.rule_against(f"raven: join warrior from {origin}") == expected


@pytest.mark.rule("BR-11.7", "BR-11.4")
def test_into_yggdrasil_figures_come_from_every_outer_province() -> None:
    figures = ", ".join(f"warrior in {province}" for province in NEIGHBOURS)
    s = scene("wolf raven", figures=f"wolf: warrior in Yggdrasil; raven: {figures}")
    s.play("wolf: pillage Yggdrasil")
    assert sorted(s.choices("raven")) == sorted(["decline", *(f"join warrior from {origin}" for origin in NEIGHBOURS)])


@pytest.mark.rule("BR-11.7", "BR-11.6")
def test_yggdrasil_is_never_full_in_a_call_to_battle() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: 8 warrior in Yggdrasil; raven: 5 warrior in Gimle, 3 warrior in Utgard, leader in Horgr",
    )
    s.play("wolf: pillage Yggdrasil")
    s.play(*["raven: join warrior from Gimle"] * 5)
    s.play(*["raven: join warrior from Utgard"] * 3)
    s.play("raven: join leader from Horgr")
    assert s.at("raven", "Yggdrasil") == {"warrior": 8, "leader": 1}
    assert s.at("wolf", "Yggdrasil") == {"warrior": 8}
    assert s.asked() == {"wolf": "late"}


@pytest.mark.rule("BR-11.4")
def test_a_figure_moves_out_of_its_province_into_the_pillaged_one_for_no_rage() -> None:
    s = scene("wolf raven", rage={"raven": 3}, figures="wolf: warrior in Gimle; raven: 2 warrior in Andlang")
    s.play("wolf: pillage Gimle", "raven: join warrior from Andlang")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Andlang") == {"warrior": 1}
    assert s.rage("raven") == 3
    assert s.told("rage_spent") == []


@pytest.mark.rule("BR-11.4")
def test_leaders_and_monsters_come_too() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle; raven: leader in Andlang, Dwarf Chieftain in Yggdrasil")
    s.play("wolf: pillage Gimle")
    assert sorted(s.choices("raven")) == ["decline", "join Dwarf Chieftain from Yggdrasil", "join leader from Andlang"]
    s.play("raven: join Dwarf Chieftain from Yggdrasil", "raven: join leader from Andlang")
    assert s.at("raven", "Gimle") == {"leader": 1, "Dwarf Chieftain": 1}


@pytest.mark.rule("BR-11.4")
def test_a_clan_cannot_bring_a_figure_that_is_not_there() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle; raven: warrior in Andlang, leader in Gimle")
    s.play("wolf: pillage Gimle")
    assert s.rule_against("raven: join leader from Andlang") == "BR-11.4"
    assert s.rule_against("raven: join warrior from Yggdrasil") == "BR-11.4"
    assert s.rule_against("raven: join leader from Gimle") == "BR-11.4"
    assert s.rule_against("raven: pass") == "BR-11.4"


@pytest.mark.rule("BR-11.4")
def test_the_call_begins_at_the_pillagers_left_and_ends_with_the_pillager() -> None:
    """Wrong reading: the pillager is asked first, or not at all."""
    s = scene(
        "wolf raven serpent bear ram",
        turn="serpent",
        figures="serpent: warrior in Gimle, warrior in Yggdrasil; wolf: warrior in Yggdrasil;"
        " raven: warrior in Yggdrasil; bear: warrior in Yggdrasil; ram: warrior in Yggdrasil",
    )
    s.play("serpent: pillage Gimle")
    assert round_of_answers(s) == ["bear", "ram", "wolf", "raven", "serpent"]


@pytest.mark.rule("BR-11.4")
def test_a_clan_with_no_figure_to_bring_declines_unasked() -> None:
    s = scene(
        "wolf raven serpent", figures="wolf: warrior in Gimle; raven: warrior in Horgr; serpent: leader in Andlang"
    )
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"serpent": "call"}
    assert [event.data["clan"] for event in s.told("join_declined")] == ["Raven"]


@pytest.mark.rule("BR-11.5")
def test_a_clan_brings_one_figure_and_then_it_is_the_next_clans_turn() -> None:
    """Wrong reading: a clan brings all its figures at once, or one figure in the whole call."""
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Gimle, warrior in Yggdrasil; raven: 2 warrior in Andlang;"
        " serpent: warrior in Andlang",
    )
    s.play("wolf: pillage Gimle", "raven: join warrior from Andlang")
    assert s.asked() == {"serpent": "call"}
    s.play("serpent: join warrior from Andlang")
    assert s.asked() == {"wolf": "call"}
    s.play("wolf: join warrior from Yggdrasil")
    assert s.asked() == {"raven": "call"}
    s.play("raven: join warrior from Andlang")
    assert s.at("raven", "Gimle") == {"warrior": 2}


@pytest.mark.rule("BR-11.5")
def test_a_clan_that_declined_may_join_on_a_later_turn() -> None:
    """Wrong reading: who declines is out of the call to battle."""
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Gimle, warrior in Yggdrasil; raven: warrior in Andlang; serpent: warrior in Andlang",
    )
    s.play("wolf: pillage Gimle", "raven: decline", "serpent: decline", "wolf: join warrior from Yggdrasil")
    assert s.asked() == {"raven": "call"}
    s.play("raven: join warrior from Andlang")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    s.play("serpent: join warrior from Andlang")
    assert s.at("serpent", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-11.6")
def test_the_call_ends_when_all_clans_have_declined_in_succession() -> None:
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Gimle, warrior in Yggdrasil; raven: warrior in Andlang; serpent: warrior in Andlang",
    )
    s.play("wolf: pillage Gimle", "raven: decline", "serpent: decline")
    assert s.told("call_ended") == []
    assert s.asked() == {"wolf": "call"}
    s.play("wolf: decline")
    assert len(s.told("call_ended")) == 1
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-11.6", "BR-11.5")
def test_a_join_starts_the_counting_of_refusals_anew() -> None:
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Gimle, warrior in Yggdrasil; raven: warrior in Andlang;"
        " serpent: 2 warrior in Andlang",
    )
    s.play("wolf: pillage Gimle", "raven: decline", "serpent: join warrior from Andlang", "wolf: decline")
    s.play("raven: decline")
    assert s.asked() == {"serpent": "call"}
    s.play("serpent: decline")
    assert s.asked() == {"wolf": "late"}


@pytest.mark.rule("BR-11.6")
def test_the_call_ends_at_once_when_the_last_village_is_taken() -> None:
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Andlang, warrior in Yggdrasil; raven: 2 warrior in Gimle; serpent: warrior in Utgard",
    )
    s.play("wolf: pillage Andlang", "raven: join warrior from Gimle", "serpent: join warrior from Utgard")
    assert "call" not in s.asked().values()
    assert s.at("wolf", "Yggdrasil") == {"warrior": 1}
    assert s.at("raven", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-11.6")
def test_a_province_that_is_full_from_the_start_has_no_call() -> None:
    s = scene("wolf raven", figures="wolf: 2 warrior in Andlang; raven: warrior in Andlang, leader in Gimle")
    s.play("wolf: pillage Andlang")
    assert s.asked() == {"wolf": "late"}
    assert s.told("join_declined") == []
    assert s.at("raven", "Gimle") == {"leader": 1}


@pytest.mark.rule("BR-11.6", "BR-2.8")
def test_figures_in_the_fjord_take_no_village() -> None:
    s = scene("wolf raven", figures="wolf: ship in F3, warrior in Andlang; raven: ship in F3, 3 warrior in Gimle")
    s.play("wolf: pillage Andlang", "raven: join warrior from Gimle", "raven: join warrior from Gimle")
    assert s.at("raven", "Andlang") == {"warrior": 2}
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert "call" not in s.asked().values()


@pytest.mark.rule("BR-11.8", "BR-6.7")
def test_a_clan_at_zero_rage_joins_for_free() -> None:
    """Wrong reading: without Rage a clan cannot come to a battle."""
    s = scene("wolf raven", rage={"raven": 0}, figures="wolf: warrior in Gimle; raven: leader in Andlang")
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"raven": "call"}
    s.play("raven: join leader from Andlang")
    assert s.at("raven", "Gimle") == {"leader": 1}
    assert s.rage("raven") == 0


@pytest.mark.rule("BR-11.8")
def test_a_clan_that_has_passed_joins_too() -> None:
    s = scene(
        "wolf raven", rage={"raven": 0}, passed="raven", figures="wolf: warrior in Gimle; raven: leader in Andlang"
    )
    s.play("wolf: pillage Gimle", "raven: join leader from Andlang")
    assert s.at("raven", "Gimle") == {"leader": 1}


@pytest.mark.rule("BR-11.8")
def test_a_clan_without_a_figure_in_the_province_may_come_to_a_battle_of_others() -> None:
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Gimle; raven: warrior in Gimle; serpent: leader in Andlang",
    )
    s.play("wolf: pillage Gimle", "serpent: join leader from Andlang")
    assert s.at("serpent", "Gimle") == {"leader": 1}
    assert s.match.view(None).table["battle"]["participants"] == [0, 1, 2]


@pytest.mark.rule("BR-11.8", "BR-11.11")
def test_the_pillager_may_bring_figures_although_no_enemy_is_there() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle, leader in Andlang, warrior in Yggdrasil")
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"wolf": "call"}
    s.play("wolf: join leader from Andlang", "wolf: join warrior from Yggdrasil")
    assert s.at("wolf", "Gimle") == {"warrior": 2, "leader": 1}
    assert s.is_pillaged("Gimle")
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-11.9")
@pytest.mark.parametrize("figure", ["ship", "Sea Serpent"])
def test_ships_do_not_move_in_a_call_to_battle(figure: str) -> None:
    s = scene("wolf raven", figures=f"wolf: warrior in Andlang; raven: {figure} in F4, warrior in Gimle")
    s.play("wolf: pillage Andlang")
    assert sorted(s.choices("raven")) == ["decline", "join warrior from Gimle"]
    assert s.rule_against(f"raven: join {figure} from Gimle") == "BR-11.9"
    with pytest.raises(drakkar.UnreadableChoice):
        s.play(f"raven: join {figure} from F4")
    assert s.at("raven", "F4") == {figure: 1}


@pytest.mark.rule("BR-11.9")
def test_a_clan_with_nothing_but_a_ship_nearby_is_not_asked() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Andlang; raven: ship in F4")
    s.play("wolf: pillage Andlang")
    assert s.is_pillaged("Andlang")
    assert s.at("raven", "F4") == {"ship": 1}


@pytest.mark.rule("BR-11.10")
def test_figures_come_out_of_pillaged_provinces_as_well() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle; raven: warrior in Andlang", pillaged="Andlang, Myrkulor")
    s.play("wolf: pillage Gimle", "raven: join warrior from Andlang")
    assert s.at("raven", "Gimle") == {"warrior": 1}


# Without an enemy


@pytest.mark.rule("BR-11.11")
def test_an_unopposed_pillage_takes_the_reward_and_turns_the_token_but_scores_no_axes() -> None:
    """Wrong reading: every successful pillage scores Axes."""
    s = scene(
        "wolf raven",
        figures="wolf: warrior in Gimle; raven: warrior in Andlang",
        tokens={"Gimle": "axes"},
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Smash"},
    )
    s.play("wolf: pillage Gimle", "raven: decline")
    assert s.stat("wolf", "axes") == 4
    assert s.is_pillaged("Gimle")
    assert s.glory("wolf") == 0
    assert s.asked() == {"raven": "turn"}
    assert s.hand("wolf") == ["Tyr's Bash"]
    assert "battle_begins" not in kinds_told(s)
    assert [event.data["clan"] for event in s.told("no_battle")] == ["Wolf"]


@pytest.mark.rule("BR-11.11")
def test_an_unopposed_pillage_of_the_glory_token_scores_five_and_no_more() -> None:
    s = scene("wolf raven", figures="wolf: ship in F4", tokens={"Gimle": "glory"})
    s.play("wolf: pillage Gimle")
    assert s.glory("wolf") == 5
    assert s.at("wolf", "F4") == {"ship": 1}


@pytest.mark.rule("BR-11.11", "BR-2.7")
def test_an_enemy_ship_in_the_other_fjord_or_next_door_is_no_enemy_here() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle; raven: ship in F3")
    s.play("wolf: pillage Gimle")
    assert s.is_pillaged("Gimle")
    assert s.at("raven", "F3") == {"ship": 1}


# With an enemy


@pytest.mark.rule("BR-11.12")
def test_a_single_enemy_ship_in_the_fjord_makes_it_a_battle() -> None:
    """Wrong reading: figures in the fjord do not fight."""
    s = scene("wolf raven", figures="wolf: leader in Gimle; raven: ship in F4")
    s.play("wolf: pillage Gimle")
    assert s.asked() == {"wolf": "late"}
    s.play("wolf: decline", "raven: decline")
    assert s.glory("wolf") == 3
    assert s.at("raven", "Valhalla") == {"ship": 1}


@pytest.mark.rule("BR-11.12", "BR-13.7")
def test_bystanders_take_part_wanted_or_not() -> None:
    s = scene(
        "wolf raven serpent bear",
        figures="wolf: leader in Gimle, ship in F4; raven: warrior in Gimle; serpent: ship in F4;"
        " bear: warrior in Horgr",
    )
    s.play("wolf: pillage Gimle")
    assert s.match.view(None).table["battle"]["participants"] == [0, 1, 2]
    s.play("wolf: decline", "raven: decline", "serpent: decline")
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.at("serpent", "Valhalla") == {"ship": 1}
    assert s.at("bear", "Horgr") == {"warrior": 1}


@pytest.mark.rule("BR-11.12")
def test_an_enemy_that_comes_with_the_call_makes_it_a_battle() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle; raven: leader in Yggdrasil")
    s.play("wolf: pillage Gimle", "raven: join leader from Yggdrasil", "wolf: decline", "raven: decline")
    assert s.glory("raven") == 3
    assert not s.is_pillaged("Gimle")
    assert s.at("wolf", "Valhalla") == {"warrior": 1}
