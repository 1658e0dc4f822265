"""Token bucket: limits a rate and allows bursts."""


class TokenBucket:
    """Tokens are added at `rate` per second up to `capacity`; each request takes one."""

    def __init__(self, rate: float, capacity: float, now: float) -> None:
        self.rate = rate
        self.capacity = capacity
        self.filled = now
        self._level = capacity

    def level(self, now: float) -> float:
        """The number of tokens."""
        self._level = min(self.capacity, self._level + (now - self.filled) * self.rate)
        self.filled = now
        return self._level

    def take(self, now: float) -> bool:
        """Take a token; False if there is none."""
        if self.level(now) < 1:
            return False
        self._level -= 1
        return True

    def spend(self, now: float, amount: float) -> None:
        """Take tokens for work already done; the level may become negative."""
        self._level = self.level(now) - amount

    def wait_for(self, now: float, amount: float) -> float:
        """Seconds until the bucket has this many tokens."""
        return max(0.0, amount - self.level(now)) / self.rate

    def is_full(self, now: float) -> bool:
        """Whether the bucket is at capacity."""
        return self.level(now) >= self.capacity
