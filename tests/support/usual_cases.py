"""Which cases of a parametrised test of the window a usual run leaves to the night.

A test with several `parametrize`, of which some are sizes, scales, looks or languages, has a case for each combination. A usual
run keeps so many that every value is in one of them, and every value of the other parameters too; the rest gets the mark
`more_cases` and runs with --ci. Values that belong together in one `parametrize` stay together, so a test says with one list of
tuples which combinations it wants in every run.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path

import pytest

AXES = frozenset({"size", "w", "h", "scale", "look", "language"})
"""Names of parameters of which any value may stand with any other."""

FOLDER = "tests/client/window/"
OTHER_MARKS = ("fully", "campaign")

FILES_WITH_FULL_CASES = pytest.StashKey[set[Path]]()
"""Where the configuration of a run holds the files that have a test with the mark `fully`, of those that were collected."""

Features = frozenset[Hashable]


def cases_for_the_night(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the cases that show nothing but one more combination."""
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if (item.nodeid.startswith(FOLDER) and len(list(item.iter_markers("parametrize"))) > 1
                and not any(map(item.get_closest_marker, OTHER_MARKS))):
            cases[item.nodeid.partition("[")[0]].append(item)
    for group in cases.values():
        usual = usual_cases([features_of(item) for item in group])
        yield from (item for number, item in enumerate(group) if number not in usual)


def features_of(item: pytest.Item) -> Features:
    """Return the values along each axis, and what all other parameters are together. A value is known by its identity."""
    values = {name: id(value) for name, value in item.callspec.params.items()}  # type: ignore[attr-defined]
    features: list[Hashable] = []
    for mark in item.iter_markers("parametrize"):
        names = re.findall(r"\w+", mark.args[0]) if isinstance(mark.args[0], str) else list(mark.args[0])
        if AXES.intersection(names):
            features.append(tuple((name, values.pop(name)) for name in names))
    return frozenset([*features, tuple(sorted(values.items()))])


def usual_cases(cases: Sequence[Features]) -> set[int]:
    """Return the numbers of few cases that have all features between them: each time the one that adds most, the rarest first.

    >>> sorted(usual_cases([frozenset({size, language}) for size in ("small", "large", "tall") for language in ("en", "de")]))
    [0, 3, 4]
    """
    usual: set[int] = set()
    seen: Counter[Hashable] = Counter()

    def worth(number: int) -> tuple[int, int, int]:
        features = cases[number]
        return sum(not seen[each] for each in features), -sum(seen[each] for each in features), -number

    while len(usual) < len(cases):
        best = max((number for number in range(len(cases)) if number not in usual), key=worth)
        if not worth(best)[0]:
            break
        usual.add(best)
        seen.update(cases[best])
    return usual
