"""Before there is a table: who is there, what they run, and what exactly they agree to play (docs/spec/protocol.md, section 2).

A HELLO introduces a peer to one other peer. It is signed for that one alone, so nobody can pass it on as their own. A TABLE is
what they agree on: seats in their order and every option. Each seat signs the same bytes, and where the bytes differ nothing
starts. No peer owns the table: its content is what everyone has signed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from acquire_net.crypto.hashing import digest, encode_number
from acquire_net.errors import SetupError, Wording, pattern
from acquire_net.players.names import PlayerNameError, checked_name, looks_like
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.messages import MAX_SEATS, Digest, Message, ShortDigest, Signature
from acquire_net.protocol.verifier import Signer, Verifier
from acquire_net.protocol.version import PROTOCOL

MAX_HELLO_BYTES = 2048
MAX_TABLE_BYTES = 4096
MAX_TABLE_ATTEMPTS = 64
MAX_SHORT_TEXT = 32

ProtocolNumber = Annotated[int, Meta(ge=1, lt=1 << 16)]
YesOrNo = Annotated[int, Meta(ge=0, lt=2)]
ShortText = Annotated[str, Meta(min_length=1, max_length=MAX_SHORT_TEXT)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
MAX_ADDRESS_LETTERS = 80
PeerAddress = Annotated[str, Meta(max_length=MAX_ADDRESS_LETTERS)]
Addresses = Annotated[tuple[PeerAddress, ...], Meta(max_length=16)]
RuleLine = Annotated[str, Meta(max_length=96)]
OptionLine = tuple[ShortText, Annotated[str, Meta(max_length=400)]]


class Hello(Message, frozen=True):
    protocol: ProtocolNumber
    program: ShortText
    """The version of the program, for people."""
    engine: ShortDigest
    """Digest of the rules as this program plays them; where it differs, two kernels would come to different states."""
    generators: Digest
    """Digest of all points that nobody may choose; it is equal everywhere, unless a program chose its own."""
    nonce: ShortDigest
    identity: ShortDigest
    curve: ShortDigest
    name: Name
    addresses: Addresses
    capabilities: Annotated[tuple[ShortText, ...], Meta(max_length=16)]


class SignedHello(Message, frozen=True):
    hello: Annotated[bytes, Meta(max_length=MAX_HELLO_BYTES)]
    signature: Signature


class SeatAt(Message, frozen=True):
    """A seat of a table: who, over which link, and fresh for this table."""
    identity: ShortDigest
    curve: ShortDigest
    nonce: ShortDigest
    name: Name
    computer: YesOrNo = 0
    """1 if a computer player decides here, as its own program says."""


class TableSpec(Message, frozen=True):
    """All that the seats sign. Every peer makes it from the same lobby messages, and signs the same bytes."""
    seats: Annotated[tuple[SeatAt, ...], Meta(min_length=2, max_length=MAX_SEATS)]
    rules: Annotated[tuple[RuleLine, ...], Meta(min_length=1, max_length=48)]
    """The ruleset, as the lines of a record's header."""
    options: Annotated[tuple[OptionLine, ...], Meta(max_length=32)]
    """Clocks, what happens when a player leaves, spectators, whether hands are opened afterwards: in the order of their names."""
    attempt: Annotated[int, Meta(ge=0, lt=MAX_TABLE_ATTEMPTS)]
    """One more each time that the table starts again without a lost seat."""

    @property
    def next_attempt(self) -> int:
        """Return the number of the next attempt. After the highest number the nonces alone make it another table."""
        return min(self.attempt + 1, MAX_TABLE_ATTEMPTS - 1)


AnyMessage = TypeVar("AnyMessage", bound=Message)


def decode_strictly(data: bytes, kind: type[AnyMessage], most: int) -> AnyMessage:
    """Decode a message, encode it again, and compare. Raises MalformedError if this is not its one encoding."""
    if len(data) > most:
        raise MalformedError(f"{kind.__name__} of {len(data)} bytes; the longest has {most}")
    try:
        found = msgspec.msgpack.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedError(str(error), data) from None
    if msgspec.msgpack.encode(found) != data:
        raise MalformedError("not in the one encoding that a message has", data)
    return found


# --- HELLO

PROTOCOLS_DIFFER = pattern("this machine speaks ACQ-MP/{mine}, the other ACQ-MP/{theirs}: {older} needs a newer version of "
                           "the program")
