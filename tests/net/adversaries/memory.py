"""Count what a session keeps."""

from __future__ import annotations

from acquire_net.protocol.session import Session


def held(session: Session) -> int:
    """Return how many messages a session keeps that are not in the log."""
    replica, opened = session.replica, session.replica.open
    return (len(session.early) + len(opened.contents) + len(opened.parked) + len(opened.acks) + len(replica.left)
            + sum(map(len, opened.others.values())) + sum(map(len, opened.other_acks.values()))
            + sum(map(len, replica.statements._of.values())) + len(replica.void_blocks) + len(list(replica.locks))
            + len(list(session.view_change.book.messages)) + len(session.claims.claim_frames) + len(session.catch_up.statuses)
            + len(replica.convicted))
