"""Keep the line that a person is typing intact while other lines arrive: hide it, print what arrives, and draw it again.

A terminal edits lines by itself, but it cannot hide a line that is half typed. So this program reads the keys one by one and
draws the line itself, after the last prompt. A text without an end of line becomes the prompt. Where the terminal cannot do
this, `live_terminal` returns None, and the prompt is at least repeated. Where no person types, none of this is used.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import select
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, TextIO

from rich.cells import cell_len

try:
    import termios
except ImportError:  # Windows: its console edits lines by itself
    termios = None  # type: ignore[assignment]

MAX_LINE = 4096
MAX_HISTORY = 200
MIN_COLUMNS = 20
QUIET_S = 0.15
"""So long nothing has come in, and a prompt is worth showing."""
LEAVING_S = 1.0
"""So long the thread that reads may need to notice that the terminal is left."""
_STYLE = re.compile(r"\x1b\[[0-9;]*m")

# What keys send after ESC, by what they do.
_KEYS = {
    "[D": "left", "OD": "left", "[C": "right", "OC": "right", "[A": "older", "OA": "older", "[B": "newer", "OB": "newer",
    "[H": "home", "OH": "home", "[1~": "home", "[7~": "home", "[F": "end", "OF": "end", "[4~": "end", "[8~": "end",
    "[3~": "delete", "OP": "f1", "OQ": "f2", "OR": "f3", "OS": "f4", "[15~": "f5", "[17~": "f6", "[18~": "f7", "[19~": "f8",
    "[20~": "f9", "[21~": "f10",
}
_CONTROLS = {
    "\x01": "home", "\x02": "left", "\x05": "end", "\x06": "right", "\x0e": "newer", "\x10": "older",
    "\x7f": "back", "\x08": "back", "\x15": "kill", "\x0b": "kill to end", "\x17": "kill word", "\x0c": "clear",
}
_SEQUENCE = re.compile(r"\[[0-9;]*[@-~]|O[@-~]|[^\[O]")


class LineEditor:
    """Draws on `out`, which is `columns()` wide. `feed_keys` takes keys, `write` takes what is to be shown above the line.

    >>> import io
    >>> editor = LineEditor(io.StringIO(), lambda: 80)
    >>> editor.write("Ann> ")
    >>> editor.feed_keys("say hello\\r")
    ['say hello']
    """

    def __init__(self, out: TextIO, columns: Callable[[], int]) -> None:
        self._out = out
        self._columns = columns
        self._lock = threading.RLock()
        self._prompt = ""
        self._typed = ""
        self._at = 0
        """Where the cursor stands in it."""
        self._row = 0
        """How many rows of the screen the cursor is below the beginning of the prompt."""
        self._keys = ""
        """The beginning of a sequence whose end has not come."""
        self._history: deque[str] = deque(maxlen=MAX_HISTORY)
        self._looking_back = 0

    # --- what is shown

    def write(self, text: str) -> None:
        """Show whole lines above the line that is typed; a rest without an end of line is the prompt from now on."""
        lines, newline, rest = text.rpartition("\n")
        with self._lock:
            if not newline and rest == self._prompt:
                return
            self._erase_line()
            self._out.write(lines + newline)
            self._prompt = rest or self._prompt
            self._draw()

    def redraw_line(self) -> None:
        with self._lock:
            self._row = 0
            self._out.write("\r\x1b[J")
            self._draw()

    def leave(self) -> None:
        """End typing: what was typed and not sent is gone."""
        with self._lock:
            self._erase_line()
            self._prompt = self._typed = ""
            self._at = 0
            self._out.flush()

    def _erase_line(self) -> None:
        if self._prompt or self._typed:
            self._out.write("\r" + (f"\x1b[{self._row}A" if self._row else "") + "\x1b[J")
        self._row = 0

    def _draw(self) -> None:
        columns = max(MIN_COLUMNS, self._columns())
        before = cell_len(_STYLE.sub("", self._prompt)) + cell_len(self._typed[:self._at])
        whole = before + cell_len(self._typed[self._at:])
        self._out.write(self._prompt + self._typed)
        if whole and whole % columns == 0:
            self._out.write(" \r")  # else the cursor would hang behind the last column
        up, self._row = whole // columns - before // columns, before // columns
        if before != whole:
            right = before % columns
            self._out.write((f"\x1b[{up}A" if up else "") + "\r" + (f"\x1b[{right}C" if right else ""))
        self._out.flush()

    # --- what is typed

    def feed_keys(self, keys: str) -> list[str]:
        """Take keys as the terminal sends them; the lines that are finished by them. What is pasted is drawn once."""
        done, at = [], 0
        with self._lock:
            while at < len(keys):
                end = at
                while not self._keys and end < len(keys) and keys[end].isprintable():
                    end += 1
                if end > at:
                    self._insert(keys[at:end])
                elif (line := self._take_key(keys[at])) is not None:
                    done.append(line)
                at = max(end, at + 1)
        return done

    def _insert(self, text: str) -> None:
        """Insert what is typed or pasted; a bell says that the line has no room for the rest."""
        fits = text[:MAX_LINE - len(self._typed)]
        if fits != text:
            self._out.write("\a")
        self._replace_typed(self._typed[:self._at] + fits + self._typed[self._at:], self._at + len(fits))
        self._out.flush()

    @property
    def is_empty(self) -> bool:
        return not self._typed

    def _take_key(self, key: str) -> str | None:
        if self._keys:
            return self._take_sequence(key)
        if key == "\x1b":
            self._keys = key
        elif key in "\r\n":
            return self._finish_line()
        elif key in _CONTROLS:
            return self._run_key(_CONTROLS[key])
        return None

    def _take_sequence(self, key: str) -> str | None:
        if key == "\x1b":
            self._keys = key
            return None
        self._keys += key
        sequence = self._keys[1:]
        if _SEQUENCE.fullmatch(sequence) or len(sequence) > 8:
            self._keys = ""
            return self._run_key(_KEYS.get(sequence, ""))
        return None

    def _finish_line(self) -> str:
        typed = self._typed
        self._replace_typed(typed, len(typed))
        self._out.write("\n")
        self._out.flush()
        if typed.strip() and (not self._history or self._history[-1] != typed):
            self._history.append(typed)
        self._prompt = self._typed = ""
        self._at = self._row = self._looking_back = 0
        return typed

    def _run_key(self, what: str) -> str | None:
        """Act on a key that is not a letter; a function key is a whole line, whatever is being typed."""
        typed, at = self._typed, self._at
        match what:
            case "left" | "right":
                self._replace_typed(typed, min(len(typed), max(0, at + (1 if what == "right" else -1))))
            case "home" | "end":
                self._replace_typed(typed, 0 if what == "home" else len(typed))
            case "back" if at:
                self._replace_typed(typed[:at - 1] + typed[at:], at - 1)
            case "delete":
                self._replace_typed(typed[:at] + typed[at + 1:], at)
            case "kill":
                self._replace_typed(typed[at:], 0)
            case "kill to end":
                self._replace_typed(typed[:at], at)
            case "kill word":
                start = len(re.sub(r"\S*\s*$", "", typed[:at]))
                self._replace_typed(typed[:start] + typed[at:], start)
            case "older" | "newer":
                self._recall_line(1 if what == "older" else -1)
            case "clear":
                self._out.write("\x1b[2J\x1b[H")
                self.redraw_line()
            case _ if what.startswith("f"):
                return what
        return None

    def _recall_line(self, step: int) -> None:
        self._looking_back = min(len(self._history), max(0, self._looking_back + step))
        line = self._history[-self._looking_back] if self._looking_back else ""
        self._replace_typed(line, len(line))

    def _replace_typed(self, typed: str, at: int) -> None:
        if (typed, at) != (self._typed, self._at):
            self._erase_line()
            self._typed, self._at = typed, at
            self._draw()


class LiveTerminal:
    """The terminal of this process with a line editor: while it is used, `sys.stdout` writes above the line that is typed."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self._fd = stdin.fileno()
        self._stdout = stdout
        self.editor = LineEditor(stdout, self._column_count)
        self._decode = codecs.getincrementaldecoder(stdin.encoding or "utf-8")("replace").decode
        self._lines: deque[str] = deque()
        self._before: list[Any] = []
        self._signals = self._signalled = -1
        """A pipe while the terminal is used: numbers of signals, as Python writes them in whichever thread they arrive."""
        self._is_left = False
        self._reading = threading.Lock()
        """Held by the thread that waits for a line: the pipe is its to use meanwhile."""

    def _column_count(self) -> int:
        try:
            return os.get_terminal_size(self._stdout.fileno()).columns or 80
        except OSError:
            return 80

    def __enter__(self) -> LiveTerminal:
        self._before = termios.tcgetattr(self._fd)
        self._read_single_keys()
        self._signals, self._signalled = os.pipe()
        os.set_blocking(self._signalled, False)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGCONT, lambda number, frame: None)
            signal.set_wakeup_fd(self._signalled, warn_on_full_buffer=False)
        sys.stdout = _OutputAboveLine(self._stdout, self.editor)
        return self

    def __exit__(self, *error: object) -> None:
        sys.stdout = self._stdout
        if threading.current_thread() is threading.main_thread():
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCONT, signal.SIG_DFL)
        self._close_pipe()
        try:
            self.editor.leave()
            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)
        except (OSError, termios.error):
            pass  # the terminal is gone

    def _close_pipe(self) -> None:
        """Wake the thread that waits for a line, and close the pipe behind it."""
        self._is_left = True
        with contextlib.suppress(BlockingIOError):  # so many signals wait there that it is awake
            os.write(self._signalled, b"\0")
        if self._reading.acquire(timeout=LEAVING_S):
            os.close(self._signals)
            os.close(self._signalled)
            self._reading.release()

    def _resume_after_stop(self) -> None:
        """Take the terminal again after a stop: a shell has used it meanwhile."""
        try:
            self._read_single_keys()
            self.editor.redraw_line()
        except (OSError, termios.error):
            pass

    def _read_single_keys(self) -> None:
        """Read keys one by one, not shown by the terminal; Ctrl-C and Ctrl-Z stay what they are."""
        now = termios.tcgetattr(self._fd)
        now[3] &= ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(self._fd, termios.TCSADRAIN, now)

    def read(self) -> str | None:
        """Wait for the next line; None at the end of the input, which is Ctrl-D on an empty line or a terminal that is gone or
        was left."""
        with self._reading:
            return self._read_line()

    def _read_line(self) -> str | None:
        while not self._lines:
            if self._is_left:
                return None
            try:
                ready, _, _ = select.select([self._fd, self._signals], [], [])
                if self._signals in ready and signal.SIGCONT in os.read(self._signals, 64):
                    self._resume_after_stop()
                if self._fd not in ready:
                    continue
                data = os.read(self._fd, 1024)
            except OSError:
                return None
            if not data or (data == b"\x04" and self.editor.is_empty):
                return None
            try:
                self._lines += self.editor.feed_keys(self._decode(data))
            except OSError:
                return None
        return self._lines.popleft()


