"""Save a game on the disk: automatically after every turn, and where the player asks for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from acquire_client.files.saves import SUFFIX, RecordFolder, SaveError, free_path, load, write_whole
from acquire_client.language import Words
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.match import Match
from acquire_client.matches.players import SeatsError
from acquire_client.trouble import reason
from acquire_client.workers import Workers
from acquire_core.record import Record

AUTOSAVE = f"interrupted{SUFFIX}"
"""The game that is being played, written after every turn and taken away at its end."""


def autosave_of(folder: Path, damaged: Callable[[Path], None]) -> LocalMatch | None:
    """Return the match that was interrupted; None if there is none that can go on.

    A file that makes no sense is moved out of the way of the next game and never written over; `damaged` hears where it lies.
    """
    path = folder / AUTOSAVE
    try:
        if not path.is_file():
            return None
        match = LocalMatch.resume(load(path))
    except (SaveError, MatchError, SeatsError):
        aside = free_path(folder, path.stem + "-damaged", SUFFIX)
        try:
            path.rename(aside)
        except OSError:
            return None  # then nothing can be written there either
        damaged(aside)
        return None
    except OSError:
        return None
    return None if match.is_over else match


class AutosaveShell(Protocol):
    """What is needed of the window."""

    words: Words
    workers: Workers
    records: Path

    def translate(self, text: str, **values: object) -> str: ...

    def show_notice(self, text: str, bad: bool = False) -> None: ...


class TableSaver(Protocol):
    """What a table does with its game while it is played."""

    def keep(self, match: Match) -> None:
        """Keep the game, whose next turn has begun, without holding anybody up."""

    def keep_now(self, match: Match) -> None:
        """Keep a game that goes on, because the table is left."""

    def forget(self, match: Match) -> None:
        """Forget a game that is over: it need not be kept as one that was interrupted."""

    def save(self, match: Match) -> None:
        """Save the game where a person finds it, and tell where it lies."""


class NoAutosave:
    """Keeps nothing: for a game that cannot be continued from a record. `told` answers the wish to save it."""

    def __init__(self, shell: AutosaveShell, told: str) -> None:
        self.shell, self.told = shell, told

    def keep(self, match: Match) -> None:
        return

    def keep_now(self, match: Match) -> None:
        return

    def forget(self, match: Match) -> None:
        return

    def save(self, match: Match) -> None:
        self.shell.show_notice(self.shell.translate(self.told))


class Autosave:
    """One table's games. The game that goes on lies in a file of its own, which is taken away at its end."""

    def __init__(self, shell: AutosaveShell, folder: RecordFolder) -> None:
        self.shell = shell
        self.folder = folder
        self._path = shell.records / AUTOSAVE
        self._writing = self._complained = False
        self._spared: Path | None = None
        """The file with the game that was interrupted before this one; None once the player has seen the note about it."""
        self._one_at_a_time = threading.Lock()
        self._asked = self._written = 0
        """How often the game was to be written or forgotten, and the last time that it was: what is older comes too late."""

    def keep(self, match: Match) -> None:
        """Write the game in a thread; what comes while it is written is written with the next turn."""
        if self._writing or match.is_over:
            return
        try:
            record = match.record()
        except MatchError:
            return  # a game that began from a position has none

        def written(trouble: Exception | None) -> None:
            self._writing = False
            self._tell_of_the_spared()
            if trouble is not None and not self._complained:
                self._complained = True
                self._report_trouble(trouble)

        self._writing = True
        number = self._next_number()
        self.shell.workers.start(lambda: self._write(record, number), written)

    def _next_number(self) -> int:
        self._asked += 1
        return self._asked

    def keep_now(self, match: Match) -> None:
        """Do the same before the table is left, without a thread that could be left behind, and after one that still writes."""
        if not match.is_over:
            try:
                trouble = self._write(match.record(), self._next_number())
            except MatchError:
                return
            self._tell_of_the_spared()
            if trouble is not None:
                self._report_trouble(trouble)

    def _tell_of_the_spared(self) -> None:
        if self._spared is not None:
            told = self.shell.translate("The game that was interrupted before now lies in {name}.", name=self._spared.name)
            self.shell.show_notice(told)
            self._spared = None

    def _report_trouble(self, trouble: Exception) -> None:
        why = reason(trouble, self.shell.words)
        self.shell.show_notice(self.shell.translate("The game cannot be kept on the disk: {why}.", why=why), bad=True)

    def _write(self, record: Record, number: int) -> Exception | None:
        """Return what went wrong; None if nothing did."""
        try:
            with self._one_at_a_time:
                if number > self._written:
                    if not self._written:
                        self._spare_another(record)
                    write_whole(self._path, record.text())
                    self._written = number
        except (OSError, ValueError) as error:
            return error
        return None

    def _spare_another(self, record: Record) -> None:
        """Set another game aside that was interrupted: it is saved under a free name, if more than its first turn has been
        played."""
        try:
            before = load(self._path) if self._path.is_file() else None
        except SaveError:
            return  # the title sets it aside
        if before is None or before.game().turn <= 1:
            return
        if (before.seed, before.actions) != (record.seed, record.actions[:len(before.actions)]):
            self._spared = free_path(self._path.parent, "game", SUFFIX)
            self._path.rename(self._spared)

    def forget(self, match: Match) -> None:
        """Take away the file of a game that is over: it cannot be interrupted any more."""
        if not match.is_over:
            return
        with self._one_at_a_time:
            self._written = self._next_number()
            try:
                self._path.unlink(missing_ok=True)
            except OSError:
                pass  # it could not be written either, and that was said

    def save(self, match: Match) -> None:
        """Save to the game's own file, or under a free name."""
        translate, tell = self.shell.translate, self.shell.show_notice
        try:
            path = self.folder.save(match.record())
        except (SaveError, MatchError) as error:
            tell(translate("The game is not saved: {why}.", why=error.in_language(self.shell.words)), bad=True)
            return
        tell(translate("Saved as {name}.", name=path.name))
