"""What a peer does now and then about the network around it: it dials those to whom there is no link, announces its table,
explains links that are missing, and answers those who come too late."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from acquire_net import events
from acquire_net.connections import Connections
from acquire_net.discovery.beacon import TableStage
from acquire_net.discovery.table_address import TableAddress
from acquire_net.links.link_events import Event, Unauthorised
from acquire_net.links.link_log import LinkLog
from acquire_net.links.rhythm import Rhythm
from acquire_net.lobby.lobby import Lobby
from acquire_net.lobby.options import option_value
from acquire_net.lobby.table_spec import AdmissionError, TableSpec
from acquire_net.spectating.late_comers import JoinAttempt, LateComers
from acquire_net.table.acquire_game import ruleset_of

LOOK_MS = 1000
SHOWN_MS, PATIENCE_MS = 1000, 5000
"""So long a link may be missing before it is shown to those who ask, and before it is shown without asking."""
BEING_TRIED = "it is being tried"
REMEDY = ("The game begins when each two players have a link. Where machines cannot reach each other, a relay joins them: "
          "'acquire relay' on a machine that all can reach, then 'acquire host --relay HOST', and all join by the code that "
          "begins with R-.")

Wanted = Sequence[tuple[bytes, tuple[str, ...]]]
"""Links that a gathering would like to have: key and addresses."""


class Neighbourhood:
    def __init__(self, lines: Connections, gathering: Lobby, version: str, place: TableAddress | None = None) -> None:
        """Watch over these links. `place` is where this peer goes to, if it does not found a table."""
        self._lines = lines
        self._gathering = gathering
        self._announcer = Announcer(lines, gathering.circle.me.name, version)
        self._missing = MissingLinkReports()
        self._late = LateComers()
        self._arrival = JoinAttempt(lines.watch_card, place) if place is not None else None
        self._log = LinkLog(self._name_of)
        self._looks = Rhythm(LOOK_MS)
        self._addresses: tuple[str, ...] = ()

    def on_link_event(self, event: Event, table: TableSpec | None, now_ms: int) -> Iterator[events.PeerEvent]:
        """Note what has happened on a link; yield what people are shown of it. `table` is the one that plays, if there is one."""
        self._log.log_event(event)
        if isinstance(event, Unauthorised) and table is not None:
            yield from self._late.on_knock(event.key, option_value(table.options, "spectators") == "yes", now_ms)
        elif self._arrival is not None and table is None and not self._gathering.lobby_id:
            yield from self._arrival.take(event)

    def check_links(self, wanted: Wanted, seats: Collection[bytes], now_ms: int, table: TableSpec | None = None, seat: int = 0,
                           linked: Collection[int] = ()) -> Iterator[events.PeerEvent]:
        """Yield what there is to tell. `seats` are the identities at the last table, `table` is the one that plays, if there is
        one, with the own seat and those that are linked."""
        if self._looks.is_due(now_ms):
            identities = {each.curve: each.identity for each in self._gathering.participants}
            for key, addresses in wanted:
                self._lines.dial_peer(key, identities.get(key), addresses, {*identities.values(), *seats})
            if table is not None:
                self._announcer.announce_game(self._gathering, table, seat, (seat, *linked))
            else:
                self._announcer.announce_lobby(self._gathering)
                self._late.begin_anew()
        if table is None:
            yield from self._missing.report_missing(self._gathering, self._lines.why_no_link, now_ms)

    def check_addresses(self) -> Iterator[events.PeerEvent]:
        """Tell the others where this machine is now, if it has moved to another network; yield what people are shown of it."""
        addresses = self._lines.addresses()
        if self._addresses and addresses != self._addresses:
            self._gathering.set_addresses(addresses)
            yield self._lines.listening_event()
        self._addresses = addresses

    def _name_of(self, key: bytes) -> str:
        return next((each.name for each in self._gathering.participants if each.curve == key), "")


class Announcer:
    """Announces a table as long as it is this peer's to announce, and no longer."""

    def __init__(self, lines: Connections, name: str, version: str) -> None:
        self._lines = lines
        self._name = name
        self._version = version
        self._announces = False

    def announce_lobby(self, gathering: Lobby) -> None:
        """Announce a table that has not begun: its first seat does."""
        proposal = gathering.proposal
        if proposal is None or proposal.seated[:1] != (gathering.identity,):
            self.stop_announcing()
        else:
            self._announce_stage(gathering.lobby_id, len(proposal.seated), proposal.places, proposal.rules, TableStage.GATHERING)

    def announce_game(self, gathering: Lobby, table: TableSpec, seat: int, here: Collection[int]) -> None:
        """Announce a game that runs, so that late comers find it: of the seats that are here the lowest does."""
        if min(here, default=seat) < seat:
            self.stop_announcing()
        else:
            stage = TableStage.SHOWN if option_value(table.options, "spectators") == "yes" else TableStage.PLAYING
            self._announce_stage(gathering.lobby_id, len(table.seats), len(table.seats), table.rules, stage)

    def stop_announcing(self) -> None:
        if self._announces:
            self._announces = False
            self._lines.withdraw_table()

    def _announce_stage(self, table: bytes, taken: int, places: int, rules: tuple[str, ...], stage: TableStage) -> None:
        try:
            name = ruleset_of(rules, places).name
        except AdmissionError:
            name = ""
        self._announces = True
        self._lines.announce_table(table, self._name, taken, places, name, self._version, stage)


