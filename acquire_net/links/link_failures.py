"""Why links do not come up, in words that a person can do something with: by address, and about each two who lack one.

Nothing here waits or connects. What the mesh reports is noted, and forgotten when the link is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from acquire_net import news
from acquire_net.discovery.join_code import Address
from acquire_net.links.link_events import NO_ANSWER, NOT_ADMITTED, WRONG_KEY, DialFailed, Endpoint, Event, LinkUp
from acquire_net.lobby.gathering import Gathering

MAX_PEERS = 64
"""Of whom it is remembered why they cannot be reached."""
SHOWN_MS, PATIENCE_MS = 1000, 5000
"""So long a link may be missing before it is shown to those who ask, and before it is shown without asking."""

_AT = {NO_ANSWER: "nobody answers at {}", NOT_ADMITTED: "{} does not let this program in",
       WRONG_KEY: "something else answers at {}"}
BEING_TRIED = "it is being tried"
REMEDY = ("The game begins when each two players have a link. Where machines cannot reach each other, a relay joins them: "
          "'acquire relay' on a machine that all can reach, then 'acquire host --relay HOST', and all join by the code that "
          "begins with R-.")


@dataclass(frozen=True, slots=True)
class Tunnel:
    """A way to a peer that leads through a relay, from a port of this machine."""
    port: int
    relay: str
    trouble: str


class LinkFailures:
    def __init__(self) -> None:
        self._reasons: dict[bytes, dict[Endpoint, str]] = {}

    def note(self, event: Event) -> None:
        if isinstance(event, DialFailed):
            if event.key not in self._reasons and len(self._reasons) >= MAX_PEERS:
                del self._reasons[next(iter(self._reasons))]
            self._reasons.setdefault(event.key, {})[event.host, event.port] = event.reason
        elif isinstance(event, LinkUp):
            self._reasons.pop(event.key, None)

    def why(self, key: bytes, tunnel: Tunnel | None = None) -> str:
        """Return why there is no link to the owner of this key, as far as it is known; empty where nothing has failed yet."""
        found = []
        for (host, port), reason in self._reasons.get(key, {}).items():
            if tunnel is not None and (host, port) == ("127.0.0.1", tunnel.port):
                found.append(f"through the relay {tunnel.relay}: {tunnel.trouble or reason}")
            else:
                found.append(_AT.get(reason, "{}: " + reason).format(Address(host, port)))
        return "; ".join(dict.fromkeys(found))


class MissingLinks:
    """Looks again and again at who has no link to whom, and remembers what people were told."""

    def __init__(self) -> None:
        self._since_ms: dict[frozenset[bytes], int] = {}
        self._told: set[frozenset[bytes]] = set()
        self._shown: tuple[str, ...] = ()

    def look(self, gathering: Gathering, why_not: Callable[[bytes, bytes], str], now_ms: int) -> Iterator[object]:
        """Yield what has to be shown now: all links that are missing where that has changed, and each of them once it has been
        missing for long. `why_not` is asked with the key of a link and an identity."""
        by_pair = {frozenset(pair): _sentence(pair, gathering, why_not) for pair in missing_pairs(gathering)}
        self._since_ms = {pair: self._since_ms.get(pair, now_ms) for pair in by_pair}
        self._told &= by_pair.keys()
        shown = {pair: text for pair, text in by_pair.items() if now_ms - self._since_ms[pair] >= SHOWN_MS}
        is_late = any(now_ms - since_ms >= PATIENCE_MS for since_ms in self._since_ms.values())
        sentences = (*shown.values(), *([REMEDY] if is_late else []))
        if sentences != self._shown:
            self._shown = sentences
            yield news.MissingLinks(sentences)
        late = [pair for pair, since_ms in self._since_ms.items() if now_ms - since_ms >= PATIENCE_MS and pair not in self._told]
        for pair in late:
            yield news.Trouble(by_pair[pair])
        if late and not self._told:
            yield news.Trouble(REMEDY)
        self._told.update(late)


def missing_pairs(gathering: Gathering) -> tuple[tuple[bytes, bytes], ...]:
    """Return each two of those who shall sit at the table who have no link to each other: until they have, nobody can sign."""
    return gathering.circle.missing_links(gathering.proposal.seated) if gathering.proposal is not None else ()


def _sentence(pair: tuple[bytes, bytes], gathering: Gathering, why_not: Callable[[bytes, bytes], str]) -> str:
    one, other = (gathering.circle.name_of(identity) for identity in pair)
    if pair[0] != gathering.identity:
        return f"{one} and {other} have no link to each other yet."
    keys = [each.curve for each in gathering.people if each.identity == pair[1]]
    return f"There is no link to {other} yet: {(why_not(keys[0], pair[1]) if keys else '') or BEING_TRIED}."
