"""A deck is shuffled under everybody's joint key, and the proof that nothing else was done to it (protocol.md, section 3).

The proof is Terelius and Wikstrom's: the shuffler commits to a permutation matrix, and shows by two equations over random weights
that it is one (its rows sum to 1, and it keeps the product of the weights), by a third that the weights it used are permuted by
it, and by two more that the new deck is the old one with weights so permuted, under fresh masks. The product of the weights is
multiplied up in a chain, whose links are right by a sixth.

A position of a deck is a pair (A, B) = (rG, M + rK): the tile M under the joint key K. Position i of the new deck is position
`permutation[i]` of the old one, with the mask of that old position added. H_0, H_1, ... are points whose logarithms nobody knows.

`prepare` and `prepare_for` make beforehand what does not depend on the deck, `shuffle_deck` makes the new deck, `prove`, `verify`
and `verify_together` do the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import NamedTuple
from weakref import WeakKeyDictionary

from acquire_net.crypto.group import (
    BYTES,
    ZERO,
    ColumnToCheck,
    EncodingError,
    Group,
    Table,
    dot_product,
    join_points,
    scalar_bytes,
    scalar_sum,
    strict_scalars,
)
from acquire_net.crypto.hashing import Entropy, digest, draw_permutation, draw_weights, encode_number
from acquire_net.crypto.transcript import derive_challenge, derive_nonce

Pair = tuple[bytes, bytes]
Deck = tuple[Pair, ...]


FIRST_MOVES = 6
"""t1 to t5, th."""

ANSWERS = 5
"""s1 to s4, sh; behind them s', one for each position."""


def proof_bytes(count: int) -> int:
    """Return the length of the proof of a shuffle of so many positions: c, ch, the first moves, s1 to s4, sh, s'."""
    return (3 * count + FIRST_MOVES + ANSWERS) * BYTES


# --- points that nobody chose -------------------------------------------------------------------------------------------------

GENERATORS_OF_A_GAME = 109
TILES_OF_A_GAME = 108

_TABLES: dict[tuple[str, bytes], tuple[bytes, ...]] = {}


def _generator_table(group: Group, family: bytes, count: int) -> tuple[bytes, ...]:
    points = _TABLES.get((group.name, family), ())
    if len(points) < count:
        points += tuple(group.hash_to_point(family + b"%d" % index) for index in range(len(points), count))
        _TABLES[group.name, family] = points
    return points[:count]


def make_generators(group: Group, count: int) -> tuple[bytes, ...]:
    """Return H_0 to H_{count - 1}. A deck needs one more than it has positions."""
    return _generator_table(group, b"gen/", count)


def tile_points(group: Group, count: int) -> tuple[bytes, ...]:
    """Return M_0 to M_{count - 1}, the points that stand for the tiles."""
    return _generator_table(group, b"tile/", count)


_CONSTANTS: WeakKeyDictionary[Group, Table] = WeakKeyDictionary()
_SUMS: WeakKeyDictionary[Group, dict[int, bytes]] = WeakKeyDictionary()


def _constant_points(group: Group, count: int) -> Table:
    """Return a table of G, H_0, ..., at least up to H_count, ready for sums."""
    table = _CONSTANTS.get(group)
    if table is None or len(table) < count + 2:
        points = (group.base, *make_generators(group, max(count + 1, GENERATORS_OF_A_GAME)))
        table = _CONSTANTS[group] = group.make_table(points, lasting=True)
    return table


def _sum_of_generators(group: Group, count: int) -> bytes:
    """Return the sum of H_1 to H_count."""
    sums = _SUMS.setdefault(group, {})
    if count not in sums:
        sums[count] = group.combine_points([1] * count, make_generators(group, count + 1)[1:])
    return sums[count]


def generators_digest(group: Group) -> bytes:
    """Return a digest that two peers compare before they play, to see that they use the same points."""
    points = make_generators(group, GENERATORS_OF_A_GAME) + tile_points(group, TILES_OF_A_GAME)
    return digest("generators", group.name.encode(), b"".join(points))


