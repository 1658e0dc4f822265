"""PettingZoo's suites, and small hands for the tests of environments."""

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

with warnings.catch_warnings():
    # Where its own games can be played, its suites load one of them in a way that it advises against.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

__all__ = ["any_open", "api_test", "masks_are_fine", "render_test", "seed_test"]

# The suites would rather have arrays without a mask, and know the games that may have one by name.
masks_are_fine = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def any_open(mask: Any, rng: Random) -> int:
    """One of the choices that a mask leaves open."""
    return int(rng.choice(np.flatnonzero(mask)))
