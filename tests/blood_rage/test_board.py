"""Section 2: what is in the box, and what the board allows."""

import random
from collections import Counter
from typing import Any

import pytest

import drakkar
from drakkar.games.blood_rage.card import CARDS, KIND_NAMES
from drakkar.games.blood_rage.cards.decks import deck
from tests.blood_rage.playing import PLAYERS, clan_of, moments, place_of, play_at_random, provinces_of, table, two_games
from tests.blood_rage.scene import scene

# Region, villages, neighbours on the ring, supporting fjord: the table of BR-2.3.
OUTER = {
    "Elvagar": ("Manheim", 4, {"Myrkulor", "Angerboda"}, "F1"),
    "Angerboda": ("Manheim", 5, {"Elvagar", "Muspelheim"}, "F1"),
    "Muspelheim": ("Jotunheim", 5, {"Angerboda", "Horgr"}, "F2"),
    "Horgr": ("Jotunheim", 4, {"Muspelheim", "Utgard"}, "F2"),
    "Utgard": ("Jotunheim", 3, {"Horgr", "Andlang"}, "F3"),
    "Andlang": ("Alfheim", 3, {"Utgard", "Gimle"}, "F3"),
    "Gimle": ("Alfheim", 5, {"Andlang", "Myrkulor"}, "F4"),
    "Myrkulor": ("Manheim", 3, {"Gimle", "Elvagar"}, "F4"),
}
PROVINCES = [*OUTER, "Yggdrasil"]
FJORDS = {
    "F1": {"Elvagar", "Angerboda"},
    "F2": {"Muspelheim", "Horgr"},
    "F3": {"Utgard", "Andlang"},
    "F4": {"Gimle", "Myrkulor"},
}


def neighbours(province: str) -> set[str]:
    """Those of BR-2.3, Yggdrasil included."""
    return set(OUTER) if province == "Yggdrasil" else OUTER[province][2] | {"Yggdrasil"}


def beside(province: str) -> str:
    """Another province than this one and Yggdrasil."""
    return "Horgr" if province != "Horgr" else "Gimle"


# The box


@pytest.mark.rule("BR-2.1")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_base_box_has_34_cards_for_each_age(age: int) -> None:
    assert len(deck(age, 4)) == 34


@pytest.mark.rule("BR-2.1")
def test_the_base_box_has_nine_monsters_three_for_each_age() -> None:
    monsters = {CARDS[card].name: age for age in (1, 2, 3) for card in deck(age, 4) if CARDS[card].kind == 5}
    assert KIND_NAMES[5] == "monster"
    assert Counter(monsters.values()) == {1: 3, 2: 3, 3: 3}


@pytest.mark.rule("BR-2.1")
def test_four_clans_have_forty_figures_and_the_board_has_nine_tokens() -> None:
    match = drakkar.new("blood_rage", seats=4, seed=1)
    assert sum(sum(clan["reserve"].values()) for clan in table(match)["clans"]) == 40
    assert len([province for province in provinces_of(match) if province["token"]]) == 9


@pytest.mark.rule("BR-2.14")
@pytest.mark.parametrize("seed", range(5))
def test_the_nine_pillage_tokens(seed: int) -> None:
    match = drakkar.new("blood_rage", seats=4, seed=seed)
    tokens = {province["name"]: province["token"] for province in provinces_of(match)}
    assert Counter(tokens.values()) == {"Rage": 3, "Axes": 2, "Horns": 2, "five Glory": 1, "all three stats": 1}
    assert tokens["Yggdrasil"] == "all three stats"


@pytest.mark.rule("BR-2.14")
@pytest.mark.parametrize(
    ("where", "token", "glory", "steps"),
    [
        ("Gimle", "rage", 0, (2, 1, 1)),
        ("Gimle", "axes", 0, (1, 2, 1)),
        ("Gimle", "horns", 0, (1, 1, 2)),
        ("Gimle", "glory", 5, (1, 1, 1)),
        ("Yggdrasil", "all", 0, (2, 2, 2)),
    ],
)
def test_each_token_gives_what_it_shows(where: str, token: str, glory: int, steps: tuple[int, int, int]) -> None:
    s = scene("wolf raven", figures=f"wolf: warrior in {where}", tokens={where: token})
    s.play(f"wolf: pillage {where}")
    assert s.glory("wolf") == glory
    assert tuple(s.step("wolf", stat) for stat in ("rage", "axes", "horns")) == steps


