"""The analysis of a game in the background: it is ended early or thrown away, and gives way to everything else."""

import os
import sys
import threading
from collections.abc import Iterator

import pytest

from acquire_client.window.controller.game_review import GameReview
from acquire_client.workers import LOW_PRIORITY, Workers
from acquire_core.analysis import Effort
from tests.client.window.replays import finished

from .driver import REVIEW_S


@pytest.fixture
def workers() -> Iterator[Workers]:
    found = Workers(lambda: None)
    yield found
    found.close()


def settled(workers: Workers) -> None:
    assert workers.settle(REVIEW_S, low_priority=True)
    workers.deliver_results()


def test_it_works_in_the_background_and_says_how_far_it_is(workers: Workers) -> None:
    review = GameReview(workers, finished(), Effort(playouts=5, level="club"))
    assert not review.is_running and review.analysis is None
    review.begin_work()
    assert review.is_running and review.share_done is not None and 0 <= review.share_done <= 1
    settled(workers)
    assert review.analysis is not None and review.analysis.finished and review.share_done is None and review.changes == 1
    review.begin_work()
    assert not review.is_running, "what was found is not looked for again"


def test_work_that_is_ended_early_keeps_what_it_found(workers: Workers) -> None:
    review = GameReview(workers, finished(), Effort(seconds=600))
    review.begin_work()
    review.stop_early()
    settled(workers)
    assert review.was_stopped and review.analysis is not None and not review.analysis.finished


def test_work_that_is_cancelled_finds_nothing_and_leaves_no_thread(workers: Workers) -> None:
    review = GameReview(workers, finished(), Effort(seconds=600))
    review.begin_work()
    review.cancel_work()
    settled(workers)
    assert review.analysis is None and review.share_done is None
    review.begin_work()
    assert review.is_running, "it can be begun anew"
    review.cancel_work()
    settled(workers)
    for thread in [thread for thread in threading.enumerate() if thread.name == "acquire-window-low"]:
        thread.join(REVIEW_S)
        assert not thread.is_alive()


def test_another_effort_throws_away_what_was_found(workers: Workers) -> None:
    review = GameReview(workers, finished(), Effort(playouts=5, level="club"))
    review.begin_work()
    settled(workers)
    review.change_effort(Effort(playouts=6, level="club"))
    assert review.analysis is None and review.changes == 2
    review.begin_work()
    settled(workers)
    assert review.analysis is not None and review.analysis.effort.playouts == 6


def test_nobody_waits_for_work_of_low_priority_by_default(workers: Workers) -> None:
    review = GameReview(workers, finished(), Effort(seconds=600))
    review.begin_work()
    assert workers.settle(1) and not workers.settle(0.1, low_priority=True)
    review.cancel_work()
    settled(workers)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has the priority of its program")
def test_work_of_low_priority_gives_way_and_other_work_does_not(workers: Workers) -> None:
    found: dict[bool, int] = {}
    for low in (True, False):
        workers.start(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()),
                      lambda nice, low=low: found.update({low: nice}), low_priority=low)  # type: ignore[misc]
    settled(workers)
    assert found[True] == max(LOW_PRIORITY, found[False])
    assert os.getpriority(os.PRIO_PROCESS, 0) == found[False]
