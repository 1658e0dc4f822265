"""The nine Monsters."""

from typing import Any

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene


def prompt(s: Scene, clan: str) -> tuple[str, str, str]:
    """What a clan is asked: code, rule and words."""
    (owed,) = [decision.prompt for decision in s.match.pending if decision.seat == s.seat(clan)]
    return owed.code, owed.rule, owed.text


def refused(s: Scene, line: str) -> tuple[str, str, dict[str, object]]:
    """Why a choice is refused: code, rule and numbers."""
    reason = s.why_not(line)
    assert reason is not None
    return reason.code, reason.rule, dict(reason.params)


def strength(s: Scene, clan: str, province: str) -> int:
    """A clan's STR in a province, as everybody sees it."""
    places = s.match.view(None).table["places"]
    found: int = next(place for place in places if place["name"] == province)["strength"].get(clan, 0)
    return found


def no_late_cards(s: Scene) -> None:
    """Everybody declines until the late window is over."""
    while "late" in s.asked().values():
        (clan,) = s.asked()
        s.play(f"{clan}: decline")


def glory_from_cards(s: Scene, clan: str) -> list[object]:
    """What a clan scored from cards, in order."""
    told = s.told("glory")
    return [e.data["amount"] for e in told if e.data["clan"] == clan.capitalize() and e.data["source"] == "cards"]


# All of them


@pytest.mark.rule("BR-9.9", "BR-19.5")
@pytest.mark.parametrize(
    ("monster", "price"),
    [
        ("Troll", 2),
        ("Dwarf Chieftain", 0),
        ("Sea Serpent", 3),
        ("Valkyrie", 2),
        ("Dark Elf", 1),
        ("Fire Giant", 4),
        ("Frost Giant", 4),
        ("Soldier of Hel", 0),
        ("Volur Witch", 3),
    ],
)
def test_a_monster_is_played_for_its_price_invades_for_nothing_and_later_for_the_same_price(
    monster: str, price: int
) -> None:
    place = "F4" if monster == "Sea Serpent" else "Gimle"
    s = scene("wolf raven", rage={"wolf": 9}, passed="raven", hands={"wolf": monster})
    s.play(f"wolf: upgrade {monster}")
    assert s.rage("wolf") == 9 - price
    assert s.asked() == {"wolf": "free_invade"}
    s.play("wolf: decline", f"wolf: invade {monster} {place}")
    assert s.rage("wolf") == 9 - 2 * price
    assert s.at("wolf", place) == {monster: 1}


@pytest.mark.rule("BR-9.10")
@pytest.mark.parametrize(
    ("monster", "place", "province", "worth"),
    [
        ("Troll", "Gimle", "Gimle", 2),
        ("Dwarf Chieftain", "Gimle", "Gimle", 2),
        ("Sea Serpent", "F4", "Gimle", 3),
        ("Valkyrie", "Gimle", "Gimle", 2),
        ("Dark Elf", "Gimle", "Gimle", 1),
        ("Dark Elf", "Yggdrasil", "Yggdrasil", 3),
        ("Fire Giant", "Gimle", "Gimle", 4),
        ("Frost Giant", "Gimle", "Gimle", 4),
        ("Soldier of Hel", "Gimle", "Gimle", 3),
        ("Volur Witch", "Gimle", "Gimle", 3),
    ],
)
def test_the_str_of_each_monster(monster: str, place: str, province: str, worth: int) -> None:
    s = scene("wolf raven", upgrades={"wolf": monster}, figures=f"wolf: {monster} in {place}")
    assert strength(s, "wolf", province) == worth


@pytest.mark.rule("BR-7.11", "BR-19.4")
@pytest.mark.parametrize("monster", ["Troll", "Fire Giant"])
def test_a_monsters_invade_text_does_not_act_on_a_march(monster: str) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": monster},
        figures=f"wolf: {monster} in Horgr; raven: 2 warrior in Gimle",
    )
    s.play("wolf: march Horgr Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 2}
    assert s.told("text_acts") == []


@pytest.mark.rule("BR-7.11", "BR-19.4")
@pytest.mark.parametrize("monster", ["Troll", "Fire Giant"])
def test_a_monsters_invade_text_does_not_act_in_a_call_to_battle(monster: str) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": monster},
        figures=f"wolf: {monster} in Andlang, warrior in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: pillage Gimle", f"wolf: join {monster} from Andlang")
    assert s.asked() == {"wolf": "late"}
    assert s.at("raven", "Gimle") == {"warrior": 1}


# Troll


@pytest.mark.rule("BR-7.17")
def test_the_troll_destroys_all_enemy_warriors_of_the_province_and_spares_all_others() -> None:
    s = scene(
        "wolf raven serpent",
        upgrades={"wolf": "Troll", "serpent": "Dwarf Chieftain"},
        figures="wolf: warrior in Muspelheim; raven: warrior in Muspelheim, leader in Muspelheim, ship in F2,"
        " warrior in Horgr; serpent: warrior in Muspelheim, Dwarf Chieftain in Yggdrasil",
    )
    s.play("wolf: invade Troll Muspelheim")
    assert s.at("wolf", "Muspelheim") == {"warrior": 1, "Troll": 1}
    assert s.at("raven", "Muspelheim") == {"leader": 1}
    assert s.at("raven", "F2") == {"ship": 1}
    assert s.at("raven", "Horgr") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.at("serpent", "Valhalla") == {"warrior": 1}
    assert s.at("serpent", "Yggdrasil") == {"Dwarf Chieftain": 1}


