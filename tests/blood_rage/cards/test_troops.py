"""Upgrades of Leader, Warriors and Ship: the Lords, the men in arms, the Dragons."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, find_card, scene

STATS = ("rage", "axes", "horns")
DRAGONS = [("Loki's Dragons", 4), ("Fire Dragons", 8), ("Eternal Dragons", 12)]


def prompt(s: Scene, clan: str) -> tuple[str, str, str]:
    """What a clan is asked: code, rule and words."""
    (owed,) = [decision.prompt for decision in s.match.pending if decision.seat == s.seat(clan)]
    return owed.code, owed.rule, owed.text


def refused(s: Scene, line: str) -> tuple[str, str, dict[str, object]]:
    """Why a choice is refused: code, rule and numbers."""
    reason = s.why_not(line)
    assert reason is not None
    return reason.code, reason.rule, dict(reason.params)


def strength(s: Scene, clan: str, province: str) -> int:
    """A clan's STR in a province, as everybody sees it."""
    places = s.match.view(None).table["places"]
    found: int = next(place for place in places if place["name"] == province)["strength"].get(clan, 0)
    return found


def steps(s: Scene, clan: str = "wolf") -> list[int]:
    """The steps of a clan's stats: Rage, Axes, Horns."""
    return [s.step(clan, stat) for stat in STATS]


def no_late_cards(s: Scene) -> None:
    """Everybody declines until the late window is over."""
    while "late" in s.asked().values():
        (clan,) = s.asked()
        s.play(f"{clan}: decline")


def led(
    lord: str,
    figures: str = "wolf: leader in Gimle",
    province: str = "Gimle",
    reward: str = "rage",
    start: dict[str, int] | None = None,
    hand: str = "",
    destroyed: str = "",
) -> Scene:
    """Wolf has pillaged a province with a Leader upgrade on its sheet; nobody joined, nobody added a late card."""
    s = scene(
        "wolf raven serpent",
        age=max(2, *(find_card(card).age for card in lord.split(", "))),
        ragnarok=("Elvagar", "Myrkulor", "Angerboda"),
        upgrades={"wolf": lord},
        figures=figures,
        tokens={province: reward},
        steps={"wolf": start or {}},
        hands={"wolf": hand},
        destroyed=destroyed,
    )
    s.play(f"wolf: pillage {province}")
    while "call" in s.asked().values():
        (clan,) = s.asked()
        s.play(f"{clan}: decline")
    if hand:
        s.play(f"wolf: card {hand}")
    no_late_cards(s)
    return s


# The Lords in common


@pytest.mark.rule("BR-9.8", "BR-7.2")
@pytest.mark.parametrize("lord", ["Lord of Hammers", "Lord of Axes", "Lord of Spears"])
def test_a_lord_costs_three_lets_the_leader_invade_and_keeps_him_free_at_str_three(lord: str) -> None:
    s = scene("wolf raven", rage={"wolf": 4}, passed="raven", hands={"wolf": lord})
    s.play(f"wolf: upgrade {lord}")
    assert s.rage("wolf") == 1
    assert s.asked() == {"wolf": "free_invade"}
    s.play("wolf: decline", "wolf: invade leader Gimle")
    assert s.rage("wolf") == 1
    assert strength(s, "wolf", "Gimle") == 3


@pytest.mark.rule("BR-13.18", "BR-19.10")
@pytest.mark.parametrize("lord", ["Lord of Hammers", "Lord of Axes", "Lord of Spears"])
@pytest.mark.parametrize("where", ["Horgr", "Valhalla", "Yggdrasil"])
def test_a_lord_elsewhere_does_nothing(lord: str, where: str) -> None:
    s = led(lord, figures=f"wolf: warrior in Gimle, leader in {where}")
    assert s.is_pillaged("Gimle")
    assert steps(s) == [2, 1, 1]
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.18", "BR-19.9")
@pytest.mark.parametrize("lord", ["Lord of Hammers", "Lord of Axes", "Lord of Spears"])
def test_a_lord_who_loses_or_ties_gets_nothing(lord: str) -> None:
    lost = led(lord, figures="wolf: leader in Gimle; raven: 4 warrior in Gimle")
    assert steps(lost) == [1, 1, 1]
    assert lost.asked() == {"raven": "turn"}
    tied = led(lord, figures="wolf: leader in Gimle; raven: leader in Gimle")
    assert steps(tied) == [1, 1, 1]
    assert tied.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.18", "BR-19.9")