@pytest.mark.rule("BR-2.15")
def test_the_five_clans_and_their_colours() -> None:
    match = drakkar.new("blood_rage", seats=5, seed=1)
    assert [(clan["name"], clan["colour"]) for clan in table(match)["clans"]] == [
        ("wolf", "red"),
        ("raven", "blue"),
        ("serpent", "yellow"),
        ("bear", "brown"),
        ("ram", "green"),
    ]


@pytest.mark.rule("BR-2.15")
def test_there_is_no_sixth_clan() -> None:
    with pytest.raises(drakkar.BadArgument, match="no side 'fox'"):
        drakkar.new("blood_rage", seats=2, seed=1, sides=["wolf", "fox"])


def without_names(match: drakkar.Match) -> dict[str, Any]:
    """The table as a spectator sees it, with seats in place of clans."""
    data: dict[str, Any] = match.view(None).to_json()["table"]
    for seat, clan in enumerate(data["clans"]):
        assert clan.pop("name") == match.sides[seat]
        clan.pop("colour")
    for place in data["places"]:
        for field in ("figures", "strength"):
            place[field] = {match.sides.index(clan): here for clan, here in place.get(field, {}).items()}
    return data


@pytest.mark.rule("BR-2.15")
def test_clans_differ_in_nothing_but_name_and_colour() -> None:
    """The same seed and the same choices lead other clans through the same game."""
    one = drakkar.new("blood_rage", seats=3, seed=5, sides=["wolf", "raven", "serpent"])
    other = drakkar.new("blood_rage", seats=3, seed=5, sides=["ram", "serpent", "bear"])
    dice, same_dice = random.Random(5), random.Random(5)
    while not one.over:
        play_at_random(one, dice)
        play_at_random(other, same_dice)
        assert without_names(one) == without_names(other)
    assert one.outcome == other.outcome


@pytest.mark.rule("BR-2.16")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_no_card_of_an_optional_set_is_in_a_standard_deck(age: int) -> None:
    names = Counter(CARDS[card].name for card in deck(age, 5))
    optional = {"Wolfman", "Ymir", "Mountain Giant", "Mystic Troll", "Hildisvini", "Nidhoggr"}
    optional |= {"Frigga's Chosen", "Odin's Chosen", "Thor's Chosen"}
    assert not optional & set(names)
    assert not [name for name in names if name.startswith("Fenrir")]
    assert all(names[monster] <= 1 for monster in ("Dwarf Chieftain", "Dark Elf", "Soldier of Hel"))


# Provinces


@pytest.mark.rule("BR-2.2")
def test_nine_provinces_eight_of_them_in_three_regions() -> None:
    match = drakkar.new("blood_rage", seats=5, seed=1)
    assert {province["name"] for province in provinces_of(match)} == set(PROVINCES)
    regions = Counter(province["region"] for province in provinces_of(match))
    assert regions == {"Manheim": 3, "Jotunheim": 3, "Alfheim": 2, None: 1}
    assert place_of(match, "Yggdrasil")["region"] is None


@pytest.mark.rule("BR-2.3")
@pytest.mark.parametrize("province", OUTER)
def test_region_villages_and_fjord_of_each_outer_province(province: str) -> None:
    region, villages, _, fjord = OUTER[province]
    facts = place_of(drakkar.new("blood_rage", seats=2, seed=1), province)
    assert (facts["region"], facts["villages"], facts["fjord"]) == (region, villages, fjord)


@pytest.mark.rule("BR-2.3", "BR-2.4")
@pytest.mark.parametrize("target", PROVINCES)
def test_figures_come_to_a_battle_from_exactly_the_neighbours_of_the_table(target: str) -> None:
    came = set()
    for origin in PROVINCES:
        if origin != target:
            s = scene("wolf raven", figures=f"wolf: leader in {target}; raven: warrior in {origin}")
            s.play(f"wolf: pillage {target}")
            if s.asked() == {"raven": "call"}:
                came.add(origin)
    assert came == neighbours(target)


@pytest.mark.rule("BR-2.4")
def test_adjacency_is_mutual() -> None:
    s = scene("wolf raven", figures="wolf: leader in Elvagar; raven: warrior in Myrkulor, leader in Gimle")
    s.play("wolf: pillage Elvagar")
    assert s.choices("raven") == ["join warrior from Myrkulor", "decline"]
    assert s.rule_against("raven: join leader from Gimle") == "BR-11.4"
    back = scene("wolf raven", figures="wolf: leader in Myrkulor; raven: warrior in Elvagar, leader in Angerboda")
    back.play("wolf: pillage Myrkulor")
    assert back.choices("raven") == ["join warrior from Elvagar", "decline"]
    assert back.rule_against("raven: join leader from Angerboda") == "BR-11.4"


