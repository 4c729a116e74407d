"""What connections have brought and the program has not seen: ZeroMQ passes a message of many pieces on with its last piece, and
counts it as one however long it grows. So a sender who never ends a message could fill the memory.

The system knows how much it has received on a connection. Where that grows, and nothing is handed on, the connection must end.
Linux can be asked; elsewhere nothing is noticed, and the rate at which the gateway reads is the only brake.
"""

from __future__ import annotations

import socket
import struct
import sys

MAX_UNSEEN_BYTES = 2_000_000
"""Eight of the largest frames, and the first of them would have been handed on."""
HEARTBEAT_BYTES_PER_S = 100.0
"""Nor are heartbeats handed on: 82 bytes a second come with them, and for hours nothing else may, where the other of two
directions is the one that is used."""

_RECEIVED = struct.Struct("=Q")
_RECEIVED_AT = 128
"""Where `tcpi_bytes_received` stands in Linux's `struct tcp_info`, since 4.1."""


class Backlog:
    """Connections by the number that the system gives them."""

    def __init__(self) -> None:
        self._seen_at: dict[int, float] = {}
        self._heard: set[int] = set()
        self._looked_s: float | None = None

    def on_opened(self, number: int) -> None:
        self._seen_at[number] = received_bytes(number) or 0

    def on_closed(self, number: int) -> None:
        self._seen_at.pop(number, None)

    def on_frame(self, number: int) -> None:
        self._heard.add(number)

    def too_long(self, now_s: float) -> list[int]:
        """Return the connections whose backlog is too long. Call it from time to time, when all that is there has been read."""
        found = []
        heartbeats = HEARTBEAT_BYTES_PER_S * (now_s - self._looked_s) if self._looked_s is not None else 0.0
        self._looked_s = now_s
        for number, seen_at in self._seen_at.items():
            now = received_bytes(number)
            if now is not None:
                self._seen_at[number] = now if number in self._heard else min(seen_at + heartbeats, now)
                if now - self._seen_at[number] > MAX_UNSEEN_BYTES:
                    found.append(number)
        self._heard.clear()
        return found


def received_bytes(number: int) -> int | None:
    """Return how many bytes have come since the connection began; None where the system does not say."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        with socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as sock:
            facts = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED_AT + _RECEIVED.size)
    except OSError:  # it has ended, or is not a connection any more
        return None
    return int(_RECEIVED.unpack_from(facts, _RECEIVED_AT)[0]) if len(facts) == _RECEIVED_AT + _RECEIVED.size else None
