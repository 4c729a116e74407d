"""The tables that wait for this seat: who sits there, how far the game is, and for whom it waited last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from acquire_client.files.folders import Folders
from acquire_client.matches.journals import check_journal
from acquire_client.matches.kept_tables import tables_over_days
from acquire_client.matches.own_peer import identity_of, table_to_return_to
from acquire_net import AcquireGame, FoundTable, IdentityError, is_over_days, lobby_of_journal, seats_there

MAX_OTHER_TABLES = 8
"""Each of them takes a second to read."""


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """`names` are those of the others, in the order of the seats; both lists are empty where the journal cannot be read."""

    journal: Path
    names: tuple[str, ...] = ()
    turn: int = 0
    waits_for: tuple[str, ...] = ()
    """Those of the others whose word the game waits for."""
    waits_for_me: bool = False
    lobby_id: bytes = b""
    """By which the others announce the table; empty where it is not known."""
    identities: tuple[bytes, ...] = ()
    """Those of the others, in the order of their names."""
    is_over_days: bool = False
    is_over: bool = False

    def others_there(self, tables: Iterable[FoundTable]) -> int:
        """Return how many of the others are there, as the tables near here say."""
        return seats_there(tables, self.lobby_id, self.identities)


def waiting_table(where: Folders) -> WaitingTable | None:
    """Return the table to which this seat can return, with what its journal says; None if there is none. This takes a second."""
    journal = table_to_return_to(where)
    if journal is None:
        return None
    return _read_table(journal, where)


def other_tables_over_days(where: Folders, first: Path, most: int = MAX_OTHER_TABLES) -> list[WaitingTable]:
    """Return the tables over days to which this seat can return beside the first one, those that wait for it in front."""
    journals = [journal for journal in tables_over_days(where) if journal != first]
    tables = [_read_table(journal, where) for journal in journals[:most]]
    return in_order([table for table in tables if not table.is_over])


def in_order(tables: Iterable[WaitingTable]) -> list[WaitingTable]:
    """Return the tables that wait for this seat, and then the others."""
    return sorted(tables, key=lambda table: not table.waits_for_me)


def _read_table(journal: Path, where: Folders) -> WaitingTable:
    """Return what a journal says of its table. It is verified once: the title asks whenever it is shown."""
    try:
        now = journal.stat()
    except OSError:
        return WaitingTable(journal)
    table = _verified_table(journal, where, now.st_mtime_ns, now.st_size)
    return replace(table, lobby_id=lobby_of_journal(journal)) if table.identities else table


@lru_cache(maxsize=2 * MAX_OTHER_TABLES)
def _verified_table(journal: Path, where: Folders, changed_ns: int, size: int) -> WaitingTable:
    """Return what the journal says, as long as it is that of this time and size."""
    report = check_journal(journal).report
    if report is None:
        return WaitingTable(journal)
    try:
        mine = identity_of(where).public
    except IdentityError:
        mine = b""
    seats = report.table.seats
    others = [seat for number, seat in enumerate(seats) if seat.identity != mine and number not in report.lost]
    waited = tuple(seats[number].name for number in report.waits_for if seats[number].identity != mine)
    turn = report.game.observe().turn if isinstance(report.game, AcquireGame) else 0
    return WaitingTable(
        journal, tuple(seat.name for seat in others), turn, waited,
        waits_for_me=any(seats[number].identity == mine for number in report.waits_for),
        identities=tuple(seat.identity for seat in others), is_over_days=is_over_days(report.table.options),
        is_over=report.result is not None)
