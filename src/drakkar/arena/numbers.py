"""Numbers with 95 % confidence intervals."""

import math
from typing import Any, Final

Z: Final = 1.959964


class Rate:
    """How often something happened; shared wins count in parts, so `hits` need not be whole.

    The interval is Wilson's. Games of one deal under several rotations are treated as independent.
    """

    def __init__(self, hits: float = 0.0, tries: int = 0) -> None:
        self.hits = hits
        self.tries = tries

    def add(self, hits: float, tries: int = 1) -> None:
        """Add hits and tries."""
        self.hits += hits
        self.tries += tries

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval; with no samples it is [0, 1]."""
        if not self.tries:
            return 0.0, 1.0
        share, spread = min(1.0, self.hits / self.tries), Z * Z / self.tries
        middle = share + spread / 2
        width = Z * math.sqrt(share * (1 - share) / self.tries + spread / self.tries / 4)
        return max(0.0, (middle - width) / (1 + spread)), min(1.0, (middle + width) / (1 + spread))

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        low, high = self.interval
        rate = self.hits / self.tries if self.tries else None
        return {"rate": _rounded(rate), "low": _rounded(low), "high": _rounded(high), "of": self.tries}


class Mean:
    """A mean with its normal interval; a single number has none."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, number: float) -> None:
        """Add a number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def among(self, count: int) -> "Mean":
        """The mean over `count` samples, the additional ones being 0."""
        mean = Mean()
        mean.count, mean.total, mean.squares = count, self.total, self.squares
        return mean

    @property
    def mean(self) -> float | None:
        """None without samples."""
        return self.total / self.count if self.count else None

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        if self.count < 2 or self.mean is None:
            return 0.0
        return math.sqrt(max(0.0, (self.squares - self.total * self.mean) / (self.count - 1)))

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        if self.mean is None or self.count < 2:
            return {"mean": _rounded(self.mean), "low": None, "high": None, "of": self.count}
        width = Z * self.deviation / math.sqrt(self.count)
        low, high = self.mean - width, self.mean + width
        return {"mean": _rounded(self.mean), "low": _rounded(low), "high": _rounded(high), "of": self.count}


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)
