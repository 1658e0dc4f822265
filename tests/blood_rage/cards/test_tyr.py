"""Tyr's cards: Domain, Wrath, Challenge, Prowess, and the plain battle cards."""

from typing import Any

import pytest

from tests.blood_rage.cards.fighting import acted, facts, fought, from_cards, laid, nobody_adds, prompt, totals
from tests.blood_rage.scene import Scene, scene

# The plain battle cards


@pytest.mark.rule("BR-12.4", "BR-19.13", "BR-20.3")
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
        ("Tyr's Crush", 3, 4),
        ("Tyr's Smite", 3, 5),
        ("Tyr's Rage", 3, 6),
        ("Tyr's Judgement", 3, 8),
    ],
)
def test_a_plain_card_adds_its_bonus_and_does_nothing_else(card: str, age: int, bonus: int) -> None:
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": f"{card} (age {age})"},
        age=age,
        tokens={"Gimle": "glory"},
    )
    assert s.asked() == {"wolf": "late"}
    nobody_adds(s)
    assert totals(s) == {"wolf": (3 + bonus, 3, bonus), "raven": (1, 1, 0)}
    assert facts(s, "card_revealed", "clan", "card", "bonus") == [("Wolf", card, f"+{bonus}")]
    assert acted(s) == []
    assert from_cards(s) == []
    assert s.discards() == [card]


@pytest.mark.rule("BR-20.3", "BR-12.8")
def test_primacy_finds_nothing_to_cancel_on_a_plain_card() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Judgement", "raven": "Thor's Primacy"},
    )
    assert s.told("text_cancelled") == []
    assert totals(s) == {"wolf": (11, 3, 8), "raven": (4, 1, 3)}


# Tyr's Domain and Tyr's Wrath


def shown(card: str, sheet: str = "Tyr's Domain", **moment: Any) -> Scene:
    """Wolf, with these upgrades, has revealed a card against Raven's Warrior."""
    moment.setdefault("upgrades", {"wolf": sheet})
    return laid("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": card}, **moment)


@pytest.mark.rule("BR-12.6", "BR-19.21")
@pytest.mark.parametrize(
    ("sheet", "bonus"),
    [("Tyr's Domain", 3), ("Tyr's Wrath", 5), ("Tyr's Domain, Tyr's Wrath", 8), ("Tyr's Wrath, Tyr's Domain", 8)],
)
def test_a_revealed_quest_may_be_used_as_a_battle_card(sheet: str, bonus: int) -> None:
    s = shown("Alfheim!", sheet)
    assert prompt(s) == ("wolf", "use_quest", "BR-12.6", f"use the quest as a battle card worth +{bonus}?")
    assert s.choices("wolf") == ["yes", "no"]
    s.play("wolf: yes")
    nobody_adds(s)
    assert totals(s)["wolf"] == (3 + bonus, 3, bonus)


@pytest.mark.rule("BR-12.6", "BR-21.7")
@pytest.mark.parametrize(
    ("sheet", "bonus"),
    [("Tyr's Domain", 3), ("Tyr's Wrath", 5), ("Tyr's Domain, Tyr's Wrath", 5), ("Tyr's Wrath, Tyr's Domain", 5)],
)
def test_by_option_only_the_better_of_the_two_counts(sheet: str, bonus: int) -> None:
    s = shown("Alfheim!", sheet, rulings={"tyr_quest_bonus": "best"})
    s.play("wolf: yes")
    nobody_adds(s)
    assert totals(s)["wolf"] == (3 + bonus, 3, bonus)


@pytest.mark.rule("BR-12.6", "BR-19.21", "BR-12.5")
def test_a_quest_that_is_not_used_adds_nothing() -> None:
    s = shown("Alfheim!")
    s.play("wolf: no")
    nobody_adds(s)
    assert totals(s)["wolf"] == (3, 3, 0)
    assert s.told("quest_gets_value") == []


@pytest.mark.rule("BR-12.6")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_the_value_a_quest_is_given(onlooker: str | None) -> None:
    s = shown("Alfheim!")
    s.play("wolf: yes")
    assert facts(s, "quest_gets_value", "clan", "bonus", clan=onlooker) == [("Wolf", "+3")]


