"""A group whose secrets are unknowns and whose points are polynomials in them: what holds here holds for every value of them.

A secret number of an honest seat is an unknown, and so is the logarithm of every point that was hashed; a number of a seat of the
coalition is a number. A point is the polynomial that its logarithm is, and is written as 32 bytes that say nothing but which
point it is: the same polynomial is the same bytes, and a new one is named by how many were asked for before. Two points that are
equal as polynomials are equal for all values of the unknowns; two that are not are different but with probability degree / order.

That is Shoup's and Maurer's generic group: a coalition can add points and multiply them by numbers that it knows, and see what is
equal. So all that it can learn from its points is which linear relations hold between them; `same_relations` compares those.
"""

from __future__ import annotations

from collections.abc import Sequence

from acquire_net.crypto.group import BYTES, ORDER, EncodingError, Table, strict_scalar
from acquire_net.crypto.hashing import Entropy, digest
from acquire_net.crypto.mock import TransparentGroup

Polynomial = dict[tuple[int, ...], int]
"""Coefficients by monomial; a monomial is the sorted tuple of its unknowns."""

UNKNOWN = b"\xff"
"""The last byte of an unknown number, which no reduced scalar has."""


class HonestEntropy:
    """What an honest seat draws: bytes for what is not a number; its numbers are unknowns."""

    def __init__(self, entropy: Entropy) -> None:
        self.entropy = entropy

    def __call__(self, count: int) -> bytes:
        return self.entropy(count)


class FormalGroup(TransparentGroup):
    name = "formal: NO SECRECY, polynomials in unknowns"

    def __init__(self) -> None:
        self.unknowns = 0
        self.calls = 0
        self.polynomials: dict[bytes, Polynomial] = {bytes(BYTES): {}}
        self._names: dict[frozenset[tuple[tuple[int, ...], int]], bytes] = {frozenset(): bytes(BYTES)}
        self._hashed: dict[tuple[bytes, ...], bytes] = {}
        self.base = self._point({(): 1})

    # --- what a point is

    def _point(self, polynomial: Polynomial) -> bytes:
        self.calls += 1
        key = frozenset(polynomial.items())
        if key not in self._names:
            [(monomial, one), *more] = polynomial.items()
            drawn = not more and one == len(monomial) == 1
            name = digest("seats", b"drawn" if drawn else b"made", (monomial[0] if drawn else self.calls).to_bytes(8, "little"))
            self._names[key], self.polynomials[name[:BYTES]] = name[:BYTES], polynomial
        return self._names[key]

    @staticmethod
    def unknown_bytes(number: int) -> bytes:
        """Return how a secret number is written where only its owner reads it."""
        return number.to_bytes(BYTES - 1, "big") + UNKNOWN

    def _unknown(self) -> int:
        self.unknowns += 1
        return self.unknowns

    def decode_point(self, data: bytes, identity_ok: bool = False) -> bytes:
        if not isinstance(data, bytes) or data not in self.polynomials:
            raise EncodingError("no point that anybody has made")
        if data == self.identity and not identity_ok:
            raise EncodingError("the identity is not a point to send here")
        return data

    def decode_points(self, data: bytes, identity_ok: bool = False) -> Table:
        if not isinstance(data, bytes) or len(data) % BYTES:
            raise EncodingError("points have 32 bytes each")
        return [self.decode_point(data[at:at + BYTES], identity_ok) for at in range(0, len(data), BYTES)]

    # --- secrets

    def random_scalar(self, entropy: Entropy) -> bytes:
        if isinstance(entropy, HonestEntropy):
            return self.unknown_bytes(self._unknown())
        return super().random_scalar(entropy)

    def _number(self, scalar: bytes) -> int:
        if scalar[-1:] == UNKNOWN:
            raise AssertionError("a number is computed from a secret, which only a proof does, and proofs are simulated here")
        return int.from_bytes(strict_scalar(scalar, ORDER), "little")

    def scalar_add(self, a: bytes, b: bytes) -> bytes:
        return scalar_of(self._number(a) + self._number(b))

    def scalar_subtract(self, a: bytes, b: bytes) -> bytes:
        return scalar_of(self._number(a) - self._number(b))

    def scalar_multiply(self, a: bytes, b: bytes) -> bytes:
        return scalar_of(self._number(a) * self._number(b))

    def times_base(self, k: bytes) -> bytes:
        return self.multiply_point(k, self.base)

    def multiply_point(self, k: bytes, point: bytes) -> bytes:
        polynomial = self.polynomials[point]
        if k[-1:] == UNKNOWN:
            unknown = int.from_bytes(k[:-1], "big")
            return self._point({tuple(sorted((*monomial, unknown))): c for monomial, c in polynomial.items()})
        return self.combine_points((self._number(k),), (point,))

    def add(self, p: bytes, q: bytes) -> bytes:
        return self.combine_points((1, 1), (p, q))

    def subtract_points(self, p: bytes, q: bytes) -> bytes:
        return self.combine_points((1, -1), (p, q))

    def combine_points(self, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        total: Polynomial = {}
        for k, point in zip(scalars, points, strict=True):
            for monomial, coefficient in self.polynomials[point].items():
                total[monomial] = (total.get(monomial, 0) + k * coefficient) % ORDER
        return self._point({monomial: coefficient for monomial, coefficient in total.items() if coefficient})

    def make_table(self, points: Sequence[bytes], lasting: bool = False) -> Table:
        return list(points)

    def combine_tables(self, scalars: Sequence[int], *tables: Table) -> bytes:
        return self.combine_points(scalars, [point for table in tables for point in table])

    def hash_to_point(self, label: bytes, *fields: bytes) -> bytes:
        if (label, *fields) not in self._hashed:
            self._hashed[label, *fields] = self._point({(self._unknown(),): 1})
        return self._hashed[label, *fields]


def scalar_of(value: int) -> bytes:
    return (value % ORDER).to_bytes(BYTES, "little")


# --- what can be computed from points

Row = dict[tuple[int, tuple[int, ...]], int]


def rank(rows: Sequence[Row]) -> int:
    """Of a matrix over the numbers modulo the order, given by its entries that are not zero."""
    pivots: dict[tuple[int, tuple[int, ...]], Row] = {}
    for given in rows:
        row = dict(given)
        while row:
            place = min(row)
            if place not in pivots:
                inverse = pow(row[place], -1, ORDER)
                pivots[place] = {column: value * inverse % ORDER for column, value in row.items()}
                break
            factor = row[place]
            for column, value in pivots[place].items():
                rest = (row.get(column, 0) - factor * value) % ORDER
                if rest:
                    row[column] = rest
                else:
                    row.pop(column, None)
    return len(pivots)


def same_relations(one: Sequence[Polynomial], other: Sequence[Polynomial]) -> bool:
    """Return True if the linear relations between these points are the relations between those.

    They are the kernels of two matrices with a row for each point. Two kernels are equal if and only if both are the kernel of
    the matrices side by side, thus if all three have one rank. Then there is a linear bijection of what the unknowns of the one
    list span to what those of the other do, and it takes each point to its counterpart.
    """
    left = [{(0, monomial): c for monomial, c in polynomial.items()} for polynomial in one]
    right = [{(1, monomial): c for monomial, c in polynomial.items()} for polynomial in other]
    both = [a | b for a, b in zip(left, right, strict=True)]
    return rank(left) == rank(right) == rank(both)
