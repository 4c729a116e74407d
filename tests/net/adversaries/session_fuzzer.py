"""One seat says anything at all: random and mutated frames, signed and unsigned, of all kinds, in every state of a real table.

The honest seats are real sessions over a network that loses, delays and cuts; they crash, come back, and their people vote. After
every frame no session may have stopped, raised or worked without a bound. In the end everything heals and the liar falls silent.
Then the honest seats have one log, have convicted nobody honest and lost nobody without a case, and go on to the end of the game.

    python -m tests.net.adversaries.session_fuzzer --minutes 60 --first 1000
    python -m tests.net.adversaries.session_fuzzer --seed 1234
"""

from __future__ import annotations

import argparse
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from acquire_net.protocol.certificates import open_link
from acquire_net.protocol.claims import case_against, claim_in, readable_claims
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.evidence import EvidenceError, evidence_of, judge_evidence_bytes
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.messages import Kind, Leave, Propose
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import Finished, TableSplit
from tests.net.adversaries.hostile_frames import Forger
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Liar, LiarsTable, Shameless
from tests.support.fake_signing import entropy_of

TIMING = Timing(status_ms=1000, silent_ms=3000, pause_ms=6000, absent_ms=6000, grace_ms=15_000)
MAX_SIGNATURES = 400
"""Verified by one session for one frame: 80 of the frame itself, and as many for what it makes of what came early."""
HUNG_S = 120
STEPS = 60
FRAMES = 150
"""Hostile frames in a game, about."""


class Finding(Exception):
    """Something that must not happen; the text says what."""


@contextmanager
def hang_is_found(seconds: int = HUNG_S) -> Iterator[None]:
    """Raise where something takes so long that it will never end."""
    def on_alarm(*_: Any) -> None:
        raise Finding(f"nothing came back for {seconds} s")

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def scene_of(seed: int, real: bool = False, rounds: bool = False) -> tuple[Opening, int]:
    """Return the table of this seed and its liar."""
    rng = random.Random(repr((seed, "scene")))
    seats = rng.choice((2, 3, 3, 3, 4, 4, 5, 6))
    hand = rng.choice((1, 2))
    opening = Opening("toy rounds" if rounds else "toy", seats, cards=seats * (hand + 1) + rng.randint(2, 6), hand=hand,
                      raffles=rng.random() < 0.3, real=real)
    return opening, rng.randrange(seats)


