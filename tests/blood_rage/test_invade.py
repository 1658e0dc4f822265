"""Invade: a figure comes from the reserve onto the board (section 7)."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene

OUTER = ("Elvagar", "Angerboda", "Muspelheim", "Horgr", "Utgard", "Andlang", "Gimle", "Myrkulor")
FJORDS = ("F1", "F2", "F3", "F4")


def refused(s: Scene, line: str) -> drakkar.Reason:
    reason = s.why_not(line)
    assert reason is not None, f"{line} is legal"
    return reason


def places_for(s: Scene, clan: str, figure: str) -> set[str]:
    """Where a figure may invade now."""
    start = f"invade {figure} "
    return {choice.removeprefix(start) for choice in s.choices(clan) if choice.startswith(start)}


# The action and its price


@pytest.mark.rule("BR-7.1")
def test_a_warrior_goes_from_the_reserve_into_a_province_for_one_rage() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6})
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.at("wolf", "reserve") == {"warrior": 7, "leader": 1, "ship": 1}
    assert s.rage("wolf") == 5
    assert s.rage("raven") == 6
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.1")
def test_an_invade_tells_everyone_who_went_where_and_what_was_paid() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6})
    s.play("wolf: invade ship F2")
    assert [event.data for event in s.told("rage_spent", "raven")] == [{"clan": "Wolf", "amount": 2, "rage": 4}]
    assert [str(event) for event in s.told("invaded", "raven")] == ["Wolf invades F2 with the Ship."]


@pytest.mark.rule("BR-7.1")
@pytest.mark.parametrize("province", OUTER)
def test_every_surviving_outer_province_can_be_invaded(province: str) -> None:
    s = scene("wolf raven", turn="wolf")
    s.play(f"wolf: invade warrior {province}")
    assert s.at("wolf", province) == {"warrior": 1}


@pytest.mark.rule("BR-7.1", "BR-2.12")
def test_a_destroyed_province_cannot_be_invaded() -> None:
    s = scene("wolf raven", turn="wolf", destroyed="Utgard, Gimle")
    reason = refused(s, "wolf: invade warrior Utgard")
    assert (reason.rule, reason.params) == ("BR-2.12", {"place": "Utgard"})
    assert s.rule_against("wolf: invade leader Gimle") == "BR-2.12"
    remaining = {"Elvagar", "Angerboda", "Muspelheim", "Horgr", "Andlang", "Myrkulor"}
    assert places_for(s, "wolf", "warrior") == remaining
    assert places_for(s, "wolf", "leader") == remaining


@pytest.mark.rule("BR-7.1")
def test_the_last_rage_is_enough_for_a_warrior() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1})
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == 0
    assert s.at("wolf", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-7.1")
def test_an_invade_that_cannot_be_paid_in_full_is_refused_with_the_numbers() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1})
    reason = refused(s, "wolf: invade ship F1")
    assert (reason.rule, reason.params) == ("BR-7.1", {"need": 2, "have": 1})
    assert places_for(s, "wolf", "ship") == set()
    assert places_for(s, "wolf", "warrior") == set(OUTER)


@pytest.mark.rule("BR-7.1")
def test_a_refused_invade_changes_nothing() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1})
    with pytest.raises(drakkar.IllegalChoice, match="needs 2 Rage; you have 1") as refusal:
        s.play("wolf: invade ship F1")
    assert refusal.value.reason is not None
    assert refusal.value.reason.rule == "BR-7.1"
    assert s.rage("wolf") == 1
    assert s.at("wolf", "F1") == {}
    assert s.at("wolf", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}
    assert s.told("invaded") == []
    assert s.asked() == {"wolf": "turn"}


@pytest.mark.rule("BR-7.1")
def test_a_figure_that_is_not_in_the_reserve_cannot_invade() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        figures="wolf: leader in Gimle, ship in Valhalla; raven: Dwarf Chieftain in reserve",
    )
    reason = refused(s, "wolf: invade leader Horgr")
    assert (reason.rule, reason.params) == ("BR-7.1", {"figure": "Leader"})
    reason = refused(s, "wolf: invade ship F1")
    assert (reason.rule, reason.params) == ("BR-7.1", {"figure": "Ship"})
    reason = refused(s, "wolf: invade Dwarf Chieftain Horgr")
    assert (reason.rule, reason.params) == ("BR-7.1", {"figure": "Dwarf Chieftain"})
    assert s.rule_against("wolf: invade Troll Horgr") == "BR-7.1"


@pytest.mark.rule("BR-7.1")
def test_eight_warriors_are_all_there_are() -> None:
    s = scene(
        "wolf raven", turn="wolf", steps={"wolf": {"horns": 6}}, figures="wolf: 4 warrior in Gimle, 4 warrior in Horgr"
    )
    reason = refused(s, "wolf: invade warrior Utgard")
    assert (reason.rule, reason.params) == ("BR-7.1", {"figure": "Warrior"})
    assert s.rule_against("wolf: invade leader Utgard") == ""


@pytest.mark.rule("BR-7.1")
def test_an_invade_brings_one_figure_and_the_turn_goes_on() -> None:
    s = scene("wolf raven", turn="wolf")
    s.play("wolf: invade warrior Gimle")
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: invade warrior Gimle")
    s.play("raven: invade warrior Gimle", "wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 2}
    assert s.at("raven", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-7.1", "BR-7.3", "BR-7.4")
def test_the_menu_of_invades_is_every_figure_and_every_place_that_takes_it() -> None:
    s = scene("wolf raven", turn="wolf", destroyed="Elvagar, Angerboda, Horgr")
    assert places_for(s, "wolf", "warrior") == {"Muspelheim", "Utgard", "Andlang", "Gimle", "Myrkulor"}
    assert places_for(s, "wolf", "leader") == {"Muspelheim", "Utgard", "Andlang", "Gimle", "Myrkulor"}
    assert places_for(s, "wolf", "ship") == {"F2", "F3", "F4"}


# The Leader


@pytest.mark.rule("BR-7.2")
def test_the_leader_invades_for_nothing() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1})
    s.play("wolf: invade leader Horgr")
    assert s.at("wolf", "Horgr") == {"leader": 1}
    assert s.rage("wolf") == 1
    assert s.told("rage_spent") == []


@pytest.mark.rule("BR-7.2")
@pytest.mark.parametrize("card", ["Lord of Hammers", "Lord of Axes", "Lord of Spears"])
def test_an_upgraded_leader_still_invades_for_nothing(card: str) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1}, upgrades={"wolf": card})
    s.play("wolf: invade leader Horgr")
    assert s.at("wolf", "Horgr") == {"leader": 1}
    assert s.rage("wolf") == 1


# Ships and fjords


@pytest.mark.rule("BR-7.3")
@pytest.mark.parametrize("fjord", FJORDS)
def test_a_ship_goes_into_any_fjord_for_two_rage(fjord: str) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 2})
    s.play(f"wolf: invade ship {fjord}")
    assert s.at("wolf", fjord) == {"ship": 1}
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.3")
@pytest.mark.parametrize("card", ["Loki's Dragons", "Fire Dragons", "Eternal Dragons"])
def test_an_upgraded_ship_costs_its_str_of_two(card: str) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 5}, upgrades={"wolf": card})
    s.play("wolf: invade ship F3")
    assert s.at("wolf", "F3") == {"ship": 1}
    assert s.rage("wolf") == 3


@pytest.mark.rule("BR-7.3")
@pytest.mark.parametrize("province", [*OUTER, "Yggdrasil"])
def test_a_ship_never_goes_into_a_province(province: str) -> None:
    s = scene("wolf raven", turn="wolf")
    assert s.rule_against(f"wolf: invade ship {province}") == "BR-7.3"


@pytest.mark.rule("BR-7.3")
def test_the_sea_serpent_invades_fjords_only_like_a_ship() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 3}, upgrades={"wolf": "Sea Serpent"})
    reason = refused(s, "wolf: invade Sea Serpent Gimle")
    assert (reason.rule, reason.params) == ("BR-7.3", {"figure": "Sea Serpent"})
    assert places_for(s, "wolf", "Sea Serpent") == set(FJORDS)
    s.play("wolf: invade Sea Serpent F4")
    assert s.at("wolf", "F4") == {"Sea Serpent": 1}
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.3", "BR-2.8")
@pytest.mark.parametrize("figure", ["warrior", "leader", "Troll"])
def test_no_other_figure_goes_into_a_fjord(figure: str) -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Troll"})
    for fjord in FJORDS:
        assert s.rule_against(f"wolf: invade {figure} {fjord}") == "BR-2.8"


@pytest.mark.rule("BR-7.3", "BR-2.8")
def test_a_fjord_takes_any_number_of_ships() -> None:
    s = scene(
        "wolf raven serpent bear",
        turn="wolf",
        upgrades={"wolf": "Sea Serpent"},
        figures="wolf: Sea Serpent in F1; raven: ship in F1; serpent: ship in F1; bear: ship in F1",
    )
    s.play("wolf: invade ship F1")
    assert s.at("wolf", "F1") == {"ship": 1, "Sea Serpent": 1}


@pytest.mark.rule("BR-7.3", "BR-2.13")
def test_a_fjord_with_one_province_destroyed_can_be_invaded() -> None:
    s = scene("wolf raven", turn="wolf", destroyed="Muspelheim")
    s.play("wolf: invade ship F2")
    assert s.at("wolf", "F2") == {"ship": 1}


@pytest.mark.rule("BR-7.3", "BR-2.13")
def test_a_fjord_with_both_provinces_destroyed_cannot_be_invaded() -> None:
    s = scene("wolf raven", turn="wolf", destroyed="Muspelheim, Horgr", upgrades={"wolf": "Sea Serpent"})
    reason = refused(s, "wolf: invade ship F2")
    assert (reason.rule, reason.params) == ("BR-2.13", {"place": "F2"})
    assert s.rule_against("wolf: invade Sea Serpent F2") == "BR-2.13"
    assert places_for(s, "wolf", "ship") == {"F1", "F3", "F4"}


# Yggdrasil


@pytest.mark.rule("BR-7.4")
@pytest.mark.parametrize("figure", ["warrior", "leader", "Troll", "Soldier of Hel"])
def test_yggdrasil_cannot_be_invaded(figure: str) -> None:
    """Wrong reading: Yggdrasil is invaded like any province."""
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Troll, Soldier of Hel"})
    assert s.rule_against(f"wolf: invade {figure} Yggdrasil") == "BR-7.4"
    assert "Yggdrasil" not in places_for(s, "wolf", figure)


@pytest.mark.rule("BR-7.4")
def test_figures_of_the_clan_in_yggdrasil_do_not_open_it_to_invades() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Yggdrasil")
    assert s.rule_against("wolf: invade warrior Yggdrasil") == "BR-7.4"


# Horns


@pytest.mark.rule("BR-7.5")
def test_the_last_place_under_horns_may_be_filled() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 2 warrior in Gimle, ship in F1")
    s.play("wolf: invade warrior Horgr", "raven: pass")
    assert s.at("wolf", "Horgr") == {"warrior": 1}
    assert s.rule_against("wolf: invade warrior Horgr") == "BR-7.5"


@pytest.mark.rule("BR-7.5")
def test_a_clan_with_horns_full_cannot_invade_in_any_way() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Dwarf Chieftain, Sea Serpent"},
        figures="wolf: 4 warrior in Gimle",
    )
    reason = refused(s, "wolf: invade warrior Horgr")
    assert (reason.rule, reason.params) == ("BR-7.5", {"have": 4, "most": 4})
    assert s.rule_against("wolf: invade leader Horgr") == "BR-7.5"
    assert s.rule_against("wolf: invade ship F1") == "BR-7.5"
    assert s.rule_against("wolf: invade Dwarf Chieftain Horgr") == "BR-7.5"
    assert s.rule_against("wolf: invade Sea Serpent F1") == "BR-7.5"
    assert not [choice for choice in s.choices("wolf") if choice.startswith("invade")]


@pytest.mark.rule("BR-7.5")
def test_ships_monsters_and_figures_in_yggdrasil_all_count_against_horns() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": "Dwarf Chieftain, Sea Serpent"},
        figures="wolf: ship in F1, Sea Serpent in F2, Dwarf Chieftain in Horgr, warrior in Yggdrasil",
    )
    reason = refused(s, "wolf: invade leader Gimle")
    assert (reason.rule, reason.params) == ("BR-7.5", {"have": 4, "most": 4})


@pytest.mark.rule("BR-7.5")
def test_figures_in_valhalla_and_of_other_clans_do_not_count_against_horns() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        figures="wolf: 3 warrior in Gimle, 4 warrior in Valhalla; raven: 4 warrior in Horgr",
    )
    s.play("wolf: invade leader Utgard")
    assert s.at("wolf", "Utgard") == {"leader": 1}


@pytest.mark.rule("BR-7.5")
@pytest.mark.parametrize(("step", "most"), [(2, 5), (3, 6), (4, 7)])
def test_higher_horns_leave_room_for_more_figures(step: int, most: int) -> None:
    steps = {"wolf": {"horns": step}}
    room = scene("wolf raven", turn="wolf", steps=steps, figures=f"wolf: {most - 1} warrior in Yggdrasil")
    assert room.rule_against("wolf: invade warrior Gimle") == ""
    full = scene("wolf raven", turn="wolf", steps=steps, figures=f"wolf: {most} warrior in Yggdrasil")
    reason = refused(full, "wolf: invade warrior Gimle")
    assert (reason.rule, reason.params) == ("BR-7.5", {"have": most, "most": most})


@pytest.mark.rule("BR-7.5")
@pytest.mark.parametrize("step", [5, 6])
def test_the_last_two_steps_of_horns_hold_ten_figures(step: int) -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        steps={"wolf": {"horns": step}},
        upgrades={"wolf": "Dwarf Chieftain"},
        figures="wolf: 8 warrior in Yggdrasil, leader in Yggdrasil, ship in F1",
    )
    reason = refused(s, "wolf: invade Dwarf Chieftain Gimle")
    assert (reason.rule, reason.params) == ("BR-7.5", {"have": 10, "most": 10})


@pytest.mark.rule("BR-7.5", "BR-9.8")
def test_a_free_invade_needs_room_under_horns_too() -> None:
    s = scene(
        "wolf raven", turn="wolf", age=2, hands={"wolf": "Experts in Arms"}, figures="wolf: 4 warrior in Yggdrasil"
    )
    s.play("wolf: upgrade Experts in Arms")
    assert s.told("invaded") == []
    assert s.at("wolf", "reserve") == {"warrior": 4, "leader": 1, "ship": 1}
    assert s.asked() == {"raven": "turn"}


# Villages


@pytest.mark.rule("BR-7.6")
def test_the_last_empty_village_can_be_invaded_and_then_the_province_is_full() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Utgard; raven: warrior in Utgard")
    s.play("wolf: invade warrior Utgard")
    assert s.at("wolf", "Utgard") == {"warrior": 2}
    reason = refused(s, "raven: invade warrior Utgard")
    assert (reason.rule, reason.params) == ("BR-7.6", {"place": "Utgard", "have": 3, "most": 3})


@pytest.mark.rule("BR-7.6")
@pytest.mark.parametrize(
    ("province", "villages"),
    [
        ("Elvagar", 4),
        ("Angerboda", 5),
        ("Muspelheim", 5),
        ("Horgr", 4),
        ("Utgard", 3),
        ("Andlang", 3),
        ("Gimle", 5),
        ("Myrkulor", 3),
    ],
)
def test_a_province_takes_as_many_figures_as_it_has_villages(province: str, villages: int) -> None:
    room = scene("wolf raven", turn="wolf", figures=f"raven: {villages - 1} warrior in {province}")
    assert room.rule_against(f"wolf: invade leader {province}") == ""
    full = scene("wolf raven", turn="wolf", figures=f"raven: {villages} warrior in {province}")
    reason = refused(full, f"wolf: invade leader {province}")
    assert (reason.rule, reason.params) == ("BR-7.6", {"place": province, "have": villages, "most": villages})
    assert province not in places_for(full, "wolf", "leader")


@pytest.mark.rule("BR-7.6")
def test_a_ship_in_the_fjord_takes_no_village() -> None:
    s = scene("wolf raven", turn="wolf", figures="raven: 2 warrior in Utgard, ship in F3; wolf: ship in F3")
    s.play("wolf: invade warrior Utgard")
    assert s.at("wolf", "Utgard") == {"warrior": 1}


@pytest.mark.rule("BR-7.6")
@pytest.mark.parametrize("monster", ["Troll", "Fire Giant"])
def test_a_monster_that_would_clear_a_village_cannot_invade_a_full_province(monster: str) -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": monster}, figures="raven: 3 warrior in Andlang")
    reason = refused(s, f"wolf: invade {monster} Andlang")
    assert (reason.rule, reason.params) == ("BR-7.6", {"place": "Andlang", "have": 3, "most": 3})
    assert s.at("raven", "Andlang") == {"warrior": 3}


# Prices


@pytest.mark.rule("BR-7.7")
@pytest.mark.parametrize(("card", "price"), [("Brothers in Arms", 1), ("Experts in Arms", 2), ("Masters in Arms", 2)])
def test_the_price_of_a_warrior_follows_the_warrior_upgrade(card: str, price: int) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6}, upgrades={"wolf": card})
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == 6 - price


@pytest.mark.rule("BR-7.7")
@pytest.mark.parametrize("card", ["Experts in Arms", "Masters in Arms"])
def test_one_rage_is_not_enough_for_a_warrior_of_str_two(card: str) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1}, upgrades={"wolf": card})
    reason = refused(s, "wolf: invade warrior Gimle")
    assert (reason.rule, reason.params) == ("BR-7.1", {"need": 2, "have": 1})
    assert s.rule_against("wolf: invade leader Gimle") == ""


@pytest.mark.rule("BR-7.7")
@pytest.mark.parametrize(("card", "price"), [("Brothers in Arms", 1), ("Masters in Arms", 2)])
def test_the_value_of_a_pair_plays_no_part_in_the_price(card: str, price: int) -> None:
    s = scene(
        "wolf raven", turn="wolf", rage={"wolf": price}, upgrades={"wolf": card}, figures="wolf: warrior in Gimle"
    )
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 2}
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.7")
def test_a_warrior_upgrade_changes_no_other_price() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 6, "raven": 6}, upgrades={"wolf": "Experts in Arms"})
    s.play("wolf: invade ship F1", "raven: invade warrior Gimle", "wolf: invade leader Gimle")
    assert s.rage("wolf") == 4
    assert s.rage("raven") == 5


@pytest.mark.rule("BR-7.8")
@pytest.mark.parametrize(
    ("monster", "place", "price"),
    [
        ("Troll", "Gimle", 2),
        ("Sea Serpent", "F1", 3),
        ("Valkyrie", "Gimle", 2),
        ("Fire Giant", "Gimle", 4),
        ("Frost Giant", "Gimle", 4),
        ("Volur Witch", "Gimle", 3),
    ],
)
def test_a_monster_invades_for_its_str(monster: str, place: str, price: int) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": price}, upgrades={"wolf": monster})
    s.play(f"wolf: invade {monster} {place}")
    assert s.at("wolf", place) == {monster: 1}
    assert s.rage("wolf") == 0
    poorer = scene("wolf raven", turn="wolf", rage={"wolf": price - 1}, upgrades={"wolf": monster})
    reason = refused(poorer, f"wolf: invade {monster} {place}")
    assert (reason.rule, reason.params) == ("BR-7.1", {"need": price, "have": price - 1})


@pytest.mark.rule("BR-7.8")
@pytest.mark.parametrize("monster", ["Dwarf Chieftain", "Soldier of Hel"])
def test_a_monster_whose_card_says_so_invades_for_nothing(monster: str) -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1}, upgrades={"wolf": monster})
    s.play(f"wolf: invade {monster} Gimle")
    assert s.at("wolf", "Gimle") == {monster: 1}
    assert s.rage("wolf") == 1


@pytest.mark.rule("BR-7.8")
def test_upgrades_of_the_troops_do_not_change_the_price_of_a_monster() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        rage={"wolf": 6},
        upgrades={"wolf": "Experts in Arms, Fire Dragons, Sea Serpent, Dwarf Chieftain"},
    )
    s.play("wolf: invade Sea Serpent F1", "raven: pass", "wolf: invade Dwarf Chieftain Gimle")
    assert s.rage("wolf") == 3


@pytest.mark.rule("BR-7.9")
def test_the_dark_elf_pays_one_rage_in_an_outer_province() -> None:
    s = scene("wolf raven", turn="wolf", rage={"wolf": 1}, upgrades={"wolf": "Dark Elf"})
    s.play("wolf: invade Dark Elf Gimle")
    assert s.at("wolf", "Gimle") == {"Dark Elf": 1}
    assert s.rage("wolf") == 0


# Valhalla


@pytest.mark.rule("BR-7.10")
@pytest.mark.parametrize("figure", ["warrior", "leader"])
def test_without_friggas_domain_a_figure_in_valhalla_cannot_invade(figure: str) -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: 8 warrior in Valhalla, leader in Valhalla")
    assert s.rule_against(f"wolf: invade {figure} Gimle from Valhalla") == "BR-7.10"
    assert s.rule_against(f"wolf: invade {figure} Gimle") == "BR-7.1"
    assert not [choice for choice in s.choices("wolf") if choice.endswith("from Valhalla")]


# What is not an invade


@pytest.mark.rule("BR-7.11")
@pytest.mark.parametrize("monster", ["Troll", "Fire Giant"])
def test_a_monster_that_marches_in_destroys_nobody(monster: str) -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": monster},
        figures=f"wolf: {monster} in Horgr; raven: 2 warrior in Gimle, leader in Gimle, ship in F4",
    )
    s.play("wolf: march Horgr Gimle")
    assert s.at("wolf", "Gimle") == {monster: 1}
    assert s.at("raven", "Gimle") == {"warrior": 2, "leader": 1}
    assert s.at("raven", "F4") == {"ship": 1}
    assert s.told("figure_destroyed") == []


@pytest.mark.rule("BR-7.11")
@pytest.mark.parametrize("monster", ["Troll", "Fire Giant"])
def test_a_monster_that_joins_a_call_to_battle_destroys_nobody_on_its_way_in(monster: str) -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        upgrades={"wolf": monster},
        figures=f"wolf: {monster} in Yggdrasil, ship in F4; raven: 2 warrior in Gimle, leader in Myrkulor",
        ragnarok=("Elvagar", "Angerboda", "Myrkulor"),
    )
    s.play("wolf: pillage Gimle", "raven: decline", f"wolf: join {monster} from Yggdrasil")
    assert s.asked() == {"raven": "call"}
    assert s.at("raven", "Gimle") == {"warrior": 2}
    assert s.told("figure_destroyed") == []
