"""The blind relay, for tables whose ports nobody can reach.

A peer behind a router waits in a room and keeps a *control* connection there. A peer that looks for it asks for that room, and
the relay announces it on the control connection by a token; the waiting peer answers on a second connection that names the token.
The relay joins the two and sees only ciphertext. It knows rooms by a hash, learns no names, keeps no log, and limits everything.

Whatever is said before the two are joined has a fixed size: a request is 56 bytes, everything else 17. The two ends are in
relay_ends.py.
"""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from acquire_net.crypto.hashing import digest
from acquire_net.crypto.signing import SHORT_FINGERPRINT_BYTES
from acquire_net.errors import Wording
from acquire_net.links.addresses import DEFAULT_RELAY_PORT
from acquire_net.links.bucket import Bucket
from acquire_net.links.socket_loop import READ, SocketLoop, Timer
from acquire_net.links.sockets import ALL_ADDRESSES, caller_group, close_loop, open_loop, prepare, read_some, start_accepting
from acquire_net.links.splice import Splice

ROOM_BYTES, TOKEN_BYTES = 32, 16

_HELLO = b"ACQRLY1"
REQUEST_BYTES = len(_HELLO) + 1 + ROOM_BYTES + TOKEN_BYTES
SIGNAL_BYTES = 1 + TOKEN_BYTES
LISTEN, CONNECT, ACCEPT, MAIL = b"L", b"C", b"A", b"M"
YES, NO, DIALLED, PING = b"+", b"!", b"D", b"P"

REFUSALS = {
    b"full": Wording("the relay is full: try again later, or another relay"),
    b"no room": Wording("nobody waits there behind the relay: is the table open, and does it use this relay?"),
    b"taken": Wording("another program waits there already: if it is this program, started twice, end one of them"),
    b"no answer": Wording("the table behind the relay does not answer: try again"),
    b"no mailbox": Wording("this relay has no mailbox: its owner has started it without one"),
    b"stranger": Wording("the mailbox opens no box for this program now: too many have asked; try again in a few minutes"),
    b"what": Wording("the relay did not understand: one of the programs needs a newer version"),
}
"""What a refusal says, at most 16 bytes, and what it means to people."""
UNKNOWN_REFUSAL = Wording("the relay refused, for a reason that this program does not know")

FIRST_WORDS_S = 3.0
UNPAIRED_S = 10.0
PING_S = 20.0
SILENT_CONTROL_S = 50.0
"""Two pings may be lost."""
IDLE_PAIR_S = 60.0
"""A link of ZeroMQ says something each second."""
DIALS_PER_S, BURST_DIALS = 4, 60
PAIR_BYTES_PER_S, PAIR_BURST_BYTES = 1_000_000, 1_000_000


def room_of(fingerprint: bytes) -> bytes:
    """Return the room in which a peer with this fingerprint waits.

    Forty bits name it, so that a code with a short fingerprint leads there too. A room proves nothing: anyone who knows the
    fingerprint could wait in it, and the card at its end proves who does.
    """
    return digest("room", fingerprint[:SHORT_FINGERPRINT_BYTES])[:ROOM_BYTES]


class Request(Struct, frozen=True):
    """LISTEN in a room, with a token that only the listener knows, so that no other peer can take the room over when the line
    broke; CONNECT to a room; ACCEPT a token; MAIL, with a key in place of the room, and a nonce."""
    kind: bytes
    room: bytes
    token: bytes

    def pack(self) -> bytes:
        return _HELLO + self.kind + self.room + self.token

    @classmethod
    def read(cls, data: bytes) -> Request | None:
        kind = data[len(_HELLO):len(_HELLO) + 1]
        if len(data) != REQUEST_BYTES or not data.startswith(_HELLO) or kind not in (LISTEN, CONNECT, ACCEPT, MAIL):
            return None
        return cls(kind, data[-ROOM_BYTES - TOKEN_BYTES:-TOKEN_BYTES], data[-TOKEN_BYTES:])


def signal_bytes(kind: bytes, token: bytes = b"") -> bytes:
    return kind + token.ljust(TOKEN_BYTES, b"\0")


def why_not(token: bytes) -> str:
    return REFUSALS.get(token.rstrip(b"\0"), UNKNOWN_REFUSAL)


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """Of one relay. What it needs at most: some 150 kB for each connection that is joined to another.

    Each player waits in a room, and in a second one for those who watch. Six behind one router have twelve rooms and, where
    they cannot reach each other, up to sixty connections that are joined.
    """
    connections: int = 800
    connections_of_one_address: int = 160
    rooms: int = 200
    rooms_of_one_address: int = 16
    waiting_of_one_room: int = 16


