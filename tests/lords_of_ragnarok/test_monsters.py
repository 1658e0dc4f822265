"""Section 17: Monsters, and the Monsters action (LR-15.8 to LR-15.11)."""

from typing import Any

import pytest

from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.cards.kinds import event_facts
from tests.lords_of_ragnarok.scene import Scene, scene

MOVE, ATTACK, CHOOSE = 0, 2, 4


def activated(monster: str, region: int, die: int | None, **said: Any) -> Scene:
    """Green activates a Monster by the Monsters action; a neutral one's die shows that face."""
    told = {"hero": "green: 1", "monsters": f"{monster} {region}", "stage": "special", **said}
    s = scene(**told)
    s.play("green: action monsters")
    if die is not None:
        s.feed(die)
    if s.asked() == {"green": "monsters"}:
        s.play(f"green: activate {monster}")
    return s


def attacks(monster: str, region: int, **said: Any) -> Scene:
    """A neutral Monster makes its Region attack for Green."""
    said.setdefault("monsters", f"{monster} {region}, Draugr 13" if monster != "Draugr" else "Draugr 20, Troll 13")
    return activated(monster, region, ATTACK, **said)


# The action


@pytest.mark.rule("LR-15.8", "LR-15.9")
def test_one_or_two_different_monsters_are_activated_the_second_chosen_after_the_first() -> None:
    s = activated("Troll", 9, MOVE, monsters="Troll 9, Draugr 13, Grendel 4", rings="red: Grendel")
    assert s.asked() == {"green": "monster_move"}
    s.play("green: move 6")
    assert s.asked() == {"green": "second_monster"}
    assert s.options("green") == ["activate Draugr", "done"]
    assert s.rule_against("green: activate Troll") == "LR-15.8"
    assert s.rule_against("green: activate Grendel") == "LR-15.8"
    s.feed(MOVE)
    s.play("green: activate Draugr", "green: move 14")
    assert (s.monster("Troll"), s.monster("Draugr"), s.monster("Grendel")) == (6, 14, 4)
    assert (s.state.turn, s.asked()) == (1, {"red": "hero_action"})


@pytest.mark.rule("LR-15.8")
def test_one_activation_is_enough() -> None:
    s = activated("Troll", 9, MOVE, monsters="Troll 9, Draugr 13")
    s.play("green: move 6", "green: done")
    assert (s.state.turn, s.asked()) == (1, {"red": "hero_action"})


@pytest.mark.rule("LR-14.2", "LR-17.11")
def test_the_action_needs_a_monster_to_activate_or_to_hunt() -> None:
    s = scene(stage="special", hero="green: 7", monsters="Loki 7, Troll 4", rings="red: Troll")
    assert s.rule_against("green: action monsters") == "LR-15.8"


@pytest.mark.rule("LR-15.8", "LR-15.10")
@pytest.mark.parametrize("ring", ["", "green: Troll", "red: Troll"])
def test_any_monster_in_the_heros_region_may_be_hunted(ring: str) -> None:
    s = scene(stage="special", hero="green: 7", monsters="Troll 7, Draugr 8", rings=ring)
    s.play("green: action monsters")
    assert s.rule_against("green: hunt Draugr") == "LR-15.8"
    s.play("green: hunt Troll")
    assert str(s.told("hunt_declared")[0]) == "Green hunts Troll; Blue acts for it."


@pytest.mark.rule("LR-30.13", "LR-15.11", "LR-26.5")
@pytest.mark.parametrize(
    ("clans", "slain", "tokens", "allowed"),
    [
        ("green red blue", "green: Troll, Grendel", "0", True),
        ("green red blue", "", "2", True),
        ("green red blue", "green: Troll", "1", True),
        ("green red blue", "green: Troll", "0", False),
        ("green red blue", "", "1", False),
        ("green red", "green: Troll", "0", True),
        ("green red", "", "1", True),
        ("green red", "", "0", False),
    ],
)
def test_who_may_hunt_loki(clans: str, slain: str, tokens: str, allowed: bool) -> None:
    s = scene(
        clans,
        stage="special",
        hero="green: 7",
        monsters="Loki 7, Draugr 8, Fafnir 9",
        slain=slain,
        slayers=f"green: {tokens}",
    )
    s.play("green: action monsters")
    assert s.rule_against("green: hunt Loki") == ("" if allowed else "LR-15.11")


