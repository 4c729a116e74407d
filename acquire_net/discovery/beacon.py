"""A table says each second, to everybody on every network of its machine, that it is there.

The first half is the datagram and does no I/O: at most 200 bytes, no secrets, decoded strictly. The second half is the sockets.
They send to each subnet's broadcast address and to a multicast group on each adapter, of IPv4 and of IPv6, because a broadcast to
`255.255.255.255` leaves by one adapter only, which may be a VPN's. What is heard is a hint: a key proves who is there when one
connects.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from msgspec import Struct

from acquire_net.crypto.signing import FINGERPRINT_BYTES, SHORT_FINGERPRINT_BYTES
from acquire_net.errors import RemoteError
from acquire_net.links.adapters import LINK_LOCAL, LOOPBACK, OwnAddress, own_addresses
from acquire_net.links.addresses import DEFAULT_PORT
from acquire_net.links.sockets import NO_SUCH_ADDRESS
from acquire_net.players.names import PlayerNameError, checked_name
from acquire_net.protocol.messages import MAX_SEATS

BEACON_PORT = DEFAULT_PORT
GROUP = "239.255.71.8"
"""Stays within the site (RFC 2365); we send no farther than the own subnet."""
GROUP_6 = "ff12::8000:b804"
"""The same for IPv6: it never leaves the link, and is nobody's by registration (RFC 3307)."""

MAX_BEACON_BYTES = 200
TABLE_ID_BYTES = 8
SENDER_BYTES = 4
MAX_WORD = 24

_HEAD = struct.Struct(f">4sBB{SENDER_BYTES}s{TABLE_ID_BYTES}s{FINGERPRINT_BYTES}sHBBB")
_OLD_HEAD = struct.Struct(f">4sBB{SENDER_BYTES}s{TABLE_ID_BYTES}s{SHORT_FINGERPRINT_BYTES}sHBB")
_MAGIC, _VERSION, _OLD_VERSION = b"ACQB", 2, 1
"""Programs before ACQ-MP/3 send the old version. It is read, so that the list shows their tables too."""
_TABLE, _PROBE, _WITHDRAWN = 0, 1, 2
_WORD_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-+_*")


def announced_word(text: str) -> str:
    """Return as much of a text as an announcement can hold: it has few letters, and is cut between words where it can be."""
    word = " ".join("".join(filter(_WORD_LETTERS.__contains__, text)).split())
    cut = word[:MAX_WORD]
    return cut if cut == word or " " not in cut else cut.rpartition(" ")[0]


class TableStage(IntEnum):
    """How far a table has come, as far as others on the network need to know."""
    GATHERING = 0
    PLAYING = 1
    """The game has begun, and nobody may watch."""
    SHOWN = 2
    """The game has begun, and anybody may watch."""


class BeaconError(RemoteError, ValueError):
    """These bytes are not a valid announcement of a table; the text says why."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a table says of itself before anybody has asked. Checked when it is made, wherever it comes from."""
    table_id: bytes
    fingerprint: bytes
    """The fingerprint of the peer that announces it."""
    port: int
    taken: int
    """How many places are taken; of a game that has begun, how many of its seats are there: programs of before say all."""
    places: int
    name: str
    """The name of the peer that announces it; untrusted until that peer has proved its key."""
    rules: str
    version: str
    """Of the program."""
    stage: TableStage = TableStage.GATHERING

    def __post_init__(self) -> None:
        if len(self.table_id) != TABLE_ID_BYTES or len(self.fingerprint) not in (FINGERPRINT_BYTES, SHORT_FINGERPRINT_BYTES):
            raise BeaconError("a table's number or a fingerprint has another length")
        if not 0 < self.port < 1 << 16:
            raise BeaconError(f"no port {self.port}")
        if not (2 <= self.places <= MAX_SEATS and 0 <= self.taken <= self.places):
            raise BeaconError(f"{self.taken} of {self.places} places")
        for word in (self.rules, self.version):
            if not 0 < len(word) <= MAX_WORD or not _WORD_LETTERS.issuperset(word):
                raise BeaconError("rules and version are short words")
        try:
            checked_name(self.name)
        except PlayerNameError as error:
            raise BeaconError(f"the name: {error}") from None


class Withdrawn(Struct, frozen=True):
    """This table is announced no more by this machine."""
    table_id: bytes
    fingerprint: bytes
    port: int


