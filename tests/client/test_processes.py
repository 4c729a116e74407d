"""Work for several processes is done in order, also where a system cannot start them."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from acquire_client.tools.processes import results_in_order

TASKS = [(7, 2), (9, 4), (30, 7)]
RESULTS = [((7, 2), (3, 1)), ((9, 4), (2, 1)), ((30, 7), (4, 2))]


def whose_process(number: int) -> int:
    return os.getpid()


def test_results_come_in_the_order_of_their_tasks() -> None:
    assert list(results_in_order(divmod, TASKS, 1, lambda: False)) == RESULTS
    assert list(results_in_order(divmod, TASKS, 2, lambda: False)) == RESULTS


def test_nothing_more_is_begun_when_it_is_halted() -> None:
    assert list(results_in_order(divmod, TASKS, 1, lambda: True)) == []


@pytest.mark.parametrize("refusal", [PermissionError(13, "Permission denied"), FileNotFoundError(2, "No such file or directory"),
                                     OSError(38, "Function not implemented")], ids=["not allowed", "no folder", "no function"])
def test_without_shared_memory_one_process_does_it_all(monkeypatch: pytest.MonkeyPatch, refusal: OSError) -> None:
    """A semaphore of Linux is a file in /dev/shm, which may be missing or belong to root alone."""
    def refuse(*arguments: object) -> Callable[[], None]:
        raise refusal

    monkeypatch.setattr("multiprocessing.synchronize._multiprocessing.SemLock", refuse)
    found = list(results_in_order(whose_process, [(1,), (2,), (3,)], 2, lambda: False))
    assert found == [((1,), os.getpid()), ((2,), os.getpid()), ((3,), os.getpid())]
