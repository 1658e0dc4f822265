"""Heimdall's cards: Sight, Eye, Gaze and the two Watches."""

from typing import Any

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene

THREE = "wolf: leader in Gimle; raven: leader in Gimle; serpent: leader in Gimle"


def prompt(s: Scene, clan: str) -> tuple[str, str, str]:
    """What a clan is asked: code, rule and words."""
    (owed,) = [decision.prompt for decision in s.match.pending if decision.seat == s.seat(clan)]
    return owed.code, owed.rule, owed.text


def refused(s: Scene, line: str) -> tuple[str, str, dict[str, object]]:
    """Why a choice is refused: code, rule and numbers."""
    reason = s.why_not(line)
    assert reason is not None
    return reason.code, reason.rule, dict(reason.params)


def cards_worth(s: Scene, clan: str) -> int:
    """What a clan's cards were worth in the last comparison."""
    told = [event.data["cards"] for event in s.told("total") if event.data["clan"] == clan.capitalize()]
    return int(str(told[-1]))


def battle(
    hands: dict[str, str],
    figures: str = "wolf: leader in Gimle; raven: warrior in Gimle",
    age: int = 2,
    upgrades: dict[str, str] | None = None,
    rulings: dict[str, Any] | None = None,
) -> Scene:
    """Wolf pillages Gimle; the choosing of cards is the next thing."""
    s = scene("wolf raven serpent", age=age, figures=figures, hands=hands, upgrades=upgrades, rulings=rulings)
    s.play("wolf: pillage Gimle")
    return s


def no_late_cards(s: Scene) -> None:
    """Everybody declines until the late window is over."""
    while "late" in s.asked().values():
        (clan,) = s.asked()
        s.play(f"{clan}: decline")


def lay(s: Scene, **cards: str) -> None:
    """Each clan lays down its card."""
    s.play(*(f"{clan}: card {card}" for clan, card in cards.items()))


# Heimdall's Sight


@pytest.mark.rule("BR-12.17")
@pytest.mark.parametrize(
    ("card", "worth"),
    [
        ("Tyr's Bash", 2),
        ("Tyr's Smash", 3),
        ("Tyr's Rage", 6),
        ("Frigga's Grace", 2),
        ("Odin's Smite", 1),
        ("Heimdall's Eye", 2),
        ("Loki's Trickery", 0),
        ("Manheim!", 0),
        ("Troll", 0),
        ("Tyr's Domain", 0),
    ],
)
def test_heimdalls_sight_is_worth_what_the_opponents_card_adds(card: str, worth: int) -> None:
    s = battle({"wolf": "Heimdall's Sight", "raven": card})
    lay(s, wolf="Heimdall's Sight", raven=card)
    no_late_cards(s)
    assert cards_worth(s, "wolf") == worth


@pytest.mark.rule("BR-12.17")
def test_heimdalls_sight_takes_the_highest_single_bonus_and_not_the_sum() -> None:
    s = battle(
        {"wolf": "Heimdall's Sight", "raven": "Tyr's Crush", "serpent": "Tyr's Smash"},
        figures=THREE,
    )
    lay(s, wolf="Heimdall's Sight", raven="Tyr's Crush", serpent="Tyr's Smash")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 4


@pytest.mark.rule("BR-12.17")
def test_against_an_empty_hand_heimdalls_sight_is_worth_nothing() -> None:
    s = battle({"wolf": "Heimdall's Sight"})
    lay(s, wolf="Heimdall's Sight")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 0


@pytest.mark.rule("BR-12.17")
def test_heimdalls_sight_looks_at_opponents_in_the_battle_only() -> None:
    """Serpent holds a higher card but takes no part."""
    s = battle({"wolf": "Heimdall's Sight", "raven": "Tyr's Bash", "serpent": "Tyr's Rage"})
    lay(s, wolf="Heimdall's Sight", raven="Tyr's Bash")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 2


@pytest.mark.rule("BR-12.17")
def test_late_cards_count_for_heimdalls_sight_one_by_one() -> None:
    s = battle({"wolf": "Heimdall's Sight", "raven": "Tyr's Bash, Heimdall's Gaze, Heimdall's Eye"}, age=3)
    lay(s, wolf="Heimdall's Sight", raven="Tyr's Bash")
    s.play("wolf: decline", "raven: late Heimdall's Gaze", "wolf: decline", "raven: late Heimdall's Eye")
    no_late_cards(s)
    assert cards_worth(s, "raven") == 7
    assert cards_worth(s, "wolf") == 3