def crowd(province: str, figures: int) -> str:
    """So many figures in a province, of two clans."""
    mine = figures // 2
    groups = [f"wolf: {mine} warrior in {province}"] if mine else []
    return "; ".join([*groups, f"raven: {figures - mine} warrior in {province}"])


@pytest.mark.rule("BR-2.5")
@pytest.mark.parametrize("province", OUTER)
def test_an_outer_province_takes_no_more_figures_than_it_has_villages(province: str) -> None:
    villages = OUTER[province][1]
    almost = scene("wolf raven", figures=crowd(province, villages - 1))
    almost.play(f"wolf: invade leader {province}")
    assert almost.at("wolf", province)["leader"] == 1
    full = scene("wolf raven", figures=crowd(province, villages))
    reason = full.why_not(f"wolf: invade leader {province}")
    assert reason is not None
    assert reason.rule == "BR-7.6"
    assert (reason.params["have"], reason.params["most"]) == (villages, villages)
    assert not [choice for choice in full.choices("wolf") if choice.endswith(province) and "invade" in choice]


@pytest.mark.rule("BR-2.5")
@pytest.mark.parametrize("province", OUTER)
def test_a_full_province_takes_no_marching_figure(province: str) -> None:
    villages = OUTER[province][1]
    origin = beside(province)
    s = scene("wolf raven", figures=f"raven: {villages} warrior in {province}; wolf: 2 warrior in {origin}")
    reason = s.why_not(f"wolf: march {origin} {province}")
    assert reason is not None
    assert reason.rule == "BR-8.3"
    assert (reason.params["have"], reason.params["most"]) == (villages, villages)


@pytest.mark.rule("BR-2.5")
def test_the_call_to_battle_stops_when_the_last_village_is_taken() -> None:
    s = scene("wolf raven", figures="wolf: 2 warrior in Utgard; raven: 2 warrior in Horgr")
    s.play("wolf: pillage Utgard", "raven: join warrior from Horgr")
    assert s.told("call_ended")
    assert s.at("raven", "Horgr") == {"warrior": 1}


@pytest.mark.rule("BR-2.5")
@pytest.mark.parametrize("seats", PLAYERS)
def test_no_province_ever_holds_more_figures_than_villages(seats: int) -> None:
    fullest = 0
    for seen in moments(seats):
        for province in seen["places"][:8]:
            figures = sum(sum(kinds.values()) for kinds in province["figures"].values())
            assert figures <= OUTER[province["name"]][1]
            fullest = max(fullest, figures)
    assert fullest >= 2


@pytest.mark.rule("BR-2.6")
def test_yggdrasil_takes_any_number_of_figures() -> None:
    s = scene(
        "wolf raven serpent",
        figures="raven: 8 warrior in Yggdrasil, leader in Yggdrasil; serpent: 8 warrior in Yggdrasil;"
        " wolf: 5 warrior in Gimle",
    )
    s.play("wolf: march Gimle Yggdrasil", *["wolf: warrior"] * 4)
    assert s.at("wolf", "Yggdrasil") == {"warrior": 5}
    assert place_of(s.match, "Yggdrasil")["villages"] is None


@pytest.mark.rule("BR-2.6")
def test_the_call_to_yggdrasil_never_ends_for_want_of_villages() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: 5 warrior in Gimle, leader in Yggdrasil; raven: 8 warrior in Yggdrasil, leader in Horgr",
    )
    s.play("wolf: pillage Yggdrasil", "raven: join leader from Horgr")
    for _ in range(4):
        s.play("wolf: join warrior from Gimle")
    assert s.asked() == {"wolf": "call"}
    s.play("wolf: join warrior from Gimle")
    assert s.at("wolf", "Yggdrasil") == {"warrior": 5, "leader": 1}


# Fjords


@pytest.mark.rule("BR-2.7")
def test_four_fjords_support_two_outer_provinces_each() -> None:
    match = drakkar.new("blood_rage", seats=5, seed=1)
    places = table(match)["places"]
    assert {place["name"]: set(place["supports"]) for place in places if "supports" in place} == FJORDS


@pytest.mark.rule("BR-2.7")
@pytest.mark.parametrize("fjord", FJORDS)
def test_a_ship_gives_its_strength_to_both_provinces_of_its_fjord_and_to_no_other(fjord: str) -> None:
    s = scene("wolf raven", figures=f"wolf: ship in {fjord}")
    strengths = {province["name"]: province["strength"] for province in provinces_of(s.match)}
    assert {name for name, strength in strengths.items() if strength == {"wolf": 2}} == FJORDS[fjord]
    assert sum(len(strength) for strength in strengths.values()) == 2


