"""What the session fuzzer has found, each as small as it can be: one frame, or a few, that stopped or steered an honest seat."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from acquire_net.protocol.block_judge import BlockJudge
from acquire_net.protocol.certificates import make_link, proposal_digest
from acquire_net.protocol.codec import decode_frame, encode_message
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.equivocation import find_contradiction
from acquire_net.protocol.evidence import Evidence, EvidenceError, EvidenceVerdict, judge_evidence_bytes, log_until
from acquire_net.protocol.liveness import Liveness, Timing
from acquire_net.protocol.log_types import Conviction, mask_of
from acquire_net.protocol.messages import Ack, Claim, Commit, Confirm, Kind, Leave, Prepare, Propose, SeatReport, Sync
from acquire_net.protocol.session_events import Finished, JournalEntry, RolledBack, SeatLost, TwoOfUs
from acquire_net.protocol.shuffling import ProveShuffles
from acquire_net.protocol.state import InvariantError
from tests.net.adversaries.hostile_frames import Forger
from tests.net.adversaries.levers import QuickTable
from tests.net.adversaries.of_the_deal import two_shuffle_proofs
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable, Scene
from tests.support.table_sizes import table_sizes

LIAR = 1


def table_of(seats: int, liar: int = LIAR) -> tuple[LiarsTable, Forger]:
    """Return a table in the middle of its game, and the hand that signs for the liar."""
    table = LiarsTable(Opening(seats=seats, cards=3 * seats + 2), Liar(liar, (), random.Random(0)), seed=1)
    table.play_on(lambda: len(table.peers[0].session.replica.log) >= 8)
    assert not table.is_over()
    return table, Forger(liar, table.keys[liar], lambda: [peer.session for peer in table.players], random.Random(0))


def leads(table: LiarsTable, seat: int) -> int:
    """Return the first attempt that this seat leads."""
    terms = table.peers[0].session.replica.view_terms
    return next(attempt for attempt in range(1, 7) if terms.leader_of(attempt) == seat)


@table_sizes([2, 3, 4, 5, 6], usual=3)
def test_a_proposal_from_one_block_ahead_stops_nobody(seats: int) -> None:
    table, forger = table_of(seats)
    session = table.peers[0].session
    state = session.state
    body = Propose(leads(table, LIAR) + 1, 0, 0, state.block, state.head, bytes(32), (), ())  # another leads: it convicts nobody
    frame = forger.sign(Kind.PROPOSE, body, state.block + 1)
    assert frame is not None
    session.receive(LIAR, frame)
    assert not session.stopped


@table_sizes([2, 3, 4, 5, 6], usual=3)
def test_a_proposal_that_excuses_everybody_stops_nobody(seats: int) -> None:
    table, forger = table_of(seats)
    session = table.peers[0].session
    state = session.state
    body = Propose(leads(table, LIAR), mask_of(state.live), 0, state.block, state.head, bytes(32), (), ())
    frame = forger.sign(Kind.PROPOSE, body)
    assert frame is not None
    session.receive(LIAR, frame)
    assert not session.stopped


@table_sizes([5, 6])
def test_seats_that_are_gone_make_no_quorum_smaller(seats: int) -> None:
    """Seats 2 and on were lost as convicted; the liar excuses them once more, and its CONFIRM alone was a certificate."""
    table, forger = table_of(seats)
    gone = [seat for seat in range(seats) if seat >= 3]
    for seat in gone:
        for peer in table.players:
            peer.session.replica.convicted[seat] = Conviction(seat, 0, "a lie", ())
    session = table.peers[0].session
    for _ in range(60):
        table.pass_time(500)
        if session.live == (0, 1, 2):
            break
    assert session.live == (0, 1, 2)
    state = session.state
    for excused in (mask_of(gone), mask_of([*gone, 5])):
        body = Propose(leads(table, LIAR), excused, mask_of([0]), state.block, state.head, bytes(32), (), ())
        proposal = decode_frame(forger.sign(Kind.PROPOSE, body) or b"")
        vote = decode_frame(forger.sign(Kind.CONFIRM, Confirm(body.attempt, proposal_digest(proposal))) or b"")
        for votes in ([vote], []):
            session.receive(LIAR, make_link(proposal, (), votes).message.frame)
            assert session.live == (0, 1, 2)
            assert session.state.view == state.view
            assert not any(isinstance(fact, SeatLost) and fact.seat == 0 for fact in session.outbox.facts)


def test_seats_whose_attempts_are_far_apart_find_each_other() -> None:
    """One of two honest seats was away for ten minutes of attempts; both then went on, always too far apart to be looked at."""
    table, forger = table_of(3, liar=2)
    malformed = forger.sign(Kind.SYNC, b"\x00")
    assert malformed is not None
    for seat in (0, 1):
        table.peers[seat].session.receive(2, malformed)
        table.peers[seat].session.tick(table.now)
    assert all(peer.session.view_change.has_promised for peer in table.players)
    table.wire.clear()
    table.cut = {1, 2}
    for peer in table.players:
        peer.session.take_ready()
    for _ in range(2 * 60 * 12):
        table.now += 500
        table.peers[0].session.tick(table.now)
        table.peers[0].session.take_ready()
    assert table.peers[0].session.view_change.book.attempt == 1, "the time of an attempt does not run for a seat that is alone"
    table.cut = {2}
    for _ in range(2 * 60 * 3):
        table.pass_time(500)
        if all(peer.session.live == (0, 1) for peer in table.players):
            return
    attempts = [peer.session.view_change.book.attempt for peer in table.players]
    raise AssertionError(f"they are in attempts {attempts}")


@table_sizes([3, 4, 5, 6])
def test_nobody_joins_a_first_attempt_far_ahead(seats: int) -> None:
    """A high SYNC is held, but it leads to an attempt near the own one."""
    table, forger = table_of(seats)
    report = table.peers[0].session.view_change.report()
    acked = table.peers[0].session.replica.open.acks.get(LIAR)
    report = replace(report, acked=acked.body if acked is not None else None)
    leave = forger.sign(Kind.LEAVE, Leave((1 << 32) - 2, report))
    frame = forger.sign(Kind.SYNC, Sync((1 << 32) - 2, report, 1 << LIAR, (), 0))
    session = table.peers[0].session
    for shown in (frame, leave):
        assert shown is not None
        session.receive(LIAR, shown)
    assert session.view_change.has_promised
    assert session.view_change.book.attempt <= 2 * seats


def rid_of_seat_three(table: LiarsTable, forger: Forger) -> None:
    """Seat 3 lies as well, and a view ends for it."""
    table.keys[LIAR], mine = table.keys[3], table.keys[LIAR]
    other = Forger(3, table.keys[3], forger.sessions, random.Random(0)).sign(Kind.SYNC, b"\x00")
    table.keys[LIAR] = mine
    assert other is not None
    table.peers[0].session.receive(3, other)
    table.pass_time(2000, step_ms=500)
    assert table.peers[0].session.state.view == 1


def test_a_bad_proposal_convicts_also_where_its_view_has_ended() -> None:
    """Who saw it in time was rid of its author, and the others were not: the table stood still."""
    table, forger = table_of(4)
    state = table.peers[0].session.state
    terms = table.peers[0].session.replica.view_terms
    attempt = next(number for number in range(1, 9) if terms.leader_of(number) == LIAR)
    bad = forger.sign(Kind.PROPOSE, Propose(attempt, 0, 0, state.block, state.head, bytes(32), (), ()))
    rid_of_seat_three(table, forger)
    session = table.peers[0].session
    assert bad is not None
    session.receive(2, bad)
    assert {*session.replica.convicted} == {3, LIAR}
    for verdict in table.verdicts():
        assert verdict.seat in (3, LIAR)


@pytest.mark.parametrize("body", [b"\x00", encode_message(Commit(bytes(64)))], ids=["unreadable", "out of turn"])
def test_a_contribution_convicts_also_where_its_block_is_void(body: bytes) -> None:
    table, forger = table_of(4)
    block = table.peers[0].session.state.block
    frame = forger.sign(Kind.COMMIT, body)
    rid_of_seat_three(table, forger)
    session = table.peers[0].session
    assert session.replica.void_blocks.block_at(block, 0) is not None
    assert frame is not None
    session.receive(2, frame)
    assert {*session.replica.convicted} == {3, LIAR}
    assert {verdict.seat for verdict in table.verdicts()} == {3, LIAR}


def test_a_contribution_whose_block_is_void_convicts_nobody_by_itself() -> None:
    """What the honest have said for it comes late, or again."""
    table, forger = table_of(4)
    while table.asked() != 2:
        assert table.move()
        table.settle()
    session = table.peers[2].session
    block = session.state.block
    session.submit(table.opening.choose(session.state.game, 2, table.rng))
    said = [frame for _, frame in session.take_ready().send]  # nobody has received it yet
    assert any(decode_frame(frame).is_content for frame in said)
    rid_of_seat_three(table, forger)
    for frame in said * 2:
        table.peers[0].session.receive(2, frame)
    assert table.peers[0].session.replica.void_blocks.block_at(block, 0) is not None
    assert {*table.peers[0].session.replica.convicted} == {3}


def test_what_is_said_for_a_void_block_does_not_show_again_who_was_convicted_before() -> None:
    """The log before the offence holds what convicted seat 3. A judge took that for the fault of any frame for the void block."""
    table, forger = table_of(4)
    while table.asked() != 2:
        assert table.move()
        table.settle()
    session = table.peers[2].session
    session.submit(table.opening.choose(session.state.game, 2, table.rng))
    honest = next(frame for _, frame in session.take_ready().send if decode_frame(frame).is_content)
    liar = forger.sign(Kind.COMMIT, encode_message(Commit(bytes(64))))
    rid_of_seat_three(table, forger)
    replica = table.peers[0].session.replica
    log = log_until(replica, replica.state.block, replica.state.view)
    assert liar is not None

    def verdict_on(frame: bytes) -> EvidenceVerdict:
        data = Evidence(table.opening.to_bytes(), log, (frame,)).to_bytes()
        return judge_evidence_bytes(data, Opening.make_state, table.opening.verifier)

    with pytest.raises(EvidenceError, match="convict nobody"):
        verdict_on(honest)
    assert verdict_on(liar).seat == LIAR


def test_a_seat_that_cannot_begin_a_block_stops_there_and_falls_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """It said at each new link that it has for this block what it had for the one before."""
    table, _ = table_of(3)
    session = table.peers[0].session
    block = session.state.block

    def fail(judge: BlockJudge) -> None:
        if judge.state.block > block and judge.reader is session.replica.reader:
            raise InvariantError("it cannot be begun")

    monkeypatch.setattr(BlockJudge, "begin", fail)
    while not session.stopped:
        assert table.move()
        table.settle()
    assert session.stopped == "it cannot be begun"
    assert session.state.block == block + 1 and not session.replica.open.all_contributions and not session.replica.open.acks
    session.take_ready()
    session.on_link_up(2)
    assert not session.take_ready().send


@pytest.mark.parametrize("kind", [Kind.PREPARE, Kind.CONFIRM])
def test_a_pair_convicts_also_where_its_view_has_ended(kind: Kind) -> None:
    table, forger = table_of(4)
    make = Prepare if kind == Kind.PREPARE else Confirm
    pair = [forger.sign(kind, make(5, bytes([number]) * 64)) for number in range(2)]
    rid_of_seat_three(table, forger)
    session = table.peers[0].session
    for frame in pair:
        assert frame is not None
        assert {*session.replica.convicted} == {3}
        session.receive(2, frame)
    assert {*session.replica.convicted} == {3, LIAR}
    assert {verdict.seat for verdict in table.verdicts()} == {3, LIAR}


def test_a_report_is_compared_with_every_acknowledgement_after_it() -> None:
    table, forger = table_of(3)
    session = table.peers[0].session
    block = session.state.block - 3
    page, before = session.replica.log[block], session.replica.log[block - 1]
    assert LIAR in page.acks
    proof = tuple((seat, ack.envelope.signature) for seat, ack in sorted(before.acks.items()))
    state = before.acks[0].body.state  # type: ignore[attr-defined]
    frame = forger.sign(Kind.SYNC, Sync(1, SeatReport(before.head, state, proof, None, None), 0, (), 0), block)
    assert frame is not None
    session.receive(LIAR, frame)
    assert {*session.replica.convicted} == {LIAR}
    assert {verdict.seat for verdict in table.verdicts()} == {LIAR}


@table_sizes([2, 3], usual=3)
def test_who_is_convicted_by_the_last_acknowledgement_leaves_a_journal_that_is_read_again(seats: int) -> None:
    """The ACK stood in the journal as evidence, which closed the block, and once more as the signature that closes it."""
    table, forger = table_of(seats)
    session = table.peers[0].session
    held: list[bytes] = []
    assert table.liar is not None

    def keep_back(scene: Scene) -> list[bytes]:
        held.append(scene.message.frame)
        return []

    table.liar.lies = [(Kind.ACK, keep_back)]
    for _ in range(20):
        table.move()
        table.pass_time(500)
        if held and session.replica.open.ack is not None:
            break
    report = session.view_change.report()
    frame = forger.sign(Kind.SYNC, Sync(1, replace(report, acked=None), 0, (), 0))
    assert frame is not None
    block = session.state.block
    for shown in (frame, held[-1]):
        session.receive(LIAR, shown)
    assert {*session.replica.convicted} == {LIAR}
    assert len(session.replica.log) > block
    table.collect()
    table.restart(0)
    assert len(table.peers[0].session.replica.log) > block


@table_sizes([3, 4])
def test_evidence_that_one_seat_alone_can_judge_does_not_hold_up_the_table(seats: int) -> None:
    """Seat 0 is rid of the liar by a proof in a block that is void now; it promises itself and needs the votes of the others."""
    table, _ = table_of(seats)
    table.cut.add(LIAR)
    table.peers[0].session.replica.convicted[LIAR] = Conviction(LIAR, 3, "its shares do not open", ())
    table.pass_time(5000)
    assert table.peers[0].session.view_change.has_promised
    for second in range(180):
        if second % 40 == 0:
            for seat in table.honest[1:]:
                table.peers[seat].session.vote([LIAR])
        table.pass_time(1000)
        if all(LIAR not in peer.session.live for peer in table.players):
            return
    raise AssertionError([sorted(peer.session.live) for peer in table.players])


@table_sizes([2, 3, 4], usual=3)
def test_a_goodbye_with_a_block_that_nobody_has_is_a_goodbye(seats: int) -> None:
    """A seat that lost its disk leaves because it has acknowledged a block and does not have its own content of it any more."""
    table, forger = table_of(seats)
    session = table.peers[0].session
    assert LIAR not in session.replica.open.acks
    report = replace(session.view_change.report(), acked=Ack(bytes(64), bytes(32)))
    frame = forger.sign(Kind.LEAVE, Leave(0, report))
    assert frame is not None
    table.cut.add(LIAR)
    for seat in table.honest:
        table.peers[seat].session.receive(LIAR, frame)
    table.pass_time(5000)
    assert all(LIAR not in peer.session.live for peer in table.players)
    assert not any(peer.session.replica.convicted for peer in table.players)


def test_an_own_promise_that_comes_back_after_a_restart_stands_behind_the_block_that_it_proves() -> None:
    """It closed the block of which the journal had the closing signatures after it: the next replay found no open block."""
    table, _ = table_of(3)
    seat, session = 2, table.peers[2].session
    table.cut.add(LIAR)
    table.pass_time(2000)
    for honest in table.honest:
        table.peers[honest].session.vote([LIAR])
    table.pass_time(40_000)
    sync = next(decode_frame(entry.frame) for entry in table.peers[seat].journal
                if entry.frame and decode_frame(entry.frame).kind == Kind.SYNC and decode_frame(entry.frame).author == seat)
    assert sync.body.report.proof and sync.block == session.replica.certificates[0].blocks  # type: ignore[attr-defined]
    journal = table.peers[seat].journal
    promised = journal.index(JournalEntry(sync.frame))
    closing = max(number for number, entry in enumerate(journal[:promised]) if len(entry.acks) == 2)
    del journal[closing:]  # an old copy: it ends where this seat had acknowledged the block before
    table.cut.add(0)
    table.restart(seat)
    restarted = table.peers[seat].session
    assert restarted.state.block == sync.block - 1
    restarted.receive(0, sync.frame)
    table.collect()
    assert restarted.state.block == sync.block
    table.restart(seat)
    assert table.peers[seat].session.state.block == sync.block


# --- after the last decision

def at_the_result(seats: int, timing: Timing) -> tuple[LiarsTable, Forger]:
    """Return a table after its last decision, at which the liar withholds its RESULT."""
    table = LiarsTable(Opening(seats=seats, cards=3 * seats + 2), Liar(LIAR, (), random.Random(0)), seed=1, timing=timing)
    table.liar.says = lambda table, to, frame: [] if decode_frame(frame).kind == Kind.RESULT else [frame]
    first = table.peers[0].session
    table.play_on(lambda: isinstance(first.state.step, SignResult))
    table.settle()
    assert isinstance(first.state.step, SignResult) and not first.finished
    return table, Forger(LIAR, table.keys[LIAR], lambda: [first], random.Random(0))


@table_sizes([4, 5, 6])
def test_a_goodbye_after_the_last_decision_lets_one_view_end_and_not_view_after_view(seats: int) -> None:
    """A seat that is excused then is never taken out, so it would be a reason for a new view in each view."""
    timing = Timing(grace_ms=60_000)
    table, forger = at_the_result(seats, timing)
    first, gone = table.peers[0].session, seats - 1
    table.peers[gone].session.leave()
    table.settle()
    began = table.now
    while not first.finished and table.now - began < 3 * timing.grace_ms:
        for seat in (0, 2):
            session = table.peers[seat].session
            if seat != gone and not session.view_change.has_promised:
                report = table.peers[LIAR].session.view_change.report()
                frame = forger.sign(Kind.SYNC, Sync(1, report, 1 << gone, (), 0), replica=session.replica)
                assert frame is not None
                session.receive(LIAR, frame)
        table.collect()
        table.settle()
        table.pass_time(500)
    assert first.finished and table.now - began <= timing.grace_ms + 10_000
    assert first.state.view <= 1 and table.peers[0].facts_of(Finished)


def test_moments_of_pause_do_not_hold_back_the_end() -> None:
    liveness = Liveness(Timing(), 3, now_ms=0)
    began = liveness.waiting_since
    for number in range(1, 31):
        liveness.pass_time(1000 * number)
        liveness.set_paused(True)
        liveness.pass_time(1000 * number + 100)
        liveness.set_paused(False)
    assert liveness.waiting_since - began == 30 * 100, "what was paused, and no more"


def test_moments_of_pause_do_not_forgive_who_stays_out_of_an_attempt() -> None:
    liveness = Liveness(Timing(), 3, now_ms=0)
    for _ in range(10):
        liveness.count_missed(1000, frozenset({1}))
        liveness.set_paused(True)
        liveness.count_missed(1000, frozenset({1}))
        liveness.set_paused(False)
    assert liveness.owed_ms(1) == 10_000


# --- statements of one attempt

@pytest.mark.parametrize("kind", [Kind.SYNC, Kind.PREPARE, Kind.CONFIRM])
def test_two_statements_of_one_attempt_convict_whatever_their_author_signs_between_them(kind: Kind) -> None:
    table = QuickTable(4)
    session = table.peers[0].session

    def said(attempt: int, number: int) -> bytes:
        if kind == Kind.SYNC:
            return table.sync(attempt, number)
        return table.sign(kind, (Prepare if kind == Kind.PREPARE else Confirm)(attempt, bytes([number]) * 64))

    one, other = said(1, 1), said(1, 2)
    assert find_contradiction(decode_frame(one), decode_frame(other))
    for frame in (one, *(said(attempt, 3) for attempt in range(2, 9)), other):
        session.receive(LIAR, frame)
    assert LIAR in session.replica.convicted


def test_own_statements_that_a_liar_hands_back_are_no_second_program() -> None:
    table, _ = table_of(4)
    shown: dict[int, bytes] = {}
    deliver = table.deliver

    def noting(sender: int, to: int, frame: bytes) -> None:
        message = decode_frame(frame)
        if sender == 0 and to == LIAR and message.kind == Kind.SYNC:
            shown.setdefault(message.attempt, frame)
        deliver(sender, to, frame)

    table.deliver = noting  # type: ignore[method-assign]
    table.liar.says = lambda table, to, frame: [frame] if decode_frame(frame).kind in (Kind.SYNC, Kind.STATUS, Kind.CLAIM) else []
    table.cut = {3}
    for _ in range(200):
        table.pass_time(1000)
        if len(shown) >= 4:
            break
    assert len(shown) >= 4
    table.collect()
    table.restart(0)
    session = table.peers[0].session
    session.take_ready()
    for frame in shown.values():
        for _ in range(10):
            session.receive(LIAR, frame)
    ready = session.take_ready()
    assert not [fact for fact in ready.facts if isinstance(fact, TwoOfUs | RolledBack)] and not ready.journal


# --- work for one frame

def test_the_proofs_of_another_version_are_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leader puts the versions together for each report that names one, on every frame."""
    table = LiarsTable(Opening(seats=6, cards=18), Liar(LIAR, (), random.Random(0)), seed=1)
    held: list[bytes] = []

    def withhold(table: LiarsTable, to: int, frame: bytes) -> list[bytes]:
        if decode_frame(frame).kind == Kind.PROOF and decode_frame(frame).author == LIAR:
            held.append(frame)
        return [] if held else [frame]

    table.liar.says = withhold
    table.settle()
    versions = two_shuffle_proofs(Scene(table, table.peers[LIAR].session, decode_frame(held[0]), random.Random(3)))
    assert versions is not None
    frames = sorted({frame for frames in versions.values() for frame in frames})
    assert len(frames) == 2
    for seat in table.honest:
        session = table.peers[seat].session
        session.receive(LIAR, frames[seat != 0])
        while session.background_work.has_work(True):
            session.do_spare_work()
    table.collect()
    table.cut = {5}
    leader = table.peers[2].session
    for _ in range(40):
        table.pass_time(50, 50)
        if len(leader.view_change.book.statements_of(Kind.SYNC)) >= 4:
            break
    assert len(leader.view_change.book.statements_of(Kind.SYNC)) >= 4
    calls = []
    monkeypatch.setattr(ProveShuffles, "check", lambda *given: calls.append("one"))
    monkeypatch.setattr(ProveShuffles, "check_together", lambda *given: calls.append("all") or True)
    for _ in range(20):
        leader.receive(LIAR, frames[0])
    assert not calls


