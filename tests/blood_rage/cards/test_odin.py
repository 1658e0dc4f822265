"""Odin's cards: Inspiration, Throne, Smite, Tide, Judgement."""

from typing import Any

import pytest

from tests.blood_rage.cards.fighting import acted, facts, fought, from_cards, laid, nobody_adds, prompt, totals
from tests.blood_rage.scene import Scene, scene

# Odin's Inspiration


@pytest.mark.rule("BR-16.5")
@pytest.mark.parametrize(
    ("age", "province", "wolf", "raven"),
    [(2, "Elvagar", 12, 6), (3, "Angerboda", 16, 8)],
)
def test_ragnarok_pays_its_owner_four_six_or_eight_glory_per_figure(
    age: int, province: str, wolf: int, raven: int
) -> None:
    s = scene(
        "wolf raven",
        age=age,
        phase="ragnarok",
        upgrades={"wolf": "Odin's Inspiration"},
        figures=f"wolf: 2 warrior in {province}; raven: 2 warrior in {province}",
    )
    assert (s.glory("wolf"), s.glory("raven")) == (wolf, raven)


@pytest.mark.rule("BR-16.5")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", None])
def test_everyone_sees_the_doubled_glory_as_glory_of_ragnarok(onlooker: str | None) -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Elvagar", "Myrkulor", "Angerboda"),
        upgrades={"wolf": "Odin's Inspiration"},
        figures="wolf: leader in Myrkulor, ship in F4",
    )
    assert facts(s, "glory", "clan", "amount", "source", clan=onlooker) == [("Wolf", 12, "ragnarok")]


@pytest.mark.rule("BR-16.5")
def test_without_a_figure_in_the_fallen_province_there_is_nothing_to_double() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        upgrades={"wolf": "Odin's Inspiration"},
        figures="wolf: 3 warrior in Gimle, 2 warrior in Valhalla",
    )
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-16.5")
def test_the_glory_of_other_cards_is_not_doubled() -> None:
    """A Ship falls: 6 for Ragnarök, 4 for Loki's Dragons, and 1 for its return."""
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Elvagar", "Myrkulor", "Angerboda"),
        upgrades={"wolf": "Odin's Inspiration, Loki's Domain, Loki's Dragons"},
        figures="wolf: ship in F4",
    )
    assert facts(s, "glory", "amount", "source") == [(4, "cards"), (6, "ragnarok"), (1, "cards")]


@pytest.mark.rule("BR-16.5", "BR-16.6")
def test_a_figure_saved_from_ragnarok_by_option_earns_nothing() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Elvagar", "Myrkulor", "Angerboda"),
        upgrades={"wolf": "Odin's Inspiration, Frigga's Protection"},
        figures="wolf: 2 warrior in Myrkulor",
        rulings={"protection_in_ragnarok": True},
    )
    s.play("wolf: save warrior Myrkulor", "wolf: done")
    assert s.glory("wolf") == 6


@pytest.mark.rule("BR-16.5", "BR-9.5")
def test_a_replaced_inspiration_doubles_nothing() -> None:
    s = scene(
        "wolf raven",
        age=2,
        hands={"wolf": "Frigga's Charm"},
        upgrades={"wolf": "Odin's Inspiration, Tyr's Domain, Tyr's Challenge"},
        figures="wolf: warrior in Elvagar",
    )
    s.play("wolf: upgrade Frigga's Charm slot 1", "raven: pass", "wolf: pass")
    assert s.glory("wolf") == 3


# Odin's Throne

FULFILLING = {
    "Alfheim!": "warrior in Andlang",
    "Glorious Death!": "4 warrior in Valhalla",
    "Yggdrasil!": "warrior in Yggdrasil",
    "Widespread!": "warrior in Horgr, warrior in Utgard",
}


def on_the_throne(quests: str, figures: str, **moment: Any) -> Scene:
    """The Quest phase of Wolf, which has Odin's Throne."""
    return scene(
        "wolf raven",
        phase="quest",
        quests={"wolf": quests},
        figures=f"wolf: {figures}",
        upgrades={"wolf": "Odin's Throne"},
        **moment,
    )


