"""The program as tests start it in a process of its own.

A usual run forks most of them from processes that have loaded the program (`fork_server.py`): that takes a tenth of the time.
With --ci each begins from nothing, as those of people do; so does one that another program runs, before which other Python
runs, or whose Python would begin otherwise.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import IO, Protocol

from tests.support.fork_server import NUMBER

ROOT = str(Path(__file__).resolve().parents[2])
MAIN = "import sys; from acquire_client.entry import main; sys.exit(main())"
"""For `python -c`, with the words of the command line behind it."""

SERVE = "import sys; sys.path.insert(0, {root!r}); from tests.support.fork_server import serve; del sys.path[0]; serve({number})"
IN_NAMESPACE = ("ip", "netns", "exec")
"""What `wrap` begins with where a forked program can do the same by itself."""
SERVERS = 2
"""Programs are forked from one and the other in turn, so that two at a table go through their sets in different orders."""
_turns = count()
_forks = sys.platform == "linux"  # others can fork, too, but not safely or not into a namespace


def begin_from_nothing() -> None:
    """Let each program of this run load its modules itself."""
    global _forks
    _forks = False


class Process(Protocol):
    """What tests use of a process, as `subprocess.Popen` has it."""

    pid: int
    stdin: IO[str] | None
    stdout: IO[str] | None
    stderr: IO[str] | None

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...

    def kill(self) -> None: ...


def start_program(words: Sequence[object], home: os.PathLike[str], *, wrap: Sequence[str] = (), first: str = "",
                  packed: str = "", **variables: str) -> Process:
    """Start the program with the words of a command line, this folder as its home and these variables in its environment.

    `wrap` are the words of a program that runs it, `first` is Python that runs before it, and `packed` is the file of a program
    that needs no Python.
    """
    said = [str(word) for word in words]
    environment = {**os.environ, "ACQUIRE_HOME": str(home), **variables}
    namespace = wrap[len(IN_NAMESPACE)] if tuple(wrap[:-1]) == IN_NAMESPACE else ""
    if _forks and not first and not packed and bool(wrap) == bool(namespace):
        server = fork_server(next(_turns) % SERVERS)
        if server.begins_alike(environment):
            return server.fork(said, environment, namespace)
    program = [packed] if packed else [sys.executable, "-c", f"{first}\n{MAIN}"]
    return subprocess.Popen([*wrap, *program, *said], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, encoding="utf-8", env=environment)


def run_program(words: Sequence[object], home: os.PathLike[str], typed: str = "", **variables: str) -> tuple[int, str, str]:
    """Let it read what was typed until it ends by itself; return its exit code, and what it printed and complained."""
    return outcome(start_program(words, home, **variables), typed)


def outcome(process: Process, typed: str = "", patience_s: float = 60.0) -> tuple[int, str, str]:
    """Let a program read what was typed; return its exit code, and the rest of what it prints and complains."""
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    with ThreadPoolExecutor(2) as readers:
        printed, complained = readers.submit(process.stdout.read), readers.submit(process.stderr.read)
        with suppress(BrokenPipeError):
            process.stdin.write(typed)
            process.stdin.close()
        try:
            code = process.wait(patience_s)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    process.stdout.close()
    process.stderr.close()
    return code, printed.result(), complained.result()


@cache
def fork_server(number: int) -> ForkServer:
    """Return one of those of this process; they end with it."""
    return ForkServer()


def is_read_at_start(variable: str) -> bool:
    """Return True if Python or the engine looks at this variable of the environment when it is loaded, and not later."""
    return variable.startswith(("PYTHON", "LC_")) or variable in ("LANG", "TZ", "ACQUIRE_CPU")


class ForkServer:
    """The process that has loaded the program, as those see it who want one."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._environment = {name: value for name, value in os.environ.items() if is_read_at_start(name)}
        # With pipes, so that its streams, which the programs take over, are those of a program with pipes.
        self._process = subprocess.Popen([sys.executable, "-c", SERVE.format(root=ROOT, number=other.fileno())],
                                         pass_fds=[other.fileno()], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.PIPE, text=True)
        other.close()
        self._guard = threading.Lock()

    def begins_alike(self, environment: dict[str, str]) -> bool:
        """Return True if a program would begin with this environment as the server has."""
        return {name: value for name, value in environment.items() if is_read_at_start(name)} == self._environment

    def fork(self, words: Sequence[str], environment: dict[str, str], namespace: str) -> ForkedProcess:
        """Return a new program in the network namespace with this name, or else in that of the tests."""
        (stdin, write), (read, stdout), (read_errors, stderr) = os.pipe(), os.pipe(), os.pipe()
        told, tells = socket.socketpair()
        request = json.dumps({"words": words, "environment": environment, "folder": os.getcwd(), "namespace": namespace})
        with self._guard, suppress(OSError):  # where it has ended, the first that is asked of the program says why
            socket.send_fds(self._line, [request.encode()], [stdin, stdout, stderr, tells.fileno()])
        for number in (stdin, stdout, stderr):
            os.close(number)
        tells.close()
        return ForkedProcess(self, told, open(write, "w", encoding="utf-8"), open(read, encoding="utf-8"),
                             open(read_errors, encoding="utf-8"))

    @cached_property
    def last_words(self) -> str:
        """Return what it complained before it ended."""
        self._line.close()
        return self._process.communicate(timeout=10)[1]


class ForkedProcess:
    """A program that was forked; a process that waits for it tells its number and how it ended."""

    def __init__(self, server: ForkServer, told: socket.socket, stdin: IO[str], stdout: IO[str], stderr: IO[str]) -> None:
        self._server = server
        self.stdin: IO[str] | None = stdin
        self.stdout: IO[str] | None = stdout
        self.stderr: IO[str] | None = stderr
        self._told = told
        self._guard = threading.Lock()
        self._code: int | None = None
        self.pid = self._number()

    def _number(self) -> int:
        heard = self._told.recv(NUMBER.size, socket.MSG_WAITALL)
        if not heard:
            raise RuntimeError(f"who forks programs has ended: {self._server.last_words or 'it was killed'}")
        return int(NUMBER.unpack(heard)[0])

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        with self._guard:
            if self._code is None and select.select([self._told], [], [], 0)[0]:
                self._code = os.waitstatus_to_exitcode(self._number())
                self._told.close()
            return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code once it has ended; raise subprocess.TimeoutExpired."""
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"program {self.pid}", timeout or 0)
            with suppress(OSError, ValueError):  # another thread has just learned it
                select.select([self._told], [], [], None if end is None else max(0.0, end - time.monotonic()))
        return code

    def send_signal(self, sig: int) -> None:
        """Send it a signal, unless it has ended."""
        with suppress(RuntimeError):  # nobody tells its end any more
            if self.poll() is not None:
                return
        with suppress(ProcessLookupError):
            os.kill(self.pid, sig)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)
