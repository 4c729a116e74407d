"""A page for trouble at a table over the network: calm and exact, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from acquire_client.view_model.trouble_pages import TroubleStory
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget


class TroublePage(Page):
    """`go_on` does what it takes to play on without the player, nothing where that happens by itself; `leave` leaves the table,
    and is None where that has happened."""

    shares = (0.72, 0.84)

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

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        unit, y = painter.unit, self.body.y
        head = max(unit(18), unit.text(12) + 4)
        for part in self.story.parts:
            room = Box(self.body.x, y, self.body.w, max(0, self.body.bottom - y))
            if room.h < 2 * head:
                return
            painter.text(room.top(head), part.head, 12, "dim", bold=True, cut=True)
            y += head + painter.paragraph(room.without_top(head), part.text, 13.5, cut=True) + unit(10)