@pytest.mark.rule("BR-15.10")
@pytest.mark.parametrize(
    ("quest", "age", "glory"),
    [
        ("Alfheim!", 1, 10),
        ("Alfheim!", 2, 14),
        ("Alfheim!", 3, 18),
        ("Glorious Death!", 1, 12),
        ("Yggdrasil!", 2, 16),
        ("Glorious Death!", 3, 22),
        ("Widespread!", 1, 14),
        ("Widespread!", 2, 20),
        ("Widespread!", 3, 30),
    ],
)
def test_the_throne_doubles_the_glory_of_a_fulfilled_quest(quest: str, age: int, glory: int) -> None:
    s = on_the_throne(f"{quest} (age {age})", FULFILLING[quest])
    assert facts(s, "glory", "clan", "amount", "source") == [("Wolf", glory, "quests")]


@pytest.mark.rule("BR-15.10")
def test_the_throne_leaves_the_stat_step_at_one() -> None:
    s = on_the_throne("Alfheim!", "warrior in Andlang")
    s.play("wolf: raise horns")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [1, 1, 2]
    assert len(s.told("stat_raised")) == 1


@pytest.mark.rule("BR-15.10")
def test_the_throne_doubles_every_quest_that_is_fulfilled() -> None:
    s = on_the_throne("Alfheim!, Yggdrasil!, Manheim!", "warrior in Andlang, warrior in Yggdrasil")
    s.play("wolf: raise rage", "wolf: raise rage")
    assert facts(s, "glory", "amount") == [(10,), (12,)]
    assert facts(s, "quest_failed", "card") == [("Manheim!",)]
    assert s.glory("wolf") == 22


@pytest.mark.rule("BR-15.10")
def test_a_failed_quest_is_worth_nothing_on_the_throne_either() -> None:
    s = on_the_throne("Manheim!", "warrior in Andlang")
    assert s.glory("wolf") == 0
    assert s.told("stat_raised") == []


@pytest.mark.rule("BR-15.10")
def test_the_throne_is_for_its_owners_quests_only() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"raven": "Alfheim!"},
        figures="raven: warrior in Andlang",
        upgrades={"wolf": "Odin's Throne"},
    )
    assert s.glory("raven") == 5
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-15.10", "BR-21.27")
@pytest.mark.parametrize(
    ("second", "steps"), [("rage", [3, 1, 1]), ("axes", [2, 2, 1]), ("horns", [2, 1, 2])], ids=["same", "axes", "horns"]
)
def test_by_option_the_throne_doubles_the_stat_step_too(second: str, steps: list[int]) -> None:
    s = on_the_throne("Alfheim!", "warrior in Andlang", rulings={"throne_doubles_stat_raise": True})
    s.play("wolf: raise rage")
    assert prompt(s)[:3] == ("wolf", "raise", "BR-3.21")
    s.play(f"wolf: raise {second}")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == steps
    assert s.glory("wolf") == 10
    assert len(s.told("stat_raised")) == 2


@pytest.mark.rule("BR-15.10", "BR-3.21")
@pytest.mark.parametrize(("rage", "raised"), [(4, 2), (5, 1), (6, 0)])
def test_by_option_the_steps_that_cannot_be_made_are_lost_unasked(rage: int, raised: int) -> None:
    s = on_the_throne(
        "Alfheim!",
        "warrior in Andlang",
        steps={"wolf": {"rage": rage, "axes": 6, "horns": 6}},
        rulings={"throne_doubles_stat_raise": True},
    )
    assert s.step("wolf", "rage") == 6
    assert len(s.told("stat_raised")) == raised
    assert [told for told in facts(s, "glory", "amount", "source") if "quests" in told] == [(10, "quests")]


@pytest.mark.rule("BR-15.10", "BR-21.27")
def test_the_option_changes_nothing_for_a_clan_without_the_throne() -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        quests={"raven": "Alfheim!"},
        figures="raven: warrior in Andlang",
        upgrades={"wolf": "Odin's Throne"},
        rulings={"throne_doubles_stat_raise": True},
    )
    s.play("raven: raise rage")
    assert s.step("raven", "rage") == 2
    assert "raise" not in s.asked().values()


@pytest.mark.rule("BR-15.10", "BR-9.5")
def test_a_replaced_throne_doubles_nothing() -> None:
    s = scene(
        "wolf raven",
        age=3,
        hands={"wolf": "Frigga's Charm"},
        quests={"wolf": "Alfheim!"},
        upgrades={"wolf": "Tyr's Domain, Odin's Throne, Tyr's Wrath"},
        figures="wolf: warrior in Andlang",
    )
    s.play("wolf: upgrade Frigga's Charm slot 2", "raven: pass", "wolf: pass")
    assert s.glory("wolf") == 9


