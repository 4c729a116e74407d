"""Signals by which the system ends a program: it ends in good order, and what it holds is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from acquire_client.commands import EndedBySignal


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise `EndedBySignal` in the main thread where the system ends the program, so that it ends in good order; once.

    A signal that is ignored already stays so: `nohup` says by that that the program outlives its terminal."""
    numbers = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None
               and signal.getsignal(number) != signal.SIG_IGN]

    def end(number: int, frame: FrameType | None) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        raise EndedBySignal(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