def start_deck(group: Group, count: int) -> Deck:
    """Return all tiles in order, not yet masked: the first components are the identity."""
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

    A copy of the process or of the virtual machine copies this too. Then prepare anew, because two decks that are shuffled by
    the same Prepared betray it.
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
    """Prepare what a shuffle of so many positions needs before deck and key are known: in the lobby there is time for it."""
    order = draw_permutation(entropy(64), count)
    masks = _random_scalars(group, count, entropy)
    commitment_masks = _random_scalars(group, count, entropy)
    commitments = _commit_to_order(group, order, commitment_masks)
    prepared = Prepared(count, order, masks, [group.times_base(mask) for mask in masks], commitment_masks, commitments)
    prepared.spares.append(_draw_spare(group, prepared, entropy))
    return prepared


def restore_shuffle(group: Group, order: Sequence[int], masks: Sequence[bytes], commitment_masks: Sequence[bytes]) -> Prepared:
    """Return what a deck was shuffled with, from what was drawn for it: only to prove that shuffle after a restart."""
    commitments = _commit_to_order(group, order, commitment_masks)
    return Prepared(len(order), tuple(order), list(masks), [], list(commitment_masks), commitments, is_used=True)


def _commit_to_order(group: Group, order: Sequence[int], commitment_masks: Sequence[bytes]) -> list[bytes]:
    points = make_generators(group, len(order) + 1)
    commitments = [b""] * len(order)
    for i, j in enumerate(order):
        commitments[j] = group.add(group.times_base(commitment_masks[j]), points[i + 1])
    return commitments


def prepare_for(group: Group, key: bytes, prepared: Prepared) -> None:
    """Prepare what else can be done once the key is known, while others shuffle."""
    prepared.key, prepared.key_points = key, [group.multiply_point(mask, key) for mask in prepared.masks]


def _draw_spare(group: Group, prepared: Prepared, entropy: Entropy) -> _Spare:
    nonces = _random_scalars(group, prepared.count, entropy)
    chain_masks = _random_scalars(group, prepared.count, entropy)
    points = make_generators(group, prepared.count + 1)[1:]
    return _Spare(nonces, _sum_of_multiples(group, nonces, points), chain_masks, [group.times_base(mask) for mask in chain_masks])


def shuffle_deck(group: Group, *, key: bytes, deck: Deck, entropy: Entropy, prepared: Prepared | None = None) -> Shuffled:
    """Return a new deck, shuffled from this one; `prove` makes its proof."""
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
    """Return the proof that `shuffled.deck` is a shuffle of `deck`. A second proof of the same draws new numbers."""
    prepared = shuffled.prepared
    order, count = prepared.permutation, prepared.count
    spare = prepared.spares.pop() if prepared.spares else _draw_spare(group, prepared, entropy)
    add, multiply, times, times_base = group.scalar_add, group.scalar_multiply, group.multiply_point, group.times_base

    commitments = b"".join(prepared.commitments)
    statement = (key, deck_bytes(deck), deck_bytes(shuffled.deck), commitments)
    seed = digest("u", ctx, *statement)
    u = draw_weights("u_i", seed, count)
    permuted = [u[j] for j in order]

    # The chain that multiplies the weights up, and the mask of its last link.
    chain, link, chain_mask = [], make_generators(group, 1)[0], ZERO
    for weight, mask, point in zip(permuted, spare.chain_masks, spare.chain_points, strict=True):
        link = group.add(point, times(weight, link))
        chain.append(link)
        chain_mask = add(mask, multiply(weight, chain_mask))

    witness = digest("witness", b"".join(map(encode_number, order)), *prepared.masks, *prepared.commitment_masks)
    # The seed stands for the statement: it is a hash of it.
    w1, w2, w3, w4, w_chain = (derive_nonce(group, secret=witness, ctx=ctx, statement=seed, counter=counter, entropy=entropy)
                               for counter in range(ANSWERS))

    t1, t2 = times_base(w1), times_base(w2)
    t3 = group.add(times_base(w3), spare.nonce_point)
    # Through the old deck, whose first components are the identity when it is the start deck: these multiples cost nothing.
    mask = group.scalar_subtract(dot_product(group, spare.nonces, [prepared.masks[j] for j in order]), w4)
    t4 = group.add(_sum_of_multiples(group, spare.nonces, [deck[j][1] for j in order]), times(mask, key))
    t5 = group.add(_sum_of_multiples(group, spare.nonces, [deck[j][0] for j in order]), times_base(mask))
    z = chain_weights(seed, b"".join(chain), count)
    weighted = [multiply(weight, w) for weight, w in zip(z, spare.nonces, strict=True)]
    t_chain = group.add(times_base(w_chain), _sum_of_multiples(group, weighted, [make_generators(group, 1)[0], *chain][:count]))

    first_moves = b"".join([t1, t2, t3, t4, t5, t_chain])
    k = scalar_bytes(derive_challenge(group, "shuffle", ctx, *statement, b"".join(chain), first_moves))
    answers = [
        add(w1, multiply(k, scalar_sum(group, prepared.commitment_masks))),
        add(w2, multiply(k, chain_mask)),
        add(w3, multiply(k, dot_product(group, prepared.commitment_masks, u))),
        add(w4, multiply(k, dot_product(group, prepared.masks, u))),
        add(w_chain, multiply(k, dot_product(group, z, spare.chain_masks))),
        *(add(w, multiply(k, secret)) for w, secret in zip(spare.nonces, permuted, strict=True)),
    ]
    return b"".join([commitments, *chain, first_moves, *answers])


