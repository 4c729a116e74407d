"""Computer players that this program brings to a table over the network: each is a program of its own.

Each has its own folder with its own key, sits at the table as every other peer does, and announces itself as a computer player
that this program has started. So nobody needs to trust the host with a hidden tile: this module starts and ends these programs,
and tells them nothing about the game. They end with this program, however it ends, because their input ends then.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

import msgspec

import acquire_client
from acquire_client.files.file_lock import FileLock, is_locked
from acquire_client.files.folders import Folders
from acquire_client.files.saves import write_whole
from acquire_client.matches.players import Player, SeatsError, players_from
from acquire_client.version import own_command
from acquire_net import (
    IDENTITY_FILE,
    IdentityError,
    PlayerNameError,
    checked_name,
    own_identity,
    resume_info_path,
    secrets_path,
)

FOLDER, SEAT_FILE = "computers", "computer.json"
MAX_COMPUTERS = 5
"""As many as a table has seats besides the one of the person."""
GOODBYE_S = 6.0
MAX_FILE_BYTES = 2000
LEAVE, FINISH, STAY = "leave", "finish", "stay"
"""What a computer player reads on its input: end now; end behind the game that is being played; stay behind it after all."""


class ComputerPlayerError(Exception):
    """A computer player cannot be started; the text says why."""


class ComputerProcess(Protocol):
    """What is wanted of a program that was started, as `subprocess.Popen` has it."""

    stdin: IO[str] | None
    stderr: IO[str] | None

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...


StartProcess = Callable[[Sequence[str], Mapping[str, str]], ComputerProcess]


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A computer player of this program: its folder's number, what it is called, its level and style, and its key."""

    number: int
    name: str
    level: str
    identity: bytes


