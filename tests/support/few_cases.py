"""Which of a test's cases of one kind a usual run has: a few of them, and the others with a mark."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def few_cases(mark: pytest.MarkDecorator, cases: Iterable[Any], usual: int | Callable[[Any], bool] = 1) -> list[Any]:
    """Return the cases, all but a few of them with the mark: the first ones are usual, or those of which `usual` is true.

    Further kinds have `pytest.mark.fully` and run before each change; further sizes, seeds and moments of the same kind have
    `pytest.mark.more_cases` and run in the night. The mark is an argument so that it stands in the file of the test: .ci/run
    collects the files with `pytest.mark.fully`.
    A case of several parameters is a tuple, and none is a `pytest.param` already.

    >>> [getattr(case, "marks", ()) == () for case in few_cases(pytest.mark.more_cases, "abc", 2)]
    [True, True, False]
    """
    chosen = []
    for number, case in enumerate(cases):
        assert not hasattr(case, "marks"), case
        is_usual = number < usual if isinstance(usual, int) else usual(case)
        chosen.append(case if is_usual else pytest.param(*case if isinstance(case, tuple) else (case,), marks=mark))
    return chosen
