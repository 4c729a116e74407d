"""NOT SECURE, ON PURPOSE: a group whose points are their own logarithms, for the simulator and for tests.

Every proof is made and verified by the same code as in a real game, the same equation catches a cheat, and a game takes
milliseconds. But every point reveals the secret behind it. A real table refuses this group by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import mul

from acquire_net.crypto.group import BYTES, ORDER, ColumnToCheck, EncodingError, Table, strict_scalar
from acquire_net.crypto.hashing import Entropy, digest


def _read_numbers(data: bytes) -> list[int]:
    return [int.from_bytes(data[start:start + BYTES], "little") for start in range(0, len(data), BYTES)]


class TransparentGroup:
    """The integers modulo the order of edwards25519's subgroup. NO SECRECY WHATSOEVER.

    >>> group = TransparentGroup()
    >>> int.from_bytes(group.times_base(group.scalar_from_hash(bytes([7]) + bytes(63))), "little")
    7
    """

    name = "transparent: NO SECRECY, for tests and simulations only"
    order = ORDER
    base = (1).to_bytes(BYTES, "little")
    identity = bytes(BYTES)

    def __repr__(self) -> str:
        return "TransparentGroup()  # NOT SECURE"

    def decode_point(self, data: bytes, identity_ok: bool = False) -> bytes:
        if not isinstance(data, bytes) or len(data) != BYTES:
            raise EncodingError("a point has 32 bytes")
        if int.from_bytes(data, "little") >= ORDER:
            raise EncodingError("this point is not reduced")
        if data == self.identity and not identity_ok:
            raise EncodingError("the identity is not a point to send here")
        return data

    def decode_points(self, data: bytes, identity_ok: bool = False) -> Table:
        if not isinstance(data, bytes) or len(data) % BYTES:
            raise EncodingError("points have 32 bytes each")
        found = _read_numbers(data)
        if found and (max(found) >= ORDER or (not identity_ok and not min(found))):
            raise EncodingError("a point is not reduced, or the identity")
        return found

    def points_to_sum(self, data: bytes, identity_ok: bool = False, for_one_sum: bool = False) -> Table:
        return self.decode_points(data, identity_ok)

    def all_decoded(self, data: bytes, identity_ok: bool = False) -> None:
        pass

    def check_subgroup(self, columns: Sequence[ColumnToCheck], seed: bytes) -> None:
        pass

    def decode_scalar(self, data: bytes) -> bytes:
        return strict_scalar(data, ORDER)

    def random_scalar(self, entropy: Entropy) -> bytes:
        found = self.scalar_from_hash(entropy(64))
        if found == self.identity:
            raise RuntimeError("the source of entropy is broken: it gave zero")
        return found

    def scalar_from_hash(self, data: bytes) -> bytes:
        return (int.from_bytes(data, "little") % ORDER).to_bytes(BYTES, "little")

    def scalar_add(self, a: bytes, b: bytes) -> bytes:
        return ((int.from_bytes(a, "little") + int.from_bytes(b, "little")) % ORDER).to_bytes(BYTES, "little")

    def scalar_subtract(self, a: bytes, b: bytes) -> bytes:
        return ((int.from_bytes(a, "little") - int.from_bytes(b, "little")) % ORDER).to_bytes(BYTES, "little")

    def scalar_multiply(self, a: bytes, b: bytes) -> bytes:
        return (int.from_bytes(a, "little") * int.from_bytes(b, "little") % ORDER).to_bytes(BYTES, "little")

    def times_base(self, k: bytes) -> bytes:
        return k

    multiply_point = scalar_multiply
    add = scalar_add
    subtract_points = scalar_subtract

    def combine_points(self, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        return self.combine_tables(scalars, self.make_table(points))

    def make_table(self, points: Sequence[bytes], lasting: bool = False) -> Table:
        return [int.from_bytes(point, "little") for point in points]

    def table_of_key(self, key: bytes) -> Table:
        return self.make_table((key,))

    def combine_tables(self, scalars: Sequence[int], *tables: Table) -> bytes:
        points = list(chain.from_iterable(tables))
        if len(points) != len(scalars):
            raise ValueError(f"{len(scalars)} scalars for {len(points)} points")
        total: int = sum(map(mul, scalars, points))
        return (total % ORDER).to_bytes(BYTES, "little")

    def hash_to_point(self, label: bytes, *fields: bytes) -> bytes:
        return self.decode_point(self.scalar_from_hash(digest(label.decode("ascii"), *fields)))
