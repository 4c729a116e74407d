"""The mailbox at a relay: members prove their key, put frames into boxes, and take what waits in their own.

A key that nobody knows here may open a box, a few in a while, and nothing else; before that it costs the look into a dictionary.
Everything runs in the thread of the relay, so no two requests meet in the store. One message is handled in each turn of its loop,
so the relay waits for one write at most.
"""

from __future__ import annotations

import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from acquire_net.crypto.curve import curve_keys
from acquire_net.crypto.sealing import LINE_NONCE_BYTES, SealedLine, SealError
from acquire_net.links.bucket import Bucket
from acquire_net.links.relay import YES, signal_bytes
from acquire_net.links.socket_loop import READ, WRITE, SocketLoop, Timer
from acquire_net.links.sockets import read_some
from acquire_net.mailbox.box import MailboxError
from acquire_net.mailbox.messages import (
    LENGTH_BYTES,
    MAX_FIRST_BYTES,
    MAX_MESSAGE_BYTES,
    MAX_PUT_BYTES,
    DropFrames,
    FetchFrames,
    FramesAnswer,
    KeptAnswer,
    MailAnswer,
    MailFrame,
    MailMessageError,
    MailRequest,
    OpenBox,
    OpenedAnswer,
    PutFrames,
    RefusalAnswer,
    decode_request,
    encode_mail,
)
from acquire_net.mailbox.store import MALFORMED, MailboxRefusedError, MailboxStore

DISK, STRANGER = b"disk", b"stranger"
FIRST_WORDS_S = 5.0
SILENT_S = 120.0
"""A member asks more often than that."""
TIDY_S = 3600.0
REQUESTS_PER_S, BURST_REQUESTS = 20, 400
WRITES_PER_S, BURST_WRITES = 5, 200
"""Of these, requests that may need the disk."""
MAX_RATES = 1000
READ_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class MailLimits:
    """Of those who call at a mailbox."""
    members: int = 300
    """Connections whose key is proven."""
    unproven: int = 400
    """Connections whose key is not proven yet; the oldest of the address that has most of them makes room."""
    newcomers_of_one_address: int = 12
    """Boxes that are opened from one address, at once; then one in `pause_s`."""
    newcomers: int = 60
    """The same from all addresses together."""
    pause_s: float = 30.0