# Odin's Smite


@pytest.mark.rule("BR-12.12")
def test_smite_destroys_one_warrior_of_each_opponent_before_the_comparison() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: 2 warrior in Gimle; serpent: warrior in Gimle",
        {"wolf": "Odin's Smite"},
    )
    assert totals(s) == {"wolf": (4, 3, 1), "raven": (1, 1, 0), "serpent": (0, 0, 0)}
    kinds = [event.kind for event in s.events() if event.kind in {"figure_destroyed", "total"}]
    assert kinds == ["figure_destroyed"] * 2 + ["total"] * 3 + ["figure_destroyed"]


@pytest.mark.rule("BR-12.12")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_whom_smite_destroys(onlooker: str | None) -> None:
    s = laid("wolf: leader in Gimle; raven: 2 warrior in Gimle", {"wolf": "Odin's Smite"})
    assert facts(s, "text_acts", "clan", "card", clan=onlooker) == [("Wolf", "Odin's Smite")]
    assert facts(s, "figure_destroyed", "clan", "figure", "place", clan=onlooker) == [("Raven", "Warrior", "Gimle")]


@pytest.mark.rule("BR-12.12", "BR-19.21")
def test_smite_asks_nobody_and_acts_before_the_late_window() -> None:
    s = laid("wolf: leader in Gimle; raven: 2 warrior in Gimle", {"wolf": "Odin's Smite"})
    assert s.asked() == {"wolf": "late"}
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-12.12", "BR-19.19")
def test_an_opponent_without_a_warrior_in_the_province_loses_nothing() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: leader in Gimle, Troll in Gimle; serpent: ship in F4",
        {"wolf": "Odin's Smite"},
    )
    assert s.told("figure_destroyed") == []
    assert s.at("raven", "Gimle") == {"leader": 1, "Troll": 1}
    assert s.at("serpent", "F4") == {"ship": 1}


@pytest.mark.rule("BR-12.12")
def test_smite_spares_its_owners_warriors() -> None:
    s = laid("wolf: 2 warrior in Gimle; raven: leader in Gimle", {"wolf": "Odin's Smite"})
    assert s.at("wolf", "Gimle") == {"warrior": 2}
    assert s.told("figure_destroyed") == []


@pytest.mark.rule("BR-12.12", "BR-19.3")
def test_smite_reaches_neither_other_provinces_nor_clans_that_take_no_part() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: ship in F4, warrior in Horgr; serpent: 2 warrior in Horgr",
        {"wolf": "Odin's Smite"},
    )
    assert s.told("figure_destroyed") == []


@pytest.mark.rule("BR-12.12", "BR-19.8")
def test_smite_acts_for_a_defender_that_loses() -> None:
    s = fought("wolf: 4 warrior in Gimle; raven: warrior in Gimle", {"raven": "Odin's Smite"})
    assert facts(s, "figure_destroyed", "clan") == [("Wolf",), ("Raven",)]
    assert totals(s) == {"wolf": (3, 3, 0), "raven": (2, 1, 1)}


@pytest.mark.rule("BR-12.12")
def test_smite_can_decide_the_battle() -> None:
    s = fought("wolf: 2 warrior in Gimle; raven: 3 warrior in Gimle", {"wolf": "Odin's Smite"})
    assert totals(s) == {"wolf": (3, 2, 1), "raven": (2, 2, 0)}
    assert s.glory("wolf") == 3


@pytest.mark.rule("BR-12.12", "BR-19.11")
def test_smite_acts_in_yggdrasil() -> None:
    s = laid(
        "wolf: leader in Yggdrasil; raven: 2 warrior in Yggdrasil",
        {"wolf": "Odin's Smite"},
        where="Yggdrasil",
    )
    assert s.at("raven", "Yggdrasil") == {"warrior": 1}


@pytest.mark.rule("BR-12.12", "BR-3.16")
def test_the_strength_of_pairs_is_read_after_smite() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: 2 warrior in Gimle",
        {"wolf": "Odin's Smite"},
        upgrades={"raven": "Brothers in Arms"},
    )
    assert totals(s)["raven"] == (1, 1, 0)


