"""Provers who lie. Each follows the protocol but for one thing, and keeps what it committed to, so that a test can tell which
equations see the lie. What they prove is false every time: a deck with other tiles, a share of another key.

They work in plain integers, for they have no secrets to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count as count_from
from math import prod
from typing import Any

from acquire_net.crypto import dleq, possession, remask, shuffle_proof
from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import digest, draw_weights
from acquire_net.crypto.shuffle_proof import Deck, deck_bytes, make_generators
from acquire_net.crypto.transcript import derive_challenge
from tests.net.crypto.cases import Case
from tests.net.crypto.seeded import SeededEntropy


@dataclass(frozen=True)
class Cheat:
    case: Case
    committed: dict[str, bytes]
    """What the liar committed to, by the name of the equation that computes it again."""


class Liar:
    """Arithmetic in plain integers, and numbers from a seed."""

    def __init__(self, group: Group, *seed: object) -> None:
        self.group = group
        self._entropy = SeededEntropy(*seed)

    def number(self) -> int:
        return int.from_bytes(self.group.random_scalar(self._entropy), "little")

    def numbers(self, count: int) -> list[int]:
        return [self.number() for _ in range(count)]

    def inverse(self, value: int) -> int:
        return pow(value, -1, self.group.order)

    def point(self) -> bytes:
        return self.base(self.number())

    def base(self, k: int) -> bytes:
        return self.group.combine_points([k], [self.group.base])

    def sum(self, *terms: tuple[int, bytes]) -> bytes:
        return self.group.combine_points([k for k, _ in terms], [point for _, point in terms])

    def cells(self, *values: int) -> bytes:
        return b"".join((value % self.group.order).to_bytes(32, "little") for value in values)


# --- keys, shares, re-masked tiles ------------------------------------------------------------------------------------

def key_nobody_knows(group: Group) -> Cheat:
    """The rogue key: another player's, or the difference of two."""
    liar, statement = Liar(group, "rogue"), b"statement"
    key, t = liar.point(), liar.point()
    k = derive_challenge(group, "pop", statement, key, t)
    return Cheat(Case(group, possession, statement, {"key": key}, liar.cells(k, liar.number())), {"key": t})


def shares_of(group: Group, *, secret: int, key: bytes, bases: list[bytes], images: list[bytes]) -> Cheat:
    """Make a proof that multiplies by `secret`, whatever key and images say."""
    liar, ctx = Liar(group, "shares"), b"ctx"
    statement = (key, b"".join(bases), b"".join(images))
    base = group.combine_points(dleq._draw_weights(ctx, statement, len(bases)), bases)
    w = liar.number()
    committed = {"key": liar.base(w), "images": liar.sum((w, base))}
    k = derive_challenge(group, "dleq", ctx, *statement, *committed.values())
    case = Case(group, dleq, ctx, dict(key=key, bases=bases, images=images), liar.cells(k, w + k * secret))
    return Cheat(case, committed)


def shares_under_another_key(group: Group, count: int) -> Cheat:
    liar = Liar(group, "another key")
    key, other, bases = liar.point(), liar.number(), [liar.point() for _ in range(count)]
    return shares_of(group, secret=other, key=key, bases=bases, images=[liar.sum((other, base)) for base in bases])


def one_wrong_share(group: Group, count: int) -> Cheat:
    liar = Liar(group, "wrong share")
    secret, bases = liar.number(), [liar.point() for _ in range(count)]
    images = [liar.sum((secret, base)) for base in bases]
    images[-1] = liar.point()
    return shares_of(group, secret=secret, key=liar.base(secret), bases=bases, images=images)


def errors_that_cancel(group: Group) -> Cheat:
    """Two wrong shares whose errors add up to nothing: only unknown weights see them."""
    liar = Liar(group, "cancel")
    secret, bases, error = liar.number(), [liar.point() for _ in range(4)], liar.point()
    images = [liar.sum((secret, base)) for base in bases]
    images[1], images[2] = group.add(images[1], error), group.subtract_points(images[2], error)
    return shares_of(group, secret=secret, key=liar.base(secret), bases=bases, images=images)


