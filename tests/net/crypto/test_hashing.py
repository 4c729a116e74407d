"""What is hashed, under which label, and the choices that are drawn from hashes."""

import ast
import re
from collections import Counter
from hashlib import sha512
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.crypto import hashing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.hashing import LABELS, PREFIX, digest, draw_index, draw_permutation, encode_number, hedged_entropy
from acquire_net.crypto.transcript import derive_challenge, derive_nonce, proof_context
from tests.net.crypto.seeded import SeededEntropy
from tests.support.counts import Count

GROUP = Edwards25519()
PLACE = dict(sid=b"s" * 64, epoch=1, round=2, block=3, head=b"h" * 64, kind="share", author=4, extra=b"e")


def test_the_digest_is_the_one_that_is_written_down() -> None:
    text = bytes([len("acquire-net/mp/1/sid"), 0]) + b"acquire-net/mp/1/sid" + b"\x03\0\0\0one" + b"\0\0\0\0" + b"\x05\0\0\0three"
    assert digest("sid", b"one", b"", b"three") == sha512(text).digest()
    assert derive_challenge(GROUP, "sid", b"one") == int.from_bytes(digest("sid", b"one"), "little") % GROUP.order


@given(st.lists(st.binary(max_size=3), max_size=4), st.lists(st.binary(max_size=3), max_size=4))
def test_two_lists_of_fields_never_hash_alike(one: list[bytes], other: list[bytes]) -> None:
    assert (digest("sid", *one) == digest("sid", *other)) == (one == other)


def test_labels_separate() -> None:
    plain = [label + "7" if label.endswith("/") else label for label in LABELS]
    assert len({digest(label, b"the same") for label in plain}) == len(LABELS)
    assert PREFIX == "acquire-net/mp/1/"


@pytest.mark.parametrize("label", ["", "Ctx", "shuffle2", "tile", "gen", "ctx/1", "other/1"])
def test_a_label_that_is_not_in_the_list_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="LABELS"):
        digest(label)


def test_the_list_of_fields_of_a_label_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """A context has as many fields as its line says."""
    seen = []
    monkeypatch.setattr(hashing, "_hash_fields", lambda label, fields: seen.append((label, len(fields))) or bytes(64))
    proof_context(**PLACE)
    assert seen == [("ctx", len(LABELS["ctx"].split(":")[1].split(",")))]


def test_only_the_transcript_hashes() -> None:
    folder = Path(hashing.__file__).parent
    for path in folder.glob("*.py"):
        imported = re.findall(r"hashlib|crypto_hash|blake2b", path.read_text("utf-8"))
        assert not imported or path.name == "hashing.py"


