"""A file of JSON in which this program keeps something for a person. One that cannot be read is set aside and never written over;
a folder that cannot be written to costs the memory alone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from acquire_client.files.saves import move_to_free, write_whole
from acquire_client.trouble import TranslatedError

Value = TypeVar("Value")


class JsonFile:
    """`complaint` is what went wrong with it, None if nothing did. The texts of a kind of file are its own."""

    max_bytes: ClassVar[int]
    unreadable: ClassVar[str]
    """With `{why}`."""
    damaged: ClassVar[str]
    """With `{name}`, that of the file set aside."""
    stuck: ClassVar[str]
    unwritable: ClassVar[str]
    """With `{why}`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.complaint: TranslatedError | None = None
        self.is_missing = False
        """Whether there was no file."""
        self._is_stuck = False
        """Whether a file that could not be read lies in its place."""

    def read(self, parse: Callable[[object], Value]) -> Value | None:
        """Return what `parse` makes of the file; None where there is none, or it makes no sense. `parse` may raise ValueError."""
        try:
            with self.path.open("rb") as file:
                data = file.read(self.max_bytes + 1)
        except FileNotFoundError:
            self.is_missing = True
            return None
        except OSError as error:
            self._is_stuck = True
            self.complaint = TranslatedError(self.unreadable, why=error)
            return None
        try:
            if len(data) > self.max_bytes:
                raise ValueError("it is too long")
            return parse(json.loads(data.decode("utf-8")))
        except (ValueError, RecursionError) as error:
            self.refuse_contents(error)
            return None

    def refuse_contents(self, error: Exception) -> None:
        """Set a file that makes no sense aside. A kind of file that a person names leaves it where it is instead."""
        try:
            aside = move_to_free(self.path, self.path.parent, f"{self.path.stem}-damaged", self.path.suffix)
            self.complaint = TranslatedError(self.damaged, name=aside.name)
        except OSError:
            self._is_stuck = True
            self.complaint = TranslatedError(self.stuck)

    def write(self, values: dict[str, Any]) -> bool:
        """Return True if they are kept."""
        if self._is_stuck and os.path.exists(self.path):
            return False
        try:
            write_whole(self.path, json.dumps(values, indent=2) + "\n")
        except OSError as error:
            self.complaint = TranslatedError(self.unwritable, why=error)
            return False
        return True