def remasked_with(group: Group, *, wrong: str) -> Cheat:
    """A hidden tile under a new key. `key`: opened with another secret, so another tile. `mask`: the first component belongs to
    another mask, so nobody could ever open it. `tile`: simply another tile."""
    liar, ctx = Liar(group, "remask", wrong), b"ctx"
    x, r, a, new = liar.numbers(4)
    tile, new_key, A = liar.point(), liar.base(new), liar.base(a)
    key_x, residual = liar.base(x), liar.sum((1, tile), (x, A))
    opened_with = liar.number() if wrong == "key" else x
    second = liar.sum((1, residual), (r, new_key), (-opened_with, A))
    if wrong == "tile":
        second = group.add(second, liar.point())
    remasked = (liar.base(liar.number() if wrong == "mask" else r), second)
    w_x, w_r = liar.numbers(2)
    committed = {"key": liar.base(w_x), "mask": liar.base(w_r), "tile": liar.sum((w_r, new_key), (-w_x, A))}
    k = derive_challenge(group, "remask", ctx, key_x, new_key, A, residual, *remasked, *committed.values())
    public = dict(key_x=key_x, new_key=new_key, A=A, residual=residual, remasked=remasked)
    return Cheat(Case(group, remask, ctx, public, liar.cells(k, w_x + k * opened_with, w_r + k * r)), committed)


# --- shuffles -----------------------------------------------------------------------------------------------------------

Matrix = list[list[int]]


def to_verify(case: Case) -> shuffle_proof.ToVerify:
    """A shuffle as `verify_together` takes it."""
    return shuffle_proof.ToVerify(case.ctx, case.public["key"], case.public["deck"], case.public["shuffled_deck"], case.proof)


def shuffle_of(
    liar: Liar, *, deck: Deck, key: bytes, masks: list[int], new_deck: Deck, matrix: Matrix,
    used: Callable[[Sequence[int], Sequence[int]], Sequence[int]] = lambda weights, permuted: permuted, leap: int | None = None,
    leaps_that_cancel: bool = False, torsion: tuple[bytes | None, bytes | None] = (None, None), error: bytes | None = None,
) -> Cheat:
    """Make a proof that commits to any matrix, answers for weights of the prover's choice (`used`, from the drawn ones and their
    product with the matrix), may bring the product right in one link of the chain (`leap`) or in two whose errors cancel where
    all links weigh the same, and may add points to the first commitment and the last link (`torsion`), or to the first move
    (`error`)."""
    group, ctx, count = liar.group, b"ctx", len(deck)
    start, *points = make_generators(group, count + 1)
    columns = [[row[j] for row in matrix] for j in range(count)]
    r = liar.numbers(count)
    commitments = [liar.sum((r[j], group.base), *zip(columns[j], points, strict=True)) for j in range(count)]
    if torsion[0] is not None:
        commitments[0] = group.add(commitments[0], torsion[0])
    statement = (key, deck_bytes(deck), deck_bytes(new_deck), b"".join(commitments))
    u = [int.from_bytes(weight, "little") for weight in draw_weights("u_i", digest("u", ctx, *statement), count)]
    answered = used(u, [sum(m * weight for m, weight in zip(row, u, strict=True)) % group.order for row in matrix])

    factors = list(answered)
    if leap is not None:
        factors[leap] *= prod(u) * liar.inverse(prod(answered))
    if leaps_that_cancel:
        first, second = answered[:2]
        by = (prod(u) * liar.inverse(prod(answered)) - 1) * first * second * liar.inverse(second - 1)
        factors[0] = first + by
        factors[1] = second - by * liar.inverse(first + by)
    chain_masks, links, chain_mask, errors = liar.numbers(count), [start], 0, []
    for factor, answer, mask in zip(factors, answered, chain_masks, strict=True):
        errors.append((factor - answer) * chain_mask)  # what of them is a multiple of G
        links.append(liar.sum((mask, group.base), (factor, links[-1])))
        chain_mask = mask + factor * chain_mask
    if torsion[1] is not None:
        links[-1] = group.add(links[-1], torsion[1])

    w1, w2, w3, w4, w_chain = liar.numbers(5)
    w_weights = liar.numbers(count)
    chain = b"".join(links[1:])
    drawn = shuffle_proof.chain_weights(digest("u", ctx, *statement), chain, count)
    z = [int.from_bytes(weight, "little") for weight in drawn]
    firsts, seconds = zip(*new_deck, strict=True)
    committed = {
        "rows": liar.base(w1) if error is None else group.add(liar.base(w1), error),
        "product": liar.base(w2),
        "permuted weights": liar.sum((w3, group.base), *zip(w_weights, points, strict=True)),
        "second components": liar.sum((-w4, key), *zip(w_weights, seconds, strict=True)),
        "first components": liar.sum((-w4, group.base), *zip(w_weights, firsts, strict=True)),
        "chain": liar.sum((w_chain, group.base), *((a * b, link) for a, b, link in zip(z, w_weights, links[:-1], strict=True))),
    }
    first_moves = b"".join(committed.values())
    k = derive_challenge(group, "shuffle", ctx, *statement, chain, first_moves)
    rho = sum(a * m for a, m in zip(answered, masks, strict=True))
    numbers = [w1 + k * sum(r), w2 + k * chain_mask, w3 + k * sum(a * b for a, b in zip(r, u, strict=True)), w4 + k * rho]
    of_links = [mask + error for mask, error in zip(chain_masks, errors, strict=True)] if leaps_that_cancel else chain_masks
    numbers += [w_chain + k * sum(a * b for a, b in zip(z, of_links, strict=True))]
    numbers += [w + k * weight for w, weight in zip(w_weights, answered, strict=True)]
    proof = b"".join([*commitments, chain, first_moves, liar.cells(*numbers)])
    return Cheat(Case(group, shuffle_proof, ctx, dict(key=key, deck=deck, shuffled_deck=new_deck), proof), committed)


