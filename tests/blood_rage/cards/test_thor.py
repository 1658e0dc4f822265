"""Thor's cards: Glory, Domain, Conquest, Hammer, Oath, Primacy, Ascension."""

from typing import Any

import pytest

from tests.blood_rage.cards.fighting import acted, facts, fought, from_cards, laid, nobody_adds, prompt, totals
from tests.blood_rage.scene import Scene, scene

# Thor's Glory


@pytest.mark.rule("BR-13.10", "BR-13.9")
@pytest.mark.parametrize(
    ("enemies", "glory"),
    [
        ("raven: warrior in Gimle", 3),
        ("raven: 2 warrior in Gimle", 5),
        ("raven: warrior in Gimle, ship in F4", 5),
        ("raven: warrior in Gimle; serpent: warrior in Gimle", 5),
        ("raven: 2 warrior in Gimle; serpent: 2 warrior in Gimle", 5),
    ],
    ids=["one", "two", "with ship", "of two clans", "four"],
)
def test_two_glory_once_when_two_enemy_figures_or_more_fell(enemies: str, glory: int) -> None:
    """Wrong reading: 2 Glory per figure, or two figures of one opponent."""
    s = fought(f"wolf: leader in Gimle, ship in F4; {enemies}", upgrades={"wolf": "Thor's Glory"})
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-13.10")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_thors_glory(onlooker: str | None) -> None:
    s = fought("wolf: leader in Gimle; raven: 2 warrior in Gimle", upgrades={"wolf": "Thor's Glory"})
    assert facts(s, "text_acts", "clan", "card", clan=onlooker) == [("Wolf", "Thor's Glory")]
    assert facts(s, "glory", "clan", "amount", "source", clan=onlooker) == [
        ("Wolf", 2, "cards"),
        ("Wolf", 3, "battles"),
    ]


@pytest.mark.rule("BR-13.10", "BR-19.3")
def test_ones_own_dead_are_no_enemies() -> None:
    """Wolf loses three figures of its own and sees one of Raven's fall."""
    s = fought(
        "wolf: 2 warrior in Gimle, ship in F4; raven: leader in Gimle; serpent: warrior in Gimle",
        {"raven": "Tyr's Crush"},
        upgrades={"wolf": "Thor's Glory"},
    )
    assert s.at("serpent", "Valhalla") == {"warrior": 1}
    assert len(s.told("figure_destroyed")) == 4
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-13.10", "BR-19.8")
def test_thors_glory_asks_for_no_victory() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle; serpent: 2 warrior in Gimle",
        upgrades={"wolf": "Thor's Glory"},
    )
    assert facts(s, "battle_won", "clan") == [("Raven",)]
    assert s.glory("wolf") == 2


@pytest.mark.rule("BR-13.10", "BR-19.8")
@pytest.mark.parametrize(("owner", "glory"), [("wolf", (2, 0)), ("raven", (0, 2))])
def test_thors_glory_pays_without_a_winner(owner: str, glory: tuple[int, int]) -> None:
    s = fought(
        "wolf: warrior in Gimle, ship in F4; raven: 3 warrior in Gimle",
        upgrades={owner: "Thor's Glory"},
    )
    assert len(s.told("battle_tied")) == 1
    assert (s.glory("wolf"), s.glory("raven")) == glory


@pytest.mark.rule("BR-13.10", "BR-19.7")
def test_thors_glory_pays_only_a_clan_that_took_part() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: 2 warrior in Gimle; serpent: leader in Horgr",
        upgrades={"serpent": "Thor's Glory"},
    )
    assert s.glory("serpent") == 0


@pytest.mark.rule("BR-13.10", "BR-19.6")
def test_figures_that_fell_before_the_comparison_count_for_thors_glory() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle; serpent: warrior in Gimle",
        {"wolf": "Odin's Smite"},
        upgrades={"wolf": "Thor's Glory"},
    )
    assert s.glory("wolf") == 5


@pytest.mark.rule("BR-13.10", "BR-19.2")
def test_figures_that_were_saved_do_not_count_for_thors_glory() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: 2 warrior in Gimle",
        upgrades={"wolf": "Thor's Glory", "raven": "Frigga's Protection"},
    )
    s.play("raven: save warrior Gimle", "raven: done")
    assert s.glory("wolf") == 3


