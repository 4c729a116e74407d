"""Games on the disk: those that are not over, those that were saved, and the history of those that are over."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pygame

from acquire_client.files.past_games import PastGames, summary_of
from acquire_client.files.saves import RecordFolder, SaveError, load
from acquire_client.files.unfinished_games import UnfinishedGames, newest_first
from acquire_client.language import Words, message
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import SeatsError
from acquire_client.trouble import reason
from acquire_client.view_model.board import board_picture
from acquire_client.view_model.past_game import opponents_text, result_text, standings_text, tried_again
from acquire_client.view_model.record_summary import RecordSummary
from acquire_client.view_model.rule_changes import edition_title, rules_title
from acquire_client.view_model.words import TableNames, printable
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.layout.table import board_squares
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import DialogAnswer, Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode
from acquire_client.window.screen_reader.table_nodes import BoardSpeech, board_node
from acquire_client.window.table_view.board_view import BoardMarks, draw_board
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_client.window.widgets.notes import is_small, note_lines
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget
from acquire_core import Game, Ruleset
from acquire_core.record import Record, RecordError
from acquire_core.record_header import WHOLE

MAX_LISTED = 500
RESULT_SIZE = 14
NO_BREAK = "\N{NO-BREAK SPACE}"
TITLES = (message("Saved games"), message("History"))


class SavedKind(Enum):
    """How a game came to the disk."""

    SAVED = message("saved")
    UNFINISHED = message("unfinished")
    PLAYED_NOW = message("open now")
    FINISHED = message("finished")


@dataclass(frozen=True, slots=True)
class SavedGame:
    path: Path
    when: float
    kind: SavedKind = SavedKind.SAVED


def saved_games(records: Path) -> list[SavedGame]:
    """Return the games that are not over and those that a player saved, the newest first."""
    unfinished = UnfinishedGames(records)
    found = [*_games_at(newest_first(records), SavedKind.SAVED)]
    for path in unfinished.paths():
        found += _games_at([path], SavedKind.PLAYED_NOW if unfinished.is_open(path) else SavedKind.UNFINISHED)
    return sorted(found, key=lambda saved: saved.when, reverse=True)[:MAX_LISTED]


def past_games(records: Path) -> list[SavedGame]:
    """Return the games of the history, the newest first."""
    return _games_at(PastGames(records).paths(), SavedKind.FINISHED)


def _games_at(paths: list[Path], kind: SavedKind) -> list[SavedGame]:
    found = []
    for path in paths:
        try:
            found.append(SavedGame(path, path.stat().st_mtime, kind))
        except OSError:
            pass  # gone since
    return found


def date_text(when: float, now: float) -> str:
    """Return the day, of today the time; in one form for all languages."""
    then, today = time.localtime(when), time.localtime(now)
    return time.strftime("%H:%M" if then[:3] == today[:3] else "%Y-%m-%d", then)


def names_of(game: RecordSummary, words: Words) -> TableNames:
    """Return the names of a game in this language, those of teams included."""
    return TableNames.of_seats([seat.name for seat in game.seats], game.ruleset).in_language(words)


def turn_text(turn: int, ruleset: Ruleset, words: Words) -> str:
    """Return how far a game is."""
    return words.translate("round {turn}", turn=turn) if ruleset.simultaneous else words.translate("turn {turn}", turn=turn)


def row_of(saved: SavedGame, summary: RecordSummary | None, words: Words, now: float, is_repeated: bool = False) -> ListLine:
    """Return what the list says of a game: when, who, and how it stands or by which rules it was played and how it ended.
    `is_repeated` games had a bag that was known."""
    when = date_text(saved.when, now)
    if summary is None:
        return ListLine(f"{when}  {printable(saved.path.stem)}", note=words.translate("damaged"))
    names = names_of(summary, words)
    if summary.is_over:
        again = [words.translate("tried again")] if is_repeated else []
        parts = [edition_title(summary.ruleset, words), *again, result_text(summary, names)]
        return ListLine(f"{when}  {opponents_text(summary, names)}", note=" · ".join(parts))
    text = f"{when}  {', '.join(names.seats)}"
    note = turn_text(summary.turn, summary.ruleset, words)
    if saved.kind is not SavedKind.SAVED:
        note = f"{words.translate(saved.kind.value)}, {note}"
    return ListLine(text, note=note)


def trouble_with(error: SaveError | MatchError | SeatsError, words: Words) -> str:
    """Return in a plain sentence why a game cannot be opened; nothing of the file's own bytes is in it."""
    why = error.values.get("why")
    if isinstance(why, RecordError):
        return words.translate("This file is damaged or is not a saved game, so it cannot be opened.")
    if isinstance(error, SaveError) and isinstance(why, Exception):
        return words.translate("This file cannot be read: {why}.", why=reason(why, words))
    return words.sentence(error.in_language(words))


