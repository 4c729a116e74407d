"""`acquire ladder`: a rating table from a folder of journals and records, each of them verified.

What a file does not prove counts nothing: a forged, cut or unreadable one is listed with the reason. Findings are kept in a
cache, so that the next run verifies only what is new; docs/players/ladder.md says what counts and how.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import add_json_argument, parse_path, whole_number
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts, progress_bar, usable_cores
from acquire_client.commands.outputs import write_output
from acquire_client.files.folders import folders
from acquire_client.files.saves import JOURNAL_HEAD, RECORD_HEAD, begins_with
from acquire_client.terminal.console import (
    BAD,
    HEADING,
    QUIET,
    heading_text,
    indent_content,
    is_watched,
    make_console,
    plain_table,
    unicode_output,
)
from acquire_client.terminal.output import print_remark
from acquire_client.tools.ladder import FileNote, Ladder, PlayerRow, make_ladder
from acquire_client.tools.ladder_cache import SECRET_FILE, CacheError, LadderCache, own_secret
from acquire_client.tools.ladder_files import (
    FileFinding,
    GameFiles,
    digest_of,
    game_files,
    judge_files,
)
from acquire_client.tools.ladder_page import ladder_page, short_key
from acquire_client.version import program_version
from acquire_client.view_model.words import counted, dollars, printable

MAX_JOBS = 64
CACHE_SUFFIX = ".ladder-cache"
MAX_LISTED = 20
"""Files without a game that the table lists; --json lists all."""
MAX_MATRIX = 8
"""Players in the table of pairs."""
SECONDS_A_REMARK = 30
UNREADABLE = "it cannot be read: "


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        f"{parser.description} Every file of the folder and of the folders in it is looked at. A journal is verified as 'acquire "
        "verify' does it, a record is played again. A game counts once, however many journals show it, and only when it is over: "
        "adjourned and unfinished games are listed and count nothing. A player who left or was lost has the place that the "
        "result says; a player whom a journal convicts comes last. Players who share a place share it, partners of a team have "
        "the place of their team and are not opponents, and a shared win is divided. People are recognised by their keys. "
        "Records have no keys, so people in them go by their names, apart from all keys; computer players in records go by "
        "their level, and those in journals are one entry, because journals do not say a level.")
    parser.add_argument("folder", metavar="FOLDER", type=parse_path,
                        help="where the journals (.acqlog) and records (.acquire) are")
    parser.add_argument("--html", metavar="FILE", type=parse_path, help="also write the table as one page for a browser")
    parser.add_argument("--csv", metavar="FILE", type=parse_path, help="also write a line for each player, for a spreadsheet")
    add_json_argument(parser, "print everything as one JSON object")
    parser.add_argument("--journals-only", action="store_true",
                        help="leave out records, which have no signatures: anybody can write one")
    parser.add_argument("--min-games", metavar="N", type=whole_number(1, 1_000_000), default=1,
                        help="list players with at least N games; the games of the others count all the same (default: 1)")
    parser.add_argument("--top", metavar="N", type=whole_number(1, 100_000), default=30,
                        help="how many players the printed table lists (default: 30)")
    parser.add_argument("--jobs", metavar="N", type=whole_number(1, MAX_JOBS), default=None,
                        help="how many processes verify at the same time (default: one for each core)")
    parser.add_argument("--cache", metavar="FILE", type=parse_path,
                        help=f"where findings are kept for the next run (default: FOLDER{CACHE_SUFFIX}, beside the folder)")
    parser.add_argument("--no-cache", action="store_true", help="verify everything now, and keep nothing")


def run(args: argparse.Namespace) -> int:
    if args.cache is not None and args.no_cache:
        raise UsageError("--cache names a file, and --no-cache wants none")
    for path in (args.html, args.csv):
        refuse_to_write_over_a_game(path)
    if not args.folder.is_dir():
        raise CommandError(f"'{args.folder}' is not a folder")
    files = game_files(args.folder)
    if files.are_too_many:
        raise CommandError(f"'{args.folder}' has more than {len(files.paths):,} journals and records: divide them")
    if args.journals_only:
        leave_out_records(files)
    if not files.paths and not files.unreadable:
        raise CommandError(f"there is no journal and no record in '{args.folder}'" if not args.journals_only else
                           f"there is no journal in '{args.folder}'")
    with opened_cache(args) as cache, noted_interrupts() as interrupted:
        search = look_through(files, cache, args.jobs or usable_cores(), interrupted)
    report = LadderReport(args, files, search, make_ladder(search.findings))
    for path, content in ((args.html, report.as_page), (args.csv, report.as_csv)):
        if path is not None:
            write_output(path, content())
    if args.json:
        print(json.dumps(report.as_dict(), indent=2))
    else:
        report.show(make_console())
    return INTERRUPTED if search.left else 0


def refuse_to_write_over_a_game(path: Path | None) -> None:
    if path is not None and (begins_with(path, JOURNAL_HEAD) or begins_with(path, RECORD_HEAD)):
        raise UsageError(f"'{path}' is a game: name another file for the result")


def leave_out_records(files: GameFiles) -> None:
    journals = [path for path in files.paths if begins_with(path, JOURNAL_HEAD) or path.suffix == ".acqlog"]
    files.others += len(files.paths) - len(journals)
    files.paths = journals


# --- looking at the files ---------------------------------------------------------------------------------------------

@contextmanager
def opened_cache(args: argparse.Namespace) -> Iterator[LadderCache | None]:
    """Provide the findings of earlier runs; None where none are kept. A disk that does not take them is a remark."""
    if args.no_cache:
        yield None
        return
    path = args.cache if args.cache is not None else Path(f"{args.folder.resolve()}{CACHE_SUFFIX}")
    refuse_to_write_over_a_game(path)
    try:
        cache = LadderCache(path, own_secret(folders().data / SECRET_FILE), program_version())
    except CacheError as error:
        raise CommandError(f"the cache '{path}' is not used: {error}") from None
    except (OSError, ValueError) as error:
        print_remark(f"acquire ladder: no cache is used: {printable(str(error))}")
        yield None
        return
    if cache.foreign_lines:
        print_remark(f"acquire ladder: {counted(cache.foreign_lines, 'line')} of the cache '{printable(str(path))}' "
                     "cannot be trusted, because another installation or version wrote or changed them: those files are verified")
    try:
        if not cache.open_for_writing():
            print_remark(f"acquire ladder: another program writes the cache '{printable(str(path))}' now: nothing is added to it")
    except OSError as error:
        print_remark(f"acquire ladder: nothing is kept for the next run: {printable(str(error))}")
    try:
        yield cache
    finally:
        cache.close()


@dataclass(slots=True)
class Search:
    """What was found, by path; how many findings come from the cache; and how many files were left when it was interrupted."""

    findings: list[tuple[Path, FileFinding]]
    from_cache: int
    left: int
    seconds: float


def look_through(files: GameFiles, cache: LadderCache | None, jobs: int, interrupted: Callable[[], bool]) -> Search:
    """Verify what is not in the cache, and keep each finding at once."""
    began = time.monotonic()
    findings: dict[Path, FileFinding] = {}
    new: list[Path] = []
    same: dict[str, list[Path]] = {}
    with progress(len(files.paths)) as advance:
        for path in files.paths:
            if interrupted():
                break
            try:
                digest = digest_of(path)
            except OSError as error:
                files.unreadable.append((path, error.strerror or str(error)))
                advance(1)
                continue
            known = cache.get(digest) if cache is not None else None
            if known is not None:
                findings[path] = known
                advance(1)
            elif digest in same:
                same[digest].append(path)
            else:
                same[digest] = [path]
                new.append(path)
        from_cache = len(findings)
        digests = {paths[0]: digest for digest, paths in same.items()}
        try:
            for path, judged, finding in judge_files(new, jobs, interrupted):
                findings[path] = finding
                copies = same[digests[path]] if judged == digests[path] else [path]  # else it was written to in between
                findings.update(dict.fromkeys(copies, finding))
                if cache is not None and judged:
                    keep(cache, judged, finding)
                advance(len(copies))
        except BrokenProcessPool:
            raise CommandError("a process that verified these files ended by itself, perhaps for want of memory. What was found "
                               "until then is kept: run it again, with --jobs 1 if it happens again") from None
    left = len(files.paths) - len(findings) - len({path for path, _ in files.unreadable} & {*files.paths})
    return Search(sorted(findings.items()), from_cache, max(0, left), time.monotonic() - began)


def keep(cache: LadderCache, digest: str, finding: FileFinding) -> None:
    try:
        cache.add(digest, finding)
    except OSError as error:
        print_remark(f"acquire ladder: nothing more is kept for the next run: {printable(str(error))}")
        cache.close()


@contextmanager
def progress(files: int) -> Iterator[Callable[[int], None]]:
    """Provide a function that shows how far the work is: as a bar, or as a line now and then where nobody sees a bar move."""
    with progress_bar(files, doing="verifying") as advance:
        if is_watched(make_console(stderr=True)):
            yield advance
            return
        done, shown_at = 0, time.monotonic()

        def count(more: int) -> None:
            nonlocal done, shown_at
            done += more
            if time.monotonic() - shown_at >= SECONDS_A_REMARK:
                shown_at = time.monotonic()
                print_remark(f"acquire ladder: {done:,} of {counted(files, 'file')}")

        yield count


# --- what is shown ----------------------------------------------------------------------------------------------------

@dataclass
class LadderReport:
    """The table, for a terminal and for programs."""

    args: argparse.Namespace
    files: GameFiles
    search: Search
    ladder: Ladder

    @property
    def listed(self) -> list[PlayerRow]:
        return [row for row in self.ladder.players if row.games >= self.args.min_games]

    @property
    def refused(self) -> list[FileNote]:
        """Return the files that prove nothing, those that cannot be read among them."""
        notes = [*self.ladder.refused, *(FileNote(path, UNREADABLE + why) for path, why in self.files.unreadable)]
        return sorted(notes, key=lambda note: note.path)

    def path_text(self, path: Path) -> str:
        """Return a path as people find the file: below the folder that was named."""
        return printable(str(path.relative_to(self.args.folder) if path.is_relative_to(self.args.folder) else path))

    def as_dict(self) -> dict[str, Any]:
        ladder = self.ladder
        return {
            "games": len(ladder.games),
            "files": len(self.files.paths),
            "other_files": self.files.others,
            "from_cache": self.search.from_cache,
            "repeated": ladder.repeated,
            "not_looked_at": self.search.left,
            "players": [player_values(rank, row) for rank, row in enumerate(self.listed, 1)],
            "head_to_head": [{"first": row.first, "second": row.second, "games": row.games, "first_ahead": row.first_ahead,
                              "second_ahead": row.second_ahead, "level": row.level} for row in ladder.pairs.values()],
            "seats": [{"players": row.players, "seat": row.seat, "games": row.games, "wins": row.wins, "win_share": row.win_share,
                       "low": row.interval[0], "high": row.interval[1], "mean_place": row.mean_place,
                       "mean_money": row.mean_dollars} for row in ladder.seats],
            "unfinished": [self._note_values(note) for note in ladder.unfinished],
            "refused": [self._note_values(note) for note in self.refused],
        }

    def _note_values(self, note: FileNote) -> dict[str, str]:
        return {"file": self.path_text(note.path), "reason": note.reason}

    def as_csv(self) -> str:
        """Return a line for each player. A name that a spreadsheet would take for a formula begins with an apostrophe."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        rows = [player_values(rank, row) for rank, row in enumerate(self.listed, 1)]
        columns = [name for name in player_values(0, PlayerRow(who="name:", games=1)) if name != "other_names"]
        writer.writerow(columns)
        writer.writerows([cell_text(row[column]) for column in columns] for row in rows)
        return out.getvalue()

    def as_page(self) -> str:
        listed = [(self.path_text(note.path), note.reason) for note in self.refused]
        unfinished = [(self.path_text(note.path), note.reason) for note in self.ladder.unfinished]
        return ladder_page(self.ladder, self.listed, listed, unfinished, printable(self.args.folder.resolve().name))

    def show(self, console: Console) -> None:
        ladder, search = self.ladder, self.search
        looked = counted(len(search.findings) + len(self.files.unreadable), "file")
        console.print(Text.assemble((counted(len(ladder.games), "game"), HEADING), f" in {looked}"))
        if search.left:
            console.print(Text(f"interrupted: {counted(search.left, 'file')} not looked at; run it again to go on", style=BAD))
        if ladder.games:
            console.print()
            self._show_players(console)
            self._show_pairs(console)
            self._show_seats(console)
        remarks = [f"{search.from_cache:,} of the findings were kept from before"] if search.from_cache else []
        if ladder.repeated:
            remarks.append(f"{counted(ladder.repeated, 'file shows a game', 'files show a game')} that another file has proven")
        for remark in remarks:
            console.print(indent_content(Text(remark, style=QUIET)))
        self._show_files(console, "Not over", ladder.unfinished, QUIET)
        self._show_files(console, "Not counted", self.refused, BAD)

    def _show_players(self, console: Console) -> None:
        dash = "–" if unicode_output(console) else "-"
        numbers = ["rating", "95 % interval", "games", "wins", "even", "place", "money"]
        table = plain_table("", "player", "key", *numbers, numbers=["", *numbers])
        for rank, row in enumerate(self.listed[:self.args.top], 1):
            rating = row.rating
            table.add_row(str(rank), player_text(row), short_key(row.key), f"{rating.points:+.0f}",
                          f"{rating.low:+.0f} {dash} {rating.high:+.0f}", f"{row.games:,}", f"{row.win_share:.0%}",
                          f"{row.even_share:.0%}", f"{row.mean_place:.2f}", dollars(round(row.mean_dollars)))
        console.print(table)
        if len(self.listed) > self.args.top:
            rest = counted(len(self.listed) - self.args.top, "player")
            console.print(indent_content(Text(f"and {rest} more: --top N, --csv and --json list them", style=QUIET)))
        about = (f"ratings are Plackett{dash}Luce, 0 on average: with 400 points more a player finishes first of two ten times "
                 "as often; 'even' is the share of wins among equals")
        console.print(indent_content(Text(about, style=QUIET)))

    def _show_pairs(self, console: Console) -> None:
        rows = self.listed[:MAX_MATRIX]
        if len(rows) < 2:
            return
        console.print()
        console.print(heading_text("Who finished before whom"))
        table = plain_table("", "player", *map(str, range(1, len(rows) + 1)), numbers=["", *map(str, range(1, len(rows) + 1))])
        for rank, row in enumerate(rows, 1):
            cells = []
            for other in rows:
                pair = self.ladder.between(row.who, other.who)
                cells.append("" if pair is None else f"{pair.first_ahead}:{pair.second_ahead}")
            table.add_row(str(rank), player_text(row), *cells)
        console.print(table)

    def _show_seats(self, console: Console) -> None:
        dash = "–" if unicode_output(console) else "-"
        numbers = ["games", "wins", "95 % interval", "place", "money"]
        console.print()
        console.print(heading_text("By seat"))
        table = plain_table("table of", "seat", *numbers, numbers=numbers)
        for row in self.ladder.seats:
            low, high = row.interval
            table.add_row(str(row.players), str(row.seat + 1), f"{row.games:,}", f"{row.win_share:.0%}",
                          f"{low:.0%} {dash} {high:.0%}", f"{row.mean_place:.2f}", dollars(round(row.mean_dollars)))
        console.print(table)

    def _show_files(self, console: Console, title: str, notes: list[FileNote], style: str) -> None:
        if not notes:
            return
        console.print()
        console.print(heading_text(f"{title}: {counted(len(notes), 'file')}"))
        for note in notes[:MAX_LISTED]:
            console.print(indent_content(Text(f"{self.path_text(note.path)}: {note.reason}", style=style)))
        if len(notes) > MAX_LISTED:
            console.print(indent_content(Text(f"and {len(notes) - MAX_LISTED:,} more: --json lists all", style=QUIET)))


def player_text(row: PlayerRow) -> str:
    by_name = " (by name)" if row.kind == "name" else " (program)" if row.kind == "program" else ""
    return printable(row.title) + by_name


def player_values(rank: int, row: PlayerRow) -> dict[str, Any]:
    low, high = row.interval
    return {"rank": rank, "id": row.who, "kind": row.kind, "name": row.title if row.names else "", "key": row.key,
            "other_names": row.other_names if row.names and row.key else [], "level": row.level,
            "rating": round(row.rating.points, 3), "rating_low": round(row.rating.low, 3),
            "rating_high": round(row.rating.high, 3), "games": row.games, "wins": row.wins, "win_share": row.win_share,
            "low": low, "high": high, "even_share": row.even_share, "mean_place": row.mean_place, "mean_money": row.mean_dollars}


def cell_text(value: object) -> str:
    """Return a value as a cell of a spreadsheet.

    >>> cell_text("=1+1"), cell_text(-3.5), cell_text(None), cell_text("Ada")
    ("'=1+1", '-3.5', '', 'Ada')
    """
    if isinstance(value, str):
        text = printable(value)
        return f"'{text}" if text.startswith(("=", "+", "-", "@", "'")) else text
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
