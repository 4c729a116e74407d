"""Sums of multiples of points: against PyNaCl, against plain Python, and where numbers have edges.

Everything is tried with each build: with the products that the compiler offers, with those that need no 128-bit numbers, and,
where this processor can, with four numbers at once.
"""

import doctest
import gc
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import nacl.bindings
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.crypto import cpu, multiscalar, multiscalar_portable
from tests.net.crypto import plain_curve as curve
from tests.net.crypto.plain_curve import P, Q
from tests.support.counts import Count

IDENTITY = (1).to_bytes(32, "little")
BASE = curve.encode(curve.BASE)
EDGE_SCALARS = sorted({
    *range(20), Q - 1, Q - 2, (Q - 1) // 2, (Q + 1) // 2, *(2**k for k in range(253)), *(2**k - 1 for k in range(1, 253)),
    0x5555 << 200, int("10" * 126, 2), int("1000011111" * 25, 2), 2**128 + 1, 2**252 + 2**123,
})
SMALL_ORDER = curve.small_order_points()


BUILDS = [*cpu.multiscalar_builds(), multiscalar_portable]


@pytest.fixture(params=BUILDS, ids=lambda build: build.__name__.rpartition(".")[2])
def sums(request: pytest.FixtureRequest) -> ModuleType:
    module: ModuleType = request.param
    return module


def of(*scalars: int) -> bytes:
    return b"".join(scalar.to_bytes(32, "little") for scalar in scalars)


def random_point(rng: random.Random) -> bytes:
    return nacl.bindings.crypto_core_ed25519_from_uniform(rng.randbytes(32))


def random_scalar(rng: random.Random) -> int:
    """Return a number of any length, long ones most."""
    return rng.randrange(Q) >> rng.choice((0, 0, 0, 0, 125, rng.randrange(253)))


def times(scalar: int, point: bytes) -> bytes:
    """PyNaCl's multiplication, which raises for results that are the identity."""
    if scalar == 0 or point == IDENTITY:
        return IDENTITY
    return nacl.bindings.crypto_scalarmult_ed25519_noclamp(of(scalar), point)


def plus(a: bytes, b: bytes) -> bytes:
    return nacl.bindings.crypto_core_ed25519_add(a, b)


def expected(scalars: list[int], points: list[bytes]) -> bytes:
    total = IDENTITY
    for scalar, point in zip(scalars, points, strict=True):
        total = plus(total, times(scalar, point))
    return total


def negative(point: bytes) -> bytes:
    return nacl.bindings.crypto_core_ed25519_sub(IDENTITY, point)


# --- against PyNaCl ---------------------------------------------------------------------------------------------------

def compare_with_the_library(sums: ModuleType, rng: random.Random, cases: int) -> None:
    for _ in range(cases):
        n = rng.choice((1, 1, 2, 3, rng.randrange(4, 12)))
        scalars, points = [random_scalar(rng) for _ in range(n)], [random_point(rng) for _ in range(n)]
        found = sums.combine(of(*scalars), b"".join(points))
        assert found == expected(scalars, points), (scalars, points)
        kept = sums.Points(b"".join(points), strict=True, width=rng.randrange(2, 9), pieces=rng.choice((1, 2, 4)))
        assert sums.combine(of(*scalars), kept) == found, (scalars, points)


def test_random_sums_are_those_of_the_library(sums: ModuleType, count: Count) -> None:
    compare_with_the_library(sums, random.Random(1), count(60, 2000))


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_thousand_random_sums_are_those_of_the_library(sums: ModuleType, part: int) -> None:
    seed = random.SystemRandom().getrandbits(64)
    print(f"seed {seed}")
    compare_with_the_library(sums, random.Random(seed), 10_000)


def test_every_edge_scalar_gives_the_multiple_of_the_library(sums: ModuleType) -> None:
    point = random_point(random.Random(2))
    kept = {width: sums.Points(point, width=width) for width in range(2, 9)}
    in_pieces = [sums.Points(point, width=width, pieces=pieces) for width in (2, 5, 8) for pieces in (2, 4)]
    for k, scalar in enumerate(EDGE_SCALARS):
        result = times(scalar, point)
        assert sums.combine(of(scalar), point) == result, scalar
        assert sums.combine(of(scalar), kept[2 + k % 7]) == result, scalar
        assert sums.combine(of(scalar), in_pieces[k % 6]) == result, scalar
        # Two points, so that `combine_points` makes tables as well.
        assert sums.combine(of(scalar, Q - scalar if scalar else 0), point + point) == IDENTITY, scalar


