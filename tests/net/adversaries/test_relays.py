"""In a relay every seat contributes before it looks at those before it, decks go on before they are proven, and nothing can be
gained by that."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

import msgspec
import pytest

from acquire_net.crypto import shuffle_proof
from acquire_net.protocol import messages
from acquire_net.protocol.codec import Signed, decode_frame, encode_message, to_sign
from acquire_net.protocol.dealing import CommitKeys, DrawTiles, OpenKeys
from acquire_net.protocol.messages import POINT_BYTES, Envelope, Kind
from acquire_net.protocol.points import pairs_out
from acquire_net.protocol.redeal import ShareTags, TagAll
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import Finished, JournalEntry, Regroup, RolledBack, SeatLost, TwoOfUs
from acquire_net.protocol.shuffling import ProveShuffles, ShuffleDeck
from acquire_net.protocol.state import InvalidContributionError, State
from acquire_net.table.verify import follow
from tests.net.adversaries.of_the_deal import duplicate_tile
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable, Lie, LieFrames, Scene
from tests.net.crypto.bad_points import points_that_nobody_may_send
from tests.support.few_cases import few_cases

SEATS = 4


def step_to(table: LiarsTable, is_there: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if is_there():
            return
        assert table.step() or table.move()
    raise AssertionError("it never comes to this")


def without(table: LiarsTable, leaver: int, is_there: Callable[[], bool]) -> None:
    """To this point of the new deck that is made when this seat has left."""
    table.play_on(lambda: table.peers[0].session.is_asked)
    table.peers[leaver].session.leave()
    table.collect()
    for _ in range(100):
        while not is_there() and table.step():
            pass
        if is_there():
            return
        table.now += 500
        for peer in table.peers:
            peer.session.tick(table.now)
        table.collect()
    raise AssertionError("it never comes to this")


def shuffles(session: Session) -> list[int]:
    """Return whose shuffle is here, looked at or not."""
    return sorted(seat for seat, said in session.replica.open.all_contributions.items() if said.kind == Kind.SHUFFLE)


def own(session: Session, kind: Kind) -> Signed:
    return next(said for said in session.replica.open.all_contributions.values() if said.author == session.seat
                and said.kind == kind)


# --- what comes first

def test_a_deck_goes_on_before_it_is_looked_at_and_before_any_proof_is_made(proofs: list[str]) -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    second = table.peers[1].session
    table.collect()
    step_to(table, lambda: table.wire[0][1] == 1 and decode_frame(table.wire[0][2]).kind == Kind.SHUFFLE)
    frame = table.wire[0][2]
    second.receive(0, frame)
    assert shuffles(second) == [0, 1]
    ready = second.take_ready()
    assert {decode_frame(frame).kind for _, frame in ready.send} >= {Kind.SHUFFLE} and ready.has_work
    assert not second.replica.open.contents, "nothing of it counts yet"
    second.do_spare_work()
    assert sorted(second.replica.open.contents) == [0]
    second.do_spare_work()
    assert sorted(second.replica.open.contents) == [0, 1]
    deck, ctx = cast(messages.Shuffle, own(second, Kind.SHUFFLE).body).deck, second.state.proof_context("shuffle", 1)
    assert second.secrets.proof_of(deck, ctx) is None and second.take_ready().has_work
    second.do_spare_work()
    assert second.secrets.proof_of(deck, ctx) is not None, "made while the others shuffle"
    ready = second.take_ready()
    assert not ready.has_work and not ready.send and "shuffle_proof" not in proofs, "and sent when all decks are final"


def test_nothing_is_drawn_from_a_deck_before_its_proofs_are_final() -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    session = table.peers[0].session
    table.collect()
    step_to(table, lambda: isinstance(session.state.step, ProveShuffles))
    step = cast(ProveShuffles, session.state.step)
    proven = session.replica.log[-1].contents
    assert (session.state.deal.deck, session.state.deal.bag) == ((), ()) and len(proven) == SEATS
    step_to(table, lambda: not isinstance(session.state.step, ProveShuffles))
    assert isinstance(session.state.step, DrawTiles)
    assert pairs_out(session.state.deal.deck) == cast(messages.Shuffle, step.shuffles[SEATS - 1]).deck
    assert {content.kind for content in session.replica.log[-1].contents} == {Kind.PROOF}


def hears_proofs_at_once(table: LiarsTable, seat: int, missing: int = -1) -> Session:
    """This seat hears the proofs of all others at once, but for one of them, and has looked at none."""
    session = table.peers[seat].session
    table.collect()
    step_to(table, lambda: isinstance(session.state.step, ProveShuffles) and not session.replica.open.parked)
    table.cut.add(seat)
    others = [peer.session for peer in table.peers if peer.session.seat != seat]
    for _ in range(200):  # to each other
        if all(len([author for author in range(SEATS) if other.replica.open.contributions_of(author)]) >= SEATS - 1
               for other in others):
            break
        table.step()
    table.cut.clear()
    for other in others:
        if other.seat != missing:
            witness = next(one for one in others if one is not other)
            session.receive(other.seat,
                            witness.replica.open.contributions_of(other.seat)[0].frame)  # of a liar, what it said to others
    return session


def test_proofs_that_have_come_are_looked_at_together(proofs: list[str]) -> None:
    """Each deck but one is in two of the proofs, so that costs less. The own one is not proven to itself."""
    session = hears_proofs_at_once(LiarsTable(Opening(seats=SEATS, cards=12)), SEATS - 1)
    proofs.clear()
    while session.take_ready().has_work:
        session.do_spare_work()
    assert proofs == [f"{SEATS - 1} of shuffle_proof together"] and session.replica.open.after is not None


def test_a_proof_that_comes_late_is_looked_at_by_itself(proofs: list[str]) -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    session = hears_proofs_at_once(table, SEATS - 1, missing=1)
    proofs.clear()
    session.do_spare_work()
    assert proofs == [f"{SEATS - 2} of shuffle_proof together"] and len(session.replica.open.contents) == 2
    session.receive(1, own(table.peers[1].session, Kind.PROOF).frame)
    while session.take_ready().has_work:
        session.do_spare_work()
    assert proofs == [f"{SEATS - 2} of shuffle_proof together", "shuffle_proof"] and session.replica.open.after is not None


@pytest.mark.parametrize("liar", range(SEATS - 1))
def test_of_proofs_that_were_looked_at_together_the_false_one_is_found(liar: int, proofs: list[str]) -> None:
    session = hears_proofs_at_once(lied_to(Kind.PROOF, false_proof, seat=liar), SEATS - 1)
    proofs.clear()
    while session.take_ready().has_work:
        session.do_spare_work()
    assert proofs == [f"{SEATS - 1} of shuffle_proof together"] + ["shuffle_proof"] * (SEATS - 1)
    assert {*session.replica.convicted} == {liar} and session.replica.open.after is None
    assert "not a proven shuffle" in session.replica.convicted[liar].reason


def test_a_shuffle_is_prepared_while_others_have_their_turn() -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    last = table.peers[-1].session
    table.collect()
    step_to(table, lambda: isinstance(last.state.step, OpenKeys))
    assert last.take_ready().has_work
    last.do_spare_work()
    assert last.secrets.is_prepared(12) and not last.take_ready().has_work, "what can be done without the key"
    step_to(table, lambda: isinstance(last.state.step, ShuffleDeck))
    assert not last.secrets.is_prepared(12, last.state.deal.joint) and last.take_ready().has_work
    last.do_spare_work()
    assert last.secrets.is_prepared(12, last.state.deal.joint)
    prepared = last.secrets._prepared
    assert prepared is not None and last.seat not in shuffles(last)
    step_to(table, lambda: last.seat in shuffles(last))
    assert prepared.is_used, "and that is what it shuffles with"


def test_whoever_has_stopped_has_nothing_more_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that received another answer would ask again and again."""
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    shuffled(table, 1)
    session = table.peers[1].session
    assert session.take_ready().has_work
    monkeypatch.setattr(session, "stopped", "something that cannot be")
    session.do_spare_work()
    assert not session.take_ready().has_work and not session.replica.open.contents


