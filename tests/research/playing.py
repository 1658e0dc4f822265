"""Small hands for the tests of environments."""

from random import Random
from typing import Any

import numpy as np


def any_open(mask: Any, rng: Random) -> int:
    """One of the choices that a mask leaves open."""
    return int(rng.choice(np.flatnonzero(mask)))
