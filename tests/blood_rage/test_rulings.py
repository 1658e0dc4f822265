"""Rulings of section 21: what each of them changes, with the default and the alternative."""

import pytest

from tests.blood_rage.scene import Scene, scene

TWO = "wolf: leader in Gimle; raven: warrior in Gimle"
THREE = "wolf: leader in Gimle; raven: leader in Gimle; serpent: leader in Gimle"


def lay(s: Scene, **cards: str) -> None:
    """Each clan plays its card face down."""
    s.play(*(f"{clan}: card {card}" for clan, card in cards.items()))


def decline_all(s: Scene, *codes: str) -> None:
    """Decline these questions until none of them is open."""
    while set(s.asked().values()) & set(codes):
        clan = next(clan for clan, code in s.asked().items() if code in codes)
        s.play(f"{clan}: decline")


def fight(s: Scene) -> None:
    """Nobody joins and nobody adds a card."""
    decline_all(s, "call", "late")


@pytest.mark.rule("BR-21.2", "BR-7.14")
@pytest.mark.parametrize("ship", ["ship", "Sea Serpent"])
def test_a_warrior_follows_a_ship_to_a_province_beside_the_fjord(ship: str) -> None:
    def sailed(value: str) -> Scene:
        s = scene(
            "wolf raven serpent",
            upgrades={"wolf": "Frigga's Succor, Sea Serpent"},
            rage={"wolf": 3},
            rulings={"succor_after_fjord_invade": value},
        )
        s.play(f"wolf: invade {ship} F4")
        return s

    assert sailed("none").asked() == {"raven": "turn"}
    s = sailed("supported_province")
    assert s.asked() == {"wolf": "a_warrior_follows_beside"}
    assert s.choices("wolf") == ["invade warrior Gimle", "invade warrior Myrkulor", "decline"]
    assert s.rule_against("wolf: invade warrior Utgard") == "BR-2.9"
    assert s.rule_against("wolf: invade warrior Yggdrasil") == "BR-2.9"
    assert s.rule_against("wolf: invade leader Gimle") == "BR-19.4"
    rage = s.rage("wolf")
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.rage("wolf") == rage
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-21.2", "BR-7.6")
def test_no_warrior_follows_a_ship_where_no_province_has_room() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Succor"},
        destroyed="Gimle",
        figures="raven: 3 warriors in Myrkulor",
        rulings={"succor_after_fjord_invade": "supported_province"},
    )
    s.play("wolf: invade ship F4")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-21.3", "BR-7.14")
@pytest.mark.parametrize(("value", "asked"), [(False, {"raven": "turn"}), (True, {"wolf": "a_warrior_follows"})])
def test_a_warrior_follows_the_dark_elf_into_yggdrasil(value: bool, asked: dict[str, str]) -> None:
    s = scene("wolf raven", upgrades={"wolf": "Frigga's Succor, Dark Elf"}, rulings={"succor_into_yggdrasil": value})
    s.play("wolf: invade Dark Elf Yggdrasil")
    assert s.asked() == asked
    if value:
        s.play("wolf: invade warrior Yggdrasil")
        assert s.at("wolf", "Yggdrasil") == {"warrior": 1, "Dark Elf": 1}
        assert s.rage("wolf") == 5


@pytest.mark.rule("BR-21.4", "BR-7.16")
def test_thors_domain_beside_a_fjord() -> None:
    def sailed(value: bool, rage: int = 4) -> Scene:
        s = scene(
            "wolf raven",
            upgrades={"wolf": "Thor's Domain"},
            rage={"wolf": rage},
            pillaged="Utgard",
            rulings={"thors_domain_after_fjord_invade": value},
        )
        s.play("wolf: invade ship F3")
        return s

    assert sailed(False).asked() == {"raven": "turn"}
    assert sailed(True, rage=3).asked() == {"raven": "turn"}
    s = sailed(True)
    assert s.asked() == {"wolf": "pillage_beside"}
    assert s.choices("wolf") == ["pillage Andlang", "decline"]
    assert s.rule_against("wolf: pillage Gimle") == "BR-2.9"
    assert s.rule_against("wolf: pillage Utgard") == "BR-11.1"
    s.play("wolf: pillage Andlang")
    decline_all(s, "call")
    assert s.is_pillaged("Andlang")
    assert s.rage("wolf") == 0
    declined = sailed(True)
    declined.play("wolf: decline")
    assert (declined.rage("wolf"), declined.asked()) == (2, {"raven": "turn"})