@pytest.mark.rule("BR-7.17", "BR-19.19")
def test_a_troll_without_enemies_around_it_just_invades() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Troll"}, figures="raven: leader in Gimle")
    s.play("wolf: invade Troll Gimle")
    assert s.at("raven", "Gimle") == {"leader": 1}
    assert s.told("figure_destroyed") == []
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.17", "BR-9.9")
def test_the_free_invade_of_a_new_troll_sets_its_text_off() -> None:
    s = scene("wolf raven", rage={"wolf": 2}, hands={"wolf": "Troll"}, figures="raven: 2 warrior in Gimle")
    s.play("wolf: upgrade Troll", "wolf: invade Troll Gimle")
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.17", "BR-7.6")
@pytest.mark.parametrize("monster", ["Troll", "Fire Giant"])
def test_a_full_province_cannot_be_invaded_by_a_monster_that_would_clear_it(monster: str) -> None:
    s = scene("wolf raven", upgrades={"wolf": monster}, figures="raven: 3 warrior in Utgard")
    assert refused(s, f"wolf: invade {monster} Utgard") == (
        "no_empty_village",
        "BR-7.6",
        {"place": "Utgard", "have": 3, "most": 3},
    )


@pytest.mark.rule("BR-7.17")
def test_another_figure_that_invades_beside_the_troll_destroys_nobody() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Troll"},
        figures="wolf: Troll in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: invade leader Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-7.17", "BR-13.11")
def test_warriors_destroyed_by_the_troll_did_not_fall_in_a_battle() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Troll, Valkyrie, Thor's Glory"},
        figures="wolf: Valkyrie in Gimle; raven: 3 warrior in Gimle",
    )
    s.play("wolf: invade Troll Gimle")
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-7.12", "BR-7.15", "BR-7.17")
def test_thors_domain_pillages_what_the_troll_has_cleared_without_a_battle() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 4},
        upgrades={"wolf": "Troll, Thor's Domain"},
        figures="raven: 2 warrior in Gimle",
    )
    s.play("wolf: invade Troll Gimle")
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    s.play("wolf: yes")
    assert s.is_pillaged("Gimle")
    assert len(s.told("no_battle")) == 1
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.17")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_everybody_sees_the_troll_act(onlooker: str | None) -> None:
    s = scene("wolf raven serpent", upgrades={"wolf": "Troll"}, figures="raven: warrior in Gimle")
    s.play("wolf: invade Troll Gimle")
    told = [event for event in s.events(onlooker) if event.kind in ("invaded", "text_acts", "figure_destroyed")]
    assert [(event.kind, event.data["clan"]) for event in told] == [
        ("invaded", "Wolf"),
        ("text_acts", "Wolf"),
        ("figure_destroyed", "Raven"),
    ]


# Dwarf Chieftain and Soldier of Hel


@pytest.mark.rule("BR-19.1", "BR-7.8")
@pytest.mark.parametrize(("monster", "worth"), [("Dwarf Chieftain", 2), ("Soldier of Hel", 3)])
def test_these_two_cost_nothing_whatever_their_str(monster: str, worth: int) -> None:
    s = scene("wolf raven", rage={"wolf": 1}, passed="raven", hands={"wolf": monster})
    s.play(f"wolf: upgrade {monster}", "wolf: decline")
    assert s.rage("wolf") == 1
    s.play(f"wolf: invade {monster} Gimle")
    assert s.rage("wolf") == 1
    assert strength(s, "wolf", "Gimle") == worth
    assert s.told("rage_spent") == []


@pytest.mark.rule("BR-19.5", "BR-7.5")
@pytest.mark.parametrize("monster", ["Dwarf Chieftain", "Soldier of Hel"])
def test_these_two_obey_horns_and_villages_all_the_same(monster: str) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": monster},
        figures="wolf: 4 warrior in Gimle; raven: 3 warrior in Andlang",
    )
    assert refused(s, f"wolf: invade {monster} Horgr") == ("horns_full", "BR-7.5", {"have": 4, "most": 4})
    assert s.rule_against(f"wolf: invade {monster} Andlang") == "BR-7.6"
    assert s.rule_against(f"wolf: invade {monster} Yggdrasil") == "BR-7.4"


@pytest.mark.rule("BR-9.2", "BR-6.6")
@pytest.mark.parametrize("monster", ["Dwarf Chieftain", "Soldier of Hel"])
def test_a_clan_at_zero_rage_plays_neither_of_these_two(monster: str) -> None:
    s = scene("wolf raven", rage={"wolf": 0}, hands={"wolf": monster}, turn="raven")
    s.play("raven: invade warrior Gimle")
    assert s.asked() == {"raven": "turn"}


# Sea Serpent


