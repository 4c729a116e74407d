"""What commands that write a file share."""

from __future__ import annotations

from pathlib import Path

from acquire_client.commands import CommandError
from acquire_client.files.saves import write_whole


def write_output(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises CommandError with a sentence."""
    try:
        write_whole(path, text)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise CommandError(f"'{path}' cannot be written: {getattr(error, 'strerror', None) or error}") from None
