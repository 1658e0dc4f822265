"""Measuring win chances on matches that they were not fitted to: calibration, sharpness, drift."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drakkar.analysis.calibration import FULL, SEAT, STAGES, Correction
from tools.calibration.fit import Sample, forecast, samples, score_features, score_slopes, softmax

Array = NDArray[np.float64]
BINS: Final = 10
RESAMPLED: Final = 400
LEAST: Final = 1e-6


class Interval(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    def points(self) -> str:
        """In percentage points."""
        return f"{100 * self.value:.1f} ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def plain(self) -> str:
        """As it is."""
        return f"{self.value:+.3f} ({self.low:+.3f} to {self.high:+.3f})"


class Third(NamedTuple):
    """The figures of one third of the matches. Gains are against the base rate and against score and stage alone."""

    stage: int
    moments: int
    error: Interval
    noise: float
    log_loss: float
    log_gains: tuple[Interval, Interval]
    brier: float
    brier_gains: tuple[Interval, Interval]


class Drift(NamedTuple):
    """The mean change of chances from moment to moment between equal players."""

    stage: int
    own: Interval
    favourite: Interval


class Tenth(NamedTuple):
    """Of the chances within a tenth that a seat was told for cards: how many, their mean, and how often it was true."""

    chances: int
    mean: float
    held: Interval


def tenths(matches: Sequence[dict[str, Any]]) -> list[Tenth]:
    """What seats were told that the others can hold, against what they held; matches are drawn again."""
    sums = [np.sum([moment["holdings"] for moment in told["moments"] if "holdings" in moment], 0) for told in matches]
    by_match = np.array([one for one in sums if np.ndim(one)])
    rng, found = np.random.default_rng(0), []
    for at in range(by_match.shape[1] if len(by_match) else 0):
        count, total, _ = by_match[:, at].sum(0)
        some = by_match[by_match[:, at, 0] > 0, at]
        if count:
            held = interval(len(some), partial(share_held, some), rng)
            found.append(Tenth(int(count), float(total / count), held))
    return found


def share_held(tenth: Array, rows: Any) -> float:
    """How often what was told is true, in these matches."""
    return float(tenth[rows, 2].sum() / tenth[rows, 0].sum())


def expected_error(p: Array, y: Array) -> float:
    """The mean distance between forecast and frequency in ten bins with as many forecasts each."""
    order = np.argsort(p, kind="stable")
    bins = [part for part in np.array_split(order, BINS) if len(part)]
    return float(sum(len(part) * abs(p[part].mean() - y[part].mean()) for part in bins) / len(p))


def thirds(fit_set: list[Sample], test_set: list[Sample], fitted: list[Correction]) -> list[Third]:
    """The figures of each third."""
    slopes = score_slopes(fit_set)
    base = np.mean([one.result for one in fit_set], axis=0)
    found = []
    for stage in range(STAGES):
        some = [one for one in test_set if one.stage == stage]
        if some:
            found.append(third(stage, some, fitted, slopes[stage], base))
    return found


def third(stage: int, some: list[Sample], fitted: list[Correction], slope: Array, base: Array) -> Third:
    """The figures of one third. One moment a match counts for the error, so that forecasts are independent."""
    rng = np.random.default_rng(stage)
    y = np.stack([one.result for one in some])
    rival = softmax(np.stack([score_features(one) for one in some]) @ slope)
    ours, floor = np.stack([forecast(one, fitted) for one in some]), np.tile(base, (len(some), 1))
    matches = np.array([one.match for one in some])
    one_each = [int(rng.choice(np.flatnonzero(matches == match))) for match in np.unique(matches)]
    p, ends = ours[one_each], y[one_each]
    noise = [
        expected_error(p.ravel(), np.stack([rng.multinomial(1, row / row.sum()) for row in p]).ravel().astype(float))
        for _ in range(RESAMPLED // 4)
    ]
    error = interval(len(p), lambda rows: expected_error(p[rows].ravel(), ends[rows].ravel()), rng)
    by_match = [np.flatnonzero(matches == match) for match in np.unique(matches)]
    logs = [_by_match(_log_loss(forecasts, y), by_match) for forecasts in (ours, floor, rival)]
    briers = [_by_match(((forecasts - y) ** 2).sum(axis=1), by_match) for forecasts in (ours, floor, rival)]
    return Third(
        stage,
        len(some),
        error,
        float(np.mean(noise)),
        float(logs[0].mean()),
        (_gain(logs[1] - logs[0], rng), _gain(logs[2] - logs[0], rng)),
        float(briers[0].mean()),
        (_gain(briers[1] - briers[0], rng), _gain(briers[2] - briers[0], rng)),
    )


def _log_loss(p: Array, y: Array) -> Array:
    loss: Array = -(y * np.log(np.maximum(p, LEAST))).sum(axis=1)
    return loss


def _by_match(losses: Array, by_match: list[Any]) -> Array:
    return np.array([losses[rows].mean() for rows in by_match])


def _gain(gains: Array, rng: np.random.Generator) -> Interval:
    return interval(len(gains), lambda rows: float(gains[rows].mean()), rng)


def interval(size: int, figure: Callable[[Any], float], rng: np.random.Generator) -> Interval:
    """A figure of all matches, with the interval from drawing them again."""
    again = [figure(rng.integers(0, size, size)) for _ in range(RESAMPLED)]
    low, high = np.percentile(again, [2.5, 97.5])
    return Interval(figure(np.arange(size)), float(low), float(high))


def drifts(matches: Sequence[dict[str, Any]], fitted: dict[str, list[Correction]], length: float) -> list[Drift]:
    """The drift in each third. Changes of all seats sum to nothing, so those of single seats are measured."""
    equal = [told for told in matches if told["equal"] and len(told["moments"]) > 1]
    own, favourite = _changes(equal, fitted, length)
    rng = np.random.default_rng(0)
    return [
        Drift(stage, _gain(np.array(own[stage]), rng), _gain(np.array(favourite[stage]), rng))
        for stage in range(STAGES)
        if own[stage] and favourite[stage]
    ]


def _changes(
    equal: Sequence[dict[str, Any]], fitted: dict[str, list[Correction]], length: float
) -> tuple[list[list[float]], list[list[float]]]:
    """By stage, for each match: the mean change of the readers' own chances, and of the favourite's by all hands."""
    own: list[list[float]] = [[] for _ in range(STAGES)]
    favourite: list[list[float]] = [[] for _ in range(STAGES)]
    for told in equal:
        seats = len(told["result"])
        mine = samples([told], SEAT, length)
        whole = samples([told], FULL, length)
        rows = [
            [*(float(forecast(one, fitted[SEAT])[seat]) for one in mine[seat::seats]), told["result"][seat]]
            for seat in range(seats)
        ]
        full = [*(forecast(one, fitted[FULL]) for one in whole), np.array(told["result"])]
        steps: list[list[tuple[float, float]]] = [[] for _ in range(STAGES)]
        for at, one in enumerate(whole):
            leader = int(full[at].argmax())
            change = sum(row[at + 1] - row[at] for row in rows) / seats
            steps[one.stage].append((change, float(full[at + 1][leader] - full[at][leader])))
        for stage in range(STAGES):
            if steps[stage]:
                own[stage].append(sum(change for change, _ in steps[stage]) / len(steps[stage]))
                favourite[stage].append(sum(change for _, change in steps[stage]) / len(steps[stage]))
    return own, favourite
