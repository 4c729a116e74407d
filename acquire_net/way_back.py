"""What a seat keeps while it plays, so that it can come back whatever becomes of the program: the key of its links and where the
others are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from acquire_net.lines import Lines
from acquire_net.link_book import LinkBook, forget_links, links_of
from acquire_net.protocol.gathering import Gathering
from acquire_net.protocol.lobby import Table


class WayBack:
    def __init__(self, journal: Path, table: Table, known: Mapping[bytes, tuple[str, ...]]) -> None:
        """`known` is where the others were before the program was started again, by the keys of their links."""
        self._journal = journal
        self._table = table
        self._known = dict(known)
        self._kept: dict[bytes, tuple[str, ...]] | None = None

    def keep(self, gathering: Gathering, lines: Lines) -> str:
        """Writes what is new, and tells those who watch as well; what a person has to know if the disk does not take it."""
        self._known.update((person.presence.curve, person.presence.addresses) for person in gathering.circle.roster)
        others = [seat for seat in self._table.seats if seat.curve in self._known and seat.curve != lines.keys.public]
        addresses = {seat.curve: self._known[seat.curve] for seat in others}
        if addresses == self._kept:
            return ""
        self._kept = addresses
        lines.tell_ways({seat.identity: addresses[seat.curve] for seat in others})
        book = LinkBook(lines.keys.secret, lines.keys.public, lines.front.port, addresses, lines.relay, gathering.gathering)
        try:
            book.write(links_of(self._journal))
        except OSError as error:
            return (f"The way back to this table cannot be kept ({error.strerror or error}): a program that is started again "
                    "will not find the others.")
        return ""

    def forget(self) -> None:
        """After the last word of a table, or its goodbye, nobody comes back to it."""
        forget_links(self._journal)
