"""A deck is shuffled under everybody's joint key, and the proof that nothing else was done to it (PROTOCOL.md 2.3).

The proof is Terelius and Wikstrom's: the shuffler commits to a permutation matrix, and shows by two equations over random weights
that it is one (its rows sum to 1, and it keeps the product of the weights), by a third that the weights it used are permuted by
it, and by a fourth that the new deck is the old one with weights so permuted, under fresh masks.

A position of a deck is a pair (A, B) = (rG, M + rK): the tile M under the joint key K. Position i of the new deck is position
`permutation[i]` of the old one, with the mask of that old position added. H_0, H_1, ... are points whose logarithms nobody knows.

`prepare` and `prepare_for` make beforehand what does not depend on the deck, `shuffle` makes the new deck, `prove` and `verify`
do the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from weakref import WeakKeyDictionary

from .group import BYTES, ZERO, BadEncoding, Group, Table, dot, join_points, scalar_bytes, scalar_sum, strict_scalars
from .transcript import Entropy, challenge, digest, nonce, number, permutation, weights

Pair = tuple[bytes, bytes]
Deck = tuple[Pair, ...]


def proof_bytes(count: int) -> int:
    """How long the proof of a shuffle of so many positions is: c, ch, k, s1 to s4, sh, s'."""
    return (4 * count + 5) * BYTES


# --- points that nobody chose -------------------------------------------------------------------------------------------------

GENERATORS_OF_A_GAME = 109
TILES_OF_A_GAME = 108

_TABLES: dict[tuple[str, bytes], tuple[bytes, ...]] = {}


def _table(group: Group, family: bytes, count: int) -> tuple[bytes, ...]:
    points = _TABLES.get((group.name, family), ())
    if len(points) < count:
        points += tuple(group.hash_to_point(family + b"%d" % index) for index in range(len(points), count))
        _TABLES[group.name, family] = points
    return points[:count]


def generators(group: Group, count: int) -> tuple[bytes, ...]:
    """H_0 to H_{count - 1}. A deck needs one more than it has positions."""
    return _table(group, b"gen/", count)


def tile_points(group: Group, count: int) -> tuple[bytes, ...]:
    """M_0 to M_{count - 1}: what tiles are while they are hidden."""
    return _table(group, b"tile/", count)


_CONSTANTS: WeakKeyDictionary[Group, Table] = WeakKeyDictionary()
_SUMS: WeakKeyDictionary[Group, dict[int, bytes]] = WeakKeyDictionary()


def _constants(group: Group, count: int) -> Table:
    """G, H_0, ..., at least H_count, ready for sums."""
    table = _CONSTANTS.get(group)
    if table is None or len(table) < count + 2:
        points = (group.base, *generators(group, max(count + 1, GENERATORS_OF_A_GAME)))
        table = _CONSTANTS[group] = group.table(points, lasting=True)
    return table


def _sum_of_generators(group: Group, count: int) -> bytes:
    """Of H_1 to H_count."""
    sums = _SUMS.setdefault(group, {})
    if count not in sums:
        sums[count] = group.combine([1] * count, generators(group, count + 1)[1:])
    return sums[count]


def generators_digest(group: Group) -> bytes:
    """What two peers compare before they play: that they mean the same points."""
    points = generators(group, GENERATORS_OF_A_GAME) + tile_points(group, TILES_OF_A_GAME)
    return digest("generators", group.name.encode(), b"".join(points))


def start_deck(group: Group, count: int) -> Deck:
    """All tiles in order, not yet masked: the first components are the identity."""
    return tuple((group.identity, point) for point in tile_points(group, count))


def deck_bytes(deck: Deck) -> bytes:
    return b"".join([component for pair in deck for component in pair])


# --- the shuffler -------------------------------------------------------------------------------------------------------------

@dataclass(slots=True, repr=False)
class _Spare:
    """Random numbers for one proof, and what is costly about them. They would betray the permutation if two proofs used them."""
    nonces: list[bytes]
    """w'_i, one for each generator."""
    nonce_point: bytes
    """The sum of w'_i H_{i+1}."""
    chain_masks: list[bytes]
    chain_points: list[bytes]
    """rh_i, and rh_i G."""


