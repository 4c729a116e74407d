"""`acquire completion SHELL`: print a script with which a shell completes commands, options and their values."""

from __future__ import annotations

import argparse
import sys

from acquire_client.tools.completion_scripts import SHELLS, completion_script


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(SHELLS), metavar="SHELL",
                        help=f"{', '.join(SHELLS)}; the script says where to put it")


def run(args: argparse.Namespace) -> int:
    sys.stdout.write(completion_script(args.shell))
    return 0
