"""Work that takes longer than a picture: done in threads, its results handed over in the thread of the window.

`start` may be called at any time; `deliver_results`, called by the window when it was woken, runs what waits for the results, and
what another thread has posted. Nothing else ever crosses between threads.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

LOW_PRIORITY = 15
"""How nice a thread of low priority is to everything else on the machine."""

CLOSE_S = 1.0


class Workers:
    """`wake` is called in another thread whenever a result waits."""

    def __init__(self, wake: Callable[[], None], threads: int = 3) -> None:
        self._wake = wake
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="acquire-window")
        self._finished: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._open = {False: 0, True: 0}
        """How much is being worked on, of usual and of low priority."""
        self._idle = threading.Condition()
        self._low_threads: list[threading.Thread] = []

    def start(self, job: Callable[[], Any], done: Callable[[Any], None], low_priority: bool = False) -> None:
        """Do `job` in a thread; `done` gets what it returned, in the thread that delivers. An error is raised there too.

        Work of low priority has a thread of its own, because a thread cannot take back that it gave way to others.
        """
        with self._idle:
            self._open[low_priority] += 1

        def work() -> None:
            if low_priority:
                _give_way()
            try:
                result = job()
            except Exception as error:
                self._finished.put(partial(self._raise_error, error))
            else:
                self._finished.put(lambda: done(result))
            with self._idle:
                self._open[low_priority] -= 1
                self._idle.notify_all()
            self._wake()

        if low_priority:
            thread = threading.Thread(target=work, name="acquire-window-low", daemon=True)
            self._low_threads = [*(one for one in self._low_threads if one.is_alive()), thread]
            thread.start()
        else:
            try:
                self._pool.submit(work).add_done_callback(self._forget_if_cancelled)
            except RuntimeError:  # closed: nothing begins any more
                self._count_back()
                raise

    def _forget_if_cancelled(self, job: Future[None]) -> None:
        """Work that `close` has ended before it began is worked on no more, and `settle` does not wait for it."""
        if job.cancelled():
            self._count_back()

    def _count_back(self) -> None:
        with self._idle:
            self._open[False] -= 1
            self._idle.notify_all()

    def post(self, act: Callable[[], None]) -> None:
        """Do `act` in the thread that delivers. Any thread may call this at any time."""
        self._finished.put(act)
        self._wake()

    def deliver_results(self) -> bool:
        """Hand over what is finished; whether anything was."""
        delivered = False
        while True:
            try:
                finished = self._finished.get_nowait()
            except queue.Empty:
                return delivered
            delivered = True
            finished()

    def settle(self, timeout_s: float = 30, low_priority: bool = False) -> bool:
        """Wait until nothing is being worked on; whether that came about in time. Work of low priority goes on unless it is
        waited for too."""
        with self._idle:
            return self._idle.wait_for(lambda: not self._open[False] and not (low_priority and self._open[True]), timeout_s)

    def close(self) -> None:
        """End all work that has not begun. Work of low priority, which its owner has ended by now, gets a moment to notice."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for thread in self._low_threads:
            thread.join(CLOSE_S)

    @staticmethod
    def _raise_error(error: Exception) -> None:
        raise error


def _give_way() -> None:
    """Let all other threads go first, where the system can say so for one thread alone."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOW_PRIORITY)
