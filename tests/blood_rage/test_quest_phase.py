"""Section 15: committed quests are shown, judged and paid."""

import pytest

from tests.blood_rage.scene import Scene, scene

FULFILLING = {
    "Alfheim!": "warrior in Andlang",
    "Jotunheim!": "warrior in Horgr",
    "Manheim!": "warrior in Angerboda",
    "Glorious Death!": "4 warrior in Valhalla",
    "Yggdrasil!": "warrior in Yggdrasil",
    "Widespread!": "warrior in Horgr, warrior in Utgard",
}
# Each leaves something wanting by the smallest margin.
FAILING = {
    "Alfheim!": "wolf: warrior in Andlang, warrior in Horgr; raven: warrior in Andlang",
    "Jotunheim!": "wolf: leader in Horgr; raven: leader in Horgr",
    "Manheim!": "wolf: warrior in Angerboda; raven: ship in F1",
    "Glorious Death!": "wolf: 3 warrior in Valhalla",
    "Yggdrasil!": "wolf: leader in Yggdrasil; raven: 3 warrior in Yggdrasil",
    "Widespread!": "wolf: leader in Horgr, warrior in Utgard; raven: warrior in Utgard",
}
GLORY = {
    "Alfheim!": (5, 7, 9),
    "Jotunheim!": (5, 7, 9),
    "Manheim!": (5, 7, 9),
    "Glorious Death!": (6, 8, 11),
    "Yggdrasil!": (6, 8, 11),
    "Widespread!": (7, 10, 15),
}


def verdicts(s: Scene, clan: str = "wolf") -> list[str]:
    """How the quests of a clan were judged, in order: `fulfilled` or `failed`."""
    kinds = {"quest_fulfilled": "fulfilled", "quest_failed": "failed"}
    return [kinds[e.kind] for e in s.events() if e.kind in kinds and e.data["clan"] == clan.capitalize()]


def judged(quest: str, figures: str, age: int = 1, destroyed: str = "", upgrades: dict[str, str] | None = None) -> str:
    """How a quest of Wolf's is judged."""
    s = scene(
        "wolf raven serpent",
        age=age,
        phase="quest",
        quests={"wolf": quest},
        figures=figures,
        destroyed=destroyed,
        upgrades=upgrades,
    )
    (verdict,) = verdicts(s)
    return verdict


# Reveal, reward, discard


@pytest.mark.rule("BR-15.1")
def test_all_committed_quests_are_shown_before_the_first_is_judged() -> None:
    s = scene(
        "wolf raven serpent",
        phase="quest",
        first_player="raven",
        quests={"wolf": "Manheim!, Alfheim!", "serpent": "Yggdrasil!"},
        figures="wolf: warrior in Angerboda",
    )
    told = [event for event in s.events() if event.kind.startswith("quest_")]
    assert [(event.kind, event.data["clan"], event.data["card"]) for event in told[:3]] == [
        ("quest_revealed", "Serpent", "Yggdrasil!"),
        ("quest_revealed", "Wolf", "Manheim!"),
        ("quest_revealed", "Wolf", "Alfheim!"),
    ]
    assert all(event.kind != "quest_revealed" for event in told[3:])


@pytest.mark.rule("BR-15.2")
@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("quest", FULFILLING)
def test_a_fulfilled_quest_gives_its_glory_and_one_step_on_any_stat(quest: str, age: int) -> None:
    """Wrong reading: quests are scored at the end of the game only."""
    s = scene("wolf raven", age=age, phase="quest", quests={"wolf": quest}, figures=f"wolf: {FULFILLING[quest]}")
    assert verdicts(s) == ["fulfilled"]
    assert s.glory("wolf") == GLORY[quest][age - 1]
    assert s.asked() == {"wolf": "raise"}
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]
    s.play("wolf: raise axes")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [1, 2, 1]
    assert [event.data["source"] for event in s.told("glory")][:1] == ["quests"]


