"""Journals of tables without a host: verified from the file alone, and turned into records with the hands that were opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from acquire_core import IllegalAction
from acquire_core.record import Record
from acquire_net import (
    AcquireGame,
    DamagedJournalError,
    InvalidJournalError,
    JournalReport,
    Wording,
    read_journal,
    record_of,
    verify_journal,
)


@dataclass(frozen=True, slots=True)
class CheckedJournal:
    """What a verifier says of a journal: `report` is None where it is not valid, and `trouble` says why then."""

    report: JournalReport | None
    record: Record | None = None
    """The game, with all hands that were opened."""
    against_rules: str = ""
    """What the opened hands show that nobody could see in the game."""
    trouble: str = ""


def opened_record(report: JournalReport) -> tuple[Record, str]:
    """Return the game as a record with the hands that were opened after it, and what they show of a rule that hidden hands
    cannot be held to: empty where they show nothing wrong, and then the record is the whole game."""
    assert isinstance(report.game, AcquireGame)
    try:
        return record_of(report.table, report.game, report.drawn_tiles()), ""
    except IllegalAction as illegal:
        return record_of(report.table, report.game, [None] * len(report.drawn)), str(illegal)


def check_journal(path: Path, progress: Callable[[int, int], None] = lambda done, of: None) -> CheckedJournal:
    """Verify a journal, every signature and proof of it. `progress` gets the entries done and their number."""
    try:
        report = verify_journal(read_journal(path), progress=progress)
    except (DamagedJournalError, InvalidJournalError) as error:
        return CheckedJournal(None, trouble=str(error))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        return CheckedJournal(None, trouble=Wording("'{path}' cannot be read: {why}", path=path, why=why))
    return CheckedJournal(report, *opened_record(report))