@pytest.mark.rule("BR-12.6")
def test_nothing_else_answers_the_question() -> None:
    s = shown("Alfheim!", more={"wolf": "Heimdall's Eye"})
    assert s.rule_against("wolf: decline") == "BR-12.6"
    assert s.rule_against("wolf: late Heimdall's Eye") == "BR-12.6"


@pytest.mark.rule("BR-12.6", "BR-12.5")
@pytest.mark.parametrize("card", ["Tyr's Bash", "Loki's Domain", "Loki's Dragons", "Troll"])
def test_no_other_card_is_given_a_value(card: str) -> None:
    assert shown(card).asked() == {"wolf": "late"}


@pytest.mark.rule("BR-12.6")
def test_only_the_owner_uses_quests_so() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Alfheim!"},
        upgrades={"raven": "Tyr's Domain"},
    )
    assert totals(s)["wolf"] == (3, 3, 0)
    assert s.told("quest_gets_value") == []


@pytest.mark.rule("BR-12.6", "BR-19.23")
def test_two_owners_are_asked_in_seat_order() -> None:
    s = laid(
        "wolf: warrior in Gimle; raven: warrior in Gimle",
        {"wolf": "Alfheim!", "raven": "Manheim!"},
        turn="raven",
        upgrades={"wolf": "Tyr's Domain", "raven": "Tyr's Wrath"},
    )
    assert s.asked() == {"raven": "use_quest"}
    s.play("raven: no")
    assert s.asked() == {"wolf": "use_quest"}
    s.play("wolf: yes")
    nobody_adds(s)
    assert totals(s) == {"raven": (1, 1, 0), "wolf": (4, 1, 3)}


@pytest.mark.rule("BR-12.6", "BR-13.4")
def test_a_winner_discards_the_quest_it_used() -> None:
    s = shown("Alfheim!")
    s.play("wolf: yes")
    nobody_adds(s)
    assert s.hand("wolf") == []
    assert s.quests("wolf") == []
    assert s.discards() == ["Alfheim!"]


@pytest.mark.rule("BR-12.6", "BR-13.6")
def test_a_loser_takes_the_quest_back_and_may_commit_it_later() -> None:
    s = laid(
        "wolf: warrior in Gimle; raven: leader in Gimle, ship in F4",
        {"wolf": "Alfheim!"},
        clans="wolf raven",
        upgrades={"wolf": "Tyr's Domain"},
    )
    s.play("wolf: yes")
    nobody_adds(s)
    assert s.hand("wolf") == ["Alfheim!"]
    s.play("raven: invade warrior Horgr", "wolf: quest Alfheim!")
    assert s.quests("wolf") == ["Alfheim!"]


@pytest.mark.rule("BR-12.6", "BR-12.8", "BR-19.13")
def test_primacy_leaves_the_value_of_a_quest() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Alfheim!", "raven": "Thor's Primacy"},
        upgrades={"wolf": "Tyr's Domain"},
    )
    s.play("wolf: yes")
    nobody_adds(s)
    assert totals(s) == {"wolf": (6, 3, 3), "raven": (4, 1, 3)}
    assert s.told("text_cancelled") == []


@pytest.mark.rule("BR-20.1", "BR-12.6")
def test_the_value_is_given_before_the_reveal_effects() -> None:
    """T11 comes before T14: nobody has fallen to the Smite yet."""
    s = laid(
        "wolf: 2 warrior in Gimle; raven: warrior in Gimle",
        {"wolf": "Alfheim!", "raven": "Odin's Smite"},
        upgrades={"wolf": "Tyr's Domain"},
    )
    assert s.asked() == {"wolf": "use_quest"}
    assert s.at("wolf", "Gimle") == {"warrior": 2}
    s.play("wolf: yes")
    assert s.at("wolf", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-12.17", "BR-12.6")
@pytest.mark.parametrize(("answer", "copied"), [("yes", 5), ("no", 0)])
def test_heimdalls_sight_copies_a_quest_that_is_used(answer: str, copied: int) -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Alfheim!", "raven": "Heimdall's Sight"},
        upgrades={"wolf": "Tyr's Wrath"},
    )
    s.play(f"wolf: {answer}")
    nobody_adds(s)
    assert totals(s)["raven"] == (1 + copied, 1, copied)


