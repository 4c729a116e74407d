"""Ed25519 signatures: those of RFC 8032, and nothing that merely resembles one."""

import random
from typing import Any

import nacl.bindings as sodium
import pytest

from acquire_net.crypto import group as group_module
from acquire_net.crypto import signing
from acquire_net.crypto.group import BASE, MANY_POINTS, Edwards25519
from acquire_net.crypto.signing import (
    FINGERPRINT_BYTES,
    SIGNATURE_BYTES,
    SignatureToVerify,
    SigningKey,
    fingerprint_of,
    verify,
    verify_together,
)
from tests.net.crypto import plain_curve as plain
from tests.net.crypto.bad_points import points_that_nobody_may_send
from tests.support.counts import Count

# RFC 8032 section 7.1: seed, public key, message, signature.
RFC_8032 = [
    ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
]

KEY = SigningKey(bytes(range(32)))
MESSAGE = b"a digest of sixty-four bytes, usually"
SIGNATURE = KEY.sign(MESSAGE)


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_signatures_are_those_of_rfc_8032(seed: str, public: str, message: str, signature: str) -> None:
    key = SigningKey(bytes.fromhex(seed))
    assert key.public.hex() == public
    assert key.sign(bytes.fromhex(message)).hex() == signature
    assert verify(key.public, bytes.fromhex(message), bytes.fromhex(signature))


def test_a_signature_is_of_one_key_and_one_message() -> None:
    assert len(SIGNATURE) == SIGNATURE_BYTES
    assert verify(KEY.public, MESSAGE, SIGNATURE)
    assert not verify(SigningKey(bytes(32)).public, MESSAGE, SIGNATURE)
    assert not verify(KEY.public, MESSAGE + b"\0", SIGNATURE)
    assert not verify(KEY.public, b"", SIGNATURE)


def test_no_signature_with_a_changed_byte_is_accepted(count: Count) -> None:
    chance = random.Random(3)
    for place in range(SIGNATURE_BYTES):
        for _ in range(count(1, 30)):
            changed = bytearray(SIGNATURE)
            changed[place] ^= chance.randrange(1, 256)
            assert not verify(KEY.public, MESSAGE, bytes(changed))


def test_the_border_between_signature_and_message_does_not_move() -> None:
    assert not verify(KEY.public, MESSAGE[1:], SIGNATURE + MESSAGE[:1])
    assert not verify(KEY.public, SIGNATURE[-1:] + MESSAGE, SIGNATURE[:-1])


def test_a_signature_has_one_encoding() -> None:
    s = int.from_bytes(SIGNATURE[32:], "little")
    for more in range(1, 16):
        if s + more * plain.Q < 1 << 256:
            assert not verify(KEY.public, MESSAGE, SIGNATURE[:32] + (s + more * plain.Q).to_bytes(32, "little"))


@pytest.mark.parametrize("public", points_that_nobody_may_send().values(), ids=points_that_nobody_may_send().keys())
def test_a_key_that_is_no_good_point_signs_nothing(public: bytes) -> None:
    """With a key of small order a signature would fit many messages."""
    for signature in (SIGNATURE, public[:32] + bytes(32), plain.encode(plain.IDENTITY) + bytes(32)):
        assert not verify(public, MESSAGE, signature)


@pytest.mark.parametrize("wrong", [None, 7, "x" * 64, bytearray(64), b"", bytes(63), bytes(65), bytes(64), b"\xff" * 64])
def test_whatever_is_no_signature_is_refused_without_a_fuss(wrong: Any) -> None:
    assert not verify(KEY.public, MESSAGE, wrong)
    assert not verify(wrong, MESSAGE, SIGNATURE)


# --- many at once

def signed(count: int) -> list[SignatureToVerify]:
    """Signatures of three people under different messages."""
    keys = [SigningKey(bytes([number]) * 32) for number in range(3)]
    found = []
    for number in range(count):
        key, message = keys[number % 3], b"message %d" % number
        found.append(SignatureToVerify(key.public, message, key.sign(message)))
    return found


def with_s_moved(one: SignatureToVerify, by: int) -> SignatureToVerify:
    s = (int.from_bytes(one.signature[32:], "little") + by) % plain.Q
    return one._replace(signature=one.signature[:32] + s.to_bytes(32, "little"))


def with_r_moved(one: SignatureToVerify, by: bytes) -> SignatureToVerify:
    return one._replace(signature=sodium.crypto_core_ed25519_add(one.signature[:32], by) + one.signature[32:])


@pytest.mark.parametrize("count_of_all", [0, 1, 2, 3, 100, 700])
def test_good_signatures_hold_together(count_of_all: int) -> None:
    """Also so many that our module adds them up in another way."""
    assert verify_together(signed(count_of_all))


