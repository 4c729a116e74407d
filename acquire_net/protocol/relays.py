"""Relays: every contribution names the one that it builds on, with its author's signature (section 2.7).

Without that, a seat that gives its successor one deck and all others another could have the successor convicted: his proof fails
beside the deck that they hold, and nobody could tell.

Contributions to a relay, and proofs of shuffles, are looked at later than they come; proofs that have come until then together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from acquire_net.protocol import messages
from acquire_net.protocol.codec import Signed, body_digest, to_sign_digest
from acquire_net.protocol.shuffling import ProveShuffles, ShuffleDeck
from acquire_net.protocol.state import Step, Wrong

if TYPE_CHECKING:
    from acquire_net.protocol.lockstep import Replica


def is_looked_at_later(step: Step) -> bool:
    """Return True if contributions may wait to be looked at: others build on them, or it costs less to look at all at once."""
    return step.relay or isinstance(step, ProveShuffles)


def parked_in_turn(replica: Replica) -> Signed | None:
    """Return the parked contribution that is the next to be looked at: in a relay, behind all before it."""
    step, held = replica.state.step, replica.open
    if not held.parked or step is None:
        return None
    waiting = [author for author in step.authors(replica.state) if author not in held.contents]
    return next((held.parked[author] for author in (waiting[:1] if step.relay else waiting) if author in held.parked), None)


def before(replica: Replica, author: int) -> Signed | None:
    """The contribution to the open relay that this author's builds on, checked or not."""
    step, said = replica.state.step, replica.open.said
    assert step is not None
    earlier = [seat for seat in step.authors(replica.state) if seat < author and seat in said]
    return said[earlier[-1]] if earlier else None


def link(replica: Replica, author: int) -> bytes:
    """What this author's contribution has to name."""
    found = before(replica, author)
    return b"" if found is None else body_digest(found.envelope.body) + found.envelope.signature


def check_all_parked(replica: Replica) -> None:
    """Nothing of the open relay is left to be looked at whose turn has come."""
    while replica.check_parked():
        pass


def check_together(replica: Replica, own_frame: bytes) -> None:
    """Look at all proofs of shuffles that are parked, but for the own one, in one equation. Each is in one such equation at most:
    where that does not hold, each of them is looked at by itself."""
    step, held = replica.state.step, replica.open
    if not isinstance(step, ProveShuffles):
        return
    parked = {author: content for author, content in sorted(held.parked.items())
              if content.frame != own_frame and content.frame not in held.looked_at_together}
    if len(parked) > 1:
        frames = frozenset(content.frame for content in parked.values())
        held.looked_at_together |= frames
        if step.check_together(replica.state, {author: content.body for author, content in parked.items()}):
            held.proven |= frames


def may_wait(replica: Replica) -> bool:
    """Return True if a reader of a log does better to look at what is parked when more has come: at proofs when all are there,
    and at decks, if they are never acknowledged, when something else is said."""
    return bool(replica.owing()) or isinstance(replica.state.step, ShuffleDeck)


def leave_to_the_proofs(replica: Replica) -> None:
    """Skip decoding of decks that a seat has acknowledged, for a reader of the log: their proofs follow, and decode them."""
    if isinstance(replica.state.step, ShuffleDeck) and not replica.owing():
        replica.open.proven |= {content.frame for content in replica.open.parked.values()}


def builds_on_what_is_here(replica: Replica, message: Signed) -> bool:
    """Not if it was built on another message with the same author's signature: then that author has signed two.

    Raises Wrong where it was built on something that nobody has signed.
    """
    here, named = before(replica, message.author), cast(messages.Shuffle | messages.Tag, message.body).before
    if here is None:
        if named:
            raise Wrong("is the first, and builds on something")
        return True
    found, signature = named[:64], named[64:]
    table = replica.table_at(message.block, message.view)
    assert table is not None
    signed = to_sign_digest(table, here.kind, here.author, message.block, message.view, found)
    if len(found) != 64 or not replica.verifier.verify(replica.state.identities[here.author], signed, signature):
        raise Wrong(f"builds on what seat {here.author} has not signed")
    return found == body_digest(here.envelope.body)
