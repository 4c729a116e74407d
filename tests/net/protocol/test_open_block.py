"""Who agrees on a block, and what was signed for one that is final."""

from __future__ import annotations

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.log_types import Certificate, FinalBlock
from acquire_net.protocol.messages import Ack, Commit, Kind
from acquire_net.protocol.open_block import OpenBlock
from tests.net.protocol.agreement.frames import NEXT, OTHER, ack, ack_of, say

SEATS = (0, 2, 3)
OF_ANOTHER_STATE = Ack(NEXT.head, bytes(32))


def block_with(*acks: Signed) -> OpenBlock:
    return OpenBlock(acks={message.author: message for message in acks}, ack=ack_of(NEXT))


def test_a_block_is_agreed_when_all_who_play_acknowledge_it_as_it_is_here() -> None:
    assert block_with(*(ack(seat, NEXT) for seat in SEATS)).is_agreed_by(SEATS)
    assert not block_with(ack(0, NEXT), ack(1, NEXT), ack(2, NEXT)).is_agreed_by(SEATS)
    assert not block_with(ack(0, NEXT), ack(2, NEXT), ack(3, OTHER)).is_agreed_by(SEATS)


def test_a_block_that_is_not_complete_is_not_agreed() -> None:
    held = block_with(*(ack(seat, NEXT) for seat in SEATS))
    held.ack = None
    assert not held.is_agreed_by(SEATS)
    assert held.disagreeing_seats(SEATS) == frozenset()


def test_seats_disagree_that_come_to_another_state_by_the_same_head() -> None:
    held = block_with(ack(0, NEXT), ack(3, OTHER), *(say(seat, Kind.ACK, OF_ANOTHER_STATE) for seat in (1, 2)))
    assert held.disagreeing_seats(SEATS) == {2}, "seat 1 does not play, and seat 3 has another block"


def test_of_a_final_block_it_is_known_who_signed_what() -> None:
    contents = tuple(say(seat, Kind.COMMIT, Commit(bytes(64))) for seat in (0, 2))
    block = FinalBlock(5, 2, contents, {3: ack(3, NEXT)}, None, bytes(64), NEXT.head)
    assert block.message_by(2, is_ack=False) is contents[1]
    assert block.message_by(3, is_ack=True) is block.acks[3]
    assert block.message_by(3, is_ack=False) is block.message_by(0, is_ack=True) is None
    assert block.certain_authors == (0, 2)
    closed = FinalBlock(5, 2, contents, {}, Certificate(3, (), 6, NEXT.head, b""), bytes(64), NEXT.head)
    assert closed.certain_authors == (), "a liar may have contributed what the certificate does not name"
