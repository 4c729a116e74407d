"""Work in threads: what ends it, and what is waited for."""

from __future__ import annotations

import threading

from acquire_client.workers import Workers


def test_work_that_was_ended_before_it_began_is_not_waited_for() -> None:
    workers = Workers(lambda: None, threads=1)
    begun, may_end = threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        may_end.wait(60)

    done: list[object] = []
    workers.start(first, done.append)
    workers.start(lambda: "never begun", done.append)
    assert begun.wait(60)
    workers.close()
    may_end.set()
    assert workers.settle()
    workers.deliver_results()
    assert done == [None]
