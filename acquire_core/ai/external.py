"""Bots that are programs of their own: started here, spoken to in lines, never trusted, ended for certain.

`ExternalBot.choose_code` always answers in bounded time with a legal code. Whatever goes wrong costs the bot that decision, which
becomes a random legal move, and is counted by kind; a bot that goes wrong too often in a game is ended and plays at random to
the end of it. All processes and threads of the project's core are in this file.
"""

from __future__ import annotations

import os
import queue
import random
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from acquire_core.engine.game import Game, Observation
from acquire_core.notation import NotationError

from .bot_protocol import (
    IN_ROUNDS,
    IN_TURNS,
    MAX_LINE,
    MAX_OUTPUT,
    OtherVersion,
    ProtocolError,
    ask_lines,
    game_lines,
    greeting,
    over_lines,
    read_hello,
    read_move,
    version_for,
)
from .seat_view import SeatView

FAULTS = {
    "missing": "could not be started",
    "mute": "did not say hello in time, or not in this version of the protocol",
    "unfit": "knows play in turns only, and this table plays simultaneously",
    "silent": "did not answer in time",
    "crashed": "ended, or closed its output",
    "flooded": "said far too much, or a line without an end",
    "garbled": "said what is neither text nor a move",
    "illegal": "chose a move that is not legal",
    "resigned": "said that it cannot go on",
    "absent": "had been ended before",
}
"""What can go wrong with a bot, by the kind under which it is counted. Each costs one decision."""

STRIKES = 3
"""Faults that cost time or a process, after which a bot is ended for the rest of the game."""
MAX_RANDOM_BIDS = 11
"""Bids from $0 to $1,000, as in docs/spec/rules.md, section 4c: among these is the bid for a program that gives none."""
LEAVE_SECONDS = 0.3
"""What a bot has to end by itself after `quit`."""


@dataclass(frozen=True)
class Limits:
    """How long a bot may take. It learns `move_ms`; the table waits `grace_ms` longer, for pipes and schedulers."""

    move_ms: int = 1000
    grace_ms: int = 500
    hello_ms: int = 5000


class BotFault(Exception):
    """Something went wrong with a bot; `kind` is one of FAULTS."""

    def __init__(self, kind: str) -> None:
        super().__init__(FAULTS[kind])
        self.kind = kind


def split_command(command: str) -> list[str] | str:
    """Return a command line as the system starts it, without a shell."""
    if sys.platform == "win32":
        return command
    return shlex.split(command)


def why_not_startable(command: str) -> str | None:
    """Return why a command cannot be started at all, or None. It is started and ended to find out."""
    try:
        words = split_command(command)
    except ValueError as error:                      # a quotation mark too few
        return str(error)
    if not words:
        return "the command names no program"
    try:
        process = BotProcess(command)
    except BotFault as fault:
        return str(fault.__cause__ or fault)
    process.end_program(0.0)
    return None


def why_not_in_rounds(command: str, hello_ms: int = Limits.hello_ms) -> str | None:
    """Return why a program that can be started does not play simultaneously, or None. It is started, greeted and ended."""
    try:
        process = BotProcess(command)
        try:
            process.say_hello(IN_ROUNDS, hello_ms)
        finally:
            process.end_program()
    except BotFault as fault:
        return str(fault)
    return None


# --- one process ------------------------------------------------------------------------------------------------------

class BotProcess:
    """A running program: lines go out and come in through threads of their own, so nobody waits for a pipe."""

    def __init__(self, command: str) -> None:
        own_group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # on Windows; elsewhere it is a session
        try:
            # Its error output goes nowhere: it must neither fill a pipe nor write over the table's screen.
            self._process = subprocess.Popen(split_command(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False,
                                             stderr=subprocess.DEVNULL, bufsize=0, creationflags=own_group,
                                             start_new_session=True)
        except (OSError, ValueError, IndexError, subprocess.SubprocessError) as error:
            raise BotFault("missing") from error
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._inbox: queue.SimpleQueue[bytes | BotFault] = queue.SimpleQueue()
        self._received_bytes = 0
        """Bytes since the last question; what a bot may say in between is bounded, and so is the inbox."""
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True).start()

    def send(self, lines: Iterable[str]) -> None:
        self._outbox.put("".join(f"{line}\n" for line in lines).encode("ascii"))

    def drop_unasked_lines(self) -> None:
        """Drop what was said unasked; a bot that has ended or flooded meanwhile is a fault."""
        with suppress(queue.Empty):
            while True:
                output = self._inbox.get_nowait()
                if isinstance(output, BotFault):
                    raise output
        self._received_bytes = 0

    def read_line(self, deadline: float) -> str:
        """Return the next line, without white space around it."""
        try:
            output = self._inbox.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise BotFault("silent") from None
        if isinstance(output, BotFault):
            raise output
        try:
            text = output.decode("utf-8").strip()
        except UnicodeDecodeError:
            raise BotFault("garbled") from None
        if any(character < " " and character != "\t" for character in text):
            raise BotFault("garbled")
        return text

    def say_hello(self, version: int, hello_ms: int) -> None:
        """Greet it in a version of the protocol, and wait for its answer in the same."""
        self.send([greeting(version)])
        deadline = time.monotonic() + hello_ms / 1000
        try:
            while read_hello(line := self.read_line(deadline), version) is None:
                if version != IN_TURNS and line.partition(" ")[0] == "error":
                    raise BotFault("unfit")
        except OtherVersion:
            raise BotFault("mute" if version == IN_TURNS else "unfit") from None
        except BotFault as fault:
            raise (BotFault("mute") if fault.kind == "silent" else fault) from None

    def end_program(self, seconds: float = LEAVE_SECONDS) -> None:
        """Ask it to leave, wait a little, and end it with all that it has started. Nothing of it is left afterwards."""
        if seconds:
            self._outbox.put(b"quit\n")
        self._outbox.put(None)
        self._reader.join(seconds)                   # it closes its output; before it is waited for, its number is not given away
        _end_group(self._process)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5.0)

    def _write(self, pipe: IO[bytes]) -> None:
        try:
            while (data := self._outbox.get()) is not None:
                while data:                          # the pipe is unbuffered, and a write may be short
                    data = data[pipe.write(data) or 0:]
        except (OSError, ValueError):
            pass                                     # the reader of the other pipe reports that it has ended
        with suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        rest, fault = b"", "crashed"
        with pipe:
            while data := _read_some(pipe):
                self._received_bytes += len(data)
                *lines, rest = (rest + data).split(b"\n")
                if self._received_bytes > MAX_OUTPUT or any(len(line) > MAX_LINE for line in (*lines, rest)):
                    fault = "flooded"
                    break
                for line in lines:
                    self._inbox.put(line)
        self._inbox.put(BotFault(fault))


