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
    assert s.choices("green") == ["stop"]
    s.play("green: stop")

    assert not s.told("weak_point_found")
    assert len(s.told("hunt_failed")) == len(s.told("injury_ignored")) == 1
    assert s.wounds("Huldra") == dict.fromkeys((2, 3, 4, 5, 6, 7), "green")
    assert s.artifacts("green") == {}
    assert s.hand("green") == ["Huskarls"]
    assert (s.runes("green"), s.allied("green"), s.armies("green", 18)) == ({"algiz": 1}, ["alfheim"], [3])


@pytest.mark.rule("LR-18.1", "LR-26.6")
@pytest.mark.parametrize(
    ("clans", "side"), [("green red", "red"), ("green red blue", "blue"), ("green red blue yellow", "yellow")]
)
def test_the_right_hand_neighbour_acts_for_the_monster_whoever_controls_it(clans: str, side: str) -> None:
    s = hunt(clans=clans, rings="red: Troll")
    assert s.asked() == {side: "attack"}
    assert str(s.told("hunt_declared")[0]) == f"Green hunts Troll; {side.capitalize()} plays the Monster."


@pytest.mark.rule("LR-18.2", "LR-5.4")
def test_the_hunter_draws_as_many_cards_as_strength_and_the_monster_side_two_of_fourteen() -> None:
    s = hunt(strength=4, hands="green: Levy", draws=("Huskarls", "Spearmen", "Scouts", "Raiders"))
    assert s.hand("green") == ["Huskarls", "Levy", "Raiders", "Scouts", "Spearmen"]
    assert (s.state.attack_hand.sizes[0], s.state.decks.attack.size()) == (2, 12)


@pytest.mark.rule("LR-5.13", "LR-18.31")
def test_the_hunter_has_no_limit_of_combat_cards_until_the_hunt_is_over() -> None:
    s = hunt(strength=4, draws=("Huskarls", "Spearmen", "Scouts", "Raiders"))
    assert s.state.hand.sizes[0] == 4 > s.attribute("green", "wisdom")
    s.attack("attack_a", draws=("Levy",))
    s.play("green: done", "green: injure authority", "green: stop", "green: injure strength")
    assert s.asked() == {"green": "discard_card"}
    s.play("green: discard Levy", "green: discard Scouts", "green: discard Raiders")
    assert s.hand("green") == ["Huskarls", "Spearmen"]


@pytest.mark.rule("LR-5.13", "LR-18.21")
def test_the_limit_of_runes_stays_in_a_hunt() -> None:
    s = hunt("Huldra", hands="green: Berserkers", runes="green: uruz uruz", draws=("Levy", "Levy"))
    s.attack("attack_a", draws=("Levy",))
    s.play("green: done", "green: injure strength")
    s.play("green: strike Berserkers space 6", "green: take Algiz")
    assert s.asked() == {"green": "discard_rune"}


@pytest.mark.rule("LR-18.5", "LR-24.6")
def test_the_monster_side_plays_one_card_openly_and_discards_the_others() -> None:
    s = hunt(attacks=("recall_a", "attack_a"))
    assert len(s.choices("blue")) == 2
    s.attack("attack_a")
    assert str(s.told("attack_played")[0]) == "Blue plays Attack for the Monster."
    assert str(s.told("card_discarded")[0]) == "Blue discards Recall."
    assert s.state.attack_hand.sizes[0] == 0


@pytest.mark.rule("LR-18.4", "LR-18.24")
def test_an_empty_attack_deck_ends_the_hunt_though_the_monster_side_still_holds_cards() -> None:
    s = hunt("Draugr", attacks=("furious_attack", "attack_a"), hands="green: Huskarls, Jarl's Guard")
    deck = s.state.decks.attack
    while deck.size() > 4:
        deck.discard(deck.draw(s.state.flow.chance))
    s.attack("furious_attack")
    s.play("green: done", "green: injure authority")
    assert s.state.decks.attack.size() == 0
    assert s.state.attack_hand.sizes[0] == 4
    s.play("green: strike Huskarls space 1", "green: stop")
    assert len(s.told("hunt_failed")) == 1
    assert s.asked() == {"green": "injury"}


@pytest.mark.rule("LR-18.6", "LR-18.10")
@pytest.mark.parametrize(("cards", "holds"), [(("Spearmen", "Levy"), False), (("Spearmen", "Spearmen"), True)])
def test_a_defence_must_be_worth_more_than_rage(cards: tuple[str, str], holds: bool) -> None:
    s = hunt(draws=cards, attacks=("attack_b", "recall_a"))
    s.attack("attack_b")
    s.play(*(f"green: defend {card}" for card in cards), "green: done")
    assert bool(s.told("defence_holds")) == holds
    assert s.asked() == {"green": "hero_round" if holds else "injury"}
    if not holds:
        s.play("green: injure strength")
    discards = s.match.view(None).table["decks"]["combat"]["discards"]
    assert sorted(discards) == sorted(cards)