@pytest.mark.rule("BR-21.5", "BR-7.16")
@pytest.mark.parametrize("value", [False, True])
def test_thors_domain_after_a_tie_in_the_turn_of_another_clan(value: bool) -> None:
    """Both lose the battle, so the token still shows its reward."""
    s = scene(
        "wolf raven",
        upgrades={"raven": "Thor's Domain, Loki's Blessing"},
        figures="wolf: leader in Gimle; raven: leader in Gimle",
        rulings={"thors_domain_off_turn": value},
    )
    s.play("wolf: pillage Gimle")
    fight(s)
    s.play("raven: invade warrior Gimle")
    if not value:
        assert s.asked() == {"raven": "turn"}
        return
    assert s.asked() == {"raven": "pillage_at_once"}
    s.play("raven: yes")
    fight(s)
    assert s.is_pillaged("Gimle")
    assert s.rage("raven") == 4
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-21.6", "BR-13.20")
@pytest.mark.parametrize("value", [False, True])
def test_lokis_blessing_after_a_battle_lost_in_yggdrasil(value: bool) -> None:
    s = scene(
        "wolf raven",
        upgrades={"raven": "Loki's Blessing"},
        figures="wolf: leader in Yggdrasil; raven: warrior in Yggdrasil",
        rulings={"blessing_in_yggdrasil": value},
    )
    s.play("wolf: pillage Yggdrasil")
    fight(s)
    assert s.asked() == ({"raven": "warrior_after_defeat"} if value else {"raven": "turn"})
    if value:
        s.play("raven: invade warrior Yggdrasil")
        assert s.at("raven", "Yggdrasil") == {"warrior": 1}
        assert s.rage("raven") == 6


@pytest.mark.rule("BR-21.9", "BR-12.10")
@pytest.mark.parametrize(("value", "used", "glory"), [(False, "yes", 2), (True, "yes", 5), (True, "no", 2)])
def test_a_quest_used_as_a_battle_card_counts_for_heimdalls_watch(value: bool, used: str, glory: int) -> None:
    s = scene(
        figures=THREE,
        age=2,
        hands={"wolf": "Heimdall's Watch", "raven": "Manheim!", "serpent": "Tyr's Bash"},
        upgrades={"raven": "Tyr's Domain"},
        rulings={"watch_counts_treated_quests": value},
    )
    s.play("wolf: pillage Gimle")
    decline_all(s, "call")
    lay(s, wolf="Heimdall's Watch", raven="Manheim!", serpent="Tyr's Bash")
    s.play(f"raven: {used}")
    assert s.glory("wolf") == glory


def cards_worth(s: Scene, clan: str) -> object:
    return [event.data["cards"] for event in s.told("total") if event.data["clan"] == clan.capitalize()][-1]


@pytest.mark.rule("BR-21.10", "BR-12.17")
@pytest.mark.parametrize(("value", "worth"), [("compare", 3), ("reveal", 2)])
def test_heimdalls_sight_and_a_late_card(value: str, worth: int) -> None:
    s = scene(
        "wolf raven",
        figures=TWO,
        age=3,
        hands={"wolf": "Heimdall's Sight", "raven": "Heimdall's Eye, Heimdall's Gaze"},
        rulings={"sight_read_at": value},
    )
    s.play("wolf: pillage Gimle")
    decline_all(s, "call")
    lay(s, wolf="Heimdall's Sight", raven="Heimdall's Eye")
    s.play("wolf: decline", "raven: late Heimdall's Gaze")
    decline_all(s, "late")
    assert (cards_worth(s, "wolf"), cards_worth(s, "raven")) == (worth, 5)


