"""Journals read again: one entry offered to a replica, for a peer that resumes, a spectator, and whoever judges evidence."""

from __future__ import annotations

from acquire_net.protocol.codec import Malformed, Signed, decode
from acquire_net.protocol.facts import Entry
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.pages import Fate


def offer_entry(replica: Replica, entry: Entry) -> list[tuple[Signed, Fate]]:
    """What its messages are, and what became of each. Raises Malformed where it is not an entry of a journal at this place."""
    if not entry.acks:
        message = decode(entry.frame)
        return [(message, replica.offer(message))]
    found = []
    for seat, signature in entry.acks:
        ack = replica.ack_from_signature(seat, signature)
        if ack is None:
            raise Malformed("signatures of a block that is not complete")
        found.append((ack, replica.offer(ack)))
    return found
