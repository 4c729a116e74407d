"""What is asked where a game cannot be kept: stay, save it to another disk, or leave and lose it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from acquire_client.files.saves import SUFFIX, SaveError, path_from
from acquire_client.language import message
from acquire_client.matches.local import MatchError
from acquire_client.matches.match import Match
from acquire_client.view_model.words import printable
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.autosave import TableSaver
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.scene import DialogAnswer, FunctionKey, Scene, Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget

MAX_PATH_CHARACTERS = 400


def ask_before_loss(shell: Shell, autosave: TableSaver, match: Match, leave: Callable[[], None],
                    function_key: FunctionKey) -> bool:
    """Ask before a game is lost that cannot be kept; return False if it is kept, and nothing is to be asked."""
    loss = autosave.loss_on_leaving(match)
    if loss is None:
        return False

    def leave_all_the_same() -> None:
        autosave.accept_loss()
        leave()

    def save_elsewhere() -> None:
        shell.ask_where_to_save(lambda path: autosave.save_to(match, path), leave_all_the_same)

    shell.show_dialog(message("This game can't be saved"), lambda: loss.in_language(shell.words), (
        DialogAnswer(message("Save elsewhere"), save_elsewhere, "primary"),
        DialogAnswer(message("Leave without saving"), leave_all_the_same), DialogAnswer(message("Stay"))), function_key)
    return True


class SaveElsewhere(Scene):
    """Asks for a file or a folder. What is wrong with it is said below it, and it can be changed."""

    overlay = True

    def __init__(self, shell: Shell, save: Callable[[Path], Path], then: Callable[[], None]) -> None:
        super().__init__(shell)
        self._save, self._then = save, then
        self.text = self._first_text()
        self.trouble = ""

    def _first_text(self) -> str:
        """Return a proposal: a file in the home folder, which may be on another disk."""
        try:
            return str(Path.home() / f"acquire-game{SUFFIX}")
        except RuntimeError:
            return ""

    def lay_out(self, window: Box, unit: Unit) -> None:
        self.frame = window.centred(max(unit(680), unit.text(13) * 44), max(unit(270), unit.text(13) * 18))
        inner = self.frame.inset(unit(26))
        self.row = inner.foot(unit.target(40))
        self.head = inner.top(max(unit(30), unit.text(19) + 8))
        body = inner.without_top(self.head.h + unit(8)).without_foot(self.row.h + unit(12))
        self.line = body.top(max(unit(24), unit.text(13) + 8))
        self.field = body.without_top(self.line.h + unit(6)).top(unit.target(38))
        self.below = body.without_top(self.line.h + self.field.h + unit(14))

    def build_widgets(self) -> list[Widget]:
        save, cancel = self.row.columns((1, 1, 1), self.unit(12))[1:]
        return [TextField("path", self.field, self.text, self._set_text, longest=MAX_PATH_CHARACTERS, entered=self.save,
                          spoken=self.translate("Name a file or a folder on another disk:")),
                Button("save", save, self.translate("Save and leave"), self.save, kind="primary", hint="Enter"),
                Button("cancel", cancel, self.translate("Stay"), self.shell.pop, hint="Esc")]

    def _set_text(self, text: str) -> None:
        self.text, self.trouble = text, ""

    def save(self) -> None:
        if not self.text.strip():
            self.trouble = self.translate("Type the name of a file or of a folder.")
            return
        try:
            path = self._save(path_from(self.text.strip()))
        except (SaveError, MatchError) as error:
            self.trouble = self.shell.words.sentence(error.in_language(self.shell.words))
            return
        self.shell.pop()
        self.shell.show_notice(self.translate("Saved as {name}.", name=printable(str(path))))
        self._then()

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.shell.pop()
        elif event.key in ENTER_KEYS:
            self.save()
        return True

    def paint(self, painter: Painter) -> None:
        painter.panel(self.frame, "panel", "line", 12)
        painter.text(self.head, self.translate("Save elsewhere"), 19, bold=True, cut=True)
        painter.text(self.line, self.translate("Name a file or a folder on another disk:"), 13, "dim", cut=True)
        painter.paragraph(self.below, self.trouble, 13, "bad", cut=True)
