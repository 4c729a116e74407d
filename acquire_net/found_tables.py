"""The tables that this machine has heard of, from beacons and from mDNS, as one list of bounded size.

Whatever arrives here was written by strangers. A source is heard so often and no oftener, before a byte of it is decoded; the
list has room for so many tables, and for so many of one source; and a table that falls silent goes. No sockets and no clock: the
time is an argument, in seconds.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, field

from acquire_net.beacon import Announcement, BadBeacon, Gone, decode
from acquire_net.bucket import Bucket

MOST_TABLES = 200
MOST_OF_ONE_SOURCE = 20
MOST_HOSTS = 8
MOST_SOURCES = 256

SILENT_S = 5.0
"""After so long without a beacon a table is not heard any more."""
SERVICE_AFTER_BEACON_S = 15.0
"""mDNS remembers a program that was killed for a minute. Where its beacons were heard too, their silence counts."""

SOURCE_PER_S, SOURCE_BURST = 60.0, 120.0
"""A machine with as many tables as are listed sends 40 a second."""
ALL_PER_S, ALL_BURST = 1000.0, 1000.0
_EVERYBODY_ELSE = ""
"""The sources for which there is no room share what one may say."""

BEACON, MDNS = "beacon", "mdns"


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A hint: whoever connects finds out whether it is true."""
    table_id: bytes
    name: str
    hosts: tuple[str, ...]
    port: int
    fingerprint: bytes
    taken: int
    places: int
    rules: str
    version: str
    heard_by: frozenset[str]
    last_heard: float = field(compare=False)


_Key = tuple[bytes, bytes, int]


class _Entry:
    """One table, and who told of it. What it says of itself is taken from the source that was heard first and is still heard, so
    that nobody else can change it."""

    __slots__ = ("beacons", "last_heard", "said", "services")

    def __init__(self, said: Announcement, now: float) -> None:
        self.said = said
        self.beacons: dict[str, float] = {}
        self.services: dict[str, tuple[str, ...]] = {}
        self.last_heard = now

    def hear_beacon(self, said: Announcement, source: str, now: float) -> None:
        if source in self.beacons or len(self.beacons) < MOST_HOSTS:
            if source == next(iter(self.beacons), source):
                self.said = said
            self.beacons[source] = self.last_heard = now

    def expire(self, now: float) -> None:
        silent = [source for source, heard in self.beacons.items() if now - heard > SILENT_S]
        for source in silent:
            del self.beacons[source]
        if not self.beacons and self.services and now - self.last_heard > SERVICE_AFTER_BEACON_S:
            self.services.clear()

    def found(self) -> FoundTable:
        said = self.said
        hosts = dict.fromkeys([*self.beacons, *(host for hosts in self.services.values() for host in hosts)])
        heard_by = frozenset({BEACON} if self.beacons else ()) | frozenset({MDNS} if self.services else ())
        return FoundTable(said.table_id, said.name, tuple(hosts)[:MOST_HOSTS], said.port, said.fingerprint, said.taken,
                          said.places, said.rules, said.version, heard_by, self.last_heard)


class FoundTables:
    """The list. Its methods say whether it looks different now."""

    def __init__(self, now: float = 0.0) -> None:
        self._entries: dict[_Key, _Entry] = {}
        self._sources: dict[str, Bucket] = {}
        self._all = Bucket(ALL_PER_S, ALL_BURST, now)

    def snapshot(self) -> tuple[FoundTable, ...]:
        """By name; what strangers call themselves decides nothing else."""
        return tuple(sorted((entry.found() for entry in self._entries.values()), key=lambda found: (found.name, found.table_id)))

    # --- beacons

    def hear_beacon(self, data: bytes, source: str, now: float) -> bool:
        if not (self._bucket_of(source, now).take(1, now) and self._all.take(1, now)):
            return False
        try:
            said = decode(data)
        except BadBeacon:
            return False
        if said is None:
            return False
        if isinstance(said, Gone):
            return self._lose_beacon(said, source)
        entry = self._entry(said, [source], now)
        if entry is None:
            return False
        before = entry.found()
        entry.hear_beacon(said, source, now)
        return entry.found() != before

    def _lose_beacon(self, said: Gone, source: str) -> bool:
        entry = self._entries.get((said.table_id, said.fingerprint, said.port))
        if entry is None:
            return False
        before = entry.found()
        entry.beacons.pop(source, None)
        self._drop_silent()
        return entry.found() != before

    def _bucket_of(self, source: str, now: float) -> Bucket:
        if source not in self._sources and len(self._sources) >= MOST_SOURCES:
            source = _EVERYBODY_ELSE
        bucket = self._sources.get(source)
        if bucket is None:
            bucket = self._sources[source] = Bucket(SOURCE_PER_S, SOURCE_BURST, now)
        return bucket

    # --- mDNS

    def hear_service(self, service: str, said: Announcement, hosts: Iterable[str], now: float) -> bool:
        """`service` is the name under which it will be withdrawn."""
        hosts = tuple(host for host in hosts if _is_host(host))[:MOST_HOSTS]
        entry = self._entry(said, hosts, now) if hosts else None
        if entry is None:
            return False
        before = self._looks()
        self._forget_service(service, but=entry)
        if service in entry.services or len(entry.services) < MOST_HOSTS:
            entry.services[service] = hosts
        if not entry.beacons:
            entry.said, entry.last_heard = said, now
        self._drop_silent()
        return self._looks() != before

    def lose_service(self, service: str) -> bool:
        before = self._looks()
        self._forget_service(service)
        self._drop_silent()
        return self._looks() != before

    def _forget_service(self, service: str, but: _Entry | None = None) -> None:
        for entry in self._entries.values():
            if entry is not but:
                entry.services.pop(service, None)

    # --- both

    def _entry(self, said: Announcement, hosts: Iterable[str], now: float) -> _Entry | None:
        """The table's place in the list; None where there is no room for another one."""
        key = (said.table_id, said.fingerprint, said.port)
        entry = self._entries.get(key)
        if entry is None and len(self._entries) < MOST_TABLES and all(self._count(host) < MOST_OF_ONE_SOURCE for host in hosts):
            entry = self._entries[key] = _Entry(said, now)
        return entry

    def _count(self, host: str) -> int:
        return sum(host in entry.beacons or any(host in hosts for hosts in entry.services.values())
                   for entry in self._entries.values())

    def expire(self, now: float) -> bool:
        """To be called every second or so."""
        before = self._looks()
        for entry in self._entries.values():
            entry.expire(now)
        self._drop_silent()
        for source in [source for source, bucket in self._sources.items() if now - bucket.used_s > SILENT_S]:
            del self._sources[source]
        return self._looks() != before

    def _looks(self) -> list[FoundTable]:
        return [entry.found() for entry in self._entries.values()]

    def _drop_silent(self) -> None:
        for key in [key for key, entry in self._entries.items() if not entry.beacons and not entry.services]:
            del self._entries[key]


def _is_host(text: str) -> bool:
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return not (address.is_multicast or address.is_unspecified or address.is_reserved)
