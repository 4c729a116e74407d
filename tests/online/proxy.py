"""A bad network in one process: a TCP proxy before a peer, which delays, cuts into slices, resets, swallows and holds back.

What goes wrong is drawn from a seed; when it happens is up to the machine. As in TCP nothing is lost or swapped within a
connection: what does not come through is held until the connection ends.
"""

from __future__ import annotations

import random
import socket
import struct
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from acquire_net.links.socket_loop import READ, WRITE, SocketLoop
from acquire_net.links.sockets import accept_from, open_listeners, prepare, start_connecting

MAX_WAITING_BYTES = 1 << 20
RESET = struct.pack("ii", 1, 0)


@dataclass(frozen=True, slots=True)
class Weather:
    """Of each piece that is read: how late it comes, each way, and how often something else becomes of it."""
    delay_ms: float = 0
    jitter_ms: float = 0
    sliced: float = 0.0
    """The share of pieces that come in slices."""
    resets: float = 0.0
    """The share of pieces at which the connection is reset."""
    holes: float = 0.0
    """The share of pieces after which nothing comes through, either way, and neither side sees an end."""


class _Way:
    """One direction of a connection."""

    __slots__ = ("due_s", "ended", "name", "sink", "source", "waiting")

    def __init__(self, name: str, source: socket.socket, sink: socket.socket) -> None:
        self.name = name
        self.source = source
        self.sink = sink
        self.waiting: deque[tuple[float, bytes]] = deque()
        self.due_s = 0.0
        self.ended = False


class _Connection:
    __slots__ = ("in_a_hole", "is_open", "number", "ways")

    def __init__(self, number: int, outer: socket.socket, inner: socket.socket) -> None:
        self.number = number
        self.ways = (_Way("in", outer, inner), _Way("out", inner, outer))
        self.is_open = True
        self.in_a_hole = False


class Proxy:
    """Listens on loopback from the start; leads to `target` as soon as that is set."""

    def __init__(self, weather: Weather = Weather(), seed: int = 0, record: bool = False) -> None:
        self.weather = weather
        self.target: int | None = None
        self.resets_first = 0
        """So many connections are reset at their first words."""
        self.happened: Counter[str] = Counter()
        self.recorded: dict[tuple[int, str], bytearray] = {}
        """What passed, by the number of the connection and `in` or `out`."""
        self._record = record
        self._rng = random.Random(seed)
        self._held: frozenset[str] = frozenset()
        self._connections: list[_Connection] = []
        self._loop = SocketLoop(f"proxy {seed}")
        self._listener, = open_listeners(("127.0.0.1",), 0)
        self.port: int = self._listener.getsockname()[1]
        accept_from(self._loop, self._listener, lambda sock, host: self._welcome(sock))
        self._loop.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    # --- from any thread

    def hold(self, *ways: str) -> None:
        """From now on nothing comes through `in`, `out` or both; without a word everything does again. Waits until it is so."""
        done = threading.Event()

        def do() -> None:
            self._held = frozenset(ways)
            for connection in list(self._connections):
                for way in connection.ways:
                    self._pass_on(connection, way)
            done.set()

        self._loop.call_soon(do)
        assert done.wait(20)

    def reset_all(self) -> None:
        self._loop.call_soon(lambda: [self._reset(each) for each in list(self._connections)])

    def close(self) -> None:
        def last() -> None:
            for connection in list(self._connections):
                self._end(connection)
            self._loop.drop_socket(self._listener)
        self._loop.close(last)

    # --- in the loop's thread

    def _welcome(self, sock: socket.socket) -> None:
        if self.target is None:
            sock.close()
            return
        try:
            prepare(sock)
            inner = start_connecting(socket.AF_INET, ("127.0.0.1", self.target))
        except OSError:
            sock.close()
            return
        self.happened["connections"] += 1
        connection = _Connection(self.happened["connections"], sock, inner)
        self._connections.append(connection)
        self._watch(connection)

    def _watch(self, connection: _Connection) -> None:
        into, out = connection.ways
        for reads, writes in ((into, out), (out, into)):
            wanted = READ if not reads.ended and sum(len(data) for _, data in reads.waiting) < MAX_WAITING_BYTES else 0
            if writes.waiting and writes.waiting[0][0] <= time.monotonic() and not self._is_held(connection, writes):
                wanted |= WRITE
            self._loop.watch_socket(reads.source, wanted, self._ready(connection, reads, writes))

    def _ready(self, connection: _Connection, reads: _Way, writes: _Way) -> Callable[[int], None]:
        def do(events: int) -> None:
            if events & WRITE:
                self._pass_on(connection, writes)
            if events & READ and connection.is_open:
                self._read(connection, reads)
        return do

    def _is_held(self, connection: _Connection, way: _Way) -> bool:
        return connection.in_a_hole or way.name in self._held

    def _read(self, connection: _Connection, way: _Way) -> None:
        try:
            data = way.source.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            self._end(connection)
            return
        weather, rng = self.weather, self._rng
        way.ended = not data
        if data and (self.resets_first or rng.random() < weather.resets):
            self.resets_first = max(self.resets_first - 1, 0)
            self._reset(connection)
            return
        if data and rng.random() < weather.holes:
            self.happened["holes"] += 1
            connection.in_a_hole = True
        for piece in self._slices(data):
            way.due_s = max(way.due_s, time.monotonic() + (weather.delay_ms + rng.random() * weather.jitter_ms) / 1000)
            way.waiting.append((way.due_s, piece))
        self._pass_on(connection, way)

    def _slices(self, data: bytes) -> list[bytes]:
        if len(data) < 2 or self._rng.random() >= self.weather.sliced:
            return [data]
        self.happened["sliced"] += 1
        places = sorted(self._rng.randrange(1, len(data)) for _ in range(4))
        return [data[begin:end] for begin, end in zip([0, *places], [*places, len(data)], strict=True) if begin < end]

    def _pass_on(self, connection: _Connection, way: _Way) -> None:
        """What is due, as far as it is taken."""
        while connection.is_open and way.waiting and not self._is_held(connection, way):
            due_s, data = way.waiting[0]
            left_s = due_s - time.monotonic()
            if left_s > 0:
                self._loop.call_later(left_s, lambda: self._pass_on(connection, way))
                break
            if not data:
                self._end(connection)
                return
            try:
                sent = way.sink.send(data)
            except BlockingIOError:
                break
            except OSError:
                self._end(connection)
                return
            if self._record:
                self.recorded.setdefault((connection.number, way.name), bytearray()).extend(data[:sent])
            way.waiting.popleft()
            if sent < len(data):
                way.waiting.appendleft((due_s, data[sent:]))
        if connection.is_open:
            self._watch(connection)

    def _reset(self, connection: _Connection) -> None:
        self.happened["resets"] += 1
        for way in connection.ways:
            if way.source.fileno() >= 0:
                way.source.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._end(connection)

    def _end(self, connection: _Connection) -> None:
        if connection.is_open:
            connection.is_open = False
            self._connections.remove(connection)
            for way in connection.ways:
                self._loop.drop_socket(way.source)
