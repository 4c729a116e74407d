"""How time passes for tables that a test holds in memory."""

from collections.abc import Iterator

LONG_MS = 20_000


def steps_of_time(ms: int, step_ms: int = 0) -> Iterator[int]:
    """Yield the lengths of the steps in which so much time passes: a second each, or two where it is long, unless given."""
    step_ms = step_ms or (1000 if ms < LONG_MS else 2000)
    for gone in range(0, ms, step_ms):
        yield min(step_ms, ms - gone)
