"""Loki's cards: Domain, Eminence, Wrath, Blessing, Trickery, Backstab, Poison."""

from typing import Any

import pytest

from tests.blood_rage.cards.fighting import acted, facts, fought, from_cards, laid, nobody_adds, prompt, totals
from tests.blood_rage.scene import Scene, scene

# Loki's Domain, Eminence and Wrath


@pytest.mark.rule("BR-17.2")
@pytest.mark.parametrize(
    ("card", "glory", "age"),
    [
        ("Loki's Domain", 4, 1),
        ("Loki's Domain", 4, 2),
        ("Loki's Domain", 4, 3),
        ("Loki's Eminence", 8, 2),
        ("Loki's Eminence", 8, 3),
        ("Loki's Wrath", 12, 3),
    ],
)
def test_a_released_figure_pays_one_two_or_three_glory_in_every_age(card: str, glory: int, age: int) -> None:
    s = scene(
        "wolf raven",
        age=age,
        phase="release valhalla",
        upgrades={"wolf": card},
        figures="wolf: 2 warrior in Valhalla, leader in Valhalla, ship in Valhalla; raven: 3 warrior in Valhalla",
    )
    assert s.glory("wolf") == glory
    assert s.glory("raven") == 0
    assert s.at("wolf", "Valhalla") == {}


@pytest.mark.rule("BR-9.7", "BR-17.2")
@pytest.mark.parametrize(
    ("cards", "glory", "age"),
    [
        ("Loki's Domain, Loki's Eminence", 6, 2),
        ("Loki's Domain, Loki's Eminence", 6, 3),
        ("Loki's Domain, Loki's Wrath", 8, 3),
        ("Loki's Eminence, Loki's Wrath", 10, 3),
        ("Loki's Wrath, Loki's Eminence, Loki's Domain", 12, 3),
    ],
)
def test_what_several_of_them_pay_adds_up(cards: str, glory: int, age: int) -> None:
    """Wrong reading: only the best of them pays."""
    s = scene(
        "wolf raven",
        age=age,
        phase="release valhalla",
        upgrades={"wolf": cards},
        figures="wolf: warrior in Valhalla, ship in Valhalla",
    )
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-17.2")
def test_released_monsters_pay_too() -> None:
    s = scene(
        "wolf raven",
        phase="release valhalla",
        upgrades={"wolf": "Loki's Wrath, Troll, Sea Serpent"},
        figures="wolf: Troll in Valhalla, Sea Serpent in Valhalla",
    )
    assert s.glory("wolf") == 6


@pytest.mark.rule("BR-17.2")
def test_figures_on_the_board_and_in_the_reserve_pay_nothing() -> None:
    s = scene(
        "wolf raven",
        phase="release valhalla",
        upgrades={"wolf": "Loki's Domain"},
        figures="wolf: 2 warrior in Gimle, ship in F4",
    )
    assert s.glory("wolf") == 0
    assert s.told("glory") == []


@pytest.mark.rule("BR-17.2")
def test_those_whom_ragnarok_took_pay_when_they_return_in_the_same_age() -> None:
    s = scene(
        "wolf raven",
        phase="ragnarok",
        ragnarok=("Elvagar", "Myrkulor", "Angerboda"),
        upgrades={"wolf": "Loki's Eminence"},
        figures="wolf: warrior in Myrkulor, ship in F4, warrior in Valhalla",
    )
    assert facts(s, "glory", "clan", "amount", "source") == [("Wolf", 6, "ragnarok"), ("Wolf", 6, "cards")]


@pytest.mark.rule("BR-17.2")
def test_a_death_in_battle_pays_nothing_before_the_release() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", upgrades={"raven": "Loki's Domain"})
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.glory("raven") == 0


@pytest.mark.rule("BR-17.2")
def test_a_figure_that_comes_back_through_friggas_domain_pays_nothing() -> None:
    """Wrong reading: every return from Valhalla is paid."""
    s = scene(
        "wolf raven",
        age=3,
        upgrades={"wolf": "Loki's Wrath, Frigga's Domain"},
        figures="wolf: 2 warrior in Valhalla",
    )
    s.play("wolf: invade warrior Gimle from Valhalla")
    assert s.glory("wolf") == 0
    s.play("raven: pass", "wolf: pass")
    assert s.glory("wolf") == 3


