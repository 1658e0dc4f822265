"""Section 18: the legendary stats, the winner, the tie."""

import pytest

import drakkar
from drakkar.core.game import Outcome
from tests.blood_rage.scene import Scene, scene


def outcome(s: Scene) -> Outcome:
    """How the match ended."""
    assert s.match.outcome is not None
    return s.match.outcome


@pytest.mark.rule("BR-18.1")
@pytest.mark.parametrize("stat", ["rage", "axes", "horns"])
@pytest.mark.parametrize(("step", "glory"), [(1, 0), (2, 0), (3, 0), (4, 10), (5, 10), (6, 20)])
def test_a_stat_gives_ten_glory_on_steps_four_and_five_and_twenty_on_step_six(stat: str, step: int, glory: int) -> None:
    """Wrong reading: step 5 gives more than step 4, or step 6 gives 10 and 20."""
    s = scene("wolf raven", age=3, phase="end of age", steps={"wolf": {stat: step}})
    assert s.glory("wolf") == glory
    assert s.glory("raven") == 0


@pytest.mark.rule("BR-18.1")
def test_each_stat_counts_once_and_for_itself() -> None:
    s = scene(
        "wolf raven serpent",
        age=3,
        phase="end of age",
        steps={
            "wolf": {"rage": 6, "axes": 6, "horns": 6},
            "raven": {"rage": 4, "axes": 5, "horns": 6},
            "serpent": {"rage": 3, "axes": 4, "horns": 3},
        },
    )
    assert outcome(s).scores == (60, 40, 10)
    assert [sheet["stats"] for sheet in outcome(s).by_source] == [60, 40, 10]


@pytest.mark.rule("BR-18.1")
@pytest.mark.parametrize("age", [1, 2])
def test_the_stat_bonus_is_not_scored_at_the_end_of_earlier_ages(age: int) -> None:
    s = scene("wolf raven", age=age, phase="end of age", steps={"wolf": {"rage": 6, "axes": 5, "horns": 4}})
    assert s.glory("wolf") == 0
    assert s.told("glory") == []
    assert not s.match.over


@pytest.mark.rule("BR-18.1")
def test_a_raise_won_with_a_quest_of_age_three_counts_for_the_bonus() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="quest",
        quests={"wolf": "Jotunheim!"},
        figures="wolf: warrior in Horgr",
        steps={"wolf": {"axes": 5, "rage": 3}},
    )
    s.play("wolf: raise axes")
    assert outcome(s).scores == (29, 0)


@pytest.mark.rule("BR-18.3")
def test_the_highest_sum_wins() -> None:
    s = scene("wolf raven serpent", age=3, phase="end of age", glory={"wolf": 30, "raven": 41, "serpent": 40})
    assert s.match.over
    assert outcome(s).winners == (1,)
    assert outcome(s).scores == (30, 41, 40)
    assert [(event.data["glory"], event.data["clans"]) for event in s.told("game_ends")] == [(41, ["Raven"])]


@pytest.mark.rule("BR-18.3", "BR-18.1")
def test_the_stat_bonus_can_decide_the_game() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="end of age",
        glory={"wolf": 30, "raven": 21},
        steps={"raven": {"axes": 4}},
    )
    assert outcome(s).winners == (1,)
    assert outcome(s).scores == (30, 31)


@pytest.mark.rule("BR-18.3", "BR-16.3")
def test_the_last_ragnarok_counts_for_the_sum() -> None:
    s = scene(
        "wolf raven",
        age=3,
        phase="ragnarok",
        glory={"wolf": 10, "raven": 15},
        figures="wolf: 2 warrior in Angerboda",
    )
    assert outcome(s).scores == (18, 15)
    assert outcome(s).winners == (0,)
    assert outcome(s).by_source[0]["ragnarok"] == 8


@pytest.mark.rule("BR-18.3")
def test_after_the_end_nothing_can_be_played() -> None:
    s = scene("wolf raven", age=3, phase="end of age")
    assert s.match.pending == ()
    reason = s.why_not("wolf: pass")
    assert reason is not None
    assert reason.code == "match_over"
    with pytest.raises(drakkar.MatchOver):
        s.play("wolf: pass")


@pytest.mark.rule("BR-18.3")
def test_there_is_no_outcome_before_the_end() -> None:
    s = scene("wolf raven", age=3, glory={"wolf": 99})
    assert s.match.outcome is None
    s.play("wolf: pass", "raven: pass")
    assert outcome(s).winners == (0,)


@pytest.mark.rule("BR-18.4")
@pytest.mark.parametrize("first", ["wolf", "raven", "serpent"])
def test_clans_tied_for_the_most_glory_share_the_win(first: str) -> None:
    """Wrong reading: seat order, figures or stats break the tie."""
    s = scene(
        "wolf raven serpent",
        age=3,
        phase="end of age",
        first_player=first,
        glory={"wolf": 20, "raven": 39, "serpent": 40},
        steps={"wolf": {"rage": 6}},
    )
    assert outcome(s).scores == (40, 39, 40)
    assert outcome(s).winners == (0, 2)
    assert [event.data["clans"] for event in s.told("game_ends")] == [["Wolf", "Serpent"]]


@pytest.mark.rule("BR-18.4")
def test_all_clans_may_share_the_win() -> None:
    s = scene("wolf raven serpent", age=3, phase="end of age")
    assert outcome(s).winners == (0, 1, 2)


@pytest.mark.rule("BR-18.4")
def test_a_tie_below_the_top_shares_nothing() -> None:
    s = scene("wolf raven serpent", age=3, phase="end of age", glory={"wolf": 12, "raven": 13, "serpent": 12})
    assert outcome(s).winners == (1,)
