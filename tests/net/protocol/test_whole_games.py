"""Whole games between honest peers over a perfect network."""

import random

import pytest

from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.protocol.codec import MalformedError, decode_frame
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.session_events import Finished, JournalEntry, Regroup, SeatLost
from tests.support.few_cases import few_cases
from tests.support.table_of_peers import Peers
from tests.support.toy_game import ToyGame


def table(seats: int, seed: int = 0, group: Group | None = None, **options) -> Peers:
    return Peers(lambda seat: ToyGame(seats, cards=3 * seats + 2, **options), seats, seed, group)


@pytest.mark.parametrize("seats", few_cases(pytest.mark.more_cases, [3, 2, 4, 6]))
@pytest.mark.parametrize("options", [{}, {"hand": 2}, {"raffles": True}, {"open_bag": True}], ids=str)
def test_all_peers_play_to_the_same_certified_end(seats: int, options: dict) -> None:
    peers = table(seats, seed=seats, **options)
    peers.play(random.Random(seats).choice)
    finished = [peer.facts_of(Finished) for peer in peers.peers]
    assert all(len(facts) == 1 and facts[0].signed == tuple(range(seats)) for facts in finished)
    assert len({facts[0].result for facts in finished}) == 1
    assert len({peer.session.state.head for peer in peers.peers}) == 1
    game = peers.peers[0].session.state.game
    seen = [*game.start, *(card for _, card in game.played), *(game.bag or ())]
    assert sorted(seen) == list(range(game.cards)), "every card was seen once"


def test_in_earnest_with_the_real_group() -> None:
    peers = table(3, seed=7, group=Edwards25519(), hand=2)
    peers.play(random.Random(7).choice, most=4)
    peers.peers[1].session.leave()
    peers.settle()
    peers.pass_time(2000)
    peers.play(random.Random(8).choice)
    assert all(len(peer.facts_of(Finished)) == 1 for peer in (peers.peers[0], peers.peers[2]))


def test_a_hidden_tile_is_known_to_its_holder_alone() -> None:
    peers = table(3)
    peers.settle()
    for peer in peers.peers:
        assert set(peer.session.state.game.own) == {peer.session.seat}


def test_a_seat_that_leaves_gives_its_tiles_back_and_the_rest_plays_on() -> None:
    peers = table(4, seed=1, hand=2)
    peers.settle()
    hands = {seat: set(peer.session.state.game.own[seat]) for seat, peer in enumerate(peers.peers)}
    peers.peers[2].session.leave()
    peers.settle()
    peers.pass_time(3000)
    rest = [peer for seat, peer in enumerate(peers.peers) if seat != 2]
    assert all(peer.facts_of(SeatLost) == [SeatLost(2, "left")] for peer in rest)
    for seat, peer in enumerate(peers.peers):
        if seat != 2:
            assert peer.session.state.game.own[seat] == hands[seat]
    peers.play(random.Random(1).choice)
    assert all(len(peer.facts_of(Finished)) == 1 for peer in rest)
    game = rest[0].session.state.game
    seen = [*game.start, *(card for _, card in game.played)]
    assert sorted(seen) == list(range(game.cards)), "the leaver's tiles were drawn by others, and no card came twice"


def test_a_seat_that_falls_silent_is_dropped_after_the_grace() -> None:
    peers = table(4, seed=5, hand=2)
    peers.settle()
    peers.cut.add(3)
    if peers.asked() is not None:
        peers.play(random.Random(0).choice, most=1)
    peers.pass_time(80_000)
    assert all(peer.facts_of(SeatLost) == [SeatLost(3, "did not answer")] for peer in peers.peers[:3])
    peers.play(random.Random(1).choice)
    assert all(len(peer.facts_of(Finished)) == 1 for peer in peers.peers[:3])


@pytest.mark.parametrize("moment", few_cases(pytest.mark.more_cases, range(0, 30, 3), lambda moment: moment % 9 == 0))
def test_a_peer_restarts_from_its_journal_at_any_moment(moment: int) -> None:
    peers = table(3, seed=moment, hand=2)
    rng = random.Random(moment)
    peers.play(rng.choice, most=moment // 3)
    peers.restart(moment % 3)
    peers.settle()
    peers.pass_time(3000)
    peers.play(rng.choice)
    assert all(len(peer.facts_of(Finished)) >= 1 for peer in peers.peers)


def test_a_seat_keeps_its_acks_as_signatures_and_refuses_a_journal_that_leads_elsewhere() -> None:
    peers = table(3, seed=2)
    peers.play(random.Random(2).choice, most=3)
    journal = peers.peers[1].journal
    assert not any(entry.frame and decode_frame(entry.frame).kind == Kind.ACK for entry in journal)
    own = [place for place, entry in enumerate(journal) if [seat for seat, _ in entry.acks] == [1]]
    assert len(own) == peers.peers[1].session.state.block, "one for each block"

    def replay(entries: list[JournalEntry]) -> None:
        session = peers.new_session(1, peers.peers[1].secrets, resumed=True)
        for entry in entries:
            session.replay(entry)

    replay(journal)
    of_another_block = journal[own[4]]
    with pytest.raises(MalformedError, match="own ACK of block 5 does not fit"):
        replay([*journal[:own[5]], of_another_block, *journal[own[5] + 1:]])
    with pytest.raises(MalformedError, match="not complete"):
        replay([*journal[:own[5] - 1], *journal[own[5]:]])


def test_two_shuffles_for_two_seats_convict_their_author_and_nobody_who_built_on_them() -> None:
    peers = table(4, seed=3)
    liar = peers.peers[0].session
    while not peers.wire or liar.state.step is None or liar.state.step.kind != Kind.SHUFFLE:
        peers.collect()
        peers.step()
    liar.take_ready()
    step, other = liar.state.step, liar.state
    assert step is not None
    second = liar._sign(Kind.SHUFFLE, step.contribute(other, 0, {}, liar.secrets), 0)
    peers.wire = [(sender, to, frame) for sender, to, frame in peers.wire if decode_frame(frame).kind != Kind.SHUFFLE]
    first = liar.replica.open.contents[0]
    peers.wire += [(0, 1, first.frame), (0, 2, second.frame), (0, 3, second.frame)]
    peers.settle()
    peers.pass_time(5000)
    for peer in peers.peers[1:]:
        assert set(peer.session.replica.convicted) == {0}
        assert peer.facts_of(Regroup) == [Regroup((0,))]