@pytest.mark.rule("LR-18.6", "LR-18.3")
def test_what_was_played_in_defence_counts_in_its_own_round_alone() -> None:
    s = hunt(hands="green: Raiders", draws=("Huskarls", "Spearmen"), attacks=("furious_attack", "recall_a"))
    s.attack("furious_attack", draws=("Levy", "Scouts"), then=("attack_b", "attack_c", "wild_attack", "recall_b"))
    s.play("green: defend Huskarls", "green: defend Spearmen", "green: done")
    s.play("green: strike Raiders space 1", "green: stop")
    s.attack("attack_b")
    s.play("green: done")
    assert s.asked() == {"green": "injury"}
    s.play("green: injure authority")
    assert len(s.told("weak_point_found")) == 1
    assert s.state.attack_hand.sizes[0] == 2


@pytest.mark.rule("LR-24.8", "LR-18.6")
def test_a_hunter_without_cards_is_asked_for_a_defence_all_the_same() -> None:
    s = hunt("Huldra", attacks=("special_a", "attack_a"))
    s.state.hand.take_all(0)
    s.attack("attack_a")
    assert s.asked() == {"green": "defence"}
    assert s.choices("green") == ["done"]


@pytest.mark.rule("LR-18.7", "LR-27.1")
def test_a_shield_alone_cancels_an_attack_whatever_its_rage_and_without_a_weak_point_check() -> None:
    s = hunt(wisdom=6, draws=("Shield Wall", "Spearmen"), attacks=("destruction", "attack_a"))
    s.attack("destruction", draws=("Levy",))
    assert s.rule_against("green: cancel Spearmen") == "LR-18.7"
    s.play("green: cancel Shield Wall")
    assert s.injured("green") == []
    assert not s.told("weak_point_found")
    assert s.hand("green") == ["Levy", "Spearmen"]


@pytest.mark.rule("LR-18.7", "LR-18.8")
def test_a_shield_with_other_cards_counts_for_its_value_and_the_weak_point_is_checked() -> None:
    s = hunt(wisdom=3, draws=("Shield Wall", "Spearmen"), attacks=("attack_b", "recall_a"))
    s.attack("attack_b", draws=("Levy", "Scouts"))
    s.play("green: defend Spearmen")
    assert s.rule_against("green: cancel Shield Wall") == "LR-18.7"
    s.play("green: defend Shield Wall", "green: done", "green: injure authority")
    assert len(s.told("weak_point_found")) == 1
    assert s.hand("green") == ["Levy", "Scouts"]


@pytest.mark.rule("LR-18.7", "LR-29.3")
@pytest.mark.parametrize("allowed", [False, True])
def test_whether_a_shield_cancels_a_special_attack(allowed: bool) -> None:
    s = hunt(
        wisdom=6,
        draws=("Shieldmaidens", "Spearmen"),
        attacks=("special_b", "attack_a"),
        rulings={"shield_against_special": allowed},
    )
    s.attack("special_b", draws=("Levy",))
    assert s.rule_against("green: cancel Shieldmaidens") == ("" if allowed else "LR-18.7")
    if allowed:
        s.play("green: cancel Shieldmaidens")
        assert not s.told("weak_point_found")
        assert s.asked() == {"green": "hero_round"}


@pytest.mark.rule("LR-30.14", "LR-18.9", "LR-18.12")
def test_a_special_attack_is_put_off_with_values_and_the_weak_point_found() -> None:
    s = hunt(wisdom=3, draws=("Huskarls", "Spearmen"), attacks=("special_a", "attack_a"))
    s.attack("special_a", draws=("Levy", "Scouts"), then=("recall_a", "recall_b"))
    s.play("green: defend Huskarls", "green: defend Spearmen", "green: done")
    assert str(s.told("defence_holds")[0]) == "The defence holds: 4 against Rage 3."
    assert not s.told("attack_takes_effect")
    assert len(s.told("weak_point_found")) == 1
    assert s.hand("green") == ["Levy", "Scouts"]
    assert s.state.attack_hand.sizes[0] == 2


@pytest.mark.rule("LR-18.11", "LR-18.12")
def test_the_weak_point_may_be_found_with_no_card_played_and_after_a_defence_that_fails() -> None:
    s = hunt(wisdom=5, draws=("Levy", "Levy"), attacks=("attack_a", "attack_b"))
    s.attack("attack_a", draws=("Scouts", "Raiders"))
    s.play("green: done", "green: injure authority")
    assert s.hand("green") == ["Levy", "Levy", "Raiders", "Scouts"]


