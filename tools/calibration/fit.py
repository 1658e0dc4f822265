"""Fitting: a correction for each stage and kind of knowledge, and the two forecasts to beat."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drakkar.analysis.calibration import FULL, KINDS, LEAST, PUBLIC, SEAT, STAGES, Correction, stage_of

Array = NDArray[np.float64]
# As if this many more moments had shown that the readings are right as they are.
PRIOR: Final = 20.0
NEWTON_STEPS: Final = 30


class Sample(NamedTuple):
    """One reading of one moment: the logarithms of the shares, the reader (-1: none), the scores and the result."""

    match: int
    stage: int
    reader: int
    logits: Array
    scores: Array
    result: Array


def usual_length(matches: Sequence[dict[str, Any]]) -> float:
    """The mean number of choices."""
    lengths: list[int] = [told["length"] for told in matches]
    return sum(lengths) / len(lengths)


def samples(matches: Sequence[dict[str, Any]], kind: str, length: float) -> list[Sample]:
    """All readings of a kind."""
    found = []
    for told in matches:
        result = np.array(told["result"])
        for moment in told["moments"]:
            stage, scores = stage_of(length, moment["version"]), np.array(moment["scores"])
            for reader, shares in _readings(moment, kind):
                logits = np.log(np.maximum(np.array(shares), LEAST))
                found.append(Sample(told["match"], stage, reader, logits, scores, result))
    return found


def _readings(moment: dict[str, Any], kind: str) -> list[tuple[int, list[float]]]:
    if kind == SEAT:
        return list(enumerate(moment["seat"]))
    if kind == FULL:
        return [(-1, [sum(column) / len(column) for column in zip(*moment["seat"], strict=True)])]
    return [(-1, moment["public"])] if moment["public"] else []


def corrections(matches: Sequence[dict[str, Any]], length: float) -> dict[str, list[Correction]]:
    """The corrections by kind and stage."""
    found = {}
    for kind in KINDS:
        every = samples(matches, kind, length)
        found[kind] = [correction([one for one in every if one.stage == stage]) for stage in range(STAGES)]
    return found


def correction(some: list[Sample]) -> Correction:
    """The most likely correction; without samples, none."""
    if not some:
        return Correction(1.0, 0.0)
    slope, own = newton([features(one) for one in some], [one.result for one in some], np.array([1.0, 0.0]))
    return Correction(round(float(slope), 4), round(float(own), 4) if some[0].reader >= 0 else 0.0)


def features(one: Sample) -> Array:
    """By seat: the logarithm of its share, and whether it is the reader's own seat."""
    own = np.zeros(len(one.logits))
    if one.reader >= 0:
        own[one.reader] = 1.0
    found: Array = np.stack([one.logits, own], axis=1)
    return found


def score_features(one: Sample) -> Array:
    """By seat: its lead over the mean."""
    lead: Array = one.scores - one.scores.mean()
    return lead[:, None]


def newton(inputs: list[Array], results: list[Array], start: Array) -> Array:
    """The weights of a softmax over seats with the highest likelihood, held back a little towards `start`."""
    x, y = np.stack(inputs), np.stack(results)
    scale = np.maximum(x.std(axis=(0, 1)), 1e-3)
    x, weights, prior = x / scale, start * scale, start * scale
    for _ in range(NEWTON_STEPS):
        p = softmax(x @ weights)
        middle = np.einsum("ns,nsf->nf", p, x)
        gradient = np.einsum("ns,nsf->f", y - p, x) - PRIOR * (weights - prior)
        spread = np.einsum("ns,nsf,nsg->fg", p, x, x) - np.einsum("nf,ng->fg", middle, middle)
        weights = weights + np.linalg.solve(spread + PRIOR * np.eye(len(weights)), gradient)
    found: Array = weights / scale
    return found


def softmax(logits: Array) -> Array:
    """Shares by row."""
    raised: Array = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def forecast(one: Sample, fitted: list[Correction]) -> Array:
    """The corrected shares."""
    return softmax(features(one) @ np.array(fitted[one.stage]))


def score_slopes(some: list[Sample]) -> list[Array]:
    """By stage, the weight of a point of lead."""
    by_stage = [[one for one in some if one.stage == stage] for stage in range(STAGES)]
    return [
        newton([score_features(one) for one in those], [one.result for one in those], np.zeros(1))
        if those
        else np.zeros(1)
        for those in by_stage
    ]


__all__ = ["PUBLIC", "Sample", "correction", "corrections", "forecast", "samples", "score_slopes", "usual_length"]