@pytest.mark.rule("BR-12.14")
def test_a_pillager_without_figures_left_wins_through_its_card_and_takes_the_reward() -> None:
    """Wrong reading: a clan without figures left has lost, whatever its card adds."""
    s = fought(
        "wolf: warrior in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Smite (age 1)", "raven": "Odin's Smite"},
        tokens={"Gimle": "glory"},
    )
    assert totals(s) == {"wolf": (5, 0, 5), "raven": (2, 1, 1)}
    assert s.at("wolf", "Gimle") == {}
    assert s.is_pillaged("Gimle")
    assert s.glory("wolf") == 8
    assert s.at("raven", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-12.14", "BR-19.7")
def test_a_defender_without_figures_left_is_still_in_the_battle_and_adds_late_cards() -> None:
    """Wrong reading: a clan without figures left is out of the battle."""
    s = laid(
        "wolf: 2 warrior in Gimle; raven: warrior in Gimle",
        {"wolf": "Odin's Smite", "raven": "Tyr's Bash"},
        more={"raven": "Heimdall's Eye"},
        age=2,
    )
    s.play("wolf: decline", "raven: late Heimdall's Eye", "wolf: decline", "raven: decline")
    assert totals(s) == {"wolf": (3, 2, 1), "raven": (4, 0, 4)}
    assert s.glory("raven") == 3
    assert s.at("wolf", "Valhalla") == {"warrior": 2}
    assert not s.is_pillaged("Gimle")


@pytest.mark.rule("BR-12.12", "BR-12.7")
def test_two_smites_both_act() -> None:
    s = laid(
        "wolf: 2 warrior in Gimle; raven: warrior in Gimle; serpent: 2 warrior in Gimle",
        {"wolf": "Odin's Smite", "raven": "Odin's Smite"},
    )
    assert acted(s) == [("Wolf", "Odin's Smite"), ("Raven", "Odin's Smite")]
    assert [s.at(clan, "Gimle") for clan in ("wolf", "raven", "serpent")] == [{"warrior": 1}, {}, {}]


@pytest.mark.rule("BR-20.2", "BR-12.12")
def test_friggas_protection_may_save_a_warrior_from_smite() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Odin's Smite"},
        upgrades={"raven": "Frigga's Protection"},
    )
    assert s.asked() == {"raven": "save_figures"}
    s.play("raven: save warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.rage("raven") == 5
    assert s.asked() == {"wolf": "late"}


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_cancels_smite_and_leaves_its_bonus() -> None:
    """Wrong reading: texts act in seat order alone, so the pillager's acts before Thor's Primacy."""
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Odin's Smite", "raven": "Thor's Primacy"},
    )
    assert totals(s) == {"wolf": (4, 3, 1), "raven": (4, 1, 3)}
    assert acted(s) == [("Raven", "Thor's Primacy")]


@pytest.mark.rule("BR-20.4", "BR-12.7")
@pytest.mark.parametrize("card", ["Odin's Smite", "Odin's Tide"])
def test_a_card_of_the_third_rank_that_heimdalls_watch_discards_never_acts(card: str) -> None:
    """Wrong reading: texts act in seat order alone, so the pillager's acts before Heimdall's Watch."""
    s = laid(
        "wolf: leader in Gimle, warrior in Gimle; raven: 3 warrior in Gimle",
        {"wolf": card, "raven": "Heimdall's Watch"},
        more={"wolf": "Tyr's Bash", "raven": "Tyr's Crush"},
        age=2,
    )
    assert s.asked() == {"wolf": "card", "raven": "card"}
    s.play("wolf: card Tyr's Bash", "raven: card Tyr's Crush")
    assert s.told("figure_destroyed") == []
    assert acted(s) == [("Raven", "Heimdall's Watch")]


@pytest.mark.rule("BR-20.4", "BR-12.7")
def test_a_card_of_the_third_rank_acts_after_the_last_reveal() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: 3 warrior in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Heimdall's Watch"},
        more={"wolf": "Odin's Smite"},
        age=2,
    )
    s.play("wolf: card Odin's Smite")
    assert s.at("raven", "Gimle") == {"warrior": 2}
    assert s.asked() == {"wolf": "late"}


# Odin's Tide


