"""Points and scalars: what may be sent, and that the arithmetic is that of the curve, by a second opinion."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.crypto import group as group_module
from acquire_net.crypto.group import Edwards25519, EncodingError, Group, Table, join_points, scalar_bytes
from acquire_net.crypto.shuffle_proof import generators_digest, make_generators, tile_points
from tests.net.crypto import plain_curve as plain
from tests.net.crypto.bad_points import (
    BAD_POINTS_OF_THE_MOCK,
    BAD_SCALARS,
    MOCK,
    ORDER,
    REAL,
    SMALL_ORDER,
    TOP_BIT,
    little,
    off_curve,
    points_that_nobody_may_send,
)
from tests.net.crypto.seeded import SeededEntropy
from tests.support.counts import Count

PLAIN_PYNACL = Edwards25519(compiled=False)
GROUPS = pytest.mark.parametrize("group", [REAL, PLAIN_PYNACL, MOCK], ids=["edwards25519", "PyNaCl alone", "transparent"])

REAL_GROUPS = pytest.mark.parametrize("group", [REAL, PLAIN_PYNACL], ids=["edwards25519", "PyNaCl alone"])


def decode_all(group: Group, points: Sequence[bytes], identity_ok: bool = False) -> Table:
    return group.decode_points(join_points(points), identity_ok)


@REAL_GROUPS
@pytest.mark.parametrize("data", points_that_nobody_may_send().values(), ids=points_that_nobody_may_send().keys())
def test_a_bad_point_is_refused(group: Group, data: bytes) -> None:
    for identity_ok in (False, True):
        if identity_ok and data == group.identity:
            continue
        with pytest.raises(EncodingError):
            group.decode_point(data, identity_ok)
        for many in ([data], [group.base, data], [data, data, group.base], [group.base] * 3 + [data]):
            with pytest.raises(EncodingError):
                decode_all(group, many, identity_ok)


@GROUPS
def test_many_points_are_decoded_at_once_and_add_up(group: Group) -> None:
    entropy = SeededEntropy("many")
    points = [group.times_base(group.random_scalar(entropy)) for _ in range(6)]
    expected = group.combine_points([1, 2, 3, 4, 5, 6], points)
    for _ in range(2):
        table = decode_all(group, points)
        assert len(table) == 6
        assert group.combine_tables([1, 2, 3, 4, 5, 6], table) == expected
        assert group.combine_tables([1, 2, 3, 4, 5, 6], table[:2], table[2:]) == expected
        assert group.combine_tables([1, 2, 3, 4, 5, 6], group.make_table(points, lasting=True)) == expected
    with_identity = [group.identity, *points, group.identity]
    assert group.combine_tables([5, 1, 2, 3, 4, 5, 6, 7], decode_all(group, with_identity, identity_ok=True)) == expected
    with pytest.raises(EncodingError):
        decode_all(group, with_identity)
    with pytest.raises(EncodingError):
        decode_all(group, [points[0][:31], points[1] + points[0][31:]])
    with pytest.raises(EncodingError):
        group.decode_points(points[0] + points[1][:31])
    with pytest.raises(EncodingError):
        group.decode_points(bytearray(points[0]))
    assert group.combine_tables([], decode_all(group, [])) == group.identity


def test_all_eight_points_of_small_order_are_among_them_and_differ() -> None:
    assert len(set(SMALL_ORDER)) == 8
    assert all(plain.is_on_curve(point) and plain.times(8, point) == plain.IDENTITY for point in SMALL_ORDER)


@pytest.mark.parametrize("data", BAD_POINTS_OF_THE_MOCK.values(), ids=BAD_POINTS_OF_THE_MOCK.keys())
def test_the_transparent_group_is_strict_too(data: bytes) -> None:
    with pytest.raises(EncodingError):
        MOCK.decode_point(data)
    with pytest.raises(EncodingError):
        decode_all(MOCK, [MOCK.base, data])


@GROUPS
@pytest.mark.parametrize("data", BAD_SCALARS.values(), ids=BAD_SCALARS.keys())
def test_a_bad_scalar_is_refused(group: Group, data: bytes) -> None:
    with pytest.raises(EncodingError):
        group.decode_scalar(data)


@GROUPS
@pytest.mark.parametrize("data", [None, 7, "x" * 32, [1] * 32, bytearray(32), memoryview(bytes(32))],
                         ids=lambda data: type(data).__name__)
def test_what_is_not_bytes_is_refused(group: Group, data: bytes) -> None:
    with pytest.raises(EncodingError):
        group.decode_point(data)
    with pytest.raises(EncodingError):
        group.decode_scalar(data)


@GROUPS
def test_good_ones_pass_and_come_back_as_they_are(group: Group) -> None:
    for value in (0, 1, ORDER - 1):
        assert group.decode_scalar(little(value)) == little(value)
    entropy = SeededEntropy("good points")
    for _ in range(5):
        point = group.times_base(group.random_scalar(entropy))
        assert group.decode_point(point) == group.decode_point(point) == point
    assert group.decode_point(group.base) == group.base
    assert group.decode_point(group.identity, identity_ok=True) == group.identity


def test_a_point_that_was_refused_is_refused_again_and_one_that_passed_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    group, asked = Edwards25519(compiled=False), []
    valid = group_module.sodium.crypto_core_ed25519_is_valid_point
    monkeypatch.setattr(group_module.sodium, "crypto_core_ed25519_is_valid_point", lambda data: asked.append(data) or valid(data))
    bad = plain.encode(plain.add(plain.BASE, SMALL_ORDER[1]))
    for _ in range(2):
        group.decode_point(group.base)
        with pytest.raises(EncodingError):
            group.decode_point(bad)
    assert asked == [group.base, bad, bad]


@REAL_GROUPS
def test_points_decoded_together_are_remembered_too(group: Edwards25519) -> None:
    points = [group.times_base(little(k)) for k in range(1000, 1005)]
    decode_all(group, points)
    assert group._decoded >= {*points}


def test_our_own_checks_stand_without_those_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Older versions took two encodings of one point."""
    group = Edwards25519(compiled=False)
    monkeypatch.setattr(group_module.sodium, "crypto_core_ed25519_is_valid_point", lambda data: True)
    for y in (*range(plain.P, TOP_BIT), 1, plain.P - 1):
        for data in (little(y), little(y | TOP_BIT)):
            with pytest.raises(EncodingError):
                group.decode_point(data)


