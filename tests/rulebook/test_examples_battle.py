"""The worked examples of the rulebooks on battle, quests, Ragnarök and the final bonus (BR-22.11 to BR-22.16)."""

import pytest

from tests.blood_rage.scene import Scene, scene


def andlang() -> Scene:
    """Before Wolf's pillage of Andlang."""
    return scene(
        "wolf raven serpent",
        age=2,
        turn="wolf",
        figures="wolf: ship in F3, 2 warrior in Yggdrasil; raven: warrior in Gimle, warrior in Yggdrasil;"
        " serpent: leader in Horgr",
        tokens={"Andlang": "axes"},
        pillaged="Horgr",
        hands={"wolf": "Tyr's Crush", "raven": "Fire Dragons"},
    )


def andlang_called() -> Scene:
    """After the call to battle."""
    s = andlang()
    s.play("wolf: pillage Andlang", "raven: join warrior from Gimle")
    s.play("wolf: join warrior from Yggdrasil", "raven: join warrior from Yggdrasil")
    return s


@pytest.mark.rule("BR-22.11")
def test_andlang_is_pillaged_with_nothing_but_a_ship_beside_it() -> None:
    s = andlang()
    assert s.rule_against("wolf: pillage Andlang") == ""
    s.play("wolf: pillage Andlang")
    assert sorted(s.choices("raven")) == ["decline", "join warrior from Gimle", "join warrior from Yggdrasil"]


@pytest.mark.rule("BR-22.11")
def test_serpent_cannot_bring_its_leader_from_horgr_to_andlang() -> None:
    s = andlang()
    s.play("wolf: pillage Andlang", "raven: join warrior from Gimle")
    assert s.asked() == {"wolf": "call"}
    assert [event.data["clan"] for event in s.told("join_declined")] == ["Serpent"]
    assert s.at("serpent", "Horgr") == {"leader": 1}


@pytest.mark.rule("BR-22.11")
def test_after_the_third_move_andlang_is_full_and_wolfs_second_warrior_stays_behind() -> None:
    s = andlang_called()
    assert "call" not in s.asked().values()
    assert s.at("wolf", "Andlang") == {"warrior": 1}
    assert s.at("raven", "Andlang") == {"warrior": 2}
    assert s.at("wolf", "Yggdrasil") == {"warrior": 1}
    assert s.match.view(None).table["battle"]["participants"] == [0, 1]
    assert s.asked() == {"wolf": "card", "raven": "card"}


@pytest.mark.rule("BR-22.12")
def test_wolf_wins_andlang_with_seven_against_two() -> None:
    s = andlang_called()
    s.play("wolf: card Tyr's Crush", "raven: card Fire Dragons", "wolf: decline", "raven: decline")
    totals = [(e.data["clan"], e.data["total"], e.data["figures"], e.data["cards"]) for e in s.told("total")]
    assert totals == [("Wolf", 7, 3, 4), ("Raven", 2, 2, 0)]
    assert [event.data["clan"] for event in s.told("battle_won")] == ["Wolf"]


@pytest.mark.rule("BR-22.13")
def test_wolf_takes_the_axes_token_of_andlang_and_scores_four() -> None:
    s = andlang_called()
    s.play("wolf: card Tyr's Crush", "raven: card Fire Dragons", "wolf: decline", "raven: decline")
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    assert s.hand("raven") == ["Fire Dragons"]
    assert s.is_pillaged("Andlang")
    assert s.stat("wolf", "axes") == 4
    assert s.glory("wolf") == 4
    assert s.discards() == ["Tyr's Crush"]
    assert s.hand("wolf") == []
    assert s.at("wolf", "F3") == {"ship": 1}
    assert s.at("wolf", "Andlang") == {"warrior": 1}


@pytest.mark.rule("BR-22.14")
def test_serpent_fulfils_manheim_in_angerboda_after_a_tie_in_elvagar() -> None:
    s = scene(
        "wolf raven serpent",
        age=1,
        phase="quest",
        quests={"serpent": "Manheim!"},
        figures="wolf: 3 warrior in Elvagar; serpent: warrior in Elvagar, ship in F1; raven: warrior in Angerboda",
    )
    strength = {place["name"]: place.get("strength") for place in s.match.view(None).table["places"]}
    assert strength["Elvagar"] == {"wolf": 3, "serpent": 3}
    assert strength["Angerboda"] == {"raven": 1, "serpent": 2}
    assert s.glory("serpent") == 5
    assert s.asked() == {"serpent": "raise"}
    s.play("serpent: raise horns")
    assert s.stat("serpent", "horns") == 5


@pytest.mark.rule("BR-22.14")
def test_the_tie_in_elvagar_alone_would_not_have_fulfilled_manheim() -> None:
    s = scene(
        "wolf raven serpent",
        age=1,
        phase="quest",
        quests={"serpent": "Manheim!"},
        figures="wolf: 3 warrior in Elvagar; serpent: warrior in Elvagar, ship in F1; raven: leader in Angerboda",
    )
    assert [event.data["clan"] for event in s.told("quest_failed")] == ["Serpent"]
    assert s.glory("serpent") == 0


@pytest.mark.rule("BR-22.15")
def test_gimle_falls_with_two_wolves_and_two_ravens() -> None:
    s = scene(
        "wolf raven",
        age=2,
        phase="ragnarok",
        ragnarok=("Elvagar", "Gimle", "Andlang"),
        figures="wolf: warrior in Gimle, ship in F4; raven: 2 warrior in Gimle",
    )
    destroyed = [(e.data["clan"], e.data["figure"], e.data["place"]) for e in s.told("figure_destroyed")]
    assert sorted(map(str, destroyed)) == [
        "('Raven', 'Warrior', 'Gimle')",
        "('Raven', 'Warrior', 'Gimle')",
        "('Wolf', 'Ship', 'F4')",
        "('Wolf', 'Warrior', 'Gimle')",
    ]
    assert (s.glory("wolf"), s.glory("raven")) == (6, 6)
    assert s.is_destroyed("Gimle")
    assert [event.data["place"] for event in s.told("doom_moves")] == ["Andlang"]


@pytest.mark.rule("BR-22.16")
def test_raven_scores_thirty_for_its_stats_at_the_end() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="end of age",
        glory={"raven": 50},
        steps={"raven": {"rage": 5, "axes": 6, "horns": 3}},
    )
    assert s.glory("raven") == 80
    bonus = [event.data["amount"] for event in s.told("glory") if event.data["source"] == "stats"]
    assert bonus == [10, 20]
