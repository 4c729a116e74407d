"""What a peer does now and then about the network around it: when to look again, what to announce, which links are missing and
why, and what to say to those who come too late.

Nothing here has a socket, a lobby or a table: each function gets what it reads, and returns what is to be done or reported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from acquire_net import events
from acquire_net.discovery.beacon import TableStage
from acquire_net.errors import Wording
from acquire_net.links.bucket import Bucket
from acquire_net.links.link_events import Event, Unauthorised
from acquire_net.links.link_log import LinkLog
from acquire_net.links.rhythm import Rhythm
from acquire_net.lobby.lobby import MissingLink
from acquire_net.lobby.messages import Proposal
from acquire_net.lobby.options import option_value
from acquire_net.lobby.table_spec import AdmissionError, TableSpec
from acquire_net.spectating.late_comers import JoinAttempt, LateComers
from acquire_net.table.acquire_game import ruleset_of

LOOK_MS = 1000
CALLS_A_SECOND, CALLS_AT_ONCE = 1.0, 8.0
"""So many newcomers are dialled without waiting for the next look: whom to dial is what other peers say."""
SHOWN_MS, PATIENCE_MS = 1000, 5000
"""So long a link may be missing before it is shown to those who ask, and before it is shown without asking."""
BEING_TRIED = Wording("it is being tried")
REMEDY = Wording("The game begins when each two players have a link. Where machines cannot reach each other, a relay joins them: "
                 "'acquire relay' on a machine that all can reach, then 'acquire host --relay HOST', and all join by the code "
                 "that begins with R-.")


class Neighbourhood:
    def __init__(self, name_of: Callable[[bytes], str], arrival: JoinAttempt | None = None) -> None:
        """Watch over the links of a peer. `name_of` takes the key of a link, and returns an empty text for a stranger; `arrival`
        is the attempt to join a table, for a peer that does not found one."""
        self._arrival = arrival
        self._missing = MissingLinkReports()
        self._late = LateComers()
        self._log = LinkLog(name_of)
        self._looks = Rhythm(LOOK_MS)
        self._wanted: frozenset[bytes] = frozenset()
        """To whom there should be a link and was none, by their keys, when it was asked last."""
        self._calls = Bucket(CALLS_A_SECOND, CALLS_AT_ONCE, 0.0)

    def on_link_event(self, event: Event, table: TableSpec | None, is_in_lobby: bool, now_ms: int) -> Iterator[events.PeerEvent]:
        """Note what has happened on a link; yield what people are shown of it. `table` is the one that plays, if there is one."""
        self._log.log_event(event)
        if isinstance(event, Unauthorised) and table is not None:
            yield from self._late.on_knock(event.key, option_value(table.options, "spectators") == "yes", now_ms)
        elif self._arrival is not None and table is None and not is_in_lobby:
            yield from self._arrival.take(event)

    def is_due(self, now_ms: int) -> bool:
        """Return True if it is time to dial those to whom there is no link, and to announce the table."""
        return self._looks.is_due(now_ms)

    def newcomers(self, wanted: Collection[bytes], now_ms: int) -> frozenset[bytes]:
        """Return those of the wanted keys to dial at once: the ones that are new here. Where there are many, the rest waits for
        the next look, as those do who were dialled before."""
        new = [key for key in wanted if key not in self._wanted]
        self._wanted = frozenset(wanted)
        return frozenset(key for key in new if self._calls.take(1, now_ms / 1000))

    def on_lobby(self) -> None:
        """Note that no game runs: a newcomer who comes during the next one is reported again."""
        self._late.begin_anew()

    def report_missing(self, missing: Sequence[MissingLink], why_not: Callable[[bytes, bytes], str],
                       now_ms: int) -> Iterator[events.PeerEvent]:
        """Yield what has to be shown of links that are missing before a game."""
        return self._missing.report_missing(missing, why_not, now_ms)


class TableNotice(Struct, frozen=True):
    """What a table says of itself on the local network."""
    taken: int
    """How many places are taken; of a game that has begun, how many seats are there, as far as this peer hears them."""
    places: int
    rules: str
    """The name of the ruleset; empty where it has none."""
    stage: TableStage


def notice_of_lobby(proposal: Proposal | None, identity: bytes, host: bytes = b"") -> TableNotice | None:
    """Return what this peer announces of a table that has not begun; None where it is not the host, which does it, or without a
    host the first seat."""
    if proposal is None or (host or b"".join(proposal.seated[:1])) != identity:
        return None
    return TableNotice(len(proposal.seated), proposal.places, _rules_name(proposal.rules, proposal.places), TableStage.GATHERING)


def notice_of_game(table: TableSpec, seat: int, linked: Collection[int]) -> TableNotice | None:
    """Return what this seat announces of a game that runs, so that late comers find it; None where a lower seat is linked, and
    does it."""
    if min(linked, default=seat) < seat:
        return None
    count, is_shown = len(table.seats), option_value(table.options, "spectators") == "yes"
    stage = TableStage.SHOWN if is_shown else TableStage.PLAYING
    return TableNotice(len(linked) + 1, count, _rules_name(table.rules, count), stage)


def _rules_name(rules: tuple[str, ...], places: int) -> str:
    try:
        return ruleset_of(rules, places).name
    except AdmissionError:
        return ""


class MissingLinkReports:
    """Decides which missing links to show and when, and remembers what was shown."""

    def __init__(self) -> None:
        self._since_ms: dict[frozenset[bytes], int] = {}
        self._reported: set[frozenset[bytes]] = set()
        self._shown: tuple[str, ...] = ()

    def report_missing(self, missing: Sequence[MissingLink], why_not: Callable[[bytes, bytes], str],
                       now_ms: int) -> Iterator[events.PeerEvent]:
        """Yield what has to be shown now: all links that are missing where that has changed, and each of them once it has been
        missing for long. `why_not` is asked with the key of a link and an identity."""
        by_pair = {frozenset(link.identities): _sentence_about(link, why_not) for link in missing}
        self._since_ms = {pair: self._since_ms.get(pair, now_ms) for pair in by_pair}
        self._reported &= by_pair.keys()
        shown = {pair: text for pair, text in by_pair.items() if now_ms - self._since_ms[pair] >= SHOWN_MS}
        is_late = any(now_ms - since_ms >= PATIENCE_MS for since_ms in self._since_ms.values())
        sentences = (*shown.values(), *([REMEDY] if is_late else []))
        if sentences != self._shown:
            self._shown = sentences
            yield events.MissingLinks(sentences)
        late = [pair for pair, since_ms in self._since_ms.items()
                if now_ms - since_ms >= PATIENCE_MS and pair not in self._reported]
        for pair in late:
            yield events.Trouble(by_pair[pair])
        if late and not self._reported:
            yield events.Trouble(REMEDY)
        self._reported.update(late)


def _sentence_about(link: MissingLink, why_not: Callable[[bytes, bytes], str]) -> str:
    one, other = link.names
    if not link.is_own:
        return Wording("{one} and {other} have no link to each other yet.", one=one, other=other)
    why = why_not(link.key, link.identities[1]) if link.key else ""
    return Wording("There is no link to {other} yet: {why}.", other=other, why=why or BEING_TRIED)
