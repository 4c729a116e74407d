"""Tables on the network, found and announced: beacons and mDNS side by side, joined into one list. The only file that imports
zeroconf.

Each of the two fails somewhere: mDNS where it is switched off or another program holds its port, beacons where broadcasts are
dropped. Neither waits for the other, and `state` says what fails. Everything runs in threads of its own; no method here
waits for the network.
"""

from __future__ import annotations

import secrets
import selectors
import socket
import threading
import time
from collections.abc import Callable

from msgspec import Struct
from zeroconf import Error, IPVersion, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

from acquire_net.discovery.beacon import (
    BEACON_PORT,
    SENDER_BYTES,
    Adapters,
    Announcement,
    BeaconError,
    BeaconRoute,
    BeaconSockets,
    encode_table,
    encode_withdrawn,
    sender_of,
    stage_of,
)
from acquire_net.discovery.found_tables import MAX_TABLES, FoundTable, FoundTables
from acquire_net.links.adapters import LOOPBACK, OwnAddress, best_first, nearest_first, own_addresses
from acquire_net.links.bucket import Bucket

SERVICE = "_acquire._tcp.local."
TXT_VERSION, OLD_TXT_VERSION = b"2", b"1"

BEACON_EVERY_S = 1.0
LOOK_AGAIN_S = 10.0
"""Adapters come and go."""
BATCH, REST_S = 100, 0.05
"""Datagrams are read no faster than this, however fast a sender is."""
TRY_AGAIN_S = 30.0
LIFETIME_S = 60
"""For so long others remember a service whose program was killed."""
ASK_S = 0.5
STOP_S = 5.0

_FAILURES = (OSError, Error, RuntimeError, ValueError, TimeoutError, AssertionError)

OFF, STARTING, ON, FAILED = "off", "starting", "on", "failed"


class DiscoveryState(Struct, frozen=True):
    """How it goes, for a diagnosis. `heard` are the own addresses whose beacons came back."""
    mdns: str
    mdns_trouble: str
    ways: tuple[BeaconRoute, ...]
    heard: frozenset[str]


class TableSearch:
    """A search for tables, as long as it is open; it also announces the own one on request.

    `on_change` is called from a thread of the network whenever the list looks different; it may set an event, and no more.
    """

    def __init__(self, listen: bool = True, *, port: int = BEACON_PORT, adapters: Adapters = own_addresses, mdns: bool = True,
                 on_change: Callable[[], None] = lambda: None) -> None:
        self._on_change = on_change
        self._lock = threading.Lock()
        self._tables = FoundTables(time.monotonic())
        self._announced: Announcement | None = None
        self._spoken: Announcement | None = None
        """What the last beacon said."""
        self._sender = secrets.token_bytes(SENDER_BYTES)
        self._heard: dict[str, float] = {}
        self._stop = threading.Event()
        self._sockets = BeaconSockets(port, adapters, listen)
        self._ears, self._bell = socket.socketpair()
        self._ears.setblocking(False)
        self._bell.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="acquire-beacons", daemon=True)
        self._mdns = _Mdns(self, adapters, listen) if mdns else None
        self._thread.start()
        if self._mdns is not None:
            self._mdns.start()

    def __enter__(self) -> TableSearch:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- what the program asks for

    def snapshot(self) -> tuple[FoundTable, ...]:
        """Return the tables of others that are heard now."""
        with self._lock:
            return self._tables.snapshot()

    def state(self) -> DiscoveryState:
        with self._lock:
            heard = frozenset(self._heard)
        mdns = self._mdns
        if mdns is None:
            return DiscoveryState(OFF, "", self._sockets.ways, heard)
        return DiscoveryState(mdns.state, mdns.trouble, self._sockets.ways, heard)

    def announce_table(self, table: Announcement) -> None:
        """Announce a table from now on, until `withdraw_table`; a second call changes what is announced."""
        self._announced = table
        self._wake_thread()
        if self._mdns is not None:
            self._mdns.set_wanted(table)

    def withdraw_table(self) -> None:
        self._announced = None
        self._wake_thread()
        if self._mdns is not None:
            self._mdns.set_wanted(None)

    def close(self) -> None:
        """Withdraw what was announced and close everything; wait for the threads, a few seconds at most."""
        if self._stop.is_set():
            return
        self.withdraw_table()
        self._stop.set()
        self._wake_thread()
        if self._mdns is not None:
            self._mdns.stop()
        self._thread.join(STOP_S)
        self._bell.close()

    def _wake_thread(self) -> None:
        try:
            self._bell.send(b"!")
        except OSError:
            pass  # it rings already, or has been closed

    # --- the thread of the beacons

    def _run(self) -> None:
        sockets, send_at, look_at = self._sockets, 0.0, time.monotonic() + LOOK_AGAIN_S
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._ears, selectors.EVENT_READ)
            for listener in sockets.listeners:
                waiting.register(listener, selectors.EVENT_READ)
            while not self._stop.is_set():
                now = time.monotonic()
                rang = any(key.fileobj is self._ears for key, _ in waiting.select(max(0.0, send_at - now)))
                now = time.monotonic()
                if rang:
                    self._ears.recv(4096)
                if now >= look_at:
                    sockets.look_again()
                    look_at = now + LOOK_AGAIN_S
                if rang or now >= send_at:
                    self._send_beacon()
                    send_at = now + BEACON_EVERY_S
                    self._report_if_changed(lambda now=now: self._tables.drop_silent(now))  # type: ignore[misc]
                if self._receive_beacons(now) >= BATCH:
                    self._stop.wait(REST_S)
        self._send_beacon()
        self._ears.close()
        sockets.close()

    def _send_beacon(self) -> None:
        table, before = self._announced, self._spoken
        if before is not None and (table is None or table.table_id != before.table_id):
            self._sockets.send(encode_withdrawn(before, self._sender))
        if table is not None:
            self._sockets.send(encode_table(table, self._sender))
        self._spoken = table

    def _receive_beacons(self, now: float) -> int:
        count = 0
        with self._lock:
            changed = False
            for data, source in self._sockets.receive(BATCH):
                count += 1
                if sender_of(data) != self._sender:
                    changed |= self._tables.on_beacon(data, source, now)
                elif any(way.address.address == source.partition("%")[0] for way in self._sockets.ways):
                    self._heard[source.partition("%")[0]] = now
        if changed:
            self._on_change()
        return count

    def _report_if_changed(self, change: Callable[[], bool]) -> None:
        with self._lock:
            changed = change()
        if changed and not self._stop.is_set():
            self._on_change()

    # --- what the thread of mDNS brings

    def on_service(self, service: str, table: Announcement, hosts: list[str]) -> None:
        self._report_if_changed(lambda: self._tables.on_service(service, table, hosts, time.monotonic()))

    def on_service_lost(self, service: str) -> None:
        self._report_if_changed(lambda: self._tables.on_service_lost(service))


