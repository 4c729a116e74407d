"""One block, without a log around it: what counts for it, what convicts, and what becomes of a block that is void."""

from __future__ import annotations

from msgspec.structs import replace

from acquire_net.crypto.mock import TransparentGroup
from acquire_net.protocol.bindings import Bindings
from acquire_net.protocol.block_judge import MAX_VOID_BLOCKS, BlockJudge, VoidBlocks
from acquire_net.protocol.codec import Signed, decode_frame, encode_message, to_sign
from acquire_net.protocol.dealing import CommitKeys, OpenKeys, opening_state
from acquire_net.protocol.equivocation import AFTER_GOODBYE, TWO_CONTENTS, WRONG_REPORT
from acquire_net.protocol.log_types import OTHER_STATE, Fate
from acquire_net.protocol.messages import Ack, Commit, Envelope, Kind, Leave, Message, SeatReport
from acquire_net.protocol.relay_steps import link_to_previous
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.shuffling import ShuffleDeck
from acquire_net.protocol.state import OutsideReader, State
from tests.support.fake_signing import TransparentSigner, TransparentVerifier, entropy_of
from tests.support.toy_game import ToyGame

SEATS = 3
TID = bytes(range(64))
KEYS = [TransparentSigner(b"%d" % seat) for seat in range(SEATS)]


class Table:
    """Three seats that make what a block needs, and a judge of the block that is open."""

    def __init__(self) -> None:
        group, game = TransparentGroup(), ToyGame(SEATS)
        state = opening_state(group, [key.public for key in KEYS], TID, game)
        self.secrets = [SeatSecrets(group, seat, game.tile_count, entropy_of(seat)) for seat in range(SEATS)]
        self.bindings = Bindings(TID, state.identities, TransparentVerifier())
        self.judge = self.new_judge(state)

    def new_judge(self, state: State) -> BlockJudge:
        judge = BlockJudge(state, self.bindings, OutsideReader())
        judge.begin()
        return judge

    def say(self, seat: int, kind: Kind, body: Message, signer: int | None = None) -> Signed:
        """Return a message of this seat about the open block, signed by itself or by another."""
        state, data = self.judge.state, encode_message(body)
        table = self.bindings.table_at(state.block, state.view)
        assert table is not None
        key = KEYS[seat if signer is None else signer]
        signature = key.sign(to_sign(table, kind, seat, state.block, state.view, data))
        return decode_frame(encode_message(Envelope(kind, seat, state.block, state.view, data, signature)))

    def content(self, seat: int) -> Signed:
        """Return what an honest seat contributes to the open block."""
        state, step = self.judge.state, self.judge.state.step
        assert step is not None
        bodies = {author: content.body for author, content in self.judge.held.all_contributions.items() if author < seat}
        body = step.contribute(state, seat, bodies, self.secrets[seat])
        assert body is not None
        if isinstance(step, ShuffleDeck):
            body = replace(body, before=link_to_previous(state, self.judge.held, seat))
        return self.say(seat, step.kind, body)

    def ack(self, seat: int) -> Signed:
        assert self.judge.held.ack is not None
        return self.say(seat, Kind.ACK, self.judge.held.ack)

    def complete(self) -> None:
        for seat in range(SEATS):
            assert self.judge.offer_content(self.content(seat)) is Fate.NEW

    def play_until(self, step: type) -> None:
        while not isinstance(self.judge.state.step, step):
            self.complete()
            after = self.judge.held.after
            assert after is not None
            if after.block == 2:
                self.bindings.begin_session(after.table)
            self.judge = self.new_judge(after)


def another(number: int = 1) -> Commit:
    return Commit(bytes([number]) * 64)


# --- contributions

def test_a_block_is_applied_when_nobody_owes_anything() -> None:
    table = Table()
    judge, before = table.judge, table.judge.state
    for seat in range(SEATS):
        assert judge.held.after is None and judge.owing_seats() == tuple(range(seat, SEATS))
        assert judge.offer_content(table.content(seat)) is Fate.NEW
    assert judge.held.after is not None and judge.held.ack is not None and not judge.owing_seats()
    assert isinstance(judge.held.after.step, OpenKeys) and judge.held.after.block == 1
    assert judge.held.ack == Ack(judge.held.after.head, judge.held.after.digest)
    assert judge.state is before and isinstance(before.step, CommitKeys), "the state before the block never changes"
    assert not judge.take_convictions()


def test_a_message_counts_once_and_only_if_its_author_signed_it() -> None:
    table = Table()
    message = table.content(1)
    assert table.judge.offer_content(table.say(1, Kind.COMMIT, another(), signer=2)) is Fate.FORGED
    assert [table.judge.offer_content(message) for _ in range(2)] == [Fate.NEW, Fate.KNOWN]
    assert not table.judge.take_convictions()


def test_who_does_not_play_has_no_say() -> None:
    table = Table()
    table.judge = table.new_judge(replace(table.judge.state, live=(0, 1)))
    assert table.judge.offer_content(table.say(2, Kind.COMMIT, another())) is Fate.IDLE
    assert table.judge.offer_ack(table.say(2, Kind.ACK, Ack(bytes(64), bytes(32))), ()) is Fate.IDLE