def test_tags_are_never_looked_at_together(proofs: list[str]) -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=18))
    tagging(table)
    proofs.clear()
    step_to(table, lambda: isinstance(table.peers[0].session.state.step, ShareTags))
    assert "dleq" in proofs and not any("together" in proof for proof in proofs)


# --- a false one among them

def false_proof(scene: Scene) -> LieFrames:
    body = cast(messages.ShuffleProof | messages.Tag, scene.body())
    return [scene.says(msgspec.structs.replace(body, proof=body.proof[:-1] + bytes((body.proof[-1] ^ 1,))))]


def other_tiles(scene: Scene) -> LieFrames:
    """Pairs that are not tags of anything: what each seat then raises to its power could have been chosen."""
    body, group = cast(messages.Tag, scene.body()), scene.state.group
    chosen = shuffle_proof.tile_points(group, len(body.pairs) // POINT_BYTES)
    return [scene.says(msgspec.structs.replace(body, pairs=b"".join(chosen)))]


def with_point(data: bytes) -> Lie:
    def lie(scene: Scene) -> LieFrames:
        body = cast(messages.Shuffle, scene.body())
        at = scene.rng.randrange(0, len(body.deck), POINT_BYTES)
        return [scene.says(msgspec.structs.replace(body, deck=body.deck[:at] + data + body.deck[at + POINT_BYTES:]))]
    return lie


def shorter(scene: Scene) -> LieFrames:
    body = cast(messages.Shuffle, scene.body())
    return [scene.says(msgspec.structs.replace(body, deck=body.deck[:-2 * POINT_BYTES]))]


def lied_to(kind: Kind, lie: Lie, real: bool = False, seat: int = 1) -> LiarsTable:
    rng = random.Random(repr((kind, seat)))
    return LiarsTable(Opening(seats=SEATS, cards=12, real=real), Liar(seat, ((kind, lie),), rng, goes_on=True))


def test_a_false_deck_convicts_its_author_and_nobody_who_built_on_it() -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=12), Liar(1, (), random.Random(1), deck=duplicate_tile))
    built: list[int] = []
    table.collect()
    while table.step():
        built += [peer.session.seat for peer in table.players if 1 in shuffles(peer.session)
                  and peer.session.seat in shuffles(peer.session)]
    assert {2, 3} <= {*built}, "both shuffled what was not proven yet"
    table.pass_time(30_000)
    table.check_convicted({1}, "not a proven shuffle")
    for peer in table.players:
        assert peer.facts_of(Regroup) == [Regroup((1,))]
        assert not peer.session.state.game.has_begun