@pytest.mark.parametrize("lord", ["Lord of Hammers", "Lord of Axes", "Lord of Spears"])
def test_a_lord_who_defends_gets_nothing(lord: str) -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        upgrades={"wolf": lord},
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
    )
    s.play("raven: pillage Gimle")
    no_late_cards(s)
    assert s.glory("wolf") == 3
    assert steps(s) == [1, 1, 1]
    assert s.asked() == {"wolf": "turn"}


@pytest.mark.rule("BR-13.18", "BR-19.10", "BR-12.13")
@pytest.mark.parametrize("lord", ["Lord of Hammers", "Lord of Axes", "Lord of Spears"])
def test_a_lord_who_fell_to_odins_tide_is_not_there_for_his_text(lord: str) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": lord},
        figures="wolf: leader in Gimle, warrior in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Odin's Tide"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Odin's Tide", "wolf: warrior")
    no_late_cards(s)
    assert s.is_pillaged("Gimle")
    assert s.at("wolf", "Valhalla") == {"leader": 1}
    assert steps(s) == [2, 1, 1]
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.18", "BR-12.8")
def test_thors_primacy_does_not_cancel_a_lord() -> None:
    s = scene(
        "wolf raven",
        age=3,
        upgrades={"wolf": "Lord of Spears"},
        figures="wolf: leader in Gimle, 2 warrior in Gimle; raven: warrior in Gimle",
        hands={"raven": "Thor's Primacy"},
    )
    s.play("wolf: pillage Gimle", "raven: card Thor's Primacy")
    no_late_cards(s)
    assert steps(s) == [3, 2, 2]


@pytest.mark.rule("BR-13.18", "BR-9.5")
def test_a_lord_that_was_replaced_does_nothing() -> None:
    s = scene(
        "wolf raven",
        passed="raven",
        rage={"wolf": 4},
        upgrades={"wolf": "Lord of Spears"},
        hands={"wolf": "Lord of Axes"},
        figures="wolf: leader in Gimle",
    )
    s.play("wolf: upgrade Lord of Axes", "wolf: pillage Gimle", "wolf: raise horns")
    assert steps(s) == [2, 1, 2]
    assert s.discards() == ["Lord of Spears"]


@pytest.mark.rule("BR-13.18", "BR-11.13")
@pytest.mark.parametrize(("lord", "asked"), [("Lord of Hammers", "leader_may_move"), ("Lord of Axes", "raise")])
def test_a_lord_acts_in_a_challenge_too(lord: str, asked: str) -> None:
    s = scene(
        "wolf raven",
        pillaged="Gimle",
        upgrades={"wolf": f"{lord}, Tyr's Challenge"},
        figures="wolf: leader in Gimle",
    )
    s.play("wolf: challenge Gimle")
    assert s.asked() == {"wolf": asked}


# Lord of Hammers


@pytest.mark.rule("BR-13.18")
def test_lord_of_hammers_may_move_the_leader_to_an_adjacent_province() -> None:
    s = led("Lord of Hammers")
    assert prompt(s, "wolf") == (
        "leader_may_move",
        "BR-13.18",
        "Lord of Hammers: move your Leader to an adjacent province, or decline",
    )
    assert set(s.choices("wolf")) == {
        "move leader Andlang",
        "move leader Myrkulor",
        "move leader Yggdrasil",
        "decline",
    }
    s.play("wolf: move leader Andlang")
    assert s.at("wolf", "Andlang") == {"leader": 1}
    assert s.at("wolf", "Gimle") == {}
    assert s.rage("wolf") == 6
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.18", "BR-19.21")
def test_the_leader_of_lord_of_hammers_may_stay() -> None:
    s = led("Lord of Hammers")
    s.play("wolf: decline")
    assert s.at("wolf", "Gimle") == {"leader": 1}


def cornered() -> Scene:
    """Wolf's Leader has pillaged Utgard; Horgr is full, Andlang destroyed, Yggdrasil crowded."""
    return led(
        "Lord of Hammers",
        figures="wolf: leader in Utgard; raven: 4 warrior in Horgr, 4 warrior in Yggdrasil",
        province="Utgard",
        destroyed="Andlang",
    )