@pytest.mark.rule("BR-13.10", "BR-19.6")
def test_without_a_battle_thors_glory_pays_nothing() -> None:
    """The Troll's victims fell in no battle."""
    s = scene(
        "wolf raven",
        hands={"wolf": "Troll"},
        upgrades={"wolf": "Thor's Glory, Thor's Domain"},
        figures="raven: 3 warrior in Gimle",
    )
    s.play("wolf: upgrade Troll", "wolf: invade Troll Gimle", "wolf: yes")
    assert s.at("raven", "Valhalla") == {"warrior": 3}
    assert s.is_pillaged("Gimle")
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_does_not_touch_thors_glory() -> None:
    s = fought(
        "wolf: 2 warrior in Gimle; raven: leader in Gimle, ship in F4",
        {"wolf": "Thor's Primacy"},
        upgrades={"raven": "Thor's Glory"},
    )
    assert len(s.told("battle_tied")) == 1
    assert s.glory("raven") == 2


@pytest.mark.rule("BR-13.10", "BR-9.5")
def test_a_replaced_thors_glory_pays_nothing() -> None:
    s = scene(
        "wolf raven",
        turn="raven",
        hands={"raven": "Frigga's Charm"},
        upgrades={"raven": "Thor's Glory, Tyr's Domain, Tyr's Wrath"},
        figures="wolf: 2 warrior in Gimle; raven: leader in Gimle",
    )
    s.play("raven: upgrade Frigga's Charm slot 1", "wolf: pillage Gimle")
    nobody_adds(s)
    assert s.glory("raven") == 3


# Thor's Domain


def domain(**moment: Any) -> Scene:
    """Wolf's turn; it has Thor's Domain."""
    moment.setdefault("upgrades", {"wolf": "Thor's Domain"})
    return scene(moment.pop("clans", "wolf raven"), **moment)


@pytest.mark.rule("BR-7.15", "BR-19.21")
def test_after_an_invade_the_province_may_be_pillaged_at_once_for_two_rage() -> None:
    s = domain()
    s.play("wolf: invade warrior Gimle")
    assert prompt(s) == (
        "wolf",
        "pillage_at_once",
        "BR-7.15",
        "Thor's Domain: pay 2 Rage to pillage Gimle at once?",
    )
    assert s.choices("wolf") == ["yes", "no"]
    s.play("wolf: yes")
    assert s.rage("wolf") == 3
    assert s.is_pillaged("Gimle")
    assert s.stat("wolf", "rage") == 7
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.15", "BR-19.21")
def test_the_pillage_may_be_refused_and_costs_nothing_then() -> None:
    s = domain()
    s.play("wolf: invade warrior Gimle", "wolf: no")
    assert s.rage("wolf") == 5
    assert not s.is_pillaged("Gimle")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.15")
def test_nothing_else_may_be_done_at_that_moment() -> None:
    s = domain(figures="wolf: warrior in Horgr")
    s.play("wolf: invade warrior Gimle")
    assert s.rule_against("wolf: pillage Horgr") == "BR-7.15"
    assert s.rule_against("wolf: pillage Gimle") == "BR-7.15"
    assert s.rule_against("wolf: decline") == "BR-7.15"
    assert s.rule_against("wolf: pass") == "BR-7.15"


@pytest.mark.rule("BR-7.15")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", None])
def test_everyone_sees_the_payment_and_the_pillage(onlooker: str | None) -> None:
    s = domain()
    s.play("wolf: invade leader Gimle", "wolf: yes")
    assert facts(s, "rage_spent", "clan", "amount", "rage", clan=onlooker) == [("Wolf", 2, 4)]
    assert facts(s, "pillage_declared", "clan", "place", clan=onlooker) == [("Wolf", "Gimle")]


@pytest.mark.rule("BR-7.19", "BR-7.15")
def test_it_is_an_ordinary_pillage_with_call_to_battle_cards_and_resolution() -> None:
    s = domain(
        clans="wolf raven serpent",
        hands={"wolf": "Tyr's Bash"},
        figures="raven: warrior in Andlang; serpent: warrior in Gimle",
    )
    s.play("wolf: invade leader Gimle", "wolf: yes")
    assert s.asked() == {"raven": "call"}
    s.play("raven: join warrior from Andlang", "wolf: card Tyr's Bash")
    nobody_adds(s)
    assert totals(s) == {"wolf": (5, 3, 2), "raven": (1, 1, 0), "serpent": (1, 1, 0)}
    assert s.glory("wolf") == 3
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-6.13", "BR-7.15")
def test_the_last_rage_pays_for_a_pillage_that_is_carried_out() -> None:
    """Wrong reading: at 0 Rage a clan cannot pillage, so this one falls away."""
    s = domain(rage={"wolf": 2}, figures="raven: warrior in Gimle")
    s.play("wolf: invade leader Gimle", "wolf: yes")
    assert s.rage("wolf") == 0
    nobody_adds(s)
    assert s.is_pillaged("Gimle")
    assert s.glory("wolf") == 3
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-6.13", "BR-7.15")
@pytest.mark.parametrize(("rage", "asked"), [(3, {"wolf": "pillage_at_once"}), (2, {"raven": "turn"})])
def test_two_rage_must_be_left_after_the_invade(rage: int, asked: dict[str, str]) -> None:
    s = domain(rage={"wolf": rage})
    s.play("wolf: invade warrior Gimle")
    assert s.asked() == asked


