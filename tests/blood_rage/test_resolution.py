"""Section 13: winner and losers, what becomes of cards and figures, rewards and Glory."""

import pytest

import drakkar
from tests.blood_rage.scene import Scene, scene


def nobody_adds(s: Scene) -> None:
    """Everybody declines in the late window."""
    while "late" in s.asked().values():
        (clan,) = s.asked()
        s.play(f"{clan}: decline")


def fought(wolf: str, raven: str, serpent: str = "", **more: dict[str, str]) -> Scene:
    """Wolf has pillaged Gimle; the clans' figures are `2 warrior in Gimle` and the like, nobody holds a card."""
    figures = "; ".join(
        f"{clan}: {listed}" for clan, listed in (("wolf", wolf), ("raven", raven), ("serpent", serpent)) if listed
    )
    s = scene("wolf raven serpent", figures=figures, tokens=more.get("tokens"))
    s.play("wolf: pillage Gimle")
    nobody_adds(s)
    return s


# Winner and losers


@pytest.mark.rule("BR-13.1")
def test_the_highest_total_wins() -> None:
    s = fought("2 warrior in Gimle", "warrior in Gimle")
    assert [event.data["clan"] for event in s.told("battle_won")] == ["Wolf"]
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.at("wolf", "Gimle") == {"warrior": 2}


@pytest.mark.rule("BR-13.1")
def test_a_defender_with_the_highest_total_wins() -> None:
    s = fought("warrior in Gimle", "leader in Gimle", "warrior in Gimle")
    assert [event.data["clan"] for event in s.told("battle_won")] == ["Raven"]
    assert s.at("wolf", "Valhalla") == {"warrior": 1}
    assert s.at("serpent", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-13.1")
def test_the_totals_of_the_opponents_are_not_added_up() -> None:
    s = fought("leader in Gimle", "2 warrior in Gimle", "ship in F4")
    assert s.glory("wolf") == 3
    assert s.at("wolf", "Gimle") == {"leader": 1}


@pytest.mark.rule("BR-13.1")
def test_a_tie_below_the_top_does_not_matter() -> None:
    s = fought("leader in Gimle", "warrior in Gimle", "warrior in Gimle")
    assert s.told("battle_tied") == []
    assert s.glory("wolf") == 3
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.at("serpent", "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-13.2")
def test_a_shared_highest_total_loses_for_everyone() -> None:
    """Wrong reading: on a tie nobody loses, or the pillager wins, or the defender does."""
    s = fought("leader in Gimle", "leader in Gimle")
    assert len(s.told("battle_tied")) == 1
    assert s.told("battle_won") == []
    assert s.at("wolf", "Valhalla") == {"leader": 1}
    assert s.at("raven", "Valhalla") == {"leader": 1}
    assert not s.is_pillaged("Gimle")
    assert (s.glory("wolf"), s.glory("raven")) == (0, 0)


@pytest.mark.rule("BR-13.2")
@pytest.mark.parametrize(
    ("wolf", "raven", "serpent"),
    [
        ("warrior in Gimle", "2 warrior in Gimle", "ship in F4"),
        ("2 warrior in Gimle", "warrior in Gimle", "ship in F4"),
        ("2 warrior in Gimle", "ship in F4", "warrior in Gimle"),
    ],
)
def test_those_below_a_shared_highest_total_lose_too(wolf: str, raven: str, serpent: str) -> None:
    """Wrong reading: only the tied clans lose, and the next one below wins or survives."""
    s = fought(wolf, raven, serpent)
    assert s.told("battle_won") == []
    assert [s.at(clan, "Gimle") for clan in ("wolf", "raven", "serpent")] == [{}, {}, {}]
    assert [s.at(clan, "F4") for clan in ("wolf", "raven", "serpent")] == [{}, {}, {}]
    assert len(s.told("figure_destroyed")) == 4
    assert [s.glory(clan) for clan in ("wolf", "raven", "serpent")] == [0, 0, 0]


@pytest.mark.rule("BR-13.2")
def test_three_equal_totals_lose_all() -> None:
    s = fought("warrior in Gimle", "warrior in Gimle", "warrior in Gimle")
    for clan in ("wolf", "raven", "serpent"):
        assert s.at(clan, "Valhalla") == {"warrior": 1}


@pytest.mark.rule("BR-13.2", "BR-12.18")
def test_cards_can_make_a_tie() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Crush"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Bash", "raven: card Tyr's Crush")
    nobody_adds(s)
    assert len(s.told("battle_tied")) == 1
    assert s.hand("wolf") == ["Tyr's Bash"]
    assert s.hand("raven") == ["Tyr's Crush"]
    assert s.discards() == []