@pytest.mark.rule("BR-13.18", "BR-2.12")
def test_lord_of_hammers_leads_neither_far_nor_into_ruins_nor_into_a_full_province() -> None:
    s = cornered()
    assert set(s.choices("wolf")) == {"move leader Yggdrasil", "decline"}
    assert refused(s, "wolf: move leader Andlang") == ("place_destroyed", "BR-2.12", {"place": "Andlang"})
    for place in ("Horgr", "Andlang", "Gimle", "Utgard"):
        with pytest.raises(drakkar.IllegalChoice):
            s.play(f"wolf: move leader {place}")
    s.play("wolf: move leader Yggdrasil")
    assert s.at("wolf", "Yggdrasil") == {"leader": 1}


@pytest.mark.rule("BR-13.18")
def test_the_refusals_of_lord_of_hammers_name_its_own_rule() -> None:
    """His move is neither an invade (BR-7.6) nor part of a call to battle (BR-11.4)."""
    s = cornered()
    full = s.why_not("wolf: move leader Horgr")
    assert full is not None
    assert full.params == {"place": "Horgr", "have": 4, "most": 4}
    assert s.rule_against("wolf: move leader Gimle") == "BR-13.18"
    assert s.rule_against("wolf: move leader Horgr") == "BR-13.18"


@pytest.mark.rule("BR-13.18")
def test_lord_of_hammers_moves_after_a_won_battle_before_its_glory() -> None:
    s = led("Lord of Hammers", figures="wolf: leader in Gimle; raven: warrior in Gimle")
    assert s.glory("wolf") == 0
    s.play("wolf: move leader Yggdrasil")
    assert s.glory("wolf") == 3
    assert s.at("wolf", "Yggdrasil") == {"leader": 1}


@pytest.mark.rule("BR-13.18")
def test_lord_of_hammers_may_leave_yggdrasil_for_any_province_with_room() -> None:
    s = led("Lord of Hammers", figures="wolf: leader in Yggdrasil; raven: 3 warrior in Utgard", province="Yggdrasil")
    assert set(s.choices("wolf")) == {
        "move leader Angerboda",
        "move leader Muspelheim",
        "move leader Horgr",
        "move leader Andlang",
        "move leader Gimle",
        "move leader Myrkulor",
        "decline",
    }


@pytest.mark.rule("BR-13.18", "BR-8.7")
def test_full_horns_do_not_hold_the_leader_of_lord_of_hammers() -> None:
    s = led("Lord of Hammers", figures="wolf: leader in Gimle, 3 warrior in Horgr")
    s.play("wolf: move leader Andlang")
    assert s.at("wolf", "Andlang") == {"leader": 1}


@pytest.mark.rule("BR-19.4", "BR-7.11", "BR-13.18")
def test_the_move_of_lord_of_hammers_is_no_invade() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Lord of Hammers, Frigga's Succor, Thor's Domain"},
        figures="wolf: leader in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: move leader Andlang")
    assert s.asked() == {"raven": "turn"}
    assert s.told("invaded") == []


@pytest.mark.rule("BR-13.18")
@pytest.mark.parametrize("onlooker", ["raven", "serpent", None])
def test_everybody_sees_the_leader_of_lord_of_hammers_move(onlooker: str | None) -> None:
    s = led("Lord of Hammers")
    s.play("wolf: move leader Andlang")
    assert [event.data for event in s.told("figure_moved", onlooker)] == [
        {"clan": "Wolf", "figure": "Leader", "origin": "Gimle", "place": "Andlang"}
    ]


@pytest.mark.rule("BR-13.18")
def test_only_the_leader_moves_with_lord_of_hammers() -> None:
    s = led("Lord of Hammers", figures="wolf: leader in Gimle, warrior in Gimle")
    with pytest.raises(drakkar.UnreadableChoice):
        s.play("wolf: move warrior Andlang")
    s.play("wolf: move leader Andlang")
    assert s.at("wolf", "Gimle") == {"warrior": 1}


# Lord of Axes


