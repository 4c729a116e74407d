"""How much a peer may send: a bucket of frames and one of bytes, and a memory of offences, after which the link is cut."""

from __future__ import annotations

from msgspec import Struct

from acquire_net.links.bucket import Bucket

WINDOW_S = 1.0
QUIET_S = 60.0


class PeerLimits(Struct, frozen=True):
    """Limits for one peer. The burst of frames is for a peer that catches up after a pause."""
    frames_per_s: float = 200
    burst_frames: float = 1000
    bytes_per_s: float = 1_000_000
    burst_bytes: float = 2_000_000
    connections_per_s: float = 2
    burst_connections: float = 20
    offences: int = 3
    offences_within_s: float = 60
    cut_s: float = 30


STANDARD = PeerLimits()


class Meter:
    """One peer's use of its limits."""

    __slots__ = ("_before", "_bytes", "_connections", "_frames", "_last_s", "_limits", "_lost", "_offences", "_reported",
                 "_window")

    def __init__(self, limits: PeerLimits, now_s: float) -> None:
        self._limits = limits
        self._frames = Bucket(limits.frames_per_s, limits.burst_frames, now_s)
        self._bytes = Bucket(limits.bytes_per_s, limits.burst_bytes, now_s)
        self._connections = Bucket(limits.connections_per_s, limits.burst_connections, now_s)
        self._last_s = now_s
        self._window = (now_s, 0, 0)
        self._before = (0, 0)
        self._reported = False
        self._lost = 0
        self._offences: list[float] = []

    def take(self, size: int, now_s: float) -> bool:
        """Return True if one more frame of this size is within the limits."""
        began_s, frames, total = self._window
        if now_s - began_s >= WINDOW_S:
            self._before = self._rate(now_s)
            began_s, frames, total, self._reported = now_s, 0, 0, False
        self._window = (began_s, frames + 1, total + size)
        self._last_s = now_s
        taken = self._frames.take(1, now_s) and self._bytes.take(size, now_s)
        self._lost += not taken
        return taken

    def rate_to_report(self, now_s: float) -> tuple[int, int] | None:
        """Return frames and bytes a second, in this window or the one before, or None if they were reported already.

        They are due once in a window, and again whenever as many frames were lost as may come at once: nobody sends so much by
        mistake."""
        if self._reported and self._lost < self._limits.burst_frames:
            return None
        self._reported, self._lost = True, 0
        return max(self._rate(now_s), self._before)

    def _rate(self, now_s: float) -> tuple[int, int]:
        began_s, frames, total = self._window
        seconds = max(now_s - began_s, 0.1)
        return round(frames / seconds), round(total / seconds)

    def count_offence(self, now_s: float) -> bool:
        """Note an offence; return True if it was one too many, and then forget all of them."""
        self._offences = [each for each in self._offences if now_s - each < self._limits.offences_within_s] + [now_s]
        if len(self._offences) < self._limits.offences:
            return False
        self._offences.clear()
        return True

    def may_connect(self, now_s: float) -> bool:
        self._last_s = now_s
        return self._connections.take(1, now_s)

    def is_quiet(self, now_s: float) -> bool:
        return now_s - self._last_s > QUIET_S