VERSIONS_DIFFER = pattern("this machine runs version {mine}, the other {theirs}, and their rules differ: {older} needs version "
                          "{newer}")
"""Patterns of the two refusals that name both versions."""
THIS_MACHINE, OTHER_MACHINE = Wording("this machine"), Wording("the other machine")


class AdmissionError(SetupError, ValueError):
    """This peer and the other cannot play together; the text says why, and which side must change what."""


class OtherTableError(AdmissionError):
    """A peer has signed another table than the one that was signed here."""

    def __init__(self, identity: bytes, mine: TableSpec, theirs: TableSpec) -> None:
        super().__init__(", ".join(table_differences(mine, theirs)))
        self.identity = identity
        self.is_only_fresh = _without_fresh(mine) == _without_fresh(theirs)
        """True if only keys, nonces or the number of the attempt differ: programs settle that by themselves."""


def _without_fresh(table: TableSpec) -> TableSpec:
    seats = tuple(msgspec.structs.replace(seat, curve=b"", nonce=b"") for seat in table.seats)
    return msgspec.structs.replace(table, seats=seats, attempt=0)


def sign_hello(hello: Hello, signer: Signer, to_curve: bytes) -> bytes:
    """Return the HELLO for the peer with this CURVE key; no other peer can use it."""
    body = msgspec.msgpack.encode(hello)
    return msgspec.msgpack.encode(SignedHello(body, signer.sign(digest("hello", body, to_curve))))


def read_hello(frame: bytes, mine: Hello, link_curve: bytes, verifier: Verifier) -> Hello:
    """Read the introduction of the peer at the other end of the link `link_curve`. Raises MalformedError or AdmissionError."""
    signed = decode_strictly(frame, SignedHello, MAX_HELLO_BYTES + 128)
    try:
        theirs = decode_strictly(signed.hello, Hello, MAX_HELLO_BYTES)
    except MalformedError:
        _look_for_another_protocol(signed.hello, mine)
        raise
    if not verifier.verify(theirs.identity, digest("hello", signed.hello, mine.curve), signed.signature):
        raise AdmissionError(Wording("the introduction is not signed by its author for this peer"))
    if theirs.curve != link_curve:
        raise AdmissionError(Wording("the key of the connection is not the one that was introduced"))
    if theirs.identity == mine.identity:
        raise AdmissionError(Wording("the other program has this identity too: the same installation runs twice; end one of "
                                     "the two"))
    try:
        checked_name(theirs.name)
    except PlayerNameError as bad:
        raise AdmissionError(Wording("a name that cannot be shown: {bad}", bad=bad)) from None
    difference = what_differs(mine, theirs)
    if difference:
        raise AdmissionError(difference)
    return theirs


def _look_for_another_protocol(hello: bytes, mine: Hello) -> None:
    """Raise AdmissionError if an introduction of another form begins with another protocol number."""
    try:
        first = msgspec.msgpack.decode(hello, type=list[msgspec.Raw])[0]
        theirs = msgspec.msgpack.decode(first, type=ProtocolNumber)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, IndexError):
        return
    difference = _protocols_differ(mine.protocol, theirs)
    if difference:
        raise AdmissionError(difference)


def _protocols_differ(mine: int, theirs: int) -> str:
    if mine == theirs:
        return ""
    return Wording(PROTOCOLS_DIFFER, mine=mine, theirs=theirs, older=THIS_MACHINE if mine < theirs else OTHER_MACHINE)


def what_differs(mine: Hello, theirs: Hello) -> str:
    """Return why two programs cannot play together and which side must change; "" if they can."""
    if mine.protocol != theirs.protocol:
        return _protocols_differ(mine.protocol, theirs.protocol)
    if mine.engine != theirs.engine:
        ours, other = _version_text(mine.program), _version_text(theirs.program)
        if ours == other:
            return Wording("both run version {version}, but their rules differ: one of the two programs was changed; install the "
                           "released version on both machines", version=mine.program)
        return Wording(VERSIONS_DIFFER, mine=mine.program, theirs=theirs.program,
                       older=THIS_MACHINE if ours < other else OTHER_MACHINE,
                       newer=mine.program if ours > other else theirs.program)
    if mine.generators != theirs.generators:
        return Wording("the other machine's program was changed: it uses points of its own choice, so its maker could see "
                       "through the shuffle; install the released version there")
    return ""


