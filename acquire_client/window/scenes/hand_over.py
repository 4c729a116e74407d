"""Hand the screen over to another person: hide all hands until that person is there, and show what happened since."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.scene import FunctionKey, Scene, SealedStep, Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget


class HandOver(Scene):
    """Lies over the table, whose hand is hidden meanwhile."""

    overlay = True

    def __init__(self, shell: Shell, name: str, since: Callable[[], Sequence[str]], sit: Callable[[], None],
                 function_key: FunctionKey, step: SealedStep | None = None) -> None:
        """Hide the table; `step` is what all may know of a step that several answer secretly."""
        super().__init__(shell)
        self.name, self.since, self._sit, self._function_key, self.step = name, since, sit, function_key, step

    def lay_out(self, window: Box, unit: Unit) -> None:
        self.frame = window.centred(max(unit(620), int(window.w * 0.5)), unit(430))
        inner = self.frame.inset(unit(30), unit(26))
        foot = inner.foot(unit.target(46))
        self.button, self.back, self.menu = foot.columns((1.7, 1.7, 1) if self._can_take_back else (2.4, 0, 1), unit(12))
        self.head = inner.top(unit(104 if self._progress() else 78))
        self.log = inner.without_top(self.head.h + unit(10)).without_foot(foot.h + unit(16))

    @property
    def _can_take_back(self) -> bool:
        return self.step is not None and bool(self.step.last_name)

    def _progress(self) -> str:
        return "" if self.step is None else self.step.progress()

    def build_widgets(self) -> list[Widget]:
        unit = self.unit
        back: list[Widget] = []
        if self.step is not None and self._can_take_back:
            label = self.translate("{name} answers again", name=self.step.last_name)
            back.append(Button("back", self.back, label, self.take_back, hint="U", icon="undo",
                               tip=self.translate("An answer can be changed until all have answered.")))
        return [Button("sit", self.button, self.translate("I am {name}", name=self.name), self.sit_down, kind="primary", size=15,
                       hint="Enter", icon="person"),
                *back,
                Button("menu", self.menu, self.translate("Menu"), self.leave, hint="F10", icon="menu"),
                ListView("since", self.log, [ListLine(text) for text in self.since()], max(unit(22), unit.text(13) + 6),
                         at_end=True, empty=self.translate("Nothing has happened yet."), painter=self.painter)]

    def sit_down(self) -> None:
        self.shell.pop()
        self._sit()

    def take_back(self) -> None:
        if self.step is not None and self._can_take_back:
            self.shell.pop()
            self.step.take_back()

    def leave(self) -> None:
        self._function_key(pygame.K_F10)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in ENTER_KEYS:
            self.sit_down()
        elif event.key == pygame.K_u and self._can_take_back:
            self.take_back()
        else:
            self._function_key(event.key)
        return True

    def paint(self, painter: Painter) -> None:
        painter.panel(self.frame, "panel", "mine", 12)
        progress = self._progress()
        upper, lower, low = self.head.rows((1.4, 1, 1)) if progress else (*self.head.rows((1.4, 1)), self.head.foot(0))
        if progress:
            painter.text(low, progress, 13, "mark", bold=True, cut=True)
        painter.text(upper, self.translate("Now {name} decides", name=self.name), 22, bold=True, cut=True)
        painter.text(lower, self.translate("Hands are hidden until {name} sits at the screen.", name=self.name), 13, "dim",
                     cut=True)
