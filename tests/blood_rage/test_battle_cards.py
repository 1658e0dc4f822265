"""Section 12: who fights, the cards laid face down, the late window, and the totals."""

from typing import Any

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene


def total(s: Scene, clan: str) -> tuple[int, int, int]:
    """What a clan had in the last comparison: its total, its figures, its cards."""
    told = [event.data for event in s.told("total") if event.data["clan"] == clan.capitalize()]
    last = told[-1]
    return int(str(last["total"])), int(str(last["figures"])), int(str(last["cards"]))


def seen_by(s: Scene, clan: str | None) -> tuple[Any, Any]:
    """All that a clan, or a spectator, can know: the table and the events."""
    seat = None if clan is None else s.seat(clan)
    return s.match.view(seat).to_json(), [event.to_json() for event in s.match.events(seat)]


def duel(wolf: str = "", raven: str = "", age: int = 1, figures: str = "") -> Scene:
    """Wolf's Leader pillages Gimle against Raven's Warrior; cards are the next thing."""
    s = scene(
        "wolf raven serpent",
        age=age,
        figures=figures or "wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": wolf, "raven": raven},
    )
    s.play("wolf: pillage Gimle")
    return s


# Participants


@pytest.mark.rule("BR-12.1")
def test_participants_are_the_clans_in_the_province_or_its_fjord_when_the_call_ends() -> None:
    s = scene(
        "wolf raven serpent bear",
        figures="wolf: warrior in Gimle; raven: ship in F4; serpent: warrior in Andlang; bear: warrior in Andlang",
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Smash", "serpent": "Tyr's Crush", "bear": "Tyr's Smite"},
    )
    s.play("wolf: pillage Gimle", "serpent: join warrior from Andlang", "bear: decline")
    assert s.match.view(None).table["battle"]["participants"] == [0, 1, 2]
    assert s.asked() == {"wolf": "card", "raven": "card", "serpent": "card"}
    assert [event.data["clans"] for event in s.told("battle_begins")] == [["Wolf", "Raven", "Serpent"]]


@pytest.mark.rule("BR-12.1")
def test_a_ship_in_another_fjord_or_a_figure_next_door_makes_no_participant() -> None:
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Gimle; raven: warrior in Gimle; serpent: ship in F3, leader in Horgr",
        hands={"serpent": "Tyr's Smite"},
    )
    s.play("wolf: pillage Gimle")
    assert s.match.view(None).table["battle"]["participants"] == [0, 1]
    assert s.choices("serpent") == []


@pytest.mark.rule("BR-12.1")
def test_the_participants_stay_the_same_after_the_reveal() -> None:
    s = duel(wolf="Tyr's Bash", raven="Tyr's Smash")
    s.play("wolf: card Tyr's Bash", "raven: card Tyr's Smash")
    assert s.match.view(None).table["battle"]["participants"] == [0, 1]
    s.play("wolf: decline")
    assert s.match.view(None).table["battle"]["participants"] == [0, 1]


# Choosing a card


@pytest.mark.rule("BR-12.2")
def test_every_participant_must_lay_down_a_card() -> None:
    """Wrong reading: playing a card in a battle is optional."""
    s = duel(wolf="Tyr's Bash, Tyr's Smash", raven="Tyr's Crush")
    assert s.choices("wolf") == ["card Tyr's Bash", "card Tyr's Smash"]
    assert s.choices("raven") == ["card Tyr's Crush"]
    assert s.rule_against("wolf: decline") == "BR-12.2"
    assert s.rule_against("wolf: pass") == "BR-12.2"
    assert s.asked() == {"wolf": "card", "raven": "card"}


@pytest.mark.rule("BR-12.2")
def test_a_card_that_is_not_in_the_hand_cannot_be_laid_down() -> None:
    s = duel(wolf="Tyr's Bash", raven="Tyr's Crush")
    reason = s.why_not("wolf: card Tyr's Crush")
    assert reason is not None
    assert (reason.code, reason.rule) == ("card_not_in_hand", "BR-12.2")
    with pytest.raises(drakkar.IllegalChoice):
        s.play("wolf: card Tyr's Crush")


