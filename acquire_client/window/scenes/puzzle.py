"""A puzzle at the table: the question beside the board, and after the answer what was best and why."""

from __future__ import annotations

import datetime
from dataclasses import replace

from acquire_client.files.puzzle_scores import PuzzleScoresFile
from acquire_client.language import message
from acquire_client.matches.puzzle_match import PuzzleMatch
from acquire_client.view_model.puzzles import TASK, PuzzleVerdict, puzzle_title, verdict_on
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.autosave import NoAutosave
from acquire_client.window.controller.table_controller import TableOptions
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.table_keys import TableKeys
from acquire_client.window.scenes.tutorial import COACH_ROOMS
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.table_view.side_view import paint_heading, side_inner
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_core.actions import Action

NOT_SAVED = message("A puzzle is not saved; it can be begun again at any time.")


VERDICT_COLOURS = ("good", "text", "bad", "text")
"""Of the best answer and why it is best, then of the given one where it is another."""


class PuzzleKeys(TableKeys):
    leave_title = message("Leave the puzzle?")

    def helper_buttons(self, places: tuple[Box, ...]) -> list[Widget]:
        """Return none: nothing is taken back, and nobody says the answer."""
        return []

    def ask_to_leave(self) -> None:
        """Leave at once after the answer: nothing is lost, as by the button."""
        if isinstance(match := self.controller.match, PuzzleMatch) and match.given is not None:
            self.leave()
        else:
            super().ask_to_leave()

    def leave(self) -> None:
        self.shell.show_puzzles()


class PuzzleScene(TableScene):
    """`day` is the date of a daily puzzle; `theme` says which come next."""

    rooms = COACH_ROOMS

    def __init__(self, shell: Shell, match: PuzzleMatch, day: datetime.date | None, theme: str) -> None:
        self.puzzle_match, self.day, self.theme = match, day, theme
        self._verdict: PuzzleVerdict | None = None
        super().__init__(shell, match, NoAutosave(shell, NOT_SAVED))

    def table_options(self) -> TableOptions:
        """Return the options of a puzzle: nobody says the answer, and nothing follows from it that would have to be confirmed."""
        return replace(super().table_options(), hints=False, confirms=False)

    def answer(self, action: Action, in_one_press: bool = False) -> None:
        """Submit the answer at once: an end that is announced here ends no game that is played on."""
        if self.puzzle_match.refusal_of(action) is None:
            self.submit(action)
        else:
            super().answer(action, in_one_press)

    def submit(self, action: Action) -> None:
        first = self.puzzle_match.given is None
        super().submit(action)
        if first and self.puzzle_match.given is not None:
            self._keep_result()
            self.shell.play_sound("coin" if self.puzzle_match.is_right else "error")
            self.rebuild("result")

    def _keep_result(self) -> None:
        """Keep the first answer to this puzzle, beside what another window may have kept meanwhile."""
        match = self.puzzle_match
        file = PuzzleScoresFile(self.shell.folders.data)
        scores = file.load()
        scores.note_answer(match.puzzle.digest, match.is_right, self.day)
        if not file.save(scores) and file.complaint is not None:
            self.shell.show_notice(file.complaint.in_language(self.shell.words), bad=True)

    # --- what is said ---

    def verdict(self) -> PuzzleVerdict | None:
        """Return what is said of the answer; None before there is one."""
        return self._verdict

    def _look(self) -> None:
        """Judge the answer once for each change, and not for each picture: the reasons carry out both answers."""
        super()._look()
        match, answers = self.puzzle_match, self.puzzle_match.puzzle.answers
        self._verdict = None if match.given is None else verdict_on(
            match.question, match.given, match.best, match.chance_given(), answers[0].chance, answers[1].chance,
            self.controller.names)

    def question_text(self) -> str:
        verdict = self.verdict()
        return super().question_text() if verdict is None else verdict.title

    def _texts(self) -> tuple[str, tuple[str, ...]]:
        """Return the heading of the panel and its paragraphs."""
        verdict = self.verdict()
        title = puzzle_title(self.puzzle_match.puzzle, self.day, self.shell.words)
        return title, (self.translate(TASK),) if verdict is None else verdict.lines

    # --- the panel and the buttons ---

    def make_keys(self) -> TableKeys:
        return PuzzleKeys(self.shell, self.controller, self)

    def _parts(self) -> tuple[Box, Box]:
        """Return where the paragraphs lie, and before the answer what happened, as long as there is room for it."""
        unit = self.unit
        inner = side_inner(self.places.side, unit)[1]
        words = inner.top(unit.text(13.5) * 5)
        log = inner.without_top(words.h + unit(6))
        if self.verdict() is not None or log.h < 2 * max(unit(21), unit.text(13) + 6):
            return inner, inner.foot(0)
        return words, log

    def side_widgets(self) -> list[Widget]:
        """Return the log, and the buttons in the place of those that take back and give hints."""
        shell, translate, controller, log_box = self.shell, self.translate, self.controller, self._parts()[1]
        first, last = self.places.helpers[0], self.places.helpers[-1]
        again, leave = Box(first.x, first.y, last.right - first.x, first.h).columns((1.4, 1), self.unit(6))
        widgets: list[Widget] = [Button("leave", leave, translate("Leave"), shell.show_puzzles, size=12, icon="leave")]
        if self.puzzle_match.given is not None:
            return [Button("result", self.places.confirm, translate("Next puzzle"), self._go_on, kind="primary", hint="Enter",
                           size=15),
                    Button("again", again, translate("Try again"), self._try_again, size=12, icon="restart"), *widgets]
        if log_box.h:
            widgets.append(self.log_widget(controller.log.lines, log_box))
        return widgets

    def _go_on(self) -> None:
        self.shell.play_next_puzzle(self.theme, self.puzzle_match.puzzle)

    def _try_again(self) -> None:
        self.shell.play_puzzle(self.puzzle_match.puzzle, self.day, self.theme)

    def paint_side(self, painter: Painter) -> None:
        title, texts = self._texts()
        paint_heading(painter, self.places.side, title)
        place = self._parts()[0]
        if self.verdict() is None:
            painter.paragraph(place, "\n".join(texts), 13.5)
            return
        gap = painter.unit(8)
        pixels = painter.fitting_paragraphs(texts, place.w, place.h - gap, 13.5)
        for number, (text, colour) in enumerate(zip(texts, VERDICT_COLOURS, strict=False)):
            place = place.without_top(gap if number == 2 else 0)
            place = place.without_top(painter.paragraph(place, text, 13.5, colour, pixels=pixels))

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return the task, or what was best, before all others; it is read out when it changes."""
        title, texts = self._texts()
        node = label_node("puzzle", f"{title}. " + "\n".join(texts), self._parts()[0], Speech.POLITE)
        return node, *super().accessible_parts()
