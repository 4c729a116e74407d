"""The one open port of a peer: it stands before ZeroMQ, which cannot tell friends from strangers until it has spent time on them.

A client that asks for a card receives it and is disconnected. One that speaks ZeroMQ is joined to the mesh, which listens on
loopback only. All others, silent ones included, are disconnected. A connection is a *stranger* until the mesh has answered past
its handshake, that is until ZAP has admitted the key. Limits here count connections, never their contents.
"""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from acquire_net.links.addresses import DEFAULT_PORT
from acquire_net.links.bucket import Bucket
from acquire_net.links.socket_loop import READ, Timer
from acquire_net.links.sockets import (
    ALL_ADDRESSES,
    caller_group,
    open_loop,
    prepare,
    read_some,
    start_accepting,
    start_connecting,
)
from acquire_net.links.splice import Splice

FIRST_WORDS_S = 3.0
HANDSHAKE_S = 5.0
"""A little more than ZeroMQ gives it, which hangs up by itself."""
STRANGERS_OF_ONE_ADDRESS = 16
STRANGERS_IN_ALL = 64
CALLERS_OF_ONE_ADDRESS = 48
CALLERS_IN_ALL = 128
HANDSHAKES_PER_S, BURST_HANDSHAKES = 10, 60
"""Of one address: each costs the mesh some tenths of a millisecond."""
MAX_REMEMBERED_ADDRESSES = 256
"""Addresses whose handshakes are counted."""

BYTES_PER_S = 1_000_000
BURST_BYTES = 1_000_000
UNREAD_BYTES, LOOK_AGAIN_S = 64_000, 0.02
"""For one connection while the mesh is behind: then a peer that sends much waits, and one that sends little does not."""

REQUEST_BYTES = 8
"""Of the words that ask for a card."""
ZMTP_BEGINNING = 0xFF
GREETING_BYTES, WELCOME_BYTES, ERROR_BYTES = 64, 170, 12
STRANGERS_HEAR_BYTES = GREETING_BYTES + WELCOME_BYTES + ERROR_BYTES
"""Bytes that the mesh sends to a peer that it refuses in the end; READY, for an admitted peer, is longer than ERROR."""


class _Inflow(Bucket):
    """What one connection may bring: so much a second, and little more while what has come is not read."""

    __slots__ = ("_is_behind", "_unread")

    def __init__(self, is_behind: Callable[[], bool], now_s: float) -> None:
        super().__init__(BYTES_PER_S, BURST_BYTES, now_s)
        self._is_behind = is_behind
        self._unread = 0.0

    def tokens_at(self, now_s: float) -> float:
        if not self._is_behind():
            self._unread = 0.0
        return min(super().tokens_at(now_s), UNREAD_BYTES - self._unread)

    def take(self, amount: float, now_s: float) -> bool:
        taken = super().take(amount, now_s)
        self._unread += amount * taken
        return taken

    def wait_s(self, amount: float, now_s: float) -> float:
        return max(super().wait_s(amount, now_s), LOOK_AGAIN_S if self._unread else 0.0)


class _Caller:
    """One connection from outside."""

    __slots__ = ("group", "is_stranger", "received", "sock", "splice", "timer")

    def __init__(self, sock: socket.socket, group: str) -> None:
        self.sock = sock
        self.group = group
        self.received = b""
        self.splice: Splice | None = None
        self.is_stranger = True
        self.timer: Timer | None = None


