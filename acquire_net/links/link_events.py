"""What links tell their owner: frames and news of peers, each of them a CURVE key of 32 bytes; and what an endpoint is."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from acquire_net.discovery.join_code import BadAddress

Endpoint = tuple[str, int]

NOT_ADMITTED = "it does not let this peer in"
WRONG_KEY = "something else answers there, or a peer with another key"
NO_ANSWER = "nobody answers there"


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
    """This side cannot connect to the other, and goes on trying; told once for each address and reason."""
    key: bytes
    host: str
    port: int
    reason: str


@dataclass(frozen=True, slots=True)
class Unauthorised:
    """Somebody has knocked who is not admitted."""
    key: bytes


@dataclass(frozen=True, slots=True)
class Flooding:
    """A peer sends more than it may; what is too much is dropped. Told once for each second in which it does."""
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


def checked_address(host: str, port: int) -> Endpoint:
    """Raises BadAddress."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        raise BadAddress(f"'{host[:64]}' is no IP address") from None
    if not 1 <= port < 1 << 16:
        raise BadAddress(f"{port} is no port: ports are 1 to 65535")
    return host, port
