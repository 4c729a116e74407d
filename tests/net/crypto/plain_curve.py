"""edwards25519 a second time, from its definition: affine points, plain integers, no libsodium, no haste.

Whatever the real group computes is computed here too and compared. RFC 8032 section 5.1 defines the curve and the encoding, RFC
9380 section 6.7.1 Elligator's map.
"""

from collections.abc import Sequence
from hashlib import sha512

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)
A = 486662
"""Of the Montgomery curve v^2 = u^3 + A u^2 + u, to which ours is equivalent."""

Point = tuple[int, int]
IDENTITY: Point = (0, 1)


def is_on_curve(point: Point) -> bool:
    x, y = point
    return (y * y - x * x - 1 - D * x * x * y * y) % P == 0


def add(left: Point, right: Point) -> Point:
    (x1, y1), (x2, y2) = left, right
    product = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P)


def negate(point: Point) -> Point:
    return (-point[0] % P, point[1])


def times(k: int, point: Point) -> Point:
    """Not reduced modulo the order, so that points outside of the subgroup come out right too. The same additions with a common
    denominator, x = X/Z and y = Y/Z, for divisions are slow."""

    def add(left: tuple[int, int, int], right: tuple[int, int, int]) -> tuple[int, int, int]:
        (x1, y1, z1), (x2, y2, z2) = left, right
        square = z1 * z1 * z2 * z2 % P
        product = D * x1 * x2 * y1 * y2 % P
        less, more = square - product, square + product
        z = z1 * z2 % P
        return (z * less * (x1 * y2 + x2 * y1) % P, z * more * (y1 * y2 + x1 * x2) % P, less * more % P)

    total, doubled = (0, 1, 1), (*point, 1)
    while k:
        if k & 1:
            total = add(total, doubled)
        doubled, k = add(doubled, doubled), k >> 1
    scale = pow(total[2], -1, P)
    return (total[0] * scale % P, total[1] * scale % P)


def square_root(value: int) -> int | None:
    root = pow(value, (P + 3) // 8, P)
    for candidate in (root, root * SQRT_MINUS_ONE % P):
        if (candidate * candidate - value) % P == 0:
            return candidate
    return None


def x_of(y: int, sign: int) -> int | None:
    root = square_root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if root is None or (root == 0 and sign):
        return None
    return root if root & 1 == sign else P - root


BASE: Point = (x_of(4 * pow(5, -1, P) % P, 0) or 0, 4 * pow(5, -1, P) % P)


def encode(point: Point) -> bytes:
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Point | None:
    """Return the point if this is the one encoding of a point on the curve, in the subgroup or not."""
    number = int.from_bytes(data, "little")
    y, sign = number & ((1 << 255) - 1), number >> 255
    x = x_of(y, sign) if len(data) == 32 and y < P else None
    return None if x is None else (x, y)


def may_be_sent(data: bytes) -> bool:
    """Return what the strict decoder must say: on the curve, in the subgroup, not the identity."""
    point = decode(data)
    return point is not None and point != IDENTITY and times(Q, point) == IDENTITY


def small_order_points() -> list[Point]:
    """Return all eight points whose order divides 8."""
    y = 2
    while True:
        x = x_of(y, 0)
        if x is not None:
            found = times(Q, (x, y))
            if times(4, found) != IDENTITY:
                return [times(k, found) for k in range(8)]
        y += 1


def combine(scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
    total = IDENTITY
    for k, data in zip(scalars, points, strict=True):
        point = decode(data)
        assert point is not None
        total = add(total, times(k % Q, point))
    return encode(total)


# --- h2g --------------------------------------------------------------------------------------------------------------

def elligator(data: bytes) -> Point:
    """32 bytes to a point of the subgroup: Elligator 2 to the Montgomery curve, over to ours, the sign of x from the top bit,
    times 8."""
    number = int.from_bytes(data, "little")
    r, sign = number & ((1 << 255) - 1), number >> 255
    u = -A * pow(1 + 2 * r * r, -1, P) % P
    if square_root((u**3 + A * u * u + u) % P) is None:
        u = (-A - u) % P
    y = (u - 1) * pow(u + 1, -1, P) % P
    x = square_root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    assert x is not None
    return times(8, (x if x & 1 == sign else -x % P, y))


def hash_to_point(label: bytes, *fields: bytes) -> bytes:
    name = b"acquire-net/mp/1/" + label
    text = len(name).to_bytes(2, "little") + name
    for field in fields:
        text += len(field).to_bytes(4, "little") + field
    hashed = sha512(text).digest()
    return encode(add(elligator(hashed[:32]), elligator(hashed[32:])))
