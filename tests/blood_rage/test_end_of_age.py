"""Section 17: Release Valhalla, and what carries over to the next Age."""

from typing import Any

import pytest

from tests.blood_rage.scene import Scene, scene


def draft(s: Scene) -> None:
    """Everybody takes some card or other until the Action phase begins."""
    while "draft" in s.asked().values():
        for clan in s.asked():
            s.play(f"{clan}: {s.choices(clan)[0]}")


def place(s: Scene, name: str) -> dict[str, Any]:
    """What everybody sees of a place."""
    return next(place for place in s.match.view(None).table["places"] if place["name"] == name)


@pytest.mark.rule("BR-17.1")
def test_all_figures_in_valhalla_return_to_their_owners_reserves() -> None:
    s = scene(
        "wolf raven",
        phase="release valhalla",
        figures="wolf: 3 warrior in Valhalla, leader in Valhalla, ship in Valhalla, Troll in Valhalla;"
        " raven: warrior in Valhalla",
    )
    assert s.at("wolf", "Valhalla") == {}
    assert s.at("wolf", "reserve") == {"warrior": 8, "leader": 1, "ship": 1, "Troll": 1}
    assert s.at("raven", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}
    assert [(event.data["clan"], event.data["figures"]) for event in s.told("released")] == [("Wolf", 6), ("Raven", 1)]


@pytest.mark.rule("BR-17.1")
def test_figures_on_the_board_stay_where_they_are() -> None:
    s = scene(
        "wolf raven",
        phase="release valhalla",
        figures="wolf: warrior in Valhalla, 2 warrior in Horgr, leader in Yggdrasil, ship in F2",
    )
    assert s.at("wolf", "Horgr") == {"warrior": 2}
    assert s.at("wolf", "Yggdrasil") == {"leader": 1}
    assert s.at("wolf", "F2") == {"ship": 1}
    assert s.at("wolf", "reserve") == {"warrior": 6}


@pytest.mark.rule("BR-17.1", "BR-16.2")
def test_those_whom_ragnarok_just_took_return_in_the_same_age() -> None:
    s = scene("wolf raven", phase="ragnarok", figures="wolf: leader in Myrkulor, ship in F4")
    assert s.at("wolf", "Valhalla") == {}
    assert s.at("wolf", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}


@pytest.mark.rule("BR-17.1")
def test_figures_lost_in_battle_wait_in_valhalla_until_the_phase_comes() -> None:
    s = scene("wolf raven", figures="wolf: leader in Gimle; raven: ship in F4")
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline")
    assert s.at("raven", "Valhalla") == {"ship": 1}
    assert s.rule_against("raven: invade ship F1") == "BR-7.1"
    s.play("raven: pass")
    assert s.at("raven", "Valhalla") == {"ship": 1}
    s.play("wolf: pass")
    assert s.at("raven", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}


@pytest.mark.rule("BR-17.1")
def test_a_release_alone_scores_nothing() -> None:
    s = scene("wolf raven", phase="release valhalla", figures="wolf: 8 warrior in Valhalla")
    assert s.glory("wolf") == 0
    assert s.told("glory") == []


@pytest.mark.rule("BR-17.3")
def test_valhalla_is_released_in_age_three_too_before_the_game_ends() -> None:
    s = scene("wolf raven", age=3, phase="release valhalla", figures="wolf: 2 warrior in Valhalla")
    assert s.match.over
    assert s.at("wolf", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}
    kinds = [event.kind for event in s.events()]
    assert kinds.index("phase_begins") < kinds.index("released") < kinds.index("game_ends")


@pytest.mark.rule("BR-17.4")
@pytest.mark.parametrize("age", [1, 2])
def test_all_tokens_are_turned_back_and_stay_on_their_provinces(age: int) -> None:
    """Wrong reading: a token that was taken is gone, or it wanders to another province."""
    tokens = {"Gimle": "axes", "Horgr": "glory", "Utgard": "horns"}
    s = scene("wolf raven", age=age, phase="end of age", tokens=tokens, pillaged="Gimle, Horgr, Yggdrasil")
    for province, token in (
        ("Gimle", "Axes"),
        ("Horgr", "five Glory"),
        ("Utgard", "Horns"),
        ("Yggdrasil", "all three stats"),
    ):
        assert place(s, province)["token"] == token
        assert place(s, province)["pillaged"] is False
    assert len(s.told("tokens_turned")) == 1