@pytest.mark.parametrize("leaver", [0, 2])
def test_who_is_lost_between_decks_and_proofs_makes_the_decks_useless(leaver: int) -> None:
    """In a re-deal: the others begin it anew, without the leaver and with new keys, and finish."""
    table = LiarsTable(Opening(seats=SEATS, cards=18))
    session = table.peers[1].session
    without(table, SEATS - 1, lambda: isinstance(session.state.step, ProveShuffles))
    table.cut.add(SEATS - 1)
    block, step = session.state.block, cast(ProveShuffles, session.state.step)
    table.peers[leaver].session.leave()
    table.collect()
    table.pass_time(3000)
    table.cut.add(leaver)
    table.play_on()
    for peer in table.players:
        assert peer.facts_of(Finished) and {*peer.session.state.lost} == {SEATS - 1, leaver}
        assert not any(content.kind == Kind.PROOF for content in peer.session.replica.log[block].contents)
    unused = {cast(messages.Shuffle, body).deck for body in step.shuffles.values()}
    assert pairs_out(session.state.deal.deck) not in unused and not table.convicted()


def read_alone(table: LiarsTable, entries: list[JournalEntry], looks_at_the_rest: bool = False) -> Replica:
    """Return what a journal shows to a person who was not there."""
    replica = Replica(Opening.make_state(table.opening.to_bytes()), table.opening.verifier)
    for entry in entries:
        follow(replica, entry)
    while looks_at_the_rest and replica.check_parked():
        pass
    return replica


@pytest.mark.parametrize("all_speak", [True, False])
@pytest.mark.parametrize("liar", few_cases(pytest.mark.more_cases, range(SEATS - 1)))
def test_the_author_of_a_false_proof_is_found_from_a_journal_alone(liar: int, all_speak: bool, proofs: list[str]) -> None:
    """Also where one has not spoken, and where nothing follows any more."""
    table = lied_to(Kind.PROOF, false_proof, seat=liar)
    table.collect()
    while table.step():
        pass
    table.pass_time(30_000)
    entries = [entry for entry in table.peers[(liar + 1) % SEATS].journal
               if all_speak or entry.acks
               or (decode_frame(entry.frame).kind, decode_frame(entry.frame).author) != (Kind.PROOF, SEATS - 1)]
    proofs.clear()
    replica = read_alone(table, entries)
    assert {*replica.convicted} == {liar} and replica.regroup == (liar,)
    assert proofs.count(f"{SEATS} of shuffle_proof together") == all_speak
    last = max(number for number, entry in enumerate(entries) if not entry.acks and decode_frame(entry.frame).kind == Kind.PROOF)
    assert {*read_alone(table, entries[:last + 1], looks_at_the_rest=True).convicted} == {liar}


