"""Work for several processes, whose results come in the order of the tasks, and which can be halted."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeVar

TASKS_AHEAD = 8
"""Tasks that are given to each process before the first of them is back."""
LOOKS_PER_SECOND = 5

Task = TypeVar("Task", bound=tuple[object, ...])
Result = TypeVar("Result")


def results_in_order(work: Callable[..., Result], tasks: Iterable[Task], jobs: int,
                     is_halted: Callable[[], bool]) -> Iterator[tuple[Task, Result]]:
    """Yield each task with what `work` returned for it, until the work is halted: then what was begun is finished.

    A task holds the arguments. With one job, and where the system has no semaphores for processes, all is done in this process.
    Raises BrokenExecutor where a process has ended by itself.
    """
    left = iter(tasks)
    processes = _start_processes(jobs)
    if processes is None:
        while not is_halted() and (task := next(left, None)) is not None:
            yield task, work(*task)
        return
    with processes as executor:
        waiting: deque[tuple[Task, Future[Result]]] = deque()
        while True:
            while not is_halted() and len(waiting) < TASKS_AHEAD * jobs and (task := next(left, None)) is not None:
                waiting.append((task, executor.submit(work, *task)))
            if is_halted():
                waiting = deque((task, future) for task, future in waiting if not future.cancel())
            if not waiting:
                return
            task, future = waiting[0]
            wait([future], timeout=1 / LOOKS_PER_SECOND)  # in short pieces, so that Ctrl-C comes through on every system
            if future.done():
                waiting.popleft()
                yield task, future.result()


def _start_processes(jobs: int) -> ProcessPoolExecutor | None:
    """Return several processes, spawned on every system alike; None for one job, or where they cannot wait for each other."""
    if jobs == 1:
        return None
    try:
        return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_leave_interrupts_alone)
    except (OSError, NotImplementedError):  # in some containers /dev/shm is missing or may not be written to
        return None


def _leave_interrupts_alone() -> None:
    """Let the first process alone decide what Ctrl-C means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