@pytest.mark.rule("BR-17.2", "BR-9.5")
def test_a_replaced_card_pays_no_more() -> None:
    s = scene(
        "wolf raven",
        age=2,
        hands={"wolf": "Loki's Eminence"},
        upgrades={"wolf": "Loki's Domain, Frigga's Succor, Tyr's Domain"},
        figures="wolf: 3 warrior in Valhalla",
    )
    s.play("wolf: upgrade Loki's Eminence slot 1", "raven: pass", "wolf: pass")
    assert s.glory("wolf") == 6


@pytest.mark.rule("BR-17.2", "BR-9.6")
def test_a_card_played_in_this_age_pays_at_its_end() -> None:
    s = scene("wolf raven", hands={"wolf": "Loki's Domain"}, figures="wolf: 2 warrior in Valhalla")
    s.play("wolf: upgrade Loki's Domain", "raven: pass", "wolf: pass")
    assert s.glory("wolf") == 2


@pytest.mark.rule("BR-17.2", "BR-19.23")
def test_every_clan_is_paid_by_its_own_cards_in_table_order() -> None:
    s = scene(
        "wolf raven serpent",
        phase="release valhalla",
        first_player="raven",
        upgrades={"wolf": "Loki's Domain", "raven": "Loki's Wrath"},
        figures="wolf: 2 warrior in Valhalla; raven: warrior in Valhalla; serpent: 4 warrior in Valhalla",
    )
    assert from_cards(s) == [("Raven", 3), ("Wolf", 2)]


# Loki's Blessing


def beaten(figures: str = "wolf: warrior in Gimle; raven: leader in Gimle", **moment: Any) -> Scene:
    """Wolf, with Loki's Blessing if not said otherwise, has lost its own pillage of Gimle against Raven."""
    moment.setdefault("upgrades", {"wolf": "Loki's Blessing"})
    return fought(figures, **moment)


@pytest.mark.rule("BR-13.20", "BR-19.21")
def test_a_loser_may_let_one_warrior_invade_for_nothing() -> None:
    s = beaten(rage={"wolf": 4})
    assert prompt(s) == (
        "wolf",
        "warrior_after_defeat",
        "BR-13.20",
        "Loki's Blessing: invade Gimle with a Warrior for 0 Rage, or decline",
    )
    assert s.choices("wolf") == ["invade warrior Gimle", "decline"]
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.at("wolf", "reserve") == {"warrior": 6, "leader": 1, "ship": 1}
    assert s.rage("wolf") == 4
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20", "BR-19.21")
def test_it_may_be_declined() -> None:
    s = beaten()
    s.play("wolf: decline")
    assert s.at("wolf", "Gimle") == {}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20")
def test_a_defender_that_lost_may_come_back_too() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", upgrades={"raven": "Loki's Blessing"})
    assert s.asked() == {"raven": "warrior_after_defeat"}
    s.play("raven: invade warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-13.20", "BR-20.1")
def test_it_comes_last_when_figures_are_gone_and_glory_is_scored() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        tokens={"Gimle": "axes"},
        upgrades={"raven": "Loki's Blessing"},
    )
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.glory("wolf") == 4
    assert s.is_pillaged("Gimle")
    assert s.asked() == {"raven": "warrior_after_defeat"}


@pytest.mark.rule("BR-13.20", "BR-7.1")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_everyone_sees_the_warrior_come(onlooker: str | None) -> None:
    s = beaten()
    s.play("wolf: invade warrior Gimle")
    assert facts(s, "invaded", "clan", "place", "figure", clan=onlooker) == [("Wolf", "Gimle", "Warrior")]


