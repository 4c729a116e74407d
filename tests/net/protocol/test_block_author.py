"""What one seat signs next for the open block, without a session around it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from acquire_net.protocol.absence import OwnPart
from acquire_net.protocol.block_author import BlockAuthor, SayGoodbye, SignForBlock
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import DecideAction, OpenKeys, SignResult
from acquire_net.protocol.messages import Commit, Decide, Kind, Leave, SeatReport, Shuffle, Status
from acquire_net.protocol.shuffling import ShuffleDeck
from tests.net.protocol.bare_table import SEATS, BareTable

PLAYS, ASKS, IS_OUT = OwnPart(True, False), OwnPart(True, True), OwnPart(False, False)
Step = SignForBlock | SayGoodbye | None


class Authors(BareTable):
    """Three authors, and nobody else: each signs what comes next, and all receive it."""

    def __init__(self) -> None:
        super().__init__()
        self.authors = [BlockAuthor(seat, self.replicas[seat], self.secrets[seat]) for seat in SEATS]

    def next_step(self, seat: int, may_sign: bool = True, own: OwnPart = PLAYS,
                  statuses: Mapping[int, Signed] | None = None) -> Step:
        return self.authors[seat].next_step(may_sign, own, statuses or {})

    def take_a_step(self, seat: int) -> bool:
        step = self.next_step(seat)
        if isinstance(step, SignForBlock):
            self.offer(self.sign(seat, step.kind, step.body))
        return step is not None

    def play_until(self, step: type) -> None:
        """Play the log with the next steps alone."""
        while not isinstance(self.replicas[0].state.step, step):
            if not any(self.take_a_step(seat) for seat in SEATS):
                closed = [replica.close() for replica in self.replicas]
                assert None not in closed, "nobody has anything to do, and the block is not agreed on"

    def asked(self) -> int:
        step = self.replicas[0].state.step
        assert isinstance(step, DecideAction)
        return step.seat

    def decide(self) -> bytes:
        seat = self.asked()
        state = self.replicas[seat].state
        action = state.game.choices(seat)[0]  # type: ignore[attr-defined]
        self.authors[seat].decision.choose(state, action)
        return bytes(action)


def of_kind(step: Step, kind: Kind) -> bool:
    return isinstance(step, SignForBlock) and step.kind == kind


def goodbye() -> Leave:
    return Leave(0, SeatReport(bytes(64), bytes(32), (), None, None))


def status(contents: int = 0, acks: int = 0, left: int = 0) -> Status:
    return Status(bytes(32), contents, acks, 0, 0, 0, 0, 0, bytes(8), 1, 0, left, 0, 0, 0)


# --- to contribute and to acknowledge

def test_authors_alone_play_a_whole_game() -> None:
    table = Authors()
    decided = 0
    while not isinstance(table.replicas[0].state.step, SignResult):
        table.play_until(DecideAction)
        table.decide()
        decided += 1
        while any(table.take_a_step(seat) for seat in SEATS):
            pass
        for replica in table.replicas:
            replica.close()
    assert decided > 3 and len({replica.state.head for replica in table.replicas}) == 1


def test_a_seat_contributes_once_and_then_acknowledges_once() -> None:
    table = Authors()
    assert of_kind(table.next_step(1), Kind.COMMIT)
    table.take_a_step(1)
    assert table.next_step(1) is None, "the others owe theirs"
    for seat in (0, 2):
        table.take_a_step(seat)
    assert of_kind(table.next_step(1), Kind.ACK)
    table.take_a_step(1)
    assert table.next_step(1) is None


def test_who_may_not_sign_does_nothing() -> None:
    table = Authors()
    assert table.next_step(1, may_sign=False) is None
    for seat in SEATS:
        table.take_a_step(seat)
    assert table.replicas[1].open.ack is not None and table.next_step(1, may_sign=False) is None


def test_in_a_relay_each_waits_for_those_before_it_and_names_the_last() -> None:
    table = Authors()
    table.play_until(ShuffleDeck)
    assert [table.next_step(seat) is not None for seat in SEATS] == [True, False, False]
    table.take_a_step(0)
    step = table.next_step(1)
    assert isinstance(step, SignForBlock) and isinstance(step.body, Shuffle) and step.body.before
    assert table.next_step(2) is None


def test_nothing_is_built_on_a_contribution_that_is_false() -> None:
    """Its author is convicted when it is looked at."""
    table = Authors()
    table.play_until(ShuffleDeck)
    table.replicas[1].open.parked[0] = table.sign(0, Kind.SHUFFLE, Shuffle(b"", b""))
    assert table.next_step(1) is None


def test_a_person_is_waited_for() -> None:
    table = Authors()
    table.play_until(DecideAction)
    seat = table.asked()
    assert table.next_step(seat) is None
    action = table.decide()
    step = table.next_step(seat)
    assert isinstance(step, SignForBlock) and isinstance(step.body, Decide) and step.body.action == action


def test_who_has_signed_a_version_that_does_not_stand_signs_no_other() -> None:
    """It was built on a version that a liar has sent to this seat alone, so it is kept beside what counts."""
    table = Authors()
    table.replicas[1].open.keep(table.sign(1, Kind.COMMIT, Commit(bytes(64))))
    assert table.replicas[1].owing_seats() == (0, 1, 2) and table.next_step(1) is None


# --- to say goodbye

def test_who_has_acknowledged_and_lost_its_contribution_says_goodbye() -> None:
    table = Authors()
    for seat in SEATS:
        table.take_a_step(seat)
    ack = table.replicas[0].open.ack
    assert ack is not None
    fresh = Authors()
    fresh.offer(fresh.sign(1, Kind.ACK, ack))
    assert isinstance(fresh.next_step(1), SayGoodbye)


def test_who_has_lost_its_key_says_goodbye_instead_of_contributing() -> None:
    table = Authors()
    table.play_until(OpenKeys)
    table.authors[1] = BlockAuthor(1, table.replicas[1], BareTable().secrets[1])
    assert isinstance(table.next_step(1), SayGoodbye)


def test_who_finds_its_secrets_lost_acknowledges_first_and_then_leaves_once() -> None:
    table = Authors()
    table.play_until(ShuffleDeck)
    table.authors[2] = BlockAuthor(2, table.replicas[2], BareTable().secrets[2])
    table.authors[2].check_secrets()
    assert table.next_step(2, own=IS_OUT) is None
    assert isinstance(table.next_step(2, may_sign=False), SayGoodbye)
    assert table.next_step(2) is None


def test_who_finds_its_secrets_lost_contributes_nothing_any_more() -> None:
    """To shuffle takes no secret that was made before, but to go on afterwards does."""
    table = Authors()
    table.play_until(ShuffleDeck)
    table.authors[0] = BlockAuthor(0, table.replicas[0], BareTable().secrets[0])
    table.authors[0].check_secrets()
    assert isinstance(table.next_step(0), SayGoodbye)


def test_whose_secrets_fit_stays() -> None:
    table = Authors()
    table.play_until(ShuffleDeck)
    table.authors[2].check_secrets()
    assert table.next_step(2) is None


@pytest.mark.parametrize(("own", "other", "leaves"), [
    (PLAYS, status(left=0b100), True),
    (PLAYS, status(contents=0b100, left=0b100), False),
    (PLAYS, status(), False),
    (ASKS, status(left=0b100), False),
    (IS_OUT, status(left=0b100), False),
])
def test_who_has_acknowledged_a_block_that_nobody_has_any_more_leaves(own: OwnPart, other: Status, leaves: bool) -> None:
    """Seat 2 has said goodbye, and its content is here no more; seat 0 has it or not, by its STATUS."""
    table, elsewhere = Authors(), Authors()
    for seat in SEATS:
        elsewhere.take_a_step(seat)
    ack = elsewhere.replicas[1].open.ack
    assert ack is not None
    for seat in (0, 1):
        table.take_a_step(seat)
    table.offer(table.sign(1, Kind.ACK, ack), to=[1])
    table.offer(table.sign(2, Kind.LEAVE, goodbye()), to=[1])
    statuses = {0: table.sign(0, Kind.STATUS, other)}
    assert isinstance(table.next_step(1, own=own, statuses=statuses), SayGoodbye) == leaves


# --- to open the hand

def test_the_hand_is_the_own_keys_and_is_opened_once() -> None:
    table = Authors()
    table.play_until(DecideAction)
    hands = table.authors[1].open_hand()
    assert hands is not None and table.replicas[1].state.are_keys_of(1, hands.keys)
    table.replicas[1].hands[1] = table.sign(1, Kind.HANDS, hands)
    assert table.authors[1].open_hand() is None


def test_keys_that_are_lost_are_not_opened() -> None:
    table = Authors()
    table.play_until(DecideAction)
    table.authors[1] = BlockAuthor(1, table.replicas[1], BareTable().secrets[1])
    assert table.authors[1].open_hand() is None
