"""Journals for a cup: each verified as `acquire verify` and `acquire ladder` do it, and what it proves of its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from acquire_client.files.saves import JOURNAL_HEAD
from acquire_client.tools.cup import GameProof
from acquire_client.tools.ladder_files import (
    MAX_JOURNAL_BYTES,
    FileVerdict,
    game_files,
    judge_report,
    read_bounded,
    short_reason,
)
from acquire_client.tools.processes import results_in_order
from acquire_net import (
    DamagedJournalError,
    InvalidJournalError,
    JournalReport,
    fingerprint_of,
    fingerprint_text,
    option_value,
    ruleset_of,
    unpack_journal,
    verify_journal,
)


def journals_of(paths: Sequence[Path]) -> list[Path]:
    """Return these files, and the journals and records in those that are folders."""
    found: list[Path] = []
    for path in paths:
        found += game_files(path).paths if path.is_dir() else [path]
    return found


def proof_of(path: Path) -> GameProof | str:
    """Return what a journal proves, or why it proves nothing that a cup can count."""
    try:
        data = read_bounded(path)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        return short_reason(f"it cannot be read: {getattr(error, 'strerror', None) or error}")
    if not data.startswith(JOURNAL_HEAD) or len(data) > MAX_JOURNAL_BYTES:
        return "it is not a journal; a cup counts nothing else, because a record does not prove who has played"
    try:
        return proof_of_report(verify_journal(unpack_journal(data)))
    except (DamagedJournalError, InvalidJournalError) as error:
        return short_reason(error)
    except Exception as error:  # one file must not end the work on the others
        return short_reason(f"it cannot be verified: {type(error).__name__}: {error}")


def proof_of_report(report: JournalReport) -> GameProof | str:
    """Return what a verified journal proves, or why its game does not count."""
    finding, table = judge_report(report), report.table
    if finding.verdict is not FileVerdict.FINISHED:
        return finding.reason
    return GameProof(finding.game, finding.moves, ruleset_of(table.rules, len(table.seats)).digest,
                     option_value(table.options, "log"), option_value(table.options, "conventions"),
                     tuple(fingerprint_text(fingerprint_of(seat.identity)) for seat in table.seats),
                     tuple(seat.name for seat in table.seats),
                     tuple(number for number, seat in enumerate(table.seats) if seat.computer),
                     finding.ranks, finding.dollars, finding.cheats)


def proofs_of(paths: Sequence[Path], jobs: int, is_halted: Callable[[], bool]) -> Iterator[tuple[Path, GameProof | str]]:
    """Yield what each file proves, in this order, until the work is halted."""
    tasks = ((path,) for path in paths)
    for (path,), proof in results_in_order(proof_of, tasks, 1 if len(paths) < 2 * jobs else jobs, is_halted):
        yield path, proof
