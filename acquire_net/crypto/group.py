"""Points and scalars: the prime-order subgroup of edwards25519, through PyNaCl (docs/spec/protocol.md, section 0).

Points and scalars are 32 bytes, and equal ones are equal bytes, because everything from outside passes `decode_point`,
`decode_points` or `decode_scalar` once: these are strict, and everything else trusts its arguments (`points_to_sum` is as strict,
but not at once). What may touch a secret runs in libsodium in constant time; `combine_points` and `combine_tables`, which are for
public data, do not. The identity and the scalar 0, where PyNaCl raises, are handled here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import nacl.bindings as sodium

from acquire_net.crypto.cpu import multiscalar
from acquire_net.crypto.hashing import Entropy, digest, draw_short_words
from acquire_net.errors import RemoteError

BYTES = 32
"""Of a point, and of a scalar."""

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
ZERO = bytes(BYTES)
BASE = bytes.fromhex("58" + "66" * 31)
OUTSIDE = sodium.crypto_core_ed25519_add(BASE, (FIELD - 1).to_bytes(BYTES, "little"))
"""The base plus the point of order 2: on the curve, and not in the subgroup."""

WIDE = 8
"""The tables of points that serve for a whole game: 8 kB each. The others are of use a few times and smaller."""
USUAL = 5
"""The tables of points of two or three sums."""
NARROW = 2
"""Points without further multiples."""
MANY_POINTS = 400
"""From so many on it is faster to look at random subsets of points than at each of them, to see that they are of the subgroup."""

MAX_POINTS_REMEMBERED = 1 << 15
"""A game of six shows some 4,000 points; so many are 4 MB. When there are more the memory is emptied: that costs time only."""

MAX_KEYS_REMEMBERED = 64
"""A table of six has six keys an epoch, of 30 kB each."""

FEW_POINTS = 4
"""Tables of so few points are kept for a while, because all seats prove their shares of the same tiles one after the other."""
MAX_TABLES_REMEMBERED = 256
"""Of them, with 1 kB for each point."""

PIECES = 4
"""Of a scalar, for the tables of keys: a sum of the base and a key takes two fifths of the time."""

Table = Any
"""Points in the form that is fastest for `combine_tables`: a sequence that can be sliced. Only the group knows what is in it."""


class EncodingError(RemoteError, ValueError):
    """These bytes are not a point or a scalar that anybody may send; the text says why."""


class ColumnToCheck(NamedTuple):
    """Points of one large sum, decoded but not yet known to be of the subgroup: one after the other, and as a table."""
    data: bytes
    table: Table
    identity_ok: bool


class Group(Protocol):
    """A group of prime order in which logarithms are hard; `mock.TransparentGroup` has the same face and no secrets."""

    name: str
    order: int
    base: bytes
    identity: bytes

    def decode_point(self, data: bytes, identity_ok: bool = False) -> bytes:
        """Return these bytes if they are a point in its one encoding, else raise EncodingError: the strict decoder."""

    def decode_points(self, data: bytes, identity_ok: bool = False) -> Table:
        """Decode many points, one after the other, as `decode_point` does."""

    def points_to_sum(self, data: bytes, identity_ok: bool = False, for_one_sum: bool = False) -> Table:
        """Decode as `decode_points`, but leave it to `combine_tables` to find that one of them is not a point, and to raise
        EncodingError: where a multiplication looks at a point anyway, nothing looks at it before. The caller believes nothing
        until `all_decoded` has returned, or `check_subgroup` where all of them go into one large sum."""

    def all_decoded(self, data: bytes, identity_ok: bool = False) -> None:
        """Raise EncodingError if one of these is not a point: those that `combine_tables` did not multiply are decoded now."""

    def check_subgroup(self, columns: Sequence[ColumnToCheck], seed: bytes) -> None:
        """Raise EncodingError if a point of these columns, which `points_to_sum` has decoded for one large sum, is not of the
        subgroup. `seed` is a hash that binds all the points; with a chance of 2^-128 such a point is missed."""

    def decode_scalar(self, data: bytes) -> bytes:
        """Return these bytes if they are a number below the order, else raise EncodingError: the strict decoder."""

    # secrets: constant time

    def random_scalar(self, entropy: Entropy) -> bytes:
        """Return a random scalar, uniform and not zero."""

    def scalar_from_hash(self, data: bytes) -> bytes:
        """Return 64 bytes as a reduced scalar."""

    def scalar_add(self, a: bytes, b: bytes) -> bytes: ...
    def scalar_subtract(self, a: bytes, b: bytes) -> bytes: ...
    def scalar_multiply(self, a: bytes, b: bytes) -> bytes: ...
    def times_base(self, k: bytes) -> bytes: ...
    def multiply_point(self, k: bytes, point: bytes) -> bytes: ...
    def add(self, p: bytes, q: bytes) -> bytes: ...
    def subtract_points(self, p: bytes, q: bytes) -> bytes: ...

    # public data: any time

    def combine_points(self, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        """Return the sum of these multiples. The numbers may be negative or large; the points are taken as they are."""

    def combine_tables(self, scalars: Sequence[int], *tables: Table) -> bytes:
        """Return the same sum for points in tables; the scalars run through all of them."""

    def make_table(self, points: Sequence[bytes], lasting: bool = False) -> Table:
        """Return a table of points that are known to be good; `lasting` if they serve for a whole game."""

    def table_of_key(self, key: bytes) -> Table:
        """Return the base, or a key that was decoded, as a table that is made once, because many proofs speak of it."""

    def hash_to_point(self, label: bytes, *fields: bytes) -> bytes:
        """Return a point whose logarithm nobody knows, the same for everybody."""


def scalar_bytes(value: int) -> bytes:
    """Return a public number as a scalar."""
    return (value % ORDER).to_bytes(BYTES, "little")


def dot_product(group: Group, left: Sequence[bytes], right: Sequence[bytes]) -> bytes:
    """Return the sum of the products of secret scalars."""
    total = ZERO
    for a, b in zip(left, right, strict=True):
        total = group.scalar_add(total, group.scalar_multiply(a, b))
    return total


def scalar_sum(group: Group, scalars: Sequence[bytes]) -> bytes:
    total = ZERO
    for scalar in scalars:
        total = group.scalar_add(total, scalar)
    return total


def join_points(points: Sequence[bytes]) -> bytes:
    """Join points from outside that are not decoded yet. Raises EncodingError for one of another length."""
    for point in points:
        if not isinstance(point, bytes) or len(point) != BYTES:
            raise EncodingError("a point has 32 bytes")
    return b"".join(points)


def _split_points(data: bytes) -> list[bytes]:
    return [data[start:start + BYTES] for start in range(0, len(data), BYTES)]


def _remembered(tables: dict[bytes, Table], most: int, data: bytes, make: Callable[[], Table]) -> Table:
    """Return the table of these points, made once as long as there are no more than so many; then the memory is emptied."""
    table = tables.get(data)
    if table is None:
        if len(tables) >= most:
            tables.clear()
        table = tables[data] = make()
    return table


def strict_scalar(data: bytes, order: int) -> bytes:
    """Return a scalar if it is reduced, else raise EncodingError, alike in every group: libsodium would reduce it in silence."""
    if not isinstance(data, bytes) or len(data) != BYTES:
        raise EncodingError("a scalar has 32 bytes")
    if int.from_bytes(data, "little") >= order:
        raise EncodingError("this scalar is not reduced")
    return data


def strict_scalars(group: Group, data: bytes, count: int) -> list[int]:
    """Decode so many scalars, one after the other and strictly, as public numbers."""
    if not isinstance(data, bytes) or len(data) != count * BYTES:
        raise EncodingError(f"{count} scalars were to be here")
    return [int.from_bytes(group.decode_scalar(scalar), "little") for scalar in _split_points(data)]


class Edwards25519:
    """
    >>> group = Edwards25519()
    >>> group.combine_points([2, -1], [group.base, group.base]) == group.base
    True
    """

    name = "edwards25519"
    order = ORDER
    base = BASE
    identity = (1).to_bytes(BYTES, "little")

    def __init__(self, compiled: bool = True) -> None:
        """`compiled=False` goes without our own multiplication, as where it has not been built."""
        self._compiled = compiled and multiscalar is not None
        self._decoded: set[bytes] = set()
        self._tables_of_keys: dict[bytes, Table] = {}
        self._tables_of_points: dict[bytes, Table] = {}
        if sodium.crypto_core_ed25519_is_valid_point(OUTSIDE):
            # CVE-2025-69277. PyNaCl 1.6.2 brings a libsodium without it; a distribution may have linked another.
            raise ImportError("this libsodium takes points outside of the subgroup for valid: install PyNaCl 1.6.2 or later")

    def __repr__(self) -> str:
        return f"Edwards25519(compiled={self._compiled})"

    # --- from outside -----------------------------------------------------------------------------------------------------

    def decode_point(self, data: bytes, identity_ok: bool = False) -> bytes:
        if not isinstance(data, bytes) or len(data) != BYTES:
            raise EncodingError("a point has 32 bytes")
        if data in self._decoded:  # the same points come again and again
            return data
        if data == self.identity:
            if identity_ok:
                return data
            raise EncodingError("the identity is not a point to send here")
        if not (multiscalar.valid_point(data) if self._compiled
                else self._is_canonical(data) and sodium.crypto_core_ed25519_is_valid_point(data)):
            raise EncodingError("this is not a point of the subgroup, or not in its one encoding")
        self._remember_points((data,))
        return data

    def decode_points(self, data: bytes, identity_ok: bool = False) -> Table:
        if not isinstance(data, bytes) or len(data) % BYTES:
            raise EncodingError("points have 32 bytes each")
        found = _split_points(data)
        fresh = [point for point in found if point not in self._decoded]
        if not self._compiled or identity_ok and self.identity in fresh:
            for point in fresh:
                self.decode_point(point, identity_ok)
            return self.make_table(found)
        if not fresh:
            return self._table_of_known(data)
        table = self._table(data, USUAL, strict=True)
        self._remember_points(fresh)
        return table

    @staticmethod
    def _table(data: bytes, width: int, strict: bool) -> Table:
        try:
            return multiscalar.Points(data, strict=strict, width=width)
        except ValueError as error:
            raise EncodingError(str(error)) from None

    def _table_of_known(self, data: bytes) -> Table:
        if len(data) > FEW_POINTS * BYTES:
            return multiscalar.Points(data, width=USUAL)
        return _remembered(self._tables_of_points, MAX_TABLES_REMEMBERED, data, lambda: multiscalar.Points(data, width=USUAL))

    @property
    def is_compiled(self) -> bool:
        """Return True if sums of public points are computed by our own module."""
        return self._compiled

    def decode_for_one_sum(self, data: bytes, subsets: bytes) -> Table:
        """Decode many points that serve for one large sum and do not come again. `subsets` has 16 bytes for each, of a hash of
        all of them; with a chance of 2^-128 a point outside of the subgroup is missed."""
        if len(data) < MANY_POINTS * BYTES:
            return self._table(data, NARROW, strict=True)
        table = self._table(data, NARROW, strict=False)
        if self.identity in _split_points(data) or not multiscalar.subsets_in_subgroup(subsets, table):
            raise EncodingError("one of these points is not of the subgroup")
        return table

    def points_to_sum(self, data: bytes, identity_ok: bool = False, for_one_sum: bool = False) -> Table:
        if self._compiled and not for_one_sum:
            return self.decode_points(data, identity_ok)
        if not isinstance(data, bytes) or len(data) % BYTES:
            raise EncodingError("points have 32 bytes each")
        found = _split_points(data)
        if self._compiled:
            if self.identity in found and not identity_ok:
                raise EncodingError("the identity is not a point to send here")
            return self._table(data, NARROW, strict=False)
        for point in found:
            if point not in self._decoded and not self._is_canonical(point):
                self.decode_point(point, identity_ok)  # says why, or that the identity may be here
        return found

    def all_decoded(self, data: bytes, identity_ok: bool = False) -> None:
        for point in _split_points(data):
            if point not in self._decoded:
                self.decode_point(point, identity_ok)

    def check_subgroup(self, columns: Sequence[ColumnToCheck], seed: bytes) -> None:
        fresh = [column for column in columns if not self._decoded.issuperset(_split_points(column.data))]
        count = sum(len(column.data) for column in fresh) // BYTES
        if not self._compiled or count < MANY_POINTS:
            for column in fresh:
                self.all_decoded(column.data, column.identity_ok)
            return
        if not multiscalar.subsets_in_subgroup(draw_short_words("subsets", seed, count), *[column.table for column in fresh]):
            raise EncodingError("one of these points is not of the subgroup")
        for column in fresh:
            self._remember_points([point for point in _split_points(column.data) if point != self.identity])

    @staticmethod
    def _is_canonical(data: bytes) -> bool:
        """y reduced, and x not 0, for then the sign would make a second encoding."""
        y = int.from_bytes(data, "little") & ((1 << 255) - 1)
        return y < FIELD and y not in (1, FIELD - 1)

    def _remember_points(self, points: Sequence[bytes]) -> None:
        if len(self._decoded) + len(points) > MAX_POINTS_REMEMBERED:
            self._decoded.clear()
        self._decoded.update(points)

    def decode_scalar(self, data: bytes) -> bytes:
        return strict_scalar(data, ORDER)

    # --- secrets ----------------------------------------------------------------------------------------------------------

    def random_scalar(self, entropy: Entropy) -> bytes:
        found = sodium.crypto_core_ed25519_scalar_reduce(entropy(64))
        if found == ZERO:
            raise RuntimeError("the source of entropy is broken: it gave zero")
        return found

    def scalar_from_hash(self, data: bytes) -> bytes:
        return sodium.crypto_core_ed25519_scalar_reduce(data)

    def scalar_add(self, a: bytes, b: bytes) -> bytes:
        return sodium.crypto_core_ed25519_scalar_add(a, b)

    def scalar_subtract(self, a: bytes, b: bytes) -> bytes:
        return sodium.crypto_core_ed25519_scalar_sub(a, b)

    def scalar_multiply(self, a: bytes, b: bytes) -> bytes:
        return sodium.crypto_core_ed25519_scalar_mul(a, b)

    def times_base(self, k: bytes) -> bytes:
        try:
            return sodium.crypto_scalarmult_ed25519_base_noclamp(k)
        except RuntimeError:
            return self._zero_times(k)

    def multiply_point(self, k: bytes, point: bytes) -> bytes:
        if point == self.identity:
            return self.identity
        try:
            return sodium.crypto_scalarmult_ed25519_noclamp(k, point)
        except RuntimeError:
            return self._zero_times(k)

    def _zero_times(self, k: bytes) -> bytes:
        """Return the identity for zero, which the library refuses. The library is asked before, because the time of a comparison
        would depend on the secret."""
        if k != ZERO:
            raise EncodingError("this point or this scalar never passed the strict decoder")
        return self.identity

    def add(self, p: bytes, q: bytes) -> bytes:
        return sodium.crypto_core_ed25519_add(p, q)

    def subtract_points(self, p: bytes, q: bytes) -> bytes:
        return sodium.crypto_core_ed25519_sub(p, q)

    # --- public data ------------------------------------------------------------------------------------------------------

    def combine_points(self, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        return self.combine_tables(scalars, b"".join(points) if self._compiled else points)

    def make_table(self, points: Sequence[bytes], lasting: bool = False) -> Table:
        if not self._compiled:
            return points
        data = b"".join(points)
        return multiscalar.Points(data, width=WIDE if lasting else USUAL)

    def table_of_key(self, key: bytes) -> Table:
        return _remembered(self._tables_of_keys, MAX_KEYS_REMEMBERED, key, lambda: (
            multiscalar.Points(key, width=WIDE, pieces=PIECES) if self._compiled else self.make_table((key,))))

    def combine_tables(self, scalars: Sequence[int], *tables: Table) -> bytes:
        if self._compiled:
            return multiscalar.combine(b"".join([(k % ORDER).to_bytes(BYTES, "little") for k in scalars]), *tables)
        points = [point for table in tables for point in table]
        try:
            return self._sum_points(scalars, points)
        except RuntimeError as error:  # from an addition
            raise EncodingError("one of these is not a point of the curve") from error

    def _sum_points(self, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        total = self.identity
        for k, point in zip(scalars, points, strict=True):
            if point == self.identity:
                continue
            if k == 1:
                total = sodium.crypto_core_ed25519_add(total, point)
            elif k == -1:
                total = sodium.crypto_core_ed25519_sub(total, point)
            else:
                k_bytes = scalar_bytes(k)
                multiple = self.times_base(k_bytes) if point == self.base else self.multiply_point(k_bytes, point)
                if k_bytes != ZERO and point not in self._decoded:
                    self._remember_points((point,))  # the library multiplies nothing but points of the subgroup
                total = multiple if total == self.identity else sodium.crypto_core_ed25519_add(total, multiple)
        return total

    def hash_to_point(self, label: bytes, *fields: bytes) -> bytes:
        # One call of Elligator's map reaches a part of the group only; the sum of two reaches all of it.
        hashed = digest(label.decode("ascii"), *fields)
        first, second = (sodium.crypto_core_ed25519_from_uniform(half) for half in (hashed[:32], hashed[32:]))
        return self.decode_point(sodium.crypto_core_ed25519_add(first, second))
