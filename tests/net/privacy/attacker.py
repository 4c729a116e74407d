"""What a coalition can compute from all it sees, over the real group: all that we could think of, and it should be nothing.

A coalition sees every message, every journal, and has the keys and tags of its own seats; this attacker gives it the spectator's
states as well. A finding is a sentence that begins with what was found. Of its own tiles, and of those that were opened, nothing
is said: those it may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import cast

from acquire_net.crypto import hashing, transcript
from acquire_net.crypto.group import BYTES, ORDER, Group
from acquire_net.crypto.shuffle_proof import FIRST_MOVES, deck_bytes, tile_points
from acquire_net.protocol import messages
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import (
    Coin,
    DrawTiles,
    OpenKeys,
    OpenPositions,
    decide_extra,
    opened_slots,
    openings_by_epoch,
    share_extra,
)
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.redeal import RemaskHands, ShareTags, TagAll, split_points
from acquire_net.protocol.shuffling import ProveShuffles, ShuffleDeck
from acquire_net.protocol.state import State
from tests.net.privacy.formal_group import scalar_of
from tests.net.privacy.recorded_table import RecordedTable, cut_up, points_of


@dataclass(frozen=True)
class Proof:
    """An answer s = w + k x, and what is known of its commitment w."""
    author: int
    key: bytes
    k: int
    s: int
    statement: tuple[bytes, ...]
    """Context, statement and number of the nonce, as the nonce is hashed."""
    counter: int = 0


@dataclass
class View:
    """What a coalition has."""
    group: Group
    tiles: int
    coalition: frozenset[int]
    states: dict[int, State]
    messages: list[Signed]
    written: list[bytes]
    keys: dict[tuple[int, int], bytes] = field(default_factory=dict)
    """The coalition's own, by seat and epoch."""
    tags: dict[tuple[int, int], bytes] = field(default_factory=dict)
    """The same for its powers, by seat and block."""

    @classmethod
    def of(cls, table: RecordedTable, coalition: Collection[int]) -> View:
        keys = {(seat, epoch): key for seat in coalition for epoch, key in table.peers[seat].session.secrets._known.keys.items()}
        tags = {(message.author, message.block): table.tags[cast(messages.Tag, message.body).key]
                for message in table.sent_messages() if message.kind == Kind.TAG and message.author in coalition}
        return cls(table.group, table.scenario.cards, frozenset(coalition), table.states, list(table.sent_messages()),
                   list(dict.fromkeys(table.written())), keys, tags)

    @cached_property
    def contents(self) -> list[tuple[State, Signed]]:
        """Contributions of honest seats with the state before their block."""
        return [(self.states[message.block], message) for message in self.messages
                if message.is_content and message.block in self.states and self.states[message.block].step is not None]

    def by_honest(self) -> Iterator[tuple[State, Signed]]:
        for state, message in self.contents:
            if message.author not in self.coalition:
                yield state, message

    def of_block(self, block: int) -> dict[int, messages.Message]:
        return {message.author: message.body for _, message in self.contents if message.block == block}

    @cached_property
    def last(self) -> State:
        return self.states[max(self.states)]

    @cached_property
    def meanings(self) -> dict[bytes, str]:
        """Points that would tell something: tiles, and their differences."""
        group, points = self.group, tile_points(self.group, self.tiles)
        found = {point: f"tile {tile}" for tile, point in enumerate(points)}
        for a, b in combinations(range(self.tiles), 2):
            for one, other in ((a, b), (b, a)):
                found[group.subtract_points(points[one], points[other])] = f"tiles {a} and {b}"
        return found

    @cached_property
    def published_keys(self) -> dict[bytes, str]:
        """Keys of honest seats, and of their tags."""
        found = {}
        for _, message in self.by_honest():
            if isinstance(message.body, messages.Open | messages.Tag):
                found[message.body.key] = f"{message.kind.name} key of seat {message.author}, block {message.block}"
        return found


def what_the_coalition_can_compute(view: View) -> list[str]:
    found: list[str] = []
    for attack in ATTACKS:
        found += attack(view)
    return found


# --- decks