def test_no_module_draws_chance_or_looks_at_a_clock() -> None:
    folder = Path(hashing.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            refused = {"random", "secrets", "os", "time", "datetime", "uuid"}
            if path.name == "cpu.py":
                refused -= {"os"}  # it asks the environment which build to use
            assert not {name.split(".")[0] for name in names} & refused, path


@pytest.mark.parametrize(("field", "other"), [
    ("sid", b"t" * 64), ("epoch", 2), ("round", 1), ("block", 4), ("head", b"i" * 64), ("kind", "tag"), ("author", 0),
    ("extra", b""),
])
def test_every_field_of_a_context_counts(field: str, other: object) -> None:
    assert proof_context(**PLACE) != proof_context(**{**PLACE, field: other})  # type: ignore[arg-type]


def test_a_nonce_depends_on_everything_and_on_chance() -> None:
    def made(**changes: object) -> bytes:
        settings = dict(secret=b"x" * 32, ctx=b"c", statement=b"s", counter=0, entropy=SeededEntropy("nonce")) | changes
        return derive_nonce(GROUP, **settings)  # type: ignore[arg-type]

    usual = made()
    assert usual == made()
    others = [made(secret=b"y" * 32), made(ctx=b"d"), made(statement=b"t"), made(counter=1), made(entropy=SeededEntropy("other"))]
    assert len({usual, *others}) == 6


def test_a_broken_source_of_entropy_does_not_repeat_nonces() -> None:
    """If it gives the same bytes for ever, nonces of different statements still differ: that is what hedging is for."""
    made = {derive_nonce(GROUP, secret=b"x" * 32, ctx=ctx, statement=statement, counter=counter, entropy=bytes)
            for ctx, statement, counter in product((b"a", b"b"), (b"c", b"d"), range(3))}
    assert len(made) == 12


def test_hedged_chance_is_that_of_the_definition() -> None:
    draw = hedged_entropy(b"secret", SeededEntropy("hedged"))
    entropy = SeededEntropy("hedged")
    for place, size in enumerate((7, 64, 65, 0, 200)):
        fresh = entropy(32)
        blocks = b"".join(digest("hedged", b"secret", encode_number(place), encode_number(block), fresh) for block in range(4))
        assert draw(size) == blocks[:size]


def test_hedged_chance_repeats_with_neither_the_entropy_nor_the_secret() -> None:
    """Constant entropy: draws of one source differ, and so do the draws of two sources with different secrets."""
    sources = [hedged_entropy(secret, bytes) for secret in (b"x" * 64, b"y" * 64)]
    assert len({source(32) for _ in range(5) for source in sources}) == 10
    fresh = [hedged_entropy(b"x" * 64, SeededEntropy(seed)) for seed in ("one", "two")]
    assert len({source(32) for source in fresh}) == 2


# --- permutations and choices -----------------------------------------------------------------------------------------

def test_permutations_are_the_fixed_ones() -> None:
    assert draw_permutation(b"seed", 6) == (0, 4, 1, 5, 3, 2)
    assert draw_permutation(b"another", 6) == (0, 3, 1, 4, 2, 5)
    assert [draw_index(b"seed", count) for count in (1, 2, 7, 90, 1000)] == [0, 1, 4, 69, 319]
    assert draw_permutation(b"seed", 0) == ()
    assert draw_permutation(b"seed", 1) == (0,)


def test_a_permutation_is_worked_out_as_described() -> None:
    """Words of 64 bits from H("permutation"; seed, 0), then 1, and so on; from the last place down, each changes places with
    word mod (place + 1)."""
    seed, size = b"by hand", 108
    stream = b"".join(digest("permutation", seed, encode_number(counter)) for counter in range(20))
    words = [int.from_bytes(stream[i:i + 8], "little") for i in range(0, len(stream), 8)]
    order = list(range(size))
    for word, place in zip(words, range(size - 1, 0, -1), strict=False):
        order[place], order[word % (place + 1)] = order[word % (place + 1)], order[place]
    assert draw_permutation(seed, size) == tuple(order)


def test_a_word_that_would_favour_small_numbers_is_thrown_away() -> None:
    words = iter([(1 << 64) - 1, 1 << 63, (1 << 64) - 2, 5])
    assert hashing._draw_below(words, 3) == (1 << 63) % 3  # 2^64 - 1 is the limit
    assert hashing._draw_below(iter([(1 << 64) - 1, 4]), (1 << 63) + 1) == 4


@given(st.integers(0, 200), st.binary(max_size=8))
def test_a_permutation_is_one(count: int, seed: bytes) -> None:
    assert sorted(draw_permutation(seed, count)) == list(range(count))


def chi_squared(found: Counter[object], cells: int) -> float:
    expected = found.total() / cells
    return sum((found.get(cell, 0) - expected) ** 2 / expected for cell in found) + (cells - len(found)) * expected


def test_every_permutation_is_as_likely_as_the_others(count: Count) -> None:
    draws = count(4800, 30_000)
    found = Counter(draw_permutation(encode_number(seed), 4) for seed in range(draws))
    assert chi_squared(found, 24) < 50.0  # 23 degrees of freedom: more in one of 1,000


@pytest.mark.parametrize("size", [3, 10, 90])
def test_every_choice_is_as_likely_as_the_others(size: int, count: Count) -> None:
    draws = count(5000, 30_000)
    found = Counter(draw_index(encode_number(seed), size) for seed in range(draws))
    assert set(found) <= set(range(size))
    assert chi_squared(found, size) < size - 1 + 4.5 * (2 * (size - 1)) ** 0.5


def test_there_must_be_something_to_choose_from() -> None:
    for nothing in (0, -1):
        with pytest.raises(ValueError, match="nothing to choose from"):
            draw_index(b"seed", nothing)
