"""A simulated table: n processes, one network, everything that goes wrong, and what must hold all the same.

One seed and one set of options decide everything. Faults stop at a moment that the options name; from then on the game must go on
and end, or stand still for a reason that the sessions have named.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from acquire_net.crypto.hashing import digest
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.shuffle_proof import tile_points
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.dealing import SignResult, opening_state
from acquire_net.protocol.evidence import EvidenceError, evidence_of, judge_evidence_bytes
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.messages import CONTENT_BELOW, Kind, Leave
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import BlockFinal, Finished, RolledBack
from acquire_net.protocol.state import State
from tests.net.adversaries.table import Shameless
from tests.simulation.liar import Liar
from tests.simulation.losses import Losses
from tests.simulation.process import STAGES, Process, Violation
from tests.support.fake_signing import TransparentSigner, TransparentVerifier
from tests.support.simulated_clock import Agenda, ClockFaults, SeatClock
from tests.support.simulated_disk import Disk, DiskFaults
from tests.support.simulated_network import NetworkFaults, SimulatedNetwork
from tests.support.table_of_peers import TID

GROUP = TransparentGroup()
CONTENTS = {kind for kind in Kind if kind < CONTENT_BELOW}
PROVEN = (Kind.OPEN, Kind.SHUFFLE, Kind.PROOF, Kind.SHARES, Kind.REMASK, Kind.TAG)
MAX_JOURNAL_BYTES = 150_000
"""Of a game of no blocks; what a block has comes on top."""
MAX_CONTENT_BYTES = 12_000
"""Of the largest content, a PROOF. A view that ends may make one of each seat void, and all make theirs again."""


@dataclass(frozen=True)
class PeopleFaults:
    """What happens to programs and to those in front of them, each so many times in a game."""
    crashes: int = 0
    away_ms: int = 6000
    """For how long a killed program is away, at most."""
    deaths: int = 0
    """Programs that are killed and never come back."""
    goodbyes: int = 0
    rollbacks: int = 0
    """Programs that are killed and find an old copy of their journal."""
    mutes: int = 0
    """Programs that from some moment on are heard and keep what they owe to themselves, for good."""
    blackouts: int = 0
    """All programs are killed at one moment, and come back in any order."""
    votes: int = 0
    """People who want to go on without any one seat, or take that back."""
    voters: int = 0
    """Seats whose people want to go on without those who do not answer."""
    dawdlers: float = 0.0
    """How often people do not decide before their time is up."""
    liars: int = 0
    """Seats, none or one, that a clever liar runs: each sends what a `Liar` makes up, until the faults stop."""


@dataclass(frozen=True)
class Options:
    seats: int = 3
    game: str = "toy"
    """What is played: `toy` with its options, or the name of a ruleset."""
    rounds: bool = False
    """Whether all seats answer at once: the toy game in rounds, or the ruleset with `simultaneous`."""
    hand: int = 1
    raffles: bool = False
    open_bag: bool = False
    faults_ms: int = 12_000
    """When everything is mended."""
    grace_ms: int = 12_000
    decision_ms: int | None = None
    bank_ms: int = 0
    network: NetworkFaults = field(default_factory=NetworkFaults)
    disk: DiskFaults = field(default_factory=DiskFaults)
    clocks: ClockFaults = field(default_factory=ClockFaults)
    people: PeopleFaults = field(default_factory=PeopleFaults)


@dataclass
class Outcome:
    ends: str
    blocks: int
    virtual_ms: int
    frames: int
    trace: bytes
    """A digest of everything final, in the order in which it became final: equal for equal seeds."""


class SimulatedTable:
    def __init__(self, seed: int, options: Options, make_game: Callable[[Options, int | None], SealedGame],
                 choices: Callable[[Session], Sequence[bytes]]) -> None:
        self.seed = seed
        self.options = options
        self.make_game = make_game
        self.choices = choices
        self.agenda = Agenda()
        self.timing = Timing(status_ms=1000, silent_ms=2200, pause_ms=6000, absent_ms=4000,
                             grace_ms=options.grace_ms, decision_ms=options.decision_ms, bank_ms=options.bank_ms)
        self.signers = [TransparentSigner(b"%d" % seat) for seat in range(options.seats)]
        self.network = SimulatedNetwork(self.agenda, options.network, options.seats, self.chance("network"), self._deliver)
        self.losses = Losses()
        self.network.sees = self.losses.note
        self.has_split = False
        """Whether a liar at a table of three has made two logs of it, and an honest seat has reported it."""
        self.two_heads: set[int] = set()
        """Blocks that have two heads, at a table that a liar can split."""
        self.ledger: dict[int, tuple[bytes, bytes | None]] = {}
        """The head and the state digest of every block that was final for anybody."""
        self.trace = b""
        self.processes = [self._new_process(seat) for seat in range(options.seats)]
        self.liar: Liar | None = None
        self._plan()

    def chance(self, *purpose: object) -> random.Random:
        return random.Random(repr((self.seed, *purpose)))

    def _new_process(self, seat: int) -> Process:
        rng = self.chance("clock", seat)
        drift = self.options.clocks.drift
        clock = SeatClock(self.agenda, 1 + rng.uniform(-drift, drift), 10**8 + rng.randrange(10**7))
        return Process(self, seat, Disk(self.options.disk, self.chance("disk", seat)), clock, self.chance("person", seat))

    def new_session(self, seat: int, stored: bytes | None, now_ms: int, resumed: bool, incarnation: int) -> Session:
        game = self.make_game(self.options, seat)
        state = opening_state(GROUP, [signer.public for signer in self.signers], TID, game)
        entropy = self.chance("entropy", seat, incarnation).randbytes
        secrets = SeatSecrets(GROUP, seat, game.tile_count, entropy, stored)
        kind = Shameless if self.processes[seat].lies else Session
        return kind(state, seat, self.signers[seat], TransparentVerifier(), secrets, self.timing, now_ms, resumed)

    def _deliver(self, sender: int, receiver: int, frame: bytes) -> None:
        self.processes[receiver].receive(sender, frame)

    # --- what goes wrong when

    def _plan(self) -> None:
        rng, options, until = self.chance("plan"), self.options, self.options.faults_ms
        people = options.people
        if people.liars:
            self._plan_lies(until)
        for process in self.processes:
            self.agenda.at(0, process.start)
        self.network.plan(until)
        for _ in range(people.crashes):
            self.agenda.at(rng.randrange(until), self._crash, rng.randrange(options.seats), rng.choice(STAGES),
                           rng.randint(1, people.away_ms))
        # Not of all: what everybody has forgotten is gone.
        for seat in rng.sample(range(options.seats), min(people.rollbacks, options.seats - 1)):
            self.agenda.at(rng.randrange(until), self._roll_back, seat, rng.random(),
                           2500 + rng.randint(1, people.away_ms), rng.random() < 0.3)
        for seat in rng.sample(range(options.seats), min(people.deaths, options.seats)):
            self.agenda.at(rng.randrange(until), self._die, seat, rng.choice(STAGES))
        for seat in rng.sample(range(options.seats), min(people.mutes, options.seats - 1)):
            keeps = rng.choice((CONTENTS, {Kind.ACK}, {*CONTENTS, Kind.ACK}))
            if people.mutes == 1 and rng.random() < 0.3:  # two of them could keep each other at the table
                keeps = {*Kind} - {Kind.STATUS}
            self.agenda.at(rng.randrange(until), setattr, self.processes[seat], "keeps", frozenset(keeps))
        for seat in rng.sample(range(options.seats), min(people.goodbyes, options.seats)):
            self.agenda.at(rng.randrange(until), self._say_goodbye, seat, rng.random() < 0.5)
        for process in rng.sample(self.processes, min(people.voters, options.seats)):
            process.votes_when_stuck = True
        for _ in range(people.votes):
            voter = rng.choice(self.processes)
            others = [seat for seat in range(options.seats) if seat != voter.seat]
            against = tuple(rng.sample(others, rng.choice((0, 1, 1, 1, len(others)))))
            self.agenda.at(rng.randrange(until), voter.vote, against)
        for process in self.processes if people.dawdlers else ():
            process.dawdles = people.dawdlers
        for _ in range(people.blackouts):
            at = rng.randrange(until)
            for seat in range(options.seats):
                self.agenda.at(at, self._crash, seat, rng.choice(STAGES), rng.randint(1, 3 * people.away_ms))
        for _ in range(options.clocks.jumps):
            jump = rng.choice((-1, 1)) * rng.choice((options.clocks.jump_ms, rng.randint(1, 10_000)))
            self.agenda.at(rng.randrange(until), self.processes[rng.randrange(options.seats)].clock.set, jump)
        for _ in range(options.disk.full):
            disk, at = self.processes[rng.randrange(options.seats)].disk, rng.randrange(until)
            self.agenda.at(at, setattr, disk, "is_full", True)
            self.agenda.at(at + rng.randint(100, options.disk.full_ms), setattr, disk, "is_full", False)
        self.agenda.at(until, self._heal)

    def _plan_lies(self, until: int) -> None:
        """A clever liar runs one seat until the faults stop, and then falls silent for good."""
        rng = self.chance("liar")
        seat = rng.randrange(self.options.seats)
        self.processes[seat].lies = True
        self.liar = Liar(seat, self.signers[seat], self.honest_sessions, self.network, rng)
        for at in self.liar.moments(until):
            self.agenda.at(at, self.liar.attack)

    def honest_sessions(self) -> list[Session]:
        return [process.session for process in self.processes
                if process.session is not None and not process.lies and not process.session.replica.regroup]

    @property
    def honest(self) -> list[Process]:
        return [process for process in self.processes if not process.lies]

    @property
    def may_split(self) -> bool:
        """Return True if a liar could have made two logs: at three seats it can (docs/spec/protocol.md, section 9)."""
        return self.liar is not None and any(
            len({*range(self.options.seats)} - lost) == 3 for process in self.honest if process.session is not None
            for lost in self.losses.by_view(process.session))

    def _crash(self, seat: int, stage: str, away_ms: int) -> None:
        """At this point of the next message that it writes down, or after a while if it writes none."""
        process = self.processes[seat]
        if process.up:
            process.dies_at_stage, process.comes_back_ms = stage, away_ms
            self.agenda.after(1500, self._kill_if_still, process, process.incarnation)

    @staticmethod
    def _kill_if_still(process: Process, incarnation: int) -> None:
        if process.incarnation == incarnation and process.dies_at_stage is not None:
            process.kill()

    def _roll_back(self, seat: int, part: float, away_ms: int, secrets_too: bool) -> None:
        process = self.processes[seat]
        if not process.up or process.dead:
            return
        process.comes_back_ms = away_ms
        lines = int(len(process.disk.journal) * part)
        old = process.disk.secrets if lines else None
        process.kill()
        forgotten = [decode_frame(entry.frame) for entry in process.disk.journal[lines:] if entry.frame]
        # An acknowledgement or a decision may be made again with the same bytes; what holds a proof never is.
        process.forgotten |= {message.frame for message in forgotten if message.author == seat and message.kind in PROVEN}
        process.disk.roll_back(lines)
        if secrets_too and not lines:
            process.disk.secrets = old
        process.ever_rolled_back = True

    def _die(self, seat: int, stage: str) -> None:
        process = self.processes[seat]
        process.dead = True
        self._crash(seat, stage, 0)

    def _say_goodbye(self, seat: int, switches_off: bool) -> None:
        process = self.processes[seat]
        process.do(lambda session: session.leave())
        if switches_off and process.up:
            process.dead = True
            self.agenda.after(100, process.kill)

    def _heal(self) -> None:
        self.network.heal()
        if self.liar is not None:
            self.processes[self.liar.seat].dead = True
            self.processes[self.liar.seat].kill()
            for delay_ms in (20_000, 60_000, 100_000, 140_000):
                for process in self.honest:
                    self.agenda.after(delay_ms, process.vote, (self.liar.seat,))
        for process in self.processes:
            process.dawdles = 0.0
            if self.options.people.votes:
                process.vote(())
            process.disk.heal()
            process.clock.heal()
            if process.dies_at_stage is not None and not process.dead:
                process.dies_at_stage = None
            if not process.up:
                self.agenda.after(100, process.start)

    # --- what must hold

    def check_block(self, process: Process, fact: BlockFinal) -> None:
        final_block = fact.final_block
        if final_block.index <= process.seen_block:
            raise Violation(f"seat {process.seat} reports twice that block {final_block.index} is final")
        process.seen_block = final_block.index
        # Where a certificate closed the block, the state is the one without those who are lost.
        self._enter(process, final_block.index, final_block.head, fact.state.digest if final_block.certificate is None else None)
        if len(self.ledger) % 8 == 0 or fact.state.over:
            self.check_tiles(fact.state)

    def _enter(self, process: Process, index: int, head: bytes, state: bytes | None) -> None:
        known_head, known_state = self.ledger.setdefault(index, (head, state))
        if known_head != head and self.may_split:
            self.two_heads.add(index)
            return
        if known_head != head:
            raise Violation(f"block {index} has another head for seat {process.seat}")
        if state is not None and known_state not in (None, state):
            raise Violation(f"block {index} leads to another state for seat {process.seat}")
        self.ledger[index] = head, known_state or state
        self.trace = digest("head", self.trace, bytes((process.seat,)), index.to_bytes(4, "little"), head)

    def check_after_replay(self, process: Process, session: Session) -> None:
        for final_block in session.replica.log:
            if (final_block.contents and final_block.index in self.ledger and not process.lies and not self.two_heads
                    and self.ledger[final_block.index][0] != final_block.head):
                raise Violation(f"the journal of seat {process.seat} gives another head for block {final_block.index}")

    def check_log(self, process: Process) -> None:
        """No block is missing or there twice, and all are as the others have them."""
        assert process.session is not None
        for index, final_block in enumerate(process.session.replica.log):
            if final_block.index != index:
                raise Violation(f"entry {index} of seat {process.seat} is of block {final_block.index}")
            if final_block.contents and self.ledger.get(index, (final_block.head,))[0] != final_block.head and not self.two_heads:
                raise Violation(f"the log of seat {process.seat} has another head for block {index}")

    def check_memory(self, process: Process) -> None:
        """A seat that was started from an old copy of its journal knows that, if any other seat knew."""
        known = {message.frame for other in self.processes if other.session is not None and other is not process
                 for final_block in other.session.replica.log for message in (*final_block.contents, *final_block.acks.values())}
        if process.up and process.forgotten & known and not process.has(RolledBack):
            raise Violation(f"seat {process.seat} does not learn that its journal is old")

    def _is_liar_convicted(self) -> bool:
        return any(self.liar is not None and self.liar.seat in process.session.replica.convicted
                   for process in self.honest if process.session is not None)

    def check_evidence(self, session: Session) -> None:
        """What convicts a liar here convicts it before a judge who was not there."""
        for conviction in session.replica.convicted.values():
            evidence = evidence_of(session.replica, conviction, b"").to_bytes()
            try:
                verdict = judge_evidence_bytes(evidence, self._state_of_a_stranger, TransparentVerifier())
            except EvidenceError as refusal:
                what = f"evidence of seat {session.seat} proves nothing: {conviction.reason!r}, {refusal}"
                raise Violation(what) from refusal
            if verdict.seat != conviction.seat:
                raise Violation(f"evidence of seat {session.seat} against {conviction.seat} convicts {verdict.seat}")

    def _state_of_a_stranger(self, opening: bytes) -> State:
        return opening_state(GROUP, [signer.public for signer in self.signers], TID, self.make_game(self.options, None))

    def check_journal(self, process: Process) -> None:
        """No liar fills the journal of another seat."""
        size = sum(len(entry.frame) + 70 * len(entry.acks) for entry in process.disk.journal)
        assert process.session is not None
        log = process.session.replica
        if size > MAX_JOURNAL_BYTES + 3000 * len(log.log) + MAX_CONTENT_BYTES * self.options.seats * len(log.certificates):
            raise Violation(f"the journal of seat {process.seat} has {size} bytes for {len(log.log)} blocks")

    def check_tiles(self, state: State) -> None:
        """Hidden hands and bag are what all think to be unseen, each tile once: with all the keys one can see that."""
        deal = state.deal
        if deal.unmatched or not deal.deck or state.over:
            return
        keys: dict[int, dict[int, int]] = {epoch: {seat: int.from_bytes(key, "little") for seat, key in of_epoch.items()}
                                           for epoch, of_epoch in deal.keys.items()}
        points = {int.from_bytes(point, "little"): tile for tile, point in enumerate(_tile_points(state.game.tile_count))}
        joint = sum(keys[deal.epoch].values())
        found = []
        for seat in state.live:
            for slot in deal.hands[seat]:
                mask, residual = int.from_bytes(slot.mask, "little"), int.from_bytes(slot.residual, "little")
                found.append(points.get((residual - keys[slot.epoch][seat] * mask) % GROUP.order, -1))
        unseen = state.game.unseen_tiles()
        found += [tile for tile in deal.opened.values() if tile in unseen]
        for position in () if deal.opened else deal.bag:
            mask, masked = (int.from_bytes(part, "little") for part in deal.deck[position])
            found.append(points.get((masked - joint * mask) % GROUP.order, -1))
        if sorted(found) != sorted(unseen):
            raise Violation(f"at block {state.block} hands and bag hold {sorted(found)}, and unseen are {sorted(unseen)}")

    # --- the whole game

    def run(self, most_virtual_ms: int = 900_000) -> Outcome:
        deadline = self.options.faults_ms + most_virtual_ms
        look_at = self.options.faults_ms
        while True:
            if not self.agenda.step():
                if not any(process.up for process in self.processes):
                    ends = "everybody is gone"
                    break
                raise Violation("nothing happens any more")
            if self.agenda.now >= look_at:
                look_at = self.agenda.now + 1000
                ends = self.how_it_ends()
                if ends is not None:
                    break
                if self.agenda.now > deadline:
                    raise Violation(f"it neither ends nor stands still for a reason: {self.describe()}")
        for process in self.honest:
            if process.session is not None:
                self.check_log(process)
                self.check_memory(process)
                self.losses.check(process.session, self.options.seats, self.liar.seat if self.liar is not None else -1)
                self.check_evidence(process.session)
                self.check_journal(process)
        if self.two_heads and not (self.has_split and self._is_liar_convicted()):
            raise Violation(f"blocks {sorted(self.two_heads)} have two heads, and nobody is convicted of it: {self.describe()}")
        blocks = max((len(process.session.replica.log) for process in self.processes if process.session), default=0)
        return Outcome(ends, blocks, self.agenda.now, self.network.sent, self.trace)

    def how_it_ends(self) -> str | None:
        """Return the end of the game, once all running programs have come to it; None while they have not."""
        running = [process.session for process in self.processes if process.session is not None]
        if self.agenda.now <= self.options.faults_ms + 200:
            return None
        playing = [process.session for process in self.processes if process.session is not None and not process.keeps
                   and process.session.takes_part and not process.session.dropped]
        if not playing:
            return self._all_are_through(running)
        adjourned = [process.session for process in self.processes if process.session in playing and process.adjourned]
        if len(adjourned) < len(playing):
            return None
        return "adjourned" if all(self._too_few(session) for session in playing) else None

    def _too_few(self, session: Session) -> bool:
        """Return True if those who still run are really too few to go on, whatever this session believes."""
        there = {process.seat for process in self.processes
                 if process.session is not None and process.session.takes_part and not process.keeps}
        # From a goodbye that promises attempts far ahead nothing follows before them: it is as good as silence.
        far_ahead = {seat for seat, leave in session.replica.left.items() if cast(Leave, leave.body).promised > 1000}
        excused = session.replica.excused_seats() - (far_ahead - set(session.replica.convicted))
        return len((set(session.live) - excused) & there) < session.replica.view_terms.needed_signers(excused)

    def _all_are_through(self, running: list[Session]) -> str | None:
        if not running:
            return "everybody is gone"
        if any(session.replica.regroup for session in running):
            return "regrouped"
        finished = [process for process in self.processes if process.has(Finished)]
        results = {fact.result for process in finished for fact in process.facts if isinstance(fact, Finished)}
        if len(results) > 1 and not self.two_heads:
            raise Violation("two results of one game")
        if not finished:
            return "all left"
        heads = {session.state.head for session in running if not isinstance(session.state.step, SignResult)}
        if len(heads) > 1 and not self.two_heads and not all(session.seat in session.replica.left for session in running):
            return None  # a seat that was dropped still catches up
        return "finished"

    def describe(self) -> str:
        lines = []
        for process in self.processes:
            session = process.session
            if session is None:
                lines.append(f"seat {process.seat} is off{' for good' if process.dead else ''}")
                continue
            book, opened = session.view_change.book, session.replica.open
            claims = [(claim.author, claim.body)
                      for claim in session.claims.fresh_claims(session.liveness.now, session.state.block)]
            lines.append(
                f"seat {process.seat}: block {session.state.block} view {session.state.view} live {session.live} "
                f"{type(session.state.step).__name__} owing {session.replica.owing_seats()} acks {sorted(opened.acks)} "
                f"attempt {book.attempt} proposed {book.proposed} prepared {book.prepared} confirmed {book.confirmed} "
                f"others {book.attempts_by_seat()} claims {claims} {session.absence.current_situation(True)} "
                f"decided {session.replica.decided} "
                f"asking {bool(session.asking)} dropped {session.dropped} finished {session.finished} left "
                f"{sorted(session.replica.left)} silent {process.silent} asked {session.is_asked} intent {session.intent!r} "
                f"waits for its disk {process._pending is not None} keeps {sorted(process.keeps)} adjourned {process.adjourned}")
        return "\n  ".join(["", *lines])


def _tile_points(count: int) -> tuple[bytes, ...]:
    return tile_points(GROUP, count)