@pytest.mark.rule("BR-15.2", "BR-3.21")
def test_every_stat_may_be_the_one_that_rises() -> None:
    for stat, value in (("rage", 7), ("axes", 4), ("horns", 5)):
        s = scene("wolf raven", phase="quest", quests={"wolf": "Jotunheim!"}, figures="wolf: warrior in Horgr")
        s.play(f"wolf: raise {stat}")
        assert s.stat("wolf", stat) == value


@pytest.mark.rule("BR-15.2", "BR-3.21")
def test_a_stat_on_step_six_cannot_be_named() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Jotunheim!"},
        figures="wolf: warrior in Horgr",
        steps={"wolf": {"rage": 6}},
    )
    assert s.choices("wolf") == ["raise axes", "raise horns"]
    assert s.rule_against("wolf: raise rage") == "BR-3.21"
    assert s.rule_against("wolf: decline") == "BR-3.21"


@pytest.mark.rule("BR-15.2", "BR-3.21")
def test_the_last_stat_that_can_rise_does_so_unasked() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Jotunheim!"},
        figures="wolf: warrior in Horgr",
        steps={"wolf": {"rage": 6, "axes": 6, "horns": 2}},
    )
    assert set(s.asked().values()) == {"draft"}
    assert s.step("wolf", "horns") == 3


@pytest.mark.rule("BR-15.2", "BR-3.21")
def test_with_all_stats_on_step_six_the_glory_is_scored_and_nothing_is_asked() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Jotunheim!"},
        figures="wolf: warrior in Horgr",
        steps={"wolf": {"rage": 6, "axes": 6, "horns": 6}},
    )
    assert set(s.asked().values()) == {"draft"}
    assert s.glory("wolf") == 5
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [6, 6, 6]


@pytest.mark.rule("BR-15.2", "BR-10.3")
def test_two_equal_quests_are_both_paid() -> None:
    """Wrong reading: the same deed pays only once."""
    s = scene("wolf raven", phase="quest", quests={"wolf": "Manheim!, Manheim!"}, figures="wolf: warrior in Angerboda")
    assert s.glory("wolf") == 5
    s.play("wolf: raise horns")
    assert s.glory("wolf") == 10
    s.play("wolf: raise horns")
    assert s.stat("wolf", "horns") == 6


@pytest.mark.rule("BR-15.2")
def test_a_quest_of_an_earlier_age_pays_what_its_own_card_says() -> None:
    s = scene("wolf raven", age=3, phase="quest", quests={"wolf": "Jotunheim! (age 1)"}, figures="wolf: ship in F2")
    assert s.glory("wolf") == 5


@pytest.mark.rule("BR-15.3")
@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.parametrize("quest", FULFILLING)
def test_a_failed_quest_gives_nothing_and_costs_nothing(quest: str, age: int) -> None:
    s = scene(
        "wolf raven",
        age=age,
        phase="quest",
        quests={"wolf": quest},
        figures=FAILING[quest],
        glory={"wolf": 10},
        ragnarok=("Myrkulor", "Elvagar", "Gimle"),
    )
    assert verdicts(s) == ["failed"]
    assert "raise" not in s.asked().values()
    assert [event for event in s.told("glory") if event.data["source"] == "quests"] == []
    assert s.glory("wolf") == 10
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [1, 1, 1]


@pytest.mark.rule("BR-15.4")
def test_fulfilled_and_failed_quests_are_all_discarded() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Manheim!, Alfheim!", "raven": "Yggdrasil!"},
        figures="wolf: warrior in Angerboda",
    )
    s.play("wolf: raise rage")
    assert s.quests("wolf") == []
    assert s.quests("raven") == []
    assert sorted(s.discards()) == ["Alfheim!", "Manheim!", "Yggdrasil!"]


# Most STR


