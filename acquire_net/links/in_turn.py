"""Frames from many peers, given out one of each in turn: a peer that sends much delays only itself.

The frames of one peer keep their order. If more of them wait than is useful, the rest is lost, as on a link.
"""

from __future__ import annotations

from collections import deque

from acquire_net.links.link_events import Arrival, Event

MAX_WAITING = 1000
"""Frames of one peer: as many as it may send at once."""
MAX_WAITING_BYTES = 4_000_000
EACH_AT_ONCE = 8
"""In one turn: what a frame is answered with costs some tenths of a millisecond, and after these frames others are looked at."""


class InTurn:
    """
    >>> events = InTurn()
    >>> for key, frame in ((b"a", b"1"), (b"a", b"2"), (b"b", b"3")):
    ...     events.add(Arrival(key, frame))
    >>> [event.frame for event in events.take()]
    [b'1', b'3', b'2']
    """

    def __init__(self) -> None:
        self._waiting: dict[bytes, deque[Event]] = {}
        self._bytes: dict[bytes, int] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, event: Event) -> None:
        size = len(event.frame) if isinstance(event, Arrival) else 0
        waiting = self._waiting.setdefault(event.key, deque())
        held = self._bytes.get(event.key, 0)
        if size and (len(waiting) >= MAX_WAITING or held + size > MAX_WAITING_BYTES):
            return
        self._bytes[event.key] = held + size
        waiting.append(event)

    def forget_frames(self, key: bytes) -> None:
        """Forget the frames of a peer that nobody has looked at."""
        waiting = self._waiting.get(key, ())
        kept: deque[Event] = deque(event for event in waiting if not isinstance(event, Arrival))
        self._waiting.pop(key, None)
        self._bytes.pop(key, None)
        if kept:
            self._waiting[key] = kept

    def take(self) -> list[Event]:
        """Take a few events of each peer, the first of all peers before the second of any."""
        taken: list[Event] = []
        for _ in range(EACH_AT_ONCE):
            for key in list(self._waiting):
                event = self._waiting[key].popleft()
                taken.append(event)
                if not self._waiting[key]:
                    del self._waiting[key]
                    self._bytes.pop(key, None)
                elif isinstance(event, Arrival):
                    self._bytes[key] -= len(event.frame)
        return taken