def encode_table(table: Announcement, sender: bytes) -> bytes:
    """Return a beacon. By `sender` a program knows its own beacons from those of others."""
    head = _HEAD.pack(_MAGIC, _VERSION, _TABLE, sender, table.table_id, table.fingerprint, table.port, table.taken, table.places,
                      table.stage)
    return head + b"".join(_encode_text(text) for text in (table.name, table.rules, table.version))


def encode_probe(sender: bytes) -> bytes:
    """Return a beacon of no table, by which a machine finds out whether it hears itself."""
    return _HEAD.pack(_MAGIC, _VERSION, _PROBE, sender, bytes(TABLE_ID_BYTES), bytes(FINGERPRINT_BYTES), 0, 0, 0, 0)


def encode_withdrawn(table: Announcement, sender: bytes) -> bytes:
    """Return the last beacon of a table, so that others do not wait for more of them."""
    return _HEAD.pack(_MAGIC, _VERSION, _WITHDRAWN, sender, table.table_id, table.fingerprint, table.port, 0, 0, 0)


def _encode_text(text: str) -> bytes:
    data = text.encode("utf-8")
    return bytes((len(data),)) + data


def sender_of(data: bytes) -> bytes:
    """Return whose beacon this is, before anything else of it is looked at; empty if it is not a beacon."""
    return data[6:6 + SENDER_BYTES] if data.startswith(_MAGIC) and _OLD_HEAD.size <= len(data) <= MAX_BEACON_BYTES else b""


def decode_beacon(data: bytes) -> Announcement | Withdrawn | None:
    """Return what a datagram announces; None for a probe. Raises BeaconError."""
    if not sender_of(data):
        raise BeaconError("not a beacon")
    version, kind = data[4:6]
    head = {_VERSION: _HEAD, _OLD_VERSION: _OLD_HEAD}.get(version)
    if head is None or kind not in (_TABLE, _PROBE, _WITHDRAWN):
        raise BeaconError(f"a beacon of version {version}, kind {kind}")
    if len(data) < head.size:
        raise BeaconError("a beacon that ends too early")
    _, _, _, _, table_id, mark, port, taken, places, *stages = head.unpack_from(data)
    if kind != _TABLE and (len(data) != head.size or taken or places or any(stages)):
        raise BeaconError("a beacon with something behind it")
    if kind == _PROBE:
        return None
    if kind == _WITHDRAWN:
        return Withdrawn(table_id, mark, port)
    texts, place = [], head.size
    for _ in range(3):
        size = data[place] if place < len(data) else MAX_BEACON_BYTES
        place += 1 + size
        if place > len(data):
            raise BeaconError("a beacon that ends too early")
        texts.append(data[place - size:place])
    if place != len(data):
        raise BeaconError("a beacon with something behind it")
    try:
        name, rules, program = (text.decode("utf-8") for text in texts)
    except UnicodeDecodeError:
        raise BeaconError("a beacon whose text is not UTF-8") from None
    return Announcement(table_id, mark, port, taken, places, name, rules, program, stage_of(stages[0] if stages else 0))


def stage_of(number: int) -> TableStage:
    """Return the stage with this number. Raises BeaconError."""
    try:
        return TableStage(number)
    except ValueError:
        raise BeaconError(f"there is no stage {number} of a table") from None


# --- sockets ------------------------------------------------------------------------------------------------------------------

MAX_ADAPTERS = 16
_BUFFER_BYTES = 1 << 17
_FAMILIES = {4: socket.AF_INET, 6: socket.AF_INET6}


@dataclass(frozen=True, slots=True)
class BeaconRoute:
    """One adapter by which beacons go out and come in."""
    address: OwnAddress
    trouble: str = ""
    """Why nothing goes out by it; empty as a rule."""


Adapters = Callable[[], Sequence[OwnAddress]]