def test_a_second_version_that_comes_late_makes_no_journal_of_an_honest_seat_worthless() -> None:
    """Who wrote it had looked at the first version before, and so the block could be closed."""
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    first, last = table.peers[0].session, SEATS - 1
    sent: list[bytes] = []

    def next_frame() -> tuple[int, int, bytes]:
        # What the last seat says is slow on its way to the first.
        at = next((at for at, (sender, to, _) in enumerate(table.wire) if (sender, to) != (last, 0)), 0)
        while table.wire[at][:2] == (last, 0) and first.replica.parked_in_turn is not None:
            first.do_spare_work()  # nothing else comes to it meanwhile
        known = first.replica.open.contents.get(1)
        if table.wire[at][:2] == (last, 0) and not sent and known is not None and known.kind == Kind.PROOF:
            assert last not in first.replica.open.all_contributions
            body = cast(messages.ShuffleProof, known.body)
            other = encode_message(msgspec.structs.replace(body, proof=body.proof[:-1] + bytes((body.proof[-1] ^ 1,))))
            state = first.state
            signature = table.keys[1].sign(to_sign(state.table, known.kind, 1, known.block, known.view, other))
            sent.append(encode_message(Envelope(known.kind, 1, known.block, known.view, other, signature)))
            return 1, 0, sent[0]
        return table.wire.pop(at)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "next_frame", next_frame)
        table.settle()
    table.pass_time(30_000)
    assert sent and {*first.replica.convicted} == {1}
    replica = read_alone(table, table.peers[0].journal)
    assert {*replica.convicted} == {1} and replica.state.block == first.state.block


@pytest.mark.parametrize("lie", [false_proof, other_tiles])
def test_so_do_tags(lie: Lie) -> None:
    table = lied_to(Kind.TAG, lie, seat=0)
    table.play_on(lambda: table.peers[0].session.is_asked)
    table.peers[3].session.leave()
    table.pass_time(2000)
    table.cut.add(3)
    table.play_on()
    assert table.liar is not None and table.liar.has_lied
    for seat in (1, 2):
        session = table.peers[seat].session
        assert {*session.replica.convicted} == {0} and "not one power" in session.replica.convicted[0].reason
        assert table.peers[seat].facts_of(Finished)
    assert {verdict.seat for verdict in table.verdicts()} == {0}


@pytest.mark.parametrize("name", few_cases(pytest.mark.fully, [
    "small order, 3 of 8", "off the curve", "the base plus small order 4", "the base plus small order 1", "the identity",
    "ones"], 3))
def test_no_secret_meets_a_point_that_is_none(name: str) -> None:
    """A deck that cannot be read is not shuffled, and its author is convicted; the seat after it is not at fault."""
    table = lied_to(Kind.SHUFFLE, with_point(points_that_nobody_may_send()[name]), real=True)
    table.settle()
    for peer in table.players:
        assert {*peer.session.replica.convicted} == {1}
        assert peer.session.seat not in shuffles(peer.session) or peer.session.seat == 0
        assert not peer.session.stopped
    table.pass_time(30_000)
    table.check_convicted({1}, "the deck")


def test_a_deck_of_another_size_is_not_shuffled() -> None:
    table = lied_to(Kind.SHUFFLE, shorter)
    table.settle()
    for peer in table.players:
        assert {*peer.session.replica.convicted} == {1}
        assert peer.session.seat == 0 or peer.session.seat not in shuffles(peer.session)


