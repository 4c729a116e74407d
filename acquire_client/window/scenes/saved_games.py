"""Games on the disk: the one that was interrupted, and all that were saved."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame

from acquire_client.files.saves import SUFFIX, RecordFolder, SaveError, load
from acquire_client.language import message
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import SeatsError
from acquire_client.view_model.board import board_picture
from acquire_client.view_model.words import printable
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.autosave import AUTOSAVE
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import board_squares
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.table_view.board_view import BoardMarks, draw_board
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_client.window.widgets.widget import Widget
from acquire_core import Game
from acquire_core.record import Record

MAX_LISTED = 500


@dataclass(frozen=True, slots=True)
class SavedGame:
    path: Path
    when: float


def saved_games(folder: Path) -> list[SavedGame]:
    """Return the records in a folder, the newest first."""
    found = []
    try:
        paths = list(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    for path in paths:
        try:
            found.append(SavedGame(path, path.stat().st_mtime))
        except OSError:
            pass  # gone since, or a link that leads nowhere
    return sorted(found, key=lambda saved: saved.when, reverse=True)[:MAX_LISTED]


class SavedGamesPage(Page):
    shares = (0.86, 0.86)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, shell.translate("Saved games"))
        self.games = saved_games(shell.records)
        self.match: LocalMatch | None = None
        self.record: Record | None = None
        self.game: Game | None = None
        self.trouble = ""
        self.chosen = 0
        if self.games:
            self._look_at(0)

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        self.list, self.look = self.body.columns((1, 1.5), unit(20))

    def build_widgets(self) -> list[Widget]:
        unit = self.unit
        lines = [ListLine(printable(saved.path.name.removesuffix(SUFFIX))) for saved in self.games]
        games = ListView("games", self.list, lines, max(unit(30), 28), choose=self._choose, chosen=self.chosen,
                         empty=self.translate("Nothing has been saved yet."))
        go_on = Button("play", self.foot.without_end(unit(192)).end(unit(220)), self.translate("Go on with it"), self._play,
                       kind="primary", hint="Enter", enabled=self.match is not None)
        watch = Button("replay", self.foot.without_end(unit(192) + unit(232)).end(unit(180)), self.translate("Replay"),
                       self._replay,
                       hint="R", enabled=self.record is not None)
        close = Button("close", self.foot.end(unit(180)), self.translate(message("Close")), self.shell.pop, hint="Esc")
        return [games, watch, go_on, close]

    def _choose(self, number: int) -> None:
        self._look_at(number)
        self.rebuild()

    def _look_at(self, number: int) -> None:
        self.chosen, self.match, self.trouble = number, None, ""
        self.record = self.game = None
        try:
            self.record = load(self.games[number].path)
            self.game = self.record.game()
            self.match = LocalMatch.resume(self.record)
        except (SaveError, MatchError, SeatsError) as error:
            self.trouble = error.in_language(self.shell.words)

    def _play(self) -> None:
        if self.match is not None:
            path = self.games[self.chosen].path
            self.shell.play(self.match, RecordFolder(self.shell.records, None if path.name == AUTOSAVE else path))

    def _replay(self) -> None:
        if self.record is not None:
            self.shell.show_replay(self.record)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_r:
            self._replay()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._play()
        elif event.key in (pygame.K_ESCAPE, pygame.K_F8, pygame.K_F10):
            self.shell.pop()
        return True

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        unit, game = painter.unit, self.game
        if game is None or self.record is None:
            painter.paragraph(self.look, self.trouble, 13, "bad", cut=True)
            return
        head = self.look.top(unit(54))
        upper, lower = head.rows((1, 1))
        turn = self.translate("finished") if game.over else self.translate("turn {turn}", turn=game.turn)
        painter.text(upper, self.shell.words.listing(seat.name for seat in self.record.seats), 14, bold=True, cut=True)
        note = f"{game.ruleset.name}, {turn}" + (f". {self.trouble}" if self.trouble else "")
        painter.text(lower, note, 12.5, "bad" if self.trouble else "dim", cut=True)
        board = self.look.without_top(head.h + unit(6))
        painter.panel(board, "board", "line", 10)
        draw_board(painter, board_squares(board.inset(unit(8)), unit(3)), board_picture(game.observe(None).board),
                   BoardMarks())
