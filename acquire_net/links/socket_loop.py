"""One thread that waits for many sockets: what the gateway, the relay and its two ends run on.

Sockets, timers and callbacks belong to the loop's thread; only `call_soon`, `close` and reading `running` are for other threads.
"""

from __future__ import annotations

import heapq
import selectors
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
LONGEST_WAIT_S = 60.0
SWITCH_S = 0.001
"""After so long the running thread hands Python to another one that waits for it: what a peer receives passes through this
thread first, and then through two more."""


class Timer:
    """Something that is done later, unless it is cancelled."""

    __slots__ = ("do",)

    def __init__(self, do: Callable[[], None]) -> None:
        self.do: Callable[[], None] | None = do

    def cancel(self) -> None:
        self.do = None


class SocketLoop:
    """Each gateway, relay and relay end owns one: it calls `start`, then `watch_socket`, `call_later` or `call_soon`, and
    `close` at its end. A callback must not block, since all sockets of its owner wait for it. A callback that raises is
    reported, and the socket for which it was called is dropped; the loop goes on."""

    def __init__(self, name: str) -> None:
        self.running = False
        self._is_closed = False
        self._selector = selectors.DefaultSelector()
        self._timers: list[tuple[float, int, Timer]] = []
        """A heap of when, a number for equal times, and what."""
        self._timer_count = 0
        self._calls: deque[Callable[[], object]] = deque()
        """What other threads want done in the loop's thread."""
        try:
            self._ear, self._mouth = socket.socketpair()
        except BaseException:
            self._selector.close()
            raise
        """The loop waits for this end of a pair; a byte into `_mouth` wakes it."""
        self._ear.setblocking(False)
        self._mouth.setblocking(False)
        self._selector.register(self._ear, READ, self._on_wake)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_S))
        self.running = True
        try:
            self._thread.start()
        except BaseException:  # the system has no thread left
            self.running = False
            raise

    def call_soon(self, do: Callable[[], object]) -> None:
        """Let the loop's own thread do this. May be called from any thread."""
        self._calls.append(do)
        try:
            self._mouth.send(b"!")
        except OSError:  # so many wait already that it is awake, or it is closed
            pass

    def close(self, last: Callable[[], object]) -> None:
        """End the loop, from any other thread, also one that was not started; a second call does nothing. `last` closes what is
        still open after its end."""
        if self._is_closed:
            return
        self._is_closed = True
        if self.running:
            self.running = False
            self.call_soon(lambda: None)
            self._thread.join()
        while self._calls:
            self.run_callback(self._calls.popleft())
        try:
            last()
        finally:
            self._selector.close()
            self._ear.close()
            self._mouth.close()

    # --- in the loop's thread

    def watch_socket(self, sock: socket.socket, events: int, do: Callable[[int], None]) -> None:
        """Call `do` with the events that are possible whenever one of these is. Without events, watch the socket no longer."""
        known = self._selector.get_map().get(sock)
        if known is None and events:
            self._selector.register(sock, events, do)
        elif known is not None and not events:
            self._selector.unregister(sock)
        elif known is not None and (known.events != events or known.data != do):
            self._selector.modify(sock, events, do)

    def drop_socket(self, sock: socket.socket) -> None:
        """Watch a socket no longer, and close it."""
        if sock.fileno() >= 0:
            self.watch_socket(sock, 0, self._on_wake)
            sock.close()

    def call_later(self, seconds: float, do: Callable[[], None]) -> Timer:
        timer = Timer(do)
        self._timer_count += 1
        heapq.heappush(self._timers, (time.monotonic() + seconds, self._timer_count, timer))
        return timer

    def _run(self) -> None:
        while self.running:
            for key, events in self._selector.select(self._wait_s()):
                # Not the same any more: another callback of this round has dropped or changed it.
                if self._selector.get_map().get(key.fd) is key and not self.run_callback(partial(key.data, events)):
                    self.drop_socket(key.fileobj)  # type: ignore[arg-type]
            while self._timers and self._timers[0][0] <= time.monotonic():
                timer = heapq.heappop(self._timers)[2]
                if timer.do is not None:
                    self.run_callback(timer.do)
            for _ in range(len(self._calls)):  # what they add waits for the sockets
                self.run_callback(self._calls.popleft())

    def run_callback(self, do: Callable[[], object]) -> bool:
        """Return True if it went well: a mistake of this program with one connection must not end the others. It is reported like
        an error that ends a thread."""
        try:
            do()
        except Exception:
            threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self._thread)))
            return False
        return True

    def _wait_s(self) -> float:
        while self._timers and self._timers[0][2].do is None:
            heapq.heappop(self._timers)
        return min(max(self._timers[0][0] - time.monotonic(), 0), LONGEST_WAIT_S) if self._timers else LONGEST_WAIT_S

    def _on_wake(self, events: int) -> None:
        self._ear.recv(4096)
