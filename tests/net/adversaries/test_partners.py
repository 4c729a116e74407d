"""What two partners gain when one of them keeps its share of the other's tile back, looks, and leaves (docs/spec/attacks.md)."""

from __future__ import annotations

from acquire_net.protocol.messages import Kind
from acquire_net.protocol.sealed_game import Draw
from acquire_net.protocol.session_events import DrawVoid, Regroup, SeatLost
from tests.support.table_of_peers import Peers
from tests.support.table_sizes import table_sizes
from tests.support.toy_game import ToyGame


def until_a_draw(seats: int, in_the_deal: bool) -> Peers:
    """Return a table at which only the shares of the last seat for the others' tiles are missing."""
    partner = seats - 1
    table = Peers(lambda seat: ToyGame(seats, 4 * seats, hand=2), seats)

    def is_withheld(sender: int, to: int, message: object) -> bool:
        session = table.peers[partner].session
        question = session.state.game.next_question()
        private = isinstance(question, Draw) and None not in question.seats
        return sender == partner and message.kind == Kind.SHARES and private and (  # type: ignore[attr-defined]
            in_the_deal or session.state.game.has_begun)

    table.withheld = is_withheld
    table.settle()
    while not in_the_deal and (seat := table.asked()) is not None:
        session = table.peers[seat].session
        session.submit(session.state.game.choices(seat)[0])  # type: ignore[attr-defined]
        table.settle()
    state = table.peers[0].session.state
    assert isinstance(state.game.next_question(), Draw) and table.peers[0].session.replica.owing_seats() == (partner,)
    return table


@table_sizes([3, 4, 6])
def test_a_partner_that_leaves_in_the_deal_gets_nobody_other_tiles_at_this_table(seats: int) -> None:
    """All begin again without it: with new hands, another order and fresh nonces. It is not seated there."""
    table = until_a_draw(seats, in_the_deal=True)
    assert not table.peers[0].session.state.game.has_begun
    epoch = table.peers[0].session.state.deal.epoch
    table.peers[seats - 1].session.leave()
    table.settle()
    table.pass_time(3000)
    for peer in table.peers[:-1]:
        assert peer.facts_of(Regroup) == [Regroup((seats - 1,))]
        assert peer.session.state.deal.epoch == epoch, "no new deck at this table"
        assert not any(peer.session.state.deal.hands), "and no tile is in a hand"


@table_sizes([3, 4, 6])
def test_a_partner_that_leaves_in_a_draw_has_it_drawn_again_and_is_named(seats: int) -> None:
    """What is left of the trick: one draw is void and made again, and it costs the partner its seat."""
    table = until_a_draw(seats, in_the_deal=False)
    session = table.peers[0].session
    question = session.state.game.next_question()
    assert isinstance(question, Draw)
    table.peers[seats - 1].session.leave()
    table.settle()
    table.pass_time(3000)
    for peer in table.peers[:-1]:
        assert peer.facts_of(SeatLost) == [SeatLost(seats - 1, "left")] and not peer.facts_of(Regroup)
        [void] = peer.facts_of(DrawVoid)
        assert void == DrawVoid(tuple(sorted({*question.seats})), (seats - 1,))
        assert peer.session.state.deal.epoch == 1
        assert peer.session.replica.void_draws == [void], "for the result of the game"


def test_a_draw_that_stands_is_not_called_void() -> None:
    table = Peers(lambda seat: ToyGame(3, 12, hand=2), 3)
    table.settle()
    table.peers[2].session.leave()
    table.settle()
    table.pass_time(3000)
    assert all(peer.facts_of(SeatLost) and not peer.facts_of(DrawVoid) for peer in table.peers[:2])
