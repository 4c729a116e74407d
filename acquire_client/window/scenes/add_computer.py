"""A seat of a network table for a computer player: its name, how well it plays, and how."""

from __future__ import annotations

from collections.abc import Callable

from acquire_client.language import message
from acquire_client.view_model.computer_words import LEVEL_TITLES, STYLE_TITLES
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.pages import FormPage
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.choice import Choice
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.widget import Widget
from acquire_core.ai.levels import find_level

LONGEST_NAME = 20
LEVELS, STYLES = tuple(LEVEL_TITLES), tuple(STYLE_TITLES)
ABOUT = message("It is a program of its own on this computer, with its own key. Nobody sees its tiles, and you do not either. "
                "Everybody at the table reads that it is a computer player, how it plays, and that you have started it.")


class AddComputerPage(FormPage):
    """`add` gets name and level, with the style behind a slash."""

    shares = (0.56, 0.62)

    def __init__(self, shell: Shell, name: str, level: str, add: Callable[[str, str], None]) -> None:
        super().__init__(shell, shell.translate("Add a computer player"))
        self.name, self._add = name, add
        self.level, _, self.style = level.partition("/")

    @property
    def plays(self) -> str:
        """Return the level, and a style where that level has one."""
        return f"{self.level}/{self.style}" if self.style and find_level(self.level).weighs_options else self.level

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        row, gap = unit.target(34), unit(10)
        self.name_box, self.level_box, self.style_box = self.body.stacked(3, row, gap)
        rows = 3 if find_level(self.level).weighs_options else 2
        self.about = self.body.without_top(rows * (row + gap) + unit(6))

    def build_widgets(self) -> list[Widget]:
        translate = self.translate
        cancel, add = self.foot.columns((1, 1.6), self.unit(12))
        name = self.name_box.without_left(int(self.name_box.w * 0.42))
        widgets: list[Widget] = [
            TextField("name", name, self.name, self._set_name, longest=LONGEST_NAME, ghost=translate("Name"),
                      entered=self.confirm),
            Choice("level", self.level_box, [translate(LEVEL_TITLES[each]) for each in LEVELS], LEVELS.index(self.level),
                   self._set_level, translate("Level"))]
        if find_level(self.level).weighs_options:
            widgets.append(Choice("style", self.style_box, [translate(STYLE_TITLES[each]) for each in STYLES],
                                  STYLES.index(self.style), self._set_style, translate("Style"),
                                  translate("What this player likes beside winning.")))
        return [*widgets, Button("cancel", cancel, translate("Cancel"), self.shell.pop, hint="Esc"),
                Button("add", add, translate("Add"), self.confirm, kind="primary", hint="Enter", size=15)]

    def confirm(self) -> None:
        self.shell.pop()
        self._add(self.name.strip(), self.plays)

    def _set_name(self, name: str) -> None:
        self.name = name

    def _set_level(self, at: int) -> None:
        self.level = LEVELS[at]
        self.rebuild()

    def _set_style(self, at: int) -> None:
        self.style = STYLES[at]
        self.rebuild()

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        painter.text(self.name_box.left(int(self.name_box.w * 0.42)), self.translate("Name"), 13)
        painter.paragraph(self.about, self.translate(ABOUT), 12.5, "dim", cut=True)
