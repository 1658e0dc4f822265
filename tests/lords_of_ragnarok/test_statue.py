"""Sections 16 and 23: Build Statue and Ragnarok."""

import pytest

from tests.lords_of_ragnarok.playing import table
from tests.lords_of_ragnarok.scene import scene


@pytest.mark.rule("LR-16.1")
def test_build_statue_needs_an_own_marker_on_the_wheel() -> None:
    s = scene(stage="special", wheel="red: prepare")
    assert s.rule_against("green: action build statue") == "LR-16.1"


@pytest.mark.rule("LR-16.2", "LR-16.6", "LR-30.18")
def test_build_statue_in_its_steps() -> None:
    s = scene(
        stage="special",
        wheel="green: prepare; red: prepare, reinforce",
        control="green: 2 4 7",
        temples="4 7",
        empty_forges="2",
        forges="2 uruz",
        sent="green: odin",
        priests="green: 1",
        artifacts="red: Mjolnir",
        exhausted="Mjolnir",
    )
    s.play("green: action build statue", "green: statue Freya")
    seen = table(s.match)
    assert seen["statues"]["Freya"] == {"level": 1, "priests": [0, 0, 0]}
    assert seen["statues"]["Odin"]["priests"] == [0, 0, 0]
    assert s.wheel("prepare") == s.wheel("reinforce") == []
    assert s.artifacts("red") == {"Mjolnir": "charged"}
    assert seen["players"][0]["priests"] == {"pool": 3, "supply": 1}
    assert s.runes("green") == {"uruz": 1}
    assert not seen["regions"][1]["forge_full"]
    assert len(seen["decks"]["event"]["discards"]) == 1


@pytest.mark.rule("LR-16.3", "LR-16.5", "LR-23.1")
def test_the_third_card_turned_starts_ragnarok_and_everyone_has_one_last_turn() -> None:
    s = scene(
        turn="red",
        stage="special",
        wheel="red: prepare",
        control="blue: 1 2 3; green: 4 7 8",
        temples="4 7 8",
        levels="thor 2",
    )
    s.play("red: action build statue", "red: statue Thor")
    assert len(s.told("condition_turned")) == 3
    assert len(s.told("ragnarok_begins")) == 1
    turns = []
    while not s.match.over:
        decision = s.match.pending[0]
        if s.state.turn not in turns:
            turns.append(s.state.turn)
        s.match.play(decision.seat, decision.options[-1])
    assert turns == [2, 0, 1]
    assert str(s.told("victory")[-1]).endswith("Ragnarok.")
