"""The configuration file: what a person wants for the commands in the terminal when the command line does not say it.

A file of a few lines of TOML in the folder of the settings, written by hand. The window has settings of its own, which it writes
itself. Nothing in the file is guessed at: a file that is wrong stops the command with a sentence that names the line or the key.
"""

from __future__ import annotations

import os
import stat
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from acquire_client.view_model.words import printable, shortened
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS

FILE_NAME = "acquire.toml"
MAX_BYTES = 20_000
MAX_TEXT_CHARACTERS = 500
BYTE_ORDER_MARK = "\ufeff"


class ConfigurationError(Exception):
    """The file cannot be used; the message is for people and names it."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What the file says; None where it says nothing."""

    name: str | None = None
    """What the others at a table call this player."""
    rules: str | None = None
    """The ruleset of `acquire text` and `acquire host`."""
    seats: str | None = None
    """Who plays at `acquire text`, as `--seats` says it."""
    host_seats: int | None = None
    """How many play at a table of `acquire host`."""


KEYS = tuple(field.name for field in fields(Configuration))


def configuration_path(folder: Path) -> Path:
    return folder / FILE_NAME


def read_configuration(folder: Path) -> Configuration:
    """Return what the file in this folder says; without a file nothing. Raise ConfigurationError."""
    path = configuration_path(folder)
    try:
        data = _read_file(path)
    except FileNotFoundError:
        return Configuration()
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        why = getattr(error, "strerror", None) or error
        raise ConfigurationError(f"the configuration file {_quoted(path)} cannot be read: {why}") from None
    try:
        return _configuration_from(tomllib.loads(data.decode("utf-8").removeprefix(BYTE_ORDER_MARK)))
    except UnicodeDecodeError:
        why = "it is not text in UTF-8"
    except RecursionError:
        why = "its lists are nested too deeply"
    except tomllib.TOMLDecodeError as error:
        why = f"{error}. A line is written as: name = \"Ada\""
    except ValueError as error:
        why = str(error)
    raise ConfigurationError(f"the configuration file {_quoted(path)} cannot be used: {printable(why)}")


def _read_file(path: Path) -> bytes:
    """Return what lies in the file, unless it is too large or something else than a file: a pipe would wait forever."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("it is not a file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES:,} bytes")
    return data


def _configuration_from(values: dict[str, object]) -> Configuration:
    for key, value in values.items():
        if key not in KEYS:
            raise ValueError(f"it has no key '{shortened(key)}'; there are {', '.join(KEYS)}")
        if key == "host_seats":
            if type(value) is not int or not MIN_PLAYERS <= value <= MAX_PLAYERS:
                raise ValueError(f"{key} is a number from {MIN_PLAYERS} to {MAX_PLAYERS}, without quotation marks")
        elif not isinstance(value, str):
            raise ValueError(f"{key} is a text in quotation marks")
        elif not value.strip() or len(value) > MAX_TEXT_CHARACTERS or not value.isprintable():
            raise ValueError(f"{key} has 1 to {MAX_TEXT_CHARACTERS} characters, all of them printable")
    return Configuration(**values)  # type: ignore[arg-type]  # checked above


def _quoted(path: Path) -> str:
    return f"'{printable(str(path))}'"
