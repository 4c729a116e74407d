"""edwards25519 in plain Python, written from RFC 8032 and nothing else: slow, obvious, and a second opinion."""

from functools import cache

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]
IDENTITY: Point = (0, 1)


def root(square: int) -> int | None:
    for candidate in (r := pow(square, (P + 3) // 8, P), r * pow(2, (P - 1) // 4, P) % P):
        if (candidate * candidate - square) % P == 0:
            return candidate
    return None


def with_y(y: int, odd: int) -> Point | None:
    """The point of that height whose x is odd or even, if there is one."""
    x = root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if x is None or x == 0 and odd:
        return None
    return (x if x % 2 == odd else P - x, y)


def decode(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    y, odd = number % 2**255, number >> 255
    return with_y(y, odd) if y < P else None


def encode(point: Point) -> bytes:
    x, y = point
    return (y + (x % 2 << 255)).to_bytes(32, "little")


def add(a: Point, b: Point) -> Point:
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2 % P
    both = pow(1 - k * k, -1, P)
    return (x1 * y2 + x2 * y1) * (1 - k) * both % P, (y1 * y2 + x1 * x2) * (1 + k) * both % P


def negate(point: Point) -> Point:
    return -point[0] % P, point[1]


def multiply(scalar: int, point: Point) -> Point:
    total = IDENTITY
    for bit in f"{scalar:b}":
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


@cache
def is_valid(data: bytes) -> bool:
    """Strict decoding: canonical, on the curve, in the prime-order subgroup, not the identity."""
    point = decode(data)
    return point is not None and point != IDENTITY and multiply(Q, point) == IDENTITY


def small_order() -> list[Point]:
    """The eight points of order 1, 2, 4 and 8, as multiples of one of them."""
    for y in range(2, P):
        point = with_y(y, 0)
        torsion = multiply(Q, point) if point else IDENTITY
        if multiply(4, torsion) != IDENTITY:
            return [multiply(k, torsion) for k in range(8)]
    raise AssertionError("there is one")
