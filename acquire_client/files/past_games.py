"""The history: games that are over, kept by themselves. The last two hundred stay."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from acquire_client.files.saves import SUFFIX, own_seat_of, seat_mark, write_whole
from acquire_client.files.unfinished_games import content_of, newest_first
from acquire_client.view_model.record_summary import RecordSummary, summarize_record
from acquire_core.record import Record

FOLDER = "history"
MAX_PAST_GAMES = 200


def summary_of(path: Path, other_than: bytes = b"") -> RecordSummary | None:
    """Return what the record in a file says of itself, with the own seat as its name has it; None if it is not a record, or the
    one of which `other_than` is the content."""
    content = content_of(path)
    return None if content is None or content == other_than else summarize_record(content, own_seat_of(path))


class PastGames:
    """The folder of finished games, in the folder of the saved ones."""

    def __init__(self, records: Path, max_games: int = MAX_PAST_GAMES) -> None:
        self.folder = records / FOLDER
        self.max_games = max_games

    def add(self, record: Record, own_seat: int | None = None, instead_of: Path | None = None) -> Path:
        """Keep a finished game; an `OSError` says why it cannot be. The same game is kept once, however often it comes.

        `own_seat` is the seat of the person at this machine, if other persons may have played on other machines. `instead_of` is
        the file of this game from when less of it was known; it is removed.
        """
        text = record.text()
        mark = hashlib.sha256(text.encode()).hexdigest()[:12]
        path = next(self.folder.glob(f"*-{mark}*{SUFFIX}"), None)
        if path is None:
            path = self.folder / f"{time.strftime('%Y-%m-%d-%H%M')}-{mark}{seat_mark(own_seat)}{SUFFIX}"
            write_whole(path, text)
        if instead_of is not None and instead_of != path:
            _remove(instead_of)
        for oldest in self.paths()[self.max_games:]:
            _remove(oldest)
        return path

    def paths(self) -> list[Path]:
        """Return the files, the newest first."""
        return newest_first(self.folder)


def _remove(path: Path) -> None:
    """Remove a game if that is possible: what was to be kept is kept already."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        pass
