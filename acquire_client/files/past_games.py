"""The history: games that are over, kept by themselves. The last two hundred stay."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from acquire_client.files.saves import SUFFIX, write_whole
from acquire_client.files.unfinished_games import newest_first
from acquire_core.record import Record

FOLDER = "history"
MAX_PAST_GAMES = 200


class PastGames:
    """The folder of finished games, in the folder of the saved ones."""

    def __init__(self, records: Path, max_games: int = MAX_PAST_GAMES) -> None:
        self.folder = records / FOLDER
        self.max_games = max_games

    def add(self, record: Record) -> Path:
        """Keep a finished game; an `OSError` says why it cannot be. The same game is kept once, however often it comes."""
        text = record.text()
        mark = hashlib.sha256(text.encode()).hexdigest()[:12]
        known = next(self.folder.glob(f"*-{mark}{SUFFIX}"), None)
        if known is not None:
            return known
        path = self.folder / f"{time.strftime('%Y-%m-%d-%H%M')}-{mark}{SUFFIX}"
        write_whole(path, text)
        self._remove_oldest()
        return path

    def _remove_oldest(self) -> None:
        for path in self.paths()[self.max_games:]:
            try:
                path.unlink(missing_ok=True)
            except OSError:
                pass

    def paths(self) -> list[Path]:
        """Return the files, the newest first."""
        return newest_first(self.folder)
