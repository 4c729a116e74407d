"""The steps of a game without losses (docs/spec/protocol.md, sections 2 to 5): keys, order, deal, draws, plays, the result.

Shuffles are in shuffling.py. Every step says what its contributions must prove; next_step.py decides which one comes next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from acquire_net.crypto import dleq, possession, shuffle_proof
from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import digest, draw_index
from acquire_net.errors import Wording
from acquire_net.protocol import messages
from acquire_net.protocol.messages import Kind, Message
from acquire_net.protocol.points import cut_points, points_in
from acquire_net.protocol.sealed_game import RefusedError, SealedGame
from acquire_net.protocol.shuffling import ShuffleDeck
from acquire_net.protocol.state import Deal, InvalidContributionError, InvariantError, Reader, Secrets, Slot, State


def opening_state(group: Group, identities: Sequence[bytes], tid: bytes, game: SealedGame) -> State:
    """Return the state of a table whose seats have agreed on everything but the bag."""
    seats = tuple(range(len(identities)))
    return State(group=group, identities=tuple(identities), table=tid, game=game, live=seats,
                 deal=Deal(hands=tuple(() for _ in seats)), step=CommitKeys())


# --- keys (2.2)

def commitment_to_key(state: State, author: int, nonce: bytes, key: bytes) -> bytes:
    return digest("commit", state.identities[author], nonce, key)


class CommitKeys(Struct, frozen=True):
    """Each seat commits to its key and nonce of this epoch."""
    kind: ClassVar[Kind] = Kind.COMMIT
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"commit"

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        pass  # any 64 bytes bind their author

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        epoch = state.deal.epoch
        secrets.make_epoch(epoch)
        public = state.group.times_base(secrets.epoch_key(epoch))
        return messages.Commit(commitment_to_key(state, author, secrets.epoch_nonce(epoch), public))

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        commits = {seat: cast(messages.Commit, body).commitment for seat, body in bodies.items()}
        return replace(state, step=OpenKeys(commits))


class OpenKeys(Struct, frozen=True):
    """Each seat opens its commitment and proves that it knows the key: without that, the last one could cancel the others'."""
    commits: Mapping[int, bytes]
    kind: ClassVar[Kind] = Kind.OPEN
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"open"

    def possession_statement(self, state: State, author: int) -> bytes:
        commits = (bytes((seat,)) + self.commits[seat] for seat in sorted(self.commits))
        return digest("statement", state.table, state.deal.epoch.to_bytes(4, "little"), *commits, bytes((author,)))

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        body = cast(messages.Open, body)
        if commitment_to_key(state, author, body.nonce, body.key) != self.commits[author]:
            raise InvalidContributionError(Wording("opens something else than it committed to"))
        [key] = points_in(state, body.key, 1, "key")
        if not possession.verify(state.group, self.possession_statement(state, author), key=key, proof=body.proof):
            raise InvalidContributionError(Wording("does not prove that it knows its key"))

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        epoch = state.deal.epoch
        secret = secrets.epoch_key(epoch)
        public = state.group.times_base(secret)
        proof = possession.prove(state.group, self.possession_statement(state, author), secret=secret, key=public,
                                 entropy=secrets.entropy)
        return messages.Open(secrets.epoch_nonce(epoch), public, proof)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        opened = {seat: cast(messages.Open, bodies[seat]) for seat in sorted(bodies)}
        joint = state.group.identity
        for body in opened.values():
            joint = state.group.add(joint, body.key)
        if joint == state.group.identity:
            raise InvariantError("the keys of all cancel each other")
        epoch = state.deal.epoch
        table = state.table
        if epoch == 0:
            fields = (part for seat, body in opened.items() for part in (self.commits[seat], body.nonce, body.key))
            table = digest("sid", table, *fields)
        keys = {**state.deal.keys, epoch: {seat: body.key for seat, body in opened.items()}}
        deal = replace(state.deal, keys=keys, joint=joint, deck=(), bag=(), opened={}, round=0, stale=False)
        return replace(state, table=table, deal=deal, step=ShuffleDeck(tuple(sorted(state.game.unseen_tiles()))))


# --- shares (2.4)

def share_extra(purpose: bytes, positions: Sequence[int]) -> bytes:
    return purpose + b"".join(position.to_bytes(2, "little") for position in positions)


def make_shares(state: State, author: int, purpose: bytes, positions: Sequence[int], masks: Sequence[bytes],
                secrets: Secrets) -> messages.Shares:
    """Return the author's shares of these points, with one proof for all."""
    secret = secrets.epoch_key(state.deal.epoch)
    images = [state.group.multiply_point(secret, mask) for mask in masks]
    proof = dleq.prove(state.group, state.proof_context("share", author, share_extra(purpose, positions)), secret=secret,
                       key=state.key_of(author), bases=masks, images=images, entropy=secrets.entropy)
    return messages.Shares(b"".join(images), proof)