# Cards


@pytest.mark.rule("BR-13.4", "BR-13.6")
def test_the_winner_discards_its_card_and_the_losers_take_theirs_back() -> None:
    """Wrong reading: all cards played are discarded, or the winner keeps its card."""
    s = scene(
        "wolf raven serpent",
        figures="wolf: leader in Gimle; raven: warrior in Gimle; serpent: warrior in Gimle",
        hands={"wolf": "Tyr's Bash, Alfheim!", "raven": "Tyr's Smash", "serpent": "Loki's Dragons, Manheim!"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Bash", "raven: card Tyr's Smash", "serpent: card Loki's Dragons")
    nobody_adds(s)
    assert s.hand("wolf") == ["Alfheim!"]
    assert s.discards() == ["Tyr's Bash"]
    assert s.hand("raven") == ["Tyr's Smash"]
    assert sorted(s.hand("serpent")) == ["Loki's Dragons", "Manheim!"]


@pytest.mark.rule("BR-13.4")
def test_the_winner_discards_every_card_it_played_late_cards_too() -> None:
    """Wrong reading: the winner discards one card only."""
    s = scene(
        "wolf raven",
        age=2,
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Tyr's Crush, Heimdall's Eye, Heimdall's Eye, Manheim!"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Crush", "wolf: late Heimdall's Eye", "raven: decline")
    s.play("wolf: late Heimdall's Eye")
    s.play("raven: decline", "wolf: decline")
    assert s.hand("wolf") == ["Manheim!"]
    assert sorted(s.discards()) == ["Heimdall's Eye", "Heimdall's Eye", "Tyr's Crush"]


@pytest.mark.rule("BR-13.4")
@pytest.mark.parametrize("card", ["Manheim!", "Troll"])
def test_a_quest_or_upgrade_the_winner_played_is_discarded_as_well(card: str) -> None:
    s = scene("wolf raven", figures="wolf: leader in Gimle; raven: warrior in Gimle", hands={"wolf": card})
    s.play("wolf: pillage Gimle", f"wolf: card {card}")
    nobody_adds(s)
    assert s.hand("wolf") == []
    assert s.discards() == [card]


@pytest.mark.rule("BR-13.4")
def test_a_winning_defender_discards_its_card() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Smite"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Bash", "raven: card Tyr's Smite")
    nobody_adds(s)
    assert s.hand("wolf") == ["Tyr's Bash"]
    assert s.hand("raven") == []
    assert s.discards() == ["Tyr's Smite"]


@pytest.mark.rule("BR-13.6")
def test_a_card_taken_back_can_be_played_again_in_a_later_battle() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle, warrior in Horgr; raven: warrior in Gimle, 2 warrior in Horgr",
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Crush"},
        rage={"wolf": 1},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Bash", "raven: card Tyr's Crush")
    nobody_adds(s)
    s.play("raven: pillage Horgr")
    assert s.choices("raven") == ["card Tyr's Crush"]
    s.play("raven: card Tyr's Crush", "wolf: card Tyr's Bash")
    nobody_adds(s)
    assert [event.data["clan"] for event in s.told("battle_won")] == ["Raven"]


# Figures


@pytest.mark.rule("BR-13.7")
def test_the_losers_figures_in_province_and_fjord_are_destroyed() -> None:
    """Wrong reading: Ships in the fjord survive a lost battle."""
    s = scene(
        "wolf raven serpent",
        figures="wolf: leader in Gimle, 2 warrior in Gimle, ship in F4;"
        " raven: 2 warrior in Gimle, ship in F4; serpent: Sea Serpent in F4",
    )
    s.play("wolf: pillage Gimle")
    nobody_adds(s)
    assert s.at("raven", "Valhalla") == {"warrior": 2, "ship": 1}
    assert s.at("serpent", "Valhalla") == {"Sea Serpent": 1}
    assert s.at("wolf", "Gimle") == {"warrior": 2, "leader": 1}
    assert s.at("wolf", "F4") == {"ship": 1}
    assert s.at("wolf", "Valhalla") == {}


@pytest.mark.rule("BR-13.7")
def test_a_losing_pillager_loses_its_figures_as_well() -> None:
    s = fought("warrior in Gimle, ship in F4", "leader in Gimle, warrior in Gimle")
    assert s.at("wolf", "Valhalla") == {"warrior": 1, "ship": 1}
    assert s.at("raven", "Gimle") == {"warrior": 1, "leader": 1}


@pytest.mark.rule("BR-13.7")
def test_figures_elsewhere_are_untouched() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle, ship in F4;"
        " raven: warrior in Gimle, warrior in Andlang, warrior in Myrkulor, leader in Yggdrasil, ship in F3",
    )
    s.play("wolf: pillage Gimle", "raven: decline")
    nobody_adds(s)
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.at("raven", "Andlang") == {"warrior": 1}
    assert s.at("raven", "Myrkulor") == {"warrior": 1}
    assert s.at("raven", "Yggdrasil") == {"leader": 1}
    assert s.at("raven", "F3") == {"ship": 1}


@pytest.mark.rule("BR-13.7", "BR-9.10")
def test_a_losing_monster_goes_to_valhalla() -> None:
    s = fought("leader in Gimle", "Dwarf Chieftain in Gimle")
    assert s.at("raven", "Valhalla") == {"Dwarf Chieftain": 1}


@pytest.mark.rule("BR-13.7")
def test_in_yggdrasil_no_fjord_is_drawn_in() -> None:
    s = scene("wolf raven", figures="wolf: leader in Yggdrasil, ship in F1; raven: warrior in Yggdrasil, ship in F2")
    s.play("wolf: pillage Yggdrasil")
    nobody_adds(s)
    assert s.at("raven", "Valhalla") == {"warrior": 1}
    assert s.at("raven", "F2") == {"ship": 1}


@pytest.mark.rule("BR-13.8")
def test_cards_leave_before_figures_are_destroyed_and_the_reward_is_taken() -> None:
    s = scene(
        "wolf raven",
        figures="wolf: leader in Gimle; raven: warrior in Gimle",
        tokens={"Gimle": "glory"},
        hands={"wolf": "Tyr's Bash", "raven": "Tyr's Smash"},
    )
    s.play("wolf: pillage Gimle", "wolf: card Tyr's Bash", "raven: card Tyr's Smash")
    nobody_adds(s)
    steps = ("battle_won", "card_discarded", "card_taken_back", "figure_destroyed", "pillaged", "glory")
    told = [event.kind for event in s.events() if event.kind in steps]
    assert told == ["battle_won", "card_discarded", "card_taken_back", "figure_destroyed", "pillaged", "glory", "glory"]


# Reward


@pytest.mark.rule("BR-13.12")
def test_a_winning_pillager_takes_the_reward_and_turns_the_token() -> None:
    s = fought("leader in Gimle", "warrior in Gimle", tokens={"Gimle": "horns"})
    assert s.is_pillaged("Gimle")
    assert s.stat("wolf", "horns") == 5
    assert s.stat("raven", "horns") == 4


@pytest.mark.rule("BR-13.12", "BR-11.1")
def test_after_that_nobody_pillages_the_province_again() -> None:
    s = scene("wolf raven", figures="wolf: leader in Gimle; raven: warrior in Gimle, warrior in Horgr")
    s.play("wolf: pillage Gimle")
    nobody_adds(s)
    s.play("raven: march Horgr Gimle")
    assert s.at("raven", "Gimle") == {"warrior": 1}
    assert s.rule_against("wolf: pillage Gimle") == "BR-11.1"
    s.play("wolf: pass")
    assert s.rule_against("raven: pillage Gimle") == "BR-11.1"


@pytest.mark.rule("BR-13.13", "BR-13.19")
def test_a_winning_defender_takes_no_reward_but_scores_its_axes() -> None:
    """Wrong reading: whoever wins the battle takes the token, or only a winning pillager scores Axes."""
    s = fought("warrior in Gimle", "leader in Gimle", tokens={"Gimle": "axes"})
    assert not s.is_pillaged("Gimle")
    assert s.stat("raven", "axes") == 3
    assert s.stat("wolf", "axes") == 3
    assert (s.glory("wolf"), s.glory("raven")) == (0, 3)
    assert [event.data["place"] for event in s.told("pillage_failed")] == ["Gimle"]


@pytest.mark.rule("BR-13.13", "BR-13.2")
def test_after_a_tie_nobody_takes_the_reward_and_nobody_scores() -> None:
    s = fought("leader in Gimle", "leader in Gimle", tokens={"Gimle": "glory"})
    assert not s.is_pillaged("Gimle")
    assert (s.glory("wolf"), s.glory("raven")) == (0, 0)


@pytest.mark.rule("BR-13.13")
def test_another_clan_may_pillage_where_a_pillage_failed() -> None:
    """Wrong reading: a province is pillaged once a battle has been fought over it."""
    s = fought("warrior in Gimle", "leader in Gimle", tokens={"Gimle": "horns"})
    assert s.asked() == {"raven": "turn"}
    s.play("raven: pillage Gimle")
    assert s.is_pillaged("Gimle")
    assert s.stat("raven", "horns") == 5


@pytest.mark.rule("BR-13.13")
def test_the_same_clan_may_pillage_where_it_failed_before() -> None:
    """Wrong reading: a clan has one try at a province in an Age."""
    s = scene("wolf raven", figures="wolf: warrior in Gimle, leader in Andlang; raven: ship in F4")
    s.play("wolf: pillage Gimle", "wolf: decline")
    nobody_adds(s)
    assert s.at("wolf", "Valhalla") == {"warrior": 1}
    s.play("raven: pass", "wolf: invade warrior Gimle", "wolf: pillage Gimle", "wolf: join leader from Andlang")
    nobody_adds(s)
    assert s.is_pillaged("Gimle")
    assert s.at("raven", "Valhalla") == {"ship": 1}


@pytest.mark.rule("BR-13.14", "BR-3.7")
def test_the_rage_token_raises_the_rage_stat_and_gives_no_rage_now() -> None:
    s = scene("wolf raven", rage={"wolf": 2}, figures="wolf: warrior in Gimle", tokens={"Gimle": "rage"})
    s.play("wolf: pillage Gimle")
    assert (s.stat("wolf", "rage"), s.stat("wolf", "axes"), s.stat("wolf", "horns")) == (7, 3, 4)
    assert s.rage("wolf") == 2


@pytest.mark.rule("BR-13.14")
@pytest.mark.parametrize(
    ("token", "rage", "axes", "horns", "glory"),
    [("rage", 7, 3, 4, 0), ("axes", 6, 4, 4, 0), ("horns", 6, 3, 5, 0), ("glory", 6, 3, 4, 5)],
)
def test_each_token_gives_its_own_reward(token: str, rage: int, axes: int, horns: int, glory: int) -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle", tokens={"Gimle": token})
    s.play("wolf: pillage Gimle")
    assert (s.stat("wolf", "rage"), s.stat("wolf", "axes"), s.stat("wolf", "horns")) == (rage, axes, horns)
    assert s.glory("wolf") == glory


@pytest.mark.rule("BR-13.14")
def test_the_yggdrasil_token_raises_all_three_stats() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Yggdrasil")
    s.play("wolf: pillage Yggdrasil")
    assert (s.stat("wolf", "rage"), s.stat("wolf", "axes"), s.stat("wolf", "horns")) == (7, 4, 5)
    assert s.glory("wolf") == 0


@pytest.mark.rule("BR-13.14", "BR-3.5")
@pytest.mark.parametrize(
    ("token", "values"),
    [("rage", (6, 7, 8, 9, 12, 12)), ("axes", (3, 4, 5, 6, 8, 8)), ("horns", (4, 5, 6, 7, 10, 10))],
)
def test_a_token_raises_its_stat_by_one_step_from_wherever_it_stands(token: str, values: tuple[int, ...]) -> None:
    for step in range(1, 6):
        s = scene(
            "wolf raven", figures="wolf: warrior in Gimle", tokens={"Gimle": token}, steps={"wolf": {token: step}}
        )
        s.play("wolf: pillage Gimle")
        assert s.step("wolf", token) == step + 1
        assert s.stat("wolf", token) == values[step]


@pytest.mark.rule("BR-13.14", "BR-3.6")
def test_on_step_six_the_raise_is_lost_but_the_token_is_turned() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Gimle", tokens={"Gimle": "axes"}, steps={"wolf": {"axes": 6}})
    s.play("wolf: pillage Gimle")
    assert s.step("wolf", "axes") == 6
    assert [event.data["stat"] for event in s.told("raise_lost")] == ["Axes"]
    assert s.is_pillaged("Gimle")


@pytest.mark.rule("BR-13.14", "BR-3.6")
def test_on_yggdrasil_a_stat_on_step_six_leaves_the_other_two_to_rise() -> None:
    s = scene("wolf raven", figures="wolf: warrior in Yggdrasil", steps={"wolf": {"axes": 6, "rage": 3}})
    s.play("wolf: pillage Yggdrasil")
    assert (s.step("wolf", "rage"), s.step("wolf", "axes"), s.step("wolf", "horns")) == (4, 6, 2)


# Glory


@pytest.mark.rule("BR-13.19")
@pytest.mark.parametrize(("step", "glory"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 8), (6, 8)])
def test_the_winner_scores_its_axes(step: int, glory: int) -> None:
    s = scene("wolf raven", figures="wolf: leader in Gimle; raven: warrior in Gimle", steps={"wolf": {"axes": step}})
    s.play("wolf: pillage Gimle")
    nobody_adds(s)
    assert s.glory("wolf") == glory
    assert s.glory("raven") == 0
    assert [event.data["source"] for event in s.told("glory")] == ["battles"]


