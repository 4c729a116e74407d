"""Evidence as a file: what a seat writes beside its journal when somebody has lied, and how another machine judges it.

It may be given to anybody: nothing hidden is in it. That it cannot be written never stops a game.
"""

from __future__ import annotations

from pathlib import Path

from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.opening import MakeGame, state_of
from acquire_net.protocol.codec import Malformed
from acquire_net.protocol.evidence import MOST_EVIDENCE_BYTES, Evidence, NotProven, Verdict, evidence_of, judge
from acquire_net.protocol.lobby import NotWelcome, Table, read_table
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.pages import Conviction
from acquire_net.protocol.state import State
from acquire_net.protocol.verifier import Verifier

FIRST_LINE = b"acquire evidence 1\n"


def evidence_path(journal: Path, conviction: Conviction) -> Path:
    return journal.with_name(f"{journal.stem}-seat-{conviction.seat}-block-{conviction.block}.acqproof")


def write_evidence(journal: Path, table: bytes, replica: Replica, conviction: Conviction) -> Path | None:
    """Beside the journal; None where the disk does not take it."""
    path = evidence_path(journal, conviction)
    try:
        path.write_bytes(FIRST_LINE + evidence_of(replica, conviction, table).to_bytes())
    except OSError:
        return None
    return path


def judge_file(data: bytes, make_game: MakeGame, verifier: Verifier, group: Group | None = None) -> tuple[Table, Verdict]:
    """Whom a file of evidence convicts, at which table. Raises NotProven."""
    if not data.startswith(FIRST_LINE):
        raise NotProven("this is no evidence: it does not begin with 'acquire evidence 1'")
    if len(data) > MOST_EVIDENCE_BYTES:
        raise NotProven(f"{len(data):,} bytes are more than any evidence has")

    def opening(table: bytes) -> State:
        try:
            found = read_table(table)
            return state_of(group or Edwards25519(), found, make_game(found, None))
        except (Malformed, NotWelcome) as error:
            raise NotProven(f"the table itself: {error}") from None

    proof = data[len(FIRST_LINE):]
    verdict = judge(proof, opening, verifier)
    return read_table(Evidence.from_bytes(proof).opening), verdict
