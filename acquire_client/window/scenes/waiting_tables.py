"""The tables to which this seat can return, where there are several: those over days wait side by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from acquire_client.language import message
from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.view_model.waiting_table_text import table_row
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget
from acquire_net import Resume

TITLE = message("Your tables")
WIDTH, MAX_HEIGHT = 0.6, 0.88
"""Shares of the window."""
KNOWN_HERE = message("This is what this computer knows. Coming back asks the mailbox for the rest; the command 'acquire keep' "
                     "does that by itself.")


class WaitingTablesPage(Page):
    def __init__(self, shell: Shell, tables: Sequence[WaitingTable]) -> None:
        super().__init__(shell, shell.translate(TITLE))
        self.tables = tuple(tables)

    def on_restyle(self) -> None:
        super().on_restyle()
        self.title = self.translate(TITLE)

    def lay_out(self, window: Box, unit: Unit) -> None:
        gap, count, about = unit(8), len(self.tables), 2 * (unit.text(12.5) + unit(5))
        around = 2 * unit(18) + unit(36) + unit(8) + unit.target(38) + unit(12) + about + unit(16)
        wanted = around + count * (unit.target(54) + gap)
        self.shares = WIDTH, min(MAX_HEIGHT, wanted / window.h)
        super().lay_out(window, unit)
        self.about = self.body.foot(about)
        rows = self.body.without_foot(about + unit(10))
        self.rows = rows.stacked(count, min(unit.target(54), (rows.h - gap * (count - 1)) // count), gap)

    def build_widgets(self) -> list[Widget]:
        words = self.shell.words
        widgets: list[Widget] = []
        for number, (table, box) in enumerate(zip(self.tables, self.rows, strict=True), 1):
            title, stands = table_row(table, words)
            widgets.append(Button(f"table {number}", box, title, partial(self.return_to, table), note=stands, tip=stands, size=15,
                                  hint=str(number), kind="chosen" if table.waits_for_me else "plain", group="tables",
                                  icon="play" if table.waits_for_me else ""))
        return [*widgets, Button("close", self.foot.end(self.unit(180)), self.translate(self.close), self.shell.pop, hint="Esc",
                                 icon="close")]

    def return_to(self, table: WaitingTable) -> None:
        self.shell.sit_down_online(Resume(table.journal), self.shell.settings.name)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in ENTER_KEYS:
            self.return_to(self.tables[0])
        elif 0 <= event.key - pygame.K_1 < len(self.tables):
            self.return_to(self.tables[event.key - pygame.K_1])
        elif event.key == pygame.K_ESCAPE:
            self.shell.pop()
        return True

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        painter.paragraph(self.about, self.translate(KNOWN_HERE), 12.5, "dim")