@pytest.mark.rule("BR-13.18")
@pytest.mark.parametrize("figures", ["wolf: leader in Gimle", "wolf: leader in Gimle; raven: warrior in Gimle"])
def test_lord_of_axes_raises_one_stat_with_or_without_a_battle(figures: str) -> None:
    s = led("Lord of Axes", figures=figures)
    assert prompt(s, "wolf") == ("raise", "BR-3.21", "raise one stat by one step")
    assert s.choices("wolf") == ["raise rage", "raise axes", "raise horns"]
    s.play("wolf: raise rage")
    assert steps(s) == [3, 1, 1]
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.18", "BR-13.19")
def test_axes_raised_by_lord_of_axes_count_for_the_battle() -> None:
    s = led("Lord of Axes", figures="wolf: leader in Gimle; raven: warrior in Gimle", reward="axes")
    s.play("wolf: raise axes")
    assert s.glory("wolf") == 5


@pytest.mark.rule("BR-13.18", "BR-3.21", "BR-19.19")
def test_lord_of_axes_raises_what_can_rise() -> None:
    some = led("Lord of Axes", start={"rage": 5, "axes": 6})
    assert some.told("raise_lost") == []
    assert some.asked() == {"raven": "turn"}
    assert steps(some) == [6, 6, 2]
    full = led("Lord of Axes", reward="glory", start={"rage": 6, "axes": 6, "horns": 6})
    assert full.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.18", "BR-13.15")
def test_the_frost_giant_does_not_double_lord_of_axes() -> None:
    s = led("Lord of Axes, Frost Giant", figures="wolf: leader in Gimle, Frost Giant in Gimle")
    s.play("wolf: raise horns")
    assert steps(s) == [3, 1, 2]
    assert s.asked() == {"raven": "turn"}


# Lord of Spears


@pytest.mark.rule("BR-13.18")
@pytest.mark.parametrize("figures", ["wolf: leader in Gimle", "wolf: leader in Gimle; raven: warrior in Gimle"])
def test_lord_of_spears_raises_all_stats_with_or_without_a_battle(figures: str) -> None:
    s = led("Lord of Spears", figures=figures)
    assert steps(s) == [3, 2, 2]
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-13.18", "BR-19.19")
def test_lord_of_spears_raises_the_others_although_one_is_on_step_six() -> None:
    s = led("Lord of Spears", reward="glory", start={"axes": 6})
    assert steps(s) == [2, 6, 2]
    assert [event.data["stat"] for event in s.told("raise_lost", "serpent")] == ["Axes"]
    assert {"clan": "Wolf", "card": "Lord of Spears"} in [event.data for event in s.told("text_acts", "serpent")]


@pytest.mark.rule("BR-13.18", "BR-13.19", "BR-3.7")
def test_axes_raised_by_lord_of_spears_count_for_the_battle_and_rage_does_not_flow_now() -> None:
    s = led("Lord of Spears", figures="wolf: leader in Gimle; raven: warrior in Gimle")
    assert s.glory("wolf") == 4
    assert s.rage("wolf") == 6


# Warriors


@pytest.mark.rule("BR-7.7", "BR-9.7")
@pytest.mark.parametrize(
    ("upgrade", "number", "worth"),
    [
        ("Brothers in Arms", 1, 1),
        ("Brothers in Arms", 2, 3),
        ("Brothers in Arms", 3, 4),
        ("Brothers in Arms", 4, 6),
        ("Brothers in Arms", 5, 7),
        ("Experts in Arms", 1, 2),
        ("Experts in Arms", 2, 4),
        ("Experts in Arms", 3, 6),
        ("Masters in Arms", 1, 2),
        ("Masters in Arms", 2, 6),
        ("Masters in Arms", 3, 8),
        ("Masters in Arms", 4, 12),
        ("Masters in Arms", 5, 14),
    ],
)
def test_what_warriors_are_worth_together(upgrade: str, number: int, worth: int) -> None:
    s = scene("wolf raven", upgrades={"wolf": upgrade}, figures=f"wolf: {number} warrior in Gimle; raven: ship in F4")
    assert strength(s, "wolf", "Gimle") == worth
    assert strength(s, "raven", "Gimle") == 2


@pytest.mark.rule("BR-7.7", "BR-3.16")
@pytest.mark.parametrize(("upgrade", "apart", "together"), [("Brothers in Arms", 1, 3), ("Masters in Arms", 2, 6)])
def test_a_pair_stands_in_one_province_yggdrasil_too(upgrade: str, apart: int, together: int) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": upgrade},
        figures="wolf: warrior in Gimle, warrior in Andlang, 2 warrior in Yggdrasil",
    )
    assert [strength(s, "wolf", place) for place in ("Gimle", "Andlang", "Yggdrasil")] == [apart, apart, together]


