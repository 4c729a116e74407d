"""A scene of a few choices, one of which is primary: the one that Enter takes, wherever the focus is."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.widgets.widget import ENTER_KEYS


class PrimaryChoice(Scene):
    """The focus makes a choice the primary one; `chosen` is its name, and that of its widget."""

    def __init__(self, shell: Shell, chosen: str) -> None:
        super().__init__(shell)
        self.chosen = chosen

    def choices(self) -> Collection[str]:
        """Return the names of all choices."""
        raise NotImplementedError

    def take(self, wanted: str) -> None:
        """Do what the choice of this name says."""
        raise NotImplementedError

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Take the primary choice with Enter, as it says; Space presses what has the focus."""
        self.ready()
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS:
            self.take(self.chosen)
            return True
        took = super().handle_event(event)
        focus = self.focus_manager.focus
        if focus is not None and focus != self.chosen and focus in self.choices():
            self.chosen = focus
            self.rebuild()
        return took