@pytest.mark.rule("BR-15.5")
@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        ("wolf: 2 warrior in Horgr; raven: warrior in Horgr", "fulfilled"),
        ("wolf: warrior in Horgr; raven: warrior in Horgr", "failed"),
        ("wolf: warrior in Horgr; raven: 2 warrior in Horgr", "failed"),
        ("wolf: leader in Horgr; raven: 2 warrior in Horgr; serpent: ship in F2", "fulfilled"),
        ("wolf: leader in Horgr; raven: warrior in Horgr; serpent: leader in Horgr", "failed"),
        ("wolf: leader in Horgr; raven: warrior in Horgr, ship in F2", "failed"),
    ],
)
def test_most_strength_means_more_than_each_other_clan(figures: str, verdict: str) -> None:
    """Wrong reading: a tie is enough, or the others are added up, or figures in the fjord do not count."""
    assert judged("Jotunheim!", figures) == verdict


@pytest.mark.rule("BR-15.5")
def test_strength_counts_and_not_the_number_of_figures() -> None:
    assert judged("Jotunheim!", "wolf: leader in Horgr; raven: 2 warrior in Horgr") == "fulfilled"
    assert judged("Jotunheim!", "wolf: 2 warrior in Horgr; raven: leader in Horgr") == "failed"


@pytest.mark.rule("BR-15.5", "BR-3.16")
def test_upgrades_count_for_the_strength_in_a_quest() -> None:
    figures = "wolf: warrior in Horgr; raven: warrior in Horgr"
    assert judged("Jotunheim!", figures, age=2, upgrades={"wolf": "Experts in Arms"}) == "fulfilled"
    assert judged("Jotunheim!", figures, age=2, upgrades={"raven": "Experts in Arms"}) == "failed"


@pytest.mark.rule("BR-15.5")
def test_in_a_tie_neither_clan_has_the_most() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Yggdrasil! (age 1)", "raven": "Yggdrasil! (age 2)"},
        figures="wolf: leader in Yggdrasil; raven: 3 warrior in Yggdrasil",
    )
    assert verdicts(s, "wolf") == ["failed"]
    assert verdicts(s, "raven") == ["failed"]


@pytest.mark.rule("BR-15.6")
def test_the_only_clan_there_qualifies_with_a_single_figure() -> None:
    assert judged("Yggdrasil!", "wolf: warrior in Yggdrasil") == "fulfilled"
    assert judged("Manheim!", "wolf: ship in F1") == "fulfilled"


@pytest.mark.rule("BR-15.6")
@pytest.mark.parametrize("quest", ["Alfheim!", "Jotunheim!", "Manheim!", "Yggdrasil!", "Widespread!"])
def test_no_figure_is_never_the_most_even_on_an_empty_board(quest: str) -> None:
    assert judged(quest, "") == "failed"


@pytest.mark.rule("BR-15.7")
def test_a_ship_supports_both_provinces_of_its_fjord_at_once() -> None:
    """Wrong reading: a Ship counts for no quest, or for one province only."""
    assert judged("Widespread!", "wolf: ship in F1") == "fulfilled"
    assert judged("Widespread!", "wolf: Sea Serpent in F2") == "fulfilled"
    assert judged("Widespread!", "wolf: ship in F1; raven: leader in Elvagar") == "failed"


@pytest.mark.rule("BR-15.7")
def test_one_ship_serves_quests_of_two_regions() -> None:
    """F3 lies between Utgard in Jotunheim and Andlang in Alfheim."""
    s = scene("wolf raven", phase="quest", quests={"wolf": "Jotunheim!, Alfheim!"}, figures="wolf: ship in F3")
    s.play("wolf: raise rage", "wolf: raise rage")
    assert verdicts(s) == ["fulfilled", "fulfilled"]
    assert s.glory("wolf") == 10


@pytest.mark.rule("BR-15.7", "BR-15.5")
def test_an_enemy_ship_counts_in_both_provinces_as_well() -> None:
    figures = "wolf: 2 warrior in Elvagar, leader in Angerboda; raven: ship in F1"
    assert judged("Manheim!", figures) == "fulfilled"
    assert judged("Widespread!", figures) == "failed"


