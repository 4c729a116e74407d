"""Why links do not come up, in words that a person can do something with, by address.

Nothing here waits or connects. What the mesh reports is noted, and forgotten when the link is there.
"""

from __future__ import annotations

from msgspec import Struct

from acquire_net.errors import Wording, joined_wordings, pattern
from acquire_net.links.addresses import Address, Endpoint
from acquire_net.links.link_events import NO_ANSWER, NOT_ADMITTED, WRONG_KEY, DialFailed, Event, LinkUp

MAX_PEERS = 64
"""Of whom it is remembered why they cannot be reached."""

_AT: dict[str, str] = {NO_ANSWER: pattern("nobody answers at {place}"),
                       NOT_ADMITTED: pattern("{place} does not let this program in"),
                       WRONG_KEY: pattern("something else answers at {place}")}


class Tunnel(Struct, frozen=True):
    """A way to a peer that leads through a relay, from a port of this machine."""
    port: int
    relay: str
    trouble: str


class LinkFailures:
    def __init__(self) -> None:
        self._reasons: dict[bytes, dict[Endpoint, str]] = {}

    def on_link_event(self, event: Event) -> None:
        if isinstance(event, DialFailed):
            if event.key not in self._reasons and len(self._reasons) >= MAX_PEERS:
                del self._reasons[next(iter(self._reasons))]
            self._reasons.setdefault(event.key, {})[event.host, event.port] = event.reason
        elif isinstance(event, LinkUp):
            self._reasons.pop(event.key, None)

    def reason_for(self, key: bytes, tunnel: Tunnel | None = None) -> str:
        """Return why there is no link to the owner of this key, as far as it is known; empty where nothing has failed yet."""
        found: list[str] = []
        for (host, port), reason in self._reasons.get(key, {}).items():
            if tunnel is not None and (host, port) == ("127.0.0.1", tunnel.port):
                found.append(Wording("through the relay {relay}: {why}", relay=tunnel.relay, why=tunnel.trouble or reason))
            else:
                found.append(Wording(_AT.get(reason, "{place}: {why}"), place=Address(host, port), why=reason))
        return joined_wordings(dict.fromkeys(found))
