"""What a seat writes beside its journal when something is wrong: evidence of a lie, the report of a disagreement or of a stop;
and how another machine judges evidence.

All of it may be given to anybody: nothing hidden is in it. If the disk does not take it, the game goes on all the same.
"""

from __future__ import annotations

from pathlib import Path

from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.errors import Wording
from acquire_net.lobby.table_spec import AdmissionError, TableSpec, read_table
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.evidence import (
    MAX_EVIDENCE_BYTES,
    Evidence,
    EvidenceError,
    EvidenceVerdict,
    evidence_of,
    judge_evidence_bytes,
)
from acquire_net.protocol.log_types import Conviction
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.session_events import Disagreement
from acquire_net.protocol.state import State
from acquire_net.protocol.verifier import Verifier
from acquire_net.table.acquire_game import game_of
from acquire_net.table.disagreement import divergence_report, read_state, stop_report
from acquire_net.table.journal import first_line, other_form_text
from acquire_net.table.opening import MakeGame, state_of

EVIDENCE_KIND = b"acquire evidence"
EVIDENCE_FORM = 3
FIRST_LINE = first_line(EVIDENCE_KIND, EVIDENCE_FORM)


def evidence_path(journal: Path, conviction: Conviction) -> Path:
    return journal.with_name(f"{journal.stem}-seat-{conviction.seat}-block-{conviction.block}.acqproof")


def disagreement_path(journal: Path, conviction: Conviction) -> Path:
    return journal.with_name(f"{journal.stem}-seat-{conviction.seat}-block-{conviction.block}.desync")


def stop_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.report")


def write_evidence(journal: Path, table: bytes, replica: Replica, conviction: Conviction) -> Path | None:
    """Write the evidence beside the journal; return None where the disk does not take it."""
    return _write_file(evidence_path(journal, conviction), FIRST_LINE + evidence_of(replica, conviction, table).to_bytes())


def write_disagreement(journal: Path, session: bytes, seat: int, fact: Disagreement) -> Path | None:
    """Write the report of two states in the same way; once more when the other state has come."""
    theirs = None if fact.theirs is None else read_state(fact.theirs) or {"unreadable": fact.theirs[:200].hex()}
    text = divergence_report(session=session, block=fact.conviction.block, seats=(seat, fact.conviction.seat),
                             journal=journal.name,
                             mine=read_state(fact.mine) or {}, theirs=theirs)
    return _write_file(disagreement_path(journal, fact.conviction), text.encode("utf-8"))


def write_stop(journal: Path, state: State, seat: int, reason: str) -> Path | None:
    """Write the report of a seat that has stopped in the same way."""
    text = stop_report(session=state.table, block=state.block, seat=seat, journal=journal.name, reason=reason,
                       state=state.canonical_state())
    return _write_file(stop_path(journal), text.encode("utf-8"))


def _write_file(path: Path, data: bytes) -> Path | None:
    try:
        path.write_bytes(data)
    except OSError:
        return None
    return path


def judge_evidence(data: bytes, make_game: MakeGame = game_of, verifier: Verifier = signing,
                   group: Group | None = None) -> tuple[TableSpec, EvidenceVerdict]:
    """Return whom a file of evidence convicts, at which table. Raise EvidenceError where it proves nothing."""
    if not data.startswith(FIRST_LINE):
        if other := other_form_text(data, EVIDENCE_KIND, EVIDENCE_FORM):
            raise EvidenceError(Wording("this evidence {other}", other=other))
        raise EvidenceError(Wording("this is not evidence: it does not begin with '{line}'", line=FIRST_LINE[:-1].decode()))
    if len(data) > MAX_EVIDENCE_BYTES:
        raise EvidenceError(Wording("{bytes} bytes are more than any evidence has", bytes=f"{len(data):,}"))

    def opening(table: bytes) -> State:
        try:
            found = read_table(table)
            return state_of(group or Edwards25519(), found, make_game(found, None))
        except (MalformedError, AdmissionError) as error:
            raise EvidenceError(Wording("the table itself: {error}", error=error)) from None

    proof = data[len(FIRST_LINE):]
    verdict = judge_evidence_bytes(proof, opening, verifier)
    return read_table(Evidence.from_bytes(proof).opening), verdict