# What each quest asks for

REGIONS = {
    "Manheim!": ("Elvagar", "Angerboda", "Myrkulor"),
    "Jotunheim!": ("Muspelheim", "Horgr", "Utgard"),
    "Alfheim!": ("Andlang", "Gimle"),
}
PROVINCES = ("Elvagar", "Angerboda", "Muspelheim", "Horgr", "Utgard", "Andlang", "Gimle", "Myrkulor", "Yggdrasil")


@pytest.mark.rule("BR-15.8", "BR-2.3")
@pytest.mark.parametrize("province", PROVINCES)
@pytest.mark.parametrize("quest", REGIONS)
def test_any_one_province_of_the_region_fulfils_a_region_quest_and_no_other_does(quest: str, province: str) -> None:
    """Wrong reading: the most STR is needed in every province of the region."""
    verdict = "fulfilled" if province in REGIONS[quest] else "failed"
    assert judged(quest, f"wolf: leader in {province}") == verdict


@pytest.mark.rule("BR-15.8")
def test_the_rest_of_the_region_does_not_matter() -> None:
    """Wrong reading: the most STR in the region as a whole is needed."""
    figures = "wolf: warrior in Utgard; raven: leader in Horgr, 3 warrior in Muspelheim"
    assert judged("Jotunheim!", figures) == "fulfilled"


@pytest.mark.rule("BR-15.8")
def test_strength_in_several_provinces_is_not_added_up() -> None:
    figures = "wolf: warrior in Horgr, warrior in Muspelheim; raven: warrior in Horgr, warrior in Muspelheim"
    assert judged("Jotunheim!", figures) == "failed"


@pytest.mark.rule("BR-15.8", "BR-2.12")
def test_a_destroyed_province_fulfils_no_quest() -> None:
    assert judged("Manheim!", "wolf: ship in F4", destroyed="Myrkulor") == "failed"
    assert judged("Alfheim!", "wolf: ship in F4", destroyed="Myrkulor") == "fulfilled"
    assert judged("Manheim!", "wolf: ship in F1", destroyed="Angerboda") == "fulfilled"
    assert judged("Widespread!", "wolf: ship in F1", destroyed="Angerboda") == "failed"


@pytest.mark.rule("BR-15.8", "BR-2.12")
def test_a_region_without_a_surviving_province_fulfils_nothing() -> None:
    figures = "wolf: ship in F4, warrior in Utgard"
    assert judged("Alfheim!", figures, destroyed="Andlang, Gimle") == "failed"


@pytest.mark.rule("BR-15.8", "BR-2.12")
@pytest.mark.parametrize(("age", "verdict"), [(1, "fulfilled"), (2, "fulfilled"), (3, "failed")])
def test_what_ragnarok_took_in_earlier_ages_no_longer_counts(age: int, verdict: str) -> None:
    """Myrkulor falls in Age 1, Elvagar in Age 2: in Age 3 the Ship in F1 supports Angerboda alone."""
    assert judged("Widespread!", "wolf: ship in F1", age=age) == verdict


@pytest.mark.rule("BR-15.8")
@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        ("wolf: warrior in Horgr, warrior in Yggdrasil", "fulfilled"),
        ("wolf: warrior in Horgr, warrior in Muspelheim", "fulfilled"),
        ("wolf: warrior in Elvagar, warrior in Gimle, leader in Utgard", "fulfilled"),
        ("wolf: 4 warrior in Horgr", "failed"),
        ("wolf: 8 warrior in Yggdrasil", "failed"),
        ("wolf: warrior in Horgr, warrior in Yggdrasil; raven: warrior in Yggdrasil", "failed"),
    ],
)
def test_widespread_needs_two_different_provinces(figures: str, verdict: str) -> None:
    assert judged("Widespread!", figures) == verdict


