"""The whole face of a group over `plain_curve`: proofs of the real group must verify here too, with no libsodium involved."""

from collections.abc import Sequence

from acquire_net.crypto.group import ColumnToCheck, EncodingError
from acquire_net.crypto.hashing import Entropy
from tests.net.crypto import plain_curve as plain


def little(value: int) -> bytes:
    return (value % plain.Q).to_bytes(32, "little")


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def decoded(data: bytes) -> plain.Point:
    point = plain.decode(data)
    assert point is not None
    return point


class PlainGroup:
    name = "edwards25519"
    order = plain.Q
    base = plain.encode(plain.BASE)
    identity = plain.encode(plain.IDENTITY)

    def decode_point(self, data: bytes, identity_ok: bool = False) -> bytes:
        if not isinstance(data, bytes) or not (plain.may_be_sent(data) or (identity_ok and data == self.identity)):
            raise EncodingError("no point to send")
        return data

    def decode_points(self, data: bytes, identity_ok: bool = False) -> list[bytes]:
        return [self.decode_point(data[i:i + 32], identity_ok) for i in range(0, len(data), 32)]

    def points_to_sum(self, data: bytes, identity_ok: bool = False, for_one_sum: bool = False) -> list[bytes]:
        return self.decode_points(data, identity_ok)

    def all_decoded(self, data: bytes, identity_ok: bool = False) -> None:
        self.decode_points(data, identity_ok)

    def check_subgroup(self, columns: Sequence[ColumnToCheck], seed: bytes) -> None:
        for column in columns:
            self.all_decoded(column.data, column.identity_ok)

    def decode_scalar(self, data: bytes) -> bytes:
        if not isinstance(data, bytes) or len(data) != 32 or number(data) >= plain.Q:
            raise EncodingError("no scalar to send")
        return data

    def random_scalar(self, entropy: Entropy) -> bytes:
        return self.scalar_from_hash(entropy(64))

    def scalar_from_hash(self, data: bytes) -> bytes:
        return little(number(data))

    def scalar_add(self, a: bytes, b: bytes) -> bytes:
        return little(number(a) + number(b))

    def scalar_subtract(self, a: bytes, b: bytes) -> bytes:
        return little(number(a) - number(b))

    def scalar_multiply(self, a: bytes, b: bytes) -> bytes:
        return little(number(a) * number(b))

    def times_base(self, k: bytes) -> bytes:
        return self.multiply_point(k, self.base)

    def multiply_point(self, k: bytes, point: bytes) -> bytes:
        return plain.encode(plain.times(number(k), decoded(point)))

    def add(self, p: bytes, q: bytes) -> bytes:
        return plain.encode(plain.add(decoded(p), decoded(q)))

    def subtract_points(self, p: bytes, q: bytes) -> bytes:
        return plain.encode(plain.add(decoded(p), plain.negate(decoded(q))))

    def combine_points(self, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        return plain.combine(scalars, points)

    def make_table(self, points: Sequence[bytes], lasting: bool = False) -> Sequence[bytes]:
        return points

    def table_of_key(self, key: bytes) -> Sequence[bytes]:
        return (key,)

    def combine_tables(self, scalars: Sequence[int], *tables: Sequence[bytes]) -> bytes:
        return plain.combine(scalars, [point for table in tables for point in table])

    def hash_to_point(self, label: bytes, *fields: bytes) -> bytes:
        return plain.hash_to_point(label, *fields)