@pytest.mark.rule("BR-12.2")
def test_one_card_and_no_more_is_laid_down() -> None:
    s = duel(wolf="Tyr's Bash, Tyr's Smash", raven="Tyr's Crush")
    s.play("wolf: card Tyr's Bash")
    assert s.asked() == {"raven": "card"}
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: card Tyr's Smash")
    assert s.hand("wolf") == ["Tyr's Smash"]


@pytest.mark.rule("BR-12.2")
def test_a_card_of_any_kind_may_be_laid_down() -> None:
    s = duel(wolf="Tyr's Bash, Manheim!, Loki's Dragons, Troll, Loki's Domain", raven="Tyr's Smash")
    assert sorted(s.choices("wolf")) == [
        "card Loki's Domain",
        "card Loki's Dragons",
        "card Manheim!",
        "card Troll",
        "card Tyr's Bash",
    ]


@pytest.mark.rule("BR-12.2")
def test_two_equal_cards_are_one_option_and_one_of_them_is_laid_down() -> None:
    s = duel(wolf="Tyr's Smash, Tyr's Smash", raven="Tyr's Bash")
    assert s.choices("wolf") == ["card Tyr's Smash"]
    s.play("wolf: card Tyr's Smash")
    assert s.hand("wolf") == ["Tyr's Smash"]


@pytest.mark.rule("BR-12.2")
def test_a_clan_with_an_empty_hand_plays_none() -> None:
    """Wrong reading: a clan without a card cannot fight, or draws one."""
    s = duel(raven="Tyr's Bash")
    assert s.asked() == {"raven": "card"}
    s.play("raven: card Tyr's Bash", "wolf: decline", "raven: decline")
    assert [event.data["clan"] for event in s.told("no_card_played")] == ["Wolf"]
    assert total(s, "wolf") == (3, 3, 0)
    assert total(s, "raven") == (3, 1, 2)


@pytest.mark.rule("BR-12.2")
def test_with_empty_hands_all_round_the_figures_alone_decide() -> None:
    s = duel()
    assert s.asked() == {"wolf": "late"}
    s.play("wolf: decline", "raven: decline")
    assert s.told("card_revealed") == []
    assert s.glory("wolf") == 3


@pytest.mark.rule("BR-12.2", "BR-6.7")
def test_a_clan_at_zero_rage_plays_its_card() -> None:
    s = scene(
        "wolf raven",
        rage={"raven": 0},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"raven": "Tyr's Smite"},
    )
    s.play("wolf: pillage Gimle", "raven: card Tyr's Smite", "wolf: decline", "raven: decline")
    assert s.glory("raven") == 3
    assert s.rage("raven") == 0


# The reveal


@pytest.mark.rule("BR-12.3")
def test_no_card_is_revealed_before_the_last_one_lies_on_the_table() -> None:
    s = duel(wolf="Tyr's Bash", raven="Tyr's Smash")
    s.play("wolf: card Tyr's Bash")
    assert s.told("card_revealed") == []
    assert s.match.view(None).table["battle"]["revealed"] is False
    s.play("raven: card Tyr's Smash")
    assert [(event.data["clan"], event.data["card"]) for event in s.told("card_revealed")] == [
        ("Wolf", "Tyr's Bash"),
        ("Raven", "Tyr's Smash"),
    ]
    table = s.match.view(None).table["battle"]
    assert table["revealed"] is True
    assert [[card["name"] for card in pile] for pile in table["played"]] == [["Tyr's Bash"], ["Tyr's Smash"], []]


@pytest.mark.rule("BR-12.3", "BR-3.20")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_nobody_else_can_tell_which_card_lies_face_down(onlooker: str | None) -> None:
    one = duel(wolf="Tyr's Bash, Manheim!", raven="Tyr's Smash")
    other = duel(wolf="Tyr's Bash, Manheim!", raven="Tyr's Smash")
    one.play("wolf: card Tyr's Bash")
    other.play("wolf: card Manheim!")
    assert seen_by(one, onlooker) == seen_by(other, onlooker)
    assert seen_by(one, "wolf") != seen_by(other, "wolf")