@pytest.mark.rule("BR-13.20", "BR-19.5")
def test_it_is_free_at_zero_rage_and_for_warriors_of_str_two() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        rage={"raven": 0},
        upgrades={"raven": "Loki's Blessing, Experts in Arms"},
    )
    s.play("raven: invade warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.rage("raven") == 0


@pytest.mark.rule("BR-13.20", "BR-19.7")
def test_without_a_winner_every_participant_has_lost() -> None:
    s = fought("wolf: warrior in Gimle; raven: warrior in Gimle", upgrades={"raven": "Loki's Blessing"})
    assert len(s.told("battle_tied")) == 1
    assert s.asked() == {"raven": "warrior_after_defeat"}
    s.play("raven: invade warrior Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-13.20", "BR-19.7")
def test_the_winner_gets_no_warrior() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", upgrades={"wolf": "Loki's Blessing"})
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20", "BR-19.7")
def test_a_clan_that_took_no_part_has_not_lost() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle; serpent: ship in F3",
        upgrades={"serpent": "Loki's Blessing"},
    )
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20", "BR-19.6")
@pytest.mark.parametrize("owner", ["wolf", "raven"])
def test_a_pillage_without_battle_is_lost_by_nobody(owner: str) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Horgr", upgrades={owner: "Loki's Blessing"})
    assert s.is_pillaged("Gimle")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20", "BR-7.4")