@pytest.mark.rule("BR-7.16")
def test_after_the_invade_of_a_fjord_there_is_nothing_to_pillage_at_once() -> None:
    s = domain(figures="wolf: warrior in Gimle")
    s.play("wolf: invade ship F4")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.15")
def test_a_province_that_has_been_pillaged_is_not_offered() -> None:
    s = domain(pillaged="Gimle")
    s.play("wolf: invade warrior Gimle")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.15")
def test_only_the_owner_is_asked() -> None:
    s = scene("wolf raven", upgrades={"raven": "Thor's Domain"})
    s.play("wolf: invade warrior Gimle")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.15", "BR-7.11")
def test_a_march_is_no_invade() -> None:
    s = domain(figures="wolf: warrior in Horgr")
    s.play("wolf: march Horgr Gimle")
    assert s.at("wolf", "Gimle") == {"warrior": 1}
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.15", "BR-7.11")
def test_joining_a_call_to_battle_is_no_invade() -> None:
    s = domain(figures="wolf: warrior in Andlang, ship in F4; raven: leader in Gimle", rage={"wolf": 6})
    s.play("wolf: pillage Gimle", "wolf: join warrior from Andlang")
    nobody_adds(s)
    assert len(s.told("battle_tied")) == 1
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.15", "BR-9.8")
@pytest.mark.parametrize(
    ("card", "invade"),
    [
        ("Brothers in Arms", "warrior Gimle"),
        ("Lord of Axes", "leader Gimle"),
        ("Troll", "Troll Gimle"),
    ],
)
def test_it_follows_the_free_invade_of_an_upgrade_too(card: str, invade: str) -> None:
    s = domain(hands={"wolf": card})
    s.play(f"wolf: upgrade {card}", f"wolf: invade {invade}")
    assert s.asked() == {"wolf": "pillage_at_once"}


@pytest.mark.rule("BR-7.15")
def test_it_follows_an_invade_from_valhalla() -> None:
    s = domain(upgrades={"wolf": "Thor's Domain, Frigga's Domain"}, figures="wolf: warrior in Valhalla")
    s.play("wolf: invade warrior Gimle from Valhalla", "wolf: yes")
    assert s.rage("wolf") == 3
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-7.15", "BR-19.11")
def test_it_follows_the_dark_elf_to_yggdrasil() -> None:
    s = domain(upgrades={"wolf": "Thor's Domain, Dark Elf"})
    s.play("wolf: invade Dark Elf Yggdrasil")
    assert prompt(s)[3] == "Thor's Domain: pay 2 Rage to pillage Yggdrasil at once?"
    s.play("wolf: yes")
    assert s.rage("wolf") == 3
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 2, 2]


@pytest.mark.rule("BR-7.12", "BR-7.19")
def test_it_is_offered_once_after_friggas_succor() -> None:
    s = domain(upgrades={"wolf": "Thor's Domain, Frigga's Succor"})
    s.play("wolf: invade leader Gimle")
    assert s.asked() == {"wolf": "a_warrior_follows"}
    s.play("wolf: invade warrior Gimle")
    assert s.asked() == {"wolf": "pillage_at_once"}
    s.play("wolf: no")
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-7.12")
def test_it_comes_after_the_text_of_the_figure_that_invaded() -> None:
    """The Troll clears the province first, so nobody opposes the pillage."""
    s = domain(hands={"wolf": "Troll"}, figures="raven: 2 warrior in Gimle")
    s.play("wolf: upgrade Troll", "wolf: invade Troll Gimle")
    assert s.at("raven", "Valhalla") == {"warrior": 2}
    s.play("wolf: yes")
    assert facts(s, "no_battle", "clan", "place") == [("Wolf", "Gimle")]
    assert s.rage("wolf") == 2


