"""The log of the links: who came, who was lost, refused or cut off, and why, for a bug report to have something to show.

There are no secrets in it: a peer is its name and eight digits of its key, and neither tiles nor lines of people are written.
What strangers cause is written a few times a minute, so that they cannot push out what happened before. Who opens the file sees
to it that it is bounded.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from acquire_net.links.addresses import Address
from acquire_net.links.bucket import Bucket
from acquire_net.links.link_events import Arrival, CutOff, DialFailed, Event, Flooding, LinkDown, LinkUp, Shaken, Unauthorised

STRANGERS_PER_S, STRANGERS_BURST = 0.1, 10.0
MAX_REFUSED = 64
"""Keys that the log has named already, and does not name again."""

log = logging.getLogger("acquire.links")


def key_mark(key: bytes) -> str:
    """Return what the log shows of a public key."""
    return key[:4].hex()


class LinkLog:
    def __init__(self, name_of: Callable[[bytes], str]) -> None:
        """Begin a log of links. `name_of` takes the key of a link, and returns an empty text for a stranger."""
        self._name_of = name_of
        self._strangers = Bucket(STRANGERS_PER_S, STRANGERS_BURST, time.monotonic())
        self._unwritten = 0
        self._refused: dict[bytes, None] = {}

    def log_event(self, event: Event) -> None:
        match event:
            case Arrival():
                pass
            case LinkUp(key):
                log.info("link to %s is up", self._name_with_key(key))
            case LinkDown(key):
                log.warning("link to %s is lost", self._name_with_key(key))
            case Shaken(key):
                log.info("one of two ways to %s is lost", self._name_with_key(key))
            case DialFailed(key, host, port, reason):
                log.info("no link to %s at %s: %s", self._name_with_key(key), Address(host, port), reason)
            case Flooding(key, frames, size):
                log.warning("%s sends %d frames and %d bytes a second: too much is dropped", self._name_with_key(key), frames,
                            size)
            case CutOff(key, seconds, reason):
                log.warning("link to %s is cut for %.0f s: %s", self._name_with_key(key), seconds, reason)
            case Unauthorised(key):
                self._note_stranger(key)

    def _note_stranger(self, key: bytes) -> None:
        """Write it once for each key: a program that is refused tries again every other second."""
        if key in self._refused:
            return
        if not self._strangers.take(1, time.monotonic()):
            self._unwritten += 1
            return
        also = f" (and {self._unwritten} times before, not written)" if self._unwritten else ""
        self._unwritten = 0
        self._refused[key] = None
        if len(self._refused) > MAX_REFUSED:
            del self._refused[next(iter(self._refused))]
        log.info("refused: %s is not of this table%s", self._name_with_key(key), also)

    def _name_with_key(self, key: bytes) -> str:
        name = self._name_of(key)
        return f"{name} ({key_mark(key)})" if name else key_mark(key)