# Activation


@pytest.mark.rule("LR-17.3", "LR-17.1", "LR-17.4")
@pytest.mark.parametrize(("face", "asked"), [(0, "monster_move"), (1, "monster_move"), (4, "move_or_attack")])
def test_a_neutral_monster_does_what_the_die_shows(face: int, asked: str) -> None:
    s = activated("Troll", 9, face, monsters="Troll 9, Draugr 13")
    assert s.asked() == {"green": asked}
    assert len(s.told("die_rolled")) == 1
    assert "decline" not in s.options("green")
    assert ("attack" in s.options("green")) == (face >= CHOOSE)


@pytest.mark.rule("LR-17.3")
@pytest.mark.parametrize("face", [2, 3])
def test_the_die_may_show_an_attack(face: int) -> None:
    s = activated("Troll", 9, face, monsters="Troll 9, Draugr 13", armies="red: 3 in 9")
    assert len(s.told("monster_attacks")) == 1
    assert s.armies("red", 9) == [2]


@pytest.mark.rule("LR-17.2")
def test_a_controlled_monster_does_what_its_controller_chooses() -> None:
    s = activated("Troll", 9, None, monsters="Troll 9, Draugr 13", rings="green: Troll")
    assert not s.told("die_rolled")
    assert s.asked() == {"green": "move_or_attack"}


@pytest.mark.rule("LR-17.1", "LR-11.4")
def test_a_monster_moves_to_an_adjacent_region_and_uses_no_drakkar() -> None:
    s = activated("Troll", 17, MOVE, monsters="Troll 17, Draugr 13", drakkars="green: South-West Sea")
    assert s.options("green") == ["move 15", "move 18"]


@pytest.mark.rule("LR-30.12", "LR-17.6", "LR-17.7")
@pytest.mark.parametrize(("value", "left"), [(3, [2]), (1, [])])
def test_draugr_tramples(value: int, left: list[int]) -> None:
    s = activated("Draugr", 20, MOVE, monsters="Draugr 20, Troll 13", armies=f"red: {value} in 19")
    s.play("green: move 19")
    assert s.armies("red", 19) == left
    assert s.pool("red") == 6 - len(left)


@pytest.mark.rule("LR-30.12", "LR-17.7")
def test_the_controller_of_a_monster_may_decline_to_trample() -> None:
    s = activated("Draugr", 20, None, monsters="Draugr 20, Troll 13", rings="green: Draugr", armies="red: 3 in 19")
    assert not s.told("die_rolled")
    s.play("green: move 19")
    assert s.options("green") == ["trample Red army 3", "decline"]
    s.play("green: decline")
    assert s.armies("red", 19) == [3]


@pytest.mark.rule("LR-17.6", "LR-17.7")
def test_who_moves_a_monster_chooses_the_army_it_tramples() -> None:
    s = activated("Draugr", 20, MOVE, monsters="Draugr 20, Troll 13", armies="red: 3 2 in 19")
    s.play("green: move 19")
    assert s.options("green") == ["trample Red army 2", "trample Red army 3"]
    assert s.rule_against("green: decline") == "LR-17.7"
    s.play("green: trample Red army 2")
    assert s.armies("red", 19) == [3, 1]


@pytest.mark.rule("LR-17.5", "LR-25.1")
def test_in_an_event_a_controller_decides_about_its_own_monster() -> None:
    s = scene(stage="special", wheel="green: prepare", monsters="Troll 9, Grendel 8", rings="red: Troll")
    uruz = RUNE_NAMES.index("uruz")
    cards = s.state.decks.event.cards
    s.feed(next(at for at, card in enumerate(cards) if event_facts(card).activates[0] == uruz))
    s.play("green: action build statue", "green: statue Odin")
    while s.asked() != {"red": "move_or_attack"}:
        decision = s.match.pending[0]
        s.match.play(decision.seat, decision.options[0])
    assert s.state.turn == s.seat("green")