@pytest.mark.rule("BR-21.11", "BR-12.17")
@pytest.mark.parametrize(("value", "worth"), [(True, 3), (False, 2)])
def test_heimdalls_sight_and_a_quest_used_as_a_battle_card(value: bool, worth: int) -> None:
    s = scene(
        figures=THREE,
        hands={"wolf": "Heimdall's Sight", "raven": "Manheim!", "serpent": "Tyr's Bash"},
        upgrades={"raven": "Tyr's Domain"},
        rulings={"sight_copies_treated_quests": value},
    )
    s.play("wolf: pillage Gimle")
    decline_all(s, "call")
    lay(s, wolf="Heimdall's Sight", raven="Manheim!", serpent="Tyr's Bash")
    s.play("raven: yes")
    decline_all(s, "late")
    assert cards_worth(s, "wolf") == worth


@pytest.mark.rule("BR-21.14", "BR-19.20")
@pytest.mark.parametrize("escape", ["yes", "no"])
def test_the_volur_witch_is_sacrificed_and_may_escape(escape: str) -> None:
    def sacrifice(value: bool) -> Scene:
        return scene(
            "wolf raven",
            upgrades={"wolf": "Frigga's Sacrifice, Frigga's Protection"},
            figures="wolf: Volur Witch in Gimle, warrior in Gimle" + (", leader in Horgr" if value else ""),
            rulings={"witch_pays_sacrifice": value},
        )

    assert sacrifice(False).rule_against("wolf: sacrifice Volur Witch Gimle") == "BR-19.20"
    assert sacrifice(False).rule_against("wolf: sacrifice warrior Gimle") == "BR-19.20"
    s = sacrifice(True)
    s.play("wolf: sacrifice warrior Gimle", "wolf: sacrifice Volur Witch Gimle")
    assert s.asked() == {"wolf": "escape"}
    s.play(f"wolf: {escape}")
    fallen = {"warrior": 1} if escape == "yes" else {"warrior": 1, "Volur Witch": 1}
    assert s.at("wolf", "Valhalla") == fallen
    assert s.at("wolf", "Yggdrasil") == ({"Volur Witch": 1} if escape == "yes" else {})
    assert s.asked() == {"wolf": "raise"}


@pytest.mark.rule("BR-21.14", "BR-19.18")
def test_in_yggdrasil_the_sacrificed_witch_is_destroyed() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Sacrifice"},
        figures="wolf: Volur Witch in Yggdrasil, warrior in Gimle, leader in Horgr",
        rulings={"witch_pays_sacrifice": True},
    )
    s.play("wolf: sacrifice Volur Witch Yggdrasil", "wolf: sacrifice warrior Gimle")
    assert s.at("wolf", "Valhalla") == {"warrior": 1, "Volur Witch": 1}
    assert s.asked() == {"wolf": "raise"}


@pytest.mark.rule("BR-21.17", "BR-13.3")
@pytest.mark.parametrize(("value", "taker"), [("from_pillager", "wolf"), ("from_winner", "serpent")])
def test_of_several_poisons_one_takes_the_cards(value: str, taker: str) -> None:
    """Wolf pillages and loses; seat order begins with wolf, and after the winner, raven, comes serpent."""
    s = scene(
        "wolf raven serpent bear ram",
        figures=THREE,
        age=3,
        hands={"wolf": "Loki's Poison", "raven": "Tyr's Rage", "serpent": "Loki's Poison"},
        rulings={"several_poisons_order": value},
    )
    s.play("wolf: pillage Gimle")
    decline_all(s, "call")
    lay(s, wolf="Loki's Poison", raven="Tyr's Rage", serpent="Loki's Poison")
    decline_all(s, "late")
    assert [clan for clan in ("wolf", "raven", "serpent") if "Tyr's Rage" in s.hand(clan)] == [taker]