class MailPort(Protocol):
    """What a relay needs of a mailbox: acquire_net/mailbox/server.py is one."""

    def may_call(self, key: bytes, group: str) -> bool:
        """Return True if the one who names this key may go on; it costs next to nothing."""

    def take_caller(self, sock: socket.socket, key: bytes, caller_nonce: bytes, group: str) -> None:
        """Own this connection from now on."""

    def close(self) -> None:
        """Hang up on everybody."""


class Wire:
    """A connection before it is joined to another: sends and receives pieces of fixed size."""

    __slots__ = ("_received", "_loop", "ended", "group", "on_piece", "size", "sock", "timer")

    def __init__(self, loop: SocketLoop, sock: socket.socket, size: int, on_piece: Callable[[bytes], None],
                 ended: Callable[[], None], group: str = "") -> None:
        self._loop = loop
        self._received = b""
        self.sock = sock
        self.size = size
        self.on_piece = on_piece
        self.ended = ended
        self.group = group
        self.timer: Timer | None = None
        loop.watch_socket(sock, READ, self._read)

    def hang_up_in(self, seconds: float, reason: bytes = b"") -> None:
        """Hang up after so long, unless this is called again or the connection is joined."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self._loop.call_later(seconds, lambda: self.refuse_with(reason) if reason else self.close())

    def send_signal(self, data: bytes) -> None:
        """Send these few bytes at once; close if that fails, because then the other side does not read."""
        try:
            if self.sock.send(data) == len(data):
                return
        except OSError:
            pass
        self.close()

    def refuse_with(self, reason: bytes) -> None:
        self.send_signal(signal_bytes(NO, reason))
        self.close()

    def let_go(self) -> socket.socket:
        """Give up the socket: it belongs to another owner now."""
        self._forget_wire()
        return self.sock

    def close(self) -> None:
        if self.sock.fileno() >= 0:
            self._forget_wire()
            self._loop.drop_socket(self.sock)
            self.ended()

    def _forget_wire(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self._loop.watch_socket(self.sock, 0, self._read)

    def _read(self, events: int) -> None:
        """Read the piece that is due and not a byte more: what follows a request may be for the connection at the other end."""
        data = read_some(self.sock, self.size - len(self._received))
        if data is None:
            return
        if not data:
            self.close()
            return
        self._received += data
        if len(self._received) == self.size:
            piece, self._received = self._received, b""
            self.on_piece(piece)


class _Room(Struct, frozen=True):
    name: bytes
    token: bytes
    control: Wire
    dials: Bucket
    """Each dial makes the listener connect once more, so there are not too many."""


class Relay:
    """A relay that listens until `close`. Raises PortTakenError. The four counts may be read from any thread."""

    def __init__(self, port: int = DEFAULT_RELAY_PORT, *, hosts: Sequence[str] = ALL_ADDRESSES,
                 limits: RelayLimits = RelayLimits(), make_mailbox: Callable[[SocketLoop], MailPort] | None = None) -> None:
        self.room_count = 0
        self.pair_count = 0
        self.joined = 0
        """Pairs so far."""
        self.refused = 0
        self._limits = limits
        self._wires: dict[Wire, None] = {}
        self._rooms: dict[bytes, _Room] = {}
        self._dialled: dict[bytes, tuple[Wire, _Room]] = {}
        self._pairs: dict[Splice, tuple[str, str]] = {}
        self._loop, self._listeners = open_loop("acquire relay", hosts, port)
        self.port: int = self._listeners[0].getsockname()[1]
        try:
            self._mailbox = make_mailbox(self._loop) if make_mailbox is not None else None
        except BaseException:
            close_loop(self._loop, self._listeners)
            raise
        start_accepting(self._loop, self._listeners, self._take_caller)

    def close(self) -> None:
        self._loop.close(self._hang_up_on_all)

    # --- in the loop's thread

    def _take_caller(self, sock: socket.socket, host: str) -> None:
        group = caller_group(host)
        open_now = [wire.group for wire in self._wires] + [each for pair in self._pairs.values() for each in pair]
        if len(open_now) >= self._limits.connections or open_now.count(group) >= self._limits.connections_of_one_address:
            self.refused += 1
            sock.close()
            return
        try:
            prepare(sock)
        except OSError:  # gone again
            sock.close()
            return
        wire = Wire(self._loop, sock, REQUEST_BYTES, lambda data: self._on_request(wire, data), lambda: self._on_room_gone(wire),
                    group)
        self._wires[wire] = None
        wire.hang_up_in(FIRST_WORDS_S)

    def _on_request(self, wire: Wire, data: bytes) -> None:
        request = Request.read(data)
        if request is None:
            self._refuse_wire(wire, b"what")
        elif request.kind == LISTEN:
            self._open_room(wire, request)
        elif request.kind == CONNECT:
            self._ask_room(wire, request)
        elif request.kind == MAIL:
            self._hand_to_mailbox(wire, request)
        else:
            self._accept(wire, request)

    def _refuse_wire(self, wire: Wire, reason: bytes) -> None:
        self.refused += 1
        wire.refuse_with(reason)

    def _hand_to_mailbox(self, wire: Wire, request: Request) -> None:
        if self._mailbox is None:
            self._refuse_wire(wire, b"no mailbox")
        elif not self._mailbox.may_call(request.room, wire.group):
            self._refuse_wire(wire, b"stranger")
        else:
            self._wires.pop(wire)
            self._mailbox.take_caller(wire.let_go(), request.room, request.token, wire.group)

    def _open_room(self, wire: Wire, request: Request) -> None:
        there = self._rooms.get(request.room)
        if there is not None and not secrets.compare_digest(there.token, request.token):
            self._refuse_wire(wire, b"taken")
            return
        if there is not None:
            there.control.close()
        of_one = sum(room.control.group == wire.group for room in self._rooms.values())
        if len(self._rooms) >= self._limits.rooms or of_one >= self._limits.rooms_of_one_address:
            self._refuse_wire(wire, b"full")
            return
        dials = Bucket(DIALS_PER_S, BURST_DIALS, time.monotonic())
        self._rooms[request.room] = _Room(request.room, request.token, wire, dials)
        self.room_count = len(self._rooms)
        wire.size, wire.on_piece = SIGNAL_BYTES, lambda data: self._on_ping(wire, data)
        wire.hang_up_in(SILENT_CONTROL_S)
        wire.send_signal(signal_bytes(YES))

    def _on_ping(self, wire: Wire, data: bytes) -> None:
        if data != signal_bytes(PING):
            wire.close()
            return
        wire.hang_up_in(SILENT_CONTROL_S)
        wire.send_signal(data)

    def _ask_room(self, wire: Wire, request: Request) -> None:
        room = self._rooms.get(request.room)
        if room is None:
            self._refuse_wire(wire, b"no room")
            return
        waiting = sum(waits_for is room for _, waits_for in self._dialled.values())
        if waiting >= self._limits.waiting_of_one_room or not room.dials.take(1, time.monotonic()):
            self._refuse_wire(wire, b"full")
            return
        token = secrets.token_bytes(TOKEN_BYTES)
        self._dialled[token] = (wire, room)
        # A dialling peer sends nothing before it is joined: a byte after the request ends it, and so does the end of the line.
        wire.size, wire.on_piece = 1, lambda data: wire.close()
        wire.hang_up_in(UNPAIRED_S, b"no answer")
        room.control.send_signal(signal_bytes(DIALLED, token))

    def _accept(self, wire: Wire, request: Request) -> None:
        dialler, room = self._dialled.pop(request.token, (None, None))
        if dialler is None or room is None or room.name != request.room:
            self._refuse_wire(wire, b"no room")
            return
        self._wires.pop(dialler)
        self._wires.pop(wire)
        outer, inner = dialler.let_go(), wire.let_go()
        now_s = time.monotonic()
        splice = Splice(self._loop, outer, inner, first=signal_bytes(YES), inner_first=signal_bytes(YES), idle_s=IDLE_PAIR_S,
                        bucket=Bucket(PAIR_BYTES_PER_S, PAIR_BURST_BYTES, now_s),
                        inner_bucket=Bucket(PAIR_BYTES_PER_S, PAIR_BURST_BYTES, now_s), ended=lambda: self._on_pair_ended(splice))
        self._pairs[splice] = (dialler.group, wire.group)
        self.joined += 1
        self.pair_count = len(self._pairs)

    def _on_pair_ended(self, splice: Splice) -> None:
        self._pairs.pop(splice, None)
        self.pair_count = len(self._pairs)

    def _on_room_gone(self, wire: Wire) -> None:
        self._wires.pop(wire, None)
        self._rooms = {name: room for name, room in self._rooms.items() if room.control is not wire}
        self._dialled = {token: each for token, each in self._dialled.items() if each[0] is not wire}
        self.room_count = len(self._rooms)

    def _hang_up_on_all(self) -> None:
        for wire in list(self._wires):
            wire.close()
        for pair in list(self._pairs):
            pair.close()
        for listener in self._listeners:
            self._loop.drop_socket(listener)
        if self._mailbox is not None:
            self._mailbox.close()
