"""`acquire simulate`: random games under any rules, summed up, and kept as records on request.

The first games are stepped through, which is what counts mergers; the others run inside the engine. All of them follow from the
seed, so the same command gives the same figures, with records or without.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import (
    MAX_SEED,
    add_json_argument,
    add_players_argument,
    add_rules_arguments,
    chosen_ruleset,
    parse_any_option,
    parse_path,
    whole_number,
)
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts, progress_bar
from acquire_client.files.saves import write_whole
from acquire_client.terminal.console import (
    BAD,
    HEADING,
    QUIET,
    heading_text,
    indent_content,
    make_console,
    plain_table,
    unicode_output,
)
from acquire_client.tools.simulation import MAX_TURNS, RandomGames, Tally
from acquire_client.view_model.words import TableNames, counted, dollars, printable
from acquire_core import Game, Ruleset
from acquire_core.record import RecordError
from acquire_core.ruleset import format_option

CHUNK = 200  # games between two looks at the clock
STEPPED_ACTIONS = 150_000  # some 600 games, about a quarter of a second
MAX_GAMES = 1_000_000_000
MAX_RECORDS = 100_000  # some ten kilobytes each


def configure(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser, parse_any_option)
    add_players_argument(parser)
    parser.add_argument("--games", metavar="N", type=whole_number(1, MAX_GAMES), default=1000,
                        help="number of games (default: 1000)")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, MAX_SEED), default=0,
                        help="seed of the first game; the next game has the next number (default: 0)")
    parser.add_argument("--record", metavar="DIR", type=parse_path,
                        help=f"write each game to DIR/game-SEED.acquire, at most {MAX_RECORDS:,}")
    parser.add_argument("--force", action="store_true", help="write over records that are there already")
    add_json_argument(parser, "print the summary as JSON")


def run(args: argparse.Namespace) -> int:
    ruleset = chosen_ruleset(args.rules, args.options)
    try:
        games = RandomGames(ruleset, args.players, args.seed)
    except ValueError as error:  # such as teams for three
        raise UsageError(str(error)) from None
    writer = None if args.record is None else RecordWriter(args.record, args.force)
    if writer is not None:
        writer.prepare(games, args.games)
    tally = Tally(2 if ruleset.teams else args.players)
    began = time.perf_counter()
    with noted_interrupts() as interrupted, progress_bar(args.games) as advance:
        for played in play(games, args.games, tally, writer):
            advance(played)
            if interrupted():
                break
    cut_short = interrupted() and tally.games < args.games
    summary = Summary(ruleset, args, tally, writer, cut_short, time.perf_counter() - began)
    if args.json:
        print(json.dumps(summary.as_dict(), indent=2))
    else:
        summary.show(make_console())
    return INTERRUPTED if cut_short else 0


def play(games: RandomGames, count: int, tally: Tally, writer: RecordWriter | None) -> Iterator[int]:
    """Play games 0 to `count` and add them up; yields how many have been played since the last time."""
    number = actions = 0
    while number < count and (writer is not None or actions < STEPPED_ACTIONS):
        game, mergers, steps = games.step(number)
        if writer is not None:
            writer.keep(game, games.seed_of(number))
        tally.add(game, mergers)
        actions += steps
        number += 1
        yield 1
    while number < count:
        chunk = min(CHUNK, count - number)
        for _ in range(chunk):
            tally.add(games.play(number))
            number += 1
        yield chunk


# --- records ----------------------------------------------------------------------------------------------------------

class RecordWriter:
    """The folder that records are written to. A file that is there already is written over only with `force`."""

    def __init__(self, folder: Path, force: bool) -> None:
        self.folder = folder
        self.force = force
        self.written = 0
        self.too_long = 0

    def record_path(self, seed: int) -> Path:
        return self.folder / f"game-{seed}.acquire"

    def prepare(self, games: RandomGames, count: int) -> None:
        """Create the folder, and find out before the first game whether a file is in the way."""
        if count > MAX_RECORDS:
            raise UsageError(f"{count:,} records are too many: at most {MAX_RECORDS:,} are written in one run, which is "
                             "about a gigabyte; give --games, and go on with a later --seed")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise CommandError(f"the folder '{self.folder}' cannot be made: it is a file") from None
        except OSError as error:
            raise CommandError(f"the folder '{self.folder}' cannot be made: {error.strerror or error}") from None
        if not self.force:
            taken = [path for path in (self.record_path(games.seed_of(number)) for number in range(count)) if path.exists()]
            if taken:
                others = f" and {counted(len(taken) - 1, 'other')}" if len(taken) > 1 else ""
                raise CommandError(f"'{taken[0]}'{others} would be written over; --force allows it, another --seed avoids it")

    def keep(self, game: Game, seed: int) -> None:
        """Write one game's record, whole or not at all."""
        try:
            text = game.record([(f"Seat {seat}", "bot-random") for seat in range(game.players)]).text()
        except RecordError:
            raise
        except ValueError:  # a game that was stopped after thousands of turns may be longer than records may be
            self.too_long += 1
            return
        path = self.record_path(seed)
        try:
            if self.force:
                write_whole(path, text, is_durable=False)  # there may be thousands, and the seed makes each again
            else:
                self._write_new(path, text)
        except OSError as error:
            raise CommandError(f"'{path}' cannot be written: {error.strerror or error}") from None
        self.written += 1

    @staticmethod
    def _write_new(path: Path, text: str) -> None:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            try:
                file.write(text)
                file.flush()
            except BaseException:
                path.unlink(missing_ok=True)
                raise


