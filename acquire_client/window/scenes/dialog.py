"""A question or a notice over whatever is there: a title, a few sentences, and buttons in a row."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.scene import DialogAnswer, FunctionKey, Scene, Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget


class Dialog(Scene):
    """The last answer is the one that Escape gives; the primary one has the focus, else the first. `title` is a text of the
    catalogue, and `text` gives the sentences, so that both are in another language when that changes; `function_key` does what
    such a key means here. It closes without an answer as soon as the question no longer `holds`."""

    overlay = True

    def __init__(self, shell: Shell, title: str, text: Callable[[], str], answers: tuple[DialogAnswer, ...],
                 function_key: FunctionKey, holds: Callable[[], bool] = lambda: True) -> None:
        super().__init__(shell)
        self.title, self.text, self.answers, self._function_key, self._holds = title, text, answers, function_key, holds
        self.frame = self.row = Box(0, 0, 0, 0)

    def lay_out(self, window: Box, unit: Unit) -> None:
        wide = max(unit(560), unit.text(13) * 34, self._width_of_answers(unit) + 2 * unit(26))
        self.frame = window.centred(min(wide, window.w - 2 * unit(8)), max(unit(230), unit.text(13) * 15))
        inner = self.frame.inset(unit(26))
        self.row = inner.foot(unit.target(40))

    def _width_of_answers(self, unit: Unit) -> int:
        """Return how wide the row of buttons has to be, so that the longest label has its room."""
        fonts, pixels = self.shell.painter.fonts, unit.text(13)
        widest = max(fonts.text_width(self.translate(answer.label), pixels, True) for answer in self.answers)
        return max(2, len(self.answers)) * (widest + unit(28))

    def build_widgets(self) -> list[Widget]:
        places = self.row.columns([1] * max(2, len(self.answers)), self.unit(12))[-len(self.answers):]
        return [Button(f"answer {number}", place, self.translate(answer.label), partial(self.give_answer, answer),
                       kind=answer.kind)
                for number, (answer, place) in enumerate(zip(self.answers, places, strict=True))]

    def rebuild(self, focus: str | None = None) -> None:
        if focus is None and self.focus_manager.focus is None:
            focus = next((f"answer {number}" for number, answer in enumerate(self.answers) if answer.kind == "primary"), None)
        super().rebuild(focus)

    def update(self, now_ms: int) -> bool:
        if not self._holds():
            self.shell.pop()
            return True
        return super().update(now_ms)

    def give_answer(self, answer: DialogAnswer) -> None:
        self.shell.pop()
        if answer.act is not None:
            answer.act()

    def spoken_text(self) -> str:
        return self.text()

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.give_answer(self.answers[-1])
        else:
            self._function_key(event.key)
        return True

    def paint(self, painter: Painter) -> None:
        unit = painter.unit
        painter.panel(self.frame, "panel", "line", 12)
        inner = self.frame.inset(unit(26)).without_foot(self.row.h + unit(14))
        head = inner.top(max(unit(30), unit.text(19) + 8))
        painter.text(head, self.translate(self.title), 19, bold=True, cut=True)
        painter.paragraph(inner.without_top(head.h + unit(8)), self.text(), 14)
