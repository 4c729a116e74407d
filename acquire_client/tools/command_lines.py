"""What each command takes, as data: read from the parsers, for the completion of shells and for the manual page."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass

from acquire_client.commands import COMMANDS
from acquire_client.commands.arguments import parse_file_to_read, parse_path
from acquire_client.commands.parsers import command_parser, program_parser
from acquire_client.view_model.table_presets import TABLE_PRESETS
from acquire_core import RULESETS
from acquire_core.ai import LEVELS
from acquire_core.ruleset import OPTIONS

NOTHING, WORD, FILE, FOLDER = "nothing", "word", "file", "folder"
"""What stands behind an option, or at the place of an argument."""


@dataclass(frozen=True, slots=True)
class CommandArgument:
    """An option, or an argument without a name; `words` are known values, and `metavar` stands for the value in texts."""

    names: tuple[str, ...]
    help: str
    takes: str
    metavar: str = ""
    words: tuple[str, ...] = ()
    is_required: bool = False

    @property
    def short_help(self) -> str:
        """Return the first part of the help, for lists in which each argument has half a line."""
        return re.split(r"[;:(] ?|, such as", self.help)[0].strip()


@dataclass(frozen=True, slots=True)
class CommandLine:
    """What follows `acquire`, or `acquire NAME`."""

    name: str
    summary: str
    arguments: tuple[CommandArgument, ...]

    @property
    def options(self) -> list[CommandArgument]:
        return [argument for argument in self.arguments if argument.names]

    @property
    def positionals(self) -> list[CommandArgument]:
        return [argument for argument in self.arguments if not argument.names]


def program_line() -> CommandLine:
    """Return the options of `acquire` itself."""
    return CommandLine("acquire", "", _arguments_of(program_parser()))


def command_lines() -> list[CommandLine]:
    """Return all commands, in the order of the help."""
    return [CommandLine(name, summary, _arguments_of(command_parser(name))) for name, summary in COMMANDS.items()]


def _arguments_of(parser: argparse.ArgumentParser) -> tuple[CommandArgument, ...]:
    formatter = parser._get_formatter()
    return tuple(_argument_of(action, formatter) for action in parser._actions)


def _argument_of(action: argparse.Action, formatter: argparse.HelpFormatter) -> CommandArgument:
    takes_nothing = action.nargs == 0 and bool(action.option_strings)
    folder = action.metavar in ("DIR", "FOLDER")
    names_a_file = action.type in (parse_path, parse_file_to_read)
    takes = NOTHING if takes_nothing else WORD if not names_a_file else FOLDER if folder else FILE
    metavar = "" if takes_nothing else str(action.metavar or "|".join(map(str, action.choices or ())))
    required = action.required if action.option_strings else action.nargs != "?"
    text = " ".join(formatter._expand_help(action).split()) if action.help else ""
    return CommandArgument(tuple(action.option_strings), text, takes, metavar, known_values(action), required)


def known_values(action: argparse.Action) -> tuple[str, ...]:
    """Return the values that are worth offering; none where anything goes."""
    if action.choices is not None:
        return tuple(map(str, action.choices))
    match (action.dest, action.metavar):
        case ("rules", _) | ("name", "NAME") if not action.option_strings or action.dest == "rules":
            return (*RULESETS, *TABLE_PRESETS) if action.dest == "rules" else tuple(RULESETS)
        case ("options", _):
            return tuple(f"{name}=" for name in OPTIONS)
        case ("bot" | "level", _):
            return tuple(level.name for level in LEVELS)
        case ("command", _):
            return tuple(COMMANDS)
    return ()