def _version_text(text: str) -> tuple[tuple[int, str], ...]:
    parts = re.findall(r"\d+|[a-z]+", text.lower())
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in parts)


# --- TABLE

def table_id(table: TableSpec) -> bytes:
    """Return the `tid` of a table, which stands for the session until there is one."""
    return id_of_encoded(msgspec.msgpack.encode(table))


def id_of_encoded(table: bytes) -> bytes:
    """Return the `tid` of an encoded table. It includes the protocol's version, so a signature counts under one version only."""
    return digest("tid", encode_number(PROTOCOL), table)


def read_table(data: bytes) -> TableSpec:
    """Read a table from another peer, and check what can be checked in it alone. Raises MalformedError or AdmissionError."""
    table = decode_strictly(data, TableSpec, MAX_TABLE_BYTES)
    for what in ("identity", "curve", "nonce"):
        if len({getattr(seat, what) for seat in table.seats}) != len(table.seats):
            raise AdmissionError(Wording("two seats of the table have the same {what}", what=what))
    looks: dict[str, str] = {}
    for seat in table.seats:
        try:
            look = looks_like(checked_name(seat.name))
        except PlayerNameError as bad:
            raise AdmissionError(Wording("a name that cannot be shown: {bad}", bad=bad)) from None
        if look in looks:
            raise AdmissionError(Wording("{one} and {other} look alike: one of the two chooses another name",
                                         one=repr(looks[look]), other=repr(seat.name)))
        looks[look] = seat.name
    if list(table.options) != sorted(dict(table.options).items()):
        raise AdmissionError(Wording("the options of a table stand in the order of their names, each once"))
    return table


@dataclass
class SignedTable:
    """A table and the signatures under it, until all seats have signed the same bytes."""
    table: TableSpec
    signatures: dict[int, bytes] = field(default_factory=dict)

    @property
    def tid(self) -> bytes:
        return table_id(self.table)

    @property
    def identities(self) -> tuple[bytes, ...]:
        return tuple(seat.identity for seat in self.table.seats)

    def sign(self, signer: Signer) -> bytes:
        """Sign the table for this peer. Raises AdmissionError if there is no seat for this identity."""
        seat = self.seat_of(signer.public)
        self.signatures[seat] = signer.sign(digest("table", self.tid))
        return self.signatures[seat]

    def seat_of(self, identity: bytes) -> int:
        for place, seat in enumerate(self.table.seats):
            if seat.identity == identity:
                return place
        raise AdmissionError(Wording("there is no seat for this identity at the table"))

    def add(self, seat: int, data: bytes, signature: bytes, verifier: Verifier) -> None:
        """Add the signature of another seat under the table as that seat has it.

        Raises MalformedError or AdmissionError; OtherTableError says in what the two tables differ."""
        theirs = read_table(data)
        if not 0 <= seat < len(self.table.seats):
            raise AdmissionError(Wording("seat {seat} of a table with {seats}", seat=seat, seats=len(self.table.seats)))
        if not verifier.verify(self.table.seats[seat].identity, digest("table", table_id(theirs)), signature):
            raise AdmissionError(Wording("seat {seat} did not sign this table", seat=seat))
        if theirs != self.table:
            raise OtherTableError(self.table.seats[seat].identity, self.table, theirs)
        self.signatures[seat] = signature

    @property
    def is_complete(self) -> bool:
        return len(self.signatures) == len(self.table.seats)


def table_differences(mine: TableSpec, theirs: TableSpec) -> list[str]:
    """Return in words what two tables do not have in common."""
    found = []
    if [seat.identity for seat in mine.seats] != [seat.identity for seat in theirs.seats]:
        found.append("other seats, or in another order")
    elif mine.seats != theirs.seats:
        found.append("other names, kinds of players or keys of this evening")
    if mine.rules != theirs.rules:
        found += [f"{line!r} is only here" for line in mine.rules if line not in theirs.rules]
        found += [f"{line!r} is only there" for line in theirs.rules if line not in mine.rules]
    ours, others = dict(mine.options), dict(theirs.options)
    found += [f"{name} is {ours.get(name, 'not set')} here and {others.get(name, 'not set')} there"
              for name in sorted(ours.keys() | others.keys()) if ours.get(name) != others.get(name)]
    if mine.attempt != theirs.attempt:
        found.append(f"attempt {mine.attempt} here and {theirs.attempt} there")
    return found
