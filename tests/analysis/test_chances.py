"""Win chances: one number per seat, by exactly the knowledge that the function is named after."""

import doctest
from inspect import isfunction
from pathlib import Path
from random import Random

import pytest

import drakkar
from drakkar import analysis
from drakkar.analysis import calibration, chances, player
from drakkar.analysis.calibration import AS_IT_IS, FULL, KINDS, PUBLIC, SEAT, Correction, correct
from drakkar.bots import make
from drakkar.bots.rollout import seeded_rng
from drakkar.core.chance import chance_from
from drakkar.core.errors import BadArgument
from drakkar.core.hosting import state_of
from tests.analysis.moments import moment, played
from tests.hidden_worlds import in_another_world

TITLES = ("blood_rage", "lords_of_ragnarok")


@pytest.mark.parametrize("name", [name for name in analysis.__all__ if isfunction(getattr(analysis, name))])
def test_every_example_runs(name: str) -> None:
    text = getattr(analysis, name).__doc__
    assert ">>>" in text, f"{name} has no example"
    test = doctest.DocTestParser().get_doctest(text, {"drakkar": drakkar, "analysis": analysis}, name, None, None)
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seats", [2, 4])
def test_chances_are_shares_of_one_win_from_the_start_to_the_result(title: str, seats: int) -> None:
    match = next(match for match, _ in played(title, seats, 3))
    for match, _ in played(title, seats, 3):
        if len(match.history) % 40 == 0:
            told = [analysis.seat_chances(match.view(seat)) for seat in range(seats)]
            told += [analysis.public_chances(match.view(None), worlds=2), analysis.full_chances(match)]
            for row in told:
                assert len(row) == seats
                assert sum(row) == pytest.approx(1)
                assert min(row) > 0
    assert match.over
    assert match.outcome is not None
    result = [(seat in match.outcome.winners) / len(match.outcome.winners) for seat in range(seats)]
    for row in (
        analysis.seat_chances(match.view(0)),
        analysis.public_chances(match.view(None)),
        analysis.full_chances(match),
        analysis.full_chances(match, continuations=3),
    ):
        assert row == result


@pytest.mark.parametrize("title", TITLES)
def test_only_what_the_reader_can_see_counts(title: str) -> None:
    whole = 0
    for choices in (2, 30):
        match, decision = moment(title, 3, 5, choices)
        for reader in (decision.seat, None):
            other = in_another_world(match, reader, Random(choices))
            if reader is None:
                assert analysis.public_chances(match.view(None)) == analysis.public_chances(other.view(None))
            else:
                assert analysis.seat_chances(match.view(reader)) == analysis.seat_chances(other.view(reader))
            whole += analysis.full_chances(match) != analysis.full_chances(other)
    assert whole, "the worlds differ for those who see all"


def test_full_chances_know_the_hands_but_not_the_chance_to_come() -> None:
    match, _ = moment("blood_rage", 2, 1, 60)
    told = analysis.full_chances(match, continuations=3, seed=4)
    assert told == analysis.full_chances(match, continuations=3, seed=4)
    state_of(match).flow.chance = chance_from(99)
    assert told == analysis.full_chances(match, continuations=3, seed=4)


def test_the_assumed_player_is_the_bot_of_that_name() -> None:
    match, decision = moment("blood_rage", 3, 2, 20)
    view, codes = match.view(decision.seat), [choice.code for choice in decision.choices]
    for seed in range(5):
        rng = seeded_rng(seed, view, decision.seat)
        chosen = player.assumed("blood_rage").choose(state_of(match), decision.seat, codes, rng)
        assert chosen == make(analysis.PLAYER, seed).choose(view, decision).code


def test_each_knowledge_has_its_own_function() -> None:
    match = drakkar.new("blood_rage", seats=2, seed=1)
    with pytest.raises(BadArgument, match="public_chances"):
        analysis.seat_chances(match.view(None))
    with pytest.raises(BadArgument, match="spectator"):
        analysis.public_chances(match.view(0))


def test_a_correction_keeps_order_and_sum() -> None:
    shares = [0.5, 0.3, 0.2]
    sharper = correct(shares, Correction(2.0, 0.0))
    assert sum(sharper) == pytest.approx(1)
    assert sharper[0] > 0.5 > sharper[1] > sharper[2]
    assert correct(shares, AS_IT_IS, 0) == pytest.approx(shares)
    assert correct(shares, Correction(1.0, 0.5), 2)[2] > 0.2
    assert sum(correct([1.0, 0.0], AS_IT_IS)) == pytest.approx(1)


def test_what_was_fitted_to_another_network_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = {kind: [[2.0, 0.1]] * calibration.STAGES for kind in KINDS}
    text = '{"network": "%s", "seats": {"2": {"length": 90, "seat": %s, "public": %s, "full": %s}}}'
    filled = text % ("abc", *(str(pairs[kind]) for kind in (SEAT, PUBLIC, FULL)))
    (tmp_path / "blood_rage.json").write_text(filled, "utf-8")
    monkeypatch.setattr(calibration, "FILES", tmp_path)
    calibration.fitted_to.cache_clear()
    assert calibration.fitted_to("blood_rage", "abc")[2].corrections[SEAT][2] == Correction(2.0, 0.1)
    assert not analysis.is_calibrated("blood_rage", 2)
    assert calibration.correction_for("blood_rage", 2, SEAT, 50) == AS_IT_IS
    monkeypatch.setattr(calibration, "digest", lambda _: "abc")
    assert analysis.is_calibrated("blood_rage", 2)
    assert not analysis.is_calibrated("blood_rage", 3)
    assert calibration.correction_for("blood_rage", 2, SEAT, 50) == Correction(2.0, 0.1)
    calibration.fitted_to.cache_clear()


def test_stages_are_thirds_of_the_usual_length() -> None:
    assert [calibration.stage_of(90, version) for version in (0, 29, 30, 60, 89, 200)] == [0, 0, 1, 2, 2, 2]
    assert chances.mean([[0.0, 1.0], [1.0, 0.0]]) == [0.5, 0.5]
