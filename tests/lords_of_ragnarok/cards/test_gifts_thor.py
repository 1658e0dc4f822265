"""The Gifts of Thor, each at its moment."""

import pytest

from tests.lords_of_ragnarok.cards.test_gifts_odin import fight, gift, strengths
from tests.lords_of_ragnarok.hunting import hunt
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


# In Hunts


@pytest.mark.rule("LR-28.1")
def test_victory_feast_heals_an_injury_after_a_hunt_failed_or_not() -> None:
    s = hunt(gifts="green: Victory Feast", injured="green: wisdom", wounds="green: Troll 2 3 4 5 6 7")
    s.attack("attack_a")
    s.play("green: done", "green: injure strength", "green: strike Huskarls space 1")
    assert s.asked() == {"green": "healing"}
    s.play("green: heal wisdom")
    assert s.injured("green") == ["strength"]
    assert str(s.told("text_acts")[0]) == "Green: Victory Feast takes effect."
    s = hunt(gifts="green: Victory Feast")
    s.attack("attack_a")
    s.play("green: done", "green: injure strength", "green: stop", "green: injure wisdom", "green: heal strength")
    assert s.injured("green") == ["wisdom"]
    s = hunt(gifts="green: Victory Feast", wounds="green: Troll 2 3 4 5 6 7")
    s.attack("attack_a")
    s.play("green: done", "green: injure strength", "green: strike Huskarls space 1")
    assert s.injured("green") == []


def test_victory_feast_does_nothing_for_a_healthy_hero() -> None:
    s = hunt(gifts="green: Victory Feast", wounds="green: Troll 2 3 4 5 6 7", hands="green: Champions")
    s.attack("attack_a")
    s.play("green: defend Champions", "green: done", "green: strike Huskarls space 1")
    assert "healing" not in s.asked().values()


def test_first_blood_discards_a_card_for_a_wound_of_any_kind_with_its_reward() -> None:
    s = hunt(gifts="green: First Blood", hands="green: Levy, Scouts")
    assert s.choices("green") == ["use First Blood", "decline"]
    s.play("green: use First Blood", "green: discard Levy")
    assert len(s.choices("green")) == 7
    s.play("green: space 6", "green: take Algiz")
    assert s.wounds("Troll") == {6: "green"}
    assert s.runes("green") == {"algiz": 1}
    assert s.hand("green") == ["Huskarls", "Scouts", "Spearmen"], "once, and then the cards of Strength are drawn"


@pytest.mark.rule("LR-18.22", "LR-18.28")
def test_first_blood_may_end_the_hunt_at_once() -> None:
    s = hunt(gifts="green: First Blood", hands="green: Levy", wounds="green: Troll 1 2 3 4 5 6")
    s.play("green: use First Blood", "green: take Uruz")
    assert s.state.monsters.slain_by[1] == s.seat("green")
    assert s.hand("green") == []
    assert s.artifacts("green") == {"Sleeping Potion": "charged"}


@pytest.mark.rule("LR-17.11", "LR-28.3")
def test_first_blood_needs_a_card_and_a_monster() -> None:
    assert "t29_offer" not in hunt(gifts="green: First Blood").asked().values()
    assert "t29_offer" not in hunt("Loki", gifts="green: First Blood", hands="green: Levy").asked().values()


def test_hammer_arm_draws_one_card_more_at_the_start_of_a_hunt() -> None:
    s = hunt(gifts="green: Hammer Arm", strength=2, draws=("Huskarls", "Spearmen", "Levy"))
    assert s.hand("green") == ["Huskarls", "Levy", "Spearmen"]


@pytest.mark.rule("LR-28.5")
def test_thick_hide_ignores_one_injury_in_each_hunt() -> None:
    s = hunt(gifts="green: Thick Hide", heroes="green: Beowulf")
    if "own_injury" in s.asked().values():
        s.play("green: no")
    s.attack("attack_a")
    s.play("green: done")
    assert s.choices("green") == ["use Thick Hide", "decline"]
    cards = len(s.hand("green"))
    s.play("green: use Thick Hide")
    assert s.injured("green") == []
    assert len(s.hand("green")) == cards + 1, "the card of step 5; none for Beowulf"
    s.play("green: stop")
    assert s.asked() == {"green": "injury"}, "not a second time"


@pytest.mark.rule("LR-28.5", "LR-18.24")
def test_thick_hide_keeps_a_hunt_going_that_the_injury_would_end() -> None:
    s = hunt(gifts="green: Thick Hide", injured="green: authority strength wisdom")
    s.attack("attack_a")
    s.play("green: done", "green: use Thick Hide")
    assert s.asked() == {"green": "hero_round"}
    s.play("green: stop")
    assert len(s.told("hunt_failed")) == 1


@pytest.mark.rule("LR-28.5", "LR-18.26")
def test_thick_hide_spares_one_of_the_tokens_that_destruction_turns() -> None:
    s = hunt(gifts="green: Thick Hide", attacks=("destruction", "attack_a"))
    s.attack("destruction")
    s.play("green: done", "green: use Thick Hide")
    assert len(s.injured("green")) == 2
    assert s.asked() == {"green": "hero_round"}


@pytest.mark.rule("LR-28.3")
def test_thick_hide_is_not_offered_for_an_injury_that_does_nothing() -> None:
    s = hunt(gifts="green: Thick Hide", injured="green: authority strength wisdom", hands="green: Champions")
    s.attack("attack_a")
    s.play("green: defend Champions", "green: done", "green: stop")
    assert len(s.told("hunt_failed")) == 1
    assert s.state.hunt.hunter == -1


def test_keen_eye_makes_wisdom_2_higher_for_the_weak_point() -> None:
    for name, wisdom, found in (("Keen Eye", 3, 1), ("Keen Eye", 2, 0), ("Swift Sails", 3, 0)):
        s = hunt(gifts=f"green: {name}", wisdom=wisdom)
        s.attack("attack_a")
        s.play("green: done", "green: injure strength")
        assert len(s.told("weak_point_found")) == found


def test_trophy_taker_draws_a_card_for_the_first_reward_of_a_hunt() -> None:
    s = hunt(gifts="green: Trophy Taker", strength=3, draws=("Huskarls", "Jarl's Guard", "Raiders"))
    s.attack("attack_a")
    s.play("green: done", "green: injure strength")
    held = len(s.hand("green"))
    s.play("green: strike Huskarls space 1")
    assert len(s.hand("green")) == held - 1, "no reward there"
    s.play("green: strike Raiders space 6", "green: take Uruz")
    assert len(s.hand("green")) == held - 1
    s.play("green: strike Jarl's Guard space 7", "green: take Uruz")
    assert len(s.hand("green")) == held - 2, "the second reward brings none"