@pytest.mark.rule("BR-12.10", "BR-20.4")
def test_heimdalls_watch_counts_a_used_quest_as_nothing_and_takes_its_value_away() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Alfheim!", "raven": "Heimdall's Watch"},
        more={"wolf": "Yggdrasil!", "raven": "Tyr's Bash"},
        upgrades={"wolf": "Tyr's Domain"},
        age=2,
    )
    s.play("wolf: yes")
    assert s.glory("raven") == 0
    assert s.asked() == {"wolf": "card", "raven": "card"}
    s.play("wolf: card Yggdrasil!", "raven: card Tyr's Bash")
    assert s.asked() == {"wolf": "use_quest"}
    s.play("wolf: no")
    nobody_adds(s)
    assert totals(s) == {"wolf": (3, 3, 0), "raven": (3, 1, 2)}
    assert sorted(s.discards()) == ["Alfheim!", "Heimdall's Watch"]


@pytest.mark.rule("BR-12.6", "BR-9.5")
def test_a_replaced_domain_gives_no_value() -> None:
    s = scene(
        "wolf raven",
        hands={"wolf": "Frigga's Charm, Alfheim!"},
        upgrades={"wolf": "Tyr's Domain, Thor's Glory, Loki's Domain"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: upgrade Frigga's Charm slot 1", "raven: invade warrior Horgr")
    s.play("wolf: pillage Gimle", "wolf: card Alfheim!")
    assert s.asked() == {"wolf": "late"}


@pytest.mark.rule("BR-12.6", "BR-9.5")
def test_of_both_cards_the_one_that_is_left_still_counts() -> None:
    s = scene(
        "wolf raven",
        hands={"wolf": "Frigga's Charm, Alfheim!"},
        upgrades={"wolf": "Tyr's Domain, Thor's Glory, Tyr's Wrath"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: upgrade Frigga's Charm slot 1", "raven: invade warrior Horgr")
    s.play("wolf: pillage Gimle", "wolf: card Alfheim!", "wolf: yes")
    nobody_adds(s)
    assert totals(s)["wolf"] == (8, 3, 5)


# Tyr's Challenge


def challenger(figures: str = "wolf: leader in Gimle", **moment: Any) -> Scene:
    """Wolf's turn, with Tyr's Challenge; Gimle has been pillaged."""
    moment.setdefault("upgrades", {"wolf": "Tyr's Challenge"})
    moment.setdefault("pillaged", "Gimle")
    return scene(moment.pop("clans", "wolf raven"), figures=figures, **moment)


@pytest.mark.rule("BR-11.13", "BR-6.12")
def test_challenge_is_an_action_that_pillages_a_pillaged_province_again_for_two_rage() -> None:
    s = challenger(tokens={"Gimle": "glory"})
    assert "challenge Gimle" in s.choices("wolf")
    s.play("wolf: challenge Gimle")
    assert s.rage("wolf") == 4
    assert s.glory("wolf") == 5
    assert s.is_pillaged("Gimle")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-11.13")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", None])
def test_everyone_sees_the_payment_the_pillage_and_the_reward(onlooker: str | None) -> None:
    s = challenger(tokens={"Gimle": "horns"})
    s.play("wolf: challenge Gimle")
    assert facts(s, "rage_spent", "clan", "amount", "rage", clan=onlooker) == [("Wolf", 2, 4)]
    assert facts(s, "pillage_declared", "clan", "place", "token", clan=onlooker) == [("Wolf", "Gimle", "Horns")]
    assert facts(s, "pillaged", "clan", "place", clan=onlooker) == [("Wolf", "Gimle")]
    assert facts(s, "stat_raised", "clan", "stat", "value", "step", clan=onlooker) == [("Wolf", "Horns", 5, 2)]


@pytest.mark.rule("BR-11.13")
@pytest.mark.parametrize(
    ("where", "token", "steps"),
    [
        ("Gimle", "rage", [2, 1, 1]),
        ("Gimle", "axes", [1, 2, 1]),
        ("Gimle", "horns", [1, 1, 2]),
        ("Yggdrasil", "all", [2, 2, 2]),
    ],
)
def test_the_reward_is_that_of_the_token_once_more(where: str, token: str, steps: list[int]) -> None:
    s = challenger(f"wolf: leader in {where}", pillaged=where, tokens={where: token})
    s.play(f"wolf: challenge {where}")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == steps


@pytest.mark.rule("BR-11.13", "BR-6.4")
def test_the_same_province_may_be_challenged_again_and_again() -> None:
    s = challenger(tokens={"Gimle": "glory"})
    s.play("wolf: challenge Gimle", "raven: invade warrior Horgr", "wolf: challenge Gimle")
    assert s.glory("wolf") == 10
    assert s.rage("wolf") == 2


@pytest.mark.rule("BR-6.13", "BR-11.13")
def test_the_last_two_rage_pay_for_a_challenge_that_is_carried_out() -> None:
    s = challenger("wolf: leader in Gimle; raven: warrior in Gimle", rage={"wolf": 2}, tokens={"Gimle": "glory"})
    s.play("wolf: challenge Gimle")
    assert s.rage("wolf") == 0
    nobody_adds(s)
    assert s.glory("wolf") == 8
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-11.13", "BR-6.5")
def test_one_rage_is_too_little_for_a_challenge() -> None:
    s = challenger(rage={"wolf": 1})
    reason = s.why_not("wolf: challenge Gimle")
    assert reason is not None
    assert (reason.code, reason.rule) == ("challenge_needs_rage", "BR-11.13")
    assert reason.params == {"need": 2, "have": 1}
    assert "challenge Gimle" not in s.choices("wolf")


@pytest.mark.rule("BR-11.13")
def test_a_province_that_shows_its_reward_is_pillaged_and_not_challenged() -> None:
    s = challenger("wolf: leader in Horgr")
    reason = s.why_not("wolf: challenge Horgr")
    assert reason is not None
    assert (reason.code, reason.rule, reason.params) == ("not_pillaged_yet", "BR-11.13", {"province": "Horgr"})
    assert "challenge Horgr" not in s.choices("wolf")
    assert s.rule_against("wolf: pillage Horgr") == ""


@pytest.mark.rule("BR-11.13", "BR-11.1")
def test_a_pillaged_province_cannot_be_pillaged_for_nothing() -> None:
    s = challenger()
    reason = s.why_not("wolf: pillage Gimle")
    assert reason is not None
    assert (reason.code, reason.rule) == ("already_pillaged", "BR-11.1")


@pytest.mark.rule("BR-11.13", "BR-6.12")
def test_without_the_card_there_is_no_challenge() -> None:
    s = challenger(upgrades={"raven": "Tyr's Challenge"})
    reason = s.why_not("wolf: challenge Gimle")
    assert reason is not None
    assert (reason.code, reason.rule) == ("no_challenge", "BR-11.13")
    assert not any(choice.startswith("challenge") for choice in s.choices("wolf"))


@pytest.mark.rule("BR-11.13", "BR-11.1")
def test_a_challenge_needs_a_figure_there() -> None:
    s = challenger("wolf: leader in Andlang")
    reason = s.why_not("wolf: challenge Gimle")
    assert reason is not None
    assert (reason.code, reason.rule, reason.params) == ("no_figure_there", "BR-11.1", {"province": "Gimle"})


@pytest.mark.rule("BR-11.13", "BR-11.1")
def test_a_ship_in_the_fjord_is_enough_for_a_challenge() -> None:
    s = challenger(
        "wolf: ship in F4",
        pillaged="Gimle, Myrkulor",
        tokens={"Myrkulor": "rage"},
        ragnarok=("Elvagar", "Angerboda", "Myrkulor"),
    )
    assert [choice for choice in s.choices("wolf") if choice.startswith("challenge")] == [
        "challenge Gimle",
        "challenge Myrkulor",
    ]
    s.play("wolf: challenge Myrkulor")
    assert s.step("wolf", "rage") == 2


@pytest.mark.rule("BR-11.13", "BR-2.12")
def test_a_destroyed_province_cannot_be_challenged() -> None:
    s = challenger("wolf: ship in F4", destroyed="Gimle", ragnarok=("Elvagar", "Angerboda", "Myrkulor"))
    reason = s.why_not("wolf: challenge Gimle")
    assert reason is not None
    assert (reason.code, reason.rule) == ("place_destroyed", "BR-2.12")


@pytest.mark.rule("BR-11.13", "BR-19.11")
def test_yggdrasil_can_be_challenged() -> None:
    s = challenger("wolf: leader in Yggdrasil", pillaged="Yggdrasil")
    s.play("wolf: challenge Yggdrasil")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 2, 2]


@pytest.mark.rule("BR-11.13")
def test_a_challenge_calls_to_battle_and_a_battle_won_pays_axes() -> None:
    s = challenger(
        "wolf: leader in Gimle; raven: warrior in Andlang",
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Smash"},
        tokens={"Gimle": "axes"},
    )
    s.play("wolf: challenge Gimle")
    assert s.asked() == {"raven": "call"}
    s.play("raven: join warrior from Andlang", "wolf: card Tyr's Bash", "raven: card Tyr's Smash")
    nobody_adds(s)
    assert totals(s) == {"wolf": (5, 3, 2), "raven": (4, 1, 3)}
    assert s.glory("wolf") == 4
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-11.13", "BR-13.13")
def test_a_lost_challenge_brings_no_reward_and_leaves_the_token_as_it_was() -> None:
    s = challenger("wolf: warrior in Gimle; raven: leader in Gimle", tokens={"Gimle": "glory"})
    s.play("wolf: challenge Gimle")
    nobody_adds(s)
    assert s.rage("wolf") == 4
    assert (s.glory("wolf"), s.glory("raven")) == (0, 3)
    assert s.at("wolf", "Valhalla") == {"warrior": 1}
    assert s.is_pillaged("Gimle")
    assert len(s.told("pillage_failed")) == 1


@pytest.mark.rule("BR-11.13", "BR-13.16", "BR-19.9")
def test_what_follows_a_successful_pillage_follows_a_challenge() -> None:
    """Frigga's Grace and the Leader's text, in the order their owner likes."""
    s = challenger(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        upgrades={"wolf": "Tyr's Challenge, Lord of Axes"},
        hands={"wolf": "Frigga's Grace"},
        tokens={"Gimle": "rage"},
    )
    s.play("wolf: challenge Gimle", "wolf: card Frigga's Grace")
    nobody_adds(s)
    assert prompt(s)[:3] == ("wolf", "order", "BR-13.16")
    assert sorted(s.choices("wolf")) == ["first Frigga's Grace", "first Lord of Axes"]
    s.play("wolf: first Frigga's Grace")
    assert s.choices("wolf") == ["raise axes", "raise horns"]
    s.play("wolf: raise axes")
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]
    s.play("wolf: raise axes")
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 3, 1]
    assert s.glory("wolf") == 5


