"""Trying to connect: one address after the other, with pauses that grow from round to round; each failure is reported once.

What makes the connection is not here; the mesh asks when and where, and says how it went.
"""

from __future__ import annotations

from acquire_net.links.addresses import Endpoint
from acquire_net.links.link_events import NO_ANSWER

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 2.0
ATTEMPT_S = 8.0
"""More than connection and handshake may take by the settings of the mesh: then an attempt is given up all the same."""


class Dial:
    """Either *done*, which is connected, or trying since `began_s`, or waiting until `due_s`."""

    __slots__ = ("_at", "_failures", "_reported", "addresses", "began_s", "done", "due_s", "reason")

    def __init__(self, addresses: tuple[Endpoint, ...]) -> None:
        self.addresses = addresses
        self.done = False
        self.began_s = 0.0
        self.due_s = 0.0
        self.reason = NO_ANSWER
        """Why it will have failed, if nothing better happens."""
        self._at = 0
        self._failures = 0
        self._reported: set[tuple[Endpoint, str]] = set()

    @property
    def address(self) -> Endpoint:
        return self.addresses[self._at % len(self.addresses)]

    def replace(self, addresses: tuple[Endpoint, ...]) -> bool:
        """Use these addresses from now on; return True if the present attempt or connection may go on."""
        if addresses == self.addresses:
            return True
        now_at = self.address
        self.addresses = addresses
        self._at = addresses.index(now_at) if now_at in addresses else 0
        self._failures = 0
        self._reported.clear()
        if not self.done:
            self.due_s = 0.0
        return self.done or now_at in addresses

    def begin(self, now_s: float) -> None:
        self.began_s, self.reason = now_s, NO_ANSWER

    def on_connected(self) -> None:
        self.done, self.reason = True, NO_ANSWER
        self._failures = 0
        self._reported.clear()

    def on_ended(self, now_s: float) -> Endpoint | None:
        """Note that the attempt or the connection has ended; return its address if this failure is not reported yet."""
        was_done, self.done, failed = self.done, False, self.address
        rounds = self._failures // len(self.addresses)
        self.due_s = now_s + min(FIRST_PAUSE_S * 2 ** min(rounds, 10), LONGEST_PAUSE_S)
        if was_done:
            return None
        self._at += 1
        self._failures += 1
        is_news = (failed, self.reason) not in self._reported
        self._reported.add((failed, self.reason))
        return failed if is_news else None