def chain_weights(seed: bytes, chain: bytes, count: int) -> list[bytes]:
    """Return a weight for each link of the chain. It cannot be known before all links are."""
    return draw_weights("z_i", digest("z", seed, chain), count)


def _random_scalars(group: Group, count: int, entropy: Entropy) -> list[bytes]:
    return [group.random_scalar(entropy) for _ in range(count)]


def _sum_of_multiples(group: Group, secrets: Sequence[bytes], points: Sequence[bytes]) -> bytes:
    """Return the same as `combine_points`, for numbers that are secret."""
    total = group.identity
    for secret, point in zip(secrets, points, strict=True):
        total = group.add(total, group.multiply_point(secret, point))
    return total


# --- the others ---------------------------------------------------------------------------------------------------------------

class Column(NamedTuple):
    """Points that are summed up together."""
    data: bytes
    """They themselves, one after the other: two columns with the same are one."""
    points: Table


class Term(NamedTuple):
    """`factor` times the sum of the multiples of a column's points, from the first of them on."""
    column: Column
    scalars: Sequence[int]
    factor: int = 1
    """A sum of small multiples is made before it is multiplied: that is cheaper."""
    first: int = 0


@dataclass(frozen=True)
class ShuffleClaim:
    """What a verifier has before it: all public."""
    group: Group
    count: int
    key: Column
    old: tuple[Column, Column]
    new: tuple[Column, Column]
    """First and second components of the two decks."""
    weights: list[int]
    commitments: Column
    links: Column
    """The chain, which begins behind H_0."""
    chain_weights: list[int]
    first_moves: Column
    k: int
    answers: list[int]
    """s1 to s4, sh."""
    weight_answers: list[int]

    @cached_property
    def base(self) -> Column:
        return Column(self.group.base, _constant_points(self.group, self.count)[:1])

    @cached_property
    def h_0(self) -> Column:
        return Column(make_generators(self.group, 1)[0], _constant_points(self.group, self.count)[1:2])

    @cached_property
    def generators(self) -> Column:
        """H_1 to H_count."""
        return Column(b"".join(make_generators(self.group, self.count + 1)[1:]),
                      _constant_points(self.group, self.count)[2:self.count + 2])

    @cached_property
    def sum_of_generators(self) -> Column:
        point = _sum_of_generators(self.group, self.count)
        return Column(point, self.group.make_table([point]))


def _row_terms(claim: ShuffleClaim) -> list[Term]:
    """t1: the rows of the committed matrix sum to 1."""
    return [Term(claim.base, [claim.answers[0]]), Term(claim.commitments, [1] * claim.count, -claim.k),
            Term(claim.sum_of_generators, [claim.k])]


def _product_terms(claim: ShuffleClaim) -> list[Term]:
    """t2: the last link of the chain holds the product of the weights."""
    product = reduce(lambda so_far, weight: so_far * weight % claim.group.order, claim.weights, 1)
    last = Term(claim.links, [-claim.k], first=claim.count - 1) if claim.count else Term(claim.h_0, [-claim.k])
    return [Term(claim.base, [claim.answers[1]]), last, Term(claim.h_0, [claim.k * product])]


