"""What commands that run for minutes share: the cores, a bar with the time left, and a Ctrl-C that keeps what was done so far."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from acquire_client.terminal.console import is_watched, make_console
from acquire_client.terminal.output import output_choice

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def usable_cores() -> int:
    """Return how many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable is not None else os.cpu_count() or 1


@contextmanager
def noted_interrupts(then: Callable[[], None] = lambda: None) -> Iterator[Callable[[], bool]]:
    """Provide a function that returns True after Ctrl-C, and call `then` at it, so that games are added up whole or not at all.
    A second Ctrl-C interrupts."""
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True
        then()

    before = signal.signal(signal.SIGINT, note) if threading.current_thread() is threading.main_thread() else None
    try:
        yield lambda: pressed
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


@contextmanager
def progress_bar(games: int, doing: str = "playing", count: bool = True) -> Iterator[Callable[[int], None]]:
    """Provide a function that advances a bar on the error output; on no terminal, or if it shall be quiet, there is none."""
    console = make_console(stderr=True)
    if output_choice().quiet or not is_watched(console):
        yield lambda played: None
        return
    counter = [MofNCompleteColumn()] if count else []
    columns = (TextColumn(doing), BarColumn(), TaskProgressColumn(), *counter, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=games)
        yield lambda played: progress.advance(task, played)