@pytest.mark.rule("BR-2.8")
def test_a_fjord_takes_any_number_of_ships() -> None:
    clans = ["wolf", "raven", "serpent", "bear", "ram"]
    s = scene(" ".join(clans), figures="ram: Sea Serpent in reserve")
    for clan in clans:
        s.play(f"{clan}: invade ship F1")
    for clan in clans[:4]:
        s.play(f"{clan}: pass")
    s.play("ram: invade Sea Serpent F1")
    assert [s.at(clan, "F1") for clan in clans] == [{"ship": 1}] * 4 + [{"ship": 1, "Sea Serpent": 1}]


@pytest.mark.rule("BR-2.8")
@pytest.mark.parametrize("figure", ["warrior", "leader", "Dwarf Chieftain"])
@pytest.mark.parametrize("fjord", FJORDS)
def test_no_other_figure_goes_into_a_fjord(figure: str, fjord: str) -> None:
    s = scene("wolf raven", figures="wolf: Dwarf Chieftain in reserve")
    assert s.rule_against(f"wolf: invade {figure} {fjord}") == "BR-2.8"
    assert f"invade {figure} {fjord}" not in s.choices("wolf")
    assert f"invade ship {fjord}" in s.choices("wolf")


@pytest.mark.rule("BR-2.8")
def test_a_fjord_is_no_province_to_march_to_or_to_pillage() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle, ship in F4")
    assert s.rule_against("wolf: march Gimle F4") == "BR-8.5"
    assert s.rule_against("wolf: march F4 Gimle") == "BR-8.5"
    with pytest.raises(drakkar.UnreadableChoice):
        s.why_not("wolf: pillage F4")
    assert "villages" not in place_of(s.match, "F4")
    assert "token" not in place_of(s.match, "F4")


@pytest.mark.rule("BR-2.8")
@pytest.mark.parametrize("seats", PLAYERS)
def test_nothing_but_ships_is_ever_in_a_fjord(seats: int) -> None:
    met: set[str] = set()
    for seen in two_games(seats):
        for fjord in seen["places"][9:]:
            met |= {figure for figures in fjord["figures"].values() for figure in figures}
    assert "ship" in met
    assert met <= {"ship", "Sea Serpent"}


@pytest.mark.rule("BR-2.9")
def test_a_province_can_be_pillaged_from_its_fjord() -> None:
    s = scene("wolf raven", figures="wolf: ship in F4")
    assert [choice for choice in s.choices("wolf") if "pillage" in choice] == ["pillage Gimle", "pillage Myrkulor"]
    s.play("wolf: pillage Myrkulor")
    assert s.is_pillaged("Myrkulor")
    assert not s.is_pillaged("Gimle")


@pytest.mark.rule("BR-2.9")
def test_a_ship_in_the_fjord_is_drawn_into_the_battle_and_lost_with_it() -> None:
    s = scene("wolf raven", figures="wolf: 3 warrior in Gimle; raven: ship in F4")
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline")
    assert s.told("battle_won")[0].data["clan"] == "Wolf"
    assert s.at("raven", "F4") == {}
    assert s.at("raven", "Valhalla") == {"ship": 1}


@pytest.mark.rule("BR-2.9")
def test_a_battle_leaves_ships_in_other_fjords_alone() -> None:
    s = scene("wolf raven", figures="wolf: 3 warrior in Gimle; raven: ship in F3, warrior in Gimle")
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline")
    assert s.at("raven", "F3") == {"ship": 1}
    assert s.at("raven", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-2.9")
def test_ragnarok_of_a_province_strikes_its_fjord_too() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Gimle", "Horgr", "Utgard"),
        figures="wolf: ship in F4, warrior in Myrkulor; raven: ship in F3",
    )
    assert s.at("wolf", "F4") == {}
    assert s.glory("wolf") == 2
    assert s.at("wolf", "Myrkulor") == {"warrior": 1}
    assert s.at("raven", "F3") == {"ship": 1}


@pytest.mark.rule("BR-2.10")
def test_each_outer_province_has_exactly_one_fjord_and_yggdrasil_none() -> None:
    match = drakkar.new("blood_rage", seats=5, seed=1)
    fjords = [place for place in table(match)["places"] if "supports" in place]
    for province in provinces_of(match):
        supporting = [fjord["name"] for fjord in fjords if province["name"] in fjord["supports"]]
        expected = [] if province["name"] == "Yggdrasil" else [OUTER[province["name"]][3]]
        assert supporting == expected