@pytest.mark.rule("BR-17.4", "BR-11.1")
def test_a_province_pillaged_in_one_age_is_pillaged_again_in_the_next() -> None:
    """Wrong reading: a province is pillaged once in a game."""
    s = scene(
        "wolf raven",
        phase="end of age",
        first_player="raven",
        figures="wolf: warrior in Gimle",
        tokens={"Gimle": "horns"},
        pillaged="Gimle",
        steps={"wolf": {"horns": 2}},
    )
    draft(s)
    s.play("wolf: pillage Gimle")
    assert s.is_pillaged("Gimle")
    assert s.stat("wolf", "horns") == 6


@pytest.mark.rule("BR-17.4")
def test_tokens_are_not_turned_back_while_the_age_lasts() -> None:
    s = scene(
        "wolf raven",
        phase="discard",
        hands={"wolf": "Manheim!"},
        pillaged="Gimle",
    )
    assert s.is_pillaged("Gimle")
    s.play("wolf: keep none")
    assert not s.is_pillaged("Gimle")


@pytest.mark.rule("BR-17.4", "BR-17.5")
def test_after_age_three_neither_tokens_nor_the_first_player_token_are_touched() -> None:
    s = scene("wolf raven", age=3, phase="end of age", first_player="wolf", pillaged="Gimle")
    assert s.match.over
    assert s.told("tokens_turned") == []
    assert s.told("first_player_moves") == []
    assert s.match.view(None).table["first_player"] == 0


@pytest.mark.rule("BR-17.5")
@pytest.mark.parametrize(("old", "new"), [("wolf", "raven"), ("raven", "serpent"), ("serpent", "wolf")])
def test_the_first_player_token_goes_to_the_left(old: str, new: str) -> None:
    s = scene("wolf raven serpent", phase="end of age", first_player=old)
    assert s.match.view(None).table["first_player"] == s.seat(new)
    assert [event.data["clan"] for event in s.told("first_player_moves")] == [new.capitalize()]
    draft(s)
    assert s.asked() == {new: "turn"}


@pytest.mark.rule("BR-17.6")
def test_upgrades_stats_glory_and_figures_carry_over() -> None:
    s = scene(
        "wolf raven",
        phase="end of age",
        glory={"wolf": 17, "raven": 4},
        steps={"wolf": {"rage": 3, "axes": 5}, "raven": {"horns": 2}},
        upgrades={"wolf": "Loki's Dragons, Dwarf Chieftain, Loki's Domain"},
        figures="wolf: 2 warrior in Horgr, Dwarf Chieftain in Utgard, ship in F2; raven: leader in Yggdrasil",
    )
    draft(s)
    assert s.match.view(None).table["age"] == 2
    assert s.upgrades("wolf") == ["Loki's Dragons", "Dwarf Chieftain", "Loki's Domain"]
    assert [s.stat("wolf", stat) for stat in ("rage", "axes", "horns")] == [8, 8, 4]
    assert [s.stat("raven", stat) for stat in ("rage", "axes", "horns")] == [6, 3, 5]
    assert (s.glory("wolf"), s.glory("raven")) == (17, 4)
    assert s.at("wolf", "Horgr") == {"warrior": 2}
    assert s.at("wolf", "Utgard") == {"Dwarf Chieftain": 1}
    assert s.at("wolf", "F2") == {"ship": 1}
    assert s.at("raven", "Yggdrasil") == {"leader": 1}


@pytest.mark.rule("BR-17.6", "BR-6.1")
def test_rage_left_over_does_not_carry_over() -> None:
    s = scene("wolf raven", phase="end of age", rage={"wolf": 5, "raven": 0}, steps={"wolf": {"rage": 2}})
    draft(s)
    assert (s.rage("wolf"), s.rage("raven")) == (7, 6)
