"""The tables that this machine has heard of, from beacons and from mDNS, as one list of bounded size.

Everything that arrives here was written by strangers. The rate of each source is limited before a byte of it is decoded, the list
has room for a fixed number of tables, in all and from one source, and a table that falls silent is dropped. Real tables are
announced again and again; invented ones are not, or are as few as real ones. So in a full list a table that was announced twice
takes the place of one that was not, or that has fallen silent. No sockets and no clock: the time is an argument, in seconds.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from acquire_net.crypto.signing import matches_fingerprint
from acquire_net.discovery.beacon import TABLE_ID_BYTES, Announcement, BeaconError, TableStage, Withdrawn, decode_beacon
from acquire_net.discovery.table_code import table_code_of
from acquire_net.links.bucket import Bucket

MAX_TABLES = 200
MAX_OF_ONE_SOURCE = 20
MAX_HOSTS = 8
MAX_SOURCES = 256
MAX_HEARD_ONCE = 2000
"""Tables that have no place in the list, but for which the time of the first beacon is kept: two seconds of them at full rate."""
REPEATED_S = 0.5
"""Copies of one beacon, by several adapters, come sooner."""
MISSED_S = 2.5
"""Two beacons."""

SILENT_S = 5.0
"""After so long without a beacon a table is not heard any more."""
SERVICE_AFTER_BEACON_S = 15.0
"""mDNS remembers a program that was killed for a minute. Where its beacons were heard too, their silence counts."""

SOURCE_PER_S, SOURCE_BURST = 60.0, 120.0
"""A machine with as many tables as are listed sends 40 a second."""
ALL_PER_S, ALL_BURST = 1000.0, 1000.0
_EVERYBODY_ELSE = ""
"""Sources for which there is no room share the rate of one source."""

BEACON, MDNS = "beacon", "mdns"


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A hint only: a peer that connects finds out whether it is true."""
    table_id: bytes
    name: str
    hosts: tuple[str, ...]
    port: int
    fingerprint: bytes
    taken: int
    """As in an `Announcement`."""
    places: int
    rules: str
    version: str
    heard_by: frozenset[str]
    last_heard: float = field(compare=False)
    stage: TableStage = TableStage.GATHERING

    @property
    def key(self) -> tuple[bytes, bytes, int]:
        """What tells it from all other tables, and each peer that announces it from the others."""
        return self.table_id, self.fingerprint, self.port

    @property
    def table_code(self) -> str:
        """Return the four characters by which people on this network name it; several tables may have the same ones."""
        return table_code_of(self.table_id)


def seats_there(tables: Iterable[FoundTable], lobby_id: bytes, others: Collection[bytes]) -> int:
    """Return how many of the other seats of a game are there, of which the caller has a seat and is not there itself.

    `others` are the identities of the seats that are still in the game. Only what one of these announces counts, and the most of
    it: they may not have found each other yet. A number that includes the caller is of a program of before, or too old."""
    return max((table.taken for table in tables
                if table.stage != TableStage.GATHERING and lobby_id and table.table_id == lobby_id[:TABLE_ID_BYTES]
                and table.taken <= len(others) and any(matches_fingerprint(who, table.fingerprint) for who in others)), default=0)


_Key = tuple[bytes, bytes, int]


class _Entry:
    """One table, and who told of it. What it says of itself is taken from the source that was heard first and is still heard, so
    that nobody else can change it."""

    __slots__ = ("beacons", "first_heard", "had_beacons", "is_repeated", "last_heard", "announcement", "services")

    def __init__(self, announcement: Announcement, first_heard: float, now: float) -> None:
        self.announcement = announcement
        self.beacons: dict[str, float] = {}
        self.services: dict[str, tuple[str, ...]] = {}
        self.first_heard = first_heard
        self.last_heard = now
        self.is_repeated = self.had_beacons = False

    def on_beacon(self, announcement: Announcement, source: str, now: float) -> None:
        if source in self.beacons or len(self.beacons) < MAX_HOSTS:
            if source == next(iter(self.beacons), source):
                self.announcement = announcement
            self.beacons[source] = self.last_heard = now
            self.had_beacons = True
            self.is_repeated |= now - self.first_heard >= REPEATED_S

    def is_kept(self, now: float, for_a_service: bool) -> bool:
        """Return True if no other table takes its place. An mDNS service is reported once, and counts as lasting if no beacon
        shows whether it does; but it names its own address, so a table whose beacons come from there counts more."""
        return self.is_repeated and now - self.last_heard <= MISSED_S if self.had_beacons else for_a_service

    def is_of(self, host: str) -> bool:
        return host in self.beacons or any(host in hosts for hosts in self.services.values())

    def drop_silent(self, now: float) -> None:
        silent = [source for source, heard in self.beacons.items() if now - heard > SILENT_S]
        for source in silent:
            del self.beacons[source]
        if not self.beacons and self.services and now - self.last_heard > SERVICE_AFTER_BEACON_S:
            self.services.clear()

    def as_found_table(self) -> FoundTable:
        announcement = self.announcement
        hosts = dict.fromkeys([*self.beacons, *(host for hosts in self.services.values() for host in hosts)])
        heard_by = frozenset({BEACON} if self.beacons else ()) | frozenset({MDNS} if self.services else ())
        return FoundTable(announcement.table_id, announcement.name, tuple(hosts)[:MAX_HOSTS], announcement.port,
                          announcement.fingerprint, announcement.taken, announcement.places, announcement.rules,
                          announcement.version, heard_by, self.last_heard, announcement.stage)


