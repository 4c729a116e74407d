"""Write the manual page of the command: `python -m tools.manual_page`. A wheel brings it along, and `man acquire` shows it.

It is made from the parsers of the command line. What they do not say has words of its own here: files, exit codes, environment.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from acquire_client.tools.command_lines import NOTHING, CommandArgument, CommandLine, command_lines, program_line
from tools.trees import ROOT

PAGE = ROOT / "docs" / "man" / "acquire.6"
"""The number is that of games among manual pages."""

EXIT_CODES = {
    "0": "done",
    "1": "it could not be done; a sentence on the error output says why",
    "2": "the command line makes no sense, or there is no display for the window",
    "3": "acquire verify: the file proves that a player cheated",
    "129, 143": "ended by the terminal or by the system; a game is saved first",
    "130": "interrupted by Ctrl-C; a game is saved first",
    "141": "the reader of the output went away, as in a pipe to head",
}
ENVIRONMENT = {
    "ACQUIRE_HOME": "one folder for settings, saved games and keys, in place of those of the system",
    "ACQUIRE_TRACEBACK": "show where an internal error happened",
    "NO_COLOR": "no colours, unless --color says otherwise",
    "COLUMNS": "how many columns the terminal has, where it does not say so itself",
}
FILES = ("acquire doctor names the folders in use: settings.json is what the window has set, and acquire.toml is the "
         "configuration file, with name, rules and seats for the commands in the terminal.")


def manual_page() -> str:
    """Return the page as man reads it."""
    return "\n".join(page_lines()) + "\n"


def page_lines() -> Iterator[str]:
    program, commands = program_line(), command_lines()
    yield '.\\" Made from the parsers of the command line by: python -m tools.manual_page'
    yield '.TH ACQUIRE 6 "" "acquire-p2p" "Games"'
    yield ".SH NAME"
    yield escaped("acquire - the board game of hotel chains, without a server in the middle")
    yield ".SH SYNOPSIS"
    yield f".B acquire\n{option_synopsis(program)}"
    for line in commands:
        yield f".br\n.B acquire {escaped(line.name)}\n{option_synopsis(line)}"
    yield ".SH DESCRIPTION"
    yield escaped("Without a command it opens its window. The commands work in the terminal.")
    yield from argument_lines(program)
    yield ".SH COMMANDS"
    for line in commands:
        yield f".SS {escaped(line.name)}"
        yield escaped(line.summary[0].upper() + line.summary[1:] + ".")
        yield from argument_lines(line, frozenset(name for option in program.options for name in option.names))
    yield ".SH EXIT STATUS"
    yield from definition_lines(EXIT_CODES)
    yield ".SH ENVIRONMENT"
    yield from definition_lines(ENVIRONMENT)
    yield ".SH FILES"
    yield escaped(FILES)


def option_synopsis(line: CommandLine) -> str:
    """Return what stands behind a command, in short."""
    required = [f"\\fB{escaped(option.names[-1])}\\fR \\fI{escaped(option.metavar)}\\fR" for option in line.options
                if option.is_required]
    positionals = [f"\\fI{escaped(each.metavar)}\\fR" if each.is_required else f"[\\fI{escaped(each.metavar)}\\fR]"
                   for each in line.positionals]
    if line.name == "acquire":
        positionals.append("[\\fICOMMAND\\fR ...]")
    return " ".join(["[\\fIoptions\\fR]", *required, *positionals])


def argument_lines(line: CommandLine, everywhere: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield an entry for each argument but the options that every command has."""
    for argument in [*line.positionals, *line.options]:
        if not everywhere.intersection(argument.names):
            yield f".TP\n{argument_head(argument)}\n{escaped(argument.help)}"


def argument_head(argument: CommandArgument) -> str:
    value = "" if argument.takes == NOTHING else f"\\fI{escaped(argument.metavar)}\\fR"
    names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in argument.names)
    return " ".join(filter(None, [names, value]))


def definition_lines(entries: dict[str, str]) -> Iterator[str]:
    for word, text in entries.items():
        yield f".TP\n\\fB{escaped(word)}\\fR\n{escaped(text)}"


def escaped(text: str) -> str:
    """Return text that roff prints as it is.

    >>> escaped("--json")
    '\\\\-\\\\-json'
    """
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="write the manual page of the command acquire")
    parser.add_argument("--print", action="store_true", help="print the page and write nothing")
    args = parser.parse_args(arguments)
    if args.print:
        sys.stdout.write(manual_page())
        return 0
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(manual_page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