@dataclass(slots=True, repr=False)
class Prepared:
    """A permutation with its masks and commitments, for one deck of `count` positions. It is secret and serves one shuffle.

    Who copies a process or a virtual machine copies this too: prepare anew then, for two decks shuffled by the same Prepared
    betray it.
    """
    count: int
    permutation: tuple[int, ...]
    masks: list[bytes]
    mask_points: list[bytes]
    """rho_j for each position of the old deck, and rho_j G."""
    commitment_masks: list[bytes]
    commitments: list[bytes]
    """r_j, and c_j = r_j G + H_{i+1} where j = permutation[i]."""
    key: bytes = b""
    key_points: list[bytes] = field(default_factory=list)
    """The joint key K for which it was prepared, if that was known, and rho_j K."""
    spares: list[_Spare] = field(default_factory=list)
    is_used: bool = False


@dataclass(slots=True, repr=False)
class Shuffled:
    """A new deck, and the secrets that its proof needs."""
    deck: Deck
    prepared: Prepared


def prepare(group: Group, count: int, entropy: Entropy) -> Prepared:
    """What a shuffle of so many positions needs before deck and key are known: in the lobby there is time for it."""
    order = permutation(entropy(64), count)
    masks = _random_scalars(group, count, entropy)
    commitment_masks = _random_scalars(group, count, entropy)
    points = generators(group, count + 1)
    commitments = [b""] * count
    for i, j in enumerate(order):
        commitments[j] = group.add(group.times_base(commitment_masks[j]), points[i + 1])
    prepared = Prepared(count, order, masks, [group.times_base(mask) for mask in masks], commitment_masks, commitments)
    prepared.spares.append(_spare(group, prepared, entropy))
    return prepared


def prepare_for(group: Group, key: bytes, prepared: Prepared) -> None:
    """What more can be done once the key is known, while others shuffle."""
    prepared.key, prepared.key_points = key, [group.times(mask, key) for mask in prepared.masks]


def _spare(group: Group, prepared: Prepared, entropy: Entropy) -> _Spare:
    nonces = _random_scalars(group, prepared.count, entropy)
    chain_masks = _random_scalars(group, prepared.count, entropy)
    points = generators(group, prepared.count + 1)[1:]
    return _Spare(nonces, _sum_of_multiples(group, nonces, points), chain_masks, [group.times_base(mask) for mask in chain_masks])


def shuffle(group: Group, *, key: bytes, deck: Deck, entropy: Entropy, prepared: Prepared | None = None) -> Shuffled:
    """A new deck. It is to be proven with `prove`."""
    if prepared is None:
        prepared = prepare(group, len(deck), entropy)
    if prepared.is_used or prepared.count != len(deck):
        raise ValueError("what was prepared serves one shuffle, of a deck of the size it was prepared for")
    prepared.is_used = True
    if prepared.key != key:
        prepare_for(group, key, prepared)
    out = []
    for j in prepared.permutation:
        a, b = deck[j]
        out.append((group.add(a, prepared.mask_points[j]), group.add(b, prepared.key_points[j])))
    return Shuffled(tuple(out), prepared)