@pytest.mark.rule("BR-7.7", "BR-3.13")
@pytest.mark.parametrize(
    ("upgrade", "worth"), [("Brothers in Arms", 3), ("Experts in Arms", 4), ("Masters in Arms", 6)]
)
def test_a_warrior_upgrade_changes_warriors_only(upgrade: str, worth: int) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": f"{upgrade}, Troll"},
        figures="wolf: 2 warrior in Gimle, leader in Gimle, Troll in Gimle, ship in F4; raven: 2 warrior in Horgr",
    )
    assert strength(s, "wolf", "Gimle") == worth + 3 + 2 + 2
    assert strength(s, "raven", "Horgr") == 2


@pytest.mark.rule("BR-7.7")
@pytest.mark.parametrize(
    ("upgrade", "price"), [("Brothers in Arms", 1), ("Experts in Arms", 2), ("Masters in Arms", 2)]
)
def test_the_price_of_a_warrior_follows_its_upgrade_and_not_the_pair(upgrade: str, price: int) -> None:
    s = scene(
        "wolf raven", rage={"wolf": 5}, upgrades={"wolf": upgrade}, figures="wolf: warrior in Gimle", passed="raven"
    )
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == 5 - price
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == 5 - 2 * price


@pytest.mark.rule("BR-7.7")
@pytest.mark.parametrize("upgrade", ["Experts in Arms", "Masters in Arms"])
def test_one_rage_is_one_short_for_a_better_warrior(upgrade: str) -> None:
    s = scene("wolf raven", rage={"wolf": 1}, upgrades={"wolf": upgrade})
    assert refused(s, "wolf: invade warrior Gimle") == ("invade_needs_rage", "BR-7.1", {"need": 2, "have": 1})


@pytest.mark.rule("BR-9.8", "BR-7.7")
@pytest.mark.parametrize(
    ("upgrade", "price"), [("Brothers in Arms", 1), ("Experts in Arms", 2), ("Masters in Arms", 2)]
)
def test_a_warrior_upgrade_costs_its_str_and_brings_one_warrior_for_nothing(upgrade: str, price: int) -> None:
    s = scene("wolf raven", rage={"wolf": 2}, hands={"wolf": upgrade})
    s.play(f"wolf: upgrade {upgrade}", "wolf: invade warrior Gimle")
    assert s.rage("wolf") == 2 - price
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-9.5", "BR-7.7")
def test_a_replaced_warrior_upgrade_counts_no_more() -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": "Masters in Arms"},
        hands={"wolf": "Brothers in Arms"},
        figures="wolf: 3 warrior in Gimle",
    )
    assert strength(s, "wolf", "Gimle") == 8
    s.play("wolf: upgrade Brothers in Arms")
    assert strength(s, "wolf", "Gimle") == 4


@pytest.mark.rule("BR-12.12", "BR-3.16")
@pytest.mark.parametrize(("upgrade", "figures"), [("Brothers in Arms", 1), ("Masters in Arms", 2)])
def test_odins_smite_breaks_a_pair_before_the_comparison(upgrade: str, figures: int) -> None:
    s = scene(
        "wolf raven",
        upgrades={"raven": upgrade},
        hands={"wolf": "Odin's Smite"},
        figures="wolf: leader in Gimle; raven: 2 warrior in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: card Odin's Smite")
    no_late_cards(s)
    assert [event.data["figures"] for event in s.told("total")] == [3, figures]


@pytest.mark.rule("BR-3.16", "BR-15.8")
@pytest.mark.parametrize("upgrade", ["Brothers in Arms", "Experts in Arms", "Masters in Arms"])
def test_better_warriors_help_with_quests_too(upgrade: str) -> None:
    s = scene(
        "wolf raven",
        phase="quest",
        upgrades={"wolf": upgrade},
        quests={"wolf": "Alfheim!"},
        figures="wolf: 2 warrior in Gimle; raven: ship in F4",
    )
    assert s.glory("wolf") == 5


# Dragons


