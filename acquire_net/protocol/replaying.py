"""Journals read again: one entry offered to a replica, for a peer that resumes, a spectator, or a judge of evidence."""

from __future__ import annotations

from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.log_types import Fate
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.relay_steps import is_looked_at_later
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.session_events import JournalEntry


def offer_entry(replica: Replica, entry: JournalEntry, together: bool = False) -> list[tuple[Signed, Fate]]:
    """Offer an entry to a replica, and return its messages with what became of each. Raises MalformedError where it is not an
    entry of a journal at this place.

    The proofs of a relay may be looked at `together`, when all authors have contributed or something else comes."""
    if not entry.acks:
        message = decode_frame(entry.frame)
        step = replica.state.step
        # Not an author's second version: the writer of this journal had checked the first one before.
        known = replica.open.all_contributions.get(message.author, message)
        is_next = step is not None and is_looked_at_later(step) and message.kind == step.kind and message.frame == known.frame
        if together and message.kind == Kind.ACK:
            replica.leave_to_the_proofs()
        if not is_next:
            replica.check_all_parked()
        return [(message, replica.offer_message(message, later=together and is_next))]
    if together:
        replica.leave_to_the_proofs()
        replica.check_all_parked()
    found = []
    for seat, signature in entry.acks:
        ack = replica.ack_from_signature(seat, signature)
        if ack is None:
            raise MalformedError("signatures of a block that is not complete")
        found.append((ack, replica.offer_message(ack)))
    return found