@pytest.mark.rule("BR-12.17")
def test_heimdalls_sight_does_not_copy_its_owners_own_late_card() -> None:
    s = battle({"wolf": "Heimdall's Sight, Heimdall's Gaze", "raven": "Tyr's Bash"}, age=3)
    lay(s, wolf="Heimdall's Sight", raven="Tyr's Bash")
    s.play("wolf: late Heimdall's Gaze")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 2 + 3


@pytest.mark.rule("BR-12.17", "BR-12.6")
@pytest.mark.parametrize(
    ("upgrades", "answer", "worth"),
    [
        ("Tyr's Domain", "yes", 3),
        ("Tyr's Domain", "no", 0),
        ("Tyr's Wrath", "yes", 5),
        ("Tyr's Domain, Tyr's Wrath", "yes", 8),
    ],
)
def test_heimdalls_sight_copies_a_quest_that_is_used_as_a_battle_card(upgrades: str, answer: str, worth: int) -> None:
    s = battle({"wolf": "Heimdall's Sight", "raven": "Manheim!"}, age=3, upgrades={"raven": upgrades})
    lay(s, wolf="Heimdall's Sight", raven="Manheim!")
    s.play(f"raven: {answer}")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == worth
    assert cards_worth(s, "raven") == worth


@pytest.mark.rule("BR-12.17", "BR-12.8")
def test_a_heimdalls_sight_cancelled_by_thors_primacy_is_worth_nothing() -> None:
    s = battle({"wolf": "Heimdall's Sight", "raven": "Thor's Primacy"}, age=3)
    lay(s, wolf="Heimdall's Sight", raven="Thor's Primacy")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 0
    assert {"clan": "Wolf", "card": "Heimdall's Sight"} in [event.data for event in s.told("text_cancelled")]