@pytest.mark.rule("BR-19.12")
def test_the_sea_serpent_invades_fjords_only_and_never_moves() -> None:
    s = scene("wolf raven", passed="raven", upgrades={"wolf": "Sea Serpent"}, figures="wolf: warrior in Gimle")
    assert refused(s, "wolf: invade Sea Serpent Gimle") == ("ships_sail", "BR-7.3", {"figure": "Sea Serpent"})
    assert s.rule_against("wolf: invade Sea Serpent Yggdrasil") == "BR-7.3"
    s.play("wolf: invade Sea Serpent F3")
    assert s.rule_against("wolf: march F3 Gimle") == "BR-8.5"
    s.play("wolf: pillage Gimle")
    assert s.told("joined") == []
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-19.12", "BR-11.9")
def test_the_sea_serpent_does_not_move_in_a_call_to_battle() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Sea Serpent"},
        figures="wolf: Sea Serpent in F3, warrior in Gimle, warrior in Andlang",
    )
    s.play("wolf: pillage Gimle")
    assert set(s.choices("wolf")) == {"join warrior from Andlang", "decline"}
    assert refused(s, "wolf: join Sea Serpent from Andlang") == (
        "ships_do_not_join",
        "BR-11.9",
        {"figure": "Sea Serpent"},
    )


@pytest.mark.rule("BR-19.12")
@pytest.mark.parametrize("dragons", ["Loki's Dragons", "Fire Dragons", "Eternal Dragons"])
def test_the_sea_serpent_may_use_the_free_invade_of_a_ship_upgrade(dragons: str) -> None:
    s = scene("wolf raven", rage={"wolf": 2}, upgrades={"wolf": "Sea Serpent"}, hands={"wolf": dragons})
    s.play(f"wolf: upgrade {dragons}")
    assert set(s.choices("wolf")) == {
        *(f"invade ship {fjord}" for fjord in ("F1", "F2", "F3", "F4")),
        *(f"invade Sea Serpent {fjord}" for fjord in ("F1", "F2", "F3", "F4")),
        "decline",
    }
    s.play("wolf: invade Sea Serpent F2")
    assert s.at("wolf", "F2") == {"Sea Serpent": 1}
    assert s.rage("wolf") == 0
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.12")
def test_with_the_ship_at_sea_the_free_invade_of_a_ship_upgrade_is_the_sea_serpents() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Sea Serpent"},
        hands={"wolf": "Loki's Dragons"},
        figures="wolf: ship in F1",
    )
    s.play("wolf: upgrade Loki's Dragons")
    assert s.asked() == {"wolf": "free_invade"}
    assert s.rule_against("wolf: invade ship F2") == "BR-7.1"
    s.play("wolf: invade Sea Serpent F1")
    assert s.at("wolf", "F1") == {"ship": 1, "Sea Serpent": 1}


@pytest.mark.rule("BR-19.12", "BR-9.9")
def test_the_ship_cannot_use_the_free_invade_of_the_sea_serpent() -> None:
    s = scene("wolf raven", hands={"wolf": "Sea Serpent"})
    s.play("wolf: upgrade Sea Serpent")
    assert refused(s, "wolf: invade ship F1") == (
        "not_this_figure",
        "BR-9.8",
        {"asked": "Sea Serpent", "figure": "Ship"},
    )


@pytest.mark.rule("BR-19.12", "BR-3.13")
def test_the_sea_serpent_keeps_its_own_str_under_a_ship_upgrade() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 3},
        upgrades={"wolf": "Sea Serpent, Eternal Dragons"},
        figures="wolf: ship in F4",
    )
    s.play("wolf: invade Sea Serpent F4")
    assert s.rage("wolf") == 0
    assert strength(s, "wolf", "Gimle") == 2 + 3


@pytest.mark.rule("BR-19.12")
@pytest.mark.parametrize(("dragons", "each"), [("Loki's Dragons", 4), ("Fire Dragons", 8), ("Eternal Dragons", 12)])
def test_a_destroyed_sea_serpent_scores_for_the_dragons_beside_the_ship(dragons: str, each: int) -> None:
    s = scene(
        "wolf raven",
        upgrades={"raven": f"Sea Serpent, {dragons}"},
        figures="wolf: 3 warrior in Gimle, leader in Gimle; raven: ship in F4, Sea Serpent in F4",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    assert s.at("raven", "Valhalla") == {"ship": 1, "Sea Serpent": 1}
    assert s.glory("raven") == 2 * each


@pytest.mark.rule("BR-19.2", "BR-9.11")
def test_a_sea_serpent_that_goes_back_to_the_box_has_not_been_destroyed() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Sea Serpent, Loki's Dragons"},
        hands={"wolf": "Dwarf Chieftain"},
        figures="wolf: Sea Serpent in F4",
    )
    s.play("wolf: upgrade Dwarf Chieftain slot 1")
    assert s.at("wolf", "F4") == {}
    assert s.glory("wolf") == 0
    assert s.told("figure_destroyed") == []


@pytest.mark.rule("BR-7.16", "BR-19.12")
def test_thors_domain_is_not_offered_after_the_sea_serpents_invade() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Sea Serpent, Thor's Domain"}, figures="wolf: warrior in Gimle")
    s.play("wolf: invade Sea Serpent F4")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-12.13", "BR-19.12")
