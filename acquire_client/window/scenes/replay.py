"""A replay: any record, at any moment, on the table it was played at; and its review: accuracy, mistakes, turning points.

Arrows step, Page Up and Page Down go from turn to turn, Space plays and pauses. In a review Up and Down go from finding to
finding, and a finished game can be tried again from any of its moments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from acquire_client.files.settings import ANIMATIONS
from acquire_client.language import message
from acquire_client.matches.local import MatchError
from acquire_client.matches.players import SeatsError
from acquire_client.matches.replay_match import ReplayMatch
from acquire_client.matches.second_try import refusal_to_try_again, try_again
from acquire_client.view_model.findings import Finding
from acquire_client.view_model.replaying import Moment, RecordReplay
from acquire_client.view_model.rule_changes import rules_summary, rules_title
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.controller.game_review import REVIEW_SECONDS, GameReview
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.replay import replay_layout, review_layout
from acquire_client.window.layout.scale import REPLAY_ROOMS
from acquire_client.window.layout.table import sheet_line_count
from acquire_client.window.scenes.chart_pictures import save_chart
from acquire_client.window.scenes.replay_keys import ReplayKeys
from acquire_client.window.scenes.scene import DialogAnswer, Scene, Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.screen_reader.page_nodes import chart_node
from acquire_client.window.screen_reader.table_nodes import BoardSpeech, board_node, sheet_node
from acquire_client.window.table_view.action_bar import paint_bar, table_panels
from acquire_client.window.table_view.board_view import BoardMarks, draw_board
from acquire_client.window.table_view.chances_view import WinChances, curve_area, paint_curves
from acquire_client.window.table_view.moving_view import draw_moving
from acquire_client.window.table_view.review_view import (
    EXPLAINED,
    findings_widget,
    paint_finding,
    paint_progress,
    paint_review,
    review_node,
)
from acquire_client.window.table_view.sheet_view import draw_sheet
from acquire_client.window.table_view.side_view import LogList, paint_heading, side_inner
from acquire_client.window.table_view.spoken_table import stage_node
from acquire_client.window.table_view.stage_motion import StageMoment
from acquire_client.window.table_view.stage_view import StageAsked, paint_stage
from acquire_client.window.table_view.table_motion import TableMotion
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.choice import Choice, Slider
from acquire_client.window.widgets.lines import ListView
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget
from acquire_core.analysis import Analysis, Effort
from acquire_core.record import Record

SPEEDS = {1600: message("Slow"), 800: message("Normal"), 300: message("Fast"), 60: message("Very fast")}
"""How long a moment stays while the game plays by itself."""
SECONDS = (10, REVIEW_SECONDS, 120, 600)
MIN_COUNTED_MS = 800
"""A game that plays faster does not wait until the bonuses of a merger are counted."""
LOOK_MS = 250
"""Between two looks at how far an analysis is."""
STEPPERS = (("first", "first"), ("back", "step-back"), ("play", ""), ("forward", "step-forward"), ("last", "last"))
"""Buttons that move in time, with their icons."""
SPOKEN_STEPPERS = {"first": message("To the beginning"), "back": message("One move back"), "forward": message("One move forward"),
                   "last": message("To the end")}


class ReplayScene(Scene):
    """navigation.py shows it over another scene, for a record from anywhere. `stop` is the place among the moments that can be
    shown, and `moment` is what is shown there: only `go_to_stop` changes them after the beginning, and it ends in `rebuild`. A
    finding names a move of the record; `replay.stop_at` makes a stop of it. The `review` works in a thread and counts its
    `changes`, at which `update` looks. Where `replay.open` is False, the game is not over, and neither hands nor a review may
    be shown."""

    rooms = REPLAY_ROOMS

    def __init__(self, shell: Shell, record: Record, save: Callable[[], None] | None = None,
                 review: GameReview | None = None, own: Sequence[int] | None = None) -> None:
        """Begin before the first move; `save` keeps a record that does not lie on the disk. A `review` from elsewhere goes on
        when the replay is left; its own one is cancelled then. `own` are the seats of the people at this machine; None takes all
        people in the record, which does not say where they sat."""
        super().__init__(shell)
        self.match = ReplayMatch(record)
        self.replay = RecordReplay(self.match, shell.words)
        self.save = save
        self.shows_passes = True
        self.keys = ReplayKeys(shell, self)
        self.stop = 0
        self.pause_ms = 800
        """How long a moment stays while the game plays by itself."""
        self.playing_since: int | None = None
        """When the last moment began, while the game plays by itself; None while it stands."""
        self._has_own_review = review is None
        self.review = review or GameReview(shell.workers, record)
        self._seen_changes = 0
        self.chances: WinChances | None = None
        """What the review has found; None until then."""
        self.of_money = False
        """Whether the curves show the shares of all money."""
        self.showing = False
        """Whether the review lies over sheet and log."""
        self.chosen: int | None = None
        """The number of the finding that was chosen in the list."""
        self._has_people = any(sitting.kind == "person" for sitting in record.seats)
        self.own = tuple(own if own is not None else
                         (seat for seat, sitting in enumerate(record.seats) if sitting.kind == "person"))
        self.is_mine_only = bool(self.own)
        """True if only findings of the people at this machine are listed."""
        self.refusal_to_try = refusal_to_try_again(record)
        self._looked_ms = 0
        self.motion = TableMotion(ANIMATIONS[shell.settings.animation], record.ruleset)
        self._log_list = LogList(self._from_line)
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
            self.motion.begin([event for step in steps for event in step.events], self.now_ms, before, self.moment,
                              before.board.tiles)
            if self.playing_since is not None and self.pause_ms < MIN_COUNTED_MS:
                self.motion.stage.finish()
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
        change = self.motion.update(now_ms)
        changed = change.has_moved
        if change.coins and not self.showing:
            self.shell.play_sound("coin")
        if change.stage_ended:
            self.playing_since = None if self.playing_since is None else now_ms
            self.rebuild()
        is_due = self.playing_since is not None and now_ms - self.playing_since >= self.pause_ms
        if is_due and not self.motion.stage.is_running:  # a merger is counted to its end before the next move
            self.playing_since = now_ms
            self.go_to_stop(self.stop + 1)
            if self.stop == len(self.replay.stops) - 1:
                self.playing_since = None
                self.rebuild()
            changed = True
        if self.review.changes != self._seen_changes:
            self._take_findings()
            changed = True
        if self.done_share is not None and now_ms - self._looked_ms >= LOOK_MS:
            self._looked_ms, changed = now_ms, True
            self.rebuild()
        return changed

    def wait_ms(self, now_ms: int) -> int | None:
        moving_ms = self.motion.wait_ms(None)
        waits = [] if moving_ms is None else [moving_ms]
        if self.playing_since is not None and not self.motion.stage.is_running:
            waits.append(max(0, self.playing_since + self.pause_ms - now_ms))
        if self.done_share is not None:
            waits.append(max(0, self._looked_ms + LOOK_MS - now_ms))
        return min(waits, default=None)

    # --- the review ---

    @property
    def effort(self) -> Effort:
        return self.review.effort

    @effort.setter
    def effort(self, effort: Effort) -> None:
        self.review.change_effort(effort)

    @property
    def done_share(self) -> float | None:
        """Return how far the analysis is; None while none is at work."""
        return self.review.share_done

    def open_review(self) -> None:
        """Show the review, or how far it is."""
        if self.replay.open:
            self.showing = True
            self.review.begin_work()
            self._take_findings()

    def ask(self) -> None:
        """Begin the review, end its work early, or show or hide what was found."""
        if not self.replay.open:
            return
        if self.done_share is not None:
            self.review.stop_early()
        elif self.chances is not None:
            self.showing = not self.showing
        else:
            self.review.begin_work()
        self.rebuild()

    @property
    def has_chances(self) -> bool:
        """Return True if leaving the replay loses the work of a review."""
        return self._has_own_review and (self.chances is not None or self.done_share is not None)

    def _take_findings(self) -> None:
        """Show what was found. A review that a person waits for begins at the costliest of the person's own mistakes."""
        self._seen_changes = self.review.changes
        analysis, was_awaited = self.review.analysis, self.showing and self.chances is None
        if self.review.is_empty:
            self.showing = False
            if not self.review.was_stopped:
                self.shell.show_notice(self.translate("Too short to analyse."))
        elif analysis is not None:
            self.chances = self._win_chances(analysis)
            self.showing, self.chosen = True, None
            if was_awaited and self.shown and self.chances.found[self.shown[0]].is_mistake:
                self.choose_finding(self.shown[0])
        self.rebuild()

    def change_effort(self, seconds: int) -> None:
        """Change the time to think: what was found before is thrown away."""
        self.effort = Effort(seconds=seconds)
        self._seen_changes = self.review.changes
        self.chances, self.showing, self.chosen = None, False, None
        self.rebuild()

    @property
    def shown(self) -> list[int]:
        """Return the numbers of the findings that are listed."""
        found = self.chances.found if self.chances is not None else ()
        return [number for number, one in enumerate(found) if one.is_own or not self.is_mine_only]

    def choose_finding(self, number: int) -> None:
        """Go to where it was decided."""
        assert self.chances is not None
        self.chosen = number
        self.playing_since = None
        self.go_to_stop(self._stop_of(self.chances.found[number]))

    def _stop_of(self, one: Finding) -> int:
        """Return the stop before the move of a finding: there are the hand, and the question that was put."""
        return self.replay.stop_at(max(1, one.move - 1))

    def _step_findings(self, by: int) -> None:
        shown = self.shown
        if shown:
            at = shown.index(self.chosen) + by if self.chosen in shown else 0
            self.choose_finding(shown[max(0, min(len(shown) - 1, at))])

    def _win_chances(self, analysis: Analysis) -> WinChances:
        return WinChances(analysis, self.replay.names, self.own, self.translate, self.of_money)

    def switch_curves(self) -> None:
        """Show the shares of all money instead of win chances, or the other way round."""
        analysis = self.review.analysis
        if analysis is not None:
            self.of_money = not self.of_money
            self.chances = self._win_chances(analysis)
            self.rebuild()

    def filter_findings(self, mine_only: bool) -> None:
        """List the findings of persons alone, or those of all players."""
        self.is_mine_only = mine_only and bool(self.own)
        self.rebuild()

    @property
    def finding_here(self) -> Finding | None:
        """Return the chosen finding while its moment is shown."""
        if self.shown_chances is None or self.chosen is None:
            return None
        one = self.shown_chances.found[self.chosen]
        return one if self.stop == self._stop_of(one) else None

    @property
    def can_try_again(self) -> bool:
        return self.replay.open and not self.refusal_to_try and self.moment.asked is not None

    def ask_to_try_again(self) -> None:
        """Say what a new game from here would be, and begin it if a person wants it."""
        if not self.can_try_again:
            self.shell.show_notice(self._try_again_tip())
            return
        turn = self.moment.turn
        text = message("You play on from turn {turn} with the same players. The tiles come in the same order as in this game, so "
                       "you may know some of them. The new game does not count in your statistics.")
        answers = (DialogAnswer(message("Try again"), self._try_again, "primary"), DialogAnswer(message("Stay here")))
        self.shell.show_dialog(message("Try again from here?"), lambda: self.translate(text, turn=turn), answers,
                               self.keys.function_key)

    def _try_again(self) -> None:
        try:
            match = try_again(self.replay.record, self.moment.move)
        except (MatchError, SeatsError) as error:
            self.shell.show_notice(error.in_language(self.shell.words), bad=True)
            return
        self.shell.play(match)

    def _try_again_tip(self) -> str:
        if not self.replay.open:
            return self.translate("Only for a finished game: this would reveal the other players' tiles.")
        if self.refusal_to_try:
            return self.translate(self.refusal_to_try)
        if self.moment.asked is None:
            return self.translate("Nothing is decided at this moment.")
        return self.translate("A new game from this moment: the same players, and tiles in the same order.")

    def explain_figures(self) -> None:
        lines = [line for text in EXPLAINED for line in (self.translate(text), "")]
        self.shell.show_lines(self.translate("What the figures mean"), lines[:-1])

    def _note(self) -> str:
        """Return what the review could not do."""
        analysis = self.review.analysis
        if analysis is None:
            return ""
        if not analysis.finished:
            return self.translate("Stopped early; some moves weren't checked.") if self.review.was_stopped else self.translate(
                "Ran out of time; some moves weren't checked.")
        if analysis.unknown:
            return self.translate("{count:decision|decisions} can't be judged: tiles are unknown.", count=analysis.unknown)
        return ""

    def on_leave(self) -> None:
        if self._has_own_review:
            self.review.cancel_work()

    # --- widgets ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        players = self.replay.record.players
        self.places = replay_layout(window, unit, sheet_line_count(players))
        self.column = review_layout(self.places.column, unit, players)

    def build_widgets(self) -> list[Widget]:
        places, unit, translate = self.places, self.unit, self.translate
        bar = places.table.bar
        height = max(28, bar.h - 2 * unit(4))
        close = Box(bar.right - unit(158), bar.y + (bar.h - height) // 2, unit(150), height)
        widgets: list[Widget] = [
            Button("close", close, translate("Close"), self.shell.pop, kind="quiet", hint="Esc", size=12.5, icon="close")]
        if self.showing:
            beside = Box(close.x - unit(228), close.y, unit(220), close.h)
            widgets.append(Button("picture", beside, translate("As a picture (PNG)"), self.save_picture, kind="quiet", hint="P",
                                  size=12.5, icon="picture"))
            if self.chances is not None and self.chances.has_money:
                label = translate("Show chances") if self.chances.of_money else translate("Show money")
                tip = translate("The curves show win chances, or shares of all money at the end. Those also differ where a game "
                                "is lost or won already.")
                widgets.append(Button("curves", Box(beside.x - unit(168), close.y, unit(160), close.h), label, self.switch_curves,
                                      kind="quiet", hint="C", size=12.5, icon="chart", tip=tip))
        widgets += [
            Slider("moment", places.slider, self._moment_text(), self.stop, 0, max(1, len(self.replay.stops) - 1), 1,
                   self._slide_to, lambda value: "", label_share=0.14, marks=self._slider_marks())]
        for (name, icon), box in zip(STEPPERS, places.steppers, strict=True):
            if name == "play":
                text = translate("Pause") if self.playing_since is not None else translate("Play")
                kind = "plain" if self._tries_again_first else "primary"
                widgets.append(Button(name, box, text, self.play, kind=kind, size=13,
                                      icon="play" if self.playing_since is None else "pause",
                                      tip=translate("Space plays and pauses.")))
            else:
                tip = translate("The arrows step from move to move, Page Up and Page Down from turn to turn.")
                widgets.append(Button(name, box, "", partial(self.step_to, name), icon=icon, tip=tip,
                                      spoken=translate(SPOKEN_STEPPERS[name])))
        pauses = tuple(SPEEDS)
        widgets.append(Choice("speed", places.speed, tuple(map(translate, SPEEDS.values())), pauses.index(self.pause_ms),
                              lambda at: self._set_pause(pauses[at]), translate("Speed")))
        tip = translate("Computer review of every turn: win chances, mistakes, turning points, and what was better.")
        if not self.replay.open:
            tip = translate("Only for a finished game: this would reveal the other players' tiles.")
        widgets.append(Button("chances", places.chances, self._ask_label(), self.ask, hint="A", size=13, icon="review", tip=tip,
                              enabled=self.replay.open))
        seconds = self.effort.seconds or SECONDS[0]
        at = min(range(len(SECONDS)), key=lambda number: abs(SECONDS[number] - seconds))
        widgets.append(Choice("time", places.time, [translate("{count} s", count=one) for one in SECONDS], at,
                              lambda number: self.change_effort(SECONDS[number]), translate("Analysis time"),
                              enabled=self.done_share is None))
        if self.shown_chances is not None:
            widgets += self._review_widgets(self.shown_chances)
        elif not self.is_waiting and self.stage_moment is None:
            lines = self.replay.lines[:self.replay.lines_until(self.moment.move)]
            widgets.append(self._log_list.widget(unit, lines, self.shows_passes, self.replay.names, None, self.painter,
                                                 side_inner(places.table.side, unit)[1]))
        return widgets

    def _review_widgets(self, chances: WinChances) -> list[Widget]:
        places, translate, shown = self.column, self.translate, self.shown
        mine = sum(one.is_own for one in chances.found)
        empty = translate("No mistakes and no turning points.")
        return [
            Button("explain", places.explain, translate("What is this?"), self.explain_figures, kind="quiet", hint="W", size=12,
                   icon="help"),
            curve_area(self.painter, places.curve, chances, shown, self.choose_finding, self._scrub_to),
            Button("mine", places.filters[0], translate("Mine ({count})", count=mine), lambda: self.filter_findings(True),
                   kind="chosen" if self.is_mine_only else "plain", hint="M", size=12.5, enabled=bool(self.own),
                   tip="" if self.own else translate("You had no seat in this game.") if self._has_people else
                   translate("Only computer players played here.")),
            Button("all", places.filters[1], translate("All ({count})", count=len(chances.found)),
                   lambda: self.filter_findings(False), kind="plain" if self.is_mine_only else "chosen", hint="M", size=12.5),
            findings_widget(places, self.unit, chances, shown, self.chosen, self.choose_finding, self.shell, empty),
            Button("again", places.again, translate("Try again from here"), self.ask_to_try_again,
                   kind="primary" if self._tries_again_first else "plain", hint="Enter" if self._tries_again_first else "T",
                   size=12.5, enabled=self.can_try_again, tip=self._try_again_tip()),
        ]

    @property
    def _tries_again_first(self) -> bool:
        """Return True if trying again is the primary action: at a mistake of one's own."""
        one = self.finding_here
        return one is not None and one.is_own and one.is_mistake and self.can_try_again

    def _slider_marks(self) -> list[int]:
        """Return the moments of the mistakes that are listed."""
        if self.shown_chances is None:
            return []
        found = [self.shown_chances.found[number] for number in self.shown]
        return [self._stop_of(one) for one in found if one.is_mistake]

    def _scrub_to(self, move: int) -> None:
        if self.replay.stop_at(move) != self.stop:
            self.go_to(move)

    def save_picture(self) -> None:
        """Save the curves as a picture."""
        chances = self.shown_chances
        if chances is not None:
            note = f"{rules_summary(self.replay.ruleset, self.shell.words)} · {self.shell.words.listing(self.replay.names.seats)}"
            save_chart(self.shell, "money-shares" if chances.of_money else "chances", chances.title, note,
                       lambda painter, box: paint_curves(painter, box, chances))

    def toggle_passes(self) -> None:
        """Show the full log, or the short one without draws and passes."""
        self.shows_passes = not self.shows_passes
        self.rebuild()

    def _from_line(self, number: int) -> None:
        self.go_to(self.replay.move_of_line(number))

    def _ask_label(self) -> str:
        if self.done_share is not None:
            return self.translate("Stop ({share:%})", share=self.done_share)
        if self.chances is not None and self.showing:
            return self.translate("Score sheet")
        return self.translate("Review")

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
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.motion.finish():
            self.rebuild()
        if event.type == pygame.KEYDOWN and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            if self._time_key(event.key):
                return True
            focused = self.focus_manager.focused_widget
            if event.key in ENTER_KEYS and not (self.focus_manager.by_keyboard and isinstance(focused, Button)):
                self.press_primary()
                return True
        return super().handle_event(event)

    def press_primary(self) -> None:
        """Do what the primary button says."""
        self.ask_to_try_again() if self._tries_again_first else self.play()

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
        elif key in (pygame.K_UP, pygame.K_DOWN) and self.shown_chances is not None:
            self._step_findings(1 if key == pygame.K_DOWN else -1)
        else:
            return False
        return True

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.shell.pop()
        elif self.keys.function_key(event.key):
            return True
        elif event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        elif event.key == pygame.K_a:
            self.ask()
        elif event.key == pygame.K_p:
            self.save_picture()
        elif self.shown_chances is not None:
            self._review_key(event.key)
        return True

    def _review_key(self, key: int) -> None:
        if key == pygame.K_t:
            self.ask_to_try_again()
        elif key == pygame.K_m:
            self.filter_findings(not self.is_mine_only)
        elif key == pygame.K_w:
            self.explain_figures()
        elif key == pygame.K_c:
            self.switch_curves()

    def on_restyle(self) -> None:
        super().on_restyle()
        self.translate = self.shell.translate
        if self.replay.names.words.language != self.shell.words.language:
            self.replay.set_language(self.shell.words)
            if self.chances is not None and self.review.analysis is not None:
                self.chances = self._win_chances(self.review.analysis)
        self.motion.factor = ANIMATIONS[self.shell.settings.animation]

    # --- the picture ---

    @property
    def shown_chances(self) -> WinChances | None:
        """Return the win chances, where they are looked at instead of sheet and log."""
        return self.chances if self.showing else None

    @property
    def stage_moment(self) -> StageMoment | None:
        """Return the stage of the merger that is settled at this moment, or whose bonuses are still counted."""
        return self.motion.stage_moment(self.moment)

    @property
    def is_waiting(self) -> bool:
        """Return True while a review is looked at that has found nothing yet."""
        return self.showing and self.chances is None and self.done_share is not None

    def window_title(self) -> str:
        return self.translate("Review") if self.showing else self.spoken_title()

    def spoken_title(self) -> str:
        return self.translate("Replay")

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return what happened last, which is read out, the tiles of the seat that is asked, the board, and sheet or curves."""
        places, now = self.places, self.moment
        line, who = self.replay.last_line_at(now.move), "" if now.asked is None else self.replay.names.seat(now.asked)
        question = self.translate(now.question, who=who)
        finding = self.finding_here
        if finding is not None:
            better = finding.better or self.translate("No better move found.")
            parts = [label_node("told", f"{finding.text} {better}", places.words, Speech.POLITE)]
        else:
            parts = [label_node("told", line or question, places.event, Speech.POLITE)]
        if line and finding is None:
            parts.append(label_node("question", question, places.question))
        if now.hand:
            hand = f"{self.translate('Tiles of {name}', name=who)}: {', '.join(now.hand)}"
            parts.append(label_node("hand", hand, places.hand))
        parts.append(board_node(places.table.board, places.table.squares, now.board, BoardSpeech(dead=now.dead),
                                self.translate))
        if self.shown_chances is not None:
            curves = [(one.name, one.values) for one in self.shown_chances.curves]
            chart = chart_node(self.shown_chances.title, self.column.curve, curves, self.shell.words.percent, self.translate)
            parts += [replace(chart, widget="curve"), review_node(self.column, self.shown_chances, self.shell)]
        elif not self.is_waiting:
            parts.append(sheet_node(places.table.sheet, now.sheet, self.unit, self.translate))
            if (moment := self.stage_moment) is not None and moment.stage.chains:
                parts.append(stage_node(places.table.side, moment.stage, StageAsked(now.asked), self.replay.names))
        return tuple(parts)

    def panels(self) -> Panels:
        table = self.places.table
        if self.shown_chances is None and not self.is_waiting:
            return table_panels(table)
        return (table.board, "board"), (self.places.column, "panel"), (table.action_bar, "panel")

    def paint(self, painter: Painter) -> None:
        places, now, unit = self.places, self.moment, painter.unit
        table = places.table
        left = table.bar.inset(unit(14), 0).without_end(unit(170 if not self.showing else 570))
        ruleset, words = self.replay.ruleset, self.shell.words
        paint_bar(painter, left, self.translate, now.turn, (rules_summary(ruleset, words), rules_title(ruleset, words)),
                  now.bag_count, rounds=ruleset.simultaneous)
        finding = self.finding_here
        better: dict[str, str | None] = {finding.better_tile: None} if finding is not None and finding.better_tile else {}
        draw_board(painter, table.squares, self.motion.pieces.board(now.board),
                   BoardMarks(dropping=self.motion.pieces.dropping, ghost=better, ghost_word=self.translate("better"),
                              pulse=self.motion.stage.pulse, dead=now.dead))
        if self.shown_chances is not None:
            paint_review(painter, self.column, self.shown_chances, self.shown, now.move, self.chosen, self._note(), self.own,
                         self.shell)
        elif self.is_waiting:
            paint_progress(painter, places.column, self.done_share or 0.0, self.translate)
        else:
            draw_sheet(painter, table.sheet, self.motion.pieces.sheet(now.sheet), self.translate, self.motion.pieces.rolls)
            if (moment := self.stage_moment) is not None:
                paint_stage(painter, table.side, moment, self.replay.names, StageAsked(now.asked))
            else:
                paint_heading(painter, table.side, self.translate("What happened"))
            draw_moving(painter, table, self.motion.pieces, now.sheet)
        self._paint_action_bar(painter)

    def _paint_action_bar(self, painter: Painter) -> None:
        places, now, unit = self.places, self.moment, painter.unit
        line = self.replay.last_line_at(now.move)
        who = "" if now.asked is None else self.replay.names.seat(now.asked)
        finding = self.finding_here
        if finding is not None:
            paint_finding(painter, places.words, finding.text, finding.better or self.translate("No better move found."))
        else:
            painter.text(places.event, line or self.translate(now.question, who=who), 16, bold=True, cut=True)
        if line and finding is None:
            painter.text(places.question, self.translate(now.question, who=who), 13, "dim", cut=True)
        if not now.hand:
            return
        label = self.translate("Tiles of {name}", name=who)
        head, row = places.hand.rows((1, 1.9), unit(2))
        painter.text(head, label, 11.5, "dim", cut=True)
        for tile, box in zip(now.hand, row.columns([1] * max(6, len(now.hand)), unit(5)), strict=False):
            painter.tile(box, tile)