def call_soon(act: Callable[[], None]) -> None:
    timer = threading.Timer(QUIET_S, act)
    timer.daemon = True
    timer.start()


class RepeatedPrompt:
    """For a terminal that edits its lines itself: what comes in begins a line of its own, and the prompt is repeated below it,
    once nothing more comes. What was typed and not sent cannot be shown again, but it is not lost."""

    def __init__(self, stdout: TextIO, read: Callable[[], str | None],
                 later: Callable[[Callable[[], None]], None] = call_soon) -> None:
        self._stdout = stdout
        self._read = read
        self._later = later
        self._lock = threading.Lock()
        self._prompt = ""
        self._is_shown = False
        self._count = 0

    def __enter__(self) -> RepeatedPrompt:
        sys.stdout = _OutputAboveLine(self._stdout, self)
        return self

    def __exit__(self, *error: object) -> None:
        sys.stdout = self._stdout
        with self._lock:
            self._prompt = ""

    def write(self, text: str) -> None:
        lines, newline, rest = text.rpartition("\n")
        with self._lock:
            if newline:
                self._stdout.write(("\n" if self._is_shown else "") + lines + newline)
                self._stdout.flush()
                self._is_shown = False
            self._prompt = rest or self._prompt
            self._count += 1
            count = self._count
        self._later(lambda: self._show(count))

    def _show(self, count: int) -> None:
        with self._lock:
            if count == self._count and not self._is_shown and self._prompt:
                self._stdout.write(self._prompt)
                self._stdout.flush()
                self._is_shown = True

    def read(self) -> str | None:
        line = self._read()
        with self._lock:
            self._prompt, self._is_shown = "", False
        return line


class _OutputAboveLine:
    """What `sys.stdout` is meanwhile: all but `write` is that of the real one."""

    def __init__(self, stdout: TextIO, editor: LineEditor | RepeatedPrompt) -> None:
        self._stdout = stdout
        self._editor = editor

    def write(self, text: str) -> int:
        if text:
            self._editor.write(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stdout, name)


def live_terminal() -> LiveTerminal | None:
    """Return the terminal of this process, if a person types there and lines can be drawn again."""
    stdin, stdout = sys.stdin, sys.stdout
    if termios is None or stdin is None or not (stdin.isatty() and stdout.isatty()):
        return None
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        return None
    try:
        if 0 < os.get_terminal_size(stdout.fileno()).columns < MIN_COLUMNS:  # 0: it does not know
            return None
        termios.tcgetattr(stdin.fileno())
    except (OSError, termios.error):
        return None
    return LiveTerminal(stdin, stdout)