def check_shares(state: State, author: int, purpose: bytes, positions: Sequence[int], masks: Sequence[bytes],
                 body: messages.Shares) -> None:
    images = cut_points(body.shares, len(masks), "shares")  # decoded where the proof is verified, strictly, and once
    if not dleq.verify(state.group, state.proof_context("share", author, share_extra(purpose, positions)),
                       key=state.key_of(author),
                       bases=masks, images=images, proof=body.proof):
        points_in(state, body.shares, len(masks), "shares")  # reports where one of them is not a point
        raise InvalidContributionError(Wording("the shares are not those of its key"))


def share_at(body: Message, place: int) -> bytes:
    return cast(messages.Shares, body).shares[32 * place:32 * place + 32]


def strip_shares(state: State, point: bytes, shares: Sequence[bytes]) -> bytes:
    """Return a point without these shares. They are public, so several are added up first: our own sum is faster than a
    subtraction of each."""
    if len(shares) > 1:
        shares = (state.group.combine_points([1] * len(shares), shares),)
    for share in shares:
        point = state.group.subtract_points(point, share)
    return point


class DrawTiles(Struct, frozen=True):
    """The next positions of the bag: each for one seat, whose own share stays away, or for all to see."""
    seats: tuple[int | None, ...]
    kind: ClassVar[Kind] = Kind.SHARES
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        targets = set(self.seats)
        if len(targets) > 1:
            return state.live
        return tuple(seat for seat in state.live if targets - {seat})

    def event_bytes(self, state: State) -> bytes:
        return b"draw" + bytes(255 if seat is None else seat for seat in self.seats)

    def owed_positions(self, state: State, author: int) -> list[int]:
        """Return the positions for which the author owes a share."""
        return [position for position, to in zip(state.deal.bag, self.seats, strict=False) if to != author]

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        positions = self.owed_positions(state, author)
        masks = [state.deal.deck[position][0] for position in positions]
        check_shares(state, author, b"draw" + self.event_bytes(state), positions, masks, cast(messages.Shares, body))

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        positions = self.owed_positions(state, author)
        masks = [state.deal.deck[position][0] for position in positions]
        return make_shares(state, author, b"draw" + self.event_bytes(state), positions, masks, secrets)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        deal = state.deal
        if len(deal.bag) < len(self.seats):
            raise InvariantError(f"the game asks for {len(self.seats)} tiles of a bag that has {len(deal.bag)}")
        owed = {seat: self.owed_positions(state, seat) for seat in bodies}
        tiles: list[int | None] = []
        for position, to in zip(deal.bag, self.seats, strict=False):
            mask, masked = deal.deck[position]
            shares = [share_at(bodies[seat], owed[seat].index(position)) for seat in sorted(bodies) if to != seat]
            residual = strip_shares(state, masked, shares)
            if to is None:
                tiles.append(state.tile_of(residual))
            else:
                slot = Slot(deal.epoch, deal.round, position, to, mask, residual)
                deal = deal.with_hand(to, (*deal.hands[to], slot))
                tiles.append(reader.read(slot))
        deal = replace(deal, bag=deal.bag[len(self.seats):])
        game = state.game.copy()
        game.record_draw(tiles)
        return replace(state, deal=deal, game=game, step=None)


# --- put-back and the opened bag (2.5)

class Coin(Struct, frozen=True):
    """All seats together choose a position of the bag. Each has only one valid contribution, so none can choose the result."""
    of_all_tiles: bool = False
    """Any tile of the game, where the bag is empty and the rules draw all the same."""
    kind: ClassVar[Kind] = Kind.SHARES
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"coin"

    def coin_point(self, state: State) -> bytes:
        # The same for all seats: the author's own context goes into the proof alone.
        return state.group.hash_to_point(b"coin", state.proof_context("coin", 0))

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        check_shares(state, author, b"coin", (), [self.coin_point(state)], cast(messages.Shares, body))

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        return make_shares(state, author, b"coin", (), [self.coin_point(state)], secrets)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        total = state.group.identity
        for seat in sorted(bodies):
            total = state.group.add(total, share_at(bodies[seat], 0))
        coin = digest("coin", total)
        if self.of_all_tiles:
            return self.state_after_raffle(state, draw_index(coin, state.game.tile_count))
        if state.deal.opened:
            unseen = state.game.unseen_tiles()
            tiles = [tile for _, tile in sorted(state.deal.opened.items()) if tile in unseen]
            return self.state_after_raffle(state, tiles[draw_index(coin, len(tiles))])
        return replace(state, step=OpenPositions((state.deal.bag[draw_index(coin, len(state.deal.bag))],)))

    def state_after_raffle(self, state: State, tile: int) -> State:
        game = state.game.copy()
        game.record_raffle(tile)
        return replace(state, game=game, step=None)


