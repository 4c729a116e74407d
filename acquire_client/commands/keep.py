"""`acquire keep`: look after tables over days without a screen: do what the own seats owe, and tell when a person is asked."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import whole_number
from acquire_client.commands.end_signals import ended_by_signals
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts
from acquire_client.files.folders import Folders, folders
from acquire_client.files.log_file import start_log
from acquire_client.matches.kept_tables import TableVisit, no_table_text, tables_over_days, visit_table
from acquire_client.matches.own_peer import identity_of, own_peer_config
from acquire_client.tools.service_files import SYSTEMS, ServiceError, service_file
from acquire_client.version import NOT_INSTALLED, program_path
from acquire_client.view_model.words import listing, printable, shortened
from acquire_core.ai.external import split_command
from acquire_net import IdentityError, PeerConfig

DEFAULT_MINUTES = 10
NOTIFY_S = 60.0
"""A command that runs for longer is ended."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--every", metavar="MINUTES", type=whole_number(1, 1440), default=DEFAULT_MINUTES,
                        help="minutes between two visits (default: %(default)s)")
    parser.add_argument("--once", action="store_true", help="visit every table once, and end")
    parser.add_argument("--notify", metavar="CMD",
                        help="run this command when it is your turn, once for each decision; it finds the names of the others in "
                        "ACQUIRE_PLAYERS and the journal in ACQUIRE_TABLE")
    parser.add_argument("--service", choices=SYSTEMS,
                        help="print a file by which this system runs 'acquire keep' by itself, with the other options that "
                        "are given")


def run(args: argparse.Namespace) -> int:
    if args.notify is not None:
        refuse_no_program(args.notify)
    if args.service is not None:
        print(service_text(args), end="")
        return 0
    where = folders()
    start_log(where)
    keeper = TableKeeper(where, config_for(where), args.notify)
    ended = threading.Event()
    with ended_by_signals(), noted_interrupts(ended.set):
        while True:
            if not keeper.visit_all(ended):
                none = no_table_text(where)
                if args.once:
                    raise CommandError(none)
                keeper.say(where.data, f"{none}; 'acquire host --days' begins one")
            if args.once or ended.wait(keeper.pause_s(60 * args.every)):
                break
    return INTERRUPTED if ended.is_set() else 0


def refuse_no_program(command: str) -> None:
    """Raise UsageError where a command names no program that this machine has. It is not started to find out."""
    try:
        words = split_command(command)
    except ValueError as error:  # a quotation mark too few
        raise UsageError(f"--notify: {str(error).lower()}") from None
    if isinstance(words, list) and (not words or shutil.which(words[0]) is None):
        raise UsageError(f"--notify: there is no program '{shortened(words[0] if words else command)}'")


def service_text(args: argparse.Namespace) -> str:
    words = ["keep", *(["--every", str(args.every)] if args.every != DEFAULT_MINUTES else []),
             *(["--notify", args.notify] if args.notify is not None else [])]
    if args.once:
        raise UsageError("--service and --once do not go together: a service runs for as long as its machine does")
    home = os.environ.get("ACQUIRE_HOME")
    environment = {"ACQUIRE_HOME": str(Path(home).absolute())} if home else {}
    path = program_path()
    if path is None:
        raise CommandError(NOT_INSTALLED)
    try:
        return service_file(args.service, path, words, environment)
    except ServiceError as error:
        raise CommandError(str(error)) from None


def config_for(where: Folders) -> PeerConfig:
    """Return the settings of a peer that nobody looks at; each table has its own name for it."""
    try:
        return own_peer_config(where, "Player", identity=identity_of(where), announces=False)
    except IdentityError as trouble:
        raise CommandError(str(trouble)) from None


class TableKeeper:
    """The tables over days of one installation, and what was said of each."""

    def __init__(self, where: Folders, config: PeerConfig, notify: str | None = None) -> None:
        self._where = where
        self._config = config
        self._notify = notify
        self._said: dict[Path, str] = {}
        self._notified: dict[Path, int] = {}
        """How many actions were final at the last notice to the person."""
        self._meets_at_s: list[int] = []
        """When programs meet at tables that have waited for a player for all their days."""

    def visit_all(self, ended: threading.Event) -> int:
        """Visit each table, and return how many there are."""
        journals = tables_over_days(self._where)
        self._meets_at_s.clear()
        for journal in journals:
            visit = None if ended.is_set() else visit_table(self._config, journal, ended)
            if visit is not None and not ended.is_set():
                self._report(journal, visit)
                self._meets_at_s += [] if visit.meets_at_s is None else [visit.meets_at_s]
        return len(journals)

    def pause_s(self, usual_s: float) -> float:
        """Return after how many seconds the next visits are due: no later than programs meet at one of the tables."""
        return max(1.0, min([usual_s, *(at_s - time.time() for at_s in self._meets_at_s)]))

    def say(self, what: Path, line: str) -> None:
        """Print a line about this, unless it was the last one about it."""
        if self._said.get(what) != line:
            self._said[what] = line
            print(printable(line), flush=True)

    def _report(self, journal: Path, visit: TableVisit) -> None:
        self.say(journal, line_of(journal, visit))
        if visit.is_asked and self._notify is not None and self._notified.get(journal) != visit.actions:
            self._notified[journal] = visit.actions
            run_notice(self._notify, {"ACQUIRE_PLAYERS": listing(visit.names), "ACQUIRE_TABLE": str(journal)})


def line_of(journal: Path, visit: TableVisit) -> str:
    """Return what there is to say of a table.

    >>> line_of(Path("7f.acqlog"), TableVisit(("Ben", "Cleo"), is_asked=True))
    'Table with Ben and Cleo: it is your turn, and acquire resume asks you'
    """
    table = f"Table with {listing(visit.names)}" if visit.names else journal.name
    if visit.trouble:
        return f"{table}: {visit.trouble}"
    if visit.is_over:
        return f"{table}: the game is over"
    return f"{table}: " + ("it is your turn, and acquire resume asks you" if visit.is_asked else "nothing is asked of you")


def run_notice(command: str, values: Mapping[str, str]) -> None:
    """Run the person's own command, and say so where it fails; the tables go on all the same."""
    try:
        code = subprocess.run(split_command(command), env={**os.environ, **values}, stdin=subprocess.DEVNULL, timeout=NOTIFY_S,
                              check=False).returncode
    except subprocess.TimeoutExpired:
        print(f"acquire: --notify: the command ran for more than {NOTIFY_S:.0f} seconds and was ended", file=sys.stderr)
    except OSError as error:
        print(f"acquire: --notify: {error.strerror or error}", file=sys.stderr)
    else:
        if code != 0:
            print(f"acquire: --notify: the command ended with code {code}", file=sys.stderr)