@pytest.mark.rule("BR-11.13", "BR-19.9")
def test_a_challenge_without_battle_is_a_successful_pillage() -> None:
    s = challenger(upgrades={"wolf": "Tyr's Challenge, Lord of Spears"}, tokens={"Gimle": "glory"})
    s.play("wolf: challenge Gimle")
    assert s.glory("wolf") == 5
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 2, 2]


@pytest.mark.rule("BR-11.13", "BR-13.15")
def test_the_frost_giant_doubles_the_reward_of_a_challenge() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Tyr's Challenge, Frost Giant"},
        figures="wolf: Frost Giant in Gimle",
        pillaged="Gimle",
        tokens={"Gimle": "glory"},
    )
    s.play("wolf: challenge Gimle")
    assert s.glory("wolf") == 10


@pytest.mark.rule("BR-11.13", "BR-13.20")
def test_after_a_lost_challenge_lokis_blessing_brings_a_warrior_and_thors_domain_nothing() -> None:
    """The token does not show its reward."""
    s = challenger(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        upgrades={"wolf": "Tyr's Challenge, Loki's Blessing, Thor's Domain"},
    )
    s.play("wolf: challenge Gimle")
    nobody_adds(s)
    s.play("wolf: invade warrior Gimle")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-6.10", "BR-11.13")
