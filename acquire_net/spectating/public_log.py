"""What a table shows to those who watch it: the entries of its journal, each once in memory.

One thread adds, another reads; nothing is ever changed or taken away, so neither waits for the other. No secret comes here,
because a journal has none.
"""

from __future__ import annotations

from collections.abc import Iterable

from acquire_net.lobby.table_spec import id_of_encoded
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.spectating.messages import MAX_LINES_AT_ONCE
from acquire_net.table.journal import JournalOpening, encode_entry


class PublicLog:
    """The opening is its first line, every entry one more."""

    def __init__(self, opening: JournalOpening, entries: Iterable[JournalEntry] = ()) -> None:
        self.table = id_of_encoded(opening.table)
        self._lines = [encode_entry(opening), *map(encode_entry, entries)]

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, entries: Iterable[JournalEntry]) -> None:
        """Add entries that are on the disk already."""
        self._lines += map(encode_entry, entries)

    def lines_from(self, first: int, most_bytes: int) -> tuple[bytes, ...]:
        """Return as many lines as fit, from this one on, and at least one if it is there."""
        found: list[bytes] = []
        size = 0
        for line in self._lines[first:first + MAX_LINES_AT_ONCE]:
            size += len(line)
            if found and size > most_bytes:
                break
            found.append(line)
        return tuple(found)