class OpenPositions(Struct, frozen=True):
    """Tiles of the bag for all to see: the one that the coin chose, which stays there, or all of them."""
    positions: tuple[int, ...] | None
    """None: the whole bag."""
    kind: ClassVar[Kind] = Kind.SHARES
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"open the bag" if self.positions is None else share_extra(b"raffle", self.positions)

    def asked_positions(self, state: State) -> tuple[int, ...]:
        return state.deal.bag if self.positions is None else self.positions

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        masks = [state.deal.deck[position][0] for position in self.asked_positions(state)]
        check_shares(state, author, b"public", self.asked_positions(state), masks, cast(messages.Shares, body))

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        masks = [state.deal.deck[position][0] for position in self.asked_positions(state)]
        return make_shares(state, author, b"public", self.asked_positions(state), masks, secrets)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        tiles = []
        for place, position in enumerate(self.asked_positions(state)):
            shares = [share_at(bodies[seat], place) for seat in sorted(bodies)]
            tiles.append(state.tile_of(strip_shares(state, state.deal.deck[position][1], shares)))
        game = state.game.copy()
        deal = replace(state.deal, stale=True)
        if self.positions is None:
            game.bag_opened(tiles)
            deal = replace(deal, opened=dict(zip(state.deal.bag, tiles, strict=True)))
        else:
            game.record_raffle(tiles[0])
        return replace(state, game=game, deal=deal, step=None)


# --- decisions

ActionBody = messages.Decide | messages.Answer
"""A message that names an action and opens the tiles that it needs."""


def opened_slots(state: State, author: int, body: ActionBody) -> dict[int, tuple[Slot, messages.Opening]]:
    """Return the opened slots by their place in the hand."""
    hand = state.deal.hands[author]
    found: dict[int, tuple[Slot, messages.Opening]] = {}
    for opening in body.openings:
        if opening.slot >= len(hand) or opening.slot in found:
            raise InvalidContributionError(Wording("opens slot {slot} of a hand of {hand}, or twice",
                                                   slot=opening.slot, hand=len(hand)))
        found[opening.slot] = hand[opening.slot], opening
    return found


def check_openings(state: State, author: int, body: ActionBody) -> tuple[int, ...]:
    """Check that an action can be read, and that the tiles are proven that it needs. Return these tiles."""
    try:
        wanted = state.game.to_prove(author, body.action)
    except RefusedError as refused:
        raise InvalidContributionError(Wording("says what the rules do not allow: {refused}", refused=refused)) from None
    opened = tuple(opening.tile for opening in body.openings)
    if opened != wanted:
        raise InvalidContributionError(Wording("opens {opened} tiles where {wanted} others are to be proven",
                                               opened=len(opened), wanted=len(wanted)))
    slots = opened_slots(state, author, body)
    points = shuffle_proof.tile_points(state.group, state.game.tile_count)
    proofs = [body.proofs[at:at + 64] for at in range(0, len(body.proofs), 64)]
    by_epoch = openings_by_epoch(slots)
    if len(proofs) != len(by_epoch) or any(len(proof) != 64 for proof in proofs):
        raise InvalidContributionError(Wording("brings {proofs} bytes of proof for {by_epoch} epochs",
                                               proofs=len(body.proofs), by_epoch=len(by_epoch)))
    for (epoch, of_epoch), proof in zip(by_epoch.items(), proofs, strict=True):
        for slot, opening in of_epoch:
            [share] = points_in(state, opening.share, 1, "share")
            if state.group.subtract_points(slot.residual, share) != points[opening.tile]:
                raise InvalidContributionError(Wording("slot {slot} is not the tile it says", slot=opening.slot))
        if not dleq.verify(state.group, state.proof_context("decide", author, decide_extra(body.action, body.openings)),
                           key=state.key_of(author, epoch),
                           bases=[slot.mask for slot, _ in of_epoch], images=[opening.share for _, opening in of_epoch],
                           proof=proof):
            raise InvalidContributionError(Wording("does not prove the tiles it opens"))
    return opened


