"""How long the cryptography of a networked game takes, as tables: single operations, proofs, and the shuffle of a whole deck.

    python benchmarks/crypto.py --seconds 0.3

Times are the best of many, in microseconds: what a quiet machine would give. "PyNaCl alone" is the same without our own
multiplication for public data, as where it has not been built; secrets meet PyNaCl in both. Of the two groups the transparent
one has no secrets: it is the simulator's.
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Callable, Iterator

from acquire_client.terminal.console import make_console, plain_table
from acquire_net.crypto import dleq, possession, remask, shuffle_proof, signing
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.protocol.messages import MAX_SEATS

RUNS_LEAST = 5
TILES = 108
HAND = 6
Row = tuple[str, Callable[[], object]]


def best_us(work: Callable[[], object], seconds: float) -> float:
    """At least a few times, and for that long. A clock costs little beside the shortest of these works."""
    best, began, runs = float("inf"), time.perf_counter(), 0
    while runs < RUNS_LEAST or time.perf_counter() - began < seconds:
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
        runs += 1
    return best * 1e6


def operations(group: Group) -> Iterator[Row]:
    k, m = (group.random_scalar(secrets.token_bytes) for _ in range(2))
    p, q = group.times_base(k), group.times_base(m)
    numbers = [int.from_bytes(group.random_scalar(secrets.token_bytes), "little") for _ in range(TILES)]
    points = [group.times_base(group.random_scalar(secrets.token_bytes)) for _ in range(TILES)]
    fresh = iter(lambda: group.times_base(group.random_scalar(secrets.token_bytes)), None)
    yield "times", lambda: group.multiply_point(k, p)
    yield "times_base", lambda: group.times_base(k)
    yield "add", lambda: group.add(p, q)
    yield "scalar_multiply", lambda: group.scalar_multiply(k, m)
    yield "random_scalar", lambda: group.random_scalar(secrets.token_bytes)
    yield "times_base, then point of what was never seen", lambda: group.decode_point(next(fresh))
    yield "point, seen before", lambda: group.decode_point(p)
    yield "hash_to_point", lambda: group.hash_to_point(b"coin", k)
    yield "combine, 3 points", lambda: group.combine_points(numbers[:3], points[:3])
    yield f"combine, {TILES} points", lambda: group.combine_points(numbers, points)


def proofs(group: Group) -> Iterator[Row]:
    entropy, ctx = secrets.token_bytes, b"ctx"
    x, r = group.random_scalar(entropy), group.random_scalar(entropy)
    key = group.times_base(x)
    yield "possession, prove", lambda: possession.prove(group, ctx, secret=x, key=key, entropy=entropy)
    proof = possession.prove(group, ctx, secret=x, key=key, entropy=entropy)
    yield "possession, verify", lambda: possession.verify(group, ctx, key=key, proof=proof)
    for count in (1, HAND, 5 * HAND):
        bases = [group.times_base(group.random_scalar(entropy)) for _ in range(count)]
        yield f"{count} shares, make and prove", lambda bases=bases: shares(group, ctx, x, key, bases)
        images, proven = shares(group, ctx, x, key, bases)
        yield f"{count} shares, verify", lambda bases=bases, images=images, proof=proven: dleq.verify(
            forgetful(group), ctx, key=key, bases=bases, images=images, proof=proof)
    tile, A, new_key = shuffle_proof.tile_points(group, 1)[0], group.times_base(r), group.times_base(x)
    public = dict(key_x=key, new_key=new_key, A=A, residual=group.add(tile, group.multiply_point(x, A)),
                  remasked=(group.times_base(r), group.add(tile, group.multiply_point(r, new_key))))
    yield "remask, prove", lambda: remask.prove(group, ctx, secret_x=x, mask_r=r, **public, entropy=entropy)
    masked = remask.prove(group, ctx, secret_x=x, mask_r=r, **public, entropy=entropy)
    yield "remask, verify", lambda: remask.verify(forgetful(group), ctx, **public, proof=masked)
    signer, message = signing.SigningKey(secrets.token_bytes(32)), secrets.token_bytes(64)
    signature = signer.sign(message)
    yield "signature, sign", lambda: signer.sign(message)
    yield "signature, verify", lambda: signing.verify(signer.public, message, signature)


def shares(group: Group, ctx: bytes, x: bytes, key: bytes, bases: list[bytes]) -> tuple[list[bytes], bytes]:
    images = [group.multiply_point(x, base) for base in bases]
    return images, dleq.prove(group, ctx, secret=x, key=key, bases=bases, images=images, entropy=secrets.token_bytes)


def shuffles(group: Group) -> Iterator[Row]:
    """Yield the figures of a whole deck that another seat has shuffled before."""
    entropy, ctx = secrets.token_bytes, b"ctx"
    key = group.times_base(group.random_scalar(entropy))
    deck = shuffle_proof.shuffle_deck(group, key=key, deck=shuffle_proof.start_deck(group, TILES), entropy=entropy).deck
    prepared = shuffle_proof.prepare(group, TILES, entropy)
    shuffled = shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy, prepared=prepared)
    spare = prepared.spares[0]

    def shuffle() -> object:
        prepared.is_used = False  # a benchmark may: nothing is hidden here
        return shuffle_proof.shuffle_deck(group, key=key, deck=deck, entropy=entropy, prepared=prepared)

    def prove() -> object:
        prepared.spares[:] = [spare]
        return shuffle_proof.prove(group, ctx, key=key, deck=deck, shuffled=shuffled, entropy=entropy)

    yield "prepare, in the lobby", lambda: shuffle_proof.prepare(group, TILES, entropy)
    yield "shuffle, prepared", shuffle
    yield "prove, prepared", prove
    proof = prove()
    public = dict(key=key, deck=deck, shuffled_deck=shuffled.deck, proof=proof)
    known = [point for pair in deck for point in pair]
    yield "verify", lambda: shuffle_proof.verify(forgetful(group, known), ctx, **public)
    relay = [shuffle_proof.ToVerify(ctx, key, deck, shuffled.deck, proof)]
    for _ in range(MAX_SEATS - 1):
        before = relay[-1].shuffled_deck
        next_one = shuffle_proof.shuffle_deck(group, key=key, deck=before, entropy=entropy)
        proof = shuffle_proof.prove(group, ctx, key=key, deck=before, shuffled=next_one, entropy=entropy)
        relay.append(shuffle_proof.ToVerify(ctx, key, before, next_one.deck, proof))
    yield f"verify {MAX_SEATS} together", lambda: shuffle_proof.verify_together(forgetful(group, known), relay)
    yield "verify, new deck decoded before", lambda: shuffle_proof.verify(
        forgetful(group, known + [point for pair in shuffled.deck for point in pair]), ctx, **public)


def forgetful(group: Group, but: list[bytes] | None = None) -> Group:
    """Return the group as one that has seen these points and no others, as when a message comes for the first time."""
    if isinstance(group, Edwards25519):
        group._decoded.clear()
        group._decoded.update(but or ())
    return group


TABLES: dict[str, Callable[[Group], Iterator[Row]]] = {
    "Operations": operations, "Proofs": proofs, f"A deck of {TILES}": shuffles,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="How long the cryptography of a networked game takes.")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each figure")
    seconds = parser.parse_args().seconds
    console = make_console()
    groups: dict[str, Group] = {"edwards25519": Edwards25519(), "PyNaCl alone": Edwards25519(compiled=False),
                                "transparent": TransparentGroup()}
    if repr(groups["edwards25519"]) == repr(groups["PyNaCl alone"]):
        console.print("Our own multiplication is not built here.")
        del groups["edwards25519"]
    for title, rows in TABLES.items():
        table = plain_table(f"{title}, µs", *groups, numbers=groups)
        for row in zip(*(rows(group) for group in groups.values()), strict=True):
            table.add_row(row[0][0], *(f"{best_us(work, seconds):,.1f}" for _, work in row))
        console.print(table)
        console.print()


if __name__ == "__main__":
    main()
