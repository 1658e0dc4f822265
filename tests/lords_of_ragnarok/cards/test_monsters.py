"""The Monsters' cards: Region attacks, and Loki."""

import pytest

from drakkar.games.lords_of_ragnarok.card import event_facts
from tests.lords_of_ragnarok.monsters_setup import activated, attacks
from tests.lords_of_ragnarok.scene import scene


@pytest.mark.rule("LR-17.13", "LR-17.9")
def test_fafnir_takes_two_value_from_an_army_in_its_region_be_it_the_controllers() -> None:
    s = activated(
        "Fafnir", 9, None, monsters="Fafnir 9, Draugr 13", rings="green: Fafnir", armies="green: 5 2 in 9; red: 3 in 8"
    )
    s.play("green: attack")
    assert s.choices("green") == ["weaken Green army 2", "weaken Green army 5"]
    s.play("green: weaken Green army 5")
    assert (s.armies("green", 9), s.monster("Fafnir")) == ([3, 2], 9)


@pytest.mark.rule("LR-17.13", "LR-17.8")
def test_fafnir_flies_to_an_army_next_door_and_tramples() -> None:
    s = attacks("Fafnir", 9, armies="red: 3 in 8, 2 in 10, 4 in 12")
    assert s.choices("green") == ["move 8", "move 10"]
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
    assert s.choices("green") == ["region 8", "region 10"]
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
    assert sorted(s.choices("red")) == ["discard Levy", "discard Uruz"]
    s.play("red: discard Uruz")
    assert (s.hand("red"), s.runes("red")) == (["Levy"], {})
    places = [f"place Hati and Skoll {region}" for region in (4, 8, 15, 21)]
    assert s.choices("green") == places
    s.play("green: place Hati and Skoll 8")
    assert (s.monster("Hati and Skoll"), s.armies("red", 8)) == (8, [2])


@pytest.mark.rule("LR-17.15")
@pytest.mark.parametrize("held", [{"hands": "red: Levy"}, {"runes": "red: uruz"}])
def test_hati_and_skoll_take_the_only_thing_that_the_controller_has(held: dict[str, str]) -> None:
    s = attacks("Hati and Skoll", 9, control="red: 9", **held)
    assert (s.hand("red"), s.runes("red")) == ([], {})


@pytest.mark.rule("LR-17.15")
@pytest.mark.parametrize("control", ["", "red: 4"])
def test_hati_and_skoll_take_nothing_where_nobody_has_anything_and_go_to_another_region(control: str) -> None:
    s = attacks("Hati and Skoll", 4, control=control, hands="" if control else "red: Levy")
    assert s.choices("green") == ["place Hati and Skoll 15", "place Hati and Skoll 21"]


@pytest.mark.rule("LR-17.16")
def test_huldra_favours_an_army_of_any_player_here_or_next_door() -> None:
    s = attacks("Huldra", 9, armies="red: 6 in 9, 2 in 8; blue: 3 in 10; green: 1 in 12")
    assert s.choices("green") == ["region 8", "region 10"]
    s.play("green: region 10")
    assert s.armies("blue", 10) == [4]


@pytest.mark.rule("LR-17.16", "LR-17.4")
def test_huldra_favours_even_against_the_interest_of_who_decides() -> None:
    s = attacks("Huldra", 9, armies="red: 2 3 in 9")
    assert s.choices("green") == ["favour Red army 2", "favour Red army 3"]
    s.play("green: favour Red army 3")
    assert s.armies("red", 9) == [4, 2]


@pytest.mark.rule("LR-17.17", "LR-4.7", "LR-17.19")
def test_grendel_drives_armies_away_and_the_marker_is_discarded() -> None:
    s = attacks("Grendel", 19, armies="red: 2 1 in 19", control="red: 19 20 21", artifacts="red: Brisingamen")
    assert s.choices("red") == ["retreat 20", "retreat 21"]
    s.play("red: retreat 20")
    assert (s.armies("red", 20), s.controller(19), s.monster("Grendel")) == ([2, 1], None, 19)
    assert str(s.told("marker_discarded")[0]) == "Red's marker in Region 19 is discarded."


@pytest.mark.rule("LR-17.17")
def test_grendel_goes_elsewhere_in_the_land_where_no_marker_lay() -> None:
    s = attacks("Grendel", 19, armies="red: 2 in 19", control="red: 20")
    assert s.armies("red", 20) == [2]
    assert s.choices("green") == [f"place Grendel {region}" for region in (18, 19, 20, 21)]
    s.play("green: place Grendel 20")
    assert (s.monster("Grendel"), s.armies("red", 20)) == (20, [2])


@pytest.mark.rule("LR-29.5", "LR-4.7")
@pytest.mark.parametrize(("ruling", "population"), [("printed", 4), ("zero", 0)])
def test_the_population_of_a_region_whose_marker_was_discarded(ruling: str, population: int) -> None:
    s = attacks("Grendel", 19, control="red: 19", rulings={"uncovered_population": ruling})
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
    assert s.choices("green") == ["move 2", "move 3", "move 19", "move 21"]
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
