"""The table: a match from its opening to its end, as a person sees it and plays it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import pygame

from acquire_client.files.settings import ANIMATIONS
from acquire_client.language import message
from acquire_client.matches.match import Match
from acquire_client.matches.table_log import HEADING, HEADING_OF_LAST_ROUND, shows_all
from acquire_client.view_model.board import board_picture
from acquire_client.view_model.hints import Hint
from acquire_client.view_model.log import LogLine
from acquire_client.view_model.preview import Preview
from acquire_client.view_model.rule_changes import changed_rules, rules_summary, rules_title
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.controller.autosave import TableSaver
from acquire_client.window.controller.deciders import Decider, PickDecider
from acquire_client.window.controller.table_controller import Due, ObjectionKind, TableController, TableOptions, TableSnapshot
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import sheet_line_count, table_layout
from acquire_client.window.scenes.save_elsewhere import ask_before_loss
from acquire_client.window.scenes.scene import DialogAnswer, Scene, SealedStep, Shell
from acquire_client.window.scenes.table_keys import TableKeys
from acquire_client.window.screen_reader.nodes import AccessibleNode
from acquire_client.window.table_view.action_bar import ActionBar, outcome_of, paint_action_bar, paint_bar, table_panels
from acquire_client.window.table_view.auction_view import auction_nodes, paint_auctions
from acquire_client.window.table_view.board_view import BoardArea, BoardMarks, HandTile, draw_board, hand_widgets, square_at
from acquire_client.window.table_view.decider_widgets import decider_widgets, key_press, typed_letter
from acquire_client.window.table_view.dragging import TILE, DropPlace, drop_places, paint_drag
from acquire_client.window.table_view.hint_rows import hint_named, hint_widgets, paint_hints, shown_hints
from acquire_client.window.table_view.moving_view import draw_moving
from acquire_client.window.table_view.pointing import PointedAt, Previews
from acquire_client.window.table_view.primary_button import PRIMARY_NAMES, PrimaryActs, primary_button
from acquire_client.window.table_view.seen_picture import SeenPicture, ends_motion
from acquire_client.window.table_view.sheet_ahead import SheetAhead
from acquire_client.window.table_view.sheet_view import draw_sheet
from acquire_client.window.table_view.side_content import SideContent, side_content
from acquire_client.window.table_view.side_view import LogList, log_places, log_text, paint_heading
from acquire_client.window.table_view.spoken_table import SpokenQuestion, question_nodes, table_nodes
from acquire_client.window.table_view.stage_motion import StageMoment
from acquire_client.window.table_view.stage_view import StageAsked, paint_stage
from acquire_client.window.table_view.table_cards import card_of_square, chain_cards, sheet_widgets
from acquire_client.window.table_view.table_marks import LastPlaced, live_squares, table_marks
from acquire_client.window.table_view.table_motion import TableMotion
from acquire_client.window.table_view.table_sounds import sounds_of
from acquire_client.window.widgets.button import Button, ClickArea
from acquire_client.window.widgets.focus_manager import ARROWS
from acquire_client.window.widgets.lines import ListView
from acquire_client.window.widgets.widget import ENTER_KEYS, DragLoad, Widget
from acquire_core.actions import CHANCE, Action


class TableScene(Scene):
    """navigation.py shows it for a `Match`; tables over the network, the tutorial and puzzles are subclasses. The scene is where
    its parts meet: it gives each what it reads, and does what comes back.

    What is asked, shown and kept is decided by the `TableController`, and what a key means for a question by its `Decider`. In
    table_view, `PointedAt` names the answer that is looked at, `SeenPicture` says whether a press was meant for what was seen,
    `LastPlaced` what was placed last, `TableMotion` what moves, and the views what is drawn and can be pressed.

    Begin with `update`, which takes the steps of `advance`, starts the motion and shows what is due. An answer goes to `answer`,
    which may ask again, and then to `submit`. The position is read once into `snapshot` by `_look`, so a change of what is seen
    must end in `rebuild`; a move of the focus replaces the primary button alone.
    """

    is_over_network = False

    def __init__(self, shell: Shell, match: Match, autosave: TableSaver) -> None:
        super().__init__(shell)
        self.controller = TableController(match, shell.workers, autosave, shell.words, self.table_options(),
                                          answer=self.answer, refresh=self.rebuild)
        self.keys = self.make_keys()
        self.shows_passes = False
        """True if the log has also those lines of which nothing came."""
        self.log_top: int | None = None
        """The first line of the log that is shown; None as long as the log stays at its end."""
        self.glow: tuple[str, ...] = ()
        """The squares that the chosen line of the log speaks of."""
        self.last_placed = LastPlaced()
        self._cards: dict[str, str] = {}
        """The card of each chain, for its column of the sheet and its body on the board."""
        self._primary_at = 0
        """The number of the primary button among the widgets, or that it would have. Subclasses insert theirs behind it."""
        self._focus_before: str | None = None
        """What had the focus before the primary button; it still says what to do with that."""
        self._log_list = LogList(self._point_at)
        self.motion = TableMotion(ANIMATIONS[shell.settings.animation], match.game.ruleset)
        self.focus_manager.drop = self._drop
        self._seen_picture = SeenPicture()
        self._first_facts = ""
        """The facts with which the question began."""
        self.rebuild()

    def make_keys(self) -> TableKeys:
        return TableKeys(self.shell, self.controller, self)

    def question_text(self) -> str:
        """Return who decides what, or what the table waits for."""
        return self.controller.question_text()

    def question_note(self) -> str:
        """Return what stands at the end of that line."""
        return self.controller.progress_note()

    def waiting_hint(self) -> str:
        """Return what can be done while nobody here is asked."""
        return ""

    def table_options(self) -> TableOptions:
        settings = self.shell.settings
        return TableOptions(settings.passes, settings.confirm, settings.hints, settings.bot_delay_ms)

    @property
    def match(self) -> Match:
        return self.controller.match

    @property
    def decider(self) -> Decider | None:
        return self.controller.decider

    @property
    def placed_by(self) -> tuple[int, str] | None:
        """Return the seat and the name of the player who placed the last tile."""
        return self.last_placed.player

    def rebuild(self, focus: str | None = None) -> None:
        self._look()
        self.lay_out(self.window, self.unit)
        self._set_widgets(self.build_widgets(), focus)

    def _look(self) -> None:
        """Take from the controller what is to be seen now."""
        self.snapshot: TableSnapshot = self.controller.look()
        self._board = board_picture(self.snapshot.seen.board, self.last_placed.tiles)
        self._cards = chain_cards(self.snapshot.sheet, self.snapshot.seen, self.controller.names)
        self._previews = Previews()
        self._sheet_ahead = SheetAhead()
        self._focus_before = None

    def _set_widgets(self, widgets: Sequence[Widget], focus: str | None = None) -> None:
        """Set other widgets; where neither the old focus nor the wanted one is among them, nothing has the focus."""
        manager = self.focus_manager
        before = manager.focus
        manager.set_widgets(widgets, focus)
        if manager.focus not in (before, focus):
            manager.focus = None

    # --- time ---

    def update(self, now_ms: int, asks: bool = True) -> bool:
        """Show and sound what has been done, then what is due; unless it `asks`, that waits."""
        before = self.snapshot
        steps = self.controller.advance(now_ms)
        last_placed = self.last_placed.after(steps, self.match.names.seat)
        if last_placed is not self.last_placed:
            self.last_placed, self.glow = last_placed, ()
        for name in sounds_of(steps, counts_coins=bool(self.motion.factor)):
            self.shell.play_sound(name)
        if steps:
            self.log_top = None
            self._look()
            if steps[-1].turn - steps[0].turn > len(self.match.players):
                self.motion.finish()  # a table that catches up: half a game would fly through the picture at once
            else:
                events = [event for step in steps for event in step.events]
                self.motion.begin(events, self.now_ms, before, self.snapshot, before.seen.board, before.seen.hand)
            self.lay_out(self.window, self.unit)
            self._set_widgets(self.build_widgets())  # not before: where a stage has begun, it stands in the place of the log
        due = self.controller.ask_next(is_counting=self.motion.stage.is_running) if asks else Due.NOTHING
        self._show_due(due)
        return self._move(now_ms) or bool(steps) or due is not Due.NOTHING

    def _move(self, now_ms: int) -> bool:
        """Let everything move on, a coin for each place that is counted; return True if the picture is another one."""
        change = self.motion.update(now_ms, self.match.asked_seat if self.decider is None else None)
        if change.coins:
            self.shell.play_sound("coin")
        if change.stage_ended:
            self.rebuild()
        return change.has_moved

    def _finish_motion(self) -> bool:
        """End all motion; return True if bonuses were still counted."""
        was_counting = self.motion.finish()
        if was_counting:
            self.rebuild()
        return was_counting

    def wait_ms(self, now_ms: int) -> int | None:
        return self.motion.wait_ms(self.controller.wait_ms(now_ms))

    def _show_due(self, due: Due) -> None:
        """Show the question that is put, ask another person to the screen, or show the end."""
        match, controller = self.match, self.controller
        if due is Due.HAND_OVER and match.asked_seat is not None:
            seat = match.asked_seat
            self._finish_motion()
            self.rebuild()  # nothing has happened yet, but the hand must go
            self.shell.hand_over(match.names.seat(seat), lambda: controller.lines_since(seat), lambda: self._take_seat(seat),
                                 self.keys.function_key, self._sealed_step())
        elif due is Due.QUESTION and controller.decider is not None:
            self.shell.set_title(controller.question_text())
            if controller.decider.prompt.phase in ("place", "dispose"):
                self.shell.play_sound("turn")
            played = next((step.action.seat for step in reversed(match.steps) if step.action.seat not in (None, CHANCE)), None)
            if controller.is_my_turn and played != match.asked_seat:
                self.motion.slide_tab(self.now_ms)
            self._first_facts = controller.decider.fact_line()
            typing = self.focus_manager.focused_widget
            if typing is not None and typing.wants_text:
                self.rebuild()  # what is typed on must not become an answer
            else:
                self.focus_manager.focus = None
                self.rebuild(controller.decider.first_focus())
        elif due is Due.END:
            self.shell.play_sound("over")
            self.shell.set_title(controller.question_text())
            self.rebuild()
            self.show_result()

    def _sealed_step(self) -> SealedStep | None:
        """Return what all may know of a step of simultaneous play while nobody sits there; None in a turn."""
        if not self.match.names.rounds:
            return None
        last = self.controller.waiting_person
        return SealedStep(self.controller.progress_text, "" if last is None else self.match.names.seat(last), self.undo)

    def _take_seat(self, seat: int) -> None:
        self.controller.take_seat(seat)
        self.rebuild()
        self.update(self.now_ms)

    # --- answers ---

    def answer(self, action: Action, in_one_press: bool = False) -> None:
        """Submit what a person decided; what ends everything, and on request what is final, is confirmed first."""
        objection = self.controller.objection_to(action, in_one_press)
        if objection is None:
            self.submit(action)
        elif objection.kind is ObjectionKind.REFUSED:
            self.shell.play_sound("error")
            self.shell.show_notice(self.shell.words.sentence(objection.reason), bad=True)
        else:
            self.shell.show_dialog(
                message("Are you sure?"), lambda: self.controller.warning_of(objection),
                (DialogAnswer(message("Yes"), lambda: self.submit(action), "primary"), DialogAnswer(message("No"))),
                self.keys.function_key, self.controller.same_question())

    def submit(self, action: Action) -> None:
        self.controller.submit(action)
        self.shell.set_title("")
        if not self.update(self.now_ms):
            self.rebuild()

    def undo(self, everything: bool = False) -> None:
        if self.controller.undo(everything):
            self._finish_motion()
            self.last_placed = LastPlaced()
            self.update(self.now_ms)
        else:
            self.shell.show_notice(self.translate("Cannot undo: a tile was drawn, or another player has decided."))

    def toggle_passes(self) -> None:
        """Show the full log, or the short one without draws and passes."""
        self.shows_passes, self.log_top = not self.shows_passes, None
        self.rebuild()

    def focus_hand(self) -> None:
        """Move the focus to the first tile that can be placed, as if the keyboard had chosen it."""
        if self.decider is not None:
            first = next((widget.name for widget in self.focus_manager.focusable_widgets() if isinstance(widget, HandTile)), None)
            self.decider.follow_focus(first)
            self.rebuild(first or self.decider.first_focus())
        self.focus_manager.by_keyboard = True

    def toggle_hint(self) -> None:
        self.controller.toggle_hint()
        self.rebuild()

    def _hint_at(self, name: str | None) -> Hint | None:
        """Return the hint of the row with this name; None if it is another widget, or that row is not shown."""
        return hint_named(name, self._shown_hints())

    def _shown_hints(self) -> Sequence[Hint]:
        """Return the hints that have a row and are answers to what is asked now."""
        hints = () if self.decider is None else self.controller.hints or ()
        return shown_hints(self.places.side, self.unit, hints)

    def _play_hint(self, hint: Hint) -> None:
        if self.decider is not None:
            self.answer(hint.action, in_one_press=True)

    # --- the end, and what can happen at any time ---

    def show_result(self) -> None:
        self._finish_motion()
        self.shell.show_result(self.match, self._play_again, self.controller.save, self.keys.function_key)

    def _play_again(self) -> None:
        """Play once more with the same people and levels."""
        match = self.match.new_match()
        if match is not None:
            self.shell.play(match)

    def asks_before_loss(self, leave: Callable[[], None]) -> bool:
        return ask_before_loss(self.shell, self.controller.autosave, self.match, leave, self.keys.function_key)

    def on_leave(self) -> None:
        self.controller.leave()

    def on_restyle(self) -> None:
        super().on_restyle()
        language = self.controller.words.language
        self.controller.change_options(self.shell.words, self.table_options())
        if self.decider is not None and language != self.shell.words.language:
            self._first_facts = self.decider.fact_line()
        self.motion.factor = ANIMATIONS[self.shell.settings.animation]
        self._finish_motion()

    def on_return(self) -> None:
        self.on_restyle()

    # --- widgets ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        rows = sheet_line_count(len(self.match.players))
        self.places = table_layout(window, unit, rows, len(self.snapshot.seen.hand))

    def build_widgets(self) -> list[Widget]:
        places, unit, decider = self.places, self.unit, self.decider
        picking = self._board_key if isinstance(decider, PickDecider) else None
        place = decider.click_square if self.snapshot.is_placing and decider is not None else None
        widgets: list[Widget] = [
            BoardArea(places.board, places.squares, self._press_tile, picking, self._card_of_square,
                      live_squares(self.snapshot, decider)),
            *hand_widgets(self.snapshot.effects, places.tiles, unit, self.translate, place), *self._sheet_widgets()]
        if decider is not None:
            widgets += decider_widgets(decider, places, unit)
        self._primary_at = len(widgets)
        widgets += [*self._primary_widgets(), *self.keys.helper_buttons(places.helpers)]
        return [*widgets, *self.side_widgets(), *self.keys.bar_buttons(places.bar, self.painter), self._rules_area()]

    def _primary_widgets(self) -> list[Widget]:
        """Return the primary button, where there is one."""
        acts = PrimaryActs(self._play_hint, self.show_result, self.hurry_up)
        button = primary_button(self.places.confirm, self.decider, self._hint_at(self._focus_beside()), acts, self.translate,
                                has_ended=self.controller.ended, is_thinking=self.controller.runner.is_thinking)
        return [] if button is None else [button]

    def _replace_primary(self) -> None:
        """Replace the primary button alone: no other widget depends on the answer that is chosen."""
        widgets, at = list(self.focus_manager.widgets), self._primary_at
        widgets[at:at + (widgets[at].name in PRIMARY_NAMES)] = self._primary_widgets()
        self._set_widgets(widgets)

    def _rules_area(self) -> Widget:
        """Return what tells in the bar which rules were changed; a click shows the page of the rules."""
        ruleset, words = self.match.game.ruleset, self.shell.words
        changed = changed_rules(ruleset, words)
        tip = "\n".join((rules_title(ruleset, words), *changed)) if changed else ""
        room = self.keys.bar_room(self.places.bar, self.unit)
        return ClickArea("rules", room.left(min(room.w, self.unit(400))), self.keys.show_help, tip, rules_summary(ruleset, words))

    def _sheet_widgets(self) -> list[Widget]:
        """Return the columns of the sheet: a click shows more, and the column of a chain has its card."""
        seen, sheet = self.snapshot.seen, self.snapshot.sheet
        return sheet_widgets(self.places.sheet, self.unit, sheet, seen, self.match.players, self._cards, self.controller.names,
                             self.keys.show_players, self.keys.show_chains)

    def _card_of_square(self, tile: str) -> str:
        return card_of_square(tile, self._board, self._cards, self.snapshot.dead, self.translate)

    def is_typing_beside(self) -> bool:
        """Return True while the person types in the panel beside the board."""
        return False

    def side_content(self) -> SideContent:
        """Return what has the panel beside the board."""
        has_stage = self.snapshot.merger is not None or self.motion.stage.is_running
        return side_content(is_hinting=self.controller.hinting, has_stage=has_stage,
                            has_auctions=bool(self.snapshot.auctions), is_typing=self.is_typing_beside())

    def side_widgets(self) -> list[Widget]:
        """Return what can be pressed beside the board, under the sheet."""
        content = self.side_content()
        if content is SideContent.HINTS:
            return [*hint_widgets(self.places.side, self.unit, self.controller.hints or (), self.translate, self._play_hint)]
        if content is not SideContent.LOG:
            return []
        copy, passes, place = self.log_places()
        controller = self.controller
        log = self.log_widget(controller.lines_shown, place, controller.new_lines)
        label = self.translate("Short log") if self.shows_passes else self.translate("Full log")
        return [log, Button("passes", passes, label, self.keys.toggle_passes, kind="quiet", hint="F6", size=11.5,
                            icon="log", key_is_near=True),
                Button("copy", copy, self.translate("Copy"), self.keys.copy_log, kind="quiet", hint=self.translate("Ctrl+C"),
                       size=11.5, icon="copy", key_is_near=True)]

    def log_widget(self, lines: Sequence[LogLine], place: Box, new: Collection[int] = ()) -> ListView:
        """Return the log of these lines, scrolled as it was. Those with the numbers `new` are marked."""
        names = self.controller.names
        return self._log_list.widget(self.unit, lines, self.shows_passes, names, self.log_top, self.painter, place, new)

    def log_places(self) -> tuple[Box, Box, Box]:
        """Return where the two buttons of the log are, and the log."""
        return log_places(self.places.side, self.unit)

    def _drop_places(self, load: DragLoad) -> list[DropPlace]:
        return drop_places(load, self.decider, self.places, self.unit)

    def _drop(self, load: DragLoad, x: float, y: float) -> None:
        """Do what a drop means there; anywhere else what was dragged goes back, and nothing happens."""
        act = next((act for box, act in self._drop_places(load) if box.holds(x, y)), None)
        if act is not None:
            act()
            if load.kind == TILE:
                self.motion.pieces.land(load.name)

    def draw(self, painter: Painter, active: bool = True) -> None:
        super().draw(painter, active)
        load = self.focus_manager.dragged
        if load is not None:
            paint_drag(painter, load, self.focus_manager.pointer, self._drop_places(load), self.decider, self.places.squares[0])

    def _board_key(self, event: pygame.event.Event) -> bool:
        if self.decider is not None and event.key == pygame.K_SPACE:
            self.decider.confirm()
            return True
        return self.decider is not None and self.decider.press_key(key_press(event))

    def _point_at(self, number: int) -> None:
        self.glow = self.controller.lines_shown[number].tiles

    # --- keys ---

    def press_primary(self) -> None:
        """Do what the primary button says, for the Enter key; without one say why nothing happens."""
        manager = self.focus_manager
        button = manager.widget_named("confirm") or manager.widget_named("result")
        if isinstance(button, Button) and button.enabled:
            button.act()
        elif self.decider is not None:
            self.shell.show_notice(self.decider.refusal_text())

    def _follow_focus(self, before: str | None, decider: Decider | None) -> None:
        """Show what follows from a move of the focus, and let the `decider` choose the answer that has it now; None for a click,
        which answers by itself."""
        focus = self.focus_manager.focus
        if focus == before:
            return
        if before not in PRIMARY_NAMES:
            named, self._focus_before = self._hint_at(before), before
        else:
            named = self._hint_at(self._focus_before)
        changes_primary = self._hint_at(self._focus_beside()) is not named
        if decider is not None and decider is self.decider:
            chosen = decider.chosen
            decider.follow_focus(focus)
            changes_primary |= decider.chosen != chosen
        if self.focus_changes_panel(before, focus):
            self.rebuild()
        elif changes_primary:
            self._replace_primary()

    def _focus_beside(self) -> str | None:
        """Return what has the focus, or had it before the primary button got it: to press that button must not change what it
        says."""
        focus = self.focus_manager.focus
        return self._focus_before if focus in PRIMARY_NAMES else focus

    def focus_changes_panel(self, before: str | None, focus: str | None) -> bool:
        """Return True if the panel beside the board shows something else only because the focus has moved."""
        return False

    def hurry_up(self) -> None:
        self.controller.runner.hurry_up()
        self.update(self.now_ms)

    def press_key(self, event: pygame.event.Event) -> bool:
        decider = self.decider
        if self.keys.press_key(event):
            return True
        if decider is None:
            if event.key == pygame.K_SPACE and self.controller.runner.is_thinking:
                self.hurry_up()
                return True
            return False
        if decider.press_key(key_press(event)):
            return True
        tile = decider.tile_of_number(typed_letter(event))
        return tile is not None and self._press_tile(tile)

    def _press_tile(self, tile: str) -> bool:
        """Do what a tile of the hand or a square of the board means, or say why it cannot be placed; return False if it means
        nothing."""
        decider = self.decider
        if decider is None:
            return False
        if refusal := decider.refusal_of_tile(tile):
            self.shell.play_sound("error")
            self.shell.show_notice(refusal)
            return True
        return decider.click_square(tile)

    def _refuse_click(self, x: float, y: float) -> None:
        """Say why a tile of the hand cannot be placed that was clicked."""
        widget = self.focus_manager.widget_at(x, y)
        if self.snapshot.is_placing and isinstance(widget, HandTile) and not widget.enabled:
            self._press_tile(widget.effect.tile)

    # --- what a screen reader gets ---

    def spoken_title(self) -> str:
        return self.translate("Table")

    def spoken_lines(self) -> tuple[str, ...]:
        return tuple(filter(None, log_text(self.controller.lines_shown, self.shows_passes, self.translate).split("\n")))

    def end_motion(self) -> None:
        self._finish_motion()

    def focus_for_reader(self, name: str) -> None:
        before, decider = self.focus_manager.focus, self.decider
        super().focus_for_reader(name)
        self._follow_focus(before, decider)

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return question and facts, which are read out when they change, then board, sheet and merger."""
        decider, names, moment = self.decider, self.controller.names, self.stage_moment()
        focused = self.focus_manager.focused_widget
        bar = self._action_bar(self.pointed_preview())
        facts = bar.outcome or (bar.waiting_hint if decider is None else decider.fact_line())
        asked = SpokenQuestion(bar.question, self._first_facts, facts, focused.spoken_name() if focused is not None else "",
                               bar.tab, decider, bar.note)
        stage = None if moment is None or self.controller.hinting else moment.stage
        placed_by = "" if self.placed_by is None else self.placed_by[1]
        auctions = auction_nodes(self.places.side, self.snapshot.auctions, self.snapshot.answered, names)
        return *question_nodes(asked, self.places, names), *auctions, *table_nodes(
            self.snapshot, self._board, self._cards, decider, placed_by, stage, self.stage_asked(), self.places, self.unit, names)

    # --- the picture ---

    def _pointed_name(self) -> str | None:
        """Return the tile or choice that is looked at: under the pointer, else the one that the keyboard has chosen."""
        manager, decider = self.focus_manager, self.decider
        square = square_at(self.places.squares, *manager.pointer) if manager.hovered == "board" else None
        return PointedAt(manager.hovered, self._focus_beside(), manager.dragged, square).answer_name(
            self.snapshot.seen.hand, self._shown_hints(), None if decider is None else decider.chosen)

    def pointed_preview(self) -> Preview | None:
        """Return what the thing that is looked at would bring about."""
        if self.decider is None:
            return None
        return self._previews.preview_of(self._pointed_name(), self.decider, self._shown_hints(), self.controller.names)

    def handle_event(self, event: pygame.event.Event) -> bool:
        if ends_motion(event):
            pressed = self.focus_manager.widget_at(*event.pos) if event.type == pygame.MOUSEBUTTONDOWN else None
            is_meant = self._seen_picture.is_meant(event, pressed, self.decider, self._primary_button(), self.now_ms)
            if self._finish_motion() and not is_meant:
                return True
        before = self._pointed_name() if self._laid_out else None
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS:
            self.ready()
            if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
                self.press_primary()
            return True
        log, focus, decider = self.focus_manager.widget_named("log"), self.focus_manager.focus, self.decider
        took = super().handle_event(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._refuse_click(*event.pos)
        if event.type == pygame.KEYDOWN and (event.key == pygame.K_TAB or event.key in ARROWS):
            self._follow_focus(focus, decider)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._follow_focus(focus, None)
        if isinstance(log, ListView) and log is self.focus_manager.widget_named("log"):
            self.log_top = None if log.at_bottom else log.top
        return took or (event.type == pygame.MOUSEMOTION and self._pointed_name() != before)

    def _primary_button(self) -> Button | None:
        """Return the button in the place of the primary one, whatever it says now."""
        found = (self.focus_manager.widget_named(name) for name in PRIMARY_NAMES)
        return next((widget for widget in found if isinstance(widget, Button)), None)

    def tip_free_boxes(self) -> tuple[Box, ...]:
        """Return the question and its figures, which are read while a card is pointed at."""
        return self.places.question, self.places.facts

    def panels(self) -> Panels:
        return table_panels(self.places)

    def paint(self, painter: Painter) -> None:
        places, seen, ahead = self.places, self.snapshot.seen, self.pointed_preview()
        paint_bar(painter, self.keys.bar_room(places.bar, self.unit), self.translate, seen.turn,
                  (rules_summary(seen.ruleset, self.shell.words), rules_title(seen.ruleset, self.shell.words)),
                  seen.bag_count, seen.declared, self.match.names.rounds)
        draw_board(painter, places.squares, self.motion.pieces.board(self._board), self._board_marks(ahead))
        draw_sheet(painter, places.sheet, self.motion.pieces.sheet(self.snapshot.sheet), self.translate,
                   self.motion.pieces.rolls, self.motion.ring)
        self._sheet_ahead.paint(painter, places.sheet, ahead, self.snapshot.sheet, self.controller.names)
        self.paint_side(painter)
        self._seen_picture.note(self.decider, self._primary_button(), self.now_ms)
        self.paint_action_bar(painter, self._action_bar(ahead))
        draw_moving(painter, places, self.motion.pieces, self.snapshot.sheet)

    def paint_action_bar(self, painter: Painter, bar: ActionBar) -> None:
        paint_action_bar(painter, self.places, bar, self.decider, self.translate)

    def _action_bar(self, ahead: Preview | None) -> ActionBar:
        controller, viewer = self.controller, self.controller.viewer
        owner = self.match.names.seat(viewer) if len(self.match.people) > 1 and viewer is not None else ""
        is_placing = controller.prompt is not None and controller.prompt.phase == "place"
        outcome = outcome_of(ahead, self.snapshot.seen.prices, self.translate) if ahead is not None and is_placing else None
        is_thinking = controller.decider is None and controller.runner.is_thinking
        return ActionBar(self.question_text(), is_thinking, viewer is None, owner, outcome, controller.tab,
                         self.motion.tab_share, self.question_note(), self.waiting_hint())

    def paint_side(self, painter: Painter) -> None:
        side, content, moment = self.places.side, self.side_content(), self.stage_moment()
        if content is SideContent.HINTS:
            hints = self.controller.hints
            paint_hints(painter, side, len(hints or ()), hints is None, self.translate)
        elif content is SideContent.STAGE and moment is not None:
            paint_stage(painter, side, moment, self.controller.names, self.stage_asked())
        elif content is SideContent.AUCTIONS:
            paint_auctions(painter, side, self.snapshot.auctions, self.snapshot.answered, self.controller.names)
        else:
            title = HEADING if shows_all(self.controller.match) else HEADING_OF_LAST_ROUND
            paint_heading(painter, side, self.translate(title))

    def stage_moment(self) -> StageMoment | None:
        """Return the stage of the merger that runs, or whose bonuses are still counted."""
        return self.motion.stage_moment(self.snapshot)

    def stage_asked(self) -> StageAsked:
        """Return who decides in the merger now and next."""
        me = self.match.people[0] if len(self.match.people) == 1 else None
        return StageAsked(self.match.asked_seat, self.snapshot.deciding_next, me)

    def sent_tile(self) -> str:
        """Return the tile that was placed and is not final yet; empty where what is answered happens at once."""
        return ""

    def _board_marks(self, ahead: Preview | None) -> BoardMarks:
        return table_marks(self.snapshot, self.decider, ahead, self.translate, player=self.placed_by, glow=self.glow,
                           dropping=self.motion.pieces.dropping, pulse=self.motion.stage.pulse, sent=self.sent_tile())
