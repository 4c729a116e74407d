"""Programs that come to different states from one log: nobody is called a liar, both are shown, the larger part plays on."""

import json
import random
from collections.abc import Mapping
from typing import Any, cast

import pytest
from msgspec.structs import replace

from acquire_core.ruleset import RULESETS
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.dealing import DrawTiles
from acquire_net.protocol.divergence import state_bytes
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.log_types import Fate
from acquire_net.protocol.messages import MAX_STATE_BYTES, CanonicalState, Kind, Message
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import (
    Adjourned,
    Disagreement,
    Fact,
    Finished,
    NotAnswering,
    SeatConvicted,
    SeatLost,
    SeatStopped,
)
from acquire_net.protocol.shuffling import ProveShuffles
from acquire_net.protocol.state import State
from tests.core.policies import POLICIES
from tests.net.protocol.other_rules import OtherRules
from tests.support.honest_table import Table, step
from tests.support.table_of_peers import Peers
from tests.support.toy_game import ToyGame

GRACE_MS = 60_000


def table(seats: int, others: set[int], seed: int = 1) -> Peers:
    return Peers(lambda seat: (OtherRules if seat in others else ToyGame)(seats, cards=4 * seats, hand=2), seats, seed,
                 timing=Timing(grace_ms=GRACE_MS))


def stuck(seats: int, others: set[int]) -> Peers:
    peers = table(seats, others)
    peers.play(random.Random(1).choice)
    peers.pass_time(3000)
    return peers


def disagreements(peers: Peers, seat: int) -> list[Disagreement]:
    return [cast(Disagreement, fact) for fact in peers.peers[seat].facts_of(Disagreement)]


def count(peers: Peers, kind: type[Fact]) -> int:
    return sum(len(peer.facts_of(kind)) for peer in peers.peers)


def test_each_side_gets_a_report_and_both_states() -> None:
    peers = stuck(3, {2})
    for seat, theirs in ((0, {2}), (1, {2}), (2, {0, 1})):
        facts = disagreements(peers, seat)
        assert {fact.conviction.seat for fact in facts} == theirs
        shown = [fact for fact in facts if fact.theirs is not None]
        assert {fact.conviction.seat for fact in shown} == theirs and len(facts) == 2 * len(theirs)
        for fact in shown:
            mine, other = json.loads(fact.mine), json.loads(cast(bytes, fact.theirs))
            assert mine["game"].pop("turn") != other["game"].pop("turn")
            assert {name for name in mine if mine[name] != other[name]} <= {"game", "next"}
    assert not count(peers, SeatConvicted) and not count(peers, SeatLost)


def test_the_table_stands_still_and_after_the_grace_the_larger_part_goes_on() -> None:
    peers = stuck(4, {2})
    peers.pass_time(GRACE_MS - 8000)
    assert not count(peers, SeatLost)
    assert peers.peers[0].facts_of(NotAnswering)[-1] == NotAnswering((2,), True)
    peers.pass_time(20_000)
    assert all([cast(SeatLost, fact).seat for fact in peers.peers[seat].facts_of(SeatLost)] == [2] for seat in (0, 1, 3))
    peers.play(random.Random(2).choice)
    assert all(peers.peers[seat].facts_of(Finished) for seat in (0, 1, 3))
    assert peers.peers[2].session.dropped and not count(peers, SeatConvicted)
    [own] = peers.peers[2].facts_of(SeatLost)
    assert cast(SeatLost, own).claims == ((0, 4), (1, 4), (3, 4)), "it too reads why, though it computes another state"


def test_two_who_disagree_are_adjourned_and_neither_goes_on_alone() -> None:
    peers = stuck(2, {1})
    block = peers.peers[0].session.state.block
    peers.pass_time(5 * GRACE_MS)
    for seat in (0, 1):
        peer = peers.peers[seat]
        assert peer.session.state.block == block and not peer.facts_of(SeatLost)
        assert peer.facts_of(Adjourned) == [Adjourned((1 - seat,))]


def test_no_attempt_carries_a_block_over_a_disagreement_of_two_halves() -> None:
    """Each half wants to go on without the other, and signs SYNCs for that; too few have acknowledged one state."""
    peers = stuck(4, {2, 3})
    block = peers.peers[0].session.state.block
    peers.pass_time(3 * GRACE_MS)
    assert all(peer.session.view_change.has_promised for peer in peers.peers)
    assert {peer.session.state.block for peer in peers.peers} == {block}
    assert not count(peers, SeatLost) and not count(peers, SeatConvicted) and not count(peers, SeatStopped)


