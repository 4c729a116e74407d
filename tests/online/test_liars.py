"""What one seat once could do to a table (tests/net/adversaries/test_levers.py), tried again over real sockets.

The honest seats are whole peers with links, threads and journals. The table goes on, nobody honest is left out or convicted, the
liar is convicted where a frame proves it, and all honest seats have one log.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.messages import Hands, Kind
from tests.net.adversaries.levers import BAD, FLOODS, SIZES
from tests.online.liars import PeerFrames, liars_table, session_of
from tests.support.counts import Count

MAX_JOURNAL_BYTES_PER_S = 2000
MAX_LOSS_BYTES = 4000
"""By which the journals grow once, for each seat, where the liar is convicted: the evidence, the reports, the certificate."""


def sizes(plain: int = 0) -> pytest.MarkDecorator:
    """Return every size of table: the usual run has `plain`, --fully the smallest where there is no such size, --ci all."""
    def marks(seats: int) -> list[pytest.MarkDecorator]:
        if seats == (plain or SIZES[0]):
            return [] if plain else [pytest.mark.fully]
        return [pytest.mark.more_cases]

    return pytest.mark.parametrize("seats", [pytest.param(seats, marks=marks(seats)) for seats in SIZES])


@sizes(plain=3)
def test_c1_hands_before_the_end_hang_nobody(tmp_path: Path, seats: int) -> None:
    def hands(frames: PeerFrames) -> list[bytes]:
        block = frames.first.state.block
        return [frames.sign(Kind.HANDS, Hands((bytes([number]) * 32,)), at) for number in range(30) for at in (block, block + 1)]

    with liars_table(tmp_path, seats) as table:
        table.lie_at_rest(hands)
        table.goes_on()
        table.check(convicted=False)


@sizes()
def test_c2_what_stands_in_a_case_must_be_signed(tmp_path: Path, seats: int, count: Count) -> None:
    """The first is an unsigned ACK with the body of another kind."""
    for number in range(count(1, 3)):
        what = BAD[0] if not number else BAD[(2 * seats + number) % len(BAD)]
        with liars_table(tmp_path / str(number), seats) as table:
            table.lie_at_rest(lambda frames, what=what: [  # type: ignore[misc]
                frames.sync(1, mask_of(frames.honest_live[:1]), (frames.bad_frames()[what],))])
            table.is_rid_of_liar()
            table.goes_on()
            table.check(convicted=True)


@sizes()
def test_c2_a_link_of_such_frames_is_nothing(tmp_path: Path, seats: int) -> None:
    def links(frames: PeerFrames) -> list[bytes]:
        attempt, made = frames.led_attempt() + 1, []
        for bad in frames.bad_frames().values():
            proposal = frames.proposal(attempt, mask_of(frames.honest_live[:1]), (bad,))
            forged = [(seat, bytes(range(64))) for seat in range(seats)]
            made += [frames.link(proposal, forged, forged), frames.link(proposal), frames.link(proposal, (), forged)]
        return made

    with liars_table(tmp_path, seats) as table:
        table.lie_at_rest(links)
        table.goes_on()
        table.check(convicted=False)


@sizes()
def test_c3_nobody_is_lost_by_one_signature(tmp_path: Path, seats: int) -> None:
    """A PROPOSE that names everybody else as lost, and a certificate for it that the liar alone has signed."""
    def certificate(frames: PeerFrames) -> list[bytes]:
        attempt = frames.led_attempt()
        proposal = frames.proposal(attempt, frames.everybody_else, (frames.sync(attempt, frames.everybody_else),))
        votes = {kind: decode_frame(frames.vote(kind, proposal)) for kind in (Kind.PREPARE, Kind.CONFIRM)}
        signed = {kind: [(frames.liar_seat, vote.envelope.signature)] for kind, vote in votes.items()}
        prepares, confirms = signed[Kind.PREPARE], signed[Kind.CONFIRM]
        links = [frames.link(proposal, prepares), frames.link(proposal, (), confirms), frames.link(proposal, prepares, confirms)]
        return [*links, *(vote.frame for vote in votes.values()), proposal.frame]

    with liars_table(tmp_path, seats) as table:
        table.lie_at_rest(certificate)
        table.is_rid_of_liar()
        table.goes_on()
        table.check(convicted=True)


@sizes()
def test_h2_thirty_attempts_a_second_are_joined_by_nobody(tmp_path: Path, seats: int, count: Count) -> None:
    """A liar that promises itself to attempts and goes on signing is convicted for that, and only the liar is left out."""
    with liars_table(tmp_path, seats) as table:
        liar, number = table.liar_seat, 1
        for _ in range(10 * count(1, 4)):
            numbers = range(number, number + 3)
            table.liar.lie(lambda frames, numbers=numbers: [frames.sync(each) for each in numbers])  # type: ignore[misc]
            number += 3
            time.sleep(0.1)
        for player in table.honest:
            session = session_of(player)
            assert not session.view_change.has_promised or liar in session.replica.excused_seats()
        table.goes_on()
        table.check(convicted=None)


@pytest.mark.parametrize(("kind", "seats"), [
    *(pytest.param(kind, 3, marks=pytest.mark.fully) for kind in ("mixed", "forged")),
    *(pytest.param(kind, 3, marks=pytest.mark.more_cases) for kind in FLOODS),
    *(pytest.param(kind, 6, marks=pytest.mark.more_cases) for kind in (*FLOODS, "forged", "mixed"))])
def test_two_hundred_frames_a_second_stop_nobody_and_fill_no_journal(tmp_path: Path, kind: str, seats: int,
                                                                     count: Count) -> None:
    seconds = count(2, 4)
    with liars_table(tmp_path, seats) as table:
        before = table.extra_bytes()
        took_s = table.liar.flood(kind, seconds)
        table.goes_on()
        after = table.extra_bytes()
        assert table.liar.sent >= 100 * seconds
        is_lost = any(table.liar_seat not in session_of(player).live for player in table.honest)
        most = MAX_JOURNAL_BYTES_PER_S * took_s + (MAX_LOSS_BYTES * seats if is_lost else 0)
        loss = ", and the liar is lost" if is_lost else ""
        print(f"{kind}: journals grew by {max(after.values())} bytes in {took_s:.1f} s{loss}")
        assert all(after[name] - before[name] <= most for name in after), (before, after)
        table.check(convicted=None)