@pytest.mark.rule("LR-18.13")
def test_wisdom_is_read_after_the_injury_of_the_attack() -> None:
    s = hunt(wisdom=5, draws=("Levy", "Levy"), attacks=("attack_a", "attack_b"))
    s.attack("attack_a", draws=("Scouts",))
    s.play("green: done", "green: injure wisdom")
    assert s.hand("green") == ["Levy", "Levy", "Scouts"]


@pytest.mark.rule("LR-18.14", "LR-24.1")
def test_the_monster_side_draws_what_the_card_says_and_the_deck_is_whole_again_after_the_hunt() -> None:
    s = hunt(attacks=("attack_a", "attack_b"))
    s.attack("attack_a")
    s.play("green: done", "green: injure authority")
    deck = s.state.decks.attack
    assert (s.state.attack_hand.sizes[0], deck.size(), deck.thrown) == (3, 9, 2)
    s.play("green: stop", "green: injure strength")
    deck = s.state.decks.attack
    assert (s.state.attack_hand.sizes[0], deck.size(), deck.thrown) == (0, 14, 0)


@pytest.mark.rule("LR-18.22", "LR-18.24", "LR-18.27")
def test_a_hero_round_without_a_wound_fails_the_hunt_which_deals_an_injury() -> None:
    s = hunt(attacks=("attack_a", "attack_b"), wounds="red: Troll 1 2")
    s.attack("attack_a")
    s.play("green: defend Huskarls", "green: defend Spearmen", "green: done", "green: stop")
    assert len(s.told("hunt_failed")) == 1
    s.play("green: injure wisdom")
    assert s.injured("green") == ["wisdom"]
    assert s.wounds("Troll") == {1: "red", 2: "red"}


@pytest.mark.rule("LR-18.22", "LR-18.20")
def test_after_any_number_of_wounds_a_monster_round_follows() -> None:
    s = hunt(draws=("Huskarls", "Spearmen"), attacks=("attack_a", "attack_b"))
    s.attack("attack_a", draws=("Champions",))
    s.play("green: done", "green: injure authority")
    s.play("green: strike Huskarls space 1", "green: strike Spearmen space 3", "green: strike Champions space 4")
    s.play("green: stop")
    assert s.asked() == {"blue": "attack"}
    assert s.wounds("Troll") == {1: "green", 3: "green", 4: "green"}


@pytest.mark.rule("LR-18.24", "LR-18.25", "LR-5.8")
def test_an_injury_with_three_injured_tokens_fails_the_hunt_without_further_draws() -> None:
    s = hunt(injured="green: authority strength wisdom", attacks=("furious_attack", "attack_a"))
    s.attack("furious_attack")
    s.play("green: defend Spearmen", "green: done")
    assert len(s.told("hunt_failed")) == 1
    assert len(s.told("cards_drawn")) == 1
    assert len(s.told("attack_cards_drawn")) == 1
    assert s.hand("green") == ["Huskarls"]


@pytest.mark.rule("LR-18.16", "LR-18.18")
def test_a_card_covers_an_open_space_of_its_weapon_and_a_shield_covers_none() -> None:
    s = hunt(draws=("Huskarls", "Shieldmaidens"), wounds="red: Troll 1")
    s.attack("attack_a")
    s.play("green: done", "green: injure authority")
    assert s.rule_against("green: strike Huskarls space 1") == "LR-18.16"
    assert s.rule_against("green: strike Huskarls space 3") == "LR-18.16"
    assert s.rule_against("green: strike Shieldmaidens space 2") == "LR-18.16"
    s.play("green: strike Huskarls space 2")
    assert s.wounds("Troll") == {1: "red", 2: "green"}


@pytest.mark.rule("LR-18.39", "LR-18.27")
def test_a_later_hunt_finds_the_spaces_as_they_were_left() -> None:
    s = hunt(wounds="red: Troll 1 2 3", draws=("Champions", "Levy"))
    s.attack("attack_a")
    s.play("green: done", "green: injure authority")
    s.play("green: strike Champions space 4")
    assert s.wounds("Troll") == {1: "red", 2: "red", 3: "red", 4: "green"}


@pytest.mark.rule("LR-28.4", "LR-24.4")
def test_nobody_but_the_monster_side_sees_its_cards() -> None:
    s = hunt(attacks=("recall_a", "attack_a"))
    own = s.match.view(s.seat("blue")).table["hunt"]["attack_hand"]
    assert sorted(own) == ["Attack", "Recall"]
    for seat in (s.seat("green"), s.seat("red"), None):
        assert "Recall" not in str(s.match.view(seat).table["hunt"]["attack_hand"])
    assert "Recall" not in str(s.told("attack_cards_drawn", "green")[0])
    assert "Recall" in str(s.told("attack_cards_drawn", "blue")[0])