def _permuted_weights(claim: ShuffleClaim) -> list[Term]:
    """t3: the weights that were answered for are the drawn ones, permuted by the committed matrix."""
    return [Term(claim.base, [claim.answers[2]]), Term(claim.commitments, claim.weights, -claim.k),
            Term(claim.generators, claim.weight_answers)]


def _component_terms(claim: ShuffleClaim, component: int, base: Column) -> list[Term]:
    return [Term(base, [-claim.answers[3]]), Term(claim.old[component], claim.weights, -claim.k),
            Term(claim.new[component], claim.weight_answers)]


def _second_components(claim: ShuffleClaim) -> list[Term]:
    """t4: with permuted weights the new deck's second components are the old ones', under a mask."""
    return _component_terms(claim, 1, claim.key)


def _first_components(claim: ShuffleClaim) -> list[Term]:
    """t5: and the first ones, under the same mask."""
    return _component_terms(claim, 0, claim.base)


def _chain_terms(claim: ShuffleClaim) -> list[Term]:
    """th: each link is the one before times its weight, under a mask. All links at once, each with a weight of its own."""
    before = [z * answer for z, answer in zip(claim.chain_weights, claim.weight_answers, strict=True)]
    behind = [-claim.k * z for z in claim.chain_weights]
    of_links = [a + b for a, b in zip([*before, 0][1:], behind, strict=True)]
    return [Term(claim.base, [claim.answers[-1]]), Term(claim.h_0, before[:1]), Term(claim.links, of_links)]


EQUATIONS: dict[str, Callable[[ShuffleClaim], list[Term]]] = {
    "rows": _row_terms, "product": _product_terms, "permuted weights": _permuted_weights, "second components": _second_components,
    "first components": _first_components, "chain": _chain_terms,
}
"""One for each first move: from an honest proof the terms add up to it."""


def verify(group: Group, ctx: bytes, *, key: bytes, deck: Deck, shuffled_deck: Deck, proof: bytes) -> bool:
    """Return True if the new deck is a shuffle of the old one, proven in this context."""
    reader = ClaimReader(group)
    try:
        claim = reader.read(ctx, key, deck, shuffled_deck, proof)
        holds = b"".join([sum_terms(group, equation(claim)) for equation in EQUATIONS.values()]) == claim.first_moves.data
        reader.check_decoded()
    except EncodingError:
        return False
    return holds


class ToVerify(NamedTuple):
    """What `verify` takes, as one value."""
    ctx: bytes
    key: bytes
    deck: Deck
    shuffled_deck: Deck
    proof: bytes


def verify_together(group: Group, proofs: Sequence[ToVerify]) -> bool:
    """Return True if all of these hold; if not, `verify` finds out which one fails.

    Their equations are added up with weights that are a hash of all of them, so a point in several of them is multiplied once:
    each deck but the first and the last is the new one here and the old one there."""
    reader = ClaimReader(group, for_one_sum=True)
    try:
        claims = [reader.read(*each) for each in proofs]
        # The challenge stands for all that the answers are about: it is a hash of it.
        encoded = (b"".join(map(scalar_bytes, (claim.k, *claim.answers, *claim.weight_answers))) for claim in claims)
        seed = digest("together", *encoded)
        drawn = iter(_to_numbers(draw_weights("weight", seed, len(claims) * FIRST_MOVES)))
        weighted = [(next(drawn), (*equation(claim), Term(claim.first_moves, [-1], first=place)))
                    for claim in claims for place, equation in enumerate(EQUATIONS.values())]
        holds = _weighted_sum(group, weighted) == group.identity
        reader.check_subgroup(seed)
        for claim in claims:
            group.all_decoded(claim.first_moves.data)
    except EncodingError:
        return False
    return holds


def sum_terms(group: Group, terms: Sequence[Term]) -> bytes:
    """Return what these terms add up to."""
    scalars: list[int] = []
    tables = []
    for term in terms:
        points = term.column.points[term.first:term.first + len(term.scalars)]
        if term.factor == 1:
            scalars += term.scalars
            tables.append(points)
        else:
            scalars.append(term.factor)
            tables.append(group.make_table([group.combine_tables(term.scalars, points)]))
    return group.combine_tables(scalars, *tables)