@pytest.mark.rule("LR-17.10", "LR-17.12")
def test_monsters_and_heroes_block_nothing_and_loki_bars_armies() -> None:
    s = scene(stage="manoeuvres", armies="green: 2 in 18", monsters="Troll 15, Loki 19", hero="red: 15")
    s.play("green: activate army 2 18")
    assert s.rule_against("green: move 19") == "LR-17.12"
    s.play("green: move 15")
    assert s.armies("green", 15) == [2]


# Region attacks


@pytest.mark.rule("LR-17.13", "LR-17.9")
def test_fafnir_takes_two_value_from_an_army_in_its_region_be_it_the_controllers() -> None:
    s = activated(
        "Fafnir", 9, None, monsters="Fafnir 9, Draugr 13", rings="green: Fafnir", armies="green: 5 2 in 9; red: 3 in 8"
    )
    s.play("green: attack")
    assert s.options("green") == ["weaken Green army 2", "weaken Green army 5"]
    s.play("green: weaken Green army 5")
    assert (s.armies("green", 9), s.monster("Fafnir")) == ([3, 2], 9)


@pytest.mark.rule("LR-17.13", "LR-17.8")
def test_fafnir_flies_to_an_army_next_door_and_tramples() -> None:
    s = attacks("Fafnir", 9, armies="red: 3 in 8, 2 in 10, 4 in 12")
    assert s.options("green") == ["move 8", "move 10"]
    assert s.rule_against("green: move 6") == "LR-17.9"
    s.play("green: move 8")
    assert (s.monster("Fafnir"), s.armies("red", 8)) == (8, [2])


@pytest.mark.rule("LR-17.13")
def test_fafnir_does_nothing_where_no_army_is_near() -> None:
    s = attacks("Fafnir", 9, armies="red: 4 in 12")
    assert (s.monster("Fafnir"), s.asked()) == (9, {"green": "second_monster"})


@pytest.mark.rule("LR-17.14")
def test_the_troll_hits_an_army_here_and_one_next_door() -> None:
    s = attacks("Troll", 9, armies="red: 3 2 in 9; blue: 4 in 8; green: 2 in 10")
    s.play("green: weaken Red army 2")
    assert s.options("green") == ["region 8", "region 10"]
    s.play("green: region 8")
    assert (s.armies("red", 9), s.armies("blue", 8), s.armies("green", 10)) == ([3, 1], [3], [2])


@pytest.mark.rule("LR-17.14")
@pytest.mark.parametrize(("armies", "here", "near"), [("red: 3 in 9", [2], []), ("red: 3 in 8", [], [2])])
def test_a_half_of_the_trolls_attack_without_an_army_is_skipped(armies: str, here: list[int], near: list[int]) -> None:
    s = attacks("Troll", 9, armies=armies)
    assert (s.armies("red", 9), s.armies("red", 8)) == (here, near)


@pytest.mark.rule("LR-17.15", "LR-17.5")
def test_hati_and_skoll_take_a_card_or_a_rune_of_the_controllers_choice_and_run_to_a_holy_place() -> None:
    s = attacks(
        "Hati and Skoll", 9, control="red: 9", hands="red: Levy", runes="red: uruz", temples="8", armies="red: 2 in 8"
    )
    assert s.asked() == {"red": "prey"}
    assert sorted(s.options("red")) == ["discard Levy", "discard Uruz"]
    s.play("red: discard Uruz")
    assert (s.hand("red"), s.runes("red")) == (["Levy"], {})
    places = [f"place Hati and Skoll {region}" for region in (4, 8, 15, 21)]
    assert s.options("green") == places
    s.play("green: place Hati and Skoll 8")
    assert (s.monster("Hati and Skoll"), s.armies("red", 8)) == (8, [2])


@pytest.mark.rule("LR-17.15")
@pytest.mark.parametrize("control", ["", "red: 4"])
def test_hati_and_skoll_take_nothing_where_nobody_has_anything_and_go_to_another_region(control: str) -> None:
    s = attacks("Hati and Skoll", 4, control=control, hands="" if control else "red: Levy")
    assert s.options("green") == ["place Hati and Skoll 15", "place Hati and Skoll 21"]


