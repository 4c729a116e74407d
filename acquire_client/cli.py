"""The command `acquire`: reads the command line, hands over to a module of `commands/`, and turns every failure into a sentence.

Nothing heavy is imported before it is known to be needed. Exit codes: 0 done, 1 could not be done, 2 asked wrongly,
129 and 143 ended by the terminal or the system, 130 interrupted, 141 the reader of the output went away. People never see a
traceback, unless ACQUIRE_TRACEBACK is set.
"""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from acquire_client import version
from acquire_client.commands import COMMANDS, CommandError, EndedBySignal, UsageError
from acquire_client.commands.parsers import command_module, command_parser, program_parser, split_command
from acquire_client.terminal.output import reset_output

DONE, FAILED, INTERRUPTED, NO_READER = 0, 1, 130, 141


def main(argv: Sequence[str] | None = None, when_loaded: Callable[[], object] = lambda: None) -> int:
    """Run one command line; the exit code. `when_loaded` is called once the command is imported, before it runs."""
    # Some programs put a byte order mark before what they write, and "$(cat FILE)" puts it here.
    arguments = [word.removeprefix("\ufeff") for word in (sys.argv[1:] if argv is None else argv)]
    reset_output()
    replace_closed_streams()
    replace_odd_characters()
    try:
        code = run_command(arguments, when_loaded)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse, after --help or its own complaint
        try:
            sys.stdout.flush()
        except OSError as error:
            silence(sys.stdout)
            return show_error(output_trouble(error))
        return leaving.code if isinstance(leaving.code, int) else DONE if leaving.code is None else FAILED
    except KeyboardInterrupt:
        print_error("\ninterrupted")
        return INTERRUPTED
    except EndedBySignal as ended:
        return show_signal(ended)
    except BrokenPipeError:
        silence(sys.stdout)
        return NO_READER
    except CommandError as error:
        return show_error(str(error), error.exit_code, error.details)
    except OSError as error:
        return show_error(f"the system refused: {error.strerror or error} ({error.filename})" if error.filename
                          else output_trouble(error))
    except ImportError as error:
        return show_error(f"a part of the program is missing: {error}. Install the program again; 'acquire doctor' shows what is "
                          "missing")
    except Exception as error:  # the last line of defence: a sentence for people, the traceback on request
        if os.environ.get("ACQUIRE_TRACEBACK"):
            raise
        return show_error(f"internal error: {type(error).__name__}: {error}. Please report it with the "
                          "output of 'acquire doctor'; with ACQUIRE_TRACEBACK=1 set it also shows where it happened")


def run_command(arguments: list[str], when_loaded: Callable[[], object]) -> int:
    before, name, rest = split_command(arguments)
    alone = program_parser().parse_args(before)
    if name is None or alone.version or alone.install_desktop or alone.kiosk:
        if name is not None:
            raise UsageError(f"{before[-1]} takes no command")
        return run_alone(alone, when_loaded)
    if name not in COMMANDS:
        from acquire_client.commands.arguments import nearest_word
        from acquire_client.view_model.words import shortened

        raise UsageError(f"there is no command '{shortened(name)}'. {nearest_word(name, COMMANDS)}")
    parser = command_parser(name)
    when_loaded()
    args = parser.parse_args(rest)
    try:
        return int(command_module(name).run(args))
    except UsageError as error:
        parser.error(str(error))


def run_alone(args: argparse.Namespace, when_loaded: Callable[[], object]) -> int:
    """`acquire` without a command: the window."""
    if args.version:
        print(version.version_line())
        return DONE
    if args.install_desktop:
        return install_desktop()
    from acquire_client.tools.machine import mend_two_pygames
    from acquire_client.window.sdl import load_pygame

    trouble = mend_two_pygames()
    if trouble is not None:
        print(f"acquire: {trouble}", file=sys.stderr)
    load_pygame()
    from acquire_client.window.app import open_window

    when_loaded()
    return open_window(kiosk=args.kiosk)


def install_desktop() -> int:
    from acquire_client.window.sdl import load_pygame

    load_pygame()
    from acquire_client.window.desktop import DesktopError, install_entry

    try:
        print(f"Acquire is in the menu: {install_entry()}")
    except DesktopError as error:
        raise CommandError(str(error)) from None
    return DONE


def show_error(message: str, code: int = FAILED, details: Sequence[str] = ()) -> int:
    from acquire_client.view_model.words import printable

    try:
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout)
    print_error("\n".join([f"acquire: {printable(message)}", *(f"  {printable(detail)}" for detail in details)]))
    return code


def print_error(text: str) -> None:
    """Print on the error output, if that can be written: where it cannot, the exit code has to be enough."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def output_trouble(error: OSError) -> str:
    """Return what to say of an error without a file, which is one of the output."""
    if error.errno == errno.ENOSPC:
        return "the output cannot be written: the disk or device that it goes to is full"
    return f"the output cannot be written: {error.strerror or error}"


def show_signal(ended: EndedBySignal) -> int:
    """Say goodbye, if the output can still be read: a closed window takes no more."""
    from acquire_client.view_model.words import printable

    if ended.number == signal.SIGINT:
        print_error("\ninterrupted" + (f". {printable(ended.message)}" if ended.message else ""))
        return ended.exit_code
    try:
        return show_error(f"ended by {signal.Signals(ended.number).name}. {ended.message}".strip(), ended.exit_code)
    except OSError:
        silence(sys.stdout)
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


def silence(stream: TextIO) -> None:
    """Nobody reads any more: what Python would still write at exit goes nowhere, silently."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass  # no real file behind it, so nothing is written at exit either
