"""A replay: any record, at any moment, on the table it was played at; with the win chances of a strong player when asked for.

Arrows step, Page Up and Page Down go from turn to turn, Space plays and pauses. The analysis works in a thread, can be left off
at any time, and what it finds leads to the moves that it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from acquire_client.files.settings import ANIMATIONS
from acquire_client.language import message
from acquire_client.matches.replay_match import ReplayMatch
from acquire_client.view_model.replaying import Moment, RecordReplay
from acquire_client.view_model.rule_changes import rules_title
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.replay import replay_layout
from acquire_client.window.scenes.chart_pictures import save_chart
from acquire_client.window.scenes.replay_keys import ReplayKeys
from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.table_view.action_bar import paint_bar, table_panels
from acquire_client.window.table_view.board_view import BoardMarks, draw_board
from acquire_client.window.table_view.chances_view import WinChances, found_widget, paint_chances, paint_curves
from acquire_client.window.table_view.motion import FRAME_MS, Motion
from acquire_client.window.table_view.sheet_view import draw_flights, draw_sheet, sheet_rows
from acquire_client.window.table_view.side_view import log_widget, paint_heading
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.choice import Choice, Slider
from acquire_client.window.widgets.lines import ListView
from acquire_client.window.widgets.widget import Widget
from acquire_core.analysis import Analysis, Effort, analyse
from acquire_core.record import Record

SPEEDS = {1600: message("Slow"), 800: message("Normal"), 300: message("Fast"), 60: message("Very fast")}
"""How long a moment stays while the game plays by itself."""
SECONDS = (10, 30, 120, 600)
LOOK_MS = 250
"""Between two looks at how far an analysis is."""
STEPPERS = (("first", "|<"), ("back", "<"), ("play", ""), ("forward", ">"), ("last", ">|"))


class ReplayScene(Scene):
    def __init__(self, shell: Shell, record: Record, save: Callable[[], None] | None = None) -> None:
        """Begin before the first move; `save` keeps a record that does not lie on the disk."""
        super().__init__(shell)
        self.match = ReplayMatch(record)
        self.replay = RecordReplay(self.match, shell.words)
        self.save = save
        self.quiet = True
        self.keys = ReplayKeys(shell, self)
        self.stop = 0
        self.pause_ms = 800
        self.playing_since: int | None = None
        self.effort = Effort(seconds=SECONDS[1])
        self.chances: WinChances | None = None
        self._found: Analysis | None = None
        self.showing = False
        """Whether the chances lie over sheet and log."""
        self.chosen: int | None = None
        self.done_share: float | None = None
        """How far the analysis is; None while none is at work."""
        self._left = False
        self._work = 0
        self._looked_ms = 0
        self.motion = Motion(ANIMATIONS[shell.settings.animation])
        self.moment: Moment = self._show_moment(0)

    # --- time ---

    def go_to_stop(self, stop: int) -> None:
        """Go to another moment; one step forward is shown as it was at the table."""
        stop = max(0, min(len(self.replay.stops) - 1, stop))
        before, last = self.moment, self.stop
        self.stop, self.moment = stop, self._show_moment(stop)
        self.motion.finish()
        steps = self.match.poll()
        if stop == last + 1:
            self.motion.begin([event for step in steps for event in step.events], self.now_ms, before.board.tiles, before.sheet,
                              self.moment.sheet)
        self.rebuild()

    def _show_moment(self, stop: int) -> Moment:
        self.match.go_to(self.replay.stops[stop])
        return self.replay.moment_after(self.replay.stops[stop])

    def go_to(self, move: int) -> None:
        self.playing_since = None
        self.go_to_stop(self.replay.stop_at(move))

    def play(self) -> None:
        """Play by itself, or stop that; behind the end from the beginning."""
        if self.playing_since is not None:
            self.playing_since = None
        else:
            if self.stop == len(self.replay.stops) - 1:
                self.go_to_stop(0)
            self.playing_since = self.now_ms
        self.rebuild()

    def step_to(self, name: str) -> None:
        self.playing_since = None
        last = len(self.replay.stops) - 1
        self.go_to_stop({"first": 0, "back": self.stop - 1, "forward": self.stop + 1, "last": last}[name])

    def update(self, now_ms: int) -> bool:
        changed = self.motion.update(now_ms)
        if self.playing_since is not None and now_ms - self.playing_since >= self.pause_ms:
            self.playing_since = now_ms
            self.go_to_stop(self.stop + 1)
            if self.stop == len(self.replay.stops) - 1:
                self.playing_since = None
                self.rebuild()
            changed = True
        if self.done_share is not None and now_ms - self._looked_ms >= LOOK_MS:
            self._looked_ms, changed = now_ms, True
            self.rebuild()
        return changed

    def wait_ms(self, now_ms: int) -> int | None:
        waits = [FRAME_MS] if self.motion.is_running else []
        if self.playing_since is not None:
            waits.append(max(0, self.playing_since + self.pause_ms - now_ms))
        if self.done_share is not None:
            waits.append(max(0, self._looked_ms + LOOK_MS - now_ms))
        return min(waits, default=None)

    # --- the analysis ---

    def ask(self) -> None:
        """Look for the chances, leave off looking, or show or hide what was found."""
        if not self.replay.open:
            return
        if self.done_share is not None:
            self._left = True
        elif self.chances is not None:
            self.showing = not self.showing
        else:
            self._begin()
        self.rebuild()

    @property
    def has_chances(self) -> bool:
        return self.chances is not None or self.done_share is not None

    def _begin(self) -> None:
        self._left, self.done_share = False, 0.0
        self._work += 1
        record, effort, work = self.replay.record, self.effort, self._work

        def tell(share: float) -> None:
            if self.done_share is not None and work == self._work:
                self.done_share = share

        def found(analysis: Analysis) -> None:
            if work != self._work:
                return
            left, self.done_share = self._left, None
            if analysis.points:
                self._found, self.showing, self.chosen = analysis, True, None
                self.chances = WinChances(analysis, self.replay.names, self.translate)
            elif not left:
                self.shell.show_notice(self.translate("The record is too short to find anything in it."))
            self.rebuild()

        self.shell.workers.start(lambda: analyse(record, effort, tell, lambda: self._left), found)

    def change_effort(self, seconds: int) -> None:
        """Change the time to think: what was found before is thrown away."""
        self.effort = Effort(seconds=seconds)
        self.chances, self.showing, self.chosen = None, False, None
        self.rebuild()

    def _choose(self, number: int) -> None:
        """Go to where it was decided: the hand, and the question that was put."""
        assert self.chances is not None
        self.chosen = number
        self.go_to(max(1, self.chances.found[number].move - 1))

    def on_leave(self) -> None:
        self._left = True
        self._work += 1

    # --- widgets ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        self.places = replay_layout(window, unit, sheet_rows(self.replay.record.players))

    def build_widgets(self) -> list[Widget]:
        places, unit, translate = self.places, self.unit, self.translate
        bar = places.table.bar
        height = max(28, bar.h - 2 * unit(4))
        close = Box(bar.right - unit(158), bar.y + (bar.h - height) // 2, unit(150), height)
        widgets: list[Widget] = [
            Button("close", close, translate("Close"), self.shell.pop, kind="quiet", hint="Esc", size=12.5)]
        if self.showing:
            beside = Box(close.x - unit(228), close.y, unit(220), close.h)
            widgets.append(Button("picture", beside, translate("As a picture (PNG)"), self.save_picture, kind="quiet", hint="P",
                                  size=12.5))
        widgets += [
            Slider("moment", places.slider, self._moment_text(), self.stop, 0, max(1, len(self.replay.stops) - 1), 1,
                   self._slide_to, lambda value: "", label_share=0.14)]
        for (name, label), box in zip(STEPPERS, places.steppers, strict=True):
            if name == "play":
                text = translate("Pause") if self.playing_since is not None else translate("Play")
                widgets.append(Button(name, box, text, self.play, kind="primary", size=13,
                                      tip=translate("Space plays and pauses.")))
            else:
                tip = translate("The arrows step from move to move, Page Up and Page Down from turn to turn.")
                widgets.append(Button(name, box, label, partial(self.step_to, name), size=14, tip=tip))
        pauses = tuple(SPEEDS)
        widgets.append(Choice("speed", places.speed, tuple(map(translate, SPEEDS.values())), pauses.index(self.pause_ms),
                              lambda at: self._set_pause(pauses[at]), translate("Speed")))
        tip = translate("A strong player looks at every turn: win chances, the largest swings, and what was better.")
        if not self.replay.open:
            tip = translate("Only for a finished game: this would reveal the other players' tiles.")
        widgets.append(Button("chances", places.chances, self._ask_label(), self.ask, hint="A", size=13, tip=tip,
                              enabled=self.replay.open))
        seconds = self.effort.seconds or SECONDS[0]
        at = min(range(len(SECONDS)), key=lambda number: abs(SECONDS[number] - seconds))
        widgets.append(Choice("time", places.time, [translate("{count} s", count=one) for one in SECONDS], at,
                              lambda number: self.change_effort(SECONDS[number]), translate("Thinks"),
                              enabled=self.done_share is None))
        if self.shown_chances is not None:
            widgets.append(found_widget(places.column, unit, self.shown_chances, translate, self.chosen, self._choose))
        else:
            told = self.replay.lines[:self.replay.lines_until(self.moment.move)]
            widgets.append(log_widget(places.table.side, unit, told, self.quiet, self.replay.names, self._from_line, None,
                                      self.shell.painter))
        return widgets

    def save_picture(self) -> None:
        """Save the win chances as a picture."""
        chances = self.shown_chances
        if chances is not None:
            note = f"{self.replay.ruleset.name}, {self.shell.words.listing(self.replay.names.seats)}"
            save_chart(self.shell, "chances", self.translate("Win chances"), note,
                       lambda painter, box: paint_curves(painter, box, chances))

    def toggle_passes(self) -> None:
        """Show the log with or without passes."""
        self.quiet = not self.quiet
        self.rebuild()

    def _from_line(self, number: int) -> None:
        self.go_to(self.replay.move_of_line(number))

    def _ask_label(self) -> str:
        if self.done_share is not None:
            return self.translate("Stop ({share})", share=f"{round(100 * self.done_share)} %")
        if self.chances is not None and self.showing:
            return self.translate("Score sheet")
        return self.translate("Win chances")

    def _moment_text(self) -> str:
        return self.translate("Move {move} of {last}", move=self.moment.move, last=self.replay.stops[-1])

    def _slide_to(self, value: int) -> None:
        self.playing_since = None
        self.go_to_stop(value)

    def _set_pause(self, pause_ms: int) -> None:
        self.pause_ms = pause_ms
        self.rebuild()

    # --- keys ---

    def handle_event(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.motion.finish()
        if event.type == pygame.KEYDOWN and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) and self._time_key(event.key):
            return True
        return super().handle_event(event)

    def _time_key(self, key: int) -> bool:
        """Move in time by a key, whatever has the focus; return False for other keys. A choice and a list need some of them
        themselves."""
        self.ready()
        focused = self.focus_manager.focused_widget if self.focus_manager.by_keyboard else None
        names = {pygame.K_LEFT: "back", pygame.K_RIGHT: "forward", pygame.K_HOME: "first", pygame.K_END: "last"}
        if key in names and not isinstance(focused, Choice):
            self.step_to(names[key])
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) and not isinstance(focused, ListView):
            self.playing_since = None
            self.go_to_stop(self.replay.turn_from(self.stop, 1 if key == pygame.K_PAGEDOWN else -1))
        elif key == pygame.K_SPACE:
            self.play()
        else:
            return False
        return True

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.shell.pop()
        elif self.keys.function_key(event.key):
            return True
        elif event.key == pygame.K_a:
            self.ask()
        elif event.key == pygame.K_p:
            self.save_picture()
        return True

    def on_restyle(self) -> None:
        super().on_restyle()
        self.translate = self.shell.translate
        if self.replay.names.words.language != self.shell.words.language:
            self.replay.set_language(self.shell.words)
            if self.chances is not None and self._found is not None:
                self.chances = WinChances(self._found, self.replay.names, self.translate)
        self.motion.factor = ANIMATIONS[self.shell.settings.animation]

    # --- the picture ---

    @property
    def shown_chances(self) -> WinChances | None:
        """Return the win chances, where they are looked at instead of sheet and log."""
        return self.chances if self.showing else None

    def panels(self) -> Panels:
        table = self.places.table
        if self.shown_chances is None:
            return table_panels(table)
        return (table.board, "board"), (self.places.column, "panel"), (table.action_bar, "panel")

    def paint(self, painter: Painter) -> None:
        places, now, unit = self.places, self.moment, painter.unit
        table = places.table
        left = table.bar.inset(unit(14), 0).without_end(unit(170 if not self.showing else 400))
        paint_bar(painter, left, self.translate, now.turn, rules_title(self.replay.ruleset, self.shell.words), now.bag_count)
        draw_board(painter, table.squares, self.motion.board(now.board), BoardMarks(dropping=self.motion.dropping))
        if self.shown_chances is not None:
            paint_chances(painter, places.column, self.shown_chances, now.move, self.chosen, self.translate)
        else:
            draw_sheet(painter, table.sheet, self.motion.sheet(now.sheet), self.translate)
            paint_heading(painter, table.side, self.translate("What happened"))
            draw_flights(painter, table, self.motion.flights, now.sheet)
        self._paint_action_bar(painter)

    def _paint_action_bar(self, painter: Painter) -> None:
        places, now, unit = self.places, self.moment, painter.unit
        told = self.replay.last_line_at(now.move)
        who = "" if now.asked is None else self.replay.names.seat(now.asked)
        painter.text(places.told, told or self.translate(now.question, who=who), 16, bold=True, cut=True)
        if told:
            painter.text(places.question, self.translate(now.question, who=who), 13, "dim", cut=True)
        if not now.hand:
            return
        label = self.translate("Tiles of {name}", name=who)
        head, row = places.hand.rows((1, 1.9), unit(2))
        painter.text(head, label, 11.5, "dim", cut=True)
        for tile, box in zip(now.hand, row.columns([1] * max(6, len(now.hand)), unit(5)), strict=False):
            painter.tile(box, tile)