def test_no_warrior_comes_to_yggdrasil() -> None:
    s = beaten("wolf: warrior in Yggdrasil; raven: leader in Yggdrasil", where="Yggdrasil")
    assert s.at("wolf", "Valhalla") == {"warrior": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20", "BR-7.6")
def test_without_an_empty_village_no_warrior_comes() -> None:
    s = beaten("wolf: ship in F3; raven: 3 warrior in Andlang", where="Andlang")
    assert s.at("wolf", "Valhalla") == {"ship": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20", "BR-7.6")
def test_the_village_that_the_dead_have_left_is_enough() -> None:
    s = beaten("wolf: warrior in Andlang; raven: 2 warrior in Andlang", where="Andlang")
    s.play("wolf: invade warrior Andlang")
    assert s.at("wolf", "Andlang") == {"warrior": 1}


@pytest.mark.rule("BR-13.20", "BR-7.5")
def test_with_horns_full_no_warrior_comes() -> None:
    """The lost figures leave room; only one that was saved can keep Horns full."""
    s = fought(
        "wolf: warrior in Gimle, 3 warrior in Horgr; raven: leader in Gimle",
        upgrades={"wolf": "Loki's Blessing, Frigga's Protection"},
    )
    s.play("wolf: save warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20", "BR-7.5")
def test_the_room_under_horns_that_the_dead_have_left_is_enough() -> None:
    s = beaten("wolf: warrior in Gimle, 3 warrior in Horgr; raven: leader in Gimle")
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}


@pytest.mark.rule("BR-13.20")
def test_without_a_warrior_in_the_reserve_nobody_comes() -> None:
    """The Warrior just lost waits in Valhalla; Leader and Ship cannot come instead."""
    s = beaten("wolf: warrior in Gimle, 7 warrior in Valhalla; raven: leader in Gimle")
    assert s.at("wolf", "reserve") == {"leader": 1, "ship": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.20", "BR-19.4")
def test_only_a_warrior_and_only_into_that_province() -> None:
    s = beaten()
    reason = s.why_not("wolf: invade leader Gimle")
    assert reason is not None
    assert (reason.code, reason.rule, reason.params) == ("not_a_warrior", "BR-19.4", {"figure": "Leader"})
    reason = s.why_not("wolf: invade warrior Andlang")
    assert reason is not None
    assert (reason.code, reason.rule) == ("not_there", "BR-19.4")
    assert reason.params == {"asked": "Gimle", "place": "Andlang"}
    assert s.rule_against("wolf: pass") == "BR-13.20"
    assert s.rule_against("wolf: march Horgr Gimle") == "BR-13.20"


@pytest.mark.rule("BR-13.20", "BR-7.13")
@pytest.mark.parametrize("turn", ["wolf", "raven"])
def test_it_is_an_invade_and_friggas_succor_follows_in_anyones_turn(turn: str) -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        turn=turn,
        upgrades={"wolf": "Loki's Blessing, Frigga's Succor"},
    )
    s.play("wolf: invade warrior Gimle")
    assert prompt(s)[:3] == ("wolf", "a_warrior_follows", "BR-7.13")
    s.play("wolf: invade warrior Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 2}
    assert s.rage("wolf") == 6
    assert list(s.asked().values()) == ["turn"]


@pytest.mark.rule("BR-13.20", "BR-19.21")
def test_with_the_blessing_declined_frigga_brings_nobody() -> None:
    s = beaten(upgrades={"wolf": "Loki's Blessing, Frigga's Succor"})
    s.play("wolf: decline")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.16", "BR-7.15")
def test_thors_domain_follows_in_ones_own_turn_once_the_pillage_is_over() -> None:
    s = beaten(upgrades={"wolf": "Loki's Blessing, Thor's Domain"})
    s.play("wolf: invade warrior Gimle")
    assert s.asked() == {"wolf": "pillage_at_once"}
    assert s.glory("raven") == 3
    s.play("wolf: yes")
    assert s.rage("wolf") == 4
    assert facts(s, "pillage_declared", "clan", "place") == [("Wolf", "Gimle"), ("Wolf", "Gimle")]


@pytest.mark.rule("BR-7.16")
def test_thors_domain_does_not_follow_in_another_clans_turn() -> None:
    """Neither where the token still shows its reward."""
    s = fought(
        "wolf: warrior in Gimle; raven: warrior in Gimle; serpent: leader in Gimle",
        upgrades={"raven": "Loki's Blessing, Thor's Domain"},
    )
    s.play("raven: invade warrior Gimle")
    assert not s.is_pillaged("Gimle")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.22")
def test_a_second_defeat_that_it_brought_about_brings_no_second_warrior() -> None:
    """Lost pillage, Blessing, invade, Thor's Domain, lost pillage: there the chain ends."""
    s = beaten(upgrades={"wolf": "Loki's Blessing, Thor's Domain"})
    s.play("wolf: invade warrior Gimle", "wolf: yes")
    nobody_adds(s)
    assert facts(s, "battle_won", "clan") == [("Raven",), ("Raven",)]
    assert s.at("wolf", "Valhalla") == {"warrior": 2}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.22", "BR-13.20")
def test_it_acts_again_in_a_later_turn() -> None:
    s = beaten(clans="wolf raven")
    s.play("wolf: invade warrior Gimle", "raven: invade warrior Horgr", "wolf: pillage Gimle")
    nobody_adds(s)
    assert s.asked() == {"wolf": "warrior_after_defeat"}


@pytest.mark.rule("BR-13.20", "BR-12.8")
def test_thors_primacy_does_not_touch_it() -> None:
    """An upgrade on the sheet is no card played in the battle."""
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Primacy"},
        upgrades={"raven": "Loki's Blessing"},
    )
    assert s.asked() == {"raven": "warrior_after_defeat"}


@pytest.mark.rule("BR-13.20", "BR-9.5")
def test_a_replaced_blessing_brings_nobody() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        turn="raven",
        hands={"raven": "Frigga's Charm"},
        upgrades={"raven": "Loki's Blessing, Tyr's Domain, Loki's Domain"},
    )
    s.play("raven: upgrade Frigga's Charm slot 1", "wolf: pillage Gimle")
    nobody_adds(s)
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.asked() == {"raven": "turn"}


# Loki's Trickery


def tricked(**moment: Any) -> Scene:
    """Wolf's Leader has beaten Raven's Warrior in Gimle; Raven has played Loki's Trickery."""
    return fought("wolf: leader in Gimle; raven: warrior in Gimle", {"raven": "Loki's Trickery"}, **moment)


@pytest.mark.rule("BR-13.3", "BR-19.25")
def test_trickery_takes_one_rage_from_the_winner() -> None:
    s = tricked(rage={"wolf": 5, "raven": 2, "serpent": 4})
    assert s.rage("wolf") == 4
    assert s.rage("raven") == 3
    assert s.rage("serpent") == 4
    assert s.hand("raven") == ["Loki's Trickery"]


