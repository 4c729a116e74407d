"""The page of the puzzles: that of the day, those of a theme, and how well a person has answered."""

from __future__ import annotations

import datetime
from functools import partial

import pygame

from acquire_client.files.puzzle_book import own_puzzles, puzzle_of_day, shipped_puzzles
from acquire_client.files.puzzle_scores import PuzzleScoresFile
from acquire_client.language import message
from acquire_client.view_model.puzzles import ANY, OWN, puzzle_title, theme_rows
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.pages import Page, paint_figure
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget


class PuzzlesPage(Page):
    """It reads the results and the puzzles when it is made, and shows how many were answered right. `_choices` and
    `theme_boxes` are in the same order, and the number keys count in it. What is chosen goes to `Shell.play_puzzle` or
    `Shell.play_next_puzzle`, which leave this page."""

    shares = (0.6, 0.84)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, shell.translate("Puzzles"))
        self.today = datetime.date.today()
        file = PuzzleScoresFile(shell.folders.data)
        self.scores = file.load()
        if file.complaint is not None:
            shell.show_notice(file.complaint.in_language(shell.words), bad=True)
        self.daily = puzzle_of_day(self.today)
        """The puzzle of today."""
        self.own = own_puzzles(shell.folders.data)
        """Puzzles that were made of the games of this person."""

    def on_restyle(self) -> None:
        super().on_restyle()
        self.title = self.translate("Puzzles")

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        self.rows = theme_rows(shipped_puzzles(), self.scores.answered, self.shell.words)
        gap, choices = unit(8), len(self.rows) + 1 + bool(self.own)
        self.figures = self.body.top(unit(62))
        below = self.body.without_top(self.figures.h + unit(10))
        self.day_box = below.top(unit.target(46))
        rest = below.without_top(self.day_box.h + gap)
        lines = (choices + 1) // 2
        row = min(unit.target(60), (rest.h + gap) // lines - gap)
        self.theme_boxes = [box for line in rest.stacked(lines, row, gap) for box in line.columns((1, 1), gap)][:choices]

    def build_widgets(self) -> list[Widget]:
        shell, translate = self.shell, self.translate
        result = self.scores.days.get(self.today.isoformat())
        state = {None: message("not answered yet"), True: message("answered right"), False: message("not answered right")}[result]
        widgets: list[Widget] = [
            Button("day", self.day_box, puzzle_title(self.daily, self.today, shell.words), self.play_day, kind="primary",
                   hint="Enter", size=15, icon="hint", note=translate(state), tip=translate(state))]
        for number, ((theme, label, note), box) in enumerate(zip(self._choices(), self.theme_boxes, strict=True), 1):
            widgets.append(Button(f"theme {theme}", box, label, partial(shell.play_next_puzzle, theme), size=14,
                                  hint=str(number), group="themes", note=note, tip=note))
        return [*widgets, Button("close", self.foot.end(self.unit(180)), translate(self.close), shell.pop, hint="Esc",
                                 icon="close")]

    def _choices(self) -> list[tuple[str, str, str]]:
        """Return the name, the label and the result of each theme, of all together and of the own puzzles."""
        answered = self.scores.answered

        def result(right: int, count: int) -> str:
            return self.translate("{right} of {count} right", right=right, count=count)

        choices = [(row.theme, row.title, result(row.right, row.count)) for row in self.rows]
        choices.append((ANY, self.translate("Any theme"), result(sum(row.right for row in self.rows),
                                                                 sum(row.count for row in self.rows))))
        if self.own:
            right = sum(answered.get(puzzle.digest, False) for puzzle in self.own)
            choices.append((OWN, self.translate("From your games"), result(right, len(self.own))))
        return choices

    def play_day(self) -> None:
        self.shell.play_puzzle(self.daily, self.today)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in ENTER_KEYS:
            self.play_day()
        elif event.unicode.isdecimal() and 1 <= int(event.unicode) <= len(self.theme_boxes):
            self.shell.play_next_puzzle(self._choices()[int(event.unicode) - 1][0])
        elif event.key == pygame.K_ESCAPE:
            self.shell.pop()
        return True

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        scores = self.scores
        figures = ((scores.days_in_a_row(self.today), message("Days in a row")),
                   (scores.row, message("Right in a row")), (scores.longest_row, message("Most right in a row")))
        for (figure, caption), box in zip(figures, self.figures.columns((1, 1, 1), painter.unit(10)), strict=True):
            paint_figure(painter, box, self.shell.words.number(figure), self.translate(caption))
