"""Run something in a process of its own that is killed in the middle of one of its writes."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

KILLED, DONE, WRONG = 9, 0, 3
WRITES = ("write", "fsync", "ftruncate", "replace", "unlink")


def run_until_killed(act: Callable[[Callable[[int], None]], None], at: int) -> tuple[int, list[int]]:
    """Run `act` in a child that ends without a word at its write number `at`; a write of bytes has then written half of them.

    `act` is given a function that says a number. Return how the child ended, and what it has said. What is said while something
    that was written is not on the disk ends the child with WRONG.
    """
    ear, mouth = os.pipe()
    child = os.fork()
    if child:
        os.close(mouth)
        said = b""
        while more := os.read(ear, 65536):
            said += more
        os.close(ear)
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status), list(said)
    os.close(ear)
    done, dirty = 0, set[int]()
    real = {name: getattr(os, name) for name in WRITES}

    def killing(name: str) -> Callable[..., Any]:
        def write(*args: Any, **named: Any) -> Any:
            nonlocal done
            if args[0] == mouth:
                return real[name](*args, **named)
            done += 1
            if done == at:
                if name == "write":
                    real[name](args[0], bytes(args[1])[:len(args[1]) // 2])
                os._exit(KILLED)
            if name in ("write", "ftruncate"):
                dirty.add(args[0])
            elif name == "fsync":
                dirty.discard(args[0])
            return real[name](*args, **named)
        return write

    for name in WRITES:
        setattr(os, name, killing(name))

    def say(number: int) -> None:
        if dirty:
            os._exit(WRONG)
        os.write(mouth, bytes((number,)))

    try:
        act(say)
    except BaseException:
        import traceback
        traceback.print_exc()
        os._exit(WRONG)
    os._exit(DONE)