def test_the_sea_serpent_may_be_kept_from_odins_tide() -> None:
    s = scene(
        "wolf raven",
        age=2,
        upgrades={"raven": "Sea Serpent"},
        hands={"wolf": "Odin's Tide"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle, Sea Serpent in F4",
    )
    s.play("wolf: pillage Gimle", "wolf: card Odin's Tide")
    assert set(s.choices("raven")) == {"warrior", "Sea Serpent"}
    s.play("raven: Sea Serpent")
    assert s.at("raven", "F4") == {"Sea Serpent": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 1}


# Valkyrie


def valkyries_battle(
    figures: str,
    hands: dict[str, str] | None = None,
    upgrades: dict[str, str] | None = None,
    rulings: dict[str, Any] | None = None,
    age: int = 2,
) -> Scene:
    """Wolf, with the Valkyrie on its sheet, pillages Gimle; cards have been laid down, nobody added a late one."""
    s = scene(
        "wolf raven serpent",
        age=age,
        figures=figures,
        upgrades={"wolf": "Valkyrie"} | (upgrades or {}),
        hands=hands,
        rulings=rulings,
    )
    s.play("wolf: pillage Gimle")
    for clan, card in (hands or {}).items():
        s.play(f"{clan}: card {card}")
    no_late_cards(s)
    return s


@pytest.mark.rule("BR-13.11", "BR-13.9")
def test_the_valkyrie_scores_two_for_each_enemy_figure_destroyed() -> None:
    s = valkyries_battle("wolf: Valkyrie in Gimle, leader in Gimle; raven: warrior in Gimle, ship in F4")
    assert glory_from_cards(s, "wolf") == [4]
    assert s.glory("wolf") == 4 + 3


@pytest.mark.rule("BR-13.11", "BR-21.12")
@pytest.mark.parametrize(("setting", "glory"), [(True, 2), (False, 0)])
def test_a_valkyrie_that_falls_scores_by_option_for_the_other_losers_but_not_for_her_own_clan(
    setting: bool, glory: int
) -> None:
    s = valkyries_battle(
        "wolf: Valkyrie in Gimle, warrior in Gimle; raven: leader in Gimle, ship in F4; serpent: warrior in Gimle",
        rulings={"dead_valkyrie_scores": setting},
    )
    assert s.at("wolf", "Valhalla") == {"warrior": 1, "Valkyrie": 1}
    assert s.glory("wolf") == glory
    assert s.glory("raven") == 3


@pytest.mark.rule("BR-13.11", "BR-21.12", "BR-12.13")
@pytest.mark.parametrize(("setting", "glory"), [(True, 4), (False, 0)])
def test_a_valkyrie_that_fell_to_odins_tide_scores_by_option(setting: bool, glory: int) -> None:
    s = scene(
        "wolf raven",
        age=2,
        upgrades={"wolf": "Valkyrie"},
        hands={"wolf": "Odin's Tide"},
        figures="wolf: Valkyrie in Gimle, leader in Gimle; raven: 2 warrior in Gimle",
        rulings={"dead_valkyrie_scores": setting},
    )
    s.play("wolf: pillage Gimle", "wolf: card Odin's Tide", "wolf: leader")
    no_late_cards(s)
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    assert sum(int(str(amount)) for amount in glory_from_cards(s, "wolf")) == glory


@pytest.mark.rule("BR-21.12", "BR-13.11")
@pytest.mark.parametrize("setting", [True, False])
def test_a_valkyrie_that_survives_scores_either_way(setting: bool) -> None:
    s = valkyries_battle("wolf: Valkyrie in Gimle; raven: warrior in Gimle", rulings={"dead_valkyrie_scores": setting})
    assert glory_from_cards(s, "wolf") == [2]


@pytest.mark.rule("BR-21.12", "BR-19.16")
def test_a_lost_valkyrie_saved_by_friggas_protection_has_survived() -> None:
    s = valkyries_battle(
        "wolf: Valkyrie in Gimle; raven: leader in Gimle; serpent: warrior in Gimle",
        upgrades={"wolf": "Valkyrie, Frigga's Protection"},
        rulings={"dead_valkyrie_scores": False},
    )
    s.play("wolf: save Valkyrie Gimle")
    assert s.at("wolf", "Gimle") == {"Valkyrie": 1}
    assert glory_from_cards(s, "wolf") == [2]


@pytest.mark.rule("BR-13.11")
def test_the_valkyrie_scores_for_what_odins_smite_destroyed() -> None:
    s = valkyries_battle(
        "wolf: Valkyrie in Gimle; raven: 2 warrior in Gimle; serpent: warrior in Gimle",
        hands={"wolf": "Odin's Smite"},
    )
    assert glory_from_cards(s, "wolf") == [6]


@pytest.mark.rule("BR-13.11")
def test_a_valkyrie_elsewhere_scores_nothing() -> None:
    s = valkyries_battle("wolf: leader in Gimle, Valkyrie in Horgr; raven: warrior in Gimle")
    assert glory_from_cards(s, "wolf") == []
    unfought = valkyries_battle("wolf: leader in Gimle; raven: warrior in Gimle")
    assert glory_from_cards(unfought, "wolf") == []


@pytest.mark.rule("BR-13.11")
def test_a_valkyrie_whose_enemies_all_survive_scores_nothing() -> None:
    s = valkyries_battle("wolf: Valkyrie in Gimle; raven: leader in Gimle")
    assert s.at("wolf", "Valhalla") == {"Valkyrie": 1}
    assert s.glory("wolf") == 0
    assert glory_from_cards(s, "wolf") == []


@pytest.mark.rule("BR-13.11", "BR-19.8")
def test_the_valkyrie_scores_as_a_defender_and_in_a_tie() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        upgrades={"wolf": "Valkyrie"},
        figures="wolf: Valkyrie in Gimle; raven: 2 warrior in Gimle",
    )
    s.play("raven: pillage Gimle")
    no_late_cards(s)
    assert s.told("battle_tied")
    assert s.glory("wolf") == 4


