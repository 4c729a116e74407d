"""What a peer does now and then about the network around it: it dials those to whom there is no link, announces its table,
explains links that are missing, and answers those who come too late."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from acquire_net.discovery.announcing import Announcer
from acquire_net.lines import Lines, Place
from acquire_net.links.link_events import Event, Unauthorised
from acquire_net.links.link_failures import MissingLinks
from acquire_net.links.link_log import LinkLog
from acquire_net.links.rhythm import Rhythm
from acquire_net.lobby.gathering import Gathering
from acquire_net.lobby.lobby import Table
from acquire_net.lobby.options import setting
from acquire_net.spectating.late_comers import JoinAttempt, LateComers

LOOK_MS = 1000

Wanted = Sequence[tuple[bytes, tuple[str, ...]]]
"""Links that a gathering would like to have: key and addresses."""


class Neighbourhood:
    def __init__(self, lines: Lines, gathering: Gathering, version: str, place: Place | None = None) -> None:
        """Watch over these links. `place` is where this peer goes to, if it does not found a table."""
        self._lines = lines
        self._gathering = gathering
        self._announcer = Announcer(lines, gathering.circle.me.name, version)
        self._missing = MissingLinks()
        self._late = LateComers()
        self._arrival = JoinAttempt(lines, place) if place is not None else None
        self._log = LinkLog(self._name_of)
        self._looks = Rhythm(LOOK_MS)
        self._addresses: tuple[str, ...] = ()

    def take(self, event: Event, table: Table | None, now_ms: int) -> Iterator[object]:
        """Note what has happened on a link; yield what people are shown of it. `table` is the one that plays, if there is one."""
        self._log.note(event)
        if isinstance(event, Unauthorised) and table is not None:
            yield from self._late.knock(event.key, setting(table.options, "spectators") == "yes", now_ms)
        elif self._arrival is not None and table is None and not self._gathering.gathering:
            yield from self._arrival.take(event)

    def look(self, wanted: Wanted, seats: Collection[bytes], now_ms: int, table: Table | None = None, seat: int = 0,
             linked: Collection[int] = ()) -> Iterator[object]:
        """Yield what there is to tell. `seats` are the identities at the last table, `table` is the one that plays, if there is
        one, with the own seat and those that are linked."""
        if self._looks.is_due(now_ms):
            identities = {each.curve: each.identity for each in self._gathering.people}
            for key, addresses in wanted:
                self._lines.dial(key, identities.get(key), addresses, {*identities.values(), *seats})
            if table is not None:
                self._announcer.play(self._gathering, table, seat, (seat, *linked))
            else:
                self._announcer.gather(self._gathering)
                self._late.forget()
        if table is None:
            yield from self._missing.look(self._gathering, self._lines.why_no_link, now_ms)

    def look_at_addresses(self) -> Iterator[object]:
        """Tell the others where this machine is now, if it has moved to another network; yield what people are shown of it."""
        addresses = self._lines.addresses()
        if self._addresses and addresses != self._addresses:
            self._gathering.set_addresses(addresses)
            yield self._lines.listening()
        self._addresses = addresses

    def _name_of(self, key: bytes) -> str:
        return next((each.name for each in self._gathering.people if each.curve == key), "")