@pytest.mark.rule("BR-13.3", "BR-19.25")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_the_rage_change_hands(onlooker: str | None) -> None:
    s = tricked()
    assert facts(s, "text_acts", "clan", "card", clan=onlooker) == [("Raven", "Loki's Trickery")]
    assert facts(s, "rage_lost", "clan", "amount", "rage", clan=onlooker) == [("Wolf", 1, 5)]
    assert facts(s, "rage_gained", "clan", "amount", "rage", clan=onlooker) == [("Raven", 1, 7)]


@pytest.mark.rule("BR-13.3")
def test_trickery_adds_nothing_to_the_total() -> None:
    assert totals(tricked())["raven"] == (1, 1, 0)


@pytest.mark.rule("BR-19.25", "BR-19.19")
def test_there_is_no_rage_to_take_from_a_winner_without_any() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"wolf": "Loki's Trickery"},
        rage={"wolf": 3, "raven": 0},
    )
    assert s.rage("raven") == 0
    assert s.rage("wolf") == 3


@pytest.mark.rule("BR-19.25")
def test_the_winners_last_rage_is_taken() -> None:
    s = fought("wolf: warrior in Gimle; raven: leader in Gimle", {"wolf": "Loki's Trickery"}, rage={"raven": 1})
    assert s.rage("raven") == 0
    assert s.rage("wolf") == 7


@pytest.mark.rule("BR-19.24")
def test_a_track_that_is_full_takes_no_more_rage() -> None:
    assert tricked(rage={"raven": 12}).rage("raven") == 12


@pytest.mark.rule("BR-19.24")
def test_the_last_step_of_the_track_can_be_reached() -> None:
    assert tricked(rage={"raven": 11}).rage("raven") == 12


@pytest.mark.rule("BR-13.3", "BR-19.7")
def test_trickery_does_nothing_for_a_winner() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Loki's Trickery"})
    assert (s.rage("wolf"), s.rage("raven")) == (6, 6)
    assert acted(s) == []


@pytest.mark.rule("BR-13.3", "BR-19.7")
def test_without_a_winner_there_is_nobody_to_take_rage_from() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: warrior in Gimle",
        {"wolf": "Loki's Trickery", "raven": "Loki's Trickery"},
    )
    assert len(s.told("battle_tied")) == 1
    assert (s.rage("wolf"), s.rage("raven")) == (6, 6)


@pytest.mark.rule("BR-13.3", "BR-19.23")
@pytest.mark.parametrize(("turn", "taker"), [("raven", "raven"), ("wolf", "wolf")])
def test_of_two_tricksters_the_first_in_seat_order_gets_the_only_rage(turn: str, taker: str) -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: warrior in Gimle; serpent: leader in Gimle",
        {"wolf": "Loki's Trickery", "raven": "Loki's Trickery"},
        turn=turn,
        rage={"wolf": 3, "raven": 3, "serpent": 1},
    )
    assert s.rage("serpent") == 0
    assert {clan: s.rage(clan) for clan in ("wolf", "raven")} == {"wolf": 3, "raven": 3, taker: 4}


@pytest.mark.rule("BR-13.3", "BR-13.5")
def test_rage_that_trickery_took_cannot_pay_for_tyrs_prowess() -> None:
    """Wrong reading: Tyr's Prowess is paid for before Loki's Trickery takes the Rage."""
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"wolf": "Loki's Trickery", "raven": "Tyr's Bash"},
        rage={"raven": 1},
        upgrades={"raven": "Tyr's Prowess"},
    )
    assert s.discards() == ["Tyr's Bash"]
    assert s.hand("raven") == []
    assert s.rage("raven") == 0


@pytest.mark.rule("BR-13.3", "BR-13.5")
def test_rage_that_trickery_left_pays_for_tyrs_prowess() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"wolf": "Loki's Trickery", "raven": "Tyr's Bash"},
        rage={"raven": 2},
        upgrades={"raven": "Tyr's Prowess"},
    )
    assert s.asked() == {"raven": "save_cards"}
    assert s.rage("raven") == 1