@pytest.mark.rule("BR-12.17", "BR-12.14")
def test_heimdalls_sight_copies_a_card_of_a_clan_without_figures_left() -> None:
    s = battle(
        {"wolf": "Odin's Smite", "raven": "Tyr's Smash", "serpent": "Heimdall's Sight"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle; serpent: warrior in Gimle",
    )
    lay(s, wolf="Odin's Smite", raven="Tyr's Smash", serpent="Heimdall's Sight")
    assert s.at("raven", "Gimle") == {}
    no_late_cards(s)
    assert cards_worth(s, "serpent") == 3


@pytest.mark.rule("BR-12.17", "BR-13.6")
def test_heimdalls_sight_shows_its_printed_x_and_goes_where_cards_go() -> None:
    s = battle({"wolf": "Heimdall's Sight", "raven": "Tyr's Bash"})
    lay(s, wolf="Heimdall's Sight", raven="Tyr's Bash")
    shown = [(event.data["card"], event.data["bonus"]) for event in s.told("card_revealed", "serpent")]
    assert shown == [("Heimdall's Sight", "+X"), ("Tyr's Bash", "+2")]
    no_late_cards(s)
    assert s.discards() == ["Heimdall's Sight"]
    assert s.hand("raven") == ["Tyr's Bash"]


# Heimdall's Eye and Heimdall's Gaze


@pytest.mark.rule("BR-12.16", "BR-12.15")
@pytest.mark.parametrize(("card", "bonus"), [("Heimdall's Eye", 2), ("Heimdall's Gaze", 3)])
def test_a_late_card_is_added_on_top_of_the_chosen_one(card: str, bonus: int) -> None:
    s = battle({"wolf": f"Tyr's Bash, {card}", "raven": "Tyr's Crush"}, age=3)
    lay(s, wolf="Tyr's Bash", raven="Tyr's Crush")
    assert prompt(s, "wolf") == ("late", "BR-12.15", "add a late card to the battle in Gimle, or decline")
    assert set(s.choices("wolf")) == {f"late {card}", "decline"}
    s.play(f"wolf: late {card}")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 2 + bonus
    assert sorted(s.discards()) == sorted(["Tyr's Bash", card])


@pytest.mark.rule("BR-12.16")
@pytest.mark.parametrize(("card", "bonus"), [("Heimdall's Eye", 2), ("Heimdall's Gaze", 3)])
def test_a_late_card_may_be_the_chosen_card(card: str, bonus: int) -> None:
    s = battle({"wolf": f"Tyr's Smash, {card}", "raven": "Tyr's Bash"}, age=3)
    lay(s, wolf=card, raven="Tyr's Bash")
    assert s.choices("wolf") == ["decline"]
    no_late_cards(s)
    assert cards_worth(s, "wolf") == bonus


@pytest.mark.rule("BR-12.16")
@pytest.mark.parametrize("card", ["Heimdall's Eye", "Heimdall's Gaze"])
def test_a_clan_whose_only_card_is_a_late_card_must_choose_it(card: str) -> None:
    s = battle({"wolf": card, "raven": "Tyr's Bash"}, age=3)
    assert s.choices("wolf") == [f"card {card}"]
    assert s.rule_against("wolf: decline") == "BR-12.2"
    lay(s, wolf=card, raven="Tyr's Bash")
    assert refused(s, f"wolf: late {card}") == ("late_not_in_hand", "BR-12.15", {"card": card})


@pytest.mark.rule("BR-12.16", "BR-12.2")
def test_late_cards_alone_in_the_hand_give_one_chosen_and_the_others_late() -> None:
    s = battle({"wolf": "Heimdall's Eye, Heimdall's Eye, Heimdall's Gaze"}, age=3)
    assert set(s.choices("wolf")) == {"card Heimdall's Eye", "card Heimdall's Gaze"}
    lay(s, wolf="Heimdall's Eye")
    s.play("wolf: late Heimdall's Gaze", "raven: decline", "wolf: late Heimdall's Eye")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 2 + 3 + 2
    assert s.hand("wolf") == []


@pytest.mark.rule("BR-12.15", "BR-12.16")
def test_only_a_late_card_of_the_hand_can_be_added() -> None:
    s = battle({"wolf": "Tyr's Bash, Tyr's Smash", "raven": "Heimdall's Eye, Tyr's Crush"})
    lay(s, wolf="Tyr's Bash", raven="Tyr's Crush")
    assert refused(s, "wolf: late Tyr's Smash") == ("not_a_late_card", "BR-12.15", {"card": "Tyr's Smash"})
    assert refused(s, "wolf: late Heimdall's Eye") == ("late_not_in_hand", "BR-12.15", {"card": "Heimdall's Eye"})
    assert s.choices("wolf") == ["decline"]


@pytest.mark.rule("BR-12.15", "BR-13.6")
def test_a_loser_takes_its_late_cards_back() -> None:
    s = battle({"wolf": "Tyr's Smash", "raven": "Tyr's Bash, Heimdall's Eye"})
    lay(s, wolf="Tyr's Smash", raven="Tyr's Bash")
    s.play("wolf: decline", "raven: late Heimdall's Eye", "wolf: decline", "raven: decline")
    assert sorted(s.hand("raven")) == ["Heimdall's Eye", "Tyr's Bash"]


@pytest.mark.rule("BR-12.15", "BR-13.5")
def test_the_winner_may_take_a_late_card_back_with_tyrs_prowess() -> None:
    s = battle({"wolf": "Tyr's Bash, Heimdall's Eye"}, upgrades={"wolf": "Tyr's Prowess"})
    lay(s, wolf="Tyr's Bash")
    s.play("wolf: late Heimdall's Eye")
    no_late_cards(s)
    s.play("wolf: take back Heimdall's Eye", "wolf: done")
    assert s.hand("wolf") == ["Heimdall's Eye"]
    assert s.discards() == ["Tyr's Bash"]


@pytest.mark.rule("BR-12.15", "BR-12.8")
@pytest.mark.parametrize(("card", "bonus"), [("Heimdall's Eye", 2), ("Heimdall's Gaze", 3)])
def test_thors_primacy_leaves_a_late_card_its_bonus_before_and_after_the_reveal(card: str, bonus: int) -> None:
    s = battle({"wolf": "Thor's Primacy", "raven": f"{card}, {card}"}, age=3)
    lay(s, wolf="Thor's Primacy", raven=card)
    s.play("wolf: decline", f"raven: late {card}")
    no_late_cards(s)
    assert cards_worth(s, "raven") == 2 * bonus


@pytest.mark.rule("BR-12.15")
@pytest.mark.parametrize("onlooker", ["wolf", "serpent", None])
def test_everybody_sees_a_late_card_with_its_bonus(onlooker: str | None) -> None:
    s = battle({"wolf": "Tyr's Bash", "raven": "Tyr's Crush, Heimdall's Eye"})
    lay(s, wolf="Tyr's Bash", raven="Tyr's Crush")
    s.play("wolf: decline", "raven: late Heimdall's Eye")
    (told,) = s.told("late_card_played", onlooker)
    assert str(told).startswith("Raven adds Heimdall's Eye (+2).")


@pytest.mark.rule("BR-12.15", "BR-3.20")
def test_holding_heimdalls_eye_back_looks_the_same_as_not_holding_it() -> None:
    one = battle({"wolf": "Tyr's Bash, Heimdall's Eye", "raven": "Tyr's Crush"})
    other = battle({"wolf": "Tyr's Bash, Manheim!", "raven": "Tyr's Crush"})
    for s in (one, other):
        lay(s, wolf="Tyr's Bash", raven="Tyr's Crush")
        s.play("wolf: decline")
    seen = [
        (s.match.view(s.seat("raven")).to_json(), [event.to_json() for event in s.events("raven")])
        for s in (one, other)
    ]
    assert seen[0] == seen[1]


# Heimdall's Watch


@pytest.mark.rule("BR-12.9")
@pytest.mark.parametrize("age", [2, 3])
def test_heimdalls_watch_scores_the_sum_of_all_bonuses_and_discards_all_cards(age: int) -> None:
    s = battle(
        {"wolf": f"Heimdall's Watch (age {age}), Tyr's Bash", "raven": "Tyr's Crush", "serpent": "Tyr's Smite"},
        figures=THREE,
        age=age,
    )
    lay(s, wolf="Heimdall's Watch", raven="Tyr's Crush", serpent="Tyr's Smite")
    assert s.glory("wolf") == 0 + 4 + 5
    assert sorted(s.discards()) == ["Heimdall's Watch", "Tyr's Crush", "Tyr's Smite"]
    assert s.asked() == {"wolf": "card"}


@pytest.mark.rule("BR-12.9", "BR-20.4")
def test_after_heimdalls_watch_the_battle_is_fought_with_new_cards_alone() -> None:
    s = battle({"wolf": "Tyr's Rage, Tyr's Bash", "raven": "Heimdall's Watch, Tyr's Crush"})
    lay(s, wolf="Tyr's Rage", raven="Heimdall's Watch")
    assert s.glory("raven") == 6
    assert s.asked() == {"wolf": "card", "raven": "card"}
    assert s.choices("wolf") == ["card Tyr's Bash"]
    lay(s, wolf="Tyr's Bash", raven="Tyr's Crush")
    no_late_cards(s)
    assert (cards_worth(s, "wolf"), cards_worth(s, "raven")) == (2, 4)
    assert s.told("battle_tied")


@pytest.mark.rule("BR-12.9")
def test_cards_discarded_by_heimdalls_watch_come_back_to_nobody() -> None:
    s = battle({"wolf": "Tyr's Rage", "raven": "Heimdall's Watch"})
    lay(s, wolf="Tyr's Rage", raven="Heimdall's Watch")
    no_late_cards(s)
    assert (s.hand("wolf"), s.hand("raven")) == ([], [])
    assert sorted(s.discards()) == ["Heimdall's Watch", "Tyr's Rage"]
    assert s.told("card_taken_back") == []


@pytest.mark.rule("BR-12.9", "BR-12.2")
def test_with_empty_hands_after_heimdalls_watch_the_figures_alone_decide() -> None:
    s = battle({"wolf": "Tyr's Rage", "raven": "Heimdall's Watch"})
    lay(s, wolf="Tyr's Rage", raven="Heimdall's Watch")
    assert [event.data["clan"] for event in s.told("no_card_played")] == ["Wolf", "Raven"]
    assert s.asked() == {"wolf": "late"}
    no_late_cards(s)
    assert cards_worth(s, "wolf") == cards_worth(s, "raven") == 0
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-12.9")
def test_a_clan_that_had_no_card_before_heimdalls_watch_has_none_after_it() -> None:
    s = battle({"wolf": "Heimdall's Watch, Tyr's Bash"})
    lay(s, wolf="Heimdall's Watch")
    assert s.glory("wolf") == 0
    assert s.asked() == {"wolf": "card"}


@pytest.mark.rule("BR-12.9", "BR-19.15")
def test_the_texts_of_the_discarded_cards_do_nothing() -> None:
    s = battle(
        {
            "wolf": "Odin's Smite, Tyr's Smash (age 1)",
            "raven": "Heimdall's Watch, Tyr's Smash (age 1)",
            "serpent": "Loki's Trickery",
        },
        figures=THREE + ", warrior in Gimle",
    )
    lay(s, wolf="Odin's Smite", raven="Heimdall's Watch", serpent="Loki's Trickery")
    assert s.told("figure_destroyed") == []
    assert s.glory("raven") == 1
    lay(s, wolf="Tyr's Smash", raven="Tyr's Smash")
    no_late_cards(s)
    assert s.told("rage_lost") == []
    assert s.told("battle_tied")


@pytest.mark.rule("BR-12.9")
def test_a_text_played_after_heimdalls_watch_acts() -> None:
    s = battle({"wolf": "Tyr's Bash, Odin's Smite", "raven": "Heimdall's Watch, Tyr's Crush"})
    lay(s, wolf="Tyr's Bash", raven="Heimdall's Watch")
    lay(s, wolf="Odin's Smite", raven="Tyr's Crush")
    assert s.at("raven", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-12.9")
def test_heimdalls_watch_can_be_answered_with_another_one() -> None:
    s = battle(
        {"wolf": "Tyr's Smash, Heimdall's Watch (age 3), Tyr's Bash", "raven": "Heimdall's Watch (age 2), Tyr's Crush"},
        age=3,
    )
    lay(s, wolf="Tyr's Smash", raven="Heimdall's Watch")
    assert (s.glory("wolf"), s.glory("raven")) == (0, 3)
    lay(s, wolf="Heimdall's Watch", raven="Tyr's Crush")
    assert (s.glory("wolf"), s.glory("raven")) == (4, 3)
    assert s.asked() == {"wolf": "card"}
    lay(s, wolf="Tyr's Bash")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 2


@pytest.mark.rule("BR-12.9", "BR-12.15")
def test_the_late_window_opens_once_after_the_last_reveal() -> None:
    s = battle({"wolf": "Tyr's Smash, Heimdall's Eye", "raven": "Heimdall's Watch, Tyr's Bash"})
    lay(s, wolf="Tyr's Smash", raven="Heimdall's Watch")
    assert s.asked() == {"wolf": "card", "raven": "card"}
    assert s.choices("wolf") == ["card Heimdall's Eye"]
    lay(s, wolf="Heimdall's Eye", raven="Tyr's Bash")
    s.play("wolf: decline", "raven: decline")
    assert len(s.told("total")) == 2


@pytest.mark.rule("BR-12.9", "BR-3.20")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_the_new_cards_are_hidden_until_they_are_revealed(onlooker: str | None) -> None:
    s = battle({"wolf": "Tyr's Smash, Tyr's Bash, Manheim!", "raven": "Heimdall's Watch, Tyr's Crush"})
    lay(s, wolf="Tyr's Smash", raven="Heimdall's Watch")
    s.play("wolf: card Manheim!")
    table = s.match.view(None if onlooker is None else s.seat(onlooker)).table
    assert table["battle"]["revealed"] is False
    assert table["battle"]["played"][0] == drakkar.Hidden(1)
    assert s.told("card_chosen", onlooker)[-1].data["card"] == drakkar.Hidden(1)
    gone = [event.data for event in s.told("revealed_card_lost", onlooker)]
    assert gone == [{"clan": "Wolf", "card": "Tyr's Smash"}, {"clan": "Raven", "card": "Heimdall's Watch"}]


@pytest.mark.rule("BR-12.9")
@pytest.mark.parametrize("onlooker", ["wolf", "serpent", None])
def test_everybody_sees_heimdalls_watch_act_and_score(onlooker: str | None) -> None:
    s = battle({"wolf": "Tyr's Smash", "raven": "Heimdall's Watch"})
    lay(s, wolf="Tyr's Smash", raven="Heimdall's Watch")
    assert [event.data for event in s.told("text_acts", onlooker)] == [{"clan": "Raven", "card": "Heimdall's Watch"}]
    assert [event.data for event in s.told("glory", onlooker)] == [{"clan": "Raven", "amount": 3, "source": "cards"}]


@pytest.mark.rule("BR-12.10")
@pytest.mark.parametrize("card", ["Manheim!", "Troll", "Lord of Hammers", "Loki's Domain", "Loki's Trickery"])
def test_a_card_without_a_bonus_counts_nothing_for_heimdalls_watch(card: str) -> None:
    s = battle(
        {"wolf": "Heimdall's Watch", "raven": card, "serpent": "Tyr's Bash"},
        figures=THREE,
    )
    lay(s, wolf="Heimdall's Watch", raven=card, serpent="Tyr's Bash")
    assert s.glory("wolf") == 2
    assert card in s.discards()


@pytest.mark.rule("BR-12.10", "BR-12.6")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_quest_used_as_a_battle_card_counts_nothing_for_heimdalls_watch(answer: str) -> None:
    s = battle(
        {"wolf": "Heimdall's Watch", "raven": "Manheim!, Tyr's Crush", "serpent": "Tyr's Bash"},
        figures=THREE,
        upgrades={"raven": "Tyr's Domain"},
    )
    lay(s, wolf="Heimdall's Watch", raven="Manheim!", serpent="Tyr's Bash")
    s.play(f"raven: {answer}")
    assert s.glory("wolf") == 2
    lay(s, raven="Tyr's Crush")
    no_late_cards(s)
    assert cards_worth(s, "raven") == 4


@pytest.mark.rule("BR-12.9", "BR-12.6")
def test_the_value_of_a_discarded_quest_does_not_pass_to_the_next_one() -> None:
    s = battle(
        {"wolf": "Heimdall's Watch", "raven": "Manheim!, Alfheim!"},
        upgrades={"raven": "Tyr's Domain"},
    )
    lay(s, wolf="Heimdall's Watch", raven="Manheim!")
    s.play("raven: yes")
    lay(s, raven="Alfheim!")
    s.play("raven: no")
    no_late_cards(s)
    assert cards_worth(s, "raven") == 0


@pytest.mark.rule("BR-12.10", "BR-21.8")
@pytest.mark.parametrize(("setting", "glory"), [("copied", 4 + 4), ("zero", 4)])
def test_heimdalls_sight_counts_for_heimdalls_watch_by_option(setting: str, glory: int) -> None:
    s = battle(
        {"wolf": "Heimdall's Watch", "raven": "Heimdall's Sight", "serpent": "Tyr's Crush"},
        figures=THREE,
        rulings={"watch_counts_sight": setting},
    )
    lay(s, wolf="Heimdall's Watch", raven="Heimdall's Sight", serpent="Tyr's Crush")
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-12.10", "BR-21.8")
def test_against_heimdalls_watch_alone_heimdalls_sight_would_copy_nothing() -> None:
    s = battle({"wolf": "Heimdall's Watch", "raven": "Heimdall's Sight"})
    lay(s, wolf="Heimdall's Watch", raven="Heimdall's Sight")
    assert s.glory("wolf") == 0
    assert sorted(s.discards()) == ["Heimdall's Sight", "Heimdall's Watch"]


@pytest.mark.rule("BR-12.10", "BR-21.8", "BR-12.6")
@pytest.mark.parametrize(("setting", "glory"), [("copied", 3), ("zero", 0)])
def test_for_heimdalls_watch_a_sight_copies_a_quest_that_itself_counts_nothing(setting: str, glory: int) -> None:
    s = battle(
        {"wolf": "Heimdall's Watch", "raven": "Heimdall's Sight", "serpent": "Manheim!"},
        figures=THREE,
        upgrades={"serpent": "Tyr's Domain"},
        rulings={"watch_counts_sight": setting},
    )
    lay(s, wolf="Heimdall's Watch", raven="Heimdall's Sight", serpent="Manheim!")
    s.play("serpent: yes")
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-12.11", "BR-21.16")
@pytest.mark.parametrize(("setting", "raven"), [("first_only", 0), ("each_scores", 5)])
@pytest.mark.parametrize("ages", [(2, 3), (3, 2)])
def test_two_watches_revealed_together(setting: str, raven: int, ages: tuple[int, int]) -> None:
    s = battle(
        {
            "wolf": f"Heimdall's Watch (age {ages[0]}), Tyr's Bash",
            "raven": f"Heimdall's Watch (age {ages[1]})",
            "serpent": "Tyr's Smite",
        },
        figures=THREE,
        age=3,
        rulings={"two_watches": setting},
    )
    lay(s, wolf="Heimdall's Watch", raven="Heimdall's Watch", serpent="Tyr's Smite")
    assert (s.glory("wolf"), s.glory("raven"), s.glory("serpent")) == (5, raven, 0)
    assert sorted(s.discards()) == ["Heimdall's Watch", "Heimdall's Watch", "Tyr's Smite"]
    assert s.asked() == {"wolf": "card"}
    lay(s, wolf="Tyr's Bash")
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 2
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-12.11", "BR-12.7")
def test_of_two_watches_the_one_nearest_to_the_pillager_clockwise_acts() -> None:
    s = scene(
        "wolf raven serpent",
        turn="raven",
        age=3,
        figures=THREE,
        hands={
            "wolf": "Heimdall's Watch (age 3)",
            "raven": "Tyr's Crush",
            "serpent": "Heimdall's Watch (age 2)",
        },
    )
    s.play("raven: pillage Gimle")
    lay(s, wolf="Heimdall's Watch", raven="Tyr's Crush", serpent="Heimdall's Watch")
    assert (s.glory("wolf"), s.glory("serpent")) == (0, 4)


@pytest.mark.rule("BR-12.9", "BR-12.8", "BR-12.7")
@pytest.mark.parametrize("age", [2, 3])
def test_a_watch_cancelled_by_thors_primacy_does_nothing(age: int) -> None:
    s = battle({"wolf": "Thor's Primacy, Tyr's Bash", "raven": f"Heimdall's Watch (age {age})"}, age=3)
    lay(s, wolf="Thor's Primacy", raven="Heimdall's Watch")
    assert s.glory("raven") == 0
    assert s.discards() == []
    assert s.asked() == {"wolf": "late"}
    no_late_cards(s)
    assert cards_worth(s, "wolf") == 3
    assert s.hand("raven") == ["Heimdall's Watch"]


@pytest.mark.rule("BR-12.11", "BR-21.16", "BR-12.8")
@pytest.mark.parametrize("setting", ["first_only", "each_scores"])
def test_two_watches_cancelled_by_thors_primacy_score_nothing(setting: str) -> None:
    s = battle(
        {"wolf": "Thor's Primacy", "raven": "Heimdall's Watch (age 2)", "serpent": "Heimdall's Watch (age 3)"},
        figures=THREE,
        age=3,
        rulings={"two_watches": setting},
    )
    lay(s, wolf="Thor's Primacy", raven="Heimdall's Watch", serpent="Heimdall's Watch")
    assert (s.glory("raven"), s.glory("serpent")) == (0, 0)
    assert s.asked() == {"wolf": "late"}


@pytest.mark.rule("BR-12.9", "BR-19.15")
def test_a_primacy_played_after_heimdalls_watch_cancels_the_new_cards() -> None:
    s = battle(
        {"wolf": "Tyr's Crush, Thor's Primacy", "raven": "Heimdall's Watch, Odin's Smite"},
        figures="wolf: leader in Gimle, warrior in Gimle; raven: warrior in Gimle",
        age=3,
    )
    lay(s, wolf="Tyr's Crush", raven="Heimdall's Watch")
    assert s.glory("raven") == 4
    lay(s, wolf="Thor's Primacy", raven="Odin's Smite")
    assert s.at("wolf", "Gimle") == {"warrior": 1, "leader": 1}
    assert [event.data for event in s.told("text_cancelled")] == [{"clan": "Raven", "card": "Odin's Smite"}]


@pytest.mark.rule("BR-12.9", "BR-13.5")
def test_tyrs_prowess_cannot_take_back_what_heimdalls_watch_discarded() -> None:
    s = battle(
        {"wolf": "Tyr's Rage, Tyr's Bash", "raven": "Heimdall's Watch"},
        upgrades={"wolf": "Tyr's Prowess"},
    )
    lay(s, wolf="Tyr's Rage", raven="Heimdall's Watch")
    lay(s, wolf="Tyr's Bash")
    no_late_cards(s)
    assert s.choices("wolf") == ["take back Tyr's Bash", "done"]
    assert s.rule_against("wolf: take back Tyr's Rage") == "BR-13.5"


@pytest.mark.rule("BR-12.9", "BR-11.13")
def test_heimdalls_watch_acts_in_a_challenge_too() -> None:
    s = scene(
        "wolf raven",
        age=2,
        pillaged="Gimle",
        upgrades={"wolf": "Tyr's Challenge"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Tyr's Smash", "raven": "Heimdall's Watch"},
    )
    s.play("wolf: challenge Gimle")
    lay(s, wolf="Tyr's Smash", raven="Heimdall's Watch")
    assert s.glory("raven") == 3
