"""Entropy that repeats: the same seed gives the same proofs."""

from hashlib import shake_256


class SeededEntropy:
    """`entropy(n)` for tests. Two with the same seed give the same bytes, however they are cut."""

    def __init__(self, *seed: object) -> None:
        self._seed = repr(seed).encode()
        self._taken = 0

    def __call__(self, count: int) -> bytes:
        blocks, first = bytearray(), self._taken // 64
        while (first + len(blocks) // 64) * 64 < self._taken + count:
            blocks += shake_256(self._seed + (first + len(blocks) // 64).to_bytes(8, "little")).digest(64)
        start = self._taken - first * 64
        self._taken += count
        return bytes(blocks[start:start + count])