def prove(group: Group, ctx: bytes, *, key: bytes, deck: Deck, shuffled: Shuffled, entropy: Entropy) -> bytes:
    """The proof that `shuffled.deck` is a shuffle of `deck`. A second proof of the same draws new numbers."""
    prepared = shuffled.prepared
    order, count = prepared.permutation, prepared.count
    spare = prepared.spares.pop() if prepared.spares else _spare(group, prepared, entropy)
    add, multiply, times, times_base = group.scalar_add, group.scalar_multiply, group.times, group.times_base

    commitments = b"".join(prepared.commitments)
    statement = (key, deck_bytes(deck), deck_bytes(shuffled.deck), commitments)
    seed = digest("u", ctx, *statement)
    u = weights("u_i", seed, count)
    permuted = [u[j] for j in order]

    # The chain that multiplies the weights up, and the mask of its last link.
    chain, link, chain_mask = [], generators(group, 1)[0], ZERO
    for weight, mask, point in zip(permuted, spare.chain_masks, spare.chain_points, strict=True):
        link = group.add(point, times(weight, link))
        chain.append(link)
        chain_mask = add(mask, multiply(weight, chain_mask))

    witness = digest("witness", b"".join(map(number, order)), *prepared.masks, *prepared.commitment_masks)
    # The seed stands for the statement: it is a hash of it.
    hedged = [nonce(group, secret=witness, ctx=ctx, statement=seed, counter=i, entropy=entropy) for i in range(4 + count)]
    (w1, w2, w3, w4), chain_nonces = hedged[:4], hedged[4:]

    t1, t2 = times_base(w1), times_base(w2)
    t3 = group.add(times_base(w3), spare.nonce_point)
    # Through the old deck, whose first components are the identity when it is the start deck: these multiples cost nothing.
    mask = group.scalar_subtract(dot(group, spare.nonces, [prepared.masks[j] for j in order]), w4)
    t4_second = group.add(_sum_of_multiples(group, spare.nonces, [deck[j][1] for j in order]), times(mask, key))
    t4_first = group.add(_sum_of_multiples(group, spare.nonces, [deck[j][0] for j in order]), times_base(mask))
    links = [generators(group, 1)[0], *chain]
    t_chain = [group.add(times_base(w), times(spare.nonces[i], links[i])) for i, w in enumerate(chain_nonces)]

    first_moves = (t1, t2, t3, t4_second, t4_first, b"".join(t_chain))
    k = scalar_bytes(challenge(group, "shuffle", ctx, *statement, b"".join(chain), *first_moves))
    answers = [
        add(w1, multiply(k, scalar_sum(group, prepared.commitment_masks))),
        add(w2, multiply(k, chain_mask)),
        add(w3, multiply(k, dot(group, prepared.commitment_masks, u))),
        add(w4, multiply(k, dot(group, prepared.masks, u))),
        *(add(w, multiply(k, secret)) for w, secret in zip(chain_nonces, spare.chain_masks, strict=True)),
        *(add(w, multiply(k, secret)) for w, secret in zip(spare.nonces, permuted, strict=True)),
    ]
    return b"".join([commitments, *chain, k, *answers])


def _random_scalars(group: Group, count: int, entropy: Entropy) -> list[bytes]:
    return [group.random_scalar(entropy) for _ in range(count)]


def _sum_of_multiples(group: Group, secrets: Sequence[bytes], points: Sequence[bytes]) -> bytes:
    """As `combine`, for numbers that are secret."""
    total = group.identity
    for secret, point in zip(secrets, points, strict=True):
        total = group.add(total, group.times(secret, point))
    return total


# --- the others ---------------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Claim:
    """What a verifier has before it: all public."""
    group: Group
    count: int
    key: bytes
    old: tuple[Table, Table]
    new: tuple[Table, Table]
    """First and second components of the two decks."""
    weights: list[int]
    commitments: Table
    links: Table
    """The chain, H_0 before it."""
    k: int
    answers: list[int]
    """s1 to s4."""
    chain_answers: list[int]
    weight_answers: list[int]

    @cached_property
    def base(self) -> Table:
        return _constants(self.group, self.count)[:1]

    @cached_property
    def generators(self) -> Table:
        """H_1 to H_count."""
        return _constants(self.group, self.count)[2:self.count + 2]


def _rows(claim: Claim) -> bytes:
    """t1: the rows of the committed matrix sum to 1."""
    group = claim.group
    sums = group.table([group.sum([1] * claim.count, claim.commitments), _sum_of_generators(group, claim.count)])
    return group.sum((claim.answers[0], -claim.k, claim.k), claim.base, sums)