@pytest.mark.rule("BR-13.19")
def test_the_axes_token_just_taken_counts_for_the_same_battle() -> None:
    """Wrong reading: Axes Glory is scored before the reward."""
    s = fought("leader in Gimle", "warrior in Gimle", tokens={"Gimle": "axes"})
    assert s.stat("wolf", "axes") == 4
    assert s.glory("wolf") == 4


@pytest.mark.rule("BR-13.19")
def test_the_axes_step_of_the_yggdrasil_token_counts_too() -> None:
    s = scene("wolf raven", figures="wolf: leader in Yggdrasil; raven: warrior in Yggdrasil")
    s.play("wolf: pillage Yggdrasil")
    nobody_adds(s)
    assert s.glory("wolf") == 4


@pytest.mark.rule("BR-13.19", "BR-13.14")
def test_axes_glory_comes_on_top_of_the_five_glory_of_the_token() -> None:
    s = fought("leader in Gimle", "warrior in Gimle", tokens={"Gimle": "glory"})
    assert s.glory("wolf") == 8
    assert [(event.data["amount"], event.data["source"]) for event in s.told("glory")] == [
        (5, "pillage"),
        (3, "battles"),
    ]


@pytest.mark.rule("BR-13.19")
def test_a_winner_who_joined_as_a_third_clan_scores_its_axes() -> None:
    """Wrong reading: only the pillager or the clan that was attacked scores Axes."""
    s = scene(
        "wolf raven serpent",
        figures="wolf: warrior in Gimle; raven: warrior in Gimle; serpent: leader in Yggdrasil",
        steps={"serpent": {"axes": 3}},
    )
    s.play("wolf: pillage Gimle", "serpent: join leader from Yggdrasil")
    nobody_adds(s)
    assert [s.glory(clan) for clan in ("wolf", "raven", "serpent")] == [0, 0, 5]


@pytest.mark.rule("BR-13.19", "BR-11.3")
def test_after_the_battle_it_is_the_next_clans_turn_and_nothing_is_left_of_it() -> None:
    s = fought("leader in Gimle", "warrior in Gimle")
    assert s.match.view(None).table["battle"] is None
    assert s.asked() == {"raven": "turn"}
    with pytest.raises(drakkar.NotYourDecision):
        s.play("wolf: pillage Horgr")