def test_a_challenge_does_not_end_the_phase_while_a_token_shows_its_reward() -> None:
    s = challenger(
        pillaged="Angerboda, Muspelheim, Horgr, Utgard, Andlang, Gimle, Yggdrasil",
        ragnarok=("Elvagar", "Angerboda", "Myrkulor"),
    )
    s.play("wolf: challenge Gimle")
    assert s.told("phase_closed") == []
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-6.10", "BR-11.13")
def test_once_every_province_is_pillaged_no_challenge_is_made_any_more() -> None:
    """The phase ends at once, although Wolf has Rage and the card."""
    s = challenger(
        "wolf: leader in Gimle",
        pillaged="Elvagar, Angerboda, Muspelheim, Horgr, Utgard, Andlang, Myrkulor, Yggdrasil",
        hands={"wolf": "Tyr's Bash"},
    )
    s.play("wolf: pillage Gimle")
    assert len(s.told("phase_closed")) == 1
    assert s.asked() == {"wolf": "keep"}


@pytest.mark.rule("BR-11.13", "BR-9.5")
def test_a_replaced_challenge_is_gone() -> None:
    s = challenger(
        hands={"wolf": "Frigga's Charm"},
        upgrades={"wolf": "Thor's Glory, Loki's Domain, Tyr's Challenge"},
    )
    s.play("wolf: upgrade Frigga's Charm slot 3", "raven: invade warrior Horgr")
    reason = s.why_not("wolf: challenge Gimle")
    assert reason is not None
    assert (reason.code, reason.rule) == ("no_challenge", "BR-11.13")


