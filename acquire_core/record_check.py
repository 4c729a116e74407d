"""The checks of a record: how a changed byte is found, and in which line.

A check line closes each block of lines. It carries a *mark* for every line of its block (length and CRC-16: so the line
that was changed is named, also where a newline was made or lost), a running number (so a lost check line is missed), a
hash of all bytes before it (against everything else), and its own CRC. What the lines mean is none of this file's
business; docs/developers/record-format.md describes both.
"""

from __future__ import annotations

import hashlib
import re
from binascii import crc_hqx
from collections.abc import Callable, Sequence
from typing import NamedTuple

MAX_BYTES = 1 << 20
MAX_LINES = 1 << 16
MAX_LINE_BYTES = 255  # a mark has one byte for the length, so a longer line matches none
MAX_CHECK_LINE_BYTES = 1000  # the header of a ruleset with every option changed has some 50 lines

FIRST_LINE = b"acquire record 1"

START, END = "start", "end"

_CHECK_LINE = re.compile(
    rb"= (0|[1-9]\d{0,4}) (start|turn|more|end) (0|[1-9]\d{0,4}) "
    rb"([0-9a-f]{16}) (-|(?:[0-9a-f]{6})+) ([0-9a-f]{16}) ([0-9a-f]{4})")


class RecordError(ValueError):
    """Text that is not a record, or no longer the one that was written: the line (None is the file as a whole) and why."""

    def __init__(self, line: int | None, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return self.reason if self.line is None else f"line {self.line}: {self.reason}"


def crc16(data: bytes) -> int:
    """Return CRC-16/IBM-3740: polynomial 0x1021, start 0xFFFF, nothing reflected. It sees every change of a single byte."""
    return crc_hqx(data, 0xFFFF)


def mark_of(line: bytes) -> str:
    """Return six hex digits for one line: its length in bytes and its CRC-16."""
    return f"{len(line):02x}{crc16(line):04x}" if len(line) <= MAX_LINE_BYTES else ""


class CheckLine(NamedTuple):
    """A check line that is intact by its own CRC."""

    number: int
    label: str
    turn: int
    state: str
    marks: tuple[str, ...]
    before: str


def read_check_line(line: bytes) -> CheckLine | None:
    """Return the check line that this is; None for other lines and damaged ones."""
    match = _CHECK_LINE.fullmatch(line) if len(line) <= MAX_CHECK_LINE_BYTES else None
    if match is None or int(match[7], 16) != crc16(line[: match.start(7) - 1]):
        return None
    marks = match[5].decode() if match[5] != b"-" else ""
    return CheckLine(int(match[1]), match[2].decode(), int(match[3]), match[4].decode(),
                     tuple(marks[at:at + 6] for at in range(0, len(marks), 6)), match[6].decode())


class Sheet:
    """Takes the lines of a record one after the other and supplies the check lines between them."""

    def __init__(self) -> None:
        self.count = 0
        """Lines so far, check lines included."""
        self.marks: list[str] = []
        """Of the lines since the last check line."""
        self._checks = 0
        self._before = hashlib.sha256()

    def add(self, line: str) -> str:
        self.marks.append(mark_of(line.encode()))
        return self._put_line(line)

    def check(self, label: str, turn: int, state: bytes) -> str:
        """Return the check line that closes the block; `state` is the public digest of the game at this point."""
        line = (f"= {self._checks} {label} {turn} {state[:8].hex()} {''.join(self.marks) or '-'} "
                f"{self._before.hexdigest()[:16]}")
        self._checks += 1
        self.marks.clear()
        return self._put_line(f"{line} {crc16(line.encode()):04x}")

    def _put_line(self, line: str) -> str:
        self._before.update(line.encode() + b"\n")
        self.count += 1
        return line


class Sound(NamedTuple):
    """How far check lines vouch for a file: so many lines, and whether the closing line is the last of them."""

    lines: int
    closed: bool


def split_lines(data: bytes) -> tuple[list[bytes], bytes]:
    """Return the whole lines of a file, and the rest behind the last newline."""
    if len(data) > MAX_BYTES:
        raise RecordError(None, f"{len(data)} bytes; a record has at most {MAX_BYTES}")
    *lines, rest = data.split(b"\n", MAX_LINES)
    if len(lines) == MAX_LINES and rest:
        raise RecordError(MAX_LINES + 1, f"a record has at most {MAX_LINES} lines")
    first = lines[0] if lines else rest
    if first != FIRST_LINE:
        raise RecordError(1, _why_no_record(first))
    return lines, rest


def _why_no_record(first: bytes) -> str:
    if first == FIRST_LINE + b"\r":
        return "the line ends in CR LF: lines of a record end in LF alone, so some program has converted this file"
    if first.startswith(b"\xef\xbb\xbf" + FIRST_LINE):
        return "the file begins with a byte order mark, which some program has added: save it as UTF-8 without one"
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the file is in UTF-16, so some program has converted it: save it as UTF-8"
    if re.fullmatch(rb"acquire record [1-9]\d{0,5}", first):
        return f"a record of format {first.split()[2].decode()}; this program reads format 1"
    return f"no record: it should begin with {FIRST_LINE.decode()!r}, not with {first[:40].decode('ascii', 'replace')!a}"


def find_damage(lines: Sequence[bytes], is_ordinary: Callable[[bool, bytes], bool]) -> Sound:
    """Return how far the check lines vouch for these lines, or raise the RecordError that names the first changed one.

    `is_ordinary(in_header, line)` says whether a line can be read as what stands between check lines. It is asked only
    where a check line is missing: between intact neighbours the damaged line is the one that says nothing.

    Why this names the line of any one changed byte: a change inside a line changes its CRC; a newline made or lost
    changes the length of that very line; in both cases all lines before it still agree with their marks. A check line
    that was hit itself, or was joined with a neighbour, is not a check line any more; then the next one has a number that is not
    due, and of the lines between only the damaged one is not ordinary.
    """
    first, due, closed = 0, 0, False
    before = hashlib.sha256()
    for at, line in enumerate(lines):
        check = read_check_line(line)
        if check is None:
            continue
        if closed:
            raise RecordError(at + 1, "the record goes on after its closing line")
        if check.number != due or (check.label == START) != (due == 0):
            damaged = _first_damaged(lines[first:at], first, due == 0, is_ordinary)
            raise RecordError(damaged or max(first + 1, at - len(check.marks)),
                              f"the line was changed: check line {due} is missing")
        for number, mark in enumerate(check.marks):
            if first + number == at:
                raise RecordError(at + 1, "a line before this one is missing")
            if mark_of(lines[first + number]) != mark:
                raise RecordError(first + number + 1, f"the line was changed: it does not match its mark in line {at + 1}")
        if at - first > len(check.marks):
            raise RecordError(first + len(check.marks) + 1, f"the line was added: line {at + 1} has no mark for it")
        for earlier in lines[first:at]:
            before.update(earlier + b"\n")
        if before.hexdigest()[:16] != check.before:
            raise RecordError(at + 1, "lines before this one were changed, together with their marks")
        before.update(line + b"\n")
        first, due, closed = at + 1, due + 1, check.label == END
    if closed and first < len(lines):
        raise RecordError(first + 1, "the record goes on after its closing line")
    return Sound(first, closed)


def refuse_truncated(lines: Sequence[bytes], rest: bytes, sound: Sound, is_ordinary: Callable[[bool, bytes], bool]) -> None:
    """Raise a RecordError for a file without its closing line: it was cut off, or that line was changed."""
    if sound.closed and not rest:
        return
    damaged = _first_damaged(lines[sound.lines:], sound.lines, sound.lines == 0, is_ordinary)
    if damaged is not None:
        raise RecordError(damaged, "the line was changed: it is neither an action nor an intact check line")
    if rest:
        raise RecordError(len(lines) + 1, "the file was cut off: it ends in the middle of this line")
    raise RecordError(len(lines), "the file was cut off: it ends after this line, without the closing line of a record")


def _first_damaged(lines: Sequence[bytes], offset: int, in_header: bool,
                   is_ordinary: Callable[[bool, bytes], bool]) -> int | None:
    for at, line in enumerate(lines):
        if not is_ordinary(in_header, line):
            return offset + at + 1
    return None
