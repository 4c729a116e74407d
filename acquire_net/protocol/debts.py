"""Who owes what to the open block: read from the log alone."""

from __future__ import annotations

from acquire_net.protocol.dealing import DecideAction, SignResult
from acquire_net.protocol.liveness import Debt
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.sealed_answers import SealAnswers
from acquire_net.protocol.view_change import ViewChange


def deciding_seats(replica: Replica) -> frozenset[int]:
    """Return the seats whose persons have to decide."""
    step = replica.state.step
    if not isinstance(step, DecideAction | SealAnswers) or replica.regroup:
        return frozenset()
    return frozenset(step.required_authors(replica.state)).difference(replica.open.all_contributions)


def sealed_seats(replica: Replica) -> tuple[int, ...]:
    """Return the seats that have committed to an answer which is not open yet. What they answer, nothing here says."""
    state, step = replica.state, replica.state.step
    if state.sealed is not None:
        return tuple(sorted(state.sealed.by_seat))
    if not isinstance(step, SealAnswers) or replica.regroup:
        return ()
    return tuple(sorted(frozenset(step.required_authors(state)).intersection(replica.open.all_contributions)))


def owe_the_block(replica: Replica) -> frozenset[int]:
    """Return the seats without whose content or ACK the open block is not final; with a decision, that of its person."""
    if replica.state.over or replica.regroup:
        return frozenset()
    found = set(replica.owing_seats())
    if replica.open.ack is not None:
        acks = replica.open.acks  # an ACK of something else is not an answer
        found |= {seat for seat in replica.state.live if seat not in acks or acks[seat].body != replica.open.ack}
    return frozenset(found)


def owe_the_attempt(view_change: ViewChange) -> frozenset[int]:
    """Return the seats that have not joined the attempt under way."""
    mine = view_change.book.attempt
    attempts = view_change.book.attempts_by_seat()
    return frozenset(seat for seat in view_change.replica.state.live
                     if seat != view_change.seat and attempts.get(seat, 0) < mine)


def patience_debts(view_change: ViewChange) -> frozenset[Debt]:
    """Return what the other seats owe the open block, as days of patience are counted: a content until it is here, then the ACK.

    A seat that has joined the attempt under way may not answer, so it owes nothing; nor does a seat whose signature of the result
    is missing, because after the game nobody is lost.
    """
    replica = view_change.replica
    state, owing = replica.state, replica.owing_seats()
    if isinstance(state.step, SignResult):
        return frozenset()
    seats = owe_the_block(replica) - {view_change.seat}
    if view_change.has_promised:
        seats &= owe_the_attempt(view_change)
    return frozenset(Debt(seat, state.block, state.view, seat not in owing) for seat in seats)


def program_debtors(replica: Replica) -> frozenset[int]:
    """Return the seats whose programs owe the open block something that needs no person.

    After the last decision nobody is lost any more, so nothing is counted.
    """
    if isinstance(replica.state.step, SignResult):
        return frozenset()
    return owe_the_block(replica) - deciding_seats(replica)
