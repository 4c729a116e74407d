"""The command `acquire`: reads the command line, hands over to a module of `commands/`, and turns every failure into a sentence.

Nothing heavy is imported before it is known to be needed. Exit codes: 0 done, 1 could not be done, 2 asked wrongly,
129 and 143 ended by the terminal or the system, 130 interrupted, 141 the reader of the output went away. People never see a
traceback, unless ACQUIRE_TRACEBACK is set.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from acquire_client import version
from acquire_client.commands import COMMANDS, CommandError, EndedBySignal, UsageError

DONE, FAILED, MISUSED, INTERRUPTED, NO_READER = 0, 1, 2, 130, 141

DESCRIPTION = "Acquire, the board game of hotel chains. Without a command it opens its window; the commands work in the terminal."


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    replace_closed_streams()
    replace_odd_characters()
    try:
        code = run_command(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse, after --help or its own complaint
        try:
            sys.stdout.flush()
        except OSError as error:
            silence_stdout()
            return show_error(f"the output cannot be written: {error.strerror or error}")
        return leaving.code if isinstance(leaving.code, int) else DONE if leaving.code is None else FAILED
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED
    except EndedBySignal as ended:
        return show_signal(ended)
    except BrokenPipeError:
        silence_stdout()
        return NO_READER
    except CommandError as error:
        return show_error(str(error), error.exit_code, error.details)
    except OSError as error:
        return show_error(f"the system refused: {error.strerror or error}"
                          + (f" ({error.filename})" if error.filename else ". Is the disk full?"))
    except ImportError as error:
        return show_error(f"a part of the program is missing: {error}. Install the program again; 'acquire doctor' shows what is "
                          "missing")
    except Exception as error:  # the last line of defence: a sentence for people, the traceback on request
        if os.environ.get("ACQUIRE_TRACEBACK"):
            raise
        return show_error(f"internal error: {type(error).__name__}: {error}. Please report it with the "
                          "output of 'acquire doctor'; with ACQUIRE_TRACEBACK=1 set it also shows where it happened")


def run_command(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        return run_alone(arguments)
    name, *rest = arguments
    if name not in COMMANDS:
        from acquire_client.commands.arguments import nearest_word
        from acquire_client.view_model.words import shortened

        raise UsageError(f"there is no command '{shortened(name)}'. {nearest_word(name, COMMANDS)}")
    command = importlib.import_module(f".commands.{name}", __package__)
    parser = Parser(prog=f"acquire {name}", description=sentence_case(COMMANDS[name]), allow_abbrev=False)
    command.configure(parser)
    args = parser.parse_args(rest)
    try:
        return int(command.run(args))
    except UsageError as error:
        parser.error(str(error))


def run_alone(arguments: list[str]) -> int:
    """`acquire` without a command: the window."""
    commands = "\n".join(f"  {name:<10}{summary}" for name, summary in COMMANDS.items())
    parser = Parser(prog="acquire", usage="acquire [-h] [--version] [--install-desktop] [COMMAND ...]", description=DESCRIPTION,
                    allow_abbrev=False,
                    epilog=f"commands:\n{commands}\n\n'acquire COMMAND --help' explains each of them.",
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="store_true", help="the versions of this program and of Python, and the CPU variant")
    parser.add_argument("--install-desktop", action="store_true", help="put Acquire into the menu of this desktop (Linux)")
    args = parser.parse_args(arguments)
    if args.version:
        print(version.version_line())
        return DONE
    if args.install_desktop:
        return install_desktop()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from acquire_client.window.app import open_window

    return open_window()


def install_desktop() -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from acquire_client.window.desktop import DesktopError, install_entry

    try:
        print(f"Acquire is in the menu: {install_entry()}")
    except DesktopError as error:
        raise CommandError(str(error)) from None
    return DONE


class Parser(argparse.ArgumentParser):
    """argparse, but what was typed cannot reach the terminal as control characters."""

    def error(self, message: str) -> NoReturn:
        from acquire_client.view_model.words import printable

        sys.stdout.flush()
        stop = "" if message.endswith((".", "?")) else "."
        self.exit(MISUSED, f"{self.prog}: {printable(message)}{stop} '{self.prog} --help' lists the options.\n")


def sentence_case(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def show_error(message: str, code: int = FAILED, details: Sequence[str] = ()) -> int:
    from acquire_client.view_model.words import printable

    try:
        sys.stdout.flush()
    except OSError:
        silence_stdout()
    print(f"acquire: {printable(message)}", *(f"  {printable(detail)}" for detail in details), sep="\n", file=sys.stderr)
    return code


def show_signal(ended: EndedBySignal) -> int:
    """Say goodbye, if the output can still be read: a closed window takes no more."""
    try:
        return show_error(f"ended by {signal.Signals(ended.number).name}. {ended.message}".strip(), ended.exit_code)
    except OSError:
        silence_stdout()
        return ended.exit_code


def replace_odd_characters() -> None:
    """Output in an encoding that lacks a character shows `?` instead of failing."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def replace_closed_streams() -> None:
    """Python has None where it was started without an output, as a service or by pythonw; open for as long as it runs."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


def silence_stdout() -> None:
    """Nobody reads any more: what Python would still write at exit goes nowhere, silently."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # no real file behind stdout, so nothing is written at exit either
