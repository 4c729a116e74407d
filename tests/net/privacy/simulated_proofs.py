"""Proofs made without the secret they are about, with a hash of the prover's choice: the simulators of zero knowledge.

A simulator chooses challenge and answers, computes from the verifier's equations the first moves that fit, and programs the hash
to give that challenge for them. What it makes is accepted by the verifier as it stands. test_proofs_tell_nothing.py shows that
the honest prover, for every witness, makes the same bytes with the same probability: so a proof tells nothing but that it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from acquire_net.crypto import dleq, hashing, possession, remask, shuffle_proof, transcript
from acquire_net.crypto.group import ORDER, Group
from acquire_net.crypto.hashing import Entropy
from acquire_net.crypto.shuffle_proof import Deck, Prepared, Shuffled, deck_bytes
from tests.net.privacy.formal_group import scalar_of


class RandomOracle:
    """The hash of the transcript, with answers that were chosen beforehand."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.chosen: dict[tuple[str, tuple[bytes, ...]], bytes] = {}
        self.real = hashing.digest
        for module in (hashing, transcript, dleq, shuffle_proof):
            patch.setattr(module, "digest", self.digest)

    def digest(self, label: str, *fields: bytes) -> bytes:
        return self.chosen.get((label, fields)) or self.real(label, *fields)

    def program(self, value: int, label: str, *fields: bytes) -> None:
        assert (label, fields) not in self.chosen, "a hash cannot be chosen twice"
        self.chosen[label, fields] = value.to_bytes(64, "little")


class Simulators:
    """The four proofs, from their statements alone."""

    def __init__(self, oracle: RandomOracle, entropy: Entropy) -> None:
        self.oracle = oracle
        self.entropy = entropy

    def number(self) -> int:
        return int.from_bytes(self.entropy(64), "little") % ORDER

    def numbers(self, count: int) -> list[int]:
        return [self.number() for _ in range(count)]

    def dleq(self, group: Group, ctx: bytes, *, secret: bytes, key: bytes, bases: Sequence[bytes], images: Sequence[bytes],
             entropy: Entropy) -> bytes:
        k, s = self.numbers(2)
        statement = (key, b"".join(bases), b"".join(images))
        chosen = dleq._draw_weights(ctx, statement, len(bases))
        claim = dleq.EqualityClaim(group, key, chosen, group.make_table(bases), group.make_table(images), k, s)
        self.oracle.program(k, "dleq", ctx, *statement, *(equation(claim) for equation in dleq.EQUATIONS.values()))
        return scalar_of(k) + scalar_of(s)

    def possession(self, group: Group, statement: bytes, *, secret: bytes, key: bytes, entropy: Entropy) -> bytes:
        k, s = self.numbers(2)
        claim = possession.PossessionClaim(group, key, k, s)
        self.oracle.program(k, "pop", statement, key, *(equation(claim) for equation in possession.EQUATIONS.values()))
        return scalar_of(k) + scalar_of(s)

    def remask(self, group: Group, ctx: bytes, *, secret_x: bytes, mask_r: bytes, key_x: bytes, new_key: bytes, A: bytes,
               residual: bytes, remasked: tuple[bytes, bytes], entropy: Entropy) -> bytes:
        k, s_x, s_r = self.numbers(3)
        claim = remask.RemaskClaim(group, key_x, new_key, A, residual, remasked, k, s_x, s_r)
        first_moves = [equation(claim) for equation in remask.EQUATIONS.values()]
        self.oracle.program(k, "remask", ctx, key_x, new_key, A, residual, *remasked, *first_moves)
        return scalar_of(k) + scalar_of(s_x) + scalar_of(s_r)

    def shuffle(self, group: Group, ctx: bytes, *, key: bytes, deck: Deck, shuffled: Shuffled, entropy: Entropy) -> bytes:
        """Commitments to the permutation and the chain are points with fresh masks, so any points will do."""
        count = len(deck)
        points = [group.times_base(group.random_scalar(entropy)) for _ in range(2 * count)]
        return self.shuffle_with(group, ctx, key, deck, shuffled.deck, points, self.numbers(1 + shuffle_proof.ANSWERS + count))

    def shuffle_with(self, group: Group, ctx: bytes, key: bytes, deck: Deck, out: Deck, points: Sequence[bytes],
                     numbers: Sequence[int]) -> bytes:
        """`numbers` are the challenge and the answers to it."""
        count = len(deck)
        commitments, chain = b"".join(points[:count]), b"".join(points[count:])
        k, *answers = numbers
        parts = (commitments, chain, group.base * shuffle_proof.FIRST_MOVES, *map(scalar_of, answers))
        reader = shuffle_proof.ClaimReader(group)
        claim = replace(reader.read(ctx, key, deck, out, b"".join(parts)), k=k)
        first_moves = b"".join(shuffle_proof.sum_terms(group, equation(claim)) for equation in shuffle_proof.EQUATIONS.values())
        self.oracle.program(k, "shuffle", ctx, key, deck_bytes(deck), deck_bytes(out), commitments, chain, first_moves)
        return b"".join([commitments, chain, first_moves, *map(scalar_of, answers)])

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Instead of the provers. What a shuffle prepares for its proof is not needed, and would be numbers of unknowns."""
        patch.setattr(dleq, "prove", self.dleq)
        patch.setattr(possession, "prove", self.possession)
        patch.setattr(remask, "prove", self.remask)
        patch.setattr(shuffle_proof, "prove", self.shuffle)
        patch.setattr(shuffle_proof, "_draw_spare", no_spare)


def no_spare(group: Group, prepared: Prepared, entropy: Entropy) -> None:
    return None
