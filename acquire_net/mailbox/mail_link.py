"""A member's way to its mailbox: a thread that leaves frames there for others and fetches what waits, whenever there is a line.

What comes from a mailbox is hostile until a frame opens with the key of its sender; then it is what that seat has said, some
time ago. Nothing is dropped there before the owner of this link says that it is not needed any more.
"""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from msgspec import Struct

from acquire_net.crypto.curve import KEY_BYTES, CurveKeys, curve_keys
from acquire_net.crypto.sealing import LINE_NONCE_BYTES, SealedLine, SealError, open_frame, seal_frame
from acquire_net.errors import SetupError, Wording
from acquire_net.links.relay import MAIL, NO, SIGNAL_BYTES, TOKEN_BYTES, YES, Request, why_not
from acquire_net.mailbox.messages import (
    LENGTH_BYTES,
    MAX_MESSAGE_BYTES,
    MAX_PUT_BYTES,
    DropFrames,
    FetchFrames,
    FramesAnswer,
    KeptAnswer,
    MailAnswer,
    MailMessageError,
    MailRequest,
    OpenBox,
    OpenedAnswer,
    PutFrames,
    RefusalAnswer,
    decode_answer,
    encode_mail,
)
from acquire_net.mailbox.server import DISK, STRANGER
from acquire_net.mailbox.store import BOX_FULL, FULL, NO_BOX, NOT_YOURS
from acquire_net.protocol.messages import MAX_FRAME_BYTES

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0
LOOK_S = 10.0
"""Between two looks into the own box, while nothing is put."""
RETRY_S = 60.0
"""After that it is tried again to put what a mailbox did not take."""
ANSWER_S = 20.0
LAST_WORDS_S = 3.0
MAX_WAITING = 4000
"""Frames that wait here to be put."""
MAX_ARRIVED = 2000
"""Frames that wait here to be handled, before more are fetched: a mailbox may lie about what waits."""

REFUSALS = {
    FULL: Wording("the mailbox is full: it has no box for another member"),
    BOX_FULL: Wording("the box of another player is full: they have not been there for long"),
    DISK: Wording("the disk of the mailbox takes nothing at the moment"),
}


class MailArrival(Struct, frozen=True):
    """A frame that another member has left for this one."""
    number: int
    sender: bytes
    frame: bytes


class _BrokenLineError(SetupError):
    """The line to the mailbox has ended; the text says how."""