def differences_in_shuffles(view: View) -> Iterator[str]:
    """Of every point that an honest shuffler was given and every one it gave back: all must be new, and no number known."""
    group = view.group
    seen: dict[bytes, str] = {}
    for state, message in view.by_honest():
        if not isinstance(state.step, ShuffleDeck):
            continue
        before = state.step.deck_before(state, view.of_block(message.block), message.author)
        after = cut_up(cast(messages.Shuffle, message.body).deck)
        given = {first: j for j, (first, _) in enumerate(before)}  # one only where it is the start deck
        for i, a in enumerate(after[::2]):
            for b, j in given.items():
                difference = group.subtract_points(a, b) if b != group.identity else a
                place = f"block {message.block}, seat {message.author}, position {i} from {j}"
                if difference in weak_multiples(group):
                    yield f"mask: {place} has a mask that can be guessed"
                if difference in seen and seen[difference] != place:
                    yield f"mask: {place} has the mask of {seen[difference]}"
                seen[difference] = place


def order_by_the_proof(view: View) -> Iterator[str]:
    """An answer is s' = w' + k u, with the weight u of the tile that came there: any weight gives a w', and the right one shows
    itself if that is weak, or was there before. Commitments to the permutation must all be new as well."""
    commitments: Counter[bytes] = Counter()
    nonces: dict[int, str] = {}
    weak = set(weak_multiples(view.group).values())
    for state, message in view.by_honest():
        if not isinstance(state.step, ProveShuffles):
            continue
        ctx, key, before, after, proof = state.step.to_verify(message.author, message.body)
        count = len(before)
        parts = cut_up(proof)
        commitments.update(parts[:2 * count])
        statement = (ctx, key, deck_bytes(before), deck_bytes(after), b"".join(parts[:count]))
        u = [int.from_bytes(weight, "little") for weight in hashing.draw_weights("u_i", hashing.digest("u", *statement), count)]
        chain, first_moves = b"".join(parts[count:2 * count]), b"".join(parts[2 * count:2 * count + FIRST_MOVES])
        k = transcript.derive_challenge(view.group, "shuffle", *statement, chain, first_moves)
        for i, answer in enumerate(parts[-count:]):
            for j, weight in enumerate(u):
                w = (int.from_bytes(answer, "little") - k * weight) % ORDER
                place = f"block {message.block}, seat {message.author}, position {i} from {j}"
                if w in weak or w in nonces:
                    yield f"order: {place}, by a nonce that is {nonces.get(w, 'weak')}"
                nonces[w] = place
    yield from (f"order: a commitment of a shuffle is there {times} times" for times in commitments.values() if times > 1)


# --- tiles that lie hidden

def residual(view: View, epoch: int, first: bytes, second: bytes) -> bytes:
    """Return a masked tile with the coalition's masks taken off."""
    for (_, of_epoch), key in view.keys.items():
        if of_epoch == epoch:
            second = view.group.subtract_points(second, view.group.multiply_point(key, first))
    return second


def shares_that_open(view: View) -> Iterator[str]:
    """Hidden tiles of honest hands and of the bag, less published points, one, two and three of them: are they tiles?"""
    group, tiles = view.group, set(tile_points(view.group, view.tiles))
    shares = {point for state, message in view.contents if isinstance(message.body, messages.Shares | messages.Decide)
              and not isinstance(state.step, ShareTags) for point in points_of(message.kind, message.body)}
    shares.discard(group.identity)
    under_one = {group.add(tile, share) for tile in tiles for share in shares}
    for name, masked, most in hidden_places(view):
        left = {group.subtract_points(masked, share) for share in shares}
        if masked in tiles or masked in under_one or (most > 1 and left & under_one):
            yield f"tile: {name} can be opened with published shares"
        elif (most > 2 and len(left) * len(shares) <= MAX_SUMS
              and {group.subtract_points(point, share) for point in left for share in shares} & under_one):
            yield f"tile: {name} can be opened with three published shares"


MAX_SUMS = 1_000
"""Of published shares that are tried on one hidden tile beyond what a table of all tiles with one share saves."""


