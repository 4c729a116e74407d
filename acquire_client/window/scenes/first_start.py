"""What the first start asks, on one page: the name, the language, and whether the game is known. It is asked once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial

import pygame

from acquire_client.language import LANGUAGES
from acquire_client.view_model.ready_games import is_seat_name
from acquire_client.view_model.seat_choices import LONGEST_NAME
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.primary_choice import PrimaryChoice
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.widget import Widget

MIN_WIDTH, MIN_HEIGHT = 660, 400
"""Pixels: at a small scale texts have their smallest size, and need as much room."""


class FirstStart(PrimaryChoice):
    """The gold answer is the one that Enter gives, wherever the focus is; Tab and the arrows move the gold."""

    overlay = True

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, "learn")
        self.name = shell.settings.name

    def choices(self) -> Collection[str]:
        return ("learn", "play")

    def lay_out(self, window: Box, unit: Unit) -> None:
        self.frame = window.centred(max(unit(700), MIN_WIDTH), max(unit(400), MIN_HEIGHT))
        inner = self.frame.inset(unit(36), unit(26))
        self.head = inner.top(unit(44))
        self.line = Box(inner.x, self.head.bottom, inner.w, unit(26))
        row = unit.target(38)
        self.name_row = Box(inner.x, self.line.bottom + unit(22), inner.w, row)
        self.language_row = Box(inner.x, self.name_row.bottom + unit(12), inner.w, row)
        self.foot = inner.foot(unit(20))
        self.answers = Box(inner.x, self.foot.y - unit(14) - unit(60), inner.w, unit(60)).columns((1, 1), unit(14))
        top = self.language_row.bottom
        self.question = Box(inner.x, top, inner.w, self.answers[0].y - top).foot(unit(44))

    def build_widgets(self) -> list[Widget]:
        translate, label = self.translate, self.name_row.w // 4
        cells = self.language_row.without_left(label).columns([1] * len(LANGUAGES), self.unit(8))
        widgets: list[Widget] = [TextField("name", self.name_row.without_left(label), self.name, self._set_name,
                                           longest=LONGEST_NAME, ghost=translate("Player"), spoken=translate("Your name"))]
        widgets += [Button(f"language {code}", cell, title, partial(self._set_language, code),
                           kind="chosen" if code == self.shell.settings.language else "plain")
                    for (code, title), cell in zip(LANGUAGES.items(), cells, strict=True)]
        for name, key, icon, cell, text, note in (
                ("learn", "F1", "book", self.answers[0], translate("No, show me how"),
                 translate("A tutorial of eight steps")),
                ("play", "F2", "cards", self.answers[1], translate("Yes, choose a game"),
                 translate("Quick game, challenge or custom"))):
            primary = name == self.chosen
            widgets.append(Button(name, cell, text, partial(self.take, name), kind="primary" if primary else "plain", note=note,
                                  hint="Enter" if primary else key, size=15, icon=icon))
        return widgets

    # --- answers ---

    def _set_name(self, text: str) -> None:
        self.name = text

    def _set_language(self, code: str) -> None:
        if code != self.shell.settings.language:
            self.shell.change_settings(replace(self.shell.settings, language=code))

    def take(self, wanted: str) -> None:
        """Keep what was said, and go on with the tutorial or with the choice of a game."""
        if not self._keep():
            return
        self.shell.pop()
        if wanted == "learn":
            self.shell.show_tutorial()
        else:
            self.shell.show_new_game()

    def _keep(self) -> bool:
        """Keep the name; return False if nobody can sit down with it, and say so."""
        name = self.name.strip()
        if name and not is_seat_name(name):
            self.shell.show_notice(self.translate("This name cannot be used at a table. Choose another one."), bad=True)
            self.rebuild("name")
            return False
        self.shell.change_settings(replace(self.shell.settings, name=name))
        return True

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE and self._keep():
            self.shell.pop()
        elif event.key in (pygame.K_F1, pygame.K_F2):
            self.take("learn" if event.key == pygame.K_F1 else "play")
        return True

    # --- the picture ---

    def paint(self, painter: Painter) -> None:
        unit, translate = painter.unit, self.translate
        painter.panel(self.frame, "panel", "line", 12)
        painter.text(self.head, translate("Welcome to Acquire"), 28, bold=True)
        painter.text(self.line, translate("Found, grow, merge, and own the most."), 14, "dim")
        label = self.name_row.w // 4 - unit(8)
        painter.text(self.name_row.left(label), translate("Your name"), 14)
        painter.text(self.language_row.left(label), translate("Language"), 14)
        painter.text(self.question, translate("Have you played Acquire?"), 18, bold=True)
        painter.text(self.foot, translate("Esc: to the title. All of this can be changed later."), 11.5, "dim")
