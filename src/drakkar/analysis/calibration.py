"""Calibration: the readings of a network corrected by what really happened in matches between bots of mixed levels.

`python -m tools.calibration` makes the files in `calibrations`, one per game, each with the digest of its network. A
reading of another network is used as it is.
"""

import json
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import Any, Final, NamedTuple

from drakkar.analysis.player import digest

FILES: Final = Path(__file__).parent / "calibrations"
# A match is divided into this many stages of equal length, by the number of choices made.
STAGES: Final = 3
# The kinds of knowledge, each with its own correction.
SEAT: Final = "seat"
PUBLIC: Final = "public"
FULL: Final = "full"
KINDS: Final = (SEAT, PUBLIC, FULL)
# A share of less than this is as good as none.
LEAST: Final = 1e-9


class Correction(NamedTuple):
    """`slope` above 1 makes a reading more certain. `own` is added to the logarithm of the reader's own share."""

    slope: float
    own: float


AS_IT_IS: Final = Correction(1.0, 0.0)


class Fitted(NamedTuple):
    """What was fitted for one number of seats: the usual number of choices, and by kind a correction per stage."""

    length: float
    corrections: dict[str, list[Correction]]


def correct(shares: list[float], correction: Correction, reader: int | None = None) -> list[float]:
    """The corrected shares; their sum is 1."""
    logits = [correction.slope * log(max(share, LEAST)) for share in shares]
    if reader is not None:
        logits[reader] += correction.own
    best = max(logits)
    raised = [exp(logit - best) for logit in logits]
    total = sum(raised)
    return [weight / total for weight in raised]


def stage_of(length: float, version: int) -> int:
    """The stage of a match after so many choices, given the usual number."""
    return min(STAGES - 1, int(STAGES * version / length)) if length else 0


def correction_for(title: str, seats: int, kind: str, version: int) -> Correction:
    """The correction of a reading; AS_IT_IS where nothing was fitted to the network that is there now."""
    fitted = fitted_to(title, digest(title)).get(seats)
    return AS_IT_IS if fitted is None else fitted.corrections[kind][stage_of(fitted.length, version)]


def is_calibrated(title: str, seats: int) -> bool:
    """Whether win chances of this game are calibrated for its present network and this number of seats.

    >>> analysis.is_calibrated("blood_rage", 1)
    False
    """
    return seats in fitted_to(title, digest(title))


@lru_cache(maxsize=16)
def fitted_to(title: str, network: str) -> dict[int, Fitted]:
    """By number of seats what was fitted to a network; empty if the file is of another one."""
    path = FILES / f"{title}.json"
    data: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    if data.get("network") != network:
        return {}
    return {
        int(seats): Fitted(told["length"], {kind: [Correction(*pair) for pair in told[kind]] for kind in KINDS})
        for seats, told in data["seats"].items()
    }
