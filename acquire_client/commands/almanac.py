"""`acquire almanac`: facts about the game, counted over many games of equal computer players, with the editions side by side.

All games follow from the seed, so the same command prints the same figures, whatever `--jobs` says. Ctrl-C ends it early and
shows what was counted.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from acquire_client.commands import UsageError
from acquire_client.commands.arguments import add_json_argument, add_players_argument, nearest_word, whole_number
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts, progress_bar, usable_cores
from acquire_client.terminal.console import HEADING, QUIET, make_console, plain_table
from acquire_client.tools.processes import results_in_order
from acquire_client.view_model.words import counted, dollars, shortened
from acquire_core import RULESETS
from acquire_core.ai import LEVELS
from acquire_core.almanac import Almanac, Mean, WinFact, almanac_of, fact_names

MAX_GAMES, MAX_JOBS, MAX_ALMANAC_SEED = 100_000_000, 256, (1 << 31) - 1
CHUNK = 50
"""Games that one core plays before it says so."""

# What stands in the table, for a name in the counts; the seats are named by their number.
TITLES = {
    "founds first": "founds the first chain", "founds most": "founds the most chains", "founds none": "founds no chain",
    "merges first": "places the first merger", "merges most": "places the most mergers",
    "first bonus of the first merger": "gets the first bonus of the first merger",
    "most merger bonuses": "gets the most money by mergers", "most majorities at the end": "has the most majorities at the end",
    "cheap majority at the end": "has the majority of a cheap chain at the end",
    "medium majority at the end": "has the majority of a medium chain at the end",
    "expensive majority at the end": "has the majority of an expensive chain at the end",
    "announces the end": "announces the end",
}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="NAME", action="append", default=[],
                        help="an edition; may be given more than once, then they stand side by side (default: classic)")
    add_players_argument(parser)
    parser.add_argument("--level", metavar="LEVEL", default="strong",
                        help="the computer player at all seats, by name (default: strong)")
    parser.add_argument("--games", metavar="N", type=whole_number(1, MAX_GAMES), default=2000,
                        help="number of games for each edition (default: 2000)")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, MAX_ALMANAC_SEED), default=1,
                        help="seed of the games (default: 1)")
    parser.add_argument("--jobs", metavar="N", type=whole_number(1, MAX_JOBS), default=None,
                        help="how many processes play (default: one for each core)")
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    names = tuple(dict.fromkeys(args.rules)) or ("classic",)
    for name in names:
        if name not in RULESETS:
            raise UsageError(f"--rules: there is no edition '{shortened(name)}'. {nearest_word(name, RULESETS)}")
    if args.level not in [level.name for level in LEVELS]:
        raise UsageError(f"--level: there is no level '{shortened(args.level)}'. "
                         f"{nearest_word(args.level, [level.name for level in LEVELS])}")
    counts = {name: Almanac() for name in names}
    with noted_interrupts() as interrupted, progress_bar(args.games * len(names)) as advance:
        for name, part in play(args, names, interrupted):
            counts[name].add_all(part)
            advance(part.games)
    if args.json:
        print(json.dumps({"level": args.level, "players": args.players, "seed": args.seed, "asked": args.games,
                          "editions": {name: as_dict(counts[name], args.players) for name in names}}, indent=2))
    else:
        show(make_console(), args, counts)
    return INTERRUPTED if any(almanac.games < args.games for almanac in counts.values()) else 0


def play(args: argparse.Namespace, names: tuple[str, ...], stopped: Callable[[], bool]) -> Iterator[tuple[str, Almanac]]:
    """Yield the counts of some games at a time, as they are ready."""
    tasks = ((RULESETS[name], args.players, args.level, args.seed, range(first, min(first + CHUNK, args.games)))
             for first in range(0, args.games, CHUNK) for name in names)
    # In their order, so that the sums are the same to the last digit.
    for (ruleset, *_), part in results_in_order(almanac_of, tasks, args.jobs or usable_cores(), stopped):
        yield ruleset.name, part


# --- what is shown ----------------------------------------------------------------------------------------------------

def show(console: Console, args: argparse.Namespace, counts: Mapping[str, Almanac]) -> None:
    games = " and ".join(dict.fromkeys(counted(almanac.games, "game") for almanac in counts.values()))
    console.print(Text.assemble((f"{games}", HEADING), f" of {args.players} {args.level} players, seed {args.seed}; "
                                "± is half of a 95 % interval"))
    if not any(almanac.games for almanac in counts.values()):
        return
    console.print()
    table = plain_table("a seat that ... wins", *counts, numbers=tuple(counts))
    for name in fact_names(args.players):
        cells = [share_text(almanac.wins[name]) if name in almanac.wins else "–" for almanac in counts.values()]
        table.add_row(_title(name), *cells)
    console.print(table)
    console.print(Text(f"Equal seats would win {1 / args.players:.1%}.", style=QUIET))
    console.print()
    table = plain_table("a game has on average", *counts, numbers=tuple(counts))
    for name in next(iter(counts.values())).means:
        table.add_row(name, *(mean_text(name, almanac.means[name]) for almanac in counts.values()))
    console.print(table)


def _title(name: str) -> str:
    place = name.removeprefix("seat ")
    return f"moves as number {place}" if place.isdecimal() else TITLES[name]


def share_text(fact: WinFact) -> str:
    low, high = fact.interval
    return f"{fact.share:.1%} ± {(high - low) / 2:.1%}"


def mean_text(name: str, mean: Mean) -> str:
    write = _WRITTEN.get(name, "{:.2f}".format)
    return f"{write(mean.value)} ± {write(mean.half_width) if mean.count > 1 else '–'}"


_WRITTEN: Mapping[str, Callable[[float], str]] = {
    **dict.fromkeys(("winner's money", "lead over the second", "last player's money"), lambda value: dollars(round(value))),
    "bonuses in all money": "{:.1%}".format,
}


def as_dict(almanac: Almanac, players: int) -> dict[str, Any]:
    wins = {name: almanac.wins[name] for name in fact_names(players) if name in almanac.wins}
    return {
        "games": almanac.games,
        "wins": {name: {"share": fact.share, "interval": list(fact.interval), "cases": fact.cases}
                 for name, fact in wins.items()},
        "means": {name: {"mean": mean.value, "half_width": mean.half_width if mean.count > 1 else None}
                  for name, mean in almanac.means.items()},
        "ends": dict(almanac.ends.most_common()),
    }
