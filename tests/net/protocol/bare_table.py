"""The logs and secrets of three seats without their sessions: for parts of a session that can be used alone."""

from __future__ import annotations

from collections.abc import Iterable

from acquire_net.crypto.mock import TransparentGroup
from acquire_net.protocol.codec import Signed, decode_frame, encode_message, to_sign
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.messages import Envelope, Kind, Message
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.secrets import SeatSecrets
from tests.support.fake_signing import TransparentSigner, TransparentVerifier, entropy_of
from tests.support.toy_game import ToyGame

SEATS = range(3)
TID = bytes(range(64))
KEYS = [TransparentSigner(b"%d" % seat) for seat in SEATS]


class BareTable:
    """Each seat has a replica. What a seat signs goes to all of them at once."""

    def __init__(self) -> None:
        group, game = TransparentGroup(), ToyGame(len(SEATS))
        self.secrets = [SeatSecrets(group, seat, game.tile_count, entropy_of(seat)) for seat in SEATS]
        self.replicas = [Replica(opening_state(group, [key.public for key in KEYS], TID, ToyGame(len(SEATS))),
                                 TransparentVerifier(), self.secrets[seat]) for seat in SEATS]

    def sign(self, seat: int, kind: Kind, body: Message, signer: int | None = None) -> Signed:
        """Return a message of this seat about its open block, signed by itself or by another."""
        replica, data = self.replicas[seat], encode_message(body)
        state = replica.state
        table = replica.bindings.table_at(state.block, state.view)
        assert table is not None
        signature = KEYS[seat if signer is None else signer].sign(to_sign(table, kind, seat, state.block, state.view, data))
        return decode_frame(encode_message(Envelope(kind, seat, state.block, state.view, data, signature)))

    def offer(self, message: Signed, to: Iterable[int] = SEATS) -> None:
        for seat in to:
            self.replicas[seat].offer_message(message)
            self.replicas[seat].check_all_parked()