@pytest.mark.rule("BR-13.11")
def test_the_valkyrie_scores_in_yggdrasil_too() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Valkyrie"},
        figures="wolf: Valkyrie in Yggdrasil; raven: warrior in Yggdrasil",
    )
    s.play("wolf: pillage Yggdrasil")
    no_late_cards(s)
    assert glory_from_cards(s, "wolf") == [2]


@pytest.mark.rule("BR-13.11", "BR-13.9", "BR-9.7")
def test_valkyrie_thors_glory_and_odins_judgement_all_score_for_one_battle() -> None:
    s = valkyries_battle(
        "wolf: Valkyrie in Gimle, leader in Gimle; raven: 2 warrior in Gimle",
        hands={"wolf": "Odin's Judgement"},
        upgrades={"wolf": "Valkyrie, Thor's Glory"},
        age=3,
    )
    assert sorted(int(str(amount)) for amount in glory_from_cards(s, "wolf")) == [2, 4, 4]
    assert s.glory("wolf") == 10 + 3


@pytest.mark.rule("BR-13.11", "BR-12.8")
def test_thors_primacy_does_not_silence_the_valkyrie() -> None:
    s = valkyries_battle(
        "wolf: Valkyrie in Gimle, leader in Gimle; raven: warrior in Gimle", hands={"raven": "Thor's Primacy"}, age=3
    )
    assert glory_from_cards(s, "wolf") == [2]


@pytest.mark.rule("BR-13.11", "BR-13.9")
def test_the_valkyrie_scores_after_the_losses_and_before_the_reward() -> None:
    s = valkyries_battle("wolf: Valkyrie in Gimle; raven: warrior in Gimle")
    kinds = [event.kind for event in s.events("serpent")]
    assert kinds.index("figure_destroyed") < kinds.index("text_acts") < kinds.index("pillaged")


# Dark Elf


@pytest.mark.rule("BR-7.9", "BR-19.1", "BR-21.1")
@pytest.mark.parametrize(
    ("setting", "place", "price"),
    [("one", "Yggdrasil", 1), ("one", "Gimle", 1), ("str_at_target", "Yggdrasil", 3), ("str_at_target", "Gimle", 1)],
)
def test_the_dark_elf_may_invade_yggdrasil_at_a_price_set_by_option(setting: str, place: str, price: int) -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 3},
        upgrades={"wolf": "Dark Elf"},
        rulings={"dark_elf_invade_cost": setting},
    )
    s.play(f"wolf: invade Dark Elf {place}")
    assert s.rage("wolf") == 3 - price
    assert s.at("wolf", place) == {"Dark Elf": 1}


@pytest.mark.rule("BR-7.9", "BR-21.1")
def test_by_option_two_rage_are_one_short_for_the_dark_elf_in_yggdrasil() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 2},
        upgrades={"wolf": "Dark Elf"},
        rulings={"dark_elf_invade_cost": "str_at_target"},
    )
    assert refused(s, "wolf: invade Dark Elf Yggdrasil") == ("invade_needs_rage", "BR-7.1", {"need": 3, "have": 2})
    assert "invade Dark Elf Yggdrasil" not in s.choices("wolf")
    assert "invade Dark Elf Gimle" in s.choices("wolf")


@pytest.mark.rule("BR-7.9", "BR-9.9")
@pytest.mark.parametrize("setting", ["one", "str_at_target"])
def test_the_free_invade_of_a_new_dark_elf_may_lead_to_yggdrasil(setting: str) -> None:
    s = scene("wolf raven", rage={"wolf": 1}, hands={"wolf": "Dark Elf"}, rulings={"dark_elf_invade_cost": setting})
    s.play("wolf: upgrade Dark Elf", "wolf: invade Dark Elf Yggdrasil")
    assert s.at("wolf", "Yggdrasil") == {"Dark Elf": 1}
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.4", "BR-7.9")
def test_the_dark_elf_opens_yggdrasil_to_nobody_else() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Dark Elf, Troll"}, figures="wolf: Dark Elf in Yggdrasil")
    for figure in ("warrior", "leader", "Troll"):
        assert s.rule_against(f"wolf: invade {figure} Yggdrasil") == "BR-7.4"


