"""A pipe between two connections: what one side sends the other receives, both ways, with bounded memory.

Nothing is looked at. While one side does not take, the other is not read, so that TCP slows its sender down; a rate is kept in
the same way. When one side has ended and all that it said has been passed on, both are closed.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

from acquire_net.links.bucket import Bucket
from acquire_net.links.socket_loop import READ, WRITE, SocketLoop

BUFFER_BYTES = 64 * 1024
LINGER_S = 5.0
"""How long what was said before the end may take to be passed on."""
MIN_READ_BYTES = 4096
"""With a rate, nothing is read before so much may be: else a fast sender would be read byte by byte."""


class _Way:
    """From one of the two to the other."""

    __slots__ = ("bucket", "ended", "moved", "paused", "sink", "source", "waiting")

    def __init__(self, source: socket.socket, sink: socket.socket, bucket: Bucket | None) -> None:
        self.source = source
        self.sink = sink
        self.bucket = bucket
        self.waiting = bytearray()
        self.moved = 0
        self.paused = False
        self.ended = False

    @property
    def wants_to_read(self) -> bool:
        return not self.ended and not self.paused and len(self.waiting) < BUFFER_BYTES


class Splice:
    """Owns both sockets from now on. What stands in `first` goes to the inner side before all else, `inner_first` to the outer.
    `moved` is called after bytes have been passed on, `ended` once, when both are closed."""

    def __init__(self, loop: SocketLoop, outer: socket.socket, inner: socket.socket, *, first: bytes = b"",
                 inner_first: bytes = b"", bucket: Bucket | None = None, inner_bucket: Bucket | None = None,
                 idle_s: float | None = None, moved: Callable[[], None] | None = None,
                 ended: Callable[[], None] | None = None) -> None:
        self._loop = loop
        self._in = _Way(outer, inner, bucket)
        self._out = _Way(inner, outer, inner_bucket)
        self._moved = moved
        self._ended = ended
        self._idle_s = idle_s
        self._lingers = False
        self.is_open = True
        self._in.waiting += first
        self._out.waiting += inner_first
        self._last_s = time.monotonic()
        self._watch_sockets()
        if idle_s is not None:
            loop.call_later(idle_s, self._look_whether_idle)

    @property
    def bytes_out(self) -> int:
        """Return how many bytes have reached the outer side."""
        return self._out.moved

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._loop.drop_socket(self._in.source)
            self._loop.drop_socket(self._in.sink)
            if self._ended is not None:
                self._ended()

    # --- the loop calls

    def _outer_is_ready(self, events: int) -> None:
        self._go_on(self._in, self._out, events)

    def _inner_is_ready(self, events: int) -> None:
        self._go_on(self._out, self._in, events)

    def _go_on(self, reads: _Way, writes: _Way, events: int) -> None:
        before = self._in.moved + self._out.moved
        try:
            if events & WRITE:
                self._write(writes)
            if events & READ and reads.wants_to_read:
                self._read(reads)
                self._write(reads)  # at once: most often the other side can take it, and waiting would cost a round
        except OSError:  # reset, or gone: nobody is left to receive what the other side sent
            self.close()
            return
        if self._in.moved + self._out.moved != before:
            self._last_s = time.monotonic()
            if self._moved is not None:
                self._moved()
        if self.is_open:
            self._settle()

    def _read(self, way: _Way) -> None:
        most = BUFFER_BYTES - len(way.waiting)
        if way.bucket is not None:
            held = int(way.bucket.tokens_at(time.monotonic()))
            if held < MIN_READ_BYTES:
                way.paused = True
                self._loop.call_later(way.bucket.wait_s(MIN_READ_BYTES, time.monotonic()), lambda: self._resume(way))
                return
            most = min(most, held)
        try:
            data = way.source.recv(most)
        except BlockingIOError:
            return
        way.ended = not data
        way.waiting += data
        if way.bucket is not None:
            way.bucket.take(len(data), time.monotonic())

    def _write(self, way: _Way) -> None:
        while way.waiting:
            try:
                sent = way.sink.send(way.waiting)
            except BlockingIOError:
                return
            del way.waiting[:sent]
            way.moved += sent

    def _resume(self, way: _Way) -> None:
        way.paused = False
        if self.is_open:
            self._watch_sockets()

    def _settle(self) -> None:
        for way in (self._in, self._out):
            if way.ended and not way.waiting:
                self.close()
                return
            if way.ended and not self._lingers:
                self._lingers = True
                self._loop.call_later(LINGER_S, self.close)
        self._watch_sockets()

    def _watch_sockets(self) -> None:
        for reads, writes, do in ((self._in, self._out, self._outer_is_ready), (self._out, self._in, self._inner_is_ready)):
            events = (READ if reads.wants_to_read else 0) | (WRITE if writes.waiting else 0)
            self._loop.watch_socket(reads.source, events, do)

    def _look_whether_idle(self) -> None:
        if self.is_open and self._idle_s is not None:
            quiet_s = time.monotonic() - self._last_s
            if quiet_s >= self._idle_s:
                self.close()
            else:
                self._loop.call_later(self._idle_s - quiet_s, self._look_whether_idle)
