"""What links report to their owner: frames and news of peers, each of them a CURVE key of 32 bytes."""

from __future__ import annotations

from dataclasses import dataclass

from acquire_net.errors import Wording

NOT_ADMITTED = Wording("it does not let this peer in")
WRONG_KEY = Wording("something else answers there, or a peer with another key")
NO_ANSWER = Wording("nobody answers there")


@dataclass(frozen=True, slots=True)
class Arrival:
    key: bytes
    frame: bytes


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The first of the two directions works."""
    key: bytes


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The last of the two directions has gone."""
    key: bytes


@dataclass(frozen=True, slots=True)
class Shaken:
    """One of the two directions has gone and the other works: what was on its way there may be lost."""
    key: bytes


@dataclass(frozen=True, slots=True)
class DialFailed:
    """This side cannot connect to the other, and goes on trying; reported once for each address and reason."""
    key: bytes
    host: str
    port: int
    reason: str


@dataclass(frozen=True, slots=True)
class Unauthorised:
    """A peer that is not admitted has tried to connect."""
    key: bytes


@dataclass(frozen=True, slots=True)
class Flooding:
    """A peer sends more than it may; what is too much is dropped. Reported once for each second in which it does."""
    key: bytes
    frames_per_s: int
    bytes_per_s: int


@dataclass(frozen=True, slots=True)
class CutOff:
    """The link was cut for so long, after repeated offences."""
    key: bytes
    seconds: float
    reason: str


Event = Arrival | LinkUp | LinkDown | Shaken | DialFailed | Unauthorised | Flooding | CutOff
