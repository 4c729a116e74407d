"""The games in a folder, for a rating table: which files there are, and what each of them proves.

A finding is made from the bytes of one file alone, so it may be kept for as long as the file has the same digest. Everything in
the folder may be hostile: a file is read up to the size that it may have, and what it does not prove counts nothing.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from acquire_client.files.saves import JOURNAL_HEAD, RECORD_HEAD
from acquire_client.matches.journals import opened_record
from acquire_client.matches.players import BOT_KIND, PROGRAM_KIND
from acquire_client.tools.processes import results_in_order
from acquire_client.view_model.words import listing, printable
from acquire_core.actions import DrawTile
from acquire_core.ai import LEVELS
from acquire_core.notation import format_action
from acquire_core.record import Record, RecordError, read_record
from acquire_core.record_check import MAX_BYTES as MAX_RECORD_BYTES
from acquire_net import DamagedJournalError, InvalidJournalError, JournalReport, unpack_journal, verify_journal

JOURNAL_SUFFIX, RECORD_SUFFIX = ".acqlog", ".acquire"
MAX_JOURNAL_BYTES = 64_000_000
MAX_FILES = 200_000
MAX_REASON = 300
COMPUTER = "computer"
"""Who sits where a journal says that it is a computer player: its level is not signed."""
LEVEL_NAMES = tuple(level.name for level in LEVELS)


class FileVerdict(StrEnum):
    FINISHED = "finished"
    UNFINISHED = "unfinished"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class SeatFinding:
    """Who sat there. `who` tells players apart: by their keys, by their names where a record has no keys, by level."""

    who: str
    name: str


@dataclass(frozen=True, slots=True)
class FileFinding:
    """What one file proves. `reason` says why it does not count; `game` is the same for all journals of one game, and `moves` for
    a journal and a record of it."""

    verdict: FileVerdict
    reason: str = ""
    is_journal: bool = False
    game: str = ""
    moves: str = ""
    rules: str = ""
    seats: tuple[SeatFinding, ...] = ()
    sides: tuple[int, ...] = ()
    """By seat: the number of its team, or of the seat itself."""
    ranks: tuple[int, ...] = ()
    dollars: tuple[int, ...] = ()
    cheats: tuple[int, ...] = ()
    """Seats that the file convicts."""


def refused(reason: object, is_journal: bool = False) -> FileFinding:
    return FileFinding(FileVerdict.REFUSED, short_reason(reason), is_journal)


def short_reason(reason: object) -> str:
    """Return a reason as it may stand in a list: on one line, printable, and not too long."""
    text = printable(str(reason))
    return text if len(text) <= MAX_REASON else text[:MAX_REASON - 3] + "..."


# --- which files there are --------------------------------------------------------------------------------------------

@dataclass(slots=True)
class GameFiles:
    """The files of a folder and its folders: those that may be games, how many others there are, and what cannot be read."""

    paths: list[Path] = field(default_factory=list)
    others: int = 0
    unreadable: list[tuple[Path, str]] = field(default_factory=list)
    are_too_many: bool = False


def game_files(folder: Path, max_files: int = MAX_FILES) -> GameFiles:
    """Return what lies in a folder and below it. Links to other folders are not followed."""
    found = GameFiles()

    def note_folder(error: OSError) -> None:
        found.unreadable.append((Path(error.filename or folder), error.strerror or str(error)))

    for parent, folders, names in os.walk(folder, onerror=note_folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            try:
                head = _head_of(path)
            except OSError as error:
                if path.suffix in (JOURNAL_SUFFIX, RECORD_SUFFIX):
                    found.unreadable.append((path, error.strerror or str(error)))
                else:
                    found.others += 1
                continue
            is_game = head.startswith((JOURNAL_HEAD, RECORD_HEAD)) or path.suffix in (JOURNAL_SUFFIX, RECORD_SUFFIX)
            if not is_game:
                found.others += 1
            elif len(found.paths) >= max_files:
                found.are_too_many = True
                return found
            else:
                found.paths.append(path)
    return found


def _open(path: Path) -> int:
    """Open a file for reading, but never wait for another program at the end of a pipe."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(0, "it is not a file")
    return handle


def _head_of(path: Path) -> bytes:
    with os.fdopen(_open(path), "rb") as file:
        return file.read(len(JOURNAL_HEAD))


def read_bounded(path: Path) -> bytes:
    """Return the bytes of a file, one more than a journal may have at most. Raises OSError."""
    with os.fdopen(_open(path), "rb") as file:
        return file.read(MAX_JOURNAL_BYTES + 1)


def digest_of(path: Path) -> str:
    """Return the digest by which a finding is kept. Raises OSError."""
    return hashlib.sha256(read_bounded(path)).hexdigest()


# --- what one file proves ---------------------------------------------------------------------------------------------

def judge_file(path: Path) -> tuple[str, FileFinding]:
    """Return the digest of the bytes that were judged, and what they prove; without a digest the finding is not to be kept."""
    try:
        data = read_bounded(path)
    except OSError as error:
        return "", refused(f"it cannot be read: {error.strerror or error}")
    return hashlib.sha256(data).hexdigest(), judge(data)


def judge(data: bytes) -> FileFinding:
    """Verify the bytes of a journal or a record."""
    is_journal = data.startswith(JOURNAL_HEAD)
    if not is_journal and not data.startswith(RECORD_HEAD):
        return refused("it is neither a journal nor a record")
    try:
        return judge_journal(data) if is_journal else judge_record(data)
    except Exception as error:  # one file must not end the work on ten thousand others
        return refused(f"it cannot be verified: {type(error).__name__}: {error}", is_journal)


