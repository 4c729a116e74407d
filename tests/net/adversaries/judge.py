"""Judges evidence in a process of its own: `python -m tests.net.adversaries.judge FILE...` prints one verdict a line."""

from __future__ import annotations

import sys
from pathlib import Path

from acquire_net.protocol.evidence import Evidence, EvidenceError, judge_evidence_bytes
from tests.net.adversaries.opening import Opening


def verdict_on(data: bytes) -> str:
    try:
        opening = Opening.of_bytes(Evidence.from_bytes(data).opening)
        verdict = judge_evidence_bytes(data, Opening.make_state, opening.verifier)
    except EvidenceError as refusal:
        return f"not proven: {refusal}"
    return f"{verdict.seat} {verdict.reason}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(verdict_on(Path(name).read_bytes()))