def test_nobody_goes_on_with_a_liar_at_whom_nobody_has_looked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat is gone while proofs come in. A seat that has not had the time to look at one takes it before it signs."""
    table = lied_to(Kind.PROOF, false_proof)
    table.collect()
    step_to(table, lambda: all(isinstance(peer.session.state.step, ProveShuffles) for peer in table.peers))
    monkeypatch.setattr(table, "busy", list)
    table.settle()
    table.cut.add(3)
    assert not table.convicted()
    # The liar stays with its lie: two versions would convict it without a look at the proof.
    liar, lie = table.peers[1].session, table.peers[0].session.replica.open.parked[1]
    for held in (liar.replica.open.contents, liar.replica.open.parked):
        held.update({1: lie} if 1 in held else {})
    for seat in (0, 2):
        table.peers[seat].session.vote({3})
    table.pass_time(60_000)
    for seat in (0, 2):
        session = table.peers[seat].session
        assert "not a proven shuffle" in session.replica.convicted[1].reason and {*session.replica.convicted} == {1}
        assert all(1 in certificate.lost for certificate in session.replica.certificates)


@pytest.mark.parametrize("leaver", few_cases(pytest.mark.fully, [2, None]))
def test_who_speaks_before_his_turn_silences_nobody(leaver: int | None) -> None:
    """The start deck is full of identities, and is nobody's: it is not decoded because another seat has contributed already."""
    table = LiarsTable(Opening(seats=SEATS, cards=18))
    last, has_sent = SEATS - 1, False
    liar = table.peers[last].session
    if leaver is not None:
        without(table, leaver, lambda: isinstance(liar.state.step, CommitKeys))
        table.cut.add(leaver)
    table.collect()
    while table.step():
        if isinstance(liar.state.step, OpenKeys) and liar.replica.open.after is not None and not has_sent:
            has_sent = True
            state = liar.replica.open.after
            count = len(state.game.unseen_tiles())
            deck = b"".join(point * 2 for point in shuffle_proof.tile_points(state.group, count))
            body = encode_message(messages.Shuffle(deck, bytes(128)))
            name = liar.replica.bindings.table_at(state.block, state.view) if state.view else state.table
            assert name is not None
            signature = table.keys[last].sign(to_sign(name, Kind.SHUFFLE, last, state.block, state.view, body))
            frame = encode_message(Envelope(Kind.SHUFFLE, last, state.block, state.view, body, signature))
            table.wire[:0] = [(last, seat, frame) for seat in range(last) if seat not in table.cut]
    assert has_sent
    table.pass_time(60_000)
    for peer in table.players[:-1]:
        assert {*peer.session.replica.convicted} == {last}
        assert {fact.seat for fact in peer.facts if isinstance(fact, SeatLost)} == {last, *([] if leaver is None else [leaver])}
        assert peer.facts_of(Regroup) or peer.session.state.game.has_begun


# --- the power of a TAG

def tagging(table: LiarsTable) -> tuple[State, SeatSecrets]:
    """Return the first seat's turn in the relay of tags, after the last has left."""
    session = table.peers[0].session
    without(table, SEATS - 1, lambda: isinstance(session.state.step, TagAll))
    return session.state, session.secrets


def test_a_power_serves_one_tag_and_is_kept_nowhere() -> None:
    """The seat before this one may have chosen the points that are raised to its power. If the power were used again, in the same
    epoch after the block had become void, that seat would know the tags of all tiles."""
    state, secrets = tagging(LiarsTable(Opening(seats=SEATS, cards=18)))
    step = cast(TagAll, state.step)
    tags = [cast(messages.Tag, step.contribute(state, 0, {}, secrets)) for _ in range(3)]
    assert len({tag.key for tag in tags}) == 3
    kept = {state.group.times_base(key) for key in (*secrets._known.keys.values(), *secrets._known.nonces.values())}
    assert not kept & {tag.key for tag in tags}
    before = tags[0].pairs
    with pytest.raises(InvalidContributionError, match="pairs before"):
        step.contribute(state, 1, {0: msgspec.structs.replace(tags[0], pairs=before[:-POINT_BYTES])}, secrets)
    nothing = msgspec.structs.replace(tags[0], pairs=state.group.identity + before[POINT_BYTES:])
    with pytest.raises(InvalidContributionError, match="identity"):
        step.contribute(state, 1, {0: nothing}, secrets)


def test_tags_still_tell_equal_tiles_and_nothing_else() -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=18))
    tagging(table)
    step_to(table, lambda: isinstance(table.peers[0].session.state.step, ShareTags))
    table.cut.add(SEATS - 1)
    table.play_on()
    assert all(peer.facts_of(Finished) for peer in table.players) and not table.convicted()


# --- restarts

def shuffled(table: LiarsTable, seat: int) -> None:
    """To the point where this seat has just said its part, and looked at nothing."""
    table.collect()
    session = table.peers[seat].session
    step_to(table, lambda: seat in shuffles(session))
    assert seat in session.replica.open.parked