class FuzzedTable(LiarsTable):
    """A table at which the liar's own session plays along while it likes, and whatever it likes is said besides."""

    def __init__(self, seed: int, real: bool = False, rounds: bool = False) -> None:
        opening, seat = scene_of(seed, real, rounds)
        self.chance = random.Random(repr((seed, "fuzz")))
        self.forger: Forger | None = None
        self.cut_pairs: set[frozenset[int]] = set()
        self.loss = self.chance.choice((0.0, 0.0, 0.02, 0.2))
        self.disorder = self.chance.choice((1, 1, 4, 16))
        self.liar_plays = self.chance.random() < 0.8
        self.hostile = self.restarts = self.votes = 0
        self.healed = False
        self.proposals: dict[int, dict[bytes, Signed]] = {}
        """Every PROPOSE that anybody has made, by view."""
        super().__init__(opening, Liar(seat, (), random.Random(seed)), seed, TIMING)
        self.forger = Forger(seat, self.keys[seat], self.sessions_at_play, self.chance)

    @property
    def seat(self) -> int:
        assert self.liar is not None
        return self.liar.seat

    def sessions_at_play(self) -> list[Session]:
        """Return the honest sessions of which the liar knows all; those that wait for another table have nothing to say any
        more."""
        return [peer.session for peer in self.players if not peer.session.replica.regroup]

    def new_session(self, seat: int, stored: bytes | None = None, resumed: bool = False) -> Session:
        game = self.make_game(seat)
        state = opening_state(self.group, self.opening.identities, self.tid_of(seat), game)
        secrets = SeatSecrets(self.group, seat, game.tile_count, entropy_of((self.seed, seat, stored, self.now)), stored)
        kind = Shameless if self.liar is not None and seat == self.liar.seat else Session
        return kind(state, seat, self.keys[seat], self.verifier, secrets, self.timing, self.now, resumed,
                    opens_hand=seat % 2 == 0, first_beat=self.now * 1000)

    # --- what comes and goes

    def collect(self, *seats: int) -> None:
        first = len(self.wire)
        super().collect(*seats)
        if self.forger is not None:
            for _, _, frame in self.wire[first:]:
                message = self.forger.learn(frame)
                if message is not None and message.kind == Kind.PROPOSE:
                    self.proposals.setdefault(message.view, {})[message.frame] = message
        if not self.liar_plays:
            self.wire[first:] = [sent for sent in self.wire[first:] if sent[0] != self.seat]

    def next_frame(self) -> tuple[int, int, bytes]:
        return self.wire.pop(self.chance.randrange(min(len(self.wire), self.disorder)))

    def deliver(self, sender: int, to: int, frame: bytes) -> None:
        if frozenset((sender, to)) in self.cut_pairs or (self.loss and self.chance.random() < self.loss):
            return
        self.receive(sender, to, frame)
        self.collect(to)

    def receive(self, sender: int, to: int, frame: bytes) -> None:
        """Hand a frame over, and look at what it did."""
        session = self.peers[to].session
        calls = self.verifier.calls
        try:
            session.receive(sender, frame)
        except MalformedError as malformed:
            if sender != self.seat and to != self.seat:
                raise Finding(f"seat {to} calls a frame of honest seat {sender} malformed: {malformed}") from malformed
        except Exception as error:
            if to != self.seat:
                raise Finding(f"seat {to} raises {error!r} for {self.named(frame)} of seat {sender}") from error
        if to == self.seat:
            return
        self.check_session(to, f"after {self.named(frame)} of seat {sender}")
        calls = self.verifier.calls - calls
        if calls > MAX_SIGNATURES:
            raise Finding(f"seat {to} verified {calls} signatures for {self.named(frame)} of seat {sender}")

    @staticmethod
    def named(frame: bytes) -> str:
        try:
            message = decode_frame(frame)
        except MalformedError:
            return "a malformed frame"
        return f"{message!r} {message.fault or message.body}"[:700]

    def check_session(self, seat: int, when: str) -> None:
        session = self.peers[seat].session
        if session.stopped:
            raise Finding(f"seat {seat} has stopped {when}: {session.stopped}")
        wronged = {*session.replica.convicted, *session.replica.disagreements} - {self.seat}
        if wronged:
            found = session.replica.convicted | session.replica.disagreements
            shown = [(conviction.reason, [self.named(frame) for frame in conviction.frames]) for conviction in found.values()]
            raise Finding(f"seat {seat} convicts {wronged} {when}: {shown}")

    # --- what happens

    def attack(self, most: int) -> None:
        """A few hostile frames, each to one seat or to all."""
        assert self.forger is not None
        for _ in range(self.chance.randint(1, most)):
            frame = self.forger.frame() if self.sessions_at_play() else None
            if frame is None:
                continue
            message = self.forger.learn(frame)
            if message is not None and message.kind == Kind.PROPOSE:
                self.proposals.setdefault(message.view, {})[message.frame] = message
            others = [seat for seat in self.honest if seat not in self.cut]
            chosen = others if self.chance.random() < 0.6 else [self.chance.choice(others)] if others else []
            for to in chosen:
                if frozenset((self.seat, to)) not in self.cut_pairs:
                    self.hostile += 1
                    self.receive(self.seat, to, frame)
        self.collect()

    def work_some(self, most: int) -> None:
        self.collect()
        for _ in range(self.chance.randint(0, most)):
            if not self.step():
                return
            if self.chance.random() < 0.15:
                self.attack(2)

    def decide(self) -> None:
        for seat, peer in enumerate(self.peers):
            session = peer.session
            if seat in self.cut or not session.is_asked or session.asking or session.intent is not None:
                continue
            if self.chance.random() < 0.5 or self.healed:
                try:
                    session.submit(self.opening.choose(session.state.game, seat, self.rng))
                except RefusedError as refused:
                    if seat != self.seat:
                        raise Finding(f"seat {seat} is refused what it may do: {refused}") from refused

    def misfortune(self) -> None:
        """Something of what happens at tables anyway."""
        rng, honest = self.chance, self.honest
        match rng.randrange(10):
            case 0:
                self.cut_pairs.add(frozenset(rng.sample(range(self.opening.seats), 2)))
            case 1 | 2:
                self.cut_pairs.clear()
            case 3 if len(self.cut) < len(honest) - 1:
                self.cut.add(rng.choice(honest))
            case 4 | 5:
                for seat in self.cut:
                    self.bring_back(seat)
                self.cut.clear()
            case 6:
                self.bring_back(rng.choice(honest))
            case 7:
                voter = self.peers[rng.choice(honest)].session
                others = [seat for seat in voter.live if seat != voter.seat]
                voter.vote(rng.sample(others, min(len(others), rng.choice((0, 1, 1, 2)))))
                self.votes += 1
            case 8:
                target = rng.choice(range(self.opening.seats))  # a quarrel: all others vote at once
                for seat in honest:
                    if seat != target:
                        self.peers[seat].session.vote([target])
                self.votes += 1
            case _:
                self.liar_plays = rng.random() < 0.7

    def bring_back(self, seat: int) -> None:
        """A restart, with the journal as it was."""
        self.restarts += 1
        before = self.peers[seat].session.state
        try:
            self.restart(seat)
        except Exception as error:
            raise Finding(f"seat {seat} cannot be resumed: {error!r}") from error
        after = self.peers[seat].session.state
        self.check_session(seat, "after a restart")
        if (after.block, after.view, after.head) != (before.block, before.view, before.head):
            raise Finding(f"seat {seat} resumes at block {after.block} view {after.view}, not {before.block} {before.view}")

    def tick(self, ms: int) -> None:
        """Let time pass, with frames in between."""
        for _ in range(0, ms, 500):
            self.now += 500
            for seat, peer in enumerate(self.peers):
                if seat not in self.cut:
                    peer.session.tick(self.now)
                    if seat != self.seat:
                        self.check_session(seat, "after a tick")
            self.work_some(40 * self.opening.seats)

    # --- the game

    def play_fuzzed(self, steps: int) -> None:
        skip = self.chance.choice((0, 0, 10, 60, 200))  # into the game before the first lie
        for _ in range(skip):
            self.collect()
            self.decide()
            if not self.step():
                self.tick_quietly(500)
        for _ in range(steps):
            if self.hostile > 3 * FRAMES or self.all_through():
                return
            self.work_some(30)
            self.decide()
            self.attack(3)
            if self.chance.random() < 0.12:
                self.misfortune()
            if self.chance.random() < 0.35:
                self.tick(self.chance.choice((500, 500, 2000, 8000)))

    def tick_quietly(self, ms: int) -> None:
        for _ in range(0, ms, 500):
            self.now += 500
            for seat, peer in enumerate(self.peers):
                if seat not in self.cut:
                    peer.session.tick(self.now)
            self.collect()
            for _ in range(20_000):
                if not self.step():
                    break
            else:
                raise Finding("the honest seats never come to rest")

    def is_through(self, session: Session) -> bool:
        return (session.finished or bool(session.replica.regroup) or session.dropped or session.seat in session.replica.left
                or session.state.over)

    def all_through(self) -> bool:
        return all(self.is_through(self.peers[seat].session) for seat in self.honest)

    def heal(self) -> None:
        """Everything works again, and the liar is silent. People go on without it."""
        self.healed = True
        self.loss, self.cut_pairs, self.disorder = 0.0, set(), 1
        self.liar_plays = False
        self.wire = [sent for sent in self.wire if sent[0] != self.seat]
        for seat in sorted(self.cut):
            self.bring_back(seat)
        self.cut.clear()
        self.cut.add(self.seat)
        for seat in self.honest:
            self.peers[seat].session.vote([])

    def play_to_the_end(self) -> None:
        self.heal()
        for second in range(400):
            self.tick_quietly(1000)
            self.decide()
            if self.all_through() or self.may_stand_still() and second > 60:
                break
            if second % 40 == 20:
                for seat in self.honest:
                    self.peers[seat].session.vote([self.seat])
        self.tick_quietly(20_000)

    def may_stand_still(self) -> bool:
        """Return True if those who are left are too few to go on without the liar, or there are two logs."""
        if self.has_split():
            return True
        playing = [peer.session for peer in self.players if not self.is_through(peer.session)]
        return all(self._too_few(session, {other.seat for other in playing}) for session in playing)

    @staticmethod
    def _too_few(session: Session, playing: set[int]) -> bool:
        """Of a goodbye that promises attempts far ahead nothing follows before them: that is as good as silence."""
        left = {seat for seat, leave in session.replica.left.items() if cast(Leave, leave.body).promised < 1000}
        excused = session.replica.excused_seats() & (left | set(session.replica.convicted))
        return len({*session.live} & playing - excused) < session.replica.view_terms.needed_signers(excused)

    def has_split(self) -> bool:
        return any(session.replica.split for session in (peer.session for peer in self.players))

    # --- what must hold in the end

    def check_end(self) -> None:
        for seat in self.honest:
            self.check_session(seat, "in the end")
            self.check_losses(seat)
        self.check_heads_agree()
        if not self.all_through() and not self.may_stand_still():
            raise Finding("the game does not go on: " + self.describe())
        self.check_evidence()

    def check_losses(self, seat: int) -> None:
        """Nobody honest is lost but with a case that at least one honest seat has claimed, or after its own goodbye."""
        replica = self.peers[seat].session.replica
        gone: set[int] = set()
        for certificate in replica.certificates:
            live = {*range(self.opening.seats)} - gone
            for target in set(certificate.lost) - {self.seat} - set(replica.left):
                # A lock may force the outcome: then the case is in a PROPOSE of an attempt before.
                decided = open_link(decode_frame(certificate.frame)).proposal
                proposals = self.proposals.get(certificate.view - 1, {})
                if not any(self.has_case(proposal, target, live) for proposal in (decided, *proposals.values())):
                    raise Finding(f"honest seat {target} of {live} was lost without a case: {self.named(certificate.frame)}")
            gone |= set(certificate.lost)

    def has_case(self, proposal: Signed, target: int, live: set[int]) -> bool:
        body = cast(Propose, proposal.body)
        excused = frozenset(seat for seat in live if body.excused >> seat & 1)
        is_signed = self.players[0].session.replica.bindings.is_signed
        claims = [claim for claim in readable_claims(body.case) if claim.view == proposal.view and is_signed(claim)]
        honest = any(claim.author in self.honest and claim_in(claim).target == target for claim in claims)
        return bool(body.lost >> target & 1) and honest and case_against(target, claims, live, excused)

    def check_heads_agree(self) -> None:
        logs = {seat: [page.head for page in self.peers[seat].session.replica.log] for seat in self.honest}
        for one in self.honest:
            for other in self.honest:
                shorter = min(len(logs[one]), len(logs[other]))
                if logs[one][:shorter] == logs[other][:shorter]:
                    continue
                if not self.is_split_allowed(one, other):
                    raise Finding(f"seats {one} and {other} have two logs: {self.describe()}")

    def is_split_allowed(self, one: int, other: int) -> bool:
        """Three seats, one of them a liar, may have two logs while the others are cut apart. When they meet it is convicted."""
        for seat in (one, other):
            session = self.peers[seat].session
            small = any(len(self.live_in(session, view)) <= 3 for view in range(session.state.view + 1))
            has_reported = any(isinstance(fact, TableSplit) for fact in self.peers[seat].facts)
            if small and has_reported and self.seat in session.replica.convicted:
                return True
        return False

    def live_in(self, session: Session, view: int) -> set[int]:
        gone = {seat for certificate in session.replica.certificates if certificate.view <= view for seat in certificate.lost}
        return {*range(self.opening.seats)} - gone

    def check_evidence(self) -> None:
        """Check that what convicts the liar here convicts it for a reader who was not there."""
        for peer in self.players:
            for conviction in self.proven_by(peer).values():
                data = evidence_of(peer.session.replica, conviction, self.opening.to_bytes()).to_bytes()
                try:
                    verdict = judge_evidence_bytes(data, Opening.make_state, self.opening.verifier)
                except EvidenceError as refusal:
                    raise Finding(f"evidence of seat {peer.session.seat} for {conviction.reason!r} proves nothing: {refusal}, "
                                  f"{[self.named(frame) for frame in conviction.frames]}") from refusal
                if verdict.seat != self.seat:
                    raise Finding(f"evidence of seat {peer.session.seat} convicts {verdict.seat}, not {self.seat}")

    def describe(self) -> str:
        lines = []
        for seat in self.honest:
            session = self.peers[seat].session
            situation = session.absence.current_situation(True)
            book, opened = session.view_change.book, session.replica.open
            lines.append(
                f"seat {seat}: block {session.state.block} view {session.state.view} live {session.live} "
                f"{type(session.state.step).__name__} owing {session.replica.owing_seats()} "
                f"said {sorted(opened.all_contributions)} "
                f"acks {sorted(opened.acks)} attempt {book.attempt} prepared {book.prepared} confirmed {book.confirmed} "
                f"others {book.attempts_by_seat()} "
                f"excused {sorted(session.replica.excused_seats())} left {sorted(session.replica.left)} asking {session.asking} "
                f"decided {session.replica.decided} dropped {session.dropped} finished {session.finished} "
                f"unwanted {sorted(situation.unwanted)} heard {sorted(situation.heard)} "
                f"asked {session.is_asked} intent {session.intent!r} facts "
                f"{[fact for fact in self.peers[seat].facts if isinstance(fact, Finished | TableSplit)]}"[:1500])
        return "\n  ".join(["", f"liar {self.seat} of {self.opening.seats}", *lines])


