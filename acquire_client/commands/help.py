"""`acquire help [COMMAND]`: what `acquire --help` and `acquire COMMAND --help` print."""

from __future__ import annotations

import argparse

from acquire_client.commands import COMMANDS, UsageError
from acquire_client.commands.parsers import command_parser, program_parser


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("command", metavar="COMMAND", nargs="?", help="a command; without one, a list of all commands")


def run(args: argparse.Namespace) -> int:
    if args.command is None:
        program_parser().print_help()
        return 0
    if args.command not in COMMANDS:
        from acquire_client.commands.arguments import nearest_word
        from acquire_client.view_model.words import shortened

        raise UsageError(f"there is no command '{shortened(args.command)}'. {nearest_word(args.command, COMMANDS)}")
    command_parser(args.command).print_help()
    return 0
