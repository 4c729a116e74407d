"""The two ends of a relay: `RelayLink` waits there for those who look for this peer, `RelayTunnel` is a port of this machine that
leads to a waiting peer. Links, cards and all else go through both as if there were no relay."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

from acquire_net.crypto.hashing import Entropy
from acquire_net.errors import Wording
from acquire_net.links.relay import (
    ACCEPT,
    CONNECT,
    DIALLED,
    LISTEN,
    NO,
    PING,
    PING_S,
    SIGNAL_BYTES,
    SILENT_CONTROL_S,
    TOKEN_BYTES,
    UNPAIRED_S,
    YES,
    Request,
    Wire,
    signal_bytes,
    why_not,
)
from acquire_net.links.socket_loop import SocketLoop
from acquire_net.links.sockets import Reach, open_loop, prepare, start_accepting
from acquire_net.links.splice import Splice

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
MAX_AT_ONCE = 24


def _unreachable_text(why: str) -> str:
    return Wording("the relay cannot be reached: {why}", why=why)


class RelayLink:
    """A room at a relay, kept until `close` and taken again whenever the line breaks. `take` is called, in another thread,
    with each connection that comes through, and the host of the relay: `Gateway.take` is made for that.

    `is_up` and `trouble` may be read from any thread.
    """

    def __init__(self, take: Callable[[socket.socket, str], None], host: str, port: int, room: bytes,
                 entropy: Entropy = secrets.token_bytes) -> None:
        self.is_up = False
        self.trouble = ""
        self._take = take
        self._host, self._port, self._room = host, port, room
        self._token = entropy(TOKEN_BYTES)
        self._pause_s = FIRST_PAUSE_S
        self._open: dict[Wire | Reach, None] = {}
        self._loop = SocketLoop("acquire relay link")
        self._loop.call_soon(self._go_there)
        self._loop.start()

    def close(self) -> None:
        self._loop.close(self._hang_up_on_all)

    # --- in the loop's thread

    def _connect_to_relay(self, there: Callable[[socket.socket], None], failed: Callable[[str], None]) -> None:
        def arrived(sock: socket.socket) -> None:
            self._open.pop(reach, None)
            there(sock)

        def gave_up(words: str) -> None:
            self._open.pop(reach, None)
            failed(words)

        reach = Reach(self._loop, self._host, self._port, UNPAIRED_S, arrived, gave_up)
        self._open[reach] = None

    def _go_there(self) -> None:
        self._connect_to_relay(self._ask_for_room, self._come_back_later)

    def _come_back_later(self, words: str) -> None:
        self.trouble = _unreachable_text(words)
        self._loop.call_later(self._pause_s, self._go_there)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def _ask_for_room(self, sock: socket.socket) -> None:
        def ended() -> None:
            self.is_up = False
            self._open.pop(wire, None)
            self._come_back_later(Wording("the line broke") if not refused else refused[0])

        refused: list[str] = []
        wire = Wire(self._loop, sock, SIGNAL_BYTES, lambda data: self._on_signals(wire, data, refused), ended)
        self._open[wire] = None
        wire.hang_up_in(UNPAIRED_S)
        wire.send_signal(Request(LISTEN, self._room, self._token).pack())

    def _on_signals(self, wire: Wire, data: bytes, refused: list[str]) -> None:
        kind, token = data[:1], data[1:]
        if kind == YES and not self.is_up:
            self.is_up, self.trouble, self._pause_s = True, "", FIRST_PAUSE_S
            self._loop.call_later(PING_S, lambda: self._send_ping(wire))
        elif kind == DIALLED and self.is_up:
            if len(self._open) < MAX_AT_ONCE:
                self._connect_to_relay(lambda sock: self._answer(sock, token), lambda words: None)
        elif kind != PING:
            refused.append(why_not(token) if kind == NO else why_not(b"what"))
            wire.close()
            return
        wire.hang_up_in(SILENT_CONTROL_S)

    def _send_ping(self, wire: Wire) -> None:
        if wire in self._open:
            wire.send_signal(signal_bytes(PING))
            self._loop.call_later(PING_S, lambda: self._send_ping(wire))

    def _answer(self, sock: socket.socket, token: bytes) -> None:
        def on_answer(data: bytes) -> None:
            if data[:1] != YES:
                wire.close()
                return
            self._open.pop(wire, None)
            joined = wire.let_go()
            try:
                host = joined.getpeername()[0]
            except OSError:  # gone again
                joined.close()
                return
            self._take(joined, host)

        wire = Wire(self._loop, sock, SIGNAL_BYTES, on_answer, lambda: self._forget_passage(wire))
        self._open[wire] = None
        wire.hang_up_in(UNPAIRED_S)
        wire.send_signal(Request(ACCEPT, self._room, token).pack())

    def _forget_passage(self, wire: Wire) -> None:
        self._open.pop(wire, None)

    def _hang_up_on_all(self) -> None:
        for each in list(self._open):
            each.close()
        self._open.clear()


class RelayTunnel:
    """A port of loopback, `port`, that leads through a relay to the peer that waits in a room; open until `close`.

    `trouble` may be read from any thread: why the last connection did not come through.
    """

    def __init__(self, host: str, port: int, room: bytes) -> None:
        self.trouble = ""
        self._host, self._port, self._room = host, port, room
        self._open: dict[_Passage, None] = {}
        self._loop, self._listeners = open_loop("acquire relay tunnel", ["127.0.0.1"], 0)
        self.port: int = self._listeners[0].getsockname()[1]
        start_accepting(self._loop, self._listeners, self._take_caller)

    def close(self) -> None:
        self._loop.close(self._hang_up_on_all)

    def _take_caller(self, sock: socket.socket, host: str) -> None:
        if len(self._open) >= MAX_AT_ONCE:
            sock.close()
            return
        passage = _Passage(self._loop, sock, Request(CONNECT, self._room, bytes(TOKEN_BYTES)), self._note_trouble)
        self._open[passage] = None
        passage.begin(self._host, self._port, lambda: self._forget_passage(passage))

    def _note_trouble(self, words: str) -> None:
        self.trouble = words

    def _forget_passage(self, passage: _Passage) -> None:
        self._open.pop(passage, None)

    def _hang_up_on_all(self) -> None:
        for each in list(self._open):
            each.close()
        for listener in self._listeners:
            self._loop.drop_socket(listener)


class _Passage:
    """One connection on its way through: the relay is looked for, then asked, then the two are spliced."""

    def __init__(self, loop: SocketLoop, local: socket.socket, request: Request, note: Callable[[str], None]) -> None:
        self._loop = loop
        self._local = local
        self._request = request
        self._note = note
        self._ended: Callable[[], None] = lambda: None
        self._part: Reach | Wire | Splice | None = None

    def begin(self, host: str, port: int, ended: Callable[[], None]) -> None:
        self._ended = ended
        self._part = Reach(self._loop, host, port, UNPAIRED_S, self._ask, self._fail_with)

    def close(self) -> None:
        part, self._part = self._part, None
        if part is not None:
            part.close()
            self._loop.drop_socket(self._local)
            self._ended()

    def _fail_with(self, words: str) -> None:
        self._note(_unreachable_text(words))
        self.close()

    def _ask(self, sock: socket.socket) -> None:
        wire = Wire(self._loop, sock, SIGNAL_BYTES, lambda data: self._on_answer(wire, data), self.close)
        self._part = wire
        wire.hang_up_in(UNPAIRED_S + 2)  # the relay gives up first, and says so
        wire.send_signal(self._request.pack())

    def _on_answer(self, wire: Wire, data: bytes) -> None:
        if data[:1] != YES:
            self._note(why_not(data[1:]))
            self.close()
            return
        self._note("")
        outer = wire.let_go()
        try:
            prepare(self._local)
        except OSError:  # gone again
            self._loop.drop_socket(outer)
            self.close()
            return
        self._part = Splice(self._loop, outer, self._local, ended=self.close)