@pytest.mark.rule("BR-19.22", "BR-7.16")
def test_an_invade_that_it_brought_about_does_not_set_it_off_again() -> None:
    """Invade, Thor's Domain, lost pillage, Loki's Blessing, invade: there the chain ends."""
    s = domain(
        upgrades={"wolf": "Thor's Domain, Loki's Blessing"},
        figures="raven: leader in Gimle",
    )
    s.play("wolf: invade warrior Gimle", "wolf: yes")
    nobody_adds(s)
    assert s.asked() == {"wolf": "warrior_after_defeat"}
    s.play("wolf: invade warrior Gimle")
    assert s.rage("wolf") == 3
    assert s.asked() == {"raven": "turn"}


@pytest.mark.rule("BR-19.22", "BR-7.15")
def test_it_acts_again_in_the_next_turn() -> None:
    s = domain()
    s.play("wolf: invade warrior Gimle", "wolf: yes", "raven: invade warrior Horgr", "wolf: invade leader Utgard")
    assert s.asked() == {"wolf": "pillage_at_once"}


@pytest.mark.rule("BR-7.15", "BR-13.13")
def test_a_lost_pillage_leaves_the_token_and_the_two_rage_are_gone() -> None:
    s = domain(figures="raven: leader in Gimle")
    s.play("wolf: invade warrior Gimle", "wolf: yes")
    nobody_adds(s)
    assert s.rage("wolf") == 3
    assert not s.is_pillaged("Gimle")
    assert s.at("wolf", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-6.10", "BR-7.15")
def test_taking_the_last_token_at_once_ends_the_phase() -> None:
    s = domain(
        pillaged="Elvagar, Angerboda, Muspelheim, Horgr, Utgard, Andlang, Myrkulor, Yggdrasil",
        hands={"raven": "Tyr's Bash"},
    )
    s.play("wolf: invade warrior Gimle", "wolf: yes")
    assert len(s.told("phase_closed")) == 1
    assert s.asked() == {"raven": "keep"}


@pytest.mark.rule("BR-7.15", "BR-9.5")
def test_a_replaced_domain_buys_nothing() -> None:
    s = domain(
        hands={"wolf": "Frigga's Charm"},
        upgrades={"wolf": "Thor's Domain, Tyr's Domain, Tyr's Wrath"},
    )
    s.play("wolf: upgrade Frigga's Charm slot 1", "raven: invade warrior Horgr", "wolf: invade warrior Gimle")
    assert s.asked() == {"raven": "turn"}


# Thor's Conquest


@pytest.mark.rule("BR-18.2")
def test_conquest_scores_three_glory_for_each_figure_on_the_board() -> None:
    """Leader, Ships, Monsters and figures in Yggdrasil count; reserve and Valhalla do not."""
    s = scene(
        "wolf raven",
        age=3,
        phase="end of age",
        upgrades={"wolf": "Thor's Conquest, Troll, Sea Serpent"},
        figures="wolf: 2 warrior in Gimle, leader in Yggdrasil, ship in F4, Troll in Horgr, Sea Serpent in F3, "
        "warrior in Valhalla; raven: 3 warrior in Gimle",
    )
    assert s.match.over
    assert facts(s, "glory", "clan", "amount", "source") == [("Wolf", 18, "cards")]
    assert (s.glory("wolf"), s.glory("raven")) == (18, 0)


@pytest.mark.rule("BR-18.2")
def test_conquest_scores_nothing_on_an_empty_board() -> None:
    s = scene("wolf raven", age=3, phase="end of age", upgrades={"wolf": "Thor's Conquest"})
    assert s.match.over
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-18.2")
def test_conquest_scores_at_the_end_of_the_game_only() -> None:
    s = scene(
        "wolf raven",
        age=3,
        rage={"wolf": 3},
        hands={"wolf": "Thor's Conquest"},
        quests={"raven": "Jotunheim!"},
        figures="wolf: 3 warrior in Gimle; raven: warrior in Horgr",
    )
    s.play("wolf: upgrade Thor's Conquest", "raven: pass")
    assert s.asked() == {"raven": "raise"}
    assert s.glory("wolf") == 0
    s.play("raven: raise rage")
    assert s.match.over
    assert s.glory("wolf") == 9


@pytest.mark.rule("BR-18.2")
def test_those_whom_the_last_ragnarok_took_no_longer_count_for_conquest() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="ragnarok",
        upgrades={"wolf": "Thor's Conquest"},
        figures="wolf: warrior in Angerboda, warrior in Gimle",
    )
    assert facts(s, "glory", "amount", "source") == [(4, "ragnarok"), (3, "cards")]


