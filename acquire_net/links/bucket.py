"""A token bucket: so much a second, and so much at once after a quiet time. The clock is the caller's."""

from __future__ import annotations


class Bucket:
    """A bucket that is full at first. A request for more than it holds is refused, and takes nothing.

    >>> bucket = Bucket(rate=2, burst=3, now_s=0)
    >>> [bucket.take(1, 0) for _ in range(4)], bucket.take(1, 0.5)
    ([True, True, True, False], True)
    """

    __slots__ = ("_held", "burst", "rate", "used_s")

    def __init__(self, rate: float, burst: float, now_s: float) -> None:
        self.rate = rate
        self.burst = burst
        self._held = float(burst)
        self.used_s = now_s
        """When it was last looked into."""

    def tokens_at(self, now_s: float) -> float:
        self._held = min(self.burst, self._held + self.rate * max(now_s - self.used_s, 0))
        self.used_s = now_s
        return self._held

    def wait_s(self, amount: float, now_s: float) -> float:
        """Return in how many seconds it will hold so much."""
        return max(amount - self.tokens_at(now_s), 0) / self.rate

    def take(self, amount: float, now_s: float) -> bool:
        if self.tokens_at(now_s) < amount:
            return False
        self._held -= amount
        return True