@pytest.mark.rule("BR-11.13", "BR-9.6")
def test_a_challenge_may_follow_in_the_turn_after_the_card_was_played() -> None:
    s = challenger(hands={"wolf": "Tyr's Challenge"}, upgrades={}, tokens={"Gimle": "glory"})
    s.play("wolf: upgrade Tyr's Challenge", "raven: invade warrior Horgr", "wolf: challenge Gimle")
    assert s.rage("wolf") == 4
    assert s.glory("wolf") == 5


# Tyr's Prowess


def prowess(cards: str = "Tyr's Bash", **moment: Any) -> Scene:
    """Wolf, with Tyr's Prowess, has beaten Raven with a card."""
    moment.setdefault("upgrades", {"wolf": "Tyr's Prowess"})
    return fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": cards}, **moment)


def prowess_with_late_cards(rage: int, late: str = "Heimdall's Gaze") -> Scene:
    """Wolf has beaten Raven with Tyr's Bash, Heimdall's Eye and another late card."""
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Bash"},
        more={"wolf": f"Heimdall's Eye, {late}"},
        age=3,
        rage={"wolf": rage},
        upgrades={"wolf": "Tyr's Prowess"},
    )
    s.play("wolf: late Heimdall's Eye", "raven: decline", f"wolf: late {late}", "raven: decline", "wolf: decline")
    return s


@pytest.mark.rule("BR-13.5", "BR-19.21")
def test_a_winner_may_take_its_card_back_for_one_rage() -> None:
    s = prowess()
    assert prompt(s) == (
        "wolf",
        "save_cards",
        "BR-13.5",
        "Tyr's Prowess: take back cards you played for 1 Rage each, then done",
    )
    assert s.choices("wolf") == ["take back Tyr's Bash", "done"]
    s.play("wolf: take back Tyr's Bash")
    assert s.rage("wolf") == 5
    assert s.hand("wolf") == ["Tyr's Bash"]
    assert s.discards() == []
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.5", "BR-19.21")
def test_a_winner_may_let_its_card_go() -> None:
    s = prowess()
    s.play("wolf: done")
    assert s.rage("wolf") == 6
    assert s.hand("wolf") == []
    assert s.discards() == ["Tyr's Bash"]


@pytest.mark.rule("BR-13.5", "BR-3.22")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_which_card_is_taken_back_and_what_it_cost(onlooker: str | None) -> None:
    s = prowess()
    s.play("wolf: take back Tyr's Bash")
    assert facts(s, "card_saved", "clan", "card", clan=onlooker) == [("Wolf", "Tyr's Bash")]
    assert facts(s, "rage_spent", "clan", "amount", "rage", clan=onlooker) == [("Wolf", 1, 5)]


