"""House rules: every option of a ruleset with the sentence that says what it means now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from acquire_client.view_model.option_sentences import OPTION_GROUPS, changed_or_refusal, option_sentence
from acquire_client.view_model.rule_changes import (
    MONEY_OPTIONS,
    OPTION_TITLES,
    VALUE_WORDS,
    changed_rules,
    edition_title,
    rules_title,
)
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.layout.scale import FORM_ROOMS
from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.widgets.button import Button, Toggle
from acquire_client.window.widgets.choice import Slider, choice_among
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget
from acquire_core import RULESETS, Ruleset
from acquire_core.ruleset import ALL_OPTIONS

MAX_CHOICES = 6
"""With more values a number gets a line instead of two arrows."""


class HouseRules(Scene):
    """Every change is in force at once: `change` gets the rules. What the kernel refuses is explained and changes nothing."""

    rooms = FORM_ROOMS

    def __init__(self, shell: Shell, ruleset: Ruleset, change: Callable[[Ruleset], None]) -> None:
        super().__init__(shell)
        self.ruleset, self._change = ruleset, change
        self.group = 0
        self.refusal = ""

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot, self.body = page.head, page.foot, page.body
        self.tabs = page.body.top(unit.target(34)).columns([1] * len(OPTION_GROUPS), unit(8))
        line = max(unit(40), 2 * unit.text(13) + 12)
        self.status = page.body.foot(line)
        room = page.body.without_top(self.tabs[0].h + unit(12)).without_foot(line + unit(8))
        self.panel = room
        columns = room.inset(unit(18), unit(12)).columns((1, 1), unit(36))
        left, gap = (len(self.options()) + 1) // 2, unit(8)
        height = min(unit(84), (columns[0].h - gap * (left - 1)) // left)
        self.cells = tuple(cell for column in columns for cell in column.stacked(left, height, gap))
        self.control = min(unit.target(34), max(MIN_TARGET, height // 2))

    def options(self) -> tuple[str, ...]:
        """Return the options of the group that is shown."""
        return OPTION_GROUPS[self.group][1]

    def build_widgets(self) -> list[Widget]:
        translate = self.translate
        widgets: list[Widget] = [
            Button(f"group {number}", box, translate(title), partial(self.show_group, number - 1), hint=str(number),
                   kind="chosen" if number - 1 == self.group else "plain")
            for number, ((title, _), box) in enumerate(zip(OPTION_GROUPS, self.tabs, strict=True), 1)]
        widgets += [self._option_widget(name, cell.top(self.control))
                    for name, cell in zip(self.options(), self.cells, strict=False)]
        undo, use = self.foot.columns((1, 2.4), self.unit(14))
        title = edition_title(self.ruleset, self.shell.words)
        return [*widgets,
                Button("undo", undo, translate("Back to plain {rules}", rules=title), self.undo_changes, hint="U", icon="undo",
                       enabled=bool(self.ruleset.changes())),
                Button("use", use, translate("Use these rules"), self.shell.pop, kind="primary", hint="Enter", size=15,
                       icon="check")]

    def _option_widget(self, name: str, box: Box) -> Widget:
        option, value, label = ALL_OPTIONS[name], getattr(self.ruleset, name), self.translate(OPTION_TITLES[name])

        def change(new: Any) -> None:
            self.set_option(name, new)

        if option.kind is bool:
            return Toggle(name, box, label, value, change)
        if option.kind is int and option.high - option.low >= MAX_CHOICES:
            shown = self.shell.words.money if name in MONEY_OPTIONS else self.shell.words.number
            return Slider(name, box, label, value, option.low, option.high, option.step, change, shown)
        values: tuple[Any, ...] = option.choices or tuple(range(option.low, option.high + 1))
        labels = [self.translate(VALUE_WORDS.get(one, one)) if isinstance(one, str) else str(one) for one in values]
        return choice_among(self.painter, name, box, labels, values.index(value), lambda at: change(values[at]), label)

    def set_option(self, name: str, value: Any) -> None:
        self.ruleset, self.refusal = changed_or_refusal(self.ruleset, name, value, self.shell.words)
        if not self.refusal:
            self._change(self.ruleset)
        self.rebuild()

    def undo_changes(self) -> None:
        self.ruleset, self.refusal = RULESETS[self.ruleset.name], ""
        self._change(self.ruleset)
        self.rebuild("use")

    def show_group(self, number: int) -> None:
        self.group, self.refusal = number % len(OPTION_GROUPS), ""
        self.rebuild(f"group {self.group}")

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Take these rules with Enter, wherever the focus is, as the button says; Space presses what has the focus."""
        if event.type == pygame.KEYDOWN and event.key in (*ENTER_KEYS, pygame.K_ESCAPE):
            self.shell.pop()
            return True
        return super().handle_event(event)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.show_group(self.group + (1 if event.key == pygame.K_PAGEDOWN else -1))
        elif event.key == pygame.K_u and self.ruleset.changes():
            self.undo_changes()
        elif 0 <= event.key - pygame.K_1 < len(OPTION_GROUPS) and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL):
            self.show_group(event.key - pygame.K_1)
        return True

    def panels(self) -> Panels:
        return ((self.panel, "panel"),)

    def paint(self, painter: Painter) -> None:
        unit, words, changed = painter.unit, self.shell.words, self.ruleset.changes()
        painter.text(self.head, self.translate("House rules"), 26, bold=True)
        for name, cell in zip(self.options(), self.cells, strict=False):
            if name in changed:
                painter.panel(Box(cell.x - unit(10), cell.y, unit(4), cell.h), "mine", None, 2)
            room = cell.without_top(self.control + unit(2))
            painter.paragraph(room, option_sentence(name, self.ruleset, words), 12.5, "text" if name in changed else "dim")
        text = self.refusal
        if not text:
            text = "; ".join((rules_title(self.ruleset, words), *changed_rules(self.ruleset, words)))
        painter.paragraph(self.status, text, 13, "bad" if self.refusal else "text", cut=True)