@pytest.mark.rule("BR-7.9")
def test_the_dark_elfs_str_changes_with_its_place() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Dark Elf"}, figures="wolf: Dark Elf in Gimle, warrior in Yggdrasil")
    assert (strength(s, "wolf", "Gimle"), strength(s, "wolf", "Yggdrasil")) == (1, 1)
    s.play("wolf: march Gimle Yggdrasil")
    assert (strength(s, "wolf", "Gimle"), strength(s, "wolf", "Yggdrasil")) == (0, 4)


@pytest.mark.rule("BR-7.9", "BR-9.10")
def test_an_enemys_dark_elf_in_yggdrasil_does_not_strengthen_others() -> None:
    s = scene(
        "wolf raven", upgrades={"wolf": "Dark Elf"}, figures="wolf: Dark Elf in Yggdrasil; raven: leader in Yggdrasil"
    )
    assert (strength(s, "wolf", "Yggdrasil"), strength(s, "raven", "Yggdrasil")) == (3, 3)


@pytest.mark.rule("BR-7.15", "BR-7.9")
def test_thors_domain_may_follow_the_dark_elf_into_yggdrasil() -> None:
    s = scene("wolf raven", rage={"wolf": 3}, upgrades={"wolf": "Dark Elf, Thor's Domain"})
    s.play("wolf: invade Dark Elf Yggdrasil")
    assert s.asked() == {"wolf": "pillage_at_once"}
    s.play("wolf: yes")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 2, 2]


@pytest.mark.rule("BR-7.5", "BR-7.9", "BR-19.5")
def test_the_dark_elf_needs_room_under_horns_for_yggdrasil_too() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Dark Elf"}, figures="wolf: 4 warrior in Gimle")
    assert refused(s, "wolf: invade Dark Elf Yggdrasil") == ("horns_full", "BR-7.5", {"have": 4, "most": 4})


# Fire Giant


@pytest.mark.rule("BR-7.18")
def test_the_fire_giant_destroys_every_enemy_that_is_no_monster_in_province_and_fjord() -> None:
    s = scene(
        "wolf raven serpent",
        upgrades={"wolf": "Fire Giant", "raven": "Dwarf Chieftain", "serpent": "Sea Serpent"},
        figures="wolf: warrior in Muspelheim, ship in F2;"
        " raven: leader in Muspelheim, Dwarf Chieftain in Muspelheim, ship in F2, warrior in Horgr;"
        " serpent: warrior in Muspelheim, Sea Serpent in F2, ship in F1",
    )
    s.play("wolf: invade Fire Giant Muspelheim")
    assert s.at("wolf", "Muspelheim") == {"warrior": 1, "Fire Giant": 1}
    assert s.at("wolf", "F2") == {"ship": 1}
    assert s.at("raven", "Muspelheim") == {"Dwarf Chieftain": 1}
    assert s.at("raven", "Horgr") == {"warrior": 1}
    assert s.at("raven", "Valhalla") == {"leader": 1, "ship": 1}
    assert s.at("serpent", "F2") == {"Sea Serpent": 1}
    assert s.at("serpent", "F1") == {"ship": 1}
    assert s.at("serpent", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-7.18")
def test_a_ship_destroyed_by_the_fire_giant_scores_for_the_dragons() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Fire Giant", "raven": "Fire Dragons"},
        figures="raven: ship in F4",
        ragnarok=("Elvagar", "Utgard", "Andlang"),
    )
    s.play("wolf: invade Fire Giant Myrkulor")
    assert s.glory("raven") == 8


@pytest.mark.rule("BR-7.18", "BR-9.9")
def test_the_free_invade_of_a_new_fire_giant_sets_its_text_off() -> None:
    s = scene("wolf raven", rage={"wolf": 4}, hands={"wolf": "Fire Giant"}, figures="raven: leader in Gimle")
    s.play("wolf: upgrade Fire Giant", "wolf: invade Fire Giant Gimle")
    assert s.at("raven", "Valhalla") == {"leader": 1}
    assert s.rage("wolf") == 0


@pytest.mark.rule("BR-7.18", "BR-19.19")
def test_a_fire_giant_alone_just_invades() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Fire Giant"})
    s.play("wolf: invade Fire Giant Gimle")
    assert s.told("figure_destroyed") == []
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.18", "BR-7.10")
def test_a_fire_giant_may_come_a_second_time_and_acts_again() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Fire Giant, Frigga's Domain"},
        figures="wolf: Fire Giant in Valhalla; raven: warrior in Gimle",
    )
    s.play("wolf: invade Fire Giant Gimle from Valhalla")
    assert s.at("raven", "Valhalla") == {"warrior": 1}


# Frost Giant


@pytest.mark.rule("BR-13.15")
@pytest.mark.parametrize(
    ("token", "steps"),
    [("rage", [3, 1, 1]), ("axes", [1, 3, 1]), ("horns", [1, 1, 3])],
)
def test_with_the_frost_giant_a_stat_token_is_taken_twice(token: str, steps: list[int]) -> None:
    s = scene(
        "wolf raven", upgrades={"wolf": "Frost Giant"}, figures="wolf: Frost Giant in Gimle", tokens={"Gimle": token}
    )
    s.play("wolf: pillage Gimle")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == steps
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-13.15")
def test_with_the_frost_giant_five_glory_become_ten() -> None:
    s = scene(
        "wolf raven", upgrades={"wolf": "Frost Giant"}, figures="wolf: Frost Giant in Gimle", tokens={"Gimle": "glory"}
    )
    s.play("wolf: pillage Gimle")
    assert s.glory("wolf") == 10
    assert [event.data["source"] for event in s.told("glory")] == ["pillage", "pillage"]