@pytest.mark.rule("LR-17.16")
def test_huldra_favours_an_army_of_any_player_here_or_next_door() -> None:
    s = attacks("Huldra", 9, armies="red: 6 in 9, 2 in 8; blue: 3 in 10; green: 1 in 12")
    assert s.options("green") == ["region 8", "region 10"]
    s.play("green: region 10")
    assert s.armies("blue", 10) == [4]


@pytest.mark.rule("LR-17.16", "LR-17.4")
def test_huldra_favours_even_against_the_interest_of_who_decides() -> None:
    s = attacks("Huldra", 9, armies="red: 2 3 in 9")
    assert s.options("green") == ["favour Red army 2", "favour Red army 3"]
    s.play("green: favour Red army 3")
    assert s.armies("red", 9) == [4, 2]


@pytest.mark.rule("LR-17.17", "LR-4.7", "LR-17.19")
def test_grendel_drives_armies_away_and_the_marker_is_discarded() -> None:
    s = attacks("Grendel", 19, armies="red: 2 1 in 19", control="red: 19 20 21", artifacts="red: Brisingamen")
    assert s.options("red") == ["retreat 20", "retreat 21"]
    s.play("red: retreat 20")
    assert (s.armies("red", 20), s.controller(19), s.monster("Grendel")) == ([2, 1], None, 19)
    assert str(s.told("marker_discarded")[0]) == "Red's marker in Region 19 is discarded."


@pytest.mark.rule("LR-17.17")
def test_grendel_goes_elsewhere_in_the_land_where_no_marker_lay() -> None:
    s = attacks("Grendel", 19, armies="red: 2 in 19", control="red: 20")
    assert s.armies("red", 20) == [2]
    assert s.options("green") == [f"place Grendel {region}" for region in (18, 19, 20, 21)]
    s.play("green: place Grendel 20")
    assert (s.monster("Grendel"), s.armies("red", 20)) == (20, [2])


@pytest.mark.rule("LR-29.5", "LR-4.7")
@pytest.mark.parametrize(("option", "population"), [("printed", 4), ("zero", 0)])
def test_the_population_of_a_region_whose_marker_was_discarded(option: str, population: int) -> None:
    s = attacks("Grendel", 19, control="red: 19", options={"uncovered_population": option})
    assert s.match.view(None).table["regions"][18]["population"] == population


@pytest.mark.rule("LR-17.19", "LR-21.7")
def test_a_region_that_grendel_made_neutral_counts_for_nobody_and_its_artifact_stays() -> None:
    s = attacks("Grendel", 21, control="red: 18 19 20 21", artifacts="red: Brisingamen", temples="21")
    victory = s.match.view(None).table["players"][1]["victory"]
    assert (victory["jarl"]["have"], victory["gothi"]["have"], victory["yggdrasil"]["have"]) == (0, 0, 0)
    assert s.artifacts("red") == {"Brisingamen": "charged"}


@pytest.mark.rule("LR-17.18", "LR-17.9")
def test_draugr_takes_one_value_from_each_army_in_its_region() -> None:
    s = attacks("Draugr", 20, armies="red: 3 1 in 20")
    assert (s.armies("red", 20), s.monster("Draugr")) == ([2], 20)


@pytest.mark.rule("LR-17.18", "LR-17.8")
def test_draugr_moves_and_tramples_where_no_army_is_with_it() -> None:
    s = attacks("Draugr", 20, armies="red: 3 in 19")
    assert s.options("green") == ["move 2", "move 3", "move 19", "move 21"]
    s.play("green: move 19")
    assert s.armies("red", 19) == [2]


# Loki


@pytest.mark.rule("LR-22.3", "LR-27.10")
def test_loki_goes_where_the_next_event_is_and_nothing_else_on_that_card_counts() -> None:
    s = scene(stage="special", wheel="green: prepare", monsters="Loki 7")
    cards = list(s.state.decks.event.cards)
    first, second = [at for at, card in enumerate(cards) if event_facts(card).boss][:2]
    region = event_facts(cards[second]).region
    s.feed(first, second)
    s.play("green: action build statue", "green: statue Odin")
    assert s.monster("Loki") == region
    assert len(s.told("event_drawn")) == len(s.match.view(None).table["decks"]["event"]["discards"]) == 2
