"""Sections 1 and 4: control of Regions, and the victories that come of it."""

import pytest

from tests.lords_of_ragnarok.playing import table
from tests.lords_of_ragnarok.scene import Scene, scene


def march(value: int, **said: str) -> Scene:
    """Green moves an Army from Region 18 to Region 19 in stage 4."""
    s = scene(stage="manoeuvres", armies=f"green: {value} in 18" + said.pop("others", ""), **said)  # type: ignore[arg-type]
    s.play(f"green: activate army {value} 18", "green: move 19")
    return s


@pytest.mark.rule("LR-4.1", "LR-30.1")
def test_an_army_of_the_population_strength_takes_the_region_at_the_end_of_the_stage() -> None:
    s = march(4, control="green: 18")
    assert s.controller(19) == "green"
    assert s.armies("green", 19) == [4]
    assert s.controller(18) == "green"


@pytest.mark.rule("LR-4.1", "LR-30.2")
def test_one_value_short_takes_nothing() -> None:
    s = march(3)
    assert s.controller(19) is None
    assert s.armies("green", 19) == [3]


@pytest.mark.rule("LR-4.1")
def test_the_values_of_several_armies_add_up() -> None:
    s = scene(stage="manoeuvres", armies="green: 2 in 18, 2 in 19")
    s.play("green: activate army 2 18", "green: move 19")
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-4.2")
def test_a_controlled_region_has_population_strength_0() -> None:
    s = march(1, control="red: 19")
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-4.3")
def test_the_check_is_made_for_every_players_armies() -> None:
    s = scene(stage="manoeuvres", armies="green: 1 in 18; red: 5 in 21")
    assert s.controller(21) is None
    s.play("green: done")
    assert s.controller(21) == "red"


@pytest.mark.rule("LR-4.5")
def test_a_marker_stays_when_the_armies_leave() -> None:
    s = scene(stage="manoeuvres", armies="green: 1 in 18", control="green: 18")
    s.play("green: activate army 1 18", "green: move 17")
    assert s.armies("green", 18) == []
    assert s.controller(18) == "green"


@pytest.mark.rule("LR-4.6")
def test_taking_a_region_removes_the_other_players_marker() -> None:
    s = march(2, control="red: 19")
    assert [str(event) for event in s.told("control_lost")] == ["Red loses Region 19."]
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-4.8", "LR-21.6")
def test_with_a_statue_region_goes_its_artifact_charged_even_if_it_was_exhausted() -> None:
    s = scene(
        stage="manoeuvres",
        armies="green: 1 in 18",
        control="red: 21",
        artifacts="red: Brisingamen",
        exhausted="Brisingamen",
    )
    s.play("green: activate army 1 18", "green: move 21")
    assert s.artifacts("green") == {"Brisingamen": "charged"}
    assert s.artifacts("red") == {}


@pytest.mark.rule("LR-1.2")
def test_every_region_of_three_lands_wins_at_once() -> None:
    s = march(4, control="green: 1 2 3 8 9 10 18 20 21")
    assert s.match.over
    assert s.match.outcome is not None
    assert s.match.outcome.winners == (0,)
    assert [str(event) for event in s.told("victory")] == ["Green wins: Great Jarl."]


@pytest.mark.rule("LR-1.2")
def test_two_lands_do_not_win() -> None:
    s = march(4, control="green: 1 2 3 18 20 21")
    assert not s.match.over


@pytest.mark.rule("LR-1.3", "LR-26.5")
@pytest.mark.parametrize(
    ("clans", "temples", "wins"), [("green red", 3, False), ("green red", 4, True), ("green red blue", 4, False)]
)
def test_how_many_temples_make_a_gothi(clans: str, temples: int, wins: bool) -> None:
    s = scene(
        clans, stage="manoeuvres", armies="green: 3 in 5", control="green: 2 4 7", temples="2 4 7 8 13"[: 2 * temples]
    )
    s.play("green: activate army 3 5", "green: move 8")
    assert s.controller(8) == "green"
    assert s.match.over == wins


@pytest.mark.rule("LR-1.3")
def test_five_temples_win_however_the_last_came() -> None:
    s = scene(stage="manoeuvres", armies="green: 3 in 5", control="green: 2 4 7 13; red: 8", temples="2 4 7 8 13")
    s.play("green: activate army 3 5", "green: move 8")
    assert s.match.over
    assert [str(event) for event in s.told("victory")] == ["Green wins: Great Gothi."]


