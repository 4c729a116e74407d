"""`acquire join`: join another player's table, by code, by address, by number or name, or the one table on the network."""

from __future__ import annotations

import argparse
import sys

from acquire_client.commands import UsageError
from acquire_client.commands.network_seat import add_seat_arguments, chosen_name, play_at_table, watch_table
from acquire_client.commands.table_choice import Ask, as_name, choose_table, is_number
from acquire_client.commands.text import line_reader
from acquire_client.files.folders import folders
from acquire_net import AddressError, Join, JoinCodeError, TableAddress


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("where", metavar="CODE|ADDRESS|NUMBER|NAME", nargs="?",
                        help="the four characters of a table on this network, a join code of 27 characters, host:port, "
                        "or the number or name of a table that 'acquire tables' lists; without one the table on this network is "
                        "looked for")
    parser.add_argument("--watch", action="store_true", help="take no seat: see the game as everybody knows it, checked "
                        "by this machine")
    add_seat_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if not args.watch:
        chosen_name(args.name)  # a search takes seconds: a wrong name is refused before it
    place = place_of(args.where, args.watch, asking_function(args))
    return watch_table(args, place, folders()) if args.watch else play_at_table(args, Join(place), folders())


def place_of(where: str | None, watches: bool, ask: Ask | None) -> TableAddress:
    """Return where the table is. Raises UsageError or CommandError."""
    if where is None or is_number(where):
        return choose_table(where, watches, ask)
    try:
        return TableAddress.read(where)
    except (JoinCodeError, AddressError) as bad:
        is_name = " " in where or isinstance(bad, JoinCodeError)
        if not is_name or as_name(where) is None:
            raise UsageError(str(bad)) from None
        return choose_table(where, watches, ask)


def asking_function(args: argparse.Namespace) -> Ask | None:
    """Return a function that asks the player; None where nobody sits at a terminal."""
    if args.json or args.bot is not None or sys.stdin is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    read = line_reader()

    def ask(question: str) -> str | None:
        print(question, end="", file=sys.stderr, flush=True)
        return read()

    return ask
