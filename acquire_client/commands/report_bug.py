"""`acquire report-bug`: gather what a bug report needs into one text file: doctor, settings, log. Nothing is sent anywhere.

Keys, seeds, tiles, codes, addresses and names are taken out of it; the person looks at the file before it goes to anyone.
"""

from __future__ import annotations

import argparse
import getpass
import json
import os
import platform
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from acquire_client.commands import CommandError
from acquire_client.commands.arguments import parse_path
from acquire_client.commands.doctor import hint_lines, machine_facts
from acquire_client.files.configuration import ConfigurationError, read_configuration
from acquire_client.files.folders import Folders, folders
from acquire_client.files.log_file import LOG_FILE
from acquire_client.files.settings import FILE_NAME, Settings, settings_from
from acquire_client.tools.redaction import Redactor
from acquire_client.view_model.words import printable

MAX_LOG_BYTES = 200_000
MAX_SETTINGS_BYTES = 100_000
MAX_PLAYERS_BYTES = 10_000_000
PERSONAL = ("name", "seats", "presets")
"""Settings of which only whether they are set is written."""

QUESTION = """What happened, and what should have happened? Please write it here, with the command or the clicks that lead there:



This file was made by 'acquire report-bug' on your machine, and was sent nowhere. Keys, codes, seeds, tiles, names of people and
of this machine, and the ends of addresses were taken out. Please look whether something is left that you do not want to show."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", metavar="FILE", type=parse_path,
                        help="the file to write (default: acquire-report- with the time, in the current folder)")
    parser.add_argument("--force", action="store_true", help="write over a file that is there already")


def run(args: argparse.Namespace) -> int:
    path = args.output or Path(time.strftime("acquire-report-%Y-%m-%d-%H%M%S.txt"))
    where = folders()
    text = report_text(where, redactor_for(where))
    try:
        with path.open("w" if args.force else "x", encoding="utf-8", newline="\n", errors="backslashreplace") as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"there is a file '{path}' already; --force writes over it") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise CommandError(f"'{path}' cannot be written: {getattr(error, 'strerror', None) or error}; --output FILE names "
                           "another place") from None
    print(f"Written: '{printable(str(path))}'. Please look at it, say in its first lines what happened, and attach it to your "
          "report. Nothing was sent.")
    return 0


def report_text(where: Folders, redactor: Redactor) -> str:
    """Return the whole report."""
    facts = machine_facts()
    facts["hints"] = list(hint_lines(facts))
    parts = [
        ("Acquire bug report", QUESTION),
        ("doctor", json.dumps(redactor.value(facts), indent=1)),
        ("settings", json.dumps(redactor.value(settings_facts(where)), indent=1)),
        ("log", redactor.text(end_of_log(where))),
    ]
    return "\n".join(f"=== {title}\n\n{text}\n" for title, text in parts)


def redactor_for(where: Folders) -> Redactor:
    """Return a redactor that knows the person, the machine and the players of this installation."""
    home = os.path.expanduser("~")
    homes = [home, os.path.realpath(home), *filter(None, map(os.environ.get, ("HOME", "USERPROFILE")))]
    users = [Path(each).name for each in homes]
    try:
        users.append(getpass.getuser())
    except (ImportError, KeyError, OSError):
        pass  # an account without a name
    return Redactor(homes, users, [platform.node(), platform.node().partition(".")[0]], names_of_people(where))


def names_of_people(where: Folders) -> Iterator[str]:
    """Yield the names that are written on this machine: of the person, and of everybody met at a table."""
    yield saved_settings(where).name
    try:
        yield read_configuration(where.config).name or ""
    except ConfigurationError:
        pass
    yield from names_of_players_met(where)


def names_of_players_met(where: Folders) -> Iterator[str]:
    """Yield what everybody met at a table was called. The file is only read: a damaged one is for the next game to mend."""
    try:
        from acquire_net import KNOWN_PLAYERS_FILE

        with (where.data / KNOWN_PLAYERS_FILE).open("rb") as file:
            players = json.loads(file.read(MAX_PLAYERS_BYTES).decode("utf-8"))["players"]
        for player in players:
            yield from map(str, player["names"])
    except (ImportError, OSError, ValueError, TypeError, KeyError, RecursionError):
        pass  # without them the log still names nobody whose key stands beside


def saved_settings(where: Folders) -> Settings:
    """Return the settings of the window as they are on the disk. Nothing is set aside here."""
    try:
        with (where.config / FILE_NAME).open("rb") as file:
            return settings_from(json.loads(file.read(MAX_SETTINGS_BYTES).decode("utf-8")))
    except (OSError, ValueError, RecursionError):
        return Settings()


def settings_facts(where: Folders) -> dict[str, Any]:
    facts = asdict(saved_settings(where))
    return {name: ("set" if value else "not set") if name in PERSONAL else value for name, value in facts.items()}


def end_of_log(where: Folders) -> str:
    """Return the last lines of the log."""
    try:
        with (where.data / LOG_FILE).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - MAX_LOG_BYTES))
            data = file.read(MAX_LOG_BYTES)
    except FileNotFoundError:
        return "There is no log: no table was played over the network."
    except OSError as error:
        return f"The log cannot be read: {error.strerror or error}."
    if size > MAX_LOG_BYTES:
        data = data.partition(b"\n")[2]
    return data.decode("utf-8", "replace")