@pytest.mark.rule("BR-13.3")
def test_the_losers_take_before_the_winner_gains() -> None:
    """Thor's Ascension comes too late to be taken from."""
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"wolf": "Loki's Trickery", "raven": "Thor's Ascension"},
        rage={"wolf": 1, "raven": 0},
    )
    assert (s.rage("wolf"), s.rage("raven")) == (1, 3)


@pytest.mark.rule("BR-6.9")
def test_a_clan_at_zero_that_takes_rage_has_turns_again() -> None:
    s = tricked(rage={"raven": 0})
    assert s.rage("raven") == 1
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-6.9")
@pytest.mark.parametrize(("regains", "next_one"), [(False, "serpent"), (True, "raven")])
def test_a_passed_clan_that_takes_rage_has_turns_again_only_by_option(regains: bool, next_one: str) -> None:
    s = tricked(rage={"raven": 0}, passed="raven", rulings={"passed_clan_regains_turns": regains})
    assert s.rage("raven") == 1
    assert s.asked() == {next_one: "turn"}


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_cancels_trickery() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Primacy", "raven": "Loki's Trickery"},
    )
    assert (s.rage("wolf"), s.rage("raven")) == (6, 6)
    assert facts(s, "text_cancelled", "clan", "card") == [("Raven", "Loki's Trickery")]


# Loki's Backstab


def stabbed(glory: int, **moment: Any) -> Scene:
    """Wolf, with so much Glory, has beaten Raven, which has played Loki's Backstab."""
    return fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"raven": "Loki's Backstab"},
        glory={"wolf": glory, "raven": 10},
        **moment,
    )


@pytest.mark.rule("BR-13.3", "BR-19.25")
@pytest.mark.parametrize(
    ("before", "wolf", "raven"), [(5, 6, 12), (2, 3, 12), (1, 3, 11), (0, 3, 10)], ids=["5", "2", "1", "0"]
)
def test_backstab_takes_two_glory_as_far_as_the_winner_has_it(before: int, wolf: int, raven: int) -> None:
    """The 3 Glory of the battle itself come later and cannot be taken."""
    s = stabbed(before)
    assert s.glory("wolf") == wolf
    assert s.glory("raven") == raven


@pytest.mark.rule("BR-19.25")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_the_glory_change_hands(onlooker: str | None) -> None:
    s = stabbed(5)
    assert facts(s, "glory_lost", "clan", "amount", "source", clan=onlooker) == [("Wolf", 2, "cards")]
    assert facts(s, "glory", "clan", "amount", "source", clan=onlooker) == [
        ("Raven", 2, "cards"),
        ("Wolf", 3, "battles"),
    ]


@pytest.mark.rule("BR-13.3", "BR-19.7")
def test_backstab_does_nothing_for_a_winner() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Loki's Backstab"}, glory={"raven": 7})
    assert (s.glory("wolf"), s.glory("raven")) == (3, 7)


@pytest.mark.rule("BR-13.3", "BR-19.7")
def test_without_a_winner_no_glory_is_taken() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: warrior in Gimle",
        {"raven": "Loki's Backstab"},
        glory={"wolf": 7, "raven": 7},
    )
    assert (s.glory("wolf"), s.glory("raven")) == (7, 7)


@pytest.mark.rule("BR-13.3", "BR-19.23")
@pytest.mark.parametrize(("turn", "wolf", "raven"), [("raven", 1, 2), ("wolf", 2, 1)])
def test_of_two_backstabbers_the_first_in_seat_order_takes_first(turn: str, wolf: int, raven: int) -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: warrior in Gimle; serpent: leader in Gimle",
        {"wolf": "Loki's Backstab", "raven": "Loki's Backstab"},
        turn=turn,
        glory={"serpent": 3},
    )
    assert (s.glory("wolf"), s.glory("raven"), s.glory("serpent")) == (wolf, raven, 3)


@pytest.mark.rule("BR-13.3")
def test_the_glory_of_thors_hammer_comes_too_late_to_be_taken() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Hammer", "raven": "Loki's Backstab"},
    )
    assert (s.glory("wolf"), s.glory("raven")) == (6, 0)


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_cancels_backstab() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Primacy", "raven": "Loki's Backstab"},
        glory={"wolf": 5},
    )
    assert (s.glory("wolf"), s.glory("raven")) == (8, 0)


