"""Section 1: players, Ages and phases, Glory, and how the game ends."""

from itertools import pairwise

import pytest

import drakkar
from tests.blood_rage.playing import PLAYERS, clan_of, finished, kinds_of, table, through_draft, walk
from tests.blood_rage.scene import scene

SIX_PHASES = ["Gods' Gifts", "Action", "Discard", "Quest", "Ragnarök", "Release Valhalla"]


@pytest.mark.rule("BR-1.1")
@pytest.mark.parametrize("seats", PLAYERS)
def test_two_to_five_clans_play_a_game_to_its_end(seats: int) -> None:
    match = finished(seats, 11)
    assert match.seats == len(set(match.sides)) == seats
    assert match.over


@pytest.mark.rule("BR-1.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 7])
def test_fewer_than_two_and_more_than_five_clans_are_refused(seats: int) -> None:
    with pytest.raises(drakkar.BadArgument, match=f"2 to 5 seats, not {seats}"):
        drakkar.new("blood_rage", seats=seats, seed=1)


@pytest.mark.rule("BR-1.1")
def test_no_two_players_play_the_same_clan() -> None:
    with pytest.raises(drakkar.BadArgument, match="different sides"):
        drakkar.new("blood_rage", seats=2, seed=1, sides=["wolf", "wolf"])


@pytest.mark.rule("BR-1.2")
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_game_has_three_ages_of_six_phases_each(seats: int) -> None:
    events = finished(seats, 12).events(None)
    told = [event for event in events if event.kind in ("age_begins", "phase_begins")]
    said = [str(event.data.get("phase", event.data.get("age"))) for event in told]
    assert said == ["1", *SIX_PHASES, "2", *SIX_PHASES, "3", *SIX_PHASES]


@pytest.mark.rule("BR-1.2", "BR-1.3")
def test_the_phases_after_the_action_phase_follow_each_other_when_it_is_over() -> None:
    s = scene("wolf raven", rage={"wolf": 1, "raven": 0}, hands={"wolf": "Tyr's Bash"})
    s.play("wolf: pass")
    assert s.asked() == {"wolf": "keep"}
    s.play("wolf: keep none")
    assert [event.data["phase"] for event in s.told("phase_begins")] == [
        "Discard",
        "Quest",
        "Ragnarök",
        "Release Valhalla",
        "Gods' Gifts",
    ]
    assert table(s.match)["age"] == 2


@pytest.mark.rule("BR-1.3")
@pytest.mark.parametrize("seats", PLAYERS)
def test_each_question_is_put_in_its_own_phase_which_the_saga_token_marks(seats: int) -> None:
    home = {"draft": "Gods' Gifts", "turn": "Action", "keep": "Discard"}
    met = set()
    begun: list[object] = []
    seen = 0
    for match in walk(seats, 13):
        phase = table(match)["phase"]
        news = match.events(None, since=seen)
        seen += len(news)
        begun += [event.data["phase"] for event in news if event.kind == "phase_begins"]
        assert phase == begun[-1]
        for decision in match.pending:
            assert home.get(decision.prompt.code, phase) == phase
            met.add(decision.prompt.code)
    assert met >= set(home)


@pytest.mark.rule("BR-1.3")
def test_the_next_phase_waits_for_the_last_player_to_choose() -> None:
    s = scene("wolf raven serpent", phase="discard", hands={"wolf": "Tyr's Bash", "serpent": "Tyr's Smash"})
    s.play("serpent: keep none")
    assert table(s.match)["phase"] == "Discard"
    assert s.asked() == {"wolf": "keep"}
    s.play("wolf: keep none")
    assert table(s.match)["phase"] == "Gods' Gifts"


@pytest.mark.rule("BR-1.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_clan_starts_at_0_glory(seats: int) -> None:
    match = drakkar.new("blood_rage", seats=seats, seed=2)
    assert [clan["glory"] for clan in table(match)["clans"]] == [0] * seats


@pytest.mark.rule("BR-1.4")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_glory_on_the_table_is_at_every_moment_the_sum_of_what_was_scored(seats: int) -> None:
    sums: dict[str, int] = {}
    seen = 0
    for match in walk(seats, 14):
        news = match.events(None, since=seen)
        seen += len(news)
        for event in news:
            if event.kind in ("glory", "glory_lost"):
                clan, sign = str(event.data["clan"]).casefold(), 1 if event.kind == "glory" else -1
                sums[clan] = sums.get(clan, 0) + sign * int(str(event.data["amount"]))
        assert [clan["glory"] for clan in table(match)["clans"]] == [sums.get(clan, 0) for clan in match.sides]
    assert sum(sums.values()) > 0


@pytest.mark.rule("BR-1.4")
def test_glory_is_scored_at_once_in_mid_phase() -> None:
    s = scene("wolf raven", turn="wolf", figures="wolf: warrior in Gimle", tokens={"Gimle": "glory"})
    s.play("wolf: pillage Gimle")
    assert table(s.match)["phase"] == "Action"
    assert clan_of(s.match, "wolf")["glory"] == 5


@pytest.mark.rule("BR-1.5")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_game_ends_after_release_valhalla_of_age_3_and_its_final_scoring(seats: int) -> None:
    match = finished(seats, 15)
    events = match.events(None)
    last_phase = max(at for at, event in enumerate(events) if event.kind == "phase_begins")
    assert events[last_phase].data["phase"] == "Release Valhalla"
    after = kinds_of(events[last_phase + 1 :])
    assert after[-1] == "game_ends"
    assert set(after[:-1]) <= {"released", "glory", "text_acts"}
    assert "game_ends" not in kinds_of(events[:-1])
    assert match.pending == ()
    with pytest.raises(drakkar.MatchOver):
        match.play(0, "pass")


@pytest.mark.rule("BR-1.5")
@pytest.mark.parametrize("age", [1, 2])
def test_the_game_goes_on_after_release_valhalla_of_the_earlier_ages(age: int) -> None:
    s = scene("wolf raven", age=age, phase="release valhalla")
    assert not s.match.over
    assert s.match.outcome is None
    assert table(s.match)["age"] == age + 1


@pytest.mark.rule("BR-1.5")
def test_final_scoring_follows_release_valhalla_of_age_3() -> None:
    s = scene("wolf raven", age=3, phase="release valhalla", steps={"wolf": {"axes": 4}})
    assert s.match.over
    assert s.glory("wolf") == 10
    assert s.glory("raven") == 0


@pytest.mark.rule("BR-1.6")
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_clan_with_the_most_glory_wins(seats: int) -> None:
    outcome = finished(seats, 16).outcome
    assert outcome is not None
    most = max(outcome.scores)
    assert list(outcome.winners) == [seat for seat in range(seats) if outcome.scores[seat] == most]


@pytest.mark.rule("BR-1.6")
def test_the_winner_is_found_after_final_scoring_not_before() -> None:
    s = scene(
        "wolf raven serpent", age=3, phase="end of age", glory={"wolf": 29, "raven": 20}, steps={"raven": {"horns": 5}}
    )
    outcome = s.match.outcome
    assert outcome is not None
    assert outcome.scores == (29, 30, 0)
    assert outcome.winners == (s.seat("raven"),)


@pytest.mark.rule("BR-1.7")
def test_a_clan_without_figures_cards_and_rage_is_in_the_next_age_like_everyone() -> None:
    s = scene(
        "wolf raven",
        rage={"wolf": 2, "raven": 0},
        figures="raven: 8 warrior in Valhalla, leader in Valhalla, ship in Valhalla",
    )
    s.play("wolf: pass")
    assert s.asked() == {"wolf": "draft", "raven": "draft"}
    through_draft(s)
    assert s.rage("raven") == 6
    assert len(s.hand("raven")) == 6
    assert s.at("raven", "reserve") == {"warrior": 8, "leader": 1, "ship": 1}
    turns = [s.asked()]
    s.play(f"{next(iter(s.asked()))}: pass")
    turns.append(s.asked())
    assert {name for turn in turns for name in turn} == {"wolf", "raven"}


@pytest.mark.rule("BR-1.7")
@pytest.mark.parametrize("seats", PLAYERS)
def test_every_clan_has_its_turn_in_every_age(seats: int) -> None:
    """However an earlier Age went for it."""
    events = finished(seats, 17).events(None)
    starts = [at for at, event in enumerate(events) if event.kind == "age_begins"]
    assert len(starts) == 3
    for start, end in pairwise([*starts, len(events)]):
        turns = {event.data["clan"] for event in events[start:end] if event.kind == "turn_begins"}
        assert len(turns) == seats
