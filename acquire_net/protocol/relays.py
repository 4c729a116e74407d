"""Relays: every contribution names the one that it builds on, with its author's signature (section 2.7).

Without that, a seat that gives its successor one deck and all others another could have the successor convicted: his proof fails
beside the deck that they hold, and nobody could tell.

Where all have spoken, the proofs of shuffles that are still parked are looked at together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from acquire_net.protocol import messages
from acquire_net.protocol.codec import Signed, body_digest, to_sign_digest
from acquire_net.protocol.dealing import ShuffleDeck
from acquire_net.protocol.state import Wrong

if TYPE_CHECKING:
    from acquire_net.protocol.lockstep import Replica


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
    """Looks at the proofs of all shuffles that are parked, but for the own one, once all have spoken."""
    step, held = replica.state.step, replica.open
    if not isinstance(step, ShuffleDeck) or held.looked_at_together or replica.owing():
        return
    said = held.said
    parked = [author for author in step.authors(replica.state) if author in held.parked and said[author].frame != own_frame]
    held.looked_at_together = True
    if len(parked) > 1:
        hold = step.check_together(replica.state, parked, {author: content.body for author, content in said.items()})
        held.proven = frozenset(said[author].frame for author in parked if hold)


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
