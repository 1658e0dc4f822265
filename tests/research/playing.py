"""PettingZoo's test suites, and helpers for tests of environments."""

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

with warnings.catch_warnings():
    # If PettingZoo's own games are installed, its suites load one of them in a deprecated way.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

__all__ = ["any_open", "api_test", "masks_are_fine", "render_test", "seed_test"]

# The suites expect arrays without a mask, and list the games that may have one by name.
masks_are_fine = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def any_open(mask: Any, rng: Random) -> int:
    """A random legal choice of a mask."""
    return int(rng.choice(np.flatnonzero(mask)))
