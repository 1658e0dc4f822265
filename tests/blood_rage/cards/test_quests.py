"""Each kind of quest: the regions, Yggdrasil, Widespread and Glorious Death."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene

REGIONS = {
    "Manheim!": ("Elvagar", "Angerboda", "Myrkulor"),
    "Jotunheim!": ("Muspelheim", "Horgr", "Utgard"),
    "Alfheim!": ("Andlang", "Gimle"),
}
PROVINCES = ("Elvagar", "Angerboda", "Muspelheim", "Horgr", "Utgard", "Andlang", "Gimle", "Myrkulor", "Yggdrasil")
PAY = {
    "Alfheim!": (5, 7, 9),
    "Jotunheim!": (5, 7, 9),
    "Manheim!": (5, 7, 9),
    "Glorious Death!": (6, 8, 11),
    "Yggdrasil!": (6, 8, 11),
    "Widespread!": (7, 10, 15),
}
EVERYTHING = (
    "wolf: warrior in Horgr, warrior in Gimle, warrior in Angerboda, warrior in Yggdrasil, 4 warrior in Valhalla"
)


def shown(
    quest: str,
    figures: str,
    *,
    age: int = 1,
    destroyed: str = "",
    upgrades: dict[str, str] | None = None,
) -> Scene:
    """The Quest phase has begun; Wolf has committed this quest."""
    return scene(
        "wolf raven serpent",
        age=age,
        phase="quest",
        quests={"wolf": quest},
        figures=figures,
        destroyed=destroyed,
        upgrades=upgrades,
    )


def fulfils(
    quest: str, figures: str, destroyed: str = "", upgrades: dict[str, str] | None = None, age: int = 1
) -> bool:
    """Whether Wolf's quest is fulfilled."""
    s = shown(quest, figures, age=age, destroyed=destroyed, upgrades=upgrades)
    kinds = [event.kind for event in s.events() if event.kind in ("quest_fulfilled", "quest_failed")]
    assert len(kinds) == 1
    return kinds == ["quest_fulfilled"]


# All of them


@pytest.mark.rule("BR-15.2", "BR-15.8")
@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize(
    "quest", ["Alfheim!", "Jotunheim!", "Manheim!", "Glorious Death!", "Yggdrasil!", "Widespread!"]
)
def test_what_each_quest_pays_in_each_age(quest: str, age: int) -> None:
    s = shown(f"{quest} (age {age})", EVERYTHING, age=age)
    assert s.glory("wolf") == PAY[quest][age - 1]
    assert [(e.data["clan"], e.data["source"]) for e in s.told("glory", "raven")] == [("Wolf", "quests")]
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]
    s.play("wolf: raise axes")
    assert s.told("stat_raised", "raven")[0].data == {"clan": "Wolf", "stat": "Axes", "value": 4, "step": 2}


@pytest.mark.rule("BR-15.8", "BR-3.20")
@pytest.mark.parametrize("quest", ["Alfheim!", "Glorious Death!", "Yggdrasil!"])
def test_others_learn_which_quest_it_was_in_the_quest_phase_only(quest: str) -> None:
    s = scene("wolf raven", passed="raven", hands={"wolf": quest})
    s.play(f"wolf: quest {quest}")
    (committed,) = s.told("quest_committed", "raven")
    assert committed.data["card"] == drakkar.Hidden(1)
    assert s.told("quest_committed", "wolf")[0].data["card"] == quest
    s.play("wolf: pass")
    assert [event.data["card"] for event in s.told("quest_revealed", "raven")] == [quest]
    assert [event.data["card"] for event in s.told("quest_failed", "raven")] == [quest]
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-15.8", "BR-19.19")
def test_a_fulfilled_quest_pays_although_no_stat_can_rise() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Alfheim!"},
        figures="wolf: warrior in Gimle",
        steps={"wolf": {"rage": 6, "axes": 6, "horns": 6}},
    )
    assert s.glory("wolf") == 5
    assert "raise" not in s.asked().values()


# The regions


@pytest.mark.rule("BR-15.8")
@pytest.mark.parametrize("province", PROVINCES)
@pytest.mark.parametrize("quest", ["Manheim!", "Jotunheim!", "Alfheim!"])
def test_a_region_quest_is_fulfilled_in_each_province_of_its_region_and_nowhere_else(quest: str, province: str) -> None:
    assert fulfils(quest, f"wolf: warrior in {province}") == (province in REGIONS[quest])


