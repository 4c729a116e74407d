"""A new deck after a seat was lost, while the hands stay as they are: the veto re-deal (docs/spec/protocol.md, section 10).

The new deck is shuffled from every unseen tile, those of the remaining hands included. Then all deck positions and all hidden
hand tiles are raised to one secret power that nobody knows whole. This shows which tiles are equal, and nothing else; positions
that lie in a hand leave the deck. What remains is the old bag and the leaver's tiles, in an order that nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from acquire_net.crypto import dleq, remask
from acquire_net.errors import Wording
from acquire_net.protocol import messages
from acquire_net.protocol.dealing import (
    CommitKeys,
    check_shares,
    make_shares,
    share_at,
    strip_shares,
)
from acquire_net.protocol.messages import REMASK_PROOF_BYTES, Kind, Message
from acquire_net.protocol.points import pairs_in, pairs_out, points_in
from acquire_net.protocol.sealed_answers import keep_commitments
from acquire_net.protocol.state import InvalidContributionError, InvariantError, Pair, Reader, Secrets, State


def without_seat(state: State, seat: int) -> State:
    """Return the table after this seat is gone: its hand is given back unseen, and a new deck is under way."""
    game = state.game.copy()
    game.record_leaving(seat)
    deal = replace(state.deal.with_hand(seat, ()), epoch=state.deal.epoch + 1, round=0, deck=(), bag=(), opened={}, stale=False)
    live = tuple(other for other in state.live if other != seat)
    return keep_commitments(replace(state, game=game, deal=deal, live=live, lost=(*state.lost, seat), step=CommitKeys()))


class RemaskHands(Struct, frozen=True):
    """Each seat brings its hidden tiles under the new joint key, and proves that they are the same tiles (R4)."""
    kind: ClassVar[Kind] = Kind.REMASK
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in state.live if state.deal.hands[seat])

    def event_bytes(self, state: State) -> bytes:
        return b"remask"

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        body = cast(messages.Remask, body)
        slots = state.deal.hands[author]
        pairs = pairs_in(state, body.pairs, len(slots), "remasked tiles")
        if len(body.proofs) != len(slots) * REMASK_PROOF_BYTES:
            raise InvalidContributionError(Wording("as many proofs as hidden tiles are needed"))
        for place, (slot, pair) in enumerate(zip(slots, pairs, strict=True)):
            if not remask.verify(state.group, state.proof_context("remask", author, bytes((place,))),
                                 key_x=state.key_of(author, slot.epoch), new_key=state.deal.joint, A=slot.mask,
                                 residual=slot.residual, remasked=pair,
                                 proof=body.proofs[place * REMASK_PROOF_BYTES:(place + 1) * REMASK_PROOF_BYTES]):
                raise InvalidContributionError(Wording("hidden tile {place} is not proven to be the same", place=place))

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        group, pairs, proofs = state.group, [], []
        for place, slot in enumerate(state.deal.hands[author]):
            secret, mask = secrets.epoch_key(slot.epoch), group.random_scalar(secrets.entropy)
            tile = group.subtract_points(slot.residual, group.multiply_point(secret, slot.mask))
            pair = group.times_base(mask), group.add(tile, group.multiply_point(mask, state.deal.joint))
            pairs.append(pair)
            proofs.append(remask.prove(group, state.proof_context("remask", author, bytes((place,))), secret_x=secret,
                                       mask_r=mask,
                                       key_x=state.key_of(author, slot.epoch), new_key=state.deal.joint, A=slot.mask,
                                       residual=slot.residual, remasked=pair, entropy=secrets.entropy))
        return messages.Remask(pairs_out(pairs), b"".join(proofs))

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        remasked = b"".join(cast(messages.Remask, bodies[seat]).pairs for seat in sorted(bodies))
        return replace(state, step=TagAll(remasked))


class TagAll(Struct, frozen=True):
    """Every seat in turn raises all pairs to its secret power, and proves that it is one for all (R5)."""
    remasked: bytes
    kind: ClassVar[Kind] = Kind.TAG
    relay: ClassVar[bool] = True

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"tag"

    def pairs_before(self, state: State, earlier: Mapping[int, Message], author: int) -> bytes:
        before = [seat for seat in self.required_authors(state) if seat < author and seat in earlier]
        return cast(messages.Tag, earlier[before[-1]]).pairs if before else pairs_out(state.deal.deck) + self.remasked

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        body = cast(messages.Tag, body)
        before = split_points(self.pairs_before(state, earlier, author))
        [key] = points_in(state, body.key, 1, "tag key")
        images = points_in(state, body.pairs, len(before), "tagged pairs")
        if not dleq.verify(state.group, state.proof_context("tag", author), key=key, bases=before, images=images,
                           proof=body.proof):
            raise InvalidContributionError(Wording("the tags are not one power of what was there"))

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        # The proofs of the seats before may not be checked yet, so the points are: a secret must meet valid points only.
        count = 2 * len(state.deal.deck) + len(self.remasked) // messages.POINT_BYTES
        before = points_in(state, self.pairs_before(state, earlier, author), count, "the pairs before")
        # Never used again, not even when the block is void, because a seat that chose these points might have chosen tiles.
        secret = secrets.new_tag()
        images = [state.group.multiply_point(secret, point) for point in before]
        key = state.group.times_base(secret)
        proof = dleq.prove(state.group, state.proof_context("tag", author), secret=secret, key=key, bases=before, images=images,
                           entropy=secrets.entropy)
        return messages.Tag(key, b"".join(images), proof)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        pairs = split_points(self.pairs_before(state, bodies, messages.MAX_SEATS))
        return replace(state, step=ShareTags(tuple(zip(pairs[::2], pairs[1::2], strict=True))))


class ShareTags(Struct, frozen=True):
    """All open the tags together; a position whose tag is that of a tile in a hand leaves the deck (R6, R7)."""
    pairs: tuple[Pair, ...]
    kind: ClassVar[Kind] = Kind.SHARES
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"share tags"

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        check_shares(state, author, b"tags", range(len(self.pairs)), [pair[0] for pair in self.pairs],
                     cast(messages.Shares, body))

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        return make_shares(state, author, b"tags", range(len(self.pairs)), [pair[0] for pair in self.pairs], secrets)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        tags = [strip_shares(state, pair[1], [share_at(bodies[seat], place) for seat in sorted(bodies)])
                for place, pair in enumerate(self.pairs)]
        of_deck, of_hands = tags[:len(state.deal.deck)], tags[len(state.deal.deck):]
        if len(set(of_deck)) != len(of_deck) or len(set(of_hands)) != len(of_hands) or not set(of_hands) <= set(of_deck):
            raise InvariantError("the tags of the new deck and of the hands do not fit")
        bag = tuple(position for position, tag in enumerate(of_deck) if tag not in of_hands)
        return replace(state, deal=replace(state.deal, bag=bag, unmatched=False), step=None)


def split_points(data: bytes) -> list[bytes]:
    return [data[at:at + 32] for at in range(0, len(data), 32)]
