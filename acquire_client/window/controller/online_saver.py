"""Keeping a game over the network: its journal while it is played, and the history when it is over."""

from __future__ import annotations

from pathlib import Path

from acquire_client.files.past_games import PastGames
from acquire_client.files.saves import RecordFolder
from acquire_client.language import message
from acquire_client.matches.match import Match
from acquire_client.matches.online import OnlineMatch
from acquire_client.window.controller.autosave import AutosaveShell, NoAutosave, report_trouble, save_record
from acquire_core.record import Record

IN_ITS_JOURNAL = message("The journal of the table keeps this game.")


class OnlineSaver(NoAutosave):
    """The journal of the table proves a game; the history is where a person finds it.

    A game is in the history as soon as it is over, as this seat knows it. Once all hands are open, the game with all hands takes
    its place. A game that was only watched is not there.
    """

    def __init__(self, shell: AutosaveShell, match: OnlineMatch) -> None:
        super().__init__(shell, IN_ITS_JOURNAL)
        self._match, self._seat = match, match.seat
        self._games, self._folder = PastGames(shell.records), RecordFolder(shell.records, own_seat=match.seat)
        self._record: Record | None = None
        """What is known of the finished game; None while it is played."""
        self._path: Path | None = None
        """Where that lies in the history."""

    def keep_finished(self, match: Match) -> None:
        if match.is_over and self._path is None:
            self.keep_record(self._record or match.record())

    def keep_now(self, match: Match) -> None:
        """Keep a game whose end the table has not shown, because a page lay over it."""
        self._match.poll_changes()
        self.keep_finished(match)

    def keep_record(self, record: Record) -> None:
        """Keep this finished game, in the place of what was known of it before."""
        if self._seat is None:
            return
        self._record = record
        try:
            self._path = self._games.add(record, self._seat, self._path)
        except (OSError, ValueError) as error:
            report_trouble(self.shell, error)

    def save(self, match: Match) -> None:
        record = self._record
        if record is None:
            super().save(match)
        else:
            save_record(self.shell, self._folder, lambda: record)
