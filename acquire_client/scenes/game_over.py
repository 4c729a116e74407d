"""The end of a game: who won, how it came about, and what next."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from ..assets.painter import Painter
from ..layout.box import Box, Unit
from ..layout.pages import page_layout
from ..matches.local import LocalMatch
from ..saves import write_free
from ..trouble import reason
from ..view_model.history import bonuses_by_seat, history_csv, history_of
from ..view_model.sentences import END_REASONS
from ..view_model.words import TableNames
from ..widgets.button import Button
from ..widgets.drawn import Cell, draw_table
from ..widgets.widget import Widget
from .pages import paint_worth
from .replay import ReplayScene
from .scene import Scene, Shell


class GameOver(Scene):
    def __init__(self, shell: Shell, match: LocalMatch, again: Callable[[], None], save: Callable[[], None]) -> None:
        super().__init__(shell)
        self.match, self._again, self._save = match, again, save
        self.history = history_of(match.record(), match.names)
        self.standings = match.game.standings()
        events = [event for step in match.steps for event in step.events]
        self.bonuses = bonuses_by_seat(events, len(match.players))

    @property
    def names(self) -> TableNames:
        return self.match.names.told_in(self.shell.words)

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        self.line = page.body.top(unit(26))
        body = page.body.without_top(unit(38))
        self.ranking, self.chart = body.columns((1, 1.5), unit(18))

    def widgets(self) -> list[Widget]:
        cells = self.foot.columns([1] * 6, self.unit(10))
        return [
            Button("again", cells[0], self.say("Play again"), self._again, kind="primary", hint="Enter"),
            Button("table", cells[1], self.say("See the table"), self.shell.pop, hint="T"),
            Button("replay", cells[2], self.say("Replay"), self.replay, hint="R"),
            Button("save", cells[3], self.say("Save the record"), self._save, hint="F7"),
            Button("export", cells[4], self.say("As a table (CSV)"), self.export, hint="E"),
            Button("menu", cells[5], self.say("Menu"), self.shell.menu, hint="Esc"),
        ]

    def replay(self) -> None:
        self.shell.push(ReplayScene(self.shell, self.match.record()))

    def export(self) -> None:
        """Net worth by turn and the result, for a spreadsheet, beside the records."""
        text = history_csv(self.history, self.names, self.standings, self.bonuses)
        try:
            path = write_free(self.shell.records, "game", ".csv", text)
        except OSError as error:
            self.shell.tell(self.say("The table is not written: {why}.", why=reason(error, self.shell.words)), bad=True)
            return
        self.shell.tell(self.say("Saved as {name}.", name=str(path)))

    def key(self, event: pygame.event.Event) -> bool:
        acts = {pygame.K_t: self.shell.pop, pygame.K_r: self.replay, pygame.K_e: self.export, pygame.K_F7: self._save,
                pygame.K_ESCAPE: self.shell.menu, pygame.K_F10: self.shell.menu}
        if event.key in acts:
            acts[event.key]()
        return True

    def paint(self, painter: Painter) -> None:
        unit, names = painter.unit, self.names
        winners = [names.holder(seat) for rank, seat, _ in self.standings if rank == 1]
        several = len(winners) > 1 or names.teams
        who = names.words.listing(winners)
        title = self.say("{names} win", names=who) if several else self.say("{name} wins", name=who)
        painter.text(self.head, title, 30, "accent", bold=True, cut=True)
        painter.text(self.line, self.say(END_REASONS.get(self.match.game.end_reason or "", "")), 14, "dim", cut=True)
        painter.panel(self.ranking, "panel", "line", 10)
        painter.panel(self.chart, "panel", "line", 10)
        head = [Cell(""), Cell(self.say("Name")), Cell(self.say("Money")), Cell(self.say("Bonuses"))]
        rows = [head]
        for rank, seat, money in self.standings:
            bonus = self.bonuses[seat] + (self.bonuses[seat + 2] if names.teams else 0)
            ink = "accent" if rank == 1 else "text"
            rows.append([Cell(f"{rank}.", ink, rank == 1), Cell(names.holder(seat), ink, rank == 1, cut=True),
                         Cell(f"${money:,}", ink, True), Cell(f"${bonus:,}", "dim")])
        draw_table(painter, self.ranking.inset(unit(16), unit(12)), rows, (0.35, 1.6, 1.25, 1.25), max(unit(34), 24), left=2,
                   size=14)
        inner = self.chart.inset(unit(16), unit(12))
        painter.text(inner.top(unit(24)), self.say("Net worth by turn"), 12, "dim", bold=True)
        paint_worth(painter, inner.without_top(unit(28)), self.history, names.seats, self)