@pytest.mark.rule("BR-12.3", "BR-3.20")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_a_face_down_card_shows_others_only_that_it_is_there(onlooker: str | None) -> None:
    s = duel(wolf="Tyr's Bash, Manheim!", raven="Tyr's Smash")
    s.play("wolf: card Tyr's Bash")
    seat = None if onlooker is None else s.seat(onlooker)
    table = s.match.view(seat).table
    assert table["battle"]["played"][0] == drakkar.Hidden(1)
    assert table["clans"][0]["hand"] == drakkar.Hidden(1)
    (chosen,) = s.told("card_chosen", onlooker)
    assert chosen.data["card"] == drakkar.Hidden(1)
    assert "Bash" not in str(seen_by(s, onlooker))


@pytest.mark.rule("BR-12.3", "BR-3.20")
def test_the_owner_sees_its_own_face_down_card() -> None:
    s = duel(wolf="Tyr's Bash, Manheim!", raven="Tyr's Smash")
    s.play("wolf: card Tyr's Bash")
    played = s.match.view(0).table["battle"]["played"][0]
    assert [card["name"] for card in played] == ["Tyr's Bash"]
    assert [event.data["card"] for event in s.told("card_chosen", "wolf")] == ["Tyr's Bash"]


@pytest.mark.rule("BR-12.3")
def test_the_order_in_which_the_players_choose_makes_no_difference() -> None:
    chosen = ("wolf: card Tyr's Bash", "raven: card Tyr's Smash")
    one = duel(wolf="Tyr's Bash, Manheim!", raven="Tyr's Smash, Alfheim!")
    other = duel(wolf="Tyr's Bash, Manheim!", raven="Tyr's Smash, Alfheim!")
    one.play(*chosen)
    other.play(*reversed(chosen))
    assert one.asked() == other.asked() == {"wolf": "late"}
    assert one.told("card_revealed") == other.told("card_revealed")
    for clan in ("wolf", "raven", "serpent"):
        assert seen_by(one, clan)[0] == seen_by(other, clan)[0]
    for s in (one, other):
        s.play("wolf: decline", "raven: decline")
    assert one.glory("wolf") == other.glory("wolf") == 3


# What a card is worth


@pytest.mark.rule("BR-12.4", "BR-12.18", "BR-20.3")
@pytest.mark.parametrize(
    ("card", "age", "bonus"),
    [
        ("Tyr's Bash", 1, 2),
        ("Tyr's Smash", 1, 3),
        ("Tyr's Crush", 1, 4),
        ("Tyr's Smite", 1, 5),
        ("Tyr's Smash", 2, 3),
        ("Tyr's Crush", 2, 4),
        ("Tyr's Smite", 2, 5),
        ("Tyr's Rage", 2, 6),
        ("Heimdall's Eye", 2, 2),
        ("Tyr's Crush", 3, 4),
        ("Tyr's Smite", 3, 5),
        ("Tyr's Rage", 3, 6),
        ("Tyr's Judgement", 3, 8),
        ("Heimdall's Gaze", 3, 3),
    ],
)
def test_a_revealed_battle_card_adds_its_bonus(card: str, age: int, bonus: int) -> None:
    s = duel(wolf=card, age=age)
    s.play(f"wolf: card {card}", "wolf: decline", "raven: decline")
    assert total(s, "wolf") == (3 + bonus, 3, bonus)


@pytest.mark.rule("BR-12.4", "BR-13.1")
def test_a_bonus_can_turn_the_battle() -> None:
    s = duel(wolf="Tyr's Bash", raven="Tyr's Smite")
    s.play("wolf: card Tyr's Bash", "raven: card Tyr's Smite", "wolf: decline", "raven: decline")
    assert (total(s, "wolf"), total(s, "raven")) == ((5, 3, 2), (6, 1, 5))
    assert s.glory("raven") == 3


@pytest.mark.rule("BR-12.5")
@pytest.mark.parametrize(
    ("card", "age"),
    [
        ("Manheim!", 1),
        ("Glorious Death!", 2),
        ("Lord of Hammers", 1),
        ("Fire Dragons", 2),
        ("Experts in Arms", 2),
        ("Fire Giant", 2),
        ("Dwarf Chieftain", 1),
        ("Frigga's Charm", 1),
    ],
)
def test_a_revealed_upgrade_or_quest_adds_nothing_and_does_nothing(card: str, age: int) -> None:
    s = duel(raven=card, age=age)
    s.play(f"raven: card {card}", "wolf: decline", "raven: decline")
    assert total(s, "raven") == (1, 1, 0)
    assert s.upgrades("raven") == []
    assert s.quests("raven") == []
    assert s.hand("raven") == [card]


