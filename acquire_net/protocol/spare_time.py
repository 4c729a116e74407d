"""What a seat does while it waits: it prepares and proves its own shuffle, and looks at what others have contributed.

A relay goes from seat to seat, so the next one contributes first, and looks at those before it afterwards. A driver asks for one
piece of this when nothing has come in: a preparation, the own proof, one contribution of another seat, or all proofs of shuffles
that are here, which may take a quarter of a second. If a contribution to a relay is false, the whole block is void, and with it
what was built on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import OpenKeys
from acquire_net.protocol.messages import Shuffle
from acquire_net.protocol.shuffling import ShuffleDeck

if TYPE_CHECKING:
    from acquire_net.protocol.session import Session


class SpareTime:
    def __init__(self, peer: Session) -> None:
        self.peer = peer
        self._built = b""
        """The own contribution to a relay, made since this program was started: it is not proven to itself."""

    @property
    def has_work(self) -> bool:
        peer = self.peer
        return not peer.stopped and (peer.replica.parked_in_turn is not None or self._to_prepare() is not None
                                     or self._has_to_prove())

    def work(self) -> None:
        """For one of these things. To prepare comes first: others may be about to wait for it."""
        shuffle = self._to_prepare()
        if shuffle is not None:
            self.peer.secrets.prepare(*shuffle)
        elif not self.check_one():
            self._prove()

    def note_own(self, message: Signed) -> None:
        """This seat has just said its part."""
        if self.peer.replica.open.parked.get(self.peer.seat) is message:
            self._built = message.frame

    def check_one(self) -> bool:
        """Whether there was something to look at."""
        return self.peer.replica.check_parked(own_frame=self._built)

    def check_all(self) -> None:
        """Nothing of a relay is left to be looked at."""
        while self.check_one():
            pass

    def _has_to_prove(self) -> bool:
        """Return True if the own deck is under way and its proof is not made yet; it is sent when all decks are final."""
        peer, step = self.peer, self.peer.state.step
        own = peer.replica.open.said.get(peer.seat)
        return (isinstance(step, ShuffleDeck) and own is not None and not peer.may_not_sign
                and peer.secrets.can_prove(cast(Shuffle, own.body).deck))

    def _prove(self) -> None:
        peer, step = self.peer, self.peer.state.step
        if isinstance(step, ShuffleDeck) and self._has_to_prove():
            bodies = {seat: content.body for seat, content in peer.replica.open.said.items()}
            step.prove(peer.state, peer.seat, bodies, peer.secrets)

    def _to_prepare(self) -> tuple[int, bytes] | None:
        """Size and key, if it is known, of a shuffle that this seat will make and has not prepared: all do so at the same
        time, and not one after the other."""
        peer, state, step = self.peer, self.peer.state, self.peer.state.step
        if peer.may_not_sign:
            return None
        if isinstance(step, ShuffleDeck) and peer.seat not in peer.replica.open.said:
            shuffle = step.size(state), state.deal.joint
        elif isinstance(step, OpenKeys):
            shuffle = len(state.game.unseen()), b""
        else:
            return None
        return None if peer.secrets.is_prepared(*shuffle) else shuffle