def test_the_memory_for_points_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_module, "MAX_POINTS_REMEMBERED", 10)
    group = Edwards25519()
    for k in range(1, 35):
        group.decode_point(group.times_base(little(k)))
        assert len(group._decoded) <= 10


def test_everything_works_where_our_own_multiplication_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_module, "multiscalar", None)
    group = Edwards25519()
    assert repr(group) == repr(PLAIN_PYNACL)
    assert group.combine_tables([2, -1], decode_all(group, [group.base, group.base])) == group.base


def test_a_library_with_the_hole_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """CVE-2025-69277."""
    monkeypatch.setattr(group_module.sodium, "crypto_core_ed25519_is_valid_point", lambda data: True)
    with pytest.raises(ImportError, match=r"PyNaCl 1\.6\.2"):
        Edwards25519()


def accepts(group: Group, data: bytes) -> bool:
    try:
        return group.decode_point(data) == data
    except EncodingError:
        return False


@given(st.binary(min_size=32, max_size=32))
def test_the_decoder_says_of_any_bytes_what_the_definition_says(data: bytes) -> None:
    assert accepts(REAL, data) == accepts(PLAIN_PYNACL, data) == plain.may_be_sent(data)


def test_the_decoder_and_the_definition_agree_near_a_point(count: Count) -> None:
    """Random bytes are hardly ever points; here half of the candidates are on the curve."""
    entropy = SeededEntropy("near")
    for _ in range(count(20, 400)):
        data = bytearray(plain.encode(plain.times(int.from_bytes(entropy(32), "little"), plain.BASE)))
        data[entropy(1)[0] % 32] ^= 1 << entropy(1)[0] % 8
        assert accepts(REAL, bytes(data)) == accepts(PLAIN_PYNACL, bytes(data)) == plain.may_be_sent(bytes(data))


# --- a second opinion -------------------------------------------------------------------------------------------------

EDGES = [0, 1, 2, 8, ORDER - 1, ORDER - 2, (1 << 252) - 1, 1 << 252]


def decoded(data: bytes) -> plain.Point:
    point = plain.decode(data)
    assert point is not None
    return point


@REAL_GROUPS
def test_the_arithmetic_is_that_of_the_curve(group: Edwards25519, count: Count) -> None:
    assert decoded(group.base) == plain.BASE
    assert plain.times(ORDER, plain.BASE) == decoded(group.identity) == plain.IDENTITY
    entropy = SeededEntropy("arithmetic")
    numbers = [*EDGES, *(int.from_bytes(group.random_scalar(entropy), "little") for _ in range(count(3, 100)))]
    for i, (k, m) in enumerate(zip(numbers, numbers[1:] + numbers[:1], strict=True)):
        p, q = (decoded(group.times_base(scalar_bytes(value))) for value in (k, m))
        assert p == plain.times(k, plain.BASE)
        assert decoded(group.multiply_point(little(m), plain.encode(p))) == plain.times(m, p)
        assert group.add(plain.encode(p), plain.encode(q)) == plain.encode(plain.add(p, q))
        assert group.subtract_points(plain.encode(p), plain.encode(q)) == plain.encode(plain.add(p, plain.negate(q)))
        assert group.subtract_points(plain.encode(p), plain.encode(p)) == group.identity
        points = [group.base, plain.encode(p), plain.encode(q), group.identity]
        for scalars in ([k, m, -k, 5], [1, -1, 0, 1], [ORDER, ORDER + 1, -ORDER, 0], [k * m, 1 << 300, -(1 << 300), i]):
            assert group.combine_points(scalars, points) == plain.combine(scalars, points)
    assert group.combine_points([], []) == group.identity


