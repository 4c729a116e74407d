"""Computer players among themselves at this machine: all hands lie open, and nobody is asked for anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame

from acquire_client.language import message
from acquire_client.matches.match import Match
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.autosave import TableSaver
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.table_keys import TableKeys
from acquire_client.window.screen_reader.nodes import AccessibleNode, label_node
from acquire_client.window.table_view.action_bar import ActionBar
from acquire_client.window.table_view.board_view import HandTile
from acquire_client.window.table_view.open_hands import hand_rows, hand_tiles, paint_hands
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget

HIDDEN = message("Hands and shares are hidden.")


class WatchComputersKeys(TableKeys):
    """Nobody answers here, so there is nothing to undo and no hint."""

    def helper_buttons(self, places: tuple[Box, ...]) -> list[Widget]:
        return []

    def show_hand(self) -> None:
        """Show the tiles of all seats."""
        translate, controller = self.shell.translate, self.controller
        lines = [translate("{name}: {tiles}", name=seat.name, tiles=" ".join(seat.tiles) or "–")
                 for seat in controller.shown.sheet.seats] if controller.is_open else [translate(HIDDEN)]
        self.shell.show_lines(translate("Tiles"), lines)


class WatchComputersScene(TableScene):
    """navigation.py shows it for a match in which no person plays. `controller.is_open` says whether hands and shares are shown.
    The game can be halted, and played to its end without pauses."""

    def __init__(self, shell: Shell, match: Match, autosave: TableSaver) -> None:
        super().__init__(shell, match, autosave)
        self._show_hands(shell.settings.open_hands)

    def make_keys(self) -> TableKeys:
        return WatchComputersKeys(self.shell, self.controller, self)

    @property
    def is_paused(self) -> bool:
        return self.controller.runner.halted

    def toggle_hands(self) -> None:
        """Show all hands and shares, or hide them as at a table of people; the next game is shown in the same way."""
        self._show_hands(not self.controller.is_open)
        self.shell.change_settings(replace(self.shell.settings, open_hands=self.controller.is_open))

    def _show_hands(self, is_open: bool) -> None:
        self.controller.open_hands(is_open)
        self.rebuild()

    def toggle_pause(self) -> None:
        runner = self.controller.runner
        runner.halted, runner.hurried = not runner.halted, False
        self.rebuild()
        self.update(self.now_ms)

    def hurry_up(self) -> None:
        """Play on without pauses; what was halted only goes on."""
        if self.is_paused:
            self.toggle_pause()
        else:
            super().hurry_up()
            self.rebuild()

    # --- widgets ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        places, sheet = self.places, self.snapshot.sheet
        line = Box(places.hand.x, places.question.y, places.actions.right - places.hand.x, places.question.h)
        question, facts = line.columns((1.6, 1), unit(12))
        below = Box(line.x + unit(4), line.bottom + unit(8), line.w - unit(4), places.hand.bottom - line.bottom - unit(8))
        self.rows = hand_rows(below, len(sheet.seats), unit)
        decides = next((number for number, seat in enumerate(sheet.seats) if seat.deciding), None)
        tiles = () if decides is None else hand_tiles(self.rows[decides], len(sheet.seats[decides].tiles), unit)[1]
        self.places = replace(places, question=question, facts=facts, tiles=tiles)  # a tile flies from where it lies

    def build_widgets(self) -> list[Widget]:
        return [widget for widget in super().build_widgets() if not isinstance(widget, HandTile) and widget.name != "hurry"] + [
            *self._buttons()]

    def _buttons(self) -> Iterator[Widget]:
        """Return what can be done: pause and go on, play to the end, and show or hide the hands."""
        controller, translate, helpers = self.controller, self.translate, self.places.helpers
        hands, pause = helpers[0].to(helpers[-1]).columns((1.25, 1), self.unit(6))
        if controller.ended:
            hands = hands.to(pause)
        else:
            if self.is_paused or not controller.runner.hurried:
                label, icon = (message("Go on"), "play") if self.is_paused else (message("Play to the end"), "skip")
                yield Button("hurry", self.places.confirm, translate(label), self.hurry_up, hint=translate("Space"), size=14,
                             icon=icon)
            label, icon = (message("Go on"), "play") if self.is_paused else (message("Pause"), "pause")
            yield Button("pause", pause, translate(label), self.toggle_pause, hint="P", size=12, icon=icon)
        if not self.match.is_over:
            label = message("Hide hands") if controller.is_open else message("Show hands")
            tip = message("Nobody plays here but computers, so all tiles and shares may be seen.")
            yield Button("hands", hands, translate(label), self.toggle_hands, hint="O", size=12, icon="eye", tip=translate(tip))

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_o and not self.match.is_over:
            self.toggle_hands()
            return True
        if event.key == pygame.K_p and not self.controller.ended:
            self.toggle_pause()
            return True
        return super().press_key(event)

    # --- what a screen reader gets ---

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        parts = super().accessible_parts()
        if not self.controller.is_open:
            return parts
        text = self.translate("Tiles of {name}")
        hands = [label_node(f"hand {number}", f"{text.format(name=seat.name)}: {', '.join(seat.tiles)}", row)
                 for number, (seat, row) in enumerate(zip(self.snapshot.sheet.seats, self.rows, strict=True)) if seat.tiles]
        return *parts, *hands

    # --- the picture ---

    def paint_action_bar(self, painter: Painter, bar: ActionBar) -> None:
        """Paint who decides what, and the hands of all."""
        places, ended = self.places, self.controller.ended
        painter.text(places.question, bar.question, 16, "text", bold=True, cut=True)
        note = "" if ended else self.translate("paused") if self.is_paused else self.translate("thinking …")
        painter.text(places.facts, note, 13, "dim", cut=True)
        if self.controller.is_open:
            paint_hands(painter, self.rows, self.snapshot.sheet)
        else:
            painter.text(self.rows[0], self.translate(HIDDEN), 13, "dim", cut=True)