def test_who_crashes_before_he_has_looked_says_the_same_afterwards() -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    shuffled(table, 2)
    said = own(table.peers[2].session, Kind.SHUFFLE).frame
    assert JournalEntry(said) in table.peers[2].journal
    table.restart(2)
    assert own(table.peers[2].session, Kind.SHUFFLE).frame == said
    table.pass_time(3000)
    table.play_on()
    assert all(peer.facts_of(Finished) for peer in table.peers) and not table.convicted()
    assert not [fact for peer in table.peers for fact in peer.facts if isinstance(fact, RolledBack | TwoOfUs)]


@pytest.mark.parametrize("seat", range(SEATS))
def test_who_crashes_between_deck_and_proof_proves_it_afterwards(seat: int) -> None:
    """What it was shuffled with is on the disk before the deck goes out; the proof has new numbers."""
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    session = table.peers[seat].session
    table.collect()
    step_to(table, lambda: seat in shuffles(session))
    table.cut.add(seat)
    table.settle()
    table.cut.clear()
    table.restart(seat)
    table.pass_time(3000)
    table.play_on()
    assert all(peer.facts_of(Finished) for peer in table.peers) and not table.convicted()
    assert not [fact for peer in table.peers for fact in peer.facts if isinstance(fact, RolledBack | TwoOfUs | SeatLost)]


def test_who_has_lost_what_it_shuffled_with_says_goodbye() -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    session = table.peers[2].session
    table.collect()
    step_to(table, lambda: 2 in shuffles(session))
    session.secrets._known.shuffles.clear()
    session.secrets._shuffled.clear()
    session.secrets._proofs.clear()
    table.settle()
    table.pass_time(5000)
    assert all(peer.facts_of(Regroup) == [Regroup((2,))] for peer in table.peers) and not table.convicted()


def test_who_has_lost_his_journal_behind_it_learns_it_from_the_others() -> None:
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    shuffled(table, 2)
    said = own(table.peers[2].session, Kind.SHUFFLE).frame
    table.settle()
    journal = table.peers[2].journal
    del journal[journal.index(JournalEntry(said)):]
    table.restart(2)
    assert 2 not in shuffles(table.peers[2].session)
    table.pass_time(3000)
    table.play_on()
    assert all(peer.facts_of(Finished) for peer in table.peers) and not table.convicted()
    assert table.peers[2].facts_of(RolledBack)


def test_who_crashes_behind_a_liar_remembers_what_he_built_on() -> None:
    """When it receives another version after the restart, the seat convicts its author and contradicts itself in nothing."""
    table = LiarsTable(Opening(seats=SEATS, cards=12))
    shuffled(table, 1)
    liar = table.peers[0].session
    step = liar.state.step
    assert isinstance(step, ShuffleDeck)
    second = liar._sign(Kind.SHUFFLE, step.contribute(liar.state, 0, {}, liar.secrets), 0)
    assert second is not None
    table.restart(1)
    table.collect()
    table.wire = [(0, 1, second.frame), *(delivery for delivery in table.wire if delivery[1] != 1)]
    table.settle()
    table.pass_time(60_000)
    for seat in range(1, SEATS):
        session = table.peers[seat].session
        assert {*session.replica.convicted} == {0} and not session.stopped
        assert table.peers[seat].facts_of(Regroup) == [Regroup((0,))]


def test_who_is_left_behind_before_he_has_looked_can_read_his_journal_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others go on without the seat, and with the block to which it was the last to contribute."""
    table = LiarsTable(Opening(seats=SEATS, cards=18))
    late = table.peers[3].session
    without(table, 1, lambda: isinstance(late.state.step, ShuffleDeck))
    busy = table.busy
    monkeypatch.setattr(table, "busy", lambda: [seat for seat in busy() if seat != 3])
    table.cut.add(1)
    while 3 not in late.replica.open.all_contributions:
        assert table.step()
    for delivery in [delivery for delivery in table.wire if delivery[0] == 3]:
        table.wire.remove(delivery)
        table.deliver(*delivery)
    table.cut.add(3)
    table.settle()
    for seat in (0, 2):
        table.peers[seat].session.vote({3})
    table.pass_time(20_000)
    table.cut.discard(3)
    for seat in (0, 2):
        late.on_link_up(seat)
    table.pass_time(10_000)
    assert late.dropped
    table.restart(3)
    assert table.peers[3].session.state.head == late.state.head