class MissingLinkReports:
    """Looks again and again at who has no link to whom, and remembers what people were told."""

    def __init__(self) -> None:
        self._since_ms: dict[frozenset[bytes], int] = {}
        self._told: set[frozenset[bytes]] = set()
        self._shown: tuple[str, ...] = ()

    def report_missing(self, gathering: Lobby, why_not: Callable[[bytes, bytes], str], now_ms: int) -> Iterator[events.PeerEvent]:
        """Yield what has to be shown now: all links that are missing where that has changed, and each of them once it has been
        missing for long. `why_not` is asked with the key of a link and an identity."""
        by_pair = {frozenset(pair): _sentence_about(pair, gathering, why_not) for pair in missing_pairs(gathering)}
        self._since_ms = {pair: self._since_ms.get(pair, now_ms) for pair in by_pair}
        self._told &= by_pair.keys()
        shown = {pair: text for pair, text in by_pair.items() if now_ms - self._since_ms[pair] >= SHOWN_MS}
        is_late = any(now_ms - since_ms >= PATIENCE_MS for since_ms in self._since_ms.values())
        sentences = (*shown.values(), *([REMEDY] if is_late else []))
        if sentences != self._shown:
            self._shown = sentences
            yield events.MissingLinks(sentences)
        late = [pair for pair, since_ms in self._since_ms.items() if now_ms - since_ms >= PATIENCE_MS and pair not in self._told]
        for pair in late:
            yield events.Trouble(by_pair[pair])
        if late and not self._told:
            yield events.Trouble(REMEDY)
        self._told.update(late)


def missing_pairs(gathering: Lobby) -> tuple[tuple[bytes, bytes], ...]:
    """Return each two of those who shall sit at the table who have no link to each other: until they have, nobody can sign."""
    return gathering.circle.missing_links(gathering.proposal.seated) if gathering.proposal is not None else ()


def _sentence_about(pair: tuple[bytes, bytes], gathering: Lobby, why_not: Callable[[bytes, bytes], str]) -> str:
    one, other = (gathering.circle.name_of(identity) for identity in pair)
    if pair[0] != gathering.identity:
        return f"{one} and {other} have no link to each other yet."
    keys = [each.curve for each in gathering.participants if each.identity == pair[1]]
    return f"There is no link to {other} yet: {(why_not(keys[0], pair[1]) if keys else '') or BEING_TRIED}."
