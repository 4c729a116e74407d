"""`acquire arena`: matches between levels and programs, the same bags with seats rotated, as a table or as JSON.

The same command line prints the same figures, whatever `--jobs` or `--dask` says. Ctrl-C ends the match early and shows what was
played.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import (
    add_json_argument,
    add_rules_arguments,
    chosen_ruleset,
    parse_any_option,
    whole_number,
)
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts, progress_bar, usable_cores
from acquire_client.commands.program_arguments import MAX_MOVE_MS, add_move_time_argument, refuse_unstartable
from acquire_client.matches.players import SeatsError, entries_in
from acquire_client.terminal.console import BAD, HEADING, QUIET, indent_content, make_console, plain_table, unicode_output
from acquire_client.tools.cluster import Cluster, ClusterError, reached
from acquire_client.view_model.words import counted, dollars, printable
from acquire_core import Game
from acquire_core.ai import NoSuchBot
from acquire_core.ai.external import Limits
from acquire_core.ai.levels import COMMAND
from acquire_core.arena import (
    GAMES_AHEAD,
    ArenaMatch,
    ArenaMatchError,
    EntryScore,
    GameResult,
    HaltFlag,
    add_up,
    play_games,
)
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS, Ruleset, format_option

MAX_GAMES = 1_000_000
MAX_JOBS = 256
MAX_MATCH_SEED = (1 << 32) - 1
MAX_BATCH_GAMES = 8
"""Games in one task for a cluster: the way there takes as long as a short game, and a long one should not wait for others."""
TASKS_A_THREAD = 4


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seats", metavar="A,B,...", required=True,
                        help="who sits down: levels by number or name, perhaps with a personality (strong/raider) or other "
                             "weights (expert@FILE), plain:N for a search of N random playouts, and programs as cmd:COMMAND; "
                             "an entry with a comma in it stands in quotation marks")
    parser.add_argument("--games", metavar="N", type=whole_number(1, MAX_GAMES), default=400,
                        help="number of games (default: 400)")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, MAX_MATCH_SEED), default=1,
                        help="seed of the bags and of the players' chance (default: 1)")
    parser.add_argument("--players", metavar="N", type=whole_number(MIN_PLAYERS, MAX_PLAYERS),
                        help="play a round robin: every choice of N seats sits at a table of its own")
    add_rules_arguments(parser, parse_any_option)
    parser.add_argument("--jobs", metavar="N", type=whole_number(1, MAX_JOBS), default=None,
                        help="how many games run at the same time (default: one for each core; with programs eight at most)")
    parser.add_argument("--dask", metavar="ADDRESS",
                        help="play on a Dask cluster: the address of its scheduler, such as tcp://10.0.0.5:8786; it needs "
                             "'pip install acquire-p2p[cluster]', here and there")
    add_move_time_argument(parser)
    parser.add_argument("--think", metavar="MS", type=whole_number(1, MAX_MOVE_MS),
                        help="milliseconds for a decision of the level that thinks by the clock (default: its own)")
    parser.add_argument("--time", action="store_true",
                        help="also show the mean time of a decision, which differs from run to run")
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    ruleset = chosen_ruleset(args.rules, args.options)
    match = chosen_match(args, ruleset)
    watch = HaltFlag()
    results: list[GameResult] = []

    def halt() -> None:
        watch.halted = True

    lost: ClusterError | NoSuchBot | None = None
    try:
        with crew_for(args, match) as crew, noted_interrupts(halt) as interrupted, progress_bar(args.games) as advance:
            for result in play_games(match, args.games, crew.executor, watch, batch=crew.batch, ahead=crew.ahead):
                results.append(result)
                advance(1)
    except (ClusterError, NoSuchBot) as error:       # NoSuchBot: a worker that cannot read the weights of an entry
        if not results:
            raise CommandError(str(error)) from None
        lost = error
    report = MatchReport(match, ruleset, args.games, results, with_time=args.time)
    if args.json:
        print(json.dumps(report.as_dict(), indent=2))
    else:
        report.show(make_console())
    if lost is not None:
        raise CommandError(f"{lost}. {counted(len(results), 'game')} of {args.games:,} had been played by then")
    return INTERRUPTED if interrupted() and len(results) < args.games else 0


def chosen_match(args: argparse.Namespace, ruleset: Ruleset) -> ArenaMatch:
    """Return the match that the options ask for. Raise UsageError for one that cannot be."""
    if args.dask is not None and args.jobs is not None:
        raise UsageError("--jobs is for this machine alone: with --dask the workers decide how many games are played at a time")
    try:
        return ArenaMatch(entries_in(args.seats), ruleset, args.seed, args.players, Limits(move_ms=args.move_time), args.think)
    except (SeatsError, ArenaMatchError, NoSuchBot) as error:
        raise UsageError(f"--seats: {error}") from None
    except ValueError as error:                      # of the rules, such as teams for three
        raise UsageError(str(error)) from None


@dataclass(frozen=True)
class Crew:
    """Who plays the games: with no executor one after the other; otherwise so many in a task, and so many tasks in advance."""

    executor: Executor | None
    batch: int = 1
    ahead: int = GAMES_AHEAD


@contextmanager
def crew_for(args: argparse.Namespace, match: ArenaMatch) -> Iterator[Crew]:
    """Provide threads or a cluster. Programs that cannot be started there are found before the first game."""
    programs = [entry.removeprefix(COMMAND) for entry in dict.fromkeys(match.seats) if entry.startswith(COMMAND)]
    if args.dask is None:
        refuse_unstartable(programs, Game(match.ruleset, match.table_size).ruleset)
        with executor_for(args.jobs or usable_cores()) as executor:
            yield Crew(executor)
    else:
        with reached(args.dask, programs) as cluster:
            yield crew_of(cluster, args.games)


def crew_of(cluster: Cluster, games: int) -> Crew:
    """Return tasks as large as may be, if every thread still gets a few of them."""
    tasks = TASKS_A_THREAD * cluster.threads
    return Crew(cluster.executor, max(1, min(MAX_BATCH_GAMES, games // max(1, tasks))), max(GAMES_AHEAD, tasks))


@contextmanager
def executor_for(jobs: int) -> Iterator[Executor | None]:
    """Provide threads, because bots think without the interpreter's lock; None plays one game after the other."""
    if jobs == 1:
        yield None
        return
    executor = ThreadPoolExecutor(jobs)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