# Loki's Poison


@pytest.mark.rule("BR-13.3", "BR-19.25")
def test_poison_takes_the_winners_card_into_the_losers_hand() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Loki's Poison"},
        more={"wolf": "Tyr's Crush", "raven": "Alfheim!"},
    )
    assert sorted(s.hand("raven")) == ["Alfheim!", "Loki's Poison", "Tyr's Bash"]
    assert s.hand("wolf") == ["Tyr's Crush"]
    assert s.discards() == []


@pytest.mark.rule("BR-13.3", "BR-3.22")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_which_cards_poison_takes(onlooker: str | None) -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Loki's Poison"},
    )
    assert facts(s, "card_taken", "clan", "card", "from", clan=onlooker) == [("Raven", "Tyr's Bash", "Wolf")]
    assert facts(s, "card_discarded", "card", clan=onlooker) == []


@pytest.mark.rule("BR-13.3", "BR-13.4")
def test_poison_takes_late_cards_too() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Loki's Poison"},
        more={"wolf": "Heimdall's Gaze, Heimdall's Eye", "raven": "Heimdall's Eye"},
        age=3,
    )
    s.play(
        "wolf: late Heimdall's Gaze",
        "raven: late Heimdall's Eye",
        "wolf: late Heimdall's Eye",
        "raven: decline",
        "wolf: decline",
    )
    assert s.hand("wolf") == []
    assert sorted(s.hand("raven")) == [
        "Heimdall's Eye",
        "Heimdall's Eye",
        "Heimdall's Gaze",
        "Loki's Poison",
        "Tyr's Bash",
    ]
    assert s.discards() == []


@pytest.mark.rule("BR-13.3")
@pytest.mark.parametrize("card", ["Alfheim!", "Loki's Dragons", "Loki's Domain"])
def test_poison_takes_a_quest_or_an_upgrade_that_the_winner_played(card: str) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": card, "raven": "Loki's Poison"})
    assert sorted(s.hand("raven")) == sorted([card, "Loki's Poison"])
    assert s.discards() == []


@pytest.mark.rule("BR-19.19")
def test_a_winner_without_a_card_loses_none() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"raven": "Loki's Poison"})
    assert s.hand("raven") == ["Loki's Poison"]
    assert s.told("card_taken") == []


@pytest.mark.rule("BR-13.3")
def test_poison_takes_from_the_winner_alone() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle; serpent: warrior in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Loki's Poison", "serpent": "Tyr's Smash (age 1)"},
    )
    assert s.told("battle_won")[0].data["clan"] == "Wolf"
    assert s.hand("serpent") == ["Tyr's Smash"]
    assert sorted(s.hand("raven")) == ["Loki's Poison", "Tyr's Bash"]


@pytest.mark.rule("BR-13.3", "BR-19.23")
@pytest.mark.parametrize(("turn", "taker", "other"), [("raven", "raven", "wolf"), ("wolf", "wolf", "raven")])
def test_of_several_poisons_the_first_in_seat_order_takes_all(turn: str, taker: str, other: str) -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: warrior in Gimle; serpent: leader in Gimle",
        {"wolf": "Loki's Poison", "raven": "Loki's Poison", "serpent": "Tyr's Bash"},
        turn=turn,
    )
    assert sorted(s.hand(taker)) == ["Loki's Poison", "Tyr's Bash"]
    assert s.hand(other) == ["Loki's Poison"]
    assert s.hand("serpent") == []


@pytest.mark.rule("BR-13.5", "BR-13.3")
def test_poison_comes_before_tyrs_prowess() -> None:
    """Wrong reading: Tyr's Prowess saves the cards before Loki's Poison takes them."""
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Loki's Poison"},
        upgrades={"wolf": "Tyr's Prowess"},
    )
    assert s.asked() == {"raven": "turn"}
    assert s.rage("wolf") == 6
    assert s.hand("wolf") == []


