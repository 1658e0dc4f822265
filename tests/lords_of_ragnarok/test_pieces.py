"""Pieces, pools, what lies open, parts within parts, and the end of it all (sections 2, 4, 6, 11, 24, 25)."""

import pytest

from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards
from tests.lords_of_ragnarok.playing import PLAYERS, fresh, table
from tests.lords_of_ragnarok.scene import scene


@pytest.mark.rule("LR-2.2", "LR-24.5")
def test_everybody_sees_what_a_player_owns_off_the_board() -> None:
    s = scene(
        "green red",
        runes="red: uruz uruz",
        priests="red: 1",
        hands="red: Levy",
        gifts="red: Pilgrims",
        artifacts="red: Mjolnir",
        slain="red: Troll",
        slayers="red: 1",
        armies="red: 2 in 5",
    )
    red = table(s.match, 0)["players"][1]
    assert red["runes"]["uruz"] == 2
    assert red["priests"]["pool"] == 1
    assert red["armies_in_pool"] == 5
    assert red["gifts"] == ["Pilgrims"]
    assert red["artifacts"] == {"Mjolnir": "charged"}
    assert red["victory"]["slayer"]["have"] == 2
    assert table(s.match, 0)["supply"]["uruz"] <= 10


@pytest.mark.rule("LR-2.3")
def test_a_marker_or_a_ring_says_who_controls_and_without_one_it_is_neutral() -> None:
    s = scene("green red", control="green: 5", monsters="Troll 5, Fafnir 8", rings="red: Troll")
    seen = table(s.match)
    assert [region["control"] for region in seen["regions"] if region["number"] in (5, 6)] == [0, None]
    assert {one["name"]: one["ring"] for one in seen["monsters"] if one["region"]} == {"Troll": 1, "Fafnir": None}


@pytest.mark.rule("LR-2.6")
def test_a_player_may_hold_more_regions_than_there_are_markers() -> None:
    """Green holds 19 of 21 Regions, with markers on Wounds, the wheel and Realms besides: more than 20."""
    s = scene(
        "green red blue",
        stage="manoeuvres",
        control="green: 1 2 4 5 6 7 9 10 12 14 15 16 17 18 19",
        armies="green: 3 in 19",
        wounds="green: Troll 1 2 3",
        alliances="green: vanaheim niflheim",
        wheel="green: prepare, mobilize",
    )
    s.play("green: activate army 3 19", "green: move 20")
    assert s.controller(20) == "green"


@pytest.mark.rule("LR-4.9")
def test_the_changes_of_one_check_are_one_change() -> None:
    """Two Regions are taken in one check: both before the victory is asked for, so neither alone decides."""
    s = scene(
        "green red",
        stage="manoeuvres",
        armies="green: 4 in 13, 3 in 12; red: 1 in 16",
        control="green: 1 2 3 8 9 10 11",
        hero="green: 9; red: 15",
    )
    s.play("green: done")
    assert s.match.outcome is not None
    assert s.match.outcome.victory == "Great Jarl"
    assert [event.data["region"] for event in s.told("control_taken")][:2] == ["Region 12", "Region 13"]


@pytest.mark.rule("LR-5.5")
def test_wisdom_limits_cards_and_runes_apart() -> None:
    s = scene("green red", attributes="green: wisdom 3", hands="green: Levy, Levy, Scouts", runes="green: uruz")
    assert table(s.match)["players"][0]["limits"] == {"cards": 3, "runes": 3}
    assert s.asked() != {"green": "discard_card"}


@pytest.mark.rule("LR-6.2")
def test_every_action_of_the_wheel_faces_its_realm() -> None:
    seen = table(scene("green red").match)
    assert dict(zip(seen["wheel"], seen["alliances"], strict=True)) == {
        "mobilize": "Vanaheim",
        "reinforce": "Alfheim",
        "build temple": "Jotunheim",
        "monsters": "Muspelheim",
        "usurp": "Svartalfheim",
        "prepare": "Niflheim",
    }