def _weighted_sum(group: Group, weighted: Iterable[tuple[int, Sequence[Term]]]) -> bytes:
    """Return the sum of many weighted groups of terms; each column is summed up once."""
    columns: dict[bytes, tuple[Column, list[int]]] = {}
    for weight, terms in weighted:
        for term in terms:
            _, scalars = columns.setdefault(term.column.data, (term.column, [0] * (len(term.column.data) // BYTES)))
            factor = weight * term.factor
            for place, scalar in enumerate(term.scalars, term.first):
                scalars[place] += factor * scalar
    return group.combine_tables([scalar for _, scalars in columns.values() for scalar in scalars],
                                *(column.points for column, _ in columns.values()))


class ClaimReader:
    """Reads one proof or several, and each column of points once."""

    def __init__(self, group: Group, for_one_sum: bool = False) -> None:
        """`for_one_sum` if all points go into one large sum."""
        self._group = group
        self._for_one_sum = for_one_sum
        self._columns: dict[bytes, tuple[Column, bool]] = {}
        """By their points; and whether the identity may be among them."""

    def read(self, ctx: bytes, key: bytes, deck: Deck, shuffled_deck: Deck, proof: bytes) -> ShuffleClaim:
        """Read a proof. Raises EncodingError if these bytes are not one."""
        group, count, size = self._group, len(deck), len(deck) * BYTES
        # Before anything costs time: to decode two decks does.
        if len(shuffled_deck) != count or not isinstance(proof, bytes) or len(proof) != proof_bytes(count):
            raise EncodingError("two decks and a proof of one size were to be here")
        commitments, chain = proof[:size], proof[size:2 * size]
        moves = proof[2 * size:2 * size + FIRST_MOVES * BYTES]
        group.decode_point(key)
        old, new = _components_of(deck), _components_of(shuffled_deck)
        answers = strict_scalars(group, proof[2 * size + len(moves):], ANSWERS + count)
        statement = (key, deck_bytes(deck), deck_bytes(shuffled_deck), commitments)
        seed = digest("u", ctx, *statement)
        return ShuffleClaim(
            group, count, Column(key, group.make_table([key])),
            (self._read_column(old[0], identity_ok=True), self._read_column(old[1])),
            (self._read_column(new[0]), self._read_column(new[1])),
            _to_numbers(draw_weights("u_i", seed, count)), self._read_column(commitments), self._read_column(chain),
            _to_numbers(chain_weights(seed, chain, count)), Column(moves, group.points_to_sum(moves)),
            derive_challenge(group, "shuffle", ctx, *statement, chain, moves), answers[:ANSWERS], answers[ANSWERS:])

    def _read_column(self, data: bytes, identity_ok: bool = False) -> Column:
        found, was_ok = self._columns.get(data, (None, identity_ok))
        if found is None or was_ok and not identity_ok:
            found = Column(data, self._group.points_to_sum(data, identity_ok, self._for_one_sum))
            self._columns[data] = found, identity_ok
        return found

    def check_decoded(self) -> None:
        """Raise EncodingError if one of them holds bytes that are not a point. First moves are not among them: a verifier that
        computes them again has points to compare with."""
        for column, identity_ok in self._columns.values():
            self._group.all_decoded(column.data, identity_ok)

    def check_subgroup(self, seed: bytes) -> None:
        """Raise EncodingError if a column that was read for the one sum has a point outside of the subgroup. `seed` is a hash
        that binds all of them."""
        self._group.check_subgroup([ColumnToCheck(column.data, column.points, identity_ok)
                                    for column, identity_ok in self._columns.values()], seed)


def _components_of(deck: Deck) -> tuple[bytes, bytes]:
    """First and second ones."""
    try:
        pairs = [(first, second) for first, second in deck]
    except (TypeError, ValueError):
        raise EncodingError("a deck is a list of pairs") from None
    return join_points([first for first, _ in pairs]), join_points([second for _, second in pairs])


def _to_numbers(scalars: Sequence[bytes]) -> list[int]:
    return [int.from_bytes(scalar, "little") for scalar in scalars]
