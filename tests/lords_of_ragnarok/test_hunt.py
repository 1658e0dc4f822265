"""Section 18: how Hunts go, round by round."""

import pytest

from tests.lords_of_ragnarok.hunting import hunt


@pytest.mark.rule("LR-30.23", "LR-18.3", "LR-18.39")
def test_a_whole_hunt() -> None:
    s = hunt(
        "Huldra",
        strength=3,
        wisdom=3,
        hands="green: Huskarls",
        armies="green: 2 in 18",
        draws=("Berserkers", "Spearmen", "Shieldmaidens"),
        attacks=("attack_a", "recall_a"),
    )
    deck = s.state.decks.attack
    assert (s.hand("green"), deck.size()) == (["Berserkers", "Huskarls", "Shieldmaidens", "Spearmen"], 12)
    s.attack("recall_a", draws=("Jarl's Guard",), then=("attack_c", "furious_attack"))
    s.play("green: cancel Shieldmaidens")
    assert not s.told("weak_point_found")
    assert (s.hand("green"), deck.size()) == (["Berserkers", "Huskarls", "Jarl's Guard", "Spearmen"], 10)
    s.play("green: strike Berserkers space 6", "green: take Algiz")
    s.play("green: strike Spearmen space 3", "green: strike Huskarls space 4", "green: stop")

    s.attack("attack_c", draws=("Levy",), then=("mighty_attack", "attack_b"))
    s.play("green: done", "green: injure authority")
    assert (s.hand("green"), deck.size()) == (["Jarl's Guard", "Levy"], 8)
    s.deal_next("Scouts")
    s.play("green: strike Jarl's Guard space 7", "green: ally Alfheim")
    assert s.hand("green") == ["Levy", "Scouts"]
    s.play("green: strike Scouts space 2", "green: strike Levy space 5", "green: stop")

    s.attack("mighty_attack", draws=("Huskarls",), then=("special_a", "wild_attack"))
    s.play("green: done", "green: injure strength")
    assert (s.hand("green"), deck.size()) == (["Huskarls"], 6)
    assert s.options("green") == ["stop"]
    s.play("green: stop")

    assert not s.told("weak_point_found")
    assert len(s.told("hunt_failed")) == len(s.told("injury_ignored")) == 1
    assert s.wounds("Huldra") == dict.fromkeys((2, 3, 4, 5, 6, 7), "green")
    assert s.artifacts("green") == {}
    assert s.hand("green") == ["Huskarls"]
    assert (s.runes("green"), s.allied("green"), s.armies("green", 18)) == ({"algiz": 1}, ["alfheim"], [3])
