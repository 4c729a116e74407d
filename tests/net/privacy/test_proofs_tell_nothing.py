"""Zero knowledge, by a bijection: for every witness there are numbers that an honest prover may draw with which it makes exactly
the proof that a simulator has made without any witness.

The simulator draws challenge and answers (and a shuffle's commitments and chain) and programs the challenge. The prover draws
nonces (and masks for those), and the challenge is the hash. From a simulated proof and a witness the prover's numbers are
computed: nonce = answer - challenge * secret, mask of a point = its logarithm less what it masks. That is one to one, and both
draw uniformly; so real and simulated proofs have one distribution, which no witness changes. The group is the transparent one,
since the test has to know the logarithms; nothing of the provers depends on the group.

A nonce is a hash: it counts as drawn at random because fresh entropy is hashed with it, and the test gives the number for that
entropy alone. A nonce that does without is not free, and the bijection fails.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from acquire_net.crypto import dleq, hashing, possession, remask, shuffle_proof, transcript
from acquire_net.crypto.group import ORDER
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.shuffle_proof import ANSWERS, FIRST_MOVES, Deck, deck_bytes, make_generators
from tests.net.privacy import plants
from tests.net.privacy.formal_group import scalar_of
from tests.net.privacy.simulated_proofs import RandomOracle, Simulators
from tests.net.privacy.worlds import Plant
from tests.support.counts import Count

GROUP = TransparentGroup()
CTX = b"somewhere"


def number(scalar: bytes) -> int:
    return int.from_bytes(scalar, "little")


class Drawn:
    """Entropy that gives what the bijection asks for: numbers where numbers are drawn, and nonces through the hash."""

    def __init__(self, oracle: RandomOracle, patch: pytest.MonkeyPatch, numbers: Sequence[int] = ()) -> None:
        self.numbers: Iterator[int] = iter(numbers)
        self.nonces: list[int] = []
        self.fresh: list[bytes] = []
        self._hash = oracle.digest
        for module in (hashing, transcript, dleq, shuffle_proof):
            patch.setattr(module, "digest", self.digest)

    def __call__(self, count: int) -> bytes:
        if count == 64:
            return next(self.numbers, 1).to_bytes(64, "little")
        self.fresh.append(random.Random(f"fresh {len(self.fresh)}").randbytes(count))
        return self.fresh[-1]

    def digest(self, label: str, *fields: bytes) -> bytes:
        if label == "nonce" and self.fresh and fields[-1] == self.fresh[-1] and len(self.fresh) <= len(self.nonces):
            return self.nonces[len(self.fresh) - 1].to_bytes(64, "little")
        return self._hash(label, *fields)


@dataclass
class Case:
    """A kind of proof: the simulated one of a statement, and the honest one of a witness made to match."""
    simulate: Callable[[Simulators], bytes]
    prove: Callable[[bytes, RandomOracle, pytest.MonkeyPatch], bytes]


def a_point(rng: random.Random) -> bytes:
    return scalar_of(rng.randrange(1, ORDER))


def nonces_for(proof: bytes, secrets: Sequence[int]) -> list[int]:
    """Return what must have been drawn for these answers to this challenge."""
    k, *answers = [number(proof[at:at + 32]) for at in range(0, len(proof), 32)]
    return [(s - k * secret) % ORDER for s, secret in zip(answers, secrets, strict=True)]


def a_share(rng: random.Random, count: int) -> Case:
    x, bases = rng.randrange(1, ORDER), [a_point(rng) for _ in range(count)]
    named = dict(secret=scalar_of(x), key=GROUP.times_base(scalar_of(x)), bases=bases,
                 images=[GROUP.multiply_point(scalar_of(x), base) for base in bases])

    def prove(proof: bytes, oracle: RandomOracle, patch: pytest.MonkeyPatch) -> bytes:
        drawn = Drawn(oracle, patch)
        drawn.nonces = nonces_for(proof, [x])
        return dleq.prove(GROUP, CTX, **named, entropy=drawn)

    return Case(lambda simulators: simulators.dleq(GROUP, CTX, **named, entropy=bytes), prove)


def a_key(rng: random.Random) -> Case:
    x = rng.randrange(1, ORDER)
    named = dict(secret=scalar_of(x), key=GROUP.times_base(scalar_of(x)))

    def prove(proof: bytes, oracle: RandomOracle, patch: pytest.MonkeyPatch) -> bytes:
        drawn = Drawn(oracle, patch)
        drawn.nonces = nonces_for(proof, [x])
        return possession.prove(GROUP, CTX, **named, entropy=drawn)

    return Case(lambda simulators: simulators.possession(GROUP, CTX, **named, entropy=bytes), prove)


def a_remasked_tile(rng: random.Random) -> Case:
    x, r, mask, tile, new_key = (rng.randrange(1, ORDER) for _ in range(5))
    named = dict(secret_x=scalar_of(x), mask_r=scalar_of(r), key_x=scalar_of(x), new_key=scalar_of(new_key), A=scalar_of(mask),
                 residual=scalar_of(tile + x * mask), remasked=(scalar_of(r), scalar_of(tile + r * new_key)))

    def prove(proof: bytes, oracle: RandomOracle, patch: pytest.MonkeyPatch) -> bytes:
        drawn = Drawn(oracle, patch)
        drawn.nonces = nonces_for(proof, [x, r])
        return remask.prove(GROUP, CTX, **named, entropy=drawn)

    return Case(lambda simulators: simulators.remask(GROUP, CTX, **named, entropy=bytes), prove)


@dataclass
class Shuffling:
    """A statement about two decks, and several witnesses: the second tile is the first one under another mask, which happens at
    no table, so that the exchange of the two is a witness too."""
    key: bytes
    deck: Deck
    out: Deck
    witnesses: list[tuple[tuple[int, ...], list[int]]]
    """Permutation and masks."""

    @classmethod
    def some(cls, rng: random.Random, count: int) -> Shuffling:
        key, apart = rng.randrange(1, ORDER), rng.randrange(1, ORDER)
        pairs = [(rng.randrange(1, ORDER), rng.randrange(1, ORDER)) for _ in range(count)]
        pairs[1] = (pairs[0][0] + apart, pairs[0][1] + apart * key)
        order, masks = tuple(rng.sample(range(count), count)), [rng.randrange(1, ORDER) for _ in range(count)]
        exchanged = tuple({0: 1, 1: 0}.get(place, place) for place in order)
        other = [(masks[1] + apart) % ORDER, (masks[0] - apart) % ORDER, *masks[2:]]
        deck = tuple((scalar_of(a), scalar_of(b)) for a, b in pairs)
        out = tuple((scalar_of(pairs[j][0] + masks[j]), scalar_of(pairs[j][1] + masks[j] * key)) for j in order)
        return cls(scalar_of(key), deck, out, [(order, masks), (exchanged, other)])

    def simulate(self, simulators: Simulators) -> bytes:
        count = len(self.deck)
        points = [scalar_of(simulators.number()) for _ in range(2 * count)]
        return simulators.shuffle_with(GROUP, CTX, self.key, self.deck, self.out, points, simulators.numbers(1 + ANSWERS + count))

    def prove(self, proof: bytes, witness: int, oracle: RandomOracle, patch: pytest.MonkeyPatch) -> bytes:
        order, masks = self.witnesses[witness]
        count = len(order)
        values = [number(proof[at:at + 32]) for at in range(0, len(proof), 32)]
        c, chain, said = values[:count], values[count:2 * count], values[2 * count + FIRST_MOVES:]
        answers, weight_answers = said[:ANSWERS], said[ANSWERS:]
        statement = (CTX, self.key, deck_bytes(self.deck), deck_bytes(self.out), proof[:32 * count])
        joined, first_moves = proof[32 * count:64 * count], proof[64 * count:64 * count + 32 * FIRST_MOVES]
        k = number(oracle.digest("shuffle", *statement, joined, first_moves)) % ORDER
        seed = oracle.digest("u", *statement)
        u = [number(weight) for weight in hashing.draw_weights("u_i", seed, count)]
        h = [number(point) for point in make_generators(GROUP, count + 1)]
        r = [0] * count
        for i, j in enumerate(order):
            r[j] = (c[j] - h[i + 1]) % ORDER
        weight_nonces = [(s - k * u[j]) % ORDER for s, j in zip(weight_answers, order, strict=True)]
        links = [h[0], *chain]
        chain_masks = [(links[i + 1] - u[j] * links[i]) % ORDER for i, j in enumerate(order)]
        chain_mask = 0
        for i, j in enumerate(order):
            chain_mask = (chain_masks[i] + u[j] * chain_mask) % ORDER
        z = [number(weight) for weight in hashing.draw_weights("z_i", oracle.digest("z", seed, joined), count)]
        secrets = [sum(r), chain_mask, sum(a * b for a, b in zip(r, u, strict=True)),
                   sum(a * b for a, b in zip(masks, u, strict=True)), sum(a * b for a, b in zip(z, chain_masks, strict=True))]
        drawn = Drawn(oracle, patch, [0, *masks, *r, *weight_nonces, *chain_masks])
        drawn.nonces = [(s - k * secret) % ORDER for s, secret in zip(answers, secrets, strict=True)]
        patch.setattr(shuffle_proof, "draw_permutation", lambda seed, count: order)
        shuffled = shuffle_proof.shuffle_deck(GROUP, key=self.key, deck=self.deck, entropy=drawn)
        assert shuffled.deck == self.out
        return shuffle_proof.prove(GROUP, CTX, key=self.key, deck=self.deck, shuffled=shuffled, entropy=drawn)


def matches(case: Case, seed: int, plant: Plant | None = None) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        if plant is not None:
            plant(patch)
        oracle = RandomOracle(patch)
        proof = case.simulate(Simulators(oracle, random.Random(f"simulated {seed}").randbytes))
        return case.prove(proof, oracle, patch) == proof


CASES: dict[str, Callable[[random.Random], Case]] = {
    "share": lambda rng: a_share(rng, 1),
    "shares": lambda rng: a_share(rng, 4),
    "possession": a_key,
    "remask": a_remasked_tile,
}


@pytest.mark.parametrize("name", CASES)
def test_an_honest_prover_may_draw_what_makes_a_simulated_proof(name: str, count: Count) -> None:
    for seed in range(count(20, 500)):
        assert matches(CASES[name](random.Random(f"{name} {seed}")), seed)


@pytest.mark.parametrize("plant", [plants.nonces_of_public_data, plants.nonces_of_entropy_alone],
                         ids=lambda plant: plant.__name__)
@pytest.mark.parametrize("name", CASES)
def test_a_nonce_that_is_not_drawn_is_no_zero_knowledge(name: str, plant: Plant) -> None:
    assert not matches(CASES[name](random.Random(name)), 0, plant)


def test_every_witness_of_a_shuffle_may_make_the_same_proof(count: Count) -> None:
    for seed in range(count(10, 200)):
        shuffling = Shuffling.some(random.Random(f"shuffle {seed}"), 2 + seed % 5)
        proofs = set()
        for witness in range(2):
            with pytest.MonkeyPatch.context() as patch:
                oracle = RandomOracle(patch)
                proof = shuffling.simulate(Simulators(oracle, random.Random(f"simulated {seed}").randbytes))
                assert shuffling.prove(proof, witness, oracle, patch) == proof
                assert shuffle_proof.verify(GROUP, CTX, key=shuffling.key, deck=shuffling.deck, shuffled_deck=shuffling.out,
                                            proof=proof)
                proofs.add(proof)
        assert len(proofs) == 1


def test_numbers_used_twice_in_a_shuffle_are_no_zero_knowledge() -> None:
    """Nonces that are masks again: such a prover cannot make the proof that was simulated."""
    shuffling = Shuffling.some(random.Random("shuffle"), 4)
    spare = shuffle_proof._draw_spare

    def repeated(group, prepared, entropy):  # type: ignore[no-untyped-def]
        found = spare(group, prepared, entropy)
        found.nonces[:] = [found.nonces[0]] * prepared.count
        found.nonce_point = shuffle_proof._sum_of_multiples(group, found.nonces, make_generators(group, prepared.count + 1)[1:])
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffle_proof, "_draw_spare", repeated)
        oracle = RandomOracle(patch)
        proof = shuffling.simulate(Simulators(oracle, random.Random("simulated").randbytes))
        assert shuffling.prove(proof, 0, oracle, patch) != proof


def test_a_simulated_proof_needs_the_programmed_hash() -> None:
    """Otherwise anybody could prove anything."""
    with pytest.MonkeyPatch.context() as patch:
        simulators = Simulators(RandomOracle(patch), random.Random("simulated").randbytes)
        proof = simulators.possession(GROUP, CTX, secret=b"", key=GROUP.base, entropy=bytes)
        assert possession.verify(GROUP, CTX, key=GROUP.base, proof=proof)
    assert not possession.verify(GROUP, CTX, key=GROUP.base, proof=proof)
