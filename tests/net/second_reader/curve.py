"""Sections 0, 2 to 5 and 10 of docs/spec/protocol.md: hashes, points and proofs, for the second reader. No line of `acquire_net`.

`Sodium` is the curve, by PyNaCl, one multiplication after the other. `Numbers` is for games of the tests in which points are
their own logarithms and signatures are hashes: the same equations, thousands of times faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha512
from math import prod

import nacl.bindings as sodium
from nacl.exceptions import BadSignatureError

Q = 2**252 + 27742317777372353535851937790883648493
P = 2**255 - 19

Pair = tuple[bytes, bytes]


def u8(*values: int) -> bytes:
    return bytes(values)


def u16(value: int) -> bytes:
    return value.to_bytes(2, "little")


def u32(value: int) -> bytes:
    return value.to_bytes(4, "little")


def H(label: str, *fields: bytes) -> bytes:
    name = f"acquire-net/mp/1/{label}".encode()
    return sha512(u16(len(name)) + name + b"".join(u32(len(each)) + each for each in fields)).digest()


def Hq(label: str, *fields: bytes) -> int:
    return int.from_bytes(H(label, *fields), "little") % Q


def scalars(data: bytes) -> list[int]:
    assert len(data) % 32 == 0
    found = [int.from_bytes(data[at:at + 32], "little") for at in range(0, len(data), 32)]
    assert all(number < Q for number in found)
    return found


def index(seed: bytes, n: int) -> int:
    counter = 0
    while True:
        words = H("index", seed, u32(counter))
        for at in range(0, 64, 8):
            word = int.from_bytes(words[at:at + 8], "little")
            if word < 2**64 // n * n:
                return word % n
        counter += 1


def joined(deck: Sequence[Pair]) -> bytes:
    return b"".join(part for pair in deck for part in pair)


def cut_pairs(data: bytes) -> list[Pair]:
    return [(data[at:at + 32], data[at + 32:at + 64]) for at in range(0, len(data), 64)]


class Curve:
    G: bytes
    IDENTITY: bytes

    def point(self, data: bytes) -> bytes:
        raise NotImplementedError

    def total(self, *terms: tuple[int, bytes]) -> bytes:
        """Return the sum of multiples of points."""
        raise NotImplementedError

    def h2g(self, label: str, *fields: bytes) -> bytes:
        raise NotImplementedError

    def is_signed(self, public: bytes, message: bytes, signature: bytes) -> bool:
        raise NotImplementedError

    def points(self, data: bytes, count: int) -> list[bytes]:
        assert len(data) == 32 * count
        return [self.point(data[at:at + 32]) for at in range(0, len(data), 32)]

    def pairs(self, data: bytes, count: int) -> list[Pair]:
        found = self.points(data, 2 * count)
        return list(zip(found[::2], found[1::2], strict=True))

    def minus(self, value: bytes, others: Sequence[bytes]) -> bytes:
        return self.total((1, value), *((-1, other) for other in others))

    def tile_of(self, found: bytes) -> int:
        return next(tile for tile in range(128) if self.h2g(f"tile/{tile}") == found)

    # --- proofs

    def check_possession(self, statement: bytes, key: bytes, proof: bytes) -> None:
        k, s = scalars(proof)
        assert k == Hq("pop", statement, key, self.total((s, self.G), (-k, key)))

    def check_shares(self, ctx: bytes, key: bytes, bases: list[bytes], images: list[bytes], proof: bytes) -> None:
        k, s = scalars(proof)
        assert bases and len(bases) == len(images)
        statement = (key, b"".join(bases), b"".join(images))
        seed = H("weights", ctx, *statement)
        e = [1, *(int.from_bytes(H("weight", seed, u32(i))[:16], "little") for i in range(1, len(bases)))]
        base, image = self.total(*zip(e, bases, strict=True)), self.total(*zip(e, images, strict=True))
        assert k == Hq("dleq", ctx, *statement, self.total((s, self.G), (-k, key)), self.total((s, base), (-k, image)))

    def check_shuffle(self, ctx: bytes, key: bytes, old: list[Pair], new: list[Pair], proof: bytes) -> None:
        n, total = len(old), self.total
        h = [self.h2g(f"gen/{i}") for i in range(n + 1)]
        c, ch = self.points(proof[:32 * n], n), self.points(proof[32 * n:64 * n], n)
        t = self.points(proof[64 * n:64 * n + 192], 6)
        s1, s2, s3, s4, sh, *s = scalars(proof[64 * n + 192:])
        assert len(s) == n
        statement = (key, joined(old), joined(new), b"".join(c))
        seed = H("u", ctx, *statement)
        u = [int.from_bytes(H("u_i", seed, u32(i))[:16], "little") for i in range(n)]
        seed_z = H("z", seed, b"".join(ch))
        z = [int.from_bytes(H("z_i", seed_z, u32(i))[:16], "little") for i in range(n)]
        k = Hq("shuffle", ctx, *statement, b"".join(ch), b"".join(t))
        t1 = total((s1, self.G), *((-k, each) for each in c), *((k, each) for each in h[1:]))
        t2 = total((s2, self.G), (-k, [h[0], *ch][-1]), (k * prod(u), h[0]))
        t3 = total((s3, self.G), *zip(s, h[1:], strict=True), *((-k * each, c[i]) for i, each in enumerate(u)))
        t4, t5 = (total(*((s[i], new[i][part]) for i in range(n)), (-s4, under), *((-k * u[i], old[i][part]) for i in range(n)))
                  for part, under in ((1, key), (0, self.G)))
        chain = [h[0], *ch]
        th = total((sh, self.G), *((z[i] * s[i], chain[i]) for i in range(n)), *((-k * z[i], chain[i + 1]) for i in range(n)))
        assert t == [t1, t2, t3, t4, t5, th]

    def check_remask(self, ctx: bytes, key: bytes, new_key: bytes, slot: Pair, new: Pair, proof: bytes) -> None:
        k, s_x, s_r = scalars(proof)
        mask, residual = slot
        commitments = (self.total((s_x, self.G), (-k, key)), self.total((s_r, self.G), (-k, new[0])),
                       self.total((s_r, new_key), (-s_x, mask), (-k, new[1]), (k, residual)))
        assert k == Hq("remask", ctx, key, new_key, mask, residual, *new, *commitments)


class Sodium(Curve):
    G = bytes.fromhex("58" + "66" * 31)
    IDENTITY = (1).to_bytes(32, "little")

    def point(self, data: bytes) -> bytes:
        number = int.from_bytes(data, "little") & (1 << 255) - 1
        assert len(data) == 32 and number < P and number not in (1, P - 1) and sodium.crypto_core_ed25519_is_valid_point(data)
        return data

    def total(self, *terms: tuple[int, bytes]) -> bytes:
        found = self.IDENTITY
        for number, base in terms:
            if number % Q and base != self.IDENTITY:
                multiple = sodium.crypto_scalarmult_ed25519_noclamp((number % Q).to_bytes(32, "little"), base)
                found = sodium.crypto_core_ed25519_add(found, multiple)
        return found

    @lru_cache(maxsize=1024)  # noqa: B019 - there is one of them
    def h2g(self, label: str, *fields: bytes) -> bytes:
        found = H(label, *fields)
        halves = [sodium.crypto_core_ed25519_from_uniform(half) for half in (found[:32], found[32:])]
        return self.point(sodium.crypto_core_ed25519_add(*halves))

    def is_signed(self, public: bytes, message: bytes, signature: bytes) -> bool:
        try:
            sodium.crypto_sign_open(signature + message, self.point(public))
        except BadSignatureError:
            return False
        return True


class Numbers(Curve):
    """Points are numbers modulo Q. NOT SECURE: for games of the tests alone."""
    G = u32(1) + bytes(28)
    IDENTITY = bytes(32)

    def point(self, data: bytes) -> bytes:
        assert len(data) == 32 and 0 < int.from_bytes(data, "little") < Q
        return data

    def total(self, *terms: tuple[int, bytes]) -> bytes:
        return (sum(number * int.from_bytes(base, "little") for number, base in terms) % Q).to_bytes(32, "little")

    @lru_cache(maxsize=1024)  # noqa: B019 - there is one of them
    def h2g(self, label: str, *fields: bytes) -> bytes:
        return self.point(Hq(label, *fields).to_bytes(32, "little"))

    def is_signed(self, public: bytes, message: bytes, signature: bytes) -> bool:
        return H("seats", public, message) == signature


SODIUM, NUMBERS = Sodium(), Numbers()
