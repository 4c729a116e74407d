"""Relays: every contribution names the one that it builds on, with its author's signature (docs/spec/protocol.md, section 7).

Otherwise a seat could send its successor one deck and all others another. The successor's proof would then fail beside the deck
that the others hold; the successor would be convicted, and nobody could see who has lied.

Contributions to a relay, and proofs of shuffles, are not looked at when they come but later; the proofs that are here then are
looked at together.
"""

from __future__ import annotations

from typing import cast

from acquire_net.errors import Wording
from acquire_net.protocol import messages
from acquire_net.protocol.codec import Signed, body_digest, to_sign_digest
from acquire_net.protocol.open_block import OpenBlock
from acquire_net.protocol.shuffling import ProveShuffles, ShuffleDeck
from acquire_net.protocol.state import InvalidContributionError, State, Step
from acquire_net.protocol.verifier import Verifier


def is_looked_at_later(step: Step) -> bool:
    """Return True if contributions may wait to be looked at: others build on them, or it costs less to look at all at once."""
    return step.relay or isinstance(step, ProveShuffles)


def parked_in_turn(state: State, held: OpenBlock) -> Signed | None:
    """Return the parked contribution that is the next to be looked at: in a relay, behind all before it."""
    step = state.step
    if not held.parked or step is None:
        return None
    waiting = [author for author in step.required_authors(state) if author not in held.contents]
    return next((held.parked[author] for author in (waiting[:1] if step.relay else waiting) if author in held.parked), None)


def contribution_before(state: State, held: OpenBlock, author: int) -> Signed | None:
    """Return the contribution to the open relay that this author's builds on, checked or not."""
    step, contributions = state.step, held.all_contributions
    assert step is not None
    earlier = [seat for seat in step.required_authors(state) if seat < author and seat in contributions]
    return contributions[earlier[-1]] if earlier else None


def link_to_previous(state: State, held: OpenBlock, author: int) -> bytes:
    """Return what this author's contribution has to name."""
    found = contribution_before(state, held, author)
    return b"" if found is None else body_digest(found.envelope.body) + found.envelope.signature


def check_together(state: State, held: OpenBlock, own_frame: bytes) -> None:
    """Look at all proofs of shuffles that are parked, but for the own one, in one equation. Each is in one such equation at most:
    where that does not hold, each of them is looked at by itself."""
    step = state.step
    if not isinstance(step, ProveShuffles):
        return
    parked = {author: content for author, content in sorted(held.parked.items())
              if content.frame != own_frame and content.frame not in held.looked_at_together}
    if len(parked) > 1:
        frames = frozenset(content.frame for content in parked.values())
        held.looked_at_together |= frames
        if step.check_together(state, {author: content.body for author, content in parked.items()}):
            held.proven |= frames


def may_wait(state: State, is_owed: bool) -> bool:
    """Return True if a reader of a log saves time by looking later at what is parked: at proofs when all are there, and at decks
    that are never acknowledged when something else comes."""
    return is_owed or isinstance(state.step, ShuffleDeck)


def leave_to_the_proofs(state: State, held: OpenBlock, is_owed: bool) -> None:
    """Skip decoding of decks that a seat has acknowledged, for a reader of the log: their proofs follow, and decode them."""
    if isinstance(state.step, ShuffleDeck) and not is_owed:
        held.proven |= {content.frame for content in held.parked.values()}


def builds_on_what_is_here(state: State, held: OpenBlock, message: Signed, table: bytes, verifier: Verifier) -> bool:
    """Return False if it was built on another message with the same author's signature: then that author has signed two.

    `table` is what the signatures of this block are bound to. Raises InvalidContributionError where it was built on what nobody
    has signed."""
    here, named = contribution_before(state, held, message.author), cast(messages.Shuffle | messages.Tag, message.body).before
    if here is None:
        if named:
            raise InvalidContributionError(Wording("is the first, and builds on something"))
        return True
    found, signature = named[:64], named[64:]
    signed = to_sign_digest(table, here.kind, here.author, message.block, message.view, found)
    if len(found) != 64 or not verifier.verify(state.identities[here.author], signed, signature):
        raise InvalidContributionError(Wording("builds on what seat {author} has not signed", author=here.author))
    return found == body_digest(here.envelope.body)
