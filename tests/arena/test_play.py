"""One game: the same in any process, and an error of a bot affects no other game."""

from typing import Any

import pytest

import drakkar
from drakkar.arena.plan import Plan
from drakkar.arena.play import Result, play, step_end, step_of
from drakkar.core.errors import BadArgument
from drakkar.core.hosting import all_events
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice, Notation
from drakkar.core.view import View
from tests.arena.fake_results import blood_rage, enrol, first_option, treasure


def all_games(plan: Plan) -> list[Result]:
    return [play(plan, fixture) for fixture in plan.fixtures()]


def untimed(result: Result) -> dict[str, Any]:
    clocks = [clock["decisions"] for clock in result.line["clocks"]]
    return {**result.line, "clocks": clocks}


def test_a_game_is_told_in_full_and_its_record_can_be_loaded() -> None:
    (result,) = all_games(blood_rage("random", games=1))
    line, match = result.line, drakkar.load(result.record)
    assert match.outcome is not None
    assert (line["scores"], line["winners"]) == (list(match.outcome.scores), list(match.outcome.winners))
    assert line["breakdown"] == match.outcome.breakdown
    assert (line["choices"], line["seed"]) == (len(match.history), match.seed)
    assert result.record.startswith("# game 0 of an arena: wolf random, raven random\n")
    assert 0 < sum(clock["decisions"] for clock in line["clocks"]) <= line["choices"]


def test_what_became_of_each_card_agrees_with_the_events() -> None:
    (result,) = all_games(blood_rage("random", games=1))
    match = drakkar.load(result.record)
    uses = result.line["cards"]
    counted = {
        "picked": "picked",
        "upgraded": "upgraded",
        "quest_committed": "goal_set",
        "card_revealed": "card_revealed",
    }
    for kind, use in counted.items():
        told = [event for event in all_events(match) if event.kind == kind]
        assert sum(sum(card.get(use, [0])) for part in uses.values() for card in part.values()) == len(told)
    first = next(event for event in all_events(match) if event.kind == "first_player")
    assert match.sides[result.line["first"]] == str(first.data["clan"]).casefold()
    # Each seat takes six cards in an Age, as its first to sixth pick, out of eight, seven … three.
    for cards in uses.values():
        assert [by_seat(cards, use) for use in ("picked", "pick_number", "seen")] == [[6, 6], [21, 21], [33, 33]]


def by_seat(cards: dict[str, dict[str, list[int]]], deed: str) -> list[int]:
    done = [card[deed] for card in cards.values() if deed in card]
    return [sum(times[seat] for times in done) for seat in range(2)]


def test_the_same_plan_is_the_same_games_and_another_seed_others() -> None:
    again = [untimed(result) for result in all_games(treasure("random", games=8))]
    assert [untimed(result) for result in all_games(treasure("random", games=8))] == again
    assert [untimed(result) for result in all_games(treasure("random", games=8, seed=2))] != again


def test_a_deal_is_the_same_for_all_line_ups_and_each_bot_has_its_own_chance() -> None:
    plan = treasure("random", "random", games=6)
    assert plan.names == ["random", "random (2)"]
    lines = [result.line for result in all_games(plan)]
    assert [line["deal"] for line in lines] == [0, 0, 1, 1, 2, 2]
    assert len({line["seed"] for line in lines}) == 3
    assert [line["bots"] for line in lines[:2]] == [["random", "random (2)"], ["random (2)", "random"]]
    assert len({plan.bot_seed(game, seat) for game in range(9) for seat in range(4)}) == 36


def test_bots_that_do_not_roll_play_the_same_match_from_the_same_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    enrol(monkeypatch, "first", first_option)
    enrol(monkeypatch, "twin", first_option)
    one, other = all_games(treasure("first", "twin", games=2))
    assert one.line["scores"] == other.line["scores"]


def break_down(view: View, decision: Decision) -> Choice:
    if view.version > 2:
        raise ZeroDivisionError("the sky has fallen")
    return decision.choices[0]


def answer_nothing(view: View, decision: Decision) -> Any:
    return None


def answer_in_words(view: View, decision: Decision) -> Any:
    return str(decision.choices[0])


def answer_out_of_place(view: View, decision: Decision) -> Choice:
    return Choice(10**6, "no such thing", Notation())


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (break_down, "ZeroDivisionError: the sky has fallen"),
        (answer_nothing, "IllegalBotChoice: None is not one of the 3 choices"),
        (answer_in_words, "IllegalBotChoice: 'take Horn (age 1)' is not one of the 3 choices"),
        (answer_out_of_place, "IllegalBotChoice: <Choice 'no such thing'> is not one of the 3 choices"),
    ],
)
def test_a_bot_that_breaks_a_game_is_named_with_the_record_so_far(
    monkeypatch: pytest.MonkeyPatch, answer: Any, told: str
) -> None:
    enrol(monkeypatch, "broken", answer)
    result = all_games(treasure("random", "broken", games=1))[0]
    assert result.line["error"].startswith(told)
    assert result.line["bots"][result.line["seat"]] == "broken"
    assert "Traceback" in result.line["traceback"]
    assert not drakkar.load(result.record).over


def test_a_plan_that_cannot_be_played_is_refused_before_the_first_game() -> None:
    for bots, alone, told in (
        ([], False, "name at least one bot"),
        (["random", "nobody"], False, "there is no bot 'nobody'"),
        (["random:depth=3"], False, "has no setting"),
        (["random"], True, "--alone needs two bots"),
    ):
        with pytest.raises(BadArgument, match=told):
            treasure(*bots, alone=alone).check()


def test_times_fall_into_steps_that_end_at_most_a_ninth_later() -> None:
    for seconds in (1e-6, 3.3e-5, 0.002, 0.5, 40.0):
        assert seconds <= step_end(step_of(seconds)) <= seconds * 1.0906 + 1e-9
    assert step_of(0.0) == 0