@pytest.mark.rule("BR-19.2")
@pytest.mark.parametrize(("dragons", "glory"), DRAGONS)
def test_the_dragons_score_when_the_ship_falls_in_a_battle(dragons: str, glory: int) -> None:
    s = scene(
        "wolf raven serpent",
        upgrades={"raven": dragons},
        figures="wolf: leader in Gimle; raven: ship in F4",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    assert s.glory("raven") == glory
    assert s.told("glory", "serpent")[0].data == {
        "clan": "Raven",
        "amount": glory,
        "source": "cards",
    }


@pytest.mark.rule("BR-19.2", "BR-16.3")
@pytest.mark.parametrize(("dragons", "glory"), DRAGONS)
def test_the_dragons_score_when_the_ship_falls_in_ragnarok_beside_ragnaroks_own_glory(dragons: str, glory: int) -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="ragnarok",
        ragnarok=("Horgr", "Andlang", "Gimle"),
        upgrades={"wolf": dragons},
        figures="wolf: ship in F4, warrior in Gimle",
    )
    assert [(e.data["amount"], e.data["source"]) for e in s.told("glory")] == [(glory, "cards"), (8, "ragnarok")]


@pytest.mark.rule("BR-19.2", "BR-19.12")
@pytest.mark.parametrize(("dragons", "glory"), DRAGONS)
def test_the_dragons_score_nothing_for_other_figures(dragons: str, glory: int) -> None:
    s = scene(
        "wolf raven",
        upgrades={"raven": dragons},
        figures="wolf: leader in Gimle; raven: 2 warrior in Gimle, ship in F1",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    assert s.glory("raven") == 0


@pytest.mark.rule("BR-19.2")
@pytest.mark.parametrize(("dragons", "glory"), DRAGONS)
def test_the_dragons_score_for_their_owners_ship_only(dragons: str, glory: int) -> None:
    s = scene(
        "wolf raven serpent",
        upgrades={"wolf": dragons, "serpent": dragons},
        figures="wolf: leader in Gimle; raven: ship in F4",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    assert [s.glory(clan) for clan in ("wolf", "raven", "serpent")] == [3, 0, 0]


@pytest.mark.rule("BR-19.2", "BR-12.13")
@pytest.mark.parametrize(("dragons", "glory"), DRAGONS)
def test_the_dragons_score_for_a_ship_given_to_odins_tide_even_if_the_battle_is_won(dragons: str, glory: int) -> None:
    s = scene(
        "wolf raven",
        upgrades={"wolf": dragons},
        hands={"wolf": "Odin's Tide"},
        figures="wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
    )
    s.play("wolf: pillage Gimle", "wolf: card Odin's Tide", "wolf: leader")
    assert s.glory("wolf") == glory
    no_late_cards(s)
    assert s.glory("wolf") == glory + 3


@pytest.mark.rule("BR-9.5", "BR-19.2")
def test_dragons_that_were_replaced_score_nothing() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        upgrades={"raven": "Eternal Dragons"},
        hands={"raven": "Loki's Dragons"},
        figures="wolf: leader in Gimle; raven: ship in F4",
    )
    s.play("raven: upgrade Loki's Dragons", "wolf: pillage Gimle")
    no_late_cards(s)
    assert s.glory("raven") == 4


@pytest.mark.rule("BR-9.8", "BR-7.3")
@pytest.mark.parametrize(("dragons", "glory"), DRAGONS)
def test_the_dragons_cost_two_bring_the_ship_and_leave_it_at_str_two(dragons: str, glory: int) -> None:
    ragnarok = ("Elvagar", "Angerboda", "Myrkulor")
    s = scene("wolf raven", rage={"wolf": 2}, hands={"wolf": dragons}, ragnarok=ragnarok)
    s.play(f"wolf: upgrade {dragons}", "wolf: invade ship F4")
    assert s.rage("wolf") == 0
    assert (strength(s, "wolf", "Gimle"), strength(s, "wolf", "Myrkulor")) == (2, 2)
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-19.26", "BR-20.2")
def test_the_dragons_score_after_everything_that_falls_together_has_fallen() -> None:
    s = scene(
        "wolf raven serpent",
        upgrades={"raven": "Loki's Dragons"},
        figures="wolf: leader in Gimle, warrior in Gimle; raven: ship in F4; serpent: warrior in Gimle",
    )
    s.play("wolf: pillage Gimle")
    no_late_cards(s)
    told = [(e.kind, e.data["clan"]) for e in s.events() if e.kind in ("figure_destroyed", "glory")]
    assert told == [
        ("figure_destroyed", "Raven"),
        ("figure_destroyed", "Serpent"),
        ("glory", "Raven"),
        ("glory", "Wolf"),
    ]