def test_a_seat_that_is_resumed_in_a_disagreement_tells_of_it_again() -> None:
    peers = stuck(2, {1})
    peers.peers[0].facts.clear()
    peers.restart(0)
    peers.settle()
    peers.pass_time(3000)
    assert [fact.theirs is not None for fact in disagreements(peers, 0)] == [False, True]


def test_a_state_counts_from_its_author_where_there_is_a_disagreement_and_nowhere_else() -> None:
    peers = stuck(3, {2})
    liar, honest = peers.peers[2].session, peers.peers[0].session
    conviction = honest.replica.disagreements[2]

    def says(session: Session, sender: int, head: bytes, asks: int = 1) -> int:
        message = session._sign(Kind.STATE, CanonicalState(head, asks, b"{}"), conviction.block, conviction.view)
        assert message is not None
        before = len(disagreements(peers, 0))
        honest.receive(sender, message.frame)
        answers = [decode_frame(frame) for to, frame in honest.take_ready().send]
        assert len(disagreements(peers, 0)) == before
        return sum(message.kind == Kind.STATE for message in answers)

    assert says(liar, 2, conviction.head) == 1, "who asks is answered"
    assert says(liar, 2, conviction.head, asks=0) == 0
    assert says(liar, 1, conviction.head) == 0, "brought by another seat"
    assert says(liar, 2, bytes(64)) == 0, "about another block"
    assert says(peers.peers[1].session, 1, conviction.head) == 0, "of a seat that agrees"
    assert sum(says(liar, 2, conviction.head) for _ in range(5000)) < 2000, "an answer costs more than the question"


def test_the_longest_state_of_acquire_is_far_below_the_limit() -> None:
    longest = 0
    for seed in range(3):
        table = Table(RULESETS["classic"].replace(special_powers=True), 6, random.Random(seed))
        while step(table, POLICIES["uniform"]):
            longest = max(longest, len(state_bytes(table.views[None].canonical_state())))
    # Keys, the event and the names of at most eleven slots a seat come on top of the game.
    assert 2000 < longest + 64 + 256 + 6 * 11 * 16 < MAX_STATE_BYTES // 10


# --- what cannot be

def test_a_session_that_finds_what_cannot_be_stops_with_a_fact_and_the_others_go_on() -> None:
    """Its key was damaged in memory, after it had proven its share with the right one: its own tile is not in the deck."""
    peers = table(4, set())
    broken = peers.peers[3].session
    while broken.state.step is None or broken.state.step.kind != Kind.SHARES or not cast(ToyGame, broken.state.game).start:
        peers.collect()
        peers.step()
    peers.collect()
    assert 3 in broken.replica.open.contents
    broken.secrets._known.keys[0] = bytes((7,)) + bytes(31)
    peers.settle()
    assert peers.peers[3].facts_of(SeatStopped) == [SeatStopped("a tile of the own hand is not in the deck")]
    assert not broken.takes_part and not broken.is_asked
    peers.pass_time(GRACE_MS + 10_000)
    assert len(peers.peers[3].facts_of(SeatStopped)) == 1
    peers.play(random.Random(1).choice)
    assert all(peers.peers[seat].facts_of(Finished) for seat in range(3)), "it is silent, and left behind as any other"


def damaged(step: type[ProveShuffles | DrawTiles], patch: pytest.MonkeyPatch) -> None:
    """Seat 3 makes a mistake in what it proves in this step."""
    contribute = step.contribute

    def wrong(self: Any, state: State, author: int, earlier: Mapping[int, Message], secrets: Any) -> Any:
        body = contribute(self, state, author, earlier, secrets)
        return replace(body, proof=bytes(len(body.proof))) if author == 3 else body

    patch.setattr(step, "contribute", wrong)


def test_a_share_that_does_not_hold_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    damaged(DrawTiles, monkeypatch)
    peers = table(4, set())
    peers.settle()
    assert [fact.reason for fact in peers.peers[3].facts_of(SeatStopped)] == ["the own SHARES does not hold what it should prove"]
    assert not any(peer.facts_of(SeatConvicted) for peer in peers.peers)


def test_a_shuffle_that_does_not_hold_is_sent_and_convicts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody proves its own to itself, for all others would wait for that."""
    damaged(ProveShuffles, monkeypatch)
    peers = table(4, set())
    peers.settle()
    assert not peers.peers[3].facts_of(SeatStopped)
    for peer in peers.peers[:3]:
        assert [fact.conviction.seat for fact in peer.facts_of(SeatConvicted)] == [3]
    replica, shuffled = peers.peers[3].session.replica, peers.peers[3].session.replica.open.contents[3]
    replica.clear_block()
    for seat in range(3):
        replica.offer_message(peers.peers[0].session.replica.open.contents[seat])
    assert replica.offer_message(shuffled) is Fate.GUILTY, "as when it is read from a journal"