@pytest.mark.rule("LR-6.13")
def test_monsters_and_the_boss_may_share_a_region() -> None:
    s = scene("green red", monsters="Troll 7, Fafnir 7, Loki 7")
    assert {one["name"] for one in table(s.match)["monsters"] if one["region"] == 7} == {"Troll", "Fafnir", "Loki"}


@pytest.mark.rule("LR-11.3")
def test_a_drakkar_sails_to_adjacent_seas_whoever_is_there() -> None:
    s = scene("green red", stage="hero", drakkars="green: North Sea; red: North-East Sea")
    assert [choice for choice in s.choices("green") if choice.startswith("sail")] == [
        "sail North-East Sea",
        "sail West Sea",
    ]
    assert s.rule_against("green: sail South Sea") == "LR-11.3"
    s.play("green: sail North-East Sea")
    assert s.sea("green") == s.sea("red")


@pytest.mark.rule("LR-24.2")
def test_drawing_stops_when_deck_and_discards_are_empty() -> None:
    s = scene("green red")
    deck = s.state.decks.combat
    left = deck.left
    draw_cards(s.state, 0, left + 5)
    assert s.state.hand.sizes[0] == left
    assert deck.size() == deck.thrown == 0


@pytest.mark.rule("LR-24.1")
def test_an_empty_deck_takes_its_discards() -> None:
    s = scene("green red")
    deck = s.state.decks.combat
    for card in s.state.hand.of(0):
        deck.discard(card)
    draw_cards(s.state, 1, deck.left)
    for card in s.state.hand.take_all(1):
        deck.discard(card)
    draw_cards(s.state, 0, 1)
    assert s.state.hand.sizes[0] == 1
    assert deck.thrown == 0


@pytest.mark.rule("LR-25.3")
def test_a_part_begun_inside_another_is_finished_before_the_outer_goes_on() -> None:
    """Prepare covers Red's marker: Red takes a Rune and comes down to the limit before Green prepares."""
    s = scene("green red", stage="special", wheel="red: prepare", runes="red: uruz uruz")
    s.play("green: action prepare")
    assert s.asked() == {"red": "take_rune"}
    s.play("red: take Uruz")
    assert s.asked() == {"green": "prepare"}
    assert s.runes("red") == {"uruz": 2}
    assert [event.kind for event in s.events()][-3:] == ["marker_covered", "rune_gained", "rune_discarded"]


@pytest.mark.rule("LR-25.4")
def test_an_army_that_reaches_the_population_takes_control_at_the_end_of_the_stage() -> None:
    """An Army of 1 in Region 5 (2) is trained by a Priest of Odin at level 1; the Region is taken after stage 1."""
    s = scene("green red", priests="green: 1", levels="odin 1", armies="green: 1 in 5", hero="green: 2")
    s.play("green: pray Odin")
    assert s.armies("green", 5) == [2]
    assert s.controller(5) is None
    s.to_stage("hero")
    assert s.controller(5) == "green"


@pytest.mark.rule("LR-25.5", "LR-1.5")
def test_a_win_ends_everything_at_once() -> None:
    """The first of two battles wins the match; the second is never fought."""
    s = scene(
        "green red",
        stage="special",
        armies="green: 5 in 13, 5 in 16; red: 1 in 13, 1 in 16",
        control="green: 1 2 3 8 9 10 11 12; red: 13 16",
        hero="red: 16",
    )
    s.play("green: action prepare", "green: prepare draw", "green: prepare draw", "green: fight 13")
    s.play("red: pass", "green: pass")
    assert s.match.outcome is not None
    assert s.match.outcome.winners == (0,)
    assert len(s.told("battle_begins")) == 1
    assert s.armies("red", 16) == [1]


@pytest.mark.rule("LR-1.9")
@pytest.mark.parametrize("seats", PLAYERS)
def test_everybody_is_at_the_table_from_the_beginning(seats: int) -> None:
    assert len(table(fresh(seats))["players"]) == seats