class SavedGamesPage(Page):
    """`is_history` shows the games that are over instead of those that can be continued."""

    shares = (0.86, 0.86)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, shell.translate("Saved games"))
        self.is_history = False
        self._find_games()

    def _find_games(self) -> None:
        records = self.shell.records
        self.title = self.translate(TITLES[self.is_history])
        self.games = past_games(records) if self.is_history else saved_games(records)
        self.summaries = [summary_of(saved.path) for saved in self.games]
        self.match: LocalMatch | None = None
        self.record: Record | None = None
        self.game: Game | None = None
        self.trouble = ""
        self.chosen = 0
        if self.games:
            self._look_at(0)

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        tabs = self.head.end(min(unit(420), int(self.head.w * 0.55)))
        self.tabs = Box(tabs.x, tabs.y, tabs.w, max(MIN_TARGET, tabs.h)).columns((1, 1), unit(8))
        self.list, self.look = self.body.columns((1, 1.15), unit(20))

    def build_widgets(self) -> list[Widget]:
        unit, words, now = self.unit, self.shell.words, time.time()
        repeated = tried_again(self.summaries)
        lines = [row_of(saved, summary, words, now, again) for saved, summary, again in
                 zip(self.games, self.summaries, repeated, strict=True)]
        nothing = message("Nothing is saved here. Finished games are in the history.")
        if self.is_history:
            nothing = message("No game has been finished yet.")
        games = ListView("games", self.list, lines, max(unit(30), 28), choose=self._choose, chosen=self.chosen,
                         empty=self.translate(nothing))
        other = Button("other", self.tabs[0], self.translate(TITLES[not self.is_history]), self.show_other_list,
                       hint="H", size=12.5, icon="folder" if self.is_history else "history")
        statistics = Button("statistics", self.tabs[1], self.translate("Statistics"), self.shell.show_statistics, hint="S",
                            size=12.5, icon="chart")
        delete_place, _, _, close_place = self._foot_places()
        close = Button("close", close_place, self.translate(message("Close")), self.shell.pop, hint="Esc", icon="close")
        delete = Button("delete", delete_place, self.translate("Delete"), self.ask_to_delete, hint=self.translate("Del"),
                        icon="delete", enabled=bool(self.games) and self.games[self.chosen].kind is not SavedKind.PLAYED_NOW)
        return [games, *self._opening_buttons(), close, other, statistics, delete]

    def _foot_places(self) -> tuple[Box, ...]:
        """Return where the buttons lie: one at the left, and three at the end."""
        gap = self.unit(12)
        row = self.foot.end(min(self.foot.w, self.unit(860)))
        delete, *others = row.columns((1, 1.2, 1.5, 1.2), gap)
        return Box(self.foot.x, delete.y, delete.w, delete.h), *others

    def _opening_buttons(self) -> list[Widget]:
        """Return what opens the chosen game: one that is over is watched, another one is continued."""
        over = self.game is not None and self.game.over
        _, second, first, _ = self._foot_places()
        if over:
            return [Button("review", second, self.translate("Review"), self.show_review, hint="A", icon="review"),
                    Button("replay", first, self.translate("Replay"), self._replay, kind="primary", hint="Enter",
                           icon="play")]
        return [Button("replay", second, self.translate("Replay"), self._replay, hint="R", icon="step-forward",
                       enabled=self._may_be_watched),
                Button("play", first, self.translate("Resume"), self._play, kind="primary", hint="Enter", icon="play",
                       enabled=self.match is not None)]

    def show_other_list(self) -> None:
        """Change between the saved games and the history."""
        self.is_history = not self.is_history
        self._find_games()
        self.rebuild("games")

    def on_restyle(self) -> None:
        super().on_restyle()
        self.title = self.translate(TITLES[self.is_history])

    def _choose(self, number: int) -> None:
        self._look_at(number)
        self.rebuild()

    def _look_at(self, number: int) -> None:
        self.chosen, self.match, self.trouble = number, None, ""
        self.record = self.game = None
        saved = self.games[number]
        try:
            self.record = load(saved.path)
            self.game = self.record.game()
            if saved.kind is SavedKind.PLAYED_NOW:
                self.trouble = self.translate("This game is being played now, here or in another window.")
            elif not self.game.over:
                self.match = LocalMatch.resume(self.record)
        except (SaveError, MatchError, SeatsError) as error:
            self.trouble = trouble_with(error, self.shell.words)

    def _play(self) -> None:
        if self.match is None:
            return
        saved = self.games[self.chosen]
        if saved.kind is SavedKind.UNFINISHED:
            self.shell.continue_game(saved.path)
        else:
            self.shell.play(self.match, RecordFolder(self.shell.records, saved.path))

    @property
    def _may_be_watched(self) -> bool:
        """Return True if it is over, or all of it may be seen before that (A35)."""
        return self.record is not None and (self.record.log == WHOLE or self.game is not None and self.game.over)

    def _replay(self) -> None:
        if self.record is not None and self._may_be_watched:
            self.shell.show_replay(self.record, own=self._own_seats)

    @property
    def _own_seats(self) -> tuple[int, ...] | None:
        """Return the seat of the person at this machine; None where all persons sat here, as far as is known."""
        summary = self.summaries[self.chosen]
        return None if summary is None or summary.own_seat is None else (summary.own_seat,)

    def show_review(self) -> None:
        """Show what was better in the chosen game, if it is over."""
        if self.record is not None and self.game is not None and self.game.over:
            self.shell.show_review(self.record, own=self._own_seats)

    def ask_to_delete(self) -> None:
        if self.games and self.games[self.chosen].kind is not SavedKind.PLAYED_NOW:
            saved = self.games[self.chosen]
            self.shell.show_dialog(message("Delete this game?"), lambda: self.translate("You can't get it back."), (
                DialogAnswer(message("Delete"), lambda: self._delete(saved), "primary"), DialogAnswer(message("Keep it"))),
                lambda key: None)

    def _delete(self, saved: SavedGame) -> None:
        try:
            if saved.kind is SavedKind.UNFINISHED:
                UnfinishedGames(self.shell.records).delete(saved.path)
            else:
                saved.path.unlink(missing_ok=True)
        except OSError as error:
            why = reason(error, self.shell.words)
            self.shell.show_notice(self.translate("The game is not deleted: {why}.", why=why), bad=True)
        self._find_games()
        self.rebuild("games")

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_r:
            self._replay()
        elif event.key == pygame.K_a:
            self.show_review()
        elif event.key in ENTER_KEYS:
            self._replay() if self.game is not None and self.game.over else self._play()
        elif event.key == pygame.K_DELETE:
            self.ask_to_delete()
        elif event.key == pygame.K_h:
            self.show_other_list()
        elif event.key == pygame.K_s:
            self.shell.show_statistics()
        elif event.key in (pygame.K_ESCAPE, pygame.K_F8, pygame.K_F10):
            self.shell.pop()
        return True

    def _look_parts(self) -> tuple[Box, Box]:
        """Return where the lines about the chosen game are, and its board. A long result has two lines above the other one."""
        head = self.look.top(self.unit(54))
        if is_small(self.painter, self._result_text(), head.top(head.h // 2), RESULT_SIZE, bold=True):
            head = self.look.top(self.unit(76))
        return head, self.look.without_top(head.h + self.unit(6))

    def _result_text(self) -> str:
        """Return who has how much in the chosen game; in one that is not over, who plays."""
        if self.record is None or self.game is None:
            return ""
        summary = self.summaries[self.chosen]
        if self.game.over and summary is not None:
            result = standings_text(summary, names_of(summary, self.shell.words))
            return result.replace(" ", NO_BREAK).replace(f",{NO_BREAK}", ", ")  # a line never ends behind a rank
        return self.shell.words.listing(seat.name for seat in self.record.seats)

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        if self.game is None or self.record is None:
            return ()
        (_, board), unit = self._look_parts(), self.unit
        return (board_node(board, board_squares(board.inset(unit(8)), unit(3)), board_picture(self.game.observe(None).board),
                           BoardSpeech(), self.translate),)

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        unit, game = painter.unit, self.game
        if not self.games:
            return
        name = printable(self.games[self.chosen].path.name)
        if game is None or self.record is None:
            painter.paragraph(self.look.without_foot(unit(24)), self.trouble, 14, "bad", cut=True)
            painter.text(self.look.foot(unit(24)), name, 12, "dim", cut=True)
            return
        head, board = self._look_parts()
        lower = head.foot(unit(27))
        turn = self.translate("finished") if game.over else turn_text(game.turn, game.ruleset, self.shell.words)
        upper, result = head.without_foot(lower.h), self._result_text()
        with painter.described_as(upper, result.replace(NO_BREAK, " ")):
            for line, row in note_lines(painter, result, upper, RESULT_SIZE, bold=True):
                painter.text(row, line, RESULT_SIZE, bold=True, cut=True)
        note = self.trouble or f"{rules_title(game.ruleset, self.shell.words)}, {turn}, {name}"
        painter.text(lower, note, 12.5, "bad" if self.trouble else "dim", cut=True)
        painter.panel(board, "board", "line", 10)
        draw_board(painter, board_squares(board.inset(unit(8)), unit(3)), board_picture(game.observe(None).board),
                   BoardMarks())
