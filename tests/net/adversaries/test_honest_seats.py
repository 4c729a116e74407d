"""What looks odd and is honest: crashes, old messages, void blocks, seats that do not know that they are gone."""

from __future__ import annotations

import random

from acquire_net.protocol.codec import MalformedError
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.recording import RecordingTable
from tests.net.adversaries.table import LiarsTable
from tests.support.counts import Count


def test_whoever_crashes_and_says_it_again_is_no_liar(count: Count) -> None:
    for seed in range(count(4, 16)):
        rng = random.Random(seed)
        table = RecordingTable(Opening(seats=rng.randint(2, 4), cards=12 + seed % 4, raffles=rng.random() < 0.3), seed, loss=0.05)
        for _ in range(12):
            table.move()
            if rng.random() < 0.5:
                table.restart(rng.randrange(table.opening.seats))
                table.pass_time(3000)
        table.play_on()
        table.check_nobody_convicted()
        table.check_finished(without=set())


def test_every_old_message_again_in_any_order_convicts_nobody(count: Count) -> None:
    """Of void blocks, of views that are over, of seats that are gone; to everybody, during the game and after it."""
    for seed in range(count(3, 12)):
        rng = random.Random(seed)
        table = RecordingTable(Opening(seats=rng.randint(3, 5), cards=16 + seed % 4), seed)
        table.play_on(lambda: rng.random() < 0.2)  # noqa: B023
        gone = rng.randrange(table.opening.seats)
        table.cut.add(gone)
        table.play_on(lambda: gone in table.peers[gone - 1].session.state.lost)  # noqa: B023
        table.cut.clear()  # it comes back, and does not know yet that the others have gone on
        for _ in range(3):
            for sender, _, frame in rng.sample(table.sent, min(len(table.sent), 300)):
                to = rng.randrange(table.opening.seats)
                if to != sender:
                    table.deliver(sender, to, frame)
            table.settle()
            table.move()
        table.cut.add(gone)
        table.play_on()
        table.check_nobody_convicted()
        table.check_finished(without=set())
        for sender, to, frame in table.sent[::7]:
            table.deliver(sender, to, frame)
        table.check_nobody_convicted()


def test_an_attempt_at_a_new_view_that_loses_nobody_leaves_everybody_honest(count: Count) -> None:
    """People vote out a seat that is about to return: whatever comes of it, nobody has signed two things."""
    for seed in range(count(3, 12)):
        rng = random.Random(seed)
        table = RecordingTable(Opening(seats=rng.randint(3, 5), cards=16 + seed % 4), seed, loss=0.1)
        table.play_on(lambda: rng.random() < 0.2)  # noqa: B023
        away = rng.randrange(table.opening.seats)
        table.cut.add(away)
        table.move()
        for seat in table.honest:
            if seat != away and rng.random() < 0.7:
                table.peers[seat].session.vote({away})
        table.pass_time(rng.randrange(500, 6000, 500))
        table.cut.discard(away)
        for peer in table.peers:
            peer.session.vote(set())
        table.pass_time(20_000)
        if any(away in peer.session.state.lost for peer in table.peers):
            table.cut.add(away)
        table.play_on()
        table.check_nobody_convicted()


def test_two_signatures_below_one_text_are_no_lie() -> None:
    """A signature scheme may know several; what was said is the same."""
    table = LiarsTable(Opening(seats=3))
    table.play_on(lambda: table.asked() is not None)
    session = table.peers[0].session
    content = session.replica.log[-1].contents[0]
    frame = content.frame[:-1] + bytes((content.frame[-1] ^ 1,))
    try:
        session.receive(1, frame)
    except MalformedError:
        raise AssertionError("it can be read") from None
    assert not session.replica.convicted