# The late window


@pytest.mark.rule("BR-12.15")
def test_every_participant_is_asked_for_a_late_card_with_or_without_one() -> None:
    """Wrong reading: only those who hold a late card are asked; that would give their hands away."""
    s = scene(
        "wolf raven serpent",
        age=2,
        figures="wolf: leader in Gimle; raven: warrior in Gimle; serpent: warrior in Gimle",
        hands={"wolf": "Tyr's Crush, Manheim!", "raven": "Tyr's Smite, Heimdall's Eye"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Crush", "raven: card Tyr's Smite")
    assert s.asked() == {"wolf": "late"}
    assert s.choices("wolf") == ["decline"]
    s.play("wolf: decline")
    assert s.asked() == {"raven": "late"}
    assert s.choices("raven") == ["late Heimdall's Eye", "decline"]
    s.play("raven: decline")
    assert s.asked() == {"serpent": "late"}
    assert s.choices("serpent") == ["decline"]
    s.play("serpent: decline")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-12.15", "BR-3.20")
@pytest.mark.parametrize("onlooker", ["wolf", "serpent", None])
def test_a_question_and_a_refusal_look_the_same_whatever_the_hand_holds(onlooker: str | None) -> None:
    """Wrong reading: a clan without a late card is passed over, which the others can see."""
    with_eye = duel(wolf="Tyr's Crush", raven="Tyr's Smite, Heimdall's Eye", age=2)
    without = duel(wolf="Tyr's Crush", raven="Tyr's Smite, Manheim!", age=2)
    for s in (with_eye, without):
        s.play("wolf: card Tyr's Crush", "raven: card Tyr's Smite", "wolf: decline")
    assert seen_by(with_eye, onlooker) == seen_by(without, onlooker)
    for s in (with_eye, without):
        s.play("raven: decline")
    assert seen_by(with_eye, onlooker) == seen_by(without, onlooker)


@pytest.mark.rule("BR-12.15")
def test_late_cards_are_asked_for_in_seat_order_with_the_pillager_first() -> None:
    """Wrong reading: late cards are asked for in table order, or the pillager is asked last."""
    s = scene(
        "wolf raven serpent bear",
        turn="serpent",
        figures="wolf: warrior in Gimle; raven: warrior in Horgr; serpent: leader in Gimle; bear: warrior in Gimle",
    )
    s.play("serpent: pillage Gimle")
    order = []
    while "late" in s.asked().values():
        (clan,) = s.asked()
        order.append(clan)
        s.play(f"{clan}: decline")
    assert order == ["serpent", "bear", "wolf"]


@pytest.mark.rule("BR-12.15", "BR-12.18")
def test_a_late_card_adds_to_the_card_already_played() -> None:
    s = duel(wolf="Tyr's Smash", raven="Tyr's Crush, Heimdall's Eye", age=2)
    s.play("wolf: card Tyr's Smash", "raven: card Tyr's Crush", "wolf: decline", "raven: late Heimdall's Eye")
    assert s.asked() == {"wolf": "late"}
    assert [event.data["card"] for event in s.told("late_card_played")] == ["Heimdall's Eye"]
    s.play("wolf: decline", "raven: decline")
    assert total(s, "wolf") == (6, 3, 3)
    assert total(s, "raven") == (7, 1, 6)
    assert s.glory("raven") == 3


@pytest.mark.rule("BR-12.15")
def test_who_declined_may_answer_a_late_card_of_another_with_its_own() -> None:
    """Wrong reading: who declines once is out of the late window."""
    s = duel(
        wolf="Tyr's Smash, Heimdall's Eye",
        raven="Tyr's Crush, Heimdall's Eye",
        age=2,
    )
    s.play("wolf: card Tyr's Smash", "raven: card Tyr's Crush", "wolf: decline", "raven: late Heimdall's Eye")
    s.play("wolf: late Heimdall's Eye", "raven: decline", "wolf: decline")
    assert total(s, "wolf") == (8, 3, 5)
    assert total(s, "raven") == (7, 1, 6)
    assert s.glory("wolf") == 3


@pytest.mark.rule("BR-12.15")
def test_a_clan_may_add_several_late_cards_one_in_each_round() -> None:
    s = duel(wolf="Tyr's Smash", raven="Tyr's Smash, Heimdall's Eye, Heimdall's Eye", age=2)
    s.play("wolf: card Tyr's Smash", "raven: card Tyr's Smash", "wolf: decline", "raven: late Heimdall's Eye")
    assert s.asked() == {"wolf": "late"}
    s.play("wolf: decline", "raven: late Heimdall's Eye", "wolf: decline")
    assert s.asked() == {"raven": "late"}
    s.play("raven: decline")
    assert total(s, "raven") == (8, 1, 7)
    assert s.glory("raven") == 3


@pytest.mark.rule("BR-12.15")
def test_the_window_closes_only_when_all_participants_have_declined_in_succession() -> None:
    """Wrong reading: each clan is asked for a late card once."""
    s = scene(
        "wolf raven serpent",
        age=3,
        figures="wolf: leader in Gimle; raven: warrior in Gimle; serpent: warrior in Gimle",
        hands={"raven": "Tyr's Crush, Heimdall's Gaze", "serpent": "Tyr's Crush, Heimdall's Gaze"},
    )
    s.play("wolf: pillage Gimle", "raven: card Tyr's Crush", "serpent: card Tyr's Crush")
    s.play("wolf: decline", "raven: decline", "serpent: late Heimdall's Gaze")
    s.play("wolf: decline", "raven: late Heimdall's Gaze", "serpent: decline", "wolf: decline")
    assert s.told("total") == []
    assert s.asked() == {"raven": "late"}
    s.play("raven: decline")
    assert total(s, "raven") == (8, 1, 7)
    assert total(s, "serpent") == (8, 1, 7)


@pytest.mark.rule("BR-12.15")
def test_only_late_cards_are_added_in_the_window() -> None:
    s = duel(wolf="Tyr's Smash, Tyr's Rage", raven="Tyr's Crush", age=2)
    s.play("wolf: card Tyr's Smash", "raven: card Tyr's Crush")
    not_late, not_held = s.why_not("wolf: late Tyr's Rage"), s.why_not("wolf: late Heimdall's Eye")
    assert not_late is not None
    assert not_held is not None
    assert (not_late.code, not_late.rule) == ("not_a_late_card", "BR-12.15")
    assert (not_held.code, not_held.rule) == ("late_not_in_hand", "BR-12.15")
    assert s.rule_against("wolf: card Tyr's Rage") == "BR-12.15"


@pytest.mark.rule("BR-12.15")
def test_a_late_card_cannot_be_added_before_the_reveal() -> None:
    """Wrong reading: a late card is laid down together with the chosen one, before the reveal."""
    s = duel(wolf="Tyr's Smash, Heimdall's Eye", raven="Tyr's Crush", age=2)
    assert s.rule_against("wolf: late Heimdall's Eye") == "BR-12.2"
    s.play("wolf: card Tyr's Smash")
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: late Heimdall's Eye")


@pytest.mark.rule("BR-12.15")
def test_a_clan_outside_the_battle_cannot_add_a_late_card() -> None:
    s = scene(
        "wolf raven serpent",
        age=2,
        figures="wolf: leader in Gimle; raven: warrior in Gimle; serpent: leader in Horgr",
        hands={"serpent": "Heimdall's Eye"},
    )
    s.play("wolf: pillage Gimle")
    with pytest.raises(drakkar.NotYourDecision):
        s.play("serpent: late Heimdall's Eye")
    s.play("wolf: decline", "raven: decline")
    assert s.hand("serpent") == ["Heimdall's Eye"]
    assert [event.data["clan"] for event in s.told("late_declined")] == ["Wolf", "Raven"]


@pytest.mark.rule("BR-12.15", "BR-13.4", "BR-13.6")
def test_late_cards_go_the_way_of_the_other_cards() -> None:
    s = duel(wolf="Tyr's Rage, Heimdall's Eye", raven="Tyr's Smash, Heimdall's Eye", age=2)
    s.play("wolf: card Tyr's Rage", "raven: card Tyr's Smash", "wolf: late Heimdall's Eye")
    s.play("raven: late Heimdall's Eye", "wolf: decline", "raven: decline")
    assert s.hand("wolf") == []
    assert sorted(s.discards()) == ["Heimdall's Eye", "Tyr's Rage"]
    assert sorted(s.hand("raven")) == ["Heimdall's Eye", "Tyr's Smash"]


@pytest.mark.rule("BR-12.16")
def test_a_late_card_may_be_the_card_laid_face_down() -> None:
    s = duel(wolf="Tyr's Smash", raven="Heimdall's Eye, Tyr's Crush", age=2)
    assert s.choices("raven") == ["card Heimdall's Eye", "card Tyr's Crush"]
    s.play("wolf: card Tyr's Smash", "raven: card Heimdall's Eye", "wolf: decline")
    assert s.choices("raven") == ["decline"]
    s.play("raven: decline")
    assert total(s, "raven") == (3, 1, 2)


@pytest.mark.rule("BR-12.16", "BR-12.2")
def test_a_clan_whose_only_card_is_a_late_card_must_lay_it_face_down() -> None:
    s = duel(wolf="Tyr's Smash", raven="Heimdall's Eye", age=2)
    assert s.choices("raven") == ["card Heimdall's Eye"]
    assert s.rule_against("raven: decline") == "BR-12.2"
    s.play("wolf: card Tyr's Smash", "raven: card Heimdall's Eye", "wolf: decline")
    assert s.rule_against("raven: late Heimdall's Eye") == "BR-12.15"


# The total


@pytest.mark.rule("BR-12.18", "BR-3.16")
def test_the_total_is_the_strength_in_province_and_fjord_plus_all_cards() -> None:
    """Wrong reading: figures in the fjord add no STR to the battle."""
    s = scene(
        "wolf raven",
        age=2,
        figures="wolf: leader in Gimle, 2 warrior in Gimle, ship in F4, Sea Serpent in F4, warrior in Andlang;"
        " raven: Dwarf Chieftain in Gimle, ship in F3, leader in Utgard",
        hands={"wolf": "Tyr's Crush, Heimdall's Eye", "raven": "Tyr's Rage"},
    )
    s.play("wolf: pillage Gimle", "wolf: decline", "wolf: card Tyr's Crush", "raven: card Tyr's Rage")
    s.play("wolf: late Heimdall's Eye", "raven: decline", "wolf: decline")
    assert total(s, "wolf") == (16, 10, 6)
    assert total(s, "raven") == (8, 2, 6)


@pytest.mark.rule("BR-12.18", "BR-3.16")
def test_upgrades_on_the_sheet_count_for_the_total() -> None:
    s = scene(
        "wolf raven",
        age=2,
        upgrades={"raven": "Experts in Arms"},
        figures="wolf: leader in Gimle; raven: 2 warrior in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: decline", "raven: decline")
    assert total(s, "raven") == (4, 4, 0)
    assert s.glory("raven") == 3


@pytest.mark.rule("BR-12.18")
def test_a_battle_begins_without_the_cards_of_the_battle_before() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle, warrior in Horgr; raven: warrior in Gimle, warrior in Horgr",
        hands={"wolf": "Tyr's Smite", "raven": "Tyr's Bash"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Smite", "raven: card Tyr's Bash", "wolf: decline", "raven: decline")
    s.play("raven: pillage Horgr", "raven: card Tyr's Bash", "raven: decline", "wolf: decline")
    assert total(s, "raven") == (3, 1, 2)
    assert total(s, "wolf") == (1, 1, 0)


@pytest.mark.rule("BR-12.2", "BR-12.15")
def test_a_face_down_card_is_a_secret_decision_and_a_late_card_is_not() -> None:
    s = scene(
        "wolf raven",
        turn="wolf",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Tyr's Smash", "raven": "Tyr's Bash"},
    )
    s.play("wolf: pillage Gimle")
    assert [(decision.prompt.code, decision.secret) for decision in s.match.pending] == [("card", True), ("card", True)]
    s.play("raven: card Tyr's Bash", "wolf: card Tyr's Smash")
    assert [(decision.prompt.code, decision.secret) for decision in s.match.pending] == [("late", False)]
