"""A seat says two things while another crashes: there is one head for every block in the end, and the right name."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from acquire_net.protocol.bindings import FIRST_BLOCK_WITH_SID
from acquire_net.protocol.certificates import make_link, proposal_digest
from acquire_net.protocol.codec import Signed, decode_frame, encode_message, to_sign
from acquire_net.protocol.dealing import DecideAction
from acquire_net.protocol.log_types import Fate
from acquire_net.protocol.messages import Ack, Confirm, Decide, Envelope, Kind, Message, Propose, Shares, Sync
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import Finished, Regroup
from tests.net.adversaries import of_the_deal, of_the_log
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import BadNetwork, Liar, LiarsTable, Lie
from tests.support.counts import Count

TWO_FACED: list[tuple[str, Kind, Lie]] = [
    ("decisions", Kind.DECIDE, of_the_log.two_decisions),
    ("shuffles", Kind.SHUFFLE, of_the_deal.two_shuffles),
    ("proofs", Kind.PROOF, of_the_deal.two_shuffle_proofs),
    ("heads", Kind.ACK, of_the_log.two_heads),
    ("shares", Kind.SHARES, of_the_log.two_shares_to_two),
    ("shares and none", Kind.SHARES, of_the_log.shares_for_some),
    ("heads and none", Kind.ACK, of_the_log.ack_for_some),
]


class CrashingTable(BadNetwork):
    """Seats crash between two deliveries and come back with their journal."""
    crash_in: int | None = None

    def step(self) -> bool:
        if self.wire and self.crash_in is not None and self.liar is not None and self.liar.has_lied:
            self.crash_in -= 1
            if self.crash_in == 0:
                self.cut.add(self.network.choice(self.honest))
        return super().step()

    def check_one_head_for_every_block(self) -> None:
        """Among all honest seats, those that crashed and those that were left behind included."""
        final: dict[int, bytes] = {}
        for seat in self.honest:
            for page in self.peers[seat].session.replica.log:
                assert final.setdefault(page.index, page.head) == page.head, f"two final heads for block {page.index}"


def play(kind: Kind, lie: Lie, seats: int, seed: int, comes_back: bool) -> CrashingTable:
    rng = random.Random(repr((kind, seats, seed)))
    opening = replace(Opening(seats=seats), cards=4 * seats)
    liar = Liar(rng.randrange(seats), ((kind, lie),), rng, skip=rng.randint(0, 3), goes_on=rng.random() < 0.5)
    table = CrashingTable(opening, liar, seed, loss=rng.choice((0, 0, 0.1)))
    table.crash_in = rng.randint(1, 60)
    table.play_on(lambda: bool(table.cut))
    if comes_back and table.cut:
        [seat] = table.cut
        table.pass_time(rng.randrange(1000, 30_000, 1000))
        table.cut.clear()
        if seat not in {lost for peer in table.players for lost in peer.session.state.lost}:
            table.restart(seat)
        else:
            table.cut.add(seat)
    table.play_on()
    return table


def are_enough(session: Session, away: set[int]) -> bool:
    """Return True if those who are left can end a view."""
    return len(set(session.live) - away) >= session.replica.view_terms.needed_signers(session.replica.excused_seats())


def signed(table: LiarsTable, seat: int, kind: Kind, body: Message, view: int = 0, block: int | None = None) -> Signed:
    data, peer = encode_message(body), table.peers[seat].session
    block = peer.state.block if block is None else block
    text = to_sign(peer.state.table, kind, seat, block, view, data)
    return decode_frame(encode_message(Envelope(kind, seat, block, view, data, peer.signer.sign(text))))


def test_a_second_version_in_a_block_that_became_void_convicts() -> None:
    """It counts for nothing any more, and was signed all the same."""
    table = LiarsTable(Opening(seats=4, cards=18, hand=3))
    table.play_on(lambda: isinstance(table.peers[0].session.state.step, DecideAction))
    asked = table.asked()
    assert asked is not None
    gone, liar, *others = [seat for seat in range(4) if seat != asked]
    others.append(asked)
    table.liar = Liar(gone, ((Kind.SHARES, of_the_log.silence),), random.Random(0))  # the next tile is waited for in vain
    table.move()
    assert table.liar.has_lied
    table.cut.add(gone)
    block = table.peers[liar].session.state.block
    assert liar in table.peers[asked].session.replica.open.contents
    second = signed(table, liar, Kind.SHARES, Shares(bytes(32), bytes(64)), block=block)
    table.pass_time(60_000)
    for seat in others:
        session = table.peers[seat].session
        assert session.state.lost == (gone,) and not session.replica.convicted
        assert block == next(page.index for page in session.replica.log if page.certificate), "the block is void"
        session.receive(liar, second.frame)
        assert {*session.replica.convicted} == {liar}


def test_an_acknowledgement_of_a_void_block_that_no_report_has_named_convicts() -> None:
    """It acknowledged a block, and said in its SYNC that it had not: whichever of the two is heard last."""
    for ack_first in (True, False):
        table = LiarsTable(Opening(seats=4, cards=18, hand=3))
        table.play_on(lambda: isinstance(table.peers[0].session.state.step, DecideAction))  # noqa: B023
        gone = table.asked()
        assert gone is not None
        liar, *others = [seat for seat in range(4) if seat != gone]
        table.cut.add(gone)
        ack = signed(table, liar, Kind.ACK, Ack(bytes(64), bytes(32)))
        sync = signed(table, liar, Kind.SYNC, Sync(1, table.peers[liar].session.view_change.report(), 0, (), 0))
        session = table.peers[others[0]].session
        for message in (ack, sync) if ack_first else (sync, ack):
            assert not session.replica.convicted
            session.receive(liar, message.frame)
        assert {*session.replica.convicted} == {liar}


def test_a_lie_is_seen_during_an_attempt_too() -> None:
    """Nothing that comes then counts for the block, but a liar is excused in the next attempt."""
    table = LiarsTable(Opening(seats=4))
    table.play_on(lambda: table.asked() is not None)
    liar = table.asked()
    assert liar is not None
    session = table.peers[next(seat for seat in range(4) if seat != liar)].session
    session.sign_and_send(Kind.SYNC, Sync(1, session.view_change.report(), 0, (), 0))
    assert session.view_change.has_promised
    session.receive(liar, signed(table, liar, Kind.DECIDE, Decide(b"nonsense", (), b"")).frame)
    assert {*session.replica.convicted} == {liar}
    assert not session.replica.open.contents


def test_a_certificate_makes_the_version_final_that_a_replica_had_put_aside() -> None:
    """The decider has sent it something else than all who remain; their certificate says which of the two stands."""
    table = LiarsTable(Opening(seats=4, cards=18, hand=3))
    table.play_on(lambda: table.asked() is not None)
    liar = table.asked()
    assert liar is not None
    session, [one, *others] = table.peers[liar].session, [seat for seat in range(4) if seat != liar]
    step = session.state.step
    assert isinstance(step, DecideAction)

    first, second = (signed(table, liar, Kind.DECIDE,
                            step.declare_action(session.state, action, session.secrets, session.secrets))
                     for action in session.state.game.choices(liar)[:2])  # type: ignore[attr-defined]
    replica, other = table.peers[one].session.replica, table.peers[others[0]].session.replica
    replica.offer_message(first)
    other.offer_message(second)
    assert replica.offer_message(second) is Fate.GUILTY and replica.open.head != other.open.head
    ack, lost = other.open.ack, 1 << liar
    assert ack is not None
    body = Propose(1, lost, lost, other.state.block + 1, ack.head, ack.state, (), ())
    proposal = signed(table, other.view_terms.leader_of(1), Kind.PROPOSE, body)
    confirms = [signed(table, seat, Kind.CONFIRM, Confirm(1, proposal_digest(proposal))) for seat in (one, *others)]
    assert replica.offer_message(make_link(proposal, (), confirms).message) is Fate.NEW
    certificate = replica.view_certificate()
    assert certificate is not None
    page = replica.follow(certificate)
    assert page is not None and page.head == ack.head and replica.state.lost == (liar,)


@pytest.mark.parametrize(("name", "kind", "lie"), TWO_FACED, ids=[name for name, _, _ in TWO_FACED])
def test_one_head_for_every_block_and_only_the_liar_is_named(name: str, kind: Kind, lie: Lie,
                                                             count: Count) -> None:
    for seed in range(count(1, 4)):
        seats = 3 + seed % 4 if count(1, 2) > 1 else 3 + seed % 2
        table = play(kind, lie, seats, seed, comes_back=seed % 3 == 2)
        assert table.liar is not None
        where = f"{name}, {seats} seats, seed {seed}"
        table.check_one_head_for_every_block()
        for seat in table.honest:
            assert {*table.peers[seat].session.replica.convicted} <= {table.liar.seat}, where
        assert {verdict.seat for verdict in table.verdicts()} <= {table.liar.seat}, where
        # A seat that has not yet seen all nonces cannot read the promises of those who have: then people begin anew.
        has_sid = all(peer.session.state.block >= FIRST_BLOCK_WITH_SID for peer in table.players)
        if has_sid and all(are_enough(peer.session, table.cut | {table.liar.seat}) for peer in table.players):
            for peer in table.players:
                assert [fact for fact in peer.facts if isinstance(fact, Finished | Regroup)], f"{where}: seat {peer.session.seat}"