def test_every_number_of_points_from_none_to_three_hundred(sums: ModuleType, count: Count) -> None:
    rng = random.Random(3)
    scalars, points = [random_scalar(rng) for _ in range(300)], [random_point(rng) for _ in range(300)]
    kept = sums.Points(b"".join(points))
    total, step = IDENTITY, 300 // count(60, 300)
    for n in range(301):
        if n % step == 0:
            assert sums.combine(of(*scalars[:n]), b"".join(points[:n])) == total, n
            assert sums.combine(of(*scalars[:n]), kept[:n]) == total, n
        if n < 300:
            total = plus(total, times(scalars[n], points[n]))


@pytest.mark.parametrize("n", [255, 256, 383, 384, 639, 640, 1535, 1536, 6144, 24576])
def test_many_points_add_up_to_as_much_as_few(sums: ModuleType, n: int, count: Count) -> None:
    """Around every size where another method, or another width of it, is chosen. Few points with many scalars each."""
    if n > count(2000, 30_000):
        pytest.skip("a short run")
    rng = random.Random(n)
    pool = [random_point(rng) for _ in range(7)]
    pool += [negative(pool[0]), IDENTITY]
    edges = rng.choices(EDGE_SCALARS, k=n // 2) + [0] * (n // 10)
    scalars = edges + [random_scalar(rng) for _ in range(n - len(edges))]
    chosen = rng.choices(range(9), k=n)
    result = expected([sum(s for s, k in zip(scalars, chosen, strict=True) if k == i) % Q for i in range(9)], pool)
    points = b"".join(pool[k] for k in chosen)
    assert sums.combine(of(*scalars), points) == result
    assert sums.combine(of(*scalars), sums.Points(points, width=3)) == result
    assert sums.combine(of(*scalars), sums.Points(points[:320], pieces=4), points[320:]) == result
    assert sums.combine(of(*scalars), points[: 32 * 100], sums.Points(points[32 * 100 : 32 * 200]), points[32 * 200 :]) == result
    assert sums.combine(of(*scalars, Q - 1), points, result) == IDENTITY


def test_short_and_unreduced_scalars_of_many_points(sums: ModuleType) -> None:
    point = curve.add(curve.BASE, SMALL_ORDER[1])
    for scalars in ([0] * 256, [1] * 256, [*range(300)], [2**128 - 1] * 300, [2**256 - 1, 2**256 - 2**31, 2**255] * 100):
        result = curve.encode(curve.times(sum(scalars), point))
        assert sums.combine(of(*scalars), curve.encode(point) * len(scalars)) == result


def test_equal_points_opposite_points_and_the_identity_add_like_all_others(sums: ModuleType) -> None:
    rng = random.Random(4)
    for _ in range(20):
        a, b, c = (random_scalar(rng) for _ in range(3))
        point, other = random_point(rng), random_point(rng)
        for points in ([point, point, point], [point, negative(point), other], [IDENTITY, point, IDENTITY],
                       [point, negative(point), point], [IDENTITY] * 3):
            assert sums.combine(of(a, b, c), b"".join(points)) == expected([a, b, c], points)
        assert sums.combine(of(a, a), point + negative(point)) == IDENTITY
        assert sums.combine(of(a, Q - a), point + point) == IDENTITY


# --- against plain Python ---------------------------------------------------------------------------------------------

def edge_encodings() -> Iterator[bytes]:
    """Heights about 0, p and 2^255, either sign; points of small order; single bits."""
    heights = [*range(40), *range(P - 40, 2**255), *(2**k for k in range(0, 255, 5)), P // 2, P // 2 + 1]
    for y in [*heights, *(y for _, y in SMALL_ORDER)]:
        yield of(y)
        yield of(y + 2**255)


def test_every_edge_encoding_is_decoded_as_by_plain_python(sums: ModuleType, count: Count) -> None:
    decoded = refused = 0
    for data in [*edge_encodings()][:: 10 // count(10, 10)]:
        point = curve.decode(data)
        if point is None:
            refused += 1
            with pytest.raises(ValueError, match="point 1 is not valid"):
                sums.combine(of(1, 1), BASE + data)
        else:
            decoded += 1
            assert sums.combine(of(1), data) == data
            assert sums.combine(of(2, 1), data + BASE) == curve.encode(
                curve.add(curve.add(point, point), curve.BASE))
        assert sums.valid_point(data) == curve.may_be_sent(data) == nacl.bindings.crypto_core_ed25519_is_valid_point(data)
    assert decoded > 10 and refused > 10


def test_any_scalar_of_256_bits_and_any_point_of_the_curve_will_do(sums: ModuleType, count: Count) -> None:
    rng = random.Random(6)
    scalars = [2**256 - 1, 2**256 - 2, 2**255, 2**255 - 1, Q, 8 * Q, 15 * Q, 2**256 - 2**251]
    scalars += [rng.getrandbits(256) for _ in range(3)]
    for _ in range(count(2, 10)):
        point = curve.add(curve.times(rng.randrange(Q), curve.BASE), rng.choice(SMALL_ORDER))
        for scalar in scalars:
            result = curve.times(scalar, point)
            assert sums.combine(of(scalar), curve.encode(point)) == curve.encode(result)
            for width in range(2, 9):
                for pieces in (1, 2, 4):
                    kept = sums.Points(curve.encode(point), width=width, pieces=pieces)
                    assert sums.combine(of(scalar), kept) == curve.encode(result)


@given(st.lists(st.tuples(st.integers(0, Q - 1), st.integers(0, P - 1), st.integers(0, 1)), max_size=4))
def test_sums_from_any_heights_are_those_of_plain_python(drawn: list[tuple[int, int, int]]) -> None:
    terms = [(scalar, (x, y)) for scalar, y, odd in drawn if (x := curve.x_of(y, odd)) is not None]
    total = curve.IDENTITY
    for scalar, point in terms:
        total = curve.add(total, curve.times(scalar, point))
    for sums in BUILDS:
        assert sums.combine(of(*(scalar for scalar, _ in terms)),
                            b"".join(curve.encode(point) for _, point in terms)) == curve.encode(total)


@given(st.binary(min_size=32, max_size=32))
def test_any_32_bytes_are_judged_as_by_plain_python_and_the_library(data: bytes) -> None:
    wanted = curve.decode(data)
    for sums in BUILDS:
        assert sums.valid_point(data) == curve.may_be_sent(data) == nacl.bindings.crypto_core_ed25519_is_valid_point(data)
        try:
            assert sums.combine(of(1), data) == data
            assert wanted is not None
        except ValueError:
            assert wanted is None


# --- the prime-order subgroup -----------------------------------------------------------------------------------------

def compare_cosets(sums: ModuleType, rng: random.Random, points: int) -> None:
    """Each point is valid, and none of the seven that differ from it by a point of small order."""
    for _ in range(points):
        point = random_point(rng)
        assert sums.valid_point(point) and sums.valid_point(negative(point)), point
        for torsion in SMALL_ORDER[1:]:
            shifted = plus(point, curve.encode(torsion))
            assert not sums.valid_point(shifted), shifted
            with pytest.raises(ValueError, match="point 1 is not valid"):
                sums.Points(point + shifted, strict=True, width=2)


def test_only_one_of_eight_cosets_is_valid(sums: ModuleType, count: Count) -> None:
    compare_cosets(sums, random.Random(7), count(30, 2000))


@pytest.mark.campaign
def test_only_one_of_eight_cosets_is_valid_for_a_hundred_thousand_points(sums: ModuleType) -> None:
    seed = random.SystemRandom().getrandbits(64)
    print(f"seed {seed}")
    compare_cosets(sums, random.Random(seed), 100_000)


def test_the_first_point_that_is_not_valid_is_named_whatever_the_next_one_has(sums: ModuleType) -> None:
    """Points are decoded eight at a time, all encodings first; a point outside of the subgroup may come before a bad encoding."""
    good = random_point(random.Random(13))
    outside, nowhere = plus(good, curve.encode(SMALL_ORDER[1])), of(2)
    assert curve.decode(outside) is not None and curve.decode(nowhere) is None
    for first, second in [(0, 1), (0, 7), (3, 4), (7, 8), (8, 16), (9, 10), (15, 16)]:
        for bad, other in [(outside, nowhere), (nowhere, outside), (outside, outside), (nowhere, nowhere), (IDENTITY, nowhere)]:
            points = [good] * 17
            points[first], points[second] = bad, other
            with pytest.raises(ValueError, match=f"point {first} is not valid"):
                sums.Points(b"".join(points), strict=True, width=2)
            bad_ones = [number for number in (first, second) if points[number] == nowhere]
            if bad_ones:
                with pytest.raises(ValueError, match=f"point {bad_ones[0]} is not valid"):
                    sums.Points(b"".join(points), width=2)
            else:
                assert len(sums.Points(b"".join(points), width=2)) == 17


def test_no_point_of_small_order_is_valid(sums: ModuleType) -> None:
    assert len(set(SMALL_ORDER)) == 8
    for point in SMALL_ORDER:
        assert not sums.valid_point(curve.encode(point))
        with pytest.raises(ValueError, match="point 0"):
            sums.Points(curve.encode(point), strict=True)
        assert len(sums.Points(curve.encode(point))) == 1


def test_sums_of_subsets_tell_a_point_outside_of_the_subgroup_wherever_it_is(sums: ModuleType, count: Count) -> None:
    """Any of the seven points of small order, added to any point; also where several of them cancel in the sum of all."""
    rng = random.Random(11)
    good = [random_point(rng) for _ in range(20)]
    assert sums.subsets_in_subgroup(rng.randbytes(16 * 20), sums.Points(b"".join(good), width=2))
    for torsion in map(curve.encode, SMALL_ORDER[1:]):
        for _ in range(count(3, 100)):
            place, other = rng.sample(range(20), 2)
            points = list(good)
            points[place] = plus(points[place], torsion)
            assert not sums.subsets_in_subgroup(rng.randbytes(16 * 20), sums.Points(b"".join(points), width=rng.randrange(2, 6)))
            points[other] = nacl.bindings.crypto_core_ed25519_sub(points[other], torsion)
            some, more = sums.Points(b"".join(points[:7])), sums.Points(b"".join(points[7:]), width=3, pieces=2)
            assert not sums.subsets_in_subgroup(rng.randbytes(16 * 20), some, more)
            assert not sums.subsets_in_subgroup(rng.randbytes(16), sums.Points(torsion))


def test_each_bit_says_whether_a_point_is_in_a_subset(sums: ModuleType, count: Count) -> None:
    """With one bit set a bad point shows; with none, or beside another in the same subsets that cancels it, it does not."""
    rng, torsion = random.Random(12), curve.encode(SMALL_ORDER[4])
    bad, back = plus(random_point(rng), torsion), nacl.bindings.crypto_core_ed25519_sub(random_point(rng), torsion)
    points = sums.Points(BASE + bad + back)
    for bit in range(0, 128, 128 // count(42, 128)):  # usually every third, which has each place in a byte
        one, all_but_one = 1 << bit, 2**128 - 1 - (1 << bit)
        words = [(0, one, 0), (0, one, one), (one, 0, 0), (all_but_one, one, all_but_one), (one, 0, one)]
        found = [sums.subsets_in_subgroup(b"".join(word.to_bytes(16, "little") for word in each), points) for each in words]
        assert found == [False, True, True, False, False], bit


def test_subsets_of_the_identity_and_of_no_points_belong_to_the_subgroup(sums: ModuleType) -> None:
    assert sums.subsets_in_subgroup(b"") and sums.subsets_in_subgroup(b"", sums.Points(b""))
    assert sums.subsets_in_subgroup(b"\xff" * 48, sums.Points(IDENTITY + BASE), sums.Points(negative(BASE)))


def test_subsets_take_sixteen_bytes_for_each_point(sums: ModuleType) -> None:
    points = sums.Points(BASE * 3)
    for bits in (b"", bytes(47), bytes(49), bytes(64)):
        with pytest.raises(ValueError, match="16 for each of 3 points"):
            sums.subsets_in_subgroup(bits, points)
    for wrong in (BASE, None, 7):
        with pytest.raises(TypeError):
            sums.subsets_in_subgroup(bytes(16), wrong)
    with pytest.raises(TypeError):
        sums.subsets_in_subgroup(None, points)


@pytest.mark.parametrize("size", [0, 1, 31, 33, 64])
def test_a_point_of_another_length_is_not_valid(sums: ModuleType, size: int) -> None:
    assert not sums.valid_point((BASE * 2)[:size])


# --- what callers may do ----------------------------------------------------------------------------------------------

def test_groups_follow_each_other_and_the_scalars_run_through_them(sums: ModuleType) -> None:
    rng = random.Random(8)
    scalars, points = [random_scalar(rng) for _ in range(20)], [random_point(rng) for _ in range(20)]
    deck, generators = sums.Points(b"".join(points[:10])), sums.Points(b"".join(points[10:15]), width=8)
    loose = b"".join(points[15:])
    assert sums.combine(of(*scalars), deck, generators, loose) == expected(scalars, points)
    assert sums.combine(of(*scalars[3:15]), deck[3:], generators[:]) == expected(scalars[3:15], points[3:15])
    assert sums.combine(of(*scalars[4:6]), deck[2:8][2:4]) == expected(scalars[4:6], points[4:6])
    in_pieces = sums.Points(b"".join(points[:10]), width=4, pieces=2)
    assert sums.combine(of(*scalars[2:15]), in_pieces[2:], generators) == expected(scalars[2:15], points[2:15])
    found = sums.combine(of(*scalars[12:16]), b"", generators[2:], deck[5:5], loose[:32])
    assert found == expected(scalars[12:16], points[12:16])


def test_a_slice_outlives_the_points_that_it_was_cut_from(sums: ModuleType) -> None:
    point = random_point(random.Random(9))
    part = sums.Points(BASE * 50 + point)[20:][30:]
    held = [sums.Points(BASE * 50) for _ in range(5)]
    assert len(part) == 1 and len(held) == 5 and repr(part) == "<1 points, width 5>"
    assert sums.combine(of(3), part) == times(3, point)


def test_a_slice_in_a_garbage_cycle_leaves_the_tables_to_their_owner(sums: ModuleType) -> None:
    """The collector clears what refers to other objects before it frees them: a slice that has lost its owner must not free the
    tables as its own. Without `no_gc` a sanitized build reports the invalid free, and a plain one ends the process."""
    rng = random.Random(5)
    data = b"".join(random_point(rng) for _ in range(4))
    part = sums.Points(data)[1:3]
    assert not gc.is_tracked(part), "the collector would clear its owner"
    for _ in range(20):
        cycle: list[object] = [sums.Points(data)[1:3], sums.Points(data)[0:4][2:4]]
        cycle.append(cycle)
        del cycle
        gc.collect(0)  # the cycle is young; all of the tests are not
    assert sums.combine(of(1, 0), part) == data[32:64]


def test_slices_are_those_of_a_list(sums: ModuleType) -> None:
    points = sums.Points(BASE * 5)
    for wanted in (slice(None), slice(2), slice(-2, None), slice(4, 2), slice(9, 12), slice(1, -1)):
        assert len(points[wanted]) == len(range(5)[wanted])
    with pytest.raises(ValueError, match="neighbouring"):
        points[::2]
    for wrong in (0, None, "a"):
        with pytest.raises(TypeError):
            points[wrong]


def test_scalars_and_points_that_do_not_match_are_refused(sums: ModuleType) -> None:
    kept = sums.Points(BASE * 3)
    for scalars, points in ((of(1), []), (of(1), [b""]), (of(1, 2), [BASE]), (of(1) + b"\0", [BASE]), (b"\0" * 31, [BASE]),
                            (of(1, 2), [kept]), (b"", [kept]), (b"", [BASE]), (of(1), [BASE, BASE]),
                            (of(1), [BASE, kept, BASE]), (of(1), [BASE[:31]]), (of(1), [BASE + b"\0"]),
                            (of(1, 2, 3, 4), [kept])):
        with pytest.raises(ValueError, match="points"):
            sums.combine(scalars, *points)


def test_other_types_are_refused(sums: ModuleType) -> None:
    for arguments in ((None,), (bytearray(32), BASE), (of(1), None), (of(1), bytearray(BASE)), (of(1), [BASE]), (of(1), 7),
                      ("a" * 32, BASE), (of(1), memoryview(BASE))):
        with pytest.raises(TypeError):
            sums.combine(*arguments)
    for wrong in (None, bytearray(BASE), "a", 3):
        with pytest.raises(TypeError):
            sums.Points(wrong)
        with pytest.raises(TypeError):
            sums.valid_point(wrong)


@pytest.mark.parametrize("width", [-1, 0, 1, 9, 64])
def test_a_width_that_no_table_has_is_refused(sums: ModuleType, width: int) -> None:
    with pytest.raises(ValueError, match="width"):
        sums.Points(BASE, width=width)


@pytest.mark.parametrize("pieces", [-1, 0, 3, 5, 8])
def test_other_numbers_of_pieces_are_refused(sums: ModuleType, pieces: int) -> None:
    with pytest.raises(ValueError, match="pieces"):
        sums.Points(BASE, pieces=pieces)


@pytest.mark.parametrize("name", ["Points", "combine", "subsets_in_subgroup", "valid_point"])
def test_examples_in_docstrings_hold(name: str) -> None:
    things = {other: getattr(multiscalar, other)
              for other in ("Points", "combine", "subsets_in_subgroup", "valid_point")}
    example = doctest.DocTestParser().get_doctest(things[name].__doc__, things, name, None, None)
    assert example.examples
    assert not doctest.DocTestRunner().run(example).failed


def test_threads_share_points(sums: ModuleType) -> None:
    rng = random.Random(10)
    points = b"".join(random_point(rng) for _ in range(40))
    kept = sums.Points(points)
    scalars = [of(*(random_scalar(rng) for _ in range(40))) for _ in range(16)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda s: sums.combine(s, kept), scalars)) == [sums.combine(s, points) for s in scalars]