@pytest.mark.rule("BR-18.2", "BR-18.3")
def test_conquest_counts_with_the_stats_for_the_win() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="end of age",
        glory={"raven": 12},
        steps={"wolf": {"axes": 4}},
        upgrades={"wolf": "Thor's Conquest"},
        figures="wolf: warrior in Gimle",
    )
    assert s.glory("wolf") == 13
    assert s.match.outcome is not None
    assert list(s.match.outcome.winners) == [0]


# Thor's Hammer


@pytest.mark.rule("BR-13.3")
def test_hammer_scores_three_glory_for_the_winner() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Hammer"})
    assert totals(s)["wolf"] == (4, 3, 1)
    assert facts(s, "glory", "clan", "amount", "source") == [("Wolf", 3, "cards"), ("Wolf", 3, "battles")]
    assert s.discards() == ["Thor's Hammer"]


@pytest.mark.rule("BR-13.3")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_the_hammer_act(onlooker: str | None) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Hammer"})
    assert facts(s, "text_acts", "clan", "card", clan=onlooker) == [("Wolf", "Thor's Hammer")]


@pytest.mark.rule("BR-13.3", "BR-19.7")
@pytest.mark.parametrize("card", ["Thor's Hammer", "Thor's Oath", "Thor's Ascension"])
def test_a_loser_gets_nothing_from_if_you_win(card: str) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"raven": card})
    assert acted(s) == []
    assert s.glory("raven") == 0
    assert s.rage("raven") == 6
    assert s.told("stat_raised")[0].data["clan"] == "Wolf"
    assert len(s.told("stat_raised")) == 1
    assert s.hand("raven") == [card]


@pytest.mark.rule("BR-13.3", "BR-19.7")
@pytest.mark.parametrize("card", ["Thor's Hammer", "Thor's Oath", "Thor's Ascension"])
def test_without_a_winner_nobody_gets_what_winning_gives(card: str) -> None:
    s = fought("wolf: warrior in Gimle; raven: warrior in Gimle", {"wolf": card, "raven": card})
    assert len(s.told("battle_tied")) == 1
    assert acted(s) == []
    assert (s.glory("wolf"), s.rage("wolf")) == (0, 6)


@pytest.mark.rule("BR-13.3", "BR-19.7")
def test_a_defender_that_wins_scores_with_the_hammer_too() -> None:
    s = fought("wolf: warrior in Gimle; raven: leader in Gimle", {"raven": "Thor's Hammer"})
    assert s.glory("raven") == 6


@pytest.mark.rule("BR-13.3", "BR-19.6")
def test_without_a_battle_no_card_is_played_and_the_hammer_stays_in_hand() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Horgr", more={"wolf": "Thor's Hammer"})
    assert s.is_pillaged("Gimle")
    assert s.glory("wolf") == 0
    assert s.hand("wolf") == ["Thor's Hammer"]


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_cancels_the_hammer_and_leaves_its_bonus() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Thor's Hammer", "raven": "Thor's Primacy"},
    )
    assert totals(s) == {"wolf": (6, 5, 1), "raven": (4, 1, 3)}
    assert s.glory("wolf") == 3


# Thor's Oath


@pytest.mark.rule("BR-13.3", "BR-19.21")
def test_oath_raises_one_stat_of_the_winners_choice() -> None:
    s = fought("wolf: warrior in Gimle; raven: leader in Gimle", {"raven": "Thor's Oath"})
    assert prompt(s) == ("raven", "raise", "BR-3.21", "raise one stat by one step")
    assert s.choices("raven") == ["raise rage", "raise axes", "raise horns"]
    assert s.rule_against("raven: decline") == "BR-3.21"
    s.play("raven: raise horns")
    assert [s.step("raven", stat) for stat in ("rage", "axes", "horns")] == [1, 1, 2]
    assert s.glory("raven") == 3


@pytest.mark.rule("BR-13.3", "BR-20.1")
def test_oath_comes_before_cards_and_figures_leave() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Oath"})
    assert s.asked() == {"wolf": "raise"}
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.told("card_discarded") == []


@pytest.mark.rule("BR-13.19")
@pytest.mark.parametrize(("token", "glory"), [("horns", 4), ("axes", 5)])
def test_axes_raised_by_the_oath_count_for_this_battles_glory(token: str, glory: int) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Oath"}, tokens={"Gimle": token})
    s.play("wolf: raise axes")
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-13.3", "BR-3.7")
def test_a_raise_of_rage_by_the_oath_gives_no_rage_now() -> None:
    s = fought("wolf: warrior in Gimle; raven: leader in Gimle", {"raven": "Thor's Oath"})
    s.play("raven: raise rage")
    assert (s.stat("raven", "rage"), s.rage("raven")) == (7, 6)