def _product(claim: Claim) -> bytes:
    """t2: the last link of the chain holds the product of the weights."""
    group, first, last = claim.group, claim.links[:1], claim.links[claim.count:claim.count + 1]
    product = reduce(lambda so_far, weight: so_far * weight % group.order, claim.weights, 1)
    return group.sum((claim.answers[1], -claim.k, claim.k * product), claim.base, last, first)


def _permuted_weights(claim: Claim) -> bytes:
    """t3: the weights that were answered for are the drawn ones, permuted by the committed matrix."""
    group = claim.group
    # Two sums: the weights are short, their products with k would not be.
    drawn = group.table([group.sum(claim.weights, claim.commitments)])
    return group.sum([claim.answers[2], -claim.k, *claim.weight_answers], claim.base, drawn, claim.generators)


def _components(claim: Claim, component: int, base: Table) -> bytes:
    group = claim.group
    drawn = group.table([group.sum(claim.weights, claim.old[component])])
    return group.sum([-claim.answers[3], -claim.k, *claim.weight_answers], base, drawn, claim.new[component])


def _second_components(claim: Claim) -> bytes:
    """t4, first half: with permuted weights the new deck's second components are the old ones', under a mask."""
    return _components(claim, 1, claim.group.table([claim.key]))


def _first_components(claim: Claim) -> bytes:
    """t4, second half: and the first ones, under the same mask."""
    return _components(claim, 0, claim.base)


def _chain(claim: Claim) -> bytes:
    """th: each link is the one before times its weight, under a mask."""
    add_up, base, links, minus_k = claim.group.sum, claim.base, claim.links, -claim.k
    answers = zip(claim.chain_answers, claim.weight_answers, strict=True)
    return b"".join([add_up((mask, weight, minus_k), base, links[i:i + 2]) for i, (mask, weight) in enumerate(answers)])


EQUATIONS: dict[str, Callable[[Claim], bytes]] = {
    "rows": _rows, "product": _product, "permuted weights": _permuted_weights, "second components": _second_components,
    "first components": _first_components, "chain": _chain,
}
"""From an honest proof each gives the commitment of the prover back; from another one points that do not fit the challenge."""


def verify(group: Group, ctx: bytes, *, key: bytes, deck: Deck, shuffled_deck: Deck, proof: bytes) -> bool:
    """Whether the new deck is a shuffle of the old one, proven in this context."""
    count, size = len(deck), len(deck) * BYTES
    # Before anything costs time: to decode two decks does.
    if len(shuffled_deck) != count or not isinstance(proof, bytes) or len(proof) != proof_bytes(count):
        return False
    commitments, chain = proof[:size], proof[size:2 * size]
    try:
        group.point(key)
        old_columns, new_columns = _columns(deck), _columns(shuffled_deck)
        old = group.points_to_sum(old_columns[0], identity_ok=True), group.points_to_sum(old_columns[1])
        new = group.points_to_sum(new_columns[0]), group.points_to_sum(new_columns[1])
        commitment_points = group.points_to_sum(commitments)
        links = group.points_to_sum(generators(group, 1)[0] + chain)
        k, *numbers = strict_scalars(group, proof[2 * size:], 2 * count + 5)
    except ValueError:  # BadEncoding, or no pairs
        return False
    statement = (key, deck_bytes(deck), deck_bytes(shuffled_deck), commitments)
    u = [int.from_bytes(weight, "little") for weight in weights("u_i", digest("u", ctx, *statement), count)]
    answers, chain_answers, weight_answers = numbers[:4], numbers[4:4 + count], numbers[4 + count:]
    claim = Claim(group, count, key, old, new, u, commitment_points, links, k, answers, chain_answers, weight_answers)
    try:
        first_moves = [equation(claim) for equation in EQUATIONS.values()]
        group.all_decoded(old_columns[0], identity_ok=True)
        for points in (old_columns[1], *new_columns, commitments, chain):
            group.all_decoded(points)
    except BadEncoding:
        return False
    return challenge(group, "shuffle", ctx, *statement, chain, *first_moves) == k


def _columns(deck: Deck) -> tuple[bytes, bytes]:
    """First and second components."""
    return join_points([a for a, _ in deck]), join_points([b for _, b in deck])