@dataclass
class MatchReport:
    """A match that was played, or as much of it as was."""

    match: ArenaMatch
    ruleset: Ruleset
    asked: int
    results: list[GameResult]
    with_time: bool

    @property
    def entry_sums(self) -> list[EntryScore]:
        return add_up(self.match.seats, self.results)

    @property
    def unfinished_count(self) -> int:
        return sum(not result.finished for result in self.results)

    def as_dict(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset.name,
            "options": {name: format_option(value) for name, value in self.ruleset.changes().items()},
            "players": self.match.table_size,
            "seats": list(self.match.seats),
            "seed": self.match.seed,
            "games": len(self.results),
            "games_asked": self.asked,
            "unfinished": self.unfinished_count,
            "entries": [self._entry_values(entry) for entry in self.entry_sums],
        }

    def _entry_values(self, entry: EntryScore) -> dict[str, Any]:
        low, high = entry.interval
        time = {"ms_per_decision": round(entry.milliseconds, 4)} if self.with_time else {}
        return {"bot": entry.bot, "games": entry.games, "wins": entry.wins, "win_share": entry.win_share, "low": low,
                "high": high, "mean_money": entry.mean_money, "rating": round(entry.rating, 3), "faults": dict(entry.faults),
                **time}

    def show(self, console: Console) -> None:
        changes = "".join(f", {name}={format_option(value)}" for name, value in self.ruleset.changes().items())
        console.print(Text.assemble((counted(len(self.results), "game"), HEADING),
                                    f" of {self.ruleset.name}{changes}, {self.match.table_size} players, seed {self.match.seed}"))
        if len(self.results) < self.asked:
            console.print(Text(f"interrupted: {counted(self.asked - len(self.results), 'game')} not played", style=BAD))
        console.print()
        numbers = ["games", "wins", "share", "95 % interval", "mean money", "rating", *(["ms a move"] if self.with_time else [])]
        table = plain_table("bot", *numbers, numbers=numbers)
        dash = "–" if unicode_output(console) else "-"
        entries = self.entry_sums
        for entry in entries:
            low, high = entry.interval
            table.add_row(printable(entry.bot), f"{entry.games:,}", f"{entry.wins:,.1f}".removesuffix(".0"),
                          f"{entry.win_share:.1%}" if entry.games else "-", f"{low:.1%} {dash} {high:.1%}",
                          dollars(round(entry.mean_money)), f"{entry.rating:+.0f}",
                          *([f"{entry.milliseconds:.3f}"] if self.with_time else []))
        console.print(table)
        par = f"an even share is {1 / self.match.table_size:.1%}; games count seats; a shared win is divided"
        console.print(indent_content(Text(par, style=QUIET)))
        for note in self._note_lines(entries):
            console.print(indent_content(Text(note, style=BAD)))

    def _note_lines(self, entries: list[EntryScore]) -> Iterator[str]:
        if self.unfinished_count:
            yield f"{counted(self.unfinished_count, 'game')} had no end and counted for nobody"
        if len(self.results) % self.match.games_a_round:
            yield f"seats and tables are only quite even after a multiple of {self.match.games_a_round} games"
        for entry in entries:
            if entry.faults:
                kinds = ", ".join(f"{kind} {count:,}" for kind, count in entry.faults.items())
                yield (f"{printable(entry.bot)} lost {sum(entry.faults.values()):,} of {counted(entry.decisions, 'decision')} "
                       f"to random moves: {kinds}")