@GROUPS
def test_scalars_are_numbers_modulo_the_order(group: Group) -> None:
    entropy = SeededEntropy("scalars")
    values = [*EDGES, *(int.from_bytes(group.random_scalar(entropy), "little") for _ in range(5))]
    for a in values:
        assert group.scalar_subtract(little(0), little(a)) == little(-a % ORDER)
        for b in values:
            assert group.scalar_add(little(a), little(b)) == little((a + b) % ORDER)
            assert group.scalar_subtract(little(a), little(b)) == little((a - b) % ORDER)
            assert group.scalar_multiply(little(a), little(b)) == little(a * b % ORDER)
    for data in (bytes(64), b"\xff" * 64, little(ORDER) + bytes(32), entropy(64)):
        assert group.scalar_from_hash(data) == little(int.from_bytes(data, "little") % ORDER)


@GROUPS
def test_zero_and_the_identity_break_nothing(group: Group) -> None:
    zero, five, o = little(0), little(5), group.identity
    assert group.times_base(zero) == group.multiply_point(zero, group.base) == o
    assert group.multiply_point(five, o) == group.multiply_point(zero, o) == o
    assert group.add(o, o) == group.subtract_points(o, o) == group.subtract_points(group.base, group.base) == o
    assert group.add(o, group.base) == group.add(group.base, o) == group.subtract_points(group.base, o) == group.base
    assert group.subtract_points(o, group.base) == group.combine_points([-1], [group.base]) == group.times_base(little(ORDER - 1))
    assert group.combine_points([0, 5, 1, -1], [group.base, o, o, o]) == o
    assert group.combine_points([3, -3], [group.base, group.base]) == o
    assert group.combine_points([ORDER], [group.base]) == o


@pytest.mark.parametrize(("k", "point"), [(ORDER, REAL.base), (5, off_curve()), (5, little(plain.P - 1))],
                         ids=["a scalar too large", "no point", "small order"])
def test_what_never_passed_the_decoder_is_not_multiplied(k: int, point: bytes) -> None:
    """A mistake of ours, and so an error: never the identity, which is for zero alone."""
    with pytest.raises(ValueError, match="strict decoder"):
        REAL.multiply_point(little(k), point)


@GROUPS
def test_as_many_scalars_as_points(group: Group) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  the two groups say it in their own words
        group.combine_points([1, 2], [group.base])


@GROUPS
def test_random_scalars_are_taken_from_64_bytes_and_are_never_zero(group: Group) -> None:
    assert group.random_scalar(lambda count: b"\x07" + bytes(count - 1)) == little(7)
    assert group.random_scalar(lambda count: b"\xff" * count) == little(((1 << 512) - 1) % ORDER)
    for broken in (bytes(64), little(ORDER) + bytes(32)):
        with pytest.raises(RuntimeError, match="entropy is broken"):
            group.random_scalar(lambda count, broken=broken: broken)


def test_points_that_nobody_chose_are_those_of_the_definition() -> None:
    for index, point in enumerate(make_generators(REAL, 3)):
        assert point == plain.hash_to_point(b"gen/%d" % index)
    assert tile_points(REAL, 108)[107] == plain.hash_to_point(b"tile/107")
    assert REAL.hash_to_point(b"coin", b"a context") == plain.hash_to_point(b"coin", b"a context")
    assert REAL.hash_to_point(b"coin", b"another") != REAL.hash_to_point(b"coin", b"a context")


@GROUPS
def test_generators_and_tiles_are_all_different_and_may_be_sent(group: Group) -> None:
    points = [*make_generators(group, 109), *tile_points(group, 108), group.base, group.identity]
    assert len(set(points)) == 109 + 108 + 2
    assert all(group.decode_point(point) == point for point in points[:-1])
    assert make_generators(group, 5) == make_generators(group, 109)[:5]
    assert len(generators_digest(group)) == 64


def test_the_groups_are_told_apart_by_name() -> None:
    assert REAL.name == "edwards25519"
    assert "NO SECRECY" in MOCK.name
    assert "NOT SECURE" in repr(MOCK)
    assert generators_digest(REAL) != generators_digest(MOCK)
