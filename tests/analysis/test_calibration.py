"""The calibration command: it finds the error of a forecaster whose error is known, and measures it honestly."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drakkar.analysis import calibration
from drakkar.analysis.calibration import FULL, KINDS, SEAT
from tools.calibration import __main__ as command
from tools.calibration import play
from tools.calibration.fit import corrections, samples
from tools.calibration.measure import expected_error, tenths, thirds
from tools.calibration.play import EQUAL, Table

LENGTH = 90


def made_up(count: int, sharpness: float) -> list[dict[str, Any]]:
    """Matches of three seats whose results follow known chances; the readings exaggerate these by `sharpness`."""
    rng = np.random.default_rng(7)
    found = []
    for number in range(count):
        true = rng.dirichlet([1.0, 1.0, 1.0])
        said = true**sharpness / (true**sharpness).sum()
        result = rng.multinomial(1, true).astype(float).tolist()
        moments = [
            {"version": version, "scores": [0.0, 0.0, 0.0], "seat": [said.tolist()] * 3, "public": said.tolist()}
            for version in (10, 40, 80)
        ]
        found.append(
            {"match": number, "equal": number % EQUAL == 0, "length": LENGTH, "result": result, "moments": moments}
        )
    return found


@pytest.mark.slow
def test_exaggerated_readings_are_brought_back() -> None:
    fitted = corrections(made_up(1500, 2.0), LENGTH)
    for kind in KINDS:
        for slope, own in fitted[kind]:
            assert slope == pytest.approx(0.5, abs=0.06)
            assert own == pytest.approx(0.0, abs=0.2)


@pytest.mark.slow
def test_right_readings_stay_and_their_error_is_noise() -> None:
    matches = made_up(1200, 1.0)
    fitted = corrections(matches[:600], LENGTH)
    fit_set, test_set = (samples(some, FULL, LENGTH) for some in (matches[:600], matches[600:]))
    for third in thirds(fit_set, test_set, fitted[FULL]):
        assert third.error.value < third.noise + 0.03
        assert third.error.low <= third.error.high
        assert all(gain.low > 0 for gain in (*third.log_gains, *third.brier_gains)), "scores say nothing here"


def test_the_expected_error_is_the_distance_from_forecast_to_frequency() -> None:
    assert expected_error(np.full(100, 0.3), np.zeros(100)) == pytest.approx(0.3)
    assert expected_error(np.repeat([0.0, 1.0], 50), np.repeat([0.0, 1.0], 50)) == 0.0


def test_what_was_told_of_hands_is_compared_with_the_hands() -> None:
    rng = np.random.default_rng(7)
    matches: list[dict[str, Any]] = []
    for _ in range(500):
        held = rng.random(20) < 0.25
        told = [[20.0, 20 * 0.25, float(held.sum())], [0.0, 0.0, 0.0], [10.0, 9.0, 5.0]]
        matches.append({"moments": [{"holdings": told}, {}]})
    low, high = tenths([*matches, {"moments": [{}]}])
    assert (low.chances, low.mean) == (10_000, 0.25)
    assert low.held.low < 0.25 < low.held.high
    assert low.held.high - low.held.low == pytest.approx(2 * 1.96 * (0.25 * 0.75 / 10_000) ** 0.5, rel=0.2)
    assert (high.mean, high.held.value) == (0.9, 0.5)


@pytest.mark.slow
def test_a_match_is_the_same_each_time_and_has_all_readings() -> None:
    table = Table("blood_rage", 2)
    told = play.play(table, 3)
    assert told == play.play(table, 3)
    assert sum(told["result"]) == pytest.approx(1)
    assert told["moments"]
    assert any("holdings" in moment for moment in told["moments"])
    for moment in told["moments"]:
        assert [len(row) for row in moment["seat"]] == [2, 2]
        assert len(moment["scores"]) == 2
        for count, total, held in moment.get("holdings", []):
            assert 0 <= held <= count
            assert 0 <= total <= count + 0.01


@pytest.mark.slow
def test_few_matches_make_no_correction_and_many_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("blood_rage", 3)
    monkeypatch.setattr(command, "tables", lambda: [table])
    (tmp_path / "analysis.md").write_text("# Analysis\n\nBy hand.\n", "utf-8")
    matches, file = made_up(300, 1.0), play.path_of(tmp_path, table)
    file.write_text("".join(json.dumps(told) + "\n" for told in matches[:50]) + '{"match": 50', "utf-8")
    assert len(play.matches_of(file)) == 50
    play.cut_half_line(file)
    assert file.read_text("utf-8").endswith("}\n"), "more can be appended"
    assert "not enough" in command.write_all(tmp_path, tmp_path / "made", tmp_path)[0]
    file.write_text("".join(json.dumps(told) + "\n" for told in matches), "utf-8")
    assert "measured on" in command.write_all(tmp_path, tmp_path / "made", tmp_path)[0]
    monkeypatch.setattr(calibration, "FILES", tmp_path / "made")
    calibration.fitted_to.cache_clear()
    assert calibration.is_calibrated("blood_rage", 3)
    assert calibration.correction_for("blood_rage", 3, SEAT, 40).slope == pytest.approx(1, abs=0.3)
    calibration.fitted_to.cache_clear()
    page = (tmp_path / "analysis.md").read_text("utf-8")
    assert page.startswith("# Analysis\n\nBy hand.\n\n")
    assert "measured on" in page
    assert "<circle" in (tmp_path / "calibration.svg").read_text("utf-8")