@pytest.mark.rule("BR-13.5")
def test_a_card_that_is_not_on_the_table_is_refused() -> None:
    s = prowess(more={"wolf": "Tyr's Crush"})
    reason = s.why_not("wolf: take back Tyr's Crush")
    assert reason is not None
    assert (reason.code, reason.rule, reason.params) == ("not_yours_on_table", "BR-13.5", {"card": "Tyr's Crush"})
    assert s.rule_against("wolf: decline") == "BR-13.5"


@pytest.mark.rule("BR-13.5")
def test_an_opponents_card_is_refused() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Tyr's Smash"},
        upgrades={"wolf": "Tyr's Prowess"},
    )
    assert s.rule_against("wolf: take back Tyr's Smash") == "BR-13.5"
    assert s.choices("wolf") == ["take back Tyr's Bash", "done"]


@pytest.mark.rule("BR-13.5", "BR-13.4")
def test_each_card_is_paid_for_on_its_own_late_cards_too() -> None:
    s = prowess_with_late_cards(rage=6)
    assert s.choices("wolf") == [
        "take back Tyr's Bash",
        "take back Heimdall's Eye",
        "take back Heimdall's Gaze",
        "done",
    ]
    s.play("wolf: take back Heimdall's Gaze")
    assert s.choices("wolf") == ["take back Tyr's Bash", "take back Heimdall's Eye", "done"]
    s.play("wolf: take back Tyr's Bash", "wolf: done")
    assert s.rage("wolf") == 4
    assert sorted(s.hand("wolf")) == ["Heimdall's Gaze", "Tyr's Bash"]
    assert s.discards() == ["Heimdall's Eye"]


@pytest.mark.rule("BR-13.5")
def test_all_cards_may_be_taken_back() -> None:
    s = prowess_with_late_cards(rage=3)
    s.play("wolf: take back Heimdall's Gaze", "wolf: take back Tyr's Bash", "wolf: take back Heimdall's Eye")
    assert s.rage("wolf") == 0
    assert len(s.hand("wolf")) == 3
    assert s.discards() == []
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.5", "BR-19.19")
def test_what_the_rage_does_not_reach_is_discarded_unasked() -> None:
    s = prowess_with_late_cards(rage=2)
    s.play("wolf: take back Heimdall's Gaze", "wolf: take back Tyr's Bash")
    assert s.asked() == {"raven": "turn"}
    assert s.rage("wolf") == 0
    assert s.discards() == ["Heimdall's Eye"]


@pytest.mark.rule("BR-13.5")
def test_two_equal_cards_are_taken_back_one_by_one() -> None:
    s = prowess_with_late_cards(rage=6, late="Heimdall's Eye")
    assert s.choices("wolf") == ["take back Tyr's Bash", "take back Heimdall's Eye", "done"]
    s.play("wolf: take back Heimdall's Eye", "wolf: take back Heimdall's Eye", "wolf: done")
    assert s.hand("wolf") == ["Heimdall's Eye", "Heimdall's Eye"]
    assert s.rage("wolf") == 4


@pytest.mark.rule("BR-13.5", "BR-6.5")
def test_a_winner_without_rage_is_not_asked() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"raven": "Tyr's Bash"},
        rage={"raven": 0},
        upgrades={"raven": "Tyr's Prowess"},
    )
    assert s.discards() == ["Tyr's Bash"]
    assert s.asked() == {"serpent": "turn"}


@pytest.mark.rule("BR-13.5")
def test_the_last_rage_is_enough_for_one_card() -> None:
    s = prowess(rage={"wolf": 1})
    s.play("wolf: take back Tyr's Bash")
    assert s.rage("wolf") == 0
    assert s.hand("wolf") == ["Tyr's Bash"]