@pytest.mark.rule("BR-15.8")
@pytest.mark.parametrize(
    ("fjord", "quests"),
    [
        ("F1", {"Manheim!"}),
        ("F2", {"Jotunheim!"}),
        ("F3", {"Jotunheim!", "Alfheim!"}),
        ("F4", {"Alfheim!", "Manheim!"}),
    ],
)
@pytest.mark.parametrize("figure", ["ship", "Sea Serpent"])
def test_a_ship_fulfils_the_region_quests_of_both_provinces_it_supports(
    fjord: str, quests: set[str], figure: str
) -> None:
    for quest in REGIONS:
        fulfilled = fulfils(quest, f"wolf: {figure} in {fjord}", upgrades={"wolf": "Sea Serpent"})
        assert fulfilled == (quest in quests)


@pytest.mark.rule("BR-15.8", "BR-2.12")
def test_a_destroyed_province_fulfils_no_region_quest() -> None:
    assert fulfils("Alfheim!", "wolf: ship in F3")
    assert not fulfils("Alfheim!", "wolf: ship in F3", destroyed="Andlang")
    assert fulfils("Jotunheim!", "wolf: ship in F3", destroyed="Andlang")


@pytest.mark.rule("BR-15.8")
@pytest.mark.parametrize("quest", ["Manheim!", "Jotunheim!", "Alfheim!"])
def test_one_province_is_enough_and_a_tie_there_is_not(quest: str) -> None:
    one, other = REGIONS[quest][:2]
    assert fulfils(quest, f"wolf: warrior in {one}; raven: leader in {other}")
    assert not fulfils(quest, f"wolf: leader in {one}; raven: leader in {one}, warrior in {other}")
    assert not fulfils(
        quest, f"wolf: warrior in {one}, warrior in {other}; raven: leader in {one}, 2 warrior in {other}"
    )


@pytest.mark.rule("BR-15.8")
@pytest.mark.parametrize("quest", ["Manheim!", "Jotunheim!", "Alfheim!", "Yggdrasil!", "Widespread!"])
def test_an_empty_board_fulfils_nothing(quest: str) -> None:
    assert not fulfils(quest, "")


@pytest.mark.rule("BR-15.8")
def test_most_means_more_than_each_other_clan_and_not_than_all_together() -> None:
    assert fulfils("Alfheim!", "wolf: leader in Gimle; raven: 2 warrior in Gimle; serpent: 2 warrior in Gimle")
    assert not fulfils("Alfheim!", "wolf: leader in Gimle; raven: warrior in Gimle; serpent: leader in Gimle")


@pytest.mark.rule("BR-15.8", "BR-9.7")
def test_both_odins_throne_and_the_quest_pay_for_a_region() -> None:
    s = shown("Alfheim!", "wolf: warrior in Gimle", age=3, upgrades={"wolf": "Odin's Throne"})
    assert s.glory("wolf") == 18


# Yggdrasil!


@pytest.mark.rule("BR-15.8")
@pytest.mark.parametrize("province", PROVINCES)
def test_the_quest_yggdrasil_is_fulfilled_in_yggdrasil_only(province: str) -> None:
    assert fulfils("Yggdrasil!", f"wolf: leader in {province}") == (province == "Yggdrasil")


@pytest.mark.rule("BR-15.8", "BR-7.9")
def test_in_yggdrasil_the_dark_elf_counts_three() -> None:
    figures = "wolf: Dark Elf in Yggdrasil; raven: 2 warrior in Yggdrasil"
    assert fulfils("Yggdrasil!", figures, upgrades={"wolf": "Dark Elf"}, age=2)
    assert not fulfils("Yggdrasil!", figures.replace("2 warrior", "leader"), upgrades={"wolf": "Dark Elf"}, age=2)


@pytest.mark.rule("BR-15.8")
def test_no_ship_supports_yggdrasil() -> None:
    assert not fulfils("Yggdrasil!", "wolf: ship in F1")


# Widespread!


