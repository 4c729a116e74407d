"""What a seat does while it waits: it prepares and proves its own shuffle, and looks at what others have contributed.

A relay goes from seat to seat, so the next one contributes first, and looks at those before it afterwards. A driver asks for one
piece of this when nothing has come in: a preparation, the own proof, one contribution of another seat, or all proofs of shuffles
that are here, which may take a quarter of a second. If a contribution to a relay is false, the whole block is void, and with it
what was built on it.
"""

from __future__ import annotations

from typing import cast

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import OpenKeys
from acquire_net.protocol.messages import Shuffle
from acquire_net.protocol.relay_steps import link_to_previous
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.shuffling import ShuffleDeck


class BackgroundWork:
    """The session owns it and calls `do_one_job` when its driver has nothing else to do, and `check_all` before it signs a
    SYNC. Each job writes into the replica or the secrets; nothing is sent here. The session does nothing else meanwhile, so a
    job must stay one small piece."""

    def __init__(self, replica: Replica, seat: int, secrets: SeatSecrets) -> None:
        self.replica = replica
        self.seat = seat
        self.secrets = secrets
        self._built = b""
        """The own contribution to a relay, made since this program was started: it is not proven to itself."""

    def has_work(self, may_sign: bool) -> bool:
        """Return True if there is something to do. A seat that `may_sign` nothing makes no shuffle either."""
        return self.replica.parked_in_turn is not None or may_sign and (self._to_prepare() is not None or self._has_to_prove())

    def do_one_job(self, may_sign: bool) -> None:
        """Do one thing. To prepare comes first: others may be about to wait for it."""
        shuffle = self._to_prepare() if may_sign else None
        if shuffle is not None:
            self.secrets.prepare(*shuffle)
        elif not self.check_one() and may_sign:
            self._prove()

    def note_own(self, message: Signed) -> None:
        """Note what this seat has just contributed."""
        if self.replica.open.parked.get(self.seat) is message:
            self._built = message.frame

    def check_one(self) -> bool:
        """Look at one contribution; return True if there was one."""
        return self.replica.check_parked(own_frame=self._built)

    def check_all(self) -> None:
        """Look at everything of a relay that has come."""
        while self.check_one():
            pass

    def _has_to_prove(self) -> bool:
        """Return True if the own deck is under way and its proof is not made yet; it is sent when all decks are final.

        The deck that it shuffles must be here too. A seat that has lost its journal can receive its own deck before that one.
        """
        state, held = self.replica.state, self.replica.open
        own = held.all_contributions.get(self.seat)
        if not isinstance(state.step, ShuffleDeck) or own is None:
            return False
        shuffle = cast(Shuffle, own.body)
        return (shuffle.before == link_to_previous(state, held, self.seat)
                and self.secrets.can_prove(shuffle.deck, state.proof_context("shuffle", self.seat)))

    def _prove(self) -> None:
        step = self.replica.state.step
        if isinstance(step, ShuffleDeck) and self._has_to_prove():
            bodies = {seat: content.body for seat, content in self.replica.open.all_contributions.items()}
            step.prove(self.replica.state, self.seat, bodies, self.secrets)

    def _to_prepare(self) -> tuple[int, bytes] | None:
        """Return size and key, if it is known, of a shuffle that this seat will make and has not prepared: all do so at the same
        time, and not one after the other."""
        state = self.replica.state
        step = state.step
        if isinstance(step, ShuffleDeck) and self.seat not in self.replica.open.all_contributions:
            shuffle = step.deck_size(state), state.deal.joint
        elif isinstance(step, OpenKeys):
            shuffle = len(state.game.unseen_tiles()), b""
        else:
            return None
        return None if self.secrets.is_prepared(*shuffle) else shuffle