class _Mdns(ServiceListener):
    """A thread that starts zeroconf, which takes its time, and keeps it saying what is wanted. It starts again where addresses
    change or zeroconf fails."""

    def __init__(self, discovery: TableSearch, adapters: Adapters, listen: bool) -> None:
        self.state, self.trouble = STARTING, ""
        self._discovery = discovery
        self._adapters = adapters
        self._listen = listen
        self._wanted: Announcement | None = None
        self._changed = threading.Event()
        self._stopping = False
        self._server = f"acquire-{secrets.token_hex(6)}.local."
        self._own_name = ""
        self._names: set[str] = set()
        self._questions = Bucket(2.0, 20.0, time.monotonic())
        self._thread = threading.Thread(target=self._run, name="acquire-mdns", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def set_wanted(self, table: Announcement | None) -> None:
        self._wanted = table
        self._changed.set()

    def stop(self) -> None:
        self._stopping = True
        self._changed.set()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._stopping:
            addresses = _usable_addresses(self._adapters)
            try:
                self._run_zeroconf(addresses)
            except _FAILURES as error:
                self.state, self.trouble = FAILED, _error_text(error)
            self._forget_services()
            if self.state == FAILED:
                self._changed.wait(TRY_AGAIN_S)
                self._changed.clear()

    def _run_zeroconf(self, addresses: list[OwnAddress]) -> None:
        """Announce and listen until addresses change or `close` is called."""
        self.state = STARTING
        zeroconf = _open(addresses)
        browser: ServiceBrowser | None = None
        try:
            if self._listen:
                browser = ServiceBrowser(zeroconf, SERVICE, listener=self)
            self.state, self.trouble = ON, ""
            announced: Announcement | None = None
            service: ServiceInfo | None = None
            while True:
                self._changed.clear()  # before the look at what it stands for, so that nothing is missed
                if self._stopping or _usable_addresses(self._adapters) != addresses:
                    return
                wanted = self._wanted
                if wanted != announced:
                    service = self._register_table(zeroconf, service, wanted, addresses)
                    announced = wanted
                self._changed.wait(LOOK_AGAIN_S)
        finally:
            try:
                if browser is not None:
                    browser.cancel()
            finally:
                zeroconf.close()

    def _register_table(self, zeroconf: Zeroconf, before: ServiceInfo | None, wanted: Announcement | None,
                        addresses: list[OwnAddress]) -> ServiceInfo | None:
        if wanted is None:
            if before is not None:
                zeroconf.unregister_service(before)
            return None
        name = f"{wanted.table_id.hex()}-{wanted.fingerprint.hex()}-{wanted.port}.{SERVICE}"
        service = ServiceInfo(SERVICE, name, port=wanted.port, properties=to_txt(wanted), server=self._server,
                              host_ttl=LIFETIME_S, other_ttl=LIFETIME_S,
                              parsed_addresses=sorted({own.address for own in addresses}))
        self._own_name = service.name
        if before is not None and before.name == service.name:
            zeroconf.update_service(service)
        else:
            if before is not None:
                zeroconf.unregister_service(before)
            zeroconf.register_service(service, cooperating_responders=True)  # nobody else has this name: no need to ask
        return service

    def _forget_services(self) -> None:
        for name in self._names:
            self._discovery.on_service_lost(name)
        self._names.clear()

    # --- called by zeroconf's browser, in a thread of its own

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        if name == self._own_name or (name not in self._names and len(self._names) >= MAX_TABLES):
            return
        service = ServiceInfo(SERVICE, name)
        known = service.load_from_cache(zc)
        if not known and not (self._questions.take(1, time.monotonic()) and service.request(zc, ASK_S * 1000)):
            return
        try:
            table = from_txt(service.properties, service.port or 0)
        except BeaconError:
            return
        self._names.add(name)
        self._discovery.on_service(name, table, nearest_first(service.parsed_scoped_addresses(), self._adapters()))

    update_service = add_service

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        self._names.discard(name)
        self._discovery.on_service_lost(name)


def _usable_addresses(adapters: Adapters) -> list[OwnAddress]:
    """Return the addresses that others can use; IPv4 of this machine itself where there are none."""
    found = list(adapters())
    return best_first([own for own in found if own.kind != LOOPBACK]) or [own for own in found if own.version == 4]


def _open(addresses: list[OwnAddress]) -> Zeroconf:
    """Start zeroconf with both versions of IP where this machine has both; with IPv4 alone where IPv6 is in the way."""
    old: list[str | int] = sorted({own.address for own in addresses if own.version == 4})
    new: list[str | int] = sorted({own.index for own in addresses if own.version == 6 and own.index})
    if not old and not new:
        raise OSError("there is no address")
    if not new:
        return Zeroconf(interfaces=old, ip_version=IPVersion.V4Only)
    try:
        return Zeroconf(interfaces=old + new, ip_version=IPVersion.All if old else IPVersion.V6Only)
    except _FAILURES:
        if not old:
            raise
        return Zeroconf(interfaces=old, ip_version=IPVersion.V4Only)


def _error_text(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def mdns_trouble(adapters: Adapters = own_addresses) -> str:
    """Why mDNS does not start here; empty where it does."""
    try:
        _open(_usable_addresses(adapters)).close()
    except _FAILURES as error:
        return _error_text(error)
    return ""


# --- TXT records --------------------------------------------------------------------------------------------------------------

def to_txt(table: Announcement) -> dict[str | bytes, str | bytes | None]:
    return {"v": TXT_VERSION, "id": table.table_id.hex(), "fp": table.fingerprint.hex(), "seats": str(table.taken),
            "places": str(table.places), "name": table.name, "rules": table.rules, "program": table.version,
            "stage": str(int(table.stage))}


def from_txt(properties: dict[bytes, bytes | None], port: int) -> Announcement:
    """Read an announcement from the properties of an mDNS service. Raises BeaconError."""
    try:
        read = {key: (properties[key.encode()] or b"").decode("utf-8") for key in
                ("id", "fp", "seats", "places", "name", "rules", "program")}
        version = properties.get(b"v")
        if version not in (TXT_VERSION, OLD_TXT_VERSION):
            raise BeaconError("an announcement of another version")
        read["stage"] = (properties[b"stage"] or b"").decode("utf-8") if version == TXT_VERSION else "0"
        if any(len(read[key]) != 1 or read[key] not in "0123456789" for key in ("seats", "places", "stage")):
            raise BeaconError("no number of places")
        return Announcement(bytes.fromhex(read["id"]), bytes.fromhex(read["fp"]), port, int(read["seats"]), int(read["places"]),
                            read["name"], read["rules"], read["program"], stage_of(int(read["stage"])))
    except (KeyError, ValueError) as error:  # BeaconError is a ValueError, and so is the error of text that is not UTF-8
        raise BeaconError(f"an announcement that cannot be read: {error}") from None
