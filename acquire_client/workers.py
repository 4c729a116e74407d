"""Work that takes longer than a picture: done in threads, its results handed over in the thread of the window.

`start` may be called at any time; `deliver_results`, called by the window when it was woken, runs what waits for the results. So
nothing but a finished result ever crosses between threads.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any


class Workers:
    """`wake` is called in another thread whenever a result waits."""

    def __init__(self, wake: Callable[[], None], threads: int = 3) -> None:
        self._wake = wake
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="acquire-window")
        self._finished: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._open = 0
        self._idle = threading.Condition()

    def start(self, job: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Do `job` in a thread; `done` gets what it returned, in the thread that delivers. An error is raised there too."""
        with self._idle:
            self._open += 1

        def work() -> None:
            try:
                result = job()
            except Exception as error:
                self._finished.put(partial(self._raise_error, error))
            else:
                self._finished.put(lambda: done(result))
            with self._idle:
                self._open -= 1
                self._idle.notify_all()
            self._wake()

        self._pool.submit(work)

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

    def settle(self, timeout_s: float = 30) -> bool:
        """Wait until nothing is being worked on; whether that came about in time."""
        with self._idle:
            return self._idle.wait_for(lambda: self._open == 0, timeout_s)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    @staticmethod
    def _raise_error(error: Exception) -> None:
        raise error