@pytest.mark.rule("BR-13.15")
def test_with_the_frost_giant_the_yggdrasil_token_raises_all_stats_by_two_steps() -> None:
    s = scene("wolf raven", upgrades={"wolf": "Frost Giant"}, figures="wolf: Frost Giant in Yggdrasil")
    s.play("wolf: pillage Yggdrasil")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [3, 3, 3]


@pytest.mark.rule("BR-13.15", "BR-3.6")
def test_with_the_frost_giant_the_second_step_is_lost_from_step_five() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frost Giant"},
        figures="wolf: Frost Giant in Gimle",
        tokens={"Gimle": "axes"},
        steps={"wolf": {"axes": 5}},
    )
    s.play("wolf: pillage Gimle")
    assert s.step("wolf", "axes") == 6
    assert [event.data for event in s.told("raise_lost")] == [{"clan": "Wolf", "stat": "Axes"}]


@pytest.mark.rule("BR-13.15", "BR-13.19")
def test_axes_raised_twice_by_the_frost_giant_count_for_the_battle() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frost Giant"},
        figures="wolf: Frost Giant in Gimle; raven: warrior in Gimle",
        tokens={"Gimle": "axes"},
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    assert s.glory("wolf") == 5


@pytest.mark.rule("BR-13.15", "BR-19.10")
@pytest.mark.parametrize("where", ["Horgr", "Valhalla", "Yggdrasil"])
def test_a_frost_giant_elsewhere_changes_nothing(where: str) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frost Giant"},
        figures=f"wolf: warrior in Muspelheim, Frost Giant in {where}",
        tokens={"Muspelheim": "rage"},
        passed="raven",
    )
    s.play("wolf: pillage Muspelheim")
    while s.asked() == {"wolf": "call"}:
        s.play("wolf: decline")
    assert s.step("wolf", "rage") == 2


@pytest.mark.rule("BR-13.15")
def test_an_enemys_frost_giant_in_the_province_doubles_nothing() -> None:
    s = scene(
        "wolf raven",
        upgrades={"raven": "Frost Giant"},
        figures="wolf: 2 warrior in Gimle, leader in Gimle; raven: Frost Giant in Gimle",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    assert s.at("raven", "Valhalla") == {"Frost Giant": 1}
    assert s.step("wolf", "rage") == 2


@pytest.mark.rule("BR-13.15")
def test_a_frost_giant_that_defends_takes_no_reward() -> None:
    s = scene(
        "wolf raven",
        upgrades={"raven": "Frost Giant"},
        figures="wolf: leader in Gimle; raven: Frost Giant in Gimle",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    assert s.told("stat_raised") == []
    assert s.glory("raven") == 3


@pytest.mark.rule("BR-13.15", "BR-11.13")
def test_with_the_frost_giant_a_challenge_pays_twice_too() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Frost Giant, Tyr's Challenge"},
        figures="wolf: Frost Giant in Gimle",
        tokens={"Gimle": "glory"},
        pillaged="Gimle",
    )
    s.play("wolf: challenge Gimle")
    assert s.glory("wolf") == 10
    assert s.rage("wolf") == 4
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-13.15", "BR-19.10", "BR-12.13")
def test_a_frost_giant_that_fell_to_odins_tide_is_not_there_for_the_reward() -> None:
    s = scene(
        "wolf raven",
        age=3,
        upgrades={"wolf": "Frost Giant"},
        hands={"wolf": "Odin's Tide"},
        figures="wolf: Frost Giant in Gimle, leader in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: card Odin's Tide", "wolf: leader")
    no_late_cards(s)
    assert s.at("wolf", "Valhalla") == {"Frost Giant": 1}
    assert s.step("wolf", "rage") == 2


@pytest.mark.rule("BR-13.15", "BR-7.19")
def test_a_frost_giant_just_invaded_doubles_the_pillage_of_thors_domain() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 6},
        upgrades={"wolf": "Frost Giant, Thor's Domain"},
        tokens={"Gimle": "glory"},
    )
    s.play("wolf: invade Frost Giant Gimle", "wolf: yes")
    assert s.glory("wolf") == 10
    assert s.rage("wolf") == 0


# Volur Witch


def witch_loses(where: str = "Gimle", figures: str = "", **more: Any) -> Scene:
    """Wolf has beaten Raven's Volur Witch."""
    s = scene(
        "wolf raven serpent",
        upgrades={"raven": "Volur Witch"},
        figures=f"wolf: leader in {where}, warrior in {where}; raven: Volur Witch in {where}{figures}",
        **more,
    )
    s.play(f"wolf: pillage {where}")
    no_late_cards(s)
    return s


