"""What a scene is, and what it may ask of the window around it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pygame

from acquire_client.files.saves import Shelf
from acquire_client.files.settings import Settings
from acquire_client.language import Words
from acquire_client.matches.local import LocalMatch
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.widgets.stage import Stage
from acquire_client.window.widgets.widget import Widget
from acquire_client.workers import Workers


class Shell(Protocol):
    """The window, as scenes see it."""

    settings: Settings
    words: Words
    workers: Workers
    records: Path
    size: tuple[int, int]

    @property
    def painter(self) -> Painter:
        """Who can tell how wide a text is."""

    def say(self, text: str, **values: object) -> str:
        """A text in the language of the person."""

    def push(self, scene: Scene) -> None:
        """Put a scene on top of this one."""

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of all that are there."""

    def pop(self) -> None:
        """Take the scene on top away; behind the last one the program ends."""

    def menu(self) -> None:
        """Back to the title, from wherever."""

    def play(self, match: LocalMatch, shelf: Shelf | None = None) -> None:
        """Sit down at a match, in the place of all scenes."""

    def change(self, settings: Settings) -> None:
        """Other settings: kept, and in force at once."""

    def sound(self, name: str) -> None: ...

    def tell(self, text: str, bad: bool = False) -> None:
        """A line at the foot of the window, for a few seconds."""

    def flag(self, title: str) -> None:
        """What the title of the window says."""

    def quit(self) -> None: ...


class Scene:
    """`overlay` scenes lie over the one below, which is drawn first and dimmed."""

    overlay = False

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.stage = Stage()
        self.say = shell.say
        self.now_ms = 0
        self._laid_out: tuple[int, int, float] | None = None

    # --- what a scene says of itself ---

    def widgets(self) -> list[Widget]:
        """All that can be pressed now, in the order of the Tab key."""
        return []

    def lay_out(self, window: Box, unit: Unit) -> None:
        """Rectangles for a window of this size."""

    def panels(self) -> Panels:
        """What lies under everything else in a scene that is no overlay."""
        return ()

    def paint(self, painter: Painter) -> None:
        """Everything but these panels and the widgets."""

    def key(self, event: pygame.event.Event) -> bool:
        """A key that no widget took."""
        return False

    def update(self, now_ms: int) -> bool:
        """Time has passed; whether something is to be drawn anew."""
        return False

    def wait_ms(self, now_ms: int) -> int | None:
        """How long nothing will change by itself; None for until somebody does something."""
        return None

    def returned(self) -> None:
        """The scene on top of this one has gone."""

    def gone(self) -> None:
        """The scene goes away for good."""

    # --- what the window does with it ---

    @property
    def window(self) -> Box:
        return Box(0, 0, *self.shell.size)

    @property
    def unit(self) -> Unit:
        return Unit(*self.shell.size, self.shell.settings.scale)

    def ready(self) -> None:
        """Lay out if the size has changed since, and build the widgets the first time."""
        wanted = (*self.shell.size, self.shell.settings.scale)
        if wanted != self._laid_out:
            self._laid_out = wanted
            self.rebuild()

    def rebuild(self, focus: str | None = None) -> None:
        self.lay_out(self.window, self.unit)
        self.stage.set(self.widgets(), focus)

    def restyled(self) -> None:
        """Settings have changed: words and sizes may be others."""
        self._laid_out = None

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether somebody took the event."""
        self.ready()
        if self.stage.handle(event, self.now_ms):
            return True
        return event.type == pygame.KEYDOWN and self.key(event)

    def draw(self, painter: Painter, active: bool = True) -> None:
        self.ready()
        if self.overlay:
            painter.dim(self.window)
        else:
            painter.ground(self.panels())
        self.paint(painter)
        self.stage.draw(painter, active)