@pytest.mark.rule("BR-3.21", "BR-13.3")
def test_a_stat_on_step_six_cannot_be_chosen_for_the_oath() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Oath"},
        steps={"wolf": {"axes": 6}},
    )
    assert s.choices("wolf") == ["raise rage", "raise horns"]
    reason = s.why_not("wolf: raise axes")
    assert reason is not None
    assert (reason.code, reason.rule) == ("on_last_step", "BR-3.21")


@pytest.mark.rule("BR-3.21", "BR-19.19")
def test_with_all_stats_on_step_six_the_oath_is_lost_unasked() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Oath"},
        steps={"wolf": {"rage": 6, "axes": 6, "horns": 6}},
    )
    assert s.asked() == {"raven": "turn"}
    assert s.told("stat_raised") == []
    assert s.glory("wolf") == 8


@pytest.mark.rule("BR-12.8")
def test_primacy_cancels_the_oath() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Thor's Oath", "raven": "Thor's Primacy"},
        tokens={"Gimle": "glory"},
    )
    assert s.told("stat_raised") == []
    assert s.glory("wolf") == 8


# Thor's Primacy


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_primacy_cancels_the_texts_of_all_opponents_and_leaves_their_bonuses() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle; serpent: 2 warrior in Gimle",
        {"wolf": "Thor's Primacy", "raven": "Odin's Judgement", "serpent": "Odin's Tide"},
    )
    assert facts(s, "text_cancelled", "clan", "card") == [("Raven", "Odin's Judgement"), ("Serpent", "Odin's Tide")]
    assert totals(s) == {"wolf": (6, 3, 3), "raven": (3, 1, 2), "serpent": (3, 2, 1)}
    assert acted(s) == [("Wolf", "Thor's Primacy")]
    assert from_cards(s) == []


@pytest.mark.rule("BR-12.8")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_which_texts_are_cancelled(onlooker: str | None) -> None:
    s = laid("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Primacy", "raven": "Odin's Smite"})
    assert facts(s, "text_cancelled", "clan", "card", clan=onlooker) == [("Raven", "Odin's Smite")]


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_a_cancelled_card_stays_on_the_table_and_goes_back_as_ever() -> None:
    s = laid("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Primacy", "raven": "Odin's Smite"})
    played = s.match.view(None).table["battle"]["played"]
    assert [[card["name"] for card in pile] for pile in played] == [["Thor's Primacy"], ["Odin's Smite"], []]
    nobody_adds(s)
    assert s.hand("raven") == ["Odin's Smite"]
    assert s.discards() == ["Thor's Primacy"]


@pytest.mark.rule("BR-12.8", "BR-20.3")
@pytest.mark.parametrize("card", ["Tyr's Bash", "Alfheim!", "Loki's Domain"])
def test_there_is_no_text_to_cancel_on_a_plain_card_a_quest_or_an_upgrade(card: str) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Primacy", "raven": card})
    assert s.told("text_cancelled") == []


@pytest.mark.rule("BR-12.7", "BR-12.8")
@pytest.mark.parametrize(("turn", "first", "second"), [("wolf", "Wolf", "Raven"), ("raven", "Raven", "Wolf")])
def test_of_two_primacies_the_first_in_seat_order_cancels_the_other(turn: str, first: str, second: str) -> None:
    """Serpent's Smite is cancelled once; the first Primacy is not cancelled by the second."""
    s = laid(
        "wolf: 2 warrior in Gimle; raven: 2 warrior in Gimle; serpent: warrior in Gimle",
        {"wolf": "Thor's Primacy", "raven": "Thor's Primacy", "serpent": "Odin's Smite"},
        turn=turn,
    )
    assert acted(s) == [(first, "Thor's Primacy")]
    cancelled = facts(s, "text_cancelled", "clan", "card")
    assert len(cancelled) == 2
    assert set(cancelled) == {(second, "Thor's Primacy"), ("Serpent", "Odin's Smite")}
    assert s.told("figure_destroyed") == []
    nobody_adds(s)
    assert totals(s)["wolf"] == (5, 2, 3)
    assert totals(s)["raven"] == (5, 2, 3)