@pytest.mark.rule("LR-1.5")
def test_a_win_comes_in_another_players_turn_too_and_ends_everything() -> None:
    s = scene(turn="red", stage="prayer", armies="green: 5 in 21", control="green: 1 2 3 8 9 10 18 19 20")
    assert s.match.over
    assert not s.match.pending
    assert not s.told("turn_begins")


@pytest.mark.rule("LR-1.6")
def test_of_two_who_fulfil_a_condition_in_one_check_the_first_in_turn_order_wins_alone() -> None:
    said = {
        "armies": "green: 5 in 21; red: 5 in 17",
        "control": "green: 1 2 3 8 9 10 18 19 20; red: 4 5 6 7 11 12 13 14 15 16",
    }
    for turn, winner in (("green", 0), ("red", 1), ("blue", 0)):
        s = scene(turn=turn, **said)  # type: ignore[arg-type]
        assert s.match.outcome is not None
        assert s.match.outcome.winners == (winner,)


@pytest.mark.rule("LR-2.4")
def test_the_view_says_how_near_everyone_is_to_each_victory() -> None:
    s = scene(control="green: 1 2 3 8", temples="8", slayers="green: 1", slain="green: Troll")
    victory = table(s.match)["players"][0]["victory"]
    assert {name: (near["have"], near["need"]) for name, near in victory.items()} == {
        "jarl": (1, 3),
        "gothi": (1, 5),
        "slayer": (2, 2),
        "yggdrasil": (2, 3),
    }


@pytest.mark.rule("LR-30.2", "LR-25.4")
def test_a_region_missed_by_one_is_taken_at_the_end_of_stage_5_after_jotunheim() -> None:
    s = march(3, control="green: 2", alliances="green: jotunheim")
    assert s.controller(19) is None
    s.play("green: action build temple", "green: strengthen army 3 19")
    assert s.armies("green", 19) == [4]
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-25.4")
def test_what_reaches_the_population_within_a_stage_takes_the_region_at_its_end() -> None:
    s = scene(stage="prayer", priests="green: 1", levels="odin 1", armies="green: 3 in 19", hero="green: 2")
    s.play("green: pray Odin")
    assert s.armies("green", 19) == [4]
    assert s.controller(19) is None
    s.play("green: done")
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-4.9")
def test_all_markers_then_divine_artifacts_then_effects_in_turn_order_by_region() -> None:
    """Red has the turn; Green's Snorri is in the Land of 18 and 19, Red has Land-Taker and takes Freya's Region 21."""
    s = scene(
        turn="red",
        stage="manoeuvres",
        heroes="green: Snorri",
        hero="green: 18",
        gifts="red: Land-Taker",
        armies="green: 4 in 19, 2 in 18; red: 5 in 21",
    )
    s.play("red: done", "green: take Uruz", "green: take Algiz")
    kinds = ("control_taken", "artifact_gained", "text_acts")
    assert [str(event) for event in s.events() if event.kind in kinds] == [
        "Green takes control of Region 18.",
        "Green takes control of Region 19.",
        "Red takes control of Region 21.",
        "Red gains Brisingamen, charged.",
        "Red: Land-Taker takes effect.",
        "Green: Snorri takes effect.",
        "Green: Snorri takes effect.",
    ]
    assert s.armies("red", 21) == [6]


@pytest.mark.rule("LR-2.3")
def test_a_marker_or_a_ring_makes_its_owner_the_controller_and_without_one_all_is_neutral() -> None:
    seen = table(scene(control="red: 19", monsters="Fafnir 9, Troll 8", rings="blue: Troll").match)
    assert [seen["regions"][region - 1]["control"] for region in (18, 19)] == [None, 1]
    assert [monster["ring"] for monster in seen["monsters"][:2]] == [None, 2]


@pytest.mark.rule("LR-2.6")
def test_markers_never_run_out() -> None:
    """Fifteen Regions, no Land complete, and six Realms: 21 markers, where a player has 20 pieces."""
    s = scene(
        stage="special",
        control="green: 1 2 4 5 6 8 9 11 12 14 15 16 18 19 20",
        alliances="green: vanaheim alfheim jotunheim muspelheim svartalfheim niflheim",
    )
    s.play("green: action prepare", "green: decline")
    assert s.wheel("prepare") == ["green"]


@pytest.mark.rule("LR-25.5", "LR-15.7", "LR-26.5")
def test_a_win_ends_everything_that_was_still_to_be_done() -> None:
    """Two players: the fourth Temple wins, although its space of the Track brings Gifts and Priests."""
    s = scene("green red", stage="special", control="green: 4 7 8 13", temples="4 7 8")
    s.play("green: action build temple")
    assert s.match.over
    assert not s.match.pending
    assert not s.told("gifts_laid_out")
    assert s.priests("green") == 0
