"""Letters of tables over days as people carry them: which of those in a text are for a table, and where files with them lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from acquire_client.files.folders import Folders
from acquire_net import (
    MAX_LETTERS_BYTES,
    AcquireNetError,
    Letter,
    LetterError,
    read_journal,
    read_letters,
    read_table,
)

LETTERS = "letters"
"""The folder of letters that were written, in that of the data."""


@dataclass(frozen=True, slots=True)
class SortedLetters:
    """What is in a text, as one seat at one table sees it."""

    mine: tuple[Letter, ...] = ()
    troubles: tuple[str, ...] = ()
    """What is wrong with letters that nobody can read."""
    elsewhere: tuple[tuple[str, ...], ...] = ()
    """Who sits at the other tables of this installation for which there are letters."""
    has_strange: bool = False
    """True if a letter is for a table that is not on this computer."""


def letters_folder(where: Folders) -> Path:
    return where.data / LETTERS


def names_of(journal: Path) -> tuple[str, ...]:
    """Return who sits at the table of a journal. Raises what reading a journal raises."""
    return tuple(seat.name for seat in read_table(read_journal(journal).opening.table).seats)


def read_letter_file(path: Path) -> bytes:
    """Return as much of a file as letters may have, and a byte more of one that is too long. Raises OSError and ValueError."""
    with path.open("rb") as file:
        return file.read(MAX_LETTERS_BYTES + 1)


def letters_for(seat: int, letters: Sequence[Letter]) -> list[Letter]:
    """Return the letters of one table that a seat has to read. One text may go to all: what is for others is passed over, unless
    nothing in it is for this seat."""
    return [letter for letter in letters if letter.to == seat] or list(letters)


def sort_letters(data: bytes, journal: Path, seat: int) -> SortedLetters:
    """Return what is in a text for this seat at the table of this journal, and what else is in it."""
    try:
        letters, wrong = read_letters(data)
    except LetterError as trouble:
        return SortedLetters(troubles=(str(trouble),))
    here = [letter for letter in letters if letter.journal_name == journal.name]
    elsewhere: dict[str, tuple[str, ...]] = {}
    has_strange = False
    for letter in letters:
        if letter.journal_name == journal.name or letter.journal_name in elsewhere:
            continue
        try:
            elsewhere[letter.journal_name] = names_of(journal.with_name(letter.journal_name))
        except (AcquireNetError, OSError, ValueError):
            has_strange = True
    return SortedLetters(tuple(letters_for(seat, here)), tuple(map(str, wrong)), tuple(elsewhere.values()), has_strange)
