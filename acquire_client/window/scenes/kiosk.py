"""Tables on a television: full screen, large, without hands and without anything to press. It finds its tables by itself.

While a game runs near here that may be watched, it is shown. Otherwise the tables that still wait are listed with their codes.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from acquire_client.language import message
from acquire_client.matches.match import Match
from acquire_client.matches.near_tables import NearTables, address_of, search_near
from acquire_client.view_model.lobby_cards import near_first, near_table_text
from acquire_client.view_model.sentences import end_condition, end_sentence
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.scenes.watch_table import WatchTableScene
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.qr_picture import paint_qr
from acquire_client.window.widgets.widget import Widget
from acquire_net import FoundTable, TableStage

RESULT_MS = 20_000
"""So long a result stands on the screen."""
AGAIN_MS = 10_000
"""So long no game is chosen after one has ended or could not be watched: its announcement may still be under way."""
MAX_TABLES = 4
HOW_TO_JOIN = message("Start Acquire on this network, choose Play together, and click the table, type its code or scan the "
                      "picture.")


class KioskScene(Scene):
    """The tables that wait. As soon as a game runs that may be watched, it is shown."""

    def __init__(self, shell: Shell, pause_ms: int = 0,
                 search: Callable[[Callable[[], None]], NearTables] = search_near) -> None:
        super().__init__(shell)
        self.tables: list[FoundTable] = []
        self._pause_ms = pause_ms
        self._ready_ms: int | None = None
        self._is_watching = False
        self.search = search(lambda: shell.workers.post(self._on_tables))
        shell.set_title("")

    def _on_tables(self) -> None:
        self.tables = near_first(self.search.snapshot())
        self.rebuild()

    def update(self, now_ms: int) -> bool:
        """Show the first game that runs and may be watched."""
        if self._ready_ms is None:
            self._ready_ms = now_ms + self._pause_ms
        running = next((table for table in self.tables if table.stage == TableStage.SHOWN), None)
        if running is None or self._is_watching or now_ms < self._ready_ms:
            return False
        self._is_watching = True
        self.shell.watch_online(address_of(running), running.name)
        return True

    def wait_ms(self, now_ms: int) -> int | None:
        return 1 if self._ready_ms is None else max(1, self._ready_ms - now_ms) if now_ms < self._ready_ms else None

    def on_leave(self) -> None:
        self.shell.workers.start(self.search.close, lambda _: None)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.shell.quit()
        return True

    # --- the picture ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        gap = unit(16)
        self.cards = page.body.rows([1] * MAX_TABLES, gap)

    def panels(self) -> Panels:
        return tuple((card, "panel") for _, card in zip(self.tables, self.cards, strict=False))

    def paint(self, painter: Painter) -> None:
        translate, unit = self.translate, painter.unit
        painter.text(self.head, translate("Tables near here"), 30, bold=True)
        if not self.tables:
            painter.text(self.cards[0], translate("No table was found on this network."), 20, "dim", cut=True)
        for table, card in zip(self.tables, self.cards, strict=False):
            title, stands = near_table_text(table, self.shell.words)
            inner = card.inset(unit(24), unit(10))
            is_open = table.stage == TableStage.GATHERING
            if is_open:
                picture = inner.end(inner.h)
                paint_qr(painter, picture, address_of(table).code())
                inner = inner.without_end(picture.w + unit(20))
            words, code = inner.columns((1.6, 1), unit(16))
            upper, lower = words.rows((1.3, 1))
            painter.text(upper, title, 24, bold=True, cut=True)
            painter.text(lower, stands.rpartition(" · ")[0], 18, "dim", cut=True)
            if is_open:
                self._paint_code(painter, code, table.table_code)
        painter.text(self.foot, translate(HOW_TO_JOIN), 18, "dim", cut=True)

    @staticmethod
    def _paint_code(painter: Painter, box: Box, code: str) -> None:
        """Write a table code as large as the box allows."""
        pixels = int(box.h * 0.8)
        while pixels > 20 and painter.fonts.text_width(code, pixels, True, True) > box.w:
            pixels -= 2
        painter.text(box, code, 32, "text", "right", bold=True, figures=True, pixels=pixels)


class KioskTableScene(WatchTableScene):
    """The table that is watched, without a button."""

    def build_widgets(self) -> list[Widget]:
        return [widget for widget in super().build_widgets() if not isinstance(widget, Button)]

    def show_result(self) -> None:
        self._finish_motion()
        self.shell.show_kiosk_result(self.match)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.shell.quit()
        return True


class KioskResult(Scene):
    """Who has won, for a while; then the tables again."""

    def __init__(self, shell: Shell, match: Match) -> None:
        super().__init__(shell)
        self.match = match
        self._until_ms: int | None = None

    def update(self, now_ms: int) -> bool:
        if self._until_ms is None:
            self._until_ms = now_ms + RESULT_MS
        if now_ms < self._until_ms:
            return False
        self.shell.stop_watching()
        return True

    def wait_ms(self, now_ms: int) -> int | None:
        return 1 if self._until_ms is None else max(1, self._until_ms - now_ms)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.shell.quit()
        return True

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        self.rows = page.body.rows([1] * max(4, len(self.match.game.standings())), unit(14))

    def panels(self) -> Panels:
        return tuple((row, "panel") for _, row in zip(self.match.game.standings(), self.rows, strict=False))

    def paint(self, painter: Painter) -> None:
        names, unit = self.match.names.in_language(self.shell.words), painter.unit
        standings = self.match.game.standings()
        winners = [names.holder(holder) for rank, holder, _ in standings if rank == 1]
        several = len(winners) > 1 or names.teams
        who = names.words.listing(winners)
        title = self.translate("{names} win", names=who) if several else self.translate("{name} wins", name=who)
        painter.text(self.head, title, 30, bold=True, cut=True)
        for (rank, holder, money), row in zip(standings, self.rows, strict=False):
            inner = row.inset(unit(20), unit(10))
            disc = inner.left(inner.h)
            painter.avatar(disc, holder, names.holder(holder))
            line = inner.without_left(disc.w + unit(16))
            amount = line.end(line.w // 3)
            painter.text(amount, names.words.money(money), 34, "text", "right", bold=rank == 1, figures=True)
            painter.text(line.without_end(amount.w), f"{rank}. {names.holder(holder)}", 34, bold=rank == 1, cut=True)
        happened = (event for step in self.match.steps for event in step.events)
        seen = self.match.observe(None)
        reason = end_sentence(self.match.game.end_reason, happened, names, end_condition(seen.sizes, seen.ruleset, names))
        painter.text(self.foot, reason, 16, "dim", cut=True)