@pytest.mark.rule("BR-15.8")
@pytest.mark.parametrize(
    ("figures", "fulfilled"),
    [
        ("wolf: warrior in Horgr, warrior in Gimle", True),
        ("wolf: warrior in Andlang, warrior in Gimle", True),
        ("wolf: warrior in Horgr, warrior in Yggdrasil", True),
        ("wolf: 4 warrior in Horgr", False),
        ("wolf: leader in Yggdrasil", False),
        ("wolf: warrior in Horgr, warrior in Gimle; raven: warrior in Gimle", False),
        ("wolf: warrior in Horgr, warrior in Gimle, warrior in Utgard; raven: warrior in Gimle", True),
        ("wolf: ship in F2", True),
        ("wolf: ship in F2; raven: leader in Horgr", False),
        ("wolf: ship in F2, warrior in Yggdrasil; raven: leader in Horgr", True),
    ],
)
def test_widespread_needs_two_different_provinces_yggdrasil_included(figures: str, fulfilled: bool) -> None:
    assert fulfils("Widespread!", figures) == fulfilled


@pytest.mark.rule("BR-15.8", "BR-2.12")
def test_a_destroyed_province_does_not_count_for_widespread() -> None:
    assert not fulfils("Widespread!", "wolf: ship in F2", destroyed="Horgr")
    assert fulfils("Widespread!", "wolf: ship in F2, warrior in Gimle", destroyed="Horgr")


# Glorious Death!


@pytest.mark.rule("BR-15.9")
@pytest.mark.parametrize(
    ("figures", "fulfilled"),
    [
        ("wolf: 4 warrior in Valhalla", True),
        ("wolf: 8 warrior in Valhalla", True),
        ("wolf: 3 warrior in Valhalla", False),
        ("wolf: warrior in Valhalla, leader in Valhalla, ship in Valhalla, Troll in Valhalla", True),
        ("wolf: 2 warrior in Valhalla, leader in Valhalla, warrior in Gimle", False),
        ("wolf: 3 warrior in Valhalla; raven: 5 warrior in Valhalla", False),
        ("wolf: 3 warrior in Gimle, leader in Gimle", False),
    ],
)
def test_glorious_death_needs_four_of_the_owners_figures_in_valhalla(figures: str, fulfilled: bool) -> None:
    assert fulfils("Glorious Death!", figures, upgrades={"wolf": "Troll"}) == fulfilled


@pytest.mark.rule("BR-15.9")
def test_figures_that_fall_in_ragnarok_come_too_late_for_glorious_death() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        ragnarok=("Gimle", "Horgr", "Andlang"),
        quests={"wolf": "Glorious Death!"},
        figures="wolf: 3 warrior in Valhalla, warrior in Gimle",
    )
    kinds = [event.kind for event in s.events() if event.kind in ("quest_failed", "figure_destroyed")]
    assert kinds == ["quest_failed", "figure_destroyed"]
    assert s.glory("wolf") == 2


@pytest.mark.rule("BR-15.9", "BR-19.20")
def test_figures_given_up_for_friggas_sacrifice_count_for_glorious_death() -> None:
    s = scene(
        "wolf raven",
        passed="raven",
        upgrades={"wolf": "Frigga's Sacrifice"},
        quests={"wolf": "Glorious Death!"},
        figures="wolf: 2 warrior in Valhalla, 2 warrior in Gimle",
    )
    s.play("wolf: sacrifice warrior Gimle", "wolf: raise rage", "wolf: pass")
    assert s.glory("wolf") == 6


@pytest.mark.rule("BR-15.9", "BR-19.2")
def test_a_saved_figure_is_missing_for_glorious_death() -> None:
    s = scene(
        "wolf raven",
        passed="raven",
        upgrades={"wolf": "Troll", "raven": "Frigga's Protection"},
        quests={"raven": "Glorious Death!"},
        figures="raven: 3 warrior in Valhalla, 2 warrior in Gimle",
    )
    s.play("wolf: invade Troll Gimle", "raven: save warrior Gimle", "raven: save warrior Gimle", "wolf: pass")
    assert [event.data["clan"] for event in s.told("quest_failed")] == ["Raven"]


@pytest.mark.rule("BR-15.9")
def test_two_glorious_deaths_are_paid_twice_for_the_same_four() -> None:
    s = shown("Glorious Death!, Glorious Death!", "wolf: 4 warrior in Valhalla")
    s.play("wolf: raise rage", "wolf: raise rage")
    assert s.glory("wolf") == 12
    assert s.step("wolf", "rage") == 3
