"""A table of seats with real files in one process, joined by a wire that loses what is sent to a seat that is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from acquire_net.crypto.curve import CurveKeys
from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import Entropy
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.lobby.table_spec import SeatAt, SignedTable, TableSpec
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.session_events import Finished
from acquire_net.protocol.verifier import Signer, Verifier
from acquire_net.table.opening import MakeGame
from acquire_net.table.session_start import begin_session, resume_session
from acquire_net.table.table_seat import MailState, TableSeat
from tests.support.fake_signing import TransparentSigner, TransparentVerifier, entropy_of
from tests.support.steps_of_time import steps_of_time
from tests.support.toy_game import ToyGame

VERIFIER, GROUP = TransparentVerifier(), TransparentGroup()


def toy(table: TableSpec, seat: int | None) -> SealedGame:
    return ToyGame(len(table.seats), cards=3 * len(table.seats) + 2)


class FactsAsTheyAre:
    """No words of a game: what the session reports is the output, and answers are bytes."""

    def __init__(self, *given: object) -> None:
        pass

    def encode_answers(self, *answers: bytes) -> bytes:
        return answers[0]

    def answers_at_zero(self) -> Iterator[bytes]:
        return iter(())

    def begun_events(self, resumed: bool) -> Iterable[Any]:
        return ()

    def report(self, facts: Iterable[Any]) -> Iterator[Any]:
        return iter(facts)


class DiskTable:
    def __init__(self, folder: Path, seats: int, seed: int = 0, *, group: Group = GROUP, make_game: MakeGame = toy,
                 rules: tuple[str, ...] = ("ruleset toy",), signers: Sequence[Signer] = (),
                 verifier: Verifier = VERIFIER, begin: bool = True, options: tuple[tuple[str, str], ...] = (),
                 entropy: Entropy | None = None) -> None:
        self.folder, self.seed, self.now, self.group, self.make_game, self.verifier = folder, seed, 0, group, make_game, verifier
        self.signers = list(signers) or [TransparentSigner(b"%d" % seat) for seat in range(seats)]
        self.table = TableSpec(tuple(SeatAt(signer.public, bytes((seat,)) * 32, bytes((50 + seat,)) * 32, f"Player {seat}")
                                     for seat, signer in enumerate(self.signers)), rules, options, 0)
        self.signatures = {seat: SignedTable(self.table).sign(signer) for seat, signer in enumerate(self.signers)}
        self.entropy = entropy
        """The source of every seat, where it is not a seeded one."""
        self.timing = Timing(grace_ms=60_000)
        self.day = 0.0
        self.mail_states = [MailState.READ] * seats
        """What each seat knows of the mailbox of a table over days."""
        self.seats: list[TableSeat | None] = [None] * seats
        for seat in range(seats if begin else 0):
            self.begin(seat)
        self.facts: list[list[Any]] = [[] for _ in self.signers]
        self.wire: list[tuple[int, int, bytes]] = []
        self.busy: list[TableSeat] = []

    def calendar(self) -> float:
        """Return the seconds since 1970, as all programs see them."""
        return 1_700_000_000 + 86_400 * self.day

    def use_link_keys(self, keys: Sequence[CurveKeys]) -> None:
        """Found the table with these keys of links, before any seat has begun."""
        seats = tuple(replace(seat, curve=own.public) for seat, own in zip(self.table.seats, keys, strict=True))
        self.table = replace(self.table, seats=seats)
        self.signatures = {seat: SignedTable(self.table).sign(signer) for seat, signer in enumerate(self.signers)}

    def begin(self, seat: int) -> None:
        session, journal = begin_session(self.home(seat), SignedTable(self.table, dict(self.signatures)), self.make_game,
                                         self.signers[seat], self.verifier, self.entropy or entropy_of((self.seed, seat)),
                                         self.timing, group=self.group)
        self.seats[seat] = TableSeat(session, journal, translate=FactsAsTheyAre, calendar=self.calendar)

    def home(self, seat: int) -> Path:
        return self.folder / str(seat)

    def path(self, seat: int) -> Path:
        return next(self.home(seat).glob("*.acqlog"))

    def kill(self, seat: int) -> None:
        found = self.seats[seat]
        assert found is not None
        found.close()
        self.seats[seat] = None

    def resume(self, seat: int) -> TableSeat:
        entropy = self.entropy or entropy_of((self.seed, seat, self.now))
        session, journal = resume_session(self.path(seat), self.make_game, self.signers[seat], self.verifier, entropy,
                                          self.timing, self.now, self.group)
        found = self.seats[seat] = TableSeat(session, journal, translate=FactsAsTheyAre, calendar=self.calendar)
        return found

    def settle(self) -> None:
        self.pump()
        while self.wire or self.busy:
            if self.wire:
                sender, to, frame = self.wire.pop(0)
                seat = self.seats[to]
                if seat is not None:
                    seat.session.receive(sender, frame)
                self.pump(to)
            else:
                for seat in self.busy:
                    seat.session.do_spare_work()
                self.pump(*(seat.session.seat for seat in self.busy))

    def pump(self, *seats: int) -> None:
        """Take what these seats have to send, or all of them: where only one was called, the others have nothing."""
        chosen = seats or range(len(self.seats))
        self.busy = [seat for seat in self.busy if seats and seat.session.seat not in chosen]
        for number in chosen:
            seat = self.seats[number]
            if seat is not None:
                output = seat.take_output()
                self.busy += [seat] if seat.has_work else []
                self.wire += [(number, to, frame) for to, frame in output.send]
                self.facts[number] += output.events
        self.busy.sort(key=lambda seat: seat.session.seat)

    def pass_time(self, ms: int) -> None:
        for step in steps_of_time(ms):
            self.now += step
            for seat, mail in zip(self.seats, self.mail_states, strict=True):
                if seat is not None:
                    seat.tick(self.now, mail)
            self.settle()

    def play(self, choose: Callable[[Sequence[bytes]], bytes], most: int = 1000) -> None:
        self.settle()
        for _ in range(most):
            asked = [seat for seat in self.seats if seat is not None and seat.session.is_asked]
            if not asked:
                return
            session = asked[0].session
            asked[0].submit_encoded(choose(choices(session.state.game, session.seat)))
            self.settle()

    def finished(self, seat: int) -> list[Finished]:
        return [fact for fact in self.facts[seat] if isinstance(fact, Finished)]


def choices(game: SealedGame, seat: int) -> list[bytes]:
    if isinstance(game, ToyGame):
        return game.choices(seat)
    return [game.action_bytes(action) for action in game.legal_actions()]  # type: ignore[attr-defined]