def hidden_places(view: View) -> Iterator[tuple[str, bytes, int]]:
    """Yield every masked tile that the coalition may not know, without the coalition's masks, and how many shares it lacks."""
    put_back = {(state.deal.epoch, state.deal.round, position) for state in view.states.values()
                if isinstance(state.step, OpenPositions) for position in state.step.asked_positions(state)}
    opened = {slot.name for state, message in view.contents if isinstance(message.body, messages.Decide | messages.Answer)
              for slot, _ in opened_slots(state, message.author, message.body).values()}
    of_deck = {(state.deal.epoch, state.deal.round): state for _, state in sorted(view.states.items())}
    for (epoch, round), state in of_deck.items():
        honest = [seat for seat in state.live if seat not in view.coalition]
        for seat in honest:
            for slot in state.deal.hands[seat]:
                if slot.name not in opened:
                    yield f"slot {slot.name} of seat {seat}", slot.residual, 1
        for position in state.deal.bag if not isinstance(state.step, TagAll | ShareTags | RemaskHands) else ():
            if (epoch, round, position) not in put_back:
                first, second = state.deal.deck[position]
                yield f"position {position} of deck {epoch}.{round}", residual(view, epoch, first, second), len(honest)


def pairs_that_differ_by_tiles(view: View) -> Iterator[str]:
    """Any two published points, and hidden tiles without the coalition's masks: do they differ by a tile or by two?"""
    group, state = view.group, view.last
    interesting: dict[bytes, str] = {}
    for seat in state.live:
        for slot in state.deal.hands[seat] if seat not in view.coalition else ():
            interesting[slot.residual] = f"slot {slot.name} of seat {seat}"
            interesting.setdefault(slot.mask, f"mask of slot {slot.name}")
    for step, message in view.contents:
        if isinstance(message.body, messages.Remask) or isinstance(step.step, DrawTiles):
            for place, point in enumerate(points_of(message.kind, message.body)):
                interesting.setdefault(point, f"{message.kind.name} {place} of seat {message.author}, block {message.block}")
    for (a, name), (b, other) in combinations(interesting.items(), 2):
        meaning = view.meanings.get(group.subtract_points(a, b))
        # Of one deck, what is left of a tile and the share that its drawer published in playing it differ by that open tile.
        if meaning and not meaning_is_open(view, meaning):
            yield f"tile: {name} and {other} differ by {meaning}"
    for point, name in interesting.items():
        if point in view.meanings:
            yield f"tile: {name} is {view.meanings[point]}"


def meaning_is_open(view: View, meaning: str) -> bool:
    unseen = view.last.game.unseen_tiles()
    return not any(tile in unseen for tile in map(int, meaning.replace("tiles ", "").replace("tile ", "").split(" and ")))


def own_shares(view: View) -> Iterator[str]:
    """Yield what a draw publishes for a position: one share for each seat that owes it, and no more."""
    for state, message in view.contents:
        if not isinstance(state.step, DrawTiles):
            continue
        owed = sum(to != message.author for to in state.step.seats)
        given = len(cast(messages.Shares, message.body).shares) // BYTES
        if given != owed:
            yield f"share: seat {message.author} gives {given} in block {message.block}, {owed} are owed"


def hands_under_known_masks(view: View) -> Iterator[str]:
    """Yield a tile that was brought under a new key with a number that one would guess."""
    for state, message in view.by_honest():
        if isinstance(message.body, messages.Remask):
            pairs = cut_up(message.body.pairs)
            for place, (first, second) in enumerate(zip(pairs[::2], pairs[1::2], strict=True)):
                mask = weak_multiples(view.group).get(first)
                tile = view.meanings.get(view.group.combine_points((1, -(mask or 0)), (second, state.deal.joint)))
                if mask is not None and tile:
                    yield f"tile: slot {place} of seat {message.author} is {tile}"


# --- equal points

def equal_points(view: View) -> Iterator[str]:
    """No secret is used twice, so no point comes twice, but where the same thing is said again."""
    seen: dict[bytes, tuple[str, int]] = {}
    for _, message in view.contents:
        for place, point in enumerate(points_of(message.kind, message.body)):
            name = f"{message.kind.name} {place} of seat {message.author}"
            if point == view.group.identity:
                yield f"equal: {name}, block {message.block}, is nothing"
            elif point in seen and seen[point][1] != message.block:
                yield f"equal: {name}, block {message.block}, is {seen[point][0]}, block {seen[point][1]}"
            elif point in seen:
                yield f"equal: {name} is {seen[point][0]}, both in block {message.block}"
            seen.setdefault(point, (name, message.block))


