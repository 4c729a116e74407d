"""Help: how the game goes, the keys, and the prices, as three pages of one overlay."""

from __future__ import annotations

from functools import partial

import pygame

from acquire_client.language import message
from acquire_client.view_model.rule_changes import changed_rules, rules_title
from acquire_client.view_model.table_rules import rules_in_words
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box, Unit
from acquire_client.window.scenes.pages import Page, paint_prices, prices_part
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_core import Ruleset

KEYS = (
    ("1 – 6", message("place that tile")),
    ("T L A W F I C", message("choose a chain, or put a share of it into the cart; with Shift take it out")),
    ("Enter", message("do what the main button says, and nothing else")),
    ("Tab ← ↑ → ↓", message("move the focus")),
    ("U   R", message("take back the last answer, or the whole turn")),
    ("H", message("what a strong computer player would do, and why")),
    ("Space", message("press what has the focus; do not wait for the computer players")),
    ("F1   F2   F3   F4", message("prices, chains, your tiles, players; the sheet can be clicked for chains and players")),
    ("F5   F6", message("chart, full or short log")),
    ("F7   F8", message("save, saved games")),
    ("Ctrl+C", message("copy the log")),
    ("F9   F10   F11", message("help, menu, full screen")),
)
LARGEST_RULES = 18
MIN_HEIGHT = 640
"""Units: a window that is lower is low for the rules."""
TABS = (message("Rules"), message("Keys"), message("Prices"))


class HelpPage(Page):
    """Any table and the title open it with the rules that are played there. `tab` is the number of the open page in TABS, and
    `turn_to` opens another one. The rules are written in the largest size in which all of them fit, so a new paragraph makes
    all of them smaller."""

    shares = (0.82, 0.88)
    large_shares = (0.95, 0.96)
    """Where the window has few units, the page takes nearly all of it: the rules are written as large as they fit."""

    def __init__(self, shell: Shell, ruleset: Ruleset) -> None:
        super().__init__(shell, shell.translate("How to play"))
        self.ruleset, self.tab = ruleset, 0

    def lay_out(self, window: Box, unit: Unit) -> None:
        self.shares = self.large_shares if window.h < unit(MIN_HEIGHT) else HelpPage.shares
        super().lay_out(window, unit)

    def build_widgets(self) -> list[Widget]:
        cells = self.head.end(int(self.head.w * 0.6)).columns([1] * len(TABS), self.unit(8))
        tabs: list[Widget] = [
            Button(f"tab {number}", Box(cell.x, cell.y, cell.w, max(28, cell.h)), self.translate(label),
                   partial(self.turn_to, number), kind="chosen" if number == self.tab else "plain")
            for number, (label, cell) in enumerate(zip(TABS, cells, strict=True))]
        return [*tabs, *super().build_widgets()]

    def turn_to(self, tab: int) -> None:
        """Show another page; a focus on the tabs goes along."""
        self.tab = tab
        self.rebuild(f"tab {tab}" if (self.focus_manager.focus or "").startswith("tab") else None)

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Turn the pages with left and right, wherever the focus is: they do not move it, as elsewhere."""
        is_plain = event.type == pygame.KEYDOWN and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL)
        if is_plain and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.ready()
            self.turn_to((self.tab + (1 if event.key == pygame.K_RIGHT else -1)) % len(TABS))
            return True
        return super().handle_event(event)

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        return (prices_part(self.body, self.ruleset, self),) if TABS[self.tab] == "Prices" else ()

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        body = self.body.without_top(painter.unit(10))
        if self.tab == 0:
            self._paint_rules(painter, body)
        elif self.tab == 1:
            self._paint_keys(painter, body)
        else:
            paint_prices(painter, body, self.ruleset, {}, self)

    def _paint_rules(self, painter: Painter, body: Box) -> None:
        """Paint the rules of this table's edition, all in one size: the largest in which they fit."""
        unit, words = painter.unit, self.shell.words
        paragraphs = [*rules_in_words(self.ruleset, words)]
        if changed := changed_rules(self.ruleset, words):
            paragraphs.append((self.translate("Changed"), f"{rules_title(self.ruleset, words)}: {'; '.join(changed)}."))
        left = min(unit(130), body.w // 6)
        room, pixels = body.without_left(left), unit.text(LARGEST_RULES)
        while pixels > MIN_TEXT and self._rules_height(painter, paragraphs, room.w, pixels) > body.h:
            pixels -= 1
        y, gap = body.y, self._rules_gap(pixels)
        titles = min(painter.fitting(title, body.left(left - unit(9)), LARGEST_RULES, True) for title, _ in paragraphs)
        for title, text in paragraphs:
            place = Box(room.x, y, room.w, max(1, body.bottom - y))
            painter.text(Box(body.x, y, left - unit(9), painter.line_height(pixels)), title, LARGEST_RULES, "dim", bold=True,
                         pixels=min(titles, pixels))
            y += painter.paragraph(place, text, LARGEST_RULES, cut=True, pixels=pixels) + gap

    @staticmethod
    def _rules_gap(pixels: int) -> int:
        """Return how far paragraphs in this size are apart."""
        return max(3, pixels // 2)

    def _rules_height(self, painter: Painter, paragraphs: list[tuple[str, str]], width: int, pixels: int) -> int:
        lines = sum(len(painter.wrapped(text, width, pixels)) for _, text in paragraphs)
        return lines * painter.line_height(pixels) + self._rules_gap(pixels) * (len(paragraphs) - 1)

    def _paint_keys(self, painter: Painter, body: Box) -> None:
        unit = painter.unit
        shown = [row for row in KEYS if row[0] != "H" or self.shell.settings.hints]
        rows = body.stacked(len(shown), min(unit(38), body.h // len(shown)))
        halves = [row.columns((1, 2.9), unit(12)) for row in rows]
        pixels = [min(painter.fitting(self.translate(line[part]), half[part], 14, part == 0)
                      for line, half in zip(shown, halves, strict=True)) for part in (0, 1)]
        for (keys, text), (left, right) in zip(shown, halves, strict=True):
            painter.text(left, self.translate(keys), 14, "text", bold=True, pixels=pixels[0])
            painter.text(right, self.translate(text), 14, pixels=pixels[1])
