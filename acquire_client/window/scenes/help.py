"""Help: how the game goes, the keys, and the prices, as three pages of one overlay."""

from __future__ import annotations

from functools import partial

import pygame

from acquire_client.language import message
from acquire_client.view_model.rule_changes import changed_rules, rules_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.pages import Page, paint_prices
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_core import Ruleset

RULES = (
    message("Each turn: place a tile, then buy up to {most} shares of chains on the board, then draw a tile."),
    message("Two tiles side by side found a chain. The founder names it and gets a share free."),
    message("A tile beside a chain makes it grow. The larger a chain, the dearer its shares."),
    message("A tile between two chains merges them: the larger one takes the smaller one over. The player with the most "
            "shares of the smaller one gets the first bonus, the next player the second. Then all players keep, sell or trade "
            "their shares, two for one of the larger chain."),
    message("A chain of {safe} tiles is safe: nobody can take it over."),
    message("The end may be announced when a chain has {end} tiles, or when all chains on the board are safe. Then all bonuses "
            "are paid and all shares sold, and the player with the most money wins."),
)
KEYS = (
    ("1 – 6", message("place that tile")),
    ("T L A W F I C", message("choose a chain, or put a share of it into the cart; with Shift take it out")),
    ("Enter", message("do what the main button says, and nothing else")),
    ("Tab ← ↑ → ↓", message("move the focus")),
    ("U   R", message("take back the last answer, or the whole turn")),
    ("H", message("what a strong computer player would do, and why")),
    ("Space", message("press what has the focus; do not wait for the computer players")),
    ("F1   F2   F3   F4", message("prices, chains, your tiles, players; the sheet can be clicked for chains and players")),
    ("F5   F6", message("chart, log with or without passes")),
    ("F7   F8", message("save, saved games")),
    ("Ctrl+C", message("copy the log")),
    ("F9   F10   F11", message("help, menu, full screen")),
)
TABS = (message("Rules"), message("Keys"), message("Prices"))


class HelpPage(Page):
    shares = (0.82, 0.88)

    def __init__(self, shell: Shell, ruleset: Ruleset) -> None:
        super().__init__(shell, shell.translate("How to play"))
        self.ruleset, self.tab = ruleset, 0

    def build_widgets(self) -> list[Widget]:
        cells = self.head.end(int(self.head.w * 0.6)).columns([1] * len(TABS), self.unit(8))
        tabs: list[Widget] = [
            Button(f"tab {number}", Box(cell.x, cell.y, cell.w, max(28, cell.h)), self.translate(label),
                   partial(self.turn_to, number), kind="chosen" if number == self.tab else "plain")
            for number, (label, cell) in enumerate(zip(TABS, cells, strict=True))]
        return [*tabs, *super().build_widgets()]

    def turn_to(self, tab: int) -> None:
        self.tab = tab
        self.rebuild()

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.turn_to((self.tab + (1 if event.key == pygame.K_RIGHT else -1)) % len(TABS))
            return True
        return super().press_key(event)

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
        unit, rules = painter.unit, self.ruleset
        y = body.y
        for number, text in enumerate(RULES, 1):
            told = self.translate(text, most=rules.max_buy, safe=rules.safe_size, end=rules.end_size)
            painter.text(Box(body.x, y, unit(30), unit(26)), f"{number}", 18, "accent", bold=True)
            room = Box(body.x + unit(38), y + unit(2), min(body.w - unit(38), unit(900)),
                       (body.bottom - y) // (len(RULES) + 1 - number + bool(rules.changes())))
            y += painter.paragraph(room, told, 16) + unit(14)
        if changed := changed_rules(rules, self.shell.words):
            title = rules_title(rules, self.shell.words)
            room = Box(body.x + unit(38), y, min(body.w - unit(38), unit(900)), body.bottom - y)
            painter.paragraph(room, f"{title}. {'; '.join(changed)}.", 14, "dim", cut=True)

    def _paint_keys(self, painter: Painter, body: Box) -> None:
        unit = painter.unit
        told = [row for row in KEYS if row[0] != "H" or self.shell.settings.hints]
        height = min(unit(38), body.h // len(KEYS))
        for (keys, text), row in zip(told, body.stacked(len(told), height), strict=True):
            left, right = row.columns((1, 2.6), unit(16))
            painter.text(left, self.translate(keys), 14, "accent", bold=True)
            painter.text(right, self.translate(text), 14)