def test_a_second_version_convicts_and_the_first_one_stands() -> None:
    table = Table()
    first, second = table.content(1), table.say(1, Kind.COMMIT, another())
    table.judge.offer_content(first)
    assert table.judge.offer_content(second) is Fate.GUILTY
    [conviction] = table.judge.take_convictions()
    assert (conviction.seat, conviction.reason, conviction.frames) == (1, TWO_CONTENTS, (first.frame, second.frame))
    assert (conviction.block, conviction.view) == (0, 0)
    assert table.judge.held.contents[1] is first
    assert not table.judge.take_convictions(), "it is found once"


def test_a_kind_that_is_not_due_convicts() -> None:
    table = Table()
    message = table.say(1, Kind.SEAL, another())
    assert table.judge.offer_content(message) is Fate.GUILTY
    [conviction] = table.judge.take_convictions()
    assert conviction.reason.startswith("sent a message out of turn") and conviction.frames == (message.frame,)
    assert 1 in table.judge.owing_seats()


def test_a_contribution_that_proves_too_little_convicts_and_does_not_count() -> None:
    table = Table()
    table.play_until(OpenKeys)
    body = replace(table.content(1).body, nonce=bytes(32))
    assert table.judge.offer_content(table.say(1, Kind.OPEN, body)) is Fate.GUILTY
    [conviction] = table.judge.take_convictions()
    assert conviction.reason == "opens something else than it committed to"
    assert 1 not in table.judge.held.contents


# --- relays

def test_a_contribution_to_a_relay_waits_for_those_before_it() -> None:
    table = Table()
    table.play_until(ShuffleDeck)
    judge, first = table.judge, table.content(0)
    judge.held.parked[0] = first  # so that the second can build on it
    second = table.content(1)
    del judge.held.parked[0]
    assert judge.owing_seats() == (0,)
    assert judge.offer_content(second) is Fate.PARKED
    assert judge.parked_in_turn is None and judge.take_parked() is None
    assert judge.offer_content(first) is Fate.NEW
    assert judge.take_parked() is second and judge.offer_content(second) is Fate.NEW
    assert judge.owing_seats() == (2,) and not judge.take_convictions()


def test_what_is_looked_at_later_is_parked() -> None:
    table = Table()
    table.play_until(ShuffleDeck)
    message = table.content(0)
    assert table.judge.offer_content(message, later=True) is Fate.PARKED
    assert table.judge.parked_in_turn is message and table.judge.offer_content(message) is Fate.KNOWN


# --- versions

def test_another_version_of_a_block_is_put_together_where_it_is_asked_for() -> None:
    table, elsewhere = Table(), Table()
    other = table.say(2, Kind.COMMIT, another())
    for judge in (table.judge, elsewhere.judge):
        for seat in range(2):
            judge.offer_content(table.content(seat))
    elsewhere.judge.offer_content(other)
    table.judge.offer_content(table.content(2))
    table.judge.offer_content(other)
    here, there = table.judge.held.ack, elsewhere.judge.held.ack
    assert here is not None and there is not None and here != there
    assert table.judge.proven_ack(bytes(64)) is None
    assert table.judge.proven_ack(there.head) == there
    assert table.judge.held.ack == here, "to prove a version does not adopt it"
    assert table.judge.adopt_version(there.head) and table.judge.held.ack == there
    assert table.judge.adopt_version(here.head) and table.judge.held.ack == here, "and back: no version is lost"


# --- acknowledgements

def test_an_ack_counts_and_a_second_one_convicts() -> None:
    table = Table()
    table.complete()
    first, second = table.ack(1), table.say(1, Kind.ACK, Ack(bytes(64), bytes(32)))
    assert table.judge.offer_ack(first, ()) is Fate.NEW
    assert table.judge.offer_ack(first, ()) is Fate.KNOWN
    assert table.judge.offer_ack(second, ()) is Fate.GUILTY
    [conviction] = table.judge.take_convictions()
    assert conviction.seat == 1 and conviction.frames == (first.frame, second.frame)


def test_of_two_acks_of_a_liar_the_one_counts_that_fits_the_block() -> None:
    """It may be the one with which all others have closed the block."""
    elsewhere = Table()
    elsewhere.complete()
    fits, other = elsewhere.ack(1), elsewhere.say(1, Kind.ACK, Ack(bytes(64), bytes(32)))
    table = Table()
    table.judge.offer_ack(other, ())
    assert table.judge.offer_ack(fits, ()) is Fate.GUILTY and table.judge.held.acks[1] is other
    for seat in range(SEATS):
        table.judge.offer_content(elsewhere.judge.held.contents[seat])
    assert table.judge.held.acks[1] is fits