def fuzz(seed: int, real: bool = False, steps: int = STEPS, rounds: bool = False) -> FuzzedTable:
    """Play one game. Raises Finding, which names the seed."""
    table = None
    try:
        with hang_is_found():
            table = FuzzedTable(seed, real, rounds)
            table.play_fuzzed(steps)
            table.play_to_the_end()
            table.check_end()
    except Finding as finding:
        how = " with real cryptography" * real + " in rounds" * rounds
        raise Finding(f"seed {seed}{how}: {finding}") from finding
    return table


def fuzz_frames(frames: int, first: int, real: bool = False, rounds: bool = False) -> tuple[int, int]:
    """Play games until so many hostile frames have been received; return games and frames."""
    done, seed = 0, first
    while done < frames:
        done += fuzz(seed, real, rounds=rounds).hostile
        seed += 1
    return seed - first, done


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.net.adversaries.session_fuzzer", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="one game, exactly as a finding named it")
    parser.add_argument("--real", action="store_true", help="with real cryptography")
    parser.add_argument("--rounds", action="store_true", help="games in which all seats answer at once")
    parser.add_argument("--stop", action="store_true", help="stop at the first finding")
    chosen = parser.parse_args()
    if chosen.seed is not None:
        table = fuzz(chosen.seed, chosen.real, rounds=chosen.rounds)
        print(f"{table.opening}, liar {table.seat}, {table.hostile} frames{table.describe()}")
        return 0
    games = frames = findings = 0
    seen: Counter[str] = Counter()
    started = time.monotonic()
    while time.monotonic() - started < chosen.minutes * 60:
        try:
            table = fuzz(chosen.first + games, chosen.real, rounds=chosen.rounds)
            frames += table.hostile
            seen["restarts"] += table.restarts
            seen["votes"] += table.votes
            seen["seats lost"] += sum(len(certificate.lost) for certificate in table.players[0].session.replica.certificates)
            seen["views"] += table.players[0].session.state.view
            seen["liars convicted"] += bool(table.convicted())
            seen["splits"] += table.has_split()
            seen["finished"] += all(peer.session.finished for peer in table.players)
            seen["adjourned"] += not table.all_through()
        except Finding as finding:
            findings += 1
            print(f"\n{finding}", flush=True)
            if chosen.stop:
                return 1
        games += 1
        if games % 50 == 0:
            print(f"{games} games, {frames} frames, {findings} findings, {dict(seen)}", flush=True)
    print(f"{games} games, {frames} frames, {findings} findings in {time.monotonic() - started:.0f} s, {dict(seen)}")
    return 1 if findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