@pytest.mark.rule("BR-21.18", "BR-13.3")
@pytest.mark.parametrize(("value", "wolf", "raven"), [("losers_then_winner", 3, 0), ("seat_order", 1, 2)])
def test_texts_after_the_comparison(value: str, wolf: int, raven: int) -> None:
    """Backstab finds Glory to take only if the winner's Hammer has scored before it."""
    s = scene(
        "wolf raven serpent bear",
        figures=TWO,
        age=2,
        hands={"wolf": "Thor's Hammer", "raven": "Loki's Backstab"},
        tokens={"Gimle": "rage"},
        rulings={"after_compare_order": value},
    )
    s.play("wolf: pillage Gimle")
    decline_all(s, "call")
    lay(s, wolf="Thor's Hammer", raven="Loki's Backstab")
    decline_all(s, "late")
    assert (s.glory("wolf"), s.glory("raven")) == (wolf + s.stat("wolf", "axes"), raven)


@pytest.mark.rule("BR-21.20", "BR-12.15")
@pytest.mark.parametrize(("value", "first"), [(True, "figure_destroyed"), (False, "late_card_played")])
def test_late_cards_and_odins_smite(value: bool, first: str) -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: leader in Gimle, warrior in Gimle",
        age=3,
        hands={"wolf": "Odin's Smite", "raven": "Tyr's Crush, Heimdall's Gaze"},
        rulings={"late_window_after_reveal_effects": value},
    )
    s.play("wolf: pillage Gimle")
    decline_all(s, "call")
    lay(s, wolf="Odin's Smite", raven="Tyr's Crush")
    assert s.at("raven", "Gimle") == ({"leader": 1} if value else {"leader": 1, "warrior": 1})
    s.play("wolf: decline", "raven: late Heimdall's Gaze")
    decline_all(s, "late")
    told = [event.kind for event in s.events() if event.kind in ("figure_destroyed", "late_card_played")]
    assert told[0] == first
    assert cards_worth(s, "raven") == 7
    assert len(s.told("figure_destroyed")) == 2


@pytest.mark.rule("BR-21.20", "BR-12.9")
def test_heimdalls_watch_still_comes_before_the_late_cards() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle, warrior in Gimle; raven: leader in Gimle, warrior in Gimle",
        age=3,
        hands={"wolf": "Heimdall's Watch, Tyr's Crush", "raven": "Odin's Smite, Odin's Tide"},
        rulings={"late_window_after_reveal_effects": False},
    )
    s.play("wolf: pillage Gimle")
    decline_all(s, "call")
    lay(s, wolf="Heimdall's Watch", raven="Odin's Smite")
    assert set(s.asked().values()) == {"card"}
    lay(s, wolf="Tyr's Crush", raven="Odin's Tide")
    decline_all(s, "late")
    assert s.asked() == {"wolf": "survivor"}


@pytest.mark.rule("BR-21.22", "BR-7.10")
@pytest.mark.parametrize(("value", "rage"), [(False, 5), (True, 6)])
@pytest.mark.parametrize("figure", ["leader", "Dwarf Chieftain", "Soldier of Hel"])
def test_friggas_domain_for_a_figure_that_invades_for_nothing(figure: str, value: bool, rage: int) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Domain"},
        figures=f"wolf: {figure} in Valhalla",
        rulings={"friggas_domain_free_figures": value},
    )
    s.play(f"wolf: invade {figure} Gimle from Valhalla")
    assert s.rage("wolf") == rage


@pytest.mark.rule("BR-21.22", "BR-7.10")
def test_friggas_domain_for_a_warrior_costs_one_rage_under_either_ruling() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frigga's Domain"},
        figures="wolf: warrior in Valhalla",
        rulings={"friggas_domain_free_figures": True},
    )
    s.play("wolf: invade warrior Gimle from Valhalla")
    assert s.rage("wolf") == 5