class MailboxServer:
    """A mailbox on the loop of a relay, as `make_mailbox` of `Relay` wants it. It owns the store and closes it."""

    def __init__(self, loop: SocketLoop, store: MailboxStore, limits: MailLimits = MailLimits()) -> None:
        self.strangers = 0
        """Connections that were refused because nobody knows their key."""
        self.trouble = ""
        """What the disk refused last; empty when it takes everything. Like the counts, it may be read from any thread."""
        self.store = store
        self.limits = limits
        self._loop = loop
        self._keys = curve_keys(secrets.token_bytes)
        """Of this run alone: it proves nothing about the mailbox, which nobody has to trust."""
        self._unproven: dict[_MailConnection, _Unproven] = {}
        self._members: dict[bytes, _MailConnection] = {}
        self._newcomers = Bucket(1 / limits.pause_s, limits.newcomers, time.monotonic())
        self._of_address: dict[str, Bucket] = {}
        self._rates: dict[bytes, _MemberRate] = {}
        """Of members, by key: a member that comes again has the rate that it left with."""
        self._turns: dict[_MailConnection, None] = {}
        """Who has sent something that is to be handled, in order."""
        self._turn_is_called = False
        self._tidy_later()

    @property
    def connection_count(self) -> int:
        return len(self._unproven) + len(self._members)

    def close(self) -> None:
        """Hang up on everybody, and close the store."""
        for connection in [*self._unproven, *self._members.values()]:
            connection.close()
        self.store.close()

    # --- in the loop's thread

    def may_call(self, key: bytes, group: str) -> bool:
        """Return True if the one who names this key may go on. It costs next to nothing, because anyone can ask."""
        return self.store.is_member(key) or self._take_newcomer(group)

    def _take_newcomer(self, group: str) -> bool:
        now_s = time.monotonic()
        if group not in self._of_address:
            if len(self._of_address) >= 1000:
                self._of_address.clear()
            self._of_address[group] = Bucket(1 / self.limits.pause_s, self.limits.newcomers_of_one_address, now_s)
        if self._of_address[group].take(1, now_s) and self._newcomers.take(1, now_s):
            return True
        self.strangers += 1
        return False

    def take_caller(self, sock: socket.socket, key: bytes, caller_nonce: bytes, group: str) -> None:
        """Own this connection from now on; the caller has not proven its key yet."""
        if len(self._unproven) >= self.limits.unproven:
            [(most, _)] = Counter(caller.group for caller in self._unproven.values()).most_common(1)
            next(each for each, caller in self._unproven.items() if caller.group == most).close()
        own_nonce = secrets.token_bytes(LINE_NONCE_BYTES)
        nonces = caller_nonce[:LINE_NONCE_BYTES], own_nonce
        connection = _MailConnection(self._loop, sock, lambda: SealedLine(self._keys, key, *nonces, calls=False),
                                     self._want_turn, lambda message: self._on_message(connection, key, message),
                                     lambda: self._on_end(connection, key))
        self._unproven[connection] = _Unproven(group, is_counted=not self.store.is_member(key))
        connection.hang_up_in(FIRST_WORDS_S)
        connection.send(signal_bytes(YES, own_nonce) + self._keys.public)

    def _on_end(self, connection: _MailConnection, key: bytes) -> None:
        self._unproven.pop(connection, None)
        self._turns.pop(connection, None)
        if self._members.get(key) is connection:
            del self._members[key]

    def _on_message(self, connection: _MailConnection, key: bytes, data: bytes) -> None:
        request = decode_request(data)
        caller = self._unproven.get(connection)
        if caller is None:
            self._rate_of(key).take(request)
            connection.hang_up_in(SILENT_S)
            answer = self._try_answer(key, request)
        elif (not isinstance(request, OpenBox) or (key not in self._members and len(self._members) >= self.limits.members)
              or self._rate_of(key).wait_s > 0):
            connection.close()
            return
        else:
            self._rate_of(key).take(request)
            answer = self._open_for(key, request, caller)
            if isinstance(answer, OpenedAnswer):
                self._welcome(connection, key)
        connection.send_sealed(encode_mail(answer))
        if connection in self._unproven:  # refused: it keeps no place here
            connection.close()
        elif (pause_s := self._rate_of(key).wait_s) > 0:
            connection.pause(pause_s)

    def _open_for(self, key: bytes, request: OpenBox, caller: _Unproven) -> MailAnswer:
        """Open the box of a member, or one for a newcomer if there were not too many of them."""
        if not (caller.is_counted or self.store.is_old_member(key, int(time.time()))) and not self._take_newcomer(caller.group):
            return RefusalAnswer(STRANGER)
        return self._try_answer(key, request)

    def _welcome(self, connection: _MailConnection, key: bytes) -> None:
        if key in self._members:
            self._members[key].close()  # the same member, whose line broke
        del self._unproven[connection]
        self._members[key] = connection
        connection.is_proven = True
        connection.hang_up_in(SILENT_S)

    def _rate_of(self, key: bytes) -> _MemberRate:
        if key not in self._rates:
            if len(self._rates) >= MAX_RATES:
                self._rates = {each: rate for each, rate in self._rates.items() if each in self._members or not rate.is_full}
            self._rates[key] = _MemberRate()
        return self._rates[key]

    def _want_turn(self, connection: _MailConnection) -> None:
        """Handle the next message of this connection when it is its turn."""
        self._turns[connection] = None
        self._call_next_turn()

    def _call_next_turn(self) -> None:
        if self._turns and not self._turn_is_called:
            self._turn_is_called = True
            self._loop.call_soon(self._take_turn)

    def _take_turn(self) -> None:
        self._turn_is_called = False
        connection = next(iter(self._turns), None)
        if connection is not None:
            del self._turns[connection]
            self._call_next_turn()
            connection.take_message()

    def _try_answer(self, key: bytes, request: MailRequest) -> MailAnswer:
        try:
            answer = self._answer(key, request)
            self.trouble = ""
        except MailboxRefusedError as refusal:
            answer = RefusalAnswer(refusal.reason)
        except MailboxError as trouble:
            self.trouble = str(trouble.strerror)
            answer = RefusalAnswer(DISK)
        return answer

    def _answer(self, key: bytes, request: MailRequest) -> MailAnswer:
        now_s, store = int(time.time()), self.store
        match request:
            case OpenBox(senders, mark):
                before = store.mark_of(key)
                return OpenedAnswer(before, store.open_box(key, senders, mark, now_s))
            case PutFrames(to, mark, frames):
                store.put_frames(key, to, frames, mark, now_s)
                return KeptAnswer()
            case FetchFrames(after, mark):
                store.note_mark(key, mark, now_s)
                return FramesAnswer(tuple(MailFrame(*each) for each in store.frames_for(key, after, MAX_PUT_BYTES)))
            case DropFrames(up_to):
                store.drop_frames(key, up_to, now_s)
                return KeptAnswer()
        raise MailboxRefusedError(MALFORMED)

    def _tidy_later(self) -> None:
        def tidy() -> None:
            try:
                self.store.tidy(int(time.time()))
            except MailboxError as trouble:
                self.trouble = str(trouble.strerror)
            self._tidy_later()

        self._loop.call_later(TIDY_S, tidy)


