"""The table: a match on one machine, from its opening to its end.

The conductor plays what needs no person; here is who looks, what is asked, and what the keys do. Drawing is in the views beside
this file, deciding in the deciders, what was done in the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from acquire_client.files.saves import Shelf
from acquire_client.files.settings import ANIMATIONS
from acquire_client.language import message
from acquire_client.matches.conductor import Conductor
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.match import prompt_of
from acquire_client.matches.steps import Step
from acquire_client.view_model.board import board_picture
from acquire_client.view_model.facts import ending_told
from acquire_client.view_model.hints import Hint, hints_from
from acquire_client.view_model.log import Log, LogLine, log_lines
from acquire_client.view_model.merger_card import MergerCard, still_to_decide
from acquire_client.view_model.placing import tile_effects
from acquire_client.view_model.preview import Preview
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.questions import QUESTIONS
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.controller.basket_deciders import decider_for
from acquire_client.window.controller.deciders import Decider, OpenQuestion, PickDecider
from acquire_client.window.controller.keeper import Keeper
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import table_layout
from acquire_client.window.scenes.scene import DialogAnswer, Scene, Shell
from acquire_client.window.scenes.table_keys import TableKeys
from acquire_client.window.table_view.board_view import EFFECT_WORDS, BoardArea, BoardMarks, HandTile, draw_board, square_at
from acquire_client.window.table_view.decider_widgets import decider_widgets, key_press, typed
from acquire_client.window.table_view.deck_view import paint_bar, paint_deck, table_panels
from acquire_client.window.table_view.motion import FRAME_MS, Motion
from acquire_client.window.table_view.sheet_view import draw_flights, draw_sheet, sheet_halves, sheet_rows
from acquire_client.window.table_view.side_view import log_places, log_widget, paint_heading, paint_hints, paint_merger
from acquire_client.window.widgets.button import Area, Button
from acquire_client.window.widgets.lines import Lines
from acquire_client.window.widgets.widget import Widget
from acquire_core import Observation
from acquire_core.actions import Action, DeclareEnd
from acquire_core.ai import Decision
from acquire_core.events import ChainFounded, ChainsMerged, MergerBegan, StartTilePlaced, TilePlaced, TurnBegan


class Table(Scene):
    def __init__(self, shell: Shell, match: LocalMatch, shelf: Shelf | None = None) -> None:
        super().__init__(shell)
        self.keeper = self.kept_by(shelf or Shelf(shell.records))
        self.keys = TableKeys(self)
        self._sit_down(match)

    def kept_by(self, shelf: Shelf) -> Keeper:
        return Keeper(self.shell, shelf)

    def _sit_down(self, match: LocalMatch) -> None:
        """Begin with a match; what was known of another one is forgotten."""
        self.match = match
        self.conductor = Conductor(match, self.shell.workers, self.shell.settings.bot_delay_ms)
        self.conductor.passes = self.passes
        self.sitting: int | None = match.people[0] if len(match.people) == 1 else None
        self.heard = [max((number for number, step in enumerate(match.steps, 1) if step.action.seat == seat), default=0)
                      for seat in range(len(match.players))]
        self.prompt: Prompt | None = None
        self.decider: Decider | None = None
        self.hints: Sequence[Hint] | None = None
        self.hinting = False
        self.quiet = False
        self.log_top: int | None = None
        self.glow: tuple[str, ...] = ()
        self.new: list[str] = []
        self.motion = Motion(ANIMATIONS[self.shell.settings.animation])
        self.ended = False
        self.spoken = self.shell.words.language
        self._retell()
        self.rebuild()

    @property
    def may_hint(self) -> bool:
        return self.shell.settings.hints

    @property
    def passes(self) -> bool:
        return self.shell.settings.passes

    # --- who looks, and what is known ---

    @property
    def viewer(self) -> int | None:
        """Whose hand may be seen: the only person's, else that of whoever has said to sit there and is asked."""
        if len(self.match.people) == 1:
            return self.match.people[0]
        return self.sitting if self.sitting is not None and self.match.asked == self.sitting else None

    @property
    def names(self) -> TableNames:
        """The names of the table, in the language of the window."""
        return self.match.names.told_in(self.shell.words)

    def seen(self) -> Observation:
        """What may be shown now; it is looked at anew with every rebuild, and not with every picture."""
        return self._seen

    def rebuild(self, focus: str | None = None) -> None:
        self._seen = self.match.view(self.viewer)
        self._board = board_picture(self._seen.board, self.new)
        self.sheet = sheet_seen(self._seen, self.match.names)
        self._card = self._merger()
        super().rebuild(focus)

    def _retell(self) -> None:
        self.log = Log(map(self._told, self.match.steps))

    @property
    def known(self) -> int:
        """How many lines of the log whoever sits here had before the last decision; what came later is new."""
        return 0 if self.sitting is None else self.log.lines_of(self.heard[self.sitting])

    def _told(self, step: Step) -> tuple[LogLine, ...]:
        return log_lines(step.action, step.seen_by(self.match.people[0] if len(self.match.people) == 1 else None),
                         self.names, self.match.game.ruleset)

    # --- time ---

    def update(self, now_ms: int) -> bool:
        steps = self.conductor.advance(now_ms)
        self.heed(steps)
        changed = bool(steps)
        if self.match.over and not self.ended:
            self._end()
            changed = True
        elif self.match.asks_person and self.decider is None and not self.ended:
            self._ask()
            changed = True
        return self.motion.update(now_ms) or changed

    def wait_ms(self, now_ms: int) -> int | None:
        if self.motion.running:
            return FRAME_MS
        if self.match.asks_person and self.decider is None and not self.ended:
            return 1
        return self.conductor.wait_ms(now_ms)

    def heed(self, steps: Sequence[Step]) -> None:
        """What has been done: told, shown, heard, saved."""
        board, sheet = self._seen.board, self.sheet
        for step in steps:
            self.log.add(self._told(step))
            placed = [event.tile for event in step.events if isinstance(event, TilePlaced | StartTilePlaced)]
            if placed:
                self.new, self.glow = placed, ()
            self._sound(step)
            if any(isinstance(event, TurnBegan) for event in step.events):
                self.keeper.keep(self.match)
        if steps:
            self.decider = self.prompt = None
            self.log_top = None
            self.rebuild()
            self.motion.begin([event for step in steps for event in step.events], self.now_ms, board, sheet, self.sheet)

    def _sound(self, step: Step) -> None:
        kinds = {type(event) for event in step.events}
        for kind, name in ((MergerBegan, "merge"), (ChainFounded, "found"), (ChainsMerged, "coin"), (TilePlaced, "place")):
            if kind in kinds:
                self.shell.sound(name)
                return

    # --- asking ---

    def _ask(self) -> None:
        """Put the question to whoever is asked; with several people only when that one sits at the screen."""
        match, seat = self.match, self.match.asked
        assert seat is not None
        if len(match.people) > 1 and self.sitting != seat:
            self.conductor.halted = True
            self.motion.finish()
            self.shell.hand_over(match.names.seat(seat), lambda: self._since(seat), lambda: self._take_seat(seat),
                                 self.keys.function_key)
            return
        asked = self._asked(seat)
        self.prompt, self.decider = asked.prompt, decider_for(asked)
        self.shell.flag(self.question())
        if self.prompt.phase in ("place", "dispose"):
            self.shell.sound("turn")
        self.rebuild(self.decider.first_focus())

    def _since(self, seat: int) -> list[str]:
        """What has been done since a seat was asked the last time."""
        return [line.text for step in self.match.steps[self.heard[seat]:]
                for line in log_lines(step.action, step.seen_by(seat), self.names, self.match.game.ruleset)
                if not line.quiet and not line.turn]

    def _asked(self, seat: int) -> OpenQuestion:
        match = self.match
        return OpenQuestion(prompt_of(match, self.names), match.view(seat), self.names, self.say, match.refusal, self.answer,
                     self._refresh)

    def _take_seat(self, seat: int) -> None:
        self.sitting = seat
        self.conductor.halted = False
        self.rebuild()
        self.update(self.now_ms)

    def question(self) -> str:
        """Who decides what, in the language of the window."""
        match = self.match
        if match.over:
            return self.say(QUESTIONS["over"])
        if match.asked is None:
            return self.say("The game waits for a tile that nobody supplies.")
        return self.say(QUESTIONS[match.game.phase], who=match.names.seat(match.asked))

    def _refresh(self) -> None:
        """What the decider shows has changed."""
        self.rebuild()

    def answer(self, action: Action) -> None:
        """What a person decided; what ends everything, and on request what cannot be taken back, is confirmed first."""
        refusal = self.match.refusal(action)
        if refusal is not None:
            self.shell.sound("error")
            self.shell.tell(self.shell.words.sentence(refusal), bad=True)
            return
        ending = isinstance(action, DeclareEnd) and action.yes
        single = self.decider is not None and not self.decider.confirm_label
        if ending or (self.shell.settings.confirm and single and self.match.is_final(action, self.passes)):
            self.shell.show_dialog(
                message("Are you sure?"),
                lambda: ending_told(self.seen(), self.names) if ending else self.say("After this nothing can be taken back."),
                (DialogAnswer(message("Yes"), lambda: self.do(action), "primary"), DialogAnswer(message("No"))),
                self.keys.function_key)
            return
        self.do(action)

    def do(self, action: Action) -> None:
        seat = self.match.asked
        self.match.answer(action)
        if seat is not None:
            self.heard[seat] = len(self.match.steps)
        self.hints, self.hinting = None, False
        self.shell.flag("")
        self.heed(self.match.poll())
        self.update(self.now_ms)

    def undo(self, everything: bool = False) -> None:
        if self.match.asks_person and self.match.undo(everything):
            self.decider = self.prompt = None
            self.motion.finish()
            self.new, self.hints, self.hinting = [], None, False
            self.heard = [min(steps, len(self.match.steps)) for steps in self.heard]
            self._retell()
            self.update(self.now_ms)
        else:
            self.shell.tell(self.say("Nothing can be taken back: a tile was drawn, or somebody else has decided."))

    # --- hints ---

    def hint(self) -> None:
        if self.hinting:
            self.hints, self.hinting = None, False
        elif self.prompt is not None:
            self.hints, self.hinting = None, True
            prompt = self.prompt
            seen = self.match.view(prompt.seat)

            def found(decision: Decision) -> None:
                if self.hinting and self.prompt is prompt:
                    self.hints = hints_from(decision, seen, prompt, self.names)

            self.shell.workers.start(self.match.hinter(), found)
        self.rebuild()

    # --- the end ---

    def _end(self) -> None:
        self.ended = True
        self.shell.sound("over")
        self.shell.flag(self.question())
        self.keeper.forget(self.match)
        self.rebuild()
        self.show_result()

    def save(self) -> None:
        self.keeper.save(self.match)

    def show_result(self) -> None:
        self.motion.finish()
        self.shell.show_result(self.match, self._again, self.save, self.keys.function_key)

    def _again(self) -> None:
        """The same people and levels once more."""
        self.shell.play(self.match.rematch())

    def gone(self) -> None:
        self.conductor.end()
        self.keeper.keep_now(self.match)

    def restyled(self) -> None:
        super().restyled()
        if self.spoken != self.shell.words.language:
            self._speak()
        self.conductor.delay_ms, self.conductor.passes = self.shell.settings.bot_delay_ms, self.passes
        self.hinting = self.hinting and self.may_hint
        self.motion.factor = ANIMATIONS[self.shell.settings.animation]
        self.motion.finish()

    def _speak(self) -> None:
        """In another language all is told anew, but for hints, which have to be asked for again."""
        self.say, self.spoken = self.shell.say, self.shell.words.language
        self.hints, self.hinting = None, False
        if self.decider is not None:
            self.decider.set_question(self._asked(self.decider.prompt.seat))
            self.prompt = self.decider.prompt
        self._retell()

    def returned(self) -> None:
        self.restyled()

    # --- widgets ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        seats = len(self.match.players)
        hand = len(self.seen().hand)
        self.places = table_layout(window, unit, sheet_rows(seats, self.match.game.ruleset.bonus_places), hand)

    def widgets(self) -> list[Widget]:
        places, unit, decider = self.places, self.unit, self.decider
        widgets: list[Widget] = [*self.keys.bar_buttons(places.bar, unit)]
        picking = self._board_key if isinstance(decider, PickDecider) else None
        widgets.append(BoardArea(places.board, places.squares, self._square, picking))
        widgets += self._hand_widgets()
        players, chains = sheet_halves(places.sheet, len(self.match.players), self.match.game.ruleset.bonus_places, unit)
        widgets += [Area("players", players, self.keys.players), Area("chains", chains, self.keys.chains)]
        if decider is not None:
            widgets += decider_widgets(decider, places, unit)
            if decider.confirm_label:
                widgets.append(Button("confirm", places.confirm, decider.confirm_text(), decider.confirm, kind="primary", size=15,
                                      hint="Enter", enabled=decider.can_confirm()))
        elif self.ended:
            widgets.append(Button("result", places.confirm, self.say("Result"), self.show_result, kind="primary", size=15))
        elif self.conductor.thinking:
            widgets.append(Button("hurry", places.confirm, self.say("Hurry"), self.hurry, hint=self.say("Space"), size=14))
        widgets += self.keys.helper_buttons(places.helpers)
        return widgets + self.side_widgets()

    def side_widgets(self) -> list[Widget]:
        """What can be pressed beside the board, under the sheet."""
        if self.hinting or self._card is not None:
            return []
        copy, passes, place = log_places(self.places.side, self.unit)
        log = log_widget(self.places.side, self.unit, self.log.lines, self.quiet, self.say, self._point_at, self.log_top,
                         self.shell.painter, place, self.known)
        label = self.say("Without passes") if self.quiet else self.say("With passes")
        return [log, Button("passes", passes, label, self.keys.filter, kind="quiet", hint="F6", size=11.5),
                Button("copy", copy, self.say("Copy"), self.keys.copy, kind="quiet", hint=self.say("Ctrl+C"), size=11.5)]

    def _merger(self) -> MergerCard | None:
        if self.match.game.phase not in ("survivor", "next_defunct", "dispose", "market_draw"):
            return None
        return self.match.merger

    def _following(self, card: MergerCard) -> tuple[int, ...]:
        """Who decides about a chain that is settled behind the seat that does now."""
        row = next((row for row in self.sheet.chains if card.now is not None and row.chain == card.now.chain), None)
        if row is None or self.match.asked is None or self.match.game.phase != "dispose":
            return ()
        majority_first = self.match.game.ruleset.disposal_order == "majority"
        return still_to_decide(card, self.match.asked, row.blocks, majority_first) or ()

    def _hand_widgets(self) -> list[Widget]:
        seen, decider = self.seen(), self.decider
        placing = decider is not None and decider.prompt.phase == "place" and seen.seat == decider.prompt.seat
        self.effects = tile_effects(seen, self.match.unplayable() if placing else {}, self.shell.words)
        widgets: list[Widget] = []
        for number, (effect, box) in enumerate(zip(self.effects, self.places.tiles, strict=False), 1):
            place = partial(self._square, effect.tile) if placing and effect.allowed else None
            frame = Box(box.x, box.y, box.w, box.h + max(self.unit(19), 15))
            told = f"{effect.tile}: {effect.told}."
            widgets.append(HandTile(frame, effect, number, self.say(EFFECT_WORDS[effect.kind]), told, place))
        return widgets

    def _square(self, tile: str) -> None:
        if self.decider is not None:
            self.decider.click_square(tile)

    def _board_key(self, event: pygame.event.Event) -> bool:
        if self.decider is not None and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.decider.confirm()
            return True
        return self.decider is not None and self.decider.press_key(key_press(event))

    def _point_at(self, number: int) -> None:
        self.glow = self.log.lines[number].tiles

    # --- keys ---

    def hurry(self) -> None:
        self.conductor.hurry()
        self.update(self.now_ms)

    def key(self, event: pygame.event.Event) -> bool:
        decider = self.decider
        if self.keys.pressed(event):
            return True
        if decider is None:
            if event.key == pygame.K_SPACE and self.conductor.thinking:
                self.hurry()
                return True
            return False
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and decider.confirm_label:
            if decider.can_confirm():
                decider.confirm()
            return True
        if decider.press_key(key_press(event)):
            return True
        return self._number_key(event)

    def _number_key(self, event: pygame.event.Event) -> bool:
        """The tiles of the hand by their numbers, past nine by none."""
        assert self.decider is not None
        hand, digit = self.seen().hand, typed(event)
        if digit.isdigit() and self.decider.prompt.phase == "place" and 1 <= int(digit) <= len(hand):
            return self.decider.click_square(hand[int(digit) - 1])
        return False

    # --- the picture ---

    def _pointed(self) -> str | None:
        """The tile or choice that is looked at: under the pointer, else with the focus of the keyboard."""
        hovered = self.stage.hovered
        if hovered == "board":
            tile = square_at(self.places.squares, *self.stage.pointer)
            if tile is not None and tile in self.seen().hand:
                return f"tile {tile}"
        if hovered is not None and hovered not in ("board", "players", "chains"):
            return hovered
        return self.stage.focus

    def previewed(self) -> Preview | None:
        return self.decider.preview_of(self._pointed()) if self.decider is not None else None

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.motion.finish()
        before = self._pointed() if self._laid_out else None
        log = self.stage.named("log")
        took = super().handle(event)
        if isinstance(log, Lines):
            self.log_top = None if log.at_bottom else log.top
        return took or (event.type == pygame.MOUSEMOTION and self._pointed() != before)

    def panels(self) -> Panels:
        return table_panels(self.places)

    def paint(self, painter: Painter) -> None:
        places = self.places
        seen, ahead = self.seen(), self.previewed()
        paint_bar(painter, self.keys.bar_room(places.bar, self.unit), self.say, seen.turn, seen.ruleset.name, seen.bag_count,
                  seen.declared)
        draw_board(painter, places.squares, self.motion.board(self._board), self._marks(seen, ahead))
        draw_sheet(painter, places.sheet, self.motion.sheet(self.sheet), seen.ruleset, self.say)
        self.paint_side(painter)
        paint_deck(painter, self, seen, ahead)
        draw_flights(painter, places, self.motion.flights, self.sheet, seen.ruleset.bonus_places, self.say)

    def paint_side(self, painter: Painter) -> None:
        side, match, card = self.places.side, self.match, self._card
        if self.hinting:
            paint_hints(painter, side, self.hints, self.say)
        elif card is not None:
            paint_merger(painter, side, card, match.names, match.asked, self._following(card), self.say)
        else:
            paint_heading(painter, side, self.say("What happened"))

    def _marks(self, seen: Observation, ahead: Preview | None) -> BoardMarks:
        decider = self.decider
        placing = decider is not None and decider.prompt.phase == "place"
        closed = [choice.name for choice in decider.prompt.choices if choice.action is None] if placing and decider else []
        ghost = {}
        if ahead is not None:
            board = seen.board  # put together anew each time it is asked for
            ghost = {tile: chain for tile, chain in ahead.board.items() if tile not in board}
        return BoardMarks(
            own={tile: number if placing else 0 for number, tile in enumerate(seen.hand, 1)},
            effects={effect.tile: (effect, self.say(EFFECT_WORDS[effect.kind])) for effect in self.effects} if placing else {},
            closed=closed, ghost=ghost, glow=self.glow, pickable=decider.pickable_squares() if decider else (),
            cursor=decider.cursor if isinstance(decider, PickDecider) else None,
            dropping=self.motion.dropping)
