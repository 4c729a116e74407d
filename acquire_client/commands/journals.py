"""Journals of tables without a host, for commands that read files: told from records, verified, and turned into records."""

from __future__ import annotations

from pathlib import Path

from acquire_client.commands import CommandError
from acquire_client.commands.long_runs import progress_bar
from acquire_client.files.saves import RECORD_HEAD, begins_with
from acquire_client.view_model.words import printable
from acquire_net import (
    DamagedJournalError,
    EvidenceError,
    EvidenceVerdict,
    InvalidJournalError,
    JournalReport,
    TableSpec,
    judge_evidence,
    read_journal,
    verify_journal,
)


def read_verified(path: Path) -> JournalReport:
    """Return what the journal proves, with a bar while it is checked. A file that proves nothing is answered with a sentence."""
    if begins_with(path, RECORD_HEAD):
        raise CommandError(f"'{path}' is not a journal but the record of a game, which 'acquire replay' and 'acquire analyse' "
                           "read")
    try:
        contents = read_journal(path)
        with progress_bar(len(contents.entries), doing="checking", count=False) as advance:
            return verify_journal(contents, progress=lambda done, of: advance(1))
    except (DamagedJournalError, InvalidJournalError) as error:
        raise CommandError(f"'{path}' is not a valid journal: {printable(str(error))}") from None
    except (OSError, ValueError) as error:
        raise CommandError(f"'{path}' cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_evidence(path: Path) -> tuple[TableSpec, EvidenceVerdict]:
    """Return whom a file of evidence convicts. One that convicts nobody is answered with a sentence."""
    try:
        return judge_evidence(path.read_bytes())
    except EvidenceError as error:
        raise CommandError(f"'{path}' proves nothing: {printable(str(error))}") from None
    except (OSError, ValueError) as error:
        raise CommandError(f"'{path}' cannot be read: {getattr(error, 'strerror', None) or error}") from None
