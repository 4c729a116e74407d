"""Everything that is hashed, and under which label (docs/spec/protocol.md, section 0). No other module calls a hash function.

A label separates domains: what was hashed for one purpose is never the hash of another. Fields are preceded by their lengths, so
that no two lists of fields are the same bytes. Integers are little-endian, indices count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha512
from itertools import count

Entropy = Callable[[int], bytes]
"""So many bytes that nobody can guess. The caller brings it: chance is an argument."""

PREFIX = "acquire-net/mp/1/"

LABELS = {
    # the table
    "hello": "the signature of an introduction: HELLO, CURVE key of the addressed peer",
    "presence": "the signature of a presence: lobby, presence",
    "proposal": "the signature of a proposal: lobby, proposal",
    "fresh": "the nonce of a seat: that of its presence, digest of the proposal",
    "say": "the signature of a chat line: lobby, serial number, line",
    "table": "the signature of a seat under a table: tid",
    "engine": "what two programs must have in common: version of the kernel, name and digest of every ruleset",
    "tid": "what stands for the session before there is one: protocol, TABLE with all HELLO nonces, attempt",
    "commit": "the commitment to a key: identity, nonce, key",
    "sid": "the session: all messages of the set-up in seat order",
    "seats": "the seed of the seating: sid",
    "phrase": "the six words that people compare: sid",
    # links
    "card": "the signature of the card at an open port: protocol, identity, CURVE key",
    "watch": "the signature of the watch card of a table: protocol, identity, CURVE key, port, tid",
    "fingerprint": "what people and join codes know of an identity: identity",
    "room": "the room at a relay: fingerprint",
    "sealed": "the nonce of a sealed frame: the secret that two links share, CURVE keys of author and addressed peer, frame",
    # the log
    "told": "what a seat has received: head, then the contributions of the open block, each as it was signed",
    "ctx": "what every challenge begins with: sid, epoch, round, block, head, kind, author, extra",
    "head": "the chain of blocks: previous head, event, contributions; or previous head, `view`, lost seats",
    "sig": "what is signed: sid, block, view, slot, kind, digest of the body",
    "view": "what signatures of a view after the first are bound to: sid or tid, head with which the view began",
    "body": "what stands for a body where only its signature is shown: body",
    "propose": "what PREPAREs, CONFIRMs and locks name: the seat that made the PROPOSE, its body",
    "claims": "the claims that a seat knows: author, target and number of each",
    "state": "what all seats know after a block: game, live seats, epoch, round, bag, joint key, step, hands",
    "statement": "what a proof of possession is for: tid or sid, epoch, all commitments, seat",
    "decide": "what a decision opens: the action, each slot and tile",
    "answer": "the commitment to a sealed answer: sid, epoch, block, step, seat, answer, 32 random bytes",
    "result": "what the seats sign at the end: sid, head, result",
    # public chance
    "coin": "a point that nobody chose: ctx; and the position that follows from its shares",
    "permutation": "the random words of a permutation: seed, number of the word",
    "index": "the random words of a choice: seed, number of the word",
    # points that nobody chose
    "generators": "all generators and tiles of a group, for HELLO",
    "gen/": "generator of that number",
    "tile/": "point of the tile of that number",
    # proofs
    "hedge": "what a seat signs for itself alone, to hedge its random values: tid, its journal so far",
    "hedged": "hedged random values: that signature, number of the draw, number of the block, 32 random bytes",
    "nonce": "a hedged nonce: secret, ctx, statement, counter, 32 random bytes",
    "dleq": "challenge: ctx, key, bases, images, commitments",
    "weights": "what the weights of a batch are drawn from: ctx, key, bases, images",
    "weight": "one of these weights, or of those of `together`, or four of those of `signatures`: seed, index",
    "pop": "challenge: statement, key, commitment",
    "remask": "challenge: ctx, both keys, the slot, its new pair, commitments",
    "u": "what the weights of a shuffle are drawn from: ctx, key, both decks, commitments to the permutation",
    "u_i": "one of these weights: seed, index",
    "z": "what the weights of the links are drawn from: seed of the weights of the shuffle, chain",
    "z_i": "one of these weights: seed, index",
    "shuffle": "challenge: ctx, key, both decks, commitments to the permutation, chain, commitments of the proof",
    "together": "what the weights are drawn from when several proofs are checked at once: of each its challenge and answers",
    "subsets": "in which subsets four of the points are, where several proofs are checked at once: that seed, index",
    "signatures": "what the weights are drawn from when signatures are checked at once: of each its key, challenge and itself",
    "witness": "the secrets of a shuffle, for its nonces: permutation, masks",
}
"""Every label, and which fields follow. One that ends in a slash is followed by a number."""


def encode_number(value: int) -> bytes:
    """Return a small number as a field of four bytes."""
    return value.to_bytes(4, "little")


_SMALL_NUMBERS = tuple(map(encode_number, range(256)))


@lru_cache(maxsize=1024)
def _label_prefix(label: str) -> bytes:
    if (label[: label.rfind("/") + 1] or label) not in LABELS:
        raise ValueError(f"no label {label!r}: every label is a line of LABELS in acquire_net/crypto/hashing.py")
    name = (PREFIX + label).encode("ascii")
    return len(name).to_bytes(2, "little") + name


def digest(label: str, *fields: bytes) -> bytes:
    """Return `H(label; fields…)`, 64 bytes.

    >>> digest("seats", b"a session").hex()[:16]
    'f26c6bf521b1372d'
    """
    return _hash_fields(label, fields)


def _hash_fields(label: str, fields: tuple[bytes, ...]) -> bytes:
    """Hash a label and its fields; all hashes of the package are made here."""
    parts = [_label_prefix(label)]
    for field in fields:
        size = len(field)
        parts += (_SMALL_NUMBERS[size] if size < 256 else size.to_bytes(4, "little"), field)
    return sha512(b"".join(parts)).digest()


def hedged_entropy(secret: bytes, entropy: Entropy) -> Entropy:
    """Return a source of chance that mixes a secret into each draw from `entropy`, and the number of the draw.

    It is as good as the entropy is. If the entropy fails or repeats, nobody without the secret can compute what is drawn, and no
    two draws are the same. The secret must not serve twice: see `hedge_of` in table/session_start.py.
    """
    draws = count()

    def draw(size: int) -> bytes:
        place, fresh = encode_number(next(draws)), entropy(32)
        blocks = (digest("hedged", secret, place, encode_number(block), fresh) for block in range((size + 63) // 64))
        return b"".join(blocks)[:size]

    return draw


def draw_weights(label: str, seed: bytes, count: int) -> list[bytes]:
    """Return so many numbers of 128 bits, as scalars."""
    return [digest(label, seed, encode_number(index))[:16] + bytes(16) for index in range(count)]


def draw_short_words(label: str, seed: bytes, count: int) -> bytes:
    """Return so many words of 16 bytes, four of each hash."""
    return b"".join([digest(label, seed, encode_number(index)) for index in range((count + 3) // 4)])[:16 * count]


def signature_challenge(signature: bytes, public: bytes, message: bytes) -> bytes:
    """Return the hash in the equation of an Ed25519 signature (RFC 8032, 5.1.7), which has no label."""
    return sha512(signature[:32] + public + message).digest()


# --- public choices -----------------------------------------------------------------------------------------------------------

_WORD_BITS = 64


def _random_words(label: str, seed: bytes) -> Iterator[int]:
    """Yield random words without end."""
    counter = 0
    while True:
        block = digest(label, seed, encode_number(counter))
        for start in range(0, len(block), _WORD_BITS // 8):
            yield int.from_bytes(block[start:start + _WORD_BITS // 8], "little")
        counter += 1


def _draw_below(words: Iterator[int], count: int) -> int:
    """Return one of 0 to count - 1. Words past the last multiple of `count` are left out: they would favour small numbers."""
    limit = (1 << _WORD_BITS) // count * count
    return next(word for word in words if word < limit) % count


def draw_permutation(seed: bytes, count: int) -> tuple[int, ...]:
    """Return a permutation by one fixed Fisher-Yates shuffle: from the last place down, each swaps with one up to itself.

    >>> draw_permutation(b"seed", 6)
    (0, 4, 1, 5, 3, 2)
    """
    words, order = _random_words("permutation", seed), list(range(count))
    for last in range(count - 1, 0, -1):
        other = _draw_below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def draw_index(seed: bytes, count: int) -> int:
    """Return one of 0 to count - 1, each as likely as the others.

    >>> draw_index(b"seed", 90)
    69
    """
    if count < 1:
        raise ValueError(f"nothing to choose from: {count}")
    return _draw_below(_random_words("index", seed), count)