class MailLink:
    """The way to one mailbox for one seat, from `start` until `close`. All but the thread's own methods may be called from any
    thread; `wake` is called in the link's thread when something has come."""

    def __init__(self, keys: CurveKeys, host: str, port: int, members: Sequence[bytes], wake: Callable[[], None] = lambda: None,
                 look_s: float = LOOK_S) -> None:
        self.trouble = ""
        """Why nothing is put or fetched, in words; empty while all is well."""
        self.mark: int | None = None
        """How much the own seat had signed when the mailbox heard of it last; None until it has said that."""
        self.was_new = False
        """True if the mailbox had no box of this member."""
        self.has_looked = False
        """True if all that waited at the first look has been handed over."""
        self.is_up_to_date = False
        """True while there is a line to the mailbox and all that waited at the last look has been handed over."""
        self._keys = keys
        self._place = host, port
        self._members = tuple(member for member in members if member != keys.public)
        self._wake = wake
        self._look_s = look_s
        self._own_mark = 0
        self._lock = threading.Condition()
        self._put: deque[tuple[bytes, bytes]] = deque()
        """To whom, and the sealed frame."""
        self._held: list[tuple[bytes, bytes]] = []
        """What the mailbox did not take; it is tried again later."""
        self._retry_at_s = 0.0
        self._arrived: deque[MailArrival] = deque()
        self._given_up_to = self._drop_up_to = self._dropped_up_to = 0
        self._closing = False
        self._sock: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="acquire mail", daemon=True)

    def start(self, own_mark: int) -> None:
        """Begin; so much has the own seat signed, as far as it is on this disk."""
        self._own_mark = own_mark
        self._thread.start()

    def close(self, patience_s: float = LAST_WORDS_S) -> None:
        """End the link. What is to be put and dropped still goes out, if the mailbox takes it within this time."""
        with self._lock:
            self._closing = True
            self._lock.notify()
        if not self._thread.is_alive():
            return
        self._thread.join(patience_s)
        with self._lock:
            if self._sock is not None:
                try:
                    self._sock.shutdown(socket.SHUT_RDWR)  # the thread waits for an answer
                except OSError:
                    pass
            can_end = self._sock is not None
        if can_end:  # without a socket it waits for a name or a connection, which nothing ends; it has nothing to say
            self._thread.join(ANSWER_S)

    def put_frames(self, frames: Sequence[tuple[bytes, bytes]], own_mark: int) -> None:
        """Leave frames for members. So much has the own seat signed now. What is for a key that is none is left out: nobody reads
        it."""
        sealed: list[tuple[bytes, bytes]] = []
        for to, frame in frames:
            with contextlib.suppress(SealError):
                sealed.append((to, seal_frame(self._keys, to, frame)))
        with self._lock:
            self._own_mark = own_mark
            self._put += sealed[:max(0, MAX_WAITING - len(self._put))]
            if sealed:
                self._lock.notify()

    def take_arrivals(self, most: int) -> list[MailArrival]:
        """Return the next frames that were left for this member, and do not return them again."""
        with self._lock:
            return [self._arrived.popleft() for _ in range(min(most, len(self._arrived)))]

    def drop_frames(self, up_to: int) -> None:
        """Say that nothing is needed any more up to this number."""
        with self._lock:
            self._drop_up_to = max(self._drop_up_to, up_to)

    @property
    def waiting_count(self) -> int:
        """Return how many frames are still to be put, without those that the mailbox has refused."""
        with self._lock:
            return len(self._put)

    @property
    def has_put_all(self) -> bool:
        """Return True if the mailbox has all that was to be put."""
        with self._lock:
            return not self._put and not self._held

    # --- the thread

    def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._closing:
            try:
                self._live_on_a_line()
            except (OSError, _BrokenLineError, SealError, MailMessageError) as problem:
                if self.mark is not None and not self.trouble:
                    pause_s = FIRST_PAUSE_S
                self.trouble = _reach_text(problem)
            self.is_up_to_date = False
            with self._lock:
                if not self._closing:
                    self._lock.wait(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _live_on_a_line(self) -> None:
        sock = socket.create_connection(self._place, ANSWER_S)
        with self._lock:
            self._sock = sock
        try:
            if self._closing and not self._put:
                return
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line = self._prove_key(sock)
            opened = self._ask(sock, line, OpenBox(self._members, self._own_mark))
            if isinstance(opened, RefusalAnswer):
                raise _BrokenLineError(_refusal_text(opened))
            if not isinstance(opened, OpenedAnswer):
                raise MailMessageError(why_not(b"what"))
            if self.mark is None:
                self.mark = opened.mark
            self.was_new = self.was_new or opened.is_new
            self.trouble = ""
            while not self._closing:
                self._fetch_all(sock, line)
                self._put_all(sock, line)
                with self._lock:
                    if not self._put and not self._closing:
                        self._lock.wait(self._look_s)
                    if self._held and time.monotonic() >= self._retry_at_s:
                        self._put += self._held
                        self._held.clear()
            self._put_all(sock, line)
            self._drop(sock, line)
        finally:
            with self._lock:
                self._sock = None
            sock.close()

    def _prove_key(self, sock: socket.socket) -> SealedLine:
        token = secrets.token_bytes(TOKEN_BYTES)
        nonce = _call_mailbox(sock, self._keys.public, token)
        key = _receive(sock, KEY_BYTES)
        return SealedLine(self._keys, key, token[:LINE_NONCE_BYTES], nonce, calls=True)

    def _ask(self, sock: socket.socket, line: SealedLine, request: MailRequest) -> MailAnswer:
        sealed = line.seal(encode_mail(request))
        sock.sendall(len(sealed).to_bytes(LENGTH_BYTES, "little") + sealed)
        size = int.from_bytes(_receive(sock, LENGTH_BYTES), "little")
        if size > MAX_MESSAGE_BYTES:
            raise MailMessageError(why_not(b"what"))
        return decode_answer(line.open(_receive(sock, size)))

    def _fetch_all(self, sock: socket.socket, line: SealedLine) -> None:
        self._drop(sock, line)
        while not self._closing and len(self._arrived) < MAX_ARRIVED:
            given = self._ask(sock, line, FetchFrames(self._given_up_to, self._own_mark))
            if not isinstance(given, FramesAnswer):
                raise _BrokenLineError(_refusal_text(given))
            arrived = []
            for each in given.frames:
                if each.number <= self._given_up_to:
                    raise MailMessageError(why_not(b"what"))
                self._given_up_to = each.number
                if each.sender in self._members:
                    try:
                        arrived.append(MailArrival(each.number, each.sender, open_frame(self._keys, each.sender, each.sealed)))
                    except SealError:
                        continue  # the mailbox has changed it, or its sender: nobody has said this
            with self._lock:
                self._arrived += arrived
            self._wake()
            if not given.frames:
                self.has_looked = self.is_up_to_date = True
                return
        self.is_up_to_date = False  # more may wait than are taken at once

    def _drop(self, sock: socket.socket, line: SealedLine) -> None:
        up_to = self._drop_up_to
        if up_to > self._dropped_up_to:
            if not isinstance(answer := self._ask(sock, line, DropFrames(up_to)), KeptAnswer):
                raise _BrokenLineError(_refusal_text(answer))
            self._dropped_up_to = up_to

    def _put_all(self, sock: socket.socket, line: SealedLine) -> None:
        """Put what waits, several frames for one member at once; what is refused is held for later."""
        while True:
            with self._lock:
                batch = self._next_batch()
                mark = self._own_mark
            if not batch:
                return
            answer = self._ask(sock, line, PutFrames(batch[0][0], mark, tuple(sealed for _, sealed in batch)))
            with self._lock:
                for _ in batch:
                    self._put.popleft()
                if isinstance(answer, RefusalAnswer):
                    self._hold(batch, answer.reason)

    def _next_batch(self) -> list[tuple[bytes, bytes]]:
        batch: list[tuple[bytes, bytes]] = []
        size = 0
        for to, sealed in self._put:
            size += len(sealed)
            if batch and (to != batch[0][0] or size > MAX_PUT_BYTES or len(batch) >= 100):
                break
            batch.append((to, sealed))
        return batch

    def _hold(self, batch: list[tuple[bytes, bytes]], reason: bytes) -> None:
        if reason in (NO_BOX, NOT_YOURS, BOX_FULL, DISK):
            self._held += batch
            del self._held[MAX_WAITING:]
            self._retry_at_s = time.monotonic() + RETRY_S
        self.trouble = REFUSALS.get(reason, self.trouble)


def mailbox_trouble(host: str, port: int, patience_s: float = ANSWER_S) -> str:
    """Return why no mailbox answers at this place, in words; empty if one does. A new key asks, and no box is opened."""
    try:
        with socket.create_connection((host, port), patience_s) as sock:
            _call_mailbox(sock, curve_keys(secrets.token_bytes).public, secrets.token_bytes(TOKEN_BYTES))
    except (OSError, _BrokenLineError, MailMessageError) as problem:
        return _reach_text(problem)
    return ""


def _call_mailbox(sock: socket.socket, key: bytes, token: bytes) -> bytes:
    """Ask a relay for its mailbox, and return the nonce that the mailbox answers with."""
    sock.sendall(Request(MAIL, key, token).pack())
    signal = _receive(sock, SIGNAL_BYTES)
    if signal[:1] == NO:
        raise _BrokenLineError(why_not(signal[1:]))
    if signal[:1] != YES:
        raise MailMessageError(why_not(b"what"))
    return signal[1:1 + LINE_NONCE_BYTES]


def _reach_text(problem: Exception) -> str:
    why = problem.strerror if isinstance(problem, OSError) and problem.strerror else problem
    return Wording("the mailbox cannot be reached: {why}", why=str(why))


def _refusal_text(answer: MailAnswer) -> str:
    reason = answer.reason if isinstance(answer, RefusalAnswer) else b"what"
    return REFUSALS.get(reason) or why_not(reason if reason == STRANGER else b"what")


def _receive(sock: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = sock.recv(size - len(data))
        if not more:
            raise _BrokenLineError(Wording("the line broke"))
        data += more
    return data


assert MAX_FRAME_BYTES < MAX_PUT_BYTES < MAX_MESSAGE_BYTES
