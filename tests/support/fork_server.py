"""A process that has loaded the program and becomes one at each request, so that tests need not wait until Python has loaded it.

Loading takes most of a second of a core, and the tests start hundreds of programs. What is forked is a process of its own: with
its own input, output, environment and place in the network, and it ends as a program does. What Python decides when it starts,
such as the order in which it goes through sets, all have in common that were forked from one server.
`tests.support.acquire_program` says when a program is started so, and makes the requests.

Python calls `serve` with the number of an open socket. A request is JSON, and four open files come with it: input, output and
errors of the new program, and a socket for its number and its end.
"""

from __future__ import annotations

import array
import ctypes
import gc
import importlib
import json
import os
import signal
import socket
import struct
import sys
from typing import Any, NoReturn

MAX_REQUEST = 1_000_000
FILES = 4
NUMBER = struct.Struct("!i")
"""What comes back: the number of the process first, its exit status as `os.waitpid` has it at its end."""
CLONE_NEWNET = 0x40000000
FOR_THE_GROUP = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if sys.platform != "win32" else []))
"""Signals that may reach all processes of a test at once."""
MODULES = ("acquire_client.cli", *(f"acquire_client.commands.{name}" for name in (
    "parsers", "host", "join", "resume", "keep", "tables", "relay")), "importlib.metadata", "encodings.idna")
"""What the programs of the tests load sooner or later. The rest comes with these."""


def serve(number: int) -> None:
    """Fork a program at each request until the socket with this number is closed. Nothing returns from it but by an exit."""
    line = socket.socket(fileno=number)
    for name in MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait for programs
    for signal_number in FOR_THE_GROUP:  # they are for tests and programs; who waits for a program tells its end all the same
        signal.signal(signal_number, signal.SIG_IGN)
    while received := read_request(line):
        request, files = received
        if os.fork() == 0:
            line.close()
            become_program(request, files)
        for file in files:
            os.close(file)
    os._exit(0)


def read_request(line: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    """Return the next request with its files; None where the tests have ended."""
    files = array.array("i")
    data, ancillary, _, _ = line.recvmsg(MAX_REQUEST, socket.CMSG_SPACE(FILES * files.itemsize))
    for level, kind, held in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(held)
    return (json.loads(data), files.tolist()) if data else None


def become_program(request: dict[str, Any], files: list[int]) -> NoReturn:
    """Fork once more: one process is the program, and one waits for it and tells its number and its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    *streams, told = files
    program = os.fork()
    if program:
        for stream in streams:
            os.close(stream)
        os.write(told, NUMBER.pack(program))
        _, status = os.waitpid(program, 0)
        os.write(told, NUMBER.pack(status))
        os._exit(0)
    os.close(told)
    for signal_number in FOR_THE_GROUP:
        signal.signal(signal_number, signal.default_int_handler if signal_number == signal.SIGINT else signal.SIG_DFL)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    if request["namespace"]:
        enter_namespace(request["namespace"])
    sys.argv = ["-c", *request["words"]]
    from acquire_client.entry import main

    sys.exit(main())


def enter_namespace(name: str) -> None:
    """Go to the network namespace with this name."""
    space = os.open(f"/run/netns/{name}", os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(space, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), f"setns: {name}")
    os.close(space)
