"""What the signatures of each block and view are bound to, and what is signed (docs/spec/protocol.md, sections 0 and 9).

A signature holds for one table, one session of it and one beginning of a view. So nothing that was signed elsewhere counts here.
"""

from __future__ import annotations

from collections.abc import Sequence

from acquire_net.crypto.hashing import digest
from acquire_net.protocol.codec import Signed, of_envelope
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.verifier import Verifier

FIRST_BLOCK_WITH_SID = 2
"""Blocks 0 and 1 commit and open the nonces that make sid; tid stands for it there."""
UNBOUND = frozenset({Kind.STATUS, Kind.STATE, Kind.HANDS})
"""Kinds that a seat must be able to read from a seat in another view, also in a view that it does not know of."""


class Bindings:
    """Its owner reports what the log has come to: `begin_session` when sid is known, `begin_view` for each view after the first.
    What a block and view are bound to is not known before that, and never changes afterwards."""

    def __init__(self, tid: bytes, identities: Sequence[bytes], verifier: Verifier) -> None:
        self.tid = tid
        self.identities = identities
        self.verifier = verifier
        self._sid: bytes | None = None
        self._starts: dict[int, bytes] = {}
        """The heads with which the views after the first have begun."""

    def begin_session(self, sid: bytes) -> None:
        """Note sid, which the nonces of all seats make."""
        self._sid = sid

    def begin_view(self, view: int, head: bytes) -> None:
        """Note the head with which a view has begun."""
        self._starts[view] = head

    def table_at(self, block: int, view: int = 0) -> bytes | None:
        """Return what signatures of this block and view are bound to, or None while that is not known here.

        A view after the first is bound to the head with which it began. So what a seat has signed in another log of this table,
        where more seats have lied than it bears, is not a signature here and convicts nobody.
        """
        table = self.tid if block < FIRST_BLOCK_WITH_SID else self._sid
        if table is None or not view:
            return table
        start = self._starts.get(view)
        return None if start is None else digest("view", table, start)

    def table_of(self, message: Signed) -> bytes | None:
        """Return what the signature of this message is bound to, or None while that is not known here."""
        return self.table_at(message.block, 0 if message.kind in UNBOUND else message.view)

    def is_signed(self, message: Signed) -> bool:
        table = self.table_of(message)
        if table is None or message.author >= len(self.identities):
            return False
        return self.verifier.verify(self.identities[message.author], of_envelope(table, message.envelope),
                                    message.envelope.signature)

    def certainly_is_signed(self, message: Signed) -> bool:
        """Return True if this message is signed. Raises LookupError where it cannot be said here."""
        if self.table_of(message) is None:
            raise LookupError("what this signature is bound to is not known here")
        return self.is_signed(message)
