"""Golden vectors: what another implementation must compute to the byte, in `tests/net/vectors/crypto.json`.

`make_vectors` is how they came about: every proof of `cases.py` with entropy from a seed, and the points and hashes below it.
`pytest --rewrite-golden` writes the file anew. A vector that changes makes old records worthless: it needs a new version of the
protocol, and the commit explains it.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha512
from pathlib import Path
from typing import Any

import pytest

from acquire_net.crypto import hashing, shuffle_proof
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.hashing import digest, draw_index, draw_permutation
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.transcript import derive_challenge, derive_nonce, proof_context
from tests.net.crypto.cases import CASES, PLACE, Case, shuffle_case
from tests.net.crypto.plain_group import PlainGroup
from tests.net.crypto.seeded import SeededEntropy
from tests.support.counts import Count

FILE = Path(__file__).parents[1] / "vectors" / "crypto.json"
GROUPS: dict[str, Group] = {"edwards25519": Edwards25519(), "transparent": TransparentGroup()}


def as_hex(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else [as_hex(part) for part in value]


def as_bytes(value: Any) -> Any:
    return bytes.fromhex(value) if isinstance(value, str) else tuple(as_bytes(part) for part in value)


def make_vectors() -> dict[str, Any]:
    real = GROUPS["edwards25519"]
    ctx = proof_context(**PLACE, kind="share", extra=b"purpose, position")  # type: ignore[arg-type]
    entropy = SeededEntropy("vectors")
    return {
        "hashes": {
            "digest of sid with the fields 'one', '' and 'three'": digest("sid", b"one", b"", b"three").hex(),
            "challenge of pop with the field 'one'": str(derive_challenge(real, "pop", b"one")),
            "context": ctx.hex(),
            "nonce": derive_nonce(real, secret=b"x", ctx=b"c", statement=b"s", counter=3, entropy=entropy).hex(),
            "permutation of 108 from the seed 'seed'": list(draw_permutation(b"seed", 108)),
            "choices below 1 to 108 from the seed 'seed'": [draw_index(b"seed", count) for count in range(1, 109)],
        },
        "points": {
            "generators 0 to 3": as_hex(shuffle_proof.make_generators(real, 4)),
            "generator 108": shuffle_proof.make_generators(real, 109)[108].hex(),
            "tiles 0 to 3": as_hex(shuffle_proof.tile_points(real, 4)),
            "tile 107": shuffle_proof.tile_points(real, 108)[107].hex(),
            "coin of the context above": real.hash_to_point(b"coin", ctx).hex(),
            **{f"digest of all, {name}": shuffle_proof.generators_digest(group).hex() for name, group in GROUPS.items()},
        },
        "proofs": {name: {kind: as_json(make(group)) for kind, make in CASES.items()} for name, group in GROUPS.items()},
        "SHA-512 of a shuffle of 108": {
            name: {"deck": sha512(shuffle_proof.deck_bytes(case.public["shuffled_deck"])).hexdigest(),
                   "proof": sha512(case.proof).hexdigest()}
            for name, case in ((name, shuffle_case(group, 108)) for name, group in GROUPS.items())
        },
    }


def as_json(case: Case) -> dict[str, Any]:
    return {"ctx": case.ctx.hex(), **{name: as_hex(value) for name, value in case.public.items()}, "proof": case.proof.hex()}


@pytest.fixture(scope="module")
def golden() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def test_the_vectors_are_the_recorded_ones(rewrite_golden: bool) -> None:
    made = make_vectors()
    if rewrite_golden:
        FILE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    assert made == json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("group", [*GROUPS.values(), Edwards25519(compiled=False), PlainGroup()],
                         ids=["edwards25519", "transparent", "PyNaCl alone", "plain"])
@pytest.mark.parametrize("kind", CASES)
def test_recorded_proofs_verify(group: Group, kind: str, golden: dict[str, Any], count: Count) -> None:
    """Those of the real group also by the definition of the curve, with no library."""
    if isinstance(group, PlainGroup) and kind == "shuffle of five" and count(1, 2) == 1:
        pytest.skip("slow; with --ci")
    recorded = dict(golden["proofs"]["transparent" if isinstance(group, TransparentGroup) else "edwards25519"][kind])
    ctx, proof = (bytes.fromhex(recorded.pop(name)) for name in ("ctx", "proof"))
    public = {name: as_bytes(value) for name, value in recorded.items()}
    case = Case(group, CASES[kind](GROUPS["transparent"]).module, ctx, public, proof)
    assert case.verify()
    assert not case.but(ctx=ctx[1:]).verify()


# --- every field of every hash is needed ------------------------------------------------------------------------------

def hashed_fields(kind: str, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return how many fields each label has while such a proof is made."""
    found: Counter[str] = Counter()
    hashed = hashing._hash_fields

    def noted(label: str, fields: tuple[bytes, ...]) -> bytes:
        assert found.setdefault(label, len(fields)) == len(fields)
        return hashed(label, fields)

    with monkeypatch.context() as patch:
        patch.setattr(hashing, "_hash_fields", noted)
        CASES[kind](GROUPS["edwards25519"])
    return found


FIELDS = {
    "possession": {"nonce": 5, "pop": 3},
    "one share": {"ctx": 8, "nonce": 5, "dleq": 6},
    "five shares": {"ctx": 8, "nonce": 5, "weights": 4, "weight": 2, "dleq": 6},
    "remask": {"ctx": 8, "nonce": 5, "remask": 10},
    "shuffle of five": {"ctx": 8, "nonce": 5, "permutation": 2, "witness": 11, "u": 5, "u_i": 2, "z": 2, "z_i": 2,
                        "shuffle": 7},
}
"""What a proof hashes: the number of fields by label."""


@pytest.mark.parametrize("kind", FIELDS)
def test_a_proof_hashes_what_is_listed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    CASES[kind](GROUPS["edwards25519"])  # fills the table of generators, which are hashed once
    assert hashed_fields(kind, monkeypatch) == FIELDS[kind]


@pytest.mark.parametrize(("kind", "label", "field"), [
    (kind, label, field) for kind, labels in FIELDS.items() for label, count in labels.items() for field in range(count)
])
def test_a_hash_without_one_of_its_fields_gives_other_vectors(
    kind: str, label: str, field: int, golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A prover and a verifier who both forget a field agree with each other, so nothing else would notice."""
    hashed = hashing._hash_fields
    recorded = golden["proofs"]["edwards25519"][kind]["proof"]
    assert CASES[kind](GROUPS["edwards25519"]).proof.hex() == recorded

    def forgetful(name: str, fields: tuple[bytes, ...]) -> bytes:
        return hashed(name, fields[:field] + fields[field + 1:] if name == label else fields)

    monkeypatch.setattr(hashing, "_hash_fields", forgetful)
    case = CASES[kind](GROUPS["edwards25519"])
    assert case.verify()
    assert case.proof.hex() != recorded
