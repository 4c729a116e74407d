"""What a seat holds of the attempt that it takes part in, and what it has signed there itself (protocol.md, section 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from acquire_net.protocol.certificates import proposal_digest
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.messages import Kind, Lock

_HELD = (Kind.SYNC, Kind.PROPOSE, Kind.PREPARE, Kind.CONFIRM)


@dataclass
class AttemptBook:
    """The highest message of every seat and kind. What came for attempts before the own one is of no use any more."""
    seat: int
    attempt: int = 0
    """The attempt of the own last SYNC in this view, or 0."""
    prepared: int = 0
    confirmed: int = 0
    proposed: int = 0
    lock: Lock | None = None
    """The highest attempt that this seat has confirmed."""
    _held: dict[tuple[Kind, int], Signed] = field(default_factory=dict)

    def keep(self, message: Signed) -> bool:
        """Hold a signed message in place of a lower one of its author; return True if it is held now."""
        key = message.kind, message.author
        known = self._held.get(key)
        number = message.attempt
        if known is not None and known.attempt >= number and message.author != self.seat:
            return False
        if message.author == self.seat:
            self._note_own(message, number)
        if known is None or known.attempt < number:
            self._held[key] = message
        return True

    def _note_own(self, message: Signed, number: int) -> None:
        match message.kind:
            case Kind.SYNC:
                self.attempt = max(self.attempt, number)
            case Kind.PROPOSE:
                self.proposed = max(self.proposed, number)
            case Kind.PREPARE:
                self.prepared = max(self.prepared, number)
            case Kind.CONFIRM:
                if number > self.confirmed:
                    self.confirmed = number
                    self.lock = Lock(number, message.body.proposal)  # type: ignore[attr-defined]

    @property
    def is_empty(self) -> bool:
        return not self._held

    @property
    def has_promised(self) -> bool:
        """Return True if this seat signs no content and no ACK of this view any more."""
        return self.attempt > 0

    def statements_of(self, kind: Kind) -> dict[int, Signed]:
        """Return what is held of this kind for the own attempt, by seat."""
        return self.statements_in(self.attempt, kind)

    def statements_in(self, attempt: int, kind: Kind) -> dict[int, Signed]:
        """Return what is held of this kind for an attempt, by seat."""
        return {seat: message for (held, seat), message in sorted(self._held.items())
                if held == kind and message.attempt == attempt}

    def statements_by(self, author: int) -> list[Signed]:
        """Return what is held of one seat, whatever the attempt."""
        return [message for message in self.messages if message.author == author]

    def sync_of(self, seat: int) -> Signed | None:
        """Return the highest SYNC of a seat."""
        return self._held.get((Kind.SYNC, seat))

    def attempts_by_seat(self) -> dict[int, int]:
        """Return the attempt of every other seat that has sent a SYNC."""
        return {seat: message.attempt for (kind, seat), message in self._held.items()
                if kind == Kind.SYNC and seat != self.seat}

    def own_proposal(self, leader: int) -> Signed | None:
        """Return the PROPOSE of the own attempt."""
        return self.statements_of(Kind.PROPOSE).get(leader)

    def votes_for(self, kind: Kind, proposal: Signed) -> list[Signed]:
        """Return the PREPAREs or CONFIRMs of this PROPOSE."""
        name = proposal_digest(proposal)
        return [message for message in self.statements_of(kind).values()
                if message.body.proposal == name and message.block == proposal.block]  # type: ignore[attr-defined]

    @property
    def messages(self) -> Iterator[Signed]:
        """Yield all that is held, in the order in which it is of use."""
        for kind in _HELD:
            yield from (message for (held, _), message in sorted(self._held.items()) if held == kind)
