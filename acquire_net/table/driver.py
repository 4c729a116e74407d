"""A seat at a table: its session, kept on disk in the one order that lets it survive anything.

Whoever has the links hands frames and ticks in and sends what `pump` gives back. Nothing is given back before the disk has it,
and while the disk refuses, the table waits: an action that the disk did not take has not been said, so nothing is lost and nobody
can be taken for a liar. This file knows files and sessions; it knows neither sockets nor the game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.hashing import Entropy, digest, hedged_entropy
from acquire_net.errors import SetupError
from acquire_net.lobby.table_spec import AdmissionError, Agreement, read_table
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.facts import Disagreement, Fact, JournalEntry, Ready, SeatConvicted, SeatStopped
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.secrets import DamagedSecretsError, SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.state import InvariantError
from acquire_net.protocol.verifier import Signer, Verifier
from acquire_net.table.clock_file import ClockFile
from acquire_net.table.journal import DiskError, Journal, JournalOpening, journal_of
from acquire_net.table.opening import MakeGame, computers_of, hands_are_opened, state_of, timing_of
from acquire_net.table.reports import write_disagreement, write_evidence, write_stop


class ResumeError(SetupError, ValueError):
    """This journal cannot be gone on with by this installation; the text says why."""


@dataclass(frozen=True, slots=True)
class Pumped:
    """What may go out now, and what is certain now."""
    send: tuple[tuple[int, bytes], ...]
    facts: tuple[Fact, ...]
    wake_ms: int
    entries: tuple[JournalEntry, ...] = ()
    """By which the journal has grown."""
    has_work: bool = False
    """Whether there is something to do when nothing has come in: call `work`."""


def hedge(signer: Signer, tid: bytes, journal: Journal) -> bytes:
    """Return what only this seat can compute, and what no other run of its program computes.

    Keys, masks and permutations are made before there is a secret of this table, so the key of the identity stands in: it is
    older than whatever is wrong with the chance of this machine now. A run that has sent anything has lengthened the journal, so
    the next run hedges with another signature. The signature is never sent.
    """
    return signer.sign(digest("hedge", tid, journal.path.read_bytes()))


class Driver:
    def __init__(self, session: Session, journal: Journal) -> None:
        self.session = session
        self.journal = journal
        self._clock_file = ClockFile(journal.path)
        self.trouble = ""
        """Why the table waits for the disk, and what to do about it; empty when it does not."""
        self._waiting: deque[Ready] = deque()
        self._first_is_written = False
        self._has_forgotten = False

    @classmethod
    def begin(cls, folder: Path, agreement: Agreement, make_game: MakeGame, signer: Signer, verifier: Verifier, entropy: Entropy,
              timing: Timing | None = None, now_ms: int = 0, group: Group | None = None, first_beat: int = 0) -> Driver:
        """Sits down at a table that all have signed. Raises DiskError where no journal can be written: nothing was said."""
        if not agreement.complete:
            raise ValueError("not all seats have signed the table")
        table, group = agreement.table, group or Edwards25519()
        seat = agreement.seat_of(signer.public)
        game = make_game(table, seat)
        data = msgspec.msgpack.encode(table)
        read_table(data)  # what nobody could read again is not begun
        signatures = tuple(agreement.signatures[number] for number in range(len(table.seats)))
        journal = Journal.create(journal_of(folder, agreement.tid), JournalOpening(data, signatures))
        chance = hedged_entropy(hedge(signer, agreement.tid, journal), entropy)
        secrets = SeatSecrets(group, seat, game.tile_count, chance)
        secrets.prepare(game.tile_count)  # while people are still in the lobby
        state = state_of(group, table, game)
        opens_hand, timing = hands_are_opened(table), timing_of(table, timing)
        return cls(Session(state, seat, signer, verifier, secrets, timing, now_ms, opens_hand=opens_hand,
                           first_beat=first_beat,
                           computers=computers_of(table)), journal)

    @classmethod
    def resume(cls, path: Path, make_game: MakeGame, signer: Signer, verifier: Verifier, entropy: Entropy,
               timing: Timing | None = None, now_ms: int = 0, group: Group | None = None, first_beat: int = 0) -> Driver:
        """Goes on where the journal ends. Raises ResumeError, journal.Damaged, InUse or DiskError."""
        group = group or Edwards25519()
        journal = Journal.open(path)
        try:
            table = read_table(journal.contents.opening.table)
            seat = Agreement(table).seat_of(signer.public)
            game = make_game(table, seat)
            state = state_of(group, table, game)
            chance = hedged_entropy(hedge(signer, state.table, journal), entropy)
            secrets = SeatSecrets(group, seat, game.tile_count, chance, journal.read_secrets())
            session = Session(state, seat, signer, verifier, secrets, timing_of(table, timing), now_ms, resumed=True,
                              opens_hand=hands_are_opened(table), first_beat=first_beat,
                           computers=computers_of(table))
            for number, entry in enumerate(journal.contents.entries, 1):
                try:
                    session.replay(entry)
                except (MalformedError, InvariantError) as error:
                    raise ResumeError(f"entry {number} of {path.name}: {error}") from None
                except RefusedError:
                    if journal.secrets_path.exists():
                        raise
                    raise ResumeError(f"{journal.secrets_path.name} is gone, which held the secrets of this seat: without it "
                                      "nobody knows its tiles. The others can go on without this seat") from None
        except (MalformedError, AdmissionError, DamagedSecretsError) as error:
            journal.close()
            raise ResumeError(f"{path.name}: {error}") from None
        except RefusedError:
            journal.close()
            raise ResumeError(f"{path.name}: the secrets of this seat are not beside the journal, as after the end of a game. "
                              "'acquire verify' and 'acquire replay' read it") from None
        except BaseException:
            journal.close()
            raise
        session.decision_clock.restore_bank(ClockFile(path).read())
        session.resume(now_ms, int.from_bytes(entropy(7), "little") + 1)
        return cls(session, journal)

    # --- what comes in

    def receive(self, sender: int, frame: bytes) -> None:
        """Raises MalformedError, and nothing has happened: then the link that brought it is at fault."""
        self.session.receive(sender, frame)

    def work(self) -> None:
        """What is better done when nothing has come in."""
        self.session.do_spare_work()

    def linked(self, seat: int) -> None:
        """The link to a seat has come up: what was said meanwhile is lost."""
        self.session.on_link_up(seat)

    def submit(self, action: bytes) -> None:
        """The own decision. Raises RefusedError, and nothing has happened."""
        if self.trouble:
            raise RefusedError(f"the table waits for the disk: {self.trouble}")
        if self.session.stopped:
            raise RefusedError(f"this seat has stopped: {self.session.stopped}")
        self.session.submit(action)

    def tick(self, now_ms: int) -> None:
        self.session.tick(now_ms)

    def set_paused(self, paused: bool) -> None:
        self.session.liveness.set_paused(paused)

    def leave(self) -> None:
        self.session.leave()

    def vote(self, seats: Iterable[int]) -> None:
        self.session.vote(seats)

    # --- what goes out

    def pump(self) -> Pumped:
        """Writes what must be written, and only then says what may be sent. Call it after every input."""
        ready = self.session.take_ready()
        self._waiting.append(ready)
        send: list[tuple[int, bytes]] = []
        facts: list[Fact] = []
        entries: list[JournalEntry] = []
        while self._waiting:
            try:
                self._persist(self._waiting[0])
            except DiskError as trouble:
                self.trouble = str(trouble.strerror or trouble)
                break
            done = self._waiting.popleft()
            self._first_is_written = False
            send += done.send
            facts += done.facts
            entries += done.journal
            for fact in done.facts:
                self._report(fact)
            self.trouble = ""
        if not self._waiting:
            self._forget_secrets_at_the_end()
        if not self._has_forgotten:
            self._clock_file.keep(self.session.decision_clock.bank_used_ms)
        return Pumped(tuple(send), tuple(facts), ready.wake_ms, tuple(entries), ready.has_work)

    def _report(self, fact: Fact) -> None:
        """Beside the journal, for people and for other machines."""
        path, session = self.journal.path, self.session
        match fact:
            case SeatConvicted(conviction):
                write_evidence(path, self.journal.contents.opening.table, session.replica, conviction)
            case Disagreement(conviction):
                write_evidence(path, self.journal.contents.opening.table, session.replica, conviction)
                write_disagreement(path, session.state.table, session.seat, fact)
            case SeatStopped(reason):
                write_stop(path, session.state, session.seat, reason)

    def _persist(self, ready: Ready) -> None:
        """Each part once, though the call may be repeated after trouble."""
        if not self._first_is_written:
            if ready.secrets is not None:
                self.journal.write_secrets(ready.secrets)
            self.journal.append(ready.journal, sync=False)
            self._first_is_written = True
        if ready.must_sync:
            self.journal.sync()

    def _forget_secrets_at_the_end(self) -> None:
        """Delete the secrets where this seat will never need them again and the disk has all that says so.

        These are the ends: the game has its result; the table begins anew without somebody; this seat said goodbye or is
        convicted, and has no say any more; the others have gone on without it. An adjourned or stopped table is not at its end:
        who comes back to it needs them.
        """
        session, replica = self.session, self.session.replica
        is_out = session.seat in replica.left or session.seat in replica.convicted
        is_gone = is_out or session.dropped or session.seat in session.state.lost
        if self._has_forgotten or session.stopped or not (session.finished or replica.regroup or is_gone):
            return
        try:
            self.journal.forget_secrets()
            self._clock_file.forget()
            self._has_forgotten = True
        except DiskError as trouble:
            self.trouble = str(trouble.strerror or trouble)

    def close(self) -> None:
        self.journal.close()