@pytest.mark.rule("BR-12.13", "BR-19.21")
def test_each_participant_names_in_seat_order_the_one_figure_it_keeps() -> None:
    s = laid(
        "wolf: warrior in Gimle, leader in Gimle; raven: warrior in Gimle, ship in F4; "
        "serpent: warrior in Gimle, leader in Gimle",
        {"wolf": "Odin's Tide"},
    )
    assert prompt(s) == ("wolf", "survivor", "BR-12.13", "Odin's Tide: choose the one figure you keep in Gimle")
    assert s.choices("wolf") == ["warrior", "leader"]
    s.play("wolf: leader")
    assert s.asked() == {"raven": "survivor"}
    assert s.choices("raven") == ["warrior", "ship"]
    s.play("raven: ship")
    assert s.asked() == {"serpent": "survivor"}
    s.play("serpent: warrior")
    assert s.at("wolf", "Gimle") == {"leader": 1}
    assert (s.at("raven", "Gimle"), s.at("raven", "F4")) == ({}, {"ship": 1})
    assert s.at("serpent", "Gimle") == {"warrior": 1}
    assert s.asked() == {"wolf": "late"}


@pytest.mark.rule("BR-12.13", "BR-19.23")
def test_seat_order_begins_at_the_pillager_whoever_played_the_tide() -> None:
    s = laid(
        "wolf: warrior in Gimle, leader in Gimle; raven: warrior in Gimle, ship in F4; "
        "serpent: warrior in Gimle, leader in Gimle",
        {"wolf": "Odin's Tide"},
        turn="serpent",
    )
    order = []
    while "survivor" in s.asked().values():
        (clan,) = s.asked()
        order.append(clan)
        s.play(f"{clan}: warrior")
    assert order == ["serpent", "wolf", "raven"]


@pytest.mark.rule("BR-12.13")
def test_the_others_fall_together_when_all_have_named() -> None:
    s = laid(
        "wolf: warrior in Gimle, leader in Gimle; raven: warrior in Gimle, ship in F4",
        {"raven": "Odin's Tide"},
    )
    s.play("wolf: leader")
    assert s.told("figure_destroyed") == []
    assert s.at("wolf", "Gimle") == {"warrior": 1, "leader": 1}
    s.play("raven: warrior")
    assert facts(s, "figure_destroyed", "clan", "figure", "place") == [
        ("Wolf", "Warrior", "Gimle"),
        ("Raven", "Ship", "F4"),
    ]


@pytest.mark.rule("BR-12.13")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_hears_what_each_clan_keeps(onlooker: str | None) -> None:
    s = laid("wolf: warrior in Gimle, leader in Gimle; raven: 2 warrior in Gimle", {"wolf": "Odin's Tide"})
    s.play("wolf: warrior")
    assert facts(s, "figure_kept", "clan", "figure", clan=onlooker) == [("Wolf", "Warrior"), ("Raven", "Warrior")]


@pytest.mark.rule("BR-12.13")
def test_a_clan_with_one_kind_of_figure_keeps_one_of_them_unasked() -> None:
    s = laid("wolf: leader in Gimle; raven: 3 warrior in Gimle", {"wolf": "Odin's Tide"})
    assert s.asked() == {"wolf": "late"}
    assert s.at("wolf", "Gimle") == {"leader": 1}
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 2}


@pytest.mark.rule("BR-12.13")
def test_one_of_several_warriors_stays_when_a_warrior_is_named() -> None:
    s = laid("wolf: 3 warrior in Gimle, leader in Gimle; raven: warrior in Gimle", {"wolf": "Odin's Tide"})
    s.play("wolf: warrior")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.at("wolf", "Valhalla") == {"warrior": 2, "leader": 1}


@pytest.mark.rule("BR-12.13")
def test_monsters_in_the_province_and_in_the_fjord_may_be_kept() -> None:
    s = laid(
        "wolf: Troll in Gimle, leader in Gimle; raven: Sea Serpent in F4, leader in Gimle, ship in F4",
        {"wolf": "Odin's Tide"},
    )
    s.play("wolf: Troll")
    assert s.choices("raven") == ["leader", "ship", "Sea Serpent"]
    s.play("raven: Sea Serpent")
    assert s.at("wolf", "Gimle") == {"Troll": 1}
    assert (s.at("raven", "Gimle"), s.at("raven", "F4")) == ({}, {"Sea Serpent": 1})