class BeaconSockets:
    """Sockets that listen, shared with other programs of this machine, and one for each adapter that sends. Steps of its owner's
    thread: nothing here waits."""

    def __init__(self, port: int = BEACON_PORT, adapters: Adapters = own_addresses, listen: bool = True) -> None:
        self.port = port
        self.trouble = ""
        """Why nothing is heard; empty as a rule."""
        self.ways: tuple[BeaconRoute, ...] = ()
        self._adapters = adapters
        self._listeners = {version: sock for version in (4, 6) if listen and (sock := self._open_listener(version)) is not None}
        self._senders: dict[OwnAddress, socket.socket] = {}
        self.look_again()

    @property
    def listeners(self) -> tuple[socket.socket, ...]:
        """To wait for, and for nothing else."""
        return tuple(self._listeners.values())

    def _open_listener(self, version: int) -> socket.socket | None:
        listener: socket.socket | None = None
        try:
            listener = socket.socket(_FAMILIES[version], socket.SOCK_DGRAM)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT") and sys.platform != "linux":  # on Linux it would keep out other users' programs
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER_BYTES)
            listener.setblocking(False)
            if version == 6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(("", self.port))
        except OSError as error:
            if listener is not None:
                listener.close()
            if version == 4 or error.errno not in NO_SUCH_ADDRESS:
                self.trouble = f"UDP port {self.port} cannot be listened on: {error.strerror or error}"
            return None
        return listener

    def look_again(self) -> None:
        """Close the sockets of adapters that have gone, and open those of new ones."""
        own_now = self._adapters()
        wanted = [own for own in own_now if own.version == 4][:MAX_ADAPTERS] + _one_of_each_adapter(own_now)[:MAX_ADAPTERS]
        for own in set(self._senders) - set(wanted):
            self._senders.pop(own).close()
        troubles = {way.address: way.trouble for way in self.ways}
        for own in wanted:
            if own not in self._senders:
                troubles[own] = self._open(own)
        self.ways = tuple(BeaconRoute(own, troubles[own]) for own in wanted)

    def _open(self, own: OwnAddress) -> str:
        sender: socket.socket | None = None
        try:
            sender = socket.socket(_FAMILIES[own.version], socket.SOCK_DGRAM)
            sender.setblocking(False)
            if own.version == 4:
                self._prepare(sender, own)
            else:
                sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, own.index)
                sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 1)
                sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)
                sender.bind((own.address, 0, 0, own.index))
        except OSError as error:
            if sender is not None:
                sender.close()
            return error.strerror or str(error)
        self._senders[own] = sender
        listener = self._listeners.get(own.version)
        if listener is not None:
            with contextlib.suppress(OSError):  # a member already, or no multicast there
                if own.version == 4:
                    member = socket.inet_aton(GROUP) + socket.inet_aton(own.address)
                    listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
                else:
                    member = socket.inet_pton(socket.AF_INET6, GROUP_6) + struct.pack("@I", own.index)
                    listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, member)
        return ""

    @staticmethod
    def _prepare(sender: socket.socket, own: OwnAddress) -> None:
        """Make a socket of IPv4 ready to send from this address."""
        sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sender.bind((own.address, 0))
        with contextlib.suppress(OSError):  # an adapter without multicast has the broadcast
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own.address))
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)

    def send(self, data: bytes) -> None:
        """By every way there is; what fails is noted in `ways`."""
        self.ways = tuple(replace(way, trouble=self._send_by(way, data)) for way in self.ways)

    def _send_by(self, way: BeaconRoute, data: bytes) -> str:
        sender, own = self._senders.get(way.address), way.address
        if sender is None:
            return way.trouble or "closed"
        targets: list[tuple[str, int] | tuple[str, int, int, int]] = [(GROUP_6, self.port, 0, own.index)]
        if own.version == 4:
            targets = [(host, self.port) for host in (own.broadcast_address, GROUP) if host is not None]
        trouble, sent = "", False
        for target in targets:
            try:
                sender.sendto(data, target)
                sent = True
            except OSError as error:
                trouble = error.strerror or str(error)
        return "" if sent else trouble

    def receive(self, most: int) -> Iterator[tuple[bytes, str]]:
        """Yield at most so many of the datagrams that have arrived of each version of IP, each with the address it came from; a
        link-local address of IPv6 with the adapter at which it can be reached."""
        for listener in self.listeners:
            for _ in range(most):
                try:
                    data, (host, *rest) = listener.recvfrom(MAX_BEACON_BYTES + 1)
                except BlockingIOError:
                    break
                except OSError:  # Windows reports here that a datagram of ours found nobody, or that this one was too long
                    continue
                yield data, f"{host}%{rest[2]}" if len(rest) == 3 and rest[2] and "%" not in host else host

    def close(self) -> None:
        for sock in (*self._senders.values(), *self._listeners.values()):
            sock.close()
        self._senders.clear()
        self._listeners.clear()


def _one_of_each_adapter(addresses: Sequence[OwnAddress]) -> list[OwnAddress]:
    """Return one address of IPv6 for each adapter that reaches others, the link-local one only where it has no other."""
    found: dict[int, OwnAddress] = {}
    for own in sorted(addresses, key=lambda own: (own.kind == LINK_LOCAL, not own.is_private)):
        if own.version == 6 and own.kind != LOOPBACK and own.index:
            found.setdefault(own.index, own)
    return list(found.values())
