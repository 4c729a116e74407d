"""The mesh: links to other peers over ZeroMQ, encrypted and told apart by CURVE. The only file that imports zmq.

A peer is its CURVE key, as ZAP has seen it, never a routing id, which everybody may choose. Towards each peer there are two
directions, the DEALER that this side connects and whatever the other side has connected to the ROUTER here; either one serves,
and the link is up while one of them works. No thread of its own: the owner's thread calls `poll`, which does everything.

Nothing here is reliable: what is in flight when a cable is pulled is lost. Nothing here blocks either.
"""

from __future__ import annotations

import math
import socket
import time
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

import zmq
from zmq.utils import z85
from zmq.utils.monitor import parse_monitor_message

from acquire_net.errors import Wording
from acquire_net.links import link_events as links
from acquire_net.links.addresses import AddressError, Endpoint, check_endpoint
from acquire_net.links.backlog import Backlog
from acquire_net.links.dial import ATTEMPT_S, Dial
from acquire_net.links.in_turn import InTurn
from acquire_net.links.incoming import Incoming
from acquire_net.links.link_events import Arrival, CutOff, DialFailed, Event, Flooding, LinkDown, LinkUp, Shaken, Unauthorised
from acquire_net.links.meter import STANDARD, Meter, PeerLimits

MAX_FRAME_BYTES = 256 * 1024
CURVE_BYTES = 33
"""By which a frame is longer when it is encrypted; the limit of ZeroMQ counts them."""
KEY_BYTES = 32
MAX_MESH_PEERS = 256
"""Peers that are remembered beyond those to which this side connects: connected ones, and barred ones."""
MAX_ADDRESSES = 8
FRAMES_AT_ONCE, REFUSALS_AT_ONCE = 64, 16
"""In one turn: frames of the ROUTER and of each DEALER, answers to peers that ask to be admitted."""
HOUSEKEEPING_S = 1.0

_SETTINGS = {
    zmq.LINGER: 0,  # the end of the program waits for nobody
    zmq.SNDHWM: 64,  # counted in frames, so that 1,000 would be up to 256 MB
    # None for what comes in: a full queue stops the reading of its connection, and one that is torn while it is stopped ends the
    # whole program in an assertion of libzmq (its issues 3937, 4364, 4767). Gateway, meter and backlog keep the queue short.
    zmq.RCVHWM: 0,
    zmq.MAXMSGSIZE: MAX_FRAME_BYTES + CURVE_BYTES,
    zmq.HEARTBEAT_IVL: 1000, zmq.HEARTBEAT_TIMEOUT: 3000, zmq.HEARTBEAT_TTL: 3000,
    zmq.HANDSHAKE_IVL: 3000, zmq.CONNECT_TIMEOUT: 3000,
    zmq.TCP_KEEPALIVE: 1, zmq.TCP_KEEPALIVE_IDLE: 10, zmq.TCP_KEEPALIVE_INTVL: 5, zmq.TCP_KEEPALIVE_CNT: 3,
}
_DEALER_SETTINGS = {
    zmq.IMMEDIATE: 1,  # nothing is queued for a peer whose handshake is not done
    zmq.RECONNECT_IVL: -1,  # ZeroMQ gives up after some failures and not after others; the mesh dials again after all
    zmq.PROBE_ROUTER: 1,  # an empty frame at once, so that the other side knows this direction before anything is said
}
_ZAP_DOMAIN = b"acquire"
_ENDED = zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED
# Nothing else: to report a frame that breaks the protocol changes errno, and libzmq takes it for a frame that has to wait. Nobody
# notices then that the connection ends, until its next heartbeat ends the whole program in an assertion.
_HEARD = zmq.EVENT_ACCEPTED | zmq.EVENT_CONNECTED | zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_AUTH | _ENDED


class _Dial(Dial):
    """The direction that this side connects."""

    __slots__ = ("monitor", "number", "sock")

    def __init__(self, addresses: tuple[Endpoint, ...]) -> None:
        super().__init__(addresses)
        self.number = -1
        self.sock: zmq.Socket[bytes] | None = None
        self.monitor: zmq.Socket[bytes] | None = None


class _Peer:
    __slots__ = ("barred_until_s", "dial", "is_up", "key", "meter", "routes")

    def __init__(self, key: bytes, limits: PeerLimits, now_s: float) -> None:
        self.key = key
        self.meter = Meter(limits, now_s)
        self.dial: _Dial | None = None
        self.routes: dict[int, bytes] = {}
        """By the number of the connection: the routing id that leads back there. Last is the one last heard."""
        self.is_up = False
        self.barred_until_s = 0.0