class _SeatFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a folder keeps of its computer player, so that it can return to a table."""

    name: str
    level: str


def start_process(command: Sequence[str], environment: Mapping[str, str]) -> ComputerProcess:
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    return subprocess.Popen(command, env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace", creationflags=flags)


class ComputerPlayers:
    """The computer players of one program. `on_end` is called, in another thread, when one ends that was not asked to."""

    def __init__(self, where: Folders, started_by: str, on_end: Callable[[ComputerPlayer, str], None],
                 start: StartProcess = start_process) -> None:
        """`started_by` is the fingerprint of the key of this program, as people read it."""
        self._folder = where.data / FOLDER
        self._started_by = started_by
        self._on_end = on_end
        self._start = start
        self._running: dict[int, tuple[ComputerPlayer, ComputerProcess, FileLock]] = {}
        self._dismissed: set[int] = set()
        """Numbers of those that this program has asked to end."""
        self._guard = threading.Lock()

    # --- who there is

    def running(self) -> tuple[ComputerPlayer, ...]:
        """Return the computer players whose programs run, also those that end behind their game."""
        with self._guard:
            return tuple(player for player, process, _ in self._running.values() if process.poll() is None)

    def player_of(self, identity: bytes) -> ComputerPlayer | None:
        """Return the own computer player with this key; None where it is another program's, or ends."""
        return next((each for each in self.running() if each.identity == identity and each.number not in self._dismissed), None)

    def on_the_way(self, there: Collection[bytes]) -> tuple[ComputerPlayer, ...]:
        """Return those that were started and have not arrived: their keys are not among those that are there."""
        return tuple(each for each in self.running() if each.identity not in there and each.number not in self._dismissed)

    # --- starting and ending

    def add_player(self, name: str, level: str, place: str) -> ComputerPlayer:
        """Let a computer player go to the table at this place, which a join code or an address names. Raises
        ComputerPlayerError."""
        number, lock = self._take_folder()
        return self._begin(number, lock, name, level, ["join", place, "--no-announce", "--name", name])

    def keep_running(self) -> None:
        """Let those that were to end behind their game stay: their person returns to it."""
        for player in self.running():
            self._dismissed.discard(player.number)
            self._send(player.number, STAY)

    def return_missing(self, journal: str) -> tuple[ComputerPlayer, ...]:
        """Let those return that have a seat at the table whose journal has this name and do not run; return them. One that
        cannot is left out."""
        found = []
        for number, kept in self._seats_at(journal).items():
            lock = FileLock(self._lock_path(number))
            if number in self._running or not lock.acquire():
                continue  # it sits there already
            with suppress(ComputerPlayerError):
                path = self._journal(number, journal)
                found.append(self._begin(number, lock, kept.name, kept.level, ["resume", str(path), "--no-announce"]))
        return tuple(found)

    def has_some_elsewhere(self, journal: str) -> bool:
        """Return True if another program runs one that has a seat at this table, as one does that ends behind its window."""
        return any(number not in self._running and is_locked(self._lock_path(number)) for number in self._seats_at(journal))

    def _seats_at(self, journal: str) -> dict[int, _SeatFile]:
        """Return those that could return to the table whose journal has this name, by their numbers."""
        found = {}
        for number in range(1, MAX_COMPUTERS + 1):
            path, kept = self._journal(number, journal), self._read_seat(number)
            if kept is not None and resume_info_path(path).exists() and secrets_path(path).exists():
                found[number] = kept
        return found

    def _journal(self, number: int, name: str) -> Path:
        return self._home(number) / "data" / "tables" / name

    def _begin(self, number: int, lock: FileLock, name: str, level: str, words: Sequence[str]) -> ComputerPlayer:
        home = self._home(number)
        try:
            checked_name(name)
            _checked_level(level)
            identity = own_identity(home / "data" / IDENTITY_FILE)
            write_whole(home / SEAT_FILE, msgspec.json.encode(_SeatFile(name, level)))
            package = str(Path(acquire_client.__file__).resolve().parents[1])
            ways = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
            process = self._start(
                [*own_command(), *words, "--bot", level, "--attached", "--port", "0", "--started-by", self._started_by],
                {**os.environ, "ACQUIRE_HOME": str(home), "PYTHONPATH": os.pathsep.join(ways)})
        except (OSError, ValueError, IdentityError, PlayerNameError) as error:
            lock.release()
            raise ComputerPlayerError(str(getattr(error, "strerror", None) or error)) from None
        player = ComputerPlayer(number, name, level, identity.public)
        with self._guard:
            self._running[number] = player, process, lock
            self._dismissed.discard(number)
        threading.Thread(target=self._wait_for_end, args=(player, process, lock), name="acquire computer player",
                         daemon=True).start()
        return player

    def dismiss_player(self, player: ComputerPlayer) -> None:
        """Tell a computer player to leave; a game that runs it can come back to."""
        self._dismissed.add(player.number)
        self._send(player.number, LEAVE)

    def dismiss_all(self) -> None:
        for player in self.running():
            self.dismiss_player(player)

    def finish_games(self) -> None:
        """Tell all to leave behind the game that they play."""
        for player in self.running():
            self._dismissed.add(player.number)
            self._send(player.number, FINISH)

    def close(self, patience_s: float = GOODBYE_S) -> None:
        """End all, in good order where they answer in this time, which they have together."""
        ends_s = time.monotonic() + patience_s
        with self._guard:
            running = list(self._running.items())
        for number, (_, process, _) in running:
            self._dismissed.add(number)
            with suppress(OSError, ValueError):
                if process.stdin is not None:
                    process.stdin.close()
        for _, (_, process, _) in running:
            try:
                process.wait(max(0.0, ends_s - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()

    def _send(self, number: int, word: str) -> None:
        with self._guard:
            there = self._running.get(number)
        if there is None or there[1].stdin is None:
            return
        with suppress(OSError, ValueError):  # it has just ended
            there[1].stdin.write(word + "\n")
            there[1].stdin.flush()

    def _wait_for_end(self, player: ComputerPlayer, process: ComputerProcess, lock: FileLock) -> None:
        last = ""
        if process.stderr is not None:
            for line in process.stderr:
                last = line.strip() or last
        code = process.wait()
        with self._guard:
            if self._running.get(player.number, (None, None))[1] is process:
                del self._running[player.number]
        was_known = player.number in self._dismissed
        lock.release()
        if code and not was_known:
            self._on_end(player, last.removeprefix("acquire: ") or f"exit code {code}")

    # --- folders

    def _home(self, number: int) -> Path:
        return self._folder / str(number)

    def _lock_path(self, number: int) -> Path:
        return self._home(number) / "computer.lock"

    def _take_folder(self) -> tuple[int, FileLock]:
        """Return a folder that no other computer player uses, with its lock. Raises ComputerPlayerError."""
        for number in range(1, MAX_COMPUTERS + 1):
            with self._guard:
                is_taken = number in self._running
            try:
                self._home(number).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ComputerPlayerError(error.strerror or str(error)) from None
            lock = FileLock(self._lock_path(number))
            if not is_taken and lock.acquire():
                return number, lock
        raise ComputerPlayerError(f"this program has {MAX_COMPUTERS} computer players already")

    def _read_seat(self, number: int) -> _SeatFile | None:
        """Return what a folder keeps of its computer player; None where it keeps nothing that makes sense."""
        try:
            with (self._home(number) / SEAT_FILE).open("rb") as file:
                kept = msgspec.json.decode(file.read(MAX_FILE_BYTES), type=_SeatFile)
            checked_name(kept.name)
            _checked_level(kept.level)
        except (OSError, ValueError, msgspec.MsgspecError, PlayerNameError):  # one is a ValueError since 0.20
            return None
        return kept


def _checked_level(level: str) -> Player:
    """Return the computer player that a level and style name; a file must not start a program. Raises ValueError."""
    try:
        player, _ = players_from(f"{level},person")
    except SeatsError as error:
        raise ValueError(str(error)) from None
    if player.level is None:
        raise ValueError(f"{level!r} is not a level")
    return player
