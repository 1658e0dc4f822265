"""Section 23: Ragnarok and the last count."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.playing import table
from tests.lords_of_ragnarok.scene import Scene, scene

# Three conditions are fulfilled once Thor's Statue has its third level: a Statue, Blue's Land, Green's Temples.
THREE_CARDS: dict[str, Any] = {"temples": "4 7 8", "levels": "thor 2"}


def third_card(control: str = "blue: 1 2 3 13; green: 4 7 8; red: 14", **said: Any) -> Scene:
    """Red builds and turns the third card; the Event places Troll in Region 1 and activates nothing."""
    s = scene(turn="red", stage="special", wheel="red: prepare", control=control, **THREE_CARDS, **said)
    s.deal_events(1)
    s.play("red: action build statue", "red: statue Thor")
    assert len(s.told("condition_turned")) == 3
    return s


def quiet_turn(s: Scene, action: str = "prepare") -> str:
    """Whoever has the turn does as little as possible; answers whose turn it was."""
    turn = s.state.turn
    while not s.match.over and s.state.turn == turn:
        decision = s.match.pending[0]
        answers = {"action": f"action {action}", "prepare": "prepare draw", "reinforce": "recruit 1"}
        s.match.play(decision.seat, answers.get(decision.prompt.code, str(decision.choices[-1])))
    return s.match.sides[turn]


def winner(s: Scene) -> str:
    assert s.match.outcome is not None
    return s.match.sides[s.match.outcome.winners[0]]


def counted(s: Scene) -> dict[str, int]:
    return {str(event.data["clan"]).lower(): int(str(event.data["amount"])) for event in s.told("yggdrasil_counted")}


@pytest.mark.rule("LR-16.5", "LR-23.1", "LR-30.19")
def test_ragnaroks_order() -> None:
    s = third_card()
    assert len(s.told("ragnarok_begins")) == len(s.told("event_drawn")) == 1, "the remaining steps are carried out"
    assert [quiet_turn(s) for _ in range(3)] == ["blue", "green", "red"]
    assert s.match.over
    assert len(s.told("turn_begins")) == 3, "and nobody has another turn"
    assert counted(s) == {"blue": 2, "green": 2, "red": 1}
    assert winner(s) == "blue"
    assert str(s.told("victory")[-1]) == "Blue wins: Ragnarok."


@pytest.mark.rule("LR-29.1", "LR-30.19")
def test_with_the_option_the_next_statue_starts_it_and_its_builder_plays_last() -> None:
    s = third_card("blue: 1 2 3 13; green: 4 7 8; red: 14 21", rulings={"ragnarok_start": "next_statue"})
    assert not s.told("ragnarok_begins")
    assert [quiet_turn(s) for _ in range(3)] == ["blue", "green", "red"]
    assert quiet_turn(s, "reinforce") == "blue"
    assert not s.match.over
    s.to_stage("special")
    s.deal_events(14)
    s.play("green: action build statue", "green: statue Odin")
    assert len(s.told("ragnarok_begins")) == 1
    assert [quiet_turn(s) for _ in range(3)] == ["red", "blue", "green"]
    assert counted(s) == {"red": 2, "blue": 2, "green": 2}
    assert winner(s) == "red"


@pytest.mark.rule("LR-16.5", "LR-29.1")
def test_two_cards_start_nothing() -> None:
    s = scene(turn="red", stage="special", wheel="red: prepare", control="blue: 1 2 3", levels="thor 2")
    s.deal_events(1)
    s.play("red: action build statue", "red: statue Thor")
    assert len(s.told("condition_turned")) == 2
    assert not s.told("ragnarok_begins")
    assert table(s.match)["last_turns"] is None


@pytest.mark.rule("LR-23.2")
def test_a_build_statue_in_the_last_turns_has_its_steps_but_starts_nothing_anew() -> None:
    s = third_card(priests="blue: 1")
    s.state.wheel[5 * 3], s.state.wheel_sizes[5] = s.seat("blue"), 1
    s.to_stage("special")
    s.deal_events(14)
    s.play("blue: action build statue", "blue: statue Odin")
    assert len(s.told("statue_built")) == len(s.told("wheel_cleared")) == len(s.told("event_drawn")) == 2
    assert len(s.told("ragnarok_begins")) == 1
    assert [quiet_turn(s) for _ in range(2)] == ["green", "red"]
    assert s.match.over


@pytest.mark.rule("LR-1.7", "LR-23.2")
def test_the_other_victories_stay_possible_in_the_last_turns() -> None:
    s = third_card("blue: 1 2 3 4 5 6 7 8 9; green: 13", armies="blue: 4 in 8")
    s.to_stage("manoeuvres")
    s.play("blue: activate army 4 8", "blue: move 10")
    assert s.match.over
    assert str(s.told("victory")[-1]) == "Blue wins: Great Jarl."


@pytest.mark.rule("LR-23.3", "LR-1.8")
def test_most_regions_at_yggdrasil_win_after_the_builders_last_turn() -> None:
    s = third_card("blue: 1 2 3; green: 4 7 8 13; red: 14 21")
    for _ in range(3):
        assert not s.match.over
        quiet_turn(s)
    assert counted(s) == {"blue": 1, "green": 3, "red": 2}
    assert winner(s) == "green"


@pytest.mark.rule("LR-23.4")
@pytest.mark.parametrize(
    ("control", "wins"),
    [("blue: 1 2 3; green: 4 7 8 19; red: 14 21", "green"), ("blue: 1 2 3; red: 4 7 8; green: 13 14", "green")],
)
def test_of_equals_the_one_whose_last_turn_came_first_wins_the_builder_last(control: str, wins: str) -> None:
    s = third_card(control)
    for _ in range(3):
        quiet_turn(s)
    assert winner(s) == wins


@pytest.mark.rule("LR-23.5")
def test_if_nobody_has_a_region_there_the_first_of_the_last_turns_wins() -> None:
    s = scene(turn="red", stage="special", wheel="red: prepare", levels="odin 3,thor 2,freya 3")
    s.deal_events(1)
    s.play("red: action build statue")
    for _ in range(3):
        quiet_turn(s)
    assert counted(s) == {"blue": 0, "green": 0, "red": 0}
    assert winner(s) == "blue"
