"""The Gifts of Thor, each at its moment."""

import pytest

from tests.lords_of_ragnarok.cards.test_gifts_odin import fight, gift, strengths
from tests.lords_of_ragnarok.scene import scene


def test_training_yard_draws_two_the_first_time_in_a_prepare() -> None:
    s = gift("Training Yard", stage="special", attributes="green: wisdom 5")
    s.play("green: action prepare", "green: prepare draw")
    assert len(s.hand("green")) == 2
    s.play("green: prepare draw")
    assert len(s.hand("green")) == 3


def test_training_yard_still_acts_when_the_draw_comes_second() -> None:
    s = gift("Training Yard", stage="special", attributes="green: wisdom 5")
    s.play("green: action prepare", "green: prepare rune", "green: take Uruz", "green: prepare draw")
    assert len(s.hand("green")) == 2


def test_shoulder_to_shoulder_adds_2_where_the_hero_is_as_attacker_or_defender() -> None:
    assert strengths(fight("Shoulder to Shoulder", hero="green: 19")) == [6, 4]
    assert strengths(fight("Shoulder to Shoulder", owner="red", hero="red: 19")) == [4, 6]
    assert strengths(fight("Shoulder to Shoulder", hero="green: 18")) == [4, 4]


@pytest.mark.rule("LR-19.4")
def test_battle_cry_draws_a_card_for_an_empty_hand_before_the_battle() -> None:
    said = {"stage": "manoeuvres", "armies": "green: 4 in 18; red: 4 in 19", "control": "red: 19; green: 18"}
    for hands, count in (("", 1), ("red: Levy", 1), ("red: Levy, Scouts", 2)):
        s = gift("Battle Cry", owner="red", hands=hands, **said)
        s.play("green: activate army 4 18", "green: move 19")
        assert s.asked() == {"red": "battle"}
        assert len(s.hand("red")) == count


def test_thunder_step_goes_a_third_region() -> None:
    s = gift("Thunder Step", stage="hero")
    s.play("green: walk 3", "green: walk 7", "green: walk 8")
    assert s.hero("green") == 8
    assert "walk_on" not in s.asked().values()


def test_grim_endurance_heals_two_injuries() -> None:
    s = gift("Grim Endurance", stage="hero", injured="green: authority strength wisdom")
    s.play("green: heal wisdom", "green: heal strength")
    assert s.injured("green") == ["authority"]
    s = gift("Grim Endurance", stage="hero", injured="green: strength")
    s.play("green: heal strength")
    assert s.injured("green") == []
    assert "healing" not in s.asked().values()


@pytest.mark.rule("LR-20.5")
def test_armoury_draws_two_cards_when_taken_and_raises_the_limit_by_2() -> None:
    s = scene(
        stage="special", control="green: 2", temples="8 13", hands="green: Levy, Scouts", runes="green: uruz uruz"
    )
    s.give_gifts("Armoury", "Swift Sails", "War Spear", "Pilgrims")
    s.play("green: action build temple", "green: gift Armoury")
    assert len(s.hand("green")) == 4
    assert s.asked() == {"red": "gift"}
    s = gift("Armoury", stage="special", hands="green: Levy, Scouts, Raiders, Champions", runes="green: uruz uruz")
    s.play("green: action prepare", "green: prepare draw")
    assert s.asked() == {"green": "discard_card"}
    s.play("green: discard Levy", "green: prepare rune", "green: take Algiz")
    assert s.asked() == {"green": "discard_rune"}, "Runes keep their limit"


def test_armoury_says_nothing_to_a_later_gift() -> None:
    s = scene(stage="special", control="green: 2", temples="8 13", gifts="green: Armoury")
    s.give_gifts("Swift Sails", "War Spear", "Pilgrims", "Seidr")
    s.play("green: action build temple", "green: gift Swift Sails")
    assert s.hand("green") == []
