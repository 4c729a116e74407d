"""A table without a window: a controller over any match, and a scene that does nothing but submit."""

from pathlib import Path

from acquire_client.language import ENGLISH
from acquire_client.matches.match import Match
from acquire_client.trouble import TranslatedError
from acquire_client.window.controller.deciders import KeyPress
from acquire_client.window.controller.table_controller import Due, TableController, TableOptions
from acquire_client.workers import Workers
from acquire_core.actions import Action


class KeptMatches:
    """Notes what would be written to the disk."""

    keeps_games = True

    def __init__(self) -> None:
        self.noted: list[str] = []

    def keep(self, match: Match) -> None:
        self.noted.append(f"turn {match.game.turn}")

    def keep_now(self, match: Match) -> None:
        self.noted.append("left")

    def keep_finished(self, match: Match) -> None:
        self.noted.append("over")

    def loss_on_leaving(self, match: Match) -> TranslatedError | None:
        return None

    def accept_loss(self) -> None:
        self.noted.append("lost")

    def save(self, match: Match) -> None:
        self.noted.append("saved")

    def save_to(self, match: Match, path: Path) -> Path:
        return path


class Desk:
    """A controller, and a scene that does nothing but submit."""

    def __init__(self, match: Match, **options: object) -> None:
        self.workers = Workers(lambda: None)
        self.autosave = KeptMatches()
        self.answers: list[Action] = []
        self.refreshed = 0
        self.controller = TableController(match, self.workers, self.autosave, ENGLISH, TableOptions(pause_ms=0, **options),  # type: ignore[arg-type]
                                          answer=self.answers.append, refresh=self._refresh)
        self.now_ms = 0

    def _refresh(self) -> None:
        self.refreshed += 1

    def go_on(self, rounds: int = 500) -> Due:
        """Until something is due."""
        for _ in range(rounds):
            self.controller.advance(self.now_ms)
            due = self.controller.ask_next()
            if due is not Due.NOTHING or self.controller.decider is not None:
                return due
            self.workers.settle()
            self.workers.deliver_results()
            self.now_ms += 100
        raise AssertionError("nothing is ever due")

    def press(self, *letters: str) -> None:
        for letter in letters:
            assert self.controller.decider is not None and self.controller.decider.press_key(KeyPress(letter, letter))