def judge_journal(data: bytes) -> FileFinding:
    try:
        report = verify_journal(unpack_journal(data))
    except (DamagedJournalError, InvalidJournalError) as error:
        return refused(error, is_journal=True)
    return judge_report(report)


def judge_report(report: JournalReport) -> FileFinding:
    """Return what a verified journal proves of its game."""
    names = [seat.name for seat in report.table.seats]
    record, illegal = opened_record(report)
    finding = FileFinding(
        FileVerdict.FINISHED, "", True, report.sid.hex(), moves_digest(record), report.table.rules[0].partition(" ")[2],
        tuple(SeatFinding(COMPUTER if seat.computer else f"key:{seat.identity.hex()}", seat.name) for seat in report.table.seats))
    if report.unused:
        return _not_counted(finding, FileVerdict.REFUSED, f"{report.unused:,} of its entries could not be used, because "
                            "something before them is missing")
    if illegal:
        return _not_counted(finding, FileVerdict.REFUSED, f"the opened hands show what nobody could see in the game: {illegal}")
    if report.disagreements:
        seats = listing(names[each.seat] for each in report.disagreements)
        return _not_counted(finding, FileVerdict.REFUSED, f"the programs disagree: {seats} acknowledged another position")
    if report.result is None:
        cut = "it was cut off: " if report.torn_bytes else ""
        return _not_counted(finding, FileVerdict.UNFINISHED,
                            f"{cut}the game is not over; it waits for {listing(names[seat] for seat in report.waits_for)}")
    return _with_places(finding, report)


def _with_places(finding: FileFinding, report: JournalReport) -> FileFinding:
    assert report.result is not None
    places = {int(side): (int(rank), int(dollars)) for _, rank, side, dollars in
              (line.split() for line in report.result.decode("ascii").splitlines()[1:])}
    cheats = tuple(sorted({each.seat for each in report.convictions}))
    return placed(finding, places, cheats)


def placed(finding: FileFinding, places: dict[int, tuple[int, int]], cheats: tuple[int, ...] = ()) -> FileFinding:
    """Return a finding with the places of its seats. `places` are rank and dollars of each seat, or of each team: its partners
    share place and money. A convicted player comes last, and so does their partner.

    >>> seats = tuple(SeatFinding(name, name) for name in "abc")
    >>> placed(FileFinding(FileVerdict.FINISHED, seats=seats), {0: (1, 900), 1: (2, 500), 2: (2, 500)}, cheats=(0,)).ranks
    (3, 1, 1)
    """
    count = len(finding.seats)
    teams = len(places) < count
    sides = tuple(seat % 2 if teams else seat for seat in range(count))
    convicted = {sides[seat] for seat in cheats}
    size = count // len(places)
    order = {side: (side in convicted, places[side][0]) for side in places}
    ranks = {side: 1 + sum(other < order[side] for other in order.values()) for side in places}
    return FileFinding(finding.verdict, finding.reason, finding.is_journal, finding.game, finding.moves, finding.rules,
                       finding.seats, sides, tuple(ranks[side] for side in sides),
                       tuple(places[side][1] // size for side in sides), cheats)


def _not_counted(finding: FileFinding, verdict: FileVerdict, reason: str) -> FileFinding:
    return FileFinding(verdict, short_reason(reason), finding.is_journal, finding.game, finding.moves, finding.rules,
                       finding.seats)


def judge_record(data: bytes) -> FileFinding:
    """Play a record again. It has no signatures: it proves that the rules were kept, and not who has played."""
    if len(data) > MAX_RECORD_BYTES:
        return refused(f"a file of more than {MAX_RECORD_BYTES:,} bytes is not a record")
    try:
        record = read_record(data)
    except RecordError as error:
        return refused(error)
    moves = moves_digest(record)
    finding = FileFinding(FileVerdict.FINISHED, "", False, moves, moves, record.ruleset.name,
                      tuple(SeatFinding(player_of(seat.name, seat.kind), seat.name) for seat in record.seats))
    game = record.game()
    if not game.over:
        return _not_counted(finding, FileVerdict.UNFINISHED, "the game is not over")
    return placed(finding, {side: (rank, dollars) for rank, side, dollars in game.standings()})


def player_of(name: str, kind: str) -> str:
    """Return who sits at a seat of a record.

    >>> player_of("Ada", "person"), player_of("Ben", "bot-strong-builder"), player_of("Cleo", "program")
    ('name:Ada', 'level:strong', 'program:Cleo')
    """
    level = kind.removeprefix(BOT_KIND).split("-")[0]
    if kind.startswith(BOT_KIND) and level in LEVEL_NAMES:
        return f"level:{level}"
    return f"{'program' if kind.startswith(BOT_KIND) or kind == PROGRAM_KIND else 'name'}:{name}"


def moves_digest(record: Record) -> str:
    """Return what a journal and each record of its game have in common: rules, names, and what was decided."""
    lines = [record.ruleset.digest.hex(), *(seat.name for seat in record.seats),
             *(format_action(action) for action in record.public_actions() if not isinstance(action, DrawTile))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


# --- many files -------------------------------------------------------------------------------------------------------

def judge_files(paths: list[Path], jobs: int, is_halted: Callable[[], bool]) -> Iterator[tuple[Path, str, FileFinding]]:
    """Yield each file with its digest and its finding, in this order, until the work is halted: then what was begun is finished.
    Raises BrokenExecutor where a process has ended by itself."""
    tasks = ((path,) for path in paths)
    for (path,), (digest, finding) in results_in_order(judge_file, tasks, 1 if len(paths) < 2 * jobs else jobs, is_halted):
        yield path, digest, finding
