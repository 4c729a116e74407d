"""What links report to their owner: frames and news of peers, each of them a CURVE key of 32 bytes."""

from __future__ import annotations

from msgspec import Struct

from acquire_net.errors import Wording

NOT_ADMITTED = Wording("it does not let this peer in")
WRONG_KEY = Wording("something else answers there, or a peer with another key")
NO_ANSWER = Wording("nobody answers there")


class Arrival(Struct, frozen=True):
    key: bytes
    frame: bytes


class LinkUp(Struct, frozen=True):
    """The first of the two directions works."""
    key: bytes


class LinkDown(Struct, frozen=True):
    """The last of the two directions has gone."""
    key: bytes


class Shaken(Struct, frozen=True):
    """One of the two directions has gone and the other works: what was on its way there may be lost."""
    key: bytes


class DialFailed(Struct, frozen=True):
    """This side cannot connect to the other, and goes on trying; reported once for each address and reason."""
    key: bytes
    host: str
    port: int
    reason: str


class Unauthorised(Struct, frozen=True):
    """A peer that is not admitted has tried to connect."""
    key: bytes


class Flooding(Struct, frozen=True):
    """A peer sends more than it may; what is too much is dropped. Reported once for each second in which it does."""
    key: bytes
    frames_per_s: int
    bytes_per_s: int


class CutOff(Struct, frozen=True):
    """The link was cut for so long, after repeated offences."""
    key: bytes
    seconds: float
    reason: str


Event = Arrival | LinkUp | LinkDown | Shaken | DialFailed | Unauthorised | Flooding | CutOff
