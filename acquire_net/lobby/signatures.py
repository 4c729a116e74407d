"""Who has signed which table, and when it begins.

A peer begins only the last table that it has signed, and signs nothing after that. Proposals and presences only move forward, so
of two honest peers of one table neither begins another one than the other, whatever was lost on the way. A signature cannot be
taken back: until something later is signed, the others may still begin with it.
"""

from __future__ import annotations

import msgspec

from acquire_net.lobby.messages import LobbyKind, SignedReady, read_message
from acquire_net.lobby.table_spec import AdmissionError, Agreement, OtherTableError, TableSpec, id_of_encoded, table_id
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.log_types import mask_of
from acquire_net.protocol.verifier import Signer, Verifier

MAX_AGREEMENTS = 4
"""Tables of which signatures are kept: the present one, and some that were signed before it."""


class TableSignatures:
    def __init__(self, signer: Signer, verifier: Verifier) -> None:
        self.signer = signer
        self.verifier = verifier
        self.current: Agreement | None = None
        """Of the table that follows from what is known now."""
        self.signed: Agreement | None = None
        """The last that this peer has signed."""
        self.started: Agreement | None = None
        self._agreements: dict[bytes, Agreement] = {}

    @property
    def is_frozen(self) -> bool:
        """Whether the table at which this peer has a seat has begun."""
        return self.started is not None and self.started is self.signed

    @property
    def compared_agreement(self) -> Agreement | None:
        """The one whose signatures are compared with others."""
        return self.started if self.is_frozen else self.current

    def set_table(self, table: TableSpec | None) -> None:
        """The table is another one now, or there is none."""
        if table is None:
            self.current = None
            return
        if self.started is not None and self.started.table != table:
            self.started = None  # of others, who have begun again
        if self.current is None or self.current.table != table:
            self.current = self._agreements.pop(table_id(table), None) or Agreement(table)
            self._keep(self.current)

    def _keep(self, agreement: Agreement) -> None:
        self._agreements[agreement.tid] = agreement
        for tid in [tid for tid, kept in self._agreements.items() if kept is not self.signed][:-MAX_AGREEMENTS]:
            del self._agreements[tid]

    @property
    def is_signed(self) -> bool:
        """Whether the present table is the last one that was signed."""
        return self.current is not None and self.current is self.signed

    def sign(self) -> bytes:
        """The READY of this peer for the present table."""
        assert self.current is not None and not self.is_frozen
        self.current.sign(self.signer)
        self.signed = self.current
        return self.ready_of(self.current, self.signed.seat_of(self.signer.public))

    def begin(self) -> Agreement | None:
        """The agreement that has just become whole, if one has. Whoever has no seat sees it begin as well."""
        found = self.signed if self.signed is not None and self.signed.is_complete else None
        if found is None and self.current is not None and self.current.is_complete and not self._has_seat(self.current):
            found = self.current
        if found is None or found is self.started:
            return None
        self.started = found
        return found

    def _has_seat(self, agreement: Agreement) -> bool:
        return self.signer.public in agreement.identities

    def give_up(self) -> None:
        """The table that was begun is given up by all, before its game."""
        if self.started is not None:
            self._agreements.pop(self.started.tid, None)
        self.current = self.signed = self.started = None

    def resume(self, agreement: Agreement) -> None:
        """A table that had begun before the program was started again."""
        self.current = self.signed = self.started = agreement
        self._keep(agreement)

    def go_back_to(self, tid: bytes, other: bytes) -> bool:
        """The other has begun the table of that number and will sign no other one. If it has a seat at what was signed here
        since, that will never begin, and what was signed before counts again: whether it does."""
        agreement = self._agreements.get(tid)
        if (not self.is_frozen and agreement is not None and self._has_seat(agreement) and other in agreement.identities
                and agreement.seat_of(self.signer.public) in agreement.signatures
                and (self.signed is None or other in self.signed.identities)):
            self.signed = agreement
            return True
        return False

    # --- READY

    @staticmethod
    def ready_of(agreement: Agreement, seat: int) -> bytes:
        identity = agreement.table.seats[seat].identity
        return msgspec.msgpack.encode(SignedReady(identity, msgspec.msgpack.encode(agreement.table), agreement.signatures[seat]))

    def missing_ready(self, tid: bytes, seats: int) -> list[bytes]:
        """The READYs under the table of this number that somebody lacks who has those of this mask."""
        agreement = self._agreements.get(tid)
        if agreement is None:
            return []
        return [self.ready_of(agreement, seat) for seat in sorted(agreement.signatures) if not mask_of([seat]) & seats]

    def take(self, data: bytes) -> bool:
        """A READY; whether it is new. Raises MalformedError where it is forged, OtherTableError where it is for another one."""
        ready = read_message(LobbyKind.READY, data, SignedReady)
        agreement = self._agreements.get(id_of_encoded(ready.table), self.signed)
        if agreement is None or agreement is self.started or ready.identity not in agreement.identities:
            return False
        seat = agreement.seat_of(ready.identity)
        if seat in agreement.signatures and agreement.tid == id_of_encoded(ready.table):
            return False  # whoever signs can make as many signatures of the same words as he likes
        try:
            agreement.add(seat, ready.table, ready.signature, self.verifier)
        except OtherTableError:
            raise
        except AdmissionError as refusal:
            raise MalformedError(str(refusal)) from None
        return True

