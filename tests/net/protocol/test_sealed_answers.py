"""Several seats answer at once, and nobody knows an answer of another seat before all have committed to theirs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import cast

import msgspec
import pytest

from acquire_core.actions import Bid, DeclareEnd
from acquire_core.ruleset import RULESETS
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.hashing import digest
from acquire_net.protocol import sealed_answers
from acquire_net.protocol.codec import decode_frame, encode_message, to_sign
from acquire_net.protocol.dealing import find_places, make_openings, opening_state
from acquire_net.protocol.evidence import evidence_of, judge_evidence_bytes
from acquire_net.protocol.messages import Answer, Decide, Envelope, Kind, Message, Seal
from acquire_net.protocol.sealed_answers import OpenAnswers, SealAnswers, commitment_to_answer
from acquire_net.protocol.sealed_game import RefusedError, SealedGame
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import Finished, SeatConvicted, SeatLost
from acquire_net.protocol.state import Commitments, State
from acquire_net.table.acquire_game import AcquireGame
from acquire_net.table.answers_at_zero import answers_at_zero
from tests.support.counts import Count
from tests.support.fake_signing import TransparentVerifier
from tests.support.few_cases import few_cases
from tests.support.table_of_peers import TID, Peers
from tests.support.toy_game import ToyGame
from tests.support.toy_rounds import ToyRounds

ROUNDS = RULESETS["classic"].replace(simultaneous=True)


def toy_table(seats: int, seed: int = 0, group: Group | None = None, **options: bool | int) -> Peers:
    return Peers(lambda seat: ToyRounds(seats, 4 * seats, **{"hand": 2, **options}), seats, seed, group)  # type: ignore[arg-type]


def acquire_choices(game: AcquireGame) -> Sequence[bytes]:
    actions = game.legal_actions()
    ends = [action for action in actions if isinstance(action, DeclareEnd) and action.yes]
    bids = actions[:4] if isinstance(actions[0], Bid) else []
    return [game.action_bytes(action) for action in ends or bids or actions]


def choices(session: Session) -> Sequence[bytes]:
    game = session.state.game
    return acquire_choices(game) if isinstance(game, AcquireGame) else cast(ToyRounds, game).choices(session.seat)


def play(peers: Peers, rng: random.Random, until: Callable[[], bool] = lambda: False, most: int = 2000) -> None:
    peers.settle()
    for _ in range(most):
        asked = [seat for seat, peer in enumerate(peers.peers) if seat not in peers.cut and peer.session.is_asked
                 and peer.session.intent is None]
        if not asked or until():
            return
        session = peers.peers[rng.choice(asked)].session
        session.submit(rng.choice(choices(session)))
        peers.settle()


def comes_to(peers: Peers, step: type) -> Callable[[], bool]:
    """Stop where all seats that are asked are to commit, or to open, and nobody has."""
    return lambda: all(isinstance(peer.session.state.step, step) and not peer.session.replica.open.contents
                       for seat, peer in enumerate(peers.peers) if seat not in peers.cut)


def seal_all(peers: Peers, rng: random.Random, without: int = -1) -> None:
    """All seats that are asked but one commit to an answer."""
    for seat, peer in enumerate(peers.peers):
        if seat not in (without, *peers.cut) and peer.session.is_asked:
            peer.session.submit(rng.choice(choices(peer.session)))
    peers.settle()


# --- games

@pytest.mark.parametrize("seats", few_cases(pytest.mark.more_cases, [3, 2, 4, 6]))
@pytest.mark.parametrize("options", [{}, {"raffles": True}, {"hand": 3}], ids=str)
def test_all_peers_play_rounds_to_the_same_certified_end(seats: int, options: dict[str, bool | int]) -> None:
    peers = toy_table(seats, seats, **options)
    play(peers, random.Random(seats))
    finished = [peer.facts_of(Finished) for peer in peers.peers]
    assert all(len(facts) == 1 for facts in finished)
    assert len({peer.session.state.head for peer in peers.peers}) == 1
    game = cast(ToyRounds, peers.peers[0].session.state.game)
    assert sorted([*game.start, *(card for _, card in game.played)]) == list(range(game.cards))
    assert peers.peers[0].session.replica.proof_counts.shown == game.cards - seats


@pytest.mark.parametrize("seats", few_cases(pytest.mark.more_cases, [3, 2, 5]))
def test_a_whole_game_of_acquire_in_rounds(seats: int) -> None:
    peers = Peers(lambda seat: AcquireGame(ROUNDS, seats, seat), seats, seats)
    play(peers, random.Random(seats))
    assert all(len(peer.facts_of(Finished)) == 1 for peer in peers.peers)
    games = [cast(AcquireGame, peer.session.state.game) for peer in peers.peers]
    assert len({game.digest() for game in games}) == 1 and len({game.standings() for game in games}) == 1


def test_rounds_with_the_real_group() -> None:
    peers = toy_table(3, 5, Edwards25519())
    play(peers, random.Random(1), most=9)
    peers.peers[1].session.leave()
    peers.settle()
    peers.pass_time(2000)
    play(peers, random.Random(2))
    assert all(len(peer.facts_of(Finished)) == 1 for peer in (peers.peers[0], peers.peers[2]))


def test_a_seat_is_asked_once_and_may_not_answer_what_is_forbidden() -> None:
    peers = toy_table(3)
    play(peers, random.Random(0), comes_to(peers, SealAnswers))
    session = peers.peers[1].session
    for action in (b"bid 10", b"play 3", b"pass", b"bid 01", b"\xff"):
        with pytest.raises(RefusedError):
            session.submit(action)
    session.submit(b"bid 4")
    with pytest.raises(RefusedError, match="not asked"):
        session.submit(b"bid 5")
    assert not session.is_asked and peers.peers[0].session.is_asked


def test_an_answer_is_kept_beside_the_journal_and_other_games_have_the_file_that_they_had() -> None:
    peers = toy_table(3)
    play(peers, random.Random(0), comes_to(peers, SealAnswers))
    before = msgspec.msgpack.decode(peers.peers[0].secrets, strict=False)
    assert len(before) == 4
    peers.peers[0].session.submit(b"bid 4")
    peers.settle()
    [answer] = msgspec.msgpack.decode(peers.peers[0].secrets)[4]
    assert answer[1] == b"bid 4"
    openly = Peers(lambda seat: ToyGame(3, 12, 2), 3)
    openly.play(random.Random(0).choice, most=5)
    assert len(msgspec.msgpack.decode(openly.peers[0].secrets)) == 4


# --- nothing shows before all have committed

Guess = Callable[[State, bytes], Iterator[bytes]]


def guesses_of_nonces(state: State, action: bytes) -> Iterator[bytes]:
    """Yield what a bad source of nonces would give: nothing, or what everybody knows."""
    yield bytes(32)
    yield from (field[:32] for field in (state.head, state.table, digest("seats", action), state.deal.joint))
    yield from (bytes((number,)) * 32 for number in range(256))


def readable_answers(peers: Peers, victim: int) -> set[bytes]:
    """Return which answers of a seat others can tell, from all that they have of the step in which it has committed."""
    other = peers.peers[0 if victim else 1]
    state, replica = other.session.state, other.session.replica
    step = state.step
    assert isinstance(step, SealAnswers)
    [commitment] = [cast(Seal, content.body).commitment for content in replica.open.contents.values() if content.author == victim]
    place, found = Commitments(step.step, state.deal.epoch, state.block, {}), set()
    everything = [entry.frame for peer in peers.peers if peer is not peers.peers[victim] for entry in peer.journal]
    since = [frame for frame in everything if frame and decode_frame(frame).block == state.block]
    for action in choices_of(state, victim, peers):
        if any(action in frame for frame in since) or action in commitment:
            found.add(action)
        if any(commitment_to_answer(state, place, victim, action, nonce) == commitment
               for nonce in guesses_of_nonces(state, action)):
            found.add(action)
    return found


def choices_of(state: State, victim: int, peers: Peers) -> Sequence[bytes]:
    """Return what the seat could have answered; a stranger would try all tiles."""
    game = cast(ToyRounds, peers.peers[victim].session.state.game)
    return game.choices(victim)


def sealed_by(seat: int, step: str, seed: int = 0, before: Callable[[], None] = lambda: None, choice: int = 0) -> Peers:
    """Return a table at which one seat alone has committed to one of its answers in such a step."""
    peers = toy_table(3, seed)
    play(peers, random.Random(seed), lambda: comes_to(peers, SealAnswers)() and step in str(
        cast(SealAnswers, peers.peers[0].session.state.step).step))
    before()
    peers.peers[seat].session.submit(choices(peers.peers[seat].session)[choice])
    peers.settle()
    return peers


@pytest.mark.parametrize("step", ["bid", "play"])
def test_nobody_can_tell_an_answer_before_all_have_committed(step: str) -> None:
    for seed in range(3):
        one, other = sealed_by(seed, step, seed), sealed_by(seed, step, seed, choice=-1)
        assert one.peers[seed].session.intent != other.peers[seed].session.intent
        assert readable_answers(one, seed) == set()
        assert len({peer.session.state.digest for peers in (one, other) for peer in peers.peers}) == 1


def _without_nonce(state: State, sealed: Commitments, author: int, action: bytes, nonce: bytes) -> bytes:
    return commitment_to_answer(state, sealed, author, action, bytes(32))


def _in_clear(state: State, sealed: Commitments, author: int, action: bytes, nonce: bytes) -> bytes:
    return (action + bytes(64))[:64]


def _public_nonce(self: SealAnswers, state: State, author: int, action: bytes, *_: object) -> Seal:
    place = Commitments(self.step, state.deal.epoch, state.block, {})
    return Seal(commitment_to_answer(state, place, author, action, state.head[:32]))


PLANTS: dict[str, tuple[object, str, object]] = {
    "a nonce of zeros": (sealed_answers, "commitment_to_answer", _without_nonce),
    "the answer in the commitment": (sealed_answers, "commitment_to_answer", _in_clear),
    "a nonce that follows from the log": (SealAnswers, "seal_answer", _public_nonce),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_leak_is_found(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    peers = sealed_by(1, "play", before=lambda: monkeypatch.setattr(*PLANTS[plant]))
    assert len(readable_answers(peers, 1)) == 1


def test_the_journal_and_the_observations_of_acquire_are_the_same_whatever_was_sealed() -> None:
    """Two tables under one seed, at which a seat seals one answer or another: only its commitment differs."""
    def sealed(choice: int) -> Peers:
        peers = Peers(lambda seat: AcquireGame(ROUNDS, 3, seat), 3, 7)
        play(peers, random.Random(7), lambda: comes_to(peers, SealAnswers)() and "place" in str(
            cast(SealAnswers, peers.peers[0].session.state.step).step))
        session = peers.peers[1].session
        session.submit(choices(session)[choice])
        peers.settle()
        return peers

    one, other = sealed(0), sealed(-1)
    for seat in (0, 2):
        mine, theirs = one.peers[seat], other.peers[seat]
        assert mine.session.state.game.digest() == theirs.session.state.game.digest()
        games = [cast(AcquireGame, peer.session.state.game) for peer in (mine, theirs)]
        assert games[0].observe().as_dict() == games[1].observe().as_dict() and games[0].events() == games[1].events()
        assert games[0].record().text() == games[1].record().text()
        differing = [decode_frame(entry.frame) for entry, twin in zip(mine.journal, theirs.journal, strict=True) if entry != twin]
        assert [(message.kind, message.author) for message in differing] == [(Kind.SEAL, 1)]


# --- losses, restarts, void steps

def opened_by(peers: Peers, seat: int) -> list[Answer]:
    return [cast(Answer, message.body) for entry in peers.peers[seat].journal if entry.frame
            and (message := decode_frame(entry.frame)).kind == Kind.ANSWER and message.author == seat]


@pytest.mark.parametrize("seed", few_cases(pytest.mark.more_cases, range(3)))
@pytest.mark.parametrize("says_goodbye", [True, False])
def test_final_commitments_survive_a_loss_and_a_new_deck(seed: int, says_goodbye: bool) -> None:
    """The seat that is to open last looks and leaves: the others open what they had opened, and it loses its seat."""
    rng, leaver = random.Random(seed), seed % 4
    peers = toy_table(4, seed)
    play(peers, rng, lambda: comes_to(peers, SealAnswers)() and "play" in str(
        cast(SealAnswers, peers.peers[0].session.state.step).step))
    peers.withheld = lambda sender, to, message: sender == leaver and message.kind == Kind.ANSWER
    intents = {seat: rng.choice(choices(peer.session)) for seat, peer in enumerate(peers.peers)}
    for seat, action in intents.items():
        peers.peers[seat].session.submit(action)
    peers.settle()
    rest = [seat for seat in range(4) if seat != leaver]
    sealed = peers.peers[rest[0]].session.state.sealed
    assert sealed is not None and all(isinstance(peers.peers[seat].session.state.step, OpenAnswers) for seat in rest)
    first = {seat: opened_by(peers, seat)[-1] for seat in rest}
    if says_goodbye:
        peers.peers[leaver].session.leave()
    else:
        peers.cut.add(leaver)
    peers.settle()
    peers.pass_time(80_000)
    for seat in rest:
        peer = peers.peers[seat]
        assert [fact.seat for fact in peer.facts_of(SeatLost) if isinstance(fact, SeatLost)] == [leaver]
        assert peer.session.state.deal.epoch == 1
        again = opened_by(peers, seat)[-1]
        assert (again.nonce, again.action) == (first[seat].nonce, first[seat].action) and again.action == intents[seat]
        assert not intents[seat].startswith(b"play") or again.proofs != first[seat].proofs, "under the new deck, proven anew"
        assert peer.session.state.sealed is None
        game = cast(ToyRounds, peer.session.state.game)
        assert all(player != leaver for player, _ in game.played[-3:])
    play(peers, rng)
    assert all(len(peers.peers[seat].facts_of(Finished)) == 1 for seat in rest)


def test_a_step_that_is_void_starts_again() -> None:
    """A seat that has not committed is lost: the others commit anew, to what their people have chosen."""
    peers = toy_table(4, 3)
    rng = random.Random(3)
    play(peers, rng, comes_to(peers, SealAnswers))
    intents = {seat: rng.choice(choices(peers.peers[seat].session)) for seat in range(3)}
    for seat, action in intents.items():
        peers.peers[seat].session.submit(action)
    peers.settle()
    before = {seat: peers.peers[seat].session.replica.open.contents[seat].body for seat in range(3)}
    peers.peers[3].session.leave()
    peers.settle()
    peers.pass_time(5000)
    for seat in range(3):
        session = peers.peers[seat].session
        assert session.live == (0, 1, 2) and session.intent is None
        commitments = [content.body for block in session.replica.log for content in block.contents
                       if content.kind == Kind.SEAL and content.author == seat]
        assert commitments[-1] != before[seat] and opened_by(peers, seat)[-1].action == intents[seat]


@pytest.mark.parametrize("seed", few_cases(pytest.mark.more_cases, range(4), 2))
def test_a_seat_that_is_restarted_opens_what_it_had_sealed(seed: int) -> None:
    peers = toy_table(3, seed)
    rng = random.Random(seed)
    play(peers, rng, comes_to(peers, SealAnswers))
    peers.withheld = lambda sender, to, message: sender == 1 and message.kind == Kind.ANSWER
    seal_all(peers, rng)
    assert isinstance(peers.peers[0].session.state.step, OpenAnswers)
    if seed % 2:  # before its answer is in its journal
        at = next(place for place, entry in enumerate(peers.peers[1].journal)
                  if entry.frame and decode_frame(entry.frame).kind == Kind.ANSWER and decode_frame(entry.frame).author == 1)
        del peers.peers[1].journal[at:]
    peers.wire.clear()
    peers.withheld = None
    peers.restart(1)
    peers.pass_time(15_000)
    assert not isinstance(peers.peers[0].session.state.step, OpenAnswers)
    play(peers, rng)
    assert all(len(peer.facts_of(Finished)) == 1 and not peer.session.replica.convicted for peer in peers.peers)


def test_a_seat_that_has_lost_what_it_sealed_says_goodbye() -> None:
    peers = toy_table(3, 1)
    rng = random.Random(1)
    play(peers, rng, comes_to(peers, SealAnswers))
    kept = peers.peers[2].secrets
    peers.withheld = lambda sender, to, message: sender == 2 and message.kind == Kind.ANSWER
    seal_all(peers, rng)
    peers.peers[2].secrets = kept
    at = next(place for place, entry in enumerate(peers.peers[2].journal)
              if entry.frame and decode_frame(entry.frame).kind == Kind.ANSWER)
    del peers.peers[2].journal[at:]
    peers.withheld = None
    peers.wire.clear()
    peers.restart(2)
    peers.pass_time(20_000)
    for seat in range(2):
        assert peers.peers[seat].session.live == (0, 1) and not peers.peers[seat].session.replica.convicted
    play(peers, rng)
    assert all(len(peers.peers[seat].facts_of(Finished)) == 1 for seat in range(2))


def test_whose_answer_another_seat_waits_for_is_late_like_any_other() -> None:
    """A person who has not answered owes nothing as a program; a program that does not open does."""
    peers = toy_table(3)
    rng = random.Random(0)
    play(peers, rng, comes_to(peers, SealAnswers))
    seal_all(peers, rng, without=2)
    peers.pass_time(60_000)
    assert peers.peers[0].session.absence.why_overdue(2) == 0 and peers.peers[0].session.waited_for() == {2}
    peers.withheld = lambda sender, to, message: sender == 2 and message.kind == Kind.ANSWER
    seal_all(peers, rng)
    peers.pass_time(40_000)
    assert peers.peers[0].session.absence.why_overdue(2) == 3


# --- who copies a commitment

@pytest.mark.parametrize("seats", few_cases(pytest.mark.more_cases, [3, 2, 4, 5, 6], 2))
@pytest.mark.parametrize("copies_opening", [True, False])
def test_who_copies_a_commitment_is_convicted_when_it_opens_anything(seats: int, copies_opening: bool) -> None:
    peers = toy_table(seats, seats)
    rng, liar = random.Random(seats), seats - 1
    play(peers, rng, comes_to(peers, SealAnswers))
    seal_all(peers, rng, without=liar)
    session = peers.peers[liar].session
    copied = cast(Seal, session.replica.open.contents[0].body)
    session.secrets.keep_answer(copied.commitment, b"bid 3", bytes(32))
    assert session.sign_and_send(Kind.SEAL, copied)
    session.tick(peers.now)
    peers.settle()
    assert session.stopped, "its own program cannot open this"
    opened = next(message for entry in peers.peers[0].journal if entry.frame
                  and (message := decode_frame(entry.frame)).kind == Kind.ANSWER and message.author == 0)
    own = Answer(bytes(32), b"bid 3", (), b"")
    tells(peers, liar, Kind.ANSWER, opened.body if copies_opening else own)
    peers.pass_time(5000)
    for seat in range(liar):
        peer = peers.peers[seat]
        [conviction] = [fact.conviction for fact in peer.facts if isinstance(fact, SeatConvicted)]
        assert conviction.seat == liar and "opens another answer than it committed to" in conviction.reason
        verdict = judge_evidence_bytes(evidence_of(peer.session.replica, conviction, b"").to_bytes(), stranger(seats),
                                       TransparentVerifier())
        assert verdict.seat == liar


def stranger(seats: int) -> Callable[[bytes], State]:
    table = toy_table(seats)
    return lambda _: opening_state(table.group, [signer.public for signer in table.signers], TID, ToyRounds(seats, 4 * seats, 2))


def tells(peers: Peers, author: int, kind: Kind, body: Message, block: int | None = None) -> None:
    """Send a frame to all others that the author's own program would not send."""
    session = peers.peers[author].session
    data, block = encode_message(body), session.state.block if block is None else block
    table = session.replica.bindings.table_at(block, session.state.view)
    assert table is not None
    signature = session.signer.sign(to_sign(table, kind, author, block, session.state.view, data))
    frame = encode_message(Envelope(kind, author, block, session.state.view, data, signature))
    peers.wire += [(author, to, frame) for to in range(len(peers.peers)) if to != author]
    peers.settle()


