"""`acquire bench`: the figures of acquire_client/tools/bench.py as a table or as JSON.

In the JSON rates are games or steps a second and times nanoseconds, each the best of several repeats; `median` has the same keys.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.text import Text

from acquire_client import version
from acquire_client.commands.arguments import add_json_argument, add_players_argument, parse_seconds, ruleset_named
from acquire_client.terminal.console import BAD, HEADING, QUIET, heading_text, is_watched, make_console, plain_table
from acquire_client.tools import bench, machine
from acquire_client.tools.bench import BY_VARIANT, COMMON, PER_SECOND, BenchReport, Figure


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="NAME", default="classic", help="the ruleset (default: classic)")
    add_players_argument(parser)
    parser.add_argument("--seconds", metavar="S", type=parse_seconds, default=1.0, help="time for each figure (default: 1)")
    parser.add_argument("--all", action="store_true", help="also time random games under every ruleset and number of players")
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    ruleset_named(args.rules)
    found, tables = measure_all(args.rules, args.players, args.seconds, args.all)
    if args.json:
        print(json.dumps(as_dict(found, tables), indent=2))
    else:
        show(make_console(), found, tables)
    return 0


def measure_all(ruleset: str, players: int, seconds: float, every: bool) -> tuple[BenchReport, dict[str, dict[int, Figure]]
                                                                                  | None]:
    with progress_line() as tell:
        found = bench.report(ruleset, players, seconds, tell)
        return found, bench.every_table(seconds, tell) if every else None


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """Provide a line on the error output that says what is being measured; on no terminal there is none.

    It changes between measurements only: an animation would take time from what is measured.
    """
    console = make_console(stderr=True)
    seen = is_watched(console)

    def tell(what: str) -> None:
        if seen:
            console.file.write(f"\r\x1b[Kmeasuring: {what}")
            console.file.flush()

    try:
        yield tell
    finally:
        if seen:
            console.file.write("\r\x1b[K")


def as_dict(found: BenchReport, tables: dict[str, dict[int, Figure]] | None) -> dict[str, Any]:
    """Return the best variant's figures at the top, every variant's below, the machine and the versions at the end."""

    def values(which: int, figures: dict[str, Figure]) -> dict[str, float]:
        rows = [row for row in (*BY_VARIANT, *COMMON) if row.key in figures]
        return {row.key: round(figures[row.key].values(row.unit)[which], 1) for row in rows}

    best = found.by_variant[found.best] | found.common
    answer: dict[str, Any] = {
        "ruleset": found.ruleset,
        "players": found.players,
        "cpu_variant": found.best,
        **values(0, best),
        "state_bytes": found.state_bytes,
        "median": values(1, best),
        "variants": {name: {**values(0, figures), "median": values(1, figures), "checksum": f"{found.checksums[name]:016x}"}
                     for name, figures in found.by_variant.items()},
    }
    if tables is not None:
        answer["all_playouts_per_s"] = {ruleset: {str(players): round(figure.per_s[0], 1) for players, figure in row.items()}
                                        for ruleset, row in tables.items()}
    cpu = machine.cpu_facts()
    return answer | {"version": version.program_version(), "python": platform.python_version(), "system": platform.platform(),
                     "cpu": cpu["name"], "cores": cpu["cores"]}


# --- the table --------------------------------------------------------------------------------------------------------

def show(console: Console, found: BenchReport, tables: dict[str, dict[int, Figure]] | None) -> None:
    console.print(Text.assemble((f"{found.ruleset}, {found.players} players", HEADING),
                                f", one thread of {machine.cpu_facts()['name'] or platform.machine()}"))
    console.print()
    table = plain_table("", "CPU variant", "best", "median", "", numbers=("best", "median"))

    def add(title: str, variant: str, figure: Figure, unit: str) -> None:
        best, median = (_number_text(value, unit) for value in figure.values(unit))
        table.add_row(title, variant, heading_text(best), median, unit)

    for row in BY_VARIANT:
        for number, name in enumerate(reversed(found.by_variant)):
            add("" if number else row.title, name, found.by_variant[name][row.key], row.unit)
    for row in COMMON:
        add(row.title, "", found.common[row.key], row.unit)
    table.add_row("size of the state", "", heading_text(f"{found.state_bytes:,}"), "", "bytes")
    console.print(table)
    console.print()
    if len(set(found.checksums.values())) == 1:
        console.print(f"checksum of {bench.CHECKSUM_GAMES:,} games {next(iter(found.checksums.values())):016x}, "
                      "the same with every variant", style=QUIET)
    else:
        console.print(Text("The CPU variants play different games, which is a bug: "
                           + ", ".join(f"{name} {number:016x}" for name, number in found.checksums.items()), style=BAD))
    if tables is not None:
        console.print()
        show_all(console, tables, found.best)


def show_all(console: Console, tables: dict[str, dict[int, Figure]], variant: str) -> None:
    console.print(heading_text(f"Random games a second by number of players, variant {variant}"))
    console.print()
    counts = [str(players) for players in next(iter(tables.values()))]
    table = plain_table("ruleset", *counts, numbers=counts)
    for ruleset, row in tables.items():
        table.add_row(ruleset, *(_number_text(figure.per_s[0], PER_SECOND) for figure in row.values()))
    console.print(table)


def _number_text(value: float, unit: str) -> str:
    """Return three or more figures, no more than the measurement is worth."""
    return f"{value:,.0f}" if unit == PER_SECOND else f"{value:,.1f}"
