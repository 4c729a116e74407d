"""Letters of a table over days: those for the others are copied or saved, and theirs are pasted, dropped or read from a file.

The program that plays the table writes and reads them: it holds the journal, and what letters bring goes the way of all frames.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from acquire_client.files.saves import path_from, write_free
from acquire_client.language import message
from acquire_client.matches.evening import Evening
from acquire_client.matches.letters import SortedLetters, letters_folder, read_letter_file, sort_letters
from acquire_client.view_model.letters import (
    IN_DOUBT,
    NOT_AWAKE,
    reading_lines,
    size_text,
    sorting_lines,
    unreadable_file_text,
    unwritten_file_text,
    whole_text,
)
from acquire_client.view_model.table_news import waiting_text
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import capitalised, printable
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.layout.scale import FORM_ROOMS
from acquire_client.window.scenes.pages import FormPage
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.choice import Choice
from acquire_client.window.widgets.clipboard import read_clipboard, write_clipboard
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.widget import Widget
from acquire_net import events

TITLE = message("Letters")
ABOUT = message("Where the mailbox cannot be reached, send letters instead: by e-mail, in a chat, on a USB stick. A table may "
                "use both, in any order.")
WRITTEN = message("What your seat has to say, as text for e-mail. All get the same text; each program reads its own letter in "
                  "it.")
DROP_HERE = message("Drop a file with letters here, or paste what you have copied.")
NOT_A_FILE = message("it is not a file with text")
MAX_PATH = 400
LETTER_MARK = "-----BEGIN"
"""By this a letter is known that is pasted where a path should stand."""
MAX_TO_READ = 20
"""Files that wait until those before them are read: more than there are players."""
MAX_REPORT = 20
"""Sentences of what came of letters; the newest stand first."""
STATUS_LINES = 3
"""So many lines the longest sentence of how it stands needs in a narrow window."""
ASK_AGAIN_MS = 2000
"""So often it is looked whether this seat may sign now."""


@dataclass(frozen=True, slots=True)
class _FoundText:
    """What was in a text or a file that a person gave."""

    letters: SortedLetters = SortedLetters()
    path: Path | None = None
    trouble: Exception | None = None
    """Why the file could not be read."""


class LettersPage(FormPage):
    """The table and the end of a game open it by `Shell.show_letters`. On the left are the own letters: `_write` asks the peer
    for them, and `LettersWritten` brings them. On the right letters of others come in by `read_text` or `read_file`: a thread
    sorts them, the peer reads those for this seat, and `LettersRead` says what came of it. One text is read at a time, and the
    others wait in `_to_read`; every way out of a reading must go through `_end_reading`, or nothing more is read."""

    rooms = FORM_ROOMS
    shares = (0.84, 0.8)
    own_enter = ("save", "paste", "path", "read", "close")

    def __init__(self, shell: Shell, evening: Evening) -> None:
        super().__init__(shell, shell.translate(TITLE))
        self.evening = evening
        self.folder = letters_folder(shell.folders)
        self.own = events.LettersWritten()
        """The own letters as the peer wrote them last."""
        self.text = ""
        """All letters as one text."""
        self.everything = False
        """True if the letters say all since the beginning of the game."""
        self.path = ""
        """What is typed as the path of a file with letters."""
        self.is_reading = False
        """True from the beginning of a reading until the peer has said what came of it."""
        self._to_read: list[tuple[Callable[[], bytes], Path | None]] = []
        """What else was given while letters are read: a person may drop several files at once."""
        self.report: list[tuple[str, bool]] = []
        """What came of letters that were read, and which of it is bad news."""
        self._taken = self._done = ""
        """The text that was copied or saved last, and what is said of that."""
        self._is_bad = False
        self._status = ""
        self._asked_ms = 0
        """When the peer was last asked for the own letters."""
        evening.listeners.append(self._on_event)
        evening.peer.write_letters(False)

    # --- the table ---

    @property
    def names(self) -> tuple[str, ...]:
        return () if self.evening.match is None else self.evening.match.names.seats

    def _names_of_others(self) -> list[str]:
        """Return to whom there are letters, or the other players as long as there are none."""
        match = self.evening.match
        mine = None if match is None else match.seat
        seats = [to for to, _ in self.own.texts] or [seat for seat in range(len(self.names))
                                                         if seat != mine and seat not in self.evening.lost]
        return [printable(self.names[seat]) for seat in seats]

    def _on_event(self, event: events.PeerEvent) -> None:
        match event:
            case events.LettersWritten():
                self.own = event
                own = "" if self.evening.match is None else self.names[self.evening.match.seat or 0]
                self.text = whole_text(dict(event.texts), self.names, own, self.shell.words)
            case events.LettersRead():
                self._end_reading(reading_lines(event, self.names, self.shell.words))
                self._write()
            case events.Played() | events.WaitingFor() | events.Ended() | events.DiskTrouble():
                self._write()
            case _:
                return
        if self.evening.match is not None:
            self.evening.match.poll_changes()  # the table lies below, and takes nothing meanwhile
        self.rebuild()

    def _write(self) -> None:
        """Ask for the letters as they are now."""
        self._asked_ms = self.now_ms
        self.evening.peer.write_letters(self.everything)

    def on_leave(self) -> None:
        self.evening.listeners.remove(self._on_event)

    def update(self, now_ms: int) -> bool:
        self.now_ms = now_ms
        if not self.own.may_sign and now_ms - self._asked_ms >= ASK_AGAIN_MS:
            self._write()
        before, self._status = self._status, self.status_text()[0]
        return before != self._status

    def wait_ms(self, now_ms: int) -> int | None:
        return ASK_AGAIN_MS // 4

    def on_restyle(self) -> None:
        super().on_restyle()
        self.title = self.translate(TITLE)

    # --- to the others ---

    def confirm(self) -> None:
        self.copy()

    def copy(self) -> None:
        """Copy the letters as one text."""
        if not self.text:
            return
        write_clipboard(self.text)
        self._say_of_text(self.translate("Copied. Paste it into a message to {names:and}.", names=self._names_of_others()))

    def save(self) -> None:
        """Write the letters into a new file in the folder that is named."""
        if not self.text:
            return
        text, folder, turn = self.text, self.folder, self._turn

        def write() -> Path | OSError:
            try:
                return write_free(folder, f"letters-{turn}", ".txt", text)
            except OSError as error:
                return error

        def written(found: Path | OSError) -> None:
            if isinstance(found, OSError):
                self._say_of_text(unwritten_file_text(folder, found, self.shell.words), is_bad=True)
            else:
                self._say_of_text(self.translate("Saved as {name}. Send that file to {names:and}.", name=printable(found.name),
                                                 names=self._names_of_others()), taken=text)

        self.shell.workers.start(write, written)

    @property
    def _turn(self) -> int:
        match = self.evening.match
        return 0 if match is None else match.observe(match.seat).turn

    def _say_of_text(self, text: str, is_bad: bool = False, taken: str | None = None) -> None:
        if is_bad:
            self.shell.play_sound("error")
        self._done, self._is_bad, self._taken = text, is_bad, self.text if taken is None else taken
        self.rebuild()

    def _choose_content(self, at: int) -> None:
        """Write all since the beginning of the game, or what is usual again."""
        self.everything = bool(at)
        self._write()
        self.rebuild()

    def _text_news(self) -> tuple[str, str]:
        """Return what stands below the buttons that take the letters away, and its colour."""
        if self.own.trouble:
            return f"{capitalised(text_in(self.shell.words, self.own.trouble))}.", "bad"
        if not self._done:
            return "", "dim"
        if self._taken != self.text and not self._is_bad:
            return self.translate("The letters say more by now: copy or save them again."), "dim"
        return self._done, "bad" if self._is_bad else "good"

    # --- from the others ---

    def paste(self) -> None:
        """Read the letters in the text that was copied."""
        self.read_text(read_clipboard())

    def read_text(self, text: str) -> None:
        self._start_reading(lambda: text.encode("utf-8", "replace"))

    def read_typed_path(self) -> None:
        if self.path.strip():
            self.read_file(path_from(self.path.strip()))
        else:
            self._end_reading([(self.translate("Type the path of a file with letters, or drop one here."), True)])

    def read_file(self, path: Path) -> None:
        """Read the letters in a file."""
        self._start_reading(partial(_content_of, path), path)

    def _start_reading(self, read: Callable[[], bytes], path: Path | None = None) -> None:
        """Read the letters in what `read` returns, or do it when those that are being read are read."""
        if not self.is_reading:
            self.report = []
            self._find_letters(read, path)
        elif len(self._to_read) < MAX_TO_READ:
            self._to_read.append((read, path))

    def _find_letters(self, read: Callable[[], bytes], path: Path | None) -> None:
        """Find letters, and let the program of the table read those that are for this seat."""
        begun, match = self.evening.begun, self.evening.match
        if begun is None or begun.journal is None or match is None or match.seat is None:
            return
        self.is_reading = True
        journal, seat = begun.journal, match.seat

        def find() -> _FoundText:
            try:
                return _FoundText(sort_letters(read(), journal, seat), path)
            except (OSError, ValueError) as error:
                return _FoundText(path=path, trouble=error)

        self.shell.workers.start(find, self._take_found)
        self.rebuild()

    def _take_found(self, found: _FoundText) -> None:
        words = self.shell.words
        if found.trouble is not None:
            self._end_reading([(unreadable_file_text(found.path or Path(), found.trouble, words), True)])
            return
        self.report = [*sorting_lines(found.letters, words), *self.report]
        if found.letters.mine:
            self.evening.peer.read_letters(found.letters.mine)
            self.rebuild()
        else:
            self._end_reading([])

    def _end_reading(self, lines: list[tuple[str, bool]]) -> None:
        self.is_reading, self.report = False, [*lines, *self.report][:MAX_REPORT]
        if any(is_bad for _, is_bad in self.report):
            self.shell.play_sound("error")
        if self._to_read:
            self._find_letters(*self._to_read.pop(0))
        self.rebuild()

    # --- events ---

    def handle_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.DROPFILE:
            self.read_file(Path(event.file))
            return True
        if event.type == pygame.DROPTEXT:
            self.read_text(event.text)
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            copied = read_clipboard()
            if self.focus_manager.focus != "path" or LETTER_MARK in copied:
                self.read_text(copied)
                return True
        return super().handle_event(event)

    def press_key(self, event: pygame.event.Event) -> bool:
        acts = {pygame.K_c: self.copy, pygame.K_s: self.save, pygame.K_v: self.paste}
        if event.key in acts:
            acts[event.key]()
            return True
        return super().press_key(event)

    def _type_path(self, text: str) -> None:
        self.path = text

    # --- widgets ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        gap, row, line = unit(10), max(MIN_TARGET, unit.target(38)), max(unit.text(13) + unit(6), self._line_height(unit))
        foot = max(self.foot.h, STATUS_LINES * self._line_height(unit))
        self.body = self.body.without_foot(foot - self.foot.h)
        self.foot = Box(self.foot.x, self.foot.bottom - foot, self.foot.w, foot)
        self.about = self.body.top(line if self.body.w > unit(900) else 2 * line)
        below = self.body.without_top(self.about.h + gap)
        self.left, self.right = below.columns((1, 1), unit(18))
        inner = self.left.inset(unit(16), unit(12))
        self.left_head = inner.top(unit(28))
        what = len(self.painter.wrapped(self.translate(WRITTEN), inner.w, unit.text(13))) * self._line_height(unit)
        self.what = inner.without_top(self.left_head.h + unit(6)).top(what)
        self.size = Box(inner.x, self.what.bottom + gap, inner.w, row + unit(12))
        buttons = Box(inner.x, self.size.bottom + gap, inner.w, row)
        self.copy_box, self.save_box = buttons.columns((1, 1), gap)
        self.folder_box = Box(inner.x, buttons.bottom + unit(6), inner.w, line)
        self.content_box = inner.foot(row)
        self.text_news = Box(inner.x, self.folder_box.bottom + unit(6), inner.w,
                             max(0, self.content_box.y - self.folder_box.bottom - unit(12)))
        inner = self.right.inset(unit(16), unit(12))
        self.right_head = inner.top(unit(28))
        self.drop = Box(inner.x, self.right_head.bottom + unit(6), inner.w, unit(64) + 2 * line + row)
        drop = self.drop.inset(unit(14), unit(12))
        self.paste_box = drop.foot(row).centred(min(drop.w, unit(220)), row)
        self.drop_icon = drop.top(unit(28)).centred(unit(28), unit(28))
        self.drop_text = drop.without_top(unit(34)).without_foot(row + unit(4))
        file_row = Box(inner.x, self.drop.bottom + gap, inner.w, row)
        self.path_box, self.read_box = file_row.columns((2.6, 1), unit(8))
        self.report_box = Box(inner.x, file_row.bottom + gap, inner.w, max(0, inner.bottom - file_row.bottom - gap))
        end = self.foot.end(unit(180))
        self.close_box = end.centred(end.w, row)
        self.status_box = self.foot.without_end(end.w + unit(16))

    def _line_height(self, unit: Unit) -> int:
        return self.painter.line_height(unit.text(13))

    def build_widgets(self) -> list[Widget]:
        translate, has_text = self.translate, bool(self.text)
        contents = translate("what is new"), translate("all since the beginning")
        return [
            Button("copy", self.copy_box, translate("Copy"), self.copy, kind="primary", hint="C", size=14, icon="copy",
                   enabled=has_text),
            Button("save", self.save_box, translate("Save as a file"), self.save, hint="S", icon="save", enabled=has_text,
                   tip=translate("Into the folder {folder}.", folder=printable(str(self.folder)))),
            Choice("content", self.content_box, contents, int(self.everything), self._choose_content, translate("Contents"),
                   translate("All since the beginning is for a player who has put back an old copy of their disk.")),
            Button("paste", self.paste_box, translate("Paste"), self.paste, hint="V", size=14, icon="paste",
                   enabled=not self.is_reading),
            TextField("path", self.path_box, self.path, self._type_path, longest=MAX_PATH, ghost=translate("Path of a file"),
                      entered=self.read_typed_path, spoken=translate("Path of a file with letters")),
            Button("read", self.read_box, translate("Read"), self.read_typed_path, icon="folder", enabled=not self.is_reading),
            Button("close", self.close_box, translate(self.close), self.shell.pop, hint="Esc", icon="close"),
        ]

    # --- the picture ---

    def status_text(self) -> tuple[str, str]:
        """Return how it stands at the table, and the colour of that."""
        match, words = self.evening.match, self.shell.words
        if match is None:
            return "", "dim"
        if self.own.is_in_doubt:
            return words.translate(IN_DOUBT), "bad"
        if match.is_over:
            return words.translate("The game is over. The others may need your last letter."), "text"
        if not self.own.may_sign:
            return words.translate(NOT_AWAKE), "text"
        if match.asked_seat is not None:
            return words.translate("It is your turn."), "mine"
        return waiting_text(self.evening, words), "dim"

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return what came of letters, which is read out at once, what became of the own ones, and how it stands."""
        parts = []
        for number, (text, is_bad) in enumerate(self.report):
            parts.append(label_node(f"report {number}", text, self.report_box, Speech.ASSERTIVE if is_bad else Speech.POLITE))
        if news := self._text_news()[0]:
            parts.append(label_node("news", news, self.text_news, Speech.POLITE))
        return (*parts, label_node("status", self.status_text()[0], self.status_box, Speech.POLITE))

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        unit, translate = painter.unit, self.translate
        painter.paragraph(self.about, translate(ABOUT), 13, "dim", cut=True)
        for card in (self.left, self.right):
            painter.panel(card, "board", "line", 10)
        others = self._names_of_others()
        self._paint_head(painter, self.left_head, "send", translate("To {names:and}", names=others))
        painter.paragraph(self.what, translate(WRITTEN), 13, cut=True)
        painter.panel(self.size, "raised", None, 8)
        size = size_text(self.text, len(self.own.texts), self.shell.words) if self.text else translate(
            "The letters are being written …")
        self._paint_head(painter, self.size.inset(unit(12), 0), "letter", size)
        painter.text(self.folder_box, translate("Folder: {folder}", folder=printable(str(self.folder))), 11, "dim", cut=True)
        text, colour = self._text_news()
        painter.paragraph(self.text_news, text, 13, colour, cut=True)
        self._paint_head(painter, self.right_head, "letter", translate("From {names:and}", names=others))
        painter.dashed(self.drop, "dim", 8, 1.5)
        painter.icon(self.drop_icon, "save", "dim")
        invitation = translate("Reading …") if self.is_reading else translate(DROP_HERE)
        _paint_between(painter, self.drop_text, invitation, "dim", align="centre")
        self._paint_report(painter)
        text, colour = self.status_text()
        _paint_between(painter, self.status_box, text, colour, bold=colour == "mine")

    def _paint_report(self, painter: Painter) -> None:
        """Paint what came of letters, each sentence behind a mark that says without its colour whether it is good."""
        unit, room = painter.unit, self.report_box
        for line, is_bad in self.report:
            side, colour = unit(16), "bad" if is_bad else "good"
            if room.h < side:
                return
            painter.icon(room.top(side + unit(2)).left(side).centred(side, side), "close" if is_bad else "check", colour)
            room = room.without_top(painter.paragraph(room.without_left(side + unit(8)), line, 13, colour, cut=True) + unit(6))

    def _paint_head(self, painter: Painter, box: Box, icon: str, text: str) -> None:
        side = min(box.h, painter.unit(20))
        painter.icon(box.left(side).centred(side, side), icon)
        painter.text(box.without_left(side + painter.unit(10)), text, 15, bold=True, cut=True)


def _paint_between(painter: Painter, box: Box, text: str, colour: str, align: str = "left", bold: bool = False) -> None:
    """Paint a text halfway between top and foot of a box."""
    pixels = painter.fitting_paragraphs([text], box.w, box.h, 13)
    height = painter.line_height(pixels, bold) * len(painter.wrapped(text, box.w, pixels, bold))
    painter.paragraph(box.centred(box.w, height), text, 13, colour, bold, align, cut=True)


def _content_of(path: Path) -> bytes:
    """Return the content of a file as far as letters go; a device may never end. Raises OSError and ValueError."""
    if path.exists() and not path.is_dir() and not path.is_file():
        raise ValueError(NOT_A_FILE)
    return read_letter_file(path)