class Gateway:
    """The open port, from the start until `close`. Raises PortTakenError.

    `refused`, `strangers` and `by_address` may be read from any thread: connections turned away so far, those that are not
    known to be friends, and all that are open by address.
    """

    def __init__(self, mesh_port: int, answers: Mapping[bytes, bytes], port: int = DEFAULT_PORT, *, any_port: bool = True,
                 hosts: Sequence[str] = ALL_ADDRESSES, is_behind: Callable[[], bool] = lambda: False) -> None:
        """`answers` are the cards, by the words that ask for them. `is_behind` says, to another thread, whether the mesh has more
        to read than it can."""
        self.refused = 0
        self.strangers = 0
        self.by_address: dict[str, int] = {}
        self._mesh_port = mesh_port
        self._is_behind = is_behind
        self._answers = dict(answers)
        self._callers: dict[_Caller, None] = {}  # the oldest first
        self._handshakes: dict[str, Bucket] = {}
        self._loop, self._listeners = open_loop("acquire gateway", hosts, port, any_port)
        self.port: int = self._listeners[0].getsockname()[1]
        start_accepting(self._loop, self._listeners, lambda sock, host: self._take_caller(sock, caller_group(host)))

    # --- from any thread

    def take(self, sock: socket.socket, host: str) -> None:
        """Take a connection that came in another way, as through a relay, as if it had come in here. The gateway owns the socket
        from now on."""
        if self._loop.running:
            self._loop.call_soon(lambda: self._take_caller(sock, caller_group(host)))
        else:
            sock.close()

    def answer(self, request: bytes, card: bytes) -> None:
        """Answer this request with this card from now on. All requests have one length, and all cards a few hundred bytes."""
        self._answers = {**self._answers, request: card}

    def close(self) -> None:
        self._loop.close(self._hang_up_on_all)

    # --- in the loop's thread

    def _take_caller(self, sock: socket.socket, group: str) -> None:
        if not self._has_room(group):
            self.refused += 1
            sock.close()
            return
        caller = _Caller(sock, group)
        self._callers[caller] = None
        try:
            prepare(sock)
        except OSError:  # gone again
            self._end_caller(caller)
            return
        caller.timer = self._loop.call_later(FIRST_WORDS_S, lambda: self._refuse_caller(caller))
        self._loop.watch_socket(sock, READ, lambda events: self._listen_to(caller))
        self._count_callers()

    def _has_room(self, group: str) -> bool:
        """Return True if one more connection may come. At a cap, the oldest that is not joined to the mesh yet makes room."""
        caps: tuple[tuple[int, Callable[[_Caller], bool]], ...] = (
            (CALLERS_OF_ONE_ADDRESS, lambda each: each.group == group),
            (CALLERS_IN_ALL, lambda each: True),
            (STRANGERS_OF_ONE_ADDRESS, lambda each: each.is_stranger and each.group == group),
            (STRANGERS_IN_ALL, lambda each: each.is_stranger))
        for cap, counts in caps:
            counted = [each for each in self._callers if counts(each)]
            if len(counted) >= cap:
                silent = next((each for each in counted if each.splice is None), None)
                if silent is None:
                    return False
                self._refuse_caller(silent)
        return True

    def _listen_to(self, caller: _Caller) -> None:
        """Read the first bytes, which show what kind of caller this is."""
        data = read_some(caller.sock, 4096)
        if data is None:
            return
        caller.received += data
        if data and caller.received[0] == ZMTP_BEGINNING:
            self._put_through(caller)
        elif data and caller.received[:REQUEST_BYTES] in self._answers:
            self._show_card(caller, self._answers[caller.received[:REQUEST_BYTES]])
        elif not data or not any(request.startswith(caller.received) for request in self._answers):
            self._refuse_caller(caller)

    def _put_through(self, caller: _Caller) -> None:
        now_s = time.monotonic()
        if not self._handshakes_of(caller.group, now_s).take(1, now_s):
            self._refuse_caller(caller)
            return
        try:
            inner = start_connecting(socket.AF_INET, ("127.0.0.1", self._mesh_port))
        except OSError:
            self._refuse_caller(caller)
            return
        self._set_timer(caller, HANDSHAKE_S)
        caller.splice = Splice(self._loop, caller.sock, inner, first=caller.received,
                               bucket=_Inflow(self._is_behind, now_s),
                               moved=lambda: self._check_stranger(caller), ended=lambda: self._end_caller(caller))

    def _check_stranger(self, caller: _Caller) -> None:
        if caller.is_stranger and caller.splice is not None and caller.splice.bytes_out > STRANGERS_HEAR_BYTES:
            caller.is_stranger = False
            if caller.timer is not None:
                caller.timer.cancel()
            self._count_callers()

    def _show_card(self, caller: _Caller, card: bytes) -> None:
        """Send a card and wait until the other side has closed: a socket that is closed with unread bytes loses the card."""
        try:
            caller.sock.send(card)  # a new connection takes so few bytes at once
            caller.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._end_caller(caller)
            return
        self._set_timer(caller, FIRST_WORDS_S)
        self._loop.watch_socket(caller.sock, READ, lambda events: self._wait_for_the_end(caller))

    def _wait_for_the_end(self, caller: _Caller) -> None:
        if read_some(caller.sock, 4096) == b"":
            self._end_caller(caller)

    def _set_timer(self, caller: _Caller, seconds: float) -> None:
        if caller.timer is not None:
            caller.timer.cancel()
        caller.timer = self._loop.call_later(seconds, lambda: self._refuse_caller(caller))

    def _refuse_caller(self, caller: _Caller) -> None:
        if caller in self._callers:
            self.refused += 1
            self._end_caller(caller)

    def _end_caller(self, caller: _Caller) -> None:
        if caller not in self._callers:
            return
        del self._callers[caller]
        if caller.timer is not None:
            caller.timer.cancel()
        if caller.splice is not None:
            caller.splice.close()
        self._loop.drop_socket(caller.sock)
        self._count_callers()

    def _handshakes_of(self, group: str, now_s: float) -> Bucket:
        """Return the bucket of handshakes of an address. If there are too many, forget the one unused for longest."""
        bucket = self._handshakes.pop(group, Bucket(HANDSHAKES_PER_S, BURST_HANDSHAKES, now_s))
        self._handshakes[group] = bucket
        if len(self._handshakes) > MAX_REMEMBERED_ADDRESSES:
            del self._handshakes[next(iter(self._handshakes))]
        return bucket

    def _count_callers(self) -> None:
        """Count the callers anew. The values are replaced whole, so that another thread never sees half of one."""
        self.strangers = sum(each.is_stranger for each in self._callers)
        self.by_address = dict(Counter(each.group for each in self._callers))

    def _hang_up_on_all(self) -> None:
        for caller in list(self._callers):
            self._end_caller(caller)
        for listener in self._listeners:
            self._loop.drop_socket(listener)