@pytest.mark.parametrize("kind", [Kind.SEAL, Kind.ANSWER])
def test_these_kinds_are_not_messages_where_nobody_seals(kind: Kind) -> None:
    """Programs that do not know them may sit at such a table."""
    peers = Peers(lambda seat: ToyGame(3, 12, 2), 3)
    peers.play(random.Random(0).choice, most=2)
    tells(peers, 2, kind, Seal(bytes(64)) if kind == Kind.SEAL else Answer(bytes(32), b"play 1", (), b""))
    tells(peers, 2, kind, Decide(b"x", (), b""))
    assert not any(peer.session.replica.convicted for peer in peers.peers)
    peers.play(random.Random(1).choice)
    assert all(len(peer.facts_of(Finished)) == 1 for peer in peers.peers)


# --- what a game promises

@pytest.mark.fully
def test_what_may_be_answered_stays_so_when_another_seat_is_lost(count: Count) -> None:
    """An honest seat has committed to it, and must not be convicted of it."""
    steps, checked = set(), 0
    for seed in range(count(4, 12)):
        rng = random.Random(seed)
        peers = Peers(lambda seat: AcquireGame(ROUNDS, 4, seat), 4, seed)
        for _ in range(40):
            play(peers, rng, comes_to(peers, SealAnswers), most=40)
            state = peers.peers[0].session.state
            if not isinstance(state.step, SealAnswers):
                break
            game, leaver = state.game, rng.randrange(4)
            sealed: dict[int, tuple[bytes, SealedGame]] = {}
            for seat in state.step.seats:
                mine = peers.peers[seat].session.state.game
                sealed[seat] = rng.choice(choices(peers.peers[seat].session)), mine
            steps.add(state.step.step.split(b" ")[1])
            for seat, (action, _) in sealed.items():
                if seat == leaver:
                    continue
                after = game.copy()
                after.record_leaving(leaver)
                question = after.next_question()
                if getattr(question, "step", b"") == state.step.step and seat in getattr(question, "seats", ()):
                    assert {*getattr(question, "seats", ())} <= {*state.step.seats}
                    after.check_answer(seat, action, after.to_prove(seat, action))
                    checked += 1
            play(peers, rng, most=1)
    assert {b"place", b"order", b"buy"} <= steps and checked > 30


def test_the_proof_of_a_tile_is_that_of_a_decision() -> None:
    peers = sealed_by(0, "play")
    session = peers.peers[0].session
    action = cast(bytes, session.intent)
    game = cast(ToyRounds, session.state.game)
    places = find_places(session.state, 0, game.to_prove(0, action), session.secrets)
    assert len(make_openings(session.state, 0, action, places, session.secrets).openings) == 1


def test_a_program_answers_for_a_person_whose_time_is_up() -> None:
    kinds = set()
    peers = Peers(lambda seat: AcquireGame(ROUNDS, 3, seat), 3, 3)
    peers.settle()
    while len(peers.peers[0].session.replica.log) < 60 and (seat := peers.asked()) is not None:
        session = peers.peers[seat].session
        action = next(answers_at_zero(cast(AcquireGame, session.state.game), 1))
        session.submit(cast(AcquireGame, session.state.game).action_bytes(action))
        kinds.add(type(action).__name__)
        peers.settle()
    assert {"Place", "Buy"} <= kinds
