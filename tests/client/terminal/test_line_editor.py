"""The line that is typed while other lines come in: it is never broken, whatever is written meanwhile."""

from __future__ import annotations

import io
import os
import pty
import random
import re
import select
import sys
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from acquire_client.terminal.line_editor import MAX_LINE, LineEditor, RepeatedPrompt, live_terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its console edits lines by itself")


class Screen:
    """As much of a terminal as the editor uses: text, wide characters, wrapping, and where the cursor goes."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.rows: list[list[str]] = [[]]
        self.row = self.column = 0

    def write(self, text: str) -> None:
        for part in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|[^\x1b]", text):
            self.take(part)

    def take(self, part: str) -> None:
        if part == "\n":
            self.row, self.column = self.row + 1, 0
        elif part == "\r":
            self.column = 0
        elif part == "\x1b[J":
            del self.rows[self.row + 1:], self.rows[self.row][self.column:]
        elif part[0] == "\x1b" and part.endswith("A"):
            self.row -= int(part[2:-1])
        elif part[0] == "\x1b" and part.endswith("C"):
            self.column += int(part[2:-1])
        elif not part.startswith("\x1b"):
            self.put(part)
        while len(self.rows) <= self.row:
            self.rows.append([])

    def put(self, letter: str) -> None:
        width = 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if self.column + width > self.columns:
            self.row, self.column = self.row + 1, 0
            self.rows += [[]] * (self.row + 1 - len(self.rows))
        row = list(self.rows[self.row])
        row += [" "] * (self.column + width - len(row))
        row[self.column:self.column + width] = [letter, ""][:width]
        self.rows[self.row] = row
        self.column += width

    @property
    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


class Shown(io.StringIO):
    def __init__(self, columns: int) -> None:
        super().__init__()
        self.screen = Screen(columns)

    def write(self, text: str) -> int:
        self.screen.write(text)
        return len(text)


def editor_of(columns: int = 40) -> tuple[LineEditor, Screen]:
    shown = Shown(columns)
    return LineEditor(shown, lambda: columns), shown.screen


def test_what_comes_in_stands_above_the_line_that_is_typed() -> None:
    editor, screen = editor_of()
    editor.write("Ann> ")
    editor.feed_keys("say I am thin")
    editor.write("Ben says: hurry\n")
    assert screen.lines == ["Ben says: hurry", "Ann> say I am thin"]
    assert editor.feed_keys("king\r") == ["say I am thinking"]
    assert screen.lines[:2] == ["Ben says: hurry", "Ann> say I am thinking"]


def test_a_prompt_is_drawn_again_and_a_new_one_takes_its_place() -> None:
    editor, screen = editor_of()
    editor.write("Ann> ")
    editor.write("Ben is here.\nCy is here.\n")
    assert screen.lines == ["Ben is here.", "Cy is here.", "Ann>"]
    editor.feed_keys("1")
    editor.write("\x1b[1mAnn (waiting for Ben)> \x1b[0m")
    assert screen.lines[-1] == "Ann (waiting for Ben)> 1"


@pytest.mark.parametrize("columns", [21, 24, 40])
def test_long_lines_and_wide_letters_are_drawn_again_over_several_rows(columns: int) -> None:
    editor, screen = editor_of(columns)
    editor.write("Ann> ")
    line = "say one two three four five six seven eight 三四五 nine ten"
    for letter in line:
        editor.feed_keys(letter)
        editor.write("x\n")
    shown = "".join(row.ljust(columns) if cell_width(row) < columns - 1 else row for row in screen.lines[len(line):])
    assert screen.lines[:len(line)] == ["x"] * len(line)
    assert "".join(shown.split()) == "".join(("Ann> " + line).split())


def cell_width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_keys_and_news_come_the_screen_shows_the_news_and_the_line(seed: int) -> None:
    rng = random.Random(seed)
    editor, screen = editor_of(30)
    editor.write("> ")
    typed, at, news = "", 0, 0
    keys = {"\x1b[D": (0, -1), "\x1b[C": (0, 1), "\x7f": (-1, -1), "a": (1, 1), "b": (1, 1), " ": (1, 1)}
    for _ in range(300):
        if rng.random() < 0.2:
            editor.write(f"news {news}\n")
            news += 1
            continue
        key = rng.choice([*keys, "\x01", "\x05"])
        if key == "\x01":
            at = 0
        elif key == "\x05":
            at = len(typed)
        elif key == "\x7f":
            typed, at = (typed[:at - 1] + typed[at:], at - 1) if at else (typed, at)
        elif key.startswith("\x1b"):
            at = min(len(typed), max(0, at + keys[key][1]))
        else:
            typed, at = typed[:at] + key + typed[at:], at + 1
        editor.feed_keys(key)
        where = 2 + at
        assert (screen.row - news, screen.column) == (where // 30, where % 30)
    assert screen.lines[:news] == [f"news {number}" for number in range(news)]
    assert "".join(screen.lines[news:]).replace(" ", "") == ("> " + typed).replace(" ", "")
    assert editor.feed_keys("\n") == [typed]


def test_keys_that_terminals_send() -> None:
    editor, _ = editor_of()
    assert editor.feed_keys("abc def\x17ghi\r") == ["abc ghi"]
    assert editor.feed_keys("abc\x15xyz\x01\x1b[3~\r") == ["yz"]
    assert editor.feed_keys("\x1b[A\x1b[A!\r\x1b[A\x1b[B\r") == ["abc ghi!", ""]
    assert editor.feed_keys("\x1bOP\x1b[15~") == ["f1", "f5"], "function keys need no Enter"
    assert editor.feed_keys("a\x1b[999Zb\x1bxc\r") == ["abc"], "what means nothing here changes nothing"
    assert editor.feed_keys("one\rtwo\rthr") == ["one", "two"], "as pasted"
    assert editor.feed_keys("\x1b") == editor.feed_keys("[") == [] and editor.feed_keys("Hx\r") == ["xthr"]


def test_what_is_pasted_is_drawn_once_and_a_bell_says_where_the_line_is_full() -> None:
    out = io.StringIO()
    editor = LineEditor(out, lambda: 80)
    editor.write("Ann> ")
    pasted = "y" * (MAX_LINE + 100)
    assert editor.feed_keys("x\x01" + pasted + "\r2\r") == [f"{pasted[:MAX_LINE - 1]}x", "2"]
    assert out.getvalue().count("\a") == 1 and len(out.getvalue()) < 3 * MAX_LINE


def test_where_lines_cannot_be_drawn_again_the_prompt_is_repeated_below_what_comes_in() -> None:
    shown, waiting = io.StringIO(), list[Callable[[], None]]()
    prompt = RepeatedPrompt(shown, lambda: "1", waiting.append)

    def some_time_passes() -> None:
        while waiting:
            waiting.pop(0)()

    prompt.write("Ann places a tile.\n")
    prompt.write("Ann> ")
    some_time_passes()
    prompt.write("Ben says: hurry\n")
    prompt.write("Cy says: no\n")
    some_time_passes()
    assert shown.getvalue() == "Ann places a tile.\nAnn> \nBen says: hurry\nCy says: no\nAnn> "
    assert prompt.read() == "1"
    prompt.write("Ann places 5E.\n")
    some_time_passes()
    assert shown.getvalue().endswith("Ann> Ann places 5E.\n"), "behind what the terminal has shown of Enter"


# --- a real terminal

def shown_in_a_terminal(folder: Path, program: str, *typed: str) -> str:
    """Return what a terminal shows of a program in which these are typed, one after each '#' that it shows."""
    try:
        pid, fd = pty.fork()
    except OSError as error:
        pytest.skip(f"this system has no terminals: {error}")
    if not pid:
        os.environ.update(TERM="xterm", ACQUIRE_HOME=str(folder))
        os.execv(sys.executable, [sys.executable, "-c", program])
    shown = b""
    waiting = list(typed)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([fd], [], [], 0.2)[0]:
            continue
        try:
            data = os.read(fd, 4096)
        except OSError:
            break
        if not data:
            break
        shown += data
        while waiting and shown.count(b"#") > len(typed) - len(waiting):
            os.write(fd, waiting.pop(0).encode())
    os.close(fd)
    _, status = os.waitpid(pid, 0)
    assert not status, shown
    return shown.decode()


PROGRAM = """
import os, subprocess, sys, termios, threading
from acquire_client.terminal.line_editor import live_terminal