@pytest.mark.rule("BR-12.7", "BR-12.8")
def test_a_cancelled_watch_does_nothing() -> None:
    """Wrong reading: the pillager's Heimdall's Watch acts before the Thor's Primacy of another clan."""
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Heimdall's Watch", "raven": "Thor's Primacy"},
        more={"wolf": "Tyr's Bash", "raven": "Tyr's Smash"},
        age=3,
    )
    assert s.asked() == {"wolf": "late"}
    assert s.glory("wolf") == 0
    assert s.discards() == []


@pytest.mark.rule("BR-12.8")
def test_a_cancelled_sight_is_worth_nothing() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Heimdall's Sight", "raven": "Thor's Primacy"},
    )
    assert totals(s) == {"wolf": (3, 3, 0), "raven": (4, 1, 3)}


@pytest.mark.rule("BR-12.8")
def test_ones_own_texts_are_not_cancelled() -> None:
    """Wolf's Primacy leaves Wolf's own late card alone, bonus and all."""
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Primacy", "raven": "Tyr's Bash"},
        more={"wolf": "Heimdall's Gaze"},
        age=3,
    )
    s.play("wolf: late Heimdall's Gaze")
    nobody_adds(s)
    assert totals(s)["wolf"] == (9, 3, 6)
    assert s.told("text_cancelled") == []


@pytest.mark.rule("BR-12.8", "BR-19.13")
def test_late_cards_of_the_opponents_keep_their_bonus() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: warrior in Gimle",
        {"wolf": "Thor's Primacy", "raven": "Heimdall's Eye"},
        more={"raven": "Heimdall's Gaze"},
        age=3,
    )
    s.play("wolf: decline", "raven: late Heimdall's Gaze")
    nobody_adds(s)
    assert totals(s)["raven"] == (6, 1, 5)


@pytest.mark.rule("BR-12.8", "BR-13.16")
def test_a_cancelled_grace_raises_nothing() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Frigga's Grace", "raven": "Thor's Primacy"},
        tokens={"Gimle": "glory"},
    )
    assert totals(s)["wolf"] == (7, 5, 2)
    assert s.is_pillaged("Gimle")
    assert s.told("stat_raised") == []


@pytest.mark.rule("BR-13.16", "BR-12.8")
def test_with_grace_cancelled_there_is_no_order_to_choose_with_the_leaders_text() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Frigga's Grace", "raven": "Thor's Primacy"},
        upgrades={"wolf": "Lord of Spears"},
        tokens={"Gimle": "glory"},
    )
    assert "order" not in s.asked().values()
    assert [s.step("wolf", stat) for stat in ("rage", "axes", "horns")] == [2, 2, 2]


@pytest.mark.rule("BR-12.8", "BR-19.14")
def test_upgrades_on_the_sheet_act_on() -> None:
    s = fought(
        "wolf: leader in Gimle; raven: 2 warrior in Gimle",
        {"wolf": "Thor's Primacy"},
        upgrades={"raven": "Brothers in Arms"},
    )
    assert totals(s)["raven"] == (3, 3, 0)


@pytest.mark.rule("BR-12.8", "BR-19.8")
def test_primacy_acts_for_a_loser_too() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Odin's Judgement", "raven": "Thor's Primacy"},
    )
    assert facts(s, "battle_won", "clan") == [("Wolf",)]
    assert from_cards(s) == []
    assert s.hand("raven") == ["Thor's Primacy"]


@pytest.mark.rule("BR-20.4", "BR-12.7")
def test_a_primacy_laid_down_after_heimdalls_watch_cancels_what_is_revealed_then() -> None:
    s = laid(
        "wolf: leader in Gimle; raven: 2 warrior in Gimle",
        {"wolf": "Heimdall's Watch", "raven": "Tyr's Bash"},
        more={"wolf": "Odin's Smite", "raven": "Thor's Primacy"},
        age=3,
    )
    s.play("wolf: card Odin's Smite", "raven: card Thor's Primacy")
    assert facts(s, "text_cancelled", "clan", "card") == [("Wolf", "Odin's Smite")]
    assert s.at("raven", "Gimle") == {"warrior": 2}


@pytest.mark.rule("BR-12.8")
def test_primacy_alone_is_a_card_of_plus_three() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Primacy"})
    assert totals(s) == {"wolf": (6, 3, 3), "raven": (1, 1, 0)}
    assert s.glory("wolf") == 3


# Thor's Ascension


@pytest.mark.rule("BR-13.3", "BR-19.24")
def test_ascension_gives_the_winner_three_rage_and_three_glory() -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Ascension"}, rage={"wolf": 4})
    assert totals(s)["wolf"] == (4, 3, 1)
    assert s.rage("wolf") == 7
    assert s.glory("wolf") == 6


