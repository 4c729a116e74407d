"""Results of the night for tests that need some."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tools.nightly_results import PassedRun, Result

RUN = PassedRun(minutes=7.2, commit="0123456789ab", date="2026-11-29T03:00:00+00:00", cores=1,
                last_lines=["5 passed", "in 7 min"])


def result_of(job: str, **changes: Any) -> Result:
    return replace(Result(**vars(RUN), job=job, status=0, expected_minutes=60, command=["-m", "pytest"]), **changes)
