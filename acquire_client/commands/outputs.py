"""What commands that write a file share."""

from __future__ import annotations

from pathlib import Path

from acquire_client.commands import CommandError
from acquire_client.files.saves import write_whole


def refuse_file_there(path: Path, force: bool) -> None:
    """Raise CommandError before the work begins if a file cannot be written, or would be written over without `force`."""
    try:
        path.stat()
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise CommandError(f"'{path}' cannot be written: {getattr(error, 'strerror', None) or error}") from None
    if path.is_dir():
        raise CommandError(f"'{path}' is a folder")
    if not force:
        raise CommandError(f"there is a file '{path}' already; --force writes over it")


def write_output(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises CommandError with a sentence."""
    try:
        write_whole(path, text)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise CommandError(f"'{path}' cannot be written: {getattr(error, 'strerror', None) or error}") from None
