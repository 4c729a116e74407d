"""Sessions, fuzzed: a fixed number of hostile frames, or hours of them (session_fuzzer.py names its findings by their seeds).

    python -m tests.net.adversaries.session_fuzzer --minutes 60 --first 100000
"""

from __future__ import annotations

import pytest

from tests.net.adversaries.session_fuzzer import Finding, fuzz, fuzz_frames
from tests.support.counts import Count

PARTS = 3
"""Each on a core of its own, where there are as many."""


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.fully) for part in range(1, PARTS))])
def test_no_frames_of_one_seat_stop_or_steer_the_others(count: Count, part: int) -> None:
    fuzz_frames(count(300, 28_000), first=10_000 * part)


@pytest.mark.fully
def test_no_frames_stop_or_steer_seats_that_seal_their_answers(count: Count) -> None:
    fuzz_frames(count(600, 14_000), first=200_000, rounds=True)


def test_no_frames_steer_seats_with_real_cryptography(count: Count) -> None:
    fuzz_frames(count(60, 2500), first=100_000, real=True)


@pytest.mark.parametrize("seed", [
    26011944,  # no tile was left to shuffle, twice, and the proof of the first empty deck was shown for the second
    43003384,  # nobody joined a seat that was a block behind, for the claims in its case were two blocks old for them
    26008394,  # the ACKs of the open block came inside the certificate, and the journal could not be read again
])
def test_what_was_found_stays_mended(seed: int) -> None:
    fuzz(seed)


def test_a_game_is_the_same_when_its_seed_is() -> None:
    one, other = fuzz(3), fuzz(3)
    assert one.hostile == other.hostile > 0
    assert [peer.session.state.head for peer in one.peers] == [peer.session.state.head for peer in other.peers]
    assert [peer.journal for peer in one.peers] == [peer.journal for peer in other.peers]


GUARDS = {
    "a quorum": ("acquire_net.protocol.agreement.has_quorum", lambda *given: True),
    "the signatures of evidence": ("acquire_net.protocol.bindings.Bindings.is_signed", lambda replica, message: True),
    "a bound for work": ("acquire_net.protocol.session.MAX_STEPS", 3),
}


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.fully
def test_a_guard_that_is_removed_is_found(guard: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*GUARDS[guard])
    with pytest.raises(Finding):
        fuzz_frames(6000, first=0)
