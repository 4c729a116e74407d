"""Begin or resume the session of a seat, with its journal: the same for every game that the protocol moves.

table_seat.py holds the session and the journal that begin here. Nothing is sent here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.hashing import Entropy, digest, hedged_entropy
from acquire_net.errors import SetupError, Wording
from acquire_net.lobby.table_spec import AdmissionError, SignedTable, read_table
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.secrets import DamagedSecretsError, SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.state import InvariantError
from acquire_net.protocol.verifier import Signer, Verifier
from acquire_net.table.clock_file import ClockFile
from acquire_net.table.journal import Journal, JournalOpening, journal_of
from acquire_net.table.opening import MakeGame, computers_of, hands_are_opened, state_of, timing_of


class ResumeError(SetupError, ValueError):
    """This journal cannot be gone on with by this installation; the text says why."""


def hedge_of(signer: Signer, tid: bytes, journal: Journal) -> bytes:
    """Return what only this seat can compute, and what no other run of its program computes.

    Keys, masks and permutations are made before there is a secret of this table, so the key of the identity stands in: it is
    older than whatever is wrong with the chance of this machine now. A run that has sent anything has lengthened the journal, so
    the next run hedges with another signature. The signature is never sent.
    """
    return signer.sign(digest("hedge", tid, journal.path.read_bytes()))


def begin_session(folder: Path, signed_table: SignedTable, make_game: MakeGame, signer: Signer, verifier: Verifier,
                  entropy: Entropy, timing: Timing | None = None, now_ms: int = 0, group: Group | None = None,
                  first_beat: int = 0) -> tuple[Session, Journal]:
    """Sit down at a table that all have signed. Raise DiskError where no journal can be written: then nothing was said."""
    if not signed_table.is_complete:
        raise ValueError("not all seats have signed the table")
    table, group = signed_table.table, group or Edwards25519()
    seat = signed_table.seat_of(signer.public)
    game = make_game(table, seat)
    data = msgspec.msgpack.encode(table)
    read_table(data)  # what nobody could read again is not begun
    signatures = tuple(signed_table.signatures[number] for number in range(len(table.seats)))
    journal = Journal.create_file(journal_of(folder, signed_table.tid), JournalOpening(data, signatures))
    try:
        chance = hedged_entropy(hedge_of(signer, signed_table.tid, journal), entropy)
        secrets = SeatSecrets(group, seat, game.tile_count, chance)
        secrets.prepare(game.tile_count)  # while people are still in the lobby
        state = state_of(group, table, game)
        session = Session(state, seat, signer, verifier, secrets, timing_of(table, timing), now_ms,
                          opens_hand=hands_are_opened(table), first_beat=first_beat, computers=computers_of(table))
    except BaseException:
        journal.close()
        raise
    return session, journal


def resume_session(path: Path, make_game: MakeGame, signer: Signer, verifier: Verifier, entropy: Entropy,
                   timing: Timing | None = None, now_ms: int = 0, group: Group | None = None,
                   first_beat: int = 0,
                   on_read: Callable[[int, int], None] = lambda done, total: None) -> tuple[Session, Journal]:
    """Go on where the journal ends; `on_read` is called with how many of its entries were read, of all. Raise ResumeError,
    DamagedJournalError, JournalInUseError or DiskError."""
    group = group or Edwards25519()
    journal = Journal.open(path)
    try:
        table = read_table(journal.contents.opening.table)
        seat = SignedTable(table).seat_of(signer.public)
        game = make_game(table, seat)
        state = state_of(group, table, game)
        chance = hedged_entropy(hedge_of(signer, state.table, journal), entropy)
        secrets = SeatSecrets(group, seat, game.tile_count, chance, journal.read_secrets())
        session = Session(state, seat, signer, verifier, secrets, timing_of(table, timing), now_ms, resumed=True,
                          opens_hand=hands_are_opened(table), first_beat=first_beat,
                          computers=computers_of(table))
        for number, entry in enumerate(journal.contents.entries, 1):
            on_read(number, len(journal.contents.entries))
            try:
                session.replay(entry)
            except (MalformedError, InvariantError) as error:
                raise ResumeError(Wording("entry {number} of {name}: {error}",
                                          number=number, name=path.name, error=error)) from None
    except (MalformedError, AdmissionError, DamagedSecretsError, RefusedError) as error:
        journal.close()
        raise ResumeError(Wording("{name}: {error}", name=path.name, error=error)) from None
    except BaseException:
        journal.close()
        raise
    session.decision_clock.restore_bank(ClockFile(path).read())
    session.resume(now_ms, int.from_bytes(entropy(7), "little") + 1)
    return session, journal
