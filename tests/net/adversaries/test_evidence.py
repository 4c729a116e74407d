"""A program that was not there accepts evidence, in another process too; it refuses a false accusation."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.evidence import (
    Evidence,
    EvidenceError,
    EvidenceVerdict,
    evidence_of,
    follow,
    judge_evidence_bytes,
    log_until,
)
from acquire_net.protocol.log_types import Conviction
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.session_events import JournalEntry
from tests.net.adversaries.cheated_tables import a_table_with, seats_for
from tests.net.adversaries.cheats import CHEATS, Cheat, Outcome
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import LiarsTable
from tests.support.counts import Count

ROOT = Path(__file__).resolve().parents[3]
CONVICTED = [cheat for cheat in CHEATS if cheat.outcome is Outcome.CONVICTED]


def judged(data: bytes) -> EvidenceVerdict:
    return judge_evidence_bytes(data, Opening.make_state, Opening.of_bytes(Evidence.from_bytes(data).opening).verifier)


@lru_cache
def a_proven_lie(name: str = "a share that is not of its key", seats: int = 3) -> tuple[LiarsTable, Evidence]:
    cheat = next(cheat for cheat in CHEATS if cheat.name == name)
    table = a_table_with(cheat, seats, 7)
    return table, Evidence.from_bytes(table.evidence()[0])


def sample(rng: random.Random, size: int) -> list[Cheat]:
    return rng.sample(CONVICTED, size) if size < len(CONVICTED) else CONVICTED


def test_another_process_comes_to_the_same_verdict(tmp_path: Path, count: Count) -> None:
    rng, expected, files = random.Random(5), [], []
    for number, cheat in enumerate(sample(rng, count(6, len(CONVICTED)))):
        table = a_table_with(cheat, rng.choice(seats_for(cheat)[:2]), number)
        assert table.liar is not None
        files.append(tmp_path / f"{number}.evidence")
        files[-1].write_bytes(rng.choice(table.evidence()))
        expected.append(table.liar.seat)
    done = subprocess.run([sys.executable, "-m", "tests.net.adversaries.judge", *map(str, files)], cwd=ROOT, capture_output=True,
                          text=True, check=True)
    assert [line.split(" ")[0] for line in done.stdout.splitlines()] == [str(seat) for seat in expected], done.stdout


def test_the_journal_of_a_seat_is_as_good_a_log() -> None:
    """Nobody has to sort it: the journal as it was written, up to the conviction, convicts as well."""
    for name in ("a share that is not of its key", "two messages for two peers", "acknowledges another state",
                 "a shuffle for another seat", "a wrong share of a tag"):
        table, evidence = a_proven_lie(name, 4)
        assert table.liar is not None
        for peer in table.players:
            [conviction] = table.proven_by(peer).values()
            found = [number for number, entry in enumerate(peer.journal) if entry.frame == conviction.frames[-1]]
            lines = tuple(peer.journal[:found[0]])
            data = Evidence(evidence.opening, lines, conviction.frames).to_bytes()
            assert judged(data).seat == table.liar.seat, name


def test_silence_is_no_evidence() -> None:
    _, evidence = a_proven_lie()
    with pytest.raises(EvidenceError, match="silence"):
        judged(replace(evidence, frames=()).to_bytes())


def test_the_messages_of_an_honest_seat_convict_nobody(count: Count) -> None:
    table, evidence = a_proven_lie()
    assert table.liar is not None
    replica, rng = table.players[0].session.replica, random.Random(2)
    honest = [(page, content) for page in replica.log for content in page.contents if content.author != table.liar.seat]
    for page, content in rng.sample(honest, min(len(honest), count(8, 30))):
        for block in {page.index, rng.randint(0, page.index)}:  # out of its place it is early, or of another block
            accusation = Conviction(content.author, block, "", (content.frame,), page.view)
            with pytest.raises(EvidenceError):
                judged(evidence_of(replica, accusation, evidence.opening).to_bytes())


def test_a_log_that_is_too_short_or_too_long_proves_nothing() -> None:
    """What an offence depends on has to be shown; an offence of an earlier block is none of a later one."""
    _, evidence = a_proven_lie()
    for length in range(len(evidence.prefix) - 1):
        with pytest.raises(EvidenceError):
            judged(replace(evidence, prefix=evidence.prefix[:length]).to_bytes())


def test_two_signed_messages_need_only_the_name_of_the_table() -> None:
    table, evidence = a_proven_lie("two messages for two peers")
    assert table.liar is not None
    opened = [number for number, entry in enumerate(evidence.prefix) if entry.acks][1] + 1
    assert judged(replace(evidence, prefix=evidence.prefix[:opened]).to_bytes()).seat == table.liar.seat
    with pytest.raises(EvidenceError):
        judged(replace(evidence, prefix=evidence.prefix[:opened - 1]).to_bytes())


def test_changed_frames_prove_nothing(count: Count) -> None:
    for name in ("a share that is not of its key", "two messages for two peers", "bytes after the end, in SHARES"):
        table, evidence = a_proven_lie(name)
        rng = random.Random(name)
        for _ in range(count(5, 25)):
            place = rng.randrange(len(evidence.frames))
            frame = bytearray(evidence.frames[place])
            frame[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
            frames = (*evidence.frames[:place], bytes(frame), *evidence.frames[place + 1:])
            with pytest.raises(EvidenceError):
                judged(replace(evidence, frames=frames).to_bytes())


def test_a_changed_log_convicts_nobody_else(count: Count) -> None:
    """Whatever is done to the log in a piece of evidence: it convicts the liar or nobody."""
    table, evidence = a_proven_lie("a share that is not of its key", 4)
    assert table.liar is not None
    rng, refused = random.Random(3), 0
    for _ in range(count(30, 100)):
        prefix = list(evidence.prefix)
        place = rng.randrange(len(prefix))
        match rng.randrange(4):
            case 0:
                del prefix[place]
            case 1:
                other = rng.randrange(len(prefix))
                prefix[place], prefix[other] = prefix[other], prefix[place]
            case 2 if prefix[place].frame:
                frame = bytearray(prefix[place].frame)
                frame[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
                prefix[place] = JournalEntry(bytes(frame))
            case _:
                prefix[place] = JournalEntry(b"", tuple((seat, rng.randbytes(64)) for seat in range(4)))
        try:
            assert judged(replace(evidence, prefix=tuple(prefix)).to_bytes()).seat == table.liar.seat
        except EvidenceError:
            refused += 1
    assert refused


def test_another_tables_evidence_proves_nothing() -> None:
    """Changed options, another game, other seats: the table has another name, and no signature holds."""
    _, evidence = a_proven_lie()
    opening = Opening.of_bytes(evidence.opening)
    for other in (replace(opening, raffles=True), replace(opening, cards=opening.cards + 1), replace(opening, seats=4)):
        with pytest.raises(EvidenceError):
            judged(replace(evidence, opening=other.to_bytes()).to_bytes())


def test_an_accuser_cannot_frame_an_honest_seat_with_a_liars_help() -> None:
    """The second in a shuffle built on what the first had shown it. Beside another deck of the first, its proof does not hold;
    but it has said what it built on, so this convicts the first."""
    table, evidence = a_proven_lie("two shuffles for two peers", 4)
    assert table.liar is not None
    shuffles = {frame for peer in table.players for conviction in peer.session.replica.convicted.values()
                for frame in conviction.frames if decode_frame(frame).kind == Kind.SHUFFLE}
    of_others = {frame for frame in shuffles if decode_frame(frame).author != table.liar.seat}
    of_the_liar = shuffles - of_others
    for one in of_the_liar:
        for other in of_others:
            try:
                assert judged(replace(evidence, frames=(one, other)).to_bytes()).seat == table.liar.seat
            except EvidenceError:
                pass  # it was built on exactly this


def test_bytes_that_are_no_evidence_are_refused(count: Count) -> None:
    _, evidence = a_proven_lie()
    data, rng = evidence.to_bytes(), random.Random(1)
    for _ in range(count(50, 150)):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        cut = bytes(damaged[:rng.choice((len(damaged), rng.randrange(len(damaged))))])
        if cut == data:
            continue
        try:
            assert judge_evidence_bytes(cut, Opening.make_state,
                                        Opening().verifier).seat == decode_frame(evidence.frames[-1]).author
        except EvidenceError:
            pass


def test_the_log_for_a_place_brings_another_replica_there() -> None:
    table, evidence = a_proven_lie("a wrong share of a tag", 4)
    replica = table.players[0].session.replica
    for page in replica.log:
        if page.certificate is not None and page.certificate.blocks == page.index:
            continue  # that a seat is gone follows in one step from the certificate of the page before
        view = max([certificate.view for certificate in replica.certificates if certificate.blocks <= page.index], default=0)
        there = Replica(Opening.make_state(evidence.opening), table.opening.verifier)
        follow(there, log_until(replica, page.index, view))
        assert (there.state.block, there.state.view) == (page.index, view)
        assert [one.head for one in there.log] == [one.head for one in replica.log[:page.index]]