def _read_some(pipe: IO[bytes]) -> bytes:
    try:
        return os.read(pipe.fileno(), 8192)
    except (OSError, ValueError):
        return b""


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End the process and all that it has started, even if it has ended by itself."""
    if sys.platform == "win32":
        if process.poll() is None:
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
            process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


# --- one seat ---------------------------------------------------------------------------------------------------------

class ExternalBot:
    """One seat of one game, played by a program. Use it as a context manager: leaving it ends the program.

    >>> from acquire_core import ShuffledBag
    >>> game = Game("classic", 2, tiles=ShuffledBag(7))
    >>> with ExternalBot("no-such-program", game, seat=1, seed=1) as bot:
    ...     game.apply_code(bot.choose_code(game))
    >>> bot.faults
    Counter({'missing': 1})
    """

    def __init__(self, command: str, game: Game, seat: int, seed: int, limits: Limits | None = None,
                 welcome: bool = True) -> None:
        self.command = command
        self.seat = seat
        self.limits = limits or Limits()
        self.faults: Counter[str] = Counter()
        """Decisions lost, by kind."""
        self.info = ""
        """What the bot said about its last move."""
        self._chance = random.Random(seed)
        self._view = SeatView(game, seat)
        self._head = game_lines(game, seat, seed)
        self._version = version_for(game.ruleset)
        self._process: BotProcess | None = None
        self._lines_sent = 0
        self._strikes = 0 if welcome else STRIKES

    def __enter__(self) -> ExternalBot:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_program()

    @property
    def given_up(self) -> bool:
        """Return True if the program is no longer asked in this game."""
        return self._strikes >= STRIKES

    def choose_code(self, game: Game) -> int:
        """Return the decision of this seat, which is asked: the program's, or a random one if it gives none that counts.

        In a sealed step of simultaneous play several seats are asked. Then it is the code of `game.observe(self.seat)`.
        """
        try:
            return self._ask(game)
        except BotFault as fault:
            self.faults[fault.kind] += 1
            if fault.kind in ("missing", "mute", "unfit", "resigned"):
                self._strikes = STRIKES
            elif fault.kind not in ("absent", "illegal", "garbled"):
                self._strikes += 1
            if fault.kind not in ("illegal", "garbled"):
                self._end_program(0.0)  # a late answer must not pass for one to the next question
        legal = self._asked(game).legal_codes()
        # A random bid is one of random play: with any amount up to its cash a program that ended would ruin its seat.
        return self._chance.choice(legal[:MAX_RANDOM_BIDS] if game.phase == "bid" else legal)

    def finish_game(self, game: Game) -> None:
        """Tell the result, and end the program."""
        if self._process is not None:
            self._view.follow(game)
            self._process.send(over_lines(self._view.lines[self._lines_sent:], game))
        self._end_program()

    def _asked(self, game: Game) -> Game | Observation:
        """Return what knows the legal codes of this seat: in turns the game, whose bag is drawn from, in rounds its own view."""
        return game.observe(self.seat) if game.ruleset.simultaneous else game

    def _ask(self, game: Game) -> int:
        if self.given_up:
            raise BotFault("absent")
        self._view.follow(game)
        process = self._process or self._start()
        process.drop_unasked_lines()
        process.send(ask_lines(self._view.lines[self._lines_sent:], game.observe(self.seat), self.limits.move_ms))
        self._lines_sent = len(self._view.lines)
        deadline = time.monotonic() + (self.limits.move_ms + self.limits.grace_ms) / 1000
        self.info = ""
        while True:
            line = process.read_line(deadline)
            word, _, rest = line.partition(" ")
            if word == "info":
                self.info = rest
            elif word == "error":
                raise BotFault("resigned")
            try:
                code = read_move(line, self._asked(game))
            except NotationError:
                raise BotFault("garbled") from None
            except ProtocolError:
                raise BotFault("illegal") from None
            if code is not None:
                return code

    def _start(self) -> BotProcess:
        process = BotProcess(self.command)
        self._process = process
        self._lines_sent = 0
        process.say_hello(self._version, self.limits.hello_ms)
        process.send(self._head)
        return process

    def _end_program(self, seconds: float = LEAVE_SECONDS) -> None:
        if self._process is not None:
            self._process.end_program(seconds)
            self._process = None