@pytest.mark.rule("BR-19.24")
@pytest.mark.parametrize("onlooker", ["wolf", "raven", "serpent", None])
def test_everyone_sees_the_rage_and_the_glory_of_ascension(onlooker: str | None) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Ascension"})
    assert facts(s, "rage_gained", "clan", "amount", "rage", clan=onlooker) == [("Wolf", 3, 9)]
    assert facts(s, "glory", "clan", "amount", "source", clan=onlooker) == [
        ("Wolf", 3, "cards"),
        ("Wolf", 3, "battles"),
    ]


@pytest.mark.rule("BR-19.24")
@pytest.mark.parametrize(("before", "after"), [(8, 11), (9, 12), (10, 12), (12, 12)])
def test_rage_gained_beyond_twelve_is_lost(before: int, after: int) -> None:
    s = fought("wolf: leader in Gimle; raven: warrior in Gimle", {"wolf": "Thor's Ascension"}, rage={"wolf": before})
    assert s.rage("wolf") == after
    assert s.glory("wolf") == 6


@pytest.mark.rule("BR-19.24")
def test_rage_gained_may_exceed_the_rage_stat() -> None:
    """Wrong reading: Rage never rises above the value of the Rage stat."""
    s = fought("wolf: warrior in Gimle; raven: leader in Gimle", {"raven": "Thor's Ascension"})
    assert (s.stat("raven", "rage"), s.rage("raven")) == (6, 9)


@pytest.mark.rule("BR-6.9")
def test_a_clan_at_zero_rage_that_gains_some_has_turns_again() -> None:
    """Wrong reading: a clan that ran down to 0 Rage is out for the rest of the phase."""
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"raven": "Thor's Ascension"},
        rage={"raven": 0},
    )
    assert s.rage("raven") == 3
    assert s.asked() == {"raven": "turn"}
    assert s.rule_against("raven: invade warrior Gimle") == ""


@pytest.mark.rule("BR-6.9", "BR-6.6")
def test_without_the_gain_such_a_clan_is_skipped() -> None:
    s = fought("wolf: warrior in Gimle; raven: leader in Gimle", {"raven": "Thor's Hammer"}, rage={"raven": 0})
    assert s.asked() == {"serpent": "turn"}


@pytest.mark.rule("BR-6.9", "BR-21.21")
@pytest.mark.parametrize(("regains", "turn"), [(False, "serpent"), (True, "raven")])
def test_a_clan_that_passed_keeps_the_rage_and_has_turns_again_only_by_option(regains: bool, turn: str) -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"raven": "Thor's Ascension"},
        rage={"raven": 0},
        passed="raven",
        rulings={"passed_clan_regains_turns": regains},
    )
    assert s.rage("raven") == 3
    assert s.asked() == {turn: "turn"}


@pytest.mark.rule("BR-6.9", "BR-6.10")
def test_the_rage_of_clans_that_passed_does_not_keep_the_phase_going() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 1, "raven": 0},
        passed="raven",
        hands={"raven": "Thor's Ascension"},
        figures="wolf: warrior in Gimle; raven: leader in Gimle",
    )
    s.play("wolf: pillage Gimle", "raven: card Thor's Ascension")
    nobody_adds(s)
    assert s.asked() == {"wolf": "turn"}
    s.play("wolf: pass")
    assert "turn" not in s.asked().values()
    assert s.told("phase_begins")[0].data["phase"] == "Discard"


@pytest.mark.rule("BR-6.9", "BR-13.5")
def test_a_clan_that_passed_pays_for_other_things_with_what_it_gained() -> None:
    s = fought(
        "wolf: warrior in Gimle; raven: leader in Gimle",
        {"raven": "Thor's Ascension"},
        rage={"raven": 0},
        passed="raven",
        upgrades={"raven": "Tyr's Prowess"},
    )
    assert s.asked() == {"raven": "save_cards"}
    s.play("raven: take back Thor's Ascension")
    assert s.rage("raven") == 2
    assert s.hand("raven") == ["Thor's Ascension"]
    assert s.asked() == {"serpent": "turn"}


@pytest.mark.rule("BR-12.8")
def test_primacy_cancels_ascension() -> None:
    s = fought(
        "wolf: leader in Gimle, ship in F4; raven: warrior in Gimle",
        {"wolf": "Thor's Ascension", "raven": "Thor's Primacy"},
    )
    assert totals(s)["wolf"] == (6, 5, 1)
    assert (s.rage("wolf"), s.glory("wolf")) == (6, 3)