@pytest.mark.rule("BR-12.13")
def test_figures_outside_the_battle_are_neither_kept_nor_lost() -> None:
    s = laid(
        "wolf: leader in Gimle, warrior in Horgr; raven: warrior in Gimle, leader in Utgard, ship in F3",
        {"wolf": "Odin's Tide"},
    )
    assert s.asked() == {"wolf": "late"}
    assert s.told("figure_destroyed") == []


@pytest.mark.rule("BR-12.13")
def test_naming_a_figure_that_is_not_there_and_naming_none_are_refused() -> None:
    s = laid(
        "wolf: 2 warrior in Gimle, ship in F4, leader in Horgr; raven: warrior in Gimle",
        {"wolf": "Odin's Tide"},
    )
    reason = s.why_not("wolf: leader")
    assert reason is not None
    assert (reason.code, reason.rule) == ("not_in_the_battle", "BR-12.13")
    assert reason.params == {"figure": "Leader"}
    assert s.rule_against("wolf: decline") == "BR-12.13"
    assert s.rule_against("wolf: done") == "BR-12.13"
    assert s.rule_against("wolf: ship") == ""


@pytest.mark.rule("BR-12.13", "BR-19.11")
def test_the_tide_acts_in_yggdrasil() -> None:
    s = laid(
        "wolf: leader in Yggdrasil; raven: 3 warrior in Yggdrasil, ship in F4",
        {"wolf": "Odin's Tide"},
        where="Yggdrasil",
    )
    assert s.at("raven", "Yggdrasil") == {"warrior": 1}
    assert s.at("raven", "F4") == {"ship": 1}


@pytest.mark.rule("BR-12.13", "BR-19.8")
def test_the_tide_acts_for_a_loser_before_the_comparison() -> None:
    s = fought("wolf: leader in Gimle; raven: 4 warrior in Gimle", {"raven": "Odin's Tide"})
    assert totals(s) == {"wolf": (3, 3, 0), "raven": (2, 1, 1)}
    assert s.hand("raven") == ["Odin's Tide"]


@pytest.mark.rule("BR-12.13")
def test_after_the_tide_the_kept_figure_of_a_loser_falls_as_ever() -> None:
    s = fought("wolf: leader in Gimle; raven: 3 warrior in Gimle", {"wolf": "Odin's Tide"})
    assert s.at("raven", "Valhalla") == {"warrior": 3}
    assert s.at("wolf", "Gimle") == {"leader": 1}


