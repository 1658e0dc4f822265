"""Section 16: Build Statue."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.hunting import hunt
from tests.lords_of_ragnarok.playing import table
from tests.lords_of_ragnarok.scene import Scene, scene


def build(god: str = "Freya", **said: Any) -> Scene:
    """Green builds; the Event places Troll in Region 1 and activates nothing."""
    s = scene(stage="special", wheel="green: prepare", **said)
    s.deal_events(1)
    s.play("green: action build statue")
    if s.asked().get("green") == "statue":
        s.play(f"green: statue {god}")
    return s


def turned(s: Scene) -> list[bool]:
    return [condition["turned"] for condition in table(s.match)["conditions"]]


@pytest.mark.rule("LR-16.1")
def test_build_statue_needs_an_own_marker_on_the_wheel() -> None:
    s = scene(stage="special", wheel="red: prepare")
    assert s.rule_against("green: action build statue") == "LR-16.1"


@pytest.mark.rule("LR-16.1", "LR-14.4")
def test_it_takes_no_marker_and_gives_no_bonus() -> None:
    s = build(alliances="red: vanaheim alfheim jotunheim muspelheim svartalfheim niflheim")
    assert not s.told("realm_bonus")
    assert all(not seats for seats in table(s.match)["wheel"].values())


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
        levels="freya 2",
    )
    assert table(s.match)["players"][0]["priests"] == {"pool": 1, "supply": 2}
    s.play("green: action build statue", "green: statue Freya")
    seen = table(s.match)
    assert seen["statues"]["Freya"] == {"level": 3, "priests": [0, 0, 0]}
    assert seen["statues"]["Odin"]["priests"] == [0, 0, 0]
    assert s.wheel("prepare") == s.wheel("reinforce") == []
    assert s.artifacts("red") == {"Mjolnir": "charged"}
    assert seen["players"][0]["priests"] == {"pool": 3, "supply": 1}
    assert s.runes("green") == {"uruz": 1}
    assert not seen["regions"][1]["forge_full"]
    assert len(seen["decks"]["event"]["discards"]) == 1
    steps = ["statue_built", "condition_turned", "priests_return", "wheel_cleared", "artifacts_charged"]
    steps += ["forge_filled", "priest_gained", "rune_forged", "event_drawn"]
    assert [event.kind for event in s.events() if event.kind in steps] == steps


@pytest.mark.rule("LR-16.2", "LR-16.12")
def test_any_statue_below_level_3_gets_a_level_wherever_it_stands() -> None:
    s = scene(stage="special", wheel="green: prepare", levels="odin 3,thor 2", control="red: 15")
    s.play("green: action build statue")
    assert s.choices("green") == ["statue Thor", "statue Freya"]
    assert s.rule_against("green: statue Odin") == "LR-16.2"
    s.play("green: statue Thor")
    assert table(s.match)["statues"]["Thor"]["level"] == 3


CONDITIONS = (
    (0, {"levels": "freya 2"}),
    (1, {"control": "red: 1 2 3"}),
    (2, {"slain": "red: Troll; blue: Huldra"}),
    (3, {"control": "red: 4 8 13", "temples": "4 8 13"}),
    (4, {"alliances": "red: vanaheim alfheim jotunheim; blue: muspelheim svartalfheim niflheim"}),
)


@pytest.mark.rule("LR-16.3")
@pytest.mark.parametrize(("card", "said"), CONDITIONS)
def test_a_condition_that_is_fulfilled_now_is_turned(card: int, said: dict[str, str]) -> None:
    assert turned(build(**said)) == [at == card for at in range(5)]


ALMOST = (
    {"levels": "freya 1,odin 2,thor 2"},
    {"control": "red: 1 2; blue: 3"},
    {"slain": "red: Troll"},
    {"control": "red: 4 8; blue: 13", "temples": "4 8 13"},
    {"alliances": "red: vanaheim alfheim jotunheim; blue: muspelheim svartalfheim"},
)


@pytest.mark.rule("LR-16.3")
@pytest.mark.parametrize("said", ALMOST)
def test_one_that_is_not_quite_fulfilled_stays(said: dict[str, str]) -> None:
    assert turned(build(**said)) == [False] * 5


TWO_PLAYERS = (
    (0, {"levels": "freya 2"}),
    (1, {"control": "red: 1 2 3"}),
    (2, {"slain": "red: Troll"}),
    (3, {"control": "red: 4 7 8", "temples": "4 7 8"}),
    (4, {"alliances": "red: vanaheim alfheim; green: muspelheim jotunheim"}),
)


@pytest.mark.rule("LR-16.3", "LR-26.4")
@pytest.mark.parametrize(("card", "said"), TWO_PLAYERS)
def test_the_conditions_of_two_players(card: int, said: dict[str, str]) -> None:
    assert turned(build(clans="green red", **said)) == [at == card for at in range(5)]


@pytest.mark.rule("LR-16.3", "LR-16.4")
def test_a_turned_card_stays_turned_and_conditions_are_looked_at_nowhere_else() -> None:
    s = scene(stage="manoeuvres", wheel="green: prepare", control="red: 1 2 3", armies="green: 1 in 4", levels="odin 3")
    s.play("green: activate army 1 4", "green: move 3")
    assert s.controller(3) == "green"
    assert turned(s) == [False] * 5
    s.deal_events(1)
    s.play("green: action build statue", "green: statue Freya")
    assert turned(s) == [True, False, False, False, False], "Red had its Land only between two Build Statue actions"
    s = build(control="red: 1 2 3")
    s.state.regions.control[3] = s.seat("blue")
    s.state.wheel[5 * 3], s.state.wheel_sizes[5] = s.seat("red"), 1
    s.to_stage("special")
    s.deal_events(7)
    s.play("red: action build statue", "red: statue Odin")
    assert turned(s) == [False, True, False, False, False]


@pytest.mark.rule("LR-16.6", "LR-21.3", "LR-9.8")
def test_the_priests_markers_and_artifacts_of_every_player_are_refreshed() -> None:
    s = scene(
        stage="special",
        wheel="green: prepare; red: prepare, reinforce; blue: usurp",
        sent="green: odin; red: odin thor; blue: freya",
        artifacts="red: Mjolnir; blue: Gungnir",
        exhausted="Mjolnir Gungnir",
    )
    s.deal_events(1)
    s.play("green: action build statue", "green: statue Freya")
    seen = table(s.match)
    assert [statue["priests"] for statue in seen["statues"].values()] == [[0, 0, 0]] * 3
    assert [player["priests"] for player in seen["players"]] == [{"pool": 0, "supply": 4}] * 3
    assert all(not seats for seats in seen["wheel"].values())
    assert (s.artifacts("red"), s.artifacts("blue")) == ({"Mjolnir": "charged"}, {"Gungnir": "charged"})


@pytest.mark.rule("LR-16.7", "LR-2.5")
def test_every_empty_forge_is_filled_as_far_as_the_supply_goes() -> None:
    s = build(empty_forges="2 6 10", forges="2 uruz, 6 othala, 10 othala")
    assert [region["forge_full"] for region in table(s.match)["regions"] if region["forge"]] == [True] * 6
    forges = "2 othala, 6 uruz, 10 uruz, 12 uruz, 14 algiz, 20 algiz"
    eleven = "green: uruz uruz uruz uruz uruz uruz; red: uruz uruz uruz uruz uruz"
    wise = "green: wisdom 6; red: wisdom 6"
    s = build(empty_forges="6 10 12", forges=forges, runes=eleven, attributes=wise)
    full = {region["number"]: region["forge_full"] for region in table(s.match)["regions"] if region["forge"]}
    assert full == {2: True, 6: True, 10: False, 12: False, 14: True, 20: True}


@pytest.mark.rule("LR-16.8", "LR-20.3")
def test_the_builder_takes_a_priest_for_each_temple_as_far_as_its_supply_goes() -> None:
    s = build(control="green: 4 7 8; red: 13", temples="4 7 8 13", priests="green: 2", sent="green: odin")
    assert table(s.match)["players"][0]["priests"] == {"pool": 4, "supply": 0}
    assert s.priests("red") == 0


@pytest.mark.rule("LR-16.8", "LR-16.9")
def test_the_builder_takes_the_runes_of_all_its_forges_filled_just_now_or_before() -> None:
    s = build(control="green: 2 6; red: 10", empty_forges="6", forges="2 uruz, 6 algiz, 10 othala")
    assert s.runes("green") == {"uruz": 1, "algiz": 1}
    full = {region["number"]: region["forge_full"] for region in table(s.match)["regions"] if region["forge"]}
    assert (full[2], full[6], full[10]) == (False, False, True)


@pytest.mark.rule("LR-16.10", "LR-5.11")
def test_the_runes_are_one_gain_before_the_limit() -> None:
    s = build(control="green: 2 6 10 12", forges="2 uruz, 6 algiz, 10 othala, 12 uruz", runes="green: othala")
    assert s.asked() == {"green": "discard_rune"}
    assert s.runes("green") == {"uruz": 2, "othala": 2, "algiz": 1}
    s.play("green: discard Othala", "green: discard Othala", "green: discard Algiz")
    assert s.runes("green") == {"uruz": 2}


@pytest.mark.rule("LR-16.11")
def test_the_event_is_the_last_step() -> None:
    s = build(control="green: 2 6 10 12")
    assert not s.told("event_drawn"), "first the Runes are discarded to the limit"
    while s.asked().get("green") == "discard_rune":
        s.play(f"green: {s.choices('green')[0]}")
    assert len(s.told("event_drawn")) == 1


@pytest.mark.rule("LR-16.13")
def test_the_builder_needs_a_wheel_action_before_it_builds_again() -> None:
    s = build()
    for _ in ("red", "blue"):
        s.to_stage("special")
        turn = s.state.turn
        while s.state.turn == turn:
            s.match.play(s.match.pending[0].seat, s.match.pending[0].choices[0])
    s.to_stage("special")
    assert s.asked() == {"green": "action"}
    assert s.rule_against("green: action build statue") == "LR-16.1"


NINTH = "odin 3,thor 3,freya 2"


@pytest.mark.rule("LR-16.14", "LR-29.6")
def test_the_ninth_level_starts_ragnarok_whatever_was_turned() -> None:
    s = build(levels=NINTH)
    assert sum(turned(s)) == 1
    assert len(s.told("ragnarok_begins")) == 1
    assert table(s.match)["last_turns"] == 3


@pytest.mark.rule("LR-29.6")
def test_with_the_option_build_statue_goes_on_without_its_first_step() -> None:
    rulings = {"all_statues_built": "skip_step"}
    s = build(levels=NINTH, rulings=rulings)
    assert not s.told("ragnarok_begins")
    s = scene(stage="special", wheel="green: prepare", levels="odin 3,thor 3,freya 3", rulings=rulings)
    s.deal_events(1)
    s.play("green: action build statue")
    assert not s.told("statue_built")
    assert len(s.told("wheel_cleared")) == len(s.told("event_drawn")) == 1


@pytest.mark.rule("LR-29.6", "LR-16.2")
def test_without_the_option_nothing_is_left_to_build() -> None:
    s = scene(stage="special", wheel="green: prepare", levels="odin 3,thor 3,freya 3", armies="green: 1 in 9")
    assert s.rule_against("green: action build statue") == "LR-16.2"


@pytest.mark.rule("LR-20.3", "LR-18.21")
def test_a_wound_may_bring_a_priest() -> None:
    s = hunt("Fafnir", draws=("Champions", "Levy"))
    s.attack("attack_a")
    s.play("green: done", "green: injure strength", "green: strike Champions space 9")
    assert s.priests("green") == 1