@pytest.mark.rule("BR-2.11")
def test_fjords_are_on_the_board_and_valhalla_and_reserve_are_not() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle, ship in F1, leader in Yggdrasil, 3 warrior in Valhalla")
    assert clan_of(s.match, "wolf")["on_board"] == 3
    s.play("wolf: invade warrior Horgr", "raven: pass")
    reason = s.why_not("wolf: invade warrior Horgr")
    assert reason is not None
    assert reason.rule == "BR-7.5"
    assert (reason.params["have"], reason.params["most"]) == (4, 4)


# Destroyed provinces


@pytest.mark.rule("BR-2.12")
def test_a_destroyed_province_is_neither_invaded_nor_entered_nor_pillaged() -> None:
    s = scene("wolf raven", destroyed="Gimle", figures="wolf: warrior in Horgr, ship in F4")
    for choice in ("invade warrior Gimle", "invade leader Gimle", "march Horgr Gimle", "pillage Gimle"):
        assert s.rule_against(f"wolf: {choice}") == "BR-2.12"
    assert not [choice for choice in s.choices("wolf") if "Gimle" in choice]


@pytest.mark.rule("BR-2.12")
def test_a_province_that_falls_in_ragnarok_is_out_of_the_next_age_too() -> None:
    match = drakkar.new("blood_rage", seats=5, seed=9)
    dice = random.Random(9)
    while table(match)["age"] == 1 or table(match)["phase"] != "Action":
        play_at_random(match, dice)
    fallen = table(match)["ragnarok"][0]
    assert place_of(match, fallen)["destroyed"]
    seat = match.pending[0].seat
    reason = match.why_not(seat, f"invade leader {fallen}")
    assert reason is not None
    assert (reason.rule, reason.params["place"]) == ("BR-2.12", fallen)


@pytest.mark.rule("BR-2.12")
@pytest.mark.parametrize("seats", PLAYERS)
def test_what_is_destroyed_stays_destroyed_and_empty(seats: int) -> None:
    gone: set[str] = set()
    for seen in moments(seats):
        destroyed = [province for province in seen["places"][:9] if province["destroyed"]]
        assert all(province["figures"] == {} for province in destroyed)
        names = {province["name"] for province in destroyed}
        assert gone <= names
        gone = names
    assert "Yggdrasil" not in gone
    assert len(gone) == {2: 6, 3: 5, 4: 4, 5: 3}[seats]


@pytest.mark.rule("BR-2.12")
@pytest.mark.parametrize(("destroyed", "glory"), [("", 5), ("Gimle", 0)])
def test_a_destroyed_province_fulfils_no_quest(destroyed: str, glory: int) -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        destroyed=destroyed,
        ragnarok=("Horgr", "Utgard", "Muspelheim"),
        figures="wolf: ship in F4",
        quests={"wolf": "Alfheim!"},
    )
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-2.13")
@pytest.mark.parametrize("destroyed", ["", "Gimle", "Myrkulor"])
def test_a_fjord_is_open_while_one_of_its_provinces_survives(destroyed: str) -> None:
    s = scene("wolf raven", destroyed=destroyed)
    s.play("wolf: invade ship F4")
    assert s.at("wolf", "F4") == {"ship": 1}


@pytest.mark.rule("BR-2.13")
@pytest.mark.parametrize("fjord", FJORDS)
def test_a_fjord_is_closed_once_both_its_provinces_are_gone(fjord: str) -> None:
    s = scene("wolf raven", destroyed=", ".join(FJORDS[fjord]), figures="wolf: Sea Serpent in reserve")
    assert s.rule_against(f"wolf: invade ship {fjord}") == "BR-2.13"
    assert s.rule_against(f"wolf: invade Sea Serpent {fjord}") == "BR-2.13"
    others = [f"invade ship {other}" for other in FJORDS if other != fjord]
    assert [choice for choice in s.choices("wolf") if choice.startswith("invade ship")] == others


@pytest.mark.rule("BR-2.13")
def test_a_fjord_beside_a_destroyed_province_supports_only_the_other_one() -> None:
    s = scene("wolf raven", destroyed="Myrkulor", figures="wolf: ship in F4")
    assert s.rule_against("wolf: pillage Myrkulor") == "BR-2.12"
    assert [choice for choice in s.choices("wolf") if "pillage" in choice] == ["pillage Gimle"]
    assert place_of(s.match, "Gimle")["strength"] == {"wolf": 2}
    s.play("wolf: pillage Gimle")
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-2.13")
def test_a_ship_has_no_strength_in_a_destroyed_province() -> None:
    s = scene("wolf raven", destroyed="Myrkulor", figures="wolf: ship in F4")
    assert place_of(s.match, "Myrkulor")["strength"] == {}
