"""The spectator server: it shows the table of a seat to people who have no seat, and is separate from the table in everything.

It has a port, a mesh, limits and a thread of its own, and a key that the table does not know. It shares one thing with the table,
the public log, which only grows. Nothing that arrives here goes to the table, whose thread never waits for this one or wakes it.
A spectator asks for every batch, so that a slow one costs one batch; a limit for all together leaves room for the game.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import ExitStack

from msgspec import Struct

from acquire_net import events
from acquire_net.crypto.curve import CurveKeys
from acquire_net.crypto.signing import fingerprint_of
from acquire_net.discovery.watch_card import sign_watch_card
from acquire_net.links.addresses import Address
from acquire_net.links.bucket import Bucket
from acquire_net.links.channels import WATCHING
from acquire_net.links.gateway import Gateway
from acquire_net.links.link_events import Arrival, Event, LinkDown, LinkUp
from acquire_net.links.meter import PeerLimits
from acquire_net.links.relay import room_of
from acquire_net.links.relay_ends import RelayLink
from acquire_net.links.transport import Mesh
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.verifier import Signer
from acquire_net.spectating.messages import (
    MAX_LINES_AT_ONCE,
    JournalLines,
    NoRoom,
    SeatAddresses,
    ShownClock,
    WatchRequest,
    frame_of,
    read_message,
)
from acquire_net.spectating.public_log import PublicLog

MAX_WATCHERS = 16
BATCH_BYTES = 64_000
SENT_BYTES_PER_S, SENT_BURST_BYTES = 1_000_000, 4_000_000
"""To all spectators together."""
LIMITS = PeerLimits(frames_per_s=30, burst_frames=100, bytes_per_s=4_000, burst_bytes=40_000)
"""For the messages of one spectator, which say only how many lines it has."""
ASK_S = 3.0
"""Time in which a new link has to ask for something."""
SILENT_S = 20.0
"""A spectator that has not asked for so long does not keep up."""
MAX_REPEATS = 6
"""How often a spectator may ask again for lines that were sent, before it says that it has them."""
MAX_SHOWN_AGAIN = 2
"""How often all lines may be sent again to one spectator, whatever it says in between."""
AWAY_S, BARRED_S = 5.0, 60.0
TICK_MS = 1000
PACE_MS = 100
"""Time for which new lines are collected, so that a fast game needs few frames and its thread never has to wake this one."""
LINGER_S = 2.0
"""Time at the end for the last lines to arrive."""

log = logging.getLogger("acquire.spectator_server")


class _Watcher(Struct):
    have: int
    heard_s: float
    asks: bool = True
    """True if the spectator has asked since lines were sent last."""
    sent: int = 0
    """The number of lines that were sent."""
    sent_s: float = 0.0
    """When lines were sent last."""
    most_sent: int = 0
    """The number of lines that were sent, those included that the spectator says it does not have."""
    sent_again: int = 0
    repeats: int = 0
    ways: SeatAddresses = SeatAddresses(())
    """The addresses of the other seats that were sent last."""
    clock: events.Clock | None = None
    """The last report of the clock that was sent."""


class SpectatorServer:
    """A server, open from its construction until `close`. Raises PortTakenError. Any thread may read `watchers`."""

    def __init__(self, signer: Signer, keys: CurveKeys, shown: PublicLog, port: int = 0, relay: Address | None = None) -> None:
        self.shown = shown
        self.watchers = 0
        self._ways = SeatAddresses(())
        self._clock: tuple[events.Clock, float] | None = None
        """The last report of the clock of the decisions, and when it came."""
        self._links: dict[bytes, float] = {}
        """The time since which each link is up."""
        self._known: dict[bytes, _Watcher] = {}
        self._bucket = Bucket(SENT_BYTES_PER_S, SENT_BURST_BYTES, time.monotonic())
        self._looked_s = 0.0
        self._ends_s: float | None = None
        self._mesh = Mesh(keys.secret, keys.public, LIMITS)
        self._relay_link: RelayLink | None = None
        self._thread = threading.Thread(target=self._run, name="acquire spectator server", daemon=True)
        with ExitStack() as opened:  # closed again where the rest cannot begin
            opened.callback(self._mesh.close)
            self._gateway = Gateway(self._mesh.port, {}, port, is_behind=lambda: self._mesh.is_behind)
            opened.callback(self._gateway.close)
            self.port = self._gateway.port
            self.card = sign_watch_card(signer, keys.public, self.port, shown.table)
            if relay is not None:
                self._relay_link = RelayLink(self._gateway.take, relay.host, relay.port, room_of(fingerprint_of(keys.public)))
                opened.callback(self._relay_link.close)
            self._thread.start()
            opened.pop_all()

    # --- from any thread

    def set_seat_addresses(self, ways: SeatAddresses) -> None:
        """Send spectators these addresses of the other seats from now on."""
        if ways != self._ways:
            self._ways = ways
            self._mesh.wake()

    def show_clock(self, clock: events.Clock) -> None:
        """Show from now on how long the seat that decides may still think."""
        self._clock = clock, time.monotonic()

    def begin_closing(self) -> None:
        """Close when all spectators have the last lines, or after `LINGER_S`. Returns at once."""
        if self._ends_s is None:
            self._ends_s = time.monotonic() + LINGER_S
            self._mesh.wake()

    @property
    def has_ended(self) -> bool:
        return not self._thread.is_alive()

    def close(self) -> None:
        """Close the server and wait until its thread has ended."""
        self.begin_closing()
        self._thread.join()

    # --- in the server's own thread

    def _run(self) -> None:
        try:
            while not self._is_done():
                for event in self._mesh.poll(PACE_MS if self._known else TICK_MS):
                    self._take(event)
                self._send_due(time.monotonic())
                self._look_after(time.monotonic())
        except Exception:
            log.exception("the spectator server has ended because of a mistake of this program; the game goes on")
        finally:
            if self._relay_link is not None:
                self._relay_link.close()
            self._gateway.close()
            self._mesh.close()

    def _is_done(self) -> bool:
        if self._ends_s is None:
            return False
        complete = all(each.asks and each.have >= len(self.shown) for each in self._known.values())
        return complete or time.monotonic() > self._ends_s

    def _take(self, event: Event) -> None:
        match event:
            case Arrival(key, frame):
                try:
                    self._take_frame(key, frame)
                except MalformedError as mistake:
                    self._mesh.cut_off(key, BARRED_S, str(mistake))
            case LinkUp(key):
                self._links[key] = time.monotonic()
            case LinkDown(key):
                self._links.pop(key, None)
                self._known.pop(key, None)
                self.watchers = len(self._known)

    def _take_frame(self, key: bytes, frame: bytes) -> None:
        request = read_message(frame[1:]) if frame[:1] == WATCHING else None
        if not isinstance(request, WatchRequest):
            raise MalformedError("a message that no spectator sends")
        have = request.have if request.table == self.shown.table else 0
        if have > len(self.shown):
            raise MalformedError("a request that names more lines than there are")
        if key not in self._links:
            return  # the link has ended before this frame of it was handled
        watcher = self._known.get(key)
        if watcher is None:
            if len(self._known) >= MAX_WATCHERS:
                self._mesh.send(key, WATCHING + frame_of(NoRoom()))
                return
            watcher = self._known[key] = _Watcher(have, time.monotonic())
            self.watchers = len(self._known)
        watcher.repeats = watcher.repeats + 1 if have < watcher.sent else 0
        if watcher.repeats > MAX_REPEATS or watcher.sent_again > MAX_SHOWN_AGAIN * len(self.shown) + MAX_LINES_AT_ONCE:
            raise MalformedError("the same lines were asked for again and again")
        watcher.have, watcher.asks, watcher.heard_s = have, True, time.monotonic()

    def _send_due(self, now_s: float) -> None:
        """Send what is asked for, as far as the limits allow; the rest follows soon."""
        for key, watcher in self._known.items():
            ways = self._ways
            if watcher.ways != ways and self._mesh.send(key, WATCHING + frame_of(ways)):
                watcher.ways = ways
            if watcher.have >= len(self.shown):
                self._send_clock(key, watcher, now_s)
            if not watcher.asks or watcher.have >= len(self.shown):
                continue
            lines = self.shown.lines_from(watcher.have, BATCH_BYTES)
            up_to = watcher.have + len(lines)
            if up_to == len(self.shown) and now_s - watcher.sent_s < PACE_MS / 1000:
                continue
            if (self._bucket.take(sum(map(len, lines)), now_s)
                    and self._mesh.send(key, WATCHING + frame_of(JournalLines(self.shown.table, watcher.have, lines)))):
                watcher.asks, watcher.sent, watcher.sent_s = False, up_to, now_s
                watcher.sent_again += max(0, min(up_to, watcher.most_sent) - watcher.have)
                watcher.most_sent = max(up_to, watcher.most_sent)

    def _send_clock(self, key: bytes, watcher: _Watcher, now_s: float) -> None:
        """Send a new report of the clock to a spectator that has all lines, and so knows the decision."""
        if self._clock is None or watcher.clock is self._clock[0]:
            return
        reported, came_s = self._clock
        clock = reported.after(int(1000 * max(0.0, now_s - came_s)))
        shown = ShownClock(clock.seat, clock.block, clock.decision_ms, clock.bank_ms, int(clock.runs), clock.banks_ms)
        if self._mesh.send(key, WATCHING + frame_of(shown)):
            watcher.clock = reported

    def _look_after(self, now_s: float) -> None:
        """Make room for others: cut links that do not keep up, or that never ask for anything."""
        if now_s - self._looked_s < 1:
            return
        self._looked_s = now_s
        for key, since_s in list(self._links.items()):
            watcher = self._known.get(key)
            if watcher is None and now_s - since_s > ASK_S:
                self._mesh.cut_off(key, AWAY_S, "it asks for nothing, or there is no room")
            elif watcher is not None and now_s - watcher.heard_s > SILENT_S:
                self._mesh.cut_off(key, AWAY_S, "it does not keep up")