# --- who has promised is not left alone

@pytest.mark.parametrize("is_behind", [True, False])
def test_an_attempt_is_joined_though_its_case_has_grown_old_on_the_way(is_behind: bool) -> None:
    """Its author has promised and cannot go back: if nobody joined it, the table would stand still for ever.

    Its claims are two blocks old for a seat that is a block further, or one of them was taken back meanwhile.
    """
    table, _ = table_of(4)
    author, session = table.peers[0].session, table.peers[2].session
    if is_behind:
        deliver = table.deliver
        table.deliver = (lambda sender, to, frame: None if to == 0 and decode_frame(frame).kind == Kind.ACK  # type: ignore
                         else deliver(sender, to, frame))
        table.play_on(lambda: session.state.block > author.state.block)
    block = author.state.block
    assert session.state.block == block + is_behind and not session.view_change.has_promised
    honest = {seat: Forger(seat, table.keys[seat], lambda: [session], random.Random(0)) for seat in (0, 3)}
    claims = [honest[0].sign(Kind.CLAIM, Claim(LIAR, 1, 1, 1), block),
              honest[3].sign(Kind.CLAIM, Claim(LIAR, 1, 1, 1), block - 1)]
    if not is_behind:
        back = honest[3].sign(Kind.CLAIM, Claim(LIAR, 1, 2, 0), block)
        assert back is not None
        session.receive(3, back)
    body = Sync(1, author.view_change.report(), 1 << LIAR, tuple(frame for frame in claims if frame), 0)
    frame = honest[0].sign(Kind.SYNC, body, block)
    assert frame is not None
    session.receive(0, frame)
    assert session.view_change.has_promised and not session.replica.convicted