@pytest.mark.rule("BR-12.13", "BR-19.19")
def test_a_second_tide_finds_nothing_more_to_take() -> None:
    s = laid(
        "wolf: 2 warrior in Gimle, leader in Gimle; raven: 2 warrior in Gimle",
        {"wolf": "Odin's Tide", "raven": "Odin's Tide"},
    )
    s.play("wolf: leader")
    assert s.asked() == {"wolf": "late"}
    assert acted(s) == [("Wolf", "Odin's Tide"), ("Raven", "Odin's Tide")]
    assert s.at("wolf", "Gimle") == {"leader": 1}
    assert s.at("raven", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-12.13", "BR-20.2")
def test_a_second_tide_asks_anew_for_what_was_saved_from_the_first() -> None:
    s = laid(
        "wolf: warrior in Gimle, leader in Gimle; raven: 2 warrior in Gimle",
        {"wolf": "Odin's Tide", "raven": "Odin's Tide"},
        upgrades={"wolf": "Frigga's Protection"},
    )
    s.play("wolf: leader", "wolf: save warrior Gimle")
    assert s.asked() == {"wolf": "survivor"}
    s.play("wolf: warrior", "wolf: done")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.at("wolf", "Valhalla") == {"leader": 1}


@pytest.mark.rule("BR-12.7", "BR-12.13")
def test_smite_before_the_tide_leaves_no_warrior_to_keep() -> None:
    """Wolf, the pillager, comes first with its Smite."""
    s = laid(
        "wolf: leader in Gimle, warrior in Gimle; raven: warrior in Gimle, ship in F4",
        {"wolf": "Odin's Smite", "raven": "Odin's Tide"},
    )
    s.play("wolf: leader")
    assert s.asked() == {"wolf": "late"}
    assert (s.at("raven", "Gimle"), s.at("raven", "F4")) == ({}, {"ship": 1})
    assert s.at("wolf", "Gimle") == {"leader": 1}


@pytest.mark.rule("BR-12.7", "BR-12.12")
def test_the_tide_before_smite_leaves_the_kept_warrior_to_fall() -> None:
    """Raven, the pillager, comes first with its Tide."""
    s = laid(
        "wolf: leader in Gimle, warrior in Gimle; raven: warrior in Gimle, ship in F4",
        {"wolf": "Odin's Smite", "raven": "Odin's Tide"},
        turn="raven",
    )
    s.play("raven: warrior", "wolf: leader")
    assert (s.at("raven", "Gimle"), s.at("raven", "F4")) == ({}, {})
    assert s.at("wolf", "Gimle") == {"leader": 1}
    assert acted(s) == [("Raven", "Odin's Tide"), ("Wolf", "Odin's Smite")]


@pytest.mark.rule("BR-12.13", "BR-12.14")
def test_a_clan_whose_last_figure_smite_took_has_none_to_name() -> None:
    s = fought(
        "wolf: 2 warrior in Gimle; raven: warrior in Gimle",
        {"wolf": "Odin's Smite", "raven": "Odin's Tide"},
    )
    assert facts(s, "figure_kept", "clan", "figure") == [("Wolf", "Warrior")]
    assert totals(s) == {"wolf": (2, 1, 1), "raven": (1, 0, 1)}


@pytest.mark.rule("BR-20.2", "BR-12.13")
def test_what_saves_a_figure_comes_before_what_its_death_pays() -> None:
    """Raven's Ship is lost to the Tide: it may be saved first (T20), else Loki's Dragons pay at once (T21)."""
    s = laid(
        "wolf: leader in Gimle; raven: leader in Gimle, ship in F4",
        {"wolf": "Odin's Tide"},
        upgrades={"raven": "Loki's Dragons, Frigga's Protection"},
    )
    s.play("raven: leader")
    assert s.asked() == {"raven": "save_figures"}
    assert s.glory("raven") == 0
    s.play("raven: done")
    assert s.glory("raven") == 4
    assert s.asked() == {"wolf": "late"}


@pytest.mark.rule("BR-20.2", "BR-12.13")
def test_the_volur_witch_may_escape_the_tide() -> None:
    s = scene(
        "wolf raven",
        hands={"wolf": "Odin's Tide"},
        upgrades={"raven": "Volur Witch"},
        figures="wolf: leader in Gimle; raven: leader in Gimle, Volur Witch in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: card Odin's Tide", "raven: leader", "raven: yes")
    assert s.at("raven", "Yggdrasil") == {"Volur Witch": 1}
    assert s.told("figure_destroyed") == []
    nobody_adds(s)
    assert totals(s)["raven"] == (3, 3, 0)


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_cancels_the_tide_and_leaves_its_bonus() -> None:
    s = fought(
        "wolf: leader in Gimle, warrior in Gimle; raven: 2 warrior in Gimle",
        {"wolf": "Odin's Tide", "raven": "Thor's Primacy"},
    )
    assert s.told("figure_kept") == []
    assert totals(s) == {"wolf": (5, 4, 1), "raven": (5, 2, 3)}


# Odin's Judgement


@pytest.mark.rule("BR-13.9")
def test_judgement_scores_two_glory_for_each_figure_destroyed_in_the_battle() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle, ship in F4; serpent: warrior in Gimle",
        {"wolf": "Odin's Judgement"},
    )
    assert from_cards(s) == [("Wolf", 6)]
    assert s.glory("wolf") == 9


@pytest.mark.rule("BR-13.9", "BR-19.8")
def test_judgement_scores_for_a_loser_and_counts_its_own_dead() -> None:
    s = fought(
        "wolf: 3 warrior in Yggdrasil, leader in Yggdrasil; raven: 3 warrior in Yggdrasil",
        {"raven": "Odin's Judgement"},
        where="Yggdrasil",
    )
    assert totals(s)["raven"] == (5, 3, 2)
    assert s.glory("raven") == 6
    assert s.hand("raven") == ["Odin's Judgement"]


@pytest.mark.rule("BR-13.9", "BR-19.8")
def test_judgement_scores_without_a_winner() -> None:
    s = fought(
        "wolf: warrior in Gimle, ship in F4; raven: warrior in Gimle",
        {"raven": "Odin's Judgement"},
    )
    assert len(s.told("battle_tied")) == 1
    assert s.glory("raven") == 6


