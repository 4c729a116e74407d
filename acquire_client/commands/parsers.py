"""The parsers of the command line: of `acquire` alone and of each command, with the options that all of them have.

Help, completion of shells and the manual page are made from these parsers, so none of them can differ from what is accepted.
"""

from __future__ import annotations

import argparse
import importlib
import shutil
import sys
import textwrap
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

from acquire_client.commands import COMMANDS
from acquire_client.terminal.output import COLOURS, change_output

MISUSED = 2
"""The exit code of a command line that makes no sense."""

DESCRIPTION = "Acquire, the board game of hotel chains. Without a command it opens its window; the commands work in the terminal."
EVERYWHERE = "options of every command"
MAX_HELP_COLUMNS = 100


class Parser(argparse.ArgumentParser):
    """argparse, but what was typed cannot reach the terminal as control characters."""

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help so that an output which takes nothing is an error: argparse would keep silent about it."""
        if file is not None and file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)

    def error(self, message: str) -> NoReturn:
        from acquire_client.view_model.words import printable

        sys.stdout.flush()
        stop = "" if message.endswith((".", "?")) else "."
        self.exit(MISUSED, f"{self.prog}: {printable(message)}{stop} '{self.prog} --help' lists the options.\n")


def command_module(name: str) -> ModuleType:
    """Return the module of a command, which is imported now."""
    return importlib.import_module(f".{name.replace('-', '_')}", __package__)


def command_parser(name: str) -> Parser:
    """Return the parser of a command."""
    parser = Parser(prog=f"acquire {name}", description=sentence_case(COMMANDS[name]), allow_abbrev=False)
    command_module(name).configure(parser)
    _add_options_of_every_command(parser.add_argument_group(EVERYWHERE), parser)
    return parser


def program_parser() -> Parser:
    """Return the parser of `acquire` without a command, whose help lists the commands."""
    parser = Parser(prog="acquire", usage="acquire [OPTIONS] [COMMAND ...]", description=DESCRIPTION, allow_abbrev=False,
                    epilog=_command_list(), formatter_class=_FormatterWithList)
    parser.add_argument("-V", "--version", action="store_true",
                        help="the versions of this program and of Python, and the CPU variant")
    parser.add_argument("--install-desktop", action="store_true", help="put Acquire into the menu of this desktop (Linux)")
    parser.add_argument("--kiosk", action="store_true", help="show the tables near here and their games on a television: full "
                        "screen, without hands and without anything to press; Esc ends it")
    _add_options_of_every_command(parser, parser)
    return parser


def split_command(arguments: Sequence[str]) -> tuple[list[str], str | None, list[str]]:
    """Return the options before the command, the command, and what follows it; the command is None if there is none.

    >>> split_command(["-q", "--color", "never", "rules", "--json"])
    (['-q', '--color', 'never'], 'rules', ['--json'])
    """
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        at += 2 if arguments[at] == "--color" else 1
    if at >= len(arguments):
        return list(arguments), None, []
    return list(arguments[:at]), arguments[at], list(arguments[at + 1:])


class _SetColours(argparse.Action):
    """Choose when there are colours as soon as it is read, so that the help behind it has them too, or has none."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any,
                 option: str | None = None) -> None:
        change_output(colours=values)
        if hasattr(parser, "color"):  # from Python 3.14 on argparse colours its help
            parser.color = values != "never"


class _SetQuiet(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any,
                 option: str | None = None) -> None:
        change_output(quiet=True)


def _add_options_of_every_command(to: argparse._ActionsContainer, parser: argparse.ArgumentParser) -> None:
    to.add_argument("-q", "--quiet", action=_SetQuiet, nargs=0, dest=argparse.SUPPRESS,
                    help="only results, warnings and errors: no progress bar and no remarks")
    to.add_argument("--color", action=_SetColours, metavar="WHEN", choices=COLOURS, dest=argparse.SUPPRESS,
                    help=f"when there are colours: {', '.join(COLOURS)} (default: auto, which is on a terminal, unless "
                         "NO_COLOR is set)")


class _FormatterWithList(argparse.RawDescriptionHelpFormatter):
    """Break the description into lines, and leave the list of commands as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return super()._fill_text(text, width, indent) if "\n" in text else textwrap.fill(text, width)


def help_columns() -> int:
    """Return how wide help may be: argparse leaves two columns of the terminal free, and very long lines are hard to read."""
    return min(shutil.get_terminal_size().columns - 2, MAX_HELP_COLUMNS)


def _command_list() -> str:
    margin, width = max(map(len, COMMANDS)) + 4, max(help_columns(), 40)
    rows = [textwrap.fill(summary, width, initial_indent=f"  {name}".ljust(margin), subsequent_indent=" " * margin)
            for name, summary in COMMANDS.items()]
    closing = textwrap.fill("'acquire help COMMAND' and 'acquire COMMAND --help' explain each of them.", width)
    return "\n".join(["commands:", *rows, "", closing])


def sentence_case(text: str) -> str:
    return text[0].upper() + text[1:] + "."