class _Context(zmq.Context["zmq.Socket[bytes]"]):
    def __del__(self) -> None:
        """Do nothing: otherwise it would wait for ever for sockets that nobody can close any more. A mesh ends its context."""


class Mesh:
    """Opens its ROUTER on loopback, at `port`; everybody is admitted until `admit` says otherwise."""

    def __init__(self, curve_secret: bytes, curve_public: bytes, limits: PeerLimits = STANDARD) -> None:
        self.refused = 0
        """How often a peer was not admitted."""
        self.is_behind = False
        """True if more has come in than could be read yet; may be asked from any thread."""
        self._public = curve_public
        self._curve = (z85.encode(curve_public), z85.encode(curve_secret))
        self._limits = limits
        self._admitted: frozenset[bytes] | None = None
        self._peers: dict[bytes, _Peer] = {}
        self._incoming = Incoming()
        self._backlog = Backlog()
        self._events = InTurn()
        self._woken = self._closed = False
        self._housekeeping_s = 0.0
        self._ear, self._mouth = socket.socketpair()
        self._ear.setblocking(False)
        self._mouth.setblocking(False)
        self._context = _Context()
        self._poller = zmq.Poller()
        self._poller.register(self._ear, zmq.POLLIN)
        self._zap = self._context.socket(zmq.REP)
        self._zap.bind("inproc://zeromq.zap.01")
        self._poller.register(self._zap, zmq.POLLIN)
        self._router = self._context.socket(zmq.ROUTER)
        _set_options(self._router, _SETTINGS)
        self._router.setsockopt(zmq.ROUTER_MANDATORY, 1)
        self._router.curve_server = True
        self._router.curve_publickey, self._router.curve_secretkey = self._curve
        self._router.zap_domain = _ZAP_DOMAIN
        self._router_monitor = self._router.get_monitor_socket(_HEARD)
        self._router.bind("tcp://127.0.0.1:*")
        self.port = int(self._router.getsockopt(zmq.LAST_ENDPOINT).rstrip(b"\0").rsplit(b":", 1)[1])  # type: ignore[union-attr]
        self._poller.register(self._router_monitor, zmq.POLLIN)
        self._poller.register(self._router, zmq.POLLIN)

    # --- what the owner wants

    def admit(self, keys: Collection[bytes] | None) -> None:
        """Set who may have a link, in either direction; None admits anybody. Links of others end now."""
        self._admitted = None if keys is None else frozenset(keys)
        for peer in list(self._peers.values()):
            if not self._is_admitted(peer.key):
                self._hang_up(peer)

    def connect_to(self, key: bytes, addresses: Sequence[Endpoint]) -> None:
        """Keep connecting to this peer at these addresses in turn, instead of earlier ones. Names are not looked up: that
        would stop all links for as long as it takes. A connection that works is kept. Raises AddressError."""
        checked = tuple(check_endpoint(host, port) for host, port in addresses[:MAX_ADDRESSES])
        if not checked or len(key) != KEY_BYTES or key == self._public:
            raise AddressError(Wording("there is no address to connect to, or no other peer's key"))
        peer = self._peer_of(key)
        if peer.dial is None:
            peer.dial = _Dial(checked)
        elif not peer.dial.replace(checked):
            self._close_dial(peer.dial)

    def forget_peer(self, key: bytes) -> None:
        """Connect to this peer no longer. Its own connection stays: `admit` decides whether it may have one."""
        peer = self._peers.get(key)
        if peer is not None and peer.dial is not None:
            self._close_dial(peer.dial)
            peer.dial = None
            self._settle(peer)

    def cut_off(self, key: bytes, seconds: float, reason: str) -> None:
        """End a link; let the peer in again, and connect to it, only after so long."""
        peer = self._peer_of(key)
        peer.barred_until_s = time.monotonic() + seconds
        self._hang_up(peer)
        self._events.add(CutOff(key, seconds, reason))

    def is_up(self, key: bytes) -> bool:
        return key in self._peers and self._peers[key].is_up

    def direction_count(self, key: bytes) -> int:
        """Return how many of the two directions work."""
        peer = self._peers.get(key)
        return 0 if peer is None else bool(peer.routes) + (peer.dial is not None and peer.dial.done)

    def send(self, key: bytes, frame: bytes) -> bool:
        """Hand a frame over to be sent, without waiting; return False if the link is down or its queue is full."""
        if not 1 <= len(frame) <= MAX_FRAME_BYTES:
            raise ValueError(f"a frame of {len(frame)} bytes; it has 1 to {MAX_FRAME_BYTES}")
        peer = self._peers.get(key)
        if peer is None or not self._is_admitted(key):
            return False
        if peer.dial is not None and peer.dial.done and peer.dial.sock is not None:
            return _send_now(peer.dial.sock, (frame,))
        for number, routing_id in reversed(list(peer.routes.items())):
            try:
                return _send_now(self._router, (routing_id, frame))
            except zmq.ZMQError:  # this connection is gone, and its end will be reported soon
                del peer.routes[number]
        self._settle(peer)
        return False

    def poll(self, timeout_ms: float) -> list[Event]:
        """Return what has happened, as soon as something has, a few events of each peer; nothing when the time is over or `wake`
        was called."""
        end_s = time.monotonic() + timeout_ms / 1000
        while True:
            now_s = time.monotonic()
            next_s = self._dial_who_is_due(now_s)
            wait_s = 0.0 if self._events else max(min(end_s, next_s) - now_s, 0.0)
            self._read({sock for sock, _ in self._poller.poll(math.ceil(wait_s * 1000))})
            self._keep_house(time.monotonic())
            if self._events or self._woken or time.monotonic() >= end_s:
                break
        self._woken = False
        return self._events.take()

    def wake(self) -> None:
        """Let `poll` return at once. May be called from any thread."""
        with suppress(OSError):  # woken many times already, or closed
            self._mouth.send(b"!")

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        for peer in self._peers.values():
            if peer.dial is not None:
                self._close_dial(peer.dial)
        self._router.disable_monitor()
        for sock in (self._router_monitor, self._router, self._zap):
            sock.close(0)
        self._context.destroy(linger=0)
        self._ear.close()
        self._mouth.close()

    def __del__(self) -> None:
        """Close a mesh that was forgotten, so that it does not hold up the end of the program."""
        if hasattr(self, "_context"):
            self.close()

    # --- peers

    def _peer_of(self, key: bytes) -> _Peer:
        if key not in self._peers:
            self._peers[key] = _Peer(key, self._limits, time.monotonic())
        return self._peers[key]

    def _is_admitted(self, key: bytes) -> bool:
        if key == self._public or (self._admitted is not None and key not in self._admitted):
            return False
        peer = self._peers.get(key)
        return peer is None or peer.barred_until_s <= time.monotonic()

    def _settle(self, peer: _Peer, lost: bool = False) -> None:
        """Report a link that has come up or gone down, or has lost one of its connections."""
        is_up = self.direction_count(peer.key) > 0
        if is_up != peer.is_up:
            peer.is_up = is_up
            self._events.add(LinkUp(peer.key) if is_up else LinkDown(peer.key))
        elif lost and is_up:
            self._events.add(Shaken(peer.key))

    def _hang_up(self, peer: _Peer) -> None:
        self._events.forget_frames(peer.key)
        for number in self._incoming.connections_of(peer.key):
            self._shut_connection(number)
        peer.routes.clear()
        if peer.dial is not None:
            self._close_dial(peer.dial)
        self._settle(peer)

    def _shut_connection(self, number: int) -> None:
        """End one connection of the ROUTER, for which ZeroMQ has no call. If it has just ended by itself, the number may belong
        to another connection by now: at worst to one to this port, which comes up again."""
        with suppress(OSError), socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as sock:
            if sock.getsockname()[1] == self.port:
                sock.shutdown(socket.SHUT_RDWR)

    def _count_offence(self, peer: _Peer, now_s: float, reason: str) -> None:
        if peer.meter.count_offence(now_s):
            self.cut_off(peer.key, self._limits.cut_s, reason)

    # --- time

    def _dial_who_is_due(self, now_s: float) -> float:
        """Dial the peers that are due, and return the time at which a peer, or the housekeeping, is due again."""
        next_s = now_s + HOUSEKEEPING_S
        for peer in self._peers.values():
            dial = peer.dial
            if dial is None or dial.done or not self._is_admitted(peer.key):
                continue
            if dial.sock is not None and now_s >= dial.began_s + ATTEMPT_S:
                self._dial_ended(peer)
            if dial.sock is None and now_s >= dial.due_s:
                self._dial_peer(peer, now_s)
            next_s = min(next_s, dial.due_s if dial.sock is None else dial.began_s + ATTEMPT_S)
        return next_s

    def _keep_house(self, now_s: float) -> None:
        """Forget, from time to time, peers that have long gone, and end connections that send a message without end."""
        if now_s < self._housekeeping_s:
            return
        self._housekeeping_s = now_s + HOUSEKEEPING_S
        for peer in [each for each in self._peers.values() if each.dial is None and not each.is_up]:
            if peer.barred_until_s <= now_s and peer.meter.is_quiet(now_s):
                del self._peers[peer.key]
        for number in self._backlog.too_long(now_s):
            owner = self._incoming.owner_of(number) or next(
                (peer.key for peer in self._peers.values() if peer.dial is not None and peer.dial.number == number), None)
            if owner is not None:
                self.cut_off(owner, self._limits.cut_s, Wording("it sends a message without end"))
            else:
                self._shut_connection(number)

    def _dial_peer(self, peer: _Peer, now_s: float) -> None:
        dial = peer.dial
        assert dial is not None
        host, port = dial.address
        sock = self._context.socket(zmq.DEALER)
        _set_options(sock, _SETTINGS | _DEALER_SETTINGS)
        sock.setsockopt(zmq.IPV6, ":" in host)
        sock.curve_serverkey = z85.encode(peer.key)
        sock.curve_publickey, sock.curve_secretkey = self._curve
        dial.sock, dial.monitor = sock, sock.get_monitor_socket(_HEARD)
        dial.begin(now_s)
        self._poller.register(dial.sock, zmq.POLLIN)
        self._poller.register(dial.monitor, zmq.POLLIN)
        try:
            sock.connect(f"tcp://[{host}]:{port}" if ":" in host else f"tcp://{host}:{port}")
        except zmq.ZMQError:  # such as a scope that this machine does not have
            self._dial_ended(peer)

    def _dial_ended(self, peer: _Peer) -> None:
        dial = peer.dial
        assert dial is not None
        reason, was_done, failed = dial.reason, dial.done, dial.on_ended(time.monotonic())
        self._close_dial(dial)
        if failed is not None:
            self._events.add(DialFailed(peer.key, *failed, reason))
        self._settle(peer, lost=was_done)

    def _close_dial(self, dial: _Dial) -> None:
        if dial.sock is None or dial.monitor is None:
            return
        self._poller.unregister(dial.sock)
        self._poller.unregister(dial.monitor)
        dial.sock.disable_monitor()
        dial.monitor.close(0)
        dial.sock.close(0)
        self._backlog.on_closed(dial.number)
        dial.sock = dial.monitor = None
        dial.done, dial.number = False, -1

    # --- what comes in

    def _read(self, ready: set[object]) -> None:
        if self._ear.fileno() in ready:
            self._ear.recv(4096)
            self._woken = True
        if self._zap in ready:
            self._answer_zap()
        if self._router_monitor in ready:
            self._watch_connections()
        self.is_behind = self._router in ready and self._read_router()
        for peer in list(self._peers.values()):
            if peer.dial is not None and peer.dial.monitor in ready:
                self._watch_dial(peer)
            if peer.dial is not None and peer.dial.sock in ready:
                self._read_dealer(peer)

    def _answer_zap(self) -> None:
        """Decide whether the owner of a key is admitted; the User-Id of all its frames then names it."""
        for _ in range(REFUSALS_AT_ONCE):
            try:
                version, request, _, _, _, mechanism, *credentials = self._zap.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            self._watch_connections()  # the one on which this is said is known then
            key = credentials[0] if mechanism == b"CURVE" and len(credentials) == 1 else b""
            admitted = len(key) == KEY_BYTES and self._lets_in(key)
            status = (b"200", b"OK", self._incoming.let_in(key).encode()) if admitted else (b"400", b"not admitted", b"")
            self._zap.send_multipart([version, request, *status, b""])
            self.refused += not admitted

    def _lets_in(self, key: bytes) -> bool:
        if not self._is_admitted(key):
            if key == self._public or (self._admitted is not None and key not in self._admitted):  # not a peer that is cut off
                self._events.add(Unauthorised(key))
            return False
        if key not in self._peers and len(self._peers) >= MAX_MESH_PEERS and not self._forget_one():
            return False
        return self._peer_of(key).meter.may_connect(time.monotonic())

    def _forget_one(self) -> bool:
        """Make room for a new key: forget a peer without a link, the one whose bar ends first. Return True if there was one."""
        gone = [peer for peer in self._peers.values() if peer.dial is None and not peer.is_up]
        if gone:
            del self._peers[min(gone, key=lambda peer: peer.barred_until_s).key]
        return bool(gone)

    def _watch_connections(self) -> None:
        for event, number in _monitor_events(self._router_monitor):
            if event == zmq.EVENT_ACCEPTED:
                self._incoming.on_opened(number)
                self._backlog.on_opened(number)
            elif event == zmq.EVENT_DISCONNECTED:
                self._backlog.on_closed(number)
                key = self._incoming.on_ended(number)
                peer = self._peers.get(key) if key is not None else None
                if peer is not None and peer.routes.pop(number, None) is not None:
                    self._settle(peer, lost=True)

    def _read_router(self) -> bool:
        """Read frames that have arrived. Return True if there are more."""
        for _ in range(FRAMES_AT_ONCE):
            try:
                parts = self._router.recv_multipart(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return False
            # The end of an earlier connection with the same number is known before anything of a later one is looked at.
            self._watch_connections()
            number = int(parts[-1].get(zmq.SRCFD))
            key, is_open = self._incoming.on_frame(str(parts[-1].get("User-Id")), number)
            if is_open:
                self._backlog.on_frame(number)
                self._note_route(key, number, parts[0].bytes)
            if key in self._peers:
                self._take(key, parts[1:])
        return True

    def _note_route(self, key: bytes, number: int, routing_id: bytes) -> None:
        if not self._is_admitted(key):  # it was when it came in, and had not said a word when that changed
            self._shut_connection(number)
            return
        peer = self._peer_of(key)
        peer.routes.pop(number, None)
        peer.routes[number] = routing_id
        self._settle(peer)

    def _read_dealer(self, peer: _Peer) -> None:
        for _ in range(FRAMES_AT_ONCE):
            if peer.dial is None or peer.dial.sock is None:
                return
            try:
                frames = peer.dial.sock.recv_multipart(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return
            self._backlog.on_frame(peer.dial.number)
            self._take(peer.key, frames)

    def _take(self, key: bytes, frames: Sequence[zmq.Frame]) -> None:
        """Take a frame of this peer, from either direction, if the peer may send so much."""
        if not self._is_admitted(key):
            return
        peer, now_s = self._peer_of(key), time.monotonic()
        size = sum(len(frame) for frame in frames)
        if not peer.meter.take(size, now_s):
            rate = peer.meter.rate_to_report(now_s)
            if rate is not None:
                self._events.add(Flooding(key, *rate))
                self._count_offence(peer, now_s, Wording("it sends more than it may"))
        elif len(frames) != 1:
            self._count_offence(peer, now_s, Wording("it sends frames in pieces"))
        elif size:
            self._events.add(Arrival(key, frames[0].bytes))

    def _watch_dial(self, peer: _Peer) -> None:
        dial = peer.dial
        assert dial is not None and dial.monitor is not None
        for event, number in _monitor_events(dial.monitor):
            if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
                dial.on_connected()
                self._settle(peer)
            elif event == zmq.EVENT_CONNECTED:
                dial.reason, dial.number = links.WRONG_KEY, number
                self._backlog.on_opened(number)
            elif event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
                dial.reason = links.NOT_ADMITTED
            elif event & _ENDED:
                self._dial_ended(peer)
                return


def _set_options(sock: zmq.Socket[bytes], settings: dict[zmq.SocketOption, int]) -> None:
    for option, value in settings.items():
        sock.setsockopt(option, value)


def _monitor_events(monitor: zmq.Socket[bytes]) -> Iterable[tuple[int, int]]:
    """Yield the events of a monitor and the number that comes with each."""
    while True:
        try:
            message = parse_monitor_message(monitor.recv_multipart(zmq.NOBLOCK))
        except zmq.ZMQError:  # no more, or closed meanwhile
            return
        yield message["event"], message["value"]


def _send_now(sock: zmq.Socket[bytes], parts: Sequence[bytes]) -> bool:
    """Send without waiting; return False if the queue is full. Raises ZMQError where a routing id leads nowhere any more."""
    for _ in range(2):
        try:
            sock.send_multipart(parts, zmq.NOBLOCK)
            return True
        except zmq.Again:
            sock.getsockopt(zmq.EVENTS)  # only now ZeroMQ notices for sure that there is room again
    return False