@pytest.mark.rule("BR-19.18", "BR-19.16")
def test_the_volur_witch_may_go_to_yggdrasil_instead_of_being_destroyed() -> None:
    s = witch_loses()
    assert prompt(s, "raven") == ("escape", "BR-19.18", "move the Volur Witch to Yggdrasil instead?")
    assert s.choices("raven") == ["yes", "no"]
    s.play("raven: yes")
    assert s.at("raven", "Yggdrasil") == {"Volur Witch": 1}
    assert s.at("raven", "Valhalla") == {}
    assert s.told("figure_destroyed") == []
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-19.18", "BR-19.21")
def test_the_volur_witch_may_let_herself_be_destroyed() -> None:
    s = witch_loses()
    s.play("raven: no")
    assert s.at("raven", "Valhalla") == {"Volur Witch": 1}


@pytest.mark.rule("BR-19.18")
def test_the_volur_witch_answers_yes_or_no_and_nothing_else() -> None:
    s = witch_loses()
    with pytest.raises(drakkar.IllegalChoice):
        s.play("raven: decline")
    assert s.rule_against("raven: save Volur Witch Gimle") == "BR-19.18"


@pytest.mark.rule("BR-19.18")
def test_in_yggdrasil_the_volur_witch_is_destroyed_like_any_figure() -> None:
    s = witch_loses("Yggdrasil")
    assert s.at("raven", "Valhalla") == {"Volur Witch": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.18", "BR-19.2")
def test_only_the_witch_escapes_and_her_companions_fall() -> None:
    s = witch_loses(figures=", warrior in Gimle; serpent: warrior in Gimle")
    assert s.told("battle_tied")
    s.play("raven: yes")
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.at("wolf", "Valhalla") == {"warrior": 1, "leader": 1}
    assert s.at("serpent", "Valhalla") == {"warrior": 1}
    assert s.at("raven", "Yggdrasil") == {"Volur Witch": 1}


@pytest.mark.rule("BR-19.16", "BR-19.2", "BR-13.9")
def test_a_witch_who_escaped_has_not_been_destroyed_in_the_battle() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Valkyrie", "raven": "Volur Witch"},
        figures="wolf: Valkyrie in Gimle, leader in Gimle; raven: Volur Witch in Gimle",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    s.play("raven: yes")
    assert glory_from_cards(s, "wolf") == []


@pytest.mark.rule("BR-19.18", "BR-12.13")
def test_the_witch_escapes_from_odins_tide_and_is_missing_in_the_comparison() -> None:
    s = scene(
        "wolf raven",
        age=3,
        upgrades={"raven": "Volur Witch"},
        hands={"wolf": "Odin's Tide"},
        figures="wolf: leader in Gimle; raven: Volur Witch in Gimle, leader in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: card Odin's Tide", "raven: leader", "raven: yes")
    assert s.at("raven", "Yggdrasil") == {"Volur Witch": 1}
    no_late_cards(s)
    assert [event.data["figures"] for event in s.told("total")] == [3, 3]


@pytest.mark.rule("BR-19.18", "BR-16.6")
@pytest.mark.parametrize(("answer", "glory", "place"), [("yes", 0, "Yggdrasil"), ("no", 4, "reserve")])
def test_the_witch_may_escape_from_ragnarok_and_then_earns_nothing(answer: str, glory: int, place: str) -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Horgr", "Andlang", "Gimle"),
        upgrades={"wolf": "Volur Witch"},
        figures="wolf: Volur Witch in Gimle",
    )
    s.play(f"wolf: {answer}")
    assert s.glory("wolf") == glory
    assert s.at("wolf", place).get("Volur Witch") == 1


@pytest.mark.rule("BR-19.18", "BR-7.18")
def test_the_witch_needs_no_escape_from_the_fire_giant() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Fire Giant", "raven": "Volur Witch"},
        figures="raven: Volur Witch in Gimle, warrior in Gimle",
    )
    s.play("wolf: invade Fire Giant Gimle")
    assert s.asked() == {"raven": "turn"}
    assert s.at("raven", "Gimle") == {"Volur Witch": 1}


@pytest.mark.rule("BR-19.18", "BR-19.4")
@pytest.mark.parametrize("onlooker", ["wolf", "serpent", None])
def test_everybody_sees_the_witch_move_and_her_move_is_no_invade(onlooker: str | None) -> None:
    s = scene(
        "wolf raven serpent",
        upgrades={"raven": "Volur Witch, Thor's Domain, Frigga's Succor"},
        turn="raven",
        figures="wolf: leader in Gimle, warrior in Gimle; raven: Volur Witch in Gimle",
    )
    s.play("raven: pillage Gimle")
    no_late_cards(s)
    s.play("raven: yes")
    assert [event.data for event in s.told("figure_moved", onlooker)] == [
        {"clan": "Raven", "figure": "Volur Witch", "origin": "Gimle", "place": "Yggdrasil"}
    ]
    assert s.told("invaded", onlooker) == []
    assert s.asked() == {"serpent": "turn"}


@pytest.mark.rule("BR-19.18", "BR-19.26")
def test_the_witch_decides_before_anybody_falls() -> None:
    s = witch_loses(figures=", warrior in Gimle; serpent: warrior in Gimle")
    assert s.asked() == {"raven": "escape"}
    assert s.told("figure_destroyed") == []
    assert s.at("serpent", "Gimle") == {"warrior": 1}
