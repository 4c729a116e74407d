"""What a table is about, as bytes: seats, game, group and keys. Any process can make the opening state from them.

The table's name is a hash of these bytes, as tid is one of TABLE: nobody can take a signature to a table with other options.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.hashing import digest
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.signing import SigningKey
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.state import State
from acquire_net.protocol.verifier import Signer, Verifier
from tests.support.fake_signing import Ed25519Verifier, TransparentSigner, TransparentVerifier
from tests.support.toy_game import ToyGame
from tests.support.toy_rounds import ToyRounds


@lru_cache
def real_group() -> Edwards25519:
    return Edwards25519()


@dataclass(frozen=True)
class Opening:
    game: str = "toy"
    """toy, toy rounds, or the name of a ruleset of Acquire."""
    seats: int = 3
    cards: int = 12
    hand: int = 2
    raffles: bool = False
    open_bag: bool = False
    real: bool = False
    options: tuple[tuple[str, str | int], ...] = ()

    def to_bytes(self) -> bytes:
        return msgspec.json.encode(self)

    @staticmethod
    def of_bytes(data: bytes) -> Opening:
        return msgspec.json.decode(data, type=Opening)

    @staticmethod
    def make_state(data: bytes) -> State:
        """Return what a spectator begins with."""
        opening = Opening.of_bytes(data)
        return opening_state(opening.group, opening.identities, opening.tid, opening.make_game(None))

    @property
    def tid(self) -> bytes:
        return digest("tid", self.to_bytes())

    @property
    def group(self) -> Group:
        return real_group() if self.real else TransparentGroup()

    @property
    def verifier(self) -> Verifier:
        return Ed25519Verifier() if self.real else TransparentVerifier()

    def signer(self, seat: int) -> Signer:
        return SigningKey(bytes([seat + 1]) * 32) if self.real else TransparentSigner(b"%d" % seat)

    @property
    def identities(self) -> Sequence[bytes]:
        return [self.signer(seat).public for seat in range(self.seats)]

    def make_game(self, seat: int | None) -> SealedGame:
        if self.game == "toy":
            return ToyGame(self.seats, self.cards, self.hand, self.raffles, self.open_bag)
        if self.game == "toy rounds":
            return ToyRounds(self.seats, self.cards, self.hand, self.raffles)
        from acquire_core import RULESETS
        from acquire_net.table.acquire_game import AcquireGame

        rules = RULESETS[self.game]
        return AcquireGame(rules.replace(**dict(self.options)) if self.options else rules, self.seats, seat)

    def choose(self, game: SealedGame, seat: int, rng: random.Random) -> bytes:
        """Return something that this seat may do."""
        if isinstance(game, ToyGame):
            return rng.choice(game.choices(seat))
        from acquire_core import DeclareEnd
        from acquire_net.table.acquire_game import AcquireGame

        assert isinstance(game, AcquireGame)
        actions = game.legal_actions()
        ends = [action for action in actions if isinstance(action, DeclareEnd) and action.yes]
        return game.action_bytes(ends[0] if ends else rng.choice(actions))
