"""Arguments that several commands read alike: whole numbers, rulesets and their options.

Values are checked by `acquire_core.ruleset`; here is only what turns its refusals into good messages.
"""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from acquire_client.commands import UsageError
from acquire_client.view_model.table_presets import TABLE_PRESETS
from acquire_client.view_model.words import printable, shortened
from acquire_core.ruleset import LATER_OPTIONS, MAX_PLAYERS, MIN_PLAYERS, OPTIONS, RULESETS, Option, Ruleset, RulesetError

MAX_SEED = (1 << 64) - 1
LOG_HELP = ("'last_round': the screens of all players show only what happened since their own last turn, until the game is over "
            "(default: %(default)s)")


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a type for argparse: plain ASCII digits within bounds."""

    def parse(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else -1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, not '{shortened(text)}'")
        return number

    return parse


def parse_path(text: str) -> Path:
    """Parse the name of a file or folder, for argparse. An empty one would be the current folder, which nobody means by it."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def parse_file_to_read(text: str) -> Path:
    """Parse the name of a file that is opened twice, first to see what it is. A pipe gives its bytes only once: it is refused."""
    path = parse_path(text)
    try:
        is_pipe = path.is_fifo() or path.is_char_device() or path.is_socket()
    except (OSError, ValueError):  # the command that reads the file says what is wrong
        is_pipe = False
    if is_pipe:
        raise argparse.ArgumentTypeError(f"'{text}' is a pipe or a device, and the file is read more than once: save it first")
    return path


def parse_seconds(text: str) -> float:
    """Parse a time to wait, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.001 <= number <= 3600:
        raise argparse.ArgumentTypeError(f"expected seconds from 0.001 to 3600, not '{shortened(text)}'")
    return number


def nearest_word(word: str, known: Iterable[str]) -> str:
    """Return the known word that was probably meant, as a question, and all of them unless they are many.

    >>> nearest_word("clasic", ["classic", "dos-1988"])
    "Did you mean 'classic'? There are classic, dos-1988."
    """
    known = list(known)
    close = [name for name in known if word and name.startswith(word.lower())]
    close += difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    question = [f"Did you mean '{close[0]}'?"] if close else []
    return " ".join(question if close and len(known) > 8 else [*question, f"There are {', '.join(known)}."])


def ruleset_named(name: str) -> Ruleset:
    """Return the named ruleset; a wrong name is answered with the nearest and with all that exist."""
    if name in TABLE_PRESETS:
        return TABLE_PRESETS[name].ruleset
    if name not in RULESETS:
        raise UsageError(f"no ruleset is called '{shortened(name)}'. {nearest_word(name, [*RULESETS, *TABLE_PRESETS])}")
    return RULESETS[name]


def parse_option(text: str) -> tuple[str, Any]:
    """Parse NAME=VALUE, for argparse."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, for example special_powers=yes, not '{shortened(text)}'")
    if name in LATER_OPTIONS:
        raise argparse.ArgumentTypeError(f"{name} is not built yet for this command; the window, 'acquire text', 'acquire host', "
                                         "'acquire arena' and 'acquire simulate' play it")
    return _parse_value(name, value, OPTIONS)


def parse_any_option(text: str) -> tuple[str, Any]:
    """Parse NAME=VALUE, for argparse, of a command that knows the options which came later."""
    name, _, value = text.partition("=")
    return _parse_value(name, value, LATER_OPTIONS) if name in LATER_OPTIONS else parse_option(text)


def _parse_value(name: str, value: str, options: Mapping[str, Option]) -> tuple[str, Any]:
    if name not in options:
        raise argparse.ArgumentTypeError(f"no option is called '{shortened(name)}'. {nearest_word(name, options)}")
    try:
        return name, options[name].parse(value)
    except RulesetError as error:
        raise argparse.ArgumentTypeError(printable(str(error))) from None


def add_option_argument(parser: argparse.ArgumentParser, parse: Callable[[str], tuple[str, Any]] = parse_option) -> None:
    parser.add_argument("--option", metavar="NAME=VALUE", type=parse, action="append", default=[], dest="options",
                        help="change an option of the rules; may be given several times")


def add_rules_arguments(parser: argparse.ArgumentParser, parse: Callable[[str], tuple[str, Any]] = parse_option) -> None:
    parser.add_argument("--rules", metavar="NAME", default="classic",
                        help=f"{', '.join([*RULESETS, *TABLE_PRESETS])} (default: classic)")
    add_option_argument(parser, parse)


def add_players_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", metavar="N", type=whole_number(MIN_PLAYERS, MAX_PLAYERS), default=4,
                        help=f"players at the table, {MIN_PLAYERS} to {MAX_PLAYERS} (default: 4)")


def add_json_argument(parser: argparse.ArgumentParser, help: str = "print JSON") -> None:
    parser.add_argument("--json", action="store_true", help=help)


def chosen_ruleset(name: str, options: list[tuple[str, Any]]) -> Ruleset:
    """Return a named ruleset with the options of the command line; of one given twice the last counts."""
    try:
        return ruleset_named(name).replace(**dict(options))
    except RulesetError as error:
        raise UsageError(str(error)) from None
