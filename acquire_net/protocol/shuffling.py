"""The two steps of a shuffle: first the decks, one after another, then all proofs (docs/spec/protocol.md, sections 3 and 5).

A proof takes several times as long as the deck that it is about. So the relay passes decks on alone, and every author makes its
proof while others shuffle. The proofs are the block after that, to which all contribute at once. The deck counts only when that
block is final: before, nothing is drawn from it or opened. If a seat is lost between the two, the decks are useless, and a new
deal begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from acquire_net.crypto import shuffle_proof
from acquire_net.crypto.shuffle_proof import ToVerify
from acquire_net.errors import Wording
from acquire_net.protocol import messages
from acquire_net.protocol.messages import Kind, Message
from acquire_net.protocol.points import cut_points, pairs_in, pairs_of, pairs_out
from acquire_net.protocol.state import InvalidContributionError, Pair, Reader, Secrets, State


class ShuffleDeck(Struct, frozen=True):
    """Every seat in turn permutes and re-encrypts: the start deck of these tiles, or what is left of the bag."""
    tiles: tuple[int, ...] | None
    """None: the bag as it is."""
    kind: ClassVar[Kind] = Kind.SHUFFLE
    relay: ClassVar[bool] = True

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"shuffle" if self.tiles is None else b"shuffle" + bytes(self.tiles)

    def deck_size(self, state: State) -> int:
        return len(state.deal.bag if self.tiles is None else self.tiles)

    def deck_before(self, state: State, earlier: Mapping[int, Message], author: int) -> tuple[Pair, ...]:
        before = [seat for seat in self.required_authors(state) if seat < author and seat in earlier]
        if before:
            return pairs_of(cast(messages.Shuffle, earlier[before[-1]]).deck)
        if self.tiles is None:
            return tuple(state.deal.deck[position] for position in state.deal.bag)
        points = shuffle_proof.tile_points(state.group, state.game.tile_count)
        return tuple((state.group.identity, points[tile]) for tile in self.tiles)

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        """Check that these are so many pairs of points; what they are is proven in the next block. Nobody builds on the last deck
        before that, so its points are decoded with its proof."""
        deck = cast(messages.Shuffle, body).deck
        if author == self.required_authors(state)[-1]:
            cut_points(deck, 2 * self.deck_size(state), "the deck")
        else:
            pairs_in(state, deck, self.deck_size(state), "the deck")

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        deck = self.deck_before(state, earlier, author)
        if min(earlier, default=author) < author:  # no secret meets a point that is none
            deck = pairs_in(state, pairs_out(deck), self.deck_size(state), "the deck before")
        shuffled = shuffle_proof.shuffle_deck(state.group, key=state.deal.joint, deck=deck, entropy=secrets.entropy,
                                              prepared=secrets.take_prepared(len(deck)))
        secrets.keep_shuffled(shuffled)
        return messages.Shuffle(pairs_out(shuffled.deck))

    def prove(self, state: State, author: int, bodies: Mapping[int, Message], secrets: Secrets) -> bytes:
        """Return the proof of the author's deck, which is among these. It is made once, and may be made early."""
        deck, ctx = cast(messages.Shuffle, bodies[author]).deck, state.proof_context("shuffle", author)
        proof = secrets.proof_of(deck, ctx)
        if proof is None:
            proof = shuffle_proof.prove(
                state.group, ctx, key=state.deal.joint, deck=self.deck_before(state, bodies, author),
                shuffled=secrets.own_shuffle(deck), entropy=secrets.entropy)
            secrets.keep_proof(deck, ctx, proof)
        return proof

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        return replace(state, step=ProveShuffles(state, dict(bodies)))


class ProveShuffles(Struct, frozen=True):
    """Every seat proves that its deck is a shuffle of the one before; the last deck is the deck then."""
    shuffling: State
    """As the relay of decks began. Proofs are about that place in the log, so that they can be made before the relay is over."""
    shuffles: Mapping[int, Message]
    kind: ClassVar[Kind] = Kind.PROOF
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"prove"

    @property
    def step(self) -> ShuffleDeck:
        return cast(ShuffleDeck, self.shuffling.step)

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        ctx, key, deck, shuffled, proof = self.to_verify(author, body)
        if not shuffle_proof.verify(state.group, ctx, key=key, deck=deck, shuffled_deck=shuffled, proof=proof):
            raise InvalidContributionError(Wording("the deck is not a proven shuffle of the one before"))

    def check_together(self, state: State, bodies: Mapping[int, Message]) -> bool:
        """Return True if these proofs hold. If not, nothing is known of any single one."""
        return shuffle_proof.verify_together(state.group, [self.to_verify(author, body) for author, body in bodies.items()])

    def to_verify(self, author: int, body: Message) -> ToVerify:
        state = self.shuffling
        deck, shuffled = self.step.deck_before(state, self.shuffles, author), cast(messages.Shuffle, self.shuffles[author]).deck
        return ToVerify(state.proof_context("shuffle", author), state.deal.joint, deck, pairs_of(shuffled),
                        cast(messages.ShuffleProof, body).proof)

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        return messages.ShuffleProof(self.step.prove(self.shuffling, author, self.shuffles, secrets))

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        deck = self.step.deck_before(self.shuffling, self.shuffles, messages.MAX_SEATS)
        again = self.step.tiles is None
        in_hands = not again and any(state.deal.hands[seat] for seat in state.live)
        deal = replace(state.deal, deck=deck, bag=tuple(range(len(deck))), stale=False, unmatched=in_hands,
                       round=state.deal.round + 1 if again else 0)
        return replace(state, deal=deal, step=None)