def unit_matrix(count: int) -> Matrix:
    return [[int(i == j) for j in range(count)] for i in range(count)]


def table(group: Group, name: str, count: int) -> tuple[Liar, Deck, bytes, list[int]]:
    liar = Liar(group, name, count)
    deck = tuple((liar.point(), liar.point()) for _ in range(count))
    return liar, deck, liar.point(), liar.numbers(count)


def masked(liar: Liar, deck: Deck, key: bytes, masks: list[int], matrix: Matrix) -> Deck:
    """Each position a combination of old ones, and a mask."""
    return tuple(
        (liar.sum((mask, liar.group.base), *((m, a) for m, (a, _) in zip(row, deck, strict=True))),
         liar.sum((mask, key), *((m, b) for m, (_, b) in zip(row, deck, strict=True))))
        for row, mask in zip(matrix, masks, strict=True)
    )


def scaled(group: Group, count: int) -> tuple[Matrix, Matrix]:
    """The first position divided by 2 and the second doubled, so that the product of the weights stays; and the opposite."""
    half = pow(2, -1, group.order)
    out, weights = unit_matrix(count), unit_matrix(count)
    out[0][0], out[1][1] = half, 2
    weights[0][0], weights[1][1] = 2, half
    return out, weights


def mixed(group: Group, count: int) -> tuple[Matrix, Matrix]:
    """The first two positions mixed, with rows of weights that still sum to 1; and the matrix for the weights."""
    half = pow(2, -1, group.order)
    out, weights = unit_matrix(count), unit_matrix(count)
    weights[1][0], weights[1][1] = -1, 2
    out[0][1], out[1][1] = half, half
    return out, weights


def multiples_of_tiles(group: Group, count: int) -> Cheat:
    """Half of one tile and twice another. The matrix says so, and no row of it sums to 1."""
    liar, deck, key, masks = table(group, "multiples", count)
    out, matrix = scaled(group, count)
    return shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=masked(liar, deck, key, masks, out), matrix=matrix)


def weights_of_his_choice(group: Group, count: int) -> Cheat:
    """The same deck behind an honest matrix: the answers are for other weights, of the same product."""
    liar, deck, key, masks = table(group, "own weights", count)
    out, matrix = scaled(group, count)

    def used(drawn: Sequence[int], _: Sequence[int]) -> list[int]:
        return [sum(m * weight for m, weight in zip(row, drawn, strict=True)) % group.order for row in matrix]

    new_deck = masked(liar, deck, key, masks, out)
    return shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=new_deck, matrix=unit_matrix(count), used=used)


