"""Totals over games: nothing is lost, order does not matter, a shared win counts in parts."""

import json
from random import Random
from typing import Any

import pytest

from drakkar.arena.plan import Plan
from drakkar.arena.play import play
from drakkar.arena.summary import Summary, summary
from drakkar.arena.tally import Tally
from drakkar.arena.text import against, report
from tests.arena.fake_results import blood_rage, enrol, lords_of_ragnarok, treasure


def lines_of(plan: Plan) -> list[dict[str, Any]]:
    return [play(plan, fixture).line for fixture in plan.fixtures()]


def summed(plan: Plan, lines: list[dict[str, Any]]) -> Summary:
    tally = Tally(plan.names, plan.seats)
    for line in lines:
        tally.add(line)
    return summary(plan, tally, False, 1.0)


def test_wins_scores_and_sources_add_up() -> None:
    plan = blood_rage("random", "random", games=4, seats=3)
    found = summed(plan, lines_of(plan))
    assert found["games"] == found["planned"] == 6
    for group in ("bots", "seats", "turn_order"):
        assert sum(one["wins"]["rate"] * one["wins"]["of"] for one in found[group]) == pytest.approx(6, abs=1e-4)
        assert sum(one["wins"]["of"] for one in found[group]) == 18
    for bot in found["bots"]:
        assert sum(map(sum, bot["sources"].values())) == pytest.approx(bot["score"]["mean"], abs=0.01)
        assert [seat["wins"]["of"] for seat in bot["seats"]] == [3, 3, 3]
        assert 0 < bot["mean_ms"] <= bot["slowest_ms"]
        assert bot["p95_ms"] <= bot["slowest_ms"]
    there, back = found["ahead"]["random"]["random (2)"], found["ahead"]["random (2)"]["random"]
    assert there["rate"] + back["rate"] == pytest.approx(1)


def test_the_order_in_which_games_come_does_not_matter() -> None:
    plan = treasure("random", "random", games=12)
    lines = lines_of(plan)
    assert summed(plan, lines) == summed(plan, lines[::-1])


def test_not_even_the_last_digit_depends_on_the_order() -> None:
    """Thirds and fifths of wins, and victories that are equally frequent."""
    bots: list[str] = ["random"] * 5
    breakdown: list[dict[str, list[int]]] = [{}] * 5
    clock = {"decisions": 0, "seconds": 0.0, "slowest": 0.0, "steps": {}}
    plan, rng = blood_rage("random", seats=5), Random(3)
    lines = [
        line(
            sorted(rng.sample(range(5), rng.randint(1, 5))),
            [7] * 5,
            game=number,
            bots=bots,
            breakdown=breakdown,
            clocks=[clock] * 5,
            victory=("Jarl", "Gothi")[number % 2],
        )
        for number in range(400)
    ]
    wins, told = set(), set()
    for _ in range(5):
        rng.shuffle(lines)
        tally = Tally(plan.names, plan.seats)
        for one in lines:
            tally.add(one)
        wins.add(tuple(standing.wins.hits for standing in tally.seats))
        told.add(json.dumps(summary(plan, tally, False, 1.0)))
    assert (len(wins), len(told)) == (1, 1)


def line(winners: list[int], scores: list[int], **more: Any) -> dict[str, Any]:
    clock = {"decisions": 0, "seconds": 0.0, "slowest": 0.0, "steps": {}}
    told = {"game": 0, "deal": 0, "seed": 0, "bots": ["random", "random"], "first": None, "choices": 1, "cards": {}}
    return {**told, "winners": winners, "scores": scores, "breakdown": [{}, {}], "clocks": [clock, clock], **more}


def test_a_shared_win_counts_in_parts() -> None:
    found = summed(treasure("random"), [line([0, 1], [5, 5])])
    assert [seat["wins"]["rate"] for seat in found["seats"]] == [0.5, 0.5]
    assert found["shared_wins"] == 1
    assert found["turn_order"] == []


def test_a_game_without_a_score_tells_how_it_was_won_and_how_long_it_was() -> None:
    plan = lords_of_ragnarok("random", games=3)
    lines = lines_of(plan)
    found = summed(plan, lines)
    assert not found["scored"]
    assert {seat["score"]["of"] for seat in found["seats"]} == {0}
    assert sum(round(won["rate"] * won["of"]) for won in found["victories"].values()) == 3
    assert set(found["victories"]) == {line["victory"] for line in lines}
    assert found["length"]["mean"] == pytest.approx(sum(line["choices"] for line in lines) / 3)
    turns = [line["events"]["turn_begins"] for line in lines]
    assert found["events"]["turn_begins"]["mean"] == pytest.approx(sum(turns) / 3)


def test_what_did_not_happen_in_a_game_counts_as_nothing() -> None:
    found = summed(treasure("random"), [line([0], [2, 1], events={"hunt": 4}), line([1], [1, 2], game=1)])
    assert (found["events"]["hunt"]["mean"], found["events"]["hunt"]["of"]) == (2.0, 2)


def test_a_card_is_related_to_winning_by_those_who_had_it() -> None:
    cards = {"1": {"Troll": {"seen": [2, 1], "picked": [0, 1], "pick_number": [0, 3]}}}
    found = summed(treasure("random"), [line([1], [1, 2], cards=cards), line([0], [2, 1], cards=cards, game=1)])
    (troll,) = found["cards"]
    assert (troll["part"], troll["card"], troll["pick_number"]) == (1, "Troll", 3)
    assert (troll["picks"]["rate"], troll["picks"]["of"]) == (pytest.approx(1 / 3, abs=1e-6), 6)
    assert troll["uses"] == {"picked": {"times": 2, "wins": troll["uses"]["picked"]["wins"]}}
    assert troll["uses"]["picked"]["wins"]["rate"] == 0.5


def test_the_report_names_the_bots_the_seats_and_what_went_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*_: object) -> Any:
        raise ZeroDivisionError("the sky has fallen")

    enrol(monkeypatch, "broken", fall)
    plan = treasure("random", "broken", games=14)
    told = "\n".join(report(summed(plan, lines_of(plan))))
    assert "Treasure, 2 players, seed 1: 0 games of 0 deals" in told
    assert "14 games did not finish" in told
    assert "broken in seat 1: ZeroDivisionError: the sky has fallen" in told
    assert "and 9 more" in told


def test_a_rate_is_above_chance_only_if_its_whole_interval_is() -> None:
    assert against({"low": 0.3, "high": 0.5}, 0.25) == "above"
    assert against({"low": 0.1, "high": 0.2}, 0.25) == "below"
    assert against({"low": 0.2, "high": 0.3}, 0.25) == "as chance"
