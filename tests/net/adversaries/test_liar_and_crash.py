"""A seat says two things while another crashes: there is one head for every block in the end, and the right name."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from acquire_net.protocol.codec import Signed, decode, encode, to_sign
from acquire_net.protocol.dealing import DecideAction
from acquire_net.protocol.facts import Finished, Regroup
from acquire_net.protocol.lockstep import FIRST_BLOCK_WITH_SID
from acquire_net.protocol.messages import Ack, Decide, Envelope, Kind, Message, View
from acquire_net.protocol.pages import Fate
from tests.net.adversaries import of_the_deal, of_the_log
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import BadNetwork, Liar, LiarsTable, Lie

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


def signed(table: LiarsTable, seat: int, kind: Kind, body: Message, view: int = 0, block: int | None = None) -> Signed:
    data, peer = encode(body), table.peers[seat].session
    block = peer.state.block if block is None else block
    text = to_sign(peer.state.table, kind, seat, block, view, data)
    return decode(encode(Envelope(kind, seat, block, view, data, peer.signer.sign(text))))


def test_a_second_version_in_a_block_that_became_void_convicts() -> None:
    """It counts for nothing any more, and was signed all the same."""
    table = LiarsTable(Opening(seats=4, cards=18, hand=3))
    table.play_on(lambda: isinstance(table.peers[0].session.state.step, DecideAction))
    gone = table.asked()
    assert gone is not None
    liar, *others = [seat for seat in range(4) if seat != gone]
    table.cut.add(gone)  # in its turn it plays a card, which nobody hears, and is silent
    block = table.peers[liar].session.state.block
    early = signed(table, gone, Kind.DECIDE, Decide(b"play 1", (), b""))
    void = [signed(table, liar, Kind.ACK, Ack(bytes((number,)) * 64, bytes(32)), block=block) for number in range(2)]
    assert early.block == block
    for seat in others:
        table.peers[seat].session.receive(liar, void[0].frame)
    table.pass_time(60_000)
    for seat in others:
        session = table.peers[seat].session
        assert session.state.lost == (gone,) and not session.replica.convicted
        session.receive(liar, void[1].frame)
        assert {*session.replica.convicted} == {liar}


def test_a_lie_is_seen_during_an_attempt_at_a_new_view_too() -> None:
    """Nothing that comes then counts for the block, but whoever has lied is left behind by the next attempt."""
    table = LiarsTable(Opening(seats=4))
    table.play_on(lambda: table.asked() is not None)
    liar = table.asked()
    assert liar is not None
    one, other = [seat for seat in range(4) if seat != liar][:2]
    session = table.peers[one].session
    session.view_change._propose(1, {other})
    session.receive(liar, signed(table, liar, Kind.DECIDE, Decide(b"nonsense", (), b"")).frame)
    assert {*session.replica.convicted} == {liar}
    assert not session.replica.open.contents


def test_a_view_makes_the_version_final_that_a_replica_had_put_aside() -> None:
    """The decider has told it something else than all who remain; their view says which of the two stands."""
    table = LiarsTable(Opening(seats=4, cards=18, hand=3))
    table.play_on(lambda: table.asked() is not None)
    liar = table.asked()
    assert liar is not None
    session, [one, *others] = table.peers[liar].session, [seat for seat in range(4) if seat != liar]
    step = session.state.step
    assert isinstance(step, DecideAction)

    first, second = (signed(table, liar, Kind.DECIDE, step.declare(session.state, action, session.secrets, session.secrets))
                     for action in session.state.game.choices(liar)[:2])  # type: ignore[attr-defined]
    replica, other = table.peers[one].session.replica, table.peers[others[0]].session.replica
    replica.offer(first)
    other.offer(second)
    assert replica.offer(second) is Fate.GUILTY and replica.open.head != other.open.head
    for seat in (one, *others):
        replica.offer(signed(table, seat, Kind.VIEW, View(1 << liar, other.open.head), view=1))
    certificate = replica.certificate()
    assert certificate is not None
    head = other.open.head
    page = replica.follow(certificate)
    assert page is not None and page.head == head and replica.state.lost == (liar,)


@pytest.mark.parametrize(("name", "kind", "lie"), TWO_FACED, ids=[name for name, _, _ in TWO_FACED])
def test_one_head_for_every_block_and_only_the_liar_is_named(name: str, kind: Kind, lie: Lie,
                                                             count: Callable[[int, int], int]) -> None:
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
        if has_sid and all(peer.session.replica.may_go_on(table.cut | {table.liar.seat}) for peer in table.players):
            for peer in table.players:
                assert [fact for fact in peer.facts if isinstance(fact, Finished | Regroup)], f"{where}: seat {peer.session.seat}"
