"""Keeping a game on the disk: by itself after every turn, and where somebody asks for it."""

from __future__ import annotations

from acquire_core.record import Record

from ..matches.local import LocalMatch, MatchError
from ..saves import SaveError, Shelf, write_whole
from ..trouble import reason
from .saves import AUTOSAVE
from .scene import Shell


class Keeper:
    """One table's games. The game that goes on lies in a file of its own, which is taken away at its end."""

    def __init__(self, shell: Shell, shelf: Shelf) -> None:
        self.shell = shell
        self.shelf = shelf
        self._path = shell.records / AUTOSAVE
        self._writing = self._complained = False

    def keep(self, match: LocalMatch) -> None:
        """Write the game in a thread; what comes while it is written is written with the next turn."""
        if self._writing or match.over:
            return
        try:
            record = match.record()
        except MatchError:
            return  # a game that began from a position has none

        def written(trouble: Exception | None) -> None:
            self._writing = False
            if trouble is not None and not self._complained:
                self._complained = True
                why = reason(trouble, self.shell.words)
                self.shell.tell(self.shell.say("The game cannot be kept on the disk: {why}.", why=why), bad=True)
            self.forget(match)

        self._writing = True
        self.shell.workers.start(lambda: self._write(record), written)

    def keep_now(self, match: LocalMatch) -> None:
        """The same before the table is left, without a thread that could be left behind."""
        if not match.over and not self._writing:
            try:
                self._write(match.record())
            except MatchError:
                pass

    def _write(self, record: Record) -> Exception | None:
        """What went wrong; None if nothing did."""
        try:
            write_whole(self._path, record.text())
        except (OSError, ValueError) as error:
            return error
        return None

    def forget(self, match: LocalMatch) -> None:
        """A game that is over cannot be interrupted any more."""
        if match.over and not self._writing:
            try:
                self._path.unlink(missing_ok=True)
            except OSError:
                pass  # it could not be written either, and that was said

    def save(self, match: LocalMatch) -> None:
        """Into the game's own file, or under a free name."""
        say, tell = self.shell.say, self.shell.tell
        try:
            path = self.shelf.save(match.record())
        except (SaveError, MatchError) as error:
            tell(say("The game is not saved: {why}.", why=error.told_in(self.shell.words)), bad=True)
            return
        tell(say("Saved as {name}.", name=path.name))
