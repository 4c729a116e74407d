"""Which puzzles a person has answered, and how well, kept as JSON beside the games."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from acquire_client.files.json_file import JsonFile
from acquire_client.language import message

FILE_NAME = "puzzles.json"
MAX_BYTES, MAX_KEPT = 1_000_000, 20_000
_MARK = re.compile(r"[0-9a-f]{16}")


@dataclass
class PuzzleScores:
    """First answers: `answered` by the digest of the puzzle, `days` of the daily puzzles by the date."""

    answered: dict[str, bool] = field(default_factory=dict)
    days: dict[str, bool] = field(default_factory=dict)
    row: int = 0
    """Right first answers in a row."""
    longest_row: int = 0

    def note_answer(self, mark: str, right: bool, day: datetime.date | None = None) -> bool:
        """Note the first answer to a puzzle; later ones change nothing. Return True if it was the first."""
        if day is not None:
            self.days.setdefault(day.isoformat(), right)
        if mark in self.answered:
            return False
        self.answered[mark] = right
        self.row = self.row + 1 if right else 0
        self.longest_row = max(self.longest_row, self.row)
        return True

    def days_in_a_row(self, today: datetime.date) -> int:
        """Return for how many days up to today, or up to yesterday, every daily puzzle was answered right."""
        day = today if today.isoformat() in self.days else today - datetime.timedelta(days=1)
        count = 0
        while self.days.get(day.isoformat()):
            count += 1
            day -= datetime.timedelta(days=1)
        return count


class PuzzleScoresFile(JsonFile):
    max_bytes = MAX_BYTES
    unreadable = message("The results of the puzzles cannot be read: {why}.")
    damaged = message("The file of the puzzles' results was damaged; it is now called {name}.")
    stuck = message("The file of the puzzles' results is damaged and cannot be set aside; results are not kept.")
    unwritable = message("The results of the puzzles cannot be kept: {why}.")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE_NAME)

    def load(self) -> PuzzleScores:
        return self.read(scores_from) or PuzzleScores()

    def save(self, scores: PuzzleScores) -> bool:
        """Return True if they are kept."""
        return self.write(asdict(scores))


def scores_from(values: object) -> PuzzleScores:
    """Return the scores that a file tells, as far as they make sense."""
    if not isinstance(values, dict):
        raise ValueError("it holds no scores")
    answered = {mark: right for mark, right in _results_in(values.get("answered")) if _MARK.fullmatch(mark)}
    days = {day: right for day, right in _results_in(values.get("days")) if _is_date(day)}
    row, longest = (value if type(value) is int and 0 <= value <= MAX_KEPT else 0
                    for value in (values.get("row"), values.get("longest_row")))
    return PuzzleScores(answered, days, row, max(row, longest))


def _results_in(values: object) -> list[tuple[str, bool]]:
    if not isinstance(values, Mapping):
        return []
    return [(name, right) for name, right in values.items() if isinstance(name, str) and isinstance(right, bool)][-MAX_KEPT:]


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
