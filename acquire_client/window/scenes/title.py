"""The first thing that people see: what they can do, and a game between computer players that goes on by itself."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from acquire_client.files.journal_files import journal_files
from acquire_client.language import message
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.match_runner import MatchRunner
from acquire_client.matches.players import players_from
from acquire_client.version import DISTRIBUTION, distribution_version
from acquire_client.view_model.board import board_picture
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.window import network
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.controller.autosave import newest_unfinished
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import title_layout
from acquire_client.window.layout.table import sheet_line_count
from acquire_client.window.scenes.scene import DialogAnswer, Scene, Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole, label_node
from acquire_client.window.table_view.board_view import BoardMarks, draw_board
from acquire_client.window.table_view.sheet_view import draw_sheet
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.notes import is_small
from acquire_client.window.widgets.widget import Widget
from acquire_core import RULESETS
from acquire_core.events import StartTilePlaced, TilePlaced

if TYPE_CHECKING:
    from acquire_client.matches.near_tables import NearTables
    from acquire_client.matches.waiting_table import WaitingTable

DEMO_SEATS = "casual,casual,casual,casual"
DEMO_PAUSE_MS = 1400
AFTER_THE_END_MS = 6000

Entry = tuple[str, str, str, Callable[[], None]]
ENTRY_ICONS = {"return": "undo", "continue": "play", "new": "cards", "together": "people", "tutorial": "book", "puzzles": "hint",
               "saves": "folder", "settings": "settings", "help": "help", "quit": "leave"}


class TitleScene(Scene):
    """navigation.py shows it first and after every game. `menu_entries` is all that can be done, with the keys; what a thread
    finds later (`_offer_return`, `_offer_others`) puts entries in front. A thread may answer when the title has been left, so
    they look at `_is_left` first. The game that goes on behind the menu is `demo`; `on_leave` stops it."""

    def __init__(self, shell: Shell, search: Callable[[Callable[[], None]], NearTables] | None = None) -> None:
        super().__init__(shell)
        self._search_near = search
        self.search: NearTables | None = None
        """Looks for the others of the table that waits, as long as the title is there."""
        self.others_there = 0
        """How many of them are at that table, as they announce it."""
        self._is_left = False
        self.demo = self._new_demo()
        """The game between computer players."""
        self.ended_ms: int | None = None
        """When that game was over; None while it goes on."""
        self.new: list[str] = []
        """The tiles that were placed in it last."""
        self.unfinished = newest_unfinished(shell.records, self._report_damaged)
        """The newest game that can be continued; None where there is none."""
        self.waiting_table: WaitingTable | None = None
        """A table over the network at which others may be waiting."""
        self.other_tables: list[WaitingTable] = []
        """Tables over days to which this seat can return as well."""
        shell.workers.start(self._find_table, self._offer_return)
        shell.set_title("")

    def _find_table(self) -> WaitingTable | None:
        """Find a table to which this seat can return, once the peer of the one that was left has ended."""
        self.shell.wait_for_goodbyes()
        return network.waiting_table(self.shell.folders) if journal_files(self.shell.folders) else None

    def _offer_return(self, table: WaitingTable | None) -> None:
        if table is None or self._is_left:
            return
        self.waiting_table = table
        if table.lobby_id:
            self.search = (self._search_near or network.search_near)(lambda: self.shell.workers.post(self._on_tables))
        self.shell.workers.start(lambda: network.other_tables_over_days(self.shell.folders, table.journal), self._offer_others)
        self.on_restyle()

    def _offer_others(self, tables: list[WaitingTable]) -> None:
        if tables and not self._is_left:
            self.other_tables = tables
            self.on_restyle()

    def _all_tables(self) -> list[WaitingTable]:
        """Return all tables that wait, those at which it is the turn of the person here in front."""
        return [] if self.waiting_table is None else network.in_order([self.waiting_table, *self.other_tables])

    def _on_tables(self) -> None:
        """Count who is at the table that waits."""
        if self.search is None or self.waiting_table is None:
            return
        before, self.others_there = self.others_there, self.waiting_table.others_there(self.search.snapshot())
        if before != self.others_there:
            self.on_restyle()

    def _new_demo(self) -> MatchRunner:
        ruleset = RULESETS["classic"].replace(holdings="open")
        return MatchRunner(LocalMatch.start(ruleset, players_from(DEMO_SEATS), secrets.randbits(32)), self.shell.workers,
                           DEMO_PAUSE_MS)

    def _report_damaged(self, aside: Path) -> None:
        text = self.translate("The game that was interrupted cannot be read; it now lies in {name}.", name=aside.name)
        self.shell.show_notice(text, bad=True)

    # --- what can be done ---

    def menu_entries(self) -> list[Entry]:
        """Name, label, the key that does the same, and what is done."""
        shell = self.shell
        entries: list[Entry] = []
        if self.other_tables:
            entries.append(("return", message("Return to a table"), "R", lambda: shell.show_waiting_tables(self._all_tables())))
        elif (table := self.waiting_table) is not None:
            entries.append(("return", message("Return to your table"), "R",
                            lambda: shell.sit_down_online(network.Resume(table.journal), shell.settings.name)))
        if self.unfinished is not None:
            entries.append(("continue", message("Continue"), "C", self._continue_game))
        return [
            *entries,
            ("new", message("New game"), "N", shell.show_new_game),
            ("together", message("Play together"), "P", shell.show_together),
            ("tutorial", message("Tutorial"), "T", shell.show_tutorial),
            ("puzzles", message("Puzzles"), "D", shell.show_puzzles),
            ("saves", message("Saved games and replays"), "F8", shell.show_saved_games),
            ("settings", message("Settings"), "S", shell.show_settings),
            ("help", message("How to play"), "F9", lambda: shell.show_help(RULESETS["classic"])),
            ("quit", message("Quit"), "Esc", shell.quit),
        ]

    def _continue_game(self) -> None:
        """Continue the newest game that is free now: another window may have taken one since the title was drawn."""
        self.unfinished = newest_unfinished(self.shell.records, self._report_damaged)
        if self.unfinished is None:
            self.shell.show_notice(self.translate("Your unfinished game is open in another window."))
            self.rebuild()
        else:
            self.shell.continue_game(self.unfinished)

    def _ask_to_quit(self) -> None:
        """Ask before the Escape key ends the program: it closes pages too, and is easily pressed once too often."""
        self.shell.show_dialog(message("Quit Acquire?"), lambda: self.translate("Unfinished games are kept."), (
            DialogAnswer(message("Quit"), self.shell.quit, "primary"), DialogAnswer(message("Stay"))), lambda key: None)

    def build_widgets(self) -> list[Widget]:
        places = self.places.menu
        notes = {} if self.waiting_table is None else {"return": self._note_of_return(self.waiting_table)}
        return [Button(name, place, self.translate(label), act, kind="primary" if number == 0 else "plain", hint=key, size=15,
                       icon=ENTRY_ICONS[name], group="menu", note=notes.get(name, ""), tip=notes.get(name, ""))
                for number, ((name, label, key, act), place) in enumerate(zip(self.menu_entries(), places, strict=True))]

    def rebuild(self, focus: str | None = None) -> None:
        """Build anew. Enter does what the first entry says, which may have come only now, unless the ring is at another one."""
        super().rebuild(focus if focus or self.focus_manager.by_keyboard else self.menu_entries()[0][0])

    def _note_of_return(self, table: WaitingTable) -> str:
        if self.other_tables:
            return network.waiting_tables_text(self._all_tables(), self.shell.words)
        return network.waiting_table_text(table, self.shell.words, self.others_there)

    def press_key(self, event: pygame.event.Event) -> bool:
        names = {"F8": "f8", "F9": "f9"}
        pressed = pygame.key.name(event.key)
        if event.key == pygame.K_ESCAPE:
            self._ask_to_quit()
            return True
        for _, _, key, act in self.menu_entries():
            if names.get(key, key.lower()) == pressed and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL):
                act()
                return True
        return False

    # --- the demo ---

    def update(self, now_ms: int) -> bool:
        steps = self.demo.advance(now_ms)
        for step in steps:
            placed = [event.tile for event in step.events if isinstance(event, TilePlaced | StartTilePlaced)]
            self.new = placed or self.new
        if self.demo.match.is_over:
            if self.ended_ms is None:
                self.ended_ms = now_ms
            elif now_ms - self.ended_ms >= AFTER_THE_END_MS:
                self.demo, self.ended_ms, self.new = self._new_demo(), None, []
                self._look_at_demo()
                return True
        if steps:
            self._look_at_demo()
        return bool(steps)

    def _look_at_demo(self) -> None:
        self._seen = self.demo.match.observe(None)
        self._board = board_picture(self._seen.board, self.new)
        self._sheet = sheet_seen(self._seen, self.demo.match.names)

    def wait_ms(self, now_ms: int) -> int | None:
        if self.ended_ms is not None:
            return max(1, AFTER_THE_END_MS - (now_ms - self.ended_ms))
        return self.demo.wait_ms(now_ms)

    def on_return(self) -> None:
        self.unfinished = newest_unfinished(self.shell.records, self._report_damaged)
        self.on_restyle()

    def on_leave(self) -> None:
        self.demo.stop()
        self._is_left, search, self.search = True, self.search, None
        if search is not None:
            self.shell.workers.start(search.close, lambda _: None)

    # --- what a screen reader gets ---

    def spoken_title(self) -> str:
        return "Acquire"

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return the name of the game, and one text in the place of the demo, which would speak without an end."""
        places = self.places
        demo = self.translate("A game between computer players goes on here.")
        return (label_node("name", self.spoken_title(), places.title), label_node("demo", demo, places.board),
                AccessibleNode("sheet", NodeRole.GROUP, demo, places.sheet))

    # --- the picture ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        self._look_at_demo()
        rows = sheet_line_count(self._seen.players)
        self.places = title_layout(window, unit, len(self.menu_entries()), rows, self.waiting_table is not None)

    def panels(self) -> Panels:
        return (self.places.board, "board"), (self.places.sheet, "panel")

    def paint(self, painter: Painter) -> None:
        places = self.places
        self._paint_name(painter, places.title)
        motto = self.translate("Found, grow, merge, and own the most.")
        if is_small(painter, motto, places.line, 15):
            painter.paragraph(Box(*places.line[:3], places.line.h + painter.unit(14)), motto, 15, "dim")
        else:
            painter.text(places.line, motto, 15, "dim")
        version = distribution_version(DISTRIBUTION)
        if version:
            painter.text(places.foot, self.translate("Version {version}", version=version), 11, "dim")
        draw_board(painter, places.squares, self._board, BoardMarks())
        draw_sheet(painter, places.sheet, self._sheet, self.translate)

    def _paint_name(self, painter: Painter, box: Box) -> None:
        """Paint the name of the game in tiles of its chains."""
        chains = ("tower", "luxor", "american", "worldwide", "festival", "imperial", "continental")
        gap = painter.unit(4)
        side = min(box.h - painter.unit(8), (box.w - 6 * gap) // 7)
        for number, (letter, chain) in enumerate(zip("ACQUIRE", chains, strict=True)):
            tile = Box(box.x + number * (side + gap), box.y + (box.h - side) // 2, side, side)
            painter.chain(tile, chain, letter=False)
            painter.text(tile, letter, 30, painter.look.chains[chain].ink, "centre", bold=True,
                         pixels=max(12, round(side * 0.56)))