class _Unproven(Struct, frozen=True):
    """Whose key is not proven yet."""
    group: str
    """The address that it calls from, as `caller_group` says it."""
    is_counted: bool
    """True if it was counted as a newcomer when it called."""


class _MemberRate:
    """How fast a member may ask, on however many connections one after the other."""

    def __init__(self) -> None:
        now_s = time.monotonic()
        self._requests = Bucket(REQUESTS_PER_S, BURST_REQUESTS, now_s)
        self._writes = Bucket(WRITES_PER_S, BURST_WRITES, now_s)

    def take(self, request: MailRequest) -> None:
        now_s = time.monotonic()
        self._requests.take(1, now_s)
        if not isinstance(request, FetchFrames):
            self._writes.take(1, now_s)

    @property
    def wait_s(self) -> float:
        """Return in how many seconds the next request may come."""
        now_s = time.monotonic()
        return max(self._requests.wait_s(1, now_s), self._writes.wait_s(1, now_s))

    @property
    def is_full(self) -> bool:
        now_s = time.monotonic()
        return self._requests.tokens_at(now_s) >= BURST_REQUESTS and self._writes.tokens_at(now_s) >= BURST_WRITES


class _MailConnection:
    """Messages with their length in front, sealed both ways; the secret is computed when the first of them is here."""

    def __init__(self, loop: SocketLoop, sock: socket.socket, make_line: Callable[[], SealedLine],
                 want_turn: Callable[[_MailConnection], None], on_message: Callable[[bytes], None],
                 ended: Callable[[], None]) -> None:
        self.is_proven = False
        self._want_turn = want_turn
        self._is_pausing = False
        self._loop = loop
        self._sock = sock
        self._make_line = make_line
        self._line: SealedLine | None = None
        self._on_message = on_message
        self._ended = ended
        self._received = bytearray()
        self._waiting = bytearray()
        self._timer: Timer | None = None
        loop.watch_socket(sock, READ, self._on_ready)

    def hang_up_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, self.close)

    def close(self) -> None:
        if self._sock.fileno() >= 0:
            if self._timer is not None:
                self._timer.cancel()
            self._ended()  # first: the member that sees the end of the line may count on it
            self._loop.drop_socket(self._sock)

    def send_sealed(self, message: bytes) -> None:
        assert self._line is not None
        sealed = self._line.seal(message)
        self.send(len(sealed).to_bytes(LENGTH_BYTES, "little") + sealed)

    def send(self, data: bytes) -> None:
        self._waiting += data
        self._write()

    def _on_ready(self, events: int) -> None:
        if events & WRITE:
            self._write()
        if events & READ and self._sock.fileno() >= 0 and not self._waiting:
            data = read_some(self._sock, READ_BYTES)
            if data == b"":
                self.close()
            elif data:
                self._received += data
                self._look_at_received()

    def _message_size(self) -> int:
        """Return how long the next message is, with its length in front; 0 while not even that is here."""
        has_length = len(self._received) >= LENGTH_BYTES
        return LENGTH_BYTES + int.from_bytes(self._received[:LENGTH_BYTES], "little") if has_length else 0

    def _look_at_received(self) -> None:
        """Read on until a whole message is here; nothing is read while it waits for its turn."""
        size = self._message_size()
        if size > LENGTH_BYTES + (MAX_MESSAGE_BYTES if self.is_proven else MAX_FIRST_BYTES):
            self.close()
        elif self._waiting:
            self._loop.watch_socket(self._sock, WRITE, self._on_ready)
        elif self._is_pausing:
            self._loop.watch_socket(self._sock, 0, self._on_ready)
        elif size and len(self._received) >= size:
            self._loop.watch_socket(self._sock, 0, self._on_ready)
            self._want_turn(self)
        else:
            self._loop.watch_socket(self._sock, READ, self._on_ready)

    def take_message(self) -> None:
        """Handle one message; the mailbox says when."""
        if self._is_pausing:
            return
        size = self._message_size()
        sealed = bytes(self._received[LENGTH_BYTES:size])
        del self._received[:size]
        try:
            if self._line is None:
                self._line = self._make_line()
            self._on_message(self._line.open(sealed))
        except (SealError, MailMessageError):
            self.close()
        if self._sock.fileno() >= 0:
            self._look_at_received()

    def pause(self, seconds: float) -> None:
        """Handle and read nothing for so long: this member has asked too fast."""
        def go_on() -> None:
            self._is_pausing = False
            if self._sock.fileno() >= 0:
                self._look_at_received()

        self._is_pausing = True
        self._loop.call_later(seconds, go_on)

    def _write(self) -> None:
        try:
            while self._waiting:
                del self._waiting[:self._sock.send(self._waiting)]
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            return
        # Nothing more is read before its answer is gone: a member that does not read its answers is not listened to.
        self._look_at_received()
