"""Keeping a game on the disk: by itself after every turn and at its end, and where a player asks for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from acquire_client.files.past_games import PastGames, summary_of
from acquire_client.files.saves import SUFFIX, RecordFolder, SaveError, load, move_to_free
from acquire_client.files.unfinished_games import ClaimedGame, UnfinishedGames, content_of
from acquire_client.language import Words, message
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.match import Match
from acquire_client.matches.players import SeatsError
from acquire_client.trouble import TranslatedError, reason
from acquire_client.workers import Workers
from acquire_core.record import Record

DAMAGED = "interrupted-damaged"

# What leaving would cost.
GAME_LOST = message("The game cannot be kept on the disk: {why}. If you leave now, it is lost.")
REST_LOST = message("The game cannot be kept on the disk: {why}. If you leave now, you lose everything since turn {turn} began.")
RECORD_LOST = message("The game is over, but it cannot be kept on the disk: {why}. If you leave now, its record is lost.")


def newest_unfinished(records: Path, report_damaged: Callable[[Path], None]) -> Path | None:
    """Return the newest game that can be continued and that no program plays; None if there is none.

    A file that makes no sense is moved out of the way and never written over; `report_damaged` gets the place where it lies.
    """
    games = UnfinishedGames(records)
    games.take_over_old()
    for path in games.free_paths():
        try:
            record = load(path)
        except SaveError as error:
            if not isinstance(error.values.get("why"), OSError):
                _set_aside(path, records, report_damaged)
            continue
        try:
            match = LocalMatch.resume(record)
        except (MatchError, SeatsError):
            continue  # a program played there: the list of saved games says so
        if not match.is_over:
            return path
        _finish_late(path, record, games)
    return None


def _set_aside(path: Path, records: Path, report_damaged: Callable[[Path], None]) -> None:
    try:
        aside = move_to_free(path, records, DAMAGED, SUFFIX)
    except OSError:
        return  # then nothing can be written there either
    report_damaged(aside)


def _finish_late(path: Path, record: Record, games: UnfinishedGames) -> None:
    """Move a game to the history that was over when its program ended, before that could do it."""
    try:
        PastGames(games.records).add(record)
        path.unlink(missing_ok=True)
    except OSError:
        pass


def is_barely_begun(path: Path) -> bool:
    """Return True if not more than the first turn of a game has been played."""
    summary = summary_of(path)
    return summary is not None and summary.turn <= 1


def is_earlier_state(path: Path, record: Record) -> bool:
    """Return True if a game that was left lies in a file as it was before: then `record` has all that was played in it."""
    try:
        if f"\nseed {record.seed}\n".encode() not in (content_of(path) or b""):
            return False  # without playing the games of others
        before = load(path)
    except SaveError:
        return False
    return (before.seats, before.seed, before.actions) == (record.seats, record.seed, record.actions[:len(before.actions)])


class AutosaveShell(Protocol):
    """What is needed of the window."""

    words: Words
    workers: Workers
    records: Path

    def translate(self, text: str, **values: object) -> str: ...

    def show_notice(self, text: str, bad: bool = False) -> None: ...


def report_trouble(shell: AutosaveShell, trouble: Exception) -> None:
    """Show why a game is not kept."""
    why = reason(trouble, shell.words)
    shell.show_notice(shell.translate("The game cannot be kept on the disk: {why}.", why=why), bad=True)


def save_record(shell: AutosaveShell, folder: RecordFolder, record: Callable[[], Record]) -> None:
    """Save a game where a person finds it, and show under which name, or why it is not saved."""
    try:
        path = folder.save(record())
    except (SaveError, MatchError) as error:
        shell.show_notice(shell.translate("The game is not saved: {why}.", why=error.in_language(shell.words)), bad=True)
    else:
        shell.show_notice(shell.translate("Saved as {name}.", name=path.name))


class TableSaver(Protocol):
    """What a table does with its game while it is played."""

    keeps_games: bool
    """Whether games are kept by themselves."""
    text: str
    """What a person reads where games are not kept; empty where they are."""

    def keep(self, match: Match) -> None:
        """Keep the game, whose next turn has begun, without holding anybody up."""

    def keep_now(self, match: Match) -> None:
        """Keep the game, because the table is left."""

    def keep_finished(self, match: Match) -> None:
        """Move a game that is over to the history: it need not be kept as one that was interrupted."""

    def loss_on_leaving(self, match: Match) -> TranslatedError | None:
        """Return what would be lost by leaving now, and why; None if the game is kept, or its loss has been accepted."""

    def accept_loss(self) -> None:
        """Let the table be left although the game cannot be kept."""

    def save(self, match: Match) -> None:
        """Save the game where a person finds it, and tell where it lies."""

    def save_to(self, match: Match, path: Path) -> Path:
        """Save the game to a file or into a folder that a player has named; a `SaveError` or `MatchError` says why not."""


class NoAutosave:
    """Keeps nothing: for a game that cannot be continued from a record."""

    keeps_games = False

    def __init__(self, shell: AutosaveShell, text: str) -> None:
        self.shell, self.text = shell, text

    def keep(self, match: Match) -> None:
        return

    def keep_now(self, match: Match) -> None:
        return

    def keep_finished(self, match: Match) -> None:
        return

    def loss_on_leaving(self, match: Match) -> TranslatedError | None:
        return None

    def accept_loss(self) -> None:
        return

    def save(self, match: Match) -> None:
        self.shell.show_notice(self.shell.translate(self.text))

    def save_to(self, match: Match, path: Path) -> Path:
        raise SaveError(self.text)


class Autosave:
    """One table's game. While it goes on it lies in a file of its own, which no other program writes; then in the history."""

    keeps_games = True
    text = ""

    def __init__(self, shell: AutosaveShell, folder: RecordFolder, game: ClaimedGame | None = None) -> None:
        self.shell = shell
        self.folder = folder
        self._games = UnfinishedGames(shell.records)
        self._game = game or self._games.new_game()
        self._past_games = PastGames(shell.records)
        self._writing = self._complained = self._loss_accepted = self._is_finished = False
        self._one_at_a_time = threading.Lock()
        self._asked = self._written = 0
        """How often the game was to be written or finished, and the last time that it was: what is older comes too late."""

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
            if trouble is not None and not self._complained:
                report_trouble(self.shell, trouble)
            self._complained = trouble is not None

        self._writing = True
        number = self._next_number()
        self.shell.workers.start(lambda: self._write(record, number), written)

    def _next_number(self) -> int:
        self._asked += 1
        return self._asked

    def keep_now(self, match: Match) -> None:
        """Do the same before the table is left, without a thread that could be left behind, and after one that still writes."""
        trouble = self._store(match)
        if trouble is None:
            self._remove_earlier_states(match)
        self._game.release()
        if trouble is not None and not self._loss_accepted:
            report_trouble(self.shell, trouble)

    def _remove_earlier_states(self, match: Match) -> None:
        """Remove what was left of this game before: a saved game may have been resumed several times."""
        try:
            record = match.record()
        except MatchError:
            return
        self._games.remove_needless(lambda path: is_earlier_state(path, record))

    def _store(self, match: Match) -> Exception | None:
        """Write the game where it belongs; return what went wrong."""
        try:
            record = match.record()
        except MatchError:
            return None
        return self._finish(record) if match.is_over else self._write(record, self._next_number())

    def _write(self, record: Record, number: int) -> Exception | None:
        """Return what went wrong; None if nothing did."""
        try:
            with self._one_at_a_time:
                if number > self._written:
                    if not self._game.is_written:
                        self._games.remove_needless(lambda path: is_barely_begun(path) or is_earlier_state(path, record))
                    self._game.write(record.text())
                    self._written = number
        except (OSError, ValueError) as error:
            return error
        return None

    def keep_finished(self, match: Match) -> None:
        if match.is_over:
            trouble = self._store(match)
            if trouble is not None:
                report_trouble(self.shell, trouble)

    def _finish(self, record: Record) -> Exception | None:
        """Move the game to the history. Its unfinished file goes only then: until that has worked its last turn is there."""
        with self._one_at_a_time:
            self._written = self._next_number()
            if self._is_finished:
                return None
            try:
                self._past_games.add(record)
            except (OSError, ValueError) as error:
                return error
            self._is_finished = True
            self._game.remove()
        return None

    def loss_on_leaving(self, match: Match) -> TranslatedError | None:
        trouble = None if self._loss_accepted else self._store(match)
        if trouble is None:
            return None
        if match.is_over:
            return TranslatedError(RECORD_LOST, why=trouble)
        kept = summary_of(self._game.path)
        if kept is None:
            return TranslatedError(GAME_LOST, why=trouble)
        return TranslatedError(REST_LOST, why=trouble, turn=kept.turn)

    def accept_loss(self) -> None:
        self._loss_accepted = True

    def save(self, match: Match) -> None:
        """Save to the game's own file, or under a free name."""
        save_record(self.shell, self.folder, match.record)

    def save_to(self, match: Match, path: Path) -> Path:
        record = match.record()
        return self.folder.save_into(path, record) if path.is_dir() else self.folder.save(record, path)
