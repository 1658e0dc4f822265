"""Section 8: the turn and its stages."""

import pytest

from tests.lords_of_ragnarok.scene import scene, stage_name


@pytest.mark.rule("LR-8.1")
def test_a_turn_has_five_stages_in_this_order() -> None:
    s = scene(hero="green: 5", armies="green: 1 in 5", runes="green: uruz othala", priests="green: 1")
    stages = []
    while s.state.turn == 0:
        stages.append(stage_name(s))
        s.play(f"green: {s.choices('green')[-1]}")
    assert list(dict.fromkeys(stages)) == ["Prayer", "Hero", "Rune action", "Manoeuvres", "Special action"]


@pytest.mark.rule("LR-8.2")
def test_only_the_special_action_must_be_used() -> None:
    s = scene(hero="green: 5", armies="green: 1 in 5", runes="green: uruz othala", priests="green: 1")
    for _ in range(4):
        assert s.choices("green")[-1] == "done"
        s.play("green: done")
    assert s.asked() == {"green": "action"}
    assert "done" not in s.choices("green")


@pytest.mark.rule("LR-8.4")
def test_every_stage_ends_with_a_control_check_also_an_unused_one() -> None:
    s = scene(priests="green: 1", armies="red: 2 in 18")
    assert s.controller(18) is None
    s.play("green: done")
    assert s.controller(18) == "red"


@pytest.mark.rule("LR-8.5", "LR-1.1")
def test_after_the_special_action_the_next_player_clockwise_begins() -> None:
    s = scene("green red blue", turn="blue", stage="special")
    s.play("blue: action prepare", "blue: prepare draw", "blue: prepare draw")
    assert s.state.turn == 0
    assert [str(event) for event in s.told("turn_begins")] == ["Green's turn."]


@pytest.mark.rule("LR-8.6", "LR-8.7")
def test_control_comes_before_the_battles_and_the_active_player_orders_them() -> None:
    s = scene(
        stage="special",
        armies="green: 3 in 18, 2 in 14, 2 in 8; red: 2 in 19, 1 in 21",
        control="red: 19 21",
    )
    s.play(
        "green: action mobilize",
        "green: activate army 3 18",
        "green: move 19",
        "green: activate army 2 14",
        "green: move 21",
        "green: activate army 2 8",
        "green: move 9",
    )
    assert s.controller(9) == "green"
    assert s.choices("green") == ["fight 19", "fight 21"]
    s.play("green: fight 21")
    assert s.asked() == {"red": "battle"}


@pytest.mark.rule("LR-8.3", "LR-21.2", "LR-28.2")
def test_artifacts_of_the_start_of_the_turn_are_offered_until_all_are_used_or_declined() -> None:
    s = scene(artifacts="green: Mjolnir, Brisingamen, Gungnir; red: Andvari's Ring")
    assert s.choices("green") == ["use Mjolnir", "use Brisingamen", "decline"]
    s.play("green: use Brisingamen", "green: take Othala")
    assert s.choices("green") == ["use Mjolnir", "decline"]
    assert s.rule_against("green: use Brisingamen") == "LR-28.2"
    s.play("green: decline")
    assert s.runes("green") == {"othala": 1}
    assert s.artifacts("green") == {"Mjolnir": "charged", "Gungnir": "charged", "Brisingamen": "exhausted"}
    assert s.hand("green") == []


@pytest.mark.rule("LR-8.1", "LR-8.3", "LR-8.5")
def test_the_turn_of_the_next_player_begins_with_its_start_and_has_its_five_stages() -> None:
    s = scene("green red", stage="special", artifacts="red: Mjolnir", hero="red: 5")
    s.play("green: action prepare", "green: prepare draw", "green: prepare draw")
    assert s.asked() == {"red": "t02_offer"}
    assert not [event for event in s.told("stage_begins") if event.data["clan"] == "Red"]
    while s.state.turn == s.seat("red"):
        s.match.play(s.match.pending[0].seat, s.match.pending[0].choices[-1])
    stages = [str(event.data["stage"]) for event in s.told("stage_begins") if event.data["clan"] == "Red"]
    assert stages == ["Prayer", "Hero", "Rune action", "Manoeuvres", "Special action"]
    assert s.state.turn == s.seat("green")