def test_an_ack_of_another_state_is_found_whichever_comes_first() -> None:
    for is_ack_first in (True, False):
        table = Table()
        table.complete()
        mine = table.judge.held.ack
        assert mine is not None
        contents = [table.judge.held.contents[seat] for seat in range(SEATS)]
        message = table.say(1, Kind.ACK, Ack(mine.head, bytes(32)))
        if is_ack_first:
            table = Table()
            assert table.judge.offer_ack(message, ()) is Fate.NEW, "nobody knows yet what it is about"
            for content in contents:
                table.judge.offer_content(content)
        else:
            assert table.judge.offer_ack(message, ()) is Fate.GUILTY
        [conviction] = table.judge.take_convictions()
        assert conviction.reason == OTHER_STATE and conviction.head == mine.head and conviction.is_about_state
        assert conviction.frames == (*(content.frame for content in contents), message.frame)


def test_an_ack_is_compared_with_what_its_author_signed_beside_the_block() -> None:
    table = Table()
    table.complete()
    hides_it = table.say(1, Kind.LEAVE, Leave(0, SeatReport(bytes(64), bytes(32), (), None, None)))
    message = table.ack(1)
    assert table.judge.offer_ack(message, [hides_it]) is Fate.GUILTY
    [conviction] = table.judge.take_convictions()
    assert conviction.reason == WRONG_REPORT and conviction.frames == (hides_it.frame, message.frame)


# --- void blocks

def test_a_second_version_still_convicts_when_the_block_is_void() -> None:
    table = Table()
    first, second = table.content(1), table.say(1, Kind.COMMIT, another())
    table.judge.offer_content(first)
    blocks = VoidBlocks()
    blocks.add(table.judge, {})
    void = blocks.block_at(0, 0)
    assert void is not None and blocks.block_at(0, 1) is None
    assert void.offer_late(first) == (Fate.KNOWN, [])
    assert void.offer_late(table.content(0)) == (Fate.NEW, []), "what an honest seat sends late convicts nobody"
    fate, [conviction] = void.offer_late(second)
    assert fate is Fate.GUILTY and (conviction.seat, conviction.block, conviction.reason) == (1, 0, TWO_CONTENTS)


def test_what_is_parked_in_a_void_relay_is_judged_when_its_turn_comes() -> None:
    table = Table()
    table.play_until(ShuffleDeck)
    judge, first = table.judge, table.content(0)
    judge.held.parked[0] = first  # so that the second can build on it
    second = table.say(1, Kind.SHUFFLE, replace(table.content(1).body, deck=b""))
    del judge.held.parked[0]
    blocks = VoidBlocks()
    blocks.add(judge, {})
    void = blocks.block_at(judge.state.block, 0)
    assert void is not None and void.offer_late(second) == (Fate.PARKED, [])
    fate, [conviction] = void.offer_late(first)
    assert fate is Fate.NEW and conviction.seat == 1 and conviction.frames == (first.frame, second.frame)


def test_the_judge_of_a_void_block_reads_no_tile() -> None:
    table = Table()
    table.judge.reader = table.secrets[0]
    VoidBlocks().add(table.judge, {})
    assert isinstance(table.judge.reader, OutsideReader)


def test_of_a_void_block_nobody_comes_to_a_wrong_state() -> None:
    table = Table()
    table.complete()
    assert table.judge.held.ack is not None
    blocks = VoidBlocks()
    blocks.add(table.judge, {})
    void = blocks.block_at(0, 0)
    assert void is not None
    message = table.say(1, Kind.ACK, replace(table.judge.held.ack, state=bytes(32)))
    assert void.offer_late(message) == (Fate.GUILTY, [])
    assert [*blocks.acks_by(1)] == [message] and not [*blocks.acks_by(2)]


def test_who_had_said_goodbye_may_not_acknowledge_a_block_that_became_void_later() -> None:
    table = Table()
    goodbye = table.say(1, Kind.LEAVE, Leave(0, SeatReport(bytes(64), bytes(32), (), None, None)))
    table.bindings.begin_view(1, bytes(64))
    table.judge = table.new_judge(replace(table.judge.state, view=1))
    blocks, left = VoidBlocks(), {1: goodbye}
    blocks.add(table.judge, left)
    left[2] = table.say(2, Kind.LEAVE, Leave(0, SeatReport(bytes(64), bytes(32), (), None, None)))
    void = blocks.block_at(0, 1)
    assert void is not None
    fate, [conviction] = void.offer_late(table.say(1, Kind.ACK, Ack(bytes(64), bytes(32))))
    assert fate is Fate.GUILTY and (conviction.reason, conviction.view) == (AFTER_GOODBYE, 1)
    assert void.offer_late(table.say(2, Kind.ACK, Ack(bytes(64), bytes(32)))) == (Fate.NEW, []), "it left afterwards"


def test_few_void_blocks_are_kept_and_they_are_the_newest() -> None:
    table, blocks = Table(), VoidBlocks()
    for view in range(20):
        blocks.add(table.new_judge(replace(table.judge.state, view=view)), {})
    assert len(blocks) == MAX_VOID_BLOCKS
    assert [view for view in range(20) if blocks.block_at(0, view) is not None] == [*range(20 - MAX_VOID_BLOCKS, 20)]
