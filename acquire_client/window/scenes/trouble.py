"""A page for trouble at a table over the network: calm and exact, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from acquire_client.view_model.trouble_pages import TroubleStory
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget

TEXT_SIZE = 15


class TroublePage(Page):
    """`go_on` does what it takes to play on without the player, nothing where that happens by itself; `leave` leaves the table,
    and is None where that has happened."""

    largest_shares = (0.8, 0.92)
    """How large the page is where its text has no room on a smaller one."""

    def __init__(self, shell: Shell, story: TroubleStory, name: str, go_on: Callable[[], None],
                 leave: Callable[[], None] | None) -> None:
        super().__init__(shell, story.title)
        self.story, self._name, self._go_on, self._leave = story, name, go_on, leave

    def play_on(self) -> None:
        self.shell.pop()
        self._go_on()

    def build_widgets(self) -> list[Widget]:
        translate, unit = self.translate, self.unit
        story, leave = self.story, self._leave
        first, second, third = self.foot.columns((1, 1, 1), unit(12))
        if leave is None:
            return [Button("close", third, translate("Close"), self.shell.pop, kind="primary", hint="Esc")]
        widgets: list[Widget] = []
        if story.without is not None:
            label = translate("Vote to go on without {name}", name=self._name) if story.votes else translate(
                "Play on without {name}", name=self._name)
            widgets.append(Button("without", third, label, self.play_on, kind="plain" if story.votes else "primary"))
        elif story.can_go_on:
            widgets.append(Button("without", third, translate("Play on"), self.play_on, kind="primary"))
        if story.votes or not story.can_go_on:
            widgets.append(Button("close", second, translate("Look at the table"), self.shell.pop,
                                  kind="primary" if story.votes or not story.can_go_on else "plain", hint="Esc"))
        return [*widgets, Button("leave", first, translate("Leave"), self._leave_table)]

    def _leave_table(self) -> None:
        self.shell.pop()
        if self._leave is not None:
            self._leave()

    def press_key(self, event: pygame.event.Event) -> bool:
        """Escape shows the table again; nothing else is decided by a key that was meant for the table."""
        if event.key == pygame.K_ESCAPE:
            self.shell.pop()
        return True

    def spoken_text(self) -> str:
        return " ".join(f"{part.head}: {part.text}" for part in self.story.parts)

    def lay_out(self, window: Box, unit: Unit) -> None:
        self.shares = TroublePage.shares
        super().lay_out(window, unit)
        self.text_pixels = self._fitting_pixels(unit)
        if self.text_pixels < unit.text(TEXT_SIZE):
            self.shares = self.largest_shares
            super().lay_out(window, unit)
            self.text_pixels = self._fitting_pixels(unit)

    def _fitting_pixels(self, unit: Unit) -> int:
        """Return the size in which all parts fit, which is one for all of them."""
        room = self.body.h - len(self.story.parts) * (self._head_height(unit) + unit(10))
        return self.painter.fitting_paragraphs([part.text for part in self.story.parts], self.body.w, room, TEXT_SIZE)

    @staticmethod
    def _head_height(unit: Unit) -> int:
        return max(unit(18), unit.text(12) + 4)

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        head, y = self._head_height(painter.unit), self.body.y
        for part in self.story.parts:
            room = Box(self.body.x, y, self.body.w, max(0, self.body.bottom - y))
            painter.text(room.top(head), part.head, 12, "dim", bold=True)
            y += head + painter.paragraph(room.without_top(head), part.text, pixels=self.text_pixels) + painter.unit(10)