def test_those_of_rfc_8032_hold_together() -> None:
    assert verify_together([SignatureToVerify(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature))
                            for _, public, message, signature in RFC_8032])


def test_one_bad_signature_among_many_is_noticed_whatever_is_wrong_with_it(count: Count) -> None:
    chance, good = random.Random(5), signed(40)
    for _ in range(count(40, 1000)):
        place, byte = chance.randrange(40), chance.randrange(SIGNATURE_BYTES)
        changed = bytearray(good[place].signature)
        changed[byte] ^= chance.randrange(1, 256)
        assert not verify_together([*good[:place], good[place]._replace(signature=bytes(changed)), *good[place + 1:]])
    assert not verify_together([*good, good[0]._replace(message=b"another")])
    assert not verify_together([*good, good[0]._replace(public=good[1].public)])
    assert not verify_together([*good, good[0]._replace(signature=good[3].signature)])


def test_errors_that_cancel_in_a_plain_sum_do_not_cancel() -> None:
    one, _, _, other = signed(4)  # of one key
    assert one.public == other.public
    assert not verify_together([with_s_moved(one, 1), with_s_moved(other, -1)])
    assert not verify_together([with_r_moved(one, BASE), with_s_moved(other, 1)])
    assert not verify_together([one._replace(message=other.message), other._replace(message=one.message)])


@pytest.mark.parametrize("many", [MANY_POINTS, 0], ids=["each point", "subsets of points"])
def test_points_outside_of_the_group_never_hold_even_where_their_sum_is_inside(
        many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two points of order 2 the sum is the identity, so without a look at each point every second pair would pass."""
    monkeypatch.setattr(group_module, "MANY_POINTS", many)
    minus_one = (plain.P - 1).to_bytes(32, "little")
    for one, other in zip(signed(12), signed(12)[1:], strict=False):
        assert not verify_together([with_r_moved(one, minus_one), with_r_moved(other, minus_one)])


def test_one_r_outside_of_the_group_is_noticed_among_hundreds(count: Count) -> None:
    """Two as well, in whose sum nothing of that is left. An R that is the identity is refused as the library refuses it."""
    minus_one, chance, good = (plain.P - 1).to_bytes(32, "little"), random.Random(6), signed(500)
    assert verify_together(good)
    for _ in range(count(4, 100)):
        moved, (one, other) = list(good), chance.sample(range(500), 2)
        moved[one] = with_r_moved(good[one], minus_one)
        assert not verify_together(moved)
        moved[other] = with_r_moved(good[other], minus_one)
        assert not verify_together(moved)
    assert not verify_together([*good, good[0]._replace(signature=(1).to_bytes(32, "little") + good[0].signature[32:])])


def test_an_s_that_is_not_reduced_does_not_hold() -> None:
    s = int.from_bytes(SIGNATURE[32:], "little") + plain.Q
    assert not verify_together([SignatureToVerify(KEY.public, MESSAGE, SIGNATURE[:32] + s.to_bytes(32, "little"))])


@pytest.mark.parametrize("public", points_that_nobody_may_send().values(), ids=points_that_nobody_may_send().keys())
def test_a_key_or_an_r_that_is_no_good_point_spoils_all(public: bytes) -> None:
    for bad in (SignatureToVerify(public, MESSAGE, SIGNATURE), SignatureToVerify(KEY.public, MESSAGE, public[:32] + bytes(32)),
                SignatureToVerify(public, MESSAGE, public[:32] + bytes(32))):
        assert not verify_together([*signed(3), bad])


@pytest.mark.parametrize("wrong", [None, 7, "x" * 64, bytearray(64), b"", bytes(63), bytes(65), bytes(64), b"\xff" * 64])
def test_whatever_is_no_signature_spoils_all(wrong: Any) -> None:
    assert not verify_together([*signed(3), SignatureToVerify(KEY.public, MESSAGE, wrong)])
    assert not verify_together([*signed(3), SignatureToVerify(wrong, MESSAGE, SIGNATURE)])


def test_without_our_module_the_library_is_asked_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "_GROUP", Edwards25519(compiled=False))
    assert verify_together(signed(4))
    assert not verify_together([*signed(4), with_s_moved(signed(1)[0], 1)])


def test_a_fingerprint_is_short_and_of_one_key() -> None:
    assert fingerprint_of(KEY.public).hex() == "a88c5a77c97b1f366a2d"
    assert len(fingerprint_of(KEY.public)) == FINGERPRINT_BYTES
    assert fingerprint_of(SigningKey(bytes(32)).public) != fingerprint_of(KEY.public)


def test_the_secret_is_not_printed() -> None:
    assert bytes(range(32)).hex() not in repr(KEY)
    assert KEY.public.hex() in repr(KEY)