# --- the summary ------------------------------------------------------------------------------------------------------

class Summary:
    """The figures of a whole run, for the report at its end."""

    def __init__(self, ruleset: Ruleset, args: argparse.Namespace, tally: Tally, writer: RecordWriter | None, interrupted: bool,
                 seconds: float) -> None:
        self.ruleset = ruleset
        self.players: int = args.players
        self.seed: int = args.seed
        self.asked: int = args.games
        self.tally = tally
        self.writer = writer
        self.interrupted = interrupted
        self.seconds = seconds

    def as_dict(self) -> dict[str, Any]:
        figures = self.tally.as_dict()
        figures["teams" if self.ruleset.teams else "seats"] = figures.pop("holders")
        return {
            "ruleset": self.ruleset.name,
            "options": {name: format_option(value) for name, value in self.ruleset.changes().items()},
            "players": self.players,
            "seed": self.seed,
            "asked": self.asked,
            "interrupted": self.interrupted,
            **figures,
            "seconds": self.seconds,
            "games_per_s": self.tally.games / self.seconds,
            "records": None if self.writer is None else {"folder": str(self.writer.folder), "written": self.writer.written,
                                                         "too_long": self.writer.too_long},
        }

    def show(self, console: Console) -> None:
        tally = self.tally
        changes = "".join(f", {name}={format_option(value)}" for name, value in self.ruleset.changes().items())
        console.print(Text.assemble((f"{counted(tally.games, 'random game')}", HEADING),
                                    f" of {self.ruleset.name}{changes}, {self.players} players, seed {self.seed}"))
        if self.interrupted:
            console.print(Text(f"interrupted: {counted(self.asked - tally.games, 'game')} not played", style=BAD))
        console.print()
        self._show_holders(console)
        console.print()
        rows = plain_table("", "", show_header=False)
        for name, value in self._summary_rows():
            rows.add_row(heading_text(name), value)
        console.print(rows)

    def _show_holders(self, console: Console) -> None:
        tally, within = self.tally, "±" if unicode_output(console) else "+/-"
        numbers = ("wins", "shared", "share", "mean", "least", "most")
        table = plain_table("team" if self.ruleset.teams else "seat", *numbers, numbers=numbers)
        names = TableNames(tuple(f"seat {seat}" for seat in range(self.players)), self.ruleset.teams)
        for number, holder in enumerate(tally.holders):
            share, margin, mean = tally.share(number), tally.share_margin(number), holder.money.mean
            table.add_row(names.holder(number), f"{holder.wins:,}", f"{holder.shared:,}",
                          "-" if share is None else f"{share:.1%}" + ("" if margin is None else f" {within} {margin:.1%}"),
                          "-" if mean is None else dollars(round(mean)), dollars(holder.money.least), dollars(holder.money.most))
        console.print(table)
        console.print(indent_content(Text(f"share: of all games, a shared win divided; {within} is the 95 % interval",
                                          style=QUIET)))

    def _summary_rows(self) -> Iterator[tuple[str, str]]:
        tally = self.tally
        if tally.turns.mean is not None:
            yield "turns", f"{tally.turns.mean:.1f} a game, {tally.turns.least} to {tally.turns.most}"
        if tally.mergers.mean is not None:
            sample = "" if tally.mergers.count == tally.finished else f"  (counted in the first {tally.mergers.count:,} games)"
            yield "mergers", f"{tally.mergers.mean:.2f} a game, {tally.mergers.least} to {tally.mergers.most}{sample}"
        for number, (reason, count) in enumerate(tally.end_reasons.most_common()):
            yield "" if number else "ended", f"{reason}: {count:,} ({count / tally.finished:.1%})"
        if tally.unfinished:
            yield "unfinished", (f"{counted(tally.unfinished, 'game')} stopped after {MAX_TURNS:,} turns, in no other figure; "
                                 "without stall_end a game need not end")
        if self.writer is not None:
            too_long = f"; {self.writer.too_long} too long to be kept" if self.writer.too_long else ""
            yield "records", f"{self.writer.written:,} in {printable(str(self.writer.folder))}{too_long}"
        yield "speed", f"{tally.games / self.seconds:,.0f} games a second, {self.seconds:.2f} s in all"