def show(line):
    sys.stdout.write(line + "\\n")

before = termios.tcgetattr(0)
with live_terminal() as live:
    show("ready #")
    sys.stdout.write("you> ")
    STOPPED
    lines = []
    while (line := live.read()) is not None:
        lines.append(line)
        show(f"heard {line!r} #")
assert termios.tcgetattr(0) == before, "the shell gets its terminal back"
print("lines", lines)
"""

STOPPED = """subprocess.Popen(["sh", "-c", f"stty sane < /proc/{os.getpid()}/fd/0; kill -CONT {os.getpid()}"]).wait()
    def look():
        while termios.tcgetattr(0)[3] & termios.ICANON:
            threading.Event().wait(0.01)
        show("taken #")
    threading.Thread(target=look, daemon=True).start()"""


def test_in_a_real_terminal_lines_are_read_and_it_is_left_as_it_was(tmp_path: Path) -> None:
    shown = shown_in_a_terminal(tmp_path, PROGRAM.replace("STOPPED", ""), "say Grüße\r", "x\x7f\x04\r", "\x04")
    assert "lines ['say Grüße', '']" in shown


LEFT = """
import os, sys, threading
from acquire_client.terminal.line_editor import live_terminal

heard = []
with live_terminal() as live:
    pipe = live._signals, live._signalled
    thread = threading.Thread(target=lambda: heard.append(live.read()))
    thread.start()
    sys.stdout.write("ready #\\n")
    while not live._reading.locked():
        pass
thread.join(20)
for end in pipe:
    try:
        os.fstat(end)
    except OSError:
        continue
    raise SystemExit("the pipe is open")
print("heard", heard, live.read())
"""


def test_who_leaves_the_terminal_leaves_no_thread_and_no_pipe_behind(tmp_path: Path) -> None:
    assert "heard [None] None" in shown_in_a_terminal(tmp_path, LEFT)


@pytest.mark.skipif(sys.platform != "linux", reason="names the terminal by /proc")
def test_after_a_stop_the_terminal_is_taken_again_that_a_shell_had_used(tmp_path: Path) -> None:
    shown = shown_in_a_terminal(tmp_path, PROGRAM.replace("STOPPED", STOPPED), "", "one\r", "\x04")
    assert "lines ['one']" in shown


def test_where_no_person_types_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("ready\n"))
    assert live_terminal() is None