def find_places(state: State, author: int, tiles: Sequence[int], reader: Reader) -> dict[int, int]:
    """Return where these tiles lie in the own hand. Raises RefusedError where one does not."""
    places = {reader.read(slot): place for place, slot in enumerate(state.deal.hands[author])}
    if any(tile not in places for tile in tiles):
        raise RefusedError(Wording("a tile that is not in this hand"))
    return {tile: places[tile] for tile in tiles}


def make_openings(state: State, author: int, action: bytes, places: Mapping[int, int], secrets: Secrets) -> messages.Decide:
    """Return an action of the own seat with these tiles of the own hand opened, by their places, and the proofs."""
    hand = state.deal.hands[author]
    openings = tuple(
        messages.Opening(place, tile, state.group.multiply_point(secrets.epoch_key(hand[place].epoch), hand[place].mask))
        for tile, place in places.items())
    ctx = state.proof_context("decide", author, decide_extra(action, openings))
    by_epoch = openings_by_epoch(opened_slots(state, author, messages.Decide(action, openings, b"")))
    proofs = [dleq.prove(state.group, ctx, secret=secrets.epoch_key(epoch), key=state.key_of(author, epoch),
                         bases=[slot.mask for slot, _ in of_epoch], images=[opening.share for _, opening in of_epoch],
                         entropy=secrets.entropy)
              for epoch, of_epoch in by_epoch.items()]
    return messages.Decide(action, openings, b"".join(proofs))


def without_opened(state: State, author: int, body: ActionBody) -> tuple[Slot, ...]:
    """Return what is hidden in a hand when these tiles are known to all."""
    opened = opened_slots(state, author, body)
    return tuple(slot for place, slot in enumerate(state.deal.hands[author]) if place not in opened)


class DecideAction(Struct, frozen=True):
    """One seat says what it does, and proves that it holds the tiles that this needs."""
    seat: int
    kind: ClassVar[Kind] = Kind.DECIDE
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def event_bytes(self, state: State) -> bytes:
        return b"decide"

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        body = cast(messages.Decide, body)
        opened = check_openings(state, author, body)
        try:
            state.game.copy().apply_decision(author, body.action, opened)
        except RefusedError as refused:
            raise InvalidContributionError(Wording("does what the rules do not allow: {refused}", refused=refused)) from None

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message | None:
        return None

    def declare_action(self, state: State, action: bytes, reader: Reader, secrets: Secrets) -> messages.Decide:
        """Return the message for an action of the own seat. Raises RefusedError where the rules forbid it, or it names a tile
        that this seat does not hold."""
        wanted = state.game.to_prove(self.seat, action)
        places = find_places(state, self.seat, wanted, reader)
        state.game.copy().apply_decision(self.seat, action, wanted)
        return make_openings(state, self.seat, action, places, secrets)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        body = cast(messages.Decide, bodies[self.seat])
        game = state.game.copy()
        game.apply_decision(self.seat, body.action, tuple(opening.tile for opening in body.openings))
        return replace(state, game=game, deal=state.deal.with_hand(self.seat, without_opened(state, self.seat, body)), step=None)


def decide_extra(action: bytes, openings: Sequence[messages.Opening]) -> bytes:
    return digest("decide", action, *(bytes((opening.slot, opening.tile)) for opening in openings))


def openings_by_epoch(slots: Mapping[int, tuple[Slot, messages.Opening]]) -> dict[int, list[tuple[Slot, messages.Opening]]]:
    """Group opened slots by epoch, because a proof speaks of one key and a hand may hold tiles of several epochs."""
    found: dict[int, list[tuple[Slot, messages.Opening]]] = {}
    for slot, opening in sorted(slots.values(), key=lambda entry: (entry[0].epoch, entry[1].slot)):
        found.setdefault(slot.epoch, []).append((slot, opening))
    return found


class SignResult(Struct, frozen=True):
    """Every seat signs what came out."""
    result: bytes
    kind: ClassVar[Kind] = Kind.RESULT
    relay: ClassVar[bool] = False

    def required_authors(self, state: State) -> tuple[int, ...]:
        return state.live

    def event_bytes(self, state: State) -> bytes:
        return b"result" + self.result

    def result_body(self, state: State) -> messages.Result:
        return messages.Result(state.head, digest("result", state.table, state.head, self.result))

    def check(self, state: State, author: int, body: Message, earlier: Mapping[int, Message]) -> None:
        if body != self.result_body(state):
            raise InvalidContributionError(Wording("signs another result than the game has"))

    def contribute(self, state: State, author: int, earlier: Mapping[int, Message], secrets: Secrets) -> Message:
        return self.result_body(state)

    def apply(self, state: State, bodies: Mapping[int, Message], reader: Reader) -> State:
        return replace(state, step=None, over=True)
