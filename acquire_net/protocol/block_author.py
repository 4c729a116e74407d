"""What this seat signs for the open block: its contribution, its ACK or its goodbye; and its keys behind the last block.

Blocks are judged in block_judge.py, by the same code for all seats. Here one seat does its own part (docs/spec/protocol.md,
section 1).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from acquire_net.protocol import messages
from acquire_net.protocol.absence import OwnPart
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.messages import Kind, Message
from acquire_net.protocol.missing_frames import is_block_lost
from acquire_net.protocol.own_decision import OwnDecision
from acquire_net.protocol.relay_steps import link_to_previous
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.secrets import SeatSecrets, SecretLostError
from acquire_net.protocol.state import InvalidContributionError


class SignForBlock(Struct, frozen=True):
    """Sign this for the open block, write it down and send it to all."""
    kind: Kind
    body: Message


class SayGoodbye(Struct, frozen=True):
    """Say goodbye for good: this seat cannot do what it owes, or its journal is an old copy."""


class BlockAuthor:
    """The session owns it, and carries out each `next_step`. A seat signs one contribution and one ACK for each block of a view.
    Where it has lost what it signed, it says goodbye, because a second version would convict it. What it has signed is read from
    the log, and its own choice from `decision`."""

    def __init__(self, seat: int, replica: Replica, secrets: SeatSecrets) -> None:
        self.seat = seat
        self.replica = replica
        self.secrets = secrets
        self.decision = OwnDecision(seat, secrets)
        self._is_unfit = False
        """True if this seat has found out that its secrets are lost: it takes part no more, and leaves."""

    def check_secrets(self) -> None:
        """Find out after a restart whether the secrets are those of the state."""
        self._is_unfit = not self.secrets.fits_state(self.replica.state)

    def next_step(self, may_sign: bool, own: OwnPart, statuses: Mapping[int, Signed]) -> SignForBlock | SayGoodbye | None:
        """Return what follows for the open block, or None. A seat that `may_sign` nothing may still have to leave. `statuses` are
        the newest STATUS of the other seats."""
        step = (self._contribute() or self._acknowledge()) if may_sign else None
        return step or self._leave(own, statuses)

    def _contribute(self) -> SignForBlock | SayGoodbye | None:
        state, held, step = self.replica.state, self.replica.open, self.replica.state.step
        if (self._is_unfit or step is None or self.seat not in self.replica.owing_seats() or self.seat in self.replica.convicted
                or held.contributions_of(self.seat)):  # perhaps on a version that a liar has sent to this seat alone
            return None
        if self.seat in held.acks and not isinstance(step, SignResult):  # a result is the same each time
            return SayGoodbye()  # it has acknowledged the block, and has lost what it contributed
        bodies = {seat: content.body for seat, content in held.all_contributions.items() if seat < self.seat}
        try:
            body = step.contribute(state, self.seat, bodies, self.secrets)
        except SecretLostError:
            return SayGoodbye()  # without its key this seat can only say goodbye
        except InvalidContributionError:  # nothing can be built on this; its author is convicted when it is checked
            return None
        body = self.decision.make_content(state) if body is None else body
        if isinstance(body, messages.Shuffle | messages.Tag):
            body = replace(body, before=link_to_previous(state, held, self.seat))
        return None if body is None else SignForBlock(step.kind, body)

    def _acknowledge(self) -> SignForBlock | None:
        held = self.replica.open
        if held.ack is None or self.seat in held.acks:
            return None  # it may have acknowledged another version of this block: a liar has signed two
        return SignForBlock(Kind.ACK, held.ack)

    def _leave(self, own: OwnPart, statuses: Mapping[int, Signed]) -> SayGoodbye | None:
        """Leave without secrets once the open block is acknowledged: this seat may have done that, and forgotten. Leave also if
        this seat has acknowledged a block that nobody can put together any more. Its journal is an old copy then, and its report
        would name a block that is nowhere, count for nobody, and keep the others from going on."""
        if not own.takes_part:
            return None
        if self._is_unfit:
            self._is_unfit = False
            return SayGoodbye()
        is_bound = not own.asking and self.seat in self.replica.open.acks
        return SayGoodbye() if is_bound and is_block_lost(self.replica, self.seat, statuses) else None

    def open_hand(self) -> messages.Hands | None:
        """Return the own keys, to be shown once the game is over; None if they are shown already, or are not here any more."""
        state = self.replica.state
        if self.seat not in state.live or self.seat in self.replica.hands or not self.secrets.fits_state(state):
            return None
        return messages.Hands(tuple(self.secrets.epoch_key(epoch) for epoch in state.epochs_of(self.seat)))