@pytest.mark.rule("BR-13.9", "BR-19.6")
def test_judgement_counts_what_fell_before_the_comparison() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: 3 warrior in Gimle; serpent: warrior in Gimle",
        {"wolf": "Odin's Judgement", "raven": "Odin's Tide", "serpent": "Odin's Smite"},
    )
    assert facts(s, "battle_won", "clan") == [("Wolf",)]
    assert from_cards(s) == [("Wolf", 8)]


@pytest.mark.rule("BR-13.9", "BR-19.2")
def test_judgement_does_not_count_figures_that_were_saved() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: 2 warrior in Gimle",
        {"wolf": "Odin's Judgement"},
        upgrades={"raven": "Frigga's Protection"},
    )
    s.play("raven: save warrior Gimle", "raven: done")
    assert from_cards(s) == [("Wolf", 2)]


@pytest.mark.rule("BR-13.9", "BR-19.19")
def test_judgement_scores_nothing_when_nobody_falls() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Odin's Judgement"},
        upgrades={"raven": "Frigga's Protection"},
    )
    s.play("raven: save warrior Gimle")
    assert from_cards(s) == []
    assert s.glory("wolf") == 3


@pytest.mark.rule("BR-13.9", "BR-19.6")
def test_judgement_does_not_count_what_fell_earlier_in_the_same_turn() -> None:
    """The Troll clears two Warriors as it invades; the battle that Thor's Domain buys begins after that."""
    s = scene(
        "wolf raven",
        hands={"wolf": "Troll, Odin's Judgement"},
        upgrades={"wolf": "Thor's Domain"},
        figures="raven: 2 warrior in Gimle, leader in Gimle",
    )
    s.play("wolf: upgrade Troll", "wolf: invade Troll Gimle", "wolf: yes", "wolf: card Odin's Judgement")
    nobody_adds(s)
    assert s.at("raven", "Valhalla") == {"warrior": 2, "leader": 1}
    assert from_cards(s) == [("Wolf", 2)]


@pytest.mark.rule("BR-13.9", "BR-13.19")
def test_judgement_scores_after_the_figures_fell_and_before_reward_and_battle_glory() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Odin's Judgement"},
        tokens={"Gimle": "glory"},
    )
    told = [event.kind for event in s.events() if event.kind in {"figure_destroyed", "glory"}]
    assert told == ["figure_destroyed", "glory", "glory", "glory"]
    assert facts(s, "glory", "amount", "source") == [(2, "cards"), (5, "pillage"), (3, "battles")]


@pytest.mark.rule("BR-13.9", "BR-19.23")
def test_what_counts_the_losses_scores_in_seat_order() -> None:
    """Raven pillages, so Raven's Valkyrie, Serpent's Thor's Glory, Wolf's Judgement."""
    s = scene(
        "wolf raven serpent",
        turn="raven",
        hands={"wolf": "Odin's Judgement"},
        upgrades={"raven": "Valkyrie", "serpent": "Thor's Glory"},
        figures="wolf: ship in F4, warrior in Gimle; raven: Valkyrie in Gimle; serpent: leader in Gimle, ship in F4",
    )
    s.play("raven: pillage Gimle", "wolf: card Odin's Judgement")
    nobody_adds(s)
    assert facts(s, "battle_tied") == [()]
    assert from_cards(s) == [("Raven", 8), ("Serpent", 2), ("Wolf", 10)]


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_cancels_judgement_and_leaves_its_bonus() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: 3 warrior in Gimle, ship in F4",
        {"wolf": "Odin's Judgement", "raven": "Thor's Primacy"},
    )
    assert totals(s)["wolf"] == (5, 3, 2)
    assert from_cards(s) == []


@pytest.mark.rule("BR-15.10")
def test_the_throne_gives_two_steps_and_not_three_where_it_doubles_them() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="quest",
        upgrades={"wolf": "Odin's Throne"},
        quests={"wolf": "Yggdrasil!"},
        figures="wolf: leader in Yggdrasil",
        rulings={"throne_doubles_stat_raise": True},
    )
    s.play("wolf: raise axes", "wolf: raise axes")
    assert s.step("wolf", "axes") == 3
    assert "wolf" not in s.asked()
