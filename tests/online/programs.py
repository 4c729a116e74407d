"""Programs at a table: each a process of `acquire` with a home of its own, watched through the JSON lines that it prints."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from acquire_net.crypto import signing
from acquire_net.table.acquire_game import game_of
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.support.acquire_program import start_program

PATIENCE_S = 120.0
"""No test waits so long for what happens; it only ends what never will."""


SHORT_GAME = ("--option", "end_size=11")
"""For the host of a game that is played to its end, where its length shows nothing: half as many actions, at least two dozen."""


class Program:
    """One process. Its lines are read as they come; `home` outlives it. `first` is what makes it another program than it is, and
    `packed` is the file of a program that needs no Python."""

    def __init__(self, home: Path, *words: object, name: str = "", wrap: Sequence[str] = (), first: str = "",
                 packed: str = "") -> None:
        self.home = home
        self.name = name or home.name
        home.mkdir(parents=True, exist_ok=True)
        self.events: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self._news: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self.process = start_program(words, home, wrap=wrap, first=first, packed=packed)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._news.put(json.loads(line) if line.startswith("{") else {"event": "line", "text": line})
        self._news.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line)

    def wait_for(self, what: str | Callable[[dict[str, Any]], bool], patience_s: float = PATIENCE_S) -> dict[str, Any]:
        """Return the next event of this kind."""
        is_it = what if callable(what) else lambda event: event["event"] == what
        end = time.monotonic() + patience_s
        while True:
            try:
                event = self._news.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"{self.name} did not come to {what}: {self.last()}") from None
            if event is None:
                self._news.put(None)
                raise AssertionError(f"{self.name} ended before {what}: {self.last()} {''.join(self.errors)}")
            self.events.append(event)
            if is_it(event):
                return event

    def skip(self) -> None:
        """Everything that has come so far."""
        while not self._news.empty():
            event = self._news.get()
            if event is not None:
                self.events.append(event)

    def last(self) -> list[str]:
        return [str(event)[:200] for event in self.events[-3:]]

    def type_line(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """As a power cut does."""
        self.process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        self.end()

    def end(self, patience_s: float = 20.0) -> int:
        """Return the exit code, once it has ended by itself or been killed."""
        try:
            code = self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"{self.name} did not end: {self.last()}") from None
        for thread in self._threads:
            thread.join(5)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass  # nobody reads what was still to be said
        return code

    def put_down(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.end()

    @property
    def journal(self) -> Path:
        found, = (self.home / "data" / "tables").glob("*.acqlog")
        return found


class Company:
    """Programs of one test, all of which are gone when it ends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs: list[Program] = []

    def __enter__(self) -> Company:
        return self

    def __exit__(self, *error: object) -> None:
        for program in self.programs:
            if program.process.poll() is None:
                program.process.kill()
        for program in self.programs:
            program.end()

    def run(self, name: str, *words: object, wrap: Sequence[str] = (), first: str = "", packed: str = "") -> Program:
        program = Program(self.folder / name, *words, name=name, wrap=wrap, first=first, packed=packed)
        self.programs.append(program)
        return program

    def table(self, players: int, *words: object, level: str = "2", once: bool = True,
              meanwhile: Callable[[str], object] = lambda code: None) -> list[Program]:
        """Let one program host and the others join by its code, and before that `meanwhile` gets it; all are computer players."""
        seat = ["--bot", level, "--json", "--port", 0, "--no-announce", *(["--once"] if once else [])]
        host = self.run("Ada", "host", "--seats", players, "--name", "Ada", *seat, *words)
        code = host.wait_for("table")["code"]
        meanwhile(code)
        names = ("Ben", "Cleo", "Dan", "Eva", "Finn")[:players - 1]
        return [host, *(self.run(name, "join", code, "--name", name, *seat) for name in names)]


def proven(program: Program) -> tuple[str, bytes]:
    """Return the head and the result that a journal proves by itself."""
    report = verify_journal(read_journal(program.journal), game_of, signing)
    assert report.result is not None
    return report.head.hex(), report.result
