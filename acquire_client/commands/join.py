"""`acquire join`: sit down at somebody's table, by join code, by address, or at the one that is found on the network."""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Sequence

from acquire_net.discovery import Discovery
from acquire_net.found_tables import FoundTable
from acquire_net.join_code import BadAddress, BadJoinCode
from acquire_net.lines import Place
from acquire_net.setup import Join

from ..folders import folders
from ..terminal import make_console
from ..view_model.words import printable
from . import CommandError, UsageError
from .sitting_down import add_seat_arguments, sit_down, watch
from .tables import line, reachable_at

LOOK_S = 3.0
MAX_LISTED = 12


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("where", metavar="CODE|ADDRESS", nargs="?",
                        help="a join code of 19 characters, or host:port; without one the table on this network is looked for")
    parser.add_argument("--watch", action="store_true", help="take no seat: see the game as everybody knows it, checked "
                        "by this machine")
    add_seat_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if args.where is not None:
        try:
            place = Place.read(args.where)
        except (BadJoinCode, BadAddress) as bad:
            raise UsageError(str(bad)) from None
    else:
        place = found_place(args.watch)
    return watch(args, place, folders()) if args.watch else sit_down(args, Join(place), folders())


def found_place(watches: bool = False) -> Place:
    """The only table with a free place, or to watch the only one that gathers. Where there are several, they are named."""
    tables = [table for table in found_tables() if watches or table.taken < table.places]
    if not tables and watches:
        raise CommandError("no open table was found on this network. A game that has begun is found by the join code of anybody "
                           "who plays in it")
    if not tables:
        raise CommandError("no table with a free place was found on this network. Ask for the join code, or look with "
                           "'acquire tables', which also says what may be in the way")
    if len(tables) > 1:
        raise CommandError("there are several tables; join one by its code:", listed(tables))
    table, = tables
    make_console(stderr=True).print(printable(f"{'Watching' if watches else 'Joining'} {table.name}'s table."), highlight=False)
    return Place(reachable_at(table), table.port, table.fingerprint)


def listed(tables: Sequence[FoundTable]) -> list[str]:
    """A line for each, as far as they fit on a screen: anybody on the network can announce as many as they like."""
    lines = [line(table) for table in tables[:MAX_LISTED]]
    more = len(tables) - MAX_LISTED
    return [*lines, f"and {more} more; 'acquire tables' shows them all"] if more > 0 else lines


def found_tables() -> tuple[FoundTable, ...]:
    """As soon as one was heard, and a moment for others; at most for a few seconds."""
    changed = threading.Event()
    with Discovery(on_change=changed.set) as discovery:
        end = time.monotonic() + LOOK_S
        while not discovery.snapshot() and (left := end - time.monotonic()) > 0:
            changed.wait(left)
            changed.clear()
        if discovery.snapshot():
            time.sleep(min(1.2, max(0.0, end - time.monotonic())))
        return discovery.snapshot()