def tags_of_every_epoch(view: View) -> Iterator[str]:
    """Tags are opened together: less the coalition's powers, are those of one deck among those of another, or are they tiles?"""
    group, before = view.group, set(tile_points(view.group, view.tiles))
    for state in view.states.values():
        if not isinstance(state.step, ShareTags):
            continue
        shares = view.of_block(state.block)
        if set(shares) != set(state.live):
            continue
        tags, inverse = set(), 1
        for (_, block), tag in view.tags.items():
            inverse = inverse * pow(int.from_bytes(tag, "little"), -1, ORDER) % ORDER if block == state.block - 1 else inverse
        for place, (_, second) in enumerate(state.step.pairs):
            for body in shares.values():
                second = group.subtract_points(second, cast(messages.Shares, body).shares[32 * place:32 * place + 32])
            tags.add(group.combine_points((inverse,), (second,)))
        if tags & before:
            yield f"tag: epoch {state.deal.epoch} has tags that were there before"
        before |= tags


# --- proofs

def proofs(view: View) -> Iterator[Proof]:
    """Yield every answer about a key of an honest seat."""
    group = view.group
    for state, message in view.by_honest():
        author, body = message.author, message.body
        if isinstance(body, messages.Open):
            step = cast(OpenKeys, state.step)
            k, s = numbers(body.proof)
            yield Proof(author, body.key, k, s, (step.possession_statement(state, author), body.key))
        elif isinstance(body, messages.Shares) and body.proof:
            ctx, masks = share_statement(state, author)
            k, s = numbers(body.proof)
            key = state.key_of(author)
            yield Proof(author, key, k, s, (ctx, key + b"".join(masks) + body.shares))
        elif isinstance(body, messages.Tag):
            before = split_points(cast(TagAll, state.step).pairs_before(state, view.of_block(message.block), author))
            k, s = numbers(body.proof)
            yield Proof(author, body.key, k, s, (state.proof_context("tag", author), body.key + b"".join(before) + body.pairs))
        elif isinstance(body, messages.Decide | messages.Answer):
            slots = opened_slots(state, author, body)
            ctx = state.proof_context("decide", author, decide_extra(body.action, body.openings))
            for place, (epoch, opened) in enumerate(openings_by_epoch(slots).items()):
                k, s = numbers(body.proofs[64 * place:64 * place + 64])
                key = state.key_of(author, epoch)
                statement = key + b"".join(slot.mask for slot, _ in opened) + b"".join(o.share for _, o in opened)
                yield Proof(author, key, k, s, (ctx, statement))
        elif isinstance(body, messages.Remask):
            pairs = cut_up(body.pairs)
            for place, slot in enumerate(state.deal.hands[author]):
                k, s_x, s_r = numbers(body.proofs[96 * place:96 * place + 96])
                key, mask = state.key_of(author, slot.epoch), pairs[2 * place]
                ctx = state.proof_context("remask", author, bytes((place,)))
                statement = b"".join((key, state.deal.joint, slot.mask, slot.residual, mask, pairs[2 * place + 1]))
                yield Proof(author, key, k, s_x, (ctx, statement), 0)
                yield Proof(author, mask, k, s_r, (ctx, statement), 1)
    assert group.order == ORDER


def numbers(proof: bytes) -> list[int]:
    return [int.from_bytes(part, "little") for part in cut_up(proof)]


def share_statement(state: State, author: int) -> tuple[bytes, list[bytes]]:
    """Context and points of the shares that this step asks of the author."""
    step, deck = state.step, state.deal.deck
    if isinstance(step, DrawTiles):
        positions, purpose = step.owed_positions(state, author), b"draw" + step.event_bytes(state)
        masks = [deck[position][0] for position in positions]
    elif isinstance(step, OpenPositions):
        positions, purpose = list(step.asked_positions(state)), b"public"
        masks = [deck[position][0] for position in positions]
    elif isinstance(step, Coin):
        positions, purpose, masks = [], b"coin", [step.coin_point(state)]
    else:
        pairs = cast(ShareTags, step).pairs
        positions, purpose, masks = list(range(len(pairs))), b"tags", [pair[0] for pair in pairs]
    return state.proof_context("share", author, share_extra(purpose, positions)), masks