@pytest.mark.rule("BR-19.15", "BR-13.3")
@pytest.mark.parametrize(
    ("card", "wolf", "rage"), [("Thor's Hammer", 6, 6), ("Thor's Ascension", 6, 9), ("Odin's Judgement", 5, 6)]
)
def test_the_text_of_a_card_that_was_taken_still_acts_for_its_owner(card: str, wolf: int, rage: int) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": card, "raven": "Loki's Poison"}, age=3)
    assert sorted(s.hand("raven")) == sorted([card, "Loki's Poison"])
    assert (s.glory("wolf"), s.glory("raven")) == (wolf, 0)
    assert s.rage("wolf") == rage


@pytest.mark.rule("BR-19.15", "BR-13.16")
def test_friggas_grace_that_was_taken_still_raises_a_stat_of_the_pillager() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Frigga's Grace", "raven": "Loki's Poison"},
        tokens={"Gimle": "horns"},
    )
    assert s.choices("wolf") == ["raise rage", "raise axes"]
    s.play("wolf: raise axes")
    assert s.glory("wolf") == 4
    assert sorted(s.hand("raven")) == ["Frigga's Grace", "Loki's Poison"]


@pytest.mark.rule("BR-13.3", "BR-19.7")
def test_poison_does_nothing_for_a_winner() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Loki's Poison", "raven": "Tyr's Bash"},
    )
    assert s.hand("raven") == ["Tyr's Bash"]
    assert s.discards() == ["Loki's Poison"]


@pytest.mark.rule("BR-13.3", "BR-19.7")
def test_without_a_winner_poison_takes_nothing() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"wolf": "Tyr's Bash", "raven": "Loki's Poison"},
    )
    assert len(s.told("battle_tied")) == 1
    assert s.hand("wolf") == ["Tyr's Bash"]
    assert s.hand("raven") == ["Loki's Poison"]


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_cancels_poison_and_is_discarded_as_ever() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Primacy", "raven": "Loki's Poison"},
    )
    assert s.hand("raven") == ["Loki's Poison"]
    assert s.discards() == ["Thor's Primacy"]


@pytest.mark.rule("BR-19.15", "BR-20.4")
def test_cards_that_heimdalls_watch_discarded_are_no_longer_there_to_take() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Tyr's Smite (age 2)", "raven": "Heimdall's Watch"},
        more={"wolf": "Tyr's Bash", "raven": "Loki's Poison"},
        age=3,
    )
    s.play("wolf: card Tyr's Bash", "raven: card Loki's Poison")
    nobody_adds(s)
    assert sorted(s.hand("raven")) == ["Loki's Poison", "Tyr's Bash"]
    assert sorted(s.discards()) == ["Heimdall's Watch", "Tyr's Smite"]


@pytest.mark.rule("BR-20.4", "BR-19.15")
@pytest.mark.parametrize("card", ["Loki's Trickery", "Loki's Backstab", "Loki's Poison"])
def test_a_card_that_heimdalls_watch_discarded_takes_nothing(card: str) -> None:
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle; serpent: ship in F4",
        {"wolf": "Tyr's Bash", "raven": card, "serpent": "Heimdall's Watch"},
        more={"wolf": "Tyr's Crush (age 2)"},
        glory={"wolf": 9},
    )
    s.play("wolf: card Tyr's Crush")
    nobody_adds(s)
    assert facts(s, "battle_won", "clan") == [("Wolf",)]
    assert s.hand("raven") == []
    assert (s.rage("wolf"), s.rage("raven")) == (6, 6)
    assert (s.glory("wolf"), s.glory("raven"), s.glory("serpent")) == (12, 0, 2)


@pytest.mark.rule("BR-17.2")
def test_the_cards_that_pay_for_the_released_are_named() -> None:
    s = scene(
        "wolf raven",
        phase="release valhalla",
        upgrades={"wolf": "Loki's Domain, Loki's Wrath"},
        figures="wolf: warrior in Valhalla; raven: warrior in Valhalla",
    )
    assert [event.text for event in s.told("text_acts")] == [
        "Wolf: Loki's Domain takes effect.",
        "Wolf: Loki's Wrath takes effect.",
    ]
    assert (s.glory("wolf"), s.glory("raven")) == (4, 0)