def mixed_tiles(group: Group, count: int, leap: int | None = None, leaps_that_cancel: bool = False) -> Cheat:
    """Two tiles mixed into each other by a matrix whose rows sum to 1, but which does not keep the product of the weights; or
    the product made right in one link of the chain, or in two."""
    liar, deck, key, masks = table(group, "mixed", count)
    out, matrix = mixed(group, count)
    new_deck = masked(liar, deck, key, masks, out)
    return shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=new_deck, matrix=matrix, leap=leap,
                      leaps_that_cancel=leaps_that_cancel)


def two_whose_errors_cancel(group: Group, count: int) -> list[Cheat]:
    """Two true shuffles, one after the other, whose proofs are false by the same point: more by it here, less there."""
    liar, deck, key, masks = table(group, "two", count)
    error, cheats = liar.point(), []
    for by in (error, group.subtract_points(group.identity, error)):
        new_deck = masked(liar, deck, key, masks, unit_matrix(count))
        cheats.append(shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=new_deck, matrix=unit_matrix(count), error=by))
        deck = new_deck
    return cheats


def marked_card(group: Group, count: int, component: int) -> Cheat:
    """A true shuffle, but for one component of one position: another tile, or a mask that nobody can take off."""
    liar, deck, key, masks = table(group, "marked", count)
    new_deck = list(masked(liar, deck, key, masks, unit_matrix(count)))
    pair: list[Any] = list(new_deck[-1])
    pair[component] = liar.point()
    new_deck[-1] = tuple(pair)
    return shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=tuple(new_deck), matrix=unit_matrix(count))


def outside_the_subgroup(group: Group, where: int, torsion: bytes) -> Cheat:
    """A true shuffle, but the first commitment or the last link lies outside of the subgroup, which makes another proof of the
    same. Whether the equations hold depends on the parity of what they multiply by, so this tries a few times."""
    for attempt in count_from(0):
        liar, deck, key, masks = table(group, f"outside {attempt}", 1)
        new_deck = masked(liar, deck, key, masks, unit_matrix(1))
        cheat = shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=new_deck, matrix=unit_matrix(1),
                           torsion=(torsion if where == 0 else None, torsion if where == 1 else None))
        claim = shuffle_proof.ClaimReader(group).read(*to_verify(cheat.case))
        if not any(-times % group.order % 2 for times in (claim.k, claim.k * claim.chain_weights[0])):
            return cheat  # what the equations multiply that point by is even
    raise AssertionError


def consistent_duplicate(group: Group, count: int) -> Cheat:
    """The first tile twice and the second not at all, and a matrix that says so."""
    liar, deck, key, masks = table(group, "duplicate", count)
    matrix = unit_matrix(count)
    matrix[1] = matrix[0]
    new_deck = masked(liar, deck, key, masks, matrix)
    return shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=new_deck, matrix=matrix)


def missing_tile(group: Group, count: int) -> Cheat:
    """The first tile twice and the second not at all, behind an honest matrix."""
    liar, deck, key, masks = table(group, "missing", count)
    matrix = unit_matrix(count)
    matrix[1] = matrix[0]
    new_deck = masked(liar, deck, key, masks, matrix)
    return shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=new_deck, matrix=unit_matrix(count))


def foreign_deck(group: Group, count: int) -> Cheat:
    """Return a deck of the cheat's own."""
    liar, deck, key, masks = table(group, "foreign", count)
    new_deck = tuple((liar.point(), liar.point()) for _ in deck)
    return shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=new_deck, matrix=unit_matrix(count))


def another_key(group: Group, count: int) -> Cheat:
    """Mask under a key that is not the joint one: nobody could open it, or only the cheat."""
    liar, deck, key, masks = table(group, "key", count)
    new_deck = masked(liar, deck, liar.point(), masks, unit_matrix(count))
    return shuffle_of(liar, deck=deck, key=key, masks=masks, new_deck=new_deck, matrix=unit_matrix(count))