def nonces_used_twice(view: View) -> Iterator[str]:
    """Equal commitments in two proofs about one key: s1 - s2 = (k1 - k2) x."""
    group, seen = view.group, {}
    for proof in proofs(view):
        commitment = group.combine_points((proof.s, -proof.k), (group.base, proof.key))
        other = seen.setdefault(commitment, proof)
        if other.k == proof.k:
            continue
        if other.key == proof.key:
            secret = (other.s - proof.s) * pow(other.k - proof.k, -1, ORDER) % ORDER
            if group.times_base(scalar_of(secret)) == proof.key:
                yield f"secret: of seat {proof.author}, from two proofs with one nonce"
        else:
            yield f"nonce: of seat {proof.author}, one in two proofs"


def nonces_that_can_be_guessed(view: View) -> Iterator[str]:
    """Numbers of a broken source, and hashes of it with all that is public."""
    group = view.group
    for proof in proofs(view):
        commitment = group.combine_points((proof.s, -proof.k), (group.base, proof.key))
        guesses = dict(weak_multiples(group))
        ctx, statement = proof.statement
        for source in WEAK_BYTES:
            fields = (ctx, statement, hashing.encode_number(proof.counter), source(32))
            for secret in (b"", bytes(BYTES)):
                w = group.scalar_from_hash(hashing.digest("nonce", secret, *fields))
                guesses[group.times_base(w)] = int.from_bytes(w, "little")
        w = guesses.get(commitment)
        if w is not None and proof.k:
            secret = (proof.s - w) * pow(proof.k, -1, ORDER) % ORDER
            if group.times_base(scalar_of(secret)) == proof.key:
                yield f"secret: of seat {proof.author}, from a nonce that was guessed"


WEAK_BYTES = [bytes, lambda count: b"\x01" * count, lambda count: b"\xff" * count, lambda count: bytes(range(count))]
"""What broken sources of entropy give."""

_WEAK: dict[str, dict[bytes, int]] = {}


def weak_multiples(group: Group) -> dict[bytes, int]:
    """Multiples of the base by numbers that one would guess first."""
    if group.name not in _WEAK:
        guesses = {value for near in (0, 1 << 64, 1 << 128) for value in range(near, near + 20)}
        guesses |= {-value for value in guesses}
        guesses |= {int.from_bytes(source(size), "little") for source in WEAK_BYTES for size in (8, 16, 32, 64)}
        found = {group.times_base(scalar_of(value)): value % ORDER for value in guesses if value % ORDER}
        _WEAK[group.name] = {group.identity: 0} | found
    return _WEAK[group.name]


# --- numbers

def keys_that_can_be_guessed(view: View) -> Iterator[str]:
    yield from (f"secret: {name}, by guessing" for key, name in view.published_keys.items() if key in weak_multiples(view.group))


def secrets_in_the_open(view: View) -> Iterator[str]:
    """Every 32 bytes that anybody has sent or written, at any place, taken for a number: is it a secret?"""
    group, tried = view.group, set()
    for text in [*view.written, *(message.frame for message in view.messages)]:
        for at in range(len(text) - BYTES + 1):
            if text[at + BYTES - 1] > ORDER >> 248:
                continue  # no reduced number
            number = text[at:at + BYTES]
            if number not in tried:
                tried.add(number)
                name = view.published_keys.get(group.times_base(number))
                if name:
                    yield f"secret: {name}, was written"


ATTACKS = (differences_in_shuffles, order_by_the_proof, shares_that_open, pairs_that_differ_by_tiles, own_shares,
           hands_under_known_masks, equal_points, tags_of_every_epoch, nonces_used_twice, nonces_that_can_be_guessed,
           keys_that_can_be_guessed, secrets_in_the_open)