class FoundTables:
    """The list. Its methods say whether it looks different now."""

    def __init__(self, now: float = 0.0) -> None:
        self._entries: dict[_Key, _Entry] = {}
        self._heard_once: dict[_Key, float] = {}
        self._sources: dict[str, Bucket] = {}
        self._all = Bucket(ALL_PER_S, ALL_BURST, now)

    def snapshot(self) -> tuple[FoundTable, ...]:
        """By name; what strangers call themselves decides nothing else."""
        return tuple(sorted((entry.as_found_table() for entry in self._entries.values()), key=lambda found: (found.name,
                                                                                                             found.table_id)))

    # --- beacons

    def on_beacon(self, data: bytes, source: str, now: float) -> bool:
        if not (self._bucket_of(source, now).take(1, now) and self._all.take(1, now)):
            return False
        try:
            announcement = decode_beacon(data)
        except BeaconError:
            return False
        if announcement is None:
            return False
        if isinstance(announcement, Withdrawn):
            return self._lose_beacon(announcement, source)
        entry = self._entry_for(announcement, [source], now, is_service=False)
        if entry is None:
            return False
        before = entry.as_found_table()
        entry.on_beacon(announcement, source, now)
        return entry.as_found_table() != before

    def _lose_beacon(self, announcement: Withdrawn, source: str) -> bool:
        entry = self._entries.get((announcement.table_id, announcement.fingerprint, announcement.port))
        if entry is None:
            return False
        before = entry.as_found_table()
        entry.beacons.pop(source, None)
        self._drop_silent()
        return entry.as_found_table() != before

    def _bucket_of(self, source: str, now: float) -> Bucket:
        if source not in self._sources and len(self._sources) >= MAX_SOURCES:
            source = _EVERYBODY_ELSE
        bucket = self._sources.get(source)
        if bucket is None:
            bucket = self._sources[source] = Bucket(SOURCE_PER_S, SOURCE_BURST, now)
        return bucket

    # --- mDNS

    def on_service(self, service: str, announcement: Announcement, hosts: Iterable[str], now: float) -> bool:
        """`service` is the name under which it will be withdrawn."""
        hosts = tuple(host for host in hosts if _is_host(host))[:MAX_HOSTS]
        entry = self._entry_for(announcement, hosts, now, is_service=True) if hosts else None
        if entry is None:
            return False
        before = self._all_tables()
        self._forget_service(service, but=entry)
        if service in entry.services or len(entry.services) < MAX_HOSTS:
            entry.services[service] = hosts
        if not entry.beacons:
            entry.announcement, entry.last_heard = announcement, now
        self._drop_silent()
        return self._all_tables() != before

    def on_service_lost(self, service: str) -> bool:
        before = self._all_tables()
        self._forget_service(service)
        self._drop_silent()
        return self._all_tables() != before

    def _forget_service(self, service: str, but: _Entry | None = None) -> None:
        for entry in self._entries.values():
            if entry is not but:
                entry.services.pop(service, None)

    # --- both

    def _entry_for(self, announcement: Announcement, hosts: Iterable[str], now: float, is_service: bool) -> _Entry | None:
        """Return the table's entry in the list; None where there is no room for another one."""
        key = (announcement.table_id, announcement.fingerprint, announcement.port)
        entry = self._entries.get(key)
        if entry is None:
            less = self._who_makes_room(hosts, now, is_service)
            first = self._heard_once.pop(key, now)
            if less is None or (less and now - first < REPEATED_S and not is_service):
                self._remember_first(key, first)
                return None
            for each in less:
                del self._entries[each]
            entry = self._entries[key] = _Entry(announcement, first, now)
        return entry

    def _who_makes_room(self, hosts: Iterable[str], now: float, is_service: bool) -> list[_Key] | None:
        """Return the entries that make room for one more table of these hosts: an empty list where there is room, None where no
        room can be made."""
        found: dict[_Key, None] = {}
        crowds = [[key for key, entry in self._entries.items() if entry.is_of(host)] for host in hosts]
        for crowd, most in (*((crowd, MAX_OF_ONE_SOURCE) for crowd in crowds), (list(self._entries), MAX_TABLES)):
            if len(crowd) - sum(key in found for key in crowd) >= most:
                least = min((key for key in crowd if key not in found and not self._entries[key].is_kept(now, is_service)),
                            default=None, key=lambda key: self._entries[key].last_heard)
                if least is None:
                    return None
                found[least] = None
        return list(found)

    def _remember_first(self, key: _Key, first: float) -> None:
        self._heard_once[key] = first
        if len(self._heard_once) > MAX_HEARD_ONCE:
            del self._heard_once[next(iter(self._heard_once))]

    def drop_silent(self, now: float) -> bool:
        """Forget what has been silent for too long; return True if the list has changed. Call it about once a second."""
        before = self._all_tables()
        for entry in self._entries.values():
            entry.drop_silent(now)
        self._drop_silent()
        for source in [source for source, bucket in self._sources.items() if now - bucket.used_s > SILENT_S]:
            del self._sources[source]
        for key in [key for key, heard in self._heard_once.items() if now - heard > SILENT_S]:
            del self._heard_once[key]
        return self._all_tables() != before

    def _all_tables(self) -> list[FoundTable]:
        return [entry.as_found_table() for entry in self._entries.values()]

    def _drop_silent(self) -> None:
        for key in [key for key, entry in self._entries.items() if not entry.beacons and not entry.services]:
            del self._entries[key]


def _is_host(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return not (address.is_multicast or address.is_unspecified or address.is_reserved or
                (address.version == 6 and address.is_loopback))