@pytest.mark.rule("BR-21.24", "BR-2.13")
@pytest.mark.parametrize(("value", "rule"), [(True, "BR-2.13"), (False, "")])
def test_a_fjord_between_two_destroyed_provinces(value: bool, rule: str) -> None:
    s = scene("wolf raven serpent", destroyed="Gimle, Myrkulor", rulings={"dead_fjord_closed": value})
    assert s.rule_against("wolf: invade ship F4") == rule
    assert ("invade ship F4" in s.choices("wolf")) == (not rule)
    if not value:
        s.play("wolf: invade ship F4", "raven: pass", "serpent: pass")
        assert s.at("wolf", "F4") == {"ship": 1}
        assert s.rule_against("wolf: pillage Gimle") == "BR-2.12"


@pytest.mark.rule("BR-21.25", "BR-9.4")
@pytest.mark.parametrize(("value", "rule"), [("any", ""), ("free_first", "BR-9.4")])
def test_an_occupied_slot_while_another_is_free(value: str, rule: str) -> None:
    s = scene("wolf raven", upgrades={"wolf": "Troll"}, hands={"wolf": "Sea Serpent"}, rulings={"slot_choice": value})
    assert s.rule_against("wolf: upgrade Sea Serpent slot 1") == rule
    assert ("upgrade Sea Serpent slot 1" in s.choices("wolf")) == (not rule)
    assert "upgrade Sea Serpent" in s.choices("wolf")


@pytest.mark.rule("BR-21.25", "BR-9.4")
def test_with_no_free_slot_an_occupied_one_is_chosen() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Troll, Dwarf Chieftain"},
        hands={"wolf": "Sea Serpent"},
        rulings={"slot_choice": "free_first"},
    )
    assert [choice for choice in s.choices("wolf") if choice.startswith("upgrade")] == [
        "upgrade Sea Serpent slot 1",
        "upgrade Sea Serpent slot 2",
    ]


@pytest.mark.rule("BR-21.26", "BR-13.10")
@pytest.mark.parametrize(("value", "glory"), [(False, 0), (True, 2)])
def test_thors_glory_and_the_owners_own_losses(value: bool, glory: int) -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: leader in Gimle",
        upgrades={"wolf": "Thor's Glory"},
        rulings={"thors_glory_counts_own": value},
    )
    s.play("wolf: pillage Gimle")
    fight(s)
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-21.28", "BR-14.1")
@pytest.mark.parametrize(("value", "code"), [("at_most_one", "keep"), ("exactly_one", "keep_one")])
def test_keeping_a_card(value: str, code: str) -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 6, "raven": 0},
        hands={"wolf": "Tyr's Bash, Tyr's Smash"},
        rulings={"keep_card_count": value},
    )
    s.play("wolf: pass")
    assert s.asked() == {"wolf": code}
    assert ("keep none" in s.choices("wolf")) == (value == "at_most_one")
    assert (s.why_not("wolf: keep none") is None) == (value == "at_most_one")
    s.play("wolf: keep Tyr's Smash")
    assert len(s.told("card_kept")) == 1


@pytest.mark.rule("BR-21.28", "BR-14.1")
def test_a_player_without_cards_keeps_none() -> None:
    s = scene("wolf raven", rage={"wolf": 6, "raven": 0}, rulings={"keep_card_count": "exactly_one"})
    s.play("wolf: pass")
    assert "keep_one" not in s.asked().values()


@pytest.mark.rule("BR-21.29", "BR-19.24")
@pytest.mark.parametrize(("value", "rage"), [(12, 12), ("none", 14)])
def test_rage_beyond_the_track(value: int | str, rage: int) -> None:
    s = scene(
        "wolf raven",
        figures=TWO,
        rage={"wolf": 11},
        hands={"wolf": "Thor's Ascension"},
        rulings={"rage_cap": value},
    )
    s.play("wolf: pillage Gimle")
    decline_all(s, "call")
    lay(s, wolf="Thor's Ascension")
    decline_all(s, "late")
    assert s.rage("wolf") == rage
