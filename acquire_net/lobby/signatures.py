"""Who has signed which table, and when it begins.

A peer begins only the last table that it has signed, and signs nothing after that. Proposals and presences only move forward, so
two honest peers of one table never begin different tables, whatever was lost on the way. A signature cannot be taken back: until
its author signs something later, the others may still begin with it.
"""

from __future__ import annotations

import msgspec

from acquire_net.lobby.messages import LobbyKind, SignedReady, read_message
from acquire_net.lobby.table_spec import AdmissionError, OtherTableError, SignedTable, TableSpec, id_of_encoded, table_id
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.verifier import Signer, Verifier

MAX_SIGNED_TABLES = 4
"""Tables of which signatures are kept: the present one, and some that were signed before it."""


class TableSignatures:
    """The lobby owns it. `set_table` follows what would be signed now, `sign` signs that, `take` adds the READY of another
    peer, and `begin` returns the table once all have signed it. A table has begun for this peer when `started` is `signed`;
    then nothing is signed until `give_up`. Sign only after `begin` has been asked: the table that was signed before may be
    complete by now."""

    def __init__(self, signer: Signer, verifier: Verifier) -> None:
        self.signer = signer
        self.verifier = verifier
        self.current: SignedTable | None = None
        """The table that follows from what is known now, with the signatures under it."""
        self.signed: SignedTable | None = None
        """The last table that this peer has signed."""
        self.started: SignedTable | None = None
        """The table that has begun; where this peer has no seat at it, `is_frozen` stays False."""
        self._tables: dict[bytes, SignedTable] = {}
        """Tables whose signatures are kept, by their id."""

    @property
    def is_frozen(self) -> bool:
        """Return True if the table at which this peer has a seat has begun."""
        return self.started is not None and self.started is self.signed

    @property
    def compared_table(self) -> SignedTable | None:
        """Return the table whose signatures are compared with those of other peers."""
        return self.started if self.is_frozen else self.current

    def set_table(self, table: TableSpec | None) -> None:
        """Follow a change of the table; None if there is no table now."""
        if table is None:
            self.current = None
            return
        if self.started is not None and self.started.table != table:
            self.started = None  # a table of other peers, which they have given up and begun again
        if self.current is None or self.current.table != table:
            self.current = self._tables.pop(table_id(table), None) or SignedTable(table)
            self._keep(self.current)

    def _keep(self, signed_table: SignedTable) -> None:
        self._tables[signed_table.tid] = signed_table
        for tid in [tid for tid, kept in self._tables.items() if kept is not self.signed][:-MAX_SIGNED_TABLES]:
            del self._tables[tid]

    @property
    def is_signed(self) -> bool:
        """Return True if the present table is the last one that this peer has signed."""
        return self.current is not None and self.current is self.signed

    def sign(self) -> bytes:
        """Sign the present table and return the READY."""
        assert self.current is not None and not self.is_frozen
        self.current.sign(self.signer)
        self.signed = self.current
        return self.ready_of(self.current, self.signed.seat_of(self.signer.public))

    def begin(self) -> SignedTable | None:
        """Return the table that has just been signed by all, if any; also for a peer that has no seat at it."""
        found = self.signed if self.signed is not None and self.signed.is_complete else None
        if found is None and self.current is not None and self.current.is_complete and not self._has_seat(self.current):
            found = self.current
        if found is None or found is self.started:
            return None
        self.started = found
        return found

    def _has_seat(self, signed_table: SignedTable) -> bool:
        return self.signer.public in signed_table.identities

    def give_up(self) -> None:
        """Give up the table that has begun, before its game or after it."""
        if self.started is not None:
            self._tables.pop(self.started.tid, None)
        self.current = self.signed = self.started = None

    def resume(self, signed_table: SignedTable) -> None:
        """Go on with a table that had begun before the program was started again."""
        self.current = self.signed = self.started = signed_table
        self._keep(signed_table)

    def go_back_to(self, tid: bytes, other: bytes) -> bool:
        """Go back to a table that another peer has begun. Return True if this peer's signature under it counts again.

        The other peer will sign no other table. So if it has a seat at the table signed here since, that one never begins."""
        signed_table = self._tables.get(tid)
        if (not self.is_frozen and signed_table is not None and self._has_seat(signed_table) and other in signed_table.identities
                and signed_table.seat_of(self.signer.public) in signed_table.signatures
                and (self.signed is None or other in self.signed.identities)):
            self.signed = signed_table
            return True
        return False

    # --- READY

    @staticmethod
    def ready_of(signed_table: SignedTable, seat: int) -> bytes:
        identity = signed_table.table.seats[seat].identity
        table = msgspec.msgpack.encode(signed_table.table)
        return msgspec.msgpack.encode(SignedReady(identity, table, signed_table.signatures[seat]))

    def missing_ready(self, tid: bytes, seats: int) -> list[bytes]:
        """Return the READYs under the table with this tid that a peer lacks; `seats` is a mask of those that it has."""
        signed_table = self._tables.get(tid)
        if signed_table is None:
            return []
        return [self.ready_of(signed_table, seat) for seat in sorted(signed_table.signatures) if not mask_of([seat]) & seats]

    def take(self, data: bytes) -> bool:
        """Take a READY. Return True if it is new. Raises MalformedError if it is forged, OtherTableError if it is for another
        table."""
        ready = read_message(LobbyKind.READY, data, SignedReady)
        signed_table = self._tables.get(id_of_encoded(ready.table), self.signed)
        if signed_table is None or signed_table is self.started or ready.identity not in signed_table.identities:
            return False
        seat = signed_table.seat_of(ready.identity)
        if seat in signed_table.signatures and signed_table.tid == id_of_encoded(ready.table):
            return False  # an author can make many valid signatures under the same bytes; only the first counts
        try:
            signed_table.add(seat, ready.table, ready.signature, self.verifier)
        except OtherTableError:
            raise
        except AdmissionError as refusal:
            raise MalformedError(str(refusal)) from None
        return True