@pytest.mark.rule("BR-15.9")
@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        ("wolf: 3 warrior in Valhalla", "failed"),
        ("wolf: 4 warrior in Valhalla", "fulfilled"),
        ("wolf: 8 warrior in Valhalla", "fulfilled"),
        ("wolf: warrior in Valhalla, leader in Valhalla, ship in Valhalla, Troll in Valhalla", "fulfilled"),
        ("wolf: 3 warrior in Valhalla; raven: 4 warrior in Valhalla", "failed"),
    ],
)
def test_glorious_death_needs_four_own_figures_in_valhalla(figures: str, verdict: str) -> None:
    assert judged("Glorious Death!", figures) == verdict


@pytest.mark.rule("BR-15.9")
def test_those_whom_ragnarok_is_about_to_take_come_too_late_for_glorious_death() -> None:
    """Wrong reading: quests are judged after Ragnarök."""
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Glorious Death!"},
        figures="wolf: 3 warrior in Valhalla, 2 warrior in Myrkulor",
        ragnarok=("Myrkulor", "Elvagar", "Angerboda"),
    )
    assert verdicts(s) == ["failed"]
    assert s.glory("wolf") == 4


@pytest.mark.rule("BR-15.9", "BR-15.8")
def test_a_province_about_to_fall_still_fulfils_a_quest() -> None:
    """Wrong reading: quests are judged after Ragnarök."""
    s = scene("wolf raven", phase="quest", quests={"wolf": "Manheim!"}, figures="wolf: warrior in Myrkulor")
    assert s.glory("wolf") == 5
    assert not s.is_destroyed("Myrkulor")
    s.play("wolf: raise rage")
    assert s.is_destroyed("Myrkulor")
    assert s.glory("wolf") == 7


# Order


@pytest.mark.rule("BR-15.11")
@pytest.mark.parametrize(
    ("first", "order"),
    [
        ("wolf", ["wolf", "raven", "serpent"]),
        ("raven", ["raven", "serpent", "wolf"]),
        ("serpent", ["serpent", "wolf", "raven"]),
    ],
)
def test_stats_are_chosen_in_table_order(first: str, order: list[str]) -> None:
    s = scene(
        "wolf raven serpent",
        phase="quest",
        first_player=first,
        quests={"wolf": "Manheim!", "raven": "Jotunheim!", "serpent": "Alfheim!"},
        figures="wolf: warrior in Angerboda; raven: warrior in Horgr; serpent: warrior in Andlang",
    )
    asked = []
    while "raise" in s.asked().values():
        (clan,) = s.asked()
        asked.append(clan)
        s.play(f"{clan}: raise horns")
    assert asked == order


@pytest.mark.rule("BR-15.11")
def test_all_quests_are_judged_on_the_same_position() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Manheim!, Widespread!, Yggdrasil!", "raven": "Manheim!, Jotunheim!"},
        figures="wolf: warrior in Elvagar, warrior in Yggdrasil; raven: warrior in Angerboda, warrior in Yggdrasil",
    )
    s.play("wolf: raise rage", "raven: raise horns")
    assert verdicts(s, "wolf") == ["fulfilled", "failed", "failed"]
    assert verdicts(s, "raven") == ["fulfilled", "failed"]
    assert (s.glory("wolf"), s.glory("raven")) == (5, 5)


@pytest.mark.rule("BR-15.11", "BR-1.3")
def test_ragnarok_waits_for_the_last_choice_of_a_stat() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": "Jotunheim!", "raven": "Alfheim!"},
        figures="wolf: warrior in Horgr; raven: warrior in Andlang",
    )
    s.play("wolf: raise rage")
    assert s.match.view(None).table["phase"] == "Quest"
    assert not s.is_destroyed("Myrkulor")
    s.play("raven: raise rage")
    assert s.is_destroyed("Myrkulor")