@pytest.mark.rule("BR-13.5", "BR-19.19")
def test_a_winner_without_a_card_is_not_asked() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", upgrades={"wolf": "Tyr's Prowess"})
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.5", "BR-13.6", "BR-19.7")
def test_a_loser_takes_its_cards_back_for_nothing() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"raven": "Tyr's Bash"},
        upgrades={"raven": "Tyr's Prowess"},
    )
    assert s.rage("raven") == 6
    assert s.hand("raven") == ["Tyr's Bash"]
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.5", "BR-19.7")
def test_without_a_winner_nobody_pays_for_a_card() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"wolf": "Tyr's Bash"},
        upgrades={"wolf": "Tyr's Prowess"},
    )
    assert len(s.told("battle_tied")) == 1
    assert s.hand("wolf") == ["Tyr's Bash"]
    assert s.rage("wolf") == 6


@pytest.mark.rule("BR-13.5", "BR-19.7")
def test_a_defender_that_wins_may_take_its_card_back() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"raven": "Tyr's Bash"},
        upgrades={"raven": "Tyr's Prowess"},
    )
    s.play("raven: take back Tyr's Bash")
    assert s.hand("raven") == ["Tyr's Bash"]


@pytest.mark.rule("BR-13.5")
def test_only_its_owner_takes_cards_back() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Bash"},
        upgrades={"raven": "Tyr's Prowess"},
    )
    assert s.discards() == ["Tyr's Bash"]


@pytest.mark.rule("BR-13.5", "BR-20.1")
def test_cards_are_saved_before_figures_fall_and_after_if_you_win() -> None:
    s = prowess("Thor's Hammer")
    assert s.glory("wolf") == 3
    assert s.at("raven", "Gimle") == {"warrior": 1}
    s.play("wolf: take back Thor's Hammer")
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.glory("wolf") == 6


@pytest.mark.rule("BR-19.15", "BR-13.5")
@pytest.mark.parametrize(("card", "glory"), [("Odin's Judgement", 5), ("Tyr's Bash", 3)])
def test_the_text_of_a_card_that_was_taken_back_still_acts(card: str, glory: int) -> None:
    s = prowess(card)
    s.play(f"wolf: take back {card}")
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-13.5", "BR-12.6")
@pytest.mark.parametrize("card", ["Alfheim!", "Loki's Domain"])
def test_a_quest_or_an_upgrade_that_was_played_may_be_taken_back_too(card: str) -> None:
    s = prowess(card)
    s.play(f"wolf: take back {card}")
    assert s.hand("wolf") == [card]
    assert s.rage("wolf") == 5


@pytest.mark.rule("BR-13.5", "BR-19.15")
def test_cards_that_heimdalls_watch_discarded_cannot_be_taken_back() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Smite (age 2)", "raven": "Heimdall's Watch"},
        more={"wolf": "Tyr's Bash"},
        upgrades={"wolf": "Tyr's Prowess"},
        age=2,
    )
    s.play("wolf: card Tyr's Bash")
    nobody_adds(s)
    assert s.choices("wolf") == ["take back Tyr's Bash", "done"]


@pytest.mark.rule("BR-13.5", "BR-13.3")
def test_the_rage_of_ascension_pays_for_its_return() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"raven": "Thor's Ascension"},
        rage={"raven": 0},
        upgrades={"raven": "Tyr's Prowess"},
    )
    s.play("raven: take back Thor's Ascension")
    assert s.rage("raven") == 2
    assert s.hand("raven") == ["Thor's Ascension"]


@pytest.mark.rule("BR-13.5", "BR-12.8")
def test_primacy_does_not_touch_prowess() -> None:
    """An upgrade on the sheet is no card played in the battle."""
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Thor's Primacy"},
        upgrades={"wolf": "Tyr's Prowess"},
    )
    assert s.asked() == {"wolf": "save_cards"}


@pytest.mark.rule("BR-13.5", "BR-9.5")
def test_a_replaced_prowess_saves_nothing() -> None:
    s = scene(
        "wolf raven",
        hands={"wolf": "Frigga's Charm, Tyr's Bash"},
        upgrades={"wolf": "Tyr's Prowess, Thor's Glory, Loki's Domain"},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
    )
    s.play("wolf: upgrade Frigga's Charm slot 1", "raven: invade warrior Horgr")
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Bash")
    nobody_adds(s)
    assert sorted(s.discards()) == ["Tyr's Bash", "Tyr's Prowess"]
